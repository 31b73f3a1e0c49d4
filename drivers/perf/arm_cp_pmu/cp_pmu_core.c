// SPDX-License-Identifier: GPL-2.0
/*
 * perf's callbacks and the handling of overflows.
 *
 *   perf_event_open(2)                        nPMUIRQ               the timer
 *     cp_pmu_event_init()  cp_pmu_open.c        cp_pmu_handle_irq()   cp_pmu_handle_timer()
 *     cp_pmu_add()                                cp_pmu_overflow()     cp_pmu_look()
 *     cp_pmu_start()                                cp_hw_get_clear_overflow()
 *       ops->write_counter()                        cp_pmu_handle(), for each counter:
 *       ops->select_event()                           cp_pmu_event_update()
 *     cp_pmu_enable()                                 cp_pmu_event_set_period()
 *       cp_hw_start()                                 cp_pmu_sample()
 *         arm11_write_pmnc()                        cp_hw_start()
 *           mcr p15, 0, rX, c15, c12, 0
 *
 * The monitor is stopped whenever it is changed: by perf around its changes, and by
 * the handling of overflows. So the handler's own work is not counted, and no event is
 * lost between the read of a counter and the write of its next value. An overflow can only
 * race with the write that stops the monitor. It is not lost: the counter is read later.
 *
 * These cores are uniprocessor, and nPMUIRQ is a normal IRQ, not an NMI. perf calls
 * add, del, start, stop and read with interrupts disabled. So the driver needs no lock.
 *
 * The driver does not use the arm_pmu framework. The framework exports nothing to modules,
 * cannot sample without an interrupt, and writes registers at each change.
 */

#include <linux/bitops.h>
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/timekeeping.h>

#include "cp_pmu.h"

/*
 * Add the counter's increment since the last update to the event. A tracer may read the
 * same event in any function that can be traced. Between the read of the counter and the
 * write of hw->value, no tracer can run: it would count the increment twice.
 */
static void cp_pmu_event_update(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int idx = event->hw.idx;
	u32 now, delta;

	lockdep_assert_irqs_disabled();
	if (hw->known & BIT(idx))
		return;
	now = hw->desc->ops->read_counter(hw, idx);
	delta = now - hw->value[idx];
	hw->value[idx] = now;
	if (!hw->on)
		hw->known |= BIT(idx);

	if (!sampler || !cp_pmu_drops_samples(event))
		local64_add(delta, &event->count);
	else	/* perf's tick computes the rate from count - freq_count_stamp. */
		event->hw.freq_count_stamp -= delta;
	if (sampler) {
		sampler->since += delta;
		if (hw->armed & BIT(idx))
			local64_sub(delta, &event->hw.period_left);
	}
}

NOKPROBE_SYMBOL(cp_pmu_event_update);

/*
 * Program the counter to wrap when the period ends, or after 2^31 events if that is earlier.
 * Do not write the value that it has already.
 *
 * Return: true if a period had ended. The count decides, not the flag, so a lost
 * flag or a late interrupt does not matter.
 */
static bool cp_pmu_event_set_period(struct cp_pmu *cp, struct perf_event *event)
{
	struct hw_perf_event *hwc = &event->hw;
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int idx = hwc->idx;
	s64 left = local64_read(&hwc->period_left);
	bool ended = left <= 0;
	u32 start;

	if (ended) {
		left = cp_count_next_period(left, hwc->sample_period);
		local64_set(&hwc->period_left, left);
	}
	start = cp_count_start(left);
	if (!(hw->known & BIT(idx)) || hw->value[idx] != start)
		cp_hw_write_counter(hw, idx, start);
	return ended;
}

static void cp_pmu_disable(struct pmu *pmu)
{
	struct cp_pmu *cp = to_cp_pmu(pmu);

	if (cp->hw.on)
		cp_hw_stop(&cp->hw);
}

/*
 * Trial of nPMUIRQ: make one armed counter overflow at its next event. The event's
 * count and period do not change. Prefer CCNT, since it always counts.
 */
static noinline void cp_pmu_force_overflow(struct cp_pmu *cp)
{
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int idx;

	if (!hw->armed)
		return;
	idx = __fls(hw->armed);
	cp_pmu_event_update(cp, cp->events[idx]);
	cp_hw_write_counter(hw, idx, U32_MAX);
}

/*
 * Deliver the sample that cp_pmu_stop() marked as due. cp_pmu_overflow() then
 * acknowledges the flag, and looks at the other counters: on XScale A-stepping the
 * overflow may have erased their flags.
 */
