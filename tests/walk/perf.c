// SPDX-License-Identifier: GPL-2.0
/*
 * perf's side of struct pmu, the operations of the walk, and what must be true of counts
 * and samples.
 *
 * For each event the walk knows how many events its counter has counted while the event was
 * started: @truth. A count, a weight and the end of a period are compared with it.
 */

#include "world.h"
#include "core.h"

int strcmp(const char *a, const char *b);

#define MS		1000000ULL
#define SLOTS		8
#define MAX_INTERRUPTS	8	/* samples between two ticks before perf throttles an event */

const char *const walk_core = CORE;

enum owes { NO, MAYBE, YES };

static struct slot {
	struct perf_event e;
	bool open;
	bool added;
	bool off;		/* disabled: perf does not schedule it */
	bool throttled;
	bool must_stop;		/* perf asked the driver to stop it */
	bool disable;		/* perf's irq_work will disable it */
	unsigned int interrupts;
	u32 leader;
	u32 number;		/* what the counter is to count */
	bool cycles;
	bool div64;
	bool export;
	bool freq;
	u64 freq_ns;
	u64 truth;
	u64 zero;		/* @truth when the count was last reset */
	u64 weights;		/* of all samples */
	u64 unread;		/* since the driver's last read */
	bool idles;		/* what comes may belong to the idle task */
	unsigned int hook_reads; /* by the driver, at this begin or end of idle time */
	u64 idle;		/* may belong to the idle task, and is not sampled yet */
	u64 surely_idle;	/* of these */
	u64 idle_before;	/* @idle when this idle time began */
	bool steady;		/* the rate was always the same since the event was opened: */
	u32 at_rate;
	u64 has_run;		/* ns since the begin of its plan */
	bool calm;		/* perf's irq_work was short in this time */
	u64 started;		/* when it was last started */
	u64 last;		/* the weights of samples that are not of idle time */
	u64 before_reset;	/* of what is not sampled yet */
	u64 weighed;		/* the sum of the delivered weights since the last reset */
	u64 stamped;		/* @truth when perf last set freq_count_stamp */
	u64 doubt;		/* @idle when @end was set: @slack, if it is no idle time */
	bool begun;		/* the first period */
	u64 end;		/* own() at the end of the period */
	u64 slack;		/* @end may be as much earlier than that */
	u64 period;
	bool by_irq;		/* the source of samples that @end is valid for */
	bool unsure;		/* it was another one at the last stop */
	enum owes owes;		/* a sample since the last stop */
	bool sampled;		/* since the last removal */
	u64 overdue;		/* ns for which the period has been over */
	unsigned int taken;	/* samples of the timer, with a frequency, */
	u64 ran;		/* in as many ns */
	bool idled;		/* it was running when idle time ended */
	bool timed;		/* sampled in this handler, by the timer, */
	u64 rests;		/* and not again before this time */
	s64 frozen;		/* the count at the shutdown */
} slots[SLOTS];

static unsigned int disabled;	/* depth of perf_pmu_disable() */
static bool irqs_were_off;
static unsigned int quiet;	/* in a callback that must not sample */
static struct slot *deleting;
static bool untold;		/* a sample whose time perf has not been told */
static bool told;		/* perf has been told in this handler */
static bool in_handler;
static bool watches_idle;	/* the timer was the source when idle time began */
static unsigned int in_sample;	/* the driver has called perf */
static bool group_stops;	/* perf stops a throttled event itself, with its group */

/* Which of these functions the kernel lacks */
enum { OVERFLOW, ACCOUNT, TOOK, FUNCTIONS };
static u32 lacks;

/* Since the last interrupt, and while the interrupt was the source of samples */
static unsigned int missed;		/* samples of periods whose end had no interrupt */
static unsigned int chances;		/* of the driver to notice that: it ran by a timer */
static u64 chance;			/* the time of the last one */

static bool samples(const struct slot *s)
{
	return s->e.pmu_private;
}

/* An event of a task never counts the idle task. */
static bool excludes(const struct slot *s)
{
	return s->e.attr.exclude_user || s->e.attr.exclude_kernel ||
	       (s->e.attr.exclude_idle && !s->e.hw.target);
}

static bool drops(const struct slot *s)
{
	return samples(s) && excludes(s);
}

static bool running(const struct slot *s)
{
	return s->added && !(s->e.hw.state & PERF_HES_STOPPED);
}

static struct slot *slot_on(unsigned int idx)
{
	unsigned int i;

	for (i = 0; i < SLOTS; i++)
		if (slots[i].added && slots[i].e.hw.idx == (int)idx)
			return &slots[i];
	return NULL;
}

/* For the model */
bool started(unsigned int idx)
{
	struct slot *s = slot_on(idx);

	return s && running(s);
}

void counted(unsigned int idx, u64 events)
{
	struct slot *s = slot_on(idx);

	if (s && running(s) && !m.resetting && !w.down) {
		s->truth += events;
		s->unread += events;
	}
}

/* Not sampled yet */
static u64 pending(const struct slot *s)
{
	return s->truth - s->weights;
}

/*
 * How far the event has come at least. What it has counted in idle time may belong to the idle
 * task, which has samples of its own. The driver decides that. After a sample this is exact.
 */
static u64 own(const struct slot *s)
{
	if (s->by_irq)
		return s->last + pending(s);
	return s->last + pending(s) - s->idle - (s->idles ? s->unread : 0);
}

/* The driver has read the counter. It does so when idle time begins, and when it ends. */
void perf_read(unsigned int idx)
{
	struct slot *s = slot_on(idx);

	if (!s)
		return;
	if (s->idles)
		s->idle += s->unread;
	s->unread = 0;
	if (w.idle_hook == IDLE_ENDS)
		s->idles = false;
	s->hook_reads += w.idle_hook != NO_IDLE_HOOK;
}

/* Idle time has begun, if the timer samples, or has ended. */
void perf_idle_hook(bool begins)
{
	unsigned int i;
	bool any = false;

	for (i = 0; i < SLOTS; i++)
		any |= running(&slots[i]) && samples(&slots[i]);
	if (!begins && watches_idle)
		w.idle_usual = w.idle_slept;
	watches_idle = begins && any && w.pmu && !w.down && !by_interrupt();
	prove(!watches_idle || sampler_expires() > w.now + w.idle_usual,
	      "an idle CPU is not woken to sample");
	for (i = 0; i < SLOTS; i++) {
		struct slot *s = &slots[i];

		/* At a steady rate, and for some time, the driver does not take it for less. */
		if (!begins && running(s) && s->cycles && w.idle_counts &&
		    w.now - w.idle_began > MS && s->has_run > MS && s->steady &&
		    s->calm &&
		    s->at_rate >= 300 && s->idle > s->idle_before)
			s->surely_idle += s->idle - s->idle_before;
		s->idle_before = s->idle;
		/* Only cycles come in idle time. */
		s->idles = watches_idle && running(s) && samples(s) && s->cycles;
		prove(!s->idles || s->hook_reads,
		      "the counters are read when idle time begins");
		s->idled = !begins && running(s);
		s->hook_reads = 0;
	}
}

