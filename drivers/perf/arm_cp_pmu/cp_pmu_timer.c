// SPDX-License-Identifier: GPL-2.0
/*
 * The timers. Each has one job; cp_pmu_irq.c has their handlers.
 *
 * - The guard. While an event is active, it reads the active counters within 500 ms. No
 *   counter of these cores counts 2^31 events in that time. So no count is lost, and counting
 *   needs no overflow interrupt. It also polls the overflow flags: an overflow without its
 *   interrupt makes it check the interrupt line (cp_pmu_line.c).
 *
 * - The sampler. It checks and samples the events if nPMUIRQ is not the overflow source
 *   (cp_pmu_plan.c). A sample weighs the exact number of events since the previous one. Its
 *   registers are those at the timer interrupt. What may end before the timer expires is
 *   sampled at its end: a task's turn, a softirq, the handler of an interrupt or of another
 *   timer.
 *
 * - The kick. It runs perf's irq_work at once, after samples that one of perf's callbacks or
 *   a tracepoint has delivered. These cannot run it: perf holds locks that its irq_work may
 *   need. Without a self-IPI the irq_work would wait for the next tick.
 *
 * The sampler's clock stands still in its own handler, since the monitor is stopped there, and
 * while the CPU is idle. An idle CPU is not sampled by the timer. Otherwise most samples of a
 * CPU-wide event would come in the idle task and have the weight of what other tasks did. The
 * tracepoint cpu_idle tells when the CPU is idle. Whether a core counts while it waits for an
 * interrupt is not known. So the counters are read before and after. What was counted between
 * is the idle task's.
 */

#include <linux/hrtimer.h>
#include <linux/irqflags.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/tracepoint.h>

#include <asm/irq_regs.h>

#include <trace/events/power.h>

#include "cp_pmu.h"

#define CP_PMU_GUARD_NS		(NSEC_PER_SEC / 2)

/*
 * The timer of a Raspberry Pi, and others, counts microseconds and rounds down. Its interrupt
 * comes up to a microsecond before an exact time. The kernel then finds nothing to do, and
 * handles a second interrupt at once. Later is as good.
 */
#define CP_PMU_SLACK_NS		(2 * NSEC_PER_USEC)

/*
 * The time of the timers, ns. The CPU PM notifier reads it during suspend, after
 * timekeeping has stopped. Only the fast accessors are allowed there.
 */
static u64 cp_pmu_timer_now(void)
{
	return ktime_get_mono_fast_ns();
}

static void cp_pmu_timer_start_at(struct hrtimer *timer, u64 ns, u64 slack)
{
	hrtimer_start_range_ns(timer, ns_to_ktime(ns), slack, HRTIMER_MODE_ABS_PINNED_HARD);
}

/* For the end of a handler. perf's irq_work may have started the timer again. */
static enum hrtimer_restart cp_pmu_timer_restart_at(struct hrtimer *timer, u64 ns, u64 slack)
{
	if (hrtimer_is_queued(timer))
		return HRTIMER_NORESTART;
	hrtimer_set_expires_range_ns(timer, ns_to_ktime(ns), slack);
	return HRTIMER_RESTART;
}

/* How long the guard waits at most, ns */
static unsigned long cp_pmu_timer_guard_ns(struct cp_pmu *cp)
{
	bool trial = cp->line.state == CP_LINE_TRIAL && cp->sampling;

	return trial ? CP_PMU_TRIAL_NS : CP_PMU_GUARD_NS;
}

/*
 * The guard may come a little early, with the interrupt of another timer. If the CPU is busy,
 * a tick comes in these 15 ms of half a second. So the guard needs no interrupt of its own.
 */
static unsigned long cp_pmu_timer_guard_slack(unsigned long ns)
{
	return ns >> 5;
}

static u64 cp_pmu_timer_guard_due(unsigned long ns)
{
	return cp_pmu_timer_now() + ns - cp_pmu_timer_guard_slack(ns);
}

/* noinline: rarely called, from where each task switch passes. */
static noinline void cp_pmu_timer_start_guard(struct cp_pmu *cp)
{
	unsigned long ns = cp_pmu_timer_guard_ns(cp);

	cp_pmu_timer_start_at(&cp->guard, cp_pmu_timer_guard_due(ns),
			      cp_pmu_timer_guard_slack(ns));
}

/* When the first of the events needs the sampler: ns, monotonic. noinline: several callers. */
static noinline u64 cp_pmu_timer_sampler_due(struct cp_pmu *cp)
{
	u64 due = U64_MAX;
	u32 todo;

	for (todo = cp->sampling; todo; todo &= todo - 1)
		due = min(due, cp_pmu_sampler_due(cp_pmu_sampler(cp->events[__ffs(todo)])));
	return due + cp->left_out;
}

