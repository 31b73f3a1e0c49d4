// SPDX-License-Identifier: GPL-2.0
/* Nothing is counted while the core waits for an interrupt: idle-cycles, see idle.c, is 0. */
#include "guest.h"

/*
 * What to write to PMNC to have PMN0 and PMN1 count instructions, and CCNT
 * cycles, with and without an interrupt of PMN0. On Cortex-A8 PMN1 stands for
 * PMN0, read once more.
 */
#if CORE == A8
#define FLAGS		0x8000000f
#define PMN0_FLAG	1

static u32 start(u32 irq)
{
	write_evtsel(0x08);
	write_cntens(0x80000001);
	write_intens(irq);
	return 1;
}

static void write_pmn0(u32 value)
{
	write_pmnxsel(0);
	write_pmcnt(value);
}
#else
#define FLAGS		0x700
#define PMN0_FLAG	0x100

/* Event 0x07 is the same on ARM11 and XScale. */
static u32 start(u32 irq)
{
	return 0x00707001 | irq << 4;
}
#endif

void test(void)
{
	struct counts counts;
	u32 before, status;

	stop_pmu();
	enable_irq(PMU_INPUT);
	write_pmn0(0);

	before = clock_us();
	wake_after(5000);
	status = wait_insns(start(0), &counts);
	wake_done();
	check("woken by the timer", clock_us() - before >= 4900, 1);
	check("WFI: PMN0 has counted 3 instructions", counts.pmn0, 3);
	check("WFI: PMN1 has counted 4 instructions", counts.pmn1, 4);
	check("WFI: CCNT has counted 5 instructions", counts.ccnt, 10);
	check("WFI: no flag", status & FLAGS, 0);
	stop_pmu();

	/* The same with an overflow pending, far nearer than the timer */
	before = clock_us();
	wake_after(5000);
	write_pmn0(-200);
	status = wait_insns(start(1), &counts);
	wake_done();
	check("an overflow to come does not wake", clock_us() - before >= 4900, 1);
	check("nor has it come", status & FLAGS, 0);
	check("PMN0 is 197 short", counts.pmn0, -197);
	stop_pmu();

	/*
	 * Even if it is but one instruction away, for a second. A timer of the
	 * model that ran on would keep the machine busy until the test is ended.
	 */
	before = clock_us();
	wake_after(1000000);
	write_pmn0(-3);
	status = wait_insns(start(1), &counts);
	wake_done();
	check("asleep for a second", clock_us() - before >= 990000, 1);
	check("the overflow comes with the next instruction", counts.pmn0, 0);
	check("and its flag", status & FLAGS, PMN0_FLAG);
	stop_pmu();

	/* and afterwards it comes at its instruction still. */
	wake_after(5000);
	write_pmn0(-100);
	wait_and_run_nops(start(1), wake_register());
	wake_done();
	check("after WFI the overflow comes", irq_count, 1);
	check("at its instruction", irq_pc, (u32)nops + 4 * (100 - 4));
	acknowledge_irq();
	stop_pmu();
	end_irq(PMU_INPUT);

	/* The instruction that waits is counted, and may overflow. */
	before = clock_us();
	wake_after(50000);
	write_pmn0(-2);
	status = wait_insns(start(1), &counts);
	check("an overflow in WFI itself wakes", clock_us() - before < 40000, 1);
	wake_done();
	check("with the flag", status & FLAGS, PMN0_FLAG);
	check("and PMN0 at one", counts.pmn0, 1);
	stop_pmu();
}