void check_selection(unsigned int idx)
{
	struct slot *s = slot_on(idx);
	bool export = false;
	unsigned int i;

	/* A reset lets the monitor run for a moment. */
	if (w.down)
		return;
	for (i = 0; i < SLOTS; i++)
		export |= running(&slots[i]) && slots[i].export;
	check_selected(idx, s->number, s->div64, export);
}

bool perf_counts(void)
{
	unsigned int i;

	for (i = 0; i < SLOTS; i++)
		if (running(&slots[i]))
			return true;
	return false;
}

/* Events that the driver has not read yet */
static u64 unread(const struct slot *s)
{
	return running(s) ? m.since[s->e.hw.idx] : 0;
}

/* The period has ended: the next one begins. */
static void next_period(struct slot *s)
{
	u64 next;

	/* perf may have changed it. The timer keeps the period of a plan. */
	if (s->by_irq)
		s->period = s->e.hw.sample_period;
	next = s->end + s->period;
	/* Events beyond the end count into the next period, unless they are a whole one. */
	if (s->by_irq)
		s->end = next > own(s) ? next : own(s) + s->period;
	else
		s->end = max(next, own(s));
}

/* Another source samples now. The timer takes no sample within a period of the last one. */
static void follow_source(struct slot *s)
{
	s->by_irq = by_interrupt();
	/* The driver does not watch the rest of an idle time in which the timer takes over. */
	s->steady &= !w.waits;
	s->has_run = 0;
	s->calm = true;
	s->taken = 0;
	s->ran = 0;
	s->period = s->e.hw.sample_period;
	s->slack = s->by_irq ? 0 : s->period;
	if (s->by_irq) {
		/* It samples in idle time, too: it wakes the CPU. */
		s->idles = false;
		s->idle = 0;
		s->surely_idle = 0;
		s->end = own(s) + local64_read(&s->e.hw.period_left) - unread(s);
	} else {
		s->idles = watches_idle && s->cycles;
		s->end = max(own(s), s->last + s->period);
		s->doubt = s->idle;
	}
	s->overdue = 0;
}

void follow_sources(void)
{
	unsigned int i;

	if (!w.pmu || w.down)
		return;
	for (i = 0; i < SLOTS; i++)
		if (running(&slots[i]) && samples(&slots[i]) &&
		    slots[i].by_irq != by_interrupt())
			follow_source(&slots[i]);
}

static bool ended(const struct slot *s)
{
	return own(s) >= s->end;
}

/* The count that the driver shows */
static void check_count(const struct slot *s)
{
	u64 count = local64_read(&s->e.count);

	if (drops(s))
		prove(count == s->weighed, "the count is the sum of the delivered samples, from the last reset on");
	else if (w.down)
		prove(local64_read(&s->e.count) == s->frozen, "after a shutdown no count changes");
	else
		prove(count == s->truth - s->zero - unread(s), "the count is what the counter has counted");
}

/* For invariant.c */
struct perf_event *perf_event_on(unsigned int idx)
{
	struct slot *s = slot_on(idx);

	return s ? &s->e : NULL;
}

/* The driver has returned. Not in a sample: it goes on after that. */
static void check_state(void)
{
	u32 active = 0, sampling = 0;
	unsigned int i;

	if (in_sample || !w.pmu || w.down)
		return;
	for (i = 0; i < SLOTS; i++) {
		struct slot *s = &slots[i];

		if (running(s))
			active |= BIT(s->e.hw.idx);
		if (running(s) && samples(s))
			sampling |= BIT(s->e.hw.idx);
		if (s->open && samples(s))
			check_sampling_event(&s->e);
	}
	check_invariant(active, sampling);
}

/* perf_pmu_disable(): interrupts are disabled, too. */
static void disable(void)
{
	if (disabled++)
		return;
	irqs_were_off = w.irqs_off;
	w.irqs_off = true;
	quiet++;
	w.pmu->pmu_disable(w.pmu);
	quiet--;
	prove(!m.e, "a disabled monitor is stopped");
	check_state();
}

static void check_stops(void)
{
	unsigned int i;

	for (i = 0; i < SLOTS; i++) {
		if (slots[i].must_stop)
			prove(!running(&slots[i]), "a throttled event is stopped");
		slots[i].must_stop = false;
	}
}

static void check_enabled(void)
{
	unsigned int i;

	check_state();
	check_stops();
	if (w.down) {
		prove(!m.e, "after a shutdown nothing counts, whatever perf does");
		return;
	}
	prove(m.e == perf_counts(), "the monitor runs if an event counts, and only then");
	for (i = 0; i < SLOTS; i++) {
		if (!running(&slots[i]))
			continue;
		prove(slots[i].owes != YES, "a sample that was due comes when perf enables the PMU");
		slots[i].owes = NO;
	}
}

static void enable(void)
{
	if (--disabled)
		return;
	w.pmu->pmu_enable(w.pmu);
	follow_sources();
	check_enabled();
	untold = false;
	w.irqs_off = irqs_were_off;
}

/* The first period begins with the first start. perf sets period_left to 0 for a new one. */
static bool new_period(const struct slot *s)
{
	return !s->begun || !local64_read(&s->e.hw.period_left);
}

/* The event was started. @before: own(). It counts from its start on. */
static void begin_period(struct slot *s, bool new, u64 before)
{
	s->begun = true;
	s->started = w.now;
	s->idles = watches_idle && !by_interrupt() && s->cycles;
	s->idle_before = s->idle;
	s->steady &= !s->has_run || s->at_rate == w.rate[s->e.hw.idx];
	s->at_rate = w.rate[s->e.hw.idx];
	s->idled = false;
	/* The timer may be as late again. */
	if (w.timer_late)
		s->overdue = 0;
	if (new) {
		s->has_run = 0;
		s->calm = true;
		/* What waits for the idle task is the interrupt's. */
		if (!s->by_irq && by_interrupt()) {
			before += s->idle;
			s->idle = 0;
			s->surely_idle = 0;
		}
		s->by_irq = by_interrupt();
		s->period = s->e.hw.sample_period;
		s->end = before + s->period;
		s->doubt = s->idle;
		s->slack = 0;
		s->overdue = 0;
	} else if (s->unsure || s->by_irq != by_interrupt()) {
		follow_source(s);
	}
	s->unsure = false;
}

static void start(struct slot *s, int flags)
{
	bool was = running(s), new = new_period(s);
	u64 before = own(s);

	check_stops();
	quiet++;
	s->e.pmu->start(&s->e, flags);
	quiet--;
	check_state();
	prove(running(s), "the event is started");
	if (!was && samples(s))
		begin_period(s, new, before);
}

/*
 * The event is stopped. If its period has ended, the next one begins, and a sample is owed.
 * Not sure: the walk has not noticed yet that the source has changed.
 */
static void end_period(struct slot *s, bool sure)
{
	s->unsure = !sure;
	/*
	 * By timer, a sample that is due is owed. The walk knows neither the plan, nor what is
	 * the idle task's.
	 */
	if (!s->by_irq && !drops(s) && (s->freq || s->last + pending(s) >= s->end) &&
	    s->owes == NO)
		s->owes = MAYBE;
	if (!s->by_irq || !ended(s))
		return;
	if (s->owes != YES)
		s->owes = sure ? YES : MAYBE;
	if (sure)
		next_period(s);
}

