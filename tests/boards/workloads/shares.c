// SPDX-License-Identifier: GPL-2.0
/*
 * shares UNITS: three quarters of the instructions in heavy(), one quarter in
 * light(), about a hundred thousand a unit. A round is 3n and n loops of four
 * instructions; what main() and the returns add is below one in a thousand.
 *
 * n is another in each round, from 100000 to 1148575, so that no sampler keeps
 * step with the rounds; the sequence is the same in each run. A round is long, a
 * hundred units on average: when a sampler takes several samples in a round, each
 * round has nearly its true shares in them, where samples of many short rounds
 * would be as good as drawn by lot.
 */
#include <stdlib.h>
#include "loops.h"

int main(int argc, char **argv)
{
	unsigned long units = argc > 1 ? strtoul(argv[1], NULL, 0) : 1;
	unsigned int state = 1;
	unsigned long done;

	for (done = 0; done < units; done += 100) {
		unsigned long n;

		/* The top bits of a linear congruential generator */
		state = state * 1103515245 + 12345;
		n = 100000 + (state >> 12);
		heavy(3 * n);
		light(n);
	}
	return 0;
}
