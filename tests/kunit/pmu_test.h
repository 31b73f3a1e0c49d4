/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the suites of the processor cores. The cases call a backend through its
 * cp_pmu_ops, as cp_pmu_core.c does, but on fake registers.
 */
#ifndef __CP_PMU_PMU_TEST_H__
#define __CP_PMU_PMU_TEST_H__

#include <linux/prandom.h>
#include <kunit/test.h>

#include "fake_regs.h"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_hw.h"

/* The first two counters count events on all cores. */
#define PMN0	0
#define PMN1	1

#define CYCLES	CP_PMU_EVT_CYCLES
#define DIV64	(CP_PMU_EVT_CYCLES | CP_PMU_EVT_DIV64)
#define NONE	U32_MAX

/* An event: what the driver counted, and what really happened */
struct pmu_test_event {
	u64 counted;
	u64 truth;
	u64 begun;
	s64 left;
	u32 period;
	unsigned int ended;
};

/**
 * struct pmu_test - the driver's state for a core, and its fake registers
 * @test: the running test
 * @make: reset this structure to the start of a test
 * @hw: the driver's state
 * @by_value: with any flag set get_clear_overflow() returns all armed counters
 * @event: the event on each counter
 * @rnd: for random sequences
 * @inject_at: the hook injects events after this access
 * @inject_idx: the counter of these events
 * @inject_pair: also inject events on the next counter after the next access
 * @inject_always: inject events after each access
 * @fake: the registers
 */
struct pmu_test {
	struct kunit *test;
	void (*make)(struct pmu_test *t);
	struct cp_pmu_hw hw;
	bool by_value;
	struct pmu_test_event event[FAKE_MAX_COUNTERS];
	struct rnd_state rnd;
	unsigned int inject_at;
	unsigned int inject_idx;
	bool inject_pair;
	bool inject_always;
	struct fake_pmu fake;
};

int pmu_test_init(struct kunit *test, void (*make)(struct pmu_test *t));
void pmu_test_exit(struct kunit *test);
void pmu_test_begin(struct pmu_test *t, const struct cp_pmu_desc *desc,
		    const struct fake_core *core);

static inline unsigned int ccnt(const struct pmu_test *t)
{
	return t->fake.core->counters - 1;
}

static inline u32 all(const struct pmu_test *t)
{
	return fake_all(&t->fake);
}

static inline void select_event(struct pmu_test *t, unsigned int idx, u32 evt)
{
	t->fake.may_touch |= BIT(idx);
	t->hw.desc->ops->select_event(&t->hw, idx, evt);
	t->hw.active |= BIT(idx);
}

static inline void arm(struct pmu_test *t, u32 mask)
{
	unsigned int idx;

	t->fake.may_touch |= mask ^ t->hw.armed;
	t->hw.armed &= mask;
	for (idx = 0; idx < t->fake.core->counters; idx++)
		if (mask & ~t->hw.armed & BIT(idx))
			cp_hw_arm(&t->hw, idx);
}

static inline void start(struct pmu_test *t)
{
	cp_hw_start(&t->hw);
}

static inline void stop(struct pmu_test *t)
{
	cp_hw_stop(&t->hw);
}

static inline u32 get_clear_overflow(struct pmu_test *t)
{
	return cp_hw_get_clear_overflow(&t->hw);
}

/* The same when the value of one counter says that it wrapped; the monitor is stopped. */
static inline u32 clear_wrapped(struct pmu_test *t, unsigned int idx)
{
	t->hw.ack |= BIT(idx);
	return BIT(idx);
}

static inline u32 read_counter(struct pmu_test *t, unsigned int idx)
{
	return t->hw.desc->ops->read_counter(&t->hw, idx);
}

static inline void write_counter(struct pmu_test *t, unsigned int idx, u32 value)
{
	t->hw.desc->ops->write_counter(&t->hw, idx, value);
}

static inline void reset(struct pmu_test *t)
{
	t->fake.resetting = true;
	cp_hw_reset(&t->hw);
	t->fake.resetting = false;
}

void overflow(struct pmu_test *t, u32 mask);

/* Cases for all cores */
void pmu_test_counters(struct kunit *test);
void pmu_test_div64(struct kunit *test);
void pmu_test_armed(struct kunit *test);
void pmu_test_get_clear_overflow(struct kunit *test);
void pmu_test_get_clear_overflow_all(struct kunit *test);
void pmu_test_stop_keeps_flags(struct kunit *test);
void pmu_test_stale_flag(struct kunit *test);
void pmu_test_stale_flag_unarmed(struct kunit *test);
void pmu_test_reset_while_counting(struct kunit *test);
void pmu_test_overflow_anywhere(struct kunit *test);
void pmu_test_random(struct kunit *test);

void pmu_test_acknowledge(struct pmu_test *t, unsigned int writes);
void pmu_test_reset_from_garbage(struct pmu_test *t, bool off);
void pmu_test_export(struct pmu_test *t, u32 without, u32 with);
void pmu_test_budget(struct pmu_test *t, unsigned int others, unsigned int same,
		     unsigned int interrupt, unsigned int alone);

/* Parameters with a description; newer kernels have a macro for this. */
#define PMU_ARRAY_PARAM(_name)							\
static void _name##_desc(typeof(_name##_params[0]) *param, char *desc)		\
{										\
	strscpy(desc, param->desc, KUNIT_PARAM_DESC_SIZE);			\
}										\
KUNIT_ARRAY_PARAM(_name, _name##_params, _name##_desc)

struct seed_param {
	u32 seed;
	u32 max_period;
};

/* For the suites only */
#ifdef SUITE

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

#endif /* SUITE */

/* Cases for cores with all control bits in PMNC */

/* Whole words of PMNC */
struct word_param {
	const char *desc;
	const struct cp_pmu_desc *core;
	u32 evt[3];		/* on PMN0, PMN1, CCNT */
	u32 armed;
	u32 exported;
	u32 word;
};

/* Two words of PMNC; PMN0 overflows after the first one */
struct rule_param {
	const char *desc;
	u32 first;
	bool seen;
	u32 second;	/* breaks the rule, or no rule */
	u32 may_touch;
	u32 broken;
};

void pmu_test_word(struct kunit *test, const struct word_param *param);
void pmu_test_fake_rule(struct kunit *test, const struct rule_param *param);
void pmu_test_fake_noise(struct kunit *test, u32 word, u32 noise);
void pmu_test_select_replaces(struct kunit *test, unsigned int shift0, unsigned int shift1);
void pmu_test_select_writes_nothing(struct kunit *test);

#endif /* __CP_PMU_PMU_TEST_H__ */
