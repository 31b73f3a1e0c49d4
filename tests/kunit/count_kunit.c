// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the arithmetic of counters and periods, cp_pmu_count.c.
 */

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

static struct kunit_case count_cases[] = {
	KUNIT_CASE_PARAM(count_test_period, period_gen_params),
	KUNIT_CASE_PARAM(count_test_get_idx, core_gen_params),
	KUNIT_CASE_PARAM(count_test_group_fits, core_gen_params),
	{}
};

static struct kunit_suite count_suite = {
	.name = "cp_pmu_count",
	.test_cases = count_cases,
};

kunit_test_suite(count_suite);
