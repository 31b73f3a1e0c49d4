// SPDX-License-Identifier: GPL-2.0
/*
 * The handlers of nPMUIRQ and of the timer, the trial of the line at load, and what
 * follows when the state of the line changes (cp_pmu_line.c).
 */

#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/perf_event.h>

#include <asm/irq_regs.h>

#include "cp_pmu.h"

/* Cycles to the overflow of a trial at load: a few microseconds. */
#define CP_PMU_TRIAL_CYCLES	1000

/* Switch all sampling events to the overflow source that the line's state selects. */
static void cp_pmu_irq_change_source(struct cp_pmu *cp)
{
	u32 todo;

	for (todo = cp->hw.armed; todo; todo &= todo - 1) {
		struct perf_event *event = cp->events[__ffs(todo)];

		if (cp_pmu_uses_irq(cp)) {
			struct cp_pmu_sampler *sampler = event->pmu_private;

			cp_pmu_timer_event_stop(cp, event);
			sampler->planned = false;
		} else {
			cp_pmu_timer_event_start(cp, event);
		}
	}
	if (cp->hw.active && !cp->down)
		cp_pmu_timer_arm(cp);
}

/* Mask or unmask the line, or start a trial, and switch the overflow source. */
static void cp_pmu_irq_changed(struct cp_pmu *cp, enum cp_pmu_line_state before)
{
	const char *what = "does not come";
	bool used = before >= CP_LINE_TRIAL;

	switch (cp->line.state) {
	case CP_LINE_TRIAL:
		/* The start of the monitor forces an overflow. */
		cp->pmu.pmu_disable(&cp->pmu);
		cp->pmu.pmu_enable(&cp->pmu);
		break;
	case CP_LINE_LIVE:
		what = "comes again";
		break;
	case CP_LINE_PROBATION:
		enable_irq(cp->irq);
		break;
	case CP_LINE_MASKED:
		what = "is asserted without an overflow";
		disable_irq_nosync(cp->irq);
		break;
	default:
		break;
	}
	if (cp_pmu_uses_irq(cp) == used)
		return;

	/* Rate limited: the state alternates if interrupts are very late. */
	dev_warn_ratelimited(cp->dev, "interrupt %d %s: sampling by %s\n", cp->irq, what,
			     cp_pmu_uses_irq(cp) ? "interrupt" : "timer");
	cp_pmu_irq_change_source(cp);
}

/**
 * cp_pmu_irq_looked() - the timer has looked at all counters
 * @cp: the PMU
 * @found: it found an overflow whose interrupt had not come
 *
 * Hard interrupt context.
 */
void cp_pmu_irq_looked(struct cp_pmu *cp, bool found)
{
	enum cp_pmu_line_state before = cp->line.state;

	/* A trial needs an event whose interrupt is enabled. */
	if (before == CP_LINE_TRIAL && !found && !cp->hw.armed)
		return;
	cp_line_looked(&cp->line, found, jiffies);
	if (cp->line.state != before)
		cp_pmu_irq_changed(cp, before);
}

/**
 * cp_pmu_handle_irq() - nPMUIRQ
 * @irq: Linux interrupt number
 * @dev_id: the struct cp_pmu
 *
 * Return: IRQ_NONE when no overflow flag was set.
 */
irqreturn_t cp_pmu_handle_irq(int irq, void *dev_id)
{
	struct cp_pmu *cp = dev_id;
	struct cp_pmu_hw *hw = &cp->hw;
	enum cp_pmu_line_state before = cp->line.state;
	bool was_on = hw->on;
	u32 flags;

	flags = cp_pmu_overflow(cp, get_irq_regs());
	/*
	 * On ARM11 the next start may have to acknowledge the flag. If the monitor was off, no
	 * start follows. The reset clears the flag.
	 */
	if (flags && !was_on)
		cp_hw_reset(hw);
	if (flags)
		cp_line_overflow(&cp->line, jiffies);
	else
		cp_line_spurious(&cp->line, jiffies);
	if (cp->line.state != before)
		cp_pmu_irq_changed(cp, before);
	if (!flags)
		return IRQ_NONE;

	/* Without a self-IPI, perf's irq_work would wait for the next tick. */
	irq_work_run();
	return IRQ_HANDLED;
}

