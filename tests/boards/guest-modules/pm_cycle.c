// SPDX-License-Identifier: GPL-2.0
/*
 * Take the CPU through a power state like an idle driver: write "MODE LOOPS" to the
 * parameter "cycle".
 *
 *   retain   the registers of the performance monitor keep their values
 *   lose     the registers are reset; with the model's property garbage-at-reset they
 *            hold garbage
 *   refuse   another subsystem refuses the state at the last moment
 *   keep     the CPU keeps its power, and no notification follows, as on OMAP3
 *
 * The module executes LOOPS of two instructions before the CPU goes down. Interrupts are
 * disabled, so an overflow may be pending. It executes as many loops while the CPU is
 * down, and the driver must not count them, but if the CPU keeps its power.
 *
 * Writing anything to "shutdown" shuts down the driver's device, as reboot and kexec do
 * before the last idle states.
 */

#include <linux/cpu_pm.h>
#include <linux/device.h>
#include <linux/device/driver.h>
#include <linux/errno.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/platform_device.h>
#include <linux/string.h>

static bool refuse;

/* Called after the driver's notifier (priority 0), which then sees CPU_PM_ENTER_FAILED. */
static int pm_cycle_notify(struct notifier_block *nb, unsigned long action, void *data)
{
	return action == CPU_PM_ENTER && refuse ? NOTIFY_BAD : NOTIFY_OK;
}

static struct notifier_block pm_cycle_nb = {
	.notifier_call = pm_cycle_notify,
	.priority = -1,
};

static void spin(unsigned int loops)
{
	asm volatile("1: subs %0, %0, #1\n\t"
		     "bne 1b" : "+r" (loops) : : "cc");
}

/* The test port of the model, see tests/qemu/README */
static void lose_state(void)
{
	asm volatile("mcr p15, 0, %0, c15, c15, 5" : : "r" (1));
}

static int pm_cycle_set(const char *text, const struct kernel_param *param)
{
	unsigned int loops;
	unsigned long flags;
	char mode[8];
	int ret;

	if (sscanf(text, "%7s %u", mode, &loops) != 2 || !loops)
		return -EINVAL;

	local_irq_save(flags);
	refuse = !strcmp(mode, "refuse");
	spin(loops);
	ret = cpu_pm_enter();
	if (!ret) {
		spin(loops);
		if (!strcmp(mode, "lose"))
			lose_state();
		if (strcmp(mode, "keep"))
			ret = cpu_pm_exit();
	} else if (refuse) {
		ret = 0;
	}
	local_irq_restore(flags);
	return ret;
}

static const struct kernel_param_ops pm_cycle_ops = {
	.set = pm_cycle_set,
};
module_param_cb(cycle, &pm_cycle_ops, NULL, 0200);

static int shut_down(struct device *dev, void *data)
{
	device_lock(dev);
	dev->bus->shutdown(dev);
	device_unlock(dev);
	return 0;
}

static int pm_shutdown_set(const char *text, const struct kernel_param *param)
{
	struct device_driver *driver = driver_find("arm-cp-pmu", &platform_bus_type);

	return driver ? driver_for_each_device(driver, NULL, NULL, shut_down) : -ENODEV;
}

static const struct kernel_param_ops pm_shutdown_ops = {
	.set = pm_shutdown_set,
};
module_param_cb(shutdown, &pm_shutdown_ops, NULL, 0200);

static int __init pm_cycle_init(void)
{
	return cpu_pm_register_notifier(&pm_cycle_nb);
}
module_init(pm_cycle_init);

static void __exit pm_cycle_exit(void)
{
	cpu_pm_unregister_notifier(&pm_cycle_nb);
}
module_exit(pm_cycle_exit);

MODULE_DESCRIPTION("CPU power states on request, for tests");
MODULE_LICENSE("GPL");
