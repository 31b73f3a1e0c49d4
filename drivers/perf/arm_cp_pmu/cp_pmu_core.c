// SPDX-License-Identifier: GPL-2.0
/*
 * perf's callbacks and the handling of overflows.
 *
 *   perf_event_open(2)                      nPMUIRQ                the sampler's timer
 *     cp_pmu_event_init()  cp_pmu_open.c      cp_pmu_handle_irq()    cp_pmu_handle_sampler()
 *     cp_pmu_add()                              cp_pmu_overflow()      cp_pmu_take_samples()
 *     cp_pmu_start()                              cp_hw_stop()           cp_hw_stop()
 *       cp_hw_select_event()                      cp_pmu_event_update()  cp_pmu_event_update()
 *     cp_pmu_enable()                               ops->read_counter()  ..._event_check()
 *       cp_pmu_release()                          cp_pmu_handle()        cp_pmu_sample()
 *         cp_hw_start()                             cp_pmu_sample()      cp_pmu_run()
 *           pmnc_write_pmnc()                     cp_pmu_run()
 *             mcr p15, 0, rX, c15, c12, 0           cp_hw_start()
 *
 * The monitor is stopped whenever it is changed: by perf around its changes, and by
 * the handling of overflows. So the handler's own work is not counted, and no event is
 * lost between the read of a counter and the write of its next value. An overflow just before
 * the stop is not lost: the counter is read later.
 *
 * These cores are uniprocessor, and nPMUIRQ is a normal IRQ, not an NMI. perf calls
 * add, del, start and stop with interrupts disabled. So these callbacks need no lock.
 *
 * The driver does not use the arm_pmu framework. The framework exports nothing to modules,
 * cannot sample without an interrupt, and writes registers at each change.
 */

#include <linux/bitops.h>
#include <linux/irqflags.h>
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/timekeeping.h>

#include <asm/irq_regs.h>

#include "cp_pmu.h"

/* The counters whose overflow is to raise nPMUIRQ. */
static u32 cp_pmu_armed(struct cp_pmu *cp)
{
	return cp->line.state == CP_LINE_NONE ? 0 : cp->sampling;
}

/*
 * Add the counter's increment since the last update to the event. A tracer may read the
 * same event in any function that can be traced. No such function may be between the read of
 * the counter and the write of hw->value: the tracer would count the increment twice.
 */
static __always_inline void cp_pmu_event_count(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int idx = event->hw.idx;
	u32 now, delta;

	/* While the monitor is on, no active counter is known. */
	if (!hw->on) {
		if (hw->known & BIT(idx))
			return;
		hw->known |= BIT(idx);
	}
	now = hw->desc->ops->read_counter(hw, idx);
	delta = now - hw->value[idx];
	hw->value[idx] = now;

	if (!sampler || !sampler->drops)
		local64_add(delta, &event->count);
	else	/* perf's tick computes the rate from count - freq_count_stamp. */
		event->hw.freq_count_stamp -= delta;
	if (sampler) {
		sampler->since += delta;
		if (hw->armed & BIT(idx))
			local64_sub(delta, &event->hw.period_left);
	}
}

/**
 * cp_pmu_event_update() - bring the event's count up to date
 * @cp: the PMU
 * @event: an active event
 *
 * Interrupts are disabled. While the monitor is stopped, the first call reads the counter, and
 * others do nothing.
 *
 * noinline: many callers. cp_pmu_stop() and cp_pmu_read() inline the function above.
 */
noinline void cp_pmu_event_update(struct cp_pmu *cp, struct perf_event *event)
{
	cp_pmu_event_count(cp, event);
}

NOKPROBE_SYMBOL(cp_pmu_event_update);

/*
 * If the event's period has ended, begin the next one, and return true. Then the event owes a
 * sample, unless the timer takes the samples. The count decides, not the flag, so a lost flag
 * or a late interrupt does not matter. period_left is never 0 afterwards: that is perf's
 * request for a new period.
 */
static __always_inline bool cp_pmu_end_period(struct cp_pmu *cp, struct perf_event *event)
{
	struct hw_perf_event *hwc = &event->hw;
	s64 left = local64_read(&hwc->period_left);

	if (left > 0)
		return false;
	local64_set(&hwc->period_left, cp_count_next_period(left, hwc->sample_period));
	if (cp_pmu_uses_irq(cp))
		cp_pmu_sampler(event)->owes_sample = true;
	return true;
}

