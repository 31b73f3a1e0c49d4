// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the timer's plan for an event, cp_pmu_plan.c. tests/plan simulates how well a
 * search finds the code that causes the events.
 */

#include <linux/math64.h>
#include <linux/prandom.h>
#include <kunit/test.h>

#define SUITE plan_kunit
#include "under_test.h"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_plan.c"

#define US	1000ULL
#define MS	1000000ULL
#define E31	0x80000000ULL
#define E32	0x100000000ULL
#define E62	0x4000000000000000ULL

/* cp_plan_scale() */

struct scale_param {
	const char *desc;
	u64 value;
	u64 num;
	u64 den;
	u64 result;
};

static const struct scale_param scale_params[] = {
	{ "one", 1, 1, 1, 1 },
	{ "a whole number of times", 1000, 3000, 1000, 3000 },
	{ "rounded down", 10, 1, 3, 3 },
	{ "less than one", 1, 2, 3, 0 },
	{ "nothing", 0, 1000, 1000, 0 },
	{ "times nothing", 1000, 0, 1000, 0 },
	{ "by nothing", 1000, 1000, 0, U64_MAX },
	{ "nothing by nothing", 0, 0, 0, U64_MAX },
	{ "16 bits each", 0xffff, 0xffff, 0xffff, 0xffff },
	{ "small by large", 1, E62, E62, 1 },
	{ "the largest result of powers of two", 1ULL << 63, 1, 1, 1ULL << 63 },
	{ "too large", 1ULL << 63, 2, 1, U64_MAX },
	{ "much too large", U64_MAX, U64_MAX, 1, U64_MAX },
	{ "much too small", 1, 1, U64_MAX, 0 },
};

