// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the register writes of cp_pmu_a8.c. The words are made by hand from the
 * Technical Reference Manual of Cortex-A8 (ARM DDI 0344I), section 3.2, c9:
 *
 *	PMNC: 5 DP, 4 X, 3 D, 2 C, 1 P, 0 E
 *	CNTENS, CNTENC, FLAG, INTENS, INTENC: 31 CCNT, 3:0 PMN3 to PMN0
 *	EVTSEL: 7:0 SEL, of the counter that PMNXSEL selects
 */

#define SUITE a8_kunit
#define A8
#include "under_test.h"
#include "regs_model.h"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_a8.c"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_events.c"
#include "pmu_test.h"

#define PMN2	2
#define PMN3	3

/* All registers are unknown until the driver has reset them. */
static int a8_kunit_init(struct kunit *test)
{
	begin(test, &cp_pmu_cortex_a8);
	any_registers();
	reset();
	regs.reads = 0;
	regs.writes = 0;
	return 0;
}

/* Whole words of the registers */

struct a8_word_param {
	const char *desc;
	u32 evt[COUNTERS];	/* on PMN0 to PMN3, CCNT */
	u32 armed;
	u32 pmnc;
	u32 cnten;
	u32 inten;
	u32 evtsel[COUNTERS];
};

static const struct a8_word_param word_params[] = {
	{ "cycles", { NONE, NONE, NONE, NONE, CYCLES }, 0,
	  0x01, 0x80000000, 0, {} },
	{ "cycles armed", { NONE, NONE, NONE, NONE, CYCLES }, BIT(CCNT),
	  0x01, 0x80000000, 0x80000000, {} },
	{ "divided cycles armed", { NONE, NONE, NONE, NONE, DIV64 }, BIT(CCNT),
	  0x09, 0x80000000, 0x80000000, {} },
	{ "instructions armed", { 0x08, NONE, NONE, NONE, NONE }, BIT(PMN0),
	  0x01, 0x00000001, 0x00000001, { 0x08 } },
	{ "branches, misses armed", { NONE, 0x12, 0x10, NONE, NONE }, BIT(PMN2),
	  0x01, 0x00000006, 0x00000004, { 0, 0x12, 0x10 } },
	{ "five events armed", { 0x08, 0x43, 0x44, 0x72, CYCLES }, ALL,
	  0x01, 0x8000000f, 0x8000000f, { 0x08, 0x43, 0x44, 0x72 } },
	{ "cycles on all five counters", { CYCLES, CYCLES, CYCLES, CYCLES, CYCLES }, 0,
	  0x01, 0x8000000f, 0, { 0x11, 0x11, 0x11, 0x11 } },
	{ "cycles on PMN3 beside div64", { NONE, NONE, NONE, CYCLES, DIV64 },
	  BIT(PMN3), 0x09, 0x80000008, 0x00000008, { 0, 0, 0, 0x11 } },
	{ "software increment exported", { CP_PMU_EVT_EXPORT, NONE, NONE, NONE, NONE },
	  0, 0x11, 0x00000001, 0, {} },
	{ "divided cycles exported, PMN1 armed",
	  { NONE, 0x5a, NONE, NONE, DIV64 | CP_PMU_EVT_EXPORT }, BIT(PMN1),
	  0x19, 0x80000002, 0x00000002, { 0, 0x5a } },
	{ "all bits of an event", { 0xff, NONE, NONE, 0xfe, NONE }, BIT(PMN3),
	  0x01, 0x00000009, 0x00000008, { 0xff, 0, 0, 0xfe } },
};

PMU_ARRAY_PARAM(word);

