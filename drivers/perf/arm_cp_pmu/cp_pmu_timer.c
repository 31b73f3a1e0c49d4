// SPDX-License-Identifier: GPL-2.0
/*
 * The timer. It does two things.
 *
 * It guards: while an event is active, it looks at all counters at least twice
 * a second, within which no counter of these cores counts 2^31 events. So
 * no count is ever lost, be nPMUIRQ wired or not, and counting needs no
 * overflow interrupt at all. An overflow that it finds, or an event's stop found,
 * before the interrupt did, again and again, tells that the interrupt is dead. A
 * dead or stuck line may come to life again, which an interrupt with a flag tells.
 *
 * It samples, where no interrupt does. An event's counter then runs freely, and
 * the timer fires when, at the rate seen of late, the event has come to a place
 * in the period that is chosen by chance (cp_count_plan()), lest the samples
 * keep step with the tick or the program. The sample's period is the exact
 * number of events since the sample before, so that the periods add up to the
 * count. A sample shows where the timer fired.
 */

#include <linux/hrtimer.h>
#include <linux/perf_event.h>

#include <asm/irq_regs.h>

#include "cp_pmu.h"

#define CP_PMU_GUARD_NS		(NSEC_PER_SEC / 2)

/*
 * So many looks, each of which found an overflow or comes after a stop that did, and
 * no interrupt since the first: it is dead. Stops alone do not tell that: where tasks
 * are switched often, some in a row may come before a live interrupt is taken.
 */
#define CP_PMU_MAX_MISSED	3

/* When the timer is needed next: ns, monotonic. No interval is as long as the guard's. */
static u64 cp_pmu_timer_due(struct cp_pmu *cp)
{
	u64 due = U64_MAX;
	u32 todo;

	if (!cp->timed)
		return ktime_get_ns() + CP_PMU_GUARD_NS;
	for (todo = cp->timed; todo; todo &= todo - 1) {
		struct cp_pmu_sampler *sampler = cp->events[__ffs(todo)]->pmu_private;

		due = min(due, sampler->due);
	}
	return due;
}

static enum hrtimer_restart cp_pmu_timer_fn(struct hrtimer *timer)
{
	struct cp_pmu *cp = container_of(timer, struct cp_pmu, timer);
	u32 armed = cp->hw.armed;

	/* The last event went, and left the timer to find that out. */
	if (!cp->hw.active)
		return HRTIMER_NORESTART;

	if ((cp_pmu_overflow(cp, get_irq_regs(), true) & armed) || cp->stop_found)
		cp->missed++;
	cp->stop_found = false;
	cp_pmu_irq_retry(cp);
	if (cp->missed >= CP_PMU_MAX_MISSED && cp->use_irq) {
		dev_warn(cp->dev, "interrupt %d does not come: sampling by timer\n",
			 cp->irq);
		cp_pmu_use_timer(cp);
	}
	/* A sample may have stopped all, or started some anew. */
	if (!cp->hw.active || hrtimer_is_queued(timer))
		return HRTIMER_NORESTART;
	hrtimer_set_expires(timer, ns_to_ktime(cp_pmu_timer_due(cp)));
	return HRTIMER_RESTART;
}

/**
 * cp_pmu_timer_init() - prepare the timer, without starting it
 * @cp: the PMU
 */
void cp_pmu_timer_init(struct cp_pmu *cp)
{
	hrtimer_setup(&cp->timer, cp_pmu_timer_fn, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_PINNED_HARD);
}

/**
 * cp_pmu_timer_cancel() - stop the timer and wait for it
 * @cp: the PMU, with no event active
 *
 * Process context.
 */
void cp_pmu_timer_cancel(struct cp_pmu *cp)
{
	hrtimer_cancel(&cp->timer);
}

/**
 * cp_pmu_timer_arm() - have the timer fire when it is needed next
 * @cp: the PMU, with an event active
 *
 * Called whenever events come onto the counters, with interrupts disabled. A
 * timer that will fire early enough is left alone, and when the events go it
 * is not stopped but finds nothing to do: switching between tasks costs no
 * work on timers, unless the timer samples.
 */
void cp_pmu_timer_arm(struct cp_pmu *cp)
{
	u64 due;

	if (!cp->timed && hrtimer_is_queued(&cp->timer))
		return;

	due = cp_pmu_timer_due(cp);
	if (hrtimer_is_queued(&cp->timer) &&
	    ktime_to_ns(hrtimer_get_expires(&cp->timer)) <= due)
		return;
	hrtimer_start(&cp->timer, ns_to_ktime(due), HRTIMER_MODE_ABS_PINNED_HARD);
}

/**
 * cp_pmu_timer_event_start() - the timer is to sample the event
 * @cp: the PMU
 * @event: the event, on its counter; cp_pmu_timer_arm() follows
 *
 * Interrupts are disabled.
 */
void cp_pmu_timer_event_start(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = event->pmu_private;

	cp->timed |= BIT(event->hw.idx);
	if (!sampler->plan.rest)
		cp_count_plan(&sampler->plan, 0, event->hw.sample_period, &cp->random);
	sampler->stamp = ktime_get_ns();
	/* The first look only tells the rate, so let it be soon. */
	sampler->due = sampler->stamp + (sampler->wait ?: CP_COUNT_INTERVAL_MIN);
}

/**
 * cp_pmu_timer_event_stop() - the event no longer runs
 * @cp: the PMU
 * @event: the event, still on its counter
 *
 * What is left of its interval is kept for the next start. Interrupts are
 * disabled.
 */
void cp_pmu_timer_event_stop(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = event->pmu_private;
	u64 now = ktime_get_ns();

	cp->timed &= ~BIT(event->hw.idx);
	sampler->ran += now - sampler->stamp;
	sampler->wait = sampler->due > now ? sampler->due - now : 1;
}

/**
 * cp_pmu_timer_event_look() - sample the event, if that is due
 * @cp: the PMU
 * @event: the event, just added up
 * @regs: what the timer interrupted
 *
 * An event that is due, but is more than an eighth of a period short of where it
 * should be, waits for the rest: its rate has dropped. Hard interrupt context.
 */
void cp_pmu_timer_event_look(struct cp_pmu *cp, struct perf_event *event,
			     struct pt_regs *regs)
{
	struct cp_pmu_sampler *sampler = event->pmu_private;
	struct hw_perf_event *hwc = &event->hw;
	u64 now = ktime_get_ns();
	u64 since = sampler->since;

	if (now < sampler->due)
		return;
	sampler->ran += now - sampler->stamp;
	sampler->stamp = now;
	if (since && since + (hwc->sample_period >> 3) >= sampler->plan.wanted) {
		sampler->ran /= 2;
		sampler->counted = (sampler->counted + since) / 2;
		hwc->last_period = since;
		cp_pmu_sample(cp, event, since, regs);
		cp_count_plan(&sampler->plan, since, hwc->sample_period, &cp->random);
	}
	since = sampler->since;
	sampler->due = now + cp_count_interval(sampler->ran, sampler->counted + since,
					       sampler->plan.wanted > since ?
					       sampler->plan.wanted - since : 0);
}
