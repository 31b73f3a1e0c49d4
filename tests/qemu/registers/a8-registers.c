// SPDX-License-Identifier: GPL-2.0
/* The registers of Cortex-A8's performance monitor, by section 3.2 of the TRM */
#include "guest.h"

static u32 counter(u32 i)
{
	if (i == 4)
		return read_ccnt();
	write_pmnxsel(i);
	return read_pmcnt();
}

static void set_event(u32 i, u32 event)
{
	write_pmnxsel(i);
	write_evtsel(event);
}

static void set_all_events(u32 event)
{
	u32 i;

	for (i = 0; i < 4; i++)
		set_event(i, event);
}

static void reset_values(void)
{
	u32 i;

	check("midr is known", core, 0xa8);
	check("reset: PMNC is ARM, 0, 4 counters, all off", read_pmnc(),
	      0x41002000);
	/* The model's answer to "unpredictable": ones */
	check("reset: CNTENS", read_cntens(), ~KNOWN);
	check("reset: CNTENC", read_cntenc(), ~KNOWN);
	check("reset: FLAG", read_flag(), ~KNOWN);
	check("reset: INTENS", read_intens(), ~KNOWN);
	check("reset: INTENC", read_intenc(), ~KNOWN);
	check("reset: USEREN", read_useren(), 0);
	check("reset: PMNXSEL", read_pmnxsel(), 0);
	for (i = 0; i < 5; i++)
		check("reset: counter", counter(i), 0);
}

static void control(void)
{
	write_pmnc(0x00000038);
	check("DP, X and D read back", read_pmnc(), 0x41002038);
	write_pmnc(0x00000008);
	check("D is bit 3", read_pmnc(), 0x41002008);
	write_pmnc(0xbeffd810);
	check("IMP, IDCODE and N are read-only", read_pmnc(), 0x41002010);
	write_pmnc(0x00000001);
	check("E is bit 0", read_pmnc(), 0x41002001);
	write_pmnc(0x00000007);
	check("C and P read as zero", read_pmnc(), 0x41002001);
	stop_pmu();
}

static void masks(void)
{
	write_cntens(0x80000005);
	check("CNTENS sets", read_cntens() & KNOWN, 0x80000005);
	check("CNTENC reads the same", read_cntenc() & KNOWN, 0x80000005);
	write_cntens(0x00000002);
	check("CNTENS leaves the others", read_cntens() & KNOWN, 0x80000007);
	write_cntenc(0x80000001);
	check("CNTENC clears", read_cntens() & KNOWN, 0x00000006);
	write_cntenc(0);
	write_cntens(0);
	check("CNTENS and CNTENC ignore zeros", read_cntens() & KNOWN, 0x00000006);
	check("INTENS is another register", read_intens() & KNOWN, 0);
	write_intens(0x80000009);
	check("INTENS sets", read_intens() & KNOWN, 0x80000009);
	check("INTENC reads the same", read_intenc() & KNOWN, 0x80000009);
	write_intens(0x00000004);
	write_intenc(0x80000001);
	check("INTENC clears", read_intens() & KNOWN, 0x0000000c);
	check("CNTENS is another register", read_cntens() & KNOWN, 0x00000006);
	write_pmnc(0x00000006);
	check("C and P leave INTENS", read_intens() & KNOWN, 0x0000000c);
	check("C and P leave CNTENS", read_cntens() & KNOWN, 0x00000006);
	stop_pmu();
	check("all are clear", (read_intens() | read_cntens()) & KNOWN, 0);
}

