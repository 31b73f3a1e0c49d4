// SPDX-License-Identifier: GPL-2.0
/*
 * Events of the kernel itself. Write "TYPE CONFIG PERIOD" to the parameter "open": the
 * module creates an event on CPU 0, lets it run for ten milliseconds and releases it. The
 * write fails if the event cannot be created. The parameter then reads "COUNT OVERFLOWS".
 *
 * Before the event is enabled, the module stops and starts it, as Linux 6.16 does with
 * disabled members of a throttled group before b64fdd422a85 ("perf: Avoid undefined behavior
 * from stopping/starting inactive events").
 *
 * The parameter "contexts" is the number of PMUs that the CPU has a context of.
 */

#include <linux/delay.h>
#include <linux/err.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/perf_event.h>
#include <linux/version.h>

static u64 count;
static unsigned int overflows;

static void overflow(struct perf_event *event, struct perf_sample_data *data,
		     struct pt_regs *regs)
{
	overflows++;
}

static int open_set(const char *text, const struct kernel_param *param)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.pinned = 1,
		.disabled = 1,
	};
	u64 enabled, running, config, period;
	struct perf_event *event;
	u32 type;

	if (sscanf(text, "%u %lli %llu", &type, &config, &period) != 3)
		return -EINVAL;
	attr.type = type;
	attr.config = config;
	attr.sample_period = period;
	overflows = 0;
	event = perf_event_create_kernel_counter(&attr, 0, NULL, overflow, NULL);
	if (IS_ERR(event))
		return PTR_ERR(event);
	local_irq_disable();
	event->pmu->stop(event, 0);
	event->pmu->start(event, 0);
	local_irq_enable();
	perf_event_enable(event);
	mdelay(10);
	count = perf_event_read_value(event, &enabled, &running);
	perf_event_release_kernel(event);
	return 0;
}

static int open_get(char *text, const struct kernel_param *param)
{
	return sysfs_emit(text, "%llu %u\n", count, overflows);
}

static const struct kernel_param_ops open_ops = {
	.set = open_set,
	.get = open_get,
};
module_param_cb(open, &open_ops, NULL, 0600);

/* The number of PMUs that have a context in the list of CPU 0. Each switch walks this list. */
static int contexts_get(char *text, const struct kernel_param *param)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
	};
	struct perf_event *event;
	unsigned int contexts = 0;
	struct list_head *context __maybe_unused;

	event = perf_event_create_kernel_counter(&attr, 0, NULL, NULL, NULL);
	if (IS_ERR(event))
		return PTR_ERR(event);
	/* Up to Linux 6.1, there is no such list. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0)
	list_for_each(context, &event->ctx->pmu_ctx_list)
		contexts++;
#endif
	perf_event_release_kernel(event);
	return sysfs_emit(text, "%u\n", contexts);
}

static const struct kernel_param_ops contexts_ops = {
	.get = contexts_get,
};
module_param_cb(contexts, &contexts_ops, NULL, 0400);

static int __init kernel_counter_init(void)
{
	return 0;
}
module_init(kernel_counter_init);

static void __exit kernel_counter_exit(void)
{
}
module_exit(kernel_counter_exit);

MODULE_DESCRIPTION("Events of the kernel itself, for tests");
MODULE_LICENSE("GPL");
