// SPDX-License-Identifier: GPL-2.0
/*
 * Arithmetic of counters and periods. No perf type and no register access, so that it can
 * be tested and proved alone.
 */

#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/time64.h>

#include "cp_pmu_hw.h"

/*
 * A counter is programmed to wrap after at most half of its range. If the wrap is
 * noticed up to 2^31 events late, the difference modulo 2^32 is still exact.
 */
#define CP_COUNT_HALF_RANGE	BIT_ULL(31)

/**
 * cp_count_next_period() - begin the next period
 * @left: events that were left of the period that has ended: zero or negative
 * @period: events of a whole period, 1 to 2^63 - 1, as perf ensures
 *
 * Events beyond the end of the period count into the next one, so that a sample
 * stands for one period on average. If they are a whole period or more, the periods
 * in between had no overflow of their own, and the next period begins afresh.
 *
 * Return: events to the end of the next period, 1 to @period.
 */
s64 cp_count_next_period(s64 left, s64 period)
{
	left += period;
	return left > 0 ? left : period;
}

/**
 * cp_count_preload() - compute the value to program
 * @left: events to the end of the period, 1 to 2^63 - 1
 *
 * Return: the counter's value: it wraps at the end of the period, but after 2^31 events
 * at the latest.
 */
u32 cp_count_preload(s64 left)
{
	return -(u32)min_t(u64, left, CP_COUNT_HALF_RANGE);
}

/**
 * cp_count_get_idx() - choose a counter
 * @desc: the processor core
 * @used: counters that are taken
 * @evt: what to count, CP_PMU_EVT_* bits
 * @leave_ccnt: another event of the group needs CCNT
 *
 * Divided cycles need CCNT, since D divides no other counter. Plain cycles take CCNT if
 * it is free, unless @leave_ccnt is set and an event counter can count cycles.
 *
 * Return: the counter's index, or -1 when none is free.
 */
int cp_count_get_idx(const struct cp_pmu_desc *desc, u32 used, u32 evt, bool leave_ccnt)
{
	u32 only_ccnt = BIT(desc->num_event_counters);
	u32 can = only_ccnt - 1;

	if (evt & CP_PMU_EVT_CYCLES) {
		if ((evt & CP_PMU_EVT_DIV64) || !desc->cycles_evtsel)
			can = only_ccnt;
		if (!(used & only_ccnt) && !leave_ccnt)
			can = only_ccnt;
	}
	can &= ~used;
	return can ? __ffs(can) : -1;
}

/**
 * cp_count_group_fits() - true if the counters can hold a whole group at once
 * @desc: the processor core
 * @events: events that only an event counter counts
 * @cycles: cycles events
 * @div64: divided cycles events, which only CCNT counts
 *
 * Return: true if cp_count_get_idx() finds a counter for each of them.
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
 * cp_count_interval() - estimate the time until a number of events
 * @ran: ns in which @counted events were counted; at most 2^31 is used
 * @counted: events
 * @wanted: events to wait for
 *
 * Return: ns, from CP_COUNT_INTERVAL_MIN to CP_COUNT_INTERVAL_MAX. The upper bound is
 * for events that are rare or have stopped: a rise of their rate is noticed in time.
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
 * cp_count_plan() - choose where the next sample is to be
 * @plan: in: the plan of the sample just taken, @end is 0 for the first sample;
 *	out: the plan of the next sample
 * @since: distance of the sample just taken from the previous one; for the first
 *	sample 0, or @period to have it within the first period
 * @period: a whole period, in events or ns
 * @state: the pseudo-random sequence; any value begins one
 *
 * Each period has one sample. The sample follows the end of the period at a random
 * distance of up to one period. So no sample comes before its period has ended, and
 * the mean distance between samples is one period. The samples do not stay in phase
 * with the tick or with a periodic program. If a sample comes after the end of the
 * next period, that end moves to the sample.
 *
 * The sequence is the same in each run (Numerical Recipes' linear congruential
 * generator).
 */
void cp_count_plan(struct cp_count_plan *plan, u64 since, u64 period, u32 *state)
{
	u64 end;
	u32 random;

	period = clamp_t(u64, period, 1, BIT_ULL(62));
	*state = *state * 1664525 + 1013904223;
	random = *state >> 16;

	end = plan->end + period;
	plan->end = end > since ? min(end - since, period) : 0;
	plan->place = (period >> 16) * random + (((period & 0xffff) * random) >> 16);
}