static void banks(void)
{
	u32 i;

	for (i = 0; i < 4; i++) {
		write_pmnxsel(i);
		check("PMNXSEL reads back", read_pmnxsel(), i);
		write_evtsel(0x40 + i);
		write_pmcnt(0x11111111 * (i + 1));
	}
	write_ccnt(0x12345678);
	for (i = 0; i < 4; i++) {
		check("a counter of its own", counter(i), 0x11111111 * (i + 1));
		check("an event of its own", read_evtsel(), 0x40 + i);
	}
	check("CCNT", read_ccnt(), 0x12345678);
	for (i = 4; i < 32; i += 9) {
		write_pmnxsel(i);
		check("no such counter: garbage", read_pmcnt(), ~0u);
		check("no such counter: no event", read_evtsel(), ~0u);
	}

	write_pmnc(0x00000004);
	check("C: CCNT is zero", read_ccnt(), 0);
	check("C: PMN3 is left alone", counter(3), 0x44444444);
	write_ccnt(11);
	check("C is over after the write", read_ccnt(), 11);
	write_pmnc(0x00000002);
	for (i = 0; i < 4; i++)
		check("P: PMN is zero", counter(i), 0);
	check("P: CCNT is left alone", read_ccnt(), 11);
	write_pmnxsel(2);
	check("P: events are left alone", read_evtsel(), 0x42);
	write_pmcnt(22);
	check("P is over after the write", read_pmcnt(), 22);
	stop_pmu();
}

/* A counter counts if E and its own enable are set. */
static void enables(void)
{
	struct counts counts;
	u32 i, k, wrong;

	set_all_events(0x08);
	write_cntens(KNOWN);
	count_insns(0, 10, &counts);
	for (i = 0; i < 5; i++)
		check("without E nothing counts", counter(i), 0);
	write_cntenc(KNOWN);
	count_insns(0x00000001, 10, &counts);
	write_pmnc(0);
	for (i = 0; i < 5; i++)
		check("without its enable nothing counts", counter(i), 0);
	for (i = 0; i < 5; i++) {
		write_pmnc(0x00000006);
		write_cntenc(KNOWN);
		write_cntens(bits[i]);
		/* The loop, three reads, three stores, a return, and more */
		count_insns(0x00000001, 10, &counts);
		write_pmnc(0);
		for (k = 0, wrong = 0; k < 5; k++)
			wrong += k != i && counter(k) != 0;
		check("with its enable that counter counts", counter(i) > 20, 1);
		check("and no other", wrong, 0);
		wrong = counter(i);
		asm volatile("nop; nop; nop");
		check("it stands still without E", counter(i), wrong);
	}
	/* Enables take effect at once: three instructions in all. */
	stop_pmu();
	write_pmnxsel(2);
	write_pmcnt(0);
	write_pmnc(0x00000001);
	write_cntens(4);
	asm volatile("nop; nop");
	write_cntenc(4);
	write_pmnc(0);
	check("from CNTENS to CNTENC", read_pmcnt() - 3 < 3, 1);
	stop_pmu();
}

static void exactness(void)
{
	struct counts counts;
	u32 i, n, wrong = 0;

	write_cntens(KNOWN);
	for (i = 0; i < 4; i++) {
		set_event(i, 0x08);
		write_pmnc(0x00000006);
		count_insns(0x00000001, 1000, &counts);
		check("instructions", counts.pmn0, 2001);
		check("one more", counts.pmn1, 2002);
		check("CCNT: cycles", counts.ccnt, 2 * 2003);
		set_event(i, 0x11);
		write_pmnc(0x00000006);
		count_insns(0x00000009, 1000, &counts);
		check("event 0x11: cycles, not divided", counts.pmn0, 2 * 2001);
		write_pmnc(0);
	}
	set_event(1, 0x08);
	for (n = 1; n <= 3000; n++) {
		write_pmnc(0x00000006);
		count_insns(0x00000001, n, &counts);
		wrong += counts.pmn0 != 2 * n + 1 || counts.ccnt != 4 * n + 6;
	}
	check("3000 loops of different length, each exact", wrong, 0);

	/* D: one count in 32 instructions of 2 cycles; the divider runs freely. */
	write_pmnc(0x00000006);
	count_insns(0x00000009, 16 * 1000 - 2, &counts);
	check("D: CCNT counts every 64th cycle", counts.ccnt - 999 < 2, 1);
	check("D leaves PMN1 alone", counts.pmn0, 32 * 1000 - 3);
	stop_pmu();
	write_cntens(0x80000000);
	write_ccnt(0xffffffff);
	count_insns(0x00000009, 16, &counts);
	check("D: CCNT wraps", counts.ccnt < 2, 1);
	check("D: CCNT sets its flag", read_flag() & KNOWN, 0x80000000);
	stop_pmu();
}

