// SPDX-License-Identifier: GPL-2.0
/*
 * The registers of the performance monitors of ARM11, by AN195 table 1, and of XScale: the
 * same four, which differ in the bits of PMNC.
 */
#include "guest.h"

static void reset_values(void)
{
	check("reset: PMNC is zero where it is defined", read_pmnc() & known, 0);
	check("reset: CCNT is zero", read_ccnt(), 0);
	check("reset: PMN0 is zero", read_pmn0(), 0);
	check("reset: PMN1 is zero", read_pmn1(), 0);
	check("midr is known", core != 0, 1);
	/*
	 * The model's answer to "unpredictable": ones. Nothing that a driver may
	 * rely on, but a driver that writes back what it reads shall be caught.
	 */
	check("unpredictable bits read as ones", read_pmnc(), ~known);
}

static void storage(void)
{
	/* Events in 27:12, enables 6:4, D 3 */
	write_pmnc(0x0a50b078);
	check("both events, enables and D read back", read_pmnc() & known, 0x0a50b078);
	write_pmnc(0x00000800);
	check("X reads back, if there is one", read_pmnc(), ~known | 0x00000800);
	write_pmnc(0);
	check("PMNC reads back as zero", read_pmnc() & known, 0);

	write_ccnt(0x12345678);
	write_pmn0(0x9abcdef0);
	write_pmn1(0x0fedcba9);
	check("CCNT reads back while off", read_ccnt(), 0x12345678);
	check("PMN0 reads back while off", read_pmn0(), 0x9abcdef0);
	check("PMN1 reads back while off", read_pmn1(), 0x0fedcba9);
}

static void resets(void)
{
	struct counts counts;

	write_ccnt(11);
	write_pmn0(22);
	write_pmn1(33);
	/* C resets CCNT, and nothing else. */
	write_pmnc(0x00000004);
	check("C: CCNT is zero", read_ccnt(), 0);
	check("C: PMN0 is left alone", read_pmn0(), 22);
	check("C: PMN1 is left alone", read_pmn1(), 33);
	write_ccnt(11);
	check("C is over after the write", read_ccnt(), 11);
	/* P resets PMN0 and PMN1, and not CCNT. */
	write_pmnc(0x00000002);
	check("P: PMN0 is zero", read_pmn0(), 0);
	check("P: PMN1 is zero", read_pmn1(), 0);
	check("P: CCNT is left alone", read_ccnt(), 11);
	write_pmn0(22);
	check("P is over after the write", read_pmn0(), 22);
	/* C with E: counting starts at zero: two cycles later with CPI 2. */
	write_ccnt(999);
	count_insns(0x00000005, 10, &counts);
	check("C with E: CCNT counts from zero", counts.ccnt, 2 * 23);
	write_pmn0(999);
	count_insns(EVENTS(7, 0) | 3, 10, &counts);
	check("P with E: PMN0 counts from zero", counts.pmn0, 21);
	stop_pmu();
}

/* Flags PMN0, PMN1, CCNT are bits 8, 9, 10. */
static void flags(void)
{
	u32 control = EVENTS(7, 7) | 1;
	/* ARM11 clears no flag without E. */
	u32 ack = CORE == XSCALE ? 0x100 : 0x700;
	u32 left = CORE == XSCALE ? 0x400 : 0x500;

	write_pmn0(0xffffffff);
	write_pmnc(control);
	check("flag of PMN0 is bit 8", read_pmnc() & known, control | 0x100);
	write_pmn1(0xffffffff);
	check("flag of PMN1 is bit 9", read_pmnc() & known, control | 0x300);
	write_ccnt(0xffffffff);
	check("flag of CCNT is bit 10", read_pmnc() & known, control | 0x700);
	write_pmnc(control);
	check("writing zeros leaves the flags", read_pmnc() & 0x700, 0x700);
	write_pmnc(control | 0x200);
	check("writing a one clears that flag only", read_pmnc() & 0x700, 0x500);
	write_pmnc((control & ~1) | ack);
	check("writing ones without E", read_pmnc() & known, (control & ~1) | left);
	write_pmnc(control);
	write_pmnc(control & ~1);
	check("turning E on and off leaves the flags", read_pmnc() & 0x700, left);
	write_pmnc(0x00000006);
	check("C and P leave the flags", read_pmnc() & 0x700, left);
	write_pmnc(control | 0x700);
	check("with E all flags are cleared", read_pmnc() & known, control);
#if CORE == XSCALE
	/* The lecture's interrupt handler: clear E and the flags in one write. */
	write_pmnc(0x00000006);
	write_pmn1(0xffffffff);
	write_pmnc(control);
	write_pmnc(read_pmnc() & known & ~1);
	check("E and the flag cleared in the same write", read_pmnc() & known, control & ~1);
#endif
	stop_pmu();
}