static void a8_test_words(struct kunit *test)
{
	const struct a8_word_param *param = test->param_value;
	unsigned int idx, before;

	arm(param->armed);
	for (idx = 0; idx < COUNTERS; idx++) {
		if (param->evt[idx] == NONE)
			continue;
		select_event(idx, param->evt[idx]);
		if (param->evt[idx] & CP_PMU_EVT_EXPORT)
			export_events(true);
	}
	hw.known = ALL;
	m.flags = ALL;
	start();
	/* The flags of counters that are armed now are stale. */
	KUNIT_EXPECT_EQ(test, m.flags, ALL & ~param->armed);
	KUNIT_EXPECT_EQ(test, regs.word, param->pmnc);
	KUNIT_EXPECT_EQ(test, mask(m.enabled), param->cnten);
	KUNIT_EXPECT_EQ(test, mask(m.inten), param->inten);
	for (idx = 0; idx < CCNT; idx++)
		KUNIT_EXPECT_EQ_MSG(test, m.sel[idx], param->evtsel[idx], "EVTSEL of %u", idx);
	KUNIT_EXPECT_TRUE(test, hw.on);
	/* A counter that is not enabled does not count. */
	KUNIT_EXPECT_EQ(test, hw.known, ALL & ~regs.active);

	before = accesses();
	stop();
	KUNIT_EXPECT_EQ(test, regs.pmnc, 0U);
	KUNIT_EXPECT_FALSE(test, hw.on);
	start();
	KUNIT_EXPECT_EQ(test, regs.word, param->pmnc);
	/* The start writes nothing else. */
	KUNIT_EXPECT_EQ(test, accesses() - before, 2U);
	stop();

	/* Replace all events by cycles on CCNT: nothing of the others is left. */
	regs.active = 0;
	export_events(false);
	arm(0);
	select_event(CCNT, CYCLES);
	start();
	KUNIT_EXPECT_EQ(test, regs.word, 0x01U);
	KUNIT_EXPECT_EQ(test, mask(m.enabled), 0x80000000U);
	KUNIT_EXPECT_EQ(test, m.inten, 0U);
}

/* Each event number replaces the previous one of its counter, and of no other counter. */
static void a8_test_select_replaces(struct kunit *test)
{
	u32 want[CCNT] = {};
	unsigned int n, idx, other;

	for (n = 0; n < CCNT * 256; n++) {
		idx = n % CCNT;
		want[idx] = (n / CCNT * 7 + idx) & 0xff;
		select_event(idx, want[idx]);
		for (other = 0; other < CCNT; other++)
			KUNIT_EXPECT_EQ_MSG(test, m.sel[other], want[other],
					    "%u at %#x of %u", other, want[idx], idx);
	}
}

/* A register that has the right value is not written. */
static void a8_test_select_cached(struct kunit *test)
{
	select_event(PMN2, 0x43);
	KUNIT_EXPECT_EQ(test, regs.writes, 2U);
	select_event(PMN2, 0x43);
	KUNIT_EXPECT_EQ(test, regs.writes, 2U);
	write_counter(PMN2, 1);
	KUNIT_EXPECT_EQ(test, regs.writes, 3U);
	select_event(PMN2, 0x44);
	KUNIT_EXPECT_EQ(test, regs.writes, 4U);
	select_event(CCNT, CYCLES);
	write_counter(CCNT, 1);
	KUNIT_EXPECT_EQ(test, regs.writes, 5U);
	read_counter(PMN2);
	KUNIT_EXPECT_EQ(test, accesses(), 6U);
	read_counter(PMN3);
	KUNIT_EXPECT_EQ(test, accesses(), 8U);
	/* After a loss of power all registers are written. */
	any_registers();
	reset();
	select_event(PMN2, 0x44);
	select_event(PMN3, 0);
	write_counter(PMN3, 0x33333333);
	arm(BIT(PMN3));
	start();
	KUNIT_EXPECT_EQ(test, m.sel[PMN2], 0x44U);
	KUNIT_EXPECT_EQ(test, m.sel[PMN3], 0U);
	KUNIT_EXPECT_EQ(test, count(PMN3), 0x33333333U);
	KUNIT_EXPECT_EQ(test, mask(m.enabled), 0x8000000cU);
	KUNIT_EXPECT_EQ(test, mask(m.inten), 0x00000008U);
}

