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
 *       ops->get_clear_overflow()     stop, and read the flags if several can be set
 *       for each counter to look at:
 *         cp_pmu_event_update()       delta modulo 2^32
 *         cp_pmu_event_set_period()   did the period end? The value decides
 *         cp_pmu_sample()             cp_pmu_sample.c: perf_event_overflow()
 *       ops->start()                  acknowledge and continue
 *
 * The monitor is stopped whenever it is changed: by perf around its changes, and by
 * cp_pmu_overflow(). So the handler's own work is not counted, no event is lost
 * between the read of a counter and the write of its next value, and no overflow can
 * race with a control write.
 *
 * These cores are uniprocessor, and nPMUIRQ is a normal IRQ, not an NMI. perf calls
 * add, del, start, stop and read with interrupts disabled. So the driver needs no lock.
 */

#include <linux/bitops.h>
#include <linux/log2.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "cp_pmu.h"

static bool allow_reserved;
module_param(allow_reserved, bool, 0644);
MODULE_PARM_DESC(allow_reserved,
		 "Accept raw event numbers that the core's manual does not list; some are UNPREDICTABLE");

/* NULL if the event only counts. */
static struct cp_pmu_sampler *cp_pmu_sampler(struct perf_event *event)
{
	return event->pmu_private;
}

/*
 * Add the counter's increment since the last update to the event. A tracer may read
 * the same event inside read_counter(). That read has then done the update.
 */
static void cp_pmu_event_update(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int idx = event->hw.idx;
	u32 before, now, delta;

	lockdep_assert_irqs_disabled();
	if (hw->known & BIT(idx))
		return;
	before = hw->value[idx];
	now = hw->desc->ops->read_counter(hw, idx);
	if (hw->value[idx] != before)
		return;
	delta = now - before;
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
 * Program the counter to wrap when the period ends. An event that comes back to its
 * counter often finds this value there: then the write is left out.
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
	struct cp_count_period p;

	/* Zero at a start: perf requests a new period, which begins here. */
	if (!left && !(cp->timed & BIT(idx)))
		cp_pmu_sampler(event)->planned = false;
	p = cp_count_period(left, hwc->sample_period);
	if (p.ended)
		local64_set(&hwc->period_left, p.left);
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
	hw->desc->ops->write_counter(hw, idx, U32_MAX);
	hw->value[idx] = U32_MAX;
}

/* pmu::pmu_enable: commit all changes since pmu_disable, unless shut down. */
static void cp_pmu_enable(struct pmu *pmu)
{
	struct cp_pmu *cp = to_cp_pmu(pmu);

	if (!cp->hw.active || cp->hw.on || cp->down)
		return;
	/* Repeat this at each start: perf may have reprogrammed the counter. */
	if (unlikely(cp->line.state == CP_LINE_TRIAL))
		cp_pmu_force_overflow(cp);
	cp_pmu_timer_arm(cp);
	cp->hw.desc->ops->start(&cp->hw);
}

/* Prepare the event's counter, its interrupt and its event number for ops->start(). */
static void cp_pmu_event_program(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);
	struct hw_perf_event *hwc = &event->hw;
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int idx = hwc->idx;

	if (sampler && cp->line.state != CP_LINE_NONE) {
		cp_pmu_event_set_period(cp, event);
		hw->armed |= BIT(idx);
	} else {
		/* Zero: as in cp_pmu_event_set_period(). */
		if (sampler && !local64_read(&hwc->period_left)) {
			local64_set(&hwc->period_left, hwc->sample_period);
			sampler->planned = false;
		}
		if (!(hw->known & BIT(idx))) {
			hw->value[idx] = hw->desc->ops->read_counter(hw, idx);
			hw->known |= BIT(idx);
		}
	}
	hw->desc->ops->select_event(hw, idx, hwc->config_base);
}

/*
 * Deliver the sample that cp_pmu_stop() left. cp_pmu_overflow() then acknowledges the
 * flag, and looks at the other counters: on XScale A-stepping the overflow may have
 * erased their flags.
 */
static noinline void cp_pmu_sample_ended(struct cp_pmu *cp, struct perf_event *event)
{
	cp_pmu_sampler(event)->ended = false;
	cp_pmu_sample(cp, event, NULL);
	cp_pmu_overflow(cp, NULL, false);
	cp_pmu_timer_wake(cp);
}

/*
 * pmu::start. The state changes last: as long as it says stopped, cp_pmu_read() does
 * not touch the counter.
 */
