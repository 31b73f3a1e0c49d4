// SPDX-License-Identifier: GPL-2.0
/*
 * The property double-step: the event of instructions counts in steps of two, and an overflow
 * that is in the middle of a step sets no flag.
 */
#include "guest.h"

#define PMN0_FLAG	0x100

static u32 flag_after(u32 event, u32 pmn0)
{
	u32 flag;

	write_pmn0(pmn0);
	run_nops(EVENTS(event, 0) | 1);
	flag = read_pmnc() & PMN0_FLAG;
	stop_pmu();
	return flag;
}

void test(void)
{
	u32 n, odd = 0, missing = 0, flags = 0, others = 0;
	struct counts counts;

	stop_pmu();
	for (n = 1; n < 20; n++) {
		write_pmn0(0);
		count_insns(EVENTS(0x07, 0) | 1, n, &counts);
		stop_pmu();
		odd += counts.pmn0 & 1;
		missing += counts.pmn0 + 2 < 2 * n + 1;
	}
	check("counts are even", odd, 0);
	check("and at most a step behind", missing, 0);
	for (n = 100; n < 400; n += 2) {
		flags += flag_after(0x07, -n) != 0;
		missing += flag_after(0x07, -n - 1) == 0;
		others += flag_after(0xff, -n - 1) != 0;
	}
	check("a step to 0 sets the flag", flags, 150);
	check("a step from 0xffffffff to 1 does not", missing, 150);
	check("the event of cycles is not affected", others, 150);
}