static void a8_test_export(struct kunit *test)
{
	pmu_test_export(test, 0x01, 0x11);
}

static void a8_test_budget(struct kunit *test)
{
	pmu_test_budget(test, 14, 7, 7, 5);
}

/* Reset */

static void expect_reset(struct kunit *test)
{
	unsigned int idx;

	check_reset();
	KUNIT_EXPECT_EQ(test, m.flags, 0U);
	for (idx = 0; idx < CCNT; idx++)
		KUNIT_EXPECT_EQ(test, m.sel[idx], 0U);
}

static void a8_test_reset_from_garbage(struct kunit *test)
{
	int round;

	for (round = 0; round < 2; round++) {
		pmu_test_reset_from_garbage(test, round);
		expect_reset(test);
	}
	for (round = 0; round < 32; round++) {
		any_registers();
		reset();
		expect_reset(test);
	}
	/* The driver forgets what it knew before the reset. */
	pmu_test_reset_from_garbage(test, false);
	overflow(test, ALL, BIT(CCNT));
	KUNIT_EXPECT_EQ(test, m.enabled, ALL);
	KUNIT_EXPECT_EQ(test, m.inten, ALL);
}

/* The driver accesses Secure registers only if the device tree allows it. */
static void a8_test_reset_secure(struct kunit *test)
{
	u32 sder;

	for (sder = 0; sder < 4; sder++) {
		m.sder = sder;
		m.secure = false;
		hw.world = CP_WORLD_UNKNOWN;
		reset();
		KUNIT_EXPECT_EQ(test, m.sder, sder);
		/* SUNIDEN is bit 1. SUIDEN, bit 0, belongs to the debugger. */
		m.secure = true;
		hw.world = CP_WORLD_SECURE;
		reset();
		KUNIT_EXPECT_EQ(test, m.sder, sder | 0x2);
	}
}

/* Access from user mode */

static void user_write_ccnt(u32 val)
{
	model_write_counter(CCNT, val);
}

/* Accesses to event counters that do not exist are UNPREDICTABLE. Here they do nothing. */
static void user_write_evtsel(u32 val)
{
	if (m.pmnxsel < CCNT)
		(a8_write_evtsel)(val & 0xff);
}

static void user_write_pmcnt(u32 val)
{
	if (m.pmnxsel < CCNT)
		(a8_write_pmcnt)(val);
}

static void user_write_pmnxsel(u32 val)
{
	(a8_write_pmnxsel)(val & 0x1f);
}

/* Manual, c9, User Enable Register: EN opens all registers but INTENS and INTENC. */
static void (*const user_writes[])(u32 val) = {
	a8_write_pmnc, a8_write_cntens, a8_write_cntenc, a8_write_flag, user_write_pmnxsel,
	user_write_ccnt, user_write_evtsel, user_write_pmcnt,
};

/* What user mode reads and writes is not what the driver has seen. */
static void user_write(void (*write)(u32 val), u32 val)
{
	struct model before = m;

	regs.by_user = true;
	write(val);
	regs.by_user = false;
	m.looked = before.looked;
	m.seen = before.seen & m.flags;
	m.owed = before.owed;
	m.was_armed = before.was_armed;
}

static void expect_access(struct kunit *test, bool open)
{
	KUNIT_EXPECT_EQ(test, m.useren, (u32)open);
	KUNIT_EXPECT_EQ(test, hw.open, open);
}

static void a8_test_user_access(struct kunit *test)
{
	expect_access(test, false);
	cp_hw_open_user(&hw);
	expect_access(test, true);
	start();
	stop();
	expect_access(test, true);
	cp_hw_close_user(&hw);
	expect_access(test, false);
	/* One access to open, one to close; a start and a stop */
	KUNIT_EXPECT_EQ(test, accesses(), 4U);
	cp_hw_open_user(&hw);
	reset();
	expect_access(test, false);
	/* Power-up, or an earlier owner */
	garbage();
	reset();
	expect_access(test, false);
}

