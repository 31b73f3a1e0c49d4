// SPDX-License-Identifier: GPL-2.0
/*
 * The timer. It does two things.
 *
 * It is the guard: while an event is active, it reads all counters at least every
 * 500 ms. No counter of these cores counts 2^31 events in that time. So no count is
 * lost, and counting needs no overflow interrupt. An overflow without its interrupt
 * makes the guard check the interrupt line (cp_pmu_line.c).
 *
 * It samples if nPMUIRQ is not the overflow source. Each sample follows the end of its
 * period at a random distance (cp_count_plan()), so that the samples do not stay in phase
 * with the tick or the program. With a period, the driver estimates the time of the sample
 * from the event's recent rate. With a frequency, period and distance are times, and no
 * rate is needed. A sample weighs the exact number of events since the previous one. Its
 * registers are those at the timer interrupt.
 */

#include <linux/hrtimer.h>
#include <linux/minmax.h>
#include <linux/perf_event.h>
#include <linux/timekeeping.h>

#include "cp_pmu.h"

#define CP_PMU_GUARD_NS		(NSEC_PER_SEC / 2)

/*
 * The clock of the timer, ns. The CPU PM notifier reads it during suspend, after
 * timekeeping has stopped. Only the fast accessors are allowed there.
 */
static u64 cp_pmu_timer_now(void)
{
	return ktime_get_mono_fast_ns();
}

/**
 * cp_pmu_timer_set_guard() - set the time of the guard's next look
 * @cp: the PMU
 */
void cp_pmu_timer_set_guard(struct cp_pmu *cp)
{
	bool trial = cp->line.state == CP_LINE_TRIAL && cp->hw.armed;

	cp->guard = cp_pmu_timer_now() + (trial ? CP_PMU_TRIAL_NS : CP_PMU_GUARD_NS);
}

/**
 * cp_pmu_timer_due() - when the timer is needed next
 * @cp: the PMU, with an event active
 *
 * No sampling interval is longer than the guard's.
 *
 * Return: ns, CLOCK_MONOTONIC.
 */
u64 cp_pmu_timer_due(struct cp_pmu *cp)
{
	u64 due = U64_MAX;
	u32 todo;

	if (!cp->timed)
		return cp->guard;
	for (todo = cp->timed; todo; todo &= todo - 1) {
		struct cp_pmu_sampler *sampler = cp->events[__ffs(todo)]->pmu_private;

		due = min(due, sampler->due);
	}
	return due;
}

/**
 * cp_pmu_timer_is_early() - true if no counter has to be looked at yet
 * @cp: the PMU
 *
 * After cp_pmu_timer_wake() the timer fires before it is due.
 */
bool cp_pmu_timer_is_early(struct cp_pmu *cp)
{
	return !cp->timed && cp_pmu_timer_now() < cp->guard;
}

/**
 * cp_pmu_timer_arm() - have the timer fire when it is needed next
 * @cp: the PMU, with an event active
 *
 * Called with interrupts disabled, when perf enables the PMU and when the overflow
 * source changes. A timer that expires early enough is not reprogrammed. When the last
 * event is scheduled out, the timer is not cancelled, and its handler then does nothing.
 * So a context switch rarely programs the timer, unless the timer samples.
 */
void cp_pmu_timer_arm(struct cp_pmu *cp)
{
	u64 due;

	/* hrtimer_active() is also true in the handler, which sets the guard itself. */
	if (!hrtimer_active(&cp->timer))
		cp_pmu_timer_set_guard(cp);
	else if (!cp->timed)
		return;

	due = cp_pmu_timer_due(cp);
	if (hrtimer_is_queued(&cp->timer) &&
	    ktime_to_ns(hrtimer_get_expires(&cp->timer)) <= due)
		return;
	hrtimer_start(&cp->timer, ns_to_ktime(due), HRTIMER_MODE_ABS_PINNED_HARD);
}

/**
 * cp_pmu_timer_wake() - have perf's irq_work run at once
 * @cp: the PMU
 *
 * Used after a sample that a perf callback has taken. perf then holds locks that its
 * irq_work may need, so the timer interrupt runs the irq_work. Interrupts are disabled.
 */
void cp_pmu_timer_wake(struct cp_pmu *cp)
{
	if (cp->down)
		return;
	/* Otherwise the handler would take an old guard for its time to look. */
	if (!hrtimer_active(&cp->timer))
		cp_pmu_timer_set_guard(cp);
	hrtimer_start(&cp->timer, ns_to_ktime(cp_pmu_timer_now()), HRTIMER_MODE_ABS_PINNED_HARD);
}

/*
 * How far the event has come since its previous sample: events, or with a frequency
 * ns of its running time.
 */
static u64 cp_pmu_timer_progress(struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = event->pmu_private;

	return sampler->freq ? sampler->ran : sampler->since;
}

