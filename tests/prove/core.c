// SPDX-License-Identifier: GPL-2.0
/*
 * The proof of the flag logic: cp_pmu_core.c, cp_pmu_count.c, cp_pmu_irq.c,
 * cp_pmu_line.c, cp_pmu_sample.c and the files of one core run on a model of that
 * core's registers.
 *
 * An invariant relates the driver's state, the registers and the events. A reset
 * makes it true from any state of the registers. Each operation of perf, each
 * interrupt and each timer keeps it true. So it holds after any sequence of operations.
 * README lists the assumptions.
 *
 * The invariant, between two operations:
 *
 *  1. The active counters are those of the started events. The sampling counters are those
 *     of the started events that sample.
 *  2. While the monitor runs, the active counters count, and the sampling counters raise the
 *     interrupt if there is a line. No others do. With active counters, the monitor stands
 *     still only while perf has disabled the PMU.
 *  3. The driver knows what each active counter held when it was last read or written. It
 *     knows what a counter holds that it calls known. A running counter is not known.
 *  4. Each active counter has the number and the options of its event.
 *  5. The driver acknowledges a flag only if it has read or written the counter since the
 *     stop, or if the flag could raise no interrupt.
 *  6. An armed counter wraps at the end of its period, or after 2^31 events if that is
 *     earlier. If it has wrapped, its flag is set, and the next start leaves it set.
 *  7. The timer samples the sampling events if the interrupt does not. It has a plan of each
 *     event that it samples, and of no other active event.
 *  8. An event owes a sample, or has come to the end of a period of the interrupt, only if it
 *     has counted something since its previous sample.
 *  9. The interrupt is disabled if and only if the state of the line is NONE.
 * 10. While the monitor runs, the guard is queued. While the timer samples an event, the
 *     sampler is queued too, unless the CPU is idle.
 *
 * Moreover, after each operation:
 *
 *  - The count is what the counter has counted for the event.
 *  - The next sample weighs all events that no sample has weighed.
 *  - A period of the interrupt that has ended leads to one sample, taken or owed. No other
 *    sample comes, but from the timer.
 */

#include "model.h"

#ifdef ARM1136
#define DESC		cp_pmu_arm1136
#elif defined(ARM1156)
#define DESC		cp_pmu_arm1156
#elif defined(ARM1176)
#define DESC		cp_pmu_arm1176
#elif defined(A8)
#define DESC		cp_pmu_cortex_a8
#elif defined(XSCALE)
#define DESC		cp_pmu_xscale1
#else
#error "no such core"
#endif

/* The counters on which there may be events */
#ifndef EVENTS
#define EVENTS		ALL
#endif

/*
 * From the manuals: the event number of cycles (the event counters of XScale1 cannot count
 * cycles), and where the control register has the events of PMN0 and PMN1, and X.
 */
#ifdef A8
#define CYCLES_NUMBER	0x11
#define CTL_EVENTS	0
#define CTL_X		0x10
#elif defined(ARM11)
#define CYCLES_NUMBER	0xff
#define CTL_EVENTS	0x0ffff000
#define CTL_EVENT(idx)	(20 - 8 * (idx))
#define CTL_X		0x800
#else
#define CTL_EVENTS	0x0ffff000
#define CTL_EVENT(idx)	(12 + 8 * (idx))
#define CTL_X		0
#endif
#define CTL_D		0x8

struct cp_pmu cp;
unsigned long jiffies;

/*
 * Separate objects, not arrays of structures: the formula is much simpler if a pointer
 * can point to several objects than if it can point into an array.
 */
#ifdef A8
#define EACH(name)	{ &name##0, &name##1, &name##2, &name##3, &name##4 }
#else
#define EACH(name)	{ &name##0, &name##1, &name##2 }
#endif
static struct perf_event event0, event1, event2, event3, event4;
static struct cp_pmu_sampler sampler0, sampler1, sampler2, sampler3, sampler4;
static struct perf_event *const event[COUNTERS] = EACH(event);
static struct cp_pmu_sampler *const sampler[COUNTERS] = EACH(sampler);

/* The world around the driver */
static unsigned int irq_disabled;
static u32 timed;		/* the timer samples the events on these counters */
static bool guard_queued, sampler_queued;

/* The state at the beginning of the operation */
static struct {
	bool e;
	u32 flags;
	u32 raised;		/* the flags that raise the interrupt */
	u32 by_irq;		/* the counters whose events the interrupt samples */
	u32 owing;		/* the events on these counters owe a sample */
	u64 events[COUNTERS];
} before;

/* Its results */
static u32 sampled;
static u32 planned;		/* the timer has made a plan */
static u32 due;			/* the timer has told the driver to sample */
static bool work;		/* perf's irq_work has to run */

/* The action of perf in a sample, and the counter of this sample */
static enum { NOTHING, RESTART, STOP } does;
static unsigned int does_in;

/* At a start: does the event owe a sample? */
static enum { MAYBE, OWING } is;

bool started(unsigned int idx)
{
	return !(event[idx]->hw.state & PERF_HES_STOPPED);
}

static bool samples(unsigned int idx)
{
	return event[idx]->pmu_private;
}

static u32 number_of(unsigned int idx)
{
#ifdef CYCLES_NUMBER
	if (event[idx]->hw.config_base & CP_PMU_EVT_CYCLES)
		return CYCLES_NUMBER;
#endif
	return event[idx]->hw.config_base & CP_PMU_EVT_NUMBER;
}

