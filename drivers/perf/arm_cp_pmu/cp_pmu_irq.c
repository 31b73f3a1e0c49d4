// SPDX-License-Identifier: GPL-2.0
/*
 * The handlers of nPMUIRQ, of the timers and of the idle CPU, the trial of the line at load,
 * and what follows when the state of the line changes (cp_pmu_line.c).
 */

#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/perf_event.h>
#include <linux/timekeeping.h>

#include <asm/irq_regs.h>

#include <trace/events/power.h>

#include "cp_pmu.h"

/* Cycles to the overflow of a trial at load: a few microseconds. */
#define CP_PMU_TRIAL_CYCLES	1000

/* Switch all sampling events to the overflow source that the line's state selects. */
static void cp_pmu_irq_change_source(struct cp_pmu *cp)
{
	u32 todo;

	cp_pmu_update_sampling(cp);
	for (todo = cp->sampling; todo; todo &= todo - 1) {
		struct perf_event *event = cp->events[__ffs(todo)];

		if (cp_pmu_uses_irq(cp)) {
			cp_pmu_timer_event_stop(cp, event);
			cp_pmu_sampler_forget_plan(cp_pmu_sampler(event));
		} else {
			cp_pmu_timer_event_start(cp, event);
		}
	}
	if (cp_pmu_is_needed(cp))
		cp_pmu_timer_start(cp);
}

/*
 * The state of the line has changed, with the monitor stopped. Disable a line that has become
 * unusable, and switch the overflow source.
 */
static void cp_pmu_irq_changed(struct cp_pmu *cp, enum cp_pmu_line_state before)
{
	const char *what = "comes again";
	bool used = before >= CP_LINE_TRIAL;

	if (cp->line.state == CP_LINE_NONE) {
		what = "is asserted without an overflow";
		disable_irq_nosync(cp->irq);
	} else if (cp->line.state == CP_LINE_DEAD) {
		what = "does not come";
	}
	if (cp_pmu_uses_irq(cp) == used)
		return;

	/* Rate limited: the state alternates if interrupts are very late. */
	dev_warn_ratelimited(cp->dev, "interrupt %d %s: sampling by %s\n", cp->irq, what,
			     cp_pmu_uses_irq(cp) ? "interrupt" : "timer");
	cp_pmu_irq_change_source(cp);
}

/**
 * cp_pmu_handle_irq() - nPMUIRQ
 * @irq: Linux interrupt number
 * @dev_id: the struct cp_pmu
 *
 * Return: IRQ_NONE if no counter had overflowed.
 */
irqreturn_t cp_pmu_handle_irq(int irq, void *dev_id)
{
	struct cp_pmu *cp = dev_id;
	enum cp_pmu_line_state before = cp->line.state;
	bool was_on;
	u32 flags;

	cp_pmu_power_kept(cp);
	was_on = cp->hw.on;
	flags = cp_pmu_overflow(cp, get_irq_regs());
	if (flags)
		cp_line_overflow(&cp->line);
	else
		cp_line_spurious(&cp->line, jiffies);
	if (unlikely(cp->line.state != before))
		cp_pmu_irq_changed(cp, before);
	/*
	 * The next start may have to acknowledge the flag. If the monitor was off, no start
	 * follows. The reset clears the flag.
	 */
	if (was_on)
		cp_pmu_run(cp);
	else if (flags)
		cp_hw_reset(&cp->hw);
	if (!flags)
		return IRQ_NONE;

	/* Without a self-IPI, perf's irq_work would wait for the next tick. */
	irq_work_run();
	return IRQ_HANDLED;
}

/**
 * cp_pmu_handle_guard() - read the active counters, and check nPMUIRQ
 * @timer: the guard of the struct cp_pmu
 *
 * Return: HRTIMER_RESTART while an event is active, unless the timer is queued already.
 */
enum hrtimer_restart cp_pmu_handle_guard(struct hrtimer *timer)
{
	struct cp_pmu *cp = container_of(timer, struct cp_pmu, guard);
	enum cp_pmu_line_state before = cp->line.state;

