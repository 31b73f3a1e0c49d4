// SPDX-License-Identifier: GPL-2.0
/*
 * The timer's plan for one event: is it time for a sample, and when is the next check? No perf
 * type and no register access, so that it can be simulated and tested alone.
 *
 * Cycles come at a constant rate, so a place in time is a place in cycles: compute the time of
 * their next sample.
 *
 * Other events come in bursts, from certain code. At a computed time, the program may execute
 * other code, which has caused none of them. So search for the event with which the sample is
 * due: check the counter, and again when that event can come at the earliest. For this,
 * remember the highest rate in intervals of each length: in long ones, bursts and pauses
 * average out. So the first check is far away, and the checks get denser towards the end, but
 * not denser than the length of the bursts requires.
 */

#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/time64.h>

#include "cp_pmu_hw.h"

/*
 * The shortest time between two checks of a search, ns. Each check takes time from the program
 * and evicts lines of its caches.
 */
#define CP_PLAN_SEARCH_MIN	(20 * NSEC_PER_USEC)

/* The longest times between two checks: in general, and of a computed time, ns */
#define CP_PLAN_CHECK_MAX	(10 * NSEC_PER_MSEC)
#define CP_PLAN_FREQ_MAX	(NSEC_PER_SEC / 2)

/* So many events in an interval are a burst, not chance. */
#define CP_PLAN_TELLING		8

/* The highest rates are remembered for intervals of 2^14 to 2^15 ns, 2^15 to 2^16 ns, ... */
#define CP_PLAN_SHORTEST	14

/* They are stored as events in 2^30 ns, about a second. */
#define CP_PLAN_RATE_SHIFT	30

#define CP_PLAN_PERIOD_MAX	BIT_ULL(62)

/* Reduce to 16 bits, and add the number of bits that are lost to @lost. */
static u32 cp_plan_reduce(u64 value, int *lost)
{
	int shift = max(fls64(value) - 16, 0);

	*lost += shift;
	return value >> shift;
}

/**
 * cp_plan_scale() - multiply by a fraction
 * @value: any
 * @num: numerator
 * @den: denominator
 *
 * By a 32-bit division: one of 64 bits takes hundreds of instructions on these cores.
 *
 * Return: @value * @num / @den, with an error of less than 1 and 2^-13 of the result; U64_MAX
 * if it does not fit, or if @den is 0.
 */
u64 cp_plan_scale(u64 value, u64 num, u64 den)
{
	int up = 0, down = 0, shift;
	u32 product, quotient;

	if (!den)
		return U64_MAX;
	product = cp_plan_reduce(value, &up) * cp_plan_reduce(num, &up);
	if (!product)
		return 0;
	shift = 32 - fls(product);
	quotient = (product << shift) / cp_plan_reduce(den, &down);
	up -= down + shift;
	if (up <= 0)
		return up > -32 ? quotient >> -up : 0;
	return fls(quotient) + up <= 64 ? (u64)quotient << up : U64_MAX;
}

/* Cycles with a frequency: the plan counts ns of the event's running time, not events. */
static bool cp_plan_is_of_time(const struct cp_plan *plan)
{
	return plan->interval && !plan->bursts;
}

/* The distance from the previous sample, in the plan's unit */
static u64 cp_plan_progress(const struct cp_plan *plan, u64 since, u64 ran)
{
	return cp_plan_is_of_time(plan) ? ran : since;
}

/*
 * The planned distance from the previous sample to the next one. If the number of samples is
 * limited (PERF_EVENT_IOC_REFRESH), a program waits for the sample: no random distance then.
 */
static u64 cp_plan_wanted(const struct cp_plan *plan, bool limited)
{
	return plan->end + (limited ? 0 : plan->place);
}

/* The sample's distance from the end of the period: a random share of the next period */
static void cp_plan_set_place(struct cp_plan *plan)
{
	plan->place = (plan->period >> 16) * plan->random +
		      (((plan->period & 0xffff) * plan->random) >> 16);
}

/*
 * Plan the next sample. Each period has one. The sample follows the end of the period at a
 * random distance of up to one period. So no sample comes before its period has ended, the
 * mean distance is one period, and the samples do not stay in phase with the tick or with a
 * loop of the program. If a sample comes after the end of the next period, that end moves to
 * the sample.
 *
 * The sequence is the same in each run (Numerical Recipes' linear congruential generator).
 */