/*
 * Program the counter to wrap when the period ends, or after 2^31 events if that is earlier.
 * Do not write the value that it has already.
 */
static void cp_pmu_event_reload(struct cp_pmu *cp, struct perf_event *event)
{
	u32 preload = cp_count_preload(local64_read(&event->hw.period_left));
	unsigned int idx = event->hw.idx;

	if (!(cp->hw.known & BIT(idx)) || cp->hw.value[idx] != preload)
		cp_hw_write_counter(&cp->hw, idx, preload);
}

/*
 * Trial of nPMUIRQ: make one armed counter overflow at its next event. The event's
 * count and period do not change. Prefer a counter of cycles, since they always come, and of
 * these not CCNT: see ccnt_overflow_breaks.
 */
static noinline void cp_pmu_force_overflow(struct cp_pmu *cp)
{
	unsigned int idx;
	u32 todo;

	if (!cp->sampling)
		return;
	for (todo = cp->sampling; todo; todo &= todo - 1) {
		idx = __ffs(todo);
		if (cp->events[idx]->hw.config_base & CP_PMU_EVT_CYCLES)
			break;
	}
	cp_pmu_event_update(cp, cp->events[idx]);
	cp_hw_write_counter(&cp->hw, idx, U32_MAX);
}

static void cp_pmu_start_monitor(struct cp_pmu *cp)
{
	/* Repeat this at each start: perf may have reprogrammed the counter. */
	if (unlikely(cp->line.state == CP_LINE_TRIAL))
		cp_pmu_force_overflow(cp);
	cp_hw_start(&cp->hw, cp->active, cp_pmu_armed(cp));
}

/*
 * Stop the monitor, until cp_pmu_release(), or cp_pmu_run() in a handler. User mode may have
 * set E of an open monitor.
 */
static noinline void cp_pmu_hold(struct cp_pmu *cp)
{
	if (cp->hw.on || cp->hw.open)
		cp_hw_stop(&cp->hw, 0);
	cp->held = true;
}

/*
 * Start the monitor after a change of the active events, and the timers that these need. A
 * tracepoint of the timers may stop events, so the monitor is held until the end.
 */
static void cp_pmu_release(struct cp_pmu *cp)
{
	cp_pmu_user_enable(cp);
	if (cp_pmu_is_needed(cp)) {
		if (cp_pmu_timer_is_needed(cp))
			cp_pmu_timer_start(cp);
		cp_pmu_start_monitor(cp);
	}
	cp->held = false;
}

/* Deliver the sample that the event owes. What was counted in idle time is not in it. */
static __always_inline void cp_pmu_sample_owed(struct perf_event *event, struct pt_regs *regs)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);

	cp_pmu_sample(event, sampler->since - sampler->idle, regs);
}

/*
 * Handle an active event that is up to date: if its period has ended, begin the next one, and
 * deliver the sample that the event owes. Return: true if it owed one.
 */
static __always_inline bool cp_pmu_handle(struct cp_pmu *cp, struct perf_event *event,
					  struct pt_regs *regs)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);

	if (!sampler)
		return false;
	if (cp->line.state != CP_LINE_NONE) {
		cp_pmu_end_period(cp, event);
		cp_pmu_event_reload(cp, event);
	}
	if (!sampler->owes_sample)
		return false;
	cp_pmu_sample_owed(event, regs);
	return true;
}

static void cp_pmu_handle_all(struct cp_pmu *cp, u32 todo, struct pt_regs *regs)
{
	/* Only events that sample need the time. */
	u64 begin = cp->sampling ? ktime_get_mono_fast_ns() : 0;
	bool sampled = false;

	/* A sample may stop other events: skip those. */
	for (todo &= cp->active; todo; todo &= cp->active) {
		struct perf_event *event = cp->events[__ffs(todo)];

		todo &= todo - 1;
		cp_pmu_event_update(cp, event);
		sampled |= cp_pmu_handle(cp, event, regs);
	}
	if (sampled)
		cp_pmu_sample_took(ktime_get_mono_fast_ns() - begin);
}

static void cp_pmu_disable(struct pmu *pmu)
{
	cp_pmu_hold(to_cp_pmu(pmu));
}

