// SPDX-License-Identifier: GPL-2.0
/*
 * The property start-delay=3: event counters do not count in the first three instructions
 * after the write that sets E.
 */
#include "guest.h"

#if CORE == A8
#define INSTRUCTIONS	0x08

static u32 start(u32 pmn0)
{
	write_pmnxsel(0);
	write_evtsel(INSTRUCTIONS);
	write_pmcnt(pmn0);
	write_ccnt(0);
	write_cntens(0x80000001);
	write_intens(1);
	return 1;
}
#else
#define INSTRUCTIONS	0x07

static u32 start(u32 pmn0)
{
	write_pmn0(pmn0);
	write_ccnt(0);
	return EVENTS(INSTRUCTIONS, 0) | 0x11;
}
#endif

void test(void)
{
	struct counts counts;
	u32 pairs;

	stop_pmu();
	enable_irq(PMU_INPUT);
	for (pairs = 1; pairs < 5; pairs++) {
		count_insns(start(0), pairs, &counts);
		stop_pmu();
		check("the event counter starts late", counts.pmn0, 2 * pairs - 2);
		check("CCNT starts at once", counts.ccnt, 2 * (2 * pairs + 3));
	}
	run_nops(start(-100));
	check("an overflow is late too", irq_pc, (u32)nops + 4 * 103);
	acknowledge_irq();
	stop_pmu();
	end_irq(PMU_INPUT);
}