static bool divides(unsigned int idx)
{
	return event[idx]->hw.config_base & CP_PMU_EVT_DIV64;
}

static bool exports(void)
{
	u32 idx, export = 0;

	for (idx = 0; idx < COUNTERS; idx++)
		if (started(idx))
			export |= event[idx]->hw.config_base & CP_PMU_EVT_EXPORT;
	return export;
}

void check_selection(unsigned int idx)
{
	check_selected(idx, number_of(idx), divides(idx), exports());
}

/*
 * A tracer, such as a kprobe, on the functions that cp_pmu_core.c calls. Its sample reads
 * an event of its group. It does not trace itself.
 */
#ifdef TRACED
static unsigned int hits;

static void trace(void)
{
	static bool tracing;

	if (tracing || hits == TRACED || nondet_bool())
		return;
	hits++;
	tracing = true;
	cp.pmu.read(event[ON_COUNTER]);
	tracing = false;
}

static void traced_reset(struct cp_pmu_hw *hw)
{
	trace();
	DESC.ops->reset(hw);
	trace();
}

/* No tracer runs in read_counter(), see struct cp_pmu_ops. */
static u32 traced_read_counter(struct cp_pmu_hw *hw, unsigned int idx)
{
	return DESC.ops->read_counter(hw, idx);
}

static void traced_write_counter(struct cp_pmu_hw *hw, unsigned int idx, u32 value)
{
	trace();
	DESC.ops->write_counter(hw, idx, value);
	trace();
}

static void traced_select_event(struct cp_pmu_hw *hw, unsigned int idx, u32 evt)
{
	trace();
	DESC.ops->select_event(hw, idx, evt);
	trace();
}

static void traced_start(struct cp_pmu_hw *hw, u32 active, u32 armed, u32 ack)
{
	trace();
	DESC.ops->start(hw, active, armed, ack);
	trace();
}

static void traced_stop(struct cp_pmu_hw *hw, u32 ack)
{
	trace();
	DESC.ops->stop(hw, ack);
	trace();
}

static u32 traced_read_flags(struct cp_pmu_hw *hw)
{
	u32 flags;

	trace();
	flags = DESC.ops->read_flags(hw);
	trace();
	return flags;
}

static const struct cp_pmu_ops traced_ops = {
	.reset			= traced_reset,
	.read_counter		= traced_read_counter,
	.write_counter		= traced_write_counter,
	.select_event		= traced_select_event,
	.start			= traced_start,
	.stop			= traced_stop,
	.read_flags		= traced_read_flags,
};

static struct cp_pmu_desc traced_desc;
#endif

static u64 any_period(void)
{
	u64 period = nondet_u64() & S64_MAX;

	assume(period);
	return period;
}

/*
 * Stand-ins for cp_pmu_timer.c. They record which events the timer samples, which timers are
 * queued, and when the timer makes a plan. The timer samples or not.
 */
static bool timer_samples(void)
{
	return timed && !cp.idle_since;
}

bool hrtimer_is_queued(struct hrtimer *timer)
{
	prove(timer == &cp.guard, "the driver asks for the guard alone");
	return guard_queued;
}

void cp_pmu_timer_start(struct cp_pmu *cp)
{
	prove(cp->active && cp->phase != CP_PMU_DOWN, "the timers start for active events");
	guard_queued = true;
	sampler_queued |= timer_samples();
}

void cp_pmu_timer_cancel(struct cp_pmu *cp)
{
	guard_queued = false;
	sampler_queued = false;
}

void cp_pmu_timer_kick(struct cp_pmu *cp)
{
	work = false;
}

enum hrtimer_restart cp_pmu_timer_next_poll(struct cp_pmu *cp)
{
	guard_queued |= cp->active;
	return HRTIMER_NORESTART;
}

enum hrtimer_restart cp_pmu_timer_next_sample(struct cp_pmu *cp, u64 begin)
{
	sampler_queued |= timer_samples();
	return HRTIMER_NORESTART;
}

void cp_pmu_timer_idle(struct cp_pmu *cp)
{
	prove(timer_samples(), "only the sampler's events are split by idle time");
	prove(!sampler_queued, "an idle CPU is not woken to sample");
	cp->idle_since = 1;
}

void cp_pmu_timer_stop_sampler(struct cp_pmu *cp)
{
	sampler_queued = false;
}

bool cp_pmu_timer_busy(struct cp_pmu *cp)
{
	prove(cp->idle_since, "idle time ends that has begun");
	cp->idle_since = 0;
	return timed && nondet_bool();
}

bool cp_pmu_timer_is_due(struct cp_pmu *cp)
{
	return timer_samples() && nondet_bool();
}

void cp_pmu_timer_leave_out(struct cp_pmu *cp, u64 begin)
{
}

void cp_pmu_timer_event_start(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);

	prove(!(timed & BIT(event->hw.idx)), "the timer starts with an event once");
	timed |= BIT(event->hw.idx);
	if (sampler->plan.period)
		return;
	planned |= BIT(event->hw.idx);
	sampler->plan.period = any_period();
}

bool cp_pmu_timer_event_stop(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = cp_pmu_sampler(event);

	prove(timed & BIT(event->hw.idx), "the timer stops with an event that it has started with");
	timed &= ~BIT(event->hw.idx);
	if (sampler->owes_sample || !sampler->since || nondet_bool())
		return false;
	due |= BIT(event->hw.idx);
	return true;
}