/*
 * Return: the planned distance from the previous sample to the next one. If the number of
 * samples is limited (PERF_EVENT_IOC_REFRESH), a program waits for the sample. Then the
 * sample is at the end of the period, without the random distance.
 */
static u64 cp_pmu_timer_wanted(struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = event->pmu_private;

	if (atomic_read(&event->event_limit))
		return sampler->plan.end;
	return sampler->plan.end + sampler->plan.place;
}

/* Return: the estimated time to the event's next sample, ns. */
static noinline u64 cp_pmu_timer_interval(struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = event->pmu_private;
	u64 wanted = cp_pmu_timer_wanted(event), progress = cp_pmu_timer_progress(event);

	wanted -= min(wanted, progress);
	if (sampler->freq)
		return clamp_t(u64, wanted, CP_COUNT_INTERVAL_MIN, CP_PMU_GUARD_NS);
	/* A sample that is overdue still needs an event, which may be rare. */
	return cp_count_interval(sampler->ran, sampler->counted + progress, max(wanted, 1ULL));
}

/* Plan the first sample of a new period. */
static noinline void cp_pmu_timer_plan(struct cp_pmu *cp, struct perf_event *event)
{
	u64 freq = min_t(u64, event->attr.sample_freq, NSEC_PER_SEC);
	struct cp_pmu_sampler *sampler = event->pmu_private;

	sampler->planned = true;
	sampler->period = event->hw.sample_period;
	if (sampler->freq) {
		sampler->period = NSEC_PER_SEC / (u32)freq;
		sampler->ran = 0;
	}
	/* With a frequency, the first sample is within the first interval. */
	sampler->plan.end = 0;
	cp_count_plan(&sampler->plan, sampler->freq ? sampler->period : 0, sampler->period,
		      &cp->random);
	sampler->plan.end += cp_pmu_timer_progress(event);
	/* The rate is not known yet: check the event soon to measure it. */
	sampler->wait = CP_COUNT_INTERVAL_MIN;
	if (sampler->ran || sampler->freq)
		sampler->wait = cp_pmu_timer_interval(event);
}

/**
 * cp_pmu_timer_event_start() - start sampling the event by the timer
 * @cp: the PMU
 * @event: the event, on its counter; the caller calls cp_pmu_timer_arm() afterwards
 *
 * Interrupts are disabled.
 */
void cp_pmu_timer_event_start(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = event->pmu_private;

	cp->timed |= BIT(event->hw.idx);
	if (!sampler->planned)
		cp_pmu_timer_plan(cp, event);
	else if (atomic_read(&event->event_limit))
		sampler->wait = cp_pmu_timer_interval(event);
	sampler->stamp = cp_pmu_timer_now();
	sampler->due = sampler->stamp + sampler->wait;
}

/**
 * cp_pmu_timer_event_stop() - stop sampling the event by the timer
 * @cp: the PMU
 * @event: the event, still on its counter
 *
 * What is left of its interval is kept for the next start. Interrupts are
 * disabled.
 */
void cp_pmu_timer_event_stop(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = event->pmu_private;
	u64 now = cp_pmu_timer_now();

	cp->timed &= ~BIT(event->hw.idx);
	sampler->ran += now - sampler->stamp;
	sampler->wait = sampler->due > now ? sampler->due - now : 1;
}

/**
 * cp_pmu_timer_event_look() - sample the event, if that is due
 * @cp: the PMU
 * @event: the event, with its count up to date
 * @regs: the registers for the sample, or NULL, as in cp_pmu_sample()
 * @now: ns, monotonic
 *
 * No sample is taken before the end of the period. After it, a sample may be up to an
 * eighth of a period earlier than planned. Called with interrupts disabled.
 */
void cp_pmu_timer_event_look(struct cp_pmu *cp, struct perf_event *event,
			     struct pt_regs *regs, u64 now)
{
	struct cp_pmu_sampler *sampler = event->pmu_private;
	u64 progress;

	if (now < sampler->due)
		return;
	sampler->ran += now - sampler->stamp;
	sampler->stamp = now;
	progress = cp_pmu_timer_progress(event);
	if (progress && progress >= sampler->plan.end &&
	    progress + (sampler->period >> 3) >= cp_pmu_timer_wanted(event)) {
		sampler->ran = sampler->freq ? 0 : sampler->ran / 2;
		sampler->counted = (sampler->counted + sampler->since) / 2;
		cp_count_plan(&sampler->plan, progress, sampler->period, &cp->random);
		if (sampler->since)
			cp_pmu_sample(cp, event, regs);
		else	/* A frequency, and nothing to sample: try again after 1 ms. */
			sampler->plan.end += NSEC_PER_MSEC;
	}
	sampler->wait = cp_pmu_timer_interval(event);
	sampler->due = now + sampler->wait;
}
