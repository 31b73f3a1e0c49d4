// SPDX-License-Identifier: GPL-2.0
/*
 * Read an event as tracers do: call pmu->read() and take event->count, outside of perf's own
 * locks. A probe of a tracepoint runs with preemption disabled and interrupts as they are.
 *
 * Write "TYPE CONFIG READS US" to the parameter "reads": the module creates an event on CPU 0
 * and reads it READS times with interrupts enabled. With US above 0 a timer reads the same
 * event each US microseconds, in its interrupt.
 *
 * The parameter then reads "COUNT WRONG TIMED": the last value; how many of the values were
 * below the one before, or above it by 2^31 or more; and the reads of the timer.
 */

#include <linux/err.h>
#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/perf_event.h>
#include <linux/preempt.h>
#include <linux/sched.h>

static struct perf_event *event;
static struct hrtimer timer;
static unsigned int us;
static u64 last;
static unsigned int wrong, timed;

static void ignore(struct perf_event *overflowed, struct perf_sample_data *data,
		   struct pt_regs *regs)
{
}

static enum hrtimer_restart read_in_interrupt(struct hrtimer *expired)
{
	event->pmu->read(event);
	timed++;
	hrtimer_forward_now(expired, ns_to_ktime(us * NSEC_PER_USEC));
	return HRTIMER_RESTART;
}

static void read_once(void)
{
	u64 count;

	preempt_disable();
	event->pmu->read(event);
	count = local64_read(&event->count);
	preempt_enable();
	if (count - last >= BIT_ULL(31))
		wrong++;
	last = count;
}

static int reads_set(const char *text, const struct kernel_param *param)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.pinned = 1,
	};
	unsigned int reads;
	u64 config;

	if (sscanf(text, "%u %lli %u %u", &attr.type, &config, &reads, &us) != 4)
		return -EINVAL;
	attr.config = config;
	last = 0;
	wrong = 0;
	timed = 0;
	event = perf_event_create_kernel_counter(&attr, 0, NULL, ignore, NULL);
	if (IS_ERR(event))
		return PTR_ERR(event);
	if (us)
		hrtimer_start(&timer, ns_to_ktime(us * NSEC_PER_USEC),
			      HRTIMER_MODE_REL_PINNED_HARD);
	for (; reads; reads--) {
		read_once();
		cond_resched();
	}
	hrtimer_cancel(&timer);
	perf_event_release_kernel(event);
	return 0;
}

static int reads_get(char *text, const struct kernel_param *param)
{
	return sysfs_emit(text, "%llu %u %u\n", last, wrong, timed);
}

static const struct kernel_param_ops reads_ops = {
	.set = reads_set,
	.get = reads_get,
};
module_param_cb(reads, &reads_ops, NULL, 0600);

static int __init tracer_reads_init(void)
{
	hrtimer_setup(&timer, read_in_interrupt, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	return 0;
}
module_init(tracer_reads_init);

static void __exit tracer_reads_exit(void)
{
}
module_exit(tracer_reads_exit);

MODULE_DESCRIPTION("Read an event as tracers do, for tests");
MODULE_LICENSE("GPL");