u64 cp_plan_weight(const struct cp_plan *plan)
{
	return nondet_u64();
}

bool cp_pmu_timer_event_check(struct cp_pmu *cp, struct perf_event *event, u64 now)
{
	prove(timed & BIT(event->hw.idx), "the timer samples only its own events");
	if (!cp_pmu_sampler(event)->since || nondet_bool())
		return false;
	due |= BIT(event->hw.idx);
	return true;
}

const struct attribute_group **cp_pmu_attr_groups(const struct cp_pmu_desc *desc)
{
	return NULL;
}

struct pt_regs *get_irq_regs(void)
{
	return NULL;
}

void disable_irq_nosync(unsigned int irq)
{
	prove(irq == cp.irq, "the interrupt that is disabled is ours");
	irq_disabled++;
}

void enable_irq(unsigned int irq)
{
	prove(irq == cp.irq && irq_disabled, "the interrupt that is enabled was disabled");
	irq_disabled--;
}

void irq_work_run(void)
{
	work = false;
}

u64 ktime_get_mono_fast_ns(void)
{
	return nondet_u64();
}

/* Stand-ins for cp_pmu_place.c */
void cp_pmu_place_init(int (*in_sched)(unsigned long addr))
{
}

void cp_pmu_place(struct pt_regs *regs, unsigned long probe)
{
	regs->user = false;
}

bool cp_pmu_place_is_return(struct pt_regs *regs)
{
	return nondet_bool();
}

/* No event excludes a mode, see README. */
bool user_mode(struct pt_regs *regs)
{
	return nondet_bool();
}

int perf_event_account_interrupt(struct perf_event *event)
{
	prove(false, "no sample is dropped");
	return 0;
}

void perf_sample_event_took(u64 ns)
{
}

void perf_event_update_userpage(struct perf_event *event)
{
}

/*
 * A sample. perf may stop the event, for example to throttle it, and other events of its
 * group. perf may change the event's period. If much is left of the old period, perf may
 * begin a new one. A period that has just ended has nothing left.
 */
int perf_event_overflow(struct perf_event *of, struct perf_sample_data *data,
			struct pt_regs *regs)
{
	unsigned int idx = of->hw.idx, other, one;
	bool down = cp.phase == CP_PMU_DOWN;

	/* Events before the reset of a shutdown belong to no event. The driver need not read them. */
	check_sample(of, data->period, down ? data->period : m.unsampled[idx]);
	if (due & BIT(idx)) {
		due &= ~BIT(idx);
	} else if (!down) {
		prove((before.owing & BIT(idx)) || ((before.by_irq & BIT(idx)) && m.left[idx] <= 0),
		      "no sample before the period has ended");
		prove(!(sampled & BIT(idx)), "one sample for one end of a period");
	}
	sampled |= BIT(idx);
	m.unsampled[idx] = 0;
	work = true;
	if (nondet_bool())
		of->hw.sample_period = any_period();
	if (idx != does_in)
		return 0;
	if (does == RESTART && local64_read(&of->hw.period_left) > 0) {
		of->pmu->stop(of, PERF_EF_UPDATE);
		local64_set(&of->hw.period_left, 0);
		of->pmu->start(of, PERF_EF_RELOAD);
	}
	if (does != STOP)
		return 0;
	one = nondet_u32();
	for (other = 0; other < COUNTERS; other++)
		if (other != idx && other == one)
			event[other]->pmu->stop(event[other], 0);
	return nondet_bool();
}

/* The invariant: assumed before an operation, proved after it. */

static bool proving;

#define HOLDS(cond, text) do {			\
	if (proving)				\
		prove(cond, text);		\
	else					\
		assume(cond);			\
} while (0)

/* The counters of the started events; those of the started events that sample */
static u32 running(void)
{
	u32 idx, counters = 0;

	for (idx = 0; idx < COUNTERS; idx++)
		counters |= started(idx) ? BIT(idx) : 0;
	return counters;
}

static u32 sampling(void)
{
	u32 idx, counters = 0;

	for (idx = 0; idx < COUNTERS; idx++)
		counters |= started(idx) && samples(idx) ? BIT(idx) : 0;
	return counters;
}

/* The counters that raise the interrupt at their overflow, from the next start on */
static u32 armed(void)
{
	return cp.line.state == CP_LINE_NONE ? 0 : sampling();
}

/* The flags that the next start acknowledges */
static u32 acknowledged(void)
{
	return cp.hw.ack | (armed() & ~cp.hw.armed);
}

/* The counter wraps at the end of the period, or 2^31 events after its last read. */
static bool not_wrapped(unsigned int idx)
{
	u64 distance = (1ULL << 32) - m.base[idx];

	return m.since[idx] < distance && distance <= 1ULL << 31 &&
	       (s64)distance <= event[idx]->hw.period_left.a;
}

