// SPDX-License-Identifier: GPL-2.0
/*
 * perf PMU driver for the event counters of the L220 level 2 cache controller
 *
 * The counters do not wrap, but stay at their maximum. So a timer reads them in time. The
 * registers are in arm_l2x0_pmu.h. The cache belongs to arch/arm/mm/cache-l2x0.c.
 */

#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/irq_work.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/perf_event.h>
#include <linux/platform_device.h>

#include "arm_l2x0_pmu.h"
#include "arm_cp_pmu/cp_pmu_unregister.h"

/* A counter is restarted above 2^31. At 400 MHz the rest lasts for 5 s at least. */
#define L220_PMU_INTERVAL_NS	NSEC_PER_SEC

struct l220_pmu {
	struct pmu pmu;
	u32 cache_id;
	/* Perf's callbacks and the timer use these on one CPU, with interrupts disabled. */
	struct l220_counters hw;
	struct perf_event *events[L220_NUM_COUNTERS];
	struct hrtimer timer;
	struct irq_work log;
	/* The CPU that counts for all, and the instance of the hotplug state */
	cpumask_t cpus;
	struct hlist_node node;
	bool ready;
};

static struct l220_pmu *to_l220_pmu(struct pmu *pmu)
{
	return container_of(pmu, struct l220_pmu, pmu);
}

static void l220_pmu_log(struct irq_work *work)
{
	struct l220_pmu *l220 = container_of(work, struct l220_pmu, log);

	dev_warn_once(l220->pmu.dev, "a counter was at its maximum: counts are too low\n");
}

/* The scheduler may call this with its lock, where printk() may deadlock. */
static void l220_pmu_count(struct l220_pmu *l220, int idx, u32 delta)
{
	local64_add(delta, &l220->events[idx]->count);
	if (l220->hw.saturations)
		irq_work_queue(&l220->log);
}

static void l220_pmu_update(struct l220_pmu *l220, int idx)
{
	if (l220_counts(&l220->hw, idx))
		l220_pmu_count(l220, idx, l220_update(&l220->hw, idx));
}

static enum hrtimer_restart l220_pmu_handle_timer(struct hrtimer *timer)
{
	struct l220_pmu *l220 = container_of(timer, struct l220_pmu, timer);

	lockdep_assert_irqs_disabled();
	l220_pmu_update(l220, 0);
	l220_pmu_update(l220, 1);
	hrtimer_forward_now(timer, ns_to_ktime(L220_PMU_INTERVAL_NS));
	return HRTIMER_RESTART;
}

static void l220_pmu_enable(struct pmu *pmu)
{
	struct l220_pmu *l220 = to_l220_pmu(pmu);

	if (l220_counts(&l220->hw, 0) || l220_counts(&l220->hw, 1))
		l220_enable(&l220->hw);
}

static void l220_pmu_disable(struct pmu *pmu)
{
	l220_disable(&to_l220_pmu(pmu)->hw);
}

/*
 * perf calls this with interrupts disabled, on the CPU that the event counts on. Tracers call
 * it from their probes, in any context. The event may not have a counter yet, or the timer may
 * interrupt the read. On another CPU, the count is that of the last update.
 */
static void l220_pmu_read(struct perf_event *event)
{
	unsigned long flags;

	raw_local_irq_save(flags);
	if (event->hw.idx >= 0 && event->oncpu == raw_smp_processor_id())
		l220_pmu_update(to_l220_pmu(event->pmu), event->hw.idx);
	raw_local_irq_restore(flags);
}

/*
 * Linux 6.16 also stops and starts members of a throttled group that have no counter, before
 * b64fdd422a85 ("perf: Avoid undefined behavior from stopping/starting inactive events").
 */
static void l220_pmu_start(struct perf_event *event, int flags)
{
	if (event->hw.idx < 0)
		return;
	l220_start(&to_l220_pmu(event->pmu)->hw, event->hw.idx, event->attr.config);
}

static void l220_pmu_stop(struct perf_event *event, int flags)
{
	struct l220_pmu *l220 = to_l220_pmu(event->pmu);

	if (event->hw.idx >= 0 && l220_counts(&l220->hw, event->hw.idx))
		l220_pmu_count(l220, event->hw.idx, l220_stop(&l220->hw, event->hw.idx));
}