static void scale_desc(const struct scale_param *param, char *desc)
{
	strscpy(desc, param->desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(scale, scale_params, scale_desc);

static void plan_test_scale(struct kunit *test)
{
	const struct scale_param *param = test->param_value;

	KUNIT_EXPECT_EQ(test, cp_plan_scale(param->value, param->num, param->den),
			param->result);
}

/* The error is less than one, and less than 2^-13 of the result. */
static void plan_test_scale_error(struct kunit *test)
{
	struct rnd_state rnd;
	int i;

	prandom_seed_state(&rnd, 10);
	for (i = 0; i < 20000; i++) {
		/* The product has 62 bits at most, so that the exact result can be computed. */
		u64 value = prandom_u32_state(&rnd) >> (1 + prandom_u32_state(&rnd) % 31);
		u64 num = prandom_u32_state(&rnd) >> (1 + prandom_u32_state(&rnd) % 31);
		u64 den = 1 + (prandom_u32_state(&rnd) >> prandom_u32_state(&rnd) % 32);
		u64 exact = div64_u64(value * num, den), error = 1 + (exact >> 13);
		u64 result = cp_plan_scale(value, num, den);

		KUNIT_ASSERT_LE(test, result, exact + error);
		KUNIT_ASSERT_GE(test, result + error, exact);
	}
}

/* Where the next sample is to be */

#define PLANS	4096

/* Cycles with a period: at the planned place, a sample is taken. */
static u64 planned(const struct cp_plan *plan)
{
	return plan->end + plan->place;
}

/* A sample after so many cycles. It takes them as many ns. */
static bool taken(struct cp_plan *plan, u64 since, u32 *state)
{
	return cp_plan_check(plan, since, since, false, state);
}

/*
 * The kth sample comes less than a period after the end of the kth period. Its distance from
 * there is uniformly distributed with a mean of half a period. The standard deviation of the
 * mean of 4096 is period / sqrt(12) / 64, that is period / 221. Three of these are allowed.
 */
static void plan_test_behind_the_period(struct kunit *test)
{
	static const u64 periods[] = { 1, 2, 1000, 65535, 65537, E31, E32 + 1, 1ULL << 50 };
	unsigned int i, n;

	for (n = 0; n < ARRAY_SIZE(periods); n++) {
		u64 period = periods[n], sum = 0, end = 0, places = 0, off, least, most;
		struct cp_plan plan = {};
		u32 state = n;

		least = period;
		most = 0;
		cp_plan_begin(&plan, period, 0, &state);
		for (i = 0; i < PLANS; i++) {
			u64 since = planned(&plan), place;

			end += period;
			KUNIT_ASSERT_EQ(test, sum + plan.end, end);
			sum += since;
			place = sum - end;
			KUNIT_ASSERT_LT(test, place, period);
			least = min(least, place);
			most = max(most, place);
			places += place;
			KUNIT_ASSERT_TRUE(test, taken(&plan, since, &state));
		}
		if (period < 1000)
			continue;
		places = div_u64(places, PLANS);
		off = places > period / 2 ? places - period / 2 : period / 2 - places;
		KUNIT_EXPECT_LE(test, off, div_u64(period * 3, 221));
		/* The smallest and the largest of 4096 are within 1 % of the ends. */
		KUNIT_EXPECT_LE(test, least, div_u64(period, 100));
		KUNIT_EXPECT_GE(test, most, period - div_u64(period, 100));
	}
}

/*
 * The first states of the generator from 0, as in Numerical Recipes: 3c6ef35f, 47502932,
 * d1ccf6e9, aaf95334. A place is the upper half of the state times the period, divided by
 * 65536: 0x3c6e = 15470, and 15470 * 1000 / 65536 = 236.
 */
static void plan_test_values(struct kunit *test)
{
	static const struct { u64 end, place; } plans[] = {
		{ 1000, 236 },	/* at 1236 */
		{ 764, 278 },	/* to 2000; at 2278 */
		{ 722, 819 },	/* to 3000; at 3819 */
		{ 181, 667 },	/* to 4000; at 4667 */
	};
	struct cp_plan plan = {};
	unsigned int i;
	u32 state = 0;

	cp_plan_begin(&plan, 1000, 0, &state);
	for (i = 0; i < ARRAY_SIZE(plans); i++) {
		KUNIT_EXPECT_EQ(test, plan.end, plans[i].end);
		KUNIT_EXPECT_EQ(test, plan.place, plans[i].place);
		if (i == 3)
			KUNIT_EXPECT_EQ(test, state, 0xaaf95334U);
		KUNIT_EXPECT_TRUE(test, taken(&plan, planned(&plan), &state));
	}

	/* A place beyond 16 bits: 15470 * 2^16, and with 15470 * 5 / 65536 more */
	state = 0;
	cp_plan_begin(&plan, E32, 0, &state);
	KUNIT_EXPECT_EQ(test, plan.end, E32);
	KUNIT_EXPECT_EQ(test, plan.place, 1013841920ULL);
	state = 0;
	cp_plan_begin(&plan, E32 + 5, 0, &state);
	KUNIT_EXPECT_EQ(test, plan.place, 1013841921ULL);

	/* With a frequency, the first sample of cycles is within the first interval. */
	state = 0;
	plan.interval = 1000;
	cp_plan_begin(&plan, 7, 0, &state);
	KUNIT_EXPECT_EQ(test, plan.end, 0ULL);
	KUNIT_EXPECT_EQ(test, plan.place, 236ULL);

	/* A new period begins behind what was counted before. */
	state = 0;
	plan.interval = 0;
	cp_plan_begin(&plan, 1000, 77, &state);
	KUNIT_EXPECT_EQ(test, planned(&plan), 77ULL + 1236);
}

/*
 * A program repeats at the sampling rate and spends the first quarter of each round in one
 * function. This function has a quarter of the samples. The standard deviation is
 * sqrt(3) / 4 / 64, that is 28 of 4096. Three of these are allowed.
 */
static void plan_test_not_in_step(struct kunit *test)
{
	u64 period = 1000000, sum = 0;
	struct cp_plan plan = {};
	unsigned int i, hits = 0;
	u32 state = 0, phase;

	cp_plan_begin(&plan, period, 0, &state);
	for (i = 0; i < PLANS; i++) {
		sum += planned(&plan);
		div_u64_rem(sum, period, &phase);
		hits += phase < period / 4;
		KUNIT_ASSERT_TRUE(test, taken(&plan, planned(&plan), &state));
	}
	KUNIT_EXPECT_GE(test, hits, PLANS / 4 - 3U * 28);
	KUNIT_EXPECT_LE(test, hits, PLANS / 4 + 3U * 28);
}

struct taken_param {
	const char *desc;
	u64 end;
	u64 place;
	u64 since;
	u64 period;
	u64 next_end;	/* or NONE: no sample */
};

#define NONE	U64_MAX

/* The sample was planned at 1000, 300 after the end of its period. */
static const struct taken_param taken_params[] = {
	{ "on time", 700, 300, 1000, 1000, 700 },
	{ "200 late: the end of the next period stays", 700, 300, 1200, 1000, 500 },
	{ "100 early", 700, 300, 900, 1000, 800 },
	{ "an eighth of the period early", 700, 300, 875, 1000, 825 },
	{ "more than an eighth early", 700, 300, 874, 1000, NONE },
	{ "at the end of its period", 700, 100, 700, 1000, 1000 },
	{ "1 before the end of its period", 700, 100, 699, 1000, NONE },
	{ "1 before the end of the next period", 700, 300, 1699, 1000, 1 },
	{ "at the end of the next period", 700, 300, 1700, 1000, 0 },
	{ "1 after the end of the next period", 700, 300, 1701, 1000, 0 },
	{ "100 periods late", 700, 300, 101000, 1000, 0 },
	{ "2^32 late", 700, 300, E32 + 1000, 1000, 0 },
	{ "nothing has come", 0, 0, 0, 1000, NONE },
};

static void taken_desc(const struct taken_param *param, char *desc)
{
	strscpy(desc, param->desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(taken, taken_params, taken_desc);

static void plan_test_taken(struct kunit *test)
{
	const struct taken_param *param = test->param_value;
	struct cp_plan plan = {
		.period = param->period, .end = param->end, .place = param->place,
	};
	u32 state = 0;

	KUNIT_ASSERT_EQ(test, taken(&plan, param->since, &state), param->next_end != NONE);
	if (param->next_end == NONE) {
		KUNIT_EXPECT_EQ(test, planned(&plan), param->end + param->place);
		return;
	}
	KUNIT_EXPECT_EQ(test, plan.end, param->next_end);
	/* The next sample has a random place in every case. */
	KUNIT_EXPECT_EQ(test, plan.place, div_u64(param->period * 15470, 65536));
}

/*
 * Samples come at their place, between the end of the period and their place, or late by up
 * to five periods. There are never more samples than periods. The ends of the periods do not
 * move, with one exception: if a sample comes after the end of the next period, a period
 * begins with that sample.
 */
static void plan_test_never_too_many(struct kunit *test)
{
	static const u64 periods[] = { 1, 2, 3, 100, 65536, 1000003, E32 - 1, E32 + 12345 };
	struct rnd_state rnd;
	unsigned int i, n;

	prandom_seed_state(&rnd, 16);
	for (n = 0; n < ARRAY_SIZE(periods); n++) {
		u64 period = periods[n], sum = 0, end = period;
		struct cp_plan plan = {};
		unsigned int samples = 0;
		u32 state = n;

		cp_plan_begin(&plan, period, 0, &state);
		for (i = 0; i < PLANS; i++) {
			u64 share = (period >> 16) * (prandom_u32_state(&rnd) >> 16) + 1;
			u64 since = planned(&plan);

			switch (prandom_u32_state(&rnd) % 4) {
			case 0:
				break;
			case 1:
				since = plan.end + min(share, plan.place);
				break;
			case 2:
				since += share;
				break;
			default:
				since += prandom_u32_state(&rnd) % 5 * period + share;
			}
			if (!taken(&plan, since, &state))
				continue;
			sum += since;
			KUNIT_ASSERT_LE(test, ++samples, div64_u64(sum, period));
			end = max(end + period, sum);
			KUNIT_ASSERT_EQ(test, sum + plan.end, end);
			KUNIT_ASSERT_LT(test, plan.place, period);
		}
		KUNIT_EXPECT_GE(test, samples, PLANS / 3U);
	}
}

static void plan_test_repeatable(struct kunit *test)
{
	struct cp_plan first = {}, second = {}, third = {};
	u32 one = 7, same = 7, other = 8;
	unsigned int i, differ = 0;

	cp_plan_begin(&first, 1000000, 0, &one);
	cp_plan_begin(&second, 1000000, 0, &same);
	cp_plan_begin(&third, 1000000, 0, &other);
	for (i = 0; i < PLANS; i++) {
		KUNIT_ASSERT_EQ(test, planned(&first), planned(&second));
		differ += first.place != third.place;
		taken(&first, planned(&first), &one);
		taken(&second, planned(&second), &same);
		taken(&third, planned(&third), &other);
	}
	/* There are 65536 places: none or one is equal by chance. */
	KUNIT_EXPECT_GE(test, differ, PLANS - 8U);
}

/* Periods are limited to 2^62, so that no sum wraps. */
static void plan_test_extremes(struct kunit *test)
{
	static const u64 periods[] = { 1, E32, E62, U64_MAX >> 1, U64_MAX };
	unsigned int i, bursts;

	for (i = 0; i < ARRAY_SIZE(periods); i++)
		for (bursts = 0; bursts < 2; bursts++) {
			struct cp_plan plan = { .bursts = bursts };
			u64 most = min(periods[i], E62);
			u32 state = 0;

			cp_plan_begin(&plan, periods[i], 0, &state);
			KUNIT_EXPECT_EQ(test, plan.end, most);
			KUNIT_EXPECT_LT(test, plan.place, most);
			cp_plan_check(&plan, planned(&plan), U64_MAX >> 1, false, &state);
			KUNIT_EXPECT_LE(test, plan.end, most);
			KUNIT_EXPECT_LT(test, plan.place, most);
			cp_plan_check(&plan, U64_MAX, U64_MAX >> 1, false, &state);
			KUNIT_EXPECT_LE(test, plan.due, (U64_MAX >> 1) + 10 * MS);
		}
}

/* When the next check is */

struct program {
	u64 (*events)(u64 ns);	/* all that have come at this time */
	u64 now;
	u64 sampled;		/* the events at the previous sample, */
	u64 sampled_at;		/* which came at this time */
	unsigned int checks;
	unsigned int samples;
};

/* Follow the plan for so long. A check is late by a microsecond. */
static void follow(struct cp_plan *plan, struct program *p, u64 ns, bool limited, u32 *state)
{
	u64 end = p->now + ns;

	for (;;) {
		u64 due = max(p->sampled_at + plan->due, p->now) + US, all;

		if (due > end)
			break;
		p->now = due;
		p->checks++;
		all = p->events(due);
		if (!cp_plan_check(plan, all - p->sampled, due - p->sampled_at, limited, state))
			continue;
		p->samples++;
		p->sampled = all;
		p->sampled_at = due;
	}
	p->now = end;
}

static u64 constant(u64 ns)
{
	return ns >> 4;
}

/* 100000 events, then none */
static u64 stops(u64 ns)
{
	return min(ns, 100000ULL);
}

/* Only one in a millisecond after the first 100000 */
static u64 slows(u64 ns)
{
	return min(ns, 100000ULL) + (ns > 100000 ? div_u64(ns - 100000, 1000000) : 0);
}

/* In a quarter of each 400 us */
static u64 bursts(u64 ns)
{
	u32 rest;
	u64 rounds = div_u64_rem(ns, 400000, &rest);

	return (rounds * 100000 + min(rest, 100000U)) >> 4;
}

/* In 8 of each 200 ms, and in a quarter of each 400 us of the rest */
static u64 long_and_short(u64 ns)
{
	u32 rest;
	u64 rounds = div_u64_rem(ns, 200 * MS, &rest);
	u64 all = rounds * (8 * MS + 48 * MS) + min(rest, 8000000U);

	if (rest > 8 * MS)
		all += bursts(rest - 8 * MS) << 4;
	return all >> 4;
}

/* At a constant rate, a search needs no more checks than a computed time: one a sample. */
static void plan_test_constant_rate(struct kunit *test)
{
	struct program p = { .events = constant };
	struct cp_plan plan = { .bursts = true };
	u32 state = 1;

	/* The longest time between two checks is 10 ms, so these need none in between. */
	cp_plan_begin(&plan, 62500 * 4, 0, &state);
	follow(&plan, &p, 100 * MS, false, &state);
	p.checks = 0;
	p.samples = 0;
	follow(&plan, &p, 1000 * MS, false, &state);
	KUNIT_EXPECT_GE(test, p.samples, 249U);
	KUNIT_EXPECT_LE(test, p.samples, 251U);
	KUNIT_EXPECT_LE(test, p.checks, p.samples + p.samples / 20);
}

/* The share of its samples, in percent, that a second of the program has where events come */
static unsigned int in_bursts(struct cp_plan *plan, struct program *p, u32 *state)
{
	unsigned int i, in = 0;

	follow(plan, p, 400 * MS, false, state);
	p->checks = 0;
	p->samples = 0;
	for (i = 0; i < 100000; i++) {
		unsigned int before = p->samples;

		follow(plan, p, 10 * US, false, state);
		if (p->samples > before)
			in += p->events(p->sampled_at + 100) > p->events(p->sampled_at);
	}
	return in * 100 / max(p->samples, 1U);
}

/* 1000 samples a second of the bursts, and at most seven checks for each */
static void plan_test_bursts(struct kunit *test)
{
	struct program p = { .events = bursts };
	struct cp_plan plan = { .bursts = true, .interval = MS };
	u32 state = 1;

	cp_plan_begin(&plan, 1, 0, &state);
	KUNIT_EXPECT_GE(test, in_bursts(&plan, &p, &state), 80U);
	KUNIT_EXPECT_GE(test, p.samples, 950U);
	KUNIT_EXPECT_LE(test, p.samples, 1050U);
	KUNIT_EXPECT_LE(test, p.checks, p.samples * 7);
}

/* A long burst now and then does not make the plan miss the short ones. */
static void plan_test_long_and_short(struct kunit *test)
{
	struct program p = { .events = long_and_short };
	struct cp_plan plan = { .bursts = true, .interval = MS };
	u32 state = 1;

	cp_plan_begin(&plan, 1, 0, &state);
	KUNIT_EXPECT_GE(test, in_bursts(&plan, &p, &state), 80U);
	KUNIT_EXPECT_LE(test, p.checks, p.samples * 13);
}

/* So many events in 1000 us, as the plan stores a rate */
#define RATE(events)	((u32)((events) * BIT_ULL(30) / MS))

/*
 * 5 events in a us, and a burst is expected to last for a ms. What comes from a rise of the
 * rate to its fall contains a whole burst.
 */
static void plan_test_burst_length(struct kunit *test)
{
	struct cp_plan_rate none = { 0, 500 * US }, some = { 700, 500 * US };
	struct cp_plan_rate burst = { 100, 20 * US }, few = { 40, 20 * US };
	struct cp_plan plan = { .bursts = true, .burst = MS, .highest[0] = RATE(5000) };

	/* Nothing comes: a burst can begin at any time. */
	cp_plan_note_burst(&plan, &none);
	KUNIT_EXPECT_EQ(test, cp_plan_search(&plan, 0, MS, 100), MS / 2);
	/* The rate rises. In a burst, a sixteenth of its length is soon enough. */
	cp_plan_note_burst(&plan, &some);
	cp_plan_note_burst(&plan, &burst);
	KUNIT_EXPECT_EQ(test, cp_plan_search(&plan, 500, MS, 10), MS / 16);
	KUNIT_EXPECT_EQ(test, plan.burst, MS);
	/* It falls, 840 events after its rise: they came within 168 us. */
	cp_plan_note_burst(&plan, &few);
	KUNIT_EXPECT_LE(test, plan.burst, 168 * US);
	KUNIT_EXPECT_GE(test, plan.burst, 168 * US - 30);
	/* It falls more, without a rise. */
	cp_plan_note_burst(&plan, &none);
	KUNIT_EXPECT_GE(test, plan.burst, 168 * US - 30);
	/* It rises, but not to a fourth of the highest one: the burst may be of another kind. */
	plan.burst = MS;
	some.events = 600;
	cp_plan_note_burst(&plan, &some);
	cp_plan_note_burst(&plan, &none);
	KUNIT_EXPECT_EQ(test, plan.burst, MS);
	/* Too few events to tell: by chance, as many may come at a constant rate. */
	burst.events = 7;
	burst.ns = 1000;
	cp_plan_note_burst(&plan, &burst);
	cp_plan_note_burst(&plan, &none);
	KUNIT_EXPECT_EQ(test, plan.burst, MS);
}

/* A burst is not longer than intervals that have had 3/4 of the highest rate. */
static void plan_test_expected_burst(struct kunit *test)
{
	struct cp_plan plan = { .bursts = true };
	unsigned int i;

	cp_plan_expect_burst(&plan);
	KUNIT_EXPECT_EQ(test, plan.burst, 16384U);
	/* 5 events in a us; 3.8 in intervals of up to 524 us, but 3.7 of up to 1049 us */
	for (i = 0; i < 4; i++)
		plan.highest[i] = RATE(5000);
	plan.highest[4] = RATE(3800);
	plan.highest[5] = RATE(3700);
	cp_plan_expect_burst(&plan);
	KUNIT_EXPECT_EQ(test, plan.burst, 16384U + 1024);
	for (i = 0; i < 100; i++)
		cp_plan_expect_burst(&plan);
	KUNIT_EXPECT_EQ(test, plan.burst, 262144U);
}

/*
 * The highest rate in intervals of a length is also that of shorter ones. Chance is left out:
 * of 255 events, eight.
 */
static void plan_test_highest(struct kunit *test)
{
	struct cp_plan plan = { .bursts = true };
	u32 rate = (255 - 8) * BIT_ULL(30) / (600 * US), before;

	/* 600 us are between 2^19 and 2^20 ns. */
	cp_plan_note_rate(&plan, (struct cp_plan_rate) { 255, 600 * US });
	KUNIT_EXPECT_LE(test, plan.highest[5], rate);
	KUNIT_EXPECT_GE(test, plan.highest[5], rate - rate / 4096);
	KUNIT_EXPECT_EQ(test, plan.highest[0], plan.highest[5]);
	KUNIT_EXPECT_EQ(test, plan.highest[6], 0U);
	/* Too short to tell */
	before = plan.highest[0];
	cp_plan_note_rate(&plan, (struct cp_plan_rate) { 100, 9 * US });
	KUNIT_EXPECT_EQ(test, plan.highest[0], before);
	/*
	 * A lower rate. If they are short, because the rate was higher, no longer ones are seen:
	 * reduce what is remembered of those, too.
	 */
	cp_plan_note_rate(&plan, (struct cp_plan_rate) { 8, 100 * US });
	KUNIT_EXPECT_LT(test, plan.highest[2], before);
	KUNIT_EXPECT_GE(test, plan.highest[2], before - before / 1024);
	KUNIT_EXPECT_EQ(test, plan.highest[5], plan.highest[2]);
	KUNIT_EXPECT_EQ(test, plan.highest[1], before);
	/* But not what is lower already */
	cp_plan_note_rate(&plan, (struct cp_plan_rate) { 4, 50 * US });
	KUNIT_EXPECT_EQ(test, plan.highest[1], plan.highest[2]);
	/* However many: 16 in each ns are none of these cores. */
	cp_plan_note_rate(&plan, (struct cp_plan_rate) { U32_MAX, 250 * MS });
	KUNIT_EXPECT_EQ(test, plan.highest[0], U32_MAX);
}

/*
 * An event that stops or slows down shortly before its sample is not checked each 20 us for
 * ever. There are at most 16 checks before each time that the interval is doubled, until it is
 * 10 ms, after nine times.
 */
static void plan_test_backs_off(struct kunit *test)
{
	u64 (*const programs[])(u64 ns) = { stops, slows };
	static const u64 shorts[] = { 1, 20, 1000, 50000 };
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(programs); i++)
		for (j = 0; j < ARRAY_SIZE(shorts); j++) {
			struct program p = { .events = programs[i] };
			struct cp_plan plan = { .bursts = true };
			u32 state = 1;

			cp_plan_begin(&plan, 100000 + shorts[j], 0, &state);
			follow(&plan, &p, 200 * MS, true, &state);
			KUNIT_EXPECT_LE_MSG(test, p.checks, 16 * 10 * (p.samples + 1) + 20,
					    "program %u, %llu events short", i, shorts[j]);
		}
}

/* A sample is taken only where events have come. */
static void plan_test_only_with_events(struct kunit *test)
{
	struct cp_plan plan = { .bursts = true };
	u32 state = 0;

	cp_plan_begin(&plan, 1000, 0, &state);
	KUNIT_EXPECT_FALSE(test, cp_plan_check(&plan, 1100, MS, false, &state));
	/* The limit is new: 1100 events are enough now, but none has come since the last check. */
	KUNIT_EXPECT_FALSE(test, cp_plan_check(&plan, 1100, 2 * MS, true, &state));
	KUNIT_EXPECT_TRUE(test, cp_plan_check(&plan, 1101, 3 * MS, true, &state));
}

/*
 * 30 events can come in 30 us, though only 4 were seen in 20 us. As many as the number has
 * bits may be there by chance, and are added here. Rates are stored to 1/4096.
 */
static void plan_test_earliest(struct kunit *test)
{
	struct cp_plan plan = { .bursts = true };

	/* Nothing is known: soon. */
	KUNIT_EXPECT_EQ(test, cp_plan_search(&plan, 0, 0, 30), 20 * US);
	cp_plan_note_rate(&plan, (struct cp_plan_rate) { 4 + 3, 20 * US });
	KUNIT_EXPECT_EQ(test, cp_plan_search(&plan, 0, 0, 5) / 10, 25 * US / 10);
	/* Longer times are not known. */
	KUNIT_EXPECT_EQ(test, cp_plan_search(&plan, 0, 0, 30), 32768U);
	cp_plan_note_rate(&plan, (struct cp_plan_rate) { 500 + 9, 500 * US });
	KUNIT_EXPECT_EQ(test, cp_plan_search(&plan, 0, 0, 30) / 20, 30 * US / 20);
	KUNIT_EXPECT_EQ(test, cp_plan_search(&plan, 0, 0, 500) / 200, 500 * US / 200);
	KUNIT_EXPECT_LE(test, cp_plan_search(&plan, 0, 0, 5000), 1100 * US);
	/* A longer time with fewer events for each: as many can come as early. */
	cp_plan_note_rate(&plan, (struct cp_plan_rate) { 5000, 8000 * US });
	KUNIT_EXPECT_EQ(test, cp_plan_search(&plan, 0, 0, 30) / 20, 30 * US / 20);
	KUNIT_EXPECT_GE(test, cp_plan_search(&plan, 0, 0, 5000), 7900 * US);
	/* Too few to be a rate, or in too short a time */
	cp_plan_note_rate(&plan, (struct cp_plan_rate) { 2, 2 * US });
	cp_plan_note_rate(&plan, (struct cp_plan_rate) { 2, 20 * US });
	cp_plan_note_rate(&plan, (struct cp_plan_rate) { 1000, 9 * US });
	cp_plan_note_rate(&plan, (struct cp_plan_rate) { 0, 0 });
	KUNIT_EXPECT_EQ(test, cp_plan_search(&plan, 0, 0, 30) / 20, 30 * US / 20);
}

/* A search follows the rate: the events of an interval are the period. */
static void plan_test_follows_rate(struct kunit *test)
{
	struct program p = { .events = constant };
	struct cp_plan plan = { .bursts = true, .interval = 10 * MS };
	u32 state = 1;

	cp_plan_begin(&plan, 1, 0, &state);
	KUNIT_EXPECT_EQ(test, cp_plan_weight(&plan), E62);
	follow(&plan, &p, 1000 * MS, false, &state);
	KUNIT_EXPECT_GE(test, p.samples, 97U);
	KUNIT_EXPECT_LE(test, p.samples, 103U);
	/* 10 ms of one event in 16 ns */
	KUNIT_EXPECT_GE(test, cp_plan_weight(&plan), 620000ULL);
	KUNIT_EXPECT_LE(test, cp_plan_weight(&plan), 630000ULL);
}

/* Cycles: the time of the sample, by the rate. At first a look after 10 us. */
static void plan_test_computed_time(struct kunit *test)
{
	struct cp_plan plan = {};
	u32 state = 0;

	cp_plan_begin(&plan, 1000000, 0, &state);
	KUNIT_EXPECT_EQ(test, plan.due, 10 * US);
	/* 10000 cycles in 10 us: 1236053 are wanted. A limited event has no place. */
	KUNIT_EXPECT_FALSE(test, cp_plan_check(&plan, 10000, 10 * US, false, &state));
	KUNIT_EXPECT_GE(test, plan.due, 1236053ULL - 200);
	KUNIT_EXPECT_LE(test, plan.due, 1236053ULL + 200);
	/* The first rate may be wrong by a third: look after three quarters of the time. */
	cp_plan_look(&plan, 10000, 10 * US, true);
	KUNIT_EXPECT_GE(test, plan.due, 10000ULL + 990000 * 3 / 4 - 200);
	KUNIT_EXPECT_LE(test, plan.due, 10000ULL + 990000 * 3 / 4 + 200);
	/* Bounds of the interval */
	cp_plan_look(&plan, 1236000, 1236 * US, false);
	KUNIT_EXPECT_EQ(test, plan.due, 1236 * US + 10 * US);
	plan.end = 100000000;
	cp_plan_look(&plan, 10000, 10 * US, false);
	KUNIT_EXPECT_EQ(test, plan.due, 10 * US + 10 * MS);
}

/* Cycles with a frequency: time alone counts. */
static void plan_test_of_time(struct kunit *test)
{
	struct cp_plan plan = { .interval = MS };
	u32 state = 0;

	cp_plan_begin(&plan, 1, 5, &state);
	/* 15470 / 65536 of a millisecond */
	KUNIT_EXPECT_EQ(test, plan.due, 236053ULL);
	KUNIT_EXPECT_EQ(test, cp_plan_weight(&plan), U64_MAX);
	/* Nothing to sample: look again after a millisecond. */
	KUNIT_EXPECT_FALSE(test, cp_plan_check(&plan, 0, 236053, false, &state));
	KUNIT_EXPECT_EQ(test, plan.due, 236053ULL + MS);
	/* An overdue sample comes soon after a start, and no start puts it off. */
	cp_plan_limit(&plan, 0, 300000);
	KUNIT_EXPECT_EQ(test, plan.due, 310000ULL);
	cp_plan_limit(&plan, 1, 305000);
	KUNIT_EXPECT_EQ(test, plan.due, 310000ULL);
	KUNIT_EXPECT_TRUE(test, cp_plan_check(&plan, 700, 236053, false, &state));
	KUNIT_EXPECT_EQ(test, plan.end, MS - 236053);
	KUNIT_EXPECT_EQ(test, plan.due, plan.end + plan.place);
	/* A mean, of what was counted from the begin on and the next */
	KUNIT_EXPECT_LE(test, cp_plan_weight(&plan), 700ULL);
	KUNIT_EXPECT_GE(test, cp_plan_weight(&plan), 300ULL);
}

/* The mean rate is 700 cycles in a us. */
static void plan_test_time_of(struct kunit *test)
{
	struct cp_plan plan = { .interval = MS };
	u32 state = 0;

	cp_plan_begin(&plan, 1, 5000, &state);
	/* No rate is known: 60 MHz, or 62.5 */
	KUNIT_EXPECT_EQ(test, cp_plan_time_of(&plan, 5000, 0, 62500), MS);
	KUNIT_EXPECT_EQ(test, cp_plan_time_of(&plan, 5000, 0, 0), 0ULL);
	KUNIT_EXPECT_EQ(test, cp_plan_time_of(&plan, 5000 + 70000, 100 * US, 700), US);
	/* 32 bits do not hold the product. */
	KUNIT_EXPECT_LE(test, cp_plan_time_of(&plan, 5000 + 70000, 100 * US, 7000000000ULL),
			10000 * MS);
	KUNIT_EXPECT_GE(test, cp_plan_time_of(&plan, 5000 + 70000, 100 * US, 7000000000ULL),
			10000 * MS - 2 * MS);
}

static struct kunit_case plan_cases[] = {
	KUNIT_CASE_PARAM(plan_test_scale, scale_gen_params),
	KUNIT_CASE(plan_test_scale_error),
	KUNIT_CASE(plan_test_behind_the_period),
	KUNIT_CASE(plan_test_values),
	KUNIT_CASE(plan_test_not_in_step),
	KUNIT_CASE_PARAM(plan_test_taken, taken_gen_params),
	KUNIT_CASE(plan_test_never_too_many),
	KUNIT_CASE(plan_test_repeatable),
	KUNIT_CASE(plan_test_extremes),
	KUNIT_CASE(plan_test_constant_rate),
	KUNIT_CASE(plan_test_bursts),
	KUNIT_CASE(plan_test_long_and_short),
	KUNIT_CASE(plan_test_burst_length),
	KUNIT_CASE(plan_test_expected_burst),
	KUNIT_CASE(plan_test_highest),
	KUNIT_CASE(plan_test_backs_off),
	KUNIT_CASE(plan_test_only_with_events),
	KUNIT_CASE(plan_test_earliest),
	KUNIT_CASE(plan_test_follows_rate),
	KUNIT_CASE(plan_test_computed_time),
	KUNIT_CASE(plan_test_of_time),
	KUNIT_CASE(plan_test_time_of),
	{}
};

static struct kunit_suite plan_suite = {
	.name = "cp_pmu_plan",
	.test_cases = plan_cases,
};

kunit_test_suite(plan_suite);