static void invariant_of_monitor(void)
{
	struct cp_pmu_hw *hw = &cp.hw;

	HOLDS(cp.active == running(), "active are the counters of the started events");
	HOLDS(cp.sampling == sampling(), "sampling are those of the events that sample");
	HOLDS(!(cp.active & ~cp.used), "active counters are used");
	HOLDS(cp.phase != CP_PMU_DOWN, "the driver was not shut down");

	HOLDS(hw->on == m.e, "the driver knows whether the monitor is on");
	HOLDS(!cp.active || m.e == !cp.held, "a monitor with events runs unless perf holds it");
	HOLDS(!m.e || !cp.held, "a monitor that runs is not held");
	HOLDS(!(hw->armed & ~hw->active), "armed counters were active");
	HOLDS(!m.owed, "what was acknowledged was looked at");
	if (m.e) {
		HOLDS(hw->active == cp.active, "the counters of the events run");
		HOLDS(hw->armed == armed(), "what samples is armed, if there is a line");
		HOLDS(m.inten == hw->armed, "the interrupts of armed counters are enabled, no others");
		HOLDS(!hw->ack, "a start acknowledges what there is");
		HOLDS(!m.looked && !m.seen, "a start is a new beginning");
		HOLDS(guard_queued, "while the monitor runs, the guard is queued");
		HOLDS(sampler_queued || !timer_samples(),
		      "while the timer samples an event, the sampler is queued");
	} else {
		HOLDS(!(m.was_armed & ~hw->armed), "the driver knows whose interrupt was enabled");
		HOLDS(!(m.was_armed & hw->ack & ~m.looked),
		      "what is to be acknowledged was looked at");
		HOLDS(!(m.was_armed & m.seen & ~m.looked), "what was seen was looked at");
		HOLDS(!(m.was_armed & hw->known & ~m.looked), "what is known was looked at");
		HOLDS(!(m.was_armed & ~cp.sampling & ~m.looked),
		      "what samples no longer was looked at");
	}
#ifdef A8
	HOLDS(hw->active == m.enabled, "the driver knows the enabled counters");
	HOLDS(hw->armed == m.inten, "the driver knows the enabled interrupts");
	HOLDS(!m.e || !(hw->known & m.enabled), "a running counter is not known");
	HOLDS(hw->a8.selected == 4 || (hw->a8.selected < 4 && hw->a8.selected == m.pmnxsel),
	      "the driver knows the selected counter");
#else
	HOLDS(m.e || !m.inten, "a monitor that stands still raises no interrupt");
	HOLDS(!m.e || !hw->known, "a running counter is not known");
#endif
	HOLDS(!(hw->ctl & ~(CTL_EVENTS | CTL_D | CTL_X)),
	      "the control copy has no other bits than events, D and X");
	HOLDS(!CTL_X || !(hw->ctl & CTL_X) == !exports(), "X is selected if an event says so");

	HOLDS(cp.irq ? irq_disabled == (cp.line.state == CP_LINE_NONE) :
		       cp.line.state == CP_LINE_NONE,
	      "the interrupt is disabled if there is no usable line, and only then");
	HOLDS(timed == (cp_pmu_uses_irq(&cp) ? 0 : cp.sampling),
	      "either the timer samples or the interrupt");
}

static void invariant_of_counter(unsigned int idx)
{
	struct cp_pmu_hw *hw = &cp.hw;
	bool active = cp.active & BIT(idx);
	s64 left = event[idx]->hw.period_left.a;

	HOLDS(!active || cp.events[idx] == event[idx], "an active counter has its event");
	HOLDS(!(hw->known & BIT(idx)) || (hw->value[idx] == m.base[idx] && !m.since[idx]),
	      "the driver knows what a counter holds that stands still");
	HOLDS(!active || hw->value[idx] == m.base[idx],
	      "the driver knows what a counter held at the last look");
#ifdef A8
	if (idx != CCNT)
		HOLDS(hw->a8.evtsel[idx] == m.sel[idx], "the driver knows the events");
	if (active && idx != CCNT)
		HOLDS(hw->a8.evtsel[idx] == number_of(idx), "an event is selected");
#else
	if (active && idx != CCNT)
		HOLDS((hw->ctl >> CTL_EVENT(idx) & 0xff) == number_of(idx), "an event is selected");
#endif
	if (active && idx == CCNT)
		HOLDS(!(hw->ctl & CTL_D) == !divides(idx), "D is selected");

	if (!samples(idx))
		return;
	HOLDS(!sampler[idx]->owes_sample || sampler[idx]->since,
	      "an event owes a sample only if it has counted something");
	if (!active) {
		HOLDS(left >= 0, "a period that has ended is over with the stop");
		return;
	}
	HOLDS(!sampler[idx]->plan.period == cp_pmu_uses_irq(&cp),
	      "the timer has a plan of each event that it samples, and of no other");
	if (cp_pmu_uses_irq(&cp))
		HOLDS(sampler[idx]->since || left > 0, "no period ends without an event");
	if (!(armed() & BIT(idx)))
		return;
	HOLDS((hw->armed & BIT(idx)) || !m.since[idx],
	      "an event that was not armed at the last start was not started then");
#ifdef ASTEP
	HOLDS(not_wrapped(idx) || (hw->armed & BIT(idx)),
	      "the period of an event that was not armed at the last start has not ended");
	HOLDS(not_wrapped(idx) || (m.flags & ~acknowledged() & armed()) || (m.gone & BIT(idx)),
	      "A-stepping: a flag is pending, unless an unarmed counter cleared it");
#else
	HOLDS(not_wrapped(idx) || (m.flags & ~acknowledged() & BIT(idx)),
	      "when a period has ended, its flag is pending");
#endif
}

static void invariant(void)
{
	unsigned int idx;

	invariant_of_monitor();
	for (idx = 0; idx < COUNTERS; idx++)
		invariant_of_counter(idx);
}

