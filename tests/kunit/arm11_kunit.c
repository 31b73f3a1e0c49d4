// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the register writes of cp_pmu_arm11.c. The words are made by hand from
 * Application Note 195, Table 1:
 *
 *	27:20 EvtCount0, 19:12 EvtCount1, 11 X, 10:8 OCC OC1 OC0,
 *	6:4 ECC EC1 EC0, 3 D, 2 C, 1 P, 0 E
 *
 * The fake checks the rules for each single write, see fake_regs.h.
 */

#include <kunit/test.h>

#define SUITE arm11_kunit
#define CP_PMU_FAKE_REGS
#include "fake_regs.h"
#include "under_test.h"
#include "pmu_test.h"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_arm11.c"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_events.c"

#define CCNT	2
#define ALL	0x7

static void make_arm1176(struct pmu_test *t)
{
	pmu_test_begin(t, &cp_pmu_arm1176, &fake_arm11);
	t->fake.has_validation = true;
}

static int arm11_kunit_init(struct kunit *test)
{
	return pmu_test_init(test, make_arm1176);
}

/* Tests of the fake: it detects each write that breaks a rule. */

static void fake_counts(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	struct fake_pmu *fake = &t->fake;

	fake_advance(fake, PMN0, 5);
	KUNIT_EXPECT_EQ(test, arm11_read_pmn0(), 0U);

	arm11_write_pmn0(0xfffffffe);
	arm11_write_pmn1(0xffffffff);
	arm11_write_ccnt(7);
	fake->may_touch = ALL;
	arm11_write_pmnc(0x00000011);	/* EC0 and E */
	fake_advance(fake, PMN0, 1);
	KUNIT_EXPECT_EQ(test, arm11_read_pmnc() & 0x700, 0U);
	KUNIT_EXPECT_EQ(test, arm11_read_pmn0(), 0xffffffffU);
	fake_advance(fake, PMN0, 3);
	fake_advance(fake, CCNT, 64);
	KUNIT_EXPECT_EQ(test, arm11_read_pmn0(), 2U);
	KUNIT_EXPECT_EQ(test, arm11_read_ccnt(), 71U);
	KUNIT_EXPECT_EQ(test, arm11_read_pmnc() & 0x700, 0x100U);
	KUNIT_EXPECT_TRUE(test, fake_line(fake));
	/* A flag without its interrupt does not assert the line. */
	fake_advance(fake, PMN1, 1);
	KUNIT_EXPECT_EQ(test, arm11_read_pmnc() & 0x700, 0x300U);
	fake->may_touch = ALL;
	arm11_write_pmnc(0x00000001);
	KUNIT_EXPECT_FALSE(test, fake_line(fake));

	/* Writing a one with E set clears a flag. */
	fake->quiet = true;
	arm11_write_pmnc(0x00000300);
	KUNIT_EXPECT_EQ(test, arm11_read_pmnc() & 0x700, 0x300U);
	arm11_write_pmnc(0x00000101);
	KUNIT_EXPECT_EQ(test, arm11_read_pmnc() & 0x700, 0x200U);

	/* D, C and P; C and P read as zero. */
	arm11_write_pmnc(0x0000000f);
	KUNIT_EXPECT_EQ(test, arm11_read_pmn0(), 0U);
	KUNIT_EXPECT_EQ(test, arm11_read_pmn1(), 0U);
	KUNIT_EXPECT_EQ(test, arm11_read_ccnt(), 0U);
	fake_advance(fake, CCNT, 63);
	KUNIT_EXPECT_EQ(test, arm11_read_ccnt(), 0U);
	fake_advance(fake, CCNT, 66);
	KUNIT_EXPECT_EQ(test, arm11_read_ccnt(), 2U);
	KUNIT_EXPECT_EQ(test, fake->reads, 14U);
	KUNIT_EXPECT_EQ(test, fake->writes, 8U);
}

static void fake_noise(struct kunit *test)
{
	pmu_test_fake_noise(test, 0x0a50b871, 0xf0000086);
}