/**
 * cp_pmu_handle_timer() - the timer: guard, samples, and the check of nPMUIRQ
 * @timer: the timer of the struct cp_pmu
 *
 * Return: HRTIMER_NORESTART if the timer is queued already, or if no event is active at the
 * time of the guard's look.
 */
enum hrtimer_restart cp_pmu_handle_timer(struct hrtimer *timer)
{
	struct cp_pmu *cp = container_of(timer, struct cp_pmu, timer);
	u32 armed = cp->hw.armed;

	if (cp->hw.active && !cp_pmu_timer_is_early(cp)) {
		cp_pmu_irq_looked(cp, cp_pmu_look(cp, get_irq_regs()) & armed);
		/* While the timer samples, it looks at least as often as the guard. */
		if (!cp->timed)
			cp_pmu_timer_set_guard(cp);
	}
	/* Run perf's irq_work now, as the nPMUIRQ handler does. */
	irq_work_run();
	if (hrtimer_is_queued(timer))
		return HRTIMER_NORESTART;
	/* After cp_pmu_timer_wake(), keep the guard: its next look must not be put off. */
	if (!cp->hw.active && !cp_pmu_timer_is_early(cp))
		return HRTIMER_NORESTART;
	hrtimer_set_expires(timer, ns_to_ktime(cp_pmu_timer_due(cp)));
	return HRTIMER_RESTART;
}

/*
 * Check that get_clear_overflow() and a start, as in the handler, clear the flag of CCNT.
 * Do it twice: CCNT may overflow between the first read of the flag and the stop.
 */
static bool cp_pmu_irq_flag_clears(struct cp_pmu *cp)
{
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int ccnt = hw->desc->num_event_counters;
	u32 flags;
	int i;

	cp_hw_get_clear_overflow(hw);
	/* A spurious interrupt may have stopped CCNT shortly before its overflow. */
	cp_hw_write_counter(hw, ccnt, 0);
	for (i = 0; i < 2; i++) {
		cp_hw_start(hw);
		flags = cp_hw_get_clear_overflow(hw);
	}
	return !(flags & BIT(ccnt));
}

/**
 * cp_pmu_irq_try() - enable nPMUIRQ, and check that it arrives
 * @cp: the PMU, with no event open
 *
 * Process context, once at load: CCNT, which always counts, is made to overflow with
 * its interrupt enabled. The wait is busy, so that the core stays awake and counts.
 */
void cp_pmu_irq_try(struct cp_pmu *cp)
{
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int ccnt = hw->desc->num_event_counters;
	unsigned long flags;
	int i;

	cp->line.state = CP_LINE_TRIAL;
	enable_irq(cp->irq);

	local_irq_save(flags);
	hw->active = BIT(ccnt);
	cp_hw_arm(hw, ccnt);
	cp_hw_write_counter(hw, ccnt, -CP_PMU_TRIAL_CYCLES);
	hw->desc->ops->select_event(hw, ccnt, CP_PMU_EVT_CYCLES);
	cp_hw_start(hw);
	/* The handler finds the flag, but there is no event to update. */
	hw->active = 0;
	hw->armed = 0;
	local_irq_restore(flags);

	for (i = 0; i < 1000 && READ_ONCE(cp->line.state) == CP_LINE_TRIAL; i++)
		udelay(CP_PMU_TRIAL_NS / NSEC_PER_USEC / 1000);

	local_irq_save(flags);
	if (!cp_pmu_irq_flag_clears(cp)) {
		/* The interrupt would never be deasserted. Disable it for good. */
		dev_warn(cp->dev, "overflow flags stay set: sampling by timer\n");
		disable_irq_nosync(cp->irq);
		cp->irq = 0;
		cp->line.state = CP_LINE_NONE;
	}
	cp_hw_reset(hw);
	if (cp->line.state == CP_LINE_TRIAL) {
		cp->line.state = CP_LINE_DEAD;
		cp_pmu_irq_changed(cp, CP_LINE_TRIAL);
	}
	local_irq_restore(flags);
}
