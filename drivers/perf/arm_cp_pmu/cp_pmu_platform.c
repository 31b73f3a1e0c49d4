// SPDX-License-Identifier: GPL-2.0
/*
 * Probe and removal: check the core and the owner, request the interrupt.
 */

#include <linux/bitfield.h>
#include <linux/cpu_pm.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/of_device.h>
#include <linux/of_platform.h>
#include <linux/perf_event.h>
#include <linux/platform_device.h>

#include <asm/cputype.h>

#include "cp_pmu.h"
#include "cp_pmu_unregister.h"

/* Main ID Register: the N of rNpM */
#define CP_PMU_MIDR_VARIANT	GENMASK(23, 20)

/* As in the Makefile: the cores that the kernel can run on */
static const struct of_device_id cp_pmu_of_match[] = {
#if defined(CONFIG_CPU_V6) || defined(CONFIG_CPU_V6K)
	{ .compatible = "arm,arm1136-pmu", .data = &cp_pmu_arm1136 },
	{ .compatible = "arm,arm1156-pmu", .data = &cp_pmu_arm1156 },
	{ .compatible = "arm,arm1176-pmu", .data = &cp_pmu_arm1176 },
#endif
#ifdef CONFIG_CPU_V7
	{ .compatible = "arm,cortex-a8-pmu", .data = &cp_pmu_cortex_a8 },
#endif
#ifdef CONFIG_CPU_XSCALE
	{ .compatible = "intel,xscale1-pmu", .data = &cp_pmu_xscale1 },
#endif
	{ }
};
MODULE_DEVICE_TABLE(of, cp_pmu_of_match);

/* Boards without a device tree; the PXA family's register this device. */
static const struct platform_device_id cp_pmu_ids[] = {
#ifdef CONFIG_CPU_XSCALE
	{ .name = "xscale-pmu", .driver_data = (kernel_ulong_t)&cp_pmu_xscale1 },
#endif
	{ }
};
MODULE_DEVICE_TABLE(platform, cp_pmu_ids);

/* The name of the core that this runs on, or its Main ID Register if it is unknown. */
static const char *cp_pmu_running_core(char *buf, size_t size)
{
	const struct of_device_id *match;
	u32 midr = read_cpuid_id();

	for (match = cp_pmu_of_match; match->data; match++) {
		const struct cp_pmu_desc *desc = match->data;

		if ((midr & desc->midr_mask) == desc->midr)
			return desc->name;
	}
	snprintf(buf, size, "MIDR %#010x", midr);
	return buf;
}

static int cp_pmu_cpu_pm(struct notifier_block *nb, unsigned long action, void *data)
{
	struct cp_pmu *cp = container_of(nb, struct cp_pmu, pm_nb);

	switch (action) {
	case CPU_PM_ENTER:
		cp_pmu_power_down(cp);
		return NOTIFY_OK;
	case CPU_PM_EXIT:
	case CPU_PM_ENTER_FAILED:
		cp_pmu_power_up(cp);
		return NOTIFY_OK;
	default:
		return NOTIFY_DONE;
	}
}

static void cp_pmu_cpu_pm_unregister(void *data)
{
	struct cp_pmu *cp = data;

	cpu_pm_unregister_notifier(&cp->pm_nb);
}

static int cp_pmu_cpu_pm_register(struct cp_pmu *cp)
{
	int ret;

	cp->pm_nb.notifier_call = cp_pmu_cpu_pm;
	ret = cpu_pm_register_notifier(&cp->pm_nb);
	if (ret)
		return ret;
	return devm_add_action_or_reset(cp->dev, cp_pmu_cpu_pm_unregister, cp);
}

/*
 * Request the interrupt and try it. Without one the timer samples; the reason is
 * logged once. The line may be asserted from the start, so it is not enabled before
 * the handler has all that it needs.
 *
 * Return: 0, or -EPROBE_DEFER.
 */
static int cp_pmu_request_irq(struct cp_pmu *cp, struct platform_device *pdev)
{
	u32 variant = FIELD_GET(CP_PMU_MIDR_VARIANT, read_cpuid_id());
	int irq, ret;

	irq = platform_get_irq_optional(pdev, 0);
	if (irq == -EPROBE_DEFER)
		return irq;
	if (irq > 0 && variant < cp->hw.desc->irq_since) {
		dev_info(cp->dev, "r%u of this core may miss overflows: sampling by timer\n",
			 variant);
		return 0;
	}
	if (irq <= 0) {
		dev_info(cp->dev, "no interrupt (%d): sampling by timer\n", irq);
		return 0;
	}

	ret = devm_request_irq(cp->dev, irq, cp_pmu_handle_irq,
			       IRQF_NOBALANCING | IRQF_NO_THREAD | IRQF_NO_SUSPEND |
			       IRQF_NO_AUTOEN,
			       cp->hw.desc->name, cp);
	if (ret) {
		dev_warn(cp->dev, "interrupt %d cannot be requested (%d): sampling by timer\n",
			 irq, ret);
		return 0;
	}
	cp->irq = irq;
	cp_pmu_irq_try(cp);
	return 0;
}

static void cp_pmu_stop_for_good(void *cp)
{
	cp_pmu_shutdown(cp);
}

static void cp_pmu_unregister(void *data)
{
	struct cp_pmu *cp = data;

	/*
	 * Newer kernels detach open events. If the PMU has an event_unmapped, they refuse
	 * instead.
	 */
	cp->pmu.event_unmapped = NULL;
	cp_pmu_unregister_pmu(&cp->pmu);
}

