// SPDX-License-Identifier: GPL-2.0
/*
 * Lookup in the event tables. The rows of struct cp_pmu_desc.events are the only list
 * of named events: sysfs shows them. Event numbers that are neither there nor in
 * struct cp_pmu_desc.unnamed are refused.
 */

#include <linux/bitfield.h>
#include <linux/device.h>
#include <linux/errno.h>
#include <linux/sysfs.h>

#include "cp_pmu_hw.h"

static u32 cp_pmu_row(const struct attribute *attr)
{
	return container_of(attr, struct perf_pmu_events_attr, attr.attr)->id;
}

/*
 * sysfs: an event in the terms of format/, its scale or its unit. The scale is that of the
 * divided cycles, or 16: data cache write-backs are counted by half lines of 16 bytes.
 */
ssize_t cp_pmu_event_show(struct device *dev, struct device_attribute *attr,
			  char *page)
{
	u32 row = cp_pmu_row(&attr->attr);

	if (row & CP_PMU_ROW_SCALE)
		return sysfs_emit(page, "%d\n", row & CP_PMU_EVT_DIV64 ? 64 : 16);
	if (row & CP_PMU_ROW_UNIT)
		return sysfs_emit(page, "B\n");
	return sysfs_emit(page, "event=0x%02lx%s\n",
			  FIELD_GET(CP_PMU_EVT_NUMBER, row),
			  row & CP_PMU_EVT_DIV64 ? ",div64=1" : "");
}

/**
 * cp_pmu_event_visible() - true if sysfs shows this row for this core
 * @desc: the processor core
 * @attr: a member of @desc->events
 */
bool cp_pmu_event_visible(const struct cp_pmu_desc *desc,
			  const struct attribute *attr)
{
	u32 cores = FIELD_GET(CP_PMU_ROW_CORES, cp_pmu_row(attr));

	return !cores || (cores & desc->core);
}

static bool cp_pmu_has_event(const struct cp_pmu_desc *desc, u32 number)
{
	struct attribute *const *attr;
	const u8 *unnamed;

	for (attr = desc->events; *attr; attr++)
		if (FIELD_GET(CP_PMU_EVT_NUMBER, cp_pmu_row(*attr)) == number &&
		    cp_pmu_event_visible(desc, *attr))
			return true;
	for (unnamed = desc->unnamed; unnamed && *unnamed; unnamed++)
		if (*unnamed == number)
			return true;
	return false;
}

/*
 * Return: the entry of the generic or cache map, 0 if it is empty, -EINVAL if there is
 * no such generic event.
 */
static int cp_pmu_map_generic(const struct cp_pmu_desc *desc, u32 type, u64 config)
{
	unsigned int cache = config & 0xff;
	unsigned int op = config >> 8 & 0xff;
	unsigned int result = config >> 16 & 0xff;

	if (type == PERF_TYPE_HARDWARE)
		return config < PERF_COUNT_HW_MAX ? desc->hw_map[config] : -EINVAL;
	if (cache >= PERF_COUNT_HW_CACHE_MAX ||
	    op >= PERF_COUNT_HW_CACHE_OP_MAX ||
	    config >> 16 >= PERF_COUNT_HW_CACHE_RESULT_MAX)
		return -EINVAL;
	return desc->cache_map[cache][op][result];
}

/**
 * cp_pmu_map_event() - map the fields of a perf_event_attr to this core's event
 * @desc: the processor core
 * @type: PERF_TYPE_HARDWARE or PERF_TYPE_HW_CACHE; else @config is raw
 * @config: attr.config; for a raw event the hardware's event number
 * @config1: the options
 * @allow_reserved: accept event numbers that the core's manual does not list
 * @why: reason of the refusal; valid only if the return value is negative
 *
 * Return: CP_PMU_EVT_* bits; -ENOENT for a generic event that the core lacks;
 * -EINVAL for a malformed or reserved event, or one of another core.
 */
int cp_pmu_map_event(const struct cp_pmu_desc *desc, u32 type, u64 config,
		     u64 config1, bool allow_reserved, const char **why)
{
	bool raw = type != PERF_TYPE_HARDWARE && type != PERF_TYPE_HW_CACHE;
	int evt;

	if (raw) {
		if (config & ~CP_PMU_CONFIG_EVENT)
			return cp_refuse(why, -EINVAL,
					 "config has bits above the event number, 7:0");
		evt = config;
		if (evt == desc->cycles_alias || (evt && evt == desc->cycles_evtsel))
			evt = CP_PMU_EVT_CYCLES;
	} else {
		evt = cp_pmu_map_generic(desc, type, config);
		if (!evt)
			return cp_refuse(why, -ENOENT,
					 "this core has no such generic event, see events/");
		if (evt < 0)
			return cp_refuse(why, evt, "there is no such generic event");
		if (config1)
			return cp_refuse(why, -EINVAL,
					 "config1 goes with this PMU's type or raw events only");
		evt &= ~CP_PMU_MAPPED;
	}

	if (!(evt & CP_PMU_EVT_CYCLES) && !cp_pmu_has_event(desc, evt) &&
	    !(raw && allow_reserved))
		return cp_refuse(why, raw ? -EINVAL : -ENOENT,
				 "this core has no such event, see events/ (or allow_reserved=1)");

	if (config1 & ~(CP_PMU_CONFIG1_DIV64 | CP_PMU_CONFIG1_EXPORT))
		return cp_refuse(why, -EINVAL, "config1 has bits that format/ does not list");
	if (config1 & CP_PMU_CONFIG1_DIV64) {
		if (!(evt & CP_PMU_EVT_CYCLES))
			return cp_refuse(why, -EINVAL,
					 "div64 divides the cycle counter's clock, it goes with cycles only");
		evt |= CP_PMU_EVT_DIV64;
	}
	if (config1 & CP_PMU_CONFIG1_EXPORT) {
		if (!desc->export)
			return cp_refuse(why, -EINVAL, "this core cannot export events");
		evt |= CP_PMU_EVT_EXPORT;
	}
	return evt;
}
