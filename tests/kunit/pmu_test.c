// SPDX-License-Identifier: GPL-2.0
/*
 * Cases for every core, see pmu_test.h. They check what the fake registers do. The suite of
 * a core checks the layout of its registers. The fake checks the rules for each single
 * write, see fake_regs.h.
 */

#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/string.h>

#include "pmu_test.h"

#define E32	0x100000000ULL

int pmu_test_init(struct kunit *test, void (*make)(struct pmu_test *t))
{
	struct pmu_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	t->test = test;
	t->make = make;
	test->priv = t;
	make(t);
	return 0;
}

void pmu_test_exit(struct kunit *test)
{
	fake_exit();
}

void pmu_test_begin(struct pmu_test *t, const struct cp_pmu_desc *desc,
		    const struct fake_core *core)
{
	*t = (struct pmu_test){ .test = t->test, .make = t->make, .hw.desc = desc };
	fake_init(&t->fake, t->test, core);
}

/* The result of get_clear_overflow() when these flags are set */
static u32 named(const struct pmu_test *t, u32 flags)
{
	return flags && t->by_value ? flags | t->hw.armed : flags;
}

/* Arm all counters, and let those of the mask overflow. */
void overflow(struct pmu_test *t, u32 mask)
{
	unsigned int idx;

	arm(t, all(t));
	for (idx = 0; idx < t->fake.core->counters; idx++) {
		select_event(t, idx, idx == PMN0 ? 0x07 : idx == ccnt(t) ? CYCLES : 0x00);
		write_counter(t, idx, -20);
	}
	start(t);
	for (idx = 0; idx < t->fake.core->counters; idx++)
		fake_advance(&t->fake, idx, mask & BIT(idx) ? 21 : 19);
	KUNIT_ASSERT_EQ(t->test, t->fake.flags, mask);
	KUNIT_ASSERT_EQ(t->test, fake_line(&t->fake), !!mask);
}

void pmu_test_counters(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	unsigned int idx;

	for (idx = 0; idx < t->fake.core->counters; idx++)
		write_counter(t, idx, 0x11111111 * (idx + 1));
	for (idx = 0; idx < t->fake.core->counters; idx++) {
		KUNIT_EXPECT_EQ(test, t->fake.count[idx], 0x11111111 * (idx + 1));
		KUNIT_EXPECT_EQ(test, read_counter(t, idx), 0x11111111 * (idx + 1));
	}
	KUNIT_EXPECT_EQ(test, t->fake.reads, t->fake.core->counters);
	/* In the opposite order, so that no counter is already selected */
	while (idx--)
		write_counter(t, idx, 0x10101010 * (idx + 1));
	for (idx = 0; idx < t->fake.core->counters; idx++)
		KUNIT_EXPECT_EQ(test, t->fake.count[idx], 0x10101010 * (idx + 1));
}

/* E is bit 0 and D bit 3 of PMNC on all cores. D is clear again for the next event. */
void pmu_test_div64(struct kunit *test)
{
	static const struct {
		u32 evt;
		u32 word;
		u32 count;
	} runs[] = {
		{ CYCLES, 0x00000001, 6400 },
		{ DIV64, 0x00000009, 100 },
		{ CYCLES, 0x00000001, 6400 },
	};
	struct pmu_test *t = test->priv;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(runs); i++) {
		write_counter(t, ccnt(t), 0);
		select_event(t, ccnt(t), runs[i].evt);
		start(t);
		KUNIT_EXPECT_EQ(test, t->fake.started, runs[i].word);
		fake_advance(&t->fake, ccnt(t), 6400);
		KUNIT_EXPECT_EQ(test, read_counter(t, ccnt(t)), runs[i].count);
		stop(t);
	}
}

/* X is set while at least one event is exported, and clear afterwards. */
void pmu_test_export(struct pmu_test *t, u32 without, u32 with)
{
	u32 exported;

	select_event(t, PMN0, 0x07);
	for (exported = 0; exported <= all(t); exported++) {
		t->hw.exported = exported;
		start(t);
		KUNIT_EXPECT_EQ(t->test, t->fake.started, exported ? with : without);
		stop(t);
		KUNIT_EXPECT_EQ(t->test, t->fake.pmnc, 0U);
		t->hw.exported = 0;
		start(t);
		KUNIT_EXPECT_EQ(t->test, t->fake.started, without);
		stop(t);
	}
}

