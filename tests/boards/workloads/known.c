// SPDX-License-Identifier: GPL-2.0
/*
 * known N [TIMES]: run a loop of 2N + 1 instructions, TIMES times, without output. For
 * "perf stat -- known N".
 */
#include <stdlib.h>
#include "loops.h"

int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 0) : 1;
	unsigned long times = argc > 2 ? strtoul(argv[2], NULL, 0) : 1;

	while (times--)
		known_loop(n);
	return 0;
}