static const struct rule_param rule_params[] = {
	{ "the same word again", 0x00700011, false, 0x00700011, 0, 0 },
	{ "stop", 0x00700011, false, 0, 0, 0 },
	{ "clear a flag that was read", 0x00700011, true, 0x00700111, 0, 0 },
	{ "clear an unread flag", 0x00700011, false, 0x00700111, 0, FAKE_RULE_FLAG },
	{ "clear the flag of another counter", 0x00700011, true, 0x00700311, 0, FAKE_RULE_FLAG },
	{ "clear a flag with E clear", 0x00700011, true, 0x00700110, 0, 0 },
	{ "clear a stale flag", 0x00700001, false, 0x00700111, BIT(PMN0), 0 },
	{ "clear the flag of an idle counter", 0x00700001, false, 0x00700101, 0, FAKE_RULE_FLAG },
	{ "reset CCNT", 0x00700011, false, 0x00700015, 0, FAKE_RULE_RESET },
	{ "reset PMN", 0x00700011, false, 0x00700013, 0, FAKE_RULE_RESET },
	{ "bit 7", 0x00700011, false, 0x00700091, 0, FAKE_RULE_SBZ },
	{ "bit 31", 0x00700011, false, 0x80700011, 0, FAKE_RULE_SBZ },
	{ "FIQ of PMN0", 0x00700011, false, 0x10700011, 0, FAKE_RULE_SBZ },
	{ "FIQ of PMN1", 0x00700011, false, 0x20700011, 0, FAKE_RULE_SBZ },
	{ "FIQ of CCNT", 0x00700011, false, 0x40700011, 0, FAKE_RULE_SBZ },
	{ "PMN0's event", 0x00700011, false, 0x00600011, 0x6, FAKE_RULE_FIELD },
	{ "PMN0's event, allowed", 0x00700011, false, 0x00600011, 0x1, 0 },
	{ "PMN1's event", 0x00700011, false, 0x00701011, 0x5, FAKE_RULE_FIELD },
	{ "PMN1's event, allowed", 0x00700011, false, 0x00701011, 0x2, 0 },
	{ "CCNT's divider", 0x00700011, false, 0x00700019, 0x3, FAKE_RULE_FIELD },
	{ "CCNT's divider, allowed", 0x00700011, false, 0x00700019, 0x4, 0 },
	{ "PMN0's interrupt", 0x00700011, false, 0x00700001, 0x6, FAKE_RULE_FIELD },
	{ "PMN1's interrupt", 0x00700011, false, 0x00700031, 0x5, FAKE_RULE_FIELD },
	{ "CCNT's interrupt", 0x00700011, false, 0x00700051, 0x3, FAKE_RULE_FIELD },
	{ "CCNT's interrupt, allowed", 0x00700011, false, 0x00700051, 0x4, 0 },
};

PMU_ARRAY_PARAM(rule);

static void fake_rules(struct kunit *test)
{
	pmu_test_fake_rule(test, test->param_value);
}

static void fake_rules_running(struct kunit *test)
{
	struct pmu_test *t = test->priv;

	t->fake.quiet = true;
	arm11_write_pmn0(1);
	KUNIT_EXPECT_EQ(test, t->fake.broken, 0U);
	arm11_write_pmnc(1);
	arm11_read_ccnt();
	KUNIT_EXPECT_EQ(test, t->fake.broken, 0U);
	arm11_write_ccnt(1);
	KUNIT_EXPECT_EQ(test, t->fake.broken, (u32)FAKE_RULE_RUNNING);
	arm1176_write_validation(0);
	KUNIT_EXPECT_EQ(test, t->fake.broken, (u32)FAKE_RULE_RUNNING);
	t->fake.secure = false;
	arm1176_write_validation(0);
	KUNIT_EXPECT_EQ(test, t->fake.broken, (u32)(FAKE_RULE_RUNNING | FAKE_RULE_UNDEFINED));
}

/* Whole words of PMNC */

