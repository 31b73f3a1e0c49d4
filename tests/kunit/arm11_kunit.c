// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what cp_pmu_arm11.c writes into the registers of an ARM11's
 * performance monitor. The words are put together by hand from Application
 * Note 195, Table 1:
 *
 *	27:20 EvtCount0, 19:12 EvtCount1, 11 X, 10:8 OCC OC1 OC0,
 *	6:4 ECC EC1 EC0, 3 D, 2 C, 1 P, 0 E
 *
 * The rules for each single write are checked by the fake, see fake_regs.h.
 */

#include <linux/prandom.h>
#include <kunit/test.h>

#define SUITE arm11_kunit
#define CP_PMU_FAKE_REGS
#include "fake_regs.h"
#include "under_test.h"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_arm11.c"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_events.c"

#define PMN0	0
#define PMN1	1
#define CCNT	2
#define ALL	0x7

#define CYCLES	CP_PMU_EVT_CYCLES
#define DIV64	(CP_PMU_EVT_CYCLES | CP_PMU_EVT_DIV64)
#define NONE	U32_MAX
#define E32	0x100000000ULL

/* An event as perf would have it: what was counted, and what truly happened */
struct arm11_event {
	u64 counted;
	u64 truth;
	u64 begun;
	s64 left;
	u32 period;
	unsigned int ended;
	unsigned int expected;
};

struct arm11_test {
	struct kunit *test;
	struct cp_pmu_hw hw;
	struct arm11_event event[FAKE_COUNTERS];
	struct rnd_state rnd;
	/* When the hook lets events happen, and to which counter */
	unsigned int inject_at;
	unsigned int inject_idx;
	bool inject_always;
	struct fake_arm11 fake;
};

static void make_arm1176(struct kunit *test, struct arm11_test *t)
{
	memset(t, 0, sizeof(*t));
	t->test = test;
	t->hw.desc = &cp_pmu_arm1176;
	fake_arm11_init(&t->fake, test);
	t->fake.has_validation = true;
}

static int arm11_kunit_init(struct kunit *test)
{
	struct arm11_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	make_arm1176(test, t);
	test->priv = t;
	return 0;
}

static void arm11_kunit_exit(struct kunit *test)
{
	fake_arm11_exit();
}

/* The driver's functions by way of its table, as the core of the driver has them */

static void select_event(struct arm11_test *t, unsigned int idx, u32 evt)
{
	t->fake.may_touch |= BIT(idx);
	t->hw.desc->ops->select_event(&t->hw, idx, evt);
	t->hw.active |= BIT(idx);
}

static void arm(struct arm11_test *t, u32 mask)
{
	t->fake.may_touch |= mask ^ t->hw.armed;
	t->hw.armed = mask;
}

static void start(struct arm11_test *t)
{
	t->hw.desc->ops->start(&t->hw);
}

static void stop(struct arm11_test *t)
{
	t->hw.desc->ops->stop(&t->hw);
}

static u32 get_clear_overflow(struct arm11_test *t)
{
	return t->hw.desc->ops->get_clear_overflow(&t->hw);
}

static u32 read_counter(struct arm11_test *t, unsigned int idx)
{
	return t->hw.desc->ops->read_counter(&t->hw, idx);
}

static void write_counter(struct arm11_test *t, unsigned int idx, u32 value)
{
	t->hw.desc->ops->write_counter(&t->hw, idx, value);
}

static void reset(struct arm11_test *t)
{
	t->fake.resetting = true;
	t->hw.desc->ops->reset(&t->hw);
	t->fake.resetting = false;
}

/* The fake itself: a rule that it cannot see broken is no rule. */

static void fake_counts(struct kunit *test)
{
	struct arm11_test *t = test->priv;
	struct fake_arm11 *fake = &t->fake;

	fake_arm11_advance(fake, PMN0, 5);
	KUNIT_EXPECT_EQ(test, arm11_read_pmn0(), 0U);

	arm11_write_pmn0(0xfffffffe);
	arm11_write_pmn1(0xffffffff);
	arm11_write_ccnt(7);
	fake->may_touch = ALL;
	arm11_write_pmnc(0x00000011);	/* EC0 and E */
	fake_arm11_advance(fake, PMN0, 1);
	KUNIT_EXPECT_EQ(test, arm11_read_pmnc() & 0x700, 0U);
	KUNIT_EXPECT_EQ(test, arm11_read_pmn0(), 0xffffffffU);
	fake_arm11_advance(fake, PMN0, 3);
	fake_arm11_advance(fake, CCNT, 64);
	KUNIT_EXPECT_EQ(test, arm11_read_pmn0(), 2U);
	KUNIT_EXPECT_EQ(test, arm11_read_ccnt(), 71U);
	KUNIT_EXPECT_EQ(test, arm11_read_pmnc() & 0x700, 0x100U);
	KUNIT_EXPECT_TRUE(test, fake_arm11_line(fake));
	/* A flag without its interrupt does not assert the line. */
	fake_arm11_advance(fake, PMN1, 1);
	KUNIT_EXPECT_EQ(test, arm11_read_pmnc() & 0x700, 0x300U);
	fake->may_touch = ALL;
	arm11_write_pmnc(0x00000001);
	KUNIT_EXPECT_FALSE(test, fake_arm11_line(fake));

	/* A flag is cleared by a one, with E set. */
	fake->quiet = true;
	arm11_write_pmnc(0x00000300);
	KUNIT_EXPECT_EQ(test, arm11_read_pmnc() & 0x700, 0x300U);
	arm11_write_pmnc(0x00000101);
	KUNIT_EXPECT_EQ(test, arm11_read_pmnc() & 0x700, 0x200U);

	/* D, C and P; the resets do not stay. */
	arm11_write_pmnc(0x0000000f);
	KUNIT_EXPECT_EQ(test, arm11_read_pmn0(), 0U);
	KUNIT_EXPECT_EQ(test, arm11_read_pmn1(), 0U);
	KUNIT_EXPECT_EQ(test, arm11_read_ccnt(), 0U);
	fake_arm11_advance(fake, CCNT, 63);
	KUNIT_EXPECT_EQ(test, arm11_read_ccnt(), 0U);
	fake_arm11_advance(fake, CCNT, 66);
	KUNIT_EXPECT_EQ(test, arm11_read_ccnt(), 2U);
	KUNIT_EXPECT_EQ(test, fake->reads, 14U);
	KUNIT_EXPECT_EQ(test, fake->writes, 8U);
}