/* An event that can be on that counter, started or not */
static void any_event(unsigned int idx, bool active)
{
	struct hw_perf_event *hwc = &event[idx]->hw;

	hwc->config_base = nondet_u32() & (CP_PMU_EVT_NUMBER | CP_PMU_EVT_CYCLES |
					   CP_PMU_EVT_DIV64 | CP_PMU_EVT_EXPORT);
	if (idx == CCNT)
		hwc->config_base |= CP_PMU_EVT_CYCLES;
	else
		hwc->config_base &= ~CP_PMU_EVT_DIV64;
#ifndef CYCLES_NUMBER
	if (idx != CCNT)
		hwc->config_base &= ~CP_PMU_EVT_CYCLES;
#endif
#ifdef XSCALE
	hwc->config_base &= ~CP_PMU_EVT_EXPORT;
#endif
	hwc->idx = idx;
	hwc->sample_period = any_period();
	hwc->last_period = nondet_u64();
	local64_set(&hwc->period_left, nondet_s64());
	/* No period is exceeded by 2^62 events: the guard reads the counter in time. */
	assume(local64_read(&hwc->period_left) > -(1LL << 62));
	hwc->state = active ? 0 : PERF_HES_STOPPED | PERF_HES_UPTODATE;
	/* The driver does not look at the count, and only adds to it. */
	local64_set(&event[idx]->count, 0);
	event[idx]->pmu = &cp.pmu;
	event[idx]->pmu_private = nondet_bool() ? sampler[idx] : NULL;
	/* There are less than 2^62 events between two samples, too. */
	sampler[idx]->since = nondet_u64() >> 2;
	sampler[idx]->owes_sample = samples(idx) && sampler[idx]->since && nondet_bool();
	sampler[idx]->plan.period = nondet_bool() ? any_period() : 0;
	sampler[idx]->plan.due = nondet_u64();
	cp.events[idx] = event[idx];
}

static void any_hw(void)
{
	struct cp_pmu_hw *hw = &cp.hw;
	unsigned int idx;

	hw->active = nondet_u32() & ALL;
	hw->armed = nondet_u32() & ALL;
	hw->known = nondet_u32() & ALL;
	hw->ack = nondet_u32() & ALL;
	hw->ctl = nondet_u32();
	hw->a8.selected = nondet_u32();
	for (idx = 0; idx < COUNTERS; idx++) {
		hw->value[idx] = nondet_u32();
		hw->a8.evtsel[idx] = nondet_u32();
	}
}

static void any_line(void)
{
	cp.irq = nondet_u32() & 0xff;
	cp.line.state = cp.irq ? nondet_u32() & 3 : CP_LINE_NONE;
	cp.line.missed = nondet_bool();
	cp.line.spurious = nondet_u32();
	cp.line.window = nondet_u32();
	irq_disabled = cp.irq && cp.line.state == CP_LINE_NONE;
}

static void probed(void)
{
	cp = (struct cp_pmu) {
		.hw.desc = &DESC,
		.hw.world = nondet_u32() & 3,
		.used = ALL,
		.phase = CP_PMU_READY,
	};
	assume(cp.hw.world <= CP_WORLD_NONSECURE);
	m = (struct model) {
		.secure = cp.hw.world == CP_WORLD_SECURE,
		.nonsecure = cp.hw.world == CP_WORLD_NONSECURE,
		.rule = nondet_u32(),
	};
#ifdef TRACED
	traced_desc = DESC;
	traced_desc.ops = &traced_ops;
	cp.hw.desc = &traced_desc;
#endif
	irq_disabled = 0;
	timed = 0;
	guard_queued = false;
	sampler_queued = false;
	cp_pmu_init(&cp);
}

/* After the probe: new events, not yet started */
static void new_events(void)
{
	unsigned int idx;

	for (idx = 0; idx < COUNTERS; idx++) {
		any_event(idx, false);
		local64_set(&event[idx]->hw.period_left, event[idx]->hw.sample_period);
		sampler[idx]->owes_sample = false;
	}
}

/*
 * Set what the invariant implies for any other values. To assume it would be enough, but
 * this makes the formula simpler.
 */
static void follow_invariant(void)
{
	struct cp_pmu_hw *hw = &cp.hw;
	u32 idx;

	cp.sampling = sampling();
	timed = cp_pmu_uses_irq(&cp) ? 0 : cp.sampling;
	hw->on = m.e;
	cp.held = !m.e && (cp.active || cp.held);
	if (m.e) {
		hw->active = cp.active;
		hw->armed = armed();
		hw->ack = 0;
		m.looked = 0;
		m.seen = 0;
	}
	hw->armed &= hw->active;
	m.was_armed &= hw->armed;
	m.looked |= m.e ? 0 : m.was_armed & (hw->ack | m.seen | hw->known | ~cp.sampling);
#ifdef A8
	m.enabled = hw->active;
	m.inten = hw->armed;
	hw->known &= m.e ? ~m.enabled : ALL;
#else
	m.inten = m.e ? hw->armed : 0;
	hw->known &= m.e ? 0 : ALL;
#endif
	hw->ctl &= CTL_EVENTS | CTL_D;
	hw->ctl |= exports() ? CTL_X : 0;
	for (idx = 0; idx < COUNTERS; idx++) {
		if ((cp.active | hw->known) & BIT(idx))
			hw->value[idx] = m.base[idx];
		if ((hw->known | (armed() & ~hw->armed)) & BIT(idx))
			m.since[idx] = 0;
		if (cp.active & BIT(idx))
			sampler[idx]->plan.period = timed & BIT(idx) ? any_period() : 0;
	}
	for (idx = 0; idx < CCNT; idx++) {
#ifdef A8
		if (cp.active & BIT(idx))
			m.sel[idx] = number_of(idx);
		hw->a8.evtsel[idx] = m.sel[idx];
#else
		if (cp.active & BIT(idx)) {
			hw->ctl &= ~(0xffU << CTL_EVENT(idx));
			hw->ctl |= number_of(idx) << CTL_EVENT(idx);
		}
#endif
	}
	if (cp.active & BIT(CCNT)) {
		hw->ctl &= ~CTL_D;
		hw->ctl |= divides(CCNT) ? CTL_D : 0;
	}
	guard_queued |= m.e;
	sampler_queued |= m.e && timer_samples();
}

