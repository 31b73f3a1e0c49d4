// SPDX-License-Identifier: GPL-2.0
/*
 * Access from user mode: programs read their own counters without a system call.
 *
 * The hardware opens write access together with read access. So user mode has access only
 * while all events of the running task are its own, and none samples. No interrupt is enabled
 * then, and a write disturbs only these counts. Before others count, cp_hw_restore() disables
 * all counters and selects the events again.
 *
 * A program that loses the access between its read of the mapped page and its read of the
 * counter gets SIGILL. So while an event with user_read is open, the driver refuses events
 * that would end the access: CPU-wide ones, and those that another task opens for this task.
 */

#include <linux/capability.h>
#include <linux/module.h>
#include <linux/preempt.h>

#include <asm/irq_regs.h>

#include "cp_pmu.h"

static bool user_read;
module_param(user_read, bool, 0444);
MODULE_PARM_DESC(user_read, "Let programs with CAP_PERFMON read counters without a system call");

#ifndef cp_pmu_task_context	/* in include/compat for older kernels */
#define cp_pmu_task_context(task)	READ_ONCE((task)->perf_event_ctxp)
#endif

/*
 * Members of hw_perf_event that other drivers use for other things: the number of the event's
 * mappings, and what perf subtracts from the offset in the page.
 */
static unsigned long *cp_pmu_user_mappings(struct perf_event *event)
{
	return &event->hw.event_base;
}

static local64_t *cp_pmu_user_offset(struct perf_event *event)
{
	return &event->hw.prev_count;
}

/* True if the caller opens the event for another task that has events with user_read. */
static bool cp_pmu_user_intrudes(struct cp_pmu *cp, struct perf_event *event)
{
	struct perf_event_context *ctx;
	int readers;

	if (atomic_read(&cp->user.readers) <= 0)
		return false;
	rcu_read_lock();
	ctx = cp_pmu_task_context(event->hw.target);
	readers = ctx ? READ_ONCE(ctx->nr_user) : 0;
	rcu_read_unlock();
	return readers && event->hw.target != current && !event->parent;
}

/**
 * cp_pmu_user_admit() - accept or refuse an event because of user mode access
 * @cp: the PMU
 * @event: an event that the PMU can count
 * @why: reason of the refusal; valid only if the return value is negative
 *
 * inherit is refused: perf could swap contexts without a call of add and del.
 * remove_on_exec is required: otherwise another task may keep the page mapped after exec.
 *
 * Return: 0, and cp_pmu_user_leave() must follow when the event ends; or a negative errno
 */
int cp_pmu_user_admit(struct cp_pmu *cp, struct perf_event *event, const char **why)
{
	bool reader = event->attr.config1 & CP_PMU_CONFIG1_USER_READ, fits;

	if (reader && !cp->hw.desc->ops->open_user)
		return cp_refuse(why, -EOPNOTSUPP, "user_read is not supported on this core");
	if (!user_read) {
		if (!reader)
			return 0;
		return cp_refuse(why, -EPERM,
				 "user_read is off: see module parameter");
	}
	if (reader && !perfmon_capable())
		return cp_refuse(why, -EACCES, "user_read needs CAP_PERFMON");
	if (reader && (event->hw.target != current || is_sampling_event(event) ||
		       event->attr.inherit || !event->attr.remove_on_exec))
		return cp_refuse(why, -EINVAL,
				 "user_read needs a counting event of the caller, remove_on_exec, no inherit");
	if (reader) {
		fits = atomic_inc_unless_negative(&cp->user.readers);
		event->hw.flags |= PERF_EVENT_FLAG_USER_READ_CNT;
	} else if (event->hw.target) {
		fits = !cp_pmu_user_intrudes(cp, event);
	} else {
		fits = atomic_dec_unless_positive(&cp->user.readers);
	}
	if (!fits)
		return cp_refuse(why, -EBUSY,
				 "user_read excludes CPU-wide events and those opened for other tasks");
	return 0;
}

void cp_pmu_user_leave(struct perf_event *event)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);

	if (event->hw.flags & PERF_EVENT_FLAG_USER_READ_CNT)
		atomic_dec(&cp->user.readers);
	else if (user_read && !event->hw.target)
		atomic_inc(&cp->user.readers);
}

/*
 * Return: the context of the events on the counters if its task may have access, or NULL.
 * Look at all events of the context, also at those without a counter: multiplexing must not
 * end the access.
 */
static struct perf_event_context *cp_pmu_user_context(struct cp_pmu *cp)
{
	struct perf_event_context *ctx;
	struct perf_event *event;
	u32 others = cp->used;
	bool mapped = false;

	/*
	 * Events that perf has throttled keep the access: the program may be about to read. They
	 * do not begin it: an interrupt may still be enabled, and without an active event no
	 * start of the monitor follows, which would disable it.
	 */
	if (!(cp->hw.open ? cp->used : cp->active) || cp->phase == CP_PMU_DOWN)
		return NULL;
	ctx = cp->events[__ffs(others)]->ctx;
	if (!ctx->nr_user)
		return NULL;
	list_for_each_entry(event, &ctx->event_list, event_entry) {
		if (event->pmu != &cp->pmu)
			continue;
		if (event->owner != ctx->task || cp_pmu_sampler(event))
			return NULL;
		mapped |= *cp_pmu_user_mappings(event);
		if (event->hw.idx >= 0)
			others &= ~BIT(event->hw.idx);
	}
	return mapped && !others ? ctx : NULL;
}

