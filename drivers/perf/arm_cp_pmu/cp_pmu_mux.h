/* SPDX-License-Identifier: GPL-2.0 */
/* Cancel the timers of perf's multiplexing, for arm_cp_pmu and arm_l2x0_pmu. */
#ifndef __CP_PMU_MUX_H__
#define __CP_PMU_MUX_H__

#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/spinlock.h>

/* Before Linux 6.15, cpu_pmu_context is no pointer to pointers: include/compat defines this. */
#ifndef cp_pmu_cpu_context
static inline struct perf_cpu_pmu_context *cp_pmu_cpu_context(struct pmu *pmu, int cpu)
{
	return *per_cpu_ptr(pmu->cpu_pmu_context, cpu);
}
#endif

/**
 * cp_pmu_cancel_mux_timers() - call this before perf_pmu_unregister()
 * @pmu: a registered PMU without events
 *
 * perf_pmu_unregister() frees each CPU's timer without cancelling it. Cancel it, and mark
 * it active, so that a write to perf_event_mux_interval_ms does not start it again. If the
 * timer's handler runs, it needs the lock: release it, and try again. Process context.
 */
static inline void cp_pmu_cancel_mux_timers(struct pmu *pmu)
{
	struct perf_cpu_pmu_context *cpc;
	unsigned long flags;
	int cpu, ret;

	for_each_possible_cpu(cpu) {
		cpc = cp_pmu_cpu_context(pmu, cpu);
		if (!cpc)
			continue;
		do {
			raw_spin_lock_irqsave(&cpc->hrtimer_lock, flags);
			ret = hrtimer_try_to_cancel(&cpc->hrtimer);
			if (ret >= 0)
				cpc->hrtimer_active = 1;
			raw_spin_unlock_irqrestore(&cpc->hrtimer_lock, flags);
		} while (ret < 0);
	}
}

#endif /* __CP_PMU_MUX_H__ */
