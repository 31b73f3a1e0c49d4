// SPDX-License-Identifier: GPL-2.0
/*
 * Performance monitors behind coprocessor instructions: perf's callbacks and
 * the handling of overflows.
 *
 *   perf_event_open(2)
 *     cp_pmu_event_init()             attr to event, group check
 *     cp_pmu_add()                    cp_count_get_idx(): a counter
 *     cp_pmu_start()                  cp_count_period(): the value to program
 *       ops->write_counter()          unless the counter holds it already
 *       ops->select_event()           in the control copy
 *     cp_pmu_enable()
 *       ops->start()                  one write commits it all
 *         arm11_write_pmnc()          cp_pmu_arm11_regs.h: mcr p15, 0, rX, c15, c12, 0
 *
 *   nPMUIRQ: cp_pmu_handle_irq()      or the timer: cp_pmu_timer.c
 *     cp_pmu_overflow()
 *       ops->get_clear_overflow()     stop, read the flags, if there may be several
 *       for each counter to look at:
 *         cp_pmu_event_update()       delta modulo 2^32
 *         cp_pmu_event_set_period()   whether the period has ended, by value
 *         cp_pmu_sample()             cp_pmu_sample.c: perf_event_overflow()
 *       ops->start()                  acknowledge, and go on
 *
 * The monitor stands still whenever it is changed. perf disables the PMU
 * around its changes, and so does an overflow while it is handled: what the
 * handler does is in no count, no event is lost between the read of a counter
 * and the write of its next value, and no overflow can race a control write.
 *
 * These cores are uniprocessor, and nPMUIRQ is an ordinary interrupt. perf
 * calls add to read with interrupts disabled, which is all the exclusion there
 * is, and all that is needed.
 */

#include <linux/bitops.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/log2.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/slab.h>

#include <asm/irq_regs.h>

#include "cp_pmu.h"

static bool allow_reserved;
module_param(allow_reserved, bool, 0644);
MODULE_PARM_DESC(allow_reserved,
		 "Accept raw event numbers that the core's manual does not list; some are UNPREDICTABLE");

/*
 * Interrupts in half a second that had no flag to show for, by which the line is
 * taken for stuck and disabled for as long; and how many are enough in the half
 * second after that. Overflows in between prove nothing: where nothing goes on but
 * interrupts, their entry and exit have events and end periods as well. The kernel
 * gives a line up for good after a hundred thousand.
 */
#define CP_PMU_MAX_USELESS	1000
#define CP_PMU_MORE_USELESS	10

/* Whether the event samples; everything that samples has a sampler. */
static struct cp_pmu_sampler *cp_pmu_sampler(struct perf_event *event)
{
	return event->pmu_private;
}

/* Add up what the event's counter has counted since the last time. */
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

	local64_add(delta, &event->count);
	if (sampler) {
		sampler->since += delta;
		if (hw->armed & BIT(idx))
			local64_sub(delta, &event->hw.period_left);
	}
}

/*
 * Program the counter to wrap when the period ends. When an event comes back
 * to the counter it left, the counter often holds that value already.
 *
 * Return: whether a period had ended. That is told by the value alone, so it
 * does not matter whether the flag was lost or the interrupt late.
 */
static bool cp_pmu_event_set_period(struct cp_pmu *cp, struct perf_event *event)
{
	struct hw_perf_event *hwc = &event->hw;
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int idx = hwc->idx;
	struct cp_count_period p;

	p = cp_count_period(local64_read(&hwc->period_left), hwc->sample_period);
	if (p.ended) {
		local64_set(&hwc->period_left, p.left);
		hwc->last_period = hwc->sample_period;
	}
	if (!(hw->known & BIT(idx)) || hw->value[idx] != p.start) {
		hw->desc->ops->write_counter(hw, idx, p.start);
		hw->value[idx] = p.start;
		hw->known |= BIT(idx);
	}
	return p.ended;
}

/* pmu::pmu_disable. Interrupts are disabled. */
static void cp_pmu_disable(struct pmu *pmu)
{
	struct cp_pmu *cp = to_cp_pmu(pmu);

	if (cp->hw.on)
		cp->hw.desc->ops->stop(&cp->hw);
}

/* pmu::pmu_enable: commit what was changed since pmu_disable. */
static void cp_pmu_enable(struct pmu *pmu)
{
	struct cp_pmu *cp = to_cp_pmu(pmu);

	if (!cp->hw.active || cp->hw.on)
		return;
	cp_pmu_timer_arm(cp);
	cp->hw.desc->ops->start(&cp->hw);
}

