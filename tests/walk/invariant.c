// SPDX-License-Identifier: GPL-2.0
/*
 * What always holds between two calls of the driver, from its load to its shutdown. Unlike
 * the rest of the walk, this file knows the driver's structures.
 *
 *  1. The active counters are those of the started events. The sampling counters are those
 *     of the started events that sample.
 *  2. While the monitor runs, the active counters count, and the sampling counters raise the
 *     interrupt if there is a line. No others do. With active counters, the monitor stands
 *     still only while perf has disabled the PMU.
 *  3. The driver knows what each active counter held when it was last read or written. It
 *     knows what a counter holds that it calls known. A running counter is not known.
 *  4. Each active counter has the number and the options of its event. (The model of the
 *     registers checks this at each start of the monitor.)
 *  5. The driver acknowledges a flag only if it has read or written the counter since the
 *     stop, or if the flag could raise no interrupt.
 *  6. An armed counter wraps at the end of its period, or after 2^31 events if that is
 *     earlier. If it has wrapped, its flag is set, and the next start leaves it set.
 *  7. The timer samples the sampling events if the interrupt does not. It has a plan of each
 *     event that it samples, and of no other active event.
 *  8. An event owes a sample, or has come to the end of a period of the interrupt, only if it
 *     has counted something since its previous sample.
 *  9. The interrupt is disabled if and only if the state of the line is NONE.
 * 10. While the monitor runs, the guard is queued. While the timer samples an event, the
 *     sampler is queued too, unless the CPU is idle.
 */

#include "world.h"
#include "cp_pmu.h"

/* The flags that the next start acknowledges */
static u32 acknowledged(const struct cp_pmu_hw *hw, u32 armed)
{
	return hw->ack | (armed & ~hw->armed);
}

static void check_monitor(struct cp_pmu *cp, u32 active, u32 sampling, u32 armed)
{
	struct cp_pmu_hw *hw = &cp->hw;

	prove(cp->active == active, "active are the counters of the started events");
	prove(cp->sampling == sampling, "sampling are those of the events that sample");
	prove(!(cp->active & ~cp->used), "active counters are used");

	prove(hw->on == m.e, "the driver knows whether the monitor is on");
	prove(!active || m.e == !cp->held, "a monitor with events runs unless perf holds it");
	prove(!m.e || !cp->held, "a monitor that runs is not held");
	prove(!(hw->armed & ~hw->active), "armed counters were active");
	prove(!m.owed, "what was acknowledged was looked at");
	if (m.e) {
		prove(hw->active == active, "the counters of the events run");
		prove(hw->armed == armed, "what samples is armed, if there is a line");
		prove(m.inten == armed, "the interrupts of armed counters are enabled, no others");
		prove(!hw->ack, "a start acknowledges what there is");
		prove(hrtimer_is_queued(&cp->guard), "while the monitor runs, the guard is queued");
		prove(hrtimer_is_queued(&cp->sampler) || !cp_pmu_timer_samples(cp),
		      "while the timer samples an event, the sampler is queued");
	} else {
		prove(!(m.was_armed & ~hw->armed), "the driver knows whose interrupt was enabled");
		prove(!(m.was_armed & hw->ack & ~m.looked),
		      "what is to be acknowledged was looked at");
		prove(!(m.was_armed & m.seen & ~m.looked), "what was seen was looked at");
		prove(!(m.was_armed & hw->known & ~m.looked), "what is known was looked at");
		prove(!(m.was_armed & ~sampling & ~m.looked),
		      "what samples no longer was looked at");
	}
#ifdef A8
	prove(hw->active == m.enabled, "the driver knows the enabled counters");
	prove(hw->armed == m.inten, "the driver knows the enabled interrupts");
	prove(!m.e || !(hw->known & m.enabled), "a running counter is not known");
#else
	prove(m.e || !m.inten, "a monitor that stands still raises no interrupt");
	prove(!m.e || !hw->known, "a running counter is not known");
#endif
	prove(irq_masked() == (cp->line.state == CP_LINE_NONE),
	      "the interrupt is disabled if there is no usable line, and only then");
}

/* The counter wraps at the end of the period, or 2^31 events after its last read. */
static bool not_wrapped(unsigned int idx, s64 left)
{
	u64 distance = (1ULL << 32) - m.base[idx];

	return m.since[idx] < distance && distance <= 1ULL << 31 && (s64)distance <= left;
}

static void check_counter(struct cp_pmu *cp, unsigned int idx, u32 armed)
{
	bool active = cp->active & BIT(idx);
	struct cp_pmu_hw *hw = &cp->hw;
	struct perf_event *event = perf_event_on(idx);
	s64 left;

	prove(cp->events[idx] == event, "a counter has its event");
	prove(!(hw->known & BIT(idx)) || (hw->value[idx] == m.base[idx] && !m.since[idx]),
	      "the driver knows what a counter holds that stands still");
	prove(!active || hw->value[idx] == m.base[idx],
	      "the driver knows what a counter held at the last look");

	if (!(armed & BIT(idx)))
		return;
	left = local64_read(&event->hw.period_left);
	prove((hw->armed & BIT(idx)) || !m.since[idx],
	      "an event that was not armed at the last start was not started then");
#ifdef ASTEP
	if (not_wrapped(idx, left))
		m.gone &= ~BIT(idx);
	prove(not_wrapped(idx, left) || (hw->armed & BIT(idx)),
	      "the period of an event that was not armed at the last start has not ended");
	prove(not_wrapped(idx, left) || (m.gone & BIT(idx)) ||
	      (m.flags & ~acknowledged(hw, armed) & (m.e ? m.inten : m.was_armed)),
	      "A-stepping: a flag is pending, unless an unarmed counter cleared it");
#else
	prove(not_wrapped(idx, left) || (m.flags & ~acknowledged(hw, armed) & BIT(idx)),
	      "when a period has ended, its flag is pending");
#endif
}

/* An event that samples, on a counter or not */
void check_sampling_event(const struct perf_event *event)
{
	const struct cp_pmu_sampler *sampler = event->pmu_private;
	struct cp_pmu *cp = to_cp_pmu(w.pmu);
	s64 left = event->hw.period_left.a;

	if (w.down)
		return;
	prove(!sampler->owes_sample || sampler->since > sampler->idle,
	      "an event owes a sample only if it has counted something");
	if (event->hw.state & PERF_HES_STOPPED) {
		prove(left >= 0, "a period that has ended is over with the stop");
		return;
	}
	prove(!sampler->plan.period == cp_pmu_uses_irq(cp),
	      "the timer has a plan of each event that it samples, and of no other");
	prove(!cp_pmu_uses_irq(cp) || sampler->since || left > 0,
	      "no period ends without an event");
}

/* @active, @sampling: the counters of the started events; those of them that sample */
void check_invariant(u32 active, u32 sampling)
{
	struct cp_pmu *cp = to_cp_pmu(w.pmu);
	u32 armed = cp->line.state == CP_LINE_NONE ? 0 : sampling;
	unsigned int idx;

	if (w.down)
		return;
	check_monitor(cp, active, sampling, armed);
	for (idx = 0; idx < COUNTERS; idx++)
		check_counter(cp, idx, armed);
}
