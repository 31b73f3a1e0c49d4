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

/* The window, and how long a line is masked and on probation: 500 ms */
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
enum input { OVERFLOW, SPURIOUS, FOUND, NOT_FOUND, INPUTS };

static const char *const input_names[] = { "overflow", "spurious", "found", "not found" };

static const char *const state_names[] = {
	[CP_LINE_NONE] = "none",
	[CP_LINE_DEAD] = "dead",
	[CP_LINE_MASKED] = "masked",
	[CP_LINE_PROBATION] = "probation",
	[CP_LINE_TRIAL] = "trial",
	[CP_LINE_LIVE] = "live",
};

static enum cp_pmu_line_state tell(struct cp_pmu_line *line, enum input input,
				   unsigned long now)
{
	switch (input) {
	case OVERFLOW:
		cp_line_overflow(line, now);
		break;
	case SPURIOUS:
		cp_line_spurious(line, now);
		break;
	default:
		cp_line_looked(line, input == FOUND, now);
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
	return (struct cp_pmu_line) { .state = state, .since = now };
}

/* A live line that is masked at this time */
static struct cp_pmu_line make_masked(struct kunit *test, unsigned long now)
{
	struct cp_pmu_line line = make(CP_LINE_LIVE, now);

	tell_spurious(test, &line, 1000, now);
	KUNIT_ASSERT_EQ(test, line.state, CP_LINE_MASKED);
	return line;
}

static struct cp_pmu_line make_probation(struct kunit *test, unsigned long now)
{
	struct cp_pmu_line line = make_masked(test, now - WINDOW - 1);

	tell(&line, NOT_FOUND, now);
	KUNIT_ASSERT_EQ(test, line.state, CP_LINE_PROBATION);
	return line;
}

/*
 * The arrows of the drawing in cp_pmu_line.c. "spurious" is the number of spurious interrupts
 * in the window before the input. "over": the window has expired. ANY matches all values.
 */
#define ANY	-1

struct arrow {
	enum cp_pmu_line_state from;
	enum input input;
	int suspect;
	int spurious;
	int over;
	enum cp_pmu_line_state to;
};

static const struct arrow arrows[] = {
	/* The timer or a stop found an overflow: the line is on trial. */
	{ CP_LINE_LIVE, FOUND, ANY, ANY, ANY, CP_LINE_TRIAL },
	{ CP_LINE_LIVE, NOT_FOUND, true, ANY, ANY, CP_LINE_TRIAL },
	/* An interrupt comes, or no overflow is left, or no interrupt comes. */
	{ CP_LINE_TRIAL, OVERFLOW, ANY, ANY, ANY, CP_LINE_LIVE },
	{ CP_LINE_TRIAL, NOT_FOUND, ANY, ANY, ANY, CP_LINE_LIVE },
	{ CP_LINE_TRIAL, FOUND, ANY, ANY, ANY, CP_LINE_DEAD },
	{ CP_LINE_DEAD, OVERFLOW, ANY, ANY, ANY, CP_LINE_LIVE },
	/* The thousandth spurious interrupt of a window */
	{ CP_LINE_LIVE, SPURIOUS, ANY, 999, false, CP_LINE_MASKED },
	{ CP_LINE_TRIAL, SPURIOUS, ANY, 999, false, CP_LINE_MASKED },
	{ CP_LINE_DEAD, SPURIOUS, ANY, 999, false, CP_LINE_MASKED },
	/* The timer unmasks it; ten spurious interrupts mask it again. */
	{ CP_LINE_MASKED, FOUND, ANY, ANY, true, CP_LINE_PROBATION },
	{ CP_LINE_MASKED, NOT_FOUND, ANY, ANY, true, CP_LINE_PROBATION },
	{ CP_LINE_PROBATION, SPURIOUS, ANY, 9, false, CP_LINE_MASKED },
	/* The line is not stuck any more. With an interrupt for an overflow it is live. */
	{ CP_LINE_PROBATION, FOUND, ANY, ANY, true, CP_LINE_DEAD },
	{ CP_LINE_PROBATION, NOT_FOUND, ANY, ANY, true, CP_LINE_DEAD },
	{ CP_LINE_PROBATION, SPURIOUS, ANY, ANY, true, CP_LINE_DEAD },
	{ CP_LINE_PROBATION, OVERFLOW, ANY, ANY, true, CP_LINE_LIVE },
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
		    is(arrow->suspect, line->suspect) && is(arrow->over, over) &&
		    is(arrow->spurious, line->spurious))
			return arrow->to;
	return line->state;
}

