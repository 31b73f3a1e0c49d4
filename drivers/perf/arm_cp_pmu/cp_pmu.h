/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Performance monitors behind coprocessor instructions: declarations for the files that
 * use perf. A file calls only files below it:
 *
 *   cp_pmu_platform.c   probe and removal
 *   cp_pmu_irq.c        the handlers of nPMUIRQ and the timer, the trial of the line
 *   cp_pmu_core.c       perf's callbacks, the handling of overflows
 *   cp_pmu_sysfs.c      format/, events/, caps/
 *   cp_pmu_open.c       perf_event_open(): which events are accepted
 *   cp_pmu_user.c       access from user mode
 *   cp_pmu_timer.c      when the timer is needed, and the samples that it takes
 *   cp_pmu_sample.c     perf_event_overflow()
 *   cp_pmu_line.c       the health of nPMUIRQ          (cp_pmu_hw.h, from here on)
 *   cp_pmu_events.c     the event tables
 *   cp_pmu_count.c      arithmetic
 *   cp_pmu_arm11.c, cp_pmu_a8.c, cp_pmu_xscale1.c
 */
#ifndef __CP_PMU_H__
#define __CP_PMU_H__

#include <linux/atomic.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/notifier.h>
#include <linux/perf_event.h>

#include "cp_pmu_hw.h"

struct device;

/**
 * struct cp_pmu_sampler - the state of a sampling event beside hw_perf_event
 * @since: events since the previous sample, delivered or dropped
 * @freq: the event has a frequency (attr.sample_freq) instead of a period
 * @sample_due: a period had ended when the event was stopped; its sample is still to come
 * @planned: @plan and @period are set; else a new period begins at the next start
 * @plan: where the next sample is to be
 * @period: a whole period: events, or with a frequency ns
 * @ran: running time of the event in ns. Frequency: since the previous sample. Period:
 *	a decaying sum, halved at each sample
 * @counted: events counted in @ran, without @since; halved at each sample
 * @stamp: time of the last update of @ran, valid while the event runs
 * @due: time of the timer's next check of the event, valid while the event runs
 * @wait: ns from the next start of the event to @due, valid while it is stopped
 *
 * In event->pmu_private from event_init to destroy. All but @since and @sample_due are used
 * only where the timer samples. event_init writes @freq. All others are written with
 * interrupts disabled.
 */
struct cp_pmu_sampler {
	u64 since;
	bool freq;
	bool sample_due;
	bool planned;
	struct cp_count_plan plan;
	u64 period;
	u64 ran;
	u64 counted;
	u64 stamp;
	u64 due;
	u64 wait;
};

#ifdef CONFIG_ARM_CP_PMU_USER_READ
/**
 * struct cp_pmu_user - the access of user mode, see cp_pmu_user.c
 * @readers: number of open events with user_read; if negative, minus the number of open
 *	CPU-wide events. Both kinds are never open together
 * @mapped: mappings of the events with user_read
 * @ctx: the context whose task was the last to have access; NULL if its changes to the
 *	registers are undone
 *
 * Process context changes @readers. The others are written with interrupts disabled.
 */
struct cp_pmu_user {
	atomic_t readers;
	unsigned int mapped;
	struct perf_event_context *ctx;
};
#endif

/**
 * struct cp_pmu - the one performance monitor of the one CPU
 * @pmu: perf's part
 * @hw: the state of the hardware
 * @events: the event on each counter, or NULL
 * @used: counters taken by add()
 * @timed: those of @hw.active that the timer samples; if there is an interrupt
 *	line, they are armed too, so that an interrupt can prove the line alive
 * @due: those of @hw.active that perf has started again, and whose sample of the last
 *	period is still to come: cp_pmu_enable() delivers it
 * @sampled: a sample was delivered or dropped since cp_pmu_handle() began
 * @down: shut down, for good
 * @irq: Linux interrupt number of nPMUIRQ, or 0
 * @line: the health of that line
 * @ready: the registration with perf is complete
 * @div64: an event of divided cycles has been opened since the driver was loaded
 * @random: state of the pseudo-random sequence of cp_count_plan()
 * @guard: ns, monotonic: when the guard looks next, unless the timer samples
 * @timer: the guard, and the sampling timer
 * @pm_nb: CPU power management notifier
 * @dev: the platform device
 * @user: the access of user mode
 *
 * After probe, the driver writes all members with interrupts disabled, except @div64,
 * @user.readers and, at removal, @pmu: process context writes these.
 */
struct cp_pmu {
	struct pmu pmu;
	struct cp_pmu_hw hw;
	struct perf_event *events[CP_PMU_MAX_COUNTERS];
	u32 used;
	u32 timed;
	u32 due;
	bool sampled;
	bool down;
	int irq;
	struct cp_pmu_line line;
	bool ready;
	bool div64;
	u32 random;
	u64 guard;
	struct hrtimer timer;
	struct notifier_block pm_nb;
	struct device *dev;
#ifdef CONFIG_ARM_CP_PMU_USER_READ
	struct cp_pmu_user user;
#endif
};

static inline struct cp_pmu *to_cp_pmu(struct pmu *pmu)
{
	return container_of(pmu, struct cp_pmu, pmu);
}

/* NULL if the event only counts. */
static inline struct cp_pmu_sampler *cp_pmu_sampler(struct perf_event *event)
{
	return event->pmu_private;
}

