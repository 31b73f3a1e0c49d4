/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Performance monitors behind coprocessor instructions: what the core of the
 * driver and the file of each processor core agree on.
 *
 * struct cp_pmu_hw and struct cp_pmu_ops are free of perf types, so that the
 * files of the processor cores and the arithmetic also build, and are tested,
 * where there is no perf, such as User Mode Linux.
 */
#ifndef __CP_PMU_H__
#define __CP_PMU_H__

#include <linux/bits.h>
#include <linux/perf_event.h>
#include <linux/types.h>

/*
 * A counter is named by its index, idx: the event counters PMN0, PMN1, ... are
 * 0, 1, ..., and CCNT follows them. A set of counters is a mask of BIT(idx).
 */
#define CP_PMU_MAX_COUNTERS	5

/*
 * An event inside the driver, in hwc->config_base: the hardware's number in
 * the low eight bits, the pseudo-event "cycles" outside of that space, since
 * CCNT counts it without any number, and the options of config1.
 */
#define CP_PMU_EVT_NUMBER	GENMASK(7, 0)
#define CP_PMU_EVT_CYCLES	BIT(8)
#define CP_PMU_EVT_DIV64	BIT(9)
#define CP_PMU_EVT_EXPORT	BIT(10)
#define CP_PMU_EVT_LEAVE_CCNT	BIT(11)	/* to a div64 event; cp_count_get_idx() */

/* An entry of the generic and cache maps; zero, the default, is "none". */
#define CP_PMU_MAPPED		BIT(15)
#define CP_PMU_MAP(evt)		((evt) | CP_PMU_MAPPED)

struct cp_pmu_desc;

/**
 * struct cp_pmu_hw - one performance monitor as the driver has left it
 * @desc: the processor core
 * @active: counters that count an event
 * @armed: those of @active whose overflow raises nPMUIRQ
 * @exported: those of @active whose event goes to the external event bus
 * @known: counters that stand still at @value; a running counter is not known
 * @ack: overflow flags that the next start acknowledges: they were read and
 *	their counters are being looked after, or they are stale flags of
 *	counters about to be started
 * @ctl: software copy of the event selection and options, in the layout of the
 *	core's own control register; flags, resets and enables are never in it
 * @value: what each counter held when its events were last added up
 * @on: the enable bit E is set
 * @secure: the device tree says that secure registers can be written
 * @nonsecure: the device tree says that they cannot
 * @enabled: counters enabled singly in the hardware, on cores that do so
 * @inten: counters whose interrupt is enabled in the hardware, on these cores
 * @evtsel: event number of each event counter in the hardware, on these cores
 * @selected: counter that the counter selection register points to, there
 *
 * All fields are written with interrupts disabled, on the one CPU there is:
 * by the perf core in the add, del, start, stop, read, enable and disable
 * callbacks, and by the interrupt and timer handlers.
 */
struct cp_pmu_hw {
	const struct cp_pmu_desc *desc;
	u32 active;
	u32 armed;
	u32 exported;
	u32 known;
	u32 ack;
	u32 ctl;
	u32 value[CP_PMU_MAX_COUNTERS];
	bool on;
	bool secure;
	bool nonsecure;
	u32 enabled;
	u32 inten;
	u8 evtsel[CP_PMU_MAX_COUNTERS];
	u8 selected;
};

/**
 * struct cp_pmu_ops - how one family of cores does what the driver asks
 * @reset: bring the monitor to rest from any state that firmware, a former
 *	kernel or a power loss left: nothing counts, no interrupt, no option, no
 *	access from user mode, and no flag but that of an overflow meanwhile,
 *	which is stale for whoever arms the counter
 * @read_counter: the counter @idx, 0 to 2^32 - 1 events
 * @write_counter: set the counter @idx; only while the monitor is stopped
 * @select_event: note in the control copy what @idx is to count, @evt being
 *	CP_PMU_EVT_* bits, and in @hw->ack if a stale flag could interrupt;
 *	@hw->armed is set for @idx; writes nothing that start() would write
 * @start: write the control copy with E set; acknowledges the flags in @hw->ack
 * @stop: clear E and the interrupt enables; touches no flag
 * @get_clear_overflow: return the counters whose overflow flag is set, or may
 *	have been set and lost; the flags are acknowledged by this function or by
 *	the next start, whichever the core's manual asks for. With @wrapped, these
 *	are the counters, as their values have told, and the monitor stands still;
 *	with 0, stop, and read the flags
 *
 * None is optional. All are called with interrupts disabled, take no lock and
 * cannot fail.
 */
struct cp_pmu_ops {
	void (*reset)(struct cp_pmu_hw *hw);
	u32 (*read_counter)(struct cp_pmu_hw *hw, unsigned int idx);
	void (*write_counter)(struct cp_pmu_hw *hw, unsigned int idx, u32 value);
	void (*select_event)(struct cp_pmu_hw *hw, unsigned int idx, u32 evt);
	void (*start)(struct cp_pmu_hw *hw);
	void (*stop)(struct cp_pmu_hw *hw);
	u32 (*get_clear_overflow)(struct cp_pmu_hw *hw, u32 wrapped);
};

