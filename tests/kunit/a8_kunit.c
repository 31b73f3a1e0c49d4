// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the register writes of cp_pmu_a8.c. The words are made by hand from the
 * Technical Reference Manual of Cortex-A8 (ARM DDI 0344I), section 3.2, c9:
 *
 *	PMNC: 5 DP, 4 X, 3 D, 2 C, 1 P, 0 E
 *	CNTENS, CNTENC, FLAG, INTENS, INTENC: 31 CCNT, 3:0 PMN3 to PMN0
 *	EVTSEL: 7:0 SEL, of the counter that PMNXSEL selects
 *
 * The fake checks the rules for each single write, see fake_regs.h.
 */

#include <kunit/test.h>

#define SUITE a8_kunit
#define CP_PMU_FAKE_REGS
#include "fake_regs.h"
#include "under_test.h"
#include "pmu_test.h"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_a8.c"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_events.c"

#define PMN2	2
#define PMN3	3
#define CCNT	4
#define ALL	0x1f
#define ALL_BITS	0x8000000fU

/* All registers are unknown until the driver has reset them. */
static void make_a8(struct pmu_test *t)
{
	pmu_test_begin(t, &cp_pmu_cortex_a8, &fake_a8);
	t->fake.secure = false;
	fake_a8_unknown(&t->fake);
	reset(t);
	KUNIT_ASSERT_EQ(t->test, t->fake.broken, 0U);
	t->fake.reads = 0;
	t->fake.writes = 0;
}

static int a8_kunit_init(struct kunit *test)
{
	return pmu_test_init(test, make_a8);
}

/* Tests of the fake: it detects each write that breaks a rule. */

static void fake_counts(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	struct fake_pmu *fake = &t->fake;

	fake->may_touch = ALL;
	a8_write_pmnxsel(2);
	a8_write_pmcnt(0xfffffffe);
	a8_write_evtsel(0x43);
	a8_write_pmnxsel(3);
	a8_write_pmcnt(5);
	a8_write_ccnt(7);
	KUNIT_EXPECT_EQ(test, fake->evtsel[PMN2], 0x43U);
	a8_write_cntens(0x80000004);
	a8_write_intens(0x00000004);
	fake_advance(fake, PMN2, 1);
	KUNIT_EXPECT_EQ(test, a8_read_pmcnt(), 5U);
	KUNIT_EXPECT_EQ(test, fake->count[PMN2], 0xfffffffeU);
	a8_write_pmnc(0x00000001);
	/* PMN3 has events but is not enabled. */
	fake_advance(fake, PMN3, 10);
	KUNIT_EXPECT_EQ(test, a8_read_pmcnt(), 5U);
	KUNIT_EXPECT_EQ(test, fake->events[PMN3], 10ULL);
	fake_advance(fake, PMN2, 3);
	fake_advance(fake, CCNT, 64);
	KUNIT_EXPECT_EQ(test, a8_read_ccnt(), 71U);
	KUNIT_EXPECT_EQ(test, fake->count[PMN2], 1U);
	KUNIT_EXPECT_EQ(test, a8_read_flag() & ALL_BITS, 0x00000004U);
	KUNIT_EXPECT_TRUE(test, fake_line(fake));
	/* The line is asserted only with E set; the flag stays set. */
	a8_write_pmnc(0);
	KUNIT_EXPECT_FALSE(test, fake_line(fake));
	KUNIT_EXPECT_EQ(test, a8_read_flag() & ALL_BITS, 0x00000004U);
	a8_write_flag(0x00000004);
	KUNIT_EXPECT_EQ(test, a8_read_flag() & ALL_BITS, 0U);
	/* Ones set or clear single bits. */
	a8_write_cntens(0x00000001);
	KUNIT_EXPECT_EQ(test, fake->cnten, 0x80000005U);
	a8_write_cntenc(0x80000004);
	KUNIT_EXPECT_EQ(test, fake->cnten, 0x00000001U);
	a8_write_intens(0x80000000);
	KUNIT_EXPECT_EQ(test, fake->inten, 0x80000004U);
	a8_write_intenc(0x00000004);
	KUNIT_EXPECT_EQ(test, fake->inten, 0x80000000U);
	KUNIT_EXPECT_EQ(test, fake->irqen, (u32)BIT(CCNT));
	KUNIT_EXPECT_EQ(test, fake->reads, 6U);
	KUNIT_EXPECT_EQ(test, fake->writes, 15U);
	KUNIT_EXPECT_EQ(test, fake->broken, 0U);
}