static void cp_pmu_start(struct perf_event *event, int flags)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);
	struct cp_pmu *cp = to_cp_pmu(event->pmu);
	struct hw_perf_event *hwc = &event->hw;
	struct cp_pmu_hw *hw = &cp->hw;
	bool was_on = hw->on;
	u32 bit;

	if (!(hwc->state & PERF_HES_STOPPED))
		return;
	/*
	 * The event is throttled. perf resets hwc->interrupts before it unthrottles an
	 * event. The tick may start an event that is still throttled: ignore such a
	 * start, unless perf requests a new period, which also ends the throttling.
	 */
	if (sampler && hwc->interrupts == U64_MAX && local64_read(&hwc->period_left))
		return;
	if (was_on)
		cp_pmu_disable(event->pmu);

	bit = BIT(hwc->idx);
	hw->active |= bit;
	if (hwc->config_base & CP_PMU_EVT_EXPORT)
		hw->exported |= bit;
	cp_pmu_event_program(cp, event);
	if (sampler && !cp_pmu_uses_irq(cp))
		cp_pmu_timer_event_start(cp, event);
	hwc->state = 0;

	if (sampler && sampler->ended)
		cp_pmu_sample_ended(cp, event);
	if (was_on)
		cp_pmu_enable(event->pmu);
}

/*
 * pmu::stop. perf may call it twice. A period may have ended while interrupts were
 * disabled: its sample is then pending. Do not deliver it here. The sample may throttle
 * the event or stop it at its limit, and perf would override this if it restarts the
 * event at once. The next start delivers the sample, or del if del stops the event.
 */
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
	if (cp->timed & bit) {
		cp_pmu_timer_event_stop(cp, event);
		/* Only perf may set period_left to 0: it requests a new period. */
		if (local64_read(&hwc->period_left) <= 0)
			local64_set(&hwc->period_left, hwc->sample_period);
	} else if ((hw->armed & bit) && local64_read(&hwc->period_left) <= 0) {
		cp_pmu_sampler(event)->ended = true;
		cp->line.suspect = true;
	}
	hw->active &= ~bit;
	hw->armed &= ~bit;
	hw->exported &= ~bit;
	hwc->state = PERF_HES_STOPPED | PERF_HES_UPTODATE;

	if (was_on)
		cp_pmu_enable(event->pmu);
}

/*
 * True if the event counts plain cycles and a sibling counts divided cycles. Only
 * CCNT counts those, and the sibling may be added later.
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

/* Only needed if the event is mapped. */
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
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);
	unsigned int idx = event->hw.idx;

	if (!(event->hw.state & PERF_HES_STOPPED)) {
		cp_pmu_stop(event, PERF_EF_UPDATE);
		/* perf may not start the event again: sample now. */
		if (sampler && sampler->ended)
			cp_pmu_sample_ended(cp, event);
	}
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
 * If only one counter is armed, stop the monitor and look at that counter's value. If
 * it has wrapped, its flag must be set, and the flags need not be read.
 *
 * Return: the counter's bit if it has wrapped, else 0: read the flags.
 */
static u32 cp_pmu_stop_if_wrapped(struct cp_pmu *cp)
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
 * cp_pmu_overflow() - update the counters, and sample those that have overflowed
 * @cp: the PMU
 * @regs: where the processor was, or NULL for here
 * @look_at_all: update every active counter, not only those with a flag
 *
 * The interrupt and the timer share this function. Called with interrupts disabled.
 *
 * Return: the counters whose flag was set, as get_clear_overflow() returns them.
 */
u32 cp_pmu_overflow(struct cp_pmu *cp, struct pt_regs *regs, bool look_at_all)
{
	struct cp_pmu_hw *hw = &cp->hw;
	u64 begin = ktime_get_mono_fast_ns();
	bool was_on = hw->on, ended;
	u32 wrapped = 0, flags, todo;

	cp->sampled = false;
	if (!look_at_all)
		wrapped = cp_pmu_stop_if_wrapped(cp);
	flags = hw->desc->ops->get_clear_overflow(hw, wrapped);
	/* A sample may stop other events: hence the last mask. */
	for (todo = look_at_all ? hw->active : flags & hw->armed; todo; todo &= hw->active) {
		unsigned int idx = __ffs(todo);
		struct perf_event *event = cp->events[idx];

		todo &= ~BIT(idx);
		cp_pmu_event_update(cp, event);
		ended = (hw->armed & BIT(idx)) && cp_pmu_event_set_period(cp, event);
		if (cp->timed & BIT(idx))
			cp_pmu_timer_event_look(cp, event, regs);
		else if (ended)
			cp_pmu_sample(cp, event, regs);
	}
	if (was_on && hw->active)
		hw->desc->ops->start(hw);
	if (cp->sampled)
		cp_pmu_sample_took(begin);
	return flags;
}

