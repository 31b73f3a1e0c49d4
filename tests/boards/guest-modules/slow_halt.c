// SPDX-License-Identifier: GPL-2.0
/*
 * When the system halts, let the tasks go on for a while after the devices have
 * been shut down.
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

MODULE_DESCRIPTION("A system that takes its time to halt, for tests");
MODULE_LICENSE("GPL");