/**
 * struct cp_pmu_desc - one processor core
 * @name: the PMU's name in sysfs, the one that the kernel's own driver uses
 * @midr: Main ID Register, implementer and part number
 * @midr_mask: the bits of @midr that tell the core
 * @core: the core's bit in the mask of an event's row
 * @num_event_counters: PMN counters; CCNT's index is the same number
 * @cycles_evtsel: event number by which a PMN counts cycles, or 0 where none can
 * @cycles_alias: event number by which tools name CCNT
 * @has_export: events can be exported to the external event bus
 * @events: every event, also those of the family's other cores, by CP_PMU_EVENT
 * @hw_map: perf's generic events
 * @cache_map: perf's cache events
 * @ops: how the core is driven
 * @builtin_driver: initcall of the kernel's own driver for this core
 */
struct cp_pmu_desc {
	const char *name;
	u32 midr;
	u32 midr_mask;
	u8 core;
	u8 num_event_counters;
	u8 cycles_evtsel;
	u8 cycles_alias;
	bool has_export;
	struct attribute *const *events;
	const u16 *hw_map;
	const u16 (*cache_map)[PERF_COUNT_HW_CACHE_OP_MAX]
			      [PERF_COUNT_HW_CACHE_RESULT_MAX];
	const struct cp_pmu_ops *ops;
	const char *builtin_driver;
};

extern const struct cp_pmu_desc cp_pmu_arm1136;
extern const struct cp_pmu_desc cp_pmu_arm1156;
extern const struct cp_pmu_desc cp_pmu_arm1176;
extern const struct cp_pmu_desc cp_pmu_cortex_a8;
extern const struct cp_pmu_desc cp_pmu_xscale1;

/*
 * A row of a core's event table: the name in sysfs, CP_PMU_EVT_* bits, and the
 * mask of the family's cores that have the event. The row is the attribute and
 * the array entry at once.
 */
#define CP_PMU_ROW_EVT		GENMASK(15, 0)
#define CP_PMU_ROW_CORES	GENMASK(23, 16)
#define CP_PMU_ROW_SCALE	BIT(24)
#define CP_PMU_ROW_RAW		BIT(25)	/* accepted as a raw event, without a name */
#define CP_PMU_EVENT(_name, _evt, _cores)				\
	PMU_EVENT_ATTR_ID(_name, cp_pmu_event_show, ((_cores) << 16) | (_evt))
#define CP_PMU_EVENT_SCALE(_name, _evt, _cores)				\
	PMU_EVENT_ATTR_ID(_name.scale, cp_pmu_event_show,		\
			  CP_PMU_ROW_SCALE | ((_cores) << 16) | (_evt))
#define CP_PMU_EVENT_RAW(_evt, _cores)					\
	PMU_EVENT_ATTR_ID(raw, cp_pmu_event_show,			\
			  CP_PMU_ROW_RAW | ((_cores) << 16) | (_evt))

/* cp_pmu_events.c: the tables looked up, free of perf_event and of the hardware */
ssize_t cp_pmu_event_show(struct device *dev, struct device_attribute *attr,
			  char *page);
bool cp_pmu_event_visible(const struct cp_pmu_desc *desc,
			  const struct attribute *attr);
int cp_pmu_map_event(const struct cp_pmu_desc *desc, u32 type, u64 config,
		     u64 config1, bool allow_reserved, const char **why);

/* perf_event_attr: "div64" and "export" of format/ */
#define CP_PMU_CONFIG_EVENT	GENMASK_ULL(7, 0)
#define CP_PMU_CONFIG1_DIV64	BIT_ULL(0)
#define CP_PMU_CONFIG1_EXPORT	BIT_ULL(1)

/* cp_pmu_count.c: arithmetic, free of perf and of the hardware */

/**
 * struct cp_count_period - what to do at the end of, or within, a period
 * @left: events to the end of the period, 1 to 2^63 - 1
 * @start: value to program, so that the counter wraps after at most 2^31 events
 *	and at the latest when the period ends
 * @ended: a period had ended, one sample is due
 */
struct cp_count_period {
	s64 left;
	u32 start;
	bool ended;
};

/**
 * struct cp_count_plan - where in its period the timer is to take a sample
 * @wanted: events from the previous sample to this one
 * @rest: events from this one to the end of its period
 */
struct cp_count_plan {
	u64 wanted;
	u64 rest;
};

struct cp_count_period cp_count_period(s64 left, u64 period);
int cp_count_get_idx(const struct cp_pmu_desc *desc, u32 used, u32 evt);
bool cp_count_group_fits(const struct cp_pmu_desc *desc, unsigned int events,
			 unsigned int cycles, unsigned int div64);
