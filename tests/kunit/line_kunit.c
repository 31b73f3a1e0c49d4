// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the states of the interrupt line, cp_pmu_line.c.
 */

#include <linux/jiffies.h>
#include <linux/limits.h>
#include <kunit/test.h>

#define SUITE line_kunit
#include "under_test.h"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_line.c"

/* Spurious interrupts are counted in a window of 500 ms. */
#define WINDOW	(HZ / 2)

/* Jiffies at the start of a case. In some cases they wrap within a window. */
struct begin_param {
	const char *desc;
	unsigned long jiffies;
};

static const struct begin_param begin_params[] = {
	{ "from 0", 0 },
	{ "from a million", 1000000 },
	{ "when jiffies become negative", LONG_MAX - WINDOW / 2 },
	{ "five minutes before they wrap, as at boot", -300UL * HZ },
	{ "when they wrap", 0UL - WINDOW / 2 },
	{ "at their end", ULONG_MAX },
};

static void begin_desc(const struct begin_param *param, char *desc)
{
	strscpy(desc, param->desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(begin, begin_params, begin_desc);

static unsigned long begin(struct kunit *test)
{
	return ((const struct begin_param *)test->param_value)->jiffies;
}

/* The inputs of the state machine */
enum input { OVERFLOW, SPURIOUS, MISSED, FOUND, NOT_FOUND, INPUTS };

static const char *const input_names[] = {
	"overflow", "spurious", "missed", "found", "not found"
};

static const char *const state_names[] = {
	[CP_LINE_NONE] = "none",
	[CP_LINE_DEAD] = "dead",
	[CP_LINE_TRIAL] = "trial",
	[CP_LINE_LIVE] = "live",
};

static enum cp_pmu_line_state tell(struct cp_pmu_line *line, enum input input,
				   unsigned long now)
{
	switch (input) {
	case OVERFLOW:
		cp_line_overflow(line);
		break;
	case SPURIOUS:
		cp_line_spurious(line, now);
		break;
	case MISSED:
		cp_line_missed(line);
		break;
	default:
		cp_line_polled(line, input == FOUND);
	}
	return line->state;
}

/* Spurious interrupts at the same time. Only the last one may change the state. */
static void tell_spurious(struct kunit *test, struct cp_pmu_line *line,
			  unsigned int times, unsigned long now)
{
	enum cp_pmu_line_state state = line->state;
	unsigned int i;

	for (i = 1; i < times; i++)
		KUNIT_ASSERT_EQ_MSG(test, tell(line, SPURIOUS, now), state, "the %uth", i);
	tell(line, SPURIOUS, now);
}

static struct cp_pmu_line make(enum cp_pmu_line_state state, unsigned long now)
{
	return (struct cp_pmu_line) { .state = state, .window = now };
}

/*
 * The arrows of the drawing in cp_pmu_line.c. "missed": a stop has found an overflow since the
 * last poll. "spurious": number of spurious interrupts in the window before the input. "over":
 * the window has expired. ANY matches all values.
 */
#define ANY	-1

struct arrow {
	enum cp_pmu_line_state from;
	enum input input;
	int missed;
	int spurious;
	int over;
	enum cp_pmu_line_state to;
};

static const struct arrow arrows[] = {
	/* The guard or a stop found an overflow: the line is on trial. */
	{ CP_LINE_LIVE, FOUND, ANY, ANY, ANY, CP_LINE_TRIAL },
	{ CP_LINE_LIVE, NOT_FOUND, true, ANY, ANY, CP_LINE_TRIAL },
	/* An interrupt comes, or no overflow is left, or no interrupt comes. */
	{ CP_LINE_TRIAL, OVERFLOW, ANY, ANY, ANY, CP_LINE_LIVE },
	{ CP_LINE_TRIAL, NOT_FOUND, ANY, ANY, ANY, CP_LINE_LIVE },
	{ CP_LINE_TRIAL, FOUND, ANY, ANY, ANY, CP_LINE_DEAD },
	{ CP_LINE_DEAD, OVERFLOW, ANY, ANY, ANY, CP_LINE_LIVE },
	/* The thousandth spurious interrupt of a window */
	{ CP_LINE_LIVE, SPURIOUS, ANY, 999, false, CP_LINE_NONE },
	{ CP_LINE_TRIAL, SPURIOUS, ANY, 999, false, CP_LINE_NONE },
	{ CP_LINE_DEAD, SPURIOUS, ANY, 999, false, CP_LINE_NONE },
};

static bool is(int condition, int value)
{
	return condition == ANY || condition == value;
}

/* The next state in the drawing; without an arrow the state stays the same */
static enum cp_pmu_line_state drawn(const struct cp_pmu_line *line, enum input input,
				    bool over)
{
	const struct arrow *arrow;

	for (arrow = arrows; arrow < arrows + ARRAY_SIZE(arrows); arrow++)
		if (arrow->from == line->state && arrow->input == input &&
		    is(arrow->missed, line->missed) && is(arrow->over, over) &&
		    is(arrow->spurious, line->spurious))
			return arrow->to;
	return line->state;
}

/* All states and inputs, just before and after each limit */
static void line_test_arrows(struct kunit *test)
{
	static const unsigned long ages[] = { 0, 1, WINDOW, WINDOW + 1, 100 * HZ };
	static const unsigned int counts[] = { 0, 1, 998, 999 };
	enum cp_pmu_line_state state;
	enum input input;
	int i;

	for (i = 0; i < ARRAY_SIZE(ages) * ARRAY_SIZE(counts) * 2; i++) {
		unsigned long age = ages[i % ARRAY_SIZE(ages)];
		unsigned int count = counts[i / 2 / ARRAY_SIZE(ages)];
		bool missed = i / ARRAY_SIZE(ages) % 2;

		for (state = CP_LINE_NONE; state <= CP_LINE_LIVE; state++) {
			for (input = 0; input < INPUTS; input++) {
				struct cp_pmu_line line = make(state, begin(test));
				enum cp_pmu_line_state to;

				line.missed = missed;
				line.spurious = count;
				to = drawn(&line, input, age > WINDOW);
				KUNIT_EXPECT_EQ_MSG(test, tell(&line, input, begin(test) + age),
						    to, "%s: %s after %lu, %u spurious, missed %d",
						    state_names[state], input_names[input],
						    age, count, missed);
			}
		}
	}
}

/* The order of the states: the interrupt is the overflow source from CP_LINE_TRIAL on. */
static void line_test_order(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, CP_LINE_NONE, 0);
	KUNIT_EXPECT_GT(test, CP_LINE_LIVE, CP_LINE_TRIAL);
	KUNIT_EXPECT_LT(test, CP_LINE_DEAD, CP_LINE_TRIAL);
}

/* A line dies, is on trial, is dead, and becomes live again. */
static void line_test_dies_and_comes_again(struct kunit *test)
{
	unsigned long now = begin(test);
	struct cp_pmu_line line = make(CP_LINE_LIVE, now);
	int i;

	for (i = 0; i < 3; i++) {
		KUNIT_EXPECT_EQ(test, tell(&line, NOT_FOUND, now += WINDOW), CP_LINE_LIVE);
		KUNIT_EXPECT_EQ(test, tell(&line, FOUND, now += WINDOW), CP_LINE_TRIAL);
		KUNIT_EXPECT_EQ(test, tell(&line, FOUND, now += HZ / 100), CP_LINE_DEAD);
		/* The timer may find overflows or not. */
		KUNIT_EXPECT_EQ(test, tell(&line, FOUND, now += HZ / 100), CP_LINE_DEAD);
		KUNIT_EXPECT_EQ(test, tell(&line, NOT_FOUND, now += 10 * WINDOW), CP_LINE_DEAD);
		KUNIT_EXPECT_EQ(test, tell(&line, SPURIOUS, now), CP_LINE_DEAD);
		KUNIT_EXPECT_EQ(test, tell(&line, OVERFLOW, now += WINDOW), CP_LINE_LIVE);
	}
}

/* On an idle processor the timer finds each overflow before the live line interrupts. */
static void line_test_live_but_always_found(struct kunit *test)
{
	unsigned long now = begin(test);
	struct cp_pmu_line line = make(CP_LINE_LIVE, now);
	int i;

	for (i = 0; i < 100; i++) {
		KUNIT_ASSERT_EQ(test, tell(&line, FOUND, now += WINDOW), CP_LINE_TRIAL);
		KUNIT_ASSERT_EQ(test, tell(&line, OVERFLOW, now), CP_LINE_LIVE);
	}
	/* The event is closed, so there is no overflow to interrupt for. */
	KUNIT_EXPECT_EQ(test, tell(&line, FOUND, now += WINDOW), CP_LINE_TRIAL);
	KUNIT_EXPECT_EQ(test, tell(&line, NOT_FOUND, now), CP_LINE_LIVE);
}

/* An overflow found by a stop is kept until the interrupt comes or the guard polls. */
static void line_test_missed(struct kunit *test)
{
	unsigned long now = begin(test);
	struct cp_pmu_line line = make(CP_LINE_LIVE, now);
	enum cp_pmu_line_state state;

	tell(&line, MISSED, now);
	KUNIT_EXPECT_EQ(test, tell(&line, OVERFLOW, now), CP_LINE_LIVE);
	KUNIT_EXPECT_EQ(test, tell(&line, NOT_FOUND, now), CP_LINE_LIVE);

	/* A spurious interrupt does not answer the overflow. */
	tell(&line, MISSED, now);
	KUNIT_EXPECT_EQ(test, tell(&line, SPURIOUS, now), CP_LINE_LIVE);
	KUNIT_EXPECT_EQ(test, tell(&line, NOT_FOUND, now), CP_LINE_TRIAL);
	KUNIT_EXPECT_EQ(test, tell(&line, OVERFLOW, now), CP_LINE_LIVE);
	KUNIT_EXPECT_EQ(test, tell(&line, NOT_FOUND, now), CP_LINE_LIVE);

	/* A stop says nothing about a line on trial: interrupts were disabled. */
	tell(&line, FOUND, now);
	KUNIT_EXPECT_EQ(test, tell(&line, MISSED, now), CP_LINE_TRIAL);
	KUNIT_EXPECT_EQ(test, tell(&line, NOT_FOUND, now), CP_LINE_LIVE);
	KUNIT_EXPECT_EQ(test, tell(&line, NOT_FOUND, now), CP_LINE_LIVE);

	/* The guard forgets the overflow in every state. */
	for (state = CP_LINE_NONE; state <= CP_LINE_LIVE; state++) {
		line = make(state, now);
		tell(&line, MISSED, now);
		tell(&line, FOUND, now);
		KUNIT_EXPECT_FALSE_MSG(test, line.missed, "%s", state_names[state]);
	}
}

/* A thousand spurious interrupts in a window, with or without overflows in between */
static void line_test_stuck(struct kunit *test)
{
	static const enum cp_pmu_line_state states[] = {
		CP_LINE_LIVE, CP_LINE_TRIAL, CP_LINE_DEAD
	};
	unsigned long now = begin(test);
	struct cp_pmu_line line;
	int i;

	for (i = 0; i < ARRAY_SIZE(states); i++) {
		line = make(states[i], now);
		tell_spurious(test, &line, 999, now);
		KUNIT_EXPECT_EQ(test, line.state, states[i]);
		KUNIT_EXPECT_EQ(test, tell(&line, SPURIOUS, now), CP_LINE_NONE);
	}
	line = make(CP_LINE_LIVE, now);
	for (i = 0; i < 999; i++) {
		KUNIT_ASSERT_EQ(test, tell(&line, SPURIOUS, now), CP_LINE_LIVE);
		KUNIT_ASSERT_EQ(test, tell(&line, OVERFLOW, now), CP_LINE_LIVE);
	}
	KUNIT_EXPECT_EQ(test, tell(&line, SPURIOUS, now), CP_LINE_NONE);
	/* For good */
	for (i = 0; i < INPUTS; i++)
		KUNIT_EXPECT_EQ_MSG(test, tell(&line, i, now += 10 * WINDOW), CP_LINE_NONE,
				    "%s", input_names[i]);
}

/* A window lasts for 500 ms, and the next spurious interrupt begins another one. */
static void line_test_window(struct kunit *test)
{
	unsigned long now = begin(test);
	struct cp_pmu_line line = make(CP_LINE_LIVE, now);

	tell_spurious(test, &line, 999, now);
	KUNIT_EXPECT_EQ(test, tell(&line, SPURIOUS, now + WINDOW), CP_LINE_NONE);

	line = make(CP_LINE_LIVE, now);
	tell_spurious(test, &line, 999, now);
	KUNIT_EXPECT_EQ(test, tell(&line, SPURIOUS, now + WINDOW + 1), CP_LINE_LIVE);
	now += WINDOW + 1;
	tell_spurious(test, &line, 998, now + WINDOW);
	KUNIT_EXPECT_EQ(test, line.state, CP_LINE_LIVE);
	KUNIT_EXPECT_EQ(test, tell(&line, SPURIOUS, now + WINDOW), CP_LINE_NONE);

	/* Less than a thousand in each window */
	line = make(CP_LINE_LIVE, now);
	tell_spurious(test, &line, 999, now);
	tell_spurious(test, &line, 999, now += WINDOW + 1);
	tell_spurious(test, &line, 999, now += 1000 * HZ);
	KUNIT_EXPECT_EQ(test, line.state, CP_LINE_LIVE);
}

/*
 * A line that has never had a window, and a line whose window is half of the range of
 * jiffies ago: 25 days with HZ 1000 on a 32-bit processor. jiffies start at five minutes
 * before zero.
 */
static void line_test_window_long_ago(struct kunit *test)
{
	static const unsigned long ages[] = { LONG_MAX, LONG_MAX + 1UL, LONG_MAX + 100UL * HZ };
	unsigned long now = begin(test);
	struct cp_pmu_line line = { .state = CP_LINE_TRIAL };
	int i;

	if (now > WINDOW) {
		tell_spurious(test, &line, 600, now);
		tell_spurious(test, &line, 600, now + 10 * HZ);
		KUNIT_EXPECT_EQ(test, line.state, CP_LINE_TRIAL);
	}
	for (i = 0; i < ARRAY_SIZE(ages); i++) {
		line = make(CP_LINE_LIVE, now);
		tell_spurious(test, &line, 600, now);
		tell_spurious(test, &line, 600, now + ages[i]);
		KUNIT_EXPECT_EQ(test, line.state, CP_LINE_LIVE);
	}
}

static struct kunit_case line_cases[] = {
	KUNIT_CASE(line_test_order),
	KUNIT_CASE_PARAM(line_test_arrows, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_dies_and_comes_again, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_live_but_always_found, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_missed, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_stuck, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_window, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_window_long_ago, begin_gen_params),
	{}
};

static struct kunit_suite line_suite = {
	.name = "cp_pmu_line",
	.test_cases = line_cases,
};

kunit_test_suite(line_suite);
