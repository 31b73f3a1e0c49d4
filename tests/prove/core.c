// SPDX-License-Identifier: GPL-2.0
/*
 * The proof of the flag logic: cp_pmu_core.c, cp_pmu_count.c, cp_pmu_irq.c,
 * cp_pmu_line.c, cp_pmu_sample.c and the file of one core run on a model of that
 * core's registers.
 *
 * An invariant relates the driver's state, the registers and the events. A reset
 * makes it true from any state of the registers. Each operation of perf and each
 * interrupt keeps it true. So it holds after any sequence of operations. README
 * lists the assumptions.
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
#else
#define DESC		cp_pmu_xscale1
#endif

/* The counters on which there may be events */
#ifndef EVENTS
#define EVENTS		ALL
#endif

/* The event number of cycles. The event counters of XScale1 cannot count cycles. */
#ifdef A8
#define CYCLES_NUMBER	0x11
#elif defined(ARM11)
#define CYCLES_NUMBER	0xff
#endif

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

/* The state at the beginning of the operation, and its results */
static struct {
	u32 flags;
	u32 armed;		/* and sampled by the interrupt, not the timer */
	u32 timed;
	u64 events[COUNTERS];
	bool e;
} before;
static u32 sampled;
static u32 planned;		/* the driver asked the timer to plan the first sample of a period */
static bool timer_samples;
static unsigned int irq_disabled;

/* The action of perf in a sample, and the counter of this sample */
static enum { NOTHING, RESTART, STOP } does;
static unsigned int does_in;

/* At a start: is a sample due? */
static enum { MAYBE, NOT_DUE, DUE } is;

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

static void traced_start(struct cp_pmu_hw *hw)
{
	trace();
	DESC.ops->start(hw);
	trace();
}

static void traced_stop(struct cp_pmu_hw *hw)
{
	trace();
	DESC.ops->stop(hw);
	trace();
}

static u32 traced_get_clear_overflow(struct cp_pmu_hw *hw)
{
	u32 flags;

	trace();
	flags = DESC.ops->get_clear_overflow(hw);
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
	.get_clear_overflow	= traced_get_clear_overflow,
};

static struct cp_pmu_desc traced_desc;
#endif

bool started(unsigned int idx)
{
	return !(event[idx]->hw.state & PERF_HES_STOPPED);
}

void check_selection(unsigned int idx)
{
	u32 evt = event[idx]->hw.config_base;
	u32 number = evt & CP_PMU_EVT_NUMBER;
	u32 i, exported = 0;

#ifdef CYCLES_NUMBER
	if (evt & CP_PMU_EVT_CYCLES)
		number = CYCLES_NUMBER;
#endif
	if (idx == CCNT)
		prove(m.d == !!(evt & CP_PMU_EVT_DIV64), "CCNT divides if its event says so");
	else
		prove(m.sel[idx] == number, "the counter counts its event");
	for (i = 0; i < COUNTERS; i++)
		if (started(i))
			exported |= event[i]->hw.config_base & CP_PMU_EVT_EXPORT;
	prove(m.x == !!exported, "events are exported if one of them says so");
}

/* Stand-ins for cp_pmu_timer.c. The proof only records the calls. */
void cp_pmu_timer_arm(struct cp_pmu *cp)
{
}

void cp_pmu_timer_wake(struct cp_pmu *cp)
{
}

void cp_pmu_timer_set_guard(struct cp_pmu *cp)
{
}

bool hrtimer_is_queued(struct hrtimer *timer)
{
	return nondet_bool();
}

int hrtimer_cancel(struct hrtimer *timer)
{
	return 0;
}

void cp_pmu_timer_event_start(struct cp_pmu *cp, struct perf_event *event)
{
	struct cp_pmu_sampler *sampler = event->pmu_private;

	cp->timed |= BIT(event->hw.idx);
	if (!sampler->planned)
		planned |= BIT(event->hw.idx);
	sampler->planned = true;
}

void cp_pmu_timer_event_stop(struct cp_pmu *cp, struct perf_event *event)
{
	cp->timed &= ~BIT(event->hw.idx);
}