static const struct word_param word_params[] = {
	{ "instructions, icache misses, cycles, all armed", &cp_pmu_arm1136,
	  { 0x07, 0x00, CYCLES }, ALL, 0, 0x00700071 },
	{ "icache misses, instructions, cycles, all armed", &cp_pmu_arm1136,
	  { 0x00, 0x07, CYCLES }, ALL, 0, 0x00007071 },
	{ "only E", &cp_pmu_arm1136,
	  { NONE, NONE, CYCLES }, 0, 0, 0x00000001 },
	{ "CCNT armed", &cp_pmu_arm1176,
	  { NONE, NONE, CYCLES }, BIT(CCNT), 0, 0x00000041 },
	{ "dcache accesses and misses, counted", &cp_pmu_arm1176,
	  { 0x09, 0x0b, NONE }, 0, 0, 0x0090b001 },
	{ "external accesses armed, stalls", &cp_pmu_arm1176,
	  { 0x10, 0x11, NONE }, BIT(PMN0), 0, 0x01011011 },
	{ "returns mispredicted, calls armed", &cp_pmu_arm1176,
	  { 0x26, 0x23, NONE }, BIT(PMN1), 0, 0x02623021 },
	{ "parity errors, cycles armed", &cp_pmu_arm1156,
	  { 0x38, 0x30, CYCLES }, BIT(CCNT), 0, 0x03830041 },
	{ "cycles on all three counters", &cp_pmu_arm1156,
	  { CYCLES, CYCLES, CYCLES }, 0, 0, 0x0ffff001 },
	{ "cycles on PMN1 beside div64, all armed", &cp_pmu_arm1176,
	  { 0x05, CYCLES, DIV64 }, ALL, 0, 0x005ff079 },
	{ "divided cycles", &cp_pmu_arm1176,
	  { NONE, NONE, DIV64 }, 0, 0, 0x00000009 },
	{ "divided cycles armed", &cp_pmu_arm1136,
	  { NONE, NONE, DIV64 }, BIT(CCNT), 0, 0x00000049 },
	{ "instructions exported", &cp_pmu_arm1136,
	  { 0x07 | CP_PMU_EVT_EXPORT, NONE, NONE }, 0, BIT(PMN0), 0x00700801 },
	{ "cycles exported from PMN0, all armed", &cp_pmu_arm1176,
	  { CYCLES | CP_PMU_EVT_EXPORT, 0x0d, CYCLES }, ALL, BIT(PMN0), 0x0ff0d871 },
	{ "divided cycles exported", &cp_pmu_arm1176,
	  { NONE, 0x22, DIV64 | CP_PMU_EVT_EXPORT }, 0, BIT(CCNT), 0x00022809 },
};

PMU_ARRAY_PARAM(word);

static void arm11_test_words(struct kunit *test)
{
	pmu_test_word(test, test->param_value);
}

static void arm11_test_select_replaces(struct kunit *test)
{
	pmu_test_select_replaces(test, 20, 12);
}

static void arm11_test_export(struct kunit *test)
{
	pmu_test_export(test->priv, 0x00700001, 0x00700801);
}

/* The flags to clear accumulate until the start. */
static void arm11_test_acks_add_up(struct kunit *test)
{
	struct pmu_test *t = test->priv;

	overflow(t, BIT(PMN0) | BIT(CCNT));
	stop(t);
	/* PMN1 gets another event, whose flag is not set yet. */
	write_counter(t, PMN1, -1000);
	t->hw.ack |= BIT(PMN1);
	KUNIT_EXPECT_EQ(test, get_clear_overflow(t), (u32)(BIT(PMN0) | BIT(CCNT)));
	KUNIT_EXPECT_EQ(test, t->hw.ack, (u32)ALL);
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.started, 0x00700771U);
	KUNIT_EXPECT_EQ(test, t->fake.flags, 0U);
	stop(t);
}

/* The other reading of Application Note 195: E must be set before the write. */
static void arm11_test_ack_before(struct kunit *test)
{
	struct pmu_test *t = test->priv;

	t->fake.ack_needs_e_before = true;
	overflow(t, BIT(PMN0) | BIT(CCNT));
	KUNIT_EXPECT_EQ(test, get_clear_overflow(t), (u32)(BIT(PMN0) | BIT(CCNT)));
	KUNIT_EXPECT_EQ(test, t->fake.flags, 0U);

	overflow(t, BIT(PMN1));
	stop(t);
	KUNIT_EXPECT_EQ(test, t->fake.flags, (u32)BIT(PMN1));
	reset(t);
	KUNIT_EXPECT_EQ(test, t->fake.flags, 0U);
}

