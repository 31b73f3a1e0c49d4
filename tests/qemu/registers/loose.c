// SPDX-License-Identifier: GPL-2.0
/* Without -icount nothing is exact, but everything happens. */
#include "guest.h"

void test(void)
{
	u32 i, before;

	stop_pmu();
	enable_irq(PMU_INPUT);
	write_pmnc(0x00707001);
	before = read_ccnt();
	for (i = 0; i < 1000; i++)
		asm volatile("nop");
	check("CCNT counts", read_ccnt() != before, 1);
	check("PMN0 counts", read_pmn0() != 0, 1);
	check("no flag", read_pmnc() & 0x700, 0);
	stop_pmu();
	write_ccnt(-1000);
	for (i = 0; i < 10000000 && !irq_count; i++)
		run_nops(0x00707041);
	check("CCNT interrupts", irq_count, 1);
	check("with its flag", irq_pmnc & 0x700, 0x400);
	stop_pmu();
}