	cp_pmu_power_kept(cp);
	if (cp->hw.on) {
		bool found = cp_pmu_poll(cp, get_irq_regs());

		/* A trial needs an event whose interrupt is enabled. */
		if (found || before != CP_LINE_TRIAL || cp->sampling)
			cp_line_polled(&cp->line, found);
		if (unlikely(cp->line.state != before))
			cp_pmu_irq_changed(cp, before);
		cp_pmu_run(cp);
		irq_work_run();
	}
	return cp_pmu_timer_next_poll(cp);
}

/**
 * cp_pmu_handle_sampler() - take the samples for which it is time
 * @timer: the sampler of the struct cp_pmu
 *
 * Return: HRTIMER_RESTART while the timer samples an event, unless it is queued already.
 */
enum hrtimer_restart cp_pmu_handle_sampler(struct hrtimer *timer)
{
	struct cp_pmu *cp = container_of(timer, struct cp_pmu, sampler);
	u64 begin = ktime_get_mono_fast_ns();

	cp_pmu_power_kept(cp);
	if (cp->hw.on && cp_pmu_timer_samples(cp)) {
		bool any = cp_pmu_take_samples(cp, begin, get_irq_regs());

		cp_pmu_run(cp);
		if (any)
			irq_work_run();
		cp_pmu_sampled(cp, begin, any);
	}
	return cp_pmu_timer_next_sample(cp);
}

/**
 * cp_pmu_handle_kick() - run perf's irq_work
 * @timer: the kick of the struct cp_pmu
 *
 * Return: HRTIMER_NORESTART
 */
enum hrtimer_restart cp_pmu_handle_kick(struct hrtimer *timer)
{
	irq_work_run();
	return HRTIMER_NORESTART;
}

/*
 * What runs now ends: a task's turn, a softirq, or the handler of an interrupt or a timer. It
 * may be shorter than the time that a timer needs, so take the samples that are due. @probe:
 * see cp_pmu_place()
 */
static noinline void cp_pmu_irq_end(struct cp_pmu *cp, unsigned long probe)
{
	unsigned long flags;

	local_irq_save(flags);
	if (cp->hw.on && cp_pmu_timer_is_due(cp)) {
		u64 begin = ktime_get_mono_fast_ns();
		struct pt_regs regs = {};
		bool any;

		cp_pmu_place(&regs, probe);
		any = cp_pmu_take_samples(cp, begin, &regs);
		if (any)
			cp_pmu_timer_kick(cp);
		cp_pmu_sampled(cp, begin, any);
		cp_pmu_run(cp);
	}
	local_irq_restore(flags);
}

/**
 * cp_pmu_handle_switch() - the tracepoint sched_switch
 * @data: the struct cp_pmu
 * @preempt: not used, as all others: newer kernels have more of them than older ones
 * @prev: the task whose turn ends
 * @next: the next task
 * @prev_state: the state of @prev
 */
void cp_pmu_handle_switch(void *data, bool preempt, struct task_struct *prev,
			  struct task_struct *next, unsigned int prev_state)
{
	cp_pmu_irq_end(data, _RET_IP_);
}

/**
 * cp_pmu_handle_irq_exit() - the tracepoint irq_handler_exit
 * @data: the struct cp_pmu
 * @irq: not used, as all others
 * @action: the handler
 * @ret: its return value
 */
void cp_pmu_handle_irq_exit(void *data, int irq, struct irqaction *action, int ret)
{
	cp_pmu_irq_end(data, _RET_IP_);
}

/**
 * cp_pmu_handle_softirq_exit() - the tracepoint softirq_exit
 * @data: the struct cp_pmu
 * @vec_nr: not used
 */
void cp_pmu_handle_softirq_exit(void *data, unsigned int vec_nr)
{
	cp_pmu_irq_end(data, _RET_IP_);
}

/**
 * cp_pmu_handle_hrtimer_exit() - the tracepoint hrtimer_expire_exit
 * @data: the struct cp_pmu
 * @timer: the timer whose handler ends; the sampler itself has taken what is due
 */
void cp_pmu_handle_hrtimer_exit(void *data, struct hrtimer *timer)
{
	struct cp_pmu *cp = data;

	if (timer != &cp->sampler)
		cp_pmu_irq_end(cp, _RET_IP_);
}

/**
 * cp_pmu_handle_idle() - the tracepoint cpu_idle
 * @data: the struct cp_pmu
 * @state: PWR_EVENT_EXIT, or the idle state that the CPU enters
 * @cpu: the CPU
 *
 * Runs in the idle task, on older kernels also in the interrupt that ends the idle state. When
 * the CPU leaves the state, interrupts may be enabled.
 */