/* The active events whose sample is still to come. */
static u32 cp_pmu_owing(struct cp_pmu *cp)
{
	u32 owing = 0, todo;

	for (todo = cp->sampling; todo; todo &= todo - 1) {
		unsigned int idx = __ffs(todo);

		if (cp_pmu_sampler(cp->events[idx])->owes_sample)
			owing |= BIT(idx);
	}
	return owing;
}

/*
 * Deliver samples from one of perf's callbacks, with the monitor stopped. Acknowledge the
 * flags, and handle their counters. On XScale A-stepping, a flag that is set may have erased
 * others: then handle all armed counters.
 */
static noinline void cp_pmu_deliver(struct cp_pmu *cp, u32 owing)
{
	u32 flags = cp_hw_read_flags_and_stop(&cp->hw);

	cp_pmu_handle_all(cp, owing | cp_hw_suspects(&cp->hw, flags), NULL);
	cp_pmu_timer_kick(cp);
}

/* perf has made its changes. Samples may stop events, so they come before the start. */
static void cp_pmu_enable(struct pmu *pmu)
{
	struct cp_pmu *cp = to_cp_pmu(pmu);
	u32 owing = cp_pmu_owing(cp);

	if (unlikely(owing))
		cp_pmu_deliver(cp, owing);
	cp_pmu_release(cp);
}

/* Begin or continue the event's period. The interrupt or the timer notices its end. */
static void cp_pmu_start_sampling(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);
	struct hw_perf_event *hwc = &event->hw;

	if (!local64_read(&hwc->period_left)) {
		local64_set(&hwc->period_left, hwc->sample_period);
		sampler->plan.period = 0;
	}
	cp->sampling |= BIT(hwc->idx);
	if (cp->line.state != CP_LINE_NONE)
		cp_pmu_event_reload(cp, event);
	if (cp_pmu_uses_irq(cp))
		cp_pmu_sampler_forget_plan(sampler);
	else
		cp_pmu_timer_event_start(cp, event);
}

static void cp_pmu_start(struct perf_event *event, int flags)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);
	struct hw_perf_event *hwc = &event->hw;
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int idx = hwc->idx;
	bool held = cp->held;

	/*
	 * Linux 6.16 also starts members of a throttled group that are on no counter, before
	 * b64fdd422a85 ("perf: Avoid undefined behavior from stopping/starting inactive events").
	 */
	if (!(hwc->state & PERF_HES_STOPPED) || unlikely(hwc->idx < 0))
		return;
	/* The PMU is enabled if perf starts the group of a throttled software event again. */
	if (unlikely(!held))
		cp_pmu_hold(cp);

	cp->active |= BIT(idx);
	if (unlikely(hwc->config_base & CP_PMU_EVT_EXPORT))
		hw->ctl |= hw->desc->export;
	if (cp_pmu_sampler(event))
		cp_pmu_start_sampling(cp, event);
	if (!(hw->known & BIT(idx))) {
		hw->value[idx] = hw->desc->ops->read_counter(hw, idx);
		hw->known |= BIT(idx);
	}
	cp_hw_select_event(hw, idx, hwc->config_base);
	/* From here on cp_pmu_read() reads the counter. */
	hwc->state = 0;

	if (unlikely(!held))
		cp_pmu_release(cp);
}

/*
 * A period may have ended while interrupts were disabled. Do not deliver its sample
 * here, nor at the next start: a sample may throttle a whole group or disable the event, and
 * perf may be about to start the event or others of its group. The event owes the sample
 * until cp_pmu_enable() delivers it, or cp_pmu_del() if that stops the event.
 *
 * noinline: it would make the stop of an event that only counts longer.
 */
static noinline void cp_pmu_stop_sampling(struct cp_pmu *cp, struct perf_event *event)
{
	if (cp_pmu_end_period(cp, event))
		cp_line_missed(&cp->line);
	cp->sampling &= ~BIT(event->hw.idx);
	if (unlikely(cp_pmu_sampler(event)->drops))
		cp_pmu_sample_may_reset(event);
	if (!cp_pmu_uses_irq(cp) && cp_pmu_timer_event_stop(cp, event))
		cp_pmu_sampler(event)->owes_sample = true;
}

/* Export events as long as one of the active events asks for it. */
static noinline void cp_pmu_stop_export(struct cp_pmu *cp)
{
	u32 todo;

	cp->hw.ctl &= ~cp->hw.desc->export;
	for (todo = cp->active; todo; todo &= todo - 1)
		if (cp->events[__ffs(todo)]->hw.config_base & CP_PMU_EVT_EXPORT)
			cp->hw.ctl |= cp->hw.desc->export;
}

