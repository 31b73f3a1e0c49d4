// SPDX-License-Identifier: GPL-2.0
/*
 * shares ROUNDS: three quarters of the instructions in heavy(), one quarter in
 * light(). A round is 3n and n loops of four instructions, a hundred thousand on
 * average; what main() and the returns add is below one instruction in a
 * thousand. n is another in each round, from 2144 to 10335, so that no sampler
 * keeps step with the rounds; the sequence is the same in each run.
 */
#include <stdlib.h>
#include "loops.h"

int main(int argc, char **argv)
{
	unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 1;

	unsigned int state = 1;

	while (rounds--) {
		unsigned long n;

		/* The top bits of a linear congruential generator */
		state = state * 1103515245 + 12345;
		n = 2144 + (state >> 19);
		heavy(3 * n);
		light(n);
	}
	return 0;
}