/* One write after an overflow of PMN0, which counts event 7, breaks a rule. */
struct a8_rule_param {
	const char *desc;
	void (*write)(u32 val);
	u32 val;
	bool stop;
	bool seen;
	u32 may_touch;
	u32 broken;
};

static const struct a8_rule_param rule_params[] = {
	{ "the same word again", a8_write_pmnc, 0x01, false, false, 0, 0 },
	{ "export", a8_write_pmnc, 0x11, false, false, 0, 0 },
	{ "reset CCNT", a8_write_pmnc, 0x05, false, false, 0, FAKE_RULE_RESET },
	{ "reset PMN", a8_write_pmnc, 0x03, false, false, 0, FAKE_RULE_RESET },
	{ "PMNC bit 6", a8_write_pmnc, 0x41, false, false, 0, FAKE_RULE_SBZ },
	{ "PMNC as read", a8_write_pmnc, 0x41002001, false, false, 0, FAKE_RULE_SBZ },
	{ "CCNT's divider", a8_write_pmnc, 0x09, false, false, 0xf, FAKE_RULE_FIELD },
	{ "CCNT's divider, allowed", a8_write_pmnc, 0x09, false, false, 0x10, 0 },
	{ "clear a flag that was read", a8_write_flag, 0x1, false, true, 0, 0 },
	{ "clear a flag that was read, stopped", a8_write_flag, 0x1, true, true, 0, 0 },
	{ "clear an unread flag", a8_write_flag, 0x1, false, false, 0, FAKE_RULE_FLAG },
	{ "clear an unread flag, stopped", a8_write_flag, 0x1, true, false, 0, FAKE_RULE_FLAG },
	{ "clear the flag of another counter", a8_write_flag, 0x2, true, true, 0, FAKE_RULE_FLAG },
	{ "FLAG bit 4", a8_write_flag, 0x10, true, true, 0, FAKE_RULE_SBZ },
	{ "CNTENS bit 4", a8_write_cntens, 0x10, true, true, 0, FAKE_RULE_SBZ },
	{ "INTENC bit 30", a8_write_intenc, 0x40000000, true, true, 0, FAKE_RULE_SBZ },
	{ "PMN1 enabled", a8_write_cntens, 0x2, true, true, 0x1d, FAKE_RULE_FIELD },
	{ "PMN1 enabled, allowed", a8_write_cntens, 0x2, true, true, 0x2, 0 },
	{ "PMN0 disabled", a8_write_cntenc, 0x1, true, true, 0x1e, FAKE_RULE_FIELD },
	{ "CCNT's interrupt", a8_write_intens, 0x80000000, true, true, 0xf, FAKE_RULE_FIELD },
	{ "PMN0's interrupt", a8_write_intenc, 0x1, true, true, 0x1e, FAKE_RULE_FIELD },
	{ "PMN0's event", a8_write_evtsel, 0x8, true, true, 0x1e, FAKE_RULE_FIELD },
	{ "PMN0's event, allowed", a8_write_evtsel, 0x8, true, true, 0x1, 0 },
	{ "event while counting", a8_write_evtsel, 0x7, false, true, 0, FAKE_RULE_RUNNING },
	{ "EVTSEL bit 8", a8_write_evtsel, 0x107, true, true, 0, FAKE_RULE_SBZ },
	{ "counter while counting", a8_write_pmcnt, 0x1, false, true, 0, FAKE_RULE_RUNNING },
	{ "PMNXSEL bit 5", a8_write_pmnxsel, 0x20, true, true, 0, FAKE_RULE_SBZ },
	{ "USEREN bit 1", a8_write_useren, 0x2, true, true, 0, FAKE_RULE_SBZ },
	{ "SDER of the Secure world", a8_write_sder, 0x2, true, true, 0, FAKE_RULE_UNDEFINED },
};