/* Each set of armed counters with an overflow of each counter */
void pmu_test_armed(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	u32 armed;
	unsigned int idx;

	for (armed = 0; armed <= all(t); armed++) {
		arm(t, armed);
		for (idx = 0; idx < t->fake.core->counters; idx++) {
			write_counter(t, idx, -1000);
			select_event(t, idx, idx == ccnt(t) ? CYCLES : 0x07);
		}
		start(t);
		KUNIT_EXPECT_EQ(test, t->fake.irqen, armed);
		stop(t);
		for (idx = 0; idx < t->fake.core->counters; idx++) {
			write_counter(t, idx, 0xffffffff);
			start(t);
			fake_advance(&t->fake, idx, 1);
			KUNIT_EXPECT_EQ_MSG(test, fake_line(&t->fake), !!(armed & BIT(idx)),
					    "armed %#x, overflow of %u", armed, idx);
			KUNIT_EXPECT_EQ(test, get_clear_overflow(t), named(t, BIT(idx)));
			KUNIT_EXPECT_FALSE(test, fake_line(&t->fake));
			start(t);
			KUNIT_EXPECT_FALSE(test, fake_line(&t->fake));
			KUNIT_EXPECT_EQ(test, t->fake.flags, 0U);
			stop(t);
		}
	}
}

/* Overflow flags */

void pmu_test_get_clear_overflow(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	u32 mask, started;

	for (mask = 0; mask <= all(t); mask++) {
		t->make(t);
		overflow(t, mask);
		started = t->fake.started;
		KUNIT_EXPECT_EQ_MSG(test, get_clear_overflow(t), named(t, mask),
				    "flags %#x", mask);
		/* No counter runs while the overflow is handled, and the line is low. */
		KUNIT_EXPECT_EQ(test, t->fake.pmnc & FAKE_PMNC_E, 0U);
		KUNIT_EXPECT_FALSE(test, t->hw.on);
		KUNIT_EXPECT_FALSE(test, fake_line(&t->fake));

		/* The next start clears the flags if they are not clear yet. */
		start(t);
		KUNIT_EXPECT_EQ_MSG(test, t->fake.flags, 0U, "flags %#x", mask);
		KUNIT_EXPECT_FALSE(test, fake_line(&t->fake));
		KUNIT_EXPECT_EQ(test, t->fake.irqen, all(t));
		KUNIT_EXPECT_EQ(test, t->hw.ack, 0U);
		KUNIT_EXPECT_TRUE(test, t->hw.on);
		/* Nothing else has changed, even if the interrupt was spurious. */
		KUNIT_EXPECT_EQ(test, (t->fake.started ^ started) & t->fake.core->pmnc, 0U);

		/* The next overflow is not acknowledged unread. */
		fake_advance(&t->fake, PMN0, 0xffffffff);
		KUNIT_ASSERT_EQ(test, t->fake.flags, 1U);
		stop(t);
		start(t);
		KUNIT_EXPECT_EQ(test, t->fake.flags, 1U);
		KUNIT_EXPECT_TRUE(test, fake_line(&t->fake));
		KUNIT_EXPECT_EQ(test, get_clear_overflow(t), named(t, 1));
	}
}

/*
 * Cores that can clear flags while the monitor is stopped do so, with this number of writes.
 * The start has no flag to clear then.
 */
void pmu_test_acknowledge(struct pmu_test *t, unsigned int writes)
{
	u32 mask;

	for (mask = 1; mask <= all(t); mask++) {
		t->make(t);
		overflow(t, mask);
		t->fake.reads = 0;
		t->fake.writes = 0;
		KUNIT_EXPECT_EQ(t->test, get_clear_overflow(t), named(t, mask));
		KUNIT_EXPECT_EQ_MSG(t->test, t->fake.flags, 0U, "flags %#x", mask);
		KUNIT_EXPECT_EQ(t->test, t->fake.reads, 1U);
		KUNIT_EXPECT_EQ(t->test, t->fake.writes, writes);
		start(t);
		KUNIT_EXPECT_EQ(t->test, t->fake.writes, writes + 1);
		KUNIT_EXPECT_EQ(t->test, t->fake.started & ~t->fake.core->pmnc, 0U);
	}
}