/* Give the running event on @idx its place in the hardware's state. */
static void cp_pmu_event_program(struct cp_pmu *cp, struct perf_event *event)
{
	struct hw_perf_event *hwc = &event->hw;
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int idx = hwc->idx;

	if (cp_pmu_sampler(event) && cp->irq) {
		cp_pmu_event_set_period(cp, event);
		hw->armed |= BIT(idx);
	} else if (!(hw->known & BIT(idx))) {
		hw->value[idx] = hw->desc->ops->read_counter(hw, idx);
		hw->known |= BIT(idx);
	}
	hw->desc->ops->select_event(hw, idx, hwc->config_base);
}

/* pmu::start. perf has disabled the PMU, or we have. */
static void cp_pmu_start(struct perf_event *event, int flags)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);
	struct hw_perf_event *hwc = &event->hw;
	struct cp_pmu_hw *hw = &cp->hw;
	u32 bit = BIT(hwc->idx);
	bool was_on = hw->on;

	if (!(hwc->state & PERF_HES_STOPPED))
		return;
	if (was_on)
		cp_pmu_disable(event->pmu);

	hwc->state = 0;
	hw->active |= bit;
	if (hwc->config_base & CP_PMU_EVT_EXPORT)
		hw->exported |= bit;
	cp_pmu_event_program(cp, event);
	if (cp_pmu_sampler(event) && !cp->use_irq)
		cp_pmu_timer_event_start(cp, event);

	if (was_on)
		cp_pmu_enable(event->pmu);
}

/*
 * An overflow whose interrupt was not yet taken, since interrupts have been
 * disabled, is given its sample when the event stops: this is the place where the
 * period ended, and for an event that is being removed there will be no other. Its
 * flag is then looked after as any other is. Where the interrupt is dead, most are
 * found here, between tasks and where perf's tick adjusts a frequency.
 */
static noinline void cp_pmu_sample_at_stop(struct cp_pmu *cp, struct perf_event *event)
{
	if (cp->sampling)
		return;
	cp->stop_found = true;
	cp_pmu_sample(cp, event, event->hw.last_period, NULL);
	cp_pmu_overflow(cp, NULL, false);
}

/* pmu::stop, which may be called twice. */
static void cp_pmu_stop(struct perf_event *event, int flags)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);
	struct hw_perf_event *hwc = &event->hw;
	struct cp_pmu_hw *hw = &cp->hw;
	u32 bit = BIT(hwc->idx);
	bool was_on = hw->on;
	bool ended;

	if (hwc->state & PERF_HES_STOPPED)
		return;
	if (was_on)
		cp_pmu_disable(event->pmu);

	cp_pmu_event_update(cp, event);
	ended = (hw->armed & ~cp->timed & bit) && local64_read(&hwc->period_left) <= 0;
	if (cp->timed & bit)
		cp_pmu_timer_event_stop(cp, event);
	hw->active &= ~bit;
	hw->armed &= ~bit;
	hw->exported &= ~bit;
	hwc->state = PERF_HES_STOPPED | PERF_HES_UPTODATE;

	if (ended)
		cp_pmu_sample_at_stop(cp, event);
	if (was_on)
		cp_pmu_enable(event->pmu);
}

/*
 * Whether plain cycles must leave CCNT to the divided cycles of their group,
 * which can be counted nowhere else and may come later in the group.
 */
static bool cp_pmu_leaves_ccnt(struct cp_pmu *cp, struct perf_event *event)
{
	struct perf_event *leader = event->group_leader, *sibling;

	if (!atomic_read(&cp->divided) ||
	    (event->hw.config_base & (CP_PMU_EVT_CYCLES | CP_PMU_EVT_DIV64)) !=
	    CP_PMU_EVT_CYCLES)
		return false;
	for_each_sibling_event(sibling, leader)
		if (sibling->pmu == event->pmu &&
		    (sibling->hw.config_base & CP_PMU_EVT_DIV64))
			return true;
	return false;
}

/* What a program has mapped of the event; mostly none has, and perf is spared. */
static void cp_pmu_update_userpage(struct perf_event *event)
{
	if (READ_ONCE(event->rb))
		perf_event_update_userpage(event);
}

