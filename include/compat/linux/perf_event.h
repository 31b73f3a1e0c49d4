/* SPDX-License-Identifier: GPL-2.0 */
#ifndef __CP_PMU_COMPAT_LINUX_PERF_EVENT_H__
#define __CP_PMU_COMPAT_LINUX_PERF_EVENT_H__

#include_next <linux/perf_event.h>
#include <linux/version.h>

/* Up to 5.12, a generic event cannot carry the type of a PMU. */
#ifndef PERF_PMU_CAP_EXTENDED_HW_TYPE
#define PERF_PMU_CAP_EXTENDED_HW_TYPE	0
#endif

#ifndef PMU_EVENT_ATTR_ID
#define PMU_EVENT_ATTR_ID(_name, _show, _id)					\
	(&((struct perf_pmu_events_attr[]) {					\
		{ .attr = __ATTR(_name, 0444, _show, NULL), .id = _id, }	\
	})[0].attr.attr)
#endif

/* Up to 5.12, perf_event_attr ends before sig_data. perf checks that this field is 0. */
#ifndef PERF_ATTR_SIZE_VER7
#define sig_data	__reserved_3
#endif

/*
 * Up to 5.16, perf does not count the events with user access of a context. So the driver
 * refuses all of them there: it requires remove_on_exec, and this reserved bit is always 0.
 */
#ifndef PERF_EVENT_FLAG_USER_READ_CNT
#define PERF_EVENT_FLAG_USER_READ_CNT	BIT(31)
#define remove_on_exec	__reserved_1
#define nr_user		nr_events
#endif

/*
 * A series that is not in Linux yet turns PERF_PMU_CAP_NO_INTERRUPT into the capability to
 * sample. What the drivers set includes it here. arm_l2x0_pmu does not sample, but without it
 * perf does not start the throttled group of a software event again.
 */
#ifdef PERF_PMU_CAP_SAMPLING
enum {
	CP_PMU_COMPAT_CAP_NO_EXCLUDE = PERF_PMU_CAP_NO_EXCLUDE | PERF_PMU_CAP_SAMPLING,
	CP_PMU_COMPAT_CAP_SAMPLING = PERF_PMU_CAP_EXTENDED_HW_TYPE | PERF_PMU_CAP_SAMPLING
};

#undef PERF_PMU_CAP_NO_EXCLUDE
#define PERF_PMU_CAP_NO_EXCLUDE		CP_PMU_COMPAT_CAP_NO_EXCLUDE
#undef PERF_PMU_CAP_EXTENDED_HW_TYPE
#define PERF_PMU_CAP_EXTENDED_HW_TYPE	CP_PMU_COMPAT_CAP_SAMPLING
#endif

/*
 * In the same series, perf gives generic and raw events only to PMUs that ask for them. The
 * second name is what a maintainer would prefer.
 */
#ifdef PERF_PMU_CAP_COMMON_CPU_EVENTS
#define PERF_PMU_CAP_RAW_EVENTS		PERF_PMU_CAP_COMMON_CPU_EVENTS
#endif
#ifdef PERF_PMU_CAP_RAW_EVENTS
enum {
	CP_PMU_COMPAT_CAP_EVENTS = PERF_PMU_CAP_EXTENDED_HW_TYPE | PERF_PMU_CAP_RAW_EVENTS
};

#undef PERF_PMU_CAP_EXTENDED_HW_TYPE
#define PERF_PMU_CAP_EXTENDED_HW_TYPE	CP_PMU_COMPAT_CAP_EVENTS
#endif

#ifndef CONFIG_PERF_EVENTS
/* On User Mode Linux, for the KUnit suites */
#elif LINUX_VERSION_CODE < KERNEL_VERSION(6, 2, 0)
#include <linux/cpumask.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

/*
 * Up to 6.1, perf accepts one PMU with task_ctx_nr perf_hw_context per boot. When
 * the module is loaded again, perf_pmu_register() warns and sets task_ctx_nr to
 * perf_invalid_context, unless PERF_PMU_CAP_HETEROGENEOUS_CPUS is set. Nothing else
 * reads that bit. So the capability that the driver sets includes it here.
 */
enum {
	CP_PMU_COMPAT_CAP = PERF_PMU_CAP_EXTENDED_HW_TYPE | PERF_PMU_CAP_HETEROGENEOUS_CPUS
};

#undef PERF_PMU_CAP_EXTENDED_HW_TYPE
#define PERF_PMU_CAP_EXTENDED_HW_TYPE	CP_PMU_COMPAT_CAP

/*
 * Up to 6.1, perf also keeps pointers to the PMU after perf_pmu_unregister(). A task's
 * context lives as long as the task or its events, and each context switch dereferences
 * ctx->pmu. The CPUs' contexts are never freed. So at unregistration a copy of the PMU, the
 * stand-in, takes over all contexts of the CPUs and of the tasks in the list of tasks. The
 * next PMU takes over those of the tasks. The stand-in is never freed.
 *
 * These contexts have no event of this PMU. They may have a software event that was in
 * a group with such an event. When perf schedules it, perf disables and enables the
 * stand-in. The stand-in's pmu_disable_count is never zero, so perf does not call the
 * callbacks of the unloaded module.
 */
static inline void cp_pmu_compat_hand_over(struct perf_event_context *ctx, struct pmu *pmu)
{
	if (ctx)
		WRITE_ONCE(ctx->pmu, pmu);
}