static void overflow_pmn1(struct fake_pmu *fake)
{
	fake_advance(fake, PMN1, 1000);
}

/*
 * Events of PMN1 during get_clear_overflow(). After the stop they are not counted. Before it
 * they overflow: the function returns the flag, or the flag stays pending.
 */
void pmu_test_get_clear_overflow_all(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	u32 flags;

	overflow(t, BIT(PMN0));
	t->fake.hook = overflow_pmn1;
	flags = get_clear_overflow(t);
	t->fake.hook = NULL;
	KUNIT_EXPECT_TRUE(test, flags & BIT(PMN0));
	/* ARM11 reads the flags before the stop, so this one can come too late. */
	if (t->fake.core->ack_needs_e)
		KUNIT_EXPECT_TRUE(test, !(flags & BIT(PMN1)) || t->fake.count[PMN1] < 1000);
	else if (!t->by_value)
		KUNIT_EXPECT_EQ(test, !!(flags & BIT(PMN1)), t->fake.count[PMN1] < 1000);
	/* Clearing PMN0's flag does not clear PMN1's. */
	KUNIT_EXPECT_EQ(test, !!(t->fake.flags & BIT(PMN1)), t->fake.count[PMN1] < 1000);
	start(t);
	KUNIT_EXPECT_EQ(test, fake_line(&t->fake), t->fake.count[PMN1] < 1000);
	stop(t);
}

/* A stop and a start, as at each context switch, keep a pending overflow. */
void pmu_test_stop_keeps_flags(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	unsigned int before, idx;
	u32 mask;

	for (mask = 0; mask <= all(t); mask++) {
		t->make(t);
		overflow(t, mask);
		before = fake_accesses(&t->fake);
		stop(t);
		KUNIT_EXPECT_EQ(test, fake_accesses(&t->fake) - before, 1U);
		KUNIT_EXPECT_EQ(test, t->fake.pmnc & FAKE_PMNC_E, 0U);
		KUNIT_EXPECT_EQ(test, t->fake.flags, mask);
		KUNIT_EXPECT_FALSE(test, fake_line(&t->fake));
		KUNIT_EXPECT_EQ(test, t->hw.ack, 0U);
		for (idx = 0; idx < t->fake.core->counters; idx++) {
			fake_advance(&t->fake, idx, 1000);
			KUNIT_EXPECT_EQ(test, read_counter(t, idx),
					mask & BIT(idx) ? 1U : (u32)-1);
		}
		before = fake_accesses(&t->fake);
		start(t);
		KUNIT_EXPECT_EQ(test, fake_accesses(&t->fake) - before, 1U);
		KUNIT_EXPECT_EQ(test, t->fake.flags, mask);
		KUNIT_EXPECT_EQ(test, fake_line(&t->fake), !!mask);
		KUNIT_EXPECT_EQ(test, get_clear_overflow(t), named(t, mask));
	}
}

/* When a counter is armed, its old flag is stale. The flags of other counters are not. */
void pmu_test_stale_flag(struct kunit *test)
{
	struct pmu_test *t = test->priv;

	overflow(t, BIT(PMN0) | BIT(ccnt(t)));
	stop(t);
	/* Remove PMN0's event; its flag stays set. */
	arm(t, all(t) & ~BIT(PMN0));
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.flags, (u32)(BIT(PMN0) | BIT(ccnt(t))));
	stop(t);
	/* Give PMN0 another event. */
	write_counter(t, PMN0, -1000);
	arm(t, all(t));
	select_event(t, PMN0, 0x05);
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.flags, (u32)BIT(ccnt(t)));
	KUNIT_EXPECT_TRUE(test, fake_line(&t->fake));
	KUNIT_EXPECT_EQ(test, get_clear_overflow(t), named(t, BIT(ccnt(t))));
}