PMU_ARRAY_PARAM(rule);

static void fake_rules(struct kunit *test)
{
	const struct a8_rule_param *param = test->param_value;
	struct pmu_test *t = test->priv;

	t->fake.may_touch = ALL;
	a8_write_pmnxsel(0);
	a8_write_evtsel(0x07);
	a8_write_pmcnt(0xffffffff);
	a8_write_cntens(0x1);
	a8_write_intens(0x1);
	a8_write_pmnc(0x1);
	fake_advance(&t->fake, PMN0, 1);
	if (param->seen)
		a8_read_flag();
	if (param->stop)
		a8_write_pmnc(0);
	KUNIT_ASSERT_EQ(test, t->fake.flags, 1U);
	KUNIT_ASSERT_EQ(test, t->fake.broken, 0U);
	t->fake.may_touch = param->may_touch;
	t->fake.quiet = true;
	param->write(param->val);
	if (param->stop)
		a8_write_pmnc(0x1);
	KUNIT_EXPECT_EQ(test, t->fake.broken, param->broken);
}

/* PMNXSEL selects one of four event counters. */
static void fake_rules_banks(struct kunit *test)
{
	struct pmu_test *t = test->priv;

	t->fake.quiet = true;
	a8_write_pmnxsel(3);
	a8_write_pmcnt(1);
	KUNIT_EXPECT_EQ(test, t->fake.broken, 0U);
	a8_write_pmnxsel(4);
	KUNIT_EXPECT_EQ(test, t->fake.broken, 0U);
	a8_read_pmcnt();
	KUNIT_EXPECT_EQ(test, t->fake.broken, (u32)FAKE_RULE_UNDEFINED);
}

/* Whole words of the registers */

struct a8_word_param {
	const char *desc;
	u32 evt[FAKE_MAX_COUNTERS];	/* on PMN0 to PMN3, CCNT */
	u32 armed;
	u32 exported;
	u32 pmnc;
	u32 cnten;
	u32 inten;
	u32 evtsel[FAKE_MAX_COUNTERS];
};

static const struct a8_word_param word_params[] = {
	{ "cycles", { NONE, NONE, NONE, NONE, CYCLES }, 0, 0,
	  0x01, 0x80000000, 0, {} },
	{ "cycles armed", { NONE, NONE, NONE, NONE, CYCLES }, BIT(CCNT), 0,
	  0x01, 0x80000000, 0x80000000, {} },
	{ "divided cycles armed", { NONE, NONE, NONE, NONE, DIV64 }, BIT(CCNT), 0,
	  0x09, 0x80000000, 0x80000000, {} },
	{ "instructions armed", { 0x08, NONE, NONE, NONE, NONE }, BIT(PMN0), 0,
	  0x01, 0x00000001, 0x00000001, { 0x08 } },
	{ "branches, misses armed", { NONE, 0x12, 0x10, NONE, NONE }, BIT(PMN2), 0,
	  0x01, 0x00000006, 0x00000004, { 0, 0x12, 0x10 } },
	{ "five events armed", { 0x08, 0x43, 0x44, 0x72, CYCLES }, ALL, 0,
	  0x01, 0x8000000f, 0x8000000f, { 0x08, 0x43, 0x44, 0x72 } },
	{ "cycles on all five counters", { CYCLES, CYCLES, CYCLES, CYCLES, CYCLES }, 0, 0,
	  0x01, 0x8000000f, 0, { 0x11, 0x11, 0x11, 0x11 } },
	{ "cycles on PMN3 beside div64", { NONE, NONE, NONE, CYCLES, DIV64 },
	  BIT(PMN3), 0, 0x09, 0x80000008, 0x00000008, { 0, 0, 0, 0x11 } },
	{ "software increment exported", { CP_PMU_EVT_EXPORT, NONE, NONE, NONE, NONE },
	  0, BIT(PMN0), 0x11, 0x00000001, 0, {} },
	{ "divided cycles exported, PMN1 armed",
	  { NONE, 0x5a, NONE, NONE, DIV64 | CP_PMU_EVT_EXPORT }, BIT(PMN1), BIT(CCNT),
	  0x19, 0x80000002, 0x00000002, { 0, 0x5a } },
	{ "all bits of an event", { 0xff, NONE, NONE, 0xfe, NONE }, BIT(PMN3), 0,
	  0x01, 0x00000009, 0x00000008, { 0xff, 0, 0, 0xfe } },
};