/*
 * True if the event excludes a mode. The driver then drops the samples of that mode, and
 * the count is the sum of the periods of the other samples.
 */
static inline bool cp_pmu_drops_samples(struct perf_event *event)
{
	return event->attr.exclude_user || event->attr.exclude_kernel;
}

/* True if nPMUIRQ is the overflow source, false if the timer is. */
static inline bool cp_pmu_uses_irq(struct cp_pmu *cp)
{
	return READ_ONCE(cp->line.state) >= CP_LINE_TRIAL;
}

/* cp_pmu_irq.c */
irqreturn_t cp_pmu_handle_irq(int irq, void *dev_id);
enum hrtimer_restart cp_pmu_handle_timer(struct hrtimer *timer);
void cp_pmu_irq_looked(struct cp_pmu *cp, bool found);
void cp_pmu_irq_try(struct cp_pmu *cp);

/* cp_pmu_core.c */
void cp_pmu_init(struct cp_pmu *cp);
void cp_pmu_shutdown(struct cp_pmu *cp);
u32 cp_pmu_overflow(struct cp_pmu *cp, struct pt_regs *regs);
u32 cp_pmu_look(struct cp_pmu *cp, struct pt_regs *regs);
void cp_pmu_power_down(struct cp_pmu *cp);
void cp_pmu_power_up(struct cp_pmu *cp);

/* cp_pmu_open.c */
int cp_pmu_event_init(struct perf_event *event);

/* cp_pmu_user.c */
#ifdef CONFIG_ARM_CP_PMU_USER_READ

bool cp_pmu_user_permitted(struct cp_pmu *cp);
int cp_pmu_user_admit(struct cp_pmu *cp, struct perf_event *event, const char **why);
void cp_pmu_user_leave(struct perf_event *event);
void cp_pmu_user_schedule(struct cp_pmu *cp);
void cp_pmu_user_refresh(struct cp_pmu *cp);
void cp_pmu_user_map(struct perf_event *event, int change);
int cp_pmu_user_event_idx(struct perf_event *event);

/* The options that cp_pmu_user.c handles instead of cp_pmu_map_event() */
#define CP_PMU_USER_CONFIG1	CP_PMU_CONFIG1_USER_READ

/* pmu::event_mapped */
static inline void cp_pmu_user_mapped(struct perf_event *event, struct mm_struct *mm)
{
	cp_pmu_user_map(event, 1);
}

/* pmu::event_unmapped */
static inline void cp_pmu_user_unmapped(struct perf_event *event, struct mm_struct *mm)
{
	cp_pmu_user_map(event, -1);
}

/* Before the registration with perf */
static inline void cp_pmu_user_init(struct cp_pmu *cp)
{
	if (!cp_pmu_user_permitted(cp))
		return;
	cp->pmu.event_mapped = cp_pmu_user_mapped;
	cp->pmu.event_unmapped = cp_pmu_user_unmapped;
	cp->pmu.event_idx = cp_pmu_user_event_idx;
}

/*
 * Before perf_pmu_unregister(). Newer kernels detach open events there. If the PMU has an
 * event_unmapped, they refuse instead.
 */
static inline void cp_pmu_user_exit(struct cp_pmu *cp)
{
	cp->pmu.event_unmapped = NULL;
}

/* When perf enables the PMU: before a start, and also if no event is active. */
static inline void cp_pmu_user_enable(struct cp_pmu *cp)
{
	if (unlikely(cp->user.mapped))
		cp_pmu_user_schedule(cp);
}

/* Before each start of the monitor by an interrupt. */
static inline void cp_pmu_user_interrupted(struct cp_pmu *cp)
{
	if (unlikely(cp->hw.open))
		cp_pmu_user_refresh(cp);
}

#else

#define CP_PMU_USER_CONFIG1	0

static inline void cp_pmu_user_init(struct cp_pmu *cp) {}
static inline void cp_pmu_user_exit(struct cp_pmu *cp) {}

static inline int cp_pmu_user_admit(struct cp_pmu *cp, struct perf_event *event,
				    const char **why)
{
	return 0;
}

static inline void cp_pmu_user_leave(struct perf_event *event) {}
static inline void cp_pmu_user_enable(struct cp_pmu *cp) {}
static inline void cp_pmu_user_interrupted(struct cp_pmu *cp) {}

#endif

/* cp_pmu_timer.c */
void cp_pmu_timer_set_guard(struct cp_pmu *cp);
bool cp_pmu_timer_is_early(struct cp_pmu *cp);
u64 cp_pmu_timer_due(struct cp_pmu *cp);
void cp_pmu_timer_arm(struct cp_pmu *cp);
void cp_pmu_timer_wake(struct cp_pmu *cp);
void cp_pmu_timer_event_start(struct cp_pmu *cp, struct perf_event *event);
void cp_pmu_timer_event_stop(struct cp_pmu *cp, struct perf_event *event);
void cp_pmu_timer_event_look(struct cp_pmu *cp, struct perf_event *event,
			     struct pt_regs *regs, u64 now);

/* cp_pmu_sample.c */
bool cp_pmu_sample_init(struct device *dev);
void cp_pmu_sample(struct cp_pmu *cp, struct perf_event *event, struct pt_regs *regs);
void cp_pmu_sample_took(u64 begin);

/* cp_pmu_sysfs.c */
const struct attribute_group **cp_pmu_attr_groups(const struct cp_pmu_desc *desc);

#endif /* __CP_PMU_H__ */