/* A counter wraps without an enabled interrupt and is armed afterwards. */
void pmu_test_stale_flag_unarmed(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	unsigned int idx;

	for (idx = 0; idx < t->fake.core->counters; idx++) {
		u32 evt = idx == ccnt(t) ? CYCLES : 0x07;

		t->make(t);
		select_event(t, idx, evt);
		write_counter(t, idx, -1);
		start(t);
		fake_advance(&t->fake, idx, 2);
		KUNIT_ASSERT_EQ(test, t->fake.flags, (u32)BIT(idx));
		KUNIT_EXPECT_FALSE(test, fake_line(&t->fake));
		stop(t);
		arm(t, BIT(idx));
		select_event(t, idx, evt);
		start(t);
		KUNIT_EXPECT_EQ_MSG(test, t->fake.flags, 0U, "counter %u", idx);
		KUNIT_EXPECT_FALSE(test, fake_line(&t->fake));
		/* The next flag is not stale. */
		fake_advance(&t->fake, idx, 0xffffffff);
		stop(t);
		start(t);
		KUNIT_EXPECT_TRUE_MSG(test, fake_line(&t->fake), "counter %u", idx);
		stop(t);
	}
}

/* OFF: the monitor is stopped, and only flags are left. */
void pmu_test_reset_from_garbage(struct pmu_test *t, bool off)
{
	fake_garbage(&t->fake);
	if (off)
		t->fake.pmnc = 0;
	t->hw.ack = all(t);
	t->hw.known = all(t);
	t->hw.was_active = all(t);
	t->hw.was_armed = all(t);
	t->hw.on = true;
	reset(t);
	KUNIT_EXPECT_EQ(t->test, t->fake.pmnc, 0U);
	KUNIT_EXPECT_EQ(t->test, t->fake.irqen, 0U);
	KUNIT_EXPECT_EQ(t->test, t->fake.flags, 0U);
	KUNIT_EXPECT_FALSE(t->test, fake_line(&t->fake));
	KUNIT_EXPECT_FALSE(t->test, t->hw.on);
	KUNIT_EXPECT_EQ(t->test, t->hw.ack, 0U);
	KUNIT_EXPECT_EQ(t->test, t->hw.known, 0U);
	KUNIT_EXPECT_EQ(t->test, t->hw.was_active, 0U);
	KUNIT_EXPECT_EQ(t->test, t->hw.was_armed, 0U);
}

static void advance_all(struct fake_pmu *fake)
{
	unsigned int idx;

	for (idx = 0; idx < fake->core->counters; idx++)
		fake_advance(fake, idx, 1);
}

/*
 * A reset may clear flags while the counters run, so a counter may set its flag again. This
 * flag does not assert the line, and is stale when its counter gets an event.
 */
void pmu_test_reset_while_counting(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	unsigned int idx;

	fake_garbage(&t->fake);
	t->fake.hook = advance_all;
	reset(t);
	KUNIT_EXPECT_EQ(test, t->fake.pmnc, 0U);
	KUNIT_EXPECT_FALSE(test, fake_line(&t->fake));
	for (idx = 0; idx < t->fake.core->counters; idx++)
		KUNIT_EXPECT_EQ(test, t->fake.raised[idx], 0U);

	write_counter(t, PMN0, -1000);
	arm(t, BIT(PMN0));
	select_event(t, PMN0, 0x07);
	start(t);
	KUNIT_EXPECT_FALSE(test, fake_line(&t->fake));
	stop(t);
}

/* Budgets */

/*
 * The accesses of a context switch, with the calls that the driver's core makes: from CCNT
 * and two events to other events, and to the same events, whose counters are not written.
 * And the accesses of an interrupt, with several armed counters and with CCNT only.
 */
