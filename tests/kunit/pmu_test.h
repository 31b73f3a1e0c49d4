/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Cases for every core. They call a backend through its cp_pmu_ops, as cp_pmu_core.c does, but
 * on the model of the registers (regs_model.h). They check what the registers do. The suite
 * of a core checks the layout of its registers. The suites include this file after the
 * driver's.
 */
#ifndef __CP_PMU_PMU_TEST_H__
#define __CP_PMU_PMU_TEST_H__

#include <linux/bitops.h>
#include <linux/string.h>
#include <kunit/test.h>

#include "../../drivers/perf/arm_cp_pmu/cp_pmu_hw.h"

/* The first two counters count events on all cores. */
#define PMN0	0
#define PMN1	1
#define CCNT	(COUNTERS - 1)

#define CYCLES	CP_PMU_EVT_CYCLES
#define DIV64	(CP_PMU_EVT_CYCLES | CP_PMU_EVT_DIV64)
#define NONE	U32_MAX

/* The number by which an event counter counts cycles; not used on XScale, which has none */
#ifdef A8
#define CYCLES_NUMBER	0x11
#else
#define CYCLES_NUMBER	0xff
#endif

/* The driver's state for the core, and the counters whose interrupt is to be enabled */
static struct cp_pmu_hw hw;
static u32 armed;

static void begin(struct kunit *test, const struct cp_pmu_desc *desc)
{
	memset(&hw, 0, sizeof(hw));
	memset(&m, 0, sizeof(m));
	memset(&regs, 0, sizeof(regs));
	hw.desc = desc;
	armed = 0;
	/* ARM11: a write with E set clears flags. */
	m.rule = 1;
	regs.test = test;
	prandom_seed_state(&regs.noise, 195);
}

/* An event that an event counter can count on each core */
static inline u32 any_event(unsigned int idx)
{
	return idx == CCNT ? CYCLES : idx == PMN0 ? 0x07 : 0x05;
}

static inline void select_event(unsigned int idx, u32 evt)
{
	cp_hw_select_event(&hw, idx, evt);
	regs.active |= BIT(idx);
	regs.selected[idx] = evt;
}

/* The model calls this at each start, for each counter that is to count. */
void check_selection(unsigned int idx)
{
	u32 evt = regs.selected[idx];

	check_selected(idx, evt & CP_PMU_EVT_CYCLES ? CYCLES_NUMBER : evt & 0xff,
		       evt & CP_PMU_EVT_DIV64, regs.exports);
}

static inline void arm(u32 mask)
{
	armed = mask;
}

/* Set or clear the option X, if the core has it. */
static inline void export_events(bool on)
{
	hw.ctl &= ~hw.desc->export;
	if (on)
		hw.ctl |= hw.desc->export;
#ifndef XSCALE
	regs.exports = on;
#endif
}

static inline void start(void)
{
	cp_hw_start(&hw, regs.active, armed);
	KUNIT_EXPECT_EQ(regs.test, m.inten, armed);
#ifdef A8
	KUNIT_EXPECT_EQ(regs.test, m.enabled, regs.active);
#endif
}

static inline void stop(void)
{
	cp_hw_stop(&hw, 0);
}

/* Return: the counters that the driver looks at, because of the flags */
static inline u32 stop_and_find(void)
{
	return cp_hw_suspects(&hw, cp_hw_read_flags_and_stop(&hw));
}

/* The result when these flags are set. On XScale, flags of armed counters may be lost. */
static inline u32 found(u32 flags)
{
#ifdef XSCALE
	return flags ? flags | armed : 0;
#else
	return flags;
#endif
}

static inline u32 read_counter(unsigned int idx)
{
	return hw.desc->ops->read_counter(&hw, idx);
}

/* What the driver does with the counters that have a flag, before the next start */
static inline void read_counters(u32 mask)
{
	for (; mask; mask &= mask - 1)
		read_counter(__ffs(mask));
}

static inline void write_counter(unsigned int idx, u32 value)
{
	hw.desc->ops->write_counter(&hw, idx, value);
}

static inline void reset(void)
{
	resets();
	cp_hw_reset(&hw);
}

/* Let all counters count, and those of the mask overflow. */
static void overflow(struct kunit *test, u32 to_arm, u32 mask)
{
	unsigned int idx;

	arm(to_arm);
	for (idx = 0; idx < COUNTERS; idx++) {
		select_event(idx, any_event(idx));
		write_counter(idx, -20);
	}
	start();
	for (idx = 0; idx < COUNTERS; idx++)
		advance(idx, mask & BIT(idx) ? 21 : 19);
	KUNIT_ASSERT_EQ(test, m.flags, mask);
	KUNIT_ASSERT_EQ(test, line_is_asserted(), !!(mask & to_arm));
}