static void cp_pmu_stop(struct perf_event *event, int flags)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);
	struct hw_perf_event *hwc = &event->hw;
	bool held = cp->held;

	if (hwc->state & PERF_HES_STOPPED)
		return;
	/* The PMU is enabled if a software event throttles its group. */
	if (unlikely(!held))
		cp_pmu_hold(cp);

	cp_pmu_event_count(cp, event);
	if (cp_pmu_sampler(event))
		cp_pmu_stop_sampling(cp, event);
	cp->active &= ~BIT(hwc->idx);
	if (unlikely(hwc->config_base & CP_PMU_EVT_EXPORT))
		cp_pmu_stop_export(cp);
	hwc->state = PERF_HES_STOPPED | PERF_HES_UPTODATE;

	if (unlikely(!held))
		cp_pmu_release(cp);
}

NOKPROBE_SYMBOL(cp_pmu_stop);

/*
 * True if the event counts plain cycles, and should be on an event counter: a sibling counts
 * divided cycles, which need CCNT; or the event would make CCNT overflow, which may break the
 * monitor, and there are enough event counters for the event and for the siblings that have
 * none yet. One of these can have CCNT, if it counts plain cycles.
 *
 * noinline: it would make each addition of an event longer.
 */
static noinline bool cp_pmu_group_leaves_ccnt(struct cp_pmu *cp, struct perf_event *event,
					      bool breaks)
{
	unsigned int num = cp->hw.desc->num_event_counters;
	unsigned int free = hweight32(~cp->used & (BIT(num) - 1));
	bool ccnt_free = !(cp->used & BIT(num));
	struct perf_event *sibling;
	unsigned int needed = 1;

	if ((event->hw.config_base & (CP_PMU_EVT_CYCLES | CP_PMU_EVT_DIV64)) !=
	    CP_PMU_EVT_CYCLES)
		return false;
	for_each_sibling_event(sibling, event->group_leader) {
		if (sibling->pmu != event->pmu)
			continue;
		if (sibling->hw.config_base & CP_PMU_EVT_DIV64)
			return true;
		if (sibling == event || sibling->hw.idx >= 0)
			continue;
		if (ccnt_free && sibling->hw.config_base & CP_PMU_EVT_CYCLES)
			ccnt_free = false;
		else
			needed++;
	}
	return breaks && needed <= free;
}

static bool cp_pmu_leaves_ccnt(struct cp_pmu *cp, struct perf_event *event)
{
	bool breaks = cp_pmu_sampler(event) && cp->hw.desc->ccnt_overflow_breaks &&
		      cp->line.state != CP_LINE_NONE;

	return unlikely(READ_ONCE(cp->div64) || breaks) &&
	       cp_pmu_group_leaves_ccnt(cp, event, breaks);
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

	lockdep_assert_irqs_disabled();
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
		if (sampler && unlikely(sampler->owes_sample)) {
			u64 begin = ktime_get_mono_fast_ns();

			cp_pmu_sample_owed(event, NULL);
			/* A handler that runs perf's irq_work takes the time itself. */
			if (!get_irq_regs())
				cp_pmu_sampled(cp, begin, true);
			cp_pmu_deliver(cp, 0);
			/* perf may have set a new period, and started the event with it. */
			cp_pmu_stop(event, PERF_EF_UPDATE);
		}
	}
	cp->events[idx] = NULL;
	cp->used &= ~BIT(idx);
	event->hw.idx = -1;
	cp_pmu_update_userpage(event);
}

/*
 * perf calls this with interrupts disabled. Tracers call it from their probes, in any context,
 * with interrupts enabled, too.
 */
static void cp_pmu_read(struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);
	unsigned long flags;

	raw_local_irq_save(flags);
	if (!(event->hw.state & PERF_HES_STOPPED)) {
		cp_pmu_event_count(to_cp_pmu(event->pmu), event);
		if (sampler && sampler->drops)
			cp_pmu_sample_may_reset(event);
	}
	raw_local_irq_restore(flags);
}

NOKPROBE_SYMBOL(cp_pmu_read);