/*
 * perf writes a page in a task, with preemption disabled and interrupts enabled. So an
 * interrupt of kernel code may find a page half written.
 */
static bool cp_pmu_user_pages_complete(void)
{
	struct pt_regs *regs = get_irq_regs();

	return regs ? user_mode(regs) : in_task();
}

/**
 * cp_pmu_user_refresh() - update the mapped pages of the events on the counters
 * @cp: the PMU, with the monitor stopped
 *
 * A program sign-extends the counter's 32 bits. So a positive value must not reach 2^31 before
 * the guard's next refresh, 500 ms later. A counter that has reached 2^29 is set to 0, and so
 * is a negative one: Cortex-A8's CCNT should not overflow. All are read before: a counter
 * whose event had no page so far may have any value. A tracer that reads the event while perf
 * writes the page then adds nothing to the count.
 *
 * If perf is writing the page of an event that was not on a counter, it stores an offset from
 * which nothing is subtracted. If the event has a counter now, this is set to 0, too.
 */
void cp_pmu_user_refresh(struct cp_pmu *cp)
{
	bool complete = cp_pmu_user_pages_complete();
	struct cp_pmu_hw *hw = &cp->hw;
	unsigned int idx;

	cp->user.updating &= !complete;
	for (idx = 0; idx <= hw->desc->num_event_counters; idx++) {
		if (!cp->events[idx] || !*cp_pmu_user_mappings(cp->events[idx]))
			continue;
		if (cp->active & BIT(idx))
			cp_pmu_event_update(cp, cp->events[idx]);
		if (!complete || hw->value[idx] >= BIT(29))
			cp_hw_write_counter(hw, idx, 0);
		perf_event_update_userpage(cp->events[idx]);
	}
	/* User mode can write all counters after the start. a8_start() needs the value of CCNT. */
	if (hw->open)
		hw->known &= cp->active;
}

/*
 * Open or close the monitor for the events on the counters, with the monitor stopped and
 * interrupts disabled.
 */
static void cp_pmu_user_schedule(struct cp_pmu *cp)
{
	struct perf_event_context *ctx = cp_pmu_user_context(cp);
	bool was_open = cp->hw.open;

	if (was_open && !ctx)
		cp_hw_close_user(&cp->hw);
	if (ctx && !was_open)
		cp_hw_open_user(&cp->hw);
	/* With no events on the counters, the same task may come back next. */
	if (cp->used && cp->user.ctx && cp->user.ctx != ctx)
		cp_hw_restore(&cp->hw);
	if (cp->used)
		cp->user.ctx = ctx;
	if (ctx || was_open)
		cp_pmu_user_refresh(cp);
}

/**
 * cp_pmu_user_enable() - before a start of the monitor by perf, also if no event is active
 * @cp: the PMU
 */
void cp_pmu_user_enable(struct cp_pmu *cp)
{
	if (unlikely(cp->user.mapped))
		cp_pmu_user_schedule(cp);
}

/**
 * cp_pmu_user_map() - a program has mapped or unmapped an event
 * @event: the event
 * @change: 1 or -1
 *
 * Called with the monitor stopped and interrupts disabled.
 */
void cp_pmu_user_map(struct perf_event *event, int change)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);

	if (!(event->hw.flags & PERF_EVENT_FLAG_USER_READ_CNT))
		return;
	*cp_pmu_user_mappings(event) += change;
	cp->user.mapped += change;
	/* Without a mapping, the context may be freed. */
	cp_hw_restore(&cp->hw);
	cp->user.ctx = NULL;
	cp_pmu_user_schedule(cp);
}

/**
 * cp_pmu_user_event_idx() - pmu::event_idx
 * @event: the event
 *
 * Return: the number of the counter that user mode can read, plus 1, or 0. perf then subtracts
 * cp_pmu_user_offset() from the offset in the page.
 */
int cp_pmu_user_event_idx(struct perf_event *event)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);

	/*
	 * With interrupts enabled, the count could change before perf subtracts. Nor may an
	 * interrupt set an index meanwhile: perf then stores an offset for no counter.
	 */
	if (!irqs_disabled())
		cp->user.updating = true;
	if (!cp->hw.open || !*cp_pmu_user_mappings(event) || event->hw.state ||
	    cp->user.updating)
		return 0;
	local64_set(cp_pmu_user_offset(event), (s32)cp->hw.value[event->hw.idx]);
	return event->hw.idx + 1;
}

/**
 * cp_pmu_user_permitted() - true if the administrator permits user mode access
 * @cp: the PMU
 */
bool cp_pmu_user_permitted(struct cp_pmu *cp)
{
	return user_read && cp->hw.desc->ops->open_user;
}
