// SPDX-License-Identifier: GPL-2.0
/*
 * The registers of XScale's performance monitor: CP14, evtCount0 in 19:12 and
 * evtCount1 in 27:20, flags in 10:8, inten in 6:4, D, C, P and E in 3:0.
 */
#include "guest.h"

/* What PMNC reads as, without the unpredictable bits: reserved, C and P */
#define KNOWN	0x0ffff779

static void reset_values(void)
{
	check("reset: PMNC is zero where it is defined", read_pmnc() & KNOWN, 0);
	check("reset: CCNT is zero", read_ccnt(), 0);
	check("reset: PMN0 is zero", read_pmn0(), 0);
	check("reset: PMN1 is zero", read_pmn1(), 0);
	check("midr is known", core == 0x250 || core == 0x255, 1);
	/* The model's answer to "unpredictable": ones */
	check("unpredictable bits read as ones", read_pmnc(), 0xf0000886);
}

static void storage(void)
{
	write_pmnc(0x0a50b078);
	check("evtCount0, evtCount1, inten and D read back",
	      read_pmnc() & KNOWN, 0x0a50b078);
	write_pmnc(0x00000800);
	check("there is no X", read_pmnc() & KNOWN, 0);
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
	write_pmnc(0x00000004);
	check("C: CCNT is zero", read_ccnt(), 0);
	check("C: PMN0 is left alone", read_pmn0(), 22);
	check("C: PMN1 is left alone", read_pmn1(), 33);
	write_ccnt(11);
	write_pmnc(0x00000002);
	check("P: PMN0 is zero", read_pmn0(), 0);
	check("P: PMN1 is zero", read_pmn1(), 0);
	check("P: CCNT is left alone", read_ccnt(), 11);
	write_ccnt(999);
	count_insns(0x00000005, 10, &counts);
	check("C with E: CCNT counts from zero", counts.ccnt, 2 * 23);
	write_pmn0(999);
	count_insns(0x00007003, 10, &counts);
	check("P with E: PMN0 counts from zero", counts.pmn0, 21);
	stop_pmu();
}

static void flags(void)
{
	/* E; PMN0 and PMN1: 0x07 */
	u32 control = 0x00707001;

	write_pmn0(0xffffffff);
	write_pmnc(control);
	check("flag of PMN0 is bit 8", read_pmnc() & KNOWN, control | 0x100);
	write_pmn1(0xffffffff);
	check("flag of PMN1 is bit 9", read_pmnc() & KNOWN, control | 0x300);
	write_ccnt(0xffffffff);
	check("flag of CCNT is bit 10", read_pmnc() & KNOWN, control | 0x700);
	write_pmnc(control);
	check("writing zeros leaves the flags", read_pmnc() & 0x700, 0x700);
	write_pmnc(control | 0x200);
	check("writing a one clears that flag only", read_pmnc() & 0x700, 0x500);
	write_pmnc(0x00707100);
	check("without E too", read_pmnc() & KNOWN, 0x00707400);
	write_pmnc(0x00000006);
	check("C and P leave the flags", read_pmnc() & 0x700, 0x400);
	write_pmnc(0x00000400);
	check("all are clear", read_pmnc() & KNOWN, 0);
	/* The lecture's interrupt handler: clear E and the flags in one write. */
	write_pmn1(0xffffffff);
	write_pmnc(0x00707001);
	write_pmnc(read_pmnc() & KNOWN & ~1);
	check("E and the flag cleared in the same write", read_pmnc() & KNOWN,
	      0x00707000);
	stop_pmu();
}

static void wraps(void)
{
	struct counts counts;

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
	count_insns(0x00007001, 100, &counts);
	check("the 201st instruction wraps", counts.pmn0, 0);
	stop_pmu();
	write_pmn0(0xffffffff - 201);
	count_insns(0x00007001, 100, &counts);
	check("2^32 - 1 is no overflow", counts.pmn0, 0xffffffff);
	stop_pmu();
}

