// SPDX-License-Identifier: GPL-2.0
/*
 * perf_event_open(): which events this PMU accepts. A counting event is accepted only if
 * its count is exact. The reason of a refusal goes to dev_dbg().
 */

#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "cp_pmu.h"

static bool allow_reserved;
module_param(allow_reserved, bool, 0644);
MODULE_PARM_DESC(allow_reserved,
		 "Accept raw event numbers that the core's manual does not list; some are UNPREDICTABLE");

/* The events of a group: for an event counter, plain cycles, divided cycles */
struct cp_pmu_group {
	unsigned int events;
	unsigned int cycles;
	unsigned int div64;
};

/* Add one event to the group. Return: false if it must not be in the group. */
static bool cp_pmu_group_add(struct cp_pmu_group *group, struct pmu *pmu,
			     struct perf_event *event)
{
	/*
	 * A software event needs no counter. Any other event must be ours: else perf
	 * would schedule two PMUs as one, and this function would read another
	 * driver's hw_perf_event (CVE-2013-4254, CVE-2015-8955).
	 */
	if (is_software_event(event))
		return true;
	if (event->pmu != pmu)
		return false;
	if (event->hw.config_base & CP_PMU_EVT_DIV64)
		group->div64++;
	else if (event->hw.config_base & CP_PMU_EVT_CYCLES)
		group->cycles++;
	else
		group->events++;
	return true;
}

/* True if the group fits onto the counters with the new event, which may be its leader. */
static bool cp_pmu_group_fits(struct cp_pmu *cp, struct perf_event *event)
{
	struct perf_event *leader = event->group_leader, *sibling;
	struct cp_pmu_group group = {};

	if (!cp_pmu_group_add(&group, &cp->pmu, event))
		return false;
	if (leader != event) {
		if (!cp_pmu_group_add(&group, &cp->pmu, leader))
			return false;
		for_each_sibling_event(sibling, leader)
			if (!cp_pmu_group_add(&group, &cp->pmu, sibling))
				return false;
	}
	return cp_count_group_fits(cp->hw.desc, group.events, group.cycles, group.div64);
}

/* Return: the event, CP_PMU_EVT_* bits, or an errno; then *why is the reason. */
static int cp_pmu_event_of(struct cp_pmu *cp, struct perf_event *event, const char **why)
{
	const struct perf_event_attr *attr = &event->attr;

	*why = "no branch stack on this core";
	if (has_branch_stack(event))
		return -EOPNOTSUPP;
	*why = "exclude_idle and exclude_host must be 0";
	if (attr->exclude_idle || attr->exclude_host)
		return -EOPNOTSUPP;
	*why = "counts in all modes; only an event that samples can exclude one mode";
	if (cp_pmu_drops_samples(event) &&
	    (!is_sampling_event(event) || (attr->exclude_user && attr->exclude_kernel)))
		return -EOPNOTSUPP;
	/* perf checks this for perf_event_open(2), but not for users in the kernel. */
	*why = "this kernel cannot deliver samples, see the log";
	if (is_sampling_event(event) && (cp->pmu.capabilities & PERF_PMU_CAP_NO_INTERRUPT))
		return -EOPNOTSUPP;
	/* Fields after sig_data, such as config3, must be 0 if this kernel has them. */
	*why = "config2 and above must be 0";
	if (attr->config2 ||
	    memchr_inv(&attr->sig_data + 1, 0, sizeof(*attr) -
		       offsetofend(struct perf_event_attr, sig_data)))
		return -EINVAL;
	return cp_pmu_map_event(cp->hw.desc, attr->type, attr->config,
				attr->config1 & ~CP_PMU_USER_CONFIG1, allow_reserved, why);
}

/*
 * Allocate the sampler and prepare the event for sampling.
 *
 * Without an interrupt line the timer keeps the frequency, and no period is needed. So
 * clear attr.freq, as perf's cpu-clock does. Otherwise perf adjusts the period at each
 * sample and tick. An inherited event copies its parent's attr, where freq is already 0:
 * ask the parent's sampler.
 */
static struct cp_pmu_sampler *cp_pmu_init_sampling(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = kzalloc(sizeof(*sampler), GFP_KERNEL);
	struct perf_event *parent = event->parent;

	if (!sampler)
		return NULL;
	sampler->freq = event->attr.freq;
	if (parent && parent->pmu == event->pmu)
		sampler->freq = cp_pmu_sampler(parent)->freq;
	if (cp->line.state == CP_LINE_NONE)
		event->attr.freq = 0;
	local64_set(&event->hw.period_left, 0);
	return sampler;
}

static void cp_pmu_event_destroy(struct perf_event *event)
{
	cp_pmu_user_leave(event);
	kfree(event->pmu_private);
}

/**
 * cp_pmu_event_init() - accept or refuse an event
 * @event: the event; for a sibling the leader's context is locked
 *
 * pmu::event_init. May sleep.
 *
 * Return: 0; -ENOENT if the event is not for this PMU or this core lacks the generic
 * event; -EOPNOTSUPP if the hardware cannot do what is asked; -EINVAL if the event is
 * malformed, or its group does not fit; -EPERM, -EACCES or -EBUSY from
 * cp_pmu_user_admit(); -ENOMEM.
 */
int cp_pmu_event_init(struct perf_event *event)
{
	struct cp_pmu *cp = to_cp_pmu(event->pmu);
	const struct perf_event_attr *attr = &event->attr;
	struct cp_pmu_sampler *sampler = NULL;
	const char *why;
	int evt, err;

	/* perf_pmu_register() makes the PMU visible before it is complete. */
	if (!READ_ONCE(cp->ready))
		return -ENOENT;

	switch (attr->type) {
	case PERF_TYPE_HARDWARE:
	case PERF_TYPE_HW_CACHE:
	case PERF_TYPE_RAW:
		break;
	default:
		if (attr->type != cp->pmu.type)
			return -ENOENT;
	}

	evt = cp_pmu_event_of(cp, event, &why);
	event->hw.config_base = evt;
	event->hw.idx = -1;
	/* The event has no counter before add, so cp_pmu_read() must not read one. */
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (evt >= 0 && !cp_pmu_group_fits(cp, event)) {
		why = "the group has events of another PMU, or more than the counters hold";
		evt = -EINVAL;
	}
	err = evt < 0 ? evt : cp_pmu_user_admit(cp, event, &why);
	if (err) {
		dev_dbg(cp->dev, "%s: type %u config %#llx config1 %#llx refused: %s\n",
			cp->hw.desc->name, attr->type, attr->config, attr->config1, why);
		return err;
	}

	if (evt & CP_PMU_EVT_DIV64)
		WRITE_ONCE(cp->div64, true);
	if (is_sampling_event(event)) {
		sampler = cp_pmu_init_sampling(cp, event);
		if (!sampler) {
			cp_pmu_user_leave(event);
			return -ENOMEM;
		}
	}
	event->pmu_private = sampler;
	event->destroy = cp_pmu_event_destroy;
	return 0;
}
