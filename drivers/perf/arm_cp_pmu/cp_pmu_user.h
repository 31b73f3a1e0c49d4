/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Access from user mode, cp_pmu_user.c. Without CONFIG_ARM_CP_PMU_USER_READ there is none.
 */
#ifndef __CP_PMU_USER_H__
#define __CP_PMU_USER_H__

#include <linux/atomic.h>
#include <linux/types.h>

struct cp_pmu;
struct perf_event;
struct perf_event_context;

#ifdef CONFIG_ARM_CP_PMU_USER_READ

/**
 * struct cp_pmu_user - the access of user mode
 * @readers: number of open events with user_read; if negative, minus the number of open
 *	CPU-wide events. Both kinds are never open together
 * @mapped: mappings of the events with user_read
 * @ctx: the context whose task was the last to have access; NULL if its changes to the
 *	registers are undone
 * @updating: perf may be writing the page of an event on a counter, with interrupts enabled
 *
 * Process context changes @readers, and sets @updating. The others are written with interrupts
 * disabled.
 */
struct cp_pmu_user {
	atomic_t readers;
	unsigned int mapped;
	struct perf_event_context *ctx;
	bool updating;
};

bool cp_pmu_user_permitted(struct cp_pmu *cp);
int cp_pmu_user_admit(struct cp_pmu *cp, struct perf_event *event, const char **why);
void cp_pmu_user_leave(struct perf_event *event);
void cp_pmu_user_enable(struct cp_pmu *cp);
void cp_pmu_user_refresh(struct cp_pmu *cp);
void cp_pmu_user_map(struct perf_event *event, int change);
int cp_pmu_user_event_idx(struct perf_event *event);

#else

static inline bool cp_pmu_user_permitted(struct cp_pmu *cp)
{
	return false;
}

static inline int cp_pmu_user_admit(struct cp_pmu *cp, struct perf_event *event,
				    const char **why)
{
	if (event->attr.config1 & CP_PMU_CONFIG1_USER_READ)
		return cp_refuse(why, -EOPNOTSUPP, "user_read is not supported");
	return 0;
}

static inline void cp_pmu_user_leave(struct perf_event *event) {}
static inline void cp_pmu_user_enable(struct cp_pmu *cp) {}
static inline void cp_pmu_user_refresh(struct cp_pmu *cp) {}
static inline void cp_pmu_user_map(struct perf_event *event, int change) {}

static inline int cp_pmu_user_event_idx(struct perf_event *event)
{
	return 0;
}

#endif
#endif /* __CP_PMU_USER_H__ */
