// SPDX-License-Identifier: GPL-2.0
/*
 * nPMUIRQ of ARM11, and the interrupt of XScale: request = OR(flag and enable), and at which
 * instruction it comes. With ASTEP, that of XScale's A-stepping: an overflow clears the
 * flags of others.
 */
#include "guest.h"

/* PMN0 counts instructions. */
#define PMN0	EVENTS(7, 0)

/* Flag and enable of PMN0, PMN1, CCNT are three bits apart each. */
static void levels(void)
{
	u32 i;

	for (i = 0; i < 3; i++) {
		u32 flag = 0x100 << i, enable = 0x10 << i;

		write_pmnc(0x00000006);
		set_counter(i, 0xffffffff);
		write_pmnc(0x00707001);
		check("flag without enable", read_pmnc() & known,
		      0x00707001 | flag);
		check("no request without enable", is_pending(PMU_INPUT), 0);
		write_pmnc(0x00707001 | (0x70 & ~enable));
		check("no request from the enables of others",
		      is_pending(PMU_INPUT), 0);
		write_pmnc(0x00707001 | enable);
		check("flag and enable: request", is_pending(PMU_INPUT), 1);
		write_pmnc(0x00707001 | enable | (0x700 & ~flag));
		check("clearing others leaves it", is_pending(PMU_INPUT), 1);
		write_pmnc(0x00707000 | enable);
		check("request stays without E", is_pending(PMU_INPUT), 1);
		write_pmnc(0x00707001);
		check("enable off: no request", is_pending(PMU_INPUT), 0);
		write_pmnc(0x00707001 | enable);
		check("enable on: request again", is_pending(PMU_INPUT), 1);
		write_pmnc(0x00707001 | enable | flag);
		check("flag cleared with E: no request", is_pending(PMU_INPUT), 0);
		stop_pmu();
		set_counter(i, 0xffffffff);
		write_pmnc(0x00707001 | enable);
		check("request", is_pending(PMU_INPUT), 1);
		write_pmnc(0x00707000 | enable | flag);
		check("only XScale clears a flag without E", is_pending(PMU_INPUT),
		      CORE != XSCALE);
		stop_pmu();
	}
}

/* An overflow in the Nth instruction interrupts after that instruction. */
static void positions(void)
{
	u32 i, n, pc_wrong = 0, flag_wrong = 0, number_wrong = 0, taken = 0;

	for (i = 0; i < 3; i++) {
		for (n = 1; n < 500; n += 7) {
			write_pmnc(0x00000006);
			set_counter(i, i == 2 ? -2 * n + (n & 1) : -n);
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
	run_nops(PMN0 | 0x001);
	check("no interrupt without enable", irq_count, 0);
	check("but the flag", read_pmnc() & 0x700, 0x100);
	stop_pmu();
	write_pmn0(-100);
	run_nops(PMN0 | 0x010);
	check("no interrupt without E", irq_count, 0);
	check("and no flag", read_pmnc() & 0x700, 0);
	stop_pmu();
}

/* An overflow in the instruction that clears the flag is not lost. */
static void races(void)
{
	write_pmn0(-2);
	check("overflow in a write that clears nothing",
	      write_at_overflow(PMN0 | 0x001, PMN0 | 0x001) & known, PMN0 | 0x101);
	stop_pmu();
	write_pmn0(-2);
	check("overflow in the instruction of the clear",
	      write_at_overflow(PMN0 | 0x001, PMN0 | 0x101) & known, PMN0 | 0x101);
	stop_pmu();
	write_pmn0(-1);
	check("overflow one instruction before the clear",
	      write_at_overflow(PMN0 | 0x001, PMN0 | 0x101) & known, PMN0 | 0x001);
	stop_pmu();
	write_pmn0(-2);
	check("overflow in the instruction that turns E off",
	      write_at_overflow(PMN0 | 0x001, PMN0) & known, PMN0 | 0x100);
	check("which has counted", read_pmn0(), 0);
	stop_pmu();
#if CORE == XSCALE
	write_pmn0(-2);
	check("overflow in the instruction of the clear and of E off",
	      write_at_overflow(PMN0 | 0x001, PMN0 | 0x100) & known, PMN0 | 0x100);
	stop_pmu();
#endif
}

#if CORE == ARM11
static void fiqs(void)
{
	if (core != 0x1156) {
		write_pmn0(-100);
		run_nops(0x70700001);
		check("no FIQ on this core", fiq_count, 0);
		stop_pmu();
		return;
	}
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

#else

/* The flags of two counters that overflow after each other, and together */
static u32 two(u32 first, u32 second, u32 gap, u32 inten)
{
	write_pmnc(0x00000006);
	set_counter(first, first == 2 ? -20 : -10);
	set_counter(second, second == 2 ? -20 - 2 * gap : -10 - gap);
	run_nops(0x00707001 | inten);
	return read_pmnc() & 0x700;
}

static void stepping(void)
{
	u32 first, second;

	for (first = 0; first < 3; first++) {
		for (second = 0; second < 3; second++) {
			u32 both = 0x100u << first | 0x100u << second;
			u32 later = 0x100u << second;

			if (first == second)
				continue;
			check("flags of one overflow after another",
			      two(first, second, 5, 0), ASTEP ? later : both);
			stop_pmu();
			check("flags of both in one instruction",
			      two(first, second, 0, 0), both);
			stop_pmu();
			/* The line follows: the flag with inten goes away. */
			write_pmnc(0x00000006);
			set_counter(first, 0xffffffff);
			write_pmnc(0x00707001 | 0x10 << first);
			check("request of the first", is_pending(PMU_INPUT), 1);
			set_counter(second, 0xffffffff);
			asm volatile("nop");
			check("request after the second", is_pending(PMU_INPUT),
			      !ASTEP);
			check("flags", read_pmnc() & 0x700, ASTEP ? later : both);
			stop_pmu();
		}
	}
	write_pmn0(-10);
	run_nops(0x00007001);
	write_pmn0(-10);
	write_pmnc(0x00007000);
	run_nops(0x00007001);
	check("a second overflow of the same counter leaves its flag",
	      read_pmnc() & 0x700, 0x100);
	stop_pmu();
}

#endif

void test(void)
{
	stop_pmu();
	enable_irq(PMU_INPUT);
	levels();
	positions();
	races();
#if CORE == ARM11
	fiqs();
#else
	stepping();
#endif
}
