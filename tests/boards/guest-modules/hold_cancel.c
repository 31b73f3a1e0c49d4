// SPDX-License-Identifier: GPL-2.0
/*
 * Hold a task just before it cancels a timer of the driver, as if it had been preempted
 * there. Write 1 to the parameter "hold": the next task that cancels such a timer waits
 * until 0 is written. "held" is the number of tasks that have waited.
 */

#include <linux/completion.h>
#include <linux/hrtimer.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/kstrtox.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/string.h>

static bool armed;
static unsigned int held;
module_param(held, uint, 0444);
static DECLARE_COMPLETION(released);

/* Runs instead of hrtimer_cancel(). */
static int hold_cancel(struct hrtimer *timer)
{
	held++;
	wait_for_completion(&released);
	return hrtimer_cancel(timer);
}

/* The symbol of the timer's function ends with the module's name in brackets. */
static bool is_drivers(struct hrtimer *timer)
{
	char name[KSYM_SYMBOL_LEN];

	sprint_symbol_no_offset(name, (unsigned long)ACCESS_PRIVATE(timer, function));
	return strstr(name, "[arm_cp_pmu]");
}

static int hold_cancel_pre(struct kprobe *kp, struct pt_regs *regs)
{
	if (!armed || !is_drivers((struct hrtimer *)regs->ARM_r0))
		return 0;
	armed = false;
	regs->ARM_pc = (unsigned long)hold_cancel;
	return 1;
}

/*
 * An optimised kprobe ignores the new PC. A kprobe with a post handler is not optimised.
 */
static void hold_cancel_post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
}

static struct kprobe hold_cancel_kp = {
	.symbol_name = "hrtimer_cancel",
	.pre_handler = hold_cancel_pre,
	.post_handler = hold_cancel_post,
};

static int hold_set(const char *text, const struct kernel_param *param)
{
	bool hold;
	int ret = kstrtobool(text, &hold);

	if (ret)
		return ret;
	if (hold)
		reinit_completion(&released);
	else
		complete_all(&released);
	armed = hold;
	return 0;
}

static const struct kernel_param_ops hold_ops = {
	.set = hold_set,
};
module_param_cb(hold, &hold_ops, NULL, 0200);

static int __init hold_cancel_init(void)
{
	return register_kprobe(&hold_cancel_kp);
}
module_init(hold_cancel_init);

static void __exit hold_cancel_exit(void)
{
	unregister_kprobe(&hold_cancel_kp);
}
module_exit(hold_cancel_exit);

MODULE_DESCRIPTION("Hold a task before it cancels a timer, for tests");
MODULE_LICENSE("GPL");