/*
 * Do not start a sampler again that expires early enough. It stays queued when its event is
 * scheduled out, and its handler then takes no sample of it.
 */
static void cp_pmu_timer_start_sampler(struct cp_pmu *cp)
{
	u64 due = cp_pmu_timer_sampler_due(cp);

	if (!hrtimer_is_queued(&cp->sampler) ||
	    ktime_to_ns(hrtimer_get_softexpires(&cp->sampler)) > due)
		cp_pmu_timer_start_at(&cp->sampler, due, CP_PMU_SLACK_NS);
}

/**
 * cp_pmu_timer_start() - should be called before each start of the monitor by perf, and after
 * a change of the overflow source
 * @cp: the PMU, with an event active
 *
 * Interrupts are disabled.
 */
void cp_pmu_timer_start(struct cp_pmu *cp)
{
	if (unlikely(!hrtimer_is_queued(&cp->guard)))
		cp_pmu_timer_start_guard(cp);
	if (cp_pmu_timer_samples(cp))
		cp_pmu_timer_start_sampler(cp);
}

/**
 * cp_pmu_timer_kick() - should be called after samples outside of an interrupt's handler
 * @cp: the PMU
 *
 * Interrupts are disabled.
 */
void cp_pmu_timer_kick(struct cp_pmu *cp)
{
	if (cp->phase != CP_PMU_DOWN)
		hrtimer_start(&cp->kick, ns_to_ktime(cp_pmu_timer_now()),
			      HRTIMER_MODE_ABS_PINNED_HARD);
}

/**
 * cp_pmu_timer_cancel() - should be called when the PMU is shut down
 * @cp: the PMU
 *
 * May sleep.
 */
void cp_pmu_timer_cancel(struct cp_pmu *cp)
{
	hrtimer_cancel(&cp->guard);
	hrtimer_cancel(&cp->sampler);
	hrtimer_cancel(&cp->kick);
	/* A probe of the tracepoint may still run. */
	tracepoint_synchronize_unregister();
}

/**
 * cp_pmu_timer_next_poll() - should be called at the end of the guard's handler
 * @cp: the PMU
 *
 * Without an active event, the guard ends.
 *
 * Return: the handler's return value.
 */
enum hrtimer_restart cp_pmu_timer_next_poll(struct cp_pmu *cp)
{
	unsigned long ns = cp_pmu_timer_guard_ns(cp);

	if (!cp->active)
		return HRTIMER_NORESTART;
	return cp_pmu_timer_restart_at(&cp->guard, cp_pmu_timer_guard_due(ns),
				       cp_pmu_timer_guard_slack(ns));
}

/**
 * cp_pmu_timer_next_sample() - should be called at the end of the sampler's handler
 * @cp: the PMU
 *
 * Return: the handler's return value.
 */
enum hrtimer_restart cp_pmu_timer_next_sample(struct cp_pmu *cp)
{
	if (!cp_pmu_timer_samples(cp))
		return HRTIMER_NORESTART;
	return cp_pmu_timer_restart_at(&cp->sampler, cp_pmu_timer_sampler_due(cp),
				       CP_PMU_SLACK_NS);
}

/*
 * Cycles that were counted in an idle time belong to the idle task. If the core counts while
 * it waits for an interrupt, they are as many as in other times: keep them for samples of
 * their own. If not, they come from the instructions before and after the wait.
 *
 * Return: the time of these instructions, ns; U64_MAX if the event does not tell
 */
static u64 cp_pmu_timer_split(struct cp_pmu *cp, struct cp_pmu_sampler *sampler, u64 ns)
{
	u64 before = min(sampler->before_idle, sampler->since), events = sampler->since - before;
	u64 worked;

	if (sampler->plan.bursts)
		return U64_MAX;
	worked = cp_plan_time_of(&sampler->plan, before - sampler->idle,
				 sampler->ran + cp_pmu_sampler_clock(cp, 0), events);
	if (ns < CP_PLAN_CHECK_MIN || worked < ns >> 2)
		return min(worked, ns);
	sampler->idle += events;
	return 0;
}

/**
 * cp_pmu_timer_idle() - should be called when the CPU becomes idle
 * @cp: the PMU, with all sampling events up to date
 *
 * Cancel the sampler if it would wake the CPU. Where interrupts soon end each idle time, it
 * expires later and stays queued: that it is early afterwards costs less than to start it each
 * time. Interrupts are disabled.
 */
