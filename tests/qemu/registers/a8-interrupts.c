// SPDX-License-Identifier: GPL-2.0
/* nPMUIRQ of Cortex-A8: E and OR(FLAG and INTEN), and at which instruction */
#include "guest.h"

static void done(void)
{
	acknowledge_irq();
	stop_pmu();
	end_irq(PMU_INPUT);
}

static void levels(void)
{
	u32 i;

	for (i = 0; i < 5; i++) {
		write_cntens(bits[i]);
		set_counter(i, 0xffffffff);
		write_pmnc(0x00000001);
		check("flag without enable", read_flag() & KNOWN, bits[i]);
		check("no request without enable", is_pending(PMU_INPUT), 0);
		write_intens(KNOWN & ~bits[i]);
		check("no request from the enables of others",
		      is_pending(PMU_INPUT), 0);
		write_intens(bits[i]);
		check("flag and enable: request", is_pending(PMU_INPUT), 1);
		write_cntenc(bits[i]);
		check("request stays if the counter is off",
		      is_pending(PMU_INPUT), 1);
		write_pmnc(0);
		check("no request without E", is_pending(PMU_INPUT), 0);
		check("but the flag", read_flag() & KNOWN, bits[i]);
		write_pmnc(0x00000007);
		check("request again with E", is_pending(PMU_INPUT), 1);
		write_flag(KNOWN & ~bits[i]);
		check("clearing others leaves it", is_pending(PMU_INPUT), 1);
		write_intenc(bits[i]);
		check("enable off: no request", is_pending(PMU_INPUT), 0);
		write_intens(bits[i]);
		check("enable on: request again", is_pending(PMU_INPUT), 1);
		write_flag(bits[i]);
		check("flag cleared: no request", is_pending(PMU_INPUT), 0);
		stop_pmu();
	}
}

/* An overflow in the Nth instruction interrupts after that instruction. */
static void positions(void)
{
	u32 i, n, pc_wrong = 0, flag_wrong = 0, number_wrong = 0, taken = 0;

	for (i = 0; i < 5; i++) {
		for (n = 1; n < 500; n += 7) {
			write_cntens(KNOWN);
			write_intens(bits[i]);
			set_counter(i, i == 4 ? -2 * n + (n & 1) : -n);
			run_nops(0x00000001);
			taken += irq_count;
			pc_wrong += irq_pc != (u32)nops + 4 * n;
			flag_wrong += (irq_pmnc & KNOWN) != bits[i];
			number_wrong += acknowledge_irq() != PMU_INPUT;
			stop_pmu();
			end_irq(PMU_INPUT);
		}
	}
	check("interrupts at 5 x 72 places", taken, 5 * 72);
	check("each after the instruction of the overflow", pc_wrong, 0);
	check("each with its counter's flag", flag_wrong, 0);
	check("each from the PMU's input", number_wrong, 0);

	write_cntens(4);
	set_counter(2, -100);
	run_nops(0x00000001);
	check("no interrupt without enable", irq_count, 0);
	check("but the flag", read_flag() & KNOWN, 4);
	stop_pmu();
	write_intens(4);
	set_counter(2, -100);
	run_nops(0x00000001);
	check("no interrupt from a counter that is off", irq_count, 0);
	stop_pmu();
	write_cntens(4);
	write_intens(4);
	set_counter(2, -100);
	run_nops(0);
	check("no interrupt without E", irq_count, 0);
	check("and no flag", read_flag() & KNOWN, 0);
	stop_pmu();
}

/* An overflow in the instruction that clears the flag is not lost. */
static void races(void)
{
	write_cntens(2);
	set_counter(1, -2);
	check("overflow in the instruction of the clear",
	      write_at_overflow(0x00000001, 2) & KNOWN, 2);
	stop_pmu();
	write_cntens(2);
	set_counter(1, -1);
	check("overflow one instruction before the clear",
	      write_at_overflow(0x00000001, 2) & KNOWN, 0);
	stop_pmu();
}

static void software(void)
{
	write_pmnxsel(3);
	write_evtsel(0x00);
	write_pmcnt(0xffffffff);
	write_cntens(8);
	write_intens(8);
	write_pmnc(0x00000001);
	check("no request before SWINCR", is_pending(PMU_INPUT), 0);
	write_swincr(8);
	check("request after SWINCR", is_pending(PMU_INPUT), 1);
	write_evtsel(0x08);
	done();
}

static void port(void)
{
	u32 i, n, wrong = 0, taken = 0;

	for (n = 3; n < 500; n += 7) {
		write_cntens(4);
		write_intens(4);
		arm_and_run_nops(0x00000001, OVERFLOW_AT(2, n));
		wrong += irq_pc != (u32)nops + 4 * (n - 2);
		taken += irq_count;
		done();
	}
	check("overflows where asked for", taken, 71);
	check("each at its instruction", wrong, 0);
	for (i = 0; i < 5; i++) {
		write_cntens(KNOWN);
		write_pmnc(0x00000001);
		write_port_race(i << 28 | 2);
		write_flag(KNOWN);
		check("race: not yet", read_flag() & KNOWN, 0);
		write_flag(KNOWN);
		check("race: an overflow with the clear is kept",
		      read_flag() & KNOWN, bits[i]);
		write_flag(KNOWN);
		write_port_race(i << 28 | 1);
		write_pmnc(0);
		check("race: an overflow with the stop", read_flag() & KNOWN,
		      bits[i]);
		stop_pmu();
	}
	/* Two instructions each, and the one that turns E off */
	write_port_command(2);
	write_cntens(8);
	for (i = 0; i < 10; i++) {
		set_counter(3, 0xffffffff - i);
		write_pmnc(0x00000001);
		asm volatile("nop; nop");
		write_pmnc(0);
	}
	/* The compiler may put a load of the zero between. */
	check("total of PMN3", read_port_stat(PORT_PMN3) - 30 <= 10, 1);
	check("overflows", read_port_stat(PORT_OVERFLOWS) >= 3, 1);
	write_useren(1);
	write_port_command(1);
	check("lose-state: USEREN", read_useren(), 0);
	check("lose-state: CNTENS", read_cntens() & KNOWN, 0);
	stop_pmu();
}

void test(void)
{
	u32 i;

	stop_pmu();
	for (i = 0; i < 4; i++) {
		write_pmnxsel(i);
		write_evtsel(0x08);
	}
	enable_irq(PMU_INPUT);
	levels();
	positions();
	races();
	software();
	port();
}