static void exactness(void)
{
	struct counts counts;
	u32 i, wrong = 0;

	/* 0x00: one in 16 instructions */
	write_pmnc(0x00000006);
	count_insns(0x00007001, 1000, &counts);
	check("19:12 is PMN0's: instructions", counts.pmn0, 2001);
	check("27:20 is PMN1's: one in 16", counts.pmn1 - 2002 / 16 < 2, 1);
	check("CCNT: cycles", counts.ccnt, 2 * 2003);
	write_pmnc(0x00000006);
	count_insns(0x00700001, 1000, &counts);
	check("19:12 is PMN0's: one in 16", counts.pmn0 - 2001 / 16 < 2, 1);
	check("27:20 is PMN1's: instructions", counts.pmn1, 2002);

	for (i = 1; i <= 3000; i++) {
		write_pmnc(0x00000006);
		count_insns(0x00007001, i, &counts);
		wrong += counts.pmn0 != 2 * i + 1 || counts.ccnt != 4 * i + 6;
	}
	check("3000 loops of different length, each exact", wrong, 0);

	write_pmnc(0x00000006);
	count_insns(0x00007009, 16 * 1000 - 2, &counts);
	check("D: CCNT counts every 64th cycle", counts.ccnt - 999 < 2, 1);
	check("D leaves PMN0 alone", counts.pmn0, 32 * 1000 - 3);
	stop_pmu();
	write_pmn0(5);
	write_pmn1(6);
	write_ccnt(7);
	count_insns(0x00707000, 10, &counts);
	check("without E PMN0 stands still", counts.pmn0, 5);
	check("without E PMN1 stands still", counts.pmn1, 6);
	check("without E CCNT stands still", counts.ccnt, 7);
	stop_pmu();
}

#define SLOW	(~0u)

/* 0x00 to 0x0d, and the application-specific ones that are known */
static u32 rate(u32 event, u32 *defined)
{
	u32 named = event <= 0x0d || (event >= 0x10 && event <= 0x16 &&
				      event != 0x13);

	*defined += named;
	if (!named)
		return 4096;
	return event == 0x07 ? 1 : SLOW;
}

static void events(void)
{
	u32 event, defined = 0, wrong0 = 0, wrong1 = 0;

	for (event = 0; event < 256; event++) {
		/* PMN1 is read after 64 times the interval of a slow event. */
		u32 insns = 64 * (16 + event);
		u32 each = rate(event, &defined);
		struct counts counts;

		write_pmnc(0x00000006);
		count_insns(0x00000001 | event << 20, insns / 2 - 1, &counts);
		wrong1 += counts.pmn1 != (each == SLOW ? 64 : each * insns);
		write_pmnc(0x00000006);
		count_insns(0x00000001 | event << 12, insns / 2 - 1, &counts);
		if (each == SLOW)
			wrong0 += counts.pmn0 != 64 && counts.pmn0 != 63;
		else
			wrong0 += counts.pmn0 != each * (insns - 1);
	}
	check("number of events", defined, 14 + 6);
	check("256 event numbers on PMN0, each at its rate", wrong0, 0);
	check("256 event numbers on PMN1, each at its rate", wrong1, 0);
	stop_pmu();
}

static int use_pmnc(void)
{
	write_pmnc(0x00707000);
	return read_pmnc();
}

static int use_counters(void)
{
	write_ccnt(1);
	write_pmn0(2);
	write_pmn1(3);
	return read_ccnt() + read_pmn0() + read_pmn1();
}

static void user(void)
{
	stop_pmu();
	in_user_mode(use_pmnc);
	check("PMNC in User mode: Undefined", undefined_count, 2);
	in_user_mode(use_counters);
	check("counters in User mode: Undefined", undefined_count, 2 + 6);
	check("nothing was written", (read_pmnc() & KNOWN) | read_ccnt() |
	      read_pmn0() | read_pmn1(), 0);
	/* Core 2 has its registers at crm 1 and 2. */
	undefined_count = 0;
	asm volatile("mrc p14, 0, r0, c0, c1, 0" : : : "r0");
	asm volatile("mrc p14, 0, r0, c4, c1, 0" : : : "r0");
	asm volatile("mrc p14, 0, r0, c0, c2, 0" : : : "r0");
	check("no registers of core 2", undefined_count, 3);
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
	events();
	user();
}
