// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the register writes of cp_pmu_pmnc.c for ARM11. The words are made by hand from
 * Application Note 195, Table 1:
 *
 *	27:20 EvtCount0, 19:12 EvtCount1, 11 X, 10:8 OCC OC1 OC0,
 *	6:4 ECC EC1 EC0, 3 D, 2 C, 1 P, 0 E
 */

#define SUITE arm11_kunit
#define ARM11
#define ARM1176
#include "under_test.h"
#include "regs_model.h"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_pmnc.c"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_arm11.c"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_events.c"
#include "pmu_test.h"

static int arm11_kunit_init(struct kunit *test)
{
	begin(test, &cp_pmu_arm1176);
	return 0;
}

/* Whole words of PMNC */

static const struct word_param word_params[] = {
	{ "instructions, icache misses, cycles, all armed", &cp_pmu_arm1136,
	  { 0x07, 0x00, CYCLES }, ALL, 0x00700071 },
	{ "icache misses, instructions, cycles, all armed", &cp_pmu_arm1136,
	  { 0x00, 0x07, CYCLES }, ALL, 0x00007071 },
	{ "only E", &cp_pmu_arm1136,
	  { NONE, NONE, CYCLES }, 0, 0x00000001 },
	{ "CCNT armed", &cp_pmu_arm1176,
	  { NONE, NONE, CYCLES }, BIT(CCNT), 0x00000041 },
	{ "dcache accesses and misses, counted", &cp_pmu_arm1176,
	  { 0x09, 0x0b, NONE }, 0, 0x0090b001 },
	{ "external accesses armed, stalls", &cp_pmu_arm1176,
	  { 0x10, 0x11, NONE }, BIT(PMN0), 0x01011011 },
	{ "returns mispredicted, calls armed", &cp_pmu_arm1176,
	  { 0x26, 0x23, NONE }, BIT(PMN1), 0x02623021 },
	{ "parity errors, cycles armed", &cp_pmu_arm1156,
	  { 0x38, 0x30, CYCLES }, BIT(CCNT), 0x03830041 },
	{ "cycles on all three counters", &cp_pmu_arm1156,
	  { CYCLES, CYCLES, CYCLES }, 0, 0x0ffff001 },
	{ "cycles on PMN1 beside div64, all armed", &cp_pmu_arm1176,
	  { 0x05, CYCLES, DIV64 }, ALL, 0x005ff079 },
	{ "divided cycles", &cp_pmu_arm1176,
	  { NONE, NONE, DIV64 }, 0, 0x00000009 },
	{ "divided cycles armed", &cp_pmu_arm1136,
	  { NONE, NONE, DIV64 }, BIT(CCNT), 0x00000049 },
	{ "instructions exported", &cp_pmu_arm1136,
	  { 0x07 | CP_PMU_EVT_EXPORT, NONE, NONE }, 0, 0x00700801 },
	{ "cycles exported from PMN0, all armed", &cp_pmu_arm1176,
	  { CYCLES | CP_PMU_EVT_EXPORT, 0x0d, CYCLES }, ALL, 0x0ff0d871 },
	{ "divided cycles exported", &cp_pmu_arm1176,
	  { NONE, 0x22, DIV64 | CP_PMU_EVT_EXPORT }, 0, 0x00022809 },
};

PMU_ARRAY_PARAM(word);

static void arm11_test_select_replaces(struct kunit *test)
{
	pmu_test_select_replaces(test, 20, 12);
}

static void arm11_test_export(struct kunit *test)
{
	pmu_test_export(test, 0x00700001, 0x00700801);
}

static void arm11_test_acks_add_up(struct kunit *test)
{
	pmu_test_acks_add_up(test, 0x00705771);
}

