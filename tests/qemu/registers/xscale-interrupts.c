// SPDX-License-Identifier: GPL-2.0
/*
 * The interrupt of XScale: OR(flag and inten), "asserted until software clears
 * the overflow flag", and at which instruction it comes. With ASTEP, that of
 * the A-stepping: an overflow clears the flags of others.
 */
#include "guest.h"

#define KNOWN	0x0ffff779

static void set_counter(u32 i, u32 value)
{
	if (i == 0)
		write_pmn0(value);
	else if (i == 1)
		write_pmn1(value);
	else
		write_ccnt(value);
}

static void levels(void)
{
	u32 i;

	for (i = 0; i < 3; i++) {
		u32 flag = 0x100 << i, enable = 0x10 << i;

		write_pmnc(0x00000006);
		set_counter(i, 0xffffffff);
		write_pmnc(0x00707001);
		check("flag without inten", read_pmnc() & KNOWN,
		      0x00707001 | flag);
		check("no request without inten", is_pending(PMU_INPUT), 0);
		write_pmnc(0x00707001 | (0x70 & ~enable));
		check("no request from the inten of others",
		      is_pending(PMU_INPUT), 0);
		write_pmnc(0x00707001 | enable);
		check("flag and inten: request", is_pending(PMU_INPUT), 1);
		write_pmnc(0x00707000 | enable);
		check("request stays without E", is_pending(PMU_INPUT), 1);
		write_pmnc(0x00707000 | enable | (0x700 & ~flag));
		check("clearing others leaves it", is_pending(PMU_INPUT), 1);
		write_pmnc(0x00707001);
		check("inten off: no request", is_pending(PMU_INPUT), 0);
		write_pmnc(0x00707000 | enable);
		check("inten on: request again", is_pending(PMU_INPUT), 1);
		write_pmnc(0x00707000 | enable | flag);
		check("flag cleared without E: no request",
		      is_pending(PMU_INPUT), 0);
		stop_pmu();
		set_counter(i, 0xffffffff);
		write_pmnc(0x00707001 | enable);
		check("request", is_pending(PMU_INPUT), 1);
		write_pmnc(0x00707001 | enable | flag);
		check("flag cleared with E: no request",
		      is_pending(PMU_INPUT), 0);
		stop_pmu();
	}
}

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
		}
	}
	check("interrupts at 3 x 72 places", taken, 3 * 72);
	check("each after the instruction of the overflow", pc_wrong, 0);
	check("each with its counter's flag", flag_wrong, 0);
	check("each from the PMU's input", number_wrong, 0);

	write_pmn0(-100);
	run_nops(0x00007001);
	check("no interrupt without inten", irq_count, 0);
	check("but the flag", read_pmnc() & 0x700, 0x100);
	stop_pmu();
	write_pmn0(-100);
	run_nops(0x00007010);
	check("no interrupt without E", irq_count, 0);
	check("and no flag", read_pmnc() & 0x700, 0);
	stop_pmu();
}

static void races(void)
{
	write_pmn0(-2);
	check("overflow in the instruction of the clear",
	      write_at_overflow(0x00007001, 0x00007101) & KNOWN, 0x00007101);
	stop_pmu();
	write_pmn0(-1);
	check("overflow one instruction before the clear",
	      write_at_overflow(0x00007001, 0x00007101) & KNOWN, 0x00007001);
	stop_pmu();
	write_pmn0(-2);
	check("overflow in the instruction that turns E off",
	      write_at_overflow(0x00007001, 0x00007100) & KNOWN, 0x00007100);
	stop_pmu();
}

static void port(void)
{
	static const u32 counters[] = { PORT_PMN0, PORT_PMN1, PORT_CCNT };
	u32 i, n, wrong = 0, taken = 0;

	for (n = 3; n < 500; n += 7) {
		arm_and_run_nops(0x00007021, 1u << 28 | n);
		wrong += irq_pc != (u32)nops + 4 * (n - 2);
		taken += irq_count;
		stop_pmu();
	}
	check("overflows where asked for", taken, 71);
	check("each at its instruction", wrong, 0);
	for (i = 0; i < 3; i++) {
		write_pmnc(0x00707001);
		write_port_race(counters[i] << 28 | 2);
		write_pmnc(0x00707001);
		check("race: not yet", read_pmnc() & 0x700, 0);
		write_pmnc(0x00707701);
		check("race: an overflow with the clear is kept",
		      read_pmnc() & 0x700, 0x100u << i);
		stop_pmu();
	}
	write_port_command(2);
	for (i = 0; i < 10; i++) {
		write_pmn0(0xffffffff - i);
		write_pmn1(0);
		write_at_overflow(0x00707001, 0x00707000);
	}
	check("total of PMN0", read_port_stat(PORT_PMN0), 20);
	check("total of PMN1", read_port_stat(PORT_PMN1), 20);
	check("total of CCNT", read_port_stat(PORT_CCNT), 40);
	check("overflows", read_port_stat(PORT_OVERFLOWS), 2);
	write_port_command(1);
	check("lose-state: PMNC", read_pmnc() & KNOWN, 0);
	stop_pmu();
}

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

void test(void)
{
	stop_pmu();
	enable_irq(PMU_INPUT);
	levels();
	positions();
	races();
	port();
	stepping();
}