static void flags(void)
{
	struct counts counts;
	u32 i;

	set_all_events(0x08);
	write_cntens(KNOWN);
	for (i = 0; i < 5; i++) {
		set_counter(i, 0xffffffff);
		write_pmnc(0x00000001);
		check("a wrap sets the flag of that counter",
		      read_flag() & KNOWN, bits[i]);
		write_pmnc(0);
		write_flag(KNOWN & ~bits[i]);
		check("the ones of others leave it", read_flag() & KNOWN, bits[i]);
		write_flag(0);
		check("zeros leave it", read_flag() & KNOWN, bits[i]);
		write_cntenc(bits[i]);
		write_pmnc(0x00000006);
		check("CNTENC, P and C leave it", read_flag() & KNOWN, bits[i]);
		write_cntens(bits[i]);
		write_flag(bits[i]);
		check("a one clears it, without E", read_flag() & KNOWN, 0);
		set_counter(i, 0xffffffff);
		write_pmnc(0x00000001);
		write_flag(bits[i]);
		check("a one clears it, with E", read_flag() & KNOWN, 0);
		write_pmnc(0x00000006);
	}
	for (i = 0; i < 5; i++)
		set_counter(i, 0xfffffffe);
	write_pmnxsel(3);
	count_insns(0x00000001, 100, &counts);
	check("all wrap", read_flag() & KNOWN, KNOWN);
	check("PMN3 goes on from zero after 2^32 - 1", counts.pmn0, 199);
	check("CCNT wraps in a jump of two cycles", counts.ccnt, 2 * 203 - 2);
	write_flag(0x00000005);
	check("ones clear some", read_flag() & KNOWN, 0x8000000a);
	stop_pmu();
	write_cntens(8);
	set_counter(3, 0xffffffff - 201);
	count_insns(0x00000001, 100, &counts);
	check("2^32 - 1 is no overflow", counts.pmn0, 0xffffffff);
	stop_pmu();
}

/* Software increment: event 0x00 counts writes of SWINCR, and nothing else. */
static void software(void)
{
	u32 i;

	write_pmnc(0x00000006);
	set_all_events(0x00);
	write_cntens(0x00000007);
	write_pmnc(0x00000001);
	for (i = 0; i < 100; i++)
		write_swincr(0x0000000a);
	write_swincr(0x00000004);
	write_swincr(0);
	check("SWINCR reads as zero", read_swincr(), 0);
	check("SWINCR: PMN0 was not named", counter(0), 0);
	check("SWINCR: PMN1", counter(1), 100);
	check("SWINCR: PMN2", counter(2), 1);
	check("SWINCR: PMN3 is not enabled", counter(3), 0);
	write_pmnc(0);
	write_swincr(0x0000000f);
	check("SWINCR: not without E", counter(1), 100);
	set_counter(1, 0xffffffff);
	write_pmnc(0x00000001);
	check("SWINCR: no flag yet", read_flag() & KNOWN, 0);
	write_swincr(2);
	check("SWINCR: wraps", counter(1), 0);
	check("SWINCR: sets the flag", read_flag() & KNOWN, 2);
	stop_pmu();
	set_event(2, 0x40);
	write_cntens(4);
	write_pmnc(0x00000001);
	write_swincr(4);
	check("SWINCR with another event: unpredictable", counter(2) >= 4096, 1);
	stop_pmu();
}

void test(void)
{
	reset_values();
	control();
	masks();
	banks();
	enables();
	exactness();
	flags();
	software();
}