PMU_ARRAY_PARAM(word);

static void a8_test_words(struct kunit *test)
{
	const struct a8_word_param *param = test->param_value;
	struct pmu_test *t = test->priv;
	unsigned int idx, before;

	arm(t, param->armed);
	for (idx = 0; idx < ARRAY_SIZE(param->evt); idx++)
		if (param->evt[idx] != NONE)
			select_event(t, idx, param->evt[idx]);
	t->hw.exported = param->exported;
	/* Counters that are armed now may have a stale flag. */
	KUNIT_EXPECT_EQ(test, t->hw.ack, param->armed);
	t->hw.known = ALL;
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.started, param->pmnc);
	KUNIT_EXPECT_EQ(test, t->fake.cnten, param->cnten);
	KUNIT_EXPECT_EQ(test, t->fake.inten, param->inten);
	for (idx = 0; idx < 4; idx++)
		KUNIT_EXPECT_EQ_MSG(test, t->fake.evtsel[idx], param->evtsel[idx],
				    "EVTSEL of %u", idx);
	KUNIT_EXPECT_TRUE(test, t->hw.on);
	/* A counter that is not enabled does not count. */
	KUNIT_EXPECT_EQ(test, t->hw.known, ALL & ~t->hw.active);
	for (idx = 0; idx < ARRAY_SIZE(param->evt); idx++)
		if (param->evt[idx] != NONE)
			KUNIT_EXPECT_TRUE(test, t->fake.enabled & BIT(idx));

	before = fake_accesses(&t->fake);
	stop(t);
	KUNIT_EXPECT_EQ(test, t->fake.pmnc, 0U);
	KUNIT_EXPECT_FALSE(test, t->hw.on);
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.started, param->pmnc);
	/* The start writes nothing else. */
	KUNIT_EXPECT_EQ(test, fake_accesses(&t->fake) - before, 2U);
	stop(t);

	/* Replace all events by cycles on CCNT: nothing of the others is left. */
	t->hw.active = 0;
	t->hw.exported = 0;
	t->fake.may_touch = ALL;
	arm(t, 0);
	select_event(t, CCNT, CYCLES);
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.started, 0x01U);
	KUNIT_EXPECT_EQ(test, t->fake.cnten, 0x80000000U);
	KUNIT_EXPECT_EQ(test, t->fake.inten, 0U);
}

/* Each event number replaces the previous one of its counter, and of no other counter. */
static void a8_test_select_replaces(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	u32 want[4] = {};
	unsigned int n, idx, other;

	for (n = 0; n < 4 * 256; n++) {
		idx = n % 4;
		want[idx] = (n / 4 * 7 + idx) & 0xff;
		select_event(t, idx, want[idx]);
		for (other = 0; other < 4; other++)
			KUNIT_EXPECT_EQ_MSG(test, t->fake.evtsel[other], want[other],
					    "%u at %#x of %u", other, want[idx], idx);
	}
}

