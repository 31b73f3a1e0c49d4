/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The performance monitor itself: its state, and the interface to the backend of each
 * processor core.
 *
 * Nothing here uses struct perf_event or struct pmu. So the backends, the tables and the
 * arithmetic also build, and are tested, on User Mode Linux, which has no perf.
 */
#ifndef __CP_PMU_HW_H__
#define __CP_PMU_HW_H__

#include <linux/bits.h>
#include <linux/minmax.h>
#include <linux/perf_event.h>
#include <linux/string.h>
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

struct cp_pmu_desc;

/**
 * enum cp_pmu_world - what the device tree says of TrustZone
 * @CP_WORLD_UNKNOWN: nothing
 * @CP_WORLD_SECURE: "secure-reg-access": secure registers can be written
 * @CP_WORLD_NONSECURE: "arm,non-secure": they cannot
 */
enum cp_pmu_world {
	CP_WORLD_UNKNOWN,
	CP_WORLD_SECURE,
	CP_WORLD_NONSECURE,
};

/**
 * struct cp_pmu_hw - the state of the performance monitor
 * @desc: the processor core
 * @world: what the device tree says of TrustZone
 * @on: the enable bit E is set
 * @active: counters that were to count at the last start
 * @armed: those of @active whose overflow was to raise nPMUIRQ
 * @known: counters that are stopped and hold @value: no read needed
 * @value: each counter's value when it was last read or written
 * @ack: overflow flags that the next start acknowledges: their counters were checked
 * @evt: the event that each counter has selected; 0 after a reset
 * @ctl: shadow of the control register: the event selection and the options, without
 *	flags, resets and enables
 * @a8_selected: Cortex-A8: shadow of PMNXSEL
 * @open: user mode can access the monitor, see cp_pmu_user.c
 *
 * Backends write only @ctl and @a8_selected. The functions cp_hw_*() below write all others.
 * The core, too, updates @value and @known, and the bit of @ctl that exports events. After
 * probe, all writers have interrupts disabled.
 */
struct cp_pmu_hw {
	const struct cp_pmu_desc *desc;
	enum cp_pmu_world world;
	bool on;
	u32 active;
	u32 armed;
	u32 known;
	u32 value[CP_PMU_MAX_COUNTERS];
	u32 ack;
	u16 evt[CP_PMU_MAX_COUNTERS];
	u32 ctl;
	u8 a8_selected;
	bool open;
};

/**
 * struct cp_pmu_ops - the register accesses of one family of cores
 * @reset: stop the monitor, whatever its registers hold. Disable all interrupts and
 *	options, select event 0, clear the flags, and disable user mode access if the core can.
 *	The values of the counters are lost. On ARM11 a counter may overflow during the reset
 *	and leave a stale flag
 * @read_counter: return the value of counter @idx, 0 to 2^32 - 1 events. No tracer may
 *	run inside: notrace and NOKPROBE_SYMBOL(), see cp_pmu_event_update()
 * @write_counter: set counter @idx; only while the monitor is stopped
 * @select_event: select the event @evt (CP_PMU_EVT_* bits) for counter @idx. If
 *	start() writes the event selection, change only its shadow
 * @start: write the shadow with E set. The counters in @active count, the overflow of those
 *	in @armed raises nPMUIRQ, and the flags in @ack are acknowledged. @hw->active and
 *	@hw->armed are still those of the last start. For a counter that was in @hw->active
 *	and is not in @active, @hw->value is what it holds
 * @stop: clear E: no counter counts and no interrupt is raised. Where this write can
 *	acknowledge flags, acknowledge those in @ack. Other flags do not change
 * @read_flags: return the counters whose overflow flag is set, and change nothing
 * @open_user: give user mode access to the monitor. The caller has armed no counter. User
 *	mode must not be able to enable an interrupt. While the access is open,
 *	read_counter() must not trust the shadow of a register that user mode can write
 * @close_user: end this access
 * @restore: undo what user mode may have written, with the monitor stopped: disable all
 *	counters, and write the event selections from @hw->evt
 *
 * The last three are NULL if the core cannot open the monitor to user mode, or opens other
 * registers with it. The others are not optional. All are called with interrupts
 * disabled, take no lock and cannot fail. Only cp_hw_*() functions call @reset,
 * @select_event, @start, @stop and the last three.
 */
