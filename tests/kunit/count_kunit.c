// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the arithmetic of counters and periods, cp_pmu_count.c.
 */

#include <linux/math64.h>
#include <linux/prandom.h>
#include <kunit/test.h>

#define SUITE count_kunit
#include "under_test.h"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_count.c"

/* cp_count_next_period() and cp_count_preload() */

#define E31	0x80000000LL
#define E32	0x100000000LL
#define E63	0x7fffffffffffffffLL	/* 2^63 - 1 */

struct period_param {
	const char *desc;
	u64 period;
	s64 left;
	s64 next_left;
	u32 start;
};

/* start is 2^32 minus the events until the counter wraps: what is left, 2^31 at most. */
static const struct period_param period_params[] = {
	{ "1: begins", 1, 1, 1, 0xffffffff },
	{ "1: ends", 1, 0, 1, 0xffffffff },
	{ "1: overrun by 1", 1, -1, 1, 0xffffffff },
	{ "1: overrun by 2^31", 1, -E31, 1, 0xffffffff },
	{ "2: begins", 2, 2, 2, 0xfffffffe },
	{ "2: one left", 2, 1, 1, 0xffffffff },
	{ "2: ends", 2, 0, 2, 0xfffffffe },
	{ "2: overrun by 1", 2, -1, 1, 0xffffffff },
	{ "2: overrun by the period", 2, -2, 2, 0xfffffffe },
	{ "2: overrun by more", 2, -3, 2, 0xfffffffe },
	{ "2: overrun by 2^31", 2, -E31, 2, 0xfffffffe },
	{ "20011: within", 20011, 11, 11, 0xfffffff5 },
	{ "20011: overrun by 11", 20011, -11, 20000, 0xffffb1e0 },
	{ "20011: overrun by period - 1", 20011, -20010, 1, 0xffffffff },
	{ "20011: overrun by the period", 20011, -20011, 20011, 0xffffb1d5 },
	{ "20011: overrun by 5 periods", 20011, -100055, 20011, 0xffffb1d5 },
	{ "2^31 - 1: begins", E31 - 1, E31 - 1, E31 - 1, 0x80000001 },
	{ "2^31 - 1: ends", E31 - 1, 0, E31 - 1, 0x80000001 },
	{ "2^31 - 1: overrun by 1", E31 - 1, -1, E31 - 2, 0x80000002 },
	{ "2^31 - 1: overrun by period - 1", E31 - 1, 2 - E31, 1, 0xffffffff },
	{ "2^31 - 1: overrun by the period", E31 - 1, 1 - E31, E31 - 1, 0x80000001 },
	{ "2^31 - 1: overrun by 2^31", E31 - 1, -E31, E31 - 1, 0x80000001 },
	{ "2^31: begins", E31, E31, E31, 0x80000000 },
	{ "2^31: ends", E31, 0, E31, 0x80000000 },
	{ "2^31: overrun by 1", E31, -1, E31 - 1, 0x80000001 },
	{ "2^31: overrun by period - 1", E31, 1 - E31, 1, 0xffffffff },
	{ "2^31: overrun by 2^31", E31, -E31, E31, 0x80000000 },
	{ "2^31 + 1: begins", E31 + 1, E31 + 1, E31 + 1, 0x80000000 },
	{ "2^31 + 1: second part", E31 + 1, 1, 1, 0xffffffff },
	{ "2^31 + 1: ends", E31 + 1, 0, E31 + 1, 0x80000000 },
	{ "2^31 + 1: overrun by 1", E31 + 1, -1, E31, 0x80000000 },
	{ "2^31 + 1: overrun by 2^31", E31 + 1, -E31, 1, 0xffffffff },
	{ "2^31 + 1: overrun by the period", E31 + 1, -E31 - 1, E31 + 1, 0x80000000 },
	{ "2^32: begins", E32, E32, E32, 0x80000000 },
	{ "2^32: one more than half left", E32, E31 + 1, E31 + 1, 0x80000000 },
	{ "2^32: half left", E32, E31, E31, 0x80000000 },
	{ "2^32: less than half left", E32, E31 - 1, E31 - 1, 0x80000001 },
	{ "2^32: ends", E32, 0, E32, 0x80000000 },
	{ "2^32: overrun by 1", E32, -1, E32 - 1, 0x80000000 },
	{ "2^32: overrun by 2^31", E32, -E31, E31, 0x80000000 },
	{ "2^32: overrun by period - 1", E32, 1 - E32, 1, 0xffffffff },
	{ "2^32: overrun by the period", E32, -E32, E32, 0x80000000 },
	{ "2^63 - 1: begins", E63, E63, E63, 0x80000000 },
	{ "2^63 - 1: one left", E63, 1, 1, 0xffffffff },
	{ "2^63 - 1: ends", E63, 0, E63, 0x80000000 },
	{ "2^63 - 1: overrun by 1", E63, -1, E63 - 1, 0x80000000 },
	{ "2^63 - 1: overrun by 2^31", E63, -E31, E63 - E31, 0x80000000 },
	{ "2^63 - 1: overrun by period - 1", E63, 1 - E63, 1, 0xffffffff },
	{ "2^63 - 1: overrun by the period", E63, -E63, E63, 0x80000000 },
	{ "2^63 - 1: overrun by more", E63, -E63 - 1, E63, 0x80000000 },
};