static void stop(struct slot *s, int flags)
{
	bool was = running(s), sure = s->by_irq == by_interrupt();

	quiet++;
	s->e.pmu->stop(&s->e, flags);
	quiet--;
	check_state();
	prove(!running(s), "the event is stopped");
	check_count(s);
	if (!was || !samples(s) || w.down)
		return;
	end_period(s, sure);
}

#ifdef A8
/* An event counter is free, and the rest of the event's group does not need it. */
static bool has_spare_counter(const struct slot *s)
{
	unsigned int i, wanted = 0;

	for (i = 0; i < SLOTS; i++)
		if (slots[i].added)
			wanted += slots[i].e.hw.idx < CCNT;
		else
			wanted += slots[i].open && slots[i].leader == s->leader;
	return wanted < CCNT;
}
#endif

static bool add(struct slot *s, int flags)
{
	bool new = new_period(s);
	u64 before = own(s);
	unsigned int i;
	int err, idx;

	check_stops();
	s->throttled = false;
	s->interrupts = 0;
	s->e.hw.interrupts = 0;
	/* For the model: it asks while the event is being added. */
	s->added = true;
	quiet++;
	err = s->e.pmu->add(&s->e, flags);
	quiet--;
	if (err) {
		prove(err == -EAGAIN && s->e.hw.idx < 0, "an event is refused if no counter is free");
		s->added = false;
		return false;
	}
	idx = s->e.hw.idx;
	prove(idx >= 0 && idx < COUNTERS, "the event has a counter");
	for (i = 0; i < SLOTS; i++)
		prove(&slots[i] == s || !slots[i].added || slots[i].e.hw.idx != idx,
		      "the counter has one event");
#ifdef CYCLES_ON_PMN
	prove(idx != CCNT || s->cycles, "CCNT counts cycles");
#else
	prove((idx == CCNT) == s->cycles, "CCNT counts cycles, and no other counter does");
#endif
	prove(idx == CCNT || !s->div64, "only CCNT divides");
#ifdef A8
	prove(idx != CCNT || s->div64 || !samples(s) || !by_interrupt() || !has_spare_counter(s),
	      "an event counter samples cycles if one is free");
#endif
	check_state();
	if (!(flags & PERF_EF_START))
		return true;
	prove(running(s), "the event is started");
	if (samples(s))
		begin_period(s, new, before);
	return true;
}

/*
 * By timer, is a sample of cycles due? It is planned within a period after the end of the
 * period. At a steady rate, the driver knows that time.
 */
static bool is_due(const struct slot *s)
{
	return samples(s) && !s->by_irq && !by_interrupt() && !drops(s) && s->cycles &&
	       !get_irq_regs() && !w.unwatched && !s->freq && s->steady &&
	       s->at_rate >= 300 && s->has_run > MS && w.now > s->started && ended(s) &&
	       own(s) - s->end > s->period + s->slack + MS * s->at_rate / 1024;
}

static void del(struct slot *s)
{
	bool was = running(s), sure = s->by_irq == by_interrupt();
	bool due = was && samples(s) && s->by_irq && s->owes != MAYBE;

	s->sampled = false;
	if (was && samples(s) && !w.down)
		end_period(s, sure);
	/* Its sample, and samples of other events, may come here. */
	deleting = s;
	s->e.pmu->del(&s->e, 0);
	deleting = NULL;
	s->added = false;
	prove(s->e.hw.idx < 0, "the event has no counter any more");
	check_state();
	check_count(s);
	if (was)
		untold = false;
	if (due && sure && !w.down && s->owes == YES)
		prove(s->sampled, "if the period has ended at the removal, its sample was taken");
	prove(!was || w.down || !is_due(s), "no sample that is due is kept for the next start");
	if (was)
		s->owes = NO;
}

static void group_out(u32 leader)
{
	unsigned int i;

	disable();
	for (i = SLOTS; i--;)
		if (slots[i].open && slots[i].leader == leader && slots[i].added)
			del(&slots[i]);
	enable();
}

static bool anything_added(void)
{
	unsigned int i;

	for (i = 0; i < SLOTS; i++)
		if (slots[i].added)
			return true;
	return false;
}

/* A group is scheduled as a whole or not at all. */
static void group_in(u32 leader)
{
	bool alone = !anything_added();
	unsigned int n, i;

	if (slots[leader].off)
		return;
	for (i = 0; i < SLOTS; i++)
		if (slots[i].open && slots[i].leader == leader && slots[i].added)
			return;
	disable();
	for (n = 0; n < SLOTS; n++) {
		/* The leader comes first. */
		struct slot *s = &slots[(leader + n) % SLOTS];

		if (!s->open || s->leader != leader || s->off)
			continue;
		if (add(s, PERF_EF_START))
			continue;
		prove(!alone, "a group that was accepted fits if no other event is on the counters");
		group_out(leader);
		break;
	}
	enable();
}

/* perf's actions in a sample. Return: true if the driver has to stop the event. */
static bool sample_acts(struct slot *s)
{
	struct hw_perf_event *hwc = &s->e.hw;
	bool stops = false;
	unsigned int i;

	in_sample++;
	if (s->e.attr.freq && walk_below(2)) {
		hwc->sample_period = 1 + walk_below(1 << walk_below(20));
		/* perf_adjust_period() */
		if (local64_read(&hwc->period_left) > 8 * (s64)hwc->sample_period && running(s)) {
			stop(s, PERF_EF_UPDATE);
			local64_set(&hwc->period_left, 0);
			start(s, PERF_EF_RELOAD);
		}
	}
	if (++s->interrupts >= MAX_INTERRUPTS) {
		for (i = 0; i < SLOTS; i++) {
			struct slot *other = &slots[i];

			if (!other->added || (other != s && (!group_stops ||
							     other->leader != s->leader)))
				continue;
			other->throttled = true;
			other->e.hw.interrupts = U64_MAX;
			if (group_stops)
				stop(other, 0);
		}
		s->throttled = true;
		stops = true;
	}
	if (atomic_read(&s->e.event_limit) && !--s->e.event_limit.counter) {
		s->disable = true;
		stops = true;
		if (group_stops)
			stop(s, 0);
	}
	s->must_stop |= stops && s != deleting;
	in_sample--;
	return stops;
}

/*
 * At the end of idle time, the driver reads each counter. Then it samples the idle task for
 * what that has counted. For other samples, it reads the counter once more.
 */
static bool is_idle_sample(const struct slot *s)
{
	return w.idle_hook == IDLE_ENDS && s->hook_reads == 1;
}

/* @counted: events since the previous sample */
static void check_sample(const struct perf_event *event, u64 weight, u64 counted)
{
	prove(!m.e, "the monitor is stopped while a sample is taken");
	prove(weight, "a sample weighs something");
	prove(weight == counted, "a sample weighs the events since the previous sample");
	prove(event->hw.last_period == weight, "last_period is the weight of the sample");
}

static void sample_idle(struct slot *s, u64 weight)
{
	check_sample(&s->e, weight, min(weight, s->idle));
	prove(s->freq || weight >= min(s->period, 1ULL << 62),
	      "no sample of idle time before its period has ended");
	s->idle -= weight;
	s->idle_before = min(s->idle, s->idle_before);
	s->surely_idle -= min(weight, s->surely_idle);
	untold = true;
	w.work = true;
	w.work_since = w.now;
}