u64 cp_count_interval(u64 ran, u64 counted, u64 wanted);
void cp_count_plan(struct cp_count_plan *plan, u64 since, u64 period, u32 *state);

#define CP_COUNT_INTERVAL_MIN	(10 * NSEC_PER_USEC)
#define CP_COUNT_INTERVAL_MAX	(10 * NSEC_PER_MSEC)

#ifdef CONFIG_PERF_EVENTS

#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/notifier.h>

struct device;
struct platform_device;

/**
 * struct cp_pmu_sampler - what a sampling event needs beside hw_perf_event
 * @since: events since the previous sample; in no sample's period yet
 * @plan: where the next sample is to be
 * @ran: ns for which the event has run, those long ago counting less
 * @counted: events in @ran, but for @since
 * @stamp: ns, monotonic: up to where @ran reckons, while the event runs
 * @due: ns, monotonic: when the timer looks at the event again, while it runs
 * @wait: ns from the event's next start to @due, while it does not run
 *
 * Hangs on event->pmu_private from event_init to destroy. All but @since are
 * used only where the timer samples. Written with interrupts disabled.
 */
struct cp_pmu_sampler {
	u64 since;
	struct cp_count_plan plan;
	u64 ran;
	u64 counted;
	u64 stamp;
	u64 due;
	u64 wait;
};

/**
 * struct cp_pmu - the one performance monitor of the one CPU
 * @pmu: what perf knows of it
 * @hw: what the hardware holds
 * @events: the event on each counter, or NULL
 * @used: counters taken by add()
 * @timed: those of @hw.active that the timer samples; where there is an
 *	interrupt they are armed as well, so that it can show that it works
 * @sampling: in perf_event_overflow(), from which perf may stop and start events
 * @use_irq: overflows are told by nPMUIRQ; false: by the timer
 * @irq: Linux interrupt number of nPMUIRQ, or 0
 * @missed: looks of the timer that found an overflow, or came after a stop that
 *	did, since the last interrupt
 * @stop_found: a stop has found an overflow since the timer last looked
 * @useless: interrupts in half a second that had no flag to show for
 * @useless_since: when that half second began, or that of @irq_off: jiffies
 * @irq_off: the interrupt is disabled because of these
 * @ready: perf has registered the PMU as a whole
 * @open: events that are open
 * @divided: those of them that count divided cycles
 * @random: state of the pseudo-random sequence of cp_count_plan()
 * @timer: looks after the counters where no interrupt does
 * @pm_nb: CPU power management notifier
 * @dev: the platform device
 *
 * @open and @divided are atomic; everything else is protected as struct cp_pmu_hw is.
 */
struct cp_pmu {
	struct pmu pmu;
	struct cp_pmu_hw hw;
	struct perf_event *events[CP_PMU_MAX_COUNTERS];
	u32 used;
	u32 timed;
	bool sampling;
	bool use_irq;
	int irq;
	unsigned int missed;
	bool stop_found;
	unsigned int useless;
	unsigned long useless_since;
	bool irq_off;
	bool ready;
	atomic_t open;
	atomic_t divided;
	u32 random;
	struct hrtimer timer;
	struct notifier_block pm_nb;
	struct device *dev;
};

static inline struct cp_pmu *to_cp_pmu(struct pmu *pmu)
{
	return container_of(pmu, struct cp_pmu, pmu);
}

/* cp_pmu_core.c */
void cp_pmu_init(struct cp_pmu *cp);
void cp_pmu_shutdown(struct cp_pmu *cp);
u32 cp_pmu_overflow(struct cp_pmu *cp, struct pt_regs *regs, bool look_at_all);
void cp_pmu_use_timer(struct cp_pmu *cp);
void cp_pmu_irq_retry(struct cp_pmu *cp);
void cp_pmu_power_down(struct cp_pmu *cp);
void cp_pmu_power_up(struct cp_pmu *cp);
irqreturn_t cp_pmu_handle_irq(int irq, void *dev_id);

/* cp_pmu_sample.c */
bool cp_pmu_sample_init(struct device *dev);
void cp_pmu_sample(struct cp_pmu *cp, struct perf_event *event, u64 period,
		   struct pt_regs *regs);

/* cp_pmu_timer.c */
void cp_pmu_timer_init(struct cp_pmu *cp);
void cp_pmu_timer_cancel(struct cp_pmu *cp);
void cp_pmu_timer_arm(struct cp_pmu *cp);
void cp_pmu_timer_event_start(struct cp_pmu *cp, struct perf_event *event);
void cp_pmu_timer_event_stop(struct cp_pmu *cp, struct perf_event *event);
void cp_pmu_timer_event_look(struct cp_pmu *cp, struct perf_event *event,
			     struct pt_regs *regs);

/* cp_pmu_sysfs.c */
const struct attribute_group **cp_pmu_attr_groups(const struct cp_pmu_desc *desc);

#endif /* CONFIG_PERF_EVENTS */
#endif /* __CP_PMU_H__ */