struct cp_pmu_ops {
	void (*reset)(struct cp_pmu_hw *hw);
	u32 (*read_counter)(struct cp_pmu_hw *hw, unsigned int idx);
	void (*write_counter)(struct cp_pmu_hw *hw, unsigned int idx, u32 value);
	void (*select_event)(struct cp_pmu_hw *hw, unsigned int idx, u32 evt);
	void (*start)(struct cp_pmu_hw *hw, u32 active, u32 armed, u32 ack);
	void (*stop)(struct cp_pmu_hw *hw, u32 ack);
	u32 (*read_flags)(struct cp_pmu_hw *hw);
	void (*open_user)(struct cp_pmu_hw *hw);
	void (*close_user)(struct cp_pmu_hw *hw);
	void (*restore)(struct cp_pmu_hw *hw);
};

/**
 * struct cp_pmu_desc - one processor core
 * @name: the PMU's name in sysfs, the one that the kernel's own driver uses
 * @midr: Main ID Register, implementer and part number
 * @midr_mask: the bits of @midr that identify the core
 * @irq_since: the first variant of the core (MIDR) on which each overflow sets its flag
 * @core: the core's bit in the mask of an event's row, or 0 if no row has a mask
 * @num_event_counters: PMN counters; CCNT's index is the same number
 * @cycles_evtsel: event number by which a PMN counts cycles, or 0 if none can
 * @cycles_alias: event number that tools use for CCNT
 * @export: the bit of the control register that exports events to the external event bus, or
 *	0 if the core has none
 * @idle_counters_run: a counter without an event counts too while E is set
 * @loses_flags: an overflow may erase the flags of other counters
 * @ccnt_overflow_breaks: an overflow of CCNT may break the monitor: cycles are sampled by an
 *	event counter if one is free, and start() keeps CCNT low if it is not armed
 * @events: the family's table; a row may be for other cores only
 * @unnamed: zero-terminated list of event numbers without a name, or NULL
 * @hw_map: perf's generic events
 * @cache_map: perf's cache events
 * @ops: the register accesses
 * @builtin_driver: initcall of the kernel's own driver for this core
 */
struct cp_pmu_desc {
	const char *name;
	u32 midr;
	u32 midr_mask;
	u8 irq_since;
	u8 core;
	u8 num_event_counters;
	u8 cycles_evtsel;
	u8 cycles_alias;
	u32 export;
	bool idle_counters_run;
	bool loses_flags;
	bool ccnt_overflow_breaks;
	struct attribute *const *events;
	const u8 *unnamed;
	const u16 *hw_map;
	const u16 (*cache_map)[PERF_COUNT_HW_CACHE_OP_MAX]
			      [PERF_COUNT_HW_CACHE_RESULT_MAX];
	const struct cp_pmu_ops *ops;
	const char *builtin_driver;
};

extern const struct cp_pmu_ops cp_pmu_pmnc_ops;

extern const struct cp_pmu_desc cp_pmu_arm1136;
extern const struct cp_pmu_desc cp_pmu_arm1156;
extern const struct cp_pmu_desc cp_pmu_arm1176;
extern const struct cp_pmu_desc cp_pmu_cortex_a8;
extern const struct cp_pmu_desc cp_pmu_xscale1;

static inline void cp_hw_reset(struct cp_pmu_hw *hw)
{
	hw->desc->ops->reset(hw);
	hw->open = false;
	hw->on = false;
	hw->active = 0;
	hw->armed = 0;
	hw->known = 0;
	hw->ack = 0;
	memset(hw->evt, 0, sizeof(hw->evt));
	hw->ctl &= hw->desc->export;
}

/*
 * A set flag of a counter that was not armed at the last start is stale: acknowledge it if
 * the counter is armed now. If it was armed, keep the flag: the overflow may not have been
 * handled yet. A kept flag of the counter's previous event costs one spurious interrupt.
 */
static inline void cp_hw_start(struct cp_pmu_hw *hw, u32 active, u32 armed)
{
	hw->desc->ops->start(hw, active, armed, hw->ack | (armed & ~hw->armed));
	hw->on = true;
	hw->active = active;
	hw->armed = armed;
	hw->known &= hw->desc->idle_counters_run ? 0 : ~active;
	hw->ack = 0;
}

/* @ack: the flags of counters that are not armed, or whose value the caller reads first */
static inline void cp_hw_stop(struct cp_pmu_hw *hw, u32 ack)
{
	hw->desc->ops->stop(hw, ack);
	hw->on = false;
	hw->ack |= ack;
}

/*
 * Read the flags, then stop the monitor. Return the flags: the caller reads the values of
 * their counters, if these are armed. If a counter overflows between the read and the stop,
 * its flag stays set. It raises the interrupt after the next start.
 */
static inline u32 cp_hw_read_flags_and_stop(struct cp_pmu_hw *hw)
{
	u32 flags = hw->desc->ops->read_flags(hw);

	cp_hw_stop(hw, flags);
	return flags;
}