static void sample(struct slot *s, u64 weight)
{
	bool idle = is_idle_sample(s);
	u64 folded;

	walk_note("  %10llu us: sample of event %u, weight %llu%s\n", w.now / 1000,
		  (u32)(s - slots), weight, idle ? ", of idle time" : "");
	prove(s == deleting || (!quiet && running(s)),
	      "no sample of a stopped event, nor in perf's start, stop, add or read");
	s->before_reset -= min(weight, s->before_reset);
	s->weights += weight;
	if (idle) {
		sample_idle(s, weight);
		return;
	}
	if (w.down) {
		s->weights = s->truth;
		s->surely_idle = 0;
	}
	/* What is left now waits for the idle task. */
	if (s->by_irq)
		s->idle = 0;
	s->surely_idle = min(s->idle, s->surely_idle);
	check_sample(&s->e, weight, weight + pending(s) - min(pending(s), s->idle));
	prove(pending(s) >= s->surely_idle, "the idle task has the samples of idle time");
	folded = s->idle - pending(s);
	s->idle = pending(s);
	s->idle_before = min(s->idle, s->idle_before);
	s->last += weight;
	s->sampled = true;
	s->overdue = 0;
	missed += s->owes || s->by_irq;
	untold = !(lacks & BIT(TOOK));
	w.work = true;
	w.work_since = w.now;
	if (w.down)
		return;
	prove(s != deleting || s->owes, "no sample before the period has ended");
	if (s->owes) {
		s->owes = NO;
		if (s->by_irq && ended(s))
			next_period(s);
		/* Unless perf has set a new period since */
		if (s->by_irq || !ended(s))
			return;
	}
	if (s->by_irq != by_interrupt()) {
		follow_source(s);
		return;
	}
	prove((s->freq && !s->by_irq) || ended(s), "no sample before the period has ended");
	prove(s->by_irq || !w.waits || !w.watched, "no sample while the CPU is idle");
	if (!s->by_irq && w.expired != U64_MAX) {
		prove(w.now >= s->rests, "after a sample the program gets some time");
		s->timed = true;
	}
	prove(s->by_irq || s == deleting || !s->idled || w.expired > w.idle_ended,
	      "a sample that is due at the end of idle time is taken there");
	/* Each interval has one sample, at any place. With a line, perf sets new periods. */
	if (!has_line() && s->freq && s->cycles && !w.unwatched && s->steady &&
	    s->at_rate >= 300)
		prove(s->taken++ < s->ran / s->freq_ns + 2,
		      "with a frequency, idle time does not lead to samples");
	s->slack += min(folded, s->doubt);
	s->doubt = 0;
	next_period(s);
}

static struct slot *to_slot(struct perf_event *event)
{
	return container_of(event, struct slot, e);
}

/* A sample of a probe stands for the kernel's code that hits the tracepoint. */
static bool in_user(void)
{
	return get_irq_regs() && get_irq_regs()->user && !w.probing;
}

/* What is due at the end of a system call is the kernel's. */
static bool excluded(const struct slot *s)
{
	if (s->e.attr.exclude_idle && w.idle)
		return true;
	if (!in_user())
		return s->e.attr.exclude_kernel;
	return s->e.attr.exclude_user || (s->e.attr.exclude_kernel && w.returned);
}

/* For cp_pmu_place.c */
void cp_pmu_place_init(int (*in_sched)(unsigned long addr))
{
}

void cp_pmu_place(struct pt_regs *regs, unsigned long probe)
{
	prove(probe || !get_irq_regs(), "in an interrupt, perf's callbacks do not need a place");
	prove(!probe == !w.probing, "a probe gives its return address");
	regs->user = false;
}

bool cp_pmu_place_is_return(struct pt_regs *regs)
{
	prove(regs->user, "only user mode returns from a system call");
	return w.returned;
}

int perf_event_overflow(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs)
{
	struct slot *s = to_slot(event);

	prove(regs->user == in_user(),
	      "a sample has the registers of the interrupted code");
	prove(!excluded(s), "no sample of an excluded mode");
	s->weighed += data->period - min(data->period, s->before_reset);
	sample(s, data->period);
	return sample_acts(s);
}

int perf_event_account_interrupt(struct perf_event *event)
{
	struct slot *s = to_slot(event);

	prove(excluded(s), "only a sample of an excluded mode is dropped");
	prove(!(lacks & BIT(ACCOUNT)), "no sample is dropped without perf");
	sample(s, event->hw.last_period);
	return sample_acts(s);
}

void perf_sample_event_took(u64 ns)
{
	prove(untold, "perf is told the time of handlers that sample, of no others");
	prove(!in_handler || !told, "perf is told the time of a handler once, not of each sample");
	prove(ns < 1000 * MS, "a sample takes less than a second");
	untold = false;
	told = true;
}

/* The functions that the module looks up */
static const struct {
	const char *name;
	void *address;
} functions[] = {
	{ "perf_event_overflow", perf_event_overflow },
	{ "perf_event_account_interrupt", perf_event_account_interrupt },
	{ "perf_sample_event_took", perf_sample_event_took },
};

int register_kprobe(struct kprobe *kp)
{
	unsigned int i;

	for (i = 0; i < FUNCTIONS; i++)
		if (!strcmp(kp->symbol_name, functions[i].name) && !(lacks & BIT(i))) {
			kp->addr = functions[i].address;
			return 0;
		}
	return -ENOENT;
}

void unregister_kprobe(struct kprobe *kp)
{
}

/* A kernel without dead code may lack functions that nobody but the module calls. */
void perf_any_kernel(void)
{
	unsigned int i;

	lacks = walk_below(4) ? 0 : walk_below(1 << FUNCTIONS);
	for (i = 0; i < FUNCTIONS; i++)
		if (lacks & BIT(i))
			walk_note("the kernel lacks %s()\n", functions[i].name);
}

/*
 * The driver's clock leaves out perf's irq_work, which counts. So if there is much of it, the
 * driver takes the rate of cycles for a higher one.
 */
void perf_works_much(void)
{
	unsigned int i;

	for (i = 0; i < SLOTS; i++)
		slots[i].calm = false;
}

/* perf's irq_work: an event whose limit is reached is disabled. */
void perf_work(void)
{
	bool untold_before = untold, told_before = told;
	unsigned int i;

	for (i = 0; i < SLOTS; i++) {
		struct slot *s = &slots[i];

		if (!s->disable)
			continue;
		s->disable = false;
		s->off = true;
		if (!s->added)
			continue;
		/* perf's enable may deliver samples of its own after those of the handler. */
		told = false;
		if (s->leader == i) {
			group_out(i);
			continue;
		}
		disable();
		del(s);
		enable();
	}
	/* The timer's handler tells the time of its samples after perf's irq_work. */
	untold = untold_before;
	told = told_before;
}

/* Something else than a handler has sampled, or not. */
void perf_told(void)
{
	follow_sources();
	check_enabled();
	untold = false;
}

void perf_handler(bool begins)
{
	unsigned int i;

	in_handler = begins;
	if (begins) {
		untold = false;
		told = false;
		return;
	}
	for (i = 0; i < SLOTS; i++) {
		if (slots[i].timed)
			slots[i].rests = w.now + 10000;
		slots[i].timed = false;
	}
	prove(!untold, "perf is told how long a handler with a sample took");
	follow_sources();
	check_enabled();
}

