// SPDX-License-Identifier: GPL-2.0
/*
 * Cycles that count while the core waits for an interrupt, by the property idle-cycles: bit 0
 * of IDLE is CCNT, bit 1 the event of cycles. A cycle takes one nanosecond: an instruction
 * takes two, and has two cycles. sleep.c has what holds without the property.
 */
#include "guest.h"

#define CCNT_COUNTS	(IDLE & 1)
#define EVENT_COUNTS	(IDLE & 2)

/*
 * What to write to PMNC for PMN0 with this event, CCNT, and the interrupts of some of them. D
 * divides CCNT.
 */
#if CORE == A8
#define INSTRUCTIONS	0x08
#define CYCLES		0x11
#define FLAG_PMN0	1
#define FLAG_CCNT	0x80000000
#define FLAGS		0x8000000f

static u32 start(u32 event, u32 pmn0, u32 ccnt, u32 irqs)
{
	write_pmnxsel(0);
	write_evtsel(event);
	write_pmcnt(pmn0);
	write_ccnt(ccnt);
	write_cntens(0x80000001);
	write_intens(irqs);
	return 1;
}
#else
#define INSTRUCTIONS	0x07
/* XScale has no such event. */
#define CYCLES		0xff
#define FLAG_PMN0	0x100
#define FLAG_CCNT	0x400
#define FLAGS		0x700

static u32 start(u32 event, u32 pmn0, u32 ccnt, u32 irqs)
{
	write_pmn0(pmn0);
	write_ccnt(ccnt);
	return EVENTS(event, 0) | irqs >> 4 | 1;
}
#endif
#define D		8

static struct counts counts;
static u32 status, us;

/* Wait for five milliseconds or for an overflow. Set the results. */
static void wait(u32 pmnc)
{
	u32 before = clock_us();

	wake_after(5000);
	status = wait_insns(pmnc, &counts) & FLAGS;
	us = clock_us() - before;
	wake_done();
	acknowledge_irq();
	stop_pmu();
	end_irq(PMU_INPUT);
}

/* A count of nanoseconds is that of the clock: within what the test itself executes */
static u32 is_time(u32 ns)
{
	return ns / 1000 + 20 > us && ns / 1000 < us + 20;
}

static void counting(void)
{
	wait(start(INSTRUCTIONS, 0, 0, 0));
	check("five milliseconds", us >= 4900 && us < 5200, 1);
	check("instructions do not count", counts.pmn0, 3);
	if (CCNT_COUNTS)
		check("CCNT counts", is_time(counts.ccnt), 1);
	else
		check("CCNT does not count", counts.ccnt, 10);
	check("no flag", status, 0);

	wait(start(INSTRUCTIONS, 0, 0, 0) | D);
	if (CCNT_COUNTS)
		check("CCNT, divided by 64", is_time(counts.ccnt * 64), 1);
	else
		check("CCNT, divided by 64, does not count", counts.ccnt < 2, 1);

#if CORE != XSCALE
	wait(start(CYCLES, 0, 0, 0));
	if (EVENT_COUNTS)
		check("the event of cycles counts", is_time(counts.pmn0), 1);
	else
		check("the event of cycles does not count", counts.pmn0, 6);
#endif
}

/* An overflow is due after a millisecond. */
static void overflows(void)
{
	wait(start(INSTRUCTIONS, 0, -1000000, 0));
	check("an overflow without an interrupt does not wake", us >= 4900, 1);
	check("but sets the flag of CCNT, if it counts", status, CCNT_COUNTS ? FLAG_CCNT : 0);

	wait(start(INSTRUCTIONS, 0, -1000000, FLAG_CCNT));
	if (CCNT_COUNTS) {
		check("an overflow of CCNT wakes at its time", us >= 990 && us < 1020, 1);
		check("with its flag", status, FLAG_CCNT);
		check("CCNT has counted the instructions since then", counts.ccnt, 6);
	} else {
		check("no overflow of CCNT wakes", us >= 4900, 1);
	}

#if CORE != XSCALE
	wait(start(CYCLES, -1000000, 0, FLAG_PMN0));
	if (EVENT_COUNTS) {
		check("an overflow of the event wakes at its time", us >= 990 && us < 1020, 1);
		check("with its flag", status, FLAG_PMN0);
	} else {
		check("no overflow of the event wakes", us >= 4900, 1);
	}
#endif
}

void test(void)
{
	stop_pmu();
	enable_irq(PMU_INPUT);
	counting();
	overflows();
}