/* The counters that may have overflowed, if these flags are set: flags may be lost. */
static inline u32 cp_hw_suspects(const struct cp_pmu_hw *hw, u32 flags)
{
	return flags && hw->desc->loses_flags ? flags | hw->armed : flags;
}

static inline void cp_hw_write_counter(struct cp_pmu_hw *hw, unsigned int idx, u32 value)
{
	hw->desc->ops->write_counter(hw, idx, value);
	hw->value[idx] = value;
	hw->known |= BIT(idx);
}

static inline void cp_hw_select_event(struct cp_pmu_hw *hw, unsigned int idx, u32 evt)
{
	if (hw->evt[idx] == evt)
		return;
	hw->evt[idx] = evt;
	hw->desc->ops->select_event(hw, idx, evt);
}

static inline void cp_hw_open_user(struct cp_pmu_hw *hw)
{
	hw->open = true;
	hw->desc->ops->open_user(hw);
}

static inline void cp_hw_close_user(struct cp_pmu_hw *hw)
{
	hw->desc->ops->close_user(hw);
	hw->open = false;
}

static inline void cp_hw_restore(struct cp_pmu_hw *hw)
{
	hw->desc->ops->restore(hw);
	hw->active = 0;
}

/*
 * A row of an event table: the name in sysfs, the event number with CP_PMU_EVT_* bits,
 * and the family's cores that have the event, or 0 for all. It is both the sysfs
 * attribute and its entry in the array of attributes.
 */
#define CP_PMU_ROW_CORES	GENMASK(23, 16)
#define CP_PMU_ROW_SCALE	BIT(24)
#define CP_PMU_ROW_UNIT		BIT(25)
#define CP_PMU_EVENT_ON(_name, _evt, _cores)				\
	PMU_EVENT_ATTR_ID(_name, cp_pmu_event_show, ((_cores) << 16) | (_evt))
#define CP_PMU_EVENT(_name, _evt)	CP_PMU_EVENT_ON(_name, _evt, 0)
#define CP_PMU_EVENT_SCALE(_name, _evt)					\
	PMU_EVENT_ATTR_ID(_name.scale, cp_pmu_event_show, CP_PMU_ROW_SCALE | (_evt))
#define CP_PMU_EVENT_UNIT(_name, _evt)					\
	PMU_EVENT_ATTR_ID(_name.unit, cp_pmu_event_show, CP_PMU_ROW_UNIT | (_evt))

/* An entry of the generic and cache maps; zero, the default, is "none". */
#define CP_PMU_MAPPED		BIT(15)
#define CP_PMU_MAP(evt)		((evt) | CP_PMU_MAPPED)

/* The fields of format/ in perf_event_attr */
#define CP_PMU_CONFIG_EVENT	GENMASK_ULL(7, 0)
#define CP_PMU_CONFIG1_DIV64	BIT_ULL(0)
#define CP_PMU_CONFIG1_EXPORT	BIT_ULL(1)
#define CP_PMU_CONFIG1_USER_READ	BIT_ULL(2)	/* see cp_pmu_user_admit() */

/* Refuse an event: keep the reason for the log, and return the errno. */
static inline int cp_refuse(const char **why, int err, const char *reason)
{
	*why = reason;
	return err;
}

/* cp_pmu_events.c: lookup in the event tables */
ssize_t cp_pmu_event_show(struct device *dev, struct device_attribute *attr,
			  char *page);
bool cp_pmu_event_visible(const struct cp_pmu_desc *desc,
			  const struct attribute *attr);
int cp_pmu_map_event(const struct cp_pmu_desc *desc, u32 type, u64 config,
		     u64 config1, bool allow_reserved, const char **why);

/* The arithmetic of periods */

/*
 * A counter is programmed to wrap after at most half of its range. If the wrap is
 * noticed up to 2^31 events late, the difference modulo 2^32 is still exact.
 */
#define CP_COUNT_HALF_RANGE	BIT_ULL(31)

/**
 * cp_count_next_period() - begin the next period
 * @left: events that were left of the period that has ended: zero or negative
 * @period: events of a whole period, 1 to 2^63 - 1, as perf ensures
 *
 * Events beyond the end of the period count into the next one, so that a sample
 * stands for one period on average. If they are a whole period or more, the periods
 * in between had no overflow of their own, and the next period begins afresh.
 *
 * Return: events to the end of the next period, 1 to @period.
 */
static inline s64 cp_count_next_period(s64 left, s64 period)
{
	left += period;
	return left > 0 ? left : period;
}

/**
 * cp_count_preload() - compute the value to program
 * @left: events to the end of the period, 1 to 2^63 - 1
 *
 * Return: the counter's value: it wraps at the end of the period, but after 2^31 events
 * at the latest.
 */
