// SPDX-License-Identifier: GPL-2.0
/*
 * Let tasks run for 100 ms after the devices have been shut down, when the system
 * halts.
 */

#include <linux/delay.h>
#include <linux/module.h>
#include <linux/syscore_ops.h>

static void slow_halt(void *data)
{
	msleep(100);
}

static const struct syscore_ops slow_halt_ops = {
	.shutdown = slow_halt,
};

static struct syscore slow_halt_syscore = {
	.ops = &slow_halt_ops,
};

static int __init slow_halt_init(void)
{
	register_syscore(&slow_halt_syscore);
	return 0;
}
module_init(slow_halt_init);

static void __exit slow_halt_exit(void)
{
	unregister_syscore(&slow_halt_syscore);
}
module_exit(slow_halt_exit);

MODULE_DESCRIPTION("Delay the halt of the system, for tests");
MODULE_LICENSE("GPL");
