// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the register writes of cp_pmu_xscale1.c, for the first XScale core of PXA250
 * and PXA255. The words are made by hand from the slides "Performance Monitoring (Based on
 * PXA250)", "Performance Monitor Control Reg. (PMNC)":
 *
 *	27:20 evtCount1, 19:12 evtCount0, 10:8 flags of CCNT PMN1 PMN0,
 *	6:4 interrupt enables in the same order, 3 D, 2 C, 1 P, 0 E
 *
 * The fake checks the rules for each single write, see fake_regs.h.
 */

#include <kunit/test.h>

#define SUITE xscale1_kunit
#define CP_PMU_FAKE_REGS
#include "fake_regs.h"
#include "under_test.h"
#include "pmu_test.h"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_xscale1.c"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_events.c"

#define CCNT	2
#define ALL	0x7

static void make_xscale1(struct pmu_test *t)
{
	pmu_test_begin(t, &cp_pmu_xscale1, &fake_xscale1);
	/* On A-stepping the flags of other counters may be lost. */
	t->by_value = true;
}

static int xscale1_kunit_init(struct kunit *test)
{
	return pmu_test_init(test, make_xscale1);
}

/* Tests of the fake where it differs from ARM11 */

static void fake_flags(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	struct fake_pmu *fake = &t->fake;

	t->fake.may_touch = ALL;
	xsc1_write_pmn0(0xffffffff);
	xsc1_write_pmn1(0xffffffff);
	xsc1_write_pmnc(0x00000011);
	fake_advance(fake, PMN0, 1);
	fake_advance(fake, PMN1, 1);
	KUNIT_EXPECT_TRUE(test, fake_line(fake));
	KUNIT_EXPECT_EQ(test, xsc1_read_pmnc() & 0x700, 0x300U);
	/* The line follows flags and enables, with or without E. */
	xsc1_write_pmnc(0x00000010);
	KUNIT_EXPECT_TRUE(test, fake_line(fake));
	/* Writing a one clears a flag, with or without E, */
	xsc1_write_pmnc(0x00000110);
	KUNIT_EXPECT_FALSE(test, fake_line(fake));
	KUNIT_EXPECT_EQ(test, xsc1_read_pmnc() & 0x700, 0x200U);
	xsc1_write_pmnc(0x00000211);
	KUNIT_EXPECT_EQ(test, xsc1_read_pmnc() & 0x700, 0U);
	/* and does not clear another flag. */
	xsc1_write_pmnc(0x00000011);
	fake->quiet = true;
	xsc1_write_pmnc(0x00000111);
	KUNIT_EXPECT_EQ(test, fake->broken, (u32)FAKE_RULE_FLAG);
}

static void fake_a_stepping(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	unsigned int idx;

	t->fake.a_stepping = true;
	t->fake.may_touch = ALL;
	for (idx = 0; idx < 3; idx++)
		fake_write_counter(idx, 0xffffffff);
	xsc1_write_pmnc(0x00000071);
	for (idx = 0; idx < 3; idx++) {
		fake_advance(&t->fake, idx, 1);
		KUNIT_EXPECT_EQ(test, xsc1_read_pmnc() & 0x700, 0x100U << idx);
		KUNIT_EXPECT_EQ(test, t->fake.raised[idx], 1U);
	}
}

/* 31:28, 11 and 7 have no function; C and P are unpredictable when read. */
static void fake_noise(struct kunit *test)
{
	pmu_test_fake_noise(test, 0x0a50b071, 0xf0000886);
}