static noinline void cp_pmu_deliver_due_sample(struct cp_pmu *cp, struct perf_event *event)
{
	cp->due &= ~BIT(event->hw.idx);
	cp_pmu_sampler(event)->sample_due = false;
	cp_pmu_sample(cp, event, NULL);
	cp_pmu_overflow(cp, NULL);
	cp_pmu_timer_wake(cp);
}

static void cp_pmu_enable(struct pmu *pmu)
{
	struct cp_pmu *cp = to_cp_pmu(pmu);

	while (unlikely(cp->due))
		cp_pmu_deliver_due_sample(cp, cp->events[__ffs(cp->due)]);
	cp_pmu_user_enable(cp);
	if (!cp->hw.active || cp->hw.on || cp->down)
		return;
	/* Repeat this at each start: perf may have reprogrammed the counter. */
	if (unlikely(cp->line.state == CP_LINE_TRIAL))
		cp_pmu_force_overflow(cp);
	/* A queued timer expires early enough, unless the timer samples. */
	if (cp->timed || !hrtimer_is_queued(&cp->timer))
		cp_pmu_timer_arm(cp);
	cp_hw_start(&cp->hw);
}

/* Begin or continue the event's period. The interrupt or the timer notices its end. */
static void cp_pmu_start_sampling(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);
	struct hw_perf_event *hwc = &event->hw;

	/* Zero: perf requests a new period, or the old one has ended exactly. */
	if (!local64_read(&hwc->period_left)) {
		local64_set(&hwc->period_left, hwc->sample_period);
		sampler->planned = false;
	}
	if (sampler->sample_due)
		cp->due |= BIT(hwc->idx);
	if (cp->line.state != CP_LINE_NONE) {
		cp_pmu_event_set_period(cp, event);
		cp_hw_arm(&cp->hw, hwc->idx);
	}
	if (!cp_pmu_uses_irq(cp))
		cp_pmu_timer_event_start(cp, event);
}

static void cp_pmu_start(struct perf_event *event, int flags)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);
	struct hw_perf_event *hwc = &event->hw;
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int idx = hwc->idx;
	bool was_on = hw->on;

	if (!(hwc->state & PERF_HES_STOPPED))
		return;
	if (was_on)
		cp_pmu_disable(event->pmu);

	hw->active |= BIT(idx);
	if (hwc->config_base & CP_PMU_EVT_EXPORT)
		hw->exported |= BIT(idx);
	if (cp_pmu_sampler(event))
		cp_pmu_start_sampling(cp, event);
	if (!(hw->known & BIT(idx))) {
		hw->value[idx] = hw->desc->ops->read_counter(hw, idx);
		hw->known |= BIT(idx);
	}
	hw->desc->ops->select_event(hw, idx, hwc->config_base);
	/* From here on cp_pmu_read() reads the counter. */
	hwc->state = 0;

	if (was_on)
		cp_pmu_enable(event->pmu);
}

/*
 * A period may have ended while interrupts were disabled. Do not deliver its sample
 * here, nor at the next start: a sample may throttle a whole group (since Linux 6.16) or
 * disable the event, and perf may be about to start the event or others of its group.
 * Mark the sample as due. cp_pmu_enable() delivers it, or cp_pmu_del().
 */
static void cp_pmu_stop_sampling(struct cp_pmu *cp, struct perf_event *event)
{
	struct hw_perf_event *hwc = &event->hw;
	bool ended = local64_read(&hwc->period_left) <= 0;
	u32 bit = BIT(hwc->idx);

	if (cp->timed & bit) {
		cp_pmu_timer_event_stop(cp, event);
		/* Zero would look like perf's request for a new period. */
		if (ended)
			local64_set(&hwc->period_left, hwc->sample_period);
	} else if (ended) {
		cp_pmu_sampler(event)->sample_due = true;
		cp->line.suspect = true;
	}
	cp->hw.armed &= ~bit;
	cp->due &= ~bit;
}

static void cp_pmu_stop(struct perf_event *event, int flags)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);
	struct hw_perf_event *hwc = &event->hw;
	struct cp_pmu_hw *hw = &cp->hw;
	bool was_on = hw->on;
	u32 bit;

	if (hwc->state & PERF_HES_STOPPED)
		return;
	if (was_on)
		cp_pmu_disable(event->pmu);

	bit = BIT(hwc->idx);
	cp_pmu_event_update(cp, event);
	if (cp_pmu_sampler(event))
		cp_pmu_stop_sampling(cp, event);
	hw->active &= ~bit;
	hw->exported &= ~bit;
	hwc->state = PERF_HES_STOPPED | PERF_HES_UPTODATE;

	if (was_on)
		cp_pmu_enable(event->pmu);
}