static void wraps(void)
{
	struct counts counts;

	/* 2 * 100 + 1, 2 and 3 instructions */
	write_pmn0(0xffffffff);
	write_pmn1(0xffffffff - 201);
	write_ccnt(0xffffffff);
	count_insns(0x00707001, 100, &counts);
	check("PMN0 goes on from zero after 2^32 - 1", counts.pmn0, 200);
	check("PMN1 becomes zero with the last instruction", counts.pmn1, 0);
	check("CCNT wraps in a jump of two cycles", counts.ccnt, 2 * 203 - 1);
	check("all three flags", read_pmnc() & 0x700, 0x700);
	stop_pmu();
	write_pmn0(0xffffffff - 200);
	count_insns(0x00707001, 100, &counts);
	check("the 201st instruction wraps", counts.pmn0, 0);
	stop_pmu();
	write_pmn0(0xffffffff - 201);
	count_insns(0x00707001, 100, &counts);
	check("2^32 - 1 is no overflow", counts.pmn0, 0xffffffff);
	stop_pmu();
}

/* ARM11's 0xff: cycles; XScale's 0x00: one in 16 instructions */
#define OTHER	(CORE == XSCALE ? 0x00 : 0xff)

static u32 is_other(u32 count, u32 insns)
{
	return CORE == XSCALE ? count - insns / 16 < 2 : count == 2 * insns;
}

static void exactness(void)
{
	struct counts counts;
	u32 i, wrong = 0;

	write_pmnc(0x00000006);
	count_insns(EVENTS(7, OTHER) | 1, 1000, &counts);
	check("PMN0: instructions", counts.pmn0, 2001);
	check("PMN1: the other event", is_other(counts.pmn1, 2002), 1);
	check("CCNT: cycles", counts.ccnt, 2 * 2003);

	write_pmnc(0x00000006);
	count_insns(EVENTS(OTHER, 7) | 1, 1000, &counts);
	check("PMN0: the other event", is_other(counts.pmn0, 2001), 1);
	check("PMN1: instructions", counts.pmn1, 2002);

	for (i = 1; i <= 3000; i++) {
		write_pmnc(0x00000006);
		count_insns(EVENTS(7, 0) | 1, i, &counts);
		wrong += counts.pmn0 != 2 * i + 1 || counts.ccnt != 4 * i + 6;
	}
	check("3000 loops of different length, each exact", wrong, 0);

	/*
	 * D: one count in 64 cycles, that is 32 instructions of 2 cycles. The
	 * divider runs freely: it is the one thing that may be off by one.
	 */
	write_pmnc(0x00000006);
	count_insns(EVENTS(7, 0) | 9, 16 * 1000 - 2, &counts);
	check("D: CCNT counts every 64th cycle", counts.ccnt - 999 < 2, 1);
	check("D leaves PMN0 alone", counts.pmn0, 32 * 1000 - 3);
	write_ccnt(0xffffffff);
	count_insns(0x00000009, 16, &counts);
	check("D: CCNT wraps", counts.ccnt < 2, 1);
	check("D: CCNT sets its flag", read_pmnc() & 0x700, 0x400);

	stop_pmu();
	write_pmnc(0x00000006);
	count_insns(0x00707001, 10, &counts);
	write_pmnc(0x00707000);
	counts.pmn0 = read_pmn0();
	counts.pmn1 = read_pmn1();
	counts.ccnt = read_ccnt();
	for (i = 0; i < 100; i++)
		asm volatile("");
	check("without E PMN0 stands still", read_pmn0(), counts.pmn0);
	check("without E PMN1 stands still", read_pmn1(), counts.pmn1);
	check("without E CCNT stands still", read_ccnt(), counts.ccnt);
}

#if CORE == ARM11
static void validation(void)
{
	if (core != 0x1176) {
		write_validation(1);
		check("only ARM1176 has a validation register",
		      read_validation(), 0);
		return;
	}
	check("reset: V is zero", read_validation(), 0);
	write_validation(1);
	check("V can be set", read_validation(), 1);
	write_validation(0);
	check("V can be cleared", read_validation(), 0);
}
#endif

static void fiq_enables(void)
{
	write_pmnc(0x70000000);
	check("FCC, FC1 and FC0 read back, if there are any", read_pmnc(), ~known | 0x70000000);
	write_pmnc(0);
	check("and are zero again", read_pmnc(), ~known);
	stop_pmu();
}

void test(void)
{
	reset_values();
	storage();
	resets();
	flags();
	wraps();
	exactness();
#if CORE == ARM11
	validation();
#endif
	fiq_enables();
}
