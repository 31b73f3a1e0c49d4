// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/bus/event_source/devices/<PMU>/: format/, events/, caps/ and cpus.
 *
 * The file is "cpus", not "cpumask": tools recognise a core's PMU by that name.
 */

#include <linux/bits.h>
#include <linux/device.h>
#include <linux/perf_event.h>
#include <linux/sysfs.h>

#include "cp_pmu.h"

static struct cp_pmu *dev_to_cp_pmu(struct device *dev)
{
	return to_cp_pmu(dev_get_drvdata(dev));
}

/* The same fields as CP_PMU_CONFIG* in cp_pmu_hw.h. */
PMU_FORMAT_ATTR(event, "config:0-7");
PMU_FORMAT_ATTR(div64, "config1:0");
PMU_FORMAT_ATTR(export, "config1:1");
#ifdef CONFIG_ARM_CP_PMU_USER_READ
PMU_FORMAT_ATTR(user_read, "config1:2");
#endif

static struct attribute *cp_pmu_format_attrs[] = {
	&format_attr_event.attr,
	&format_attr_div64.attr,
	&format_attr_export.attr,
#ifdef CONFIG_ARM_CP_PMU_USER_READ
	&format_attr_user_read.attr,
#endif
	NULL
};

static umode_t cp_pmu_format_visible(struct kobject *kobj, struct attribute *attr,
				     int unused)
{
	struct cp_pmu *cp = dev_to_cp_pmu(kobj_to_dev(kobj));

	if (attr == &format_attr_export.attr && !cp->hw.desc->export)
		return 0;
#ifdef CONFIG_ARM_CP_PMU_USER_READ
	if (attr == &format_attr_user_read.attr && !cp->hw.desc->ops->open_user)
		return 0;
#endif
	return attr->mode;
}

static const struct attribute_group cp_pmu_format_group = {
	.name = "format",
	.attrs = cp_pmu_format_attrs,
	.is_visible = cp_pmu_format_visible,
};

static umode_t cp_pmu_events_visible(struct kobject *kobj, struct attribute *attr,
				     int unused)
{
	struct cp_pmu *cp = dev_to_cp_pmu(kobj_to_dev(kobj));

	return cp_pmu_event_visible(cp->hw.desc, attr) ? attr->mode : 0;
}

/* The attributes are set by cp_pmu_attr_groups(). */
static struct attribute_group cp_pmu_events_group = {
	.name = "events",
	.is_visible = cp_pmu_events_visible,
};

static ssize_t overflow_source_show(struct device *dev,
				    struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%s\n",
			  cp_pmu_uses_irq(dev_to_cp_pmu(dev)) ? "irq" : "timer");
}
static DEVICE_ATTR_RO(overflow_source);

static ssize_t sampling_show(struct device *dev, struct device_attribute *attr,
			     char *page)
{
	struct cp_pmu *cp = dev_to_cp_pmu(dev);

	return sysfs_emit(page, "%d\n", cp->can_sample);
}
static DEVICE_ATTR_RO(sampling);

static ssize_t count_all_modes_show(struct device *dev, struct device_attribute *attr,
				    char *page)
{
	return sysfs_emit(page, "%d\n", cp_pmu_counts_all_modes());
}
static DEVICE_ATTR_RO(count_all_modes);

static struct attribute *cp_pmu_caps_attrs[] = {
	&dev_attr_count_all_modes.attr,
	&dev_attr_overflow_source.attr,
	&dev_attr_sampling.attr,
	NULL
};

static const struct attribute_group cp_pmu_caps_group = {
	.name = "caps",
	.attrs = cp_pmu_caps_attrs,
};

static ssize_t cpus_show(struct device *dev, struct device_attribute *attr,
			 char *page)
{
	return sysfs_emit(page, "0\n");
}
static DEVICE_ATTR_RO(cpus);

static struct attribute *cp_pmu_common_attrs[] = {
	&dev_attr_cpus.attr,
	NULL
};

static const struct attribute_group cp_pmu_common_group = {
	.attrs = cp_pmu_common_attrs,
};

static const struct attribute_group *cp_pmu_groups[] = {
	&cp_pmu_common_group,
	&cp_pmu_format_group,
	&cp_pmu_events_group,
	&cp_pmu_caps_group,
	NULL
};

/**
 * cp_pmu_attr_groups() - return the attribute groups of a core's PMU
 * @desc: the processor core; the system has only one
 */
const struct attribute_group **cp_pmu_attr_groups(const struct cp_pmu_desc *desc)
{
	cp_pmu_events_group.attrs = (struct attribute **)desc->events;
	return cp_pmu_groups;
}