static void cp_pmu_event_destroy(struct perf_event *event)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);

	kfree(event->pmu_private);
	if (event->hw.config_base & CP_PMU_EVT_DIV64)
		atomic_dec(&cp->divided);
}

/* Count one event of a group. Return: false if it must not be in the group. */
static noinline bool cp_pmu_group_count(struct perf_event *event, struct pmu *pmu,
					unsigned int *events, unsigned int *cycles,
					unsigned int *div64)
{
	/*
	 * A software event needs no counter. Any other event must be ours: else perf
	 * would schedule two PMUs as one, and this function would read another
	 * driver's hw_perf_event (CVE-2013-4254, CVE-2015-8955).
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

/* True if the group fits onto the counters with the new event, which may be its leader. */
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

/* The event for a perf_event_attr, CP_PMU_EVT_* bits, or an errno and why. */
static int cp_pmu_event_of(struct cp_pmu *cp, struct perf_event *event, const char **why)
{
	const struct perf_event_attr *attr = &event->attr;

	*why = "no branch stack on this core";
	if (has_branch_stack(event))
		return -EOPNOTSUPP;
	*why = "counts in all modes; exclude_user, _kernel, _idle and _host must be 0";
	if (attr->exclude_user || attr->exclude_kernel || attr->exclude_idle ||
	    attr->exclude_host)
		return -EOPNOTSUPP;
	/* perf checks this for perf_event_open(2), but not for users in the kernel. */
	*why = "this kernel cannot deliver samples, see the log";
	if (is_sampling_event(event) && (cp->pmu.capabilities & PERF_PMU_CAP_NO_INTERRUPT))
		return -EOPNOTSUPP;
	/* Fields after sig_data, such as config3, must be 0 if this kernel has them. */
	*why = "config2 and above must be 0";
	if (attr->config2 ||
	    memchr_inv(&attr->sig_data + 1, 0, sizeof(*attr) -
		       offsetofend(struct perf_event_attr, sig_data)))
		return -EINVAL;
	return cp_pmu_map_event(cp->hw.desc, attr->type, attr->config, attr->config1,
				allow_reserved, why);
}

/* pmu::event_init. May sleep; for a sibling the leader's context is locked. */
static int cp_pmu_event_init(struct perf_event *event)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);
	const struct perf_event_attr *attr = &event->attr;
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

	evt = cp_pmu_event_of(cp, event, &why);
	event->hw.config_base = evt;
	event->hw.idx = -1;
	/* cp_pmu_read() must not look for a counter before add. */
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (evt >= 0 && !cp_pmu_group_fits(cp, event)) {
		why = "the group has events of another PMU, or more than the counters hold";
		evt = -EINVAL;
	}
	if (evt < 0) {
		dev_dbg(cp->dev, "%s: type %u config %#llx config1 %#llx refused: %s\n",
			cp->hw.desc->name, attr->type, attr->config, attr->config1, why);
		return evt;
	}

	if (is_sampling_event(event)) {
		sampler = kzalloc(sizeof(*sampler), GFP_KERNEL);
		if (!sampler)
			return -ENOMEM;
		local64_set(&event->hw.period_left, 0);
	}
	event->pmu_private = sampler;
	event->destroy = cp_pmu_event_destroy;
	if (evt & CP_PMU_EVT_DIV64)
		atomic_inc(&cp->divided);
	return 0;
}

/**
 * cp_pmu_init() - fill in perf's callbacks
 * @cp: the PMU, with @cp->hw.desc set
 *
 * PERF_PMU_CAP_NO_EXCLUDE is not set: perf would also refuse exclude_hv and
 * exclude_guest, which tools set. cp_pmu_event_init() refuses the other exclude bits.
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
	cp->hw.desc->ops->reset(&cp->hw);
	local_irq_restore(flags);
	cp_pmu_timer_cancel(cp);
}

/**
 * cp_pmu_power_down() - save all counts: the core may lose its registers
 * @cp: the PMU
 *
 * CPU power management notifier, interrupts disabled.
 */
void cp_pmu_power_down(struct cp_pmu *cp)
{
	/* Stop first, or events after the last update are lost. */
	cp_pmu_disable(&cp->pmu);
	cp_pmu_overflow(cp, NULL, true);
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

	hw->desc->ops->reset(hw);
	/* Mark all counters as known: nobody may read them before they are restored. */
	hw->known = U32_MAX;
	if (cp->down)
		return;
	for (idx = 0; idx <= hw->desc->num_event_counters; idx++)
		if (hw->active & BIT(idx)) {
			hw->desc->ops->write_counter(hw, idx, hw->value[idx]);
			cp_pmu_event_program(cp, cp->events[idx]);
		}
	hw->known = hw->active;
	cp_pmu_enable(&cp->pmu);
}