/* Any state in which the invariant is true, with the monitor on or off */
static void begin(bool on)
{
	unsigned int idx;

	probed();
	any_registers();
	m.resetting = false;
	any_hw();
	any_line();
	jiffies = nondet_u32();
	cp.idle_since = nondet_bool();
	cp.held = nondet_bool();
	guard_queued = nondet_bool();
	sampler_queued = nondet_bool();
	cp.active = nondet_u32() & EVENTS;
	if (is == OWING)
		cp.active &= ~BIT(ON_COUNTER);
	for (idx = 0; idx < COUNTERS; idx++) {
		any_event(idx, cp.active & BIT(idx));
		if (idx == ON_COUNTER && is == OWING) {
			event[idx]->pmu_private = sampler[idx];
			sampler[idx]->owes_sample = true;
		}
		m.since[idx] = started(idx) ? nondet_u32() : 0;
		m.events[idx] = event[idx]->count.a;
		before.events[idx] = m.events[idx];
		m.left[idx] = event[idx]->hw.period_left.a;
		m.unsampled[idx] = sampler[idx]->since;
	}
	m.was_armed = nondet_u32() & ALL;
	m.looked = nondet_u32() & ALL;
	m.seen = nondet_u32() & ALL;
	m.gone = nondet_u32() & ALL;
	m.e = on;
	follow_invariant();

	proving = false;
	invariant();

	before.e = m.e;
	before.flags = m.flags;
	before.raised = m.flags & m.inten;
	before.by_irq = cp_pmu_uses_irq(&cp) ? cp.sampling : 0;
	before.owing = 0;
	for (idx = 0; idx < COUNTERS; idx++)
		before.owing |= samples(idx) && sampler[idx]->owes_sample ? BIT(idx) : 0;
	sampled = 0;
	planned = 0;
	due = 0;
	work = false;
}

/* What must hold of each event after an operation */
static void check_event(unsigned int idx)
{
	bool by_irq = before.by_irq & BIT(idx), did_owe = before.owing & BIT(idx);
	bool owes;

	prove((u64)event[idx]->count.a == m.events[idx],
	      "the count is what the counter has counted for the event");
	if (!samples(idx))
		return;
	prove(sampler[idx]->since == m.unsampled[idx],
	      "the next sample weighs all events that no sample has weighed");
	if (sampled & BIT(idx))
		return;
	owes = sampler[idx]->owes_sample;
	prove(owes || !did_owe, "a sample that is owed is taken or still owed");
	prove(!owes || did_owe || (by_irq && m.left[idx] <= 0),
	      "no sample is owed before the period has ended");
	if (by_irq && cp_pmu_uses_irq(&cp) && started(idx) && owes == did_owe)
		prove(event[idx]->hw.period_left.a == m.left[idx],
		      "no period ends without its sample");
}

/* The properties that must hold after each operation */
static void end(void)
{
	unsigned int idx;

	proving = true;
#ifdef TRACED
	/* The events since the last read by the tracer */
	hits = TRACED;
	cp.pmu.read(event[ON_COUNTER]);
	/* Less than 2^32 events between two reads, also if a tracer reads in between. */
	for (idx = 0; idx < COUNTERS; idx++)
		assume(m.events[idx] - before.events[idx] < 1ULL << 32);
#endif
	invariant();
	for (idx = 0; idx < COUNTERS; idx++)
		check_event(idx);
	prove(!before.e || m.e || !cp.active, "a monitor with events keeps running");
	prove(!work, "perf's irq_work runs after a sample: signals and wakeups follow at once");
}

/*
 * The operation acts on the counter ON_COUNTER. WAS_ON says if the monitor is on. Each
 * case is a separate proof, because these constants make the formula much simpler.
 */
#define PROOF(_name, _op, _does, _is...)	\
void prove_##_name(void)			\
{						\
	does = _does;				\
	does_in = ON_COUNTER;			\
	is = MAYBE + _is + 0;			\
	begin(WAS_ON);				\
	_op(ON_COUNTER);			\
	end();					\
	reached();				\
}

static void pass(unsigned int idx)
{
	tick();
}
PROOF(pass, pass, NOTHING)

/* The monitor has been started. */
static void check_trial(void)
{
	unsigned int i, highest = 0;

	for (i = 0; i < COUNTERS; i++)
		if (cp.sampling & BIT(i))
			highest = i;
	if (m.e && cp.line.state == CP_LINE_TRIAL && cp.sampling)
		prove(m.base[highest] == U32_MAX, "in a trial the next event is an overflow");
}