/* The other reading of Application Note 195: E must be set before the write. */
static void arm11_test_ack_before(struct kunit *test)
{
	m.rule = 0;
	overflow(test, ALL, BIT(PMN0) | BIT(CCNT));
	KUNIT_EXPECT_EQ(test, stop_and_find(), (u32)(BIT(PMN0) | BIT(CCNT)));
	KUNIT_EXPECT_EQ(test, m.flags, 0U);

	overflow(test, ALL, BIT(PMN1));
	stop();
	KUNIT_EXPECT_EQ(test, m.flags, (u32)BIT(PMN1));
	reset();
	KUNIT_EXPECT_EQ(test, m.flags, 0U);
}

/* The strictest reading: no stop or start clears a flag, but the reset does. */
static void arm11_test_reset_both(struct kunit *test)
{
	overflow(test, ALL, ALL);
	stop();
	regs.strict = true;
	reset();
	KUNIT_EXPECT_EQ(test, m.flags, 0U);
}

static void arm11_test_budget(struct kunit *test)
{
	pmu_test_budget(test, 8, 5, 5, 4);
}

/* Reset */

struct reset_param {
	const char *desc;
	const struct cp_pmu_desc *core;
	bool nonsecure;
	u32 left_open;
};

/* ARM1136 and ARM1156 lack the register: what it holds stays. */
static const struct reset_param reset_params[] = {
	{ "armv6_1136", &cp_pmu_arm1136, false, 1 },
	{ "armv6_1136, Non-secure", &cp_pmu_arm1136, true, 1 },
	{ "armv6_1156", &cp_pmu_arm1156, false, 1 },
	{ "armv6_1156, Non-secure", &cp_pmu_arm1156, true, 1 },
	{ "armv6_1176", &cp_pmu_arm1176, false, 0 },
	{ "armv6_1176, Non-secure", &cp_pmu_arm1176, true, 1 },
};

PMU_ARRAY_PARAM(reset);

static void arm11_test_reset_from_garbage(struct kunit *test)
{
	const struct reset_param *param = test->param_value;
	int round;

	hw.desc = param->core;
	hw.world = param->nonsecure ? CP_WORLD_NONSECURE : CP_WORLD_UNKNOWN;
	/* check_reset() accepts that user mode has access; the register must not be written. */
	m.nonsecure = param->left_open;
	for (round = 0; round < 2; round++) {
		pmu_test_reset_from_garbage(test, round);
		KUNIT_EXPECT_EQ(test, m.validation, param->left_open);
	}
	if (param->core != &cp_pmu_arm1176)
		KUNIT_EXPECT_EQ(test, regs.reads, 0U);
}

/* The driver writes the validation register only if that denies user access. */
static void arm11_test_reset_closed(struct kunit *test)
{
	m.nonsecure = true;
	KUNIT_ASSERT_EQ(test, m.validation, 0U);
	reset();
	check_reset();
}

static struct kunit_case arm11_cases[] = {
	KUNIT_CASE_PARAM(pmu_test_word, word_gen_params),
	KUNIT_CASE(arm11_test_select_replaces),
	KUNIT_CASE(pmu_test_div64),
	KUNIT_CASE(arm11_test_export),
	KUNIT_CASE(pmu_test_armed),
	KUNIT_CASE(pmu_test_counters),
	KUNIT_CASE(pmu_test_flags),
	KUNIT_CASE(pmu_test_flags_late),
	KUNIT_CASE(pmu_test_stop_keeps_flags),
	KUNIT_CASE(pmu_test_stale_flag),
	KUNIT_CASE(pmu_test_stale_flag_unarmed),
	KUNIT_CASE(arm11_test_acks_add_up),
	KUNIT_CASE(arm11_test_ack_before),
	KUNIT_CASE(arm11_test_reset_both),
	KUNIT_CASE(arm11_test_budget),
	KUNIT_CASE_PARAM(arm11_test_reset_from_garbage, reset_gen_params),
	KUNIT_CASE(arm11_test_reset_closed),
	KUNIT_CASE(pmu_test_reset_while_counting),
	{}
};

PMU_SUITE(arm11);