static void cp_plan_next_period(struct cp_plan *plan, u64 progress, u32 *state)
{
	u64 end = plan->end + plan->period;

	plan->end = end > progress ? min(end - progress, plan->period) : 0;
	*state = *state * 1664525 + 1013904223;
	plan->random = *state >> 16;
	cp_plan_set_place(plan);
}

/* A search with a frequency: the period follows the event's mean rate. */
static void cp_plan_follow_rate(struct cp_plan *plan, u64 since, u64 ran)
{
	u64 period = cp_plan_scale(plan->counted + since, plan->interval, plan->took + ran);

	plan->period = clamp_t(u64, period, 1, CP_PLAN_PERIOD_MAX);
	cp_plan_set_place(plan);
}

/* True if @a is at least so many times as high as @b */
static bool cp_plan_reaches(const struct cp_plan_rate *a, unsigned int times,
			    const struct cp_plan_rate *b)
{
	return (u64)a->events * b->ns >= (u64)b->events * a->ns * times;
}

/* True if @a is at most the highest rate @b */
static bool cp_plan_is_within(const struct cp_plan_rate *a, u32 b)
{
	return (u64)a->events << CP_PLAN_RATE_SHIFT <= (u64)a->ns * b;
}

/*
 * Remember the highest rate in intervals of this length. In shorter ones it is as high or
 * higher, and in longer ones not higher, also if that was not seen. Each lower rate reduces it
 * a little, since the program may have changed. Some events may be near to each other by
 * chance.
 */
static void cp_plan_note_rate(struct cp_plan *plan, struct cp_plan_rate rate)
{
	int i = clamp_t(int, fls(rate.ns >> CP_PLAN_SHORTEST) - 1, 0, CP_PLAN_LENGTHS - 1);
	u32 highest = plan->highest[i];

	rate.events -= fls(rate.events);
	if (!rate.events || rate.ns < CP_PLAN_CHECK_MIN)
		return;
	if (cp_plan_is_within(&rate, highest)) {
		highest -= (highest >> 11) + 1;
		for (; i < CP_PLAN_LENGTHS && plan->highest[i] > highest; i++)
			plan->highest[i] = highest;
		return;
	}
	highest = min_t(u64, cp_plan_scale(rate.events, BIT(CP_PLAN_RATE_SHIFT), rate.ns),
			U32_MAX);
	for (; i >= 0 && plan->highest[i] < highest; i--)
		plan->highest[i] = highest;
}

/* A burst begins: the rate rises much, and almost to the highest one. */
static bool cp_plan_rises(const struct cp_plan *plan, const struct cp_plan_rate *now)
{
	return now->events >= CP_PLAN_TELLING && cp_plan_reaches(now, 4, &plan->last) &&
	       !cp_plan_is_within(now, plan->highest[0] / 4);
}

/*
 * Are the bursts shorter than expected? What has come from a rise of the rate to its fall
 * contains a whole burst.
 */
static void cp_plan_note_burst(struct cp_plan *plan, const struct cp_plan_rate *now)
{
	u64 ns;

	if (plan->risen || cp_plan_rises(plan, now))
		plan->risen += now->events;
	if (plan->risen && cp_plan_reaches(&plan->last, 2, now)) {
		ns = cp_plan_scale(plan->risen, BIT(CP_PLAN_RATE_SHIFT), plan->highest[0]);
		plan->burst = min_t(u64, plan->burst, ns);
		plan->risen = 0;
	}
	plan->last = *now;
}

/* A check of a search. Return: true if events have come since the last check. */
static bool cp_plan_note_check(struct cp_plan *plan, u64 since, u64 ran)
{
	/* There are fewer than 2^32 of each between two checks, some 10 ms apart at most. */
	struct cp_plan_rate now = {
		.events = (u32)since - plan->checked_since,
		.ns = (u32)ran - plan->checked_ran,
	};

	cp_plan_note_rate(plan, now);
	cp_plan_note_burst(plan, &now);
	plan->checked_since = since;
	plan->checked_ran = ran;
	plan->checks++;
	return now.events;
}

/*
 * Expect a little longer bursts after each sample. Intervals whose rate is always lower
 * contain pauses: a burst is shorter.
 */