/* A register that has the right value is not written. */
static void a8_test_select_cached(struct kunit *test)
{
	struct pmu_test *t = test->priv;

	select_event(t, PMN2, 0x43);
	KUNIT_EXPECT_EQ(test, t->fake.writes, 2U);
	select_event(t, PMN2, 0x43);
	KUNIT_EXPECT_EQ(test, t->fake.writes, 2U);
	write_counter(t, PMN2, 1);
	KUNIT_EXPECT_EQ(test, t->fake.writes, 3U);
	select_event(t, PMN2, 0x44);
	KUNIT_EXPECT_EQ(test, t->fake.writes, 4U);
	select_event(t, CCNT, CYCLES);
	write_counter(t, CCNT, 1);
	KUNIT_EXPECT_EQ(test, t->fake.writes, 5U);
	read_counter(t, PMN2);
	KUNIT_EXPECT_EQ(test, fake_accesses(&t->fake), 6U);
	read_counter(t, PMN3);
	KUNIT_EXPECT_EQ(test, fake_accesses(&t->fake), 8U);
	/* After a loss of power all registers are written. */
	fake_a8_unknown(&t->fake);
	reset(t);
	select_event(t, PMN2, 0x44);
	select_event(t, PMN3, 0);
	write_counter(t, PMN3, 0x33333333);
	arm(t, BIT(PMN3));
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.evtsel[PMN2], 0x44U);
	KUNIT_EXPECT_EQ(test, t->fake.evtsel[PMN3], 0U);
	KUNIT_EXPECT_EQ(test, t->fake.count[PMN3], 0x33333333U);
	KUNIT_EXPECT_EQ(test, t->fake.cnten, 0x8000000cU);
	KUNIT_EXPECT_EQ(test, t->fake.inten, 0x00000008U);
}

static void a8_test_export(struct kunit *test)
{
	pmu_test_export(test->priv, 0x01, 0x11);
}

/* FLAG is written separately. */
static void a8_test_acknowledge(struct kunit *test)
{
	pmu_test_acknowledge(test->priv, 2);
}

static void a8_test_budget(struct kunit *test)
{
	pmu_test_budget(test->priv, 14, 7, 7, 5);
}

/* Reset */

static void expect_reset(struct pmu_test *t)
{
	unsigned int idx;

	KUNIT_EXPECT_EQ(t->test, t->fake.pmnc, 0U);
	KUNIT_EXPECT_EQ(t->test, t->fake.cnten, 0U);
	KUNIT_EXPECT_EQ(t->test, t->fake.inten, 0U);
	KUNIT_EXPECT_EQ(t->test, t->fake.flags, 0U);
	KUNIT_EXPECT_EQ(t->test, t->fake.useren, 0U);
	for (idx = 0; idx < 4; idx++)
		KUNIT_EXPECT_EQ(t->test, t->fake.evtsel[idx], t->hw.a8.evtsel[idx]);
}

static void a8_test_reset_from_garbage(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	int round;

	for (round = 0; round < 2; round++) {
		pmu_test_reset_from_garbage(t, round);
		expect_reset(t);
	}
	for (round = 0; round < 32; round++) {
		fake_a8_unknown(&t->fake);
		reset(t);
		expect_reset(t);
	}
	/* The driver forgets what it knew before the reset. */
	pmu_test_reset_from_garbage(t, false);
	overflow(t, BIT(CCNT));
	KUNIT_EXPECT_EQ(test, t->fake.cnten, ALL_BITS);
	KUNIT_EXPECT_EQ(test, t->fake.inten, ALL_BITS);
}

