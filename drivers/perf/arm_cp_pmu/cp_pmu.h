/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Performance monitors behind coprocessor instructions: declarations for the files that
 * use perf. A file calls only files below it, also through function pointers:
 *
 *   cp_pmu_platform.c   probe and removal
 *   cp_pmu_irq.c        the handlers of nPMUIRQ and of the timers, the trial of the line
 *   cp_pmu_core.c       perf's callbacks, the handling of overflows
 *   cp_pmu_sysfs.c      format/, events/, caps/
 *   cp_pmu_open.c       perf_event_open(): which events are accepted
 *   cp_pmu_user.c       access from user mode          (cp_pmu_user.h)
 *   cp_pmu_timer.c      the timers
 *   cp_pmu_sample.c     perf_event_overflow()
 *   cp_pmu_place.c      the code that a sample stands for
 *   cp_pmu_line.c       the health of nPMUIRQ          (cp_pmu_hw.h, from here on)
 *   cp_pmu_plan.c       when the timer samples: arithmetic
 *   cp_pmu_events.c     which number an event has, in the tables of the cores
 *   cp_pmu_count.c      which counter an event gets
 *   cp_pmu_a8.c         registers and event tables: Cortex-A8
 *   cp_pmu_pmnc.c       registers: ARM11, XScale
 *   cp_pmu_arm11.c, cp_pmu_xscale1.c                   event tables
 *
 * Some calls go up: while a sample is delivered, perf or cp_pmu_sample.c may stop events, and
 * perf may start them. Neither takes a sample.
 *
 * Documentation/admin-guide/perf/arm_cp_pmu/how_it_works.rst explains the masks and the words.
 */
#ifndef __CP_PMU_H__
#define __CP_PMU_H__

#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/notifier.h>
#include <linux/perf_event.h>

#include "cp_pmu_hw.h"
#include "cp_pmu_user.h"

struct device;
struct task_struct;

/**
 * struct cp_pmu_sampler - the state of a sampling event beside hw_perf_event
 * @since: events since the previous sample, delivered or dropped
 * @at_read: @since when the event was last read or stopped. This and the next two are for
 *	events that drop samples, see cp_pmu_sample.c
 * @before_reset: those of @since that were counted before a reset of the count
 * @credited: the count as the driver has left it
 * @drops: samples are dropped: those of an excluded mode, or of the idle task. The count is
 *	the sum of the weights of the others
 * @freq: the event has a frequency (attr.sample_freq) instead of a period
 * @owes_sample: a period has ended; its sample is still to come
 * @plan: when the timer checks and samples the event
 * @ran: running time of the event since the previous sample, ns. While the event runs, the
 *	clock is subtracted
 * @idle: those of @since that a core has counted in idle time. They wait for a sample in the
 *	idle task
 * @before_idle: @since when the CPU became idle
 *
 * In event->pmu_private from event_init to destroy. The members from @plan on are used only
 * where the timer samples; the clock is cp_pmu_sampler_clock(). event_init writes @drops,
 * @freq and @plan.bursts. All others are written with interrupts disabled.
 */
struct cp_pmu_sampler {
	u64 since;
	u64 at_read;
	u64 before_reset;
	u64 credited;
	bool drops;
	bool freq;
	bool owes_sample;
	struct cp_plan plan;
	u64 ran;
	u64 idle;
	u64 before_idle;
};

/**
 * enum cp_pmu_phase - the life of the PMU
 * @CP_PMU_PROBING: the registration with perf is not complete
 * @CP_PMU_READY: events can be opened
 * @CP_PMU_DOWN: shut down, for good
 */
enum cp_pmu_phase {
	CP_PMU_PROBING,
	CP_PMU_READY,
	CP_PMU_DOWN,
};