static void cp_plan_expect_burst(struct cp_plan *plan)
{
	u32 low = plan->highest[0] - plan->highest[0] / 4;
	u32 longest = BIT(CP_PLAN_SHORTEST);
	int i;

	for (i = 1; i < CP_PLAN_LENGTHS && plan->highest[i] > low; i++)
		longest <<= 1;
	plan->burst = clamp_t(u32, plan->burst + (plan->burst >> 4), BIT(CP_PLAN_SHORTEST),
			      longest);
}

/*
 * The shortest time to the next check of a search, ns. While few events come, a burst may
 * begin: half of its length is soon enough. In a burst, the sample has to come before it ends.
 * However the events come: twice as long after each 16 checks without a sample.
 */
static u32 cp_plan_search_least(const struct cp_plan *plan)
{
	u32 ns = plan->burst >> (cp_plan_is_within(&plan->last, plan->highest[0] / 8) ? 1 : 4);

	return max_t(u32, ns, CP_PLAN_SEARCH_MIN) << min(plan->checks >> 4, 9U);
}

/* The longest intervals in which fewer events have come, else the shortest */
static int cp_plan_length_of(const struct cp_plan *plan, u32 events)
{
	int shift = CP_PLAN_RATE_SHIFT - CP_PLAN_SHORTEST, i;

	for (i = CP_PLAN_LENGTHS - 1; i; i--)
		if (plan->highest[i] && plan->highest[i] >> (shift - i) <= events)
			break;
	return i;
}

/* The time to the next check of a search, ns: when the last event can come at the earliest */
static u32 cp_plan_search(const struct cp_plan *plan, u64 since, u64 ran, u32 left)
{
	u32 least = min_t(u32, cp_plan_search_least(plan), CP_PLAN_CHECK_MAX);
	int i = cp_plan_length_of(plan, left);
	u32 rate = plan->highest[i];
	u64 ns;

	/* Most checks are near to the end: spare the division. */
	if (left <= (u64)rate * least >> CP_PLAN_RATE_SHIFT)
		return least;
	if (rate)
		ns = min_t(u64, cp_plan_scale(left, BIT(CP_PLAN_RATE_SHIFT), rate),
			   BIT(CP_PLAN_SHORTEST + i + 1));
	else
		ns = cp_plan_scale(plan->took + ran, left, plan->counted + since);
	if (ns == U64_MAX)
		ns = ran;
	return clamp_t(u64, ns, least, CP_PLAN_CHECK_MAX);
}

/* The time to the next check of cycles with a period, ns */
static u64 cp_plan_predict(const struct cp_plan *plan, u64 since, u64 ran, u64 left,
			   bool limited)
{
	u64 ns;

	/*
	 * A program waits for this sample. By the first rate, it would be up to a fifth of a
	 * period late: check earlier, and estimate again.
	 */
	if (limited && !plan->took)
		left -= left / 4;
	ns = cp_plan_scale(plan->took + ran, left, plan->counted + since);
	return clamp_t(u64, ns, CP_PLAN_CHECK_MIN, CP_PLAN_CHECK_MAX);
}

/* Choose when the event is checked next. */
static void cp_plan_look(struct cp_plan *plan, u64 since, u64 ran, bool limited)
{
	u64 progress = cp_plan_progress(plan, since, ran);
	u64 left = cp_plan_wanted(plan, limited);
	u64 ns;

	left -= min(left, progress);
	if (plan->bursts)
		ns = cp_plan_search(plan, since, ran, clamp_t(u64, left, 1, U32_MAX));
	else if (plan->interval)
		ns = clamp_t(u64, left, CP_PLAN_CHECK_MIN, CP_PLAN_FREQ_MAX);
	else
		ns = cp_plan_predict(plan, since, ran, max(left, 1ULL), limited);
	plan->due = ran + ns;
}

/**
 * cp_plan_limit() - the event starts, and the number of its samples is limited
 * @plan: the plan; sets @plan->due: the limit may be new, and the next sample earlier
 * @since: events since the previous sample
 * @ran: ns for which the event has run since the previous sample or cp_plan_begin()
 */
void cp_plan_limit(struct cp_plan *plan, u64 since, u64 ran)
{
	u64 due = plan->due;

	cp_plan_look(plan, since, ran, true);
	plan->due = min(plan->due, due);
}

/**
 * cp_plan_begin() - plan the first sample of a new period
 * @plan: the plan. @plan->bursts and @plan->interval are set, and @plan->highest is zero or
 *	that of an earlier period
 * @period: events of a period, not 0; ignored with a frequency
 * @since: events since the previous sample
 * @state: the pseudo-random sequence; any value begins one
 *
 * With a frequency, the first sample is within the first interval, else after the period.
 * The caller counts the event's running time from here on.
 */