/* An interrupt came: the line works. */
void perf_interrupt(void)
{
	missed = 0;
	chances = 0;
}

/* A timer came. */
void perf_timer(void)
{
	bool any = false;
	unsigned int i;

	if (w.down || !by_interrupt() || w.line != LINE_LOSES) {
		perf_interrupt();
		return;
	}
	if (!missed || w.now < chance + 10 * MS)
		return;
	/* A trial needs a counter that counts. */
	for (i = 0; i < SLOTS; i++)
		if (running(&slots[i]) && samples(&slots[i])) {
			if (w.rate[slots[i].e.hw.idx] < 30)
				return;
			any = true;
		}
	if (any) {
		chances++;
		chance = w.now;
	}
	prove(missed < 8 || chances < 8, "a line that loses its interrupts is given up");
}

/* The period of an event that the interrupt samples has ended. */
bool perf_ended(void)
{
	unsigned int i;

	for (i = 0; i < SLOTS; i++)
		if (running(&slots[i]) && samples(&slots[i]) && slots[i].by_irq &&
		    ended(&slots[i]))
			return true;
	return false;
}

/* All that the line has to say was said. */
void perf_delivered(void)
{
	/* On A-stepping, another overflow may have cleared the flag. */
#ifndef ASTEP
	prove(!line_was_good() || w.down || !perf_ended(), "no period ends without its sample");
#endif
}

/* A period that is over leads to a sample in time. */
void perf_passed(u64 ns)
{
	unsigned int i;

	if (w.down)
		return;
	for (i = 0; i < SLOTS; i++) {
		struct slot *s = &slots[i];
		u64 limit = 3000 * MS;
		bool over;

		if (!running(s) || !samples(s) || disabled)
			continue;
		s->ran += ns;
		s->has_run += ns;
		if (s->by_irq) {
			over = ended(s);
		} else if (s->freq) {
			/* That of other events follows their rate. */
			over = s->cycles && own(s) > s->last;
			limit = 2 * s->freq_ns + 15 * MS + 3 * w.timer_late;
		} else {
			/* The timer's sample comes up to a period after the end of the period. */
			over = own(s) - s->end >= min(s->period, 1ULL << 62) +
			       min(s->slack, 1ULL << 62) && ended(s);
			limit = 15 * MS + 3 * w.timer_late;
		}
		s->overdue = over ? s->overdue + ns : 0;
		prove(s->overdue <= limit, "a sample comes soon after the end of its period");
	}
}

void perf_registered(struct pmu *pmu)
{
	memset(slots, 0, sizeof(slots));
	*walk_param_allow_reserved = false;
	*walk_param_count_all_modes = false;
	disabled = 0;
	group_stops = nondet_bool();
}

void perf_unregistered(void)
{
}

bool has_branch_stack(struct perf_event *event)
{
	return false;
}

bool is_software_event(struct perf_event *event)
{
	return false;
}

bool is_sampling_event(struct perf_event *event)
{
	return event->hw.sample_period;
}

void perf_event_update_userpage(struct perf_event *event)
{
}

/* A tracer reads an event, at any time. */
void perf_traced(void)
{
	u32 slot = walk_below(SLOTS);

	if (slots[slot].added)
		slots[slot].e.pmu->read(&slots[slot].e);
}

/* The operations */

static struct slot *any_slot(u32 a)
{
	return slots[a % SLOTS].open ? &slots[a % SLOTS] : NULL;
}

static struct slot *any_added(u32 a)
{
	unsigned int i;

	for (i = 0; i < SLOTS; i++)
		if (slots[(a + i) % SLOTS].added)
			return &slots[(a + i) % SLOTS];
	return NULL;
}

static const char *describe(const struct slot *s)
{
	static char text[160];
	int len;

	len = sysfs_emit(text, "%u (event 0x%02x%s%s", (u32)(s - slots), s->number,
			 s->div64 ? " div64" : "", s->export ? " export" : "");
	if (s->freq)
		len += sysfs_emit(text + len, ", frequency %llu", s->e.attr.sample_freq);
	else if (s->e.hw.sample_period)
		len += sysfs_emit(text + len, ", period %llu", s->e.hw.sample_period);
	sysfs_emit(text + len, "%s%s%s%s%s%s%s)", s->e.attr.exclude_user ? " :k" : "",
		   s->e.attr.exclude_kernel ? " :u" : "", s->e.attr.exclude_idle ? " :I" : "",
		   s->e.hw.target ? ", of a task" : "", s->e.parent ? ", inherited" : "",
		   s->added ? ", on counter" : "",
		   s->added && !running(s) ? ", stopped" : "");
	return text;
}

static u64 any_period(u32 b)
{
	switch (b >> 28) {
	case 0 ... 3:
		return 1 + (b & 0x1f);
	case 4 ... 8:
		return 1 + (b & 0xffff);
	case 9 ... 11:
		return 1 + (b & 0xfffffff);
	case 12:
		return (1ULL << 31) - 2 + (b & 3);
	case 13:
		return (1ULL << 32) - 2 + (b & 3);
	case 14:
		return ((u64)b << 5) + 1;
	default:
		return b & 1 ? S64_MAX : 1ULL << 62;
	}
}

/* Can the counters hold the group? */
static bool fits(u32 leader)
{
	u32 cycles = 0, div64 = 0, others = 0, i;

	for (i = 0; i < SLOTS; i++) {
		if (!slots[i].open || slots[i].leader != leader)
			continue;
		if (slots[i].div64)
			div64++;
		else if (slots[i].cycles)
			cycles++;
		else
			others++;
	}
	if (div64 > 1)
		return false;
#ifdef CYCLES_ON_PMN
	if (!div64 && cycles)
		cycles--;
	return others + cycles < COUNTERS;
#else
	return cycles + div64 <= 1 && others < COUNTERS;
#endif
}

static struct task_struct { int pid; } a_task;

static void open(struct slot *s, struct slot *leader, bool valid)
{
	int err;

	s->e.hw.last_period = s->e.hw.sample_period;
	local64_set(&s->e.hw.period_left, s->e.hw.sample_period);
	/*
	 * A buffer: else the driver takes reads of a count of 0 for resets. An inherited event
	 * uses that of its parent.
	 */
	if (s->e.hw.sample_period && excludes(s) && !s->e.parent)
		s->e.rb = &slots;
	s->open = true;
	s->steady = true;
	valid &= fits(s->leader);
	err = w.pmu->event_init(&s->e);
	walk_note("open event %s%s", describe(s), err ? ", refused" : "");
	if (leader != s)
		walk_note(", in the group of %u", s->leader);
	walk_note("\n");
	prove(!err == valid, "an event is accepted if it and its group can be counted");
	if (err) {
		s->open = false;
		return;
	}
	prove(!s->e.hw.sample_period == !samples(s), "an event samples if it has a period");
	prove(!s->e.attr.freq || has_line(), "without a line perf adjusts no frequency");
	if (leader != s) {
		s->e.sibling = leader->e.sibling;
		leader->e.sibling = &s->e;
	}
}