static void pmu_test_counters(struct kunit *test)
{
	unsigned int idx;

	for (idx = 0; idx < COUNTERS; idx++)
		write_counter(idx, 0x11111111 * (idx + 1));
	for (idx = 0; idx < COUNTERS; idx++) {
		KUNIT_EXPECT_EQ(test, count(idx), 0x11111111 * (idx + 1));
		KUNIT_EXPECT_EQ(test, read_counter(idx), 0x11111111 * (idx + 1));
	}
	/* In the opposite order, so that no counter is already selected */
	while (idx--)
		write_counter(idx, 0x10101010 * (idx + 1));
	for (idx = 0; idx < COUNTERS; idx++)
		KUNIT_EXPECT_EQ(test, count(idx), 0x10101010 * (idx + 1));
}

static void expect_start(struct kunit *test, u32 word)
{
	start();
	KUNIT_EXPECT_EQ(test, regs.word, word);
	stop();
	KUNIT_EXPECT_EQ(test, regs.pmnc, 0U);
}

/* E is bit 0 and D bit 3 of PMNC on all cores. D is clear again for the next event. */
static void pmu_test_div64(struct kunit *test)
{
	select_event(CCNT, CYCLES);
	expect_start(test, 0x00000001);
	select_event(CCNT, DIV64);
	expect_start(test, 0x00000009);
	select_event(CCNT, CYCLES);
	expect_start(test, 0x00000001);
}

/* X stays set while events are selected. D, bit 3, changes with the event of CCNT only. */
static void pmu_test_export(struct kunit *test, u32 without, u32 with)
{
	int round;

	select_event(PMN0, 0x07);
	for (round = 0; round < 2; round++) {
		expect_start(test, without);
		export_events(true);
		expect_start(test, with);
		select_event(CCNT, DIV64);
		expect_start(test, with | 0x8);
		select_event(PMN0, 0x0b);
		select_event(PMN0, 0x07);
		expect_start(test, with | 0x8);
		export_events(false);
		expect_start(test, without | 0x8);
		export_events(true);
		select_event(CCNT, CYCLES);
		expect_start(test, with);
		export_events(false);
	}
}

/* Each set of armed counters with an overflow of each counter */
static void pmu_test_armed(struct kunit *test)
{
	unsigned int idx;
	u32 mask;

	for (mask = 0; mask <= ALL; mask++) {
		arm(mask);
		for (idx = 0; idx < COUNTERS; idx++) {
			write_counter(idx, -1000);
			select_event(idx, any_event(idx));
		}
		start();
		KUNIT_EXPECT_EQ(test, m.inten, mask);
		stop();
		for (idx = 0; idx < COUNTERS; idx++) {
			write_counter(idx, 0xffffffff);
			start();
			advance(idx, 1);
			KUNIT_EXPECT_EQ_MSG(test, line_is_asserted(), !!(mask & BIT(idx)),
					    "armed %#x, overflow of %u", mask, idx);
			KUNIT_EXPECT_EQ(test, stop_and_find(), found(BIT(idx)));
			KUNIT_EXPECT_FALSE(test, line_is_asserted());
			read_counters(ALL);
			start();
			KUNIT_EXPECT_FALSE(test, line_is_asserted());
			KUNIT_EXPECT_EQ(test, m.flags, 0U);
			stop();
		}
	}
}

/* Overflow flags */

static void pmu_test_flags(struct kunit *test)
{
	u32 mask, pmnc;

	for (mask = 0; mask <= ALL; mask++) {
		begin(test, hw.desc);
		reset();
		overflow(test, ALL, mask);
		pmnc = regs.pmnc;
		KUNIT_EXPECT_EQ_MSG(test, stop_and_find(), found(mask), "flags %#x", mask);
		/* No counter runs while the overflow is handled, and the line is low. */
		KUNIT_EXPECT_FALSE(test, m.e);
		KUNIT_EXPECT_FALSE(test, hw.on);
		KUNIT_EXPECT_FALSE(test, line_is_asserted());

		/* The next start clears the flags if they are not clear yet. */
		read_counters(found(mask));
		start();
		KUNIT_EXPECT_EQ_MSG(test, m.flags, 0U, "flags %#x", mask);
		KUNIT_EXPECT_FALSE(test, line_is_asserted());
		KUNIT_EXPECT_EQ(test, m.inten, ALL);
		KUNIT_EXPECT_EQ(test, hw.ack, 0U);
		KUNIT_EXPECT_TRUE(test, hw.on);
		/* Nothing else has changed, even if the interrupt was spurious. */
		KUNIT_EXPECT_EQ(test, regs.pmnc, pmnc);

		/* The next overflow is not acknowledged unread. */
		advance(PMN0, -(u64)count(PMN0) & U32_MAX);
		KUNIT_ASSERT_EQ(test, m.flags, 1U);
		stop();
		start();
		KUNIT_EXPECT_EQ(test, m.flags, 1U);
		KUNIT_EXPECT_TRUE(test, line_is_asserted());
		KUNIT_EXPECT_EQ(test, stop_and_find(), found(1));
	}
}

