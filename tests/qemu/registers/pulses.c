// SPDX-License-Identifier: GPL-2.0
/* An event that happens only by pulses of the test port: 0x05, on counters 0 and 1 */
#include "guest.h"

#define PULSED		0x05
/* Event 0x06 has a rate: one in 22 instructions. */
#define OTHER		0x06

/* Counter N begins at VALUE[N], CCNT at 0. */
#if CORE == A8
#define FLAGS		0x8000000f
#define FLAG_0		1
#define FLAG_1		2
#define read_status	read_flag

static void select(u32 i, u32 event, u32 value)
{
	write_pmnxsel(i);
	write_evtsel(event);
	write_pmcnt(value);
}

static void start(u32 event0, u32 value0, u32 event1, u32 value1, u32 irqs)
{
	select(0, event0, value0);
	select(1, event1, value1);
	write_cntens(0x80000003);
	write_intens(irqs);
	write_pmnc(1);
}

static void stop(void)
{
	write_pmnc(0);
}

static u32 count(u32 i)
{
	write_pmnxsel(i);
	return read_pmcnt();
}
#else
#define FLAGS		0x700
#define FLAG_0		0x100
#define FLAG_1		0x200
#define read_status	read_pmnc

static void start(u32 event0, u32 value0, u32 event1, u32 value1, u32 irqs)
{
	write_pmn0(value0);
	write_pmn1(value1);
	write_pmnc(EVENTS(event0, event1) | irqs << 4 | 1);
}

static void stop(void)
{
	write_pmnc(EVENTS(PULSED, PULSED));
}

static u32 count(u32 i)
{
	return i ? read_pmn1() : read_pmn0();
}
#endif

static int pulse_in_user_mode(void)
{
	write_port_pulse(11);
	return 0;
}

static void counts(void)
{
	u32 i;

	start(PULSED, 0, OTHER, 0, 0);
	for (i = 0; i < 10000; i++)
		asm volatile("");
	check("no rate of its own", count(0), 0);
	check("another event keeps its rate", count(1) > 900, 1);
	write_port_pulse(1);
	check("one event", count(0), 1);
	write_port_pulse(1000000);
	check("a million at once", count(0), 1000001);
	write_port_pulse(0);
	check("none", count(0), 1000001);
	in_user_mode(pulse_in_user_mode);
	check("a pulse in User mode", count(0), 1000012);
	stop();
	write_port_pulse(5);
	check("no event while the monitor is stopped", count(0), 1000012);
	stop_pmu();

	start(OTHER, 0, PULSED, 0, 0);
	write_port_pulse(1000000);
	check("the other counter", count(1), 1000000);
	check("not the counter of another event", count(0) < 10, 1);
	check("nor CCNT", read_ccnt() < 1000, 1);
	stop_pmu();
}

static void wraps(void)
{
	write_port_command(2);
	start(PULSED, -10, PULSED, -20, 0);
	write_port_pulse(9);
	check("one before the wrap: no flag", read_status() & FLAGS, 0);
	write_port_pulse(4);
	check("the wrap sets the flag", read_status() & FLAGS, FLAG_0);
	check("and three are left", count(0), 3);
	write_port_pulse(7);
	check("the wrap of the second sets its flag", read_status() & FLAGS, FLAG_0 | FLAG_1);
	check("and none is left", count(1), 0);
	check("total of the first", read_port_stat(PORT_PMN0), 20);
	check("total of the second", read_port_stat(PORT_PMN1), 20);
	check("two overflows", read_port_stat(PORT_OVERFLOWS), 2);
	stop_pmu();

	start(PULSED, -5, PULSED, -5, 0);
	write_port_pulse(5);
	check("both in one instruction", read_status() & FLAGS, FLAG_0 | FLAG_1);
	stop_pmu();
}

static void interrupts(void)
{
	start(PULSED, -3, OTHER, 0, 1);
	pulse_and_run_nops(2);
	check("no interrupt before the wrap", irq_count, 0);
	pulse_and_run_nops(1);
	check("an interrupt at the wrap", irq_count, 1);
	check("before the next instruction", irq_pc, (u32)pulse_and_run_nops + 8);
	check("with the flag", irq_pmnc & FLAGS, FLAG_0);
	acknowledge_irq();
	stop_pmu();
	end_irq(PMU_INPUT);
}

void test(void)
{
	stop_pmu();
	enable_irq(PMU_INPUT);
	counts();
	wraps();
	interrupts();
}
