/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What perf_pmu_unregister() leaves behind, for arm_cp_pmu and arm_l2x0_pmu.
 *
 * Since Linux 6.2, perf may keep pointers to a PMU after its unregistration: in the struct
 * perf_event_pmu_context of a software event that shared a group with the PMU. That structure
 * is in the context of a task. For an event that counts a CPU, it is in pmu->cpu_pmu_context,
 * which perf_pmu_unregister() frees. For older kernels, see include/compat.
 *
 * So at unregistration a copy of the PMU, the stand-in, takes over these structures and
 * cpu_pmu_context. Its count of disables is never zero, so perf does not call the callbacks
 * of the unloaded module. If there is such an event, the stand-in is never freed.
 *
 * The contexts of tasks that are just being created, or have exited, are not found. So who
 * unloads the module should first end all programs that have used the PMU.
 */
#ifndef __CP_PMU_UNREGISTER_H__
#define __CP_PMU_UNREGISTER_H__

#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/kmemleak.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

/* Before Linux 6.15, cpu_pmu_context is no pointer to pointers: see include/compat. */
#ifndef cp_pmu_cpu_context
static inline struct perf_cpu_pmu_context *cp_pmu_cpu_context(struct pmu *pmu, int cpu)
{
	return *per_cpu_ptr(pmu->cpu_pmu_context, cpu);
}

/* Give the PMU a new cpu_pmu_context without events. */
static inline void cp_pmu_replace_cpu_contexts(struct pmu *pmu)
{
	struct perf_cpu_pmu_context * __percpu *contexts, *cpc;
	int cpu;

	while (!(contexts = alloc_percpu(struct perf_cpu_pmu_context *)))
		schedule_timeout_uninterruptible(1);
	for_each_possible_cpu(cpu) {
		cpc = kzalloc(sizeof(*cpc), GFP_KERNEL | __GFP_NOFAIL);
		/* For a write to perf_event_mux_interval_ms before the unregistration */
		raw_spin_lock_init(&cpc->hrtimer_lock);
		cpc->hrtimer_active = 1;
		*per_cpu_ptr(contexts, cpu) = cpc;
	}
	pmu->cpu_pmu_context = contexts;
}

/* Let perf never call pmu_disable and pmu_enable of the PMU. */
static inline void cp_pmu_disable_for_good(struct pmu *pmu)
{
	int cpu;

	for_each_possible_cpu(cpu)
		cp_pmu_cpu_context(pmu, cpu)->pmu_disable_count++;
}

/*
 * True if the context has an event. That of a CPU stays in the CPU's list without one, with
 * the reference of the PMU itself, until perf_pmu_unregister().
 */
static inline bool cp_pmu_context_has_events(struct perf_event_pmu_context *epc)
{
	return !epc->embedded || atomic_read(&epc->refcount) > 1;
}
#endif

/*
 * perf_pmu_unregister() frees each CPU's timer for multiplexing without cancelling it.
 * Cancel it, and mark it active, so that a write to perf_event_mux_interval_ms does not start
 * it again. If the timer's handler runs, it needs the lock: release it, and try again.
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

/* Up to Linux 6.1, a task has one context for each PMU: include/compat does the rest. */
#ifndef perf_pmu_unregister

/* Return: true if the context has events of the PMU. @stand_in, if not NULL, gets them. */
static inline bool cp_pmu_hand_over(struct perf_event_context *ctx, struct pmu *pmu,
				    struct pmu *stand_in)
{
	struct perf_event_pmu_context *epc;
	unsigned long flags;
	bool found = false;

	raw_spin_lock_irqsave(&ctx->lock, flags);
	list_for_each_entry(epc, &ctx->pmu_ctx_list, pmu_ctx_entry) {
		if (epc->pmu != pmu)
			continue;
		if (stand_in)
			epc->pmu = stand_in;
		found |= cp_pmu_context_has_events(epc);
	}
	raw_spin_unlock_irqrestore(&ctx->lock, flags);
	return found;
}

/* The same for the contexts of all CPUs and of all tasks in the list of tasks. */
static noinline bool __maybe_unused cp_pmu_hand_over_all(struct pmu *pmu, struct pmu *stand_in)
{
	struct task_struct *process, *task;
	struct perf_event_context *ctx;
	bool found = false;
	int cpu;

	rcu_read_lock();
	for_each_process_thread(process, task) {
		/* Not marked __rcu, though perf reads it by rcu_dereference() */
		ctx = READ_ONCE(task->perf_event_ctxp);
		if (ctx && cp_pmu_hand_over(ctx, pmu, stand_in))
			found = true;
	}
	rcu_read_unlock();
	for_each_possible_cpu(cpu) {
		ctx = cp_pmu_cpu_context(pmu, cpu)->epc.ctx;
		if (ctx && cp_pmu_hand_over(ctx, pmu, stand_in))
			found = true;
	}
	return found;
}

static inline void cp_pmu_leave_stand_in(struct pmu *pmu)
{
	struct pmu *stand_in = kmemdup(pmu, sizeof(*pmu), GFP_KERNEL | __GFP_NOFAIL);

	kmemleak_not_leak(stand_in);
	cp_pmu_disable_for_good(stand_in);
	cp_pmu_hand_over_all(pmu, stand_in);
	cp_pmu_replace_cpu_contexts(pmu);
}

#else

static inline bool cp_pmu_hand_over_all(struct pmu *pmu, struct pmu *stand_in)
{
	return false;
}

static inline void cp_pmu_leave_stand_in(struct pmu *pmu)
{
}

#endif

/**
 * cp_pmu_unregister_pmu() - call this instead of perf_pmu_unregister()
 * @pmu: a registered PMU whose own events are all closed
 *
 * Process context, may sleep. There is one small race: a perf_event_open() that joins the
 * group of a left software event at the same time may still use the PMU.
 */
static inline void cp_pmu_unregister_pmu(struct pmu *pmu)
{
	cp_pmu_cancel_mux_timers(pmu);
	if (cp_pmu_hand_over_all(pmu, NULL))
		cp_pmu_leave_stand_in(pmu);
	perf_pmu_unregister(pmu);
}

#endif /* __CP_PMU_UNREGISTER_H__ */