static int l220_pmu_add(struct perf_event *event, int flags)
{
	struct l220_pmu *l220 = to_l220_pmu(event->pmu);
	int idx = l220->events[0] ? 1 : 0;

	if (l220->events[idx])
		return -EAGAIN;
	if (!l220->events[!idx])
		hrtimer_start(&l220->timer, ns_to_ktime(L220_PMU_INTERVAL_NS),
			      HRTIMER_MODE_REL_PINNED_HARD);
	l220->events[idx] = event;
	event->hw.idx = idx;
	if (flags & PERF_EF_START)
		l220_pmu_start(event, 0);
	perf_event_update_userpage(event);
	return 0;
}

static void l220_pmu_del(struct perf_event *event, int flags)
{
	struct l220_pmu *l220 = to_l220_pmu(event->pmu);

	l220_pmu_stop(event, PERF_EF_UPDATE);
	l220->events[event->hw.idx] = NULL;
	event->hw.idx = -1;
	/* The timer's handler runs on this CPU, so it is not running now. */
	if (!l220->events[0] && !l220->events[1])
		hrtimer_cancel(&l220->timer);
	perf_event_update_userpage(event);
}

/* True if the group fits onto the counters. It must have no event of another PMU. */
static bool l220_pmu_group_fits(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader, *sibling;
	int counters = 1;

	if (leader == event)
		return true;
	if (leader->pmu == event->pmu)
		counters++;
	else if (!is_software_event(leader))
		return false;
	for_each_sibling_event(sibling, leader) {
		if (sibling->pmu == event->pmu)
			counters++;
		else if (!is_software_event(sibling))
			return false;
	}
	return counters <= L220_NUM_COUNTERS;
}

static int l220_pmu_check_event(struct perf_event *event, const char **why)
{
	const struct perf_event_attr *attr = &event->attr;

	/*
	 * Not by PERF_PMU_CAP_NO_INTERRUPT: perf does not start the throttled group of a
	 * software event again if its PMU has it.
	 */
	*why = "the counters have no interrupt to sample with";
	if (is_sampling_event(event) || has_branch_stack(event))
		return -EOPNOTSUPP;
	*why = "the counters belong to no task: count a CPU (perf stat -a)";
	if (event->attach_state & PERF_ATTACH_TASK || event->cpu < 0)
		return -EOPNOTSUPP;
	*why = "no such event";
	if (!l220_event_exists(attr->config))
		return -EINVAL;
	/* Fields after sig_data, such as config3, must be 0 if this kernel has them. */
	*why = "config1 and above must be 0";
	if (attr->config1 || attr->config2 ||
	    memchr_inv(&attr->sig_data + 1, 0, sizeof(*attr) -
		       offsetofend(struct perf_event_attr, sig_data)))
		return -EINVAL;
	*why = "the group has events of another PMU, or more than two";
	if (!l220_pmu_group_fits(event))
		return -EINVAL;
	return 0;
}

static int l220_pmu_event_init(struct perf_event *event)
{
	struct l220_pmu *l220 = to_l220_pmu(event->pmu);
	const char *why;
	int ret;

	/* perf_pmu_register() makes the PMU visible before it is complete. */
	if (event->attr.type != event->pmu->type || !READ_ONCE(l220->ready))
		return -ENOENT;
	ret = l220_pmu_check_event(event, &why);
	if (ret) {
		dev_dbg(l220->pmu.dev, "config %#llx refused: %s\n", event->attr.config, why);
		return ret;
	}
	event->hw.idx = -1;
	/* The cache has no CPU of its own: one CPU counts for all. */
	event->cpu = cpumask_first(&l220->cpus);
	return 0;
}

PMU_FORMAT_ATTR(event, "config:0-3");

static struct attribute *l220_pmu_format_attrs[] = { &format_attr_event.attr, NULL };

static const struct attribute_group l220_pmu_format_group = {
	.name = "format", .attrs = l220_pmu_format_attrs
};