void pmu_test_budget(struct pmu_test *t, unsigned int others, unsigned int same,
		     unsigned int interrupt, unsigned int alone)
{
	static const u32 evts[][2] = { { 0x07, 0x00 }, { 0x0d, 0x0b } };
	const unsigned int idxs[] = { ccnt(t), PMN0, PMN1 };
	const u32 mask = BIT(PMN0) | BIT(PMN1) | BIT(ccnt(t));
	unsigned int i, n, before;

	for (n = 0; n < 6; n++) {
		/* Scheduled in: other events at 0 to 3, the same events at 4 and 5 */
		arm(t, mask);
		for (i = 0; i < ARRAY_SIZE(idxs); i++) {
			if (n < 4)
				write_counter(t, idxs[i], -1000);
			select_event(t, idxs[i], i ? evts[n < 4 ? n % 2 : 1][i - 1] : CYCLES);
		}
		start(t);
		if (n)
			KUNIT_EXPECT_LE_MSG(t->test, fake_accesses(&t->fake) - before,
					    n < 4 ? others : same, "switch %u", n);
		KUNIT_EXPECT_EQ(t->test, t->fake.irqen, mask);
		before = fake_accesses(&t->fake);
		if (n == 5)
			break;
		/* Scheduled out */
		stop(t);
		for (i = 0; i < ARRAY_SIZE(idxs); i++)
			read_counter(t, idxs[i]);
		arm(t, 0);
		t->hw.active = 0;
	}

	/* An overflow of a counter that is not the one selected last */
	fake_advance(&t->fake, PMN0, 1000);
	KUNIT_EXPECT_EQ(t->test, get_clear_overflow(t), named(t, BIT(PMN0)));
	read_counter(t, PMN0);
	write_counter(t, PMN0, -1000);
	start(t);
	KUNIT_EXPECT_EQ(t->test, fake_accesses(&t->fake) - before, interrupt);
	stop(t);

	arm(t, BIT(ccnt(t)));
	write_counter(t, ccnt(t), -1000);
	start(t);
	fake_advance(&t->fake, ccnt(t), 1000);
	KUNIT_EXPECT_TRUE(t->test, fake_line(&t->fake));
	before = fake_accesses(&t->fake);
	stop(t);
	KUNIT_EXPECT_EQ(t->test, read_counter(t, ccnt(t)), 0U);
	KUNIT_EXPECT_EQ(t->test, clear_wrapped(t, ccnt(t)), BIT(ccnt(t)));
	write_counter(t, ccnt(t), -1000);
	start(t);
	KUNIT_EXPECT_EQ(t->test, fake_accesses(&t->fake) - before, alone);
	KUNIT_EXPECT_FALSE(t->test, fake_line(&t->fake));
	KUNIT_EXPECT_EQ(t->test, t->fake.flags & BIT(ccnt(t)), 0U);
	stop(t);
}

/*
 * No count and no overflow is lost. The events below do what the driver's core does: they
 * count by value, and end a period by value.
 */

static void event_begin(struct pmu_test *t, unsigned int idx, u32 period, bool armed)
{
	struct pmu_test_event *event = &t->event[idx];

	event->period = period;
	event->left = period;
	event->begun = t->fake.events[idx];
	t->hw.value[idx] = -period;
	write_counter(t, idx, -period);
	if (armed)
		arm(t, t->hw.armed | BIT(idx));
	select_event(t, idx, idx == ccnt(t) ? CYCLES : 0x07 + idx);
}

static void event_update(struct pmu_test *t, unsigned int idx)
{
	struct pmu_test_event *event = &t->event[idx];
	u32 now = read_counter(t, idx);
	u32 delta = now - t->hw.value[idx];

	t->hw.value[idx] = now;
	event->counted += delta;
	event->left -= delta;
}

/* Begin the next period. Return true if one has ended. The monitor is stopped. */
static bool event_next_period(struct pmu_test *t, unsigned int idx)
{
	struct pmu_test_event *event = &t->event[idx];

	if (event->left > 0)
		return false;
	event->ended++;
	event->left = event->period;
	t->hw.value[idx] = -event->period;
	write_counter(t, idx, -event->period);
	return true;
}

static void event_end(struct pmu_test *t, unsigned int idx)
{
	struct pmu_test_event *event = &t->event[idx];

	event_update(t, idx);
	event->truth += t->fake.events[idx] - event->begun;
	t->hw.active &= ~BIT(idx);
	t->fake.may_touch |= BIT(idx);
	if (!(t->hw.armed & BIT(idx)))
		return;
	if (event->left <= 0) {
		event->ended++;
		t->hw.ack |= BIT(idx);
	}
	arm(t, t->hw.armed & ~BIT(idx));
}

