// SPDX-License-Identifier: GPL-2.0
/*
 * Suspend to RAM for boards without it. The kernel suspends completely: timekeeping
 * stops and the CPU PM notifiers run. Then the performance monitor loses its registers,
 * and the kernel resumes at once.
 */

#include <linux/module.h>
#include <linux/suspend.h>

static unsigned int sleeps;
module_param(sleeps, uint, 0444);
MODULE_PARM_DESC(sleeps, "How often the machine has slept");

/* The test port of the model, see tests/qemu/README */
static int ram_sleep_enter(suspend_state_t state)
{
	asm volatile("mcr p15, 0, %0, c15, c15, 5" : : "r" (1));
	sleeps++;
	return 0;
}

static const struct platform_suspend_ops ram_sleep_ops = {
	.valid = suspend_valid_only_mem,
	.enter = ram_sleep_enter,
};

static int __init ram_sleep_init(void)
{
	suspend_set_ops(&ram_sleep_ops);
	return 0;
}
module_init(ram_sleep_init);

static void __exit ram_sleep_exit(void)
{
	suspend_set_ops(NULL);
}
module_exit(ram_sleep_exit);

MODULE_DESCRIPTION("Suspend to RAM on boards without it, for tests");
MODULE_LICENSE("GPL");