static void op_open(u32 a, u32 b)
{
	static const u32 numbers[] = EVENTS;
	struct slot *s = &slots[a % SLOTS], *leader = s;
	bool valid = true;

	if (s->open)
		return;
	*s = (struct slot) { .leader = s - slots, .e.pmu = w.pmu };
	/* Join a group that is not on the counters. */
	if (a >> 8 & 1) {
		struct slot *other = any_slot(a >> 9);

		if (other && other->leader == (u32)(other - slots) && !other->added)
			leader = other;
	}
	s->leader = leader - slots;
	s->e.group_leader = &leader->e;
	s->cycles = a >> 16 & 1;
	s->div64 = s->cycles && !(a >> 17 & 3);
#ifndef XSCALE
	s->export = !(a >> 19 & 7);
#endif
	s->e.attr.type = a >> 22 & 1 ? PERF_TYPE_RAW : 42;
	s->e.attr.config = s->cycles ? CYCLES : numbers[(a >> 23) % 6];
	if (!s->cycles && !walk_below(8))
		s->e.attr.config = RESERVED;
	s->number = s->e.attr.config;
	s->e.attr.config1 = s->div64 | s->export << 1;
	if (b & 3) {
		s->e.hw.sample_period = any_period(b);
		s->freq = (b >> 2 & 7) == 7;
		if (s->freq) {
			s->e.attr.freq = true;
			s->e.attr.sample_freq = 1 + (b >> 8 & 0x3fff);
			s->freq_ns = NSEC_PER_SEC / s->e.attr.sample_freq;
			s->e.hw.sample_period = 1;
		}
	}
	s->e.attr.exclude_user = (b >> 5 & 7) == 7;
	s->e.attr.exclude_kernel = (b >> 5 & 7) == 6;
	s->e.attr.exclude_idle = !walk_below(8);
	s->e.attr.inherit_stat = walk_below(2);
	s->e.hw.target = leader != s ? leader->e.hw.target : walk_below(2) ? NULL : &a_task;
	if (excludes(s) && !s->e.hw.sample_period)
		valid = s->e.hw.target && *walk_param_count_all_modes;
	if (s->number == RESERVED)
		valid &= *walk_param_allow_reserved;
	if (s->e.hw.sample_period)
		valid &= !(lacks & BIT(OVERFLOW)) && !(excludes(s) && lacks & BIT(ACCOUNT));
	/* No sample is precise. */
	if (!walk_below(32)) {
		s->e.attr.precise_ip = 1 + walk_below(3);
		valid = false;
	}
	open(s, leader, valid);
}

/* The administrator changes the module's parameters. */
static void op_params(u32 a, u32 b)
{
	*walk_param_allow_reserved = a & 1;
	*walk_param_count_all_modes = a >> 1 & 1;
	walk_note("allow_reserved=%u count_all_modes=%u\n", a & 1, a >> 1 & 1);
}

/* A fork of a task: the child's event. It is accepted since its parent was. */
static void op_fork(u32 a, u32 b)
{
	struct slot *parent = any_slot(a), *s = &slots[b % SLOTS];

	if (!parent || s->open || !parent->e.hw.target)
		return;
	if (b >> 8 & 1)
		op_params(walk_random(), 0);
	*s = (struct slot) {
		.leader = s - slots, .number = parent->number, .cycles = parent->cycles,
		.div64 = parent->div64, .export = parent->export, .freq = parent->freq,
		.freq_ns = parent->freq_ns,
		.e = {
			.pmu = w.pmu, .attr = parent->e.attr, .group_leader = &s->e,
			.parent = parent->e.parent ?: &parent->e,
			.hw.target = &a_task, .hw.sample_period = parent->e.hw.sample_period,
		},
	};
	open(s, s, true);
}

static void leave_group(struct slot *s)
{
	struct perf_event **link;
	unsigned int i;

	if (s->leader != (u32)(s - slots)) {
		for (link = &slots[s->leader].e.sibling; *link && *link != &s->e;
		     link = &(*link)->sibling)
			;
		*link = s->e.sibling;
		return;
	}
	/* perf makes each sibling of a leader that is closed a leader. */
	for (i = 0; i < SLOTS; i++)
		if (slots[i].open && slots[i].leader == s->leader && &slots[i] != s) {
			slots[i].leader = i;
			slots[i].e.group_leader = &slots[i].e;
			slots[i].e.sibling = NULL;
		}
}

static void close(struct slot *s)
{
	unsigned int i;

	/* perf keeps an event as long as inherited ones. */
	for (i = 0; i < SLOTS; i++)
		if (slots[i].open && slots[i].e.parent == &s->e)
			close(&slots[i]);
	if (s->added) {
		disable();
		del(s);
		enable();
	}
	leave_group(s);
	s->e.destroy(&s->e);
	s->open = false;
	s->disable = false;
}

static void op_close(u32 a, u32 b)
{
	struct slot *s = any_slot(a);

	if (!s)
		return;
	walk_note("close event %s\n", describe(s));
	close(s);
}

static void op_group_in(u32 a, u32 b)
{
	struct slot *s = any_slot(a);

	if (!s)
		return;
	walk_note("schedule in the group of event %s\n", describe(&slots[s->leader]));
	group_in(s->leader);
}

static void op_group_out(u32 a, u32 b)
{
	struct slot *s = any_added(a);

	if (!s)
		return;
	walk_note("schedule out the group of event %s\n", describe(&slots[s->leader]));
	group_out(s->leader);
}

/* A context switch: other events, or the same again */
static void op_switch(u32 a, u32 b)
{
	unsigned int i;

	walk_note("switch to another task%s\n", b & 1 ? ", and back" : "");
	disable();
	for (i = 0; i < SLOTS; i++)
		if (slots[i].open && slots[i].leader == i)
			group_out(i);
	if (a & 1) {
		enable();
		deliver();
		disable();
	}
	for (i = 0; i < SLOTS; i++) {
		u32 slot = (i + (b & 1 ? 0 : a >> 1)) % SLOTS;

		if (slots[slot].open && slots[slot].leader == slot)
			group_in(slot);
	}
	enable();
}

static void op_add_stopped(u32 a, u32 b)
{
	struct slot *s = any_slot(a);

	if (!s || s->added || s->off)
		return;
	walk_note("add event %s, not started\n", describe(s));
	disable();
	add(s, 0);
	enable();
}

static void op_start(u32 a, u32 b)
{
	struct slot *s = any_added(a);

	if (!s || s->throttled)
		return;
	walk_note("start event %s\n", describe(s));
	disable();
	start(s, b & 1 ? PERF_EF_RELOAD : 0);
	enable();
}

static void op_stop(u32 a, u32 b)
{
	struct slot *s = any_added(a);

	if (!s)
		return;
	walk_note("stop event %s\n", describe(s));
	disable();
	stop(s, b & 1 ? PERF_EF_UPDATE : 0);
	enable();
}

/*
 * Before b64fdd422a85 ("perf: Avoid undefined behavior from stopping/starting inactive
 * events"), Linux 6.16 also stops and starts the members of a throttled group that are on no
 * counter.
 */