/* pmu::add. The PMU is disabled. */
static int cp_pmu_add(struct perf_event *event, int flags)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);
	struct hw_perf_event *hwc = &event->hw;
	u32 evt = hwc->config_base;
	int idx;

	if (cp_pmu_leaves_ccnt(cp, event))
		evt |= CP_PMU_EVT_LEAVE_CCNT;
	idx = cp_count_get_idx(cp->hw.desc, cp->used, evt);
	if (idx < 0)
		return -EAGAIN;

	hwc->idx = idx;
	hwc->state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	cp->used |= BIT(idx);
	cp->events[idx] = event;
	if (flags & PERF_EF_START)
		cp_pmu_start(event, PERF_EF_RELOAD);
	cp_pmu_update_userpage(event);
	return 0;
}

/* pmu::del. The PMU is disabled. */
static void cp_pmu_del(struct perf_event *event, int flags)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);
	unsigned int idx = event->hw.idx;

	cp_pmu_stop(event, PERF_EF_UPDATE);
	cp->events[idx] = NULL;
	cp->used &= ~BIT(idx);
	event->hw.idx = -1;
	cp_pmu_update_userpage(event);
}

/* pmu::read */
static void cp_pmu_read(struct perf_event *event)
{
	if (!(event->hw.state & PERF_HES_STOPPED))
		cp_pmu_event_update(to_cp_pmu(event->pmu), event);
}

/*
 * Where one counter alone can interrupt, and its value shows that it has wrapped,
 * its flag is set: there is no need to read it. Whatever else there is, the flags
 * tell. Stops the monitor, if there is such a counter.
 *
 * Return: the counter's bit, or 0.
 */
static u32 cp_pmu_wrapped(struct cp_pmu *cp)
{
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int idx;
	u32 before;

	if (!hw->on || !is_power_of_2(hw->armed))
		return 0;
	idx = __ffs(hw->armed);
	before = hw->value[idx];
	cp_pmu_disable(&cp->pmu);
	cp_pmu_event_update(cp, cp->events[idx]);
	return hw->value[idx] < before ? BIT(idx) : 0;
}

/**
 * cp_pmu_overflow() - look after the counters, and sample what has overflowed
 * @cp: the PMU
 * @regs: where the processor was, or NULL for here
 * @look_at_all: look at every counter in use, not only at those with a flag
 *
 * The one walk for both sources, the interrupt and the timer. Called with
 * interrupts disabled.
 *
 * Return: what get_clear_overflow() returned.
 */
u32 cp_pmu_overflow(struct cp_pmu *cp, struct pt_regs *regs, bool look_at_all)
{
	struct cp_pmu_hw *hw = &cp->hw;
	bool was_on = hw->on, ended;
	u32 wrapped = 0, flags, todo;

	if (!look_at_all)
		wrapped = cp_pmu_wrapped(cp);
	flags = hw->desc->ops->get_clear_overflow(hw, wrapped);
	/* A sample may stop other events. */
	for (todo = look_at_all ? hw->active : flags & hw->armed; todo; todo &= hw->active) {
		unsigned int idx = __ffs(todo);
		struct perf_event *event = cp->events[idx];

		todo &= ~BIT(idx);
		cp_pmu_event_update(cp, event);
		ended = (hw->armed & BIT(idx)) && cp_pmu_event_set_period(cp, event);
		if (cp->timed & BIT(idx))
			cp_pmu_timer_event_look(cp, event, regs);
		else if (ended)
			cp_pmu_sample(cp, event, event->hw.last_period, regs);
	}
	if (was_on && hw->active)
		hw->desc->ops->start(hw);
	return flags;
}

/**
 * cp_pmu_use_timer() - do without nPMUIRQ, until it shows that it works
 * @cp: the PMU
 *
 * Events that the interrupt sampled are sampled by the timer; it has to be armed
 * for them. Called in hard interrupt context.
 */
void cp_pmu_use_timer(struct cp_pmu *cp)
{
	unsigned int idx;

	cp->use_irq = false;
	for (idx = 0; idx <= cp->hw.desc->num_event_counters; idx++)
		if (cp->hw.armed & BIT(idx))
			cp_pmu_timer_event_start(cp, cp->events[idx]);
}

/* The interrupt works again. The timer's events are armed already. */
static void cp_pmu_use_irq(struct cp_pmu *cp)
{
	unsigned int idx;

	dev_info(cp->dev, "interrupt %d comes again: sampling by interrupt\n", cp->irq);
	cp->use_irq = true;
	for (idx = 0; idx <= cp->hw.desc->num_event_counters; idx++)
		if (cp->timed & BIT(idx))
			cp_pmu_timer_event_stop(cp, cp->events[idx]);
}

