/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Performance monitors behind coprocessor instructions: the interface between the
 * driver's core and the backend of each processor core.
 *
 * struct cp_pmu_hw and struct cp_pmu_ops have no perf types. So the backends and the
 * arithmetic also build, and are tested, on User Mode Linux, which has no perf.
 */
#ifndef __CP_PMU_H__
#define __CP_PMU_H__

#include <linux/bits.h>
#include <linux/perf_event.h>
#include <linux/types.h>

/*
 * idx numbers the counters: the event counters PMN0, PMN1, ... are 0, 1, ..., and
 * CCNT follows them. A set of counters is a mask of BIT(idx).
 */
#define CP_PMU_MAX_COUNTERS	5

/*
 * An event inside the driver, in hwc->config_base: the hardware's event number in the
 * low eight bits, and the options of config1. The pseudo-event "cycles" lies outside
 * of the eight bits, since CCNT counts cycles without an event number.
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
 * struct cp_pmu_hw - the state of the performance monitor
 * @desc: the processor core
 * @active: counters that count an event
 * @armed: those of @active whose overflow raises nPMUIRQ
 * @exported: those of @active whose event goes to the external event bus
 * @known: counters that are stopped and hold @value: no read needed
 * @ack: overflow flags that the next start acknowledges: those that are being
 *	handled, and stale ones of counters about to be started
 * @ctl: shadow of the control register with the event selection and the options, but
 *	without flags, resets and enables
 * @value: each counter's value when it was last read or written
 * @on: the enable bit E is set
 * @secure: the device tree says that secure registers can be written
 * @nonsecure: the device tree says that they cannot
 * @enabled: Cortex-A8 only: shadow of CNTENS
 * @inten: Cortex-A8: shadow of INTENS; XScale: interrupts enabled at the last start
 * @evtsel: Cortex-A8 only: shadow of each counter's EVTSEL
 * @selected: Cortex-A8 only: shadow of PMNXSEL
 *
 * Written with interrupts disabled: in the add, del, start, stop, read, enable and
 * disable callbacks, and by the interrupt and timer handlers.
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
 * struct cp_pmu_ops - the register accesses of one family of cores
 * @reset: stop the monitor, whatever its registers hold. Disable all interrupts and
 *	options, clear the flags, and disable user mode access if the core can. On
 *	ARM11 a counter may overflow during the reset and leave a stale flag
 * @read_counter: return the value of counter @idx, 0 to 2^32 - 1 events
 * @write_counter: set counter @idx; only while the monitor is stopped
 * @select_event: select the event @evt (CP_PMU_EVT_* bits) for counter @idx. If
 *	start() writes the event selection, change only the shadow. If @idx is in
 *	@hw->armed and its flag may be stale, add it to @hw->ack
 * @start: write the shadow with E set, and acknowledge the flags in @hw->ack
 * @stop: clear E: no counter counts and no interrupt is raised; no flag changes
 * @get_clear_overflow: return the counters whose overflow flag is set. On XScale
 *	A-stepping, add those whose flag may have been erased. @wrapped 0: stop the
 *	monitor and read the flags. Otherwise the caller has stopped the monitor, and
 *	@wrapped is the set of flags. Acknowledge the flags here or at the next start,
 *	as the core's manual requires
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
 * @midr_mask: the bits of @midr that identify the core
 * @core: the core's bit in the mask of an event's row
 * @num_event_counters: PMN counters; CCNT's index is the same number
 * @cycles_evtsel: event number by which a PMN counts cycles, or 0 where none can
 * @cycles_alias: event number that tools use for CCNT
 * @has_export: events can be exported to the external event bus
 * @events: rows of CP_PMU_EVENT, also those of the family's other cores
 * @hw_map: perf's generic events
 * @cache_map: perf's cache events
 * @ops: the register accesses
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
 * A row of an event table: the name in sysfs, CP_PMU_EVT_* bits, and the mask of the
 * family's cores that have the event. It is both the sysfs attribute and its entry in
 * the array of attributes.
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

/* cp_pmu_events.c: lookup in the event tables; no perf_event, no hardware */
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

