/* SPDX-License-Identifier: GPL-2.0 */
#ifndef __CP_PMU_COMPAT_LINUX_PERF_EVENT_H__
#define __CP_PMU_COMPAT_LINUX_PERF_EVENT_H__

#include_next <linux/perf_event.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 2, 0)
#include <linux/cpumask.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

/*
 * Up to 6.1 a PMU that is registered for tasks a second time, since its module
 * was loaded again, is warned about and demoted, unless it says that it is one
 * of several kinds of CPU. Nothing else looks at that bit.
 */
enum {
	CP_PMU_COMPAT_CAP = PERF_PMU_CAP_EXTENDED_HW_TYPE | PERF_PMU_CAP_HETEROGENEOUS_CPUS
};

#undef PERF_PMU_CAP_EXTENDED_HW_TYPE
#define PERF_PMU_CAP_EXTENDED_HW_TYPE	CP_PMU_COMPAT_CAP

/*
 * There too the context of a task that ever had an event lives as long as the
 * task, points to the PMU, and is read through it at each context switch; and
 * perf never frees the PMU's contexts of the CPUs. So when a PMU goes, the tasks'
 * contexts are handed to a stand-in that has these, and the next PMU takes them
 * over. The stand-in stays, as what it has does.
 *
 * They are of tasks without an event: none can be open when a PMU goes, and none
 * is opened in a new one before it is ready. A context that is on its way to be
 * freed is waited for, since that reads its PMU as well.
 */
static inline void cp_pmu_compat_take_contexts(struct pmu *pmu)
{
	struct task_struct *process, *task;

	rcu_read_lock();
	for_each_process_thread(process, task) {
		/* Not marked __rcu, though perf reads it by rcu_dereference() */
		struct perf_event_context *ctx = READ_ONCE(task->perf_event_ctxp[perf_hw_context]);

		if (ctx)
			WRITE_ONCE(ctx->pmu, pmu);
	}
	rcu_read_unlock();
}

static inline int cp_pmu_compat_register(struct pmu *pmu, const char *name, int type)
{
	int ret = perf_pmu_register(pmu, name, type);

	if (!ret)
		cp_pmu_compat_take_contexts(pmu);
	return ret;
}

static inline void cp_pmu_compat_unregister(struct pmu *pmu)
{
	struct pmu *stand_in = kzalloc(sizeof(*stand_in), GFP_KERNEL | __GFP_NOFAIL);
	int cpu;

	perf_pmu_unregister(pmu);
	stand_in->pmu_cpu_context = pmu->pmu_cpu_context;
	for_each_possible_cpu(cpu)
		per_cpu_ptr(pmu->pmu_cpu_context, cpu)->ctx.pmu = stand_in;
	cp_pmu_compat_take_contexts(stand_in);
	rcu_barrier();
}

#define perf_pmu_register	cp_pmu_compat_register
#define perf_pmu_unregister	cp_pmu_compat_unregister
#endif

#endif