/* The driver accesses Secure registers only if the device tree allows it. */
static void a8_test_reset_secure(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	u32 sder;

	reset(t);
	KUNIT_EXPECT_EQ(test, t->fake.broken, 0U);
	t->fake.secure = true;
	for (sder = 0; sder < 4; sder++) {
		t->fake.sder = sder;
		t->hw.secure = false;
		reset(t);
		KUNIT_EXPECT_EQ(test, t->fake.sder, sder);
		/* SUNIDEN is bit 1. SUIDEN, bit 0, belongs to the debugger. */
		t->hw.secure = true;
		reset(t);
		KUNIT_EXPECT_EQ(test, t->fake.sder, sder | 0x2);
	}
}

/* Access from user mode. USEREN opens all registers but INTENS and INTENC. */

static void (*const user_writes[])(u32 val) = {
	a8_write_pmnc, a8_write_cntens, a8_write_cntenc, a8_write_flag, a8_write_pmnxsel,
	fake_a8_write_ccnt, a8_write_evtsel, a8_write_pmcnt,
};

static void expect_access(struct pmu_test *t, bool open)
{
	unsigned int i;

	KUNIT_EXPECT_EQ(t->test, t->fake.useren, (u32)open);
	KUNIT_EXPECT_EQ(t->test, t->hw.open, open);
	for (i = 0; i < ARRAY_SIZE(user_writes); i++)
		KUNIT_EXPECT_EQ_MSG(t->test, fake_a8_user_write(&t->fake, user_writes[i], 0),
				    open, "register %u", i);
	KUNIT_EXPECT_FALSE(t->test, fake_a8_user_write(&t->fake, a8_write_useren, 1));
	KUNIT_EXPECT_FALSE(t->test, fake_a8_user_write(&t->fake, a8_write_intens, 1));
	KUNIT_EXPECT_FALSE(t->test, fake_a8_user_write(&t->fake, a8_write_intenc, 1));
}

static void a8_test_user_access(struct kunit *test)
{
	struct pmu_test *t = test->priv;

	expect_access(t, false);
	cp_hw_open_user(&t->hw);
	expect_access(t, true);
	start(t);
	stop(t);
	expect_access(t, true);
	cp_hw_close_user(&t->hw);
	expect_access(t, false);
	/* One access to open, one to close; a start and a stop */
	KUNIT_EXPECT_EQ(test, fake_accesses(&t->fake), 4U);
	cp_hw_open_user(&t->hw);
	reset(t);
	expect_access(t, false);
	/* Power-up, or an earlier owner */
	fake_garbage(&t->fake);
	reset(t);
	expect_access(t, false);
}

/* User mode selects another counter, at any time until the access ends. */
static void a8_test_user_selects(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	unsigned int idx, other, round;

	for (idx = 0; idx < CCNT; idx++)
		write_counter(t, idx, 0x11111111 * (idx + 1));
	for (idx = 0; idx < CCNT; idx++)
		for (other = 0; other < 32; other++) {
			read_counter(t, idx);
			cp_hw_open_user(&t->hw);
			for (round = 0; round < 3; round++) {
				fake_a8_user_write(&t->fake, a8_write_pmnxsel, other);
				KUNIT_EXPECT_EQ(test, read_counter(t, idx), 0x11111111 * (idx + 1));
			}
			fake_a8_user_write(&t->fake, a8_write_pmnxsel, other);
			cp_hw_close_user(&t->hw);
			KUNIT_EXPECT_EQ(test, read_counter(t, idx), 0x11111111 * (idx + 1));
		}
}