/* True if the event's period has ended and has not been handled */
static bool event_overdue(struct pmu_test *t, unsigned int idx)
{
	u32 delta = t->fake.count[idx] - t->hw.value[idx];

	return (t->hw.armed & BIT(idx)) && t->event[idx].left <= delta;
}

/* True if the driver's timer must run, before a counter wraps again */
static bool any_late(struct pmu_test *t)
{
	unsigned int idx;

	for (idx = 0; idx < t->fake.core->counters; idx++)
		if (event_overdue(t, idx) && t->fake.count[idx] > E32 / 4)
			return true;
	return false;
}

/* Stop the monitor and update the event. Return true if the value shows that it wrapped. */
static bool wrapped(struct pmu_test *t, unsigned int idx)
{
	u32 before = t->hw.value[idx];

	stop(t);
	event_update(t, idx);
	return t->hw.value[idx] < before;
}

static void handle_overflow(struct pmu_test *t, bool look_at_all)
{
	bool was_on = t->hw.on;
	unsigned int idx;
	u32 flags;

	if (was_on && !look_at_all && is_power_of_2(t->hw.armed) &&
	    wrapped(t, __ffs(t->hw.armed)))
		flags = clear_wrapped(t, __ffs(t->hw.armed));
	else
		flags = get_clear_overflow(t);
	if (flags && t->by_value)
		KUNIT_ASSERT_EQ(t->test, flags & t->hw.armed, t->hw.armed);
	for (idx = 0; idx < t->fake.core->counters; idx++)
		if ((look_at_all || (flags & BIT(idx))) && (t->hw.armed & BIT(idx))) {
			event_update(t, idx);
			if (!event_next_period(t, idx) && !look_at_all && !t->by_value)
				KUNIT_FAIL(t->test, "%u: flag without an overflow", idx);
		}
	if (was_on)
		start(t);
}

/*
 * Each overflow of an armed counter has ended one period, or asserts the line at this
 * moment. A counter that is not armed does not assert the line.
 *
 * If overflows are found by value, a flag that is set late in get_clear_overflow() may
 * belong to a period that already ended. The driver's timer finds an overflow whose flag is
 * lost on A-stepping.
 */
static void check_overflows(struct pmu_test *t)
{
	u32 flags = t->fake.flags & t->hw.armed, overdue = 0;
	unsigned int idx;

	for (idx = 0; idx < t->fake.core->counters; idx++) {
		if (event_overdue(t, idx))
			overdue |= BIT(idx);
		KUNIT_ASSERT_EQ_MSG(t->test,
				    t->event[idx].ended + !!(overdue & BIT(idx)),
				    t->fake.raised[idx], "overflows of %u", idx);
	}
	if (!t->by_value)
		KUNIT_ASSERT_EQ(t->test, flags, overdue);
	else if (!t->fake.a_stepping)
		KUNIT_ASSERT_EQ(t->test, overdue & ~flags, 0U);
	if (t->hw.on)
		KUNIT_ASSERT_EQ(t->test, fake_line(&t->fake), !!flags);
}

static void check_counts(struct pmu_test *t)
{
	unsigned int idx;

	for (idx = 0; idx < t->fake.core->counters; idx++)
		KUNIT_ASSERT_EQ_MSG(t->test, t->event[idx].counted, t->event[idx].truth,
				    "counts of %u", idx);
}

static void inject(struct fake_pmu *fake)
{
	struct pmu_test *t = container_of(fake, struct pmu_test, fake);
	unsigned int idx;

	if (t->inject_always) {
		idx = prandom_u32_state(&t->rnd) % fake->core->counters;
		fake_advance(fake, idx, prandom_u32_state(&t->rnd) % 200);
	} else if (fake_accesses(fake) == t->inject_at) {
		fake_advance(fake, t->inject_idx, 150);
	} else if (t->inject_pair && fake_accesses(fake) == t->inject_at + 1) {
		fake_advance(fake, (t->inject_idx + 1) % fake->core->counters, 150);
	}
}

/* Handle an interrupt twice: the second one is spurious, and maybe the first one too. */
static void interrupt_twice(struct pmu_test *t)
{
	handle_overflow(t, false);
	check_overflows(t);
	handle_overflow(t, false);
	check_overflows(t);
}