static void start_absent(u32 leader)
{
	unsigned int i;

	for (i = 0; i < SLOTS; i++) {
		struct perf_event *event = &slots[i].e;

		if (!slots[i].open || slots[i].leader != leader || slots[i].added)
			continue;
		event->pmu->stop(event, 0);
		event->pmu->start(event, 0);
		prove(event->hw.idx < 0 && event->hw.state & PERF_HES_STOPPED,
		      "an event without a counter cannot be started");
	}
}

/*
 * perf stops the group of a software event that samples too often, with the PMU enabled. A new
 * period of that event starts the group again, since Linux 6.16.
 */
static void op_stop_enabled(u32 a, u32 b)
{
	struct slot *s = any_added(a);
	bool off = w.irqs_off;
	unsigned int i;

	if (!s || disabled)
		return;
	walk_note("throttle the group of event %s, with the PMU enabled\n",
		  describe(&slots[s->leader]));
	w.irqs_off = true;
	for (i = 0; i < SLOTS; i++)
		if (slots[i].added && slots[i].leader == s->leader) {
			slots[i].throttled = true;
			slots[i].e.hw.interrupts = U64_MAX;
			stop(&slots[i], 0);
			check_enabled();
		}
	for (i = 0; i < SLOTS && b & 1; i++)
		if (slots[i].added && slots[i].leader == s->leader) {
			slots[i].throttled = false;
			start(&slots[i], 0);
			prove(w.down || m.e, "an event that is started with the PMU enabled counts");
		}
	start_absent(s->leader);
	/* The tick follows. Samples that are owed wait for it. */
	disable();
	enable();
	w.irqs_off = off;
}

static void op_read(u32 a, u32 b)
{
	struct slot *s = any_slot(a);
	u32 reads = m.reads;
	bool was;

	if (!s)
		return;
	was = running(s);
	walk_note("read event %s\n", describe(s));
	w.interruptible = !walk_below(4);
	quiet++;
	s->e.pmu->read(&s->e);
	quiet--;
	w.interruptible = false;
	check_state();
	prove(w.traced || was || m.reads == reads,
	      "the driver reads no counter for an event that is not started");
	prove(w.down || !running(s) || m.reads > reads || !unread(s), "a read reads the counter");
	check_count(s);
}

/* An interrupt in a read by a tracer */
void perf_read_interrupted(void)
{
	quiet--;
	spurious();
	quiet++;
}

/*
 * PERF_EVENT_IOC_RESET. If the count of an event that drops samples is 0 already, or perf may
 * have exchanged it, the driver cannot notice it (use.rst).
 */
static void op_reset(u32 a, u32 b)
{
	struct slot *s = any_slot(a);
	u64 count;

	if (!s)
		return;
	walk_note("reset the count of event %s\n", describe(s));
	quiet++;
	s->e.pmu->read(&s->e);
	quiet--;
	count = local64_read(&s->e.count);
	local64_set(&s->e.count, 0);
	s->stamped += count;
	s->frozen = 0;
	if (drops(s) && !count)
		return;
	s->weighed = 0;
	if (drops(s) && s->e.attr.inherit_stat)
		return;
	s->zero = s->truth - unread(s);
	s->before_reset = pending(s) - s->unread;
}

/* The count of the event is now that of another thread. */
static void set_count(struct slot *s, u64 count, u64 weighed)
{
	s->stamped += local64_read(&s->e.count) - count;
	local64_set(&s->e.count, count);
	s->frozen = count;
	if (drops(s))
		s->weighed = weighed;
	else
		s->zero = s->truth - unread(s) - count;
}

/* An event that is inherited from the same, and not on a counter */
static struct slot *any_relative(const struct slot *s, u32 a)
{
	struct perf_event *parent = s->e.parent;
	unsigned int i;

	for (i = 0; i < SLOTS; i++) {
		struct slot *other = &slots[(a + i) % SLOTS];

		if (other != s && other->open && !other->added &&
		    (other->e.parent ?: &other->e) == (parent ?: &s->e))
			return other;
	}
	return NULL;
}

/*
 * With inherit_stat, perf exchanges the counts when it switches between two threads whose
 * events are inherited from the same. The events of the first thread stay on the counters.
 */
static void op_exchange(u32 a, u32 b)
{
	struct slot *s = any_added(a), *next = s ? any_relative(s, b) : NULL;
	u64 count, weighed;

	if (!next || !s->e.attr.inherit_stat)
		return;
	walk_note("exchange the counts of event %s and %u\n", describe(s), (u32)(next - slots));
	quiet++;
	s->e.pmu->read(&s->e);
	quiet--;
	check_count(s);
	check_count(next);
	count = local64_read(&s->e.count);
	weighed = s->weighed;
	set_count(s, local64_read(&next->e.count), next->weighed);
	set_count(next, count, weighed);
}

/* PERF_EVENT_IOC_PERIOD of an event with a frequency. With a line, perf checks it, too. */
static void new_frequency(struct slot *s, u64 freq)
{
	int err = 0;

	if (w.pmu->check_period)
		err = w.pmu->check_period(&s->e, freq);
	prove(has_line() || !err == (freq <= 100000), "only frequencies up to 100 kHz are accepted");
}

/* PERF_EVENT_IOC_PERIOD */
static void op_period(u32 a, u32 b)
{
	struct slot *s = any_slot(a);
	bool was;

	if (!s || !samples(s))
		return;
	if (s->freq) {
		new_frequency(s, b % 200000);
		return;
	}
	walk_note("set the period of event %s to %llu\n", describe(s), any_period(b));
	s->e.hw.sample_period = any_period(b);
	was = s->added;
	if (was) {
		disable();
		s->throttled = false;
		s->interrupts = 0;
		s->e.hw.interrupts = 0;
		stop(s, PERF_EF_UPDATE);
	}
	local64_set(&s->e.hw.period_left, 0);
	if (was) {
		start(s, PERF_EF_RELOAD);
		enable();
	}
}

/* PERF_EVENT_IOC_REFRESH */
static void op_refresh(u32 a, u32 b)
{
	struct slot *s = any_slot(a);

	if (!s || !samples(s))
		return;
	walk_note("enable event %s for %u more samples\n", describe(s), 1 + b % 4);
	s->e.event_limit.counter += 1 + b % 4;
	s->off = false;
	if (!s->added && slots[s->leader].added) {
		disable();
		add(s, PERF_EF_START);
		enable();
	}
}

/* perf's tick: frequencies are adjusted, throttled events start again. */
static void op_tick(u32 a, u32 b)
{
	unsigned int i;

	walk_note("tick\n");
	disable();
	for (i = 0; i < SLOTS; i++) {
		struct slot *s = &slots[i];
		struct hw_perf_event *hwc = &s->e.hw;
		u64 delta;

		s->interrupts = 0;
		if (!s->added)
			continue;
		if (s->throttled && !s->disable) {
			s->throttled = false;
			hwc->interrupts = 0;
			start(s, 0);
		}
		if (!s->e.attr.freq || !running(s))
			continue;
		stop(s, PERF_EF_UPDATE);
		delta = local64_read(&s->e.count) - hwc->freq_count_stamp;
		prove(w.down || delta == s->truth - s->stamped, "the tick sees all events since the last one");
		hwc->freq_count_stamp = local64_read(&s->e.count);
		s->stamped = s->truth;
		if ((s64)delta > 0) {
			hwc->sample_period = 1 + walk_below(1 << walk_below(24));
			if (local64_read(&hwc->period_left) > 8 * (s64)hwc->sample_period)
				local64_set(&hwc->period_left, 0);
		}
		start(s, (s64)delta > 0 ? PERF_EF_RELOAD : 0);
	}
	enable();
	w.work = false;
	perf_work();
}