static void period_desc(const struct period_param *param, char *desc)
{
	strscpy(desc, param->desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(period, period_params, period_desc);

/* What is left of the period that is current after an update of the counter */
static s64 continued(s64 left, u64 period)
{
	return left > 0 ? left : cp_count_next_period(left, period);
}

static void count_test_period(struct kunit *test)
{
	const struct period_param *param = test->param_value;
	s64 left = continued(param->left, param->period);

	KUNIT_EXPECT_EQ(test, left, param->next_left);
	KUNIT_EXPECT_EQ(test, cp_count_preload(left), param->start);
}

/* cp_count_get_idx() and cp_count_group_fits() */

struct core_param {
	const char *desc;
	u8 pmn;
	u8 cycles_evtsel;
};

static const struct core_param core_params[] = {
	{ "2 + CCNT, cycles on all", 2, 0xff },
	{ "2 + CCNT, cycles on CCNT", 2, 0 },
	{ "4 + CCNT, cycles on all", 4, 0x11 },
	{ "4 + CCNT, cycles on CCNT", 4, 0 },
};

static void core_desc(const struct core_param *param, char *desc)
{
	strscpy(desc, param->desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(core, core_params, core_desc);

static struct cp_pmu_desc synthetic_core(const struct core_param *param)
{
	return (struct cp_pmu_desc) {
		.num_event_counters = param->pmn,
		.cycles_evtsel = param->cycles_evtsel,
	};
}

/* The lowest of the free event counters, or -1 */
static int lowest_pmn(const struct core_param *core, u32 used)
{
	int idx;

	for (idx = 0; idx < core->pmn; idx++)
		if (!(used & BIT(idx)))
			return idx;
	return -1;
}

static void count_test_get_idx(struct kunit *test)
{
	const struct core_param *core = test->param_value;
	struct cp_pmu_desc desc = synthetic_core(core);
	int ccnt = core->pmn;
	u32 used;

	for (used = 0; used < BIT(ccnt + 1); used++) {
		int pmn = lowest_pmn(core, used);
		int only_ccnt = used & BIT(ccnt) ? -1 : ccnt;
		int on_pmn = core->cycles_evtsel ? pmn : -1;

		KUNIT_EXPECT_EQ_MSG(test, cp_count_get_idx(&desc, used, 0x00, false), pmn,
				    "event 0, used %#x", used);
		KUNIT_EXPECT_EQ_MSG(test, cp_count_get_idx(&desc, used, 0x07, false), pmn,
				    "event 7, used %#x", used);
		KUNIT_EXPECT_EQ_MSG(test,
				    cp_count_get_idx(&desc, used, 0x07 | CP_PMU_EVT_EXPORT,
						     false),
				    pmn, "event 7 exported, used %#x", used);
		KUNIT_EXPECT_EQ_MSG(test,
				    cp_count_get_idx(&desc, used, CP_PMU_EVT_CYCLES, false),
				    only_ccnt >= 0 ? only_ccnt : on_pmn,
				    "cycles, used %#x", used);
		KUNIT_EXPECT_EQ_MSG(test,
				    cp_count_get_idx(&desc, used, CP_PMU_EVT_CYCLES |
						     CP_PMU_EVT_DIV64, false),
				    only_ccnt, "div64, used %#x", used);
		/* If only CCNT can count cycles, cycles cannot leave it. */
		KUNIT_EXPECT_EQ_MSG(test,
				    cp_count_get_idx(&desc, used, CP_PMU_EVT_CYCLES, true),
				    core->cycles_evtsel ? on_pmn : only_ccnt,
				    "cycles leaving CCNT, used %#x", used);
	}
}

/* The kinds of members of a group, and the counters that can count them */
enum { EVENT, CYCLES, DIV64, KINDS };

static const u32 kind_evt[KINDS] = {
	[EVENT] = 0x07,
	[CYCLES] = CP_PMU_EVT_CYCLES,
	[DIV64] = CP_PMU_EVT_CYCLES | CP_PMU_EVT_DIV64,
};

static u32 kind_counters(const struct core_param *core, int kind)
{
	u32 ccnt = BIT(core->pmn);

	if (kind == DIV64)
		return ccnt;
	if (kind == EVENT)
		return ccnt - 1;
	return core->cycles_evtsel ? ccnt | (ccnt - 1) : ccnt;
}

/* True if each member can have a counter of its own. */
static bool any_assignment(const struct core_param *core, const int *member,
			   int members, u32 used)
{
	u32 can;
	int idx;

	if (!members)
		return true;
	can = kind_counters(core, member[0]) & ~used;
	for (idx = 0; idx <= core->pmn; idx++)
		if ((can & BIT(idx)) &&
		    any_assignment(core, member + 1, members - 1, used | BIT(idx)))
			return true;
	return false;
}

/*
 * Each group up to one member more than there are counters, opened in each order. A group
 * that does not fit on the counters is refused. In any other group each member gets a
 * counter when the members are added in order. With div64 in the group, the other cycles
 * leave CCNT to it.
 */
static void count_test_group_fits(struct kunit *test)
{
	const struct core_param *core = test->param_value;
	struct cp_pmu_desc desc = synthetic_core(core);
	int members, order, orders, i;

	for (members = 1, orders = KINDS; members <= core->pmn + 2;
	     members++, orders *= KINDS) {
		for (order = 0; order < orders; order++) {
			unsigned int number[KINDS] = {};
			int member[CP_PMU_MAX_COUNTERS + 1];
			u32 evt[CP_PMU_MAX_COUNTERS + 1];
			bool leaves_ccnt[CP_PMU_MAX_COUNTERS + 1] = {};
			u32 used = 0;
			bool fits;
			int rest, j;

			for (i = 0, rest = order; i < members; i++, rest /= KINDS) {
				member[i] = rest % KINDS;
				evt[i] = kind_evt[member[i]];
				number[member[i]]++;
				for (j = 0; j < i && member[i] == DIV64; j++)
					leaves_ccnt[j] = true;
			}
			fits = cp_count_group_fits(&desc, number[EVENT],
						   number[CYCLES], number[DIV64]);
			KUNIT_EXPECT_EQ_MSG(test, fits,
					    any_assignment(core, member, members, 0),
					    "%u events, %u cycles, %u div64",
					    number[EVENT], number[CYCLES], number[DIV64]);
			for (i = 0; fits && i < members; i++) {
				int idx = cp_count_get_idx(&desc, used, evt[i],
							   leaves_ccnt[i]);

				KUNIT_EXPECT_GE_MSG(test, idx, 0,
						    "member %d of %d, order %d",
						    i, members, order);
				if (idx < 0)
					break;
				/* Report one failure, not thousands. */
				KUNIT_ASSERT_TRUE(test, kind_counters(core, member[i]) &
						  ~used & BIT(idx));
				used |= BIT(idx);
			}
		}
	}
}

/* cp_count_interval() */

struct interval_param {
	const char *desc;
	u64 ran;
	u64 counted;
	u64 wanted;
	u64 interval;
};

#define MS	1000000ULL
#define MIN_NS	10000ULL	/* 10 us */
#define MAX_NS	10000000ULL	/* 10 ms */

static const struct interval_param interval_params[] = {
	{ "as many again", MS, 1000, 1000, MS },
	{ "half as many", MS, 1000, 500, MS / 2 },
	{ "three times as many", MS, 1000, 3000, 3 * MS },
	{ "1 event of 1", 123456, 1, 1, 123456 },
	{ "at the lower bound", MS, 1000, 10, MIN_NS },
	{ "below the lower bound", MS, 1000, 9, MIN_NS },
	{ "far below the lower bound", 1, U32_MAX, 1, MIN_NS },
	{ "at the upper bound", MS, 1000, 10000, MAX_NS },
	{ "above the upper bound", MS, 1000, 10001, MAX_NS },
	{ "far above the upper bound", 1000 * MS, 1, U32_MAX, MAX_NS },
	{ "nothing counted", MS, 0, 1000, MAX_NS },
	{ "nothing counted in no time", 0, 0, 0, MAX_NS },
	{ "nothing counted, much wanted", MS, 0, U64_MAX, MAX_NS },
	{ "nothing wanted", MS, 1000, 0, MIN_NS },
	{ "no time", 0, 1000, 1000, MIN_NS },
	{ "2^32 of 2^32", MS, E32, E32, MS },
	{ "2^33 of 2^32", MS, E32, 2 * E32, 2 * MS },
	{ "2^63 - 1 of 2^63 - 1", MS, U64_MAX / 2, U64_MAX / 2, MS },
	{ "2^64 - 1 of 2^64 - 1", 2 * MS, U64_MAX, U64_MAX, 2 * MS },
	{ "2^63 of 2^61", MS, 1ULL << 61, 1ULL << 63, 4 * MS },
	{ "2^61 of 2^63", 4 * MS, 1ULL << 63, 1ULL << 61, MS },
	{ "1 of 2^64 - 1", MS, U64_MAX, 1, MIN_NS },
	{ "2^64 - 1 of 1", MS, 1, U64_MAX, MAX_NS },
	{ "for 2^31 ns", E31, 1000000, 1000, E31 / 1000 },
	{ "for 2^62 ns, 8 after 1000", 1ULL << 62, 1000, 8, MAX_NS },
	{ "for ever, many of few", U64_MAX, 1, U64_MAX, MAX_NS },
	{ "for ever, as many again", U64_MAX, U64_MAX, U64_MAX, MAX_NS },
};

static void interval_desc(const struct interval_param *param, char *desc)
{
	strscpy(desc, param->desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(interval, interval_params, interval_desc);

static void count_test_interval(struct kunit *test)
{
	const struct interval_param *param = test->param_value;

	KUNIT_EXPECT_EQ(test,
			cp_count_interval(param->ran, param->counted, param->wanted),
			param->interval);
}

/*
 * The interval is ran * wanted / counted. It stays the same if both numbers of events are
 * multiplied by a power of two.
 *
 * Within the bounds wanted / counted is between 10 us / 2 s and 10 ms / 1 us. The function
 * keeps 32 bits of the larger number, so at least 13 bits of the smaller one, and the error
 * is less than 2^-12.
 */
static void count_test_interval_proportional(struct kunit *test)
{
	struct rnd_state rnd;
	int i;

	prandom_seed_state(&rnd, 10);
	for (i = 0; i < 20000; i++) {
		u64 ran = 1000 + prandom_u32_state(&rnd) % 2000000000;
		u64 counted = 1 + (prandom_u32_state(&rnd) >> prandom_u32_state(&rnd) % 32);
		u64 wanted = 1 + (prandom_u32_state(&rnd) >> prandom_u32_state(&rnd) % 32);
		u64 exact = clamp(div64_u64(ran * wanted, counted), MIN_NS, MAX_NS);
		int shift = prandom_u32_state(&rnd) % 32;
		u64 interval;

		interval = cp_count_interval(ran, counted, wanted);
		KUNIT_ASSERT_EQ(test, interval, exact);
		/* The lower bits may have any value. */
		counted = counted << shift | (BIT_ULL(shift) - 1);
		interval = cp_count_interval(ran, counted, wanted << shift);
		exact = clamp(div64_u64(ran * wanted, (counted >> shift) + 1), MIN_NS, MAX_NS);
		KUNIT_ASSERT_GE(test, interval + (interval >> 12), exact);
		exact = clamp(div64_u64(ran * wanted, counted >> shift), MIN_NS, MAX_NS);
		KUNIT_ASSERT_LE(test, interval, exact + (exact >> 12));
	}
}

static void count_test_interval_bounds(struct kunit *test)
{
	struct rnd_state rnd;
	int i;

	prandom_seed_state(&rnd, 11);
	for (i = 0; i < 20000; i++) {
		u64 arg[3];
		u64 interval;
		int j;

		for (j = 0; j < 3; j++) {
			arg[j] = (u64)prandom_u32_state(&rnd) << 32 |
				 prandom_u32_state(&rnd);
			arg[j] >>= prandom_u32_state(&rnd) % 64;
		}
		interval = cp_count_interval(arg[0], arg[1], arg[2]);
		KUNIT_ASSERT_GE(test, interval, MIN_NS);
		KUNIT_ASSERT_LE(test, interval, MAX_NS);
	}
}

/* cp_count_plan() */

#define PLANS	4096

/* Events from the previous sample to the planned one */
static u64 planned(const struct cp_count_plan *plan)
{
	return plan->end + plan->place;
}

/*
 * The kth sample comes less than a period after the end of the kth period. Its distance from
 * there is uniformly distributed with a mean of half a period. The standard deviation of the
 * mean of 4096 is period / sqrt(12) / 64, that is period / 221. Three of these are allowed.
 */
static void count_test_plan_behind_the_period(struct kunit *test)
{
	static const u64 periods[] = { 1, 2, 1000, 65535, 65537, E31, E32 + 1, 1ULL << 50 };
	unsigned int i, n;

	for (n = 0; n < ARRAY_SIZE(periods); n++) {
		u64 period = periods[n], sum = 0, end = 0, places = 0, off, least, most;
		struct cp_count_plan plan = {};
		u32 state = n;

		least = period;
		most = 0;
		cp_count_plan(&plan, 0, period, &state);
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
			cp_count_plan(&plan, since, period, &state);
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
static void count_test_plan_values(struct kunit *test)
{
	static const struct cp_count_plan plans[] = {
		{ 1000, 236 },	/* at 1236 */
		{ 764, 278 },	/* to 2000; at 2278 */
		{ 722, 819 },	/* to 3000; at 3819 */
		{ 181, 667 },	/* to 4000; at 4667 */
	};
	struct cp_count_plan plan = {};
	unsigned int i;
	u64 since = 0;
	u32 state = 0;

	for (i = 0; i < ARRAY_SIZE(plans); i++) {
		cp_count_plan(&plan, since, 1000, &state);
		KUNIT_EXPECT_EQ(test, plan.end, plans[i].end);
		KUNIT_EXPECT_EQ(test, plan.place, plans[i].place);
		since = planned(&plan);
	}
	KUNIT_EXPECT_EQ(test, state, 0xaaf95334U);

	/* A place beyond 16 bits: 15470 * 2^16, and with 15470 * 5 / 65536 more */
	state = 0;
	plan = (struct cp_count_plan){};
	cp_count_plan(&plan, 0, E32, &state);
	KUNIT_EXPECT_EQ(test, plan.end, (u64)E32);
	KUNIT_EXPECT_EQ(test, plan.place, 1013841920ULL);
	state = 0;
	plan = (struct cp_count_plan){};
	cp_count_plan(&plan, 0, E32 + 5, &state);
	KUNIT_EXPECT_EQ(test, plan.place, 1013841921ULL);

	/* A plan may put the first sample into the first period. */
	state = 0;
	plan = (struct cp_count_plan){};
	cp_count_plan(&plan, 1000, 1000, &state);
	KUNIT_EXPECT_EQ(test, plan.end, 0ULL);
	KUNIT_EXPECT_EQ(test, plan.place, 236ULL);
}

/*
 * A program repeats at the sampling rate and spends the first quarter of each round in one
 * function. This function has a quarter of the samples. The standard deviation is
 * sqrt(3) / 4 / 64, that is 28 of 4096. Three of these are allowed.
 */
static void count_test_plan_not_in_step(struct kunit *test)
{
	u64 period = 1000000, sum = 0;
	struct cp_count_plan plan = {};
	unsigned int i, hits = 0;
	u32 state = 0, phase;

	cp_count_plan(&plan, 0, period, &state);
	for (i = 0; i < PLANS; i++) {
		u64 since = planned(&plan);

		sum += since;
		div_u64_rem(sum, period, &phase);
		hits += phase < period / 4;
		cp_count_plan(&plan, since, period, &state);
	}
	KUNIT_EXPECT_GE(test, hits, PLANS / 4 - 3U * 28);
	KUNIT_EXPECT_LE(test, hits, PLANS / 4 + 3U * 28);
}

struct taken_param {
	const char *desc;
	struct cp_count_plan plan;
	u64 since;
	u64 period;
	u64 end;
};

/* The sample was planned at 1000, 300 after the end of its period. */
#define PLAN_1000	{ .end = 700, .place = 300 }

static const struct taken_param taken_params[] = {
	{ "on time", PLAN_1000, 1000, 1000, 700 },
	{ "200 late: the end of the next period stays", PLAN_1000, 1200, 1000, 500 },
	{ "100 early", PLAN_1000, 900, 1000, 800 },
	{ "at the end of its period", PLAN_1000, 700, 1000, 1000 },
	{ "1 before the end of the next period", PLAN_1000, 1699, 1000, 1 },
	{ "at the end of the next period", PLAN_1000, 1700, 1000, 0 },
	{ "1 after the end of the next period", PLAN_1000, 1701, 1000, 0 },
	{ "100 periods late", PLAN_1000, 101000, 1000, 0 },
	{ "2^32 late", PLAN_1000, E32 + 1000, 1000, 0 },
	{ "2^64 - 1 late", PLAN_1000, U64_MAX, 1000, 0 },
	{ "the period is longer now", PLAN_1000, 1000, 5000, 4700 },
	{ "the period is shorter now", PLAN_1000, 1000, 400, 100 },
	{ "the period is much shorter now", PLAN_1000, 1000, 10, 0 },
	{ "a shorter period begins at once", { E32, 0 }, 5, 1000, 1000 },
};

static void taken_desc(const struct taken_param *param, char *desc)
{
	strscpy(desc, param->desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(taken, taken_params, taken_desc);

static void count_test_plan_taken(struct kunit *test)
{
	const struct taken_param *param = test->param_value;
	struct cp_count_plan plan = param->plan;
	u32 state = 0;

	cp_count_plan(&plan, param->since, param->period, &state);
	KUNIT_EXPECT_EQ(test, plan.end, param->end);
	/* The next sample has a random place in every case. */
	KUNIT_EXPECT_EQ(test, plan.place, div_u64(param->period * 15470, 65536));
}

/*
 * Samples come at their place, between the end of the period and their place, or late by up
 * to five periods. There are never more samples than periods. The ends of the periods do not
 * move, with one exception: if a sample comes after the end of the next period, a period
 * begins with that sample.
 */
static void count_test_plan_never_too_many(struct kunit *test)
{
	static const u64 periods[] = { 1, 2, 3, 100, 65536, 1000003, E32 - 1, E32 + 12345 };
	struct rnd_state rnd;
	unsigned int i, n;

	prandom_seed_state(&rnd, 16);
	for (n = 0; n < ARRAY_SIZE(periods); n++) {
		u64 period = periods[n], sum = 0, end = period;
		struct cp_count_plan plan = {};
		u32 state = n;

		cp_count_plan(&plan, 0, period, &state);
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
			KUNIT_ASSERT_GE(test, since, plan.end);
			sum += since;
			KUNIT_ASSERT_LE(test, i + 1ULL, div64_u64(sum, period));
			end = max(end + period, sum);
			cp_count_plan(&plan, since, period, &state);
			KUNIT_ASSERT_EQ(test, sum + plan.end, end);
			KUNIT_ASSERT_LT(test, plan.place, period);
		}
	}
}

static void count_test_plan_repeatable(struct kunit *test)
{
	struct cp_count_plan first = {}, second = {}, third = {};
	u32 one = 7, same = 7, other = 8;
	unsigned int i, differ = 0;

	for (i = 0; i < PLANS; i++) {
		cp_count_plan(&first, planned(&first), 1000000, &one);
		cp_count_plan(&second, planned(&second), 1000000, &same);
		cp_count_plan(&third, planned(&third), 1000000, &other);
		KUNIT_ASSERT_EQ(test, first.end, second.end);
		KUNIT_ASSERT_EQ(test, first.place, second.place);
		differ += first.place != third.place;
	}
	/* There are 65536 places: none or one is equal by chance. */
	KUNIT_EXPECT_GE(test, differ, PLANS - 8U);
}

/* Periods are limited to 1 to 2^62, so that no sum wraps. */
static void count_test_plan_extremes(struct kunit *test)
{
	static const u64 periods[] = { 0, 1, E32, 1ULL << 62, E63, U64_MAX };
	struct cp_count_plan plan = {};
	u32 state = 0;
	unsigned int i;

	for (i = 0; i < 10 * ARRAY_SIZE(periods); i++) {
		u64 period = periods[i % ARRAY_SIZE(periods)];
		u64 most = clamp(period, 1ULL, 1ULL << 62);

		cp_count_plan(&plan, i % 3 ? planned(&plan) : U64_MAX, period, &state);
		KUNIT_EXPECT_LE(test, plan.end, most);
		KUNIT_EXPECT_LT(test, plan.place, most);
	}
	plan = (struct cp_count_plan){};
	state = 0;
	cp_count_plan(&plan, 0, 0, &state);
	KUNIT_EXPECT_EQ(test, plan.end, 1ULL);
	KUNIT_EXPECT_EQ(test, plan.place, 0ULL);
	plan = (struct cp_count_plan){};
	state = 0;
	cp_count_plan(&plan, 0, U64_MAX, &state);
	KUNIT_EXPECT_EQ(test, plan.end, 1ULL << 62);
	KUNIT_EXPECT_EQ(test, plan.place, 15470ULL << 46);
}

static struct kunit_case count_cases[] = {
	KUNIT_CASE_PARAM(count_test_period, period_gen_params),
	KUNIT_CASE_PARAM(count_test_get_idx, core_gen_params),
	KUNIT_CASE_PARAM(count_test_group_fits, core_gen_params),
	KUNIT_CASE_PARAM(count_test_interval, interval_gen_params),
	KUNIT_CASE(count_test_interval_proportional),
	KUNIT_CASE(count_test_interval_bounds),
	KUNIT_CASE(count_test_plan_behind_the_period),
	KUNIT_CASE(count_test_plan_values),
	KUNIT_CASE(count_test_plan_not_in_step),
	KUNIT_CASE_PARAM(count_test_plan_taken, taken_gen_params),
	KUNIT_CASE(count_test_plan_never_too_many),
	KUNIT_CASE(count_test_plan_repeatable),
	KUNIT_CASE(count_test_plan_extremes),
	{}
};

static struct kunit_suite count_suite = {
	.name = "cp_pmu_count",
	.test_cases = count_cases,
};

kunit_test_suite(count_suite);
