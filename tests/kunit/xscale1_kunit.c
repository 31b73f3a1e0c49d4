// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the register writes of cp_pmu_pmnc.c for the first XScale core, of PXA250
 * and PXA255. The words are made by hand from the slides "Performance Monitoring (Based on
 * PXA250)", "Performance Monitor Control Reg. (PMNC)":
 *
 *	27:20 evtCount1, 19:12 evtCount0, 10:8 flags of CCNT PMN1 PMN0,
 *	6:4 interrupt enables in the same order, 3 D, 2 C, 1 P, 0 E
 */

#define SUITE xscale1_kunit
#define XSCALE
#include "under_test.h"
#include "regs_model.h"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_pmnc.c"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_arm11.c"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_xscale1.c"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_events.c"
#include "pmu_test.h"

static int xscale1_kunit_init(struct kunit *test)
{
	begin(test, &cp_pmu_xscale1);
	return 0;
}

/* Whole words of PMNC; the first seven are the slides' "Monitoring Examples". */
static const struct word_param word_params[] = {
	{ "instruction cache efficiency, all armed", &cp_pmu_xscale1,
	  { 0x07, 0x00, CYCLES }, ALL, 0x00007071 },
	{ "data cache efficiency", &cp_pmu_xscale1,
	  { 0x0a, 0x0b, CYCLES }, 0, 0x00b0a001 },
	{ "instruction fetch latency", &cp_pmu_xscale1,
	  { 0x01, 0x00, CYCLES }, BIT(PMN0), 0x00001011 },
	{ "data and bus request buffer full", &cp_pmu_xscale1,
	  { 0x08, 0x09, CYCLES }, BIT(PMN1), 0x00908021 },
	{ "stalls and write-back", &cp_pmu_xscale1,
	  { 0x02, 0x0c, CYCLES }, BIT(CCNT), 0x00c02041 },
	{ "instruction TLB efficiency", &cp_pmu_xscale1,
	  { 0x07, 0x03, CYCLES }, BIT(PMN0) | BIT(CCNT), 0x00307051 },
	{ "data TLB efficiency", &cp_pmu_xscale1,
	  { 0x0a, 0x04, CYCLES }, BIT(PMN1) | BIT(CCNT), 0x0040a061 },
	{ "icache misses, instructions", &cp_pmu_xscale1,
	  { 0x00, 0x07, NONE }, 0, 0x00700001 },
	{ "nothing but E", &cp_pmu_xscale1,
	  { NONE, NONE, CYCLES }, 0, 0x00000001 },
	{ "divided cycles armed", &cp_pmu_xscale1,
	  { NONE, NONE, DIV64 }, BIT(CCNT), 0x00000049 },
	{ "all bits of both events, divided cycles, all armed", &cp_pmu_xscale1,
	  { 0xff, 0xff, DIV64 }, ALL, 0x0ffff079 },
};

PMU_ARRAY_PARAM(word);

static void xscale1_test_select_replaces(struct kunit *test)
{
	pmu_test_select_replaces(test, 12, 20);
}

/* There is no X. Bit 11 stays zero. */
static void xscale1_test_no_export(struct kunit *test)
{
	pmu_test_export(test, 0x00007001, 0x00007001);
}

static void xscale1_test_acks_add_up(struct kunit *test)
{
	pmu_test_acks_add_up(test, 0x00507771);
}

/* The write that clears E also clears the flags: slides, "Interrupt handling". */
static void xscale1_test_acknowledge(struct kunit *test)
{
	unsigned int before;
	u32 mask;

	for (mask = 1; mask <= ALL; mask++) {
		begin(test, &cp_pmu_xscale1);
		overflow(test, ALL, mask);
		before = accesses();
		KUNIT_EXPECT_EQ(test, stop_and_find(), ALL);
		KUNIT_EXPECT_EQ_MSG(test, m.flags, 0U, "flags %#x", mask);
		KUNIT_EXPECT_EQ(test, accesses() - before, 2U);
	}
}