/* What reads as unpredictable is not always zero, nor always the same. */
static void fake_noise(struct kunit *test)
{
	struct arm11_test *t = test->priv;
	u32 ones = 0, zeros = 0;
	int i;

	t->fake.may_touch = ALL;
	arm11_write_pmnc(0x0a50b871);
	for (i = 0; i < 64; i++) {
		u32 pmnc = arm11_read_pmnc();

		ones |= pmnc;
		zeros |= ~pmnc;
	}
	KUNIT_EXPECT_EQ(test, ones, 0xfa50b8f7U);
	KUNIT_EXPECT_EQ(test, zeros, 0xf5af478eU | 0xf0000086U);
}

struct rule_param {
	const char *desc;
	u32 first;	/* written, with PMN0's flag coming up then */
	bool seen;
	u32 second;	/* what is to break the rule */
	u32 may_touch;
	u32 broken;
};

static const struct rule_param rule_params[] = {
	{ "same again", 0x00700011, false, 0x00700011, 0, 0 },
	{ "stop", 0x00700011, false, 0, 0, 0 },
	{ "acknowledge what was seen", 0x00700011, true, 0x00700111, 0, 0 },
	{ "acknowledge what was not seen", 0x00700011, false, 0x00700111, 0, FAKE_RULE_FLAG },
	{ "acknowledge another's", 0x00700011, true, 0x00700311, 0, FAKE_RULE_FLAG },
	{ "acknowledge without E", 0x00700011, true, 0x00700110, 0, FAKE_RULE_FLAG_E },
	{ "acknowledge a stale one", 0x00700001, false, 0x00700111, BIT(PMN0), 0 },
	{ "acknowledge an idle one", 0x00700001, false, 0x00700101, 0, FAKE_RULE_FLAG },
	{ "reset CCNT", 0x00700011, false, 0x00700015, 0, FAKE_RULE_RESET },
	{ "reset PMN", 0x00700011, false, 0x00700013, 0, FAKE_RULE_RESET },
	{ "bit 7", 0x00700011, false, 0x00700091, 0, FAKE_RULE_SBZ },
	{ "bit 31", 0x00700011, false, 0x80700011, 0, FAKE_RULE_SBZ },
	{ "FIQ of PMN0", 0x00700011, false, 0x10700011, 0, FAKE_RULE_SBZ },
	{ "FIQ of PMN1", 0x00700011, false, 0x20700011, 0, FAKE_RULE_SBZ },
	{ "FIQ of CCNT", 0x00700011, false, 0x40700011, 0, FAKE_RULE_SBZ },
	{ "PMN0's event", 0x00700011, false, 0x00600011, 0x6, FAKE_RULE_FIELD },
	{ "PMN0's event wanted", 0x00700011, false, 0x00600011, 0x1, 0 },
	{ "PMN1's event", 0x00700011, false, 0x00701011, 0x5, FAKE_RULE_FIELD },
	{ "PMN1's event wanted", 0x00700011, false, 0x00701011, 0x2, 0 },
	{ "CCNT's divider", 0x00700011, false, 0x00700019, 0x3, FAKE_RULE_FIELD },
	{ "CCNT's divider wanted", 0x00700011, false, 0x00700019, 0x4, 0 },
	{ "PMN0's interrupt", 0x00700011, false, 0x00700001, 0x6, FAKE_RULE_FIELD },
	{ "PMN1's interrupt", 0x00700011, false, 0x00700031, 0x5, FAKE_RULE_FIELD },
	{ "CCNT's interrupt", 0x00700011, false, 0x00700051, 0x3, FAKE_RULE_FIELD },
	{ "CCNT's interrupt wanted", 0x00700011, false, 0x00700051, 0x4, 0 },
};