/* Whether it is half a second since the useless interrupts were begun to be counted. */
static bool cp_pmu_useless_over(struct cp_pmu *cp)
{
	return jiffies - cp->useless_since > HZ / 2;
}

/* Whether a line that was stuck has not yet shown for half a second that it is not. */
static bool cp_pmu_irq_on_trial(struct cp_pmu *cp)
{
	return cp->useless >= CP_PMU_MAX_USELESS - CP_PMU_MORE_USELESS &&
	       !cp_pmu_useless_over(cp);
}

/*
 * An interrupt with no flag behind it leaves the monitor as it was. Too many of
 * them mean that the line is stuck, or another device's: stop listening to it
 * for a while, before nothing else gets done.
 */
static irqreturn_t cp_pmu_useless_irq(struct cp_pmu *cp)
{
	if (cp_pmu_useless_over(cp)) {
		cp->useless = 0;
		cp->useless_since = jiffies;
	}
	if (++cp->useless < CP_PMU_MAX_USELESS)
		return IRQ_NONE;

	disable_irq_nosync(cp->irq);
	cp->irq_off = true;
	cp->useless_since = jiffies;
	if (cp->use_irq) {
		dev_warn(cp->dev,
			 "interrupt %d is asserted without an overflow: sampling by timer\n",
			 cp->irq);
		cp_pmu_use_timer(cp);
		if (cp->hw.active)
			cp_pmu_timer_arm(cp);
	}
	return IRQ_NONE;
}

/**
 * cp_pmu_irq_retry() - listen again to a line that was stuck half a second ago
 * @cp: the PMU
 *
 * Called by the timer, in hard interrupt context.
 */
void cp_pmu_irq_retry(struct cp_pmu *cp)
{
	if (!cp->irq_off || !cp_pmu_useless_over(cp))
		return;
	cp->irq_off = false;
	cp->useless = CP_PMU_MAX_USELESS - CP_PMU_MORE_USELESS;
	cp->useless_since = jiffies;
	enable_irq(cp->irq);
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
	bool was_on = hw->on;

	if (!cp_pmu_overflow(cp, get_irq_regs(), false))
		return cp_pmu_useless_irq(cp);

	/*
	 * With no event active the request is a leftover. Application Note 195
	 * clears it by a write with E set, and only the reset does that here.
	 */
	if (!was_on)
		hw->desc->ops->reset(hw);
	cp->missed = 0;
	if (!cp->use_irq && !cp_pmu_irq_on_trial(cp))
		cp_pmu_use_irq(cp);
	/* These cores have no self-IPI: wake the reader of the buffer now. */
	irq_work_run();
	return IRQ_HANDLED;
}

static void cp_pmu_event_destroy(struct perf_event *event)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);

	kfree(event->pmu_private);
	if (event->hw.config_base & CP_PMU_EVT_DIV64)
		atomic_dec(&cp->divided);
	if (atomic_dec_and_test(&cp->open))
		cp_pmu_timer_cancel(cp);
}

/* One event of a group: count it in, or say that it cannot be in the group. */
static bool cp_pmu_group_count(struct perf_event *event, struct pmu *pmu,
			       unsigned int *events, unsigned int *cycles,
			       unsigned int *div64)
{
	/*
	 * A software event needs no counter. Anything else must be ours, or
	 * two PMUs would be scheduled as one, and what follows would read
	 * another driver's hw_perf_event (CVE-2013-4254, CVE-2015-8955).
	 */
	if (is_software_event(event))
		return true;
	if (event->pmu != pmu)
		return false;
	if (event->hw.config_base & CP_PMU_EVT_DIV64)
		(*div64)++;
	else if (event->hw.config_base & CP_PMU_EVT_CYCLES)
		(*cycles)++;
	else
		(*events)++;
	return true;
}

/* Whether the group will fit with the new event; the leader may be the event. */
static bool cp_pmu_group_fits(struct cp_pmu *cp, struct perf_event *event)
{
	struct perf_event *leader = event->group_leader, *sibling;
	unsigned int events = 0, cycles = 0, div64 = 0;

	if (!cp_pmu_group_count(event, &cp->pmu, &events, &cycles, &div64))
		return false;
	if (leader != event) {
		if (!cp_pmu_group_count(leader, &cp->pmu, &events, &cycles, &div64))
			return false;
		for_each_sibling_event(sibling, leader)
			if (!cp_pmu_group_count(sibling, &cp->pmu, &events,
						&cycles, &div64))
				return false;
	}
	return cp_count_group_fits(cp->hw.desc, events, cycles, div64);
}

