// SPDX-License-Identifier: GPL-2.0
/* nPMUIRQ wired to nothing or to the input ELSEWHERE, where nobody looks for it */
#include "guest.h"

/* PMN0 overflows after so many instructions from now on, with an interrupt. */
#if CORE == A8
#define FLAGS		0x8000000f
#define PMN0_FLAG	1
#define read_status	read_flag

static u32 overflow_in(u32 insns)
{
	write_pmnxsel(0);
	write_evtsel(0x08);
	write_pmcnt(-insns);
	write_cntens(1);
	write_intens(1);
	return 1;
}

static void clear_flag(void)
{
	write_flag(PMN0_FLAG);
}
#else
#define FLAGS		0x700
#define PMN0_FLAG	0x100
#define read_status	read_pmnc

static u32 overflow_in(u32 insns)
{
	write_pmn0(-insns);
	return EVENTS(7, 0) | 0x11;
}

static void clear_flag(void)
{
	write_pmnc(EVENTS(7, 0) | 0x11 | PMN0_FLAG);
}
#endif

void test(void)
{
	stop_pmu();
	enable_irq(PMU_INPUT);
	if (ELSEWHERE)
		enable_irq(ELSEWHERE);
	write_pmnc(overflow_in(1));
	check("flag and enable", read_status() & FLAGS, PMN0_FLAG);
	check("but no request at the input", is_pending(PMU_INPUT), 0);
	if (ELSEWHERE)
		check("the request is at another", is_pending(ELSEWHERE), 1);
	clear_flag();
	check("flag cleared", read_status() & FLAGS, 0);
	if (ELSEWHERE)
		check("no request there", is_pending(ELSEWHERE), 0);
	stop_pmu();
	run_nops(overflow_in(100));
	check("interrupts", irq_count, ELSEWHERE != 0);
	stop_pmu();
}