static void cp_pmu_map(struct perf_event *event, int change)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);
	unsigned long flags;

	local_irq_save(flags);
	cp_pmu_hold(cp);
	cp_pmu_user_map(event, change);
	cp_pmu_release(cp);
	local_irq_restore(flags);
}

static void cp_pmu_mapped(struct perf_event *event, struct mm_struct *mm)
{
	cp_pmu_map(event, 1);
}

static void cp_pmu_unmapped(struct perf_event *event, struct mm_struct *mm)
{
	cp_pmu_map(event, -1);
}

/**
 * cp_pmu_overflow() - handle the counters that have overflowed
 * @cp: the PMU
 * @regs: the registers for samples
 *
 * Hard interrupt context. Leaves the monitor stopped. If it was on before, cp_pmu_run() must
 * follow.
 *
 * Return: the counters that have overflowed, by their flags, or if exactly one counter is
 * armed, by its value. 0 if the interrupt is spurious.
 */
u32 cp_pmu_overflow(struct cp_pmu *cp, struct pt_regs *regs)
{
	struct cp_pmu_hw *hw = &cp->hw;
	u32 armed = hw->armed & cp->sampling, flags;

	cp->held = hw->on;
	/*
	 * If exactly one counter is armed, only this counter can have raised the interrupt.
	 * Acknowledge its flag without reading it. The counter was set to at least 2^31
	 * (cp_count_preload()). If it is less, it has wrapped.
	 */
	if (hw->on && is_power_of_2(armed)) {
		unsigned int idx = __ffs(armed);
		u64 begin = ktime_get_mono_fast_ns();

		cp_hw_stop(hw, armed);
		cp_pmu_event_update(cp, cp->events[idx]);
		flags = hw->value[idx] < BIT(31) ? armed : 0;
		if (cp_pmu_handle(cp, cp->events[idx], regs))
			cp_pmu_sample_took(ktime_get_mono_fast_ns() - begin);
	} else {
		flags = cp_hw_read_flags_and_stop(hw) & hw->armed;
		cp_pmu_handle_all(cp, cp_hw_suspects(hw, flags), regs);
	}
	return flags;
}

/**
 * cp_pmu_poll() - handle all active counters, whether their flag is set or not
 * @cp: the PMU, with an event active
 * @regs: the registers for samples
 *
 * Hard interrupt context. Leaves the monitor stopped: cp_pmu_run() follows.
 *
 * Return: the armed counters whose flag was set.
 */
u32 cp_pmu_poll(struct cp_pmu *cp, struct pt_regs *regs)
{
	u32 flags = cp_hw_read_flags_and_stop(&cp->hw) & cp->hw.armed;

	cp->held = true;
	cp_pmu_handle_all(cp, cp->active, regs);
	return flags;
}

/**
 * cp_pmu_update_sampling() - bring all active events that sample up to date
 * @cp: the PMU
 *
 * Interrupts are disabled.
 */
void cp_pmu_update_sampling(struct cp_pmu *cp)
{
	u32 todo;

	for (todo = cp->sampling; todo; todo &= todo - 1)
		cp_pmu_event_update(cp, cp->events[__ffs(todo)]);
}

/**
 * cp_pmu_take_samples() - the timer samples the events for which it is time
 * @cp: the PMU
 * @begin: now: ns, by ktime_get_mono_fast_ns()
 * @regs: the registers for samples
 *
 * Interrupts are disabled. Leaves the monitor stopped: cp_pmu_run() and cp_pmu_sampled()
 * follow.
 *
 * Return: true if there was a sample.
 */
bool cp_pmu_take_samples(struct cp_pmu *cp, u64 begin, struct pt_regs *regs)
{
	u64 now = cp_pmu_sampler_clock(cp, begin);
	bool sampled = false;
	u32 todo;

	cp_pmu_hold(cp);

	/* A sample may stop other events: skip those. */
	for (todo = cp->sampling; todo; todo &= cp->sampling) {
		struct perf_event *event = cp->events[__ffs(todo)];
		struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);

		todo &= todo - 1;
		if (now < cp_pmu_sampler_due(sampler))
			continue;
		cp_pmu_event_update(cp, event);
		if (!cp_pmu_timer_event_check(cp, event, now))
			continue;
		cp_pmu_sample(event, sampler->since - sampler->idle, regs);
		sampled = true;
	}
	return sampled;
}