static void rule_desc(const struct rule_param *param, char *desc)
{
	strscpy(desc, param->desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(rule, rule_params, rule_desc);

static void fake_rules(struct kunit *test)
{
	const struct rule_param *param = test->param_value;
	struct arm11_test *t = test->priv;

	arm11_write_pmn0(0xffffffff);
	t->fake.may_touch = ALL;
	arm11_write_pmnc(param->first);
	fake_arm11_advance(&t->fake, PMN0, 1);
	KUNIT_ASSERT_EQ(test, t->fake.flags, 1U);
	if (param->seen)
		arm11_read_pmnc();
	KUNIT_ASSERT_EQ(test, t->fake.broken, 0U);
	t->fake.may_touch = param->may_touch;
	t->fake.quiet = true;
	arm11_write_pmnc(param->second);
	KUNIT_EXPECT_EQ(test, t->fake.broken, param->broken);
}

static void fake_rules_running(struct kunit *test)
{
	struct arm11_test *t = test->priv;

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

struct word_param {
	const char *desc;
	const struct cp_pmu_desc *core;
	u32 evt[FAKE_COUNTERS];		/* on PMN0, PMN1, CCNT */
	u32 armed;
	u32 exported;
	u32 word;
};

static const struct word_param word_params[] = {
	{ "instructions, icache misses, cycles, all armed", &cp_pmu_arm1136,
	  { 0x07, 0x00, CYCLES }, ALL, 0, 0x00700071 },
	{ "icache misses, instructions, cycles, all armed", &cp_pmu_arm1136,
	  { 0x00, 0x07, CYCLES }, ALL, 0, 0x00007071 },
	{ "nothing but E", &cp_pmu_arm1136,
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
	{ "cycles on all three", &cp_pmu_arm1156,
	  { CYCLES, CYCLES, CYCLES }, 0, 0, 0x0ffff001 },
	{ "cycles on PMN1 beside divided ones, all armed", &cp_pmu_arm1176,
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

static void word_desc(const struct word_param *param, char *desc)
{
	strscpy(desc, param->desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(word, word_params, word_desc);

static void arm11_test_words(struct kunit *test)
{
	const struct word_param *param = test->param_value;
	struct arm11_test *t = test->priv;
	unsigned int idx;

	t->hw.desc = param->core;
	for (idx = 0; idx < FAKE_COUNTERS; idx++)
		if (param->evt[idx] != NONE)
			select_event(t, idx, param->evt[idx]);
	arm(t, param->armed);
	t->hw.exported = param->exported;
	KUNIT_EXPECT_EQ(test, fake_arm11_accesses(&t->fake), 0U);
	t->hw.known = ALL;
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.started, param->word);
	KUNIT_EXPECT_EQ(test, fake_arm11_accesses(&t->fake), 1U);
	KUNIT_EXPECT_TRUE(test, t->hw.on);
	/* All three run, also those without an event. */
	KUNIT_EXPECT_EQ(test, t->hw.known, 0U);

	/* And decoded, field by field */
	KUNIT_EXPECT_EQ(test, FIELD_GET(ARM11_PMNC_EVTCOUNT0, param->word),
			param->evt[PMN0] == NONE ? 0 :
			param->evt[PMN0] & CYCLES ? 0xff : param->evt[PMN0] & 0xff);
	KUNIT_EXPECT_EQ(test, FIELD_GET(ARM11_PMNC_EVTCOUNT1, param->word),
			param->evt[PMN1] == NONE ? 0 :
			param->evt[PMN1] & CYCLES ? 0xff : param->evt[PMN1] & 0xff);
	KUNIT_EXPECT_EQ(test, FIELD_GET(ARM11_PMNC_IRQEN, param->word), param->armed);
	KUNIT_EXPECT_EQ(test, !!(param->word & ARM11_PMNC_X), !!param->exported);
	KUNIT_EXPECT_EQ(test, !!(param->word & ARM11_PMNC_D),
			param->evt[CCNT] != NONE && !!(param->evt[CCNT] & CP_PMU_EVT_DIV64));

	stop(t);
	KUNIT_EXPECT_EQ(test, t->fake.pmnc, 0U);
	KUNIT_EXPECT_FALSE(test, t->hw.on);
	/* The control copy brings all of it back. */
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.started, param->word);
}

/* Each number on each event counter, in place of the one before */
static void arm11_test_select_replaces(struct kunit *test)
{
	struct arm11_test *t = test->priv;
	u32 number;

	for (number = 0; number < 256; number++) {
		select_event(t, PMN0, ~number & 0xff);
		select_event(t, PMN1, number);
		start(t);
		stop(t);
		select_event(t, PMN0, number);
		start(t);
		KUNIT_EXPECT_EQ(test, t->fake.started, number << 20 | number << 12 | 1);
		stop(t);
		select_event(t, PMN1, ~number & 0xff);
		start(t);
		KUNIT_EXPECT_EQ(test, t->fake.started,
				number << 20 | (~number & 0xff) << 12 | 1);
		stop(t);
	}
}

/* What is selected while the monitor runs is committed by the next start. */
static void arm11_test_select_writes_nothing(struct kunit *test)
{
	struct arm11_test *t = test->priv;
	unsigned int idx;

	for (idx = 0; idx < FAKE_COUNTERS; idx++) {
		select_event(t, idx, idx == CCNT ? DIV64 : 0x07);
		KUNIT_EXPECT_EQ(test, fake_arm11_accesses(&t->fake), 0U);
	}
}

static void arm11_test_div64(struct kunit *test)
{
	struct arm11_test *t = test->priv;

	select_event(t, CCNT, CYCLES);
	start(t);
	fake_arm11_advance(&t->fake, CCNT, 6400);
	KUNIT_EXPECT_EQ(test, read_counter(t, CCNT), 6400U);
	stop(t);
	write_counter(t, CCNT, 0);
	select_event(t, CCNT, DIV64);
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.started, 0x00000009U);
	fake_arm11_advance(&t->fake, CCNT, 6400);
	KUNIT_EXPECT_EQ(test, read_counter(t, CCNT), 100U);
	stop(t);
	write_counter(t, CCNT, 0);
	/* The divider is not left on for the next event. */
	select_event(t, CCNT, CYCLES);
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.started, 0x00000001U);
	fake_arm11_advance(&t->fake, CCNT, 6400);
	KUNIT_EXPECT_EQ(test, read_counter(t, CCNT), 6400U);
	stop(t);
}

/* X is on while at least one event is exported, and off afterwards. */
static void arm11_test_export(struct kunit *test)
{
	struct arm11_test *t = test->priv;
	u32 exported;

	select_event(t, PMN0, 0x07);
	for (exported = 0; exported <= ALL; exported++) {
		t->hw.exported = exported;
		start(t);
		KUNIT_EXPECT_EQ(test, t->fake.started, exported ? 0x00700801U : 0x00700001U);
		stop(t);
		KUNIT_EXPECT_EQ(test, t->fake.pmnc, 0U);
		t->hw.exported = 0;
		start(t);
		KUNIT_EXPECT_EQ(test, t->fake.started, 0x00700001U);
		stop(t);
	}
}

/* EC0, EC1, ECC are bits 4, 5, 6 */
static void arm11_test_armed(struct kunit *test)
{
	static const u32 words[] = {
		0x00000001, 0x00000011, 0x00000021, 0x00000031,
		0x00000041, 0x00000051, 0x00000061, 0x00000071,
	};
	struct arm11_test *t = test->priv;
	u32 armed;
	unsigned int idx;

	for (armed = 0; armed <= ALL; armed++) {
		arm(t, armed);
		start(t);
		KUNIT_EXPECT_EQ(test, t->fake.started, words[armed]);
		stop(t);
		for (idx = 0; idx < FAKE_COUNTERS; idx++) {
			write_counter(t, idx, 0xffffffff);
			start(t);
			fake_arm11_advance(&t->fake, idx, 1);
			KUNIT_EXPECT_EQ_MSG(test, fake_arm11_line(&t->fake),
					    !!(armed & BIT(idx)),
					    "armed %#x, overflow of %u", armed, idx);
			KUNIT_EXPECT_EQ(test, get_clear_overflow(t), (u32)BIT(idx));
			KUNIT_EXPECT_FALSE(test, fake_arm11_line(&t->fake));
			start(t);
			KUNIT_EXPECT_FALSE(test, fake_arm11_line(&t->fake));
			stop(t);
		}
	}
}

static void arm11_test_counters(struct kunit *test)
{
	struct arm11_test *t = test->priv;

	write_counter(t, PMN0, 0x11111111);
	write_counter(t, PMN1, 0x22222222);
	write_counter(t, CCNT, 0x33333333);
	KUNIT_EXPECT_EQ(test, t->fake.count[FAKE_PMN0], 0x11111111U);
	KUNIT_EXPECT_EQ(test, t->fake.count[FAKE_PMN1], 0x22222222U);
	KUNIT_EXPECT_EQ(test, t->fake.count[FAKE_CCNT], 0x33333333U);
	KUNIT_EXPECT_EQ(test, t->fake.writes, 3U);
	KUNIT_EXPECT_EQ(test, read_counter(t, PMN0), 0x11111111U);
	KUNIT_EXPECT_EQ(test, read_counter(t, PMN1), 0x22222222U);
	KUNIT_EXPECT_EQ(test, read_counter(t, CCNT), 0x33333333U);
	KUNIT_EXPECT_EQ(test, t->fake.reads, 3U);
	KUNIT_EXPECT_EQ(test, t->fake.writes, 3U);
}

/* Overflow flags */

struct mask_param {
	const char *desc;
	u32 mask;
};

static const struct mask_param mask_params[] = {
	{ "none", 0 },
	{ "PMN0", 1 },
	{ "PMN1", 2 },
	{ "PMN0 and PMN1", 3 },
	{ "CCNT", 4 },
	{ "PMN0 and CCNT", 5 },
	{ "PMN1 and CCNT", 6 },
	{ "all", 7 },
};

static void mask_desc(const struct mask_param *param, char *desc)
{
	strscpy(desc, param->desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(mask, mask_params, mask_desc);

/* Instructions, icache misses and cycles, armed; the counters of the mask overflow. */
static void overflow(struct arm11_test *t, u32 mask)
{
	unsigned int idx;

	select_event(t, PMN0, 0x07);
	select_event(t, PMN1, 0x00);
	select_event(t, CCNT, CYCLES);
	for (idx = 0; idx < FAKE_COUNTERS; idx++)
		write_counter(t, idx, -20);
	arm(t, ALL);
	start(t);
	for (idx = 0; idx < FAKE_COUNTERS; idx++)
		fake_arm11_advance(&t->fake, idx, mask & BIT(idx) ? 21 : 19);
	KUNIT_ASSERT_EQ(t->test, t->fake.flags, mask);
	KUNIT_ASSERT_EQ(t->test, fake_arm11_line(&t->fake), !!mask);
}

static void arm11_test_get_clear_overflow(struct kunit *test)
{
	const u32 mask = ((const struct mask_param *)test->param_value)->mask;
	struct arm11_test *t = test->priv;
	unsigned int before;

	overflow(t, mask);
	before = fake_arm11_accesses(&t->fake);
	KUNIT_EXPECT_EQ(test, get_clear_overflow(t), mask);
	KUNIT_EXPECT_EQ(test, fake_arm11_accesses(&t->fake) - before, 2U);
	/* Nothing counts while the overflow is handled, and the line is low. */
	KUNIT_EXPECT_EQ(test, t->fake.pmnc, 0U);
	KUNIT_EXPECT_FALSE(test, t->hw.on);
	KUNIT_EXPECT_FALSE(test, fake_arm11_line(&t->fake));
	KUNIT_EXPECT_EQ(test, t->hw.ack, mask);

	/* It takes a write with E set to clear the flags: the next start. */
	before = fake_arm11_accesses(&t->fake);
	start(t);
	KUNIT_EXPECT_EQ(test, fake_arm11_accesses(&t->fake) - before, 1U);
	KUNIT_EXPECT_EQ(test, t->fake.started, 0x00700071U | mask << 8);
	KUNIT_EXPECT_EQ(test, t->fake.flags, 0U);
	KUNIT_EXPECT_FALSE(test, fake_arm11_line(&t->fake));
	KUNIT_EXPECT_EQ(test, t->hw.ack, 0U);

	/* And only that one: what comes up next is not acknowledged by habit. */
	fake_arm11_advance(&t->fake, PMN0, 0xffffffff);
	KUNIT_ASSERT_EQ(test, t->fake.flags, 1U);
	stop(t);
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.started, 0x00700071U);
	KUNIT_EXPECT_EQ(test, t->fake.flags, 1U);
	KUNIT_EXPECT_TRUE(test, fake_arm11_line(&t->fake));
	KUNIT_EXPECT_EQ(test, get_clear_overflow(t), 1U);
}

static void overflow_pmn1(struct fake_arm11 *fake)
{
	fake_arm11_advance(fake, PMN1, 1000);
}

/* An overflow on the way comes too late to be counted, or is returned. */
static void arm11_test_get_clear_overflow_all(struct kunit *test)
{
	struct arm11_test *t = test->priv;
	u32 flags;

	overflow(t, BIT(PMN0));
	t->fake.hook = overflow_pmn1;
	flags = get_clear_overflow(t);
	KUNIT_EXPECT_EQ(test, flags, t->fake.flags);
	KUNIT_EXPECT_EQ(test, t->hw.ack, t->fake.flags);
}

/* A stop and a start, as at each context switch, leave a pending overflow be. */
static void arm11_test_stop_keeps_flags(struct kunit *test)
{
	const u32 mask = ((const struct mask_param *)test->param_value)->mask;
	struct arm11_test *t = test->priv;
	unsigned int before, idx;

	overflow(t, mask);
	before = fake_arm11_accesses(&t->fake);
	stop(t);
	KUNIT_EXPECT_EQ(test, fake_arm11_accesses(&t->fake) - before, 1U);
	KUNIT_EXPECT_EQ(test, t->fake.pmnc, 0U);
	KUNIT_EXPECT_EQ(test, t->fake.flags, mask);
	KUNIT_EXPECT_EQ(test, t->hw.ack, 0U);
	for (idx = 0; idx < FAKE_COUNTERS; idx++) {
		fake_arm11_advance(&t->fake, idx, 1000);
		KUNIT_EXPECT_EQ(test, read_counter(t, idx), mask & BIT(idx) ? 1U : (u32)-1);
	}
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.flags, mask);
	KUNIT_EXPECT_EQ(test, fake_arm11_line(&t->fake), !!mask);
	KUNIT_EXPECT_EQ(test, get_clear_overflow(t), mask);
}

/* A flag from before is stale when a counter begins to interrupt; others' are not. */
static void arm11_test_stale_flag(struct kunit *test)
{
	struct arm11_test *t = test->priv;

	overflow(t, BIT(PMN0) | BIT(CCNT));
	stop(t);
	/* PMN0's event goes; its flag stays behind. */
	arm(t, BIT(PMN1) | BIT(CCNT));
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.started, 0x00700061U);
	KUNIT_EXPECT_EQ(test, t->fake.flags, (u32)(BIT(PMN0) | BIT(CCNT)));
	stop(t);
	/* And another one comes. */
	write_counter(t, PMN0, -1000);
	select_event(t, PMN0, 0x05);
	arm(t, ALL);
	t->hw.ack |= BIT(PMN0);
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.started, 0x00500171U);
	KUNIT_EXPECT_EQ(test, t->fake.flags, (u32)BIT(CCNT));
	KUNIT_EXPECT_TRUE(test, fake_arm11_line(&t->fake));
	KUNIT_EXPECT_EQ(test, get_clear_overflow(t), (u32)BIT(CCNT));
}

/* What is to be acknowledged adds up until the start. */
static void arm11_test_acks_add_up(struct kunit *test)
{
	struct arm11_test *t = test->priv;

	overflow(t, BIT(PMN0) | BIT(CCNT));
	stop(t);
	/* PMN1 is given to another event, which has no flag yet. */
	write_counter(t, PMN1, -1000);
	t->hw.ack |= BIT(PMN1);
	KUNIT_EXPECT_EQ(test, get_clear_overflow(t), (u32)(BIT(PMN0) | BIT(CCNT)));
	KUNIT_EXPECT_EQ(test, t->hw.ack, (u32)ALL);
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.started, 0x00700771U);
	KUNIT_EXPECT_EQ(test, t->fake.flags, 0U);
	stop(t);
}

static void arm11_test_budget(struct kunit *test)
{
	struct arm11_test *t = test->priv;
	unsigned int idx;

	/* Three events switched out: 4 accesses, */
	overflow(t, 0);
	t->fake.reads = 0;
	t->fake.writes = 0;
	stop(t);
	for (idx = 0; idx < FAKE_COUNTERS; idx++)
		read_counter(t, idx);
	KUNIT_EXPECT_EQ(test, fake_arm11_accesses(&t->fake), 4U);
	/* and three others in: 4 more, */
	for (idx = 0; idx < FAKE_COUNTERS; idx++) {
		write_counter(t, idx, -1000);
		select_event(t, idx, idx == CCNT ? CYCLES : 0x0d);
	}
	start(t);
	KUNIT_EXPECT_EQ(test, fake_arm11_accesses(&t->fake), 8U);
	/* an interrupt of one counter: 5. */
	t->fake.reads = 0;
	t->fake.writes = 0;
	fake_arm11_advance(&t->fake, PMN1, 1000);
	KUNIT_EXPECT_EQ(test, get_clear_overflow(t), (u32)BIT(PMN1));
	read_counter(t, PMN1);
	write_counter(t, PMN1, -1000);
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.reads, 2U);
	KUNIT_EXPECT_EQ(test, t->fake.writes, 3U);
	stop(t);
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

static void reset_desc(const struct reset_param *param, char *desc)
{
	strscpy(desc, param->desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(reset, reset_params, reset_desc);

static void arm11_test_reset_from_garbage(struct kunit *test)
{
	const struct reset_param *param = test->param_value;
	struct arm11_test *t = test->priv;
	int round;

	for (round = 0; round < 2; round++) {
		t->hw.desc = param->core;
		t->hw.nonsecure = param->nonsecure;
		t->fake.has_validation = param->validation;
		t->fake.secure = !param->nonsecure;
		fake_arm11_garbage(&t->fake);
		KUNIT_ASSERT_TRUE(test, fake_arm11_line(&t->fake));
		t->hw.ack = ALL;
		t->hw.known = ALL;
		t->hw.on = true;
		/* Also when the monitor was off, and flags were all that was left. */
		if (round)
			t->fake.pmnc = 0;

		reset(t);
		KUNIT_EXPECT_EQ(test, t->fake.pmnc, 0U);
		KUNIT_EXPECT_EQ(test, t->fake.flags, 0U);
		KUNIT_EXPECT_FALSE(test, fake_arm11_line(&t->fake));
		KUNIT_EXPECT_EQ(test, t->fake.validation, param->left_open);
		KUNIT_EXPECT_FALSE(test, t->hw.on);
		KUNIT_EXPECT_EQ(test, t->hw.ack, 0U);
		KUNIT_EXPECT_EQ(test, t->hw.known, 0U);
	}
}

/* The validation register is written only where that closes it. */
static void arm11_test_reset_closed(struct kunit *test)
{
	struct arm11_test *t = test->priv;

	t->fake.secure = false;
	KUNIT_ASSERT_EQ(test, t->fake.validation, 0U);
	reset(t);
	KUNIT_EXPECT_EQ(test, t->fake.broken, 0U);
	KUNIT_EXPECT_EQ(test, t->fake.pmnc, 0U);
}

static void advance_all(struct fake_arm11 *fake)
{
	unsigned int idx;

	for (idx = 0; idx < FAKE_COUNTERS; idx++)
		fake_arm11_advance(fake, idx, 1);
}

/*
 * Flags are cleared while the counters run, so one may come up right after. It
 * asserts nothing, and is stale when its counter gets an event.
 */
static void arm11_test_reset_while_counting(struct kunit *test)
{
	struct arm11_test *t = test->priv;

	fake_arm11_garbage(&t->fake);
	t->fake.hook = advance_all;
	reset(t);
	KUNIT_EXPECT_EQ(test, t->fake.pmnc, 0U);
	KUNIT_EXPECT_FALSE(test, fake_arm11_line(&t->fake));
	KUNIT_EXPECT_EQ(test, t->fake.raised[PMN0] + t->fake.raised[PMN1] +
			t->fake.raised[CCNT], 0U);

	select_event(t, PMN0, 0x07);
	write_counter(t, PMN0, -1000);
	arm(t, BIT(PMN0));
	t->hw.ack |= BIT(PMN0);
	start(t);
	KUNIT_EXPECT_FALSE(test, fake_arm11_line(&t->fake));
	stop(t);
}

/*
 * Nothing gets lost. The events below do what the driver's core does for perf:
 * count by value, and end a period by value.
 */

static void event_begin(struct arm11_test *t, unsigned int idx, u32 period, bool armed)
{
	struct arm11_event *event = &t->event[idx];

	event->period = period;
	event->left = period;
	event->begun = t->fake.events[idx];
	t->hw.value[idx] = -period;
	write_counter(t, idx, -period);
	select_event(t, idx, idx == CCNT ? CYCLES : 0x07 + idx);
	if (armed) {
		arm(t, t->hw.armed | BIT(idx));
		t->hw.ack |= BIT(idx);
	}
}

static void event_update(struct arm11_test *t, unsigned int idx)
{
	struct arm11_event *event = &t->event[idx];
	u32 now = read_counter(t, idx);
	u32 delta = now - t->hw.value[idx];

	t->hw.value[idx] = now;
	event->counted += delta;
	event->left -= delta;
}

/* Whether a period has ended; the next one begins. The monitor is stopped. */
static bool event_next_period(struct arm11_test *t, unsigned int idx)
{
	struct arm11_event *event = &t->event[idx];

	if (event->left > 0)
		return false;
	event->ended++;
	event->left = event->period;
	t->hw.value[idx] = -event->period;
	write_counter(t, idx, -event->period);
	return true;
}

static void event_end(struct arm11_test *t, unsigned int idx)
{
	struct arm11_event *event = &t->event[idx];

	event_update(t, idx);
	if ((t->hw.armed & BIT(idx)) && event->left <= 0)
		event->ended++;
	event->truth += t->fake.events[idx] - event->begun;
	t->hw.active &= ~BIT(idx);
	arm(t, t->hw.armed & ~BIT(idx));
}

static void handle_overflow(struct arm11_test *t)
{
	bool was_on = t->hw.on;
	u32 flags = get_clear_overflow(t);
	unsigned int idx;

	for (idx = 0; idx < FAKE_COUNTERS; idx++)
		if (flags & t->hw.armed & BIT(idx)) {
			event_update(t, idx);
			KUNIT_ASSERT_TRUE_MSG(t->test, event_next_period(t, idx),
					      "%u: flag without an overflow", idx);
		}
	if (was_on)
		start(t);
}

/*
 * Each overflow of an armed counter has ended a period, once, or asserts the
 * line at this moment. A counter that is not armed asserts nothing.
 */
static void check_overflows(struct arm11_test *t)
{
	u32 pending = t->fake.flags & t->hw.armed;
	unsigned int idx;

	for (idx = 0; idx < FAKE_COUNTERS; idx++)
		KUNIT_ASSERT_EQ_MSG(t->test, t->event[idx].ended + !!(pending & BIT(idx)),
				    t->fake.raised[idx], "overflows of %u", idx);
	if (t->hw.on)
		KUNIT_ASSERT_EQ(t->test, fake_arm11_line(&t->fake), !!pending);
}

static void check_counts(struct arm11_test *t)
{
	unsigned int idx;

	for (idx = 0; idx < FAKE_COUNTERS; idx++)
		KUNIT_ASSERT_EQ_MSG(t->test, t->event[idx].counted, t->event[idx].truth,
				    "counts of %u", idx);
}

static void inject(struct fake_arm11 *fake)
{
	struct arm11_test *t = container_of(fake, struct arm11_test, fake);

	if (t->inject_always) {
		unsigned int idx = prandom_u32_state(&t->rnd) % FAKE_COUNTERS;

		fake_arm11_advance(fake, idx, prandom_u32_state(&t->rnd) % 200);
	} else if (fake_arm11_accesses(fake) == t->inject_at) {
		fake_arm11_advance(fake, t->inject_idx, 150);
	}
}

/* A run of everything, in which one overflow comes after the access inject_at. */
static void everything_once(struct arm11_test *t)
{
	unsigned int idx;

	for (idx = 0; idx < FAKE_COUNTERS; idx++)
		event_begin(t, idx, 100, true);
	start(t);
	check_overflows(t);
	/* read by a program, */
	for (idx = 0; idx < FAKE_COUNTERS; idx++)
		event_update(t, idx);
	check_overflows(t);
	/* switched out and in, without and with a change of PMN1, */
	stop(t);
	start(t);
	check_overflows(t);
	stop(t);
	event_end(t, PMN1);
	start(t);
	stop(t);
	event_begin(t, PMN1, 120, true);
	start(t);
	check_overflows(t);
	/* interrupted, with and without a reason, */
	handle_overflow(t);
	check_overflows(t);
	handle_overflow(t);
	check_overflows(t);
	/* and stopped. */
	stop(t);
	for (idx = 0; idx < FAKE_COUNTERS; idx++)
		event_end(t, idx);
	check_overflows(t);
	check_counts(t);
}

static void arm11_test_overflow_anywhere(struct kunit *test)
{
	struct arm11_test *t = test->priv;
	unsigned int accesses, idx, n, overflows = 0;

	everything_once(t);
	accesses = fake_arm11_accesses(&t->fake);
	KUNIT_ASSERT_GT(test, accesses, 20U);
	for (n = 0; n <= accesses + 8; n++)
		for (idx = 0; idx < FAKE_COUNTERS; idx++) {
			make_arm1176(test, t);
			t->fake.hook = inject;
			t->inject_at = n;
			t->inject_idx = idx;
			everything_once(t);
			KUNIT_ASSERT_EQ_MSG(test, t->fake.broken, 0U,
					    "overflow of %u after access %u", idx, n);
			overflows += t->event[idx].ended;
		}
	/* The test is of worth only if there were some. */
	KUNIT_EXPECT_GT(test, overflows, 20U);
}

struct seed_param {
	u32 seed;
	u32 max_period;
};

static const struct seed_param seed_params[] = {
	{ 1, 8 }, { 2, 100 }, { 3, 5000 }, { 4, 1000000 }, { 5, 0x7fffffff },
	{ 6, 8 }, { 7, 100 }, { 8, 5000 }, { 9, 1000000 }, { 10, 0x7fffffff },
};

static void seed_desc(const struct seed_param *param, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "sequence %u, periods up to %u",
		 param->seed, param->max_period);
}

KUNIT_ARRAY_PARAM(seed, seed_params, seed_desc);

/* Random steps of programs, context switches and interrupts, early and late */
static void arm11_test_random(struct kunit *test)
{
	const struct seed_param *param = test->param_value;
	struct arm11_test *t = test->priv;
	unsigned int idx, n, overflows = 0;

	prandom_seed_state(&t->rnd, param->seed);
	t->fake.hook = inject;
	t->inject_always = true;
	start(t);
	for (n = 0; n < 3000; n++) {
		u32 rnd = prandom_u32_state(&t->rnd);

		idx = rnd >> 8 & 3;
		switch (rnd & 7) {
		case 0:
		case 1:
		case 2:
			/* A program runs, for less than 2^30 events of each. */
			for (idx = 0; idx < FAKE_COUNTERS; idx++)
				fake_arm11_advance(&t->fake, idx,
						   prandom_u32_state(&t->rnd) %
						   (param->max_period / 2 + 1));
			break;
		case 3:
		case 4:
			if (fake_arm11_line(&t->fake) || (rnd >> 16 & 7) == 0)
				handle_overflow(t);
			break;
		case 5:
			stop(t);
			start(t);
			break;
		case 6:
			stop(t);
			if (idx < FAKE_COUNTERS && (t->hw.active & BIT(idx)))
				event_end(t, idx);
			else if (idx < FAKE_COUNTERS)
				event_begin(t, idx, 1 + mul_u32_u32(rnd, param->max_period) / E32,
					    rnd & BIT(10));
			start(t);
			break;
		case 7:
			for (idx = 0; idx < FAKE_COUNTERS; idx++)
				if (t->hw.active & BIT(idx))
					event_update(t, idx);
			break;
		}
		check_overflows(t);
		/* Within 2^31 events each is looked at, as the driver's timer does. */
		if (n % 2)
			for (idx = 0; idx < FAKE_COUNTERS; idx++)
				if (t->hw.active & BIT(idx))
					event_update(t, idx);
	}
	stop(t);
	for (idx = 0; idx < FAKE_COUNTERS; idx++) {
		if (t->hw.active & BIT(idx))
			event_end(t, idx);
		overflows += t->event[idx].ended;
	}
	check_overflows(t);
	check_counts(t);
	KUNIT_EXPECT_GT(test, overflows, 50U);
}

static struct kunit_case arm11_cases[] = {
	KUNIT_CASE(fake_counts),
	KUNIT_CASE(fake_noise),
	KUNIT_CASE_PARAM(fake_rules, rule_gen_params),
	KUNIT_CASE(fake_rules_running),
	KUNIT_CASE_PARAM(arm11_test_words, word_gen_params),
	KUNIT_CASE(arm11_test_select_replaces),
	KUNIT_CASE(arm11_test_select_writes_nothing),
	KUNIT_CASE(arm11_test_div64),
	KUNIT_CASE(arm11_test_export),
	KUNIT_CASE(arm11_test_armed),
	KUNIT_CASE(arm11_test_counters),
	KUNIT_CASE_PARAM(arm11_test_get_clear_overflow, mask_gen_params),
	KUNIT_CASE(arm11_test_get_clear_overflow_all),
	KUNIT_CASE_PARAM(arm11_test_stop_keeps_flags, mask_gen_params),
	KUNIT_CASE(arm11_test_stale_flag),
	KUNIT_CASE(arm11_test_acks_add_up),
	KUNIT_CASE(arm11_test_budget),
	KUNIT_CASE_PARAM(arm11_test_reset_from_garbage, reset_gen_params),
	KUNIT_CASE(arm11_test_reset_closed),
	KUNIT_CASE(arm11_test_reset_while_counting),
	KUNIT_CASE(arm11_test_overflow_anywhere),
	KUNIT_CASE_PARAM(arm11_test_random, seed_gen_params),
	{}
};

static struct kunit_suite arm11_suite = {
	.name = "cp_pmu_arm11",
	.init = arm11_kunit_init,
	.exit = arm11_kunit_exit,
	.test_cases = arm11_cases,
};

kunit_test_suite(arm11_suite);
