/* SPDX-License-Identifier: GPL-2.0 */
#ifndef __CP_PMU_COMPAT_TRACE_EVENTS_POWER_H__
#define __CP_PMU_COMPAT_TRACE_EVENTS_POWER_H__

#include_next <trace/events/power.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 3, 0) && defined(CONFIG_TRACEPOINTS)
#include <linux/interrupt.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

/*
 * Up to 6.2, the interrupt that ends an idle time is handled before the tracepoint cpu_idle
 * says so. So call the probe of cpu_idle in each interrupt, too. A module has to find the
 * tracepoint irq_handler_entry: it is not exported.
 */
typedef void (*cp_pmu_compat_idle_t)(void *data, unsigned int state, unsigned int cpu);

static cp_pmu_compat_idle_t cp_pmu_compat_idle_probe __maybe_unused;

static void __maybe_unused cp_pmu_compat_irq_entry(void *data, int irq, struct irqaction *action)
{
	cp_pmu_compat_idle_probe(data, PWR_EVENT_EXIT, 0);
}

static void __maybe_unused cp_pmu_compat_find_irq_entry(struct tracepoint *tp, void *found)
{
	if (!strcmp(tp->name, "irq_handler_entry"))
		*(struct tracepoint **)found = tp;
}

static noinline struct tracepoint *__maybe_unused cp_pmu_compat_irq_tracepoint(void)
{
	struct tracepoint *tp = NULL;

	for_each_kernel_tracepoint(cp_pmu_compat_find_irq_entry, &tp);
	return tp;
}

static int __maybe_unused cp_pmu_compat_watch_idle(cp_pmu_compat_idle_t probe, void *data)
{
	struct tracepoint *tp = cp_pmu_compat_irq_tracepoint();
	int err = register_trace_cpu_idle(probe, data);

	cp_pmu_compat_idle_probe = probe;
	if (!err && tp) {
		err = tracepoint_probe_register(tp, cp_pmu_compat_irq_entry, data);
		if (err)
			unregister_trace_cpu_idle(probe, data);
	}
	return err;
}

static void __maybe_unused cp_pmu_compat_unwatch_idle(cp_pmu_compat_idle_t probe, void *data)
{
	struct tracepoint *tp = cp_pmu_compat_irq_tracepoint();

	unregister_trace_cpu_idle(probe, data);
	if (tp)
		tracepoint_probe_unregister(tp, cp_pmu_compat_irq_entry, data);
}

#define register_trace_cpu_idle		cp_pmu_compat_watch_idle
#define unregister_trace_cpu_idle	cp_pmu_compat_unwatch_idle
#endif

#endif