static inline u32 cp_count_preload(s64 left)
{
	return -(u32)min_t(u64, left, CP_COUNT_HALF_RANGE);
}

/* cp_pmu_count.c: which counter an event gets */
int cp_count_get_idx(const struct cp_pmu_desc *desc, u32 used, u32 evt, bool leave_ccnt);
bool cp_count_group_fits(const struct cp_pmu_desc *desc, unsigned int events,
			 unsigned int cycles, unsigned int div64);

/* cp_pmu_plan.c: when the timer samples an event */

/**
 * struct cp_plan_rate - a rate of events, as it was measured
 * @events: in @ns
 * @ns: the time that they took
 */
struct cp_plan_rate {
	u32 events;
	u32 ns;
};

#define CP_PLAN_LENGTHS		10

/**
 * struct cp_plan - when the timer checks an event, and when it samples it
 * @bursts: not cycles: the end of the period has to be searched
 * @interval: of a frequency, ns; 0: the event has a period
 * @period: a whole period: events, or of cycles with a frequency ns. 0: there is no plan
 * @end: distance from the previous sample to the end of the period
 * @place: random distance from there to the next sample
 * @random: @place as a share of @period, in 65536ths
 * @due: the next check, ns of the event's running time since the previous sample
 * @counted: events counted in @took: decaying sums, without what has come since the previous
 *	sample
 * @took: running time of the event, ns
 * @checked_since: events since the previous sample at the last check of the search: the lower
 *	32 bits
 * @checked_ran: running time since then, ns: the lower 32 bits
 * @checks: their number since the previous sample
 * @last: the rate between the last two checks of the search
 * @risen: events since a burst has begun, 0 if none has
 * @burst: the expected length of a burst of events, ns
 * @highest: the highest recent rate, by the length of the interval: events in 2^30 ns, or 0 if
 *	none is known. In longer intervals it is not higher.
 */
struct cp_plan {
	bool bursts;
	u32 interval;
	u64 period;
	u64 end;
	u64 place;
	u32 random;
	u64 due;
	u64 counted;
	u64 took;
	u32 checked_since;
	u32 checked_ran;
	unsigned int checks;
	struct cp_plan_rate last;
	u64 risen;
	u32 burst;
	u32 highest[CP_PLAN_LENGTHS];
};

u64 cp_plan_scale(u64 value, u64 num, u64 den);
void cp_plan_begin(struct cp_plan *plan, u64 period, u64 since, u32 *state);
bool cp_plan_check(struct cp_plan *plan, u64 since, u64 ran, bool limited, u32 *state);
void cp_plan_limit(struct cp_plan *plan, u64 since, u64 ran);
u64 cp_plan_time_of(const struct cp_plan *plan, u64 since, u64 ran, u64 events);
u64 cp_plan_weight(const struct cp_plan *plan);

/* The shortest time between two checks of an event, and between a sample and the next check */
#define CP_PLAN_CHECK_MIN	(10 * NSEC_PER_USEC)

/* cp_pmu_line.c: the health of nPMUIRQ */

/**
 * enum cp_pmu_line_state - what is known of the interrupt line
 * @CP_LINE_NONE: there is none, or it is unusable: it could not be requested, the trial at
 *	load failed, it is stuck, or the core's interrupts are known to be missing
 * @CP_LINE_DEAD: no interrupt followed an overflow; the next interrupt with an overflow makes
 *	the line CP_LINE_LIVE
 * @CP_LINE_TRIAL: a counter was made to overflow, to see if the interrupt comes
 * @CP_LINE_LIVE: the interrupt came
 *
 * The interrupt is the overflow source in the last two, the timer in the others.
 */
enum cp_pmu_line_state {
	CP_LINE_NONE,
	CP_LINE_DEAD,
	CP_LINE_TRIAL,
	CP_LINE_LIVE,
};

/**
 * struct cp_pmu_line - the interrupt line
 * @state: what is known of it
 * @missed: a stop has found an overflow without its interrupt, since the guard last polled and
 *	since the last interrupt with an overflow
 * @spurious: spurious interrupts in the window
 * @window: jiffies at the start of the 500 ms in which spurious interrupts are counted
 */
struct cp_pmu_line {
	enum cp_pmu_line_state state;
	bool missed;
	unsigned int spurious;
	unsigned long window;
};

void cp_line_overflow(struct cp_pmu_line *line);
void cp_line_spurious(struct cp_pmu_line *line, unsigned long now);
void cp_line_missed(struct cp_pmu_line *line);
void cp_line_polled(struct cp_pmu_line *line, bool found);

/* How long a trial waits for its interrupt */
#define CP_PMU_TRIAL_NS		(10 * NSEC_PER_MSEC)

#endif /* __CP_PMU_HW_H__ */