/* cp_pmu_count.c: arithmetic; no perf, no hardware */

/**
 * struct cp_count_period - a sampling period and the counter value for it
 * @left: events to the end of the period, 1 to 2^63 - 1
 * @start: value to program: the counter wraps at the end of the period, but after
 *	2^31 events at the latest
 * @ended: a period had ended, one sample is due
 */
struct cp_count_period {
	s64 left;
	u32 start;
	bool ended;
};

/**
 * struct cp_count_plan - position of the timer's next sample, in events or ns
 * @end: distance from the previous sample to the end of the period
 * @place: random distance from the end of the period to the next sample
 */
struct cp_count_plan {
	u64 end;
	u64 place;
};

struct cp_count_period cp_count_period(s64 left, u64 period);
int cp_count_get_idx(const struct cp_pmu_desc *desc, u32 used, u32 evt);
bool cp_count_group_fits(const struct cp_pmu_desc *desc, unsigned int events,
			 unsigned int cycles, unsigned int div64);
u64 cp_count_interval(u64 ran, u64 counted, u64 wanted);
void cp_count_plan(struct cp_count_plan *plan, u64 since, u64 period, u32 *state);

#define CP_COUNT_INTERVAL_MIN	(10 * NSEC_PER_USEC)
#define CP_COUNT_INTERVAL_MAX	(10 * NSEC_PER_MSEC)

/* cp_pmu_line.c: the health of nPMUIRQ; no perf, no hardware */

/**
 * enum cp_pmu_line_state - what is known of the interrupt line
 * @CP_LINE_NONE: there is none, or it could not be requested
 * @CP_LINE_DEAD: no interrupt followed an overflow, or the probation is over; the
 *	next interrupt with an overflow makes the line CP_LINE_LIVE
 * @CP_LINE_MASKED: asserted without overflows; disabled for 500 ms at least
 * @CP_LINE_PROBATION: enabled again after that, for 500 ms
 * @CP_LINE_TRIAL: a counter was made to overflow, to see if the interrupt comes
 * @CP_LINE_LIVE: the interrupt came
 *
 * The interrupt is the overflow source in the last two, the timer in the others.
 */
enum cp_pmu_line_state {
	CP_LINE_NONE,
	CP_LINE_DEAD,
	CP_LINE_MASKED,
	CP_LINE_PROBATION,
	CP_LINE_TRIAL,
	CP_LINE_LIVE,
};

/**
 * struct cp_pmu_line - the interrupt line
 * @state: what is known of it
 * @suspect: cp_pmu_stop() has found an overflow without its interrupt; cleared when
 *	the timer checks the line and by each interrupt with an overflow
 * @spurious: spurious interrupts in the window
 * @overflows: interrupts with an overflow during the probation
 * @since: when the window began: jiffies
 */
struct cp_pmu_line {
	enum cp_pmu_line_state state;
	bool suspect;
	unsigned int spurious;
	unsigned int overflows;
	unsigned long since;
};

void cp_line_overflow(struct cp_pmu_line *line, unsigned long now);
void cp_line_spurious(struct cp_pmu_line *line, unsigned long now);
void cp_line_looked(struct cp_pmu_line *line, bool found, unsigned long now);

/* How long a trial waits for its interrupt */
#define CP_PMU_TRIAL_NS		(10 * NSEC_PER_MSEC)

#ifdef CONFIG_PERF_EVENTS

#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/notifier.h>

struct device;
struct platform_device;

/**
 * struct cp_pmu_sampler - the state of a sampling event beside hw_perf_event
 * @since: events since the previous sample
 * @ended: a period had ended when the event was stopped; its sample is still due
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
 * In event->pmu_private from event_init to destroy. All but @since and @ended are used
 * only where the timer samples. Written with interrupts disabled.
 */
