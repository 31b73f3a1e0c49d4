// SPDX-License-Identifier: GPL-2.0
/*
 * shares ROUNDS: three quarters of the instructions in heavy(), one quarter in
 * light(), in rounds of about a hundred thousand instructions. Per round 3n and
 * n loops of four instructions; what main() and the returns add is below one
 * instruction in ten thousand. n is a prime, so that no period of a sampler
 * that a person would type keeps step with the rounds.
 */
#include <stdlib.h>
#include "loops.h"

#define N 6211

int main(int argc, char **argv)
{
	unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 1;

	while (rounds--) {
		heavy(3 * N);
		light(N);
	}
	return 0;
}