static int cp_pmu_probe(struct platform_device *pdev)
{
	struct device *dev = &pdev->dev;
	const struct cp_pmu_desc *desc = of_device_get_match_data(dev);
	unsigned long flags;
	struct cp_pmu *cp;
	char buf[24];
	int ret;

	if (!desc) {
		const struct platform_device_id *id = platform_get_device_id(pdev);

		if (!id)
			return -ENODEV;
		desc = (void *)id->driver_data;
	}
	if ((read_cpuid_id() & desc->midr_mask) != desc->midr) {
		dev_err(dev, "described as %s, but the processor is %s\n",
			desc->name, cp_pmu_running_core(buf, sizeof(buf)));
		return -ENODEV;
	}

	cp = devm_kzalloc(dev, sizeof(*cp), GFP_KERNEL);
	if (!cp)
		return -ENOMEM;
	cp->dev = dev;
	cp->hw.desc = desc;
	if (of_property_read_bool(dev->of_node, "arm,non-secure"))
		cp->hw.world = CP_WORLD_NONSECURE;
	else if (of_property_read_bool(dev->of_node, "secure-reg-access"))
		cp->hw.world = CP_WORLD_SECURE;
	hrtimer_setup(&cp->guard, cp_pmu_handle_guard, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_PINNED_HARD);
	hrtimer_setup(&cp->sampler, cp_pmu_handle_sampler, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_PINNED_HARD);
	hrtimer_setup(&cp->kick, cp_pmu_handle_kick, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_PINNED_HARD);
	platform_set_drvdata(pdev, cp);

	/* Firmware may have left the monitor running: stop it before the request. */
	local_irq_save(flags);
	cp_hw_reset(&cp->hw);
	local_irq_restore(flags);
	/* If this fails, the monitor is still stopped. */
	ret = devm_add_action(dev, cp_pmu_stop_for_good, cp);
	if (ret)
		return ret;
	ret = cp_pmu_request_irq(cp, pdev);
	if (ret)
		return ret;
	ret = cp_pmu_cpu_pm_register(cp);
	if (ret)
		return dev_err_probe(dev, ret, "CPU power management\n");

	cp_pmu_init(cp);
	cp->can_sample = cp_pmu_sample_init(dev);
	ret = perf_pmu_register(&cp->pmu, desc->name, -1);
	if (ret)
		return dev_err_probe(dev, ret, "registration with perf\n");
	ret = devm_add_action_or_reset(dev, cp_pmu_unregister, cp);
	if (ret)
		return ret;
	WRITE_ONCE(cp->phase, CP_PMU_READY);

	dev_info(dev, "%s: CCNT and %u event counters, overflows by %s\n", desc->name,
		 desc->num_event_counters, cp_pmu_uses_irq(cp) ? "interrupt" : "timer");
	return 0;
}

static void cp_pmu_platform_shutdown(struct platform_device *pdev)
{
	cp_pmu_shutdown(platform_get_drvdata(pdev));
}

static struct platform_driver cp_pmu_driver = {
	.driver = {
		.name = "arm-cp-pmu",
		.of_match_table = cp_pmu_of_match,
		.suppress_bind_attrs = true,
	},
	.id_table = cp_pmu_ids,
	.probe = cp_pmu_probe,
	.shutdown = cp_pmu_platform_shutdown,
};

/*
 * Two drivers on one monitor would corrupt each other's counts. If the kernel's own driver is
 * bound to the device, log how to keep it away, and return true. Drop the caller's reference
 * to the device, which may be NULL.
 */
static bool cp_pmu_report_other(struct device *dev, const struct cp_pmu_desc *desc)
{
	bool other;

	if (!dev)
		return false;
	device_lock(dev);
	other = dev->driver && dev->driver != &cp_pmu_driver.driver;
	if (other)
		pr_err("arm_cp_pmu: %s belongs to the kernel's driver %s; boot with initcall_blacklist=%s to free it\n",
		       dev_name(dev), dev->driver->name, desc->builtin_driver);
	device_unlock(dev);
	put_device(dev);
	return other;
}

static bool cp_pmu_owned_by_other(void)
{
	const struct platform_device_id *id;
	const struct of_device_id *match;
	struct device_node *np;
	bool other = false;

	for_each_matching_node_and_match(np, cp_pmu_of_match, &match) {
		struct platform_device *pdev = of_find_device_by_node(np);

		other |= cp_pmu_report_other(pdev ? &pdev->dev : NULL, match->data);
	}
	for (id = cp_pmu_ids; *id->name; id++) {
		struct device *dev = bus_find_device_by_name(&platform_bus_type, NULL, id->name);

		other |= cp_pmu_report_other(dev, (void *)id->driver_data);
	}
	return other;
}

static int __init cp_pmu_module_init(void)
{
	int ret = platform_driver_register(&cp_pmu_driver);

	if (ret)
		return ret;
	if (cp_pmu_owned_by_other()) {
		platform_driver_unregister(&cp_pmu_driver);
		return -EBUSY;
	}
	return 0;
}
module_init(cp_pmu_module_init);

static void __exit cp_pmu_module_exit(void)
{
	platform_driver_unregister(&cp_pmu_driver);
}
module_exit(cp_pmu_module_exit);

MODULE_DESCRIPTION("perf PMU driver for cores with a coprocessor performance monitor: ARM11, Cortex-A8, PXA250");
MODULE_LICENSE("GPL");
MODULE_VERSION("0.3");
