// SPDX-License-Identifier: GPL-2.0
/*
 * The delivery of samples: the only place that reaches perf_event_overflow(),
 * perf_event_account_interrupt() and perf_sample_event_took().
 *
 * The kernel does not export these functions. The built-in driver calls them directly.
 * The module looks up their addresses once, at load, by a kprobe without a handler. If
 * the lookup fails, the PMU only counts, and the driver logs this.
 */

#include <linux/device.h>
#include <linux/kprobes.h>
#include <linux/perf_event.h>
#include <linux/timekeeping.h>

#include <asm/irq_regs.h>

#include "cp_pmu.h"

#ifndef MODULE

#define cp_pmu_overflow_fn	perf_event_overflow
#define cp_pmu_account_fn	perf_event_account_interrupt
#define cp_pmu_took_fn		perf_sample_event_took

static bool cp_pmu_resolve(void)
{
	return true;
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

static bool cp_pmu_resolve(void)
{
	if (!cp_pmu_overflow_fn)
		cp_pmu_overflow_fn = cp_pmu_lookup("perf_event_overflow");
	if (!cp_pmu_account_fn)
		cp_pmu_account_fn = cp_pmu_lookup("perf_event_account_interrupt");
	if (!cp_pmu_took_fn)
		cp_pmu_took_fn = cp_pmu_lookup("perf_sample_event_took");
	return cp_pmu_overflow_fn && cp_pmu_account_fn && cp_pmu_took_fn;
}

#endif

/**
 * cp_pmu_sample_init() - look up the functions that deliver samples
 * @dev: for the log line if they are not found
 *
 * Process context, before the PMU is registered.
 *
 * Return: true if samples can be delivered.
 */
bool cp_pmu_sample_init(struct device *dev)
{
	if (cp_pmu_resolve())
		return true;
	dev_warn(dev, "perf_event_overflow() or a like function not found (no CONFIG_KPROBES?): counting only, no sampling\n");
	return false;
}

static void cp_pmu_sample_at(struct cp_pmu *cp, struct perf_event *event, struct pt_regs *regs)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);
	struct perf_sample_data data;
	u64 since = sampler->since;
	int throttled;

	event->hw.last_period = since;
	sampler->since = 0;
	cp->sampled = true;
	if (user_mode(regs) ? event->attr.exclude_user : event->attr.exclude_kernel) {
		/* Drop the sample. perf still throttles the event and adjusts its period. */
		throttled = cp_pmu_account_fn(event);
	} else {
		if (cp_pmu_drops_samples(event)) {
			local64_add(since, &event->count);
			event->hw.freq_count_stamp += since;
		}
		perf_sample_data_init(&data, 0, since);
		throttled = cp_pmu_overflow_fn(event, &data, regs);
	}
	if (throttled)
		event->pmu->stop(event, 0);
}

/* noinline: else kernels that zero automatic variables zero @here at each interrupt, too. */
static noinline void cp_pmu_sample_here(struct cp_pmu *cp, struct perf_event *event)
{
	struct pt_regs here = {};

	perf_fetch_caller_regs(&here);
	cp_pmu_sample_at(cp, event, &here);
}

/**
 * cp_pmu_sample() - deliver one sample
 * @cp: the PMU
 * @event: the event, with everything counted so far in it
 * @regs: the registers at the event; NULL: those of the interrupted code if this is
 *	an interrupt handler, else those of the caller
 *
 * The sample's period is the number of events since the previous sample. So the periods
 * add up to the count at the last sample. If the event excludes the mode of @regs, the
 * sample is dropped, and its events are not in the count.
 *
 * Called with interrupts disabled and the monitor stopped. perf may adjust the period
 * or stop the event. Older kernels ask the driver to stop it, by the return value;
 * newer ones have stopped it already, and a second stop does nothing.
 */
void cp_pmu_sample(struct cp_pmu *cp, struct perf_event *event, struct pt_regs *regs)
{
	if (!regs)
		regs = get_irq_regs();
	if (regs)
		cp_pmu_sample_at(cp, event, regs);
	else
		cp_pmu_sample_here(cp, event);
}

/**
 * cp_pmu_sample_took() - tell perf how long the handling of an overflow took
 * @begin: when it began: ns, by ktime_get_mono_fast_ns()
 *
 * perf limits the share of the processor's time that samples take
 * (kernel.perf_cpu_time_max_percent).
 */
void cp_pmu_sample_took(u64 begin)
{
	cp_pmu_took_fn(ktime_get_mono_fast_ns() - begin);
}
