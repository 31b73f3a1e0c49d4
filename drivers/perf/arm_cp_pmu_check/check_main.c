// SPDX-License-Identifier: GPL-2.0
/*
 * A check of the performance monitor, for the command arm-cp-pmu-check.
 *
 * The module makes the file /proc/arm_cp_pmu_check. Write the name of a group of checks
 * to it: the write returns when the group has ended. Then read the results, one line
 * each, with tabs between the fields:
 *
 *   VERDICT NAME DETAIL
 *
 * VERDICT is pass, fail, skip, differ or note. "differ" is a monitor that is not as
 * assumed, and the driver works with it. "note" is information. The file is in /proc,
 * because debugfs is not mounted or locked down on some systems.
 *
 * Nothing runs outside of a write. A watchdog ends a group after 20 seconds. Interrupts
 * are never disabled for more than a millisecond at a time.
 */

#include <linux/capability.h>
#include <linux/hrtimer.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/sizes.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include <asm/cputype.h>

#include "check.h"

#define RESULTS_SIZE	SZ_64K

/*
 * The number of "instruction executed" is from the manual's table. The number of cycles is
 * the one that tools use for CCNT. On ARM11 it is in the manual's table, too.
 */
static const struct check_core cores[] = {
	{
		.name = "ARM1136",
		.midr = 0x4100b360,
		.midr_mask = 0xff00fff0,
		.family = FAMILY_ARM11,
		.ccnt = 2,
		.instructions = 0x07,
		.cycles_config = 0xff,
		.user_open = true,
		.events = { check_events_arm11, check_events_arm1136 },
	}, {
		.name = "ARM1156",
		.midr = 0x4100b560,
		.midr_mask = 0xff00fff0,
		.family = FAMILY_ARM11,
		.ccnt = 2,
		.instructions = 0x07,
		.cycles_config = 0xff,
		.user_open = true,
		.events = { check_events_arm11, check_events_arm1156 },
	}, {
		.name = "ARM1176",
		.midr = 0x4100b760,
		.midr_mask = 0xff00fff0,
		.family = FAMILY_ARM11,
		.ccnt = 2,
		.instructions = 0x07,
		.cycles_config = 0xff,
		.events = { check_events_arm11, check_events_arm1176 },
	}, {
		.name = "Cortex-A8",
		.midr = 0x4100c080,
		.midr_mask = 0xff00fff0,
		.family = FAMILY_A8,
		.ccnt = 4,
		.instructions = 0x08,
		.cycles_config = 0xff,
		.events = { check_events_a8 },
	}, {
		.name = "PXA250",
		.midr = 0x69052000,
		.midr_mask = 0xff0fe000,
		.family = FAMILY_XSCALE,
		.ccnt = 2,
		.instructions = 0x07,
		.cycles_config = 0xfe,
		.events = { check_events_xscale },
	},
};

/* The core that this runs on; set at load and constant afterwards */
const struct check_core *core;

/* perf's type of the PMU: /sys/bus/event_source/devices/NAME/type */
unsigned int perf_type;
module_param_named(type, perf_type, uint, 0444);

/* After this time in ms a group ends. */
static unsigned int watchdog_ms = 20000;
module_param(watchdog_ms, uint, 0444);

/* Protects the results. A group runs with it held. */
static DEFINE_MUTEX(mutex);
static char *results;
static size_t used;
static struct hrtimer watchdog;
static bool stopped;

__printf(3, 0)
static void result(const char *verdict, const char *name, const char *format, va_list args)
{
	used += scnprintf(results + used, RESULTS_SIZE - used, "%s\t%s\t", verdict, name);
	used += vscnprintf(results + used, RESULTS_SIZE - used, format, args);
	used += scnprintf(results + used, RESULTS_SIZE - used, "\n");
}