/* perf enables only what it has disabled. */
static void enable(unsigned int idx)
{
	cp.pmu.pmu_disable(&cp.pmu);
	cp.pmu.pmu_enable(&cp.pmu);
	prove(!cp.active || m.e, "an enabled monitor with events runs");
	check_trial();
}
PROOF(enable, enable, NOTHING)

static void disable(unsigned int idx)
{
	cp.pmu.pmu_disable(&cp.pmu);
	prove(!m.e, "a disabled monitor is stopped");
	before.e = false;
}
PROOF(disable, disable, NOTHING)

static void start(unsigned int idx)
{
	struct hw_perf_event *hwc = &event[idx]->hw;
	bool begins = !started(idx) && samples(idx);
	bool asked = begins && !hwc->period_left.a;
	bool plan = sampler[idx]->plan.period;
	u64 period = hwc->sample_period;

	cp.pmu.start(event[idx], nondet_bool() ? PERF_EF_RELOAD : 0);
	prove(!sampled, "no sample at a start: perf may not be done with the group");
	prove(started(idx), "the event is started");
	if (asked)
		prove((u64)hwc->period_left.a == period, "a new period begins at once");
	if (begins && timed & BIT(idx))
		prove(!!(planned & BIT(idx)) == (asked || !plan),
		      "a new plan for a new period, and only then");
}
PROOF(start, start, NOTHING)

/* A start of an event that owes a sample since its last stop */
static void start_owing(unsigned int idx)
{
	cp.pmu.pmu_disable(&cp.pmu);
	cp.pmu.start(event[idx], PERF_EF_RELOAD);
	prove(!sampled, "no sample at a start: perf may not be done with the group");
	cp.pmu.pmu_enable(&cp.pmu);
	prove(sampled & BIT(idx), "a sample that is owed comes when perf enables the PMU");
}
PROOF(start_owing, start_owing, NOTHING, OWING)

/* The same, and perf acts in this sample */
PROOF(start_restart, start_owing, RESTART, OWING)

PROOF(start_stop, start_owing, STOP, OWING)

/* perf stops the event again before it enables the PMU. */
static void restop(unsigned int idx)
{
	cp.pmu.pmu_disable(&cp.pmu);
	cp.pmu.start(event[idx], PERF_EF_RELOAD);
	cp.pmu.stop(event[idx], PERF_EF_UPDATE);
	prove(!sampled && sampler[idx]->owes_sample, "a stop before that leaves the sample owed");
	cp.pmu.pmu_enable(&cp.pmu);
	prove(!(sampled & BIT(idx)), "no sample of a stopped event");
}
PROOF(restop, restop, NOTHING, OWING)

static void stop(unsigned int idx)
{
	bool was = started(idx);

	cp.pmu.stop(event[idx], PERF_EF_UPDATE);
	/* A-stepping: its overflow may have cleared the flags of others, and it is not armed now. */
	m.gone = ALL;
	prove(!started(idx), "the event is stopped");
	prove(!sampled, "no sample at a stop: perf may restart the event right after it");
	prove(!(before.by_irq & BIT(idx)) ||
	      sampler[idx]->owes_sample == ((before.owing & BIT(idx)) || m.left[idx] <= 0),
	      "if the period has ended at the stop, its sample is owed");
	prove(!was || !samples(idx) || event[idx]->hw.period_left.a > 0,
	      "the remainder of a period is never mistaken for a request for a new one");
}
PROOF(stop, stop, NOTHING)

static void del(unsigned int idx)
{
	bool was = started(idx);

	cp.pmu.pmu_disable(&cp.pmu);
	cp.pmu.del(event[idx], 0);
	if (!(sampled & BIT(idx)))
		m.gone = ALL;
	prove(!started(idx) && !cp.events[idx] && !(cp.used & BIT(idx)), "the event is gone");
	prove(!(before.by_irq & BIT(idx)) ||
	      !!(sampled & BIT(idx)) == ((before.owing & BIT(idx)) || m.left[idx] <= 0),
	      "if the period has ended at the removal, its sample was taken");
	prove(!was || !samples(idx) || !sampler[idx]->owes_sample,
	      "no sample is owed after the removal");
	if (before.e)
		cp.pmu.pmu_enable(&cp.pmu);
}
PROOF(del, del, NOTHING)

PROOF(del_restart, del, RESTART)

PROOF(del_stop, del, STOP)

static void read(unsigned int idx)
{
	bool was = started(idx);
	u32 reads = m.reads;

	/* An event that has no counter, or is not started yet */
	if (!was && nondet_bool())
		event[idx]->hw.idx = -1;
	cp.pmu.read(event[idx]);
	prove(was || m.reads == reads, "the driver reads no counter for an event that is not started");
}
PROOF(read, read, NOTHING)

static void set_period(unsigned int idx)
{
	event[idx]->hw.sample_period = any_period();
	if (!started(idx) && nondet_bool())
		local64_set(&event[idx]->hw.period_left, 0);
}
PROOF(set_period, set_period, NOTHING)