/* pmu::event_init. May sleep; for a sibling the leader's context is locked. */
static int cp_pmu_event_init(struct perf_event *event)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);
	const struct perf_event_attr *attr = &event->attr;
	const char *name = cp->hw.desc->name;
	struct cp_pmu_sampler *sampler = NULL;
	const char *why;
	int evt;

	/*
	 * perf_pmu_register() of 6.1 lets events be opened before it has given
	 * the PMU its contexts.
	 */
	if (!READ_ONCE(cp->ready))
		return -ENOENT;

	switch (attr->type) {
	case PERF_TYPE_HARDWARE:
	case PERF_TYPE_HW_CACHE:
	case PERF_TYPE_RAW:
		break;
	default:
		if (attr->type != cp->pmu.type)
			return -ENOENT;
	}

	if (has_branch_stack(event)) {
		dev_dbg(cp->dev, "%s: no branch stack on this core\n", name);
		return -EOPNOTSUPP;
	}
	if (attr->exclude_user || attr->exclude_kernel || attr->exclude_idle ||
	    attr->exclude_host) {
		dev_dbg(cp->dev,
			"%s: counts in all modes; exclude_user, _kernel, _idle and _host must be 0\n",
			name);
		return -EOPNOTSUPP;
	}

	evt = cp_pmu_map_event(cp->hw.desc, attr->type, attr->config,
			       attr->config1, allow_reserved, &why);
	if (evt >= 0 && attr->config2) {
		why = "config2 must be 0";
		evt = -EINVAL;
	}
	if (evt < 0) {
		dev_dbg(cp->dev, "%s: type %u config %#llx config1 %#llx refused: %s\n",
			name, attr->type, attr->config, attr->config1, why);
		return evt;
	}

	event->hw.config_base = evt;
	event->hw.idx = -1;
	if (!cp_pmu_group_fits(cp, event)) {
		dev_dbg(cp->dev,
			"%s: group refused: it has events of another PMU, or more than CCNT and %u event counters hold\n",
			name, cp->hw.desc->num_event_counters);
		return -EINVAL;
	}

	if (is_sampling_event(event)) {
		sampler = kzalloc(sizeof(*sampler), GFP_KERNEL);
		if (!sampler)
			return -ENOMEM;
	}
	event->pmu_private = sampler;
	event->destroy = cp_pmu_event_destroy;
	if (evt & CP_PMU_EVT_DIV64)
		atomic_inc(&cp->divided);
	atomic_inc(&cp->open);
	return 0;
}

/**
 * cp_pmu_init() - fill in what perf calls
 * @cp: the PMU, with @cp->hw.desc set
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
}

/**
 * cp_pmu_shutdown() - bring the monitor to rest, whatever is open
 * @cp: the PMU
 *
 * For shutdown, kexec and the end of the driver. May sleep. Enabling the PMU
 * is disabling it from now on: what perf still schedules counts no more.
 */
void cp_pmu_shutdown(struct cp_pmu *cp)
{
	unsigned long flags;

	local_irq_save(flags);
	WRITE_ONCE(cp->pmu.pmu_enable, cp_pmu_disable);
	cp->hw.desc->ops->reset(&cp->hw);
	local_irq_restore(flags);
	cp_pmu_timer_cancel(cp);
}

/**
 * cp_pmu_power_down() - the core is about to lose its registers, or may
 * @cp: the PMU
 *
 * CPU power management notifier, interrupts disabled.
 */
void cp_pmu_power_down(struct cp_pmu *cp)
{
	/* At rest first, or what is counted after the last look is lost. */
	cp_pmu_disable(&cp->pmu);
	cp_pmu_overflow(cp, NULL, true);
}

/**
 * cp_pmu_power_up() - the core has its power back, its registers hold anything
 * @cp: the PMU
 *
 * CPU power management notifier, interrupts disabled. The events go on from
 * what power_down added up.
 */
void cp_pmu_power_up(struct cp_pmu *cp)
{
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int idx;

	hw->desc->ops->reset(hw);
	for (idx = 0; idx <= hw->desc->num_event_counters; idx++)
		if (hw->active & BIT(idx))
			cp_pmu_event_program(cp, cp->events[idx]);
	cp_pmu_enable(&cp->pmu);
}