/**
 * cp_pmu_take_idle_samples() - sample the idle task for what was counted in idle time
 * @cp: the PMU, after cp_pmu_timer_busy(), with all sampling events up to date
 * @regs: the registers for samples
 *
 * Called in the idle task or its interrupt, with interrupts disabled. Leaves the monitor
 * stopped: cp_pmu_run() follows.
 */
void cp_pmu_take_idle_samples(struct cp_pmu *cp, struct pt_regs *regs)
{
	u64 begin = ktime_get_mono_fast_ns(), idle;
	bool sampled = false;
	u32 todo;

	cp_pmu_hold(cp);
	for (todo = cp->sampling; todo; todo &= cp->sampling) {
		struct perf_event *event = cp->events[__ffs(todo)];
		struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);

		todo &= todo - 1;
		if (!cp_pmu_sampler_idle_is_due(sampler))
			continue;
		idle = sampler->idle;
		sampler->idle = 0;
		cp_pmu_sample(event, idle, regs);
		sampled = true;
	}
	cp_pmu_sampled(cp, begin, sampled);
}

/**
 * cp_pmu_run() - start the monitor again at the end of a handler
 * @cp: the PMU
 *
 * Interrupts are disabled.
 */
void cp_pmu_run(struct cp_pmu *cp)
{
	cp->held = false;
	if (unlikely(cp->hw.open))
		cp_pmu_user_refresh(cp);
	if (cp_pmu_is_needed(cp))
		cp_pmu_start_monitor(cp);
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
		.check_period	= cp_pmu_check_period,
		.pmu_enable	= cp_pmu_enable,
		.pmu_disable	= cp_pmu_disable,
		.add		= cp_pmu_add,
		.del		= cp_pmu_del,
		.start		= cp_pmu_start,
		.stop		= cp_pmu_stop,
		.read		= cp_pmu_read,
	};
	if (cp_pmu_user_permitted(cp)) {
		cp->pmu.event_mapped = cp_pmu_mapped;
		cp->pmu.event_unmapped = cp_pmu_unmapped;
		cp->pmu.event_idx = cp_pmu_user_event_idx;
	}
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
	WRITE_ONCE(cp->phase, CP_PMU_DOWN);
	cp_hw_reset(&cp->hw);
	/* Mark all counters as known: nobody reads them any more. */
	cp->hw.known = U32_MAX;
	local_irq_restore(flags);
	cp_pmu_timer_cancel(cp);
}

/**
 * cp_pmu_power_down() - save all counts: the core may lose its registers
 * @cp: the PMU
 *
 * CPU power management notifier, interrupts disabled. cp_pmu_power_up() delivers the
 * samples of the periods that have ended. If it is not called, see cp_pmu_power_kept().
 */
void cp_pmu_power_down(struct cp_pmu *cp)
{
	u32 todo;

	cp_pmu_hold(cp);
	for (todo = cp->active; todo; todo &= todo - 1) {
		struct perf_event *event = cp->events[__ffs(todo)];

		cp_pmu_event_update(cp, event);
		if (cp_pmu_sampler(event))
			cp_pmu_end_period(cp, event);
	}
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
	u32 todo;

	cp_hw_reset(hw);
	/* Mark all counters as known: nobody may read them before they are restored. */
	hw->known = U32_MAX;
	if (cp->phase == CP_PMU_DOWN)
		return;
	for (todo = cp->active; todo; todo &= todo - 1) {
		unsigned int idx = __ffs(todo);
		struct perf_event *event = cp->events[idx];

		cp_hw_write_counter(hw, idx, hw->value[idx]);
		if (cp_pmu_armed(cp) & BIT(idx))
			cp_pmu_event_reload(cp, event);
		cp_hw_select_event(hw, idx, event->hw.config_base);
	}
	hw->known = cp->active;
	cp_pmu_enable(&cp->pmu);
}

/**
 * cp_pmu_power_kept() - continue after cp_pmu_power_down() without cp_pmu_power_up()
 * @cp: the PMU
 *
 * The idle driver of OMAP3 sends no CPU_PM_EXIT if the core has kept its power. Called in the
 * handlers, and at the end of idle time, with interrupts disabled. Perf never leaves the PMU
 * disabled there.
 */
void cp_pmu_power_kept(struct cp_pmu *cp)
{
	if (unlikely(!cp->hw.on) && cp_pmu_is_needed(cp))
		cp_pmu_enable(&cp->pmu);
}