/**
 * struct cp_pmu - the one performance monitor of the one CPU
 * @pmu: perf's part
 * @hw: the state of the hardware
 * @events: the event on each counter, or NULL
 * @used: counters taken by add()
 * @active: those of @used whose event perf has started
 * @sampling: those of @active whose event samples
 * @held: perf has disabled the PMU, a handler or a change of an event is under way, or the
 *	core is off: the monitor is stopped, and whoever holds it starts it again, or
 *	cp_pmu_power_kept()
 * @can_sample: perf's function that takes samples was found
 * @phase: the life of the PMU
 * @irq: Linux interrupt number of nPMUIRQ, if it was requested
 * @line: the health of that line
 * @div64: an event of divided cycles has been opened since the driver was loaded
 * @guard: timer: reads all counters in time, and polls the line
 * @sampler: timer: samples, if nPMUIRQ is not the overflow source
 * @kick: timer: runs perf's irq_work
 * @random: state of the pseudo-random sequence of cp_pmu_plan.c
 * @left_out: ns that the sampler's clock leaves out: of idle time, and of its own handler
 * @idle_since: when the CPU became idle: ns, monotonic. 0: it is not idle, or not watched
 * @idle_ns: how long the longest of the recent idle times lasted, ns
 * @data: of the sample that is being delivered. Not on the stack: many kernels would zero it
 *	there for each sample
 * @pm_nb: CPU power management notifier
 * @dev: the platform device
 * @user: the access of user mode
 *
 * After probe, the driver writes all members with interrupts disabled, except @div64,
 * @user.readers, @user.updating and, at removal, @pmu: process context writes these.
 */