static ssize_t l220_pmu_event_show(struct device *dev, struct device_attribute *attr,
				   char *page)
{
	struct perf_pmu_events_attr *event = container_of(attr, struct perf_pmu_events_attr, attr);

	return sysfs_emit(page, "event=0x%llx\n", event->id);
}

#define L220_PMU_EVENT(_name, _event)	PMU_EVENT_ATTR_ID(_name, l220_pmu_event_show, _event)

/* TRM, Event Counter Configuration Registers */
static struct attribute *l220_pmu_events_attrs[] = {
	L220_PMU_EVENT(co, 1), L220_PMU_EVENT(drhit, 2), L220_PMU_EVENT(drreq, 3),
	L220_PMU_EVENT(dwhit, 4), L220_PMU_EVENT(dwreq, 5), L220_PMU_EVENT(dwtreq, 6),
	L220_PMU_EVENT(irhit, 7), L220_PMU_EVENT(irreq, 8), L220_PMU_EVENT(wa, 9),
	NULL
};

static const struct attribute_group l220_pmu_events_group = {
	.name = "events", .attrs = l220_pmu_events_attrs
};

static struct l220_pmu *dev_to_l220_pmu(struct device *dev)
{
	return to_l220_pmu(dev_get_drvdata(dev));
}

static ssize_t cpumask_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%*pbl\n", cpumask_pr_args(&dev_to_l220_pmu(dev)->cpus));
}
static DEVICE_ATTR_RO(cpumask);

static ssize_t identifier_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "0x%08x\n", dev_to_l220_pmu(dev)->cache_id);
}
static DEVICE_ATTR_RO(identifier);

static ssize_t saturations_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%u\n", READ_ONCE(dev_to_l220_pmu(dev)->hw.saturations));
}
static DEVICE_ATTR_RO(saturations);

static struct attribute *l220_pmu_attrs[] = {
	&dev_attr_cpumask.attr,
	&dev_attr_identifier.attr,
	&dev_attr_saturations.attr,
	NULL
};

static const struct attribute_group l220_pmu_group = { .attrs = l220_pmu_attrs };

static const struct attribute_group *l220_pmu_groups[] = {
	&l220_pmu_group, &l220_pmu_format_group, &l220_pmu_events_group, NULL
};

static int l220_pmu_online_cpu(unsigned int cpu, struct hlist_node *node)
{
	struct l220_pmu *l220 = hlist_entry(node, struct l220_pmu, node);

	if (cpumask_empty(&l220->cpus))
		cpumask_set_cpu(cpu, &l220->cpus);
	return 0;
}

static int l220_pmu_offline_cpu(unsigned int cpu, struct hlist_node *node)
{
	struct l220_pmu *l220 = hlist_entry(node, struct l220_pmu, node);
	unsigned int target = cpumask_any_but(cpu_online_mask, cpu);

	if (target >= nr_cpu_ids || !cpumask_test_cpu(cpu, &l220->cpus))
		return 0;
	/* An event that is opened meanwhile needs a CPU: the mask is never empty. */
	cpumask_set_cpu(target, &l220->cpus);
	cpumask_clear_cpu(cpu, &l220->cpus);
	perf_pmu_migrate_context(&l220->pmu, cpu, target);
	return 0;
}

static void l220_pmu_remove_instance(void *data)
{
	struct l220_pmu *l220 = data;

	cpuhp_state_remove_instance_nocalls(CPUHP_AP_PERF_ARM_L2X0_ONLINE, &l220->node);
}

static void l220_pmu_unregister(void *data)
{
	struct l220_pmu *l220 = data;

	irq_work_sync(&l220->log);
	cp_pmu_unregister_pmu(&l220->pmu);
}