/* True if the event counts plain cycles, and a sibling divided cycles, which need CCNT. */
static bool cp_pmu_leaves_ccnt(struct cp_pmu *cp, struct perf_event *event)
{
	struct perf_event *sibling;

	if (!READ_ONCE(cp->div64) || (event->hw.config_base &
	    (CP_PMU_EVT_CYCLES | CP_PMU_EVT_DIV64)) != CP_PMU_EVT_CYCLES)
		return false;
	for_each_sibling_event(sibling, event->group_leader)
		if (sibling->pmu == event->pmu &&
		    (sibling->hw.config_base & CP_PMU_EVT_DIV64))
			return true;
	return false;
}

/* Only needed if the event is mapped. */
static void cp_pmu_update_userpage(struct perf_event *event)
{
	if (READ_ONCE(event->rb))
		perf_event_update_userpage(event);
}

static int cp_pmu_add(struct perf_event *event, int flags)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);
	struct hw_perf_event *hwc = &event->hw;
	int idx;

	idx = cp_count_get_idx(cp->hw.desc, cp->used, hwc->config_base,
			       cp_pmu_leaves_ccnt(cp, event));
	if (idx < 0)
		return -EAGAIN;

	hwc->idx = idx;
	cp->used |= BIT(idx);
	cp->events[idx] = event;
	if (flags & PERF_EF_START)
		cp_pmu_start(event, PERF_EF_RELOAD);
	cp_pmu_update_userpage(event);
	return 0;
}

static void cp_pmu_del(struct perf_event *event, int flags)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);
	unsigned int idx = event->hw.idx;

	if (!(event->hw.state & PERF_HES_STOPPED)) {
		cp_pmu_stop(event, PERF_EF_UPDATE);
		/* perf might never start the event again: sample now. */
		if (sampler && sampler->sample_due)
			cp_pmu_deliver_due_sample(cp, event);
	}
	cp->events[idx] = NULL;
	cp->used &= ~BIT(idx);
	event->hw.idx = -1;
	cp_pmu_update_userpage(event);
}

static void cp_pmu_read(struct perf_event *event)
{
	if (!(event->hw.state & PERF_HES_STOPPED))
		cp_pmu_event_update(to_cp_pmu(event->pmu), event);
}

/*
 * Update the counters in @todo and sample those whose period has ended. Restart the
 * monitor if it was on.
 */
static void cp_pmu_handle(struct cp_pmu *cp, struct pt_regs *regs, u32 todo, bool was_on)
{
	u64 now = ktime_get_mono_fast_ns();
	struct cp_pmu_hw *hw = &cp->hw;

	cp->sampled = false;
	/* A sample may stop other events: skip those. */
	for (; todo; todo &= hw->active) {
		unsigned int idx = __ffs(todo);
		struct perf_event *event = cp->events[idx];
		bool ended;

		todo &= ~BIT(idx);
		cp_pmu_event_update(cp, event);
		ended = (hw->armed & BIT(idx)) && cp_pmu_event_set_period(cp, event);
		if (cp->timed & BIT(idx))
			cp_pmu_timer_event_look(cp, event, regs, now);
		else if (ended)
			cp_pmu_sample(cp, event, regs);
	}
	if (was_on && hw->active) {
		cp_pmu_user_interrupted(cp);
		cp_hw_start(hw);
	}
	if (cp->sampled)
		cp_pmu_sample_took(now);
}

/**
 * cp_pmu_overflow() - handle the counters that have overflowed
 * @cp: the PMU
 * @regs: the registers for samples, or NULL, as in cp_pmu_sample()
 *
 * Called with interrupts disabled.
 *
 * Return: the counters that have overflowed, by their flags, or if exactly one counter is
 * armed, by its value. Flags of counters that are not armed may be missing. 0 if the
 * interrupt is spurious.
 */