static const struct rule_param rule_params[] = {
	{ "same again", 0x00007011, false, 0x00007011, 0, 0 },
	{ "stop", 0x00007011, false, 0, 0, 0 },
	{ "acknowledge what was seen", 0x00007011, true, 0x00007111, 0, 0 },
	{ "acknowledge what was seen without E", 0x00007011, true, 0x00000100, 0, 0 },
	{ "acknowledge what was not seen", 0x00007011, false, 0x00007111, 0, FAKE_RULE_FLAG },
	{ "acknowledge unseen without E", 0x00007011, false, 0x00000100, 0, FAKE_RULE_FLAG },
	{ "acknowledge another's", 0x00007011, true, 0x00000300, 0, FAKE_RULE_FLAG },
	{ "acknowledge a stale one", 0x00007001, false, 0x00007111, BIT(PMN0), 0 },
	{ "acknowledge an idle one", 0x00007001, false, 0x00007101, 0, FAKE_RULE_FLAG },
	{ "reset CCNT", 0x00007011, false, 0x00007015, 0, FAKE_RULE_RESET },
	{ "reset PMN", 0x00007011, false, 0x00007013, 0, FAKE_RULE_RESET },
	{ "bit 7", 0x00007011, false, 0x00007091, 0, FAKE_RULE_SBZ },
	{ "bit 11, X of ARM11", 0x00007011, false, 0x00007811, 0, FAKE_RULE_SBZ },
	{ "bit 31", 0x00007011, false, 0x80007011, 0, FAKE_RULE_SBZ },
	{ "PMN0's event", 0x00007011, false, 0x00006011, 0x6, FAKE_RULE_FIELD },
	{ "PMN0's event wanted", 0x00007011, false, 0x00006011, 0x1, 0 },
	{ "PMN1's event", 0x00007011, false, 0x00107011, 0x5, FAKE_RULE_FIELD },
	{ "PMN1's event wanted", 0x00007011, false, 0x00107011, 0x2, 0 },
	{ "CCNT's divider", 0x00007011, false, 0x00007019, 0x3, FAKE_RULE_FIELD },
	{ "CCNT's interrupt", 0x00007011, false, 0x00007051, 0x3, FAKE_RULE_FIELD },
};

PMU_ARRAY_PARAM(rule);

static void fake_rules(struct kunit *test)
{
	pmu_test_fake_rule(test, test->param_value);
}

/* Whole words of PMNC; the first seven are the slides' "Monitoring Examples". */
static const struct word_param word_params[] = {
	{ "instruction cache efficiency, all armed", &cp_pmu_xscale1,
	  { 0x07, 0x00, CYCLES }, ALL, 0, 0x00007071 },
	{ "data cache efficiency", &cp_pmu_xscale1,
	  { 0x0a, 0x0b, CYCLES }, 0, 0, 0x00b0a001 },
	{ "instruction fetch latency", &cp_pmu_xscale1,
	  { 0x01, 0x00, CYCLES }, BIT(PMN0), 0, 0x00001011 },
	{ "data and bus request buffer full", &cp_pmu_xscale1,
	  { 0x08, 0x09, CYCLES }, BIT(PMN1), 0, 0x00908021 },
	{ "stalls and write-back", &cp_pmu_xscale1,
	  { 0x02, 0x0c, CYCLES }, BIT(CCNT), 0, 0x00c02041 },
	{ "instruction TLB efficiency", &cp_pmu_xscale1,
	  { 0x07, 0x03, CYCLES }, BIT(PMN0) | BIT(CCNT), 0, 0x00307051 },
	{ "data TLB efficiency", &cp_pmu_xscale1,
	  { 0x0a, 0x04, CYCLES }, BIT(PMN1) | BIT(CCNT), 0, 0x0040a061 },
	{ "icache misses, instructions", &cp_pmu_xscale1,
	  { 0x00, 0x07, NONE }, 0, 0, 0x00700001 },
	{ "nothing but E", &cp_pmu_xscale1,
	  { NONE, NONE, CYCLES }, 0, 0, 0x00000001 },
	{ "divided cycles armed", &cp_pmu_xscale1,
	  { NONE, NONE, DIV64 }, BIT(CCNT), 0, 0x00000049 },
	{ "all bits of both events, divided cycles, all armed", &cp_pmu_xscale1,
	  { 0xff, 0xff, DIV64 }, ALL, 0, 0x0ffff079 },
};

PMU_ARRAY_PARAM(word);

static void xscale1_test_words(struct kunit *test)
{
	pmu_test_word(test, test->param_value);
}

static void xscale1_test_select_replaces(struct kunit *test)
{
	pmu_test_select_replaces(test, 12, 20);
}

/* There is no X. Bit 11 stays zero. */
static void xscale1_test_no_export(struct kunit *test)
{
	pmu_test_export(test->priv, 0x00007001, 0x00007001);
}