static int l220_pmu_probe(struct platform_device *pdev)
{
	struct device *dev = &pdev->dev;
	struct l220_pmu *l220;
	unsigned int part;
	int ret;

	l220 = devm_kzalloc(dev, sizeof(*l220), GFP_KERNEL);
	if (!l220)
		return -ENOMEM;
	platform_set_drvdata(pdev, l220);
	l220->hw.base = devm_platform_ioremap_resource(pdev, 0);
	if (IS_ERR(l220->hw.base))
		return PTR_ERR(l220->hw.base);
	l220->cache_id = l220_read(&l220->hw, L220_CACHE_ID);
	part = FIELD_GET(L220_CACHE_ID_PART, l220->cache_id);
	if (part == L220_CACHE_ID_PART_L210)
		return dev_err_probe(dev, -ENODEV,
				     "L210 has no counters, and its event monitor is an optional block\n");
	if (part != L220_CACHE_ID_PART_L220)
		return dev_err_probe(dev, -ENODEV, "cache ID %#010x: no L220\n", l220->cache_id);

	l220_reset(&l220->hw);
	init_irq_work(&l220->log, l220_pmu_log);
	hrtimer_setup(&l220->timer, l220_pmu_handle_timer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED_HARD);
	l220->pmu = (struct pmu) {
		.module = THIS_MODULE,
		.task_ctx_nr = perf_invalid_context,
		.capabilities = PERF_PMU_CAP_NO_EXCLUDE,
		.attr_groups = l220_pmu_groups,
		.pmu_enable = l220_pmu_enable,
		.pmu_disable = l220_pmu_disable,
		.event_init = l220_pmu_event_init,
		.add = l220_pmu_add,
		.del = l220_pmu_del,
		.start = l220_pmu_start,
		.stop = l220_pmu_stop,
		.read = l220_pmu_read,
	};
	ret = perf_pmu_register(&l220->pmu, "l2c_220", -1);
	if (ret)
		return dev_err_probe(dev, ret, "registration with perf\n");
	ret = devm_add_action_or_reset(dev, l220_pmu_unregister, l220);
	if (ret)
		return ret;
	/* A CPU that goes offline migrates the PMU's contexts: these exist now. */
	ret = cpuhp_state_add_instance(CPUHP_AP_PERF_ARM_L2X0_ONLINE, &l220->node);
	if (ret)
		return dev_err_probe(dev, ret, "CPU hotplug\n");
	ret = devm_add_action_or_reset(dev, l220_pmu_remove_instance, l220);
	if (ret)
		return ret;
	WRITE_ONCE(l220->ready, true);
	return 0;
}

static void l220_pmu_shutdown(struct platform_device *pdev)
{
	struct l220_pmu *l220 = platform_get_drvdata(pdev);

	l220_disable(&l220->hw);
}

/* The L210 is here to be refused with a reason. */
static const struct of_device_id l220_pmu_of_match[] = {
	{ .compatible = "arm,l220-cache" },
	{ .compatible = "arm,l210-cache" },
	{ }
};
MODULE_DEVICE_TABLE(of, l220_pmu_of_match);

static struct platform_driver l220_pmu_driver = {
	.driver = {
		.name = "arm-l2x0-pmu",
		.of_match_table = l220_pmu_of_match,
		.suppress_bind_attrs = true,
	},
	.probe = l220_pmu_probe,
	.shutdown = l220_pmu_shutdown,
};

/*
 * The kernel's own driver takes the same hotplug state when it has found counters. So only
 * one of the two can have them.
 */
static int __init l220_pmu_init(void)
{
	int ret;

	ret = cpuhp_setup_state_multi(CPUHP_AP_PERF_ARM_L2X0_ONLINE, "perf/arm/l220:online",
				      l220_pmu_online_cpu, l220_pmu_offline_cpu);
	if (ret == -EBUSY)
		pr_err("arm_l2x0_pmu: the counters belong to the kernel's driver cache-l2x0-pmu; boot with initcall_blacklist=l2x0_pmu_init to free them\n");
	if (ret)
		return ret;
	ret = platform_driver_register(&l220_pmu_driver);
	if (ret)
		cpuhp_remove_multi_state(CPUHP_AP_PERF_ARM_L2X0_ONLINE);
	return ret;
}
module_init(l220_pmu_init);

static void __exit l220_pmu_exit(void)
{
	platform_driver_unregister(&l220_pmu_driver);
	cpuhp_remove_multi_state(CPUHP_AP_PERF_ARM_L2X0_ONLINE);
}
module_exit(l220_pmu_exit);

MODULE_DESCRIPTION("perf PMU driver for the event counters of the L220 level 2 cache controller");
MODULE_LICENSE("GPL");
MODULE_VERSION("0.3");