/*
 * @active: also the context that is scheduled on the CPU. perf schedules it out only if it is
 * in the PMU's context of the CPU.
 */
static noinline void __maybe_unused cp_pmu_compat_take_contexts(struct pmu *pmu, bool active)
{
	struct task_struct *process, *task;

	/* There is one CPU: nobody moves, creates or frees a context meanwhile. */
	preempt_disable();
	rcu_read_lock();
	for_each_process_thread(process, task) {
		/* Not marked __rcu, though perf reads it by rcu_dereference() */
		struct perf_event_context *ctx = READ_ONCE(task->perf_event_ctxp[perf_hw_context]);

		if (active || !ctx || !ctx->is_active)
			cp_pmu_compat_hand_over(ctx, pmu);
		/* The context may be a clone. Its parent can outlive the parent task. */
		if (ctx)
			cp_pmu_compat_hand_over(READ_ONCE(ctx->parent_ctx), pmu);
	}
	rcu_read_unlock();
	preempt_enable();
}

static inline int cp_pmu_compat_register(struct pmu *pmu, const char *name, int type)
{
	int ret = perf_pmu_register(pmu, name, type);

	if (!ret && pmu->task_ctx_nr == perf_hw_context)
		cp_pmu_compat_take_contexts(pmu, false);
	return ret;
}

/* True if a CPU still has a software event that was opened in a group of the PMU. */
static inline bool cp_pmu_compat_is_used(struct pmu *pmu)
{
	int cpu;

	for_each_possible_cpu(cpu)
		if (per_cpu_ptr(pmu->pmu_cpu_context, cpu)->ctx.nr_events)
			return true;
	return false;
}

static inline void cp_pmu_compat_unregister(struct pmu *pmu)
{
	bool counts_tasks = pmu->task_ctx_nr == perf_hw_context;
	struct pmu *stand_in;
	int cpu;

	/* perf frees the CPUs' contexts of a PMU that only counts CPUs. */
	if (!counts_tasks && !cp_pmu_compat_is_used(pmu)) {
		perf_pmu_unregister(pmu);
		return;
	}
	stand_in = kmemdup(pmu, sizeof(*pmu), GFP_KERNEL | __GFP_NOFAIL);
	while (!(stand_in->pmu_disable_count = alloc_percpu(int)))
		schedule_timeout_uninterruptible(1);
	for_each_possible_cpu(cpu) {
		*per_cpu_ptr(stand_in->pmu_disable_count, cpu) = 1;
	}

	for_each_possible_cpu(cpu)
		cp_pmu_compat_hand_over(&per_cpu_ptr(pmu->pmu_cpu_context, cpu)->ctx, stand_in);
	if (counts_tasks)
		cp_pmu_compat_take_contexts(stand_in, true);
	else	/* so that perf does not free the contexts */
		pmu->task_ctx_nr = perf_hw_context;
	perf_pmu_unregister(pmu);
	/*
	 * An exiting task may have been preempted after it detached its context. First
	 * wait until it has put the context. Then wait for the RCU callbacks that free
	 * contexts, since they read ctx->pmu.
	 */
	synchronize_rcu_tasks();
	rcu_barrier();
}

static inline struct perf_cpu_context *cp_pmu_cpu_context(struct pmu *pmu, int cpu)
{
	return per_cpu_ptr(pmu->pmu_cpu_context, cpu);
}

#define cp_pmu_cpu_context	cp_pmu_cpu_context
#define perf_cpu_pmu_context	perf_cpu_context

#define cp_pmu_task_context(task)	READ_ONCE((task)->perf_event_ctxp[perf_hw_context])

#define perf_pmu_register	cp_pmu_compat_register
#define perf_pmu_unregister	cp_pmu_compat_unregister

#elif LINUX_VERSION_CODE < KERNEL_VERSION(6, 15, 0)
#include <linux/cpumask.h>
#include <linux/percpu.h>
#include <linux/sched.h>

/* See drivers/perf/arm_cp_pmu/cp_pmu_unregister.h. */
static inline struct perf_cpu_pmu_context *cp_pmu_cpu_context(struct pmu *pmu, int cpu)
{
	return per_cpu_ptr(pmu->cpu_pmu_context, cpu);
}

#define cp_pmu_cpu_context	cp_pmu_cpu_context

static inline void cp_pmu_replace_cpu_contexts(struct pmu *pmu)
{
	struct perf_cpu_pmu_context __percpu *contexts;
	int cpu;

	while (!(contexts = alloc_percpu(struct perf_cpu_pmu_context)))
		schedule_timeout_uninterruptible(1);
	for_each_possible_cpu(cpu) {
		raw_spin_lock_init(&per_cpu_ptr(contexts, cpu)->hrtimer_lock);
		per_cpu_ptr(contexts, cpu)->hrtimer_active = 1;
	}
	pmu->cpu_pmu_context = contexts;
}

/* perf removes a context with its last event. */
static inline bool cp_pmu_context_has_events(struct perf_event_pmu_context *epc)
{
	return true;
}

static inline void cp_pmu_disable_for_good(struct pmu *pmu)
{
	int cpu;

	while (!(pmu->pmu_disable_count = alloc_percpu(int)))
		schedule_timeout_uninterruptible(1);
	for_each_possible_cpu(cpu) {
		*per_cpu_ptr(pmu->pmu_disable_count, cpu) = 1;
	}
}
#endif

#endif