static void op_disable(u32 a, u32 b)
{
	if (disabled > 2)
		return;
	walk_note("perf disables the PMU\n");
	disable();
}

static void op_enable(u32 a, u32 b)
{
	if (!disabled)
		return;
	walk_note("perf enables the PMU\n");
	enable();
}

/* What follows needs interrupts. */
static void leave(void)
{
	while (disabled)
		op_enable(0, 0);
}

static void op_run(u32 a, u32 b)
{
	static const u64 times[] = { 500, 5000, 100000, 1 * MS, 12 * MS, 100 * MS, 700 * MS, 3000 * MS };
	u64 ns = times[a % 8];

	leave();
	if (w.pmu && b % 2)
		end_turn();
	ns += walk_below(ns);
	walk_note("run for %llu us\n", ns / 1000);
	run(ns);
}

/* Work that waits for a timer is not late yet. */
static void set_lateness(u64 ns)
{
	w.timer_late = ns;
	w.work_since = w.now;
}

/* Tasks that work for a short time and sleep. Only CPU-wide events run in idle time. */
static void op_idle(u32 a, u32 b)
{
	unsigned int i;

	leave();
	walk_note("the CPU idles\n");
	/* Each end of idle time may start a timer again that is late. */
	set_lateness(0);
	for (i = 0; i < SLOTS; i++) {
		if (slots[i].added && slots[i].e.hw.target)
			group_out(slots[i].leader);
		slots[i].taken = 0;
		slots[i].ran = 0;
		slots[i].overdue = 0;
	}
	for (i = 0; i < 1 + a % 8; i++) {
		idle(1 + walk_below(100) * MS * (walk_below(8) ? 1 : 20));
		follow_sources();
		check_enabled();
		untold = false;
		deliver();
		run(1 + walk_below(20000));
	}
}

static void op_rate(u32 a, u32 b)
{
	static const u32 rates[] = { 0, 1, 30, 300, 1024, 1024, 3900 };
	unsigned int idx = a % COUNTERS;

	w.rate[idx] = rates[b % 7];
	if (slot_on(idx))
		slot_on(idx)->steady = false;
	walk_note("counter %u counts %u events in a us\n", idx, w.rate[idx] * 1000 / 1024);
}

static void op_line(u32 a, u32 b)
{
	unsigned int i;

	leave();
	set_line(a & 1 ? LINE_GOOD : a / 2 % LINES);
	walk_note("the line is %s from now on\n", line_name(w.line));
	for (i = 0; i < SLOTS; i++)
		slots[i].overdue = 0;
	deliver();
}

static void op_late(u32 a, u32 b)
{
	static const u64 late[] = { 0, 0, 0, 10000, 1 * MS, 200 * MS };
	unsigned int i;

	set_lateness(late[a % 6]);
	for (i = 0; i < SLOTS; i++)
		slots[i].overdue = 0;
	walk_note("timers are %llu us late from now on\n", w.timer_late / 1000);
}

static void op_spurious(u32 a, u32 b)
{
	leave();
	walk_note("an interrupt comes\n");
	spurious();
}

static void op_storm(u32 a, u32 b)
{
	leave();
	if (irq_masked() || w.down)
		return;
	walk_note("1000 interrupts come\n");
	storm();
}

static void op_power(u32 a, u32 b)
{
	leave();
	walk_note("%s\n", a & 1 ? "the processor loses its power" :
		  "the processor nearly loses its power");
	cpu_pm(a & 1);
	follow_sources();
	check_enabled();
	untold = false;
	deliver();
}

/* With no event on the counters, the driver needs no timer. */
static void op_quiet(u32 a, u32 b)
{
	unsigned int i;

	leave();
	walk_note("no event for two seconds\n");
	for (i = 0; i < SLOTS; i++)
		if (slots[i].open && slots[i].leader == i)
			group_out(i);
	for (i = 0; i < SLOTS; i++)
		if (slots[i].added)
			group_out(slots[i].leader);
	run(2000 * MS);
	prove(!timer_queued(), "without events no timer is queued");
	prove(!m.e, "without events the monitor is stopped");
}

static void op_shutdown(u32 a, u32 b)
{
	unsigned int i;

	leave();
	if (w.down)
		return;
	walk_note("shutdown\n");
	shut_down();
	for (i = 0; i < SLOTS; i++) {
		if (!slots[i].open)
			continue;
		slots[i].e.pmu->read(&slots[i].e);
		slots[i].frozen = local64_read(&slots[i].e.count);
	}
	if (a & 1 && !irq_masked())
		storm();
	idle(10 * MS);
	prove(!timer_queued(), "after a shutdown an idle CPU starts no timer");
}

static void op_probe(u32 a, u32 b)
{
	unsigned int i;

	if (w.probed) {
		leave();
		walk_note("remove the driver\n");
		for (i = 0; i < SLOTS; i++)
			if (slots[i].open)
				close(&slots[i]);
		run(20 * MS);
		unbind();
	}
	probe();
}

static const struct {
	void (*op)(u32 a, u32 b);
	u32 weight;
} ops[] = {
	{ op_probe, 2 },
	{ op_open, 60 },
	{ op_close, 30 },
	{ op_fork, 20 },
	{ op_params, 5 },
	{ op_group_in, 120 },
	{ op_group_out, 60 },
	{ op_switch, 60 },
	{ op_add_stopped, 10 },
	{ op_start, 60 },
	{ op_stop, 60 },
	{ op_stop_enabled, 15 },
	{ op_read, 60 },
	{ op_reset, 20 },
	{ op_exchange, 60 },
	{ op_period, 40 },
	{ op_refresh, 15 },
	{ op_tick, 60 },
	{ op_disable, 30 },
	{ op_enable, 15 },
	{ op_run, 200 },
	{ op_idle, 15 },
	{ op_rate, 30 },
	{ op_line, 6 },
	{ op_late, 10 },
	{ op_spurious, 30 },
	{ op_storm, 2 },
	{ op_power, 15 },
	{ op_quiet, 5 },
	{ op_shutdown, 1 },
};

#define OPS	(sizeof(ops) / sizeof(*ops))

void walk_choose(struct walk_op *op, int number)
{
	u32 all = 0, i, at;

	op->a = walk_random();
	op->b = walk_random();
	op->kind = 0;
	/* The first one is a probe. */
	if (!number)
		return;
	for (i = 0; i < OPS; i++)
		all += ops[i].weight;
	at = walk_below(all);
	for (i = 0; at >= ops[i].weight; i++)
		at -= ops[i].weight;
	op->kind = i;
}

void walk_do(const struct walk_op *op)
{
	if (!w.probed && op->kind)
		return;
	/* Little can happen after a shutdown. */
	if (w.down && !walk_below(16))
		op_probe(0, 0);
	ops[op->kind].op(op->a, op->b);
	check_state();
	if (disabled)
		return;
	check_enabled();
	deliver();
}

void walk_end(void)
{
	if (w.probed)
		op_probe(0, 0);
}