static void overflow_pmn1(void)
{
	advance(PMN1, 1000);
}

/*
 * PMN1 overflows between the read of the flags and the stop. Its flag was not read: it stays
 * set, or the caller has to look at PMN1's value.
 */
static void pmu_test_flags_late(struct kunit *test)
{
	u32 flags;

	overflow(test, ALL, BIT(PMN0));
	regs.hook = overflow_pmn1;
	flags = stop_and_find();
	regs.hook = NULL;
	KUNIT_EXPECT_EQ(test, flags, found(BIT(PMN0)));
	/* The counter counted until the stop, and not after it. */
	KUNIT_EXPECT_EQ(test, read_counter(PMN1), 999U);
	read_counters(flags);
	start();
	KUNIT_EXPECT_EQ(test, m.flags, BIT(PMN1));
	KUNIT_EXPECT_TRUE(test, line_is_asserted());
	stop();
}

/* A stop and a start, as at each context switch, keep a pending overflow. */
static void pmu_test_stop_keeps_flags(struct kunit *test)
{
	unsigned int before, idx;
	u32 mask;

	for (mask = 0; mask <= ALL; mask++) {
		begin(test, hw.desc);
		reset();
		overflow(test, ALL, mask);
		before = accesses();
		stop();
		KUNIT_EXPECT_EQ(test, accesses() - before, 1U);
		KUNIT_EXPECT_FALSE(test, m.e);
		KUNIT_EXPECT_EQ(test, m.flags, mask);
		KUNIT_EXPECT_FALSE(test, line_is_asserted());
		KUNIT_EXPECT_EQ(test, hw.ack, 0U);
		for (idx = 0; idx < COUNTERS; idx++) {
			advance(idx, 1000);
			KUNIT_EXPECT_EQ(test, read_counter(idx), mask & BIT(idx) ? 1U : (u32)-1);
		}
		before = accesses();
		start();
		KUNIT_EXPECT_EQ(test, accesses() - before, 1U);
		KUNIT_EXPECT_EQ(test, m.flags, mask);
		KUNIT_EXPECT_EQ(test, line_is_asserted(), !!mask);
		KUNIT_EXPECT_EQ(test, stop_and_find(), found(mask));
	}
}

/* When a counter is armed, its old flag is stale. The flags of other counters are not. */
static void pmu_test_stale_flag(struct kunit *test)
{
	overflow(test, ALL, BIT(PMN0) | BIT(CCNT));
	stop();
	/* Remove PMN0's event; its flag stays set. */
	arm(ALL & ~BIT(PMN0));
	start();
	KUNIT_EXPECT_EQ(test, m.flags, (u32)(BIT(PMN0) | BIT(CCNT)));
	stop();
	/* Give PMN0 another event. */
	write_counter(PMN0, -1000);
	arm(ALL);
	select_event(PMN0, 0x05);
	start();
	KUNIT_EXPECT_EQ(test, m.flags, (u32)BIT(CCNT));
	KUNIT_EXPECT_TRUE(test, line_is_asserted());
	KUNIT_EXPECT_EQ(test, stop_and_find(), found(BIT(CCNT)));
}

/* A counter wraps without an enabled interrupt and is armed afterwards. */
static void pmu_test_stale_flag_unarmed(struct kunit *test)
{
	unsigned int idx;

	for (idx = 0; idx < COUNTERS; idx++) {
		begin(test, hw.desc);
		reset();
		select_event(idx, any_event(idx));
		write_counter(idx, -1);
		start();
		advance(idx, 2);
		KUNIT_ASSERT_EQ(test, m.flags, (u32)BIT(idx));
		KUNIT_EXPECT_FALSE(test, line_is_asserted());
		stop();
		read_counter(idx);
		arm(BIT(idx));
		select_event(idx, any_event(idx));
		start();
		KUNIT_EXPECT_EQ_MSG(test, m.flags, 0U, "counter %u", idx);
		KUNIT_EXPECT_FALSE(test, line_is_asserted());
		/* The next flag is not stale. */
		advance(idx, 0xffffffff);
		stop();
		start();
		KUNIT_EXPECT_TRUE_MSG(test, line_is_asserted(), "counter %u", idx);
		stop();
	}
}

