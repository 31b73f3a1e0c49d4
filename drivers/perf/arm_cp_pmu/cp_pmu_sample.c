// SPDX-License-Identifier: GPL-2.0
/*
 * The delivery of samples: the only place that reaches perf_event_overflow(),
 * perf_event_account_interrupt() and perf_sample_event_took().
 *
 * The kernel does not export these functions. The built-in driver calls them directly.
 * The module looks up their addresses once, at load, by a kprobe without a handler. In a
 * kernel without KPROBES it finds none. LD_DEAD_CODE_DATA_ELIMINATION removes functions that
 * nobody but the module calls. Without
 *
 *   perf_event_overflow()           the PMU only counts,
 *   perf_event_account_interrupt()  no sample can be dropped: events that drop are refused,
 *   perf_sample_event_took()        perf does not limit the share of time that samples take,
 *   in_sched_functions()            a sample at the end of a task's turn does not show the
 *                                   scheduler, but the system call or the thread's function.
 *
 * The driver logs the first two.
 */

#include <linux/device.h>
#include <linux/kprobes.h>
#include <linux/minmax.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/sched/debug.h>

#include <asm/irq_regs.h>

#include "cp_pmu.h"

#ifndef MODULE

#define cp_pmu_overflow_fn	perf_event_overflow
#define cp_pmu_account_fn	perf_event_account_interrupt
#define cp_pmu_took_fn		perf_sample_event_took

static void cp_pmu_resolve(void)
{
	cp_pmu_place_init(in_sched_functions);
}

#else

static int (*cp_pmu_overflow_fn)(struct perf_event *event,
				 struct perf_sample_data *data,
				 struct pt_regs *regs);
static int (*cp_pmu_account_fn)(struct perf_event *event);
static void (*cp_pmu_took_fn)(u64 ns);

static noinline void *cp_pmu_lookup(const char *name)
{
#ifdef CONFIG_KPROBES
	struct kprobe kp = { .symbol_name = name };
	unsigned long addr;

	if (register_kprobe(&kp))
		return NULL;
	addr = (unsigned long)kp.addr;
	unregister_kprobe(&kp);
	/* A kprobe's address names the instruction; a call needs the Thumb bit. */
	if (IS_ENABLED(CONFIG_THUMB2_KERNEL))
		addr |= 1;
	return (void *)addr;
#else
	return NULL;
#endif
}

static void cp_pmu_resolve(void)
{
	cp_pmu_overflow_fn = cp_pmu_lookup("perf_event_overflow");
	cp_pmu_account_fn = cp_pmu_lookup("perf_event_account_interrupt");
	cp_pmu_took_fn = cp_pmu_lookup("perf_sample_event_took");
	cp_pmu_place_init(cp_pmu_lookup("in_sched_functions"));
}

#endif

/* The address of a function that is called directly is never NULL. */
static bool cp_pmu_found(const void *function)
{
	return function;
}

/**
 * cp_pmu_sample_init() - look up the functions that deliver samples
 * @dev: for the log lines if they are not found
 *
 * Process context, before the PMU is registered.
 *
 * Return: true if samples can be delivered.
 */
bool cp_pmu_sample_init(struct device *dev)
{
	cp_pmu_resolve();
	if (!cp_pmu_found(cp_pmu_overflow_fn)) {
		dev_warn(dev, "perf_event_overflow() not found (no CONFIG_KPROBES?): counting only, no sampling\n");
		return false;
	}
	if (!cp_pmu_sample_can_drop())
		dev_warn(dev, "perf_event_account_interrupt() not found: no sampling of one mode\n");
	return true;
}

/**
 * cp_pmu_sample_can_drop() - true if samples of an excluded mode can be dropped
 */
bool cp_pmu_sample_can_drop(void)
{
	return cp_pmu_found(cp_pmu_account_fn);
}

/*
 * If the count of an event that drops samples is not as the driver has left it, the program
 * has reset it. What was counted up to the last read or stop is no longer in it. With
 * inherit_stat, perf also exchanges the counts of the threads that it switches: then no change
 * means a reset.
 *
 * noinline: two callers.
 */
static noinline void cp_pmu_sample_notice_reset(struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);
	u64 count = local64_read(&event->count);

	if (count == sampler->credited)
		return;
	sampler->credited = count;
	if (!event->attr.inherit_stat)
		sampler->before_reset = sampler->at_read;
}

/* The samples of an inherited event go to the buffer of its parent. */
static bool cp_pmu_sample_has_buffer(struct perf_event *event)
{
	return READ_ONCE((event->parent ?: event)->rb);
}

/**
 * cp_pmu_sample_may_reset() - the event is read or stopped
 * @event: an event that drops samples, and is up to date
 *
 * A read is also the first half of PERF_EVENT_IOC_RESET, which then sets the count to 0. perf
 * does not tell the driver of a reset of a stopped event. If the count is 0 already, a reset
 * cannot be noticed. Without a buffer, there are no samples that the count could be compared
 * with: assume a reset.
 */