void cp_pmu_timer_idle(struct cp_pmu *cp)
{
	u32 todo;

	cp->idle_since = cp_pmu_timer_now();
	if (ktime_to_ns(hrtimer_get_softexpires(&cp->sampler)) <= cp->idle_since + cp->idle_ns)
		hrtimer_try_to_cancel(&cp->sampler);
	for (todo = cp->sampling; todo; todo &= todo - 1) {
		struct cp_pmu_sampler *sampler = cp_pmu_sampler(cp->events[__ffs(todo)]);

		sampler->before_idle = sampler->since;
	}
}

/**
 * cp_pmu_timer_busy() - should be called when the CPU is no longer idle
 * @cp: the PMU, after cp_pmu_timer_idle(), with all sampling events up to date
 *
 * Interrupts are disabled.
 *
 * Return: true if samples of idle time are due.
 */
bool cp_pmu_timer_busy(struct cp_pmu *cp)
{
	u32 todo = cp_pmu_uses_irq(cp) ? 0 : cp->sampling;
	u64 ns = cp_pmu_timer_now() - cp->idle_since, worked = U64_MAX;
	bool due = false;

	for (; todo; todo &= todo - 1) {
		struct cp_pmu_sampler *sampler = cp_pmu_sampler(cp->events[__ffs(todo)]);

		worked = min(worked, cp_pmu_timer_split(cp, sampler, ns));
		due |= cp_pmu_sampler_idle_is_due(sampler);
	}
	if (worked == U64_MAX)
		worked = 0;
	/* The idle task has worked for this time: the clock leaves out the others. */
	cp->left_out += ns - worked;
	cp->idle_since = 0;
	cp->idle_ns = max(ns, cp->idle_ns - (cp->idle_ns >> 3));
	return due;
}

/**
 * cp_pmu_timer_is_due() - is it time for the sampler?
 * @cp: the PMU
 *
 * Interrupts are disabled.
 *
 * Return: true if the timer samples, and should have expired by now.
 */
bool cp_pmu_timer_is_due(struct cp_pmu *cp)
{
	u64 now;

	if (!cp_pmu_timer_samples(cp))
		return false;
	now = cp_pmu_timer_now();
	/* It is never late, but may be early. */
	if (hrtimer_is_queued(&cp->sampler) &&
	    now < ktime_to_ns(hrtimer_get_softexpires(&cp->sampler)))
		return false;
	return now >= cp_pmu_timer_sampler_due(cp);
}

/*
 * Tracepoints that tell when something ends. They are not exported, so look them up. probe:
 * with the arguments of the tracepoint. tracepoint: NULL if it was not found.
 */
static struct cp_pmu_timer_end {
	const char *name;
	void *probe;
	struct tracepoint *tracepoint;
} cp_pmu_timer_ends[] = {
	{ "sched_switch", cp_pmu_handle_switch },
	{ "irq_handler_exit", cp_pmu_handle_irq_exit },
	{ "softirq_exit", cp_pmu_handle_softirq_exit },
	{ "hrtimer_expire_exit", cp_pmu_handle_hrtimer_exit },
	{}
};

static void cp_pmu_timer_find_end(struct tracepoint *tp, void *data)
{
	struct cp_pmu_timer_end *end;

	for (end = cp_pmu_timer_ends; end->name; end++)
		if (!strcmp(tp->name, end->name) &&
		    !tracepoint_probe_register(tp, end->probe, data))
			end->tracepoint = tp;
}

static void cp_pmu_timer_watch_ends(struct cp_pmu *cp)
{
	if (IS_ENABLED(CONFIG_TRACEPOINTS))
		for_each_kernel_tracepoint(cp_pmu_timer_find_end, cp);
}

static void cp_pmu_timer_unwatch_ends(struct cp_pmu *cp)
{
	struct cp_pmu_timer_end *end;

	if (!IS_ENABLED(CONFIG_TRACEPOINTS))
		return;
	for (end = cp_pmu_timer_ends; end->name; end++) {
		if (end->tracepoint)
			tracepoint_probe_unregister(end->tracepoint, end->probe, cp);
		end->tracepoint = NULL;
	}
}

/* Protects the number of open events that cp_pmu_timer_watch() has been called for. */
static DEFINE_MUTEX(cp_pmu_timer_lock);
static unsigned int cp_pmu_timer_watchers;
static bool cp_pmu_timer_watched;

/**
 * cp_pmu_timer_watch() - must be called when an event is opened that needs cpu_idle
 * @cp: the PMU
 *
 * These are CPU-wide events that sample, see cp_pmu_sees_idle(). An event of a task stops when
 * the CPU becomes idle. It also stops when the task changes, unless the next thread has
 * inherited the same events. May sleep.
 */