/* OFF: E is clear, all else is garbage. */
static void pmu_test_reset_from_garbage(struct kunit *test, bool off)
{
	garbage();
	m.e = !off;
	hw.ack = ALL;
	hw.known = ALL;
	hw.active = ALL;
	hw.armed = ALL;
	hw.on = true;
	reset();
	check_reset();
	KUNIT_EXPECT_EQ(test, regs.pmnc, 0U);
	KUNIT_EXPECT_EQ(test, m.flags, 0U);
	KUNIT_EXPECT_FALSE(test, line_is_asserted());
	KUNIT_EXPECT_FALSE(test, hw.on);
	KUNIT_EXPECT_EQ(test, hw.ack, 0U);
	KUNIT_EXPECT_EQ(test, hw.known, 0U);
	KUNIT_EXPECT_EQ(test, hw.active, 0U);
	KUNIT_EXPECT_EQ(test, hw.armed, 0U);
}

/* The line was asserted after an access of the reset. */
static bool asserted;

static void advance_all(void)
{
	unsigned int idx;

	for (idx = 0; idx < COUNTERS; idx++)
		advance(idx, 1);
	asserted |= line_is_asserted();
}

/*
 * A reset may clear flags while the counters run, so a counter may set its flag again. This
 * flag does not assert the line, and is stale when its counter gets an event.
 */
static void pmu_test_reset_while_counting(struct kunit *test)
{
	unsigned int idx, n;

	regs.hook = advance_all;
	for (n = 1; n < 4; n++) {
		garbage();
		for (idx = 0; idx < COUNTERS; idx++)
			m.base[idx] = -n;
		asserted = false;
		reset();
		check_reset();
		KUNIT_EXPECT_EQ(test, regs.pmnc, 0U);
		KUNIT_EXPECT_FALSE(test, asserted);
#ifndef ARM11
		/* The write that stops the monitor clears the flags. */
		KUNIT_EXPECT_EQ_MSG(test, m.flags, 0U, "counters at -%u", n);
#endif
		write_counter(PMN0, -1000);
		arm(BIT(PMN0));
		select_event(PMN0, 0x07);
		start();
		KUNIT_EXPECT_FALSE(test, line_is_asserted());
		stop();
	}
}

/* Budgets */

/*
 * The accesses of a context switch, with the calls that the driver's core makes: from CCNT
 * and two events to other events, and to the same events, whose counters are not written.
 * And the accesses of an interrupt, with several armed counters and with CCNT only.
 */
static void pmu_test_budget(struct kunit *test, unsigned int others, unsigned int same,
			    unsigned int interrupt, unsigned int alone)
{
	static const u32 evts[][2] = { { 0x07, 0x00 }, { 0x0d, 0x0b } };
	const unsigned int idxs[] = { CCNT, PMN0, PMN1 };
	const u32 mask = BIT(PMN0) | BIT(PMN1) | BIT(CCNT);
	unsigned int i, n, before = 0;
	u32 todo;

	for (n = 0; n < 6; n++) {
		/* Scheduled in: other events at 0 to 3, the same events at 4 and 5 */
		arm(mask);
		for (i = 0; i < ARRAY_SIZE(idxs); i++) {
			if (n < 4)
				write_counter(idxs[i], -1000);
			select_event(idxs[i], i ? evts[n < 4 ? n % 2 : 1][i - 1] : CYCLES);
		}
		start();
		if (n)
			KUNIT_EXPECT_LE_MSG(test, accesses() - before, n < 4 ? others : same,
					    "switch %u", n);
		KUNIT_EXPECT_EQ(test, m.inten, mask);
		before = accesses();
		if (n == 5)
			break;
		/* Scheduled out */
		stop();
		for (i = 0; i < ARRAY_SIZE(idxs); i++)
			read_counter(idxs[i]);
		arm(0);
		regs.active = 0;
	}

	/* An overflow of a counter that is not the one selected last */
	advance(PMN0, 1000);
	todo = stop_and_find();
	KUNIT_EXPECT_EQ(test, todo, found(BIT(PMN0)));
	read_counters(todo);
	write_counter(PMN0, -1000);
	start();
	KUNIT_EXPECT_EQ(test, accesses() - before, interrupt);
	stop();

	arm(BIT(CCNT));
	write_counter(CCNT, -1000);
	start();
	advance(CCNT, 1000);
	KUNIT_EXPECT_TRUE(test, line_is_asserted());
	before = accesses();
	/* With one armed counter the driver does not read the flags: the value tells. */
	cp_hw_stop(&hw, armed);
	KUNIT_EXPECT_EQ(test, read_counter(CCNT), 0U);
	write_counter(CCNT, -1000);
	start();
	KUNIT_EXPECT_EQ(test, accesses() - before, alone);
	KUNIT_EXPECT_FALSE(test, line_is_asserted());
	KUNIT_EXPECT_EQ(test, m.flags & BIT(CCNT), 0U);
	stop();
}