#define RESULT_FUNCTION(verdict)					\
void check_##verdict(const char *name, const char *format, ...)	\
{									\
	va_list args;							\
									\
	va_start(args, format);						\
	result(#verdict, name, format, args);				\
	va_end(args);							\
}

RESULT_FUNCTION(pass)
RESULT_FUNCTION(fail)
RESULT_FUNCTION(skip)
RESULT_FUNCTION(differ)
RESULT_FUNCTION(note)

bool check_stopped(void)
{
	return READ_ONCE(stopped);
}

static enum hrtimer_restart watchdog_fired(struct hrtimer *timer)
{
	WRITE_ONCE(stopped, true);
	return HRTIMER_NORESTART;
}

static void check_core_is(void)
{
	check_note("the core", "%s, MIDR %#010x", core->name, read_cpuid_id());
}

static void check_bounds(void)
{
	static const char name[] = "interrupts were disabled for less than a millisecond";
	u64 longest = regs_longest_ns();

	if (longest < NSEC_PER_MSEC)
		check_pass(name, "%llu ns at most", longest);
	else
		check_fail(name, "%llu ns", longest);
}

static const struct {
	const char *name;
	void (*run)(void);
} groups[] = {
	{ "core", check_core_is },
	{ "counters", check_counters },
	{ "manual", check_manual },
	{ "board", check_board },
	{ "line", check_line },
	{ "lateness-irq", check_lateness_irq },
	{ "lateness-timer", check_lateness_timer },
	{ "cost", check_cost },
	{ "events", check_events },
	{ "idle", check_idle },
	{ "bounds", check_bounds },
	{ "ccnt", check_ccnt },
};

static void run_group(unsigned int i)
{
	mutex_lock(&mutex);
	used = 0;
	WRITE_ONCE(stopped, false);
	hrtimer_start(&watchdog, ms_to_ktime(watchdog_ms), HRTIMER_MODE_REL);
	groups[i].run();
	hrtimer_cancel(&watchdog);
	if (check_stopped())
		check_fail(groups[i].name, "the watchdog ended this group after %u ms",
			   watchdog_ms);
	mutex_unlock(&mutex);
}

static ssize_t check_write(struct file *file, const char __user *text, size_t size, loff_t *pos)
{
	char name[16] = "";
	unsigned int i;

	if (size >= sizeof(name))
		return -EINVAL;
	if (copy_from_user(name, text, size))
		return -EFAULT;
	for (i = 0; i < ARRAY_SIZE(groups); i++) {
		if (!strcmp(strim(name), groups[i].name)) {
			run_group(i);
			return size;
		}
	}
	return -EINVAL;
}

static int check_show(struct seq_file *m, void *v)
{
	mutex_lock(&mutex);
	seq_write(m, results, used);
	mutex_unlock(&mutex);
	return 0;
}

/*
 * Root of a container may see /proc. An open file marks a check that runs: the module
 * cannot be removed then.
 */
static int check_open(struct inode *inode, struct file *file)
{
	int ret;

	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	if (!try_module_get(THIS_MODULE))
		return -ENODEV;
	ret = single_open_size(file, check_show, NULL, RESULTS_SIZE);
	if (ret)
		module_put(THIS_MODULE);
	return ret;
}

/* remove_proc_entry() waits for the end of this function. */
static int check_release(struct inode *inode, struct file *file)
{
	int ret = single_release(inode, file);

	module_put(THIS_MODULE);
	return ret;
}

static const struct proc_ops check_ops = {
	.proc_open	= check_open,
	.proc_read	= seq_read,
	.proc_lseek	= seq_lseek,
	.proc_release	= check_release,
	.proc_write	= check_write,
};

static int __init check_init(void)
{
	u32 midr = read_cpuid_id();
	int ret;

	for (core = cores; (midr & core->midr_mask) != core->midr; core++)
		if (core == &cores[ARRAY_SIZE(cores) - 1])
			return -ENODEV;
	results = vmalloc(RESULTS_SIZE);
	if (!results)
		return -ENOMEM;
	hrtimer_setup(&watchdog, watchdog_fired, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
	ret = work_init();
	if (!ret && !proc_create("arm_cp_pmu_check", 0600, NULL, &check_ops)) {
		work_exit();
		ret = -ENOMEM;
	}
	if (ret)
		vfree(results);
	return ret;
}
module_init(check_init);

static void __exit check_exit(void)
{
	remove_proc_entry("arm_cp_pmu_check", NULL);
	work_exit();
	vfree(results);
}
module_exit(check_exit);

MODULE_DESCRIPTION("Check of the performance monitors of ARM11, Cortex-A8 and PXA250");
MODULE_LICENSE("GPL");
MODULE_VERSION("0.3");
