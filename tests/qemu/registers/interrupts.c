// SPDX-License-Identifier: GPL-2.0
/* nPMUIRQ: request = OR(flag and enable), and at which instruction it comes */
#include "guest.h"

/* Flag and enable of PMN0, PMN1, CCNT are three bits apart each. */
static void levels(void)
{
	u32 i;

	for (i = 0; i < 3; i++) {
		u32 flag = 0x100 << i, enable = 0x10 << i;

		write_pmn0(0);
		write_pmn1(0);
		write_ccnt(0);
		if (i == 0)
			write_pmn0(0xffffffff);
		if (i == 1)
			write_pmn1(0xffffffff);
		if (i == 2)
			write_ccnt(0xffffffff);
		write_pmnc(0x00707001);
		check("flag without enable", read_pmnc() & known,
		      0x00707001 | flag);
		check("no request without enable", is_pending(PMU_INPUT), 0);
		write_pmnc(0x00707001 | (0x70 & ~enable));
		check("no request from the enables of others",
		      is_pending(PMU_INPUT), 0);
		write_pmnc(0x00707001 | enable);
		check("flag and enable: request", is_pending(PMU_INPUT), 1);
		write_pmnc(0x00707000 | enable);
		check("request stays without E", is_pending(PMU_INPUT), 1);
		write_pmnc(0x00707000 | enable | flag);
		check("flag is not cleared without E", is_pending(PMU_INPUT), 1);
		write_pmnc(0x00707001);
		check("enable off: no request", is_pending(PMU_INPUT), 0);
		write_pmnc(0x00707001 | enable);
		check("enable on: request again", is_pending(PMU_INPUT), 1);
		write_pmnc(0x00707001 | enable | flag);
		check("flag cleared: no request", is_pending(PMU_INPUT), 0);
		stop_pmu();
	}
}

/* An overflow in the Nth instruction interrupts after that instruction. */
static void positions(void)
{
	u32 i, n, pc_wrong = 0, flag_wrong = 0, number_wrong = 0, taken = 0;

	for (i = 0; i < 3; i++) {
		for (n = 1; n < 500; n += 7) {
			write_pmn0(i == 0 ? -n : 0);
			write_pmn1(i == 1 ? -n : 0);
			write_ccnt(i == 2 ? -2 * n + (n & 1) : 0);
			run_nops(0x00707001 | 0x10 << i);
			taken += irq_count;
			pc_wrong += irq_pc != (u32)nops + 4 * n;
			flag_wrong += (irq_pmnc & 0x700) != 0x100u << i;
			number_wrong += acknowledge_irq() != PMU_INPUT;
			stop_pmu();
			end_irq(PMU_INPUT);
		}
	}
	check("interrupts at 3 x 72 places", taken, 3 * 72);
	check("each after the instruction of the overflow", pc_wrong, 0);
	check("each with its counter's flag", flag_wrong, 0);
	check("each from the PMU's input", number_wrong, 0);

	write_pmn0(-100);
	run_nops(0x00700001);
	check("no interrupt without enable", irq_count, 0);
	check("but the flag", read_pmnc() & 0x700, 0x100);
	stop_pmu();
	write_pmn0(-100);
	run_nops(0x00700010);
	check("no interrupt without E", irq_count, 0);
	check("and no flag", read_pmnc() & 0x700, 0);
	stop_pmu();
}

/* An overflow in the instruction that clears the flag is not lost. */
static void races(void)
{
	write_pmn0(-2);
	check("overflow in a write that clears nothing", write_at_overflow(0x00700001,
							     0x00700001) & known,
	      0x00700101);
	stop_pmu();
	write_pmn0(-2);
	check("overflow in the instruction of the clear",
	      write_at_overflow(0x00700001, 0x00700101) & known, 0x00700101);
	stop_pmu();
	write_pmn0(-1);
	check("overflow one instruction before the clear",
	      write_at_overflow(0x00700001, 0x00700101) & known, 0x00700001);
	stop_pmu();
	write_pmn0(-2);
	check("overflow in the instruction that turns E off",
	      write_at_overflow(0x00700001, 0x00700000) & known, 0x00700100);
	check("which has counted", read_pmn0(), 0);
	stop_pmu();
}

static void fiqs(void)
{
	if (core != 0x1156 || !on_eb)
		return;
	/* FC0 is bit 28: nPMUFIQ, and not nPMUIRQ */
	write_pmn0(-100);
	run_nops(0x10700001);
	check("FIQ taken", fiq_count, 1);
	check("FIQ after the instruction of the overflow", fiq_pc,
	      (u32)nops + 4 * 100);
	check("no IRQ with it", irq_count, 0);
	check("no IRQ pending with it", is_pending(PMU_INPUT), 0);
	stop_pmu();
	write_pmn1(-100);
	run_nops(0x20007001);
	check("FIQ taken for PMN1", fiq_count, 1);
	stop_pmu();
	write_ccnt(-100);
	run_nops(0x40000001);
	check("FIQ taken for CCNT", fiq_count, 1);
	stop_pmu();
	write_pmn0(-100);
	run_nops(0x60700001);
	check("no FIQ from the enables of others", fiq_count, 0);
	stop_pmu();
}

void test(void)
{
	stop_pmu();
	enable_irq(PMU_INPUT);
	levels();
	positions();
	races();
	fiqs();
	if (core != 0x1156) {
		write_pmn0(-100);
		run_nops(0x70700001);
		check("no FIQ on this core", fiq_count, 0);
		stop_pmu();
	}
}