/* User mode selects another counter, at any time until the access ends. */
static void a8_test_user_selects(struct kunit *test)
{
	unsigned int idx, other, round;

	for (idx = 0; idx < CCNT; idx++)
		write_counter(idx, 0x11111111 * (idx + 1));
	for (idx = 0; idx < CCNT; idx++)
		for (other = 0; other < 32; other++) {
			read_counter(idx);
			cp_hw_open_user(&hw);
			for (round = 0; round < 3; round++) {
				user_write(user_write_pmnxsel, other);
				KUNIT_EXPECT_EQ(test, read_counter(idx), 0x11111111 * (idx + 1));
			}
			user_write(user_write_pmnxsel, other);
			cp_hw_close_user(&hw);
			KUNIT_EXPECT_EQ(test, read_counter(idx), 0x11111111 * (idx + 1));
		}
}

/* Events of the task with access, random writes, then events of another task. */
static void a8_test_user_restore(struct kunit *test)
{
	static const u32 evts[] = { 0x08, 0xff, 0x43, CYCLES };
	unsigned int round, idx, i;
	struct rnd_state rnd;
	u32 counting, flags = 0;

	prandom_seed_state(&rnd, 17);
	for (round = 0; round < 200; round++) {
		regs.active = 0;
		arm(0);
		for (idx = 0; idx <= CCNT; idx++)
			if (round >> idx & 1)
				select_event(idx, idx == CCNT ? CYCLES : evts[round % 4]);
		cp_hw_open_user(&hw);
		start();
		for (i = 0; i < 50; i++)
			user_write(user_writes[prandom_u32_state(&rnd) % ARRAY_SIZE(user_writes)],
				   prandom_u32_state(&rnd));
		/* They may all overflow. */
		for (idx = 0; idx <= CCNT; idx++) {
			advance(idx, U32_MAX - m.since[idx]);
			flags |= m.flags;
		}
		stop();
		cp_hw_close_user(&hw);

		/* The other task: the core of the driver restores after the selections. */
		regs.active = 0;
		counting = prandom_u32_state(&rnd) & ALL;
		for (idx = 0; idx <= CCNT; idx++)
			if (counting & BIT(idx))
				select_event(idx, idx == CCNT ? CYCLES : evts[(round + idx) % 4]);
		arm(counting & round);
		cp_hw_restore(&hw);
		for (idx = 0; idx <= CCNT; idx++)
			write_counter(idx, 0x1000 * idx);
		start();
		KUNIT_EXPECT_EQ(test, regs.word, 0x01U);
		KUNIT_EXPECT_EQ(test, m.enabled, counting);
		KUNIT_EXPECT_EQ(test, m.inten, counting & round);
		KUNIT_EXPECT_EQ(test, m.flags & counting & round, 0U);
		for (idx = 0; idx <= CCNT; idx++)
			advance(idx, 100 + idx);
		stop();
		for (idx = 0; idx <= CCNT; idx++)
			KUNIT_EXPECT_EQ(test, read_counter(idx),
					0x1000 * idx + (counting & BIT(idx) ? 100 + idx : 0));
	}
	KUNIT_EXPECT_EQ(test, flags, ALL);
}

static struct kunit_case a8_cases[] = {
	KUNIT_CASE_PARAM(a8_test_words, word_gen_params),
	KUNIT_CASE(a8_test_select_replaces),
	KUNIT_CASE(a8_test_select_cached),
	KUNIT_CASE(pmu_test_div64),
	KUNIT_CASE(a8_test_export),
	KUNIT_CASE(pmu_test_armed),
	KUNIT_CASE(pmu_test_counters),
	KUNIT_CASE(pmu_test_flags),
	KUNIT_CASE(pmu_test_flags_late),
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
	{}
};

PMU_SUITE(a8);