/* Events of the task with access, random writes, then events of another task. */
static void a8_test_user_restore(struct kunit *test)
{
	static const u32 evts[] = { 0x08, 0x12, 0x43, CYCLES };
	struct pmu_test *t = test->priv;
	struct fake_pmu *fake = &t->fake;
	unsigned int round, idx, i;
	u32 mask;

	prandom_seed_state(&t->rnd, 17);
	for (round = 0; round < 200; round++) {
		t->hw.active = 0;
		fake->may_touch = ALL;
		arm(t, 0);
		for (idx = 0; idx <= CCNT; idx++)
			if (round >> idx & 1)
				select_event(t, idx, idx == CCNT ? CYCLES : evts[round % 4]);
		cp_hw_open_user(&t->hw);
		start(t);
		for (i = 0; i < 50; i++)
			fake_a8_user_write(fake, user_writes[prandom_u32_state(&t->rnd) %
							     ARRAY_SIZE(user_writes)],
					   prandom_u32_state(&t->rnd));
		stop(t);
		cp_hw_close_user(&t->hw);

		/* The other task: the core of the driver restores after the selections. */
		t->hw.active = 0;
		fake->may_touch = ALL;
		mask = prandom_u32_state(&t->rnd) & ALL;
		for (idx = 0; idx <= CCNT; idx++)
			if (mask & BIT(idx))
				select_event(t, idx, idx == CCNT ? CYCLES :
					     evts[(round + idx) % 4]);
		arm(t, mask & round);
		cp_hw_restore(&t->hw);
		for (idx = 0; idx <= CCNT; idx++)
			write_counter(t, idx, 0x1000 * idx);
		start(t);
		KUNIT_EXPECT_EQ(test, fake->started, 0x01U);
		KUNIT_EXPECT_EQ(test, fake->cnten, (mask & 0xf) | mask >> CCNT << 31);
		KUNIT_EXPECT_EQ(test, fake->irqen, mask & round);
		KUNIT_EXPECT_EQ(test, fake->flags & mask & round, 0U);
		for (idx = 0; idx <= CCNT; idx++) {
			u32 evt = evts[(round + idx) % 4];

			if (idx != CCNT && (mask & BIT(idx)))
				KUNIT_EXPECT_EQ(test, fake->evtsel[idx],
						evt == CYCLES ? 0x11U : evt);
			fake_advance(fake, idx, 100 + idx);
		}
		stop(t);
		for (idx = 0; idx <= CCNT; idx++)
			KUNIT_EXPECT_EQ(test, read_counter(t, idx),
					0x1000 * idx + (mask & BIT(idx) ? 100 + idx : 0));
	}
	KUNIT_EXPECT_EQ(test, fake->broken, 0U);
}

static struct kunit_case a8_cases[] = {
	KUNIT_CASE(fake_counts),
	KUNIT_CASE_PARAM(fake_rules, rule_gen_params),
	KUNIT_CASE(fake_rules_banks),
	KUNIT_CASE_PARAM(a8_test_words, word_gen_params),
	KUNIT_CASE(a8_test_select_replaces),
	KUNIT_CASE(a8_test_select_cached),
	KUNIT_CASE(pmu_test_div64),
	KUNIT_CASE(a8_test_export),
	KUNIT_CASE(pmu_test_armed),
	KUNIT_CASE(pmu_test_counters),
	KUNIT_CASE(pmu_test_get_clear_overflow),
	KUNIT_CASE(pmu_test_get_clear_overflow_all),
	KUNIT_CASE(a8_test_acknowledge),
	KUNIT_CASE(pmu_test_stop_keeps_flags),
	KUNIT_CASE(pmu_test_stale_flag),
	KUNIT_CASE(pmu_test_stale_flag_unarmed),
	KUNIT_CASE(a8_test_budget),
	KUNIT_CASE(a8_test_reset_from_garbage),
	KUNIT_CASE(a8_test_reset_secure),
	KUNIT_CASE(a8_test_user_access),
	KUNIT_CASE(a8_test_user_selects),
	KUNIT_CASE(a8_test_user_restore),
	KUNIT_CASE(pmu_test_reset_while_counting),
	KUNIT_CASE(pmu_test_overflow_anywhere),
	KUNIT_CASE_PARAM(pmu_test_random, seed_gen_params),
	{}
};

static struct kunit_suite a8_suite = {
	.name = "cp_pmu_a8",
	.init = a8_kunit_init,
	.exit = pmu_test_exit,
	.test_cases = a8_cases,
};

kunit_test_suite(a8_suite);