void cp_plan_begin(struct cp_plan *plan, u64 period, u64 since, u32 *state)
{
	bool of_time = cp_plan_is_of_time(plan);

	plan->period = plan->interval ? CP_PLAN_PERIOD_MAX : min(period, CP_PLAN_PERIOD_MAX);
	if (of_time)
		plan->period = plan->interval;
	plan->end = 0;
	cp_plan_next_period(plan, plan->interval ? plan->period : 0, state);
	if (!of_time)
		plan->end += since;
	/* The sum with @since is what was counted from here on. */
	plan->counted = -since;
	plan->took = 0;
	plan->checked_since = since;
	plan->checked_ran = 0;
	plan->checks = 0;
	/* The rate is not known yet: check the event soon to measure it. */
	plan->due = CP_PLAN_CHECK_MIN;
	if (of_time)
		cp_plan_look(plan, since, 0, false);
}

/* The event is sampled now. */
static void cp_plan_sampled(struct cp_plan *plan, u64 since, u64 ran, u32 *state)
{
	/* With a frequency, the mean rate of a search is over some bursts and pauses. */
	int shift = plan->bursts && plan->interval ? 3 : 1;
	u64 progress = cp_plan_progress(plan, since, ran);

	plan->counted += since;
	plan->took += ran;
	if (plan->bursts)
		cp_plan_expect_burst(plan);
	if (plan->bursts && plan->interval)
		cp_plan_follow_rate(plan, 0, 0);
	plan->counted -= plan->counted >> shift;
	plan->took -= plan->took >> shift;
	cp_plan_next_period(plan, progress, state);
	plan->checked_since = 0;
	plan->checked_ran = 0;
	plan->checks = 0;
}

/**
 * cp_plan_check() - is it time to sample the event?
 * @plan: the plan; sets @plan->due: when it is to be checked next
 * @since: events since the previous sample
 * @ran: ns for which the event has run since the previous sample or cp_plan_begin()
 * @limited: the number of samples is limited
 * @state: the pseudo-random sequence
 *
 * No sample is taken before the end of the period. After it, a sample of cycles may be up to
 * an eighth of a period earlier than planned, to spare a check. A search takes a sample only
 * where events have just come.
 *
 * Return: true if the caller has to sample the event now. Then @since and @ran are counted
 * from here on.
 */
bool cp_plan_check(struct cp_plan *plan, u64 since, u64 ran, bool limited, u32 *state)
{
	u64 progress = cp_plan_progress(plan, since, ran);
	u64 early = plan->bursts ? 0 : plan->period >> 3;
	bool some = plan->bursts ? cp_plan_note_check(plan, since, ran) : since;

	if (some && progress >= plan->end && progress + early >= cp_plan_wanted(plan, limited)) {
		cp_plan_sampled(plan, since, ran, state);
		cp_plan_look(plan, 0, 0, limited);
		return true;
	}
	/* The mean rate was not known yet, or the event is rarer now. */
	if (plan->bursts && plan->interval && (!plan->took || ran > plan->interval))
		cp_plan_follow_rate(plan, since, ran);
	cp_plan_look(plan, since, ran, limited);
	/* The time of cycles that have not come: do not check again and again. */
	if (!some && cp_plan_is_of_time(plan))
		plan->due = ran + NSEC_PER_MSEC;
	return false;
}

/**
 * cp_plan_time_of() - how long do so many cycles take?
 * @plan: a plan of cycles
 * @since: events since the previous sample, without @events
 * @ran: ns for which the event has run since then
 * @events: cycles
 *
 * Return: ns, at the mean rate
 */
u64 cp_plan_time_of(const struct cp_plan *plan, u64 since, u64 ran, u64 events)
{
	/* No rate is known yet: assume a clock of 60 MHz. */
	if (plan->took + ran < CP_PLAN_CHECK_MIN)
		return events << 4;
	return cp_plan_scale(events, plan->took + ran, plan->counted + since);
}

/**
 * cp_plan_weight() - the events of a usual period
 * @plan: the plan
 *
 * Return: events, or U64_MAX if that is not known yet
 */
u64 cp_plan_weight(const struct cp_plan *plan)
{
	if (!cp_plan_is_of_time(plan))
		return plan->period;
	return plan->took ? plan->counted : U64_MAX;
}
