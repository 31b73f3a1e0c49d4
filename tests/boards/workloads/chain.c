// SPDX-License-Identifier: GPL-2.0
/*
 * chain N: outer() calls inner(), and inner() calls heavy(), a loop of 4N + 1
 * instructions.
 */
#include <stdlib.h>
#include "loops.h"

int main(int argc, char **argv)
{
	outer(argc > 1 ? strtoul(argv[1], NULL, 0) : 1);
	return 0;
}
