// SPDX-License-Identifier: GPL-2.0
/* The model's test port: totals, and overflows at chosen places */
#include "guest.h"

static void totals(void)
{
	u32 i;

	write_port_command(2);
	for (i = 0; i < 10; i++) {
		/* On for two instructions, whatever the counters hold. */
		write_pmn0(0xffffffff - i);
		write_pmn1(i * 0x10001);
		write_ccnt(0xfffffffe);
		write_at_overflow(0x00707001, 0x00707000);
		write_pmnc(0x00000006);
	}
	check("total of PMN0", read_port_stat(PORT_PMN0), 20);
	check("total of PMN1", read_port_stat(PORT_PMN1), 20);
	check("total of CCNT", read_port_stat(PORT_CCNT), 40);
	/* PMN0 with i = 0 and 1, CCNT always */
	check("overflows", read_port_stat(PORT_OVERFLOWS), 12);
	stop_pmu();
	/* Totals are as wide as they have to be. */
	write_port_command(2);
	for (i = 0; i < 3; i++) {
		write_pmn0(1);
		write_pmnc(EVENTS(7, 0) | 1);
		write_port_race(0 << 28 | 1);
		write_pmnc(EVENTS(7, 0));
	}
	check("64 bits: high half", read_port_stat(PORT_PMN0) >> 32, 2);
	/* Three times 2^32 - 1: a race lets PMN0 count from one to the wrap. */
	check("64 bits: low half", (u32)read_port_stat(PORT_PMN0), -3);
	stop_pmu();
	write_port_command(2);
	write_pmn0(1);
	write_pmn1(read_pmn0());
	write_pmnc(0);
	check("accesses", read_port_stat(PORT_ACCESSES), 4);
}

static void overflow_at(void)
{
	u32 n, flags, wrong = 0, taken = 0;

	for (n = 3; n < 500; n += 7) {
		write_pmn0(12345);
		arm_and_run_nops(EVENTS(7, 0) | 0x11, OVERFLOW_AT(PORT_PMN0, n));
		wrong += irq_pc != (u32)nops + 4 * (n - 2);
		taken += irq_count;
		acknowledge_irq();
		stop_pmu();
		end_irq(PMU_INPUT);
	}
	check("overflows where asked for", taken, 71);
	check("each at its instruction", wrong, 0);

	/* Each counter has a request of its own. Their events are slow. */
	write_pmnc(EVENTS(5, 5) | 0x701);
	write_port_overflow_at(OVERFLOW_AT(PORT_PMN0, 40));
	write_port_overflow_at(OVERFLOW_AT(PORT_PMN1, 40));
	write_port_overflow_at(OVERFLOW_AT(PORT_CCNT, 40));
	check("asked for three: not yet", read_pmnc() & 0x700, 0);
	for (n = 0; n < 100; n++)
		asm volatile("");
	check("asked for three: all come", read_pmnc() & 0x700, 0x700);
	stop_pmu();

	/* One request for three counters: none comes before the others. */
	for (n = 40; n < 50; n++) {
		write_pmnc(EVENTS(5, 5) | 0x701);
		write_port_overflow_at(OVERFLOW_AT(PORT_PMN0, n) | OVERFLOW_AT(PORT_PMN1, n) |
				       OVERFLOW_AT(PORT_CCNT, n));
		do
			flags = read_pmnc() & 0x700;
		while (!flags);
		check("three at once", flags, 0x700);
		stop_pmu();
	}
}

static void race(void)
{
	u32 counters[] = { PORT_PMN0, PORT_PMN1, PORT_CCNT };
	u32 i;

	for (i = 0; i < 3; i++) {
		u32 flag = 0x100 << i;

		write_pmnc(0x00707001);
		write_port_race(counters[i] << 28 | 2);
		write_pmnc(0x00707001);
		check("race: not yet", read_pmnc() & 0x700, 0);
		write_pmnc(0x00707701);
		check("race: an overflow with the clear is kept",
		      read_pmnc() & 0x700, flag);
		write_pmnc(0x00707701);
		check("race: once only", read_pmnc() & 0x700, 0);
		stop_pmu();
	}
}

static void irqs_off(void)
{
	unmask_irqs();
	read_port_stat(PORT_IRQS_OFF);
	mask_irqs();
	asm volatile("nop\n\tnop\n\tnop");
	unmask_irqs();
	mask_irqs();
	asm volatile("nop");
	unmask_irqs();
	check("the longest is three NOPs, and the instruction that unmasks",
	      read_port_stat(PORT_IRQS_OFF), 4);
	check("it begins again", read_port_stat(PORT_IRQS_OFF), 0);
	/* The vector and the seven instructions at "undefined" */
	asm volatile(".inst 0xe7f000f0");
	check("an exception masks interrupts", read_port_stat(PORT_IRQS_OFF), 8);
	mask_irqs();
}

void test(void)
{
	check("the test port is there", read_port(), 0x43504d55);
	stop_pmu();
	enable_irq(PMU_INPUT);
	totals();
	overflow_at();
	race();
	irqs_off();

	write_pmnc(0x0aa77879 & known);
	write_pmn1(77);
	write_port_command(1);
	check("lose-state: PMNC", read_pmnc() & known, 0);
	check("lose-state: PMN1", read_pmn1(), 0);
}