void cp_pmu_timer_event_look(struct cp_pmu *cp, struct perf_event *event,
			     struct pt_regs *regs, u64 now)
{
	struct cp_pmu_sampler *sampler = event->pmu_private;

	if (!sampler->since || nondet_bool())
		return;
	timer_samples = true;
	cp_pmu_sample(cp, event, regs);
	timer_samples = false;
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
}

u64 ktime_get_mono_fast_ns(void)
{
	return nondet_u64();
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
	prove(cp.sampled, "only the time of handlers that sample is reported to perf");
}

void perf_event_update_userpage(struct perf_event *event)
{
}

static u64 any_period(void)
{
	u64 period = nondet_u64();

	assume(period >= 1 && period <= S64_MAX);
	return period;
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

	prove(!m.e, "the monitor is stopped while a sample is taken");
	if (!timer_samples && !cp.down) {
		prove(m.left[idx] <= 0, "no sample before the period has ended");
		prove(!(sampled & BIT(idx)), "one sample for one end of a period");
		sampled |= BIT(idx);
	}
	prove(data->period, "a sample weighs something");
	/* Events before the reset of a shutdown belong to no event. The driver need not read them. */
	prove(cp.down || data->period == m.unsampled[idx],
	      "a sample weighs the events since the previous sample");
	prove(of->hw.last_period == data->period, "last_period is the weight of the sample");
	m.unsampled[idx] = 0;
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

/* The counter wraps at the end of the period, or 2^31 events after its last read. */
static bool not_wrapped(unsigned int idx)
{
	u64 distance = (1ULL << 32) - m.base[idx];

	return m.since[idx] < distance && distance <= 1ULL << 31 &&
	       (s64)distance <= event[idx]->hw.period_left.a;
}

static void invariant(void)
{
	struct cp_pmu_hw *hw = &cp.hw;
	u32 running = 0, sampling = 0, idx;

	for (idx = 0; idx < COUNTERS; idx++) {
		if (!started(idx))
			continue;
		running |= BIT(idx);
		if (event[idx]->pmu_private)
			sampling |= BIT(idx);
	}

	HOLDS(hw->active == running, "active are the counters of the started events");
	HOLDS(!(hw->exported & ~hw->active), "exported counters are active");
	HOLDS(!cp.irq == (cp.line.state == CP_LINE_NONE), "a line has an interrupt");
	HOLDS(!cp.irq || irq_disabled == (cp.line.state == CP_LINE_MASKED),
	      "the interrupt is disabled while the line is masked, and only then");
	HOLDS(hw->armed == (cp.irq ? sampling : 0), "what samples is armed, if there is an interrupt");
	HOLDS(cp.timed == (cp_pmu_uses_irq(&cp) ? 0 : sampling),
	      "either the timer samples or the interrupt");
	HOLDS(!cp.down, "the driver was not shut down");
	HOLDS(!cp.due, "no sample of an active event is due");
	HOLDS(hw->on == m.e, "the driver knows whether the monitor is on");
	HOLDS(!m.e || m.inten == hw->armed, "the interrupts of armed counters are enabled, no others");
	HOLDS(!m.e || !hw->ack, "a start acknowledges what there is");
	HOLDS(!m.owed, "what was acknowledged was looked at");
	HOLDS(hw->was_armed == (m.e ? m.inten : m.was_armed),
	      "the driver knows whose interrupt was enabled at the last start");
	if (m.e) {
		HOLDS(!m.looked && !m.seen, "a start is a new beginning");
	} else {
		HOLDS(!(m.was_armed & hw->ack & ~m.looked),
		      "what is to be acknowledged was looked at");
		HOLDS(!(m.was_armed & m.seen & ~m.looked), "what was seen was looked at");
		HOLDS(!(m.was_armed & hw->known & ~m.looked), "what is known was looked at");
		HOLDS(!(m.was_armed & ~hw->armed & ~m.looked), "what is no longer armed was looked at");
	}
#ifdef A8
	HOLDS(hw->was_active == m.enabled, "the driver knows the enabled counters");
	HOLDS(hw->was_armed == m.inten, "the driver knows the enabled interrupts");
	HOLDS(!m.e || hw->was_active == hw->active, "the counters of events run, no others");
	HOLDS(hw->a8.selected == 4 || (hw->a8.selected < 4 && hw->a8.selected == m.pmnxsel),
	      "the driver knows the selected counter");
	for (idx = 0; idx < CCNT; idx++)
		HOLDS(hw->a8.evtsel[idx] == m.sel[idx], "the driver knows the events");
	HOLDS(!(hw->ctl & ~0x8U), "the control copy has no other bits than D");
#else
	HOLDS(m.e || !m.inten, "a monitor that stands still raises no interrupt");
	HOLDS(!(hw->ctl & ~0x0ffff008U), "the control copy has no other bits than events and D");
#endif

	for (idx = 0; idx < COUNTERS; idx++) {
		u32 evt = event[idx]->hw.config_base;
		u32 number = evt & CP_PMU_EVT_NUMBER;
		bool active = hw->active & BIT(idx), known = hw->known & BIT(idx);

#ifdef CYCLES_NUMBER
		if (evt & CP_PMU_EVT_CYCLES)
			number = CYCLES_NUMBER;
#endif
#ifdef A8
		HOLDS(!known || !m.e || !(m.enabled & BIT(idx)), "a running counter is not known");
		if (active && idx != CCNT)
			HOLDS(hw->a8.evtsel[idx] == number, "an event is selected");
#else
		HOLDS(!known || !m.e, "a running counter is not known");
#ifdef ARM11
		if (active && idx != CCNT)
			HOLDS((hw->ctl >> (20 - 8 * idx) & 0xff) == number, "an event is selected");
#else
		if (active && idx != CCNT)
			HOLDS((hw->ctl >> (12 + 8 * idx) & 0xff) == number, "an event is selected");
#endif
#endif
		if (active && idx == CCNT)
			HOLDS((hw->ctl >> 3 & 1) == !!(evt & CP_PMU_EVT_DIV64), "D is selected");
		if (active)
			HOLDS(!!(hw->exported & BIT(idx)) == !!(evt & CP_PMU_EVT_EXPORT),
			      "export is selected");
		HOLDS(!known || (hw->value[idx] == m.base[idx] && !m.since[idx]),
		      "the driver knows what a counter holds that stands still");
		HOLDS(!active || hw->value[idx] == m.base[idx],
		      "the driver knows what a counter held at the last look");
		HOLDS(!sampler[idx]->sample_due || (!active && sampler[idx]->since),
		      "a sample is due for events that were counted, of an event that was stopped");
		HOLDS(!(cp.timed & BIT(idx)) || sampler[idx]->planned,
		      "the timer has a plan of each event that it samples");
		if (!(hw->armed & BIT(idx)))
			continue;
		HOLDS(sampler[idx]->since || event[idx]->hw.period_left.a > 0,
		      "no period ends without an event");
#ifdef ASTEP
		HOLDS(not_wrapped(idx) || (m.flags & ~hw->ack & hw->armed) ||
		      (m.gone & BIT(idx)),
		      "A-stepping: a flag is pending after a period, unless an unarmed counter cleared it");
#else
		HOLDS(not_wrapped(idx) || (m.flags & ~hw->ack & BIT(idx)),
		      "when a period has ended, its flag is pending");
#endif
	}
}

/* An event that can be on that counter */
static void any_event(unsigned int idx)
{
	struct hw_perf_event *hwc = &event[idx]->hw;

	hwc->config_base = nondet_u32() & (CP_PMU_EVT_NUMBER | CP_PMU_EVT_CYCLES |
					   CP_PMU_EVT_DIV64 | CP_PMU_EVT_EXPORT);
	if (idx == CCNT) {
		assume(hwc->config_base & CP_PMU_EVT_CYCLES);
	} else {
		assume(!(hwc->config_base & CP_PMU_EVT_DIV64));
#ifndef CYCLES_NUMBER
		assume(!(hwc->config_base & CP_PMU_EVT_CYCLES));
#endif
	}
#ifdef XSCALE
	assume(!(hwc->config_base & CP_PMU_EVT_EXPORT));
#endif
	hwc->idx = idx;
	hwc->sample_period = any_period();
	hwc->last_period = nondet_u64();
	local64_set(&hwc->period_left, nondet_s64());
	/* No period is exceeded by 2^62 events: the timer reads the counter in time. */
	assume(local64_read(&hwc->period_left) > -(1LL << 62));
	hwc->state = cp.hw.active & BIT(idx) ? 0 : PERF_HES_STOPPED | PERF_HES_UPTODATE;
	local64_set(&event[idx]->count, nondet_s64());
	event[idx]->pmu = &cp.pmu;
	event[idx]->pmu_private = nondet_bool() ? sampler[idx] : NULL;
	sampler[idx]->since = nondet_u64();
	/* There are less than 2^62 events between two samples, too. */
	assume(sampler[idx]->since < 1ULL << 62);
	sampler[idx]->sample_due = event[idx]->pmu_private && nondet_bool();
	sampler[idx]->planned = nondet_bool();
	cp.events[idx] = event[idx];
}

static void any_registers(void)
{
	unsigned int idx;

	m.e = nondet_bool();
	m.d = nondet_bool();
	m.x = nondet_bool();
	m.flags = nondet_u32() & ALL;
	m.inten = nondet_u32() & ALL;
	m.enabled = nondet_u32() & ALL;
	m.pmnxsel = nondet_u32() & 0x1f;
	m.useren = nondet_u32() & 1;
	m.sder = nondet_u32() & 3;
	m.validation = nondet_u32() & 1;
	m.rule = nondet_u32();
	for (idx = 0; idx < COUNTERS; idx++) {
		m.sel[idx] = nondet_u32() & 0xff;
		m.base[idx] = nondet_u32();
		m.since[idx] = 0;
	}
}

static void any_hw(void)
{
	struct cp_pmu_hw *hw = &cp.hw;
	unsigned int idx;

	hw->active = nondet_u32() & EVENTS;
	hw->armed = nondet_u32() & ALL;
	hw->exported = nondet_u32() & ALL;
	hw->known = nondet_u32() & ALL;
	hw->ack = nondet_u32() & ALL;
	hw->ctl = nondet_u32();
	hw->on = nondet_bool();
	hw->was_active = nondet_u32() & ALL;
	hw->was_armed = nondet_u32() & ALL;
	hw->a8.selected = nondet_u32();
	for (idx = 0; idx < COUNTERS; idx++) {
		hw->value[idx] = nondet_u32();
		hw->a8.evtsel[idx] = nondet_u32();
	}
}

static void probed(void)
{
	cp = (struct cp_pmu) {
		.hw.desc = &DESC,
		.hw.secure = nondet_bool(),
		.hw.nonsecure = nondet_bool(),
	};
	m = (struct model) {};
#ifdef TRACED
	traced_desc = DESC;
	traced_desc.ops = &traced_ops;
	cp.hw.desc = &traced_desc;
#endif
	irq_disabled = 0;
	cp_pmu_init(&cp);
}

/* Any state in which the invariant is true, with the monitor on or off */
static void begin(bool on)
{
	unsigned int idx;

	probed();
	any_hw();
	any_registers();
	m.e = on;
	cp.hw.on = on;
	cp.hw.armed &= cp.hw.active;
	cp.hw.exported &= cp.hw.active;
	m.was_armed = nondet_u32() & ALL;
	m.looked = nondet_u32() & ALL;
	m.seen = nondet_u32() & ALL;
	m.gone = nondet_u32() & ALL;
	cp.timed = nondet_u32() & ALL;
	cp.irq = nondet_u32() & 0xff;
	cp.line.state = nondet_u32();
	assume(cp.line.state <= CP_LINE_LIVE);
	cp.line.suspect = nondet_bool();
	cp.line.spurious = nondet_u32();
	cp.line.since = nondet_u32();
	irq_disabled = cp.line.state == CP_LINE_MASKED;
	jiffies = nondet_u32();
	if (is == DUE)
		cp.hw.active &= ~BIT(ON_COUNTER);
	for (idx = 0; idx < COUNTERS; idx++) {
		any_event(idx);
		if (idx == ON_COUNTER && is != MAYBE)
			sampler[idx]->sample_due = is == DUE;
		if (idx == ON_COUNTER && is == DUE) {
			event[idx]->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
			event[idx]->pmu_private = sampler[idx];
		}
		m.since[idx] = started(idx) ? nondet_u32() : 0;
		m.events[idx] = event[idx]->count.a;
		before.events[idx] = m.events[idx];
		m.left[idx] = event[idx]->hw.period_left.a;
		/* Since that stop, the event may have begun a new period (restop). */
		if (sampler[idx]->sample_due && m.left[idx] > 0)
			m.left[idx] = 0;
		m.unsampled[idx] = sampler[idx]->since;
		/* This follows from the invariant. To set it here makes the formula simpler. */
		if (cp.hw.active & BIT(idx))
			cp.hw.value[idx] = m.base[idx];
	}
	proving = false;
	invariant();

	before.e = m.e;
	before.flags = m.flags & m.inten;
	before.armed = cp.hw.armed & ~cp.timed;
	before.timed = cp.timed;
	sampled = 0;
	planned = 0;
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
	for (idx = 0; idx < COUNTERS; idx++) {
		prove((u64)event[idx]->count.a == m.events[idx],
		      "the count is what the counter has counted for the event");
		prove(!event[idx]->pmu_private || sampler[idx]->since == m.unsampled[idx],
		      "the next sample weighs all events that no sample has weighed");
		if (before.armed & cp.hw.armed & ~cp.timed & ~sampled & BIT(idx))
			prove(event[idx]->hw.period_left.a == m.left[idx],
			      "no period ends without its sample");
	}
}

static void goes_on(void)
{
	prove(!before.e || m.e || !cp.hw.active, "a monitor with events keeps running");
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

/* No sample was taken, but a trial may have begun, or may have begun again. */
static void tried(bool started_now)
{
	unsigned int i, highest = 0;

	for (i = 0; i < COUNTERS; i++) {
		if (!(cp.hw.armed & BIT(i)))
			continue;
		highest = i;
		prove(event[i]->hw.period_left.a == m.left[i], "a trial changes no period");
	}
	if (started_now && cp.line.state == CP_LINE_TRIAL && cp.hw.armed)
		prove(m.base[highest] == U32_MAX, "in a trial the next event is an overflow");
}

static void enable(unsigned int idx)
{
	cp.pmu.pmu_enable(&cp.pmu);
	prove(!cp.hw.active || m.e, "an enabled monitor with events runs");
	tried(!before.e && m.e);
}
PROOF(enable, enable, NOTHING)

static void disable(unsigned int idx)
{
	cp.pmu.pmu_disable(&cp.pmu);
	prove(!m.e, "a disabled monitor is stopped");
}
PROOF(disable, disable, NOTHING)

static void start(unsigned int idx)
{
	struct hw_perf_event *hwc = &event[idx]->hw;
	bool was = started(idx), due = sampler[idx]->sample_due;
	bool begins = !was && event[idx]->pmu_private;
	bool asked = begins && !hwc->period_left.a;
	bool plan = sampler[idx]->planned;
	u64 period = hwc->sample_period;

	cp.pmu.start(event[idx], nondet_bool() ? PERF_EF_RELOAD : 0);
	if (due && begins) {
		prove(before.e || !sampled, "no sample at a start: perf may not be done with the group");
		cp.pmu.pmu_enable(&cp.pmu);
	}
	if (does == NOTHING) {
		prove(started(idx), "the event is started");
		prove(!!(sampled & BIT(idx)) == (due && begins) &&
		      sampler[idx]->sample_due == (due && !begins),
		      "a sample that was due is delivered when perf enables the PMU");
		/* perf has no other periods. */
		if (asked && (cp.hw.armed & BIT(idx)) && period && period <= S64_MAX)
			prove((u64)hwc->period_left.a == period, "a new period begins at once");
	}
	if (begins && !cp_pmu_uses_irq(&cp))
		prove(!!(planned & BIT(idx)) == (asked || !plan),
		      "a new plan for a new period, and only then");
	else if (asked)
		prove(!sampler[idx]->planned, "no plan of the timer remains after its period");
	goes_on();
}
PROOF(start, start, NOTHING, NOT_DUE)

/* A start with a sample that is due since the last stop of the event */
PROOF(start_due, start, NOTHING, DUE)

/* The same, and perf acts in this sample */
PROOF(start_restart, start, RESTART, DUE)

PROOF(start_stop, start, STOP, DUE)

/* perf stops the event again before it enables the PMU. */
static void restop(unsigned int idx)
{
	cp.pmu.pmu_disable(&cp.pmu);
	cp.pmu.start(event[idx], PERF_EF_RELOAD);
	cp.pmu.stop(event[idx], PERF_EF_UPDATE);
	prove(!sampled && sampler[idx]->sample_due, "a stop before that leaves the sample due");
	cp.pmu.pmu_enable(&cp.pmu);
	prove(!(sampled & BIT(idx)), "no sample of a stopped event");
}
PROOF(restop, restop, NOTHING, DUE)

static void stop(unsigned int idx)
{
	cp.pmu.stop(event[idx], PERF_EF_UPDATE);
	/* A-stepping: its sample also handles the flags that its overflow has cleared. */
	m.gone = ALL;
	prove(!started(idx), "the event is stopped");
	prove(!sampled, "no sample at a stop: perf may restart the event right after it");
	prove(!(before.armed & BIT(idx)) ||
	      sampler[idx]->sample_due == (m.left[idx] <= 0),
	      "if the period has ended at the stop, its sample is due");
	if (before.timed & BIT(idx))
		prove(event[idx]->hw.period_left.a > 0,
		      "the remainder of a period is never mistaken for a request for a new one");
	goes_on();
}
PROOF(stop, stop, NOTHING)

static void del(unsigned int idx)
{
	bool was = started(idx);

	cp.pmu.pmu_disable(&cp.pmu);
	cp.pmu.del(event[idx], 0);
	if (!(sampled & BIT(idx)))
		m.gone = ALL;
	prove(!started(idx) && !cp.events[idx], "the event is gone");
	prove(!(before.armed & BIT(idx)) ||
	      !!(sampled & BIT(idx)) == (m.left[idx] <= 0),
	      "if the period has ended at the removal, its sample was taken");
	prove(!was || !sampler[idx]->sample_due, "no sample is due after the removal");
	if (before.e)
		cp.pmu.pmu_enable(&cp.pmu);
	goes_on();
}
PROOF(del, del, NOTHING)

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
	goes_on();
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

	/* Interrupts are disabled while perf has disabled the monitor. */
	assume(m.e || !cp.hw.active);
	assume(cp.irq && !irq_disabled);
	handled = cp_pmu_handle_irq(1, &cp);
	/* After a reset of the idle monitor, the enables of its last run do not matter. */
	if (!before.e && !cp.hw.was_armed) {
		prove(!(m.was_armed & ~m.looked), "a reset clears no flag whose counter must still be read");
		m.was_armed = 0;
	}
#ifndef ASTEP
	/* On A-stepping another overflow may have cleared it. */
	prove(handled == IRQ_NONE || m.cleared || m.read || m.overflowed,
	      "no interrupt is claimed without a flag");
#endif
	prove(before.e || !(m.flags & m.inten), "flags that were left over are cleared");
	prove(!before.e || !(before.flags & ~m.cleared),
	      "the flags that raised the interrupt are cleared");
	goes_on();
}
PROOF(interrupt, interrupt, NOTHING)

PROOF(interrupt_restart, interrupt, RESTART)

PROOF(interrupt_stop, interrupt, STOP)

static void timer(unsigned int idx)
{
	unsigned int i;

	cp_pmu_look(&cp, NULL);
	for (i = 0; i < COUNTERS; i++)
		prove(!(cp.hw.armed & BIT(i)) || event[i]->hw.period_left.a > 0,
		      "after a check of all counters no period has ended");
	goes_on();
}
PROOF(timer, timer, NOTHING)

PROOF(timer_restart, timer, RESTART)

PROOF(timer_stop, timer, STOP)

/* The consequences of the timer's check for the line: a trial, another source, ... */
static void looked(unsigned int idx)
{
	enum cp_pmu_line_state state = cp.line.state;

	cp_pmu_irq_looked(&cp, nondet_bool());
	tried(m.e && cp.line.state != state);
	goes_on();
}
PROOF(looked, looked, NOTHING)

static void power(unsigned int idx)
{
	unsigned int i;

	cp_pmu_power_down(&cp);
	prove(!m.e, "the monitor is stopped before the power loss");
	for (i = 0; i < COUNTERS; i++) {
		prove(!started(i) || !m.since[i], "the driver has read all counts before the power loss");
		m.since[i] = 0;
	}
	if (nondet_bool())
		any_registers();
	m.resetting = true;
	m.was_armed = 0;
	cp_pmu_power_up(&cp);
	prove(!cp.hw.active || m.e, "after a power loss the events count again");
}
PROOF(power, power, NOTHING)

static void nothing_runs(void)
{
	prove(!m.e, "after a reset nothing counts");
	prove(!m.inten, "after a reset no interrupt is enabled");
	prove(!m.d && !m.x, "after a reset no option is set");
	prove(!(m.flags & ~m.overflowed),
	      "after a reset only the flags of overflows during the reset are set");
#ifdef A8
	prove(!m.enabled, "after a reset no counter is enabled");
	prove(!m.useren, "after a reset user mode has no access");
#elif defined(ARM1176)
	prove(!m.validation || cp.hw.nonsecure, "after a reset user mode has no access");
#endif
}

/* Any registers, as at probe */
void prove_reset(void)
{
	unsigned int idx;

	probed();
	any_registers();
	for (idx = 0; idx < COUNTERS; idx++) {
		any_event(idx);
		sampler[idx]->sample_due = false;
		prove(!started(idx), "at probe there are no events");
	}
	m.resetting = true;
	cp_hw_reset(&cp.hw);
	proving = true;
	invariant();
	nothing_runs();
	reached();
}

/* The interrupt comes in time or not. On ARM11 it can come again, from a flag that was left. */
static bool came, waited;

void udelay(unsigned long us)
{
	unsigned int i;

	/* The time at which it comes does not matter. */
	if (waited)
		return;
	waited = true;
	for (i = 0; i < 2 && nondet_bool(); i++) {
		/* No event counts, so all flags may be acknowledged. */
		m.resetting = true;
		cp_pmu_handle_irq(1, &cp);
		came = true;
	}
	m.resetting = true;
	m.was_armed = 0;
	m.overflowed = 0;
}

/* The trial at probe, after a reset */
void prove_try(void)
{
	unsigned int idx;

	probed();
	any_registers();
	for (idx = 0; idx < COUNTERS; idx++) {
		any_event(idx);
		sampler[idx]->sample_due = false;
		cp.events[idx] = NULL;
	}
	m.resetting = true;
	cp_hw_reset(&cp.hw);
	cp.irq = 1;
	irq_disabled = 1;
	came = false;
	waited = false;
	m.trial = true;
	cp_pmu_irq_try(&cp);
	proving = true;
	invariant();
	nothing_runs();
	prove(cp.line.state == CP_LINE_LIVE || cp.line.state == CP_LINE_DEAD,
	      "a line is live or dead, since its flags can be cleared");
	prove(came || cp.line.state != CP_LINE_LIVE, "a line that does not answer is not live");
	reached();
}

static void still_down(void)
{
	prove(!m.e, "after a shutdown nothing counts, whatever perf does");
}

void prove_shutdown(void)
{
	u64 counts[COUNTERS];
	unsigned int idx;

	begin(WAS_ON);
	m.resetting = true;
	m.was_armed = 0;
	m.overflowed = 0;
	cp_pmu_shutdown(&cp);
	nothing_runs();
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
	m.resetting = true;
	m.was_armed = 0;
	m.overflowed = 0;
	cp_pmu_power_up(&cp);
	nothing_runs();
	cp.pmu.pmu_enable(&cp.pmu);
	still_down();
	cp_pmu_irq_looked(&cp, nondet_bool());
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