/* Call each operation once. One overflow comes after the access inject_at. */
static void everything_once(struct pmu_test *t)
{
	unsigned int idx;

	for (idx = 0; idx < t->fake.core->counters; idx++)
		event_begin(t, idx, 100, true);
	start(t);
	check_overflows(t);
	/* A program reads the events. */
	for (idx = 0; idx < t->fake.core->counters; idx++)
		event_update(t, idx);
	check_overflows(t);
	/* The events are scheduled out and in, without and with a change of PMN1. */
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
	/* An interrupt comes. */
	interrupt_twice(t);
	/* An interrupt comes while only one counter is armed. */
	stop(t);
	for (idx = 0; idx < ccnt(t); idx++)
		event_end(t, idx);
	start(t);
	check_overflows(t);
	interrupt_twice(t);
	/* The last event stops. */
	stop(t);
	event_end(t, ccnt(t));
	check_overflows(t);
	check_counts(t);
}

void pmu_test_overflow_anywhere(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	bool a_stepping = t->fake.a_stepping;
	unsigned int accesses, idx, n, pair, overflows = 0;

	everything_once(t);
	accesses = fake_accesses(&t->fake);
	KUNIT_ASSERT_GT(test, accesses, 20U);
	for (n = 0; n <= accesses + 8; n++)
		for (idx = 0; idx < t->fake.core->counters; idx++)
			for (pair = 0; pair < 2; pair++) {
				t->make(t);
				t->fake.a_stepping = a_stepping;
				t->fake.hook = inject;
				t->inject_at = n;
				t->inject_idx = idx;
				t->inject_pair = pair;
				everything_once(t);
				KUNIT_ASSERT_EQ_MSG(test, t->fake.broken, 0U,
						    "overflow of %u after access %u",
						    idx, n);
				overflows += t->event[idx].ended;
			}
	/* The test is useful only if there were overflows. */
	KUNIT_EXPECT_GT(test, overflows, 40U);
}

/* Random steps: programs, context switches, early and late interrupts */
void pmu_test_random(struct kunit *test)
{
	const struct seed_param *param = test->param_value;
	struct pmu_test *t = test->priv;
	unsigned int idx, n, overflows = 0;

	prandom_seed_state(&t->rnd, param->seed);
	t->fake.hook = inject;
	t->inject_always = true;
	start(t);
	for (n = 0; n < 3000; n++) {
		u32 rnd = prandom_u32_state(&t->rnd);

		switch (rnd & 7) {
		case 0:
		case 1:
		case 2:
			/* A program runs for less than 2^30 events on each counter. */
			for (idx = 0; idx < t->fake.core->counters; idx++)
				fake_advance(&t->fake, idx,
					     prandom_u32_state(&t->rnd) %
					     (param->max_period / 2 + 1));
			break;
		case 3:
		case 4:
			if (fake_line(&t->fake) || (rnd >> 16 & 7) == 0)
				handle_overflow(t, false);
			break;
		case 5:
			stop(t);
			start(t);
			break;
		case 6:
			idx = (rnd >> 11) % t->fake.core->counters;
			stop(t);
			if (t->hw.active & BIT(idx))
				event_end(t, idx);
			else
				event_begin(t, idx, 1 + mul_u32_u32(rnd, param->max_period) / E32,
					    rnd & BIT(10));
			start(t);
			break;
		case 7:
			for (idx = 0; idx < t->fake.core->counters; idx++)
				if (t->hw.active & BIT(idx))
					event_update(t, idx);
			break;
		}
		check_overflows(t);
		/* Each counter is read within 2^31 events, as by the driver's timer. */
		if (n % 2)
			for (idx = 0; idx < t->fake.core->counters; idx++)
				if (t->hw.active & BIT(idx))
					event_update(t, idx);
		if (n % 2 && (t->fake.a_stepping || any_late(t)))
			handle_overflow(t, true);
	}
	stop(t);
	for (idx = 0; idx < t->fake.core->counters; idx++) {
		if (t->hw.active & BIT(idx))
			event_end(t, idx);
		overflows += t->event[idx].ended;
	}
	check_overflows(t);
	check_counts(t);
	KUNIT_EXPECT_GT(test, overflows, 50U);
}

