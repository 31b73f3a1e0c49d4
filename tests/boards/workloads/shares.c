// SPDX-License-Identifier: GPL-2.0
/*
 * shares UNITS: execute three quarters of the instructions in heavy() and one quarter
 * in light(), about 100,000 instructions a unit. A round is 3n and n loops of four
 * instructions. main() and the returns add less than 0.1 %.
 *
 * n differs from round to round, from 100000 to 1148575, so that no sampler runs in
 * step with the rounds. The sequence is the same in each run.
 *
 * A round is long, a hundred units on average, so that a sampler takes several samples
 * in each round. The samples of a round are then close to the true shares, and their sum
 * varies less than that of random samples.
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