/*
 * All states and inputs, just before and after each limit. Without a line, or with a masked
 * line, no interrupt comes.
 */
static void line_test_arrows(struct kunit *test)
{
	static const unsigned long ages[] = { 0, 1, WINDOW, WINDOW + 1, 100 * HZ };
	static const unsigned int counts[] = { 0, 1, 8, 9, 10, 998, 999 };
	enum cp_pmu_line_state state;
	enum input input;
	int i;

	for (i = 0; i < ARRAY_SIZE(ages) * ARRAY_SIZE(counts) * 2; i++) {
		unsigned long age = ages[i % ARRAY_SIZE(ages)];
		unsigned int count = counts[i / 2 / ARRAY_SIZE(ages)];
		bool suspect = i / ARRAY_SIZE(ages) % 2;

		for (state = CP_LINE_NONE; state <= CP_LINE_LIVE; state++) {
			for (input = 0; input < INPUTS; input++) {
				struct cp_pmu_line line = make(state, begin(test));
				enum cp_pmu_line_state to;

				if ((state == CP_LINE_NONE || state == CP_LINE_MASKED) &&
				    (input == OVERFLOW || input == SPURIOUS))
					continue;
				if (state == CP_LINE_PROBATION && count > 9)
					continue;
				line.suspect = suspect;
				line.spurious = count;
				to = drawn(&line, input, age > WINDOW);
				KUNIT_EXPECT_EQ_MSG(test, tell(&line, input, begin(test) + age),
						    to, "%s: %s after %lu, %u spurious, suspect %d",
						    state_names[state], input_names[input],
						    age, count, suspect);
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
	KUNIT_EXPECT_LT(test, CP_LINE_MASKED, CP_LINE_TRIAL);
	KUNIT_EXPECT_LT(test, CP_LINE_PROBATION, CP_LINE_TRIAL);
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

/* An overflow found by a stop is kept until the interrupt comes or the timer expires. */
static void line_test_suspect(struct kunit *test)
{
	unsigned long now = begin(test);
	struct cp_pmu_line line = make(CP_LINE_LIVE, now);
	enum cp_pmu_line_state state;

	line.suspect = true;
	KUNIT_EXPECT_EQ(test, tell(&line, OVERFLOW, now), CP_LINE_LIVE);
	KUNIT_EXPECT_EQ(test, tell(&line, NOT_FOUND, now += WINDOW), CP_LINE_LIVE);

	/* A spurious interrupt does not answer the overflow. */
	line.suspect = true;
	KUNIT_EXPECT_EQ(test, tell(&line, SPURIOUS, now), CP_LINE_LIVE);
	KUNIT_EXPECT_EQ(test, tell(&line, NOT_FOUND, now += WINDOW), CP_LINE_TRIAL);
	KUNIT_EXPECT_EQ(test, tell(&line, OVERFLOW, now), CP_LINE_LIVE);
	KUNIT_EXPECT_EQ(test, tell(&line, NOT_FOUND, now += WINDOW), CP_LINE_LIVE);

	/* The timer clears the suspicion in every state. */
	for (state = CP_LINE_NONE; state <= CP_LINE_LIVE; state++) {
		line = make(state, now);
		line.suspect = true;
		tell(&line, FOUND, now);
		KUNIT_EXPECT_FALSE_MSG(test, line.suspect, "%s", state_names[state]);
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
		KUNIT_EXPECT_EQ(test, tell(&line, SPURIOUS, now), CP_LINE_MASKED);
	}
	line = make(CP_LINE_LIVE, now);
	for (i = 0; i < 999; i++) {
		KUNIT_ASSERT_EQ(test, tell(&line, SPURIOUS, now), CP_LINE_LIVE);
		KUNIT_ASSERT_EQ(test, tell(&line, OVERFLOW, now), CP_LINE_LIVE);
	}
	KUNIT_EXPECT_EQ(test, tell(&line, SPURIOUS, now), CP_LINE_MASKED);
}

/* A window lasts for 500 ms, and the next spurious interrupt begins another one. */
static void line_test_window(struct kunit *test)
{
	unsigned long now = begin(test);
	struct cp_pmu_line line = make(CP_LINE_LIVE, now);

	tell_spurious(test, &line, 999, now);
	KUNIT_EXPECT_EQ(test, tell(&line, SPURIOUS, now + WINDOW), CP_LINE_MASKED);

	line = make(CP_LINE_LIVE, now);
	tell_spurious(test, &line, 999, now);
	KUNIT_EXPECT_EQ(test, tell(&line, SPURIOUS, now + WINDOW + 1), CP_LINE_LIVE);
	now += WINDOW + 1;
	tell_spurious(test, &line, 998, now + WINDOW);
	KUNIT_EXPECT_EQ(test, line.state, CP_LINE_LIVE);
	KUNIT_EXPECT_EQ(test, tell(&line, SPURIOUS, now + WINDOW), CP_LINE_MASKED);

	/* Less than a thousand in each window */
	line = make(CP_LINE_LIVE, now);
	tell_spurious(test, &line, 999, now);
	tell_spurious(test, &line, 999, now += WINDOW + 1);
	tell_spurious(test, &line, 999, now += 1000 * HZ);
	KUNIT_EXPECT_EQ(test, line.state, CP_LINE_LIVE);
}

/* The line is masked for 500 ms, and again after ten more spurious interrupts. */
static void line_test_masked(struct kunit *test)
{
	unsigned long now = begin(test);
	struct cp_pmu_line line = make_masked(test, now);
	int i;

	for (i = 0; i < 3; i++) {
		KUNIT_EXPECT_EQ(test, tell(&line, FOUND, now), CP_LINE_MASKED);
		KUNIT_EXPECT_EQ(test, tell(&line, NOT_FOUND, now + WINDOW), CP_LINE_MASKED);
		now += WINDOW + 1;
		KUNIT_EXPECT_EQ(test, tell(&line, NOT_FOUND, now), CP_LINE_PROBATION);
		tell_spurious(test, &line, 9, now);
		KUNIT_EXPECT_EQ(test, line.state, CP_LINE_PROBATION);
		now += WINDOW;
		KUNIT_EXPECT_EQ(test, tell(&line, SPURIOUS, now), CP_LINE_MASKED);
	}
}

/* An overflow makes the line live only after the end of probation. */
static void line_test_probation(struct kunit *test)
{
	unsigned long now = begin(test);
	struct cp_pmu_line line = make_probation(test, now);

	tell_spurious(test, &line, 9, now);
	KUNIT_EXPECT_EQ(test, tell(&line, OVERFLOW, now), CP_LINE_PROBATION);
	KUNIT_EXPECT_EQ(test, tell(&line, OVERFLOW, now + WINDOW), CP_LINE_PROBATION);
	KUNIT_EXPECT_EQ(test, tell(&line, FOUND, now + WINDOW), CP_LINE_PROBATION);
	/* It does not reset the number of spurious interrupts either. */
	KUNIT_EXPECT_EQ(test, tell(&line, SPURIOUS, now + WINDOW), CP_LINE_MASKED);

	line = make_probation(test, now);
	KUNIT_EXPECT_EQ(test, tell(&line, FOUND, now + WINDOW + 1), CP_LINE_DEAD);
	KUNIT_EXPECT_EQ(test, tell(&line, OVERFLOW, now + WINDOW + 1), CP_LINE_LIVE);

	/* The timer has not expired meanwhile. */
	line = make_probation(test, now);
	KUNIT_EXPECT_EQ(test, tell(&line, OVERFLOW, now + WINDOW + 1), CP_LINE_LIVE);
}

/* After probation it takes a thousand spurious interrupts again. */
static void line_test_after_probation(struct kunit *test)
{
	unsigned long now = begin(test);
	struct cp_pmu_line line = make_probation(test, now);

	now += WINDOW + 1;
	KUNIT_ASSERT_EQ(test, tell(&line, NOT_FOUND, now), CP_LINE_DEAD);
	tell_spurious(test, &line, 999, now);
	KUNIT_EXPECT_EQ(test, line.state, CP_LINE_DEAD);
	KUNIT_ASSERT_EQ(test, tell(&line, OVERFLOW, now), CP_LINE_LIVE);
	KUNIT_EXPECT_EQ(test, tell(&line, SPURIOUS, now), CP_LINE_MASKED);
}

/* A spurious interrupt after the end of probation does not extend it. */
static void line_test_probation_ends(struct kunit *test)
{
	unsigned long now = begin(test);
	struct cp_pmu_line line = make_probation(test, now);

	now += WINDOW + 1;
	tell(&line, SPURIOUS, now);
	KUNIT_EXPECT_EQ(test, tell(&line, NOT_FOUND, now + 1), CP_LINE_DEAD);
	KUNIT_EXPECT_EQ(test, tell(&line, OVERFLOW, now + 1), CP_LINE_LIVE);
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
		line = make_masked(test, now);
		KUNIT_EXPECT_EQ(test, tell(&line, NOT_FOUND, now + ages[i]), CP_LINE_PROBATION);
		KUNIT_EXPECT_EQ(test, tell(&line, NOT_FOUND, now + 2 * ages[i]), CP_LINE_DEAD);
	}
}

/*
 * On probation 50,000 interrupts with an overflow mask the line too: with a short period
 * each interrupt of a stuck line finds an overflow. 50,000 in a window are perf's limit of
 * 100,000 samples in a second. They are not spurious interrupts, and each probation counts
 * from zero.
 */
static void line_test_probation_storm(struct kunit *test)
{
	unsigned long now = begin(test);
	struct cp_pmu_line line = make_masked(test, now);
	int i, round;

	for (round = 0; round < 2; round++) {
		now += WINDOW + 1;
		KUNIT_ASSERT_EQ(test, tell(&line, NOT_FOUND, now), CP_LINE_PROBATION);
		for (i = 0; i < 49999; i++)
			tell(&line, OVERFLOW, now);
		tell_spurious(test, &line, 9, now);
		KUNIT_EXPECT_EQ(test, line.state, CP_LINE_PROBATION);
		KUNIT_EXPECT_EQ(test, tell(&line, OVERFLOW, now + WINDOW), CP_LINE_MASKED);
		now += WINDOW;
	}
}

static struct kunit_case line_cases[] = {
	KUNIT_CASE(line_test_order),
	KUNIT_CASE_PARAM(line_test_arrows, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_dies_and_comes_again, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_live_but_always_found, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_suspect, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_stuck, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_window, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_masked, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_probation, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_probation_storm, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_after_probation, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_probation_ends, begin_gen_params),
	KUNIT_CASE_PARAM(line_test_window_long_ago, begin_gen_params),
	{}
};

static struct kunit_suite line_suite = {
	.name = "cp_pmu_line",
	.test_cases = line_cases,
};

kunit_test_suite(line_suite);