struct cp_pmu {
	struct pmu pmu;
	struct cp_pmu_hw hw;
	struct perf_event *events[CP_PMU_MAX_COUNTERS];
	u32 used;
	u32 active;
	u32 sampling;
	bool held;
	bool can_sample;
	enum cp_pmu_phase phase;
	int irq;
	struct cp_pmu_line line;
	bool div64;
	struct hrtimer guard;
	struct hrtimer sampler;
	struct hrtimer kick;
	u32 random;
	u64 left_out;
	u64 idle_since;
	u64 idle_ns;
	struct perf_sample_data data;
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

/* True if the monitor has to run: perf has started an event, and nothing is shut down. */
static inline bool cp_pmu_is_needed(struct cp_pmu *cp)
{
	return cp->active && cp->phase != CP_PMU_DOWN;
}

/* True if nPMUIRQ is the overflow source, false if the timer is. */
static inline bool cp_pmu_uses_irq(struct cp_pmu *cp)
{
	return READ_ONCE(cp->line.state) >= CP_LINE_TRIAL;
}

/* True if cp_pmu_timer_start() may have something to do. Inline: each task switch calls it. */
static inline bool cp_pmu_timer_is_needed(struct cp_pmu *cp)
{
	return !hrtimer_is_queued(&cp->guard) || (cp->sampling && !cp_pmu_uses_irq(cp));
}

/* True if the timer samples, and the CPU is not idle. */
static inline bool cp_pmu_timer_samples(struct cp_pmu *cp)
{
	return cp->sampling && !cp_pmu_uses_irq(cp) && !cp->idle_since &&
	       cp->phase != CP_PMU_DOWN;
}

/* The sampler's clock at the monotonic time @ns. It stands still in idle time. */
static inline u64 cp_pmu_sampler_clock(struct cp_pmu *cp, u64 ns)
{
	return (cp->idle_since ?: ns) - cp->left_out;
}

/* When a running event needs the sampler, on the sampler's clock */
static inline u64 cp_pmu_sampler_due(const struct cp_pmu_sampler *sampler)
{
	return sampler->plan.due - sampler->ran;
}

/* The interrupt samples: a plan of the timer is not valid after that. */
static inline void cp_pmu_sampler_forget_plan(struct cp_pmu_sampler *sampler)
{
	sampler->plan.period = 0;
	sampler->idle = 0;
}

/* True if a sample in the idle task is due: its events are those of a usual period. */
static inline bool cp_pmu_sampler_idle_is_due(const struct cp_pmu_sampler *sampler)
{
	return sampler->idle && sampler->idle >= cp_plan_weight(&sampler->plan);
}

/* cp_pmu_irq.c */
irqreturn_t cp_pmu_handle_irq(int irq, void *dev_id);
enum hrtimer_restart cp_pmu_handle_guard(struct hrtimer *timer);
enum hrtimer_restart cp_pmu_handle_sampler(struct hrtimer *timer);
enum hrtimer_restart cp_pmu_handle_kick(struct hrtimer *timer);
void cp_pmu_handle_switch(void *data, bool preempt, struct task_struct *prev,
			  struct task_struct *next, unsigned int prev_state);
void cp_pmu_handle_irq_exit(void *data, int irq, struct irqaction *action, int ret);
void cp_pmu_handle_softirq_exit(void *data, unsigned int vec_nr);
void cp_pmu_handle_hrtimer_exit(void *data, struct hrtimer *timer);
void cp_pmu_handle_idle(void *data, unsigned int state, unsigned int cpu);
void cp_pmu_irq_try(struct cp_pmu *cp);

/* cp_pmu_core.c */
void cp_pmu_event_update(struct cp_pmu *cp, struct perf_event *event);
void cp_pmu_init(struct cp_pmu *cp);
void cp_pmu_shutdown(struct cp_pmu *cp);
u32 cp_pmu_overflow(struct cp_pmu *cp, struct pt_regs *regs);
u32 cp_pmu_poll(struct cp_pmu *cp, struct pt_regs *regs);
void cp_pmu_update_sampling(struct cp_pmu *cp);
bool cp_pmu_take_samples(struct cp_pmu *cp, u64 begin, struct pt_regs *regs);
void cp_pmu_take_idle_samples(struct cp_pmu *cp, struct pt_regs *regs);
void cp_pmu_run(struct cp_pmu *cp);
void cp_pmu_power_down(struct cp_pmu *cp);
void cp_pmu_power_up(struct cp_pmu *cp);
void cp_pmu_power_kept(struct cp_pmu *cp);

/* cp_pmu_open.c */
int cp_pmu_event_init(struct perf_event *event);
int cp_pmu_check_period(struct perf_event *event, u64 value);
bool cp_pmu_counts_all_modes(void);

/* cp_pmu_timer.c */
void cp_pmu_timer_start(struct cp_pmu *cp);
void cp_pmu_timer_kick(struct cp_pmu *cp);
void cp_pmu_timer_cancel(struct cp_pmu *cp);
enum hrtimer_restart cp_pmu_timer_next_poll(struct cp_pmu *cp);
enum hrtimer_restart cp_pmu_timer_next_sample(struct cp_pmu *cp);
void cp_pmu_timer_idle(struct cp_pmu *cp);
bool cp_pmu_timer_busy(struct cp_pmu *cp);
bool cp_pmu_timer_is_due(struct cp_pmu *cp);
void cp_pmu_timer_event_start(struct cp_pmu *cp, struct perf_event *event);
bool cp_pmu_timer_event_stop(struct cp_pmu *cp, struct perf_event *event);
bool cp_pmu_timer_event_check(struct cp_pmu *cp, struct perf_event *event, u64 now);
void cp_pmu_timer_watch(struct cp_pmu *cp);
void cp_pmu_timer_unwatch(struct cp_pmu *cp);

/* cp_pmu_sample.c */
bool cp_pmu_sample_init(struct device *dev);
bool cp_pmu_sample_can_drop(void);
void cp_pmu_sample_may_reset(struct perf_event *event);
void cp_pmu_sample(struct perf_event *event, u64 weight, struct pt_regs *regs);
void cp_pmu_sample_took(u64 ns);
void cp_pmu_sampled(struct cp_pmu *cp, u64 begin, bool any);

/* cp_pmu_place.c */
void cp_pmu_place_init(int (*in_sched)(unsigned long addr));
void cp_pmu_place(struct pt_regs *regs, unsigned long probe);
bool cp_pmu_place_is_return(struct pt_regs *regs);

/* cp_pmu_sysfs.c */
const struct attribute_group **cp_pmu_attr_groups(const struct cp_pmu_desc *desc);

#endif /* __CP_PMU_H__ */
