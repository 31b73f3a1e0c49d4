// SPDX-License-Identifier: GPL-2.0
/*
 * Which counter an event gets. No perf type and no register access, so that it can be tested
 * and proved alone.
 */

#include <linux/bitops.h>
#include <linux/minmax.h>

#include "cp_pmu_hw.h"

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