/* The interrupt may be late or spurious: the line need not be asserted. */
static void interrupt(unsigned int idx)
{
	irqreturn_t handled;

	/* No handler runs while perf has disabled the PMU: interrupts are disabled, too. */
	assume(!cp.held);
	assume(cp.irq && !irq_disabled);
	/* No flag matters while no event is active. */
	if (!m.e)
		m.was_armed = 0;
	handled = cp_pmu_handle_irq(1, &cp);
	check_handled(handled, before.e, before.flags, before.raised);
	/* perf's irq_work waits for the tick if the counter was written since its overflow. */
	if (handled == IRQ_NONE)
		work = false;
}
PROOF(interrupt, interrupt, NOTHING)

PROOF(interrupt_restart, interrupt, RESTART)

PROOF(interrupt_stop, interrupt, STOP)

/* The guard polls, and may change the state of the line. */
static void guard(unsigned int idx)
{
	enum cp_pmu_line_state state = cp.line.state;
	unsigned int i;

	assume(!cp.held);
	guard_queued = false;
	cp_pmu_handle_guard(&cp.guard);
	if (!before.e)
		return;
	for (i = 0; i < COUNTERS; i++)
		prove(!(cp.hw.armed & BIT(i)) || event[i]->hw.period_left.a > 0,
		      "after a poll of all counters no period has ended");
	/* A-stepping: the poll does not need the flags. */
	m.gone = 0;
	prove(state != CP_LINE_LIVE || cp_pmu_uses_irq(&cp), "a line is given up only after a trial");
	if (cp.line.state != state)
		check_trial();
}
PROOF(guard, guard, NOTHING)

PROOF(guard_restart, guard, RESTART)

PROOF(guard_stop, guard, STOP)

static void take_samples(unsigned int idx)
{
	assume(!cp.held);
	sampler_queued = false;
	cp_pmu_handle_sampler(&cp.sampler);
}
PROOF(sampler, take_samples, NOTHING)

PROOF(sampler_restart, take_samples, RESTART)

PROOF(sampler_stop, take_samples, STOP)

/* The CPU becomes idle, or busy. */
static void idle(unsigned int idx)
{
	assume(!cp.held);
	cp_pmu_handle_idle(&cp, nondet_u32(), 0);
}
PROOF(idle, idle, NOTHING)

static void power(unsigned int idx)
{
	cp_pmu_power_down(&cp);
	check_powered_down();
	if (nondet_bool())
		any_registers();
	else
		resets();
	cp_pmu_power_up(&cp);
	prove(!cp.active || m.e, "after a power loss the events count again");
}
PROOF(power, power, NOTHING)

/* Any registers, as at probe */
void prove_reset(void)
{
	probed();
	any_registers();
	new_events();
	cp_hw_reset(&cp.hw);
	proving = true;
	invariant();
	check_reset();
	reached();
}

/* The interrupt comes in time or not. On ARM11 a flag that was left can raise it again. */
static bool came, waited;

void udelay(unsigned long us)
{
	unsigned int i;

	/* The time at which it comes does not matter. */
	if (waited)
		return;
	waited = true;
	for (i = 0; i < 2 && nondet_bool(); i++) {
		resets();
		cp_pmu_handle_irq(1, &cp);
		came = true;
	}
	resets();
}

/* The trial at probe, after a reset */
void prove_try(void)
{
	unsigned int idx;

	probed();
	any_registers();
	new_events();
	for (idx = 0; idx < COUNTERS; idx++)
		cp.events[idx] = NULL;
	cp_hw_reset(&cp.hw);
	cp.irq = 1;
	irq_disabled = 1;
	came = false;
	waited = false;
	m.trial = true;
	cp_pmu_irq_try(&cp);
	proving = true;
	invariant();
	check_reset();
	prove(cp.line.state == CP_LINE_LIVE || cp.line.state == CP_LINE_DEAD,
	      "a line is live or dead, since its flags can be cleared");
	prove(came || cp.line.state != CP_LINE_LIVE, "a line that does not answer is not live");
	reached();
}

static void still_down(void)
{
	prove(!m.e, "after a shutdown nothing counts, whatever perf does");
	prove(!guard_queued && !sampler_queued, "after a shutdown no timer is queued");
}

void prove_shutdown(void)
{
	u64 counts[COUNTERS];
	unsigned int idx;

	does = NOTHING;
	is = MAYBE;
	begin(WAS_ON);
	resets();
	cp_pmu_shutdown(&cp);
	check_reset();
	cp.pmu.pmu_enable(&cp.pmu);
	still_down();
	cp.pmu.start(event[ON_COUNTER], 0);
	cp.pmu.pmu_enable(&cp.pmu);
	still_down();

	for (idx = 0; idx < COUNTERS; idx++) {
		cp.pmu.read(event[idx]);
		counts[idx] = event[idx]->count.a;
	}
	cp_pmu_power_down(&cp);
	if (nondet_bool())
		any_registers();
	else
		resets();
	cp_pmu_power_up(&cp);
	check_reset();
	cp.pmu.pmu_enable(&cp.pmu);
	if (cp.irq && !irq_disabled)
		cp_pmu_handle_irq(1, &cp);
	still_down();
	for (idx = 0; idx < COUNTERS; idx++) {
		cp.pmu.read(event[idx]);
		prove((u64)event[idx]->count.a == counts[idx],
		      "after a shutdown the counts do not change");
	}
	cp.pmu.stop(event[ON_COUNTER], 0);
	prove((u64)event[ON_COUNTER]->count.a == counts[ON_COUNTER],
	      "after a shutdown a stop counts nothing");
	reached();
}
