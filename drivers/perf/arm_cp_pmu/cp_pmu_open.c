// SPDX-License-Identifier: GPL-2.0
/*
 * perf_event_open(): which events this PMU accepts. A counting event is accepted only if
 * its count is exact. The reason of a refusal goes to dev_dbg().
 */

#include <linux/module.h>
#include <linux/of.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "cp_pmu.h"

static bool allow_reserved;
module_param(allow_reserved, bool, 0644);
MODULE_PARM_DESC(allow_reserved,
		 "Accept raw event numbers that the core's manual does not list; some are UNPREDICTABLE");

static bool count_all_modes;
module_param(count_all_modes, bool, 0644);
MODULE_PARM_DESC(count_all_modes,
		 "Accept events that count a task and exclude a mode, and count all modes");

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

/*
 * True if the event excludes a mode or the idle task, which an event of a task never counts.
 * The hardware cannot do that, but samples can be dropped.
 */
static bool cp_pmu_excludes(struct perf_event *event)
{
	const struct perf_event_attr *attr = &event->attr;

	return attr->exclude_user || attr->exclude_kernel ||
	       (attr->exclude_idle && !event->hw.target);
}

/*
 * Return: 0 if the driver can exclude what the event excludes, or an errno; then *why is the
 * reason. An event of a task never counts the idle task. What the administrator can change
 * must not fail a fork(): an inherited event was accepted when its parent was opened.
 */
static int cp_pmu_check_exclude(struct cp_pmu *cp, struct perf_event *event, const char **why)
{
	const struct perf_event_attr *attr = &event->attr;
	bool counts_task = event->hw.target && !is_sampling_event(event);

	if (attr->exclude_host)
		return cp_refuse(why, -EOPNOTSUPP, "exclude_host must be 0");
	if (attr->exclude_user && attr->exclude_kernel)
		return cp_refuse(why, -EOPNOTSUPP, "exclude_user and exclude_kernel leave nothing");
	if (is_sampling_event(event) || !cp_pmu_excludes(event))
		return 0;
	if (counts_task && (event->parent || READ_ONCE(count_all_modes))) {
		dev_notice_once(cp->dev,
				"count_all_modes: events of tasks that exclude a mode count all modes\n");
		return 0;
	}
	if (counts_task) {
		int err = cp_refuse(why, -EOPNOTSUPP,
				    "only a sampling event can exclude a mode (or count_all_modes=1)");

		/* Few programs say why their event was refused. */
		dev_notice_once(cp->dev, "event refused: %s\n", *why);
		return err;
	}
	return cp_refuse(why, -EOPNOTSUPP,
			 "only a sampling event can exclude a mode or the idle task");
}

/* Return: the event, CP_PMU_EVT_* bits, or an errno; then *why is the reason. */
static int cp_pmu_map_attr(struct cp_pmu *cp, struct perf_event *event, const char **why)
{
	const struct perf_event_attr *attr = &event->attr;
	u64 config1 = attr->config1;
	int err;

	if (has_branch_stack(event))
		return cp_refuse(why, -EOPNOTSUPP, "no branch stack on this core");
	/* perf and other tools try again with less precision. */
	if (attr->precise_ip)
		return cp_refuse(why, -EOPNOTSUPP, "no sample is precise: precise_ip must be 0");
	err = cp_pmu_check_exclude(cp, event, why);
	if (err)
		return err;
	/*
	 * perf would check PERF_PMU_CAP_NO_INTERRUPT. But it also leaves out a PMU with it when
	 * it starts throttled groups again, and then the count of an event in the group of a
	 * software event stands still.
	 */
	if (is_sampling_event(event) &&
	    (!cp->can_sample || (cp_pmu_excludes(event) && !cp_pmu_sample_can_drop())))
		return cp_refuse(why, -EOPNOTSUPP,
				 "this kernel cannot deliver or drop samples");
	/* Fields after sig_data, such as config3, must be 0 if this kernel has them. */
	if (attr->config2 ||
	    memchr_inv(&attr->sig_data + 1, 0, sizeof(*attr) -
		       offsetofend(struct perf_event_attr, sig_data)))
		return cp_refuse(why, -EINVAL, "config2 and above must be 0");
	/* A generic event has no options. */
	if (attr->type != PERF_TYPE_HARDWARE && attr->type != PERF_TYPE_HW_CACHE)
		config1 &= ~CP_PMU_CONFIG1_USER_READ;
	return cp_pmu_map_event(cp->hw.desc, attr->type, attr->config, config1,
				event->parent || READ_ONCE(allow_reserved), why);
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
	sampler->drops = cp_pmu_excludes(event);
	sampler->plan.bursts = !(event->hw.config_base & CP_PMU_EVT_CYCLES);
	sampler->freq = event->attr.freq;
	if (parent && parent->pmu == event->pmu)
		sampler->freq = cp_pmu_sampler(parent)->freq;
	if (cp->line.state == CP_LINE_NONE)
		event->attr.freq = 0;
	return sampler;
}

/* Does the event need the tracepoint cpu_idle? On OMAP3, see cp_pmu_power_kept(). */
static bool cp_pmu_sees_idle(struct perf_event *event)
{
	return !event->hw.target &&
	       (is_sampling_event(event) || of_machine_is_compatible("ti,omap3"));
}

static void cp_pmu_event_destroy(struct perf_event *event)
{
	if (cp_pmu_sees_idle(event))
		cp_pmu_timer_unwatch(to_cp_pmu(event->pmu));
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
	if (READ_ONCE(cp->phase) == CP_PMU_PROBING)
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

	evt = cp_pmu_map_attr(cp, event, &why);
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
	if (cp_pmu_sees_idle(event))
		cp_pmu_timer_watch(cp);
	event->pmu_private = sampler;
	event->destroy = cp_pmu_event_destroy;
	return 0;
}

/**
 * cp_pmu_check_period() - accept or refuse a new period or frequency
 * @event: an event of this PMU
 * @value: the period, events, or the frequency, Hz
 *
 * pmu::check_period, for PERF_EVENT_IOC_PERIOD. perf checks a frequency itself, unless the
 * driver has cleared attr.freq. The driver cannot read perf_event_max_sample_rate. So the
 * limit is the highest rate of the timer, which is also the default of that limit.
 *
 * Return: 0, or -EINVAL.
 */
int cp_pmu_check_period(struct perf_event *event, u64 value)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);

	if (sampler && sampler->freq && value > NSEC_PER_SEC / CP_PLAN_CHECK_MIN)
		return -EINVAL;
	return 0;
}

/**
 * cp_pmu_counts_all_modes() - true if the administrator has set count_all_modes
 */
bool cp_pmu_counts_all_modes(void)
{
	return READ_ONCE(count_all_modes);
}