void cp_pmu_timer_watch(struct cp_pmu *cp)
{
	mutex_lock(&cp_pmu_timer_lock);
	if (!cp_pmu_timer_watchers++) {
		cp_pmu_timer_watched = !register_trace_cpu_idle(cp_pmu_handle_idle, cp);
		cp_pmu_timer_watch_ends(cp);
	}
	if (!cp_pmu_timer_watched)
		dev_warn_once(cp->dev, "no tracepoint cpu_idle (no CONFIG_TRACEPOINTS?): sampling by timer gives the idle task the work of others\n");
	mutex_unlock(&cp_pmu_timer_lock);
}

/**
 * cp_pmu_timer_unwatch() - must be called when such an event is closed
 * @cp: the PMU
 *
 * May sleep.
 */
void cp_pmu_timer_unwatch(struct cp_pmu *cp)
{
	mutex_lock(&cp_pmu_timer_lock);
	if (!--cp_pmu_timer_watchers) {
		if (cp_pmu_timer_watched)
			unregister_trace_cpu_idle(cp_pmu_handle_idle, cp);
		cp_pmu_timer_unwatch_ends(cp);
	}
	mutex_unlock(&cp_pmu_timer_lock);
}

/* Plan the first sample of a new period. */
static noinline void cp_pmu_timer_plan(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);
	u64 freq = min_t(u64, event->attr.sample_freq, NSEC_PER_SEC);

	sampler->plan.interval = sampler->freq ? NSEC_PER_SEC / (u32)freq : 0;
	sampler->ran = 0;
	/* A sample that the event owes comes first. */
	cp_plan_begin(&sampler->plan, event->hw.sample_period,
		      sampler->owes_sample ? 0 : sampler->since - sampler->idle, &cp->random);
}

/* The number of samples is limited (PERF_EVENT_IOC_REFRESH): a program waits for them. */
static bool cp_pmu_timer_is_limited(struct perf_event *event)
{
	return atomic_read(&event->event_limit);
}

/**
 * cp_pmu_timer_event_start() - start sampling the event by the timer
 * @cp: the PMU
 * @event: the event, on its counter; cp_pmu_timer_start() must follow
 *
 * Interrupts are disabled.
 */
void cp_pmu_timer_event_start(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);

	if (!sampler->plan.period)
		cp_pmu_timer_plan(cp, event);
	else if (cp_pmu_timer_is_limited(event))
		cp_plan_limit(&sampler->plan, sampler->since - sampler->idle, sampler->ran);
	sampler->ran -= cp_pmu_sampler_clock(cp, cp_pmu_timer_now());
	sampler->before_idle = sampler->since;
}

/**
 * cp_pmu_timer_event_check() - is it time to sample the event?
 * @cp: the PMU
 * @event: the event, with its count up to date
 * @now: the sampler's clock, not before the event's due
 *
 * Interrupts are disabled. cp_plan_check() decides.
 *
 * Return: true if the caller has to sample the event now.
 */
bool cp_pmu_timer_event_check(struct cp_pmu *cp, struct perf_event *event, u64 now)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);

	if (!cp_plan_check(&sampler->plan, sampler->since - sampler->idle, sampler->ran + now,
			   cp_pmu_timer_is_limited(event), &cp->random))
		return false;
	sampler->ran = -now;
	return true;
}

/**
 * cp_pmu_timer_event_stop() - stop sampling the event by the timer
 * @cp: the PMU
 * @event: the event, still on its counter
 *
 * What is left of the time to its next check is kept for the next start. Interrupts are
 * disabled.
 *
 * Return: true if a sample is due. It belongs to the task that has run. An event of one mode
 * keeps it, since the end of a task's turn is always in the kernel. So does an event that an
 * interrupt stops, as the tick does: the task goes on, and the timer follows.
 */
bool cp_pmu_timer_event_stop(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);
	u64 now = cp_pmu_sampler_clock(cp, cp_pmu_timer_now());
	bool due = false;

	if (unlikely(cp->idle_since))
		cp_pmu_timer_split(cp, sampler, cp_pmu_timer_now() - cp->idle_since);
	if (now >= cp_pmu_sampler_due(sampler) && !sampler->drops && !sampler->owes_sample &&
	    !get_irq_regs())
		due = cp_pmu_timer_event_check(cp, event, now);
	sampler->ran += now;
	/* A sample may have started it, in a handler that the clock leaves out. */
	if ((s64)sampler->ran < 0)
		sampler->ran = 0;
	sampler->plan.due = max(sampler->plan.due, sampler->ran + 1);
	return due;
}