struct cp_pmu_sampler {
	u64 since;
	bool ended;
	bool planned;
	struct cp_count_plan plan;
	u64 period;
	u64 ran;
	u64 counted;
	u64 stamp;
	u64 due;
	u64 wait;
};

/**
 * struct cp_pmu - the one performance monitor of the one CPU
 * @pmu: perf's part
 * @hw: the state of the hardware
 * @events: the event on each counter, or NULL
 * @used: counters taken by add()
 * @timed: those of @hw.active that the timer samples; if there is an interrupt
 *	line, they are armed too, so that an interrupt can prove the line alive
 * @sampled: cp_pmu_overflow() has delivered a sample
 * @down: shut down, for good
 * @irq: Linux interrupt number of nPMUIRQ, or 0
 * @line: the health of that line
 * @ready: the registration with perf is complete
 * @divided: open events that count divided cycles
 * @random: state of the pseudo-random sequence of cp_count_plan()
 * @guard: ns, monotonic: when the guard looks next, unless the timer samples
 * @timer: the guard, and the sampling timer
 * @pm_nb: CPU power management notifier
 * @dev: the platform device
 *
 * @divided is atomic; everything else is protected as struct cp_pmu_hw is.
 */
struct cp_pmu {
	struct pmu pmu;
	struct cp_pmu_hw hw;
	struct perf_event *events[CP_PMU_MAX_COUNTERS];
	u32 used;
	u32 timed;
	bool sampled;
	bool down;
	int irq;
	struct cp_pmu_line line;
	bool ready;
	atomic_t divided;
	u32 random;
	u64 guard;
	struct hrtimer timer;
	struct notifier_block pm_nb;
	struct device *dev;
};

static inline struct cp_pmu *to_cp_pmu(struct pmu *pmu)
{
	return container_of(pmu, struct cp_pmu, pmu);
}

/* True if nPMUIRQ is the overflow source, false if the timer is. */
static inline bool cp_pmu_uses_irq(struct cp_pmu *cp)
{
	return READ_ONCE(cp->line.state) >= CP_LINE_TRIAL;
}

/* cp_pmu_core.c */
void cp_pmu_init(struct cp_pmu *cp);
void cp_pmu_shutdown(struct cp_pmu *cp);
u32 cp_pmu_overflow(struct cp_pmu *cp, struct pt_regs *regs, bool look_at_all);
void cp_pmu_power_down(struct cp_pmu *cp);
void cp_pmu_power_up(struct cp_pmu *cp);

/* cp_pmu_irq.c */
irqreturn_t cp_pmu_handle_irq(int irq, void *dev_id);
void cp_pmu_irq_looked(struct cp_pmu *cp, bool found);
void cp_pmu_irq_try(struct cp_pmu *cp);

/* cp_pmu_sample.c */
bool cp_pmu_sample_init(struct device *dev);
void cp_pmu_sample(struct cp_pmu *cp, struct perf_event *event, struct pt_regs *regs);
void cp_pmu_sample_took(u64 begin);

/* cp_pmu_timer.c */
void cp_pmu_timer_init(struct cp_pmu *cp);
void cp_pmu_timer_cancel(struct cp_pmu *cp);
void cp_pmu_timer_arm(struct cp_pmu *cp);
void cp_pmu_timer_wake(struct cp_pmu *cp);
void cp_pmu_timer_event_start(struct cp_pmu *cp, struct perf_event *event);
void cp_pmu_timer_event_stop(struct cp_pmu *cp, struct perf_event *event);
void cp_pmu_timer_event_look(struct cp_pmu *cp, struct perf_event *event,
			     struct pt_regs *regs);

/* cp_pmu_sysfs.c */
const struct attribute_group **cp_pmu_attr_groups(const struct cp_pmu_desc *desc);

#endif /* CONFIG_PERF_EVENTS */
#endif /* __CP_PMU_H__ */