/* Cores with all control bits in PMNC: ARM11 and XScale1 */

void pmu_test_word(struct kunit *test, const struct word_param *param)
{
	struct pmu_test *t = test->priv;
	unsigned int idx;

	t->hw.desc = param->core;
	arm(t, param->armed);
	for (idx = 0; idx < ARRAY_SIZE(param->evt); idx++)
		if (param->evt[idx] != NONE)
			select_event(t, idx, param->evt[idx]);
	t->hw.exported = param->exported;
	KUNIT_EXPECT_EQ(test, fake_accesses(&t->fake), 0U);
	t->hw.known = all(t);
	/* Counters that are armed now may have a stale flag, in 10:8. */
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.started, param->word | param->armed << 8);
	KUNIT_EXPECT_EQ(test, fake_accesses(&t->fake), 1U);
	KUNIT_EXPECT_TRUE(test, t->hw.on);
	/* All three counters run, even those without an event. */
	KUNIT_EXPECT_EQ(test, t->hw.known, 0U);

	stop(t);
	KUNIT_EXPECT_EQ(test, t->fake.pmnc, 0U);
	KUNIT_EXPECT_FALSE(test, t->hw.on);
	/* A start after a stop writes the same word from the shadow. */
	start(t);
	KUNIT_EXPECT_EQ(test, t->fake.started, param->word);
}

/* The fake detects each write that breaks a rule. */
void pmu_test_fake_rule(struct kunit *test, const struct rule_param *param)
{
	struct pmu_test *t = test->priv;

	fake_write_counter(PMN0, 0xffffffff);
	t->fake.may_touch = all(t);
	fake_write_pmnc(param->first);
	fake_advance(&t->fake, PMN0, 1);
	KUNIT_ASSERT_EQ(test, t->fake.flags, 1U);
	if (param->seen)
		fake_read_pmnc();
	KUNIT_ASSERT_EQ(test, t->fake.broken, 0U);
	t->fake.may_touch = param->may_touch;
	t->fake.quiet = true;
	fake_write_pmnc(param->second);
	KUNIT_EXPECT_EQ(test, t->fake.broken, param->broken);
}

/* Unpredictable bits are not always zero and not always the same. */
void pmu_test_fake_noise(struct kunit *test, u32 word, u32 noise)
{
	struct pmu_test *t = test->priv;
	u32 ones = 0, zeros = 0;
	int i;

	t->fake.may_touch = all(t);
	fake_write_pmnc(word);
	for (i = 0; i < 64; i++) {
		u32 pmnc = fake_read_pmnc();

		ones |= pmnc;
		zeros |= ~pmnc;
	}
	KUNIT_EXPECT_EQ(test, ones, word | noise);
	KUNIT_EXPECT_EQ(test, zeros, ~word | noise);
}

/* Each event number on each event counter replaces the previous one. */
void pmu_test_select_replaces(struct kunit *test, unsigned int shift0, unsigned int shift1)
{
	struct pmu_test *t = test->priv;
	u32 number, other;

	for (number = 0; number < 256; number++) {
		other = ~number & 0xff;
		select_event(t, PMN0, other);
		select_event(t, PMN1, number);
		start(t);
		stop(t);
		select_event(t, PMN0, number);
		start(t);
		KUNIT_EXPECT_EQ(test, t->fake.started, number << shift0 | number << shift1 | 1);
		stop(t);
		select_event(t, PMN1, other);
		start(t);
		KUNIT_EXPECT_EQ(test, t->fake.started, number << shift0 | other << shift1 | 1);
		stop(t);
	}
}

/* Selecting an event writes nothing; the next start writes it. */
void pmu_test_select_writes_nothing(struct kunit *test)
{
	struct pmu_test *t = test->priv;
	unsigned int idx;

	for (idx = 0; idx < t->fake.core->counters; idx++) {
		select_event(t, idx, idx == ccnt(t) ? DIV64 : 0x07);
		KUNIT_EXPECT_EQ(test, fake_accesses(&t->fake), 0U);
	}
}