void cp_pmu_sample_may_reset(struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);

	cp_pmu_sample_notice_reset(event);
	sampler->at_read = sampler->since;
	if (!sampler->credited && !event->attr.inherit_stat && !cp_pmu_sample_has_buffer(event))
		sampler->before_reset = sampler->since;
}

/* Add a delivered sample to the count, without what was counted before a reset. */
static void cp_pmu_sample_credit(struct perf_event *event, u64 weight)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);

	cp_pmu_sample_notice_reset(event);
	weight -= min(weight, sampler->before_reset);
	local64_add(weight, &event->count);
	event->hw.freq_count_stamp += weight;
	sampler->credited += weight;
}

static bool cp_pmu_sample_is_dropped(struct perf_event *event, struct pt_regs *regs)
{
	const struct perf_event_attr *attr = &event->attr;

	if (attr->exclude_idle && is_idle_task(current))
		return true;
	if (!user_mode(regs))
		return attr->exclude_kernel;
	return attr->exclude_user || (attr->exclude_kernel && cp_pmu_place_is_return(regs));
}

static void cp_pmu_sample_at(struct perf_event *event, u64 weight, struct pt_regs *regs)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);
	struct perf_sample_data *data = &to_cp_pmu(event->pmu)->data;
	bool dropped = false;
	int throttled;

	if (unlikely(sampler->drops)) {
		dropped = cp_pmu_sample_is_dropped(event, regs);
		if (!dropped)
			cp_pmu_sample_credit(event, weight);
		sampler->at_read -= min(weight, sampler->at_read);
		sampler->before_reset -= min(weight, sampler->before_reset);
	}
	event->hw.last_period = weight;
	sampler->owes_sample = false;
	sampler->since -= weight;
	if (dropped) {
		/* perf still throttles the event and adjusts its period. */
		throttled = cp_pmu_account_fn(event);
	} else {
		perf_sample_data_init(data, 0, weight);
		throttled = cp_pmu_overflow_fn(event, data, regs);
	}
	if (throttled)
		event->pmu->stop(event, 0);
}

/* noinline: else some kernels would zero @here at each interrupt, too. */
static noinline void cp_pmu_sample_here(struct perf_event *event, u64 weight)
{
	struct pt_regs here = {};

	cp_pmu_place(&here, 0);
	cp_pmu_sample_at(event, weight, &here);
}

/**
 * cp_pmu_sample() - deliver one sample
 * @event: the event, with everything counted so far in it
 * @weight: the period of the sample: of the events since the previous one those that belong to
 *	the code that runs now; not 0
 * @regs: the registers at the event; NULL: those of the interrupted code if this is
 *	an interrupt handler, else those of the code that has called perf (cp_pmu_place())
 *
 * The weights add up to the count, without what waits for the next sample. If the event
 * excludes the mode of @regs, or the idle task, the sample is dropped, and its events are not
 * in the count.
 *
 * Called with interrupts disabled and the monitor stopped. perf may adjust the period
 * or stop the event. Older kernels ask the driver to stop it, by the return value;
 * newer ones have stopped it already, and a second stop does nothing.
 */
void cp_pmu_sample(struct perf_event *event, u64 weight, struct pt_regs *regs)
{
	if (!regs)
		regs = get_irq_regs();
	if (regs)
		cp_pmu_sample_at(event, weight, regs);
	else
		cp_pmu_sample_here(event, weight);
}

/**
 * cp_pmu_sample_took() - tell perf how long the handling of an overflow took
 * @ns: how long, ns
 *
 * perf limits the share of the CPU's time that samples take
 * (kernel.perf_cpu_time_max_percent). It expects one call for all samples of a handler.
 */
void cp_pmu_sample_took(u64 ns)
{
	if (cp_pmu_found(cp_pmu_took_fn))
		cp_pmu_took_fn(ns);
}

/**
 * cp_pmu_sampled() - the timer's samples have been looked for
 * @cp: the PMU
 * @begin: when that began, ns of ktime_get_mono_fast_ns()
 * @any: samples have been taken
 *
 * A sample can take longer than the time to the next check, and so can perf's irq_work. So the
 * sampler's clock leaves this time out, and the program gets its time between two checks.
 * Otherwise the sampler would expire before its handler returns, again and again, and the
 * kernel would let all timers wait (hang_detected in kernel/time/hrtimer.c). In idle time, the
 * clock stands still.
 */
void cp_pmu_sampled(struct cp_pmu *cp, u64 begin, bool any)
{
	u64 ns = ktime_get_mono_fast_ns() - begin;

	if (!cp->idle_since)
		cp->left_out += ns;
	if (any)
		cp_pmu_sample_took(ns);
}
