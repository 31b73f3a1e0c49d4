// SPDX-License-Identifier: GPL-2.0
/*
 * Arithmetic of counters and periods. No perf type and no register access, so that it can
 * be tested and proved alone.
 */

#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/minmax.h>

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