u32 cp_pmu_overflow(struct cp_pmu *cp, struct pt_regs *regs)
{
	struct cp_pmu_hw *hw = &cp->hw;
	bool was_on = hw->on;
	u32 flags = 0;

	/*
	 * If exactly one counter is armed, only this counter can have raised the interrupt.
	 * Acknowledge all flags without reading them. The counter was set to at least 2^31
	 * (cp_count_start()). If it is less, it has wrapped.
	 */
	if (was_on && is_power_of_2(hw->armed)) {
		unsigned int idx = __ffs(hw->armed);

		hw->ack = U32_MAX;
		cp_hw_stop(hw);
		cp_pmu_event_update(cp, cp->events[idx]);
		if (hw->value[idx] < BIT(31))
			flags = hw->armed;
	}
	if (!flags)
		flags = cp_hw_get_clear_overflow(hw);
	/* hw->ack: also handle the armed counter if its flag was acknowledged unread. */
	cp_pmu_handle(cp, regs, (flags | hw->ack) & hw->armed, was_on);
	return flags;
}

/**
 * cp_pmu_look() - handle all active counters, whether their flag is set or not
 * @cp: the PMU
 * @regs: the registers for samples, or NULL, as in cp_pmu_sample()
 *
 * Called with interrupts disabled.
 *
 * Return: the counters whose flag was set, as get_clear_overflow() returns them.
 */
u32 cp_pmu_look(struct cp_pmu *cp, struct pt_regs *regs)
{
	bool was_on = cp->hw.on;
	u32 flags = cp_hw_get_clear_overflow(&cp->hw);

	cp_pmu_handle(cp, regs, cp->hw.active, was_on);
	return flags;
}

/**
 * cp_pmu_init() - fill in perf's callbacks
 * @cp: the PMU, with @cp->hw.desc set
 *
 * PERF_PMU_CAP_NO_EXCLUDE is not set. With it, perf would refuse all exclude bits: also
 * exclude_hv and exclude_guest, which tools set, and exclude_user and exclude_kernel of an
 * event that samples. cp_pmu_event_init() refuses what the driver cannot exclude.
 *
 * PERF_PMU_CAP_EXTENDED_HW_TYPE: a generic event can carry this PMU's type in config.
 */
void cp_pmu_init(struct cp_pmu *cp)
{
	cp->pmu = (struct pmu) {
		.module		= THIS_MODULE,
		.attr_groups	= cp_pmu_attr_groups(cp->hw.desc),
		.capabilities	= PERF_PMU_CAP_EXTENDED_HW_TYPE,
		.task_ctx_nr	= perf_hw_context,
		.event_init	= cp_pmu_event_init,
		.pmu_enable	= cp_pmu_enable,
		.pmu_disable	= cp_pmu_disable,
		.add		= cp_pmu_add,
		.del		= cp_pmu_del,
		.start		= cp_pmu_start,
		.stop		= cp_pmu_stop,
		.read		= cp_pmu_read,
	};
	cp_pmu_user_init(cp);
}

/**
 * cp_pmu_shutdown() - stop the monitor for good, even with events open
 * @cp: the PMU
 *
 * For shutdown, kexec and removal of the driver. May sleep. Events that perf still
 * schedules are not counted.
 */
void cp_pmu_shutdown(struct cp_pmu *cp)
{
	unsigned long flags;

	local_irq_save(flags);
	cp->down = true;
	cp_hw_reset(&cp->hw);
	local_irq_restore(flags);
	hrtimer_cancel(&cp->timer);
}

/**
 * cp_pmu_power_down() - save all counts: the core may lose its registers
 * @cp: the PMU
 *
 * CPU power management notifier, interrupts disabled.
 */
void cp_pmu_power_down(struct cp_pmu *cp)
{
	/* Stop the monitor first: otherwise cp_pmu_look() restarts it. */
	cp_pmu_disable(&cp->pmu);
	cp_pmu_look(cp, NULL);
}

/**
 * cp_pmu_power_up() - continue after cp_pmu_power_down(), with unknown registers
 * @cp: the PMU
 *
 * CPU power management notifier, interrupts disabled. Does nothing but reset the
 * monitor if the driver was shut down.
 */
void cp_pmu_power_up(struct cp_pmu *cp)
{
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int idx;

	cp_hw_reset(hw);
	/* Mark all counters as known: nobody may read them before they are restored. */
	hw->known = U32_MAX;
	if (cp->down)
		return;
	for (idx = 0; idx <= hw->desc->num_event_counters; idx++)
		if (hw->active & BIT(idx)) {
			hw->desc->ops->write_counter(hw, idx, hw->value[idx]);
			hw->desc->ops->select_event(hw, idx, cp->events[idx]->hw.config_base);
		}
	hw->known = hw->active;
	cp_pmu_enable(&cp->pmu);
	/* cp_pmu_power_down() may have taken samples. */
	if (cp->sampled)
		cp_pmu_timer_wake(cp);
}
