// SPDX-License-Identifier: GPL-2.0
/*
 * calls N: first() calls second(), and second() calls heavy(), a loop of 4N + 1 instructions.
 * The compiler gives them no frame. Only the debugging information tells how to unwind them.
 */
#include <stdlib.h>
#include "loops.h"

/* Work after the call, so that it is no tail call */
static volatile int returned;

static void __attribute__((noinline)) second(unsigned long n)
{
	heavy(n);
	returned++;
}

static void __attribute__((noinline)) first(unsigned long n)
{
	second(n);
	returned++;
}

int main(int argc, char **argv)
{
	first(argc > 1 ? strtoul(argv[1], NULL, 0) : 1);
	return 0;
}