void cp_pmu_handle_idle(void *data, unsigned int state, unsigned int cpu)
{
	struct cp_pmu *cp = data;
	unsigned long flags;

	local_irq_save(flags);
	if (state == PWR_EVENT_EXIT)
		cp_pmu_power_kept(cp);
	if (state != PWR_EVENT_EXIT && cp_pmu_timer_samples(cp)) {
		/* The idle task has worked, too. */
		cp_pmu_irq_end(cp, _RET_IP_);
		cp_pmu_update_sampling(cp);
		cp_pmu_timer_idle(cp);
	} else if (state == PWR_EVENT_EXIT && cp->idle_since) {
		cp_pmu_update_sampling(cp);
		if (cp_pmu_timer_busy(cp) && cp->hw.on) {
			struct pt_regs regs = {};

			cp_pmu_place(&regs, _RET_IP_);
			cp_pmu_take_idle_samples(cp, &regs);
			cp_pmu_timer_kick(cp);
			cp_pmu_run(cp);
		}
		/* Before and after the wait, too */
		cp_pmu_irq_end(cp, _RET_IP_);
		if (cp_pmu_timer_samples(cp))
			cp_pmu_timer_start(cp);
	}
	local_irq_restore(flags);
}

/*
 * Check that a stop and a start, as in the handler, clear the counter's flag. Do it twice: it
 * may overflow between the first read of the flag and the stop.
 */
static bool cp_pmu_irq_flag_clears(struct cp_pmu *cp, unsigned int idx)
{
	struct cp_pmu_hw *hw = &cp->hw;
	u32 flags;
	int i;

	cp_hw_read_flags_and_stop(hw);
	/* A spurious interrupt may have stopped it shortly before its overflow. */
	cp_hw_write_counter(hw, idx, 0);
	for (i = 0; i < 2; i++) {
		cp_hw_start(hw, 0, 0);
		flags = cp_hw_read_flags_and_stop(hw);
	}
	return !(flags & BIT(idx));
}

/**
 * cp_pmu_irq_try() - enable nPMUIRQ, and check that it arrives
 * @cp: the PMU, with no event open
 *
 * Process context, once at load: a counter of cycles is made to overflow with its interrupt
 * enabled: CCNT, which always counts, unless it should not overflow. The wait is busy, so that
 * the core stays awake and counts.
 */
void cp_pmu_irq_try(struct cp_pmu *cp)
{
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int idx = hw->desc->ccnt_overflow_breaks ? 0 : hw->desc->num_event_counters;
	const char *why = NULL;
	unsigned long flags;
	int i;

	cp->line.state = CP_LINE_TRIAL;
	enable_irq(cp->irq);

	/* The handler finds the flag, but there is no event to update. */
	local_irq_save(flags);
	cp_hw_write_counter(hw, idx, -CP_PMU_TRIAL_CYCLES);
	cp_hw_select_event(hw, idx, CP_PMU_EVT_CYCLES);
	cp_hw_start(hw, BIT(idx), BIT(idx));
	local_irq_restore(flags);

	for (i = 0; i < 1000 && READ_ONCE(cp->line.state) == CP_LINE_TRIAL; i++)
		udelay(CP_PMU_TRIAL_NS / NSEC_PER_USEC / 1000);

	local_irq_save(flags);
	/*
	 * Without the permission to count, only CCNT counts on Cortex-A8: let it take all
	 * cycles. If flags stay set, the interrupt would never be deasserted.
	 */
	if (hw->desc->ops->read_counter(hw, idx) == -CP_PMU_TRIAL_CYCLES)
		why = "the counters do not count";
	else if (!cp_pmu_irq_flag_clears(cp, idx))
		why = "overflow flags stay set";
	if (why) {
		dev_warn(cp->dev, "%s: sampling by timer\n", why);
		disable_irq_nosync(cp->irq);
		cp->line.state = CP_LINE_NONE;
	}
	cp_hw_reset(hw);
	if (cp->line.state == CP_LINE_TRIAL) {
		cp->line.state = CP_LINE_DEAD;
		cp_pmu_irq_changed(cp, CP_LINE_TRIAL);
	}
	local_irq_restore(flags);
}
