// SPDX-License-Identifier: GPL-2.0
/*
 * Arithmetic of counters and periods. Nothing here knows perf or a register:
 * everything is a value, so that it can be tested and proved by itself.
 */

#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/time64.h>

#include "cp_pmu.h"

/*
 * A counter is programmed to wrap after at most half of its range. However
 * late the wrap is noticed, up to 2^31 events, the value then still tells how
 * many events there were.
 */
#define CP_COUNT_HALF_RANGE	BIT_ULL(31)

/**
 * cp_count_period() - go on within a period, or begin the next one
 * @left: events that were left of the period, negative or zero if it has ended
 * @period: events of a whole period, 1 to 2^63 - 1; 0 is taken for 1
 *
 * The events by which the end of the period was overrun count into the next
 * one, so that on average a sample stands for a period. When they are a whole
 * period or more, the periods in between had no overflow of their own; then
 * the next period begins afresh.
 *
 * Return: the period to go on with.
 */
struct cp_count_period cp_count_period(s64 left, u64 period)
{
	struct cp_count_period p = { .ended = left <= 0 };

	period = clamp_t(u64, period, 1, S64_MAX);
	if (p.ended) {
		if (left > -(s64)period)
			left += period;
		else
			left = period;
	}
	p.left = left;
	p.start = -(u32)min_t(u64, left, CP_COUNT_HALF_RANGE);
	return p;
}

/**
 * cp_count_get_idx() - choose a counter
 * @desc: the processor core
 * @used: counters that are taken
 * @evt: what to count, CP_PMU_EVT_* bits
 *
 * Cycles take CCNT when it is free, and otherwise an event counter where one
 * can count them. The divided cycles need CCNT: D divides no other counter; so
 * plain cycles leave it to a div64 event of the same group.
 *
 * Return: the counter's index, or -1 when none is free.
 */
int cp_count_get_idx(const struct cp_pmu_desc *desc, u32 used, u32 evt)
{
	u32 ccnt = BIT(desc->num_event_counters);
	u32 can = ccnt - 1;

	if (evt & CP_PMU_EVT_CYCLES) {
		if ((evt & CP_PMU_EVT_DIV64) || !desc->cycles_evtsel)
			can = ccnt;
		if (!(used & ccnt) && !(evt & CP_PMU_EVT_LEAVE_CCNT))
			can = ccnt;
	}
	can &= ~used;
	return can ? __ffs(can) : -1;
}

/**
 * cp_count_group_fits() - whether a group can be on the counters all at once
 * @desc: the processor core
 * @events: events that only an event counter counts
 * @cycles: cycles events
 * @div64: divided cycles events, which only CCNT counts
 *
 * Return: whether cp_count_get_idx() finds a counter for each of them.
 */
bool cp_count_group_fits(const struct cp_pmu_desc *desc, unsigned int events,
			 unsigned int cycles, unsigned int div64)
{
	unsigned int on_ccnt = div64 ?: min(cycles, 1U);
	unsigned int on_pmn = div64 ? cycles : cycles - on_ccnt;

	if (on_ccnt > 1 || (on_pmn && !desc->cycles_evtsel))
		return false;
	return events + on_pmn <= desc->num_event_counters;
}

/**
 * cp_count_interval() - how long until a number of events has been counted
 * @ran: ns in which @counted events were counted; taken for 2^31 if it is more
 * @counted: events
 * @wanted: events to wait for
 *
 * Return: ns, from CP_COUNT_INTERVAL_MIN to CP_COUNT_INTERVAL_MAX. The upper
 * bound holds when the events are rare or have stopped: an event that comes
 * back to life is noticed within it.
 */
u64 cp_count_interval(u64 ran, u64 counted, u64 wanted)
{
	int shift = max(fls64(counted | wanted) - 32, 0);

	/* 32 bits of each are precise enough, and no product overflows. */
	counted >>= shift;
	wanted >>= shift;
	ran = min_t(u64, ran, BIT_ULL(31));
	if (!counted)
		return CP_COUNT_INTERVAL_MAX;
	return clamp_t(u64, div_u64(ran * wanted, counted),
		       CP_COUNT_INTERVAL_MIN, CP_COUNT_INTERVAL_MAX);
}

/**
 * cp_count_plan() - choose where in the next period to sample
 * @plan: where the sample just taken had been planned; zero for the first
 * @since: events that this sample stands for; zero for the first
 * @period: events of a whole period
 * @state: the pseudo-random sequence; any value begins one
 *
 * One sample falls into each period, at a place of it taken by chance. So no
 * tick and no program that repeats at the sampling rate is seen at one and the
 * same place always, every place being as likely as any other; and yet the
 * number of samples keeps to the number of periods. Where a sample came late,
 * the next period is the one that it came in.
 *
 * The sequence is the same in each run (Numerical Recipes' linear congruential
 * generator).
 */
void cp_count_plan(struct cp_count_plan *plan, u64 since, u64 period, u32 *state)
{
	u64 end = plan->wanted + plan->rest;
	u64 place;
	u32 random;

	period = clamp_t(u64, period, 1, BIT_ULL(62));
	*state = *state * 1664525 + 1013904223;
	random = *state >> 16;
	place = (period >> 16) * random + (((period & 0xffff) * random) >> 16);

	plan->wanted = place + (end > since ? min(end - since, period) : 0);
	plan->rest = period - place;
}