/*
 * On A-stepping, flags of other counters may be lost: if any flag is set, the driver looks at
 * all armed counters. Of the others, it looks at those with a flag.
 */
static void xscale1_test_names_armed(struct kunit *test)
{
	u32 to_arm, mask;

	for (to_arm = 0; to_arm <= ALL; to_arm++)
		for (mask = 0; mask <= ALL; mask++) {
			begin(test, &cp_pmu_xscale1);
			overflow(test, to_arm, mask);
			KUNIT_EXPECT_EQ_MSG(test, stop_and_find(), mask ? mask | to_arm : 0,
					    "armed %#x, flags %#x", to_arm, mask);
		}
}

/* The counter stood at @value when it lost its event. Return: where it begins */
static u32 xscale1_idle_begins(unsigned int idle, u32 value)
{
	/* The driver reads a counter when it stops its event. */
	write_counter(idle, value);
	hw.value[idle] = read_counter(idle);
	regs.active &= ~BIT(idle);
	arm(armed & ~BIT(idle));
	start();
	return count(idle);
}

/*
 * A counter without an event runs too. Its overflow would erase the flags of others on
 * A-stepping. So it begins at 0 if it is in the upper half, whether it was armed or not.
 */
static void xscale1_test_idle_counter(struct kunit *test)
{
	unsigned int idle;
	u32 to_arm;

	for (idle = 0; idle < COUNTERS; idle++)
		for (to_arm = 0; to_arm <= ALL; to_arm++) {
			begin(test, &cp_pmu_xscale1);
			overflow(test, to_arm, 0);
			stop();
			KUNIT_EXPECT_EQ(test, xscale1_idle_begins(idle, U32_MAX), 0U);
			KUNIT_EXPECT_EQ(test, count((idle + 1) % COUNTERS), U32_MAX);
			stop();
		}
	begin(test, &cp_pmu_xscale1);
	overflow(test, 0, 0);
	stop();
	KUNIT_EXPECT_EQ(test, xscale1_idle_begins(PMN0, BIT(31)), 0U);
	stop();
	KUNIT_EXPECT_EQ(test, xscale1_idle_begins(PMN1, BIT(31) - 1), (u32)BIT(31) - 1);
	stop();
}

/* With several armed counters, an interrupt reads all of them. */
static void xscale1_test_budget(struct kunit *test)
{
	pmu_test_budget(test, 8, 5, 7, 4);
}

static void xscale1_test_reset_from_garbage(struct kunit *test)
{
	pmu_test_reset_from_garbage(test, false);
	pmu_test_reset_from_garbage(test, true);
}

static struct kunit_case xscale1_cases[] = {
	KUNIT_CASE_PARAM(pmu_test_word, word_gen_params),
	KUNIT_CASE(xscale1_test_select_replaces),
	KUNIT_CASE(pmu_test_div64),
	KUNIT_CASE(xscale1_test_no_export),
	KUNIT_CASE(pmu_test_armed),
	KUNIT_CASE(pmu_test_counters),
	KUNIT_CASE(pmu_test_flags),
	KUNIT_CASE(pmu_test_flags_late),
	KUNIT_CASE(pmu_test_stop_keeps_flags),
	KUNIT_CASE(pmu_test_stale_flag),
	KUNIT_CASE(pmu_test_stale_flag_unarmed),
	KUNIT_CASE(xscale1_test_acks_add_up),
	KUNIT_CASE(xscale1_test_acknowledge),
	KUNIT_CASE(xscale1_test_names_armed),
	KUNIT_CASE(xscale1_test_idle_counter),
	KUNIT_CASE(xscale1_test_budget),
	KUNIT_CASE(xscale1_test_reset_from_garbage),
	KUNIT_CASE(pmu_test_reset_while_counting),
	{}
};

PMU_SUITE(xscale1);