static void arm11_test_budget(struct kunit *test)
{
	pmu_test_budget(test->priv, 8, 5, 5, 4);
}

/* Reset */

struct reset_param {
	const char *desc;
	const struct cp_pmu_desc *core;
	bool validation;
	bool nonsecure;
	u32 left_open;
};

static const struct reset_param reset_params[] = {
	{ "armv6_1136", &cp_pmu_arm1136, false, false, 1 },
	{ "armv6_1136, Non-secure", &cp_pmu_arm1136, false, true, 1 },
	{ "armv6_1156", &cp_pmu_arm1156, false, false, 1 },
	{ "armv6_1156, Non-secure", &cp_pmu_arm1156, false, true, 1 },
	{ "armv6_1176", &cp_pmu_arm1176, true, false, 0 },
	{ "armv6_1176, Non-secure", &cp_pmu_arm1176, true, true, 1 },
};

PMU_ARRAY_PARAM(reset);

static void arm11_test_reset_from_garbage(struct kunit *test)
{
	const struct reset_param *param = test->param_value;
	struct pmu_test *t = test->priv;
	int round;

	t->hw.desc = param->core;
	t->hw.nonsecure = param->nonsecure;
	t->fake.has_validation = param->validation;
	t->fake.secure = !param->nonsecure;
	for (round = 0; round < 2; round++) {
		pmu_test_reset_from_garbage(t, round);
		KUNIT_EXPECT_EQ(test, t->fake.validation, param->left_open);
	}
}

/* The driver writes the validation register only if that denies user access. */
static void arm11_test_reset_closed(struct kunit *test)
{
	struct pmu_test *t = test->priv;

	t->fake.secure = false;
	KUNIT_ASSERT_EQ(test, t->fake.validation, 0U);
	reset(t);
	KUNIT_EXPECT_EQ(test, t->fake.broken, 0U);
	KUNIT_EXPECT_EQ(test, t->fake.pmnc, 0U);
}

static struct kunit_case arm11_cases[] = {
	KUNIT_CASE(fake_counts),
	KUNIT_CASE(fake_noise),
	KUNIT_CASE_PARAM(fake_rules, rule_gen_params),
	KUNIT_CASE(fake_rules_running),
	KUNIT_CASE_PARAM(arm11_test_words, word_gen_params),
	KUNIT_CASE(arm11_test_select_replaces),
	KUNIT_CASE(pmu_test_select_writes_nothing),
	KUNIT_CASE(pmu_test_div64),
	KUNIT_CASE(arm11_test_export),
	KUNIT_CASE(pmu_test_armed),
	KUNIT_CASE(pmu_test_counters),
	KUNIT_CASE(pmu_test_get_clear_overflow),
	KUNIT_CASE(pmu_test_get_clear_overflow_all),
	KUNIT_CASE(pmu_test_stop_keeps_flags),
	KUNIT_CASE(pmu_test_stale_flag),
	KUNIT_CASE(pmu_test_stale_flag_unarmed),
	KUNIT_CASE(arm11_test_acks_add_up),
	KUNIT_CASE(arm11_test_ack_before),
	KUNIT_CASE(arm11_test_budget),
	KUNIT_CASE_PARAM(arm11_test_reset_from_garbage, reset_gen_params),
	KUNIT_CASE(arm11_test_reset_closed),
	KUNIT_CASE(pmu_test_reset_while_counting),
	KUNIT_CASE(pmu_test_overflow_anywhere),
	KUNIT_CASE_PARAM(pmu_test_random, seed_gen_params),
	{}
};

static struct kunit_suite arm11_suite = {
	.name = "cp_pmu_arm11",
	.init = arm11_kunit_init,
	.exit = pmu_test_exit,
	.test_cases = arm11_cases,
};

kunit_test_suite(arm11_suite);
