// SPDX-License-Identifier: GPL-2.0
/*
 * The delivery of samples, the only place that reaches perf_event_overflow().
 *
 * The kernel does not export that function. Built in, it is called; as a
 * module, its address is asked for once, at load, by way of a kprobe that is
 * never hit. Where there is none, the PMU counts and says that it cannot sample.
 */

#include <linux/device.h>
#include <linux/kprobes.h>
#include <linux/perf_event.h>

#include <asm/irq_regs.h>

#include "cp_pmu.h"

#ifndef MODULE

#define cp_pmu_overflow_fn	perf_event_overflow

static bool cp_pmu_resolve(void)
{
	return true;
}

#else

static int (*cp_pmu_overflow_fn)(struct perf_event *event,
				 struct perf_sample_data *data,
				 struct pt_regs *regs);

static bool cp_pmu_resolve(void)
{
#ifdef CONFIG_KPROBES
	struct kprobe kp = { .symbol_name = "perf_event_overflow" };
	unsigned long addr;

	if (cp_pmu_overflow_fn)
		return true;
	if (register_kprobe(&kp))
		return false;
	addr = (unsigned long)kp.addr;
	unregister_kprobe(&kp);
	/* A kprobe's address names the instruction; a call needs the Thumb bit. */
	if (IS_ENABLED(CONFIG_THUMB2_KERNEL))
		addr |= 1;
	cp_pmu_overflow_fn = (void *)addr;
#endif
	return cp_pmu_overflow_fn;
}

#endif

/**
 * cp_pmu_sample_init() - find out whether samples can be delivered
 * @dev: for the one line in the log where they cannot
 *
 * Process context, before the PMU is registered.
 *
 * Return: whether they can.
 */
bool cp_pmu_sample_init(struct device *dev)
{
	if (cp_pmu_resolve())
		return true;
	dev_warn(dev, "perf_event_overflow() not found (no CONFIG_KPROBES?): counting only, no sampling\n");
	return false;
}

/**
 * cp_pmu_sample() - deliver one sample
 * @cp: the PMU
 * @event: the event, with everything counted so far in it
 * @period: events that the sample stands for
 * @regs: where the event happened, as near as is known; NULL for here, which
 *	in an interrupt handler is what it interrupted: there nPMUIRQ would
 *	have been taken at its end
 *
 * Called with interrupts disabled and the monitor stopped. perf may stop the
 * event here, or adjust its period. Up to 6.12 it asks by its answer to have the
 * event stopped, in 7.2 it has done so itself: stopping twice does no harm.
 */
void cp_pmu_sample(struct cp_pmu *cp, struct perf_event *event, u64 period,
		   struct pt_regs *regs)
{
	struct cp_pmu_sampler *sampler = event->pmu_private;
	struct perf_sample_data data;
	struct pt_regs here;

	if (!regs)
		regs = get_irq_regs();
	if (!regs) {
		here = (struct pt_regs) {};
		perf_fetch_caller_regs(&here);
		regs = &here;
	}
	sampler->since -= min(sampler->since, period);
	perf_sample_data_init(&data, 0, period);
	cp->sampling = true;
	if (cp_pmu_overflow_fn(event, &data, regs))
		event->pmu->stop(event, 0);
	cp->sampling = false;
}