/* The write that clears E also clears the flags. */
static void xscale1_test_acknowledge(struct kunit *test)
{
	pmu_test_acknowledge(test->priv, 1);
}

/* get_clear_overflow() returns a counter that is not armed only if its flag is set. */
static void xscale1_test_names_armed(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	u32 armed, mask;

	for (armed = 0; armed <= ALL; armed++)
		for (mask = 0; mask <= ALL; mask++) {
			make_xscale1(t);
			overflow(t, mask);
			arm(t, armed);
			KUNIT_EXPECT_EQ_MSG(test, get_clear_overflow(t),
					    mask ? mask | armed : 0,
					    "armed %#x, flags %#x", armed, mask);
		}
}

/* The flag of the first overflow is lost. The driver must check its counter anyway. */
static void xscale1_test_a_stepping(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	unsigned int first, second;

	for (first = 0; first < 3; first++)
		for (second = 0; second < 3; second++) {
			if (first == second)
				continue;
			make_xscale1(t);
			t->fake.a_stepping = true;
			overflow(t, 0);
			fake_advance(&t->fake, first, 2);
			fake_advance(&t->fake, second, 2);
			KUNIT_ASSERT_EQ(test, t->fake.flags, (u32)BIT(second));
			KUNIT_EXPECT_EQ(test, get_clear_overflow(t), (u32)ALL);
			KUNIT_EXPECT_EQ(test, read_counter(t, first), 1U);
			start(t);
			KUNIT_EXPECT_FALSE(test, fake_line(&t->fake));
			stop(t);
		}
}

static void a_stepping_anywhere(struct kunit *test)
{
	struct pmu_test *t = test->priv;

	t->fake.a_stepping = true;
	pmu_test_overflow_anywhere(test);
}

static void a_stepping_random(struct kunit *test)
{
	struct pmu_test *t = test->priv;

	t->fake.a_stepping = true;
	pmu_test_random(test);
}

static void xscale1_test_budget(struct kunit *test)
{
	pmu_test_budget(test->priv, 8, 5, 5, 4);
}

static void xscale1_test_reset_from_garbage(struct kunit *test)
{
	pmu_test_reset_from_garbage(test->priv, false);
	pmu_test_reset_from_garbage(test->priv, true);
}

static struct kunit_case xscale1_cases[] = {
	KUNIT_CASE(fake_flags),
	KUNIT_CASE(fake_a_stepping),
	KUNIT_CASE(fake_noise),
	KUNIT_CASE_PARAM(fake_rules, rule_gen_params),
	KUNIT_CASE_PARAM(xscale1_test_words, word_gen_params),
	KUNIT_CASE(xscale1_test_select_replaces),
	KUNIT_CASE(pmu_test_select_writes_nothing),
	KUNIT_CASE(pmu_test_div64),
	KUNIT_CASE(xscale1_test_no_export),
	KUNIT_CASE(pmu_test_armed),
	KUNIT_CASE(pmu_test_counters),
	KUNIT_CASE(pmu_test_get_clear_overflow),
	KUNIT_CASE(pmu_test_get_clear_overflow_all),
	KUNIT_CASE(xscale1_test_acknowledge),
	KUNIT_CASE(xscale1_test_names_armed),
	KUNIT_CASE(xscale1_test_a_stepping),
	KUNIT_CASE(pmu_test_stop_keeps_flags),
	KUNIT_CASE(pmu_test_stale_flag),
	KUNIT_CASE(pmu_test_stale_flag_unarmed),
	KUNIT_CASE(xscale1_test_budget),
	KUNIT_CASE(xscale1_test_reset_from_garbage),
	KUNIT_CASE(pmu_test_reset_while_counting),
	KUNIT_CASE(pmu_test_overflow_anywhere),
	KUNIT_CASE(a_stepping_anywhere),
	KUNIT_CASE_PARAM(pmu_test_random, seed_gen_params),
	KUNIT_CASE_PARAM(a_stepping_random, seed_gen_params),
	{}
};

static struct kunit_suite xscale1_suite = {
	.name = "cp_pmu_xscale1",
	.init = xscale1_kunit_init,
	.exit = pmu_test_exit,
	.test_cases = xscale1_cases,
};

kunit_test_suite(xscale1_suite);