/* Parameters with a description; newer kernels have a macro for this. */
#define PMU_ARRAY_PARAM(_name)							\
static void _name##_desc(typeof(_name##_params[0]) *param, char *desc)		\
{										\
	strscpy(desc, param->desc, KUNIT_PARAM_DESC_SIZE);			\
}										\
KUNIT_ARRAY_PARAM(_name, _name##_params, _name##_desc)

#ifndef A8	/* Cores with all control bits in PMNC */

/* Whole words of PMNC */
struct word_param {
	const char *desc;
	const struct cp_pmu_desc *core;
	u32 evt[3];		/* on PMN0, PMN1, CCNT */
	u32 armed;
	u32 word;
};

static void pmu_test_word(struct kunit *test)
{
	const struct word_param *param = test->param_value;
	unsigned int idx;

	hw.desc = param->core;
	arm(param->armed);
	for (idx = 0; idx < ARRAY_SIZE(param->evt); idx++) {
		if (param->evt[idx] == NONE)
			continue;
		select_event(idx, param->evt[idx]);
		if (param->evt[idx] & CP_PMU_EVT_EXPORT)
			export_events(true);
	}
	/* Selecting an event writes nothing; the start writes it. */
	KUNIT_EXPECT_EQ(test, accesses(), 0U);
	hw.known = ALL;
	/* Counters that are armed now may have a stale flag, in 10:8. */
	start();
	KUNIT_EXPECT_EQ(test, regs.word, param->word | param->armed << 8);
	KUNIT_EXPECT_EQ(test, accesses(), 1U);
	KUNIT_EXPECT_TRUE(test, hw.on);
	/* All three counters run, even those without an event. */
	KUNIT_EXPECT_EQ(test, hw.known, 0U);

	stop();
	KUNIT_EXPECT_EQ(test, regs.pmnc, 0U);
	KUNIT_EXPECT_FALSE(test, hw.on);
	/* A start after a stop writes the same word from the shadow. */
	start();
	KUNIT_EXPECT_EQ(test, regs.word, param->word);
}

/* Each event number on each event counter replaces the previous one. */
static void pmu_test_select_replaces(struct kunit *test, unsigned int shift0, unsigned int shift1)
{
	u32 number, other;

	for (number = 0; number < 256; number++) {
		other = ~number & 0xff;
		select_event(PMN0, other);
		select_event(PMN1, number);
		start();
		stop();
		select_event(PMN0, number);
		expect_start(test, number << shift0 | number << shift1 | 1);
		select_event(PMN1, other);
		expect_start(test, number << shift0 | other << shift1 | 1);
	}
}

/* The flags to clear accumulate until the start. */
static void pmu_test_acks_add_up(struct kunit *test, u32 word)
{
	overflow(test, ALL, BIT(PMN0) | BIT(CCNT));
	stop_and_find();
	read_counters(ALL);
	cp_hw_stop(&hw, BIT(PMN1));
	start();
	KUNIT_EXPECT_EQ(test, regs.word, word);
	KUNIT_EXPECT_EQ(test, m.flags, 0U);
	KUNIT_EXPECT_EQ(test, hw.ack, 0U);
	stop();
}

#endif /* A8 */

/* The suite of a core: CORE_kunit_init() and CORE_cases[] */
#define PMU_SUITE(core)							\
static struct kunit_suite core##_suite = {				\
	.name = "cp_pmu_" #core,					\
	.init = core##_kunit_init,					\
	.test_cases = core##_cases,					\
};									\
kunit_test_suite(core##_suite)

#endif /* __CP_PMU_PMU_TEST_H__ */
