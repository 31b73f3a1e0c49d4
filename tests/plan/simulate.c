// SPDX-License-Identifier: GPL-2.0
/*
 * How well does the timer's plan (cp_pmu_plan.c) find the code that causes an event?
 *
 * A program of some functions, each with a rate of events, is sampled by the plan. The program
 * knows how many events each function has caused. "wrong" is the share of the events that the
 * weights of the samples give to a wrong function. Each check is some microseconds late, as on
 * a board, and may cause events itself: an interrupt evicts lines of the caches (pollution).
 *
 * Output: a table, and a line "ok TEXT" or "not ok TEXT" for each bound.
 */
#include "kernel.h"
#include "cp_pmu_hw.h"

int printf(const char *format, ...);
double log(double x);
double exp(double x);

#define MAX_FUNCTIONS	10
#define US		1000.0
#define SECOND		1e9

/* A check comes 2 to 6 us after it is due: the timer, and the entry of the interrupt. */
#define LATE_LEAST	(2 * US)
#define LATE_RANDOM	(4 * US)
/* The events of the pollution come within this time after a check. */
#define POLLUTED	(5 * US)

enum order { IN_TURN, AT_RANDOM, LAST_SELDOM };

struct program {
	int functions;
	double us[MAX_FUNCTIONS];	/* the length of a run, or its mean */
	double rate[MAX_FUNCTIONS];	/* events in a microsecond */
	enum order order;		/* at random: exponential lengths, too */
	bool by_chance;			/* the events come at random, not evenly */
	double jump;			/* all rates are this multiple in each other 100 ms */
	double first;			/* all rates are this multiple in the first two seconds */
};

/* LAST_SELDOM: the last function runs once in this time. */
#define SELDOM		(200000 * US)

struct result {
	double wrong;			/* share of the events */
	double first;			/* share of the first function in the samples */
	double checks;			/* in a second */
	double samples;
};

/* The program's state */
static const struct program *program;
static double pollution, polluted_until;
static int function;
static double left, now, events;	/* ns, ns, number */
static double until_event, seldom;	/* events, ns */
static double caused[MAX_FUNCTIONS];
static u32 state;

static double random_share(void)
{
	state = state * 1664525 + 1013904223;
	return ((state >> 8) + 0.5) / (1 << 24);
}

static void next_run(void)
{
	function = (function + 1) % program->functions;
	if (program->order == AT_RANDOM)
		function = random_share() * program->functions;
	if (program->order == LAST_SELDOM && function == program->functions - 1) {
		if (now < seldom)
			function = 0;
		else
			seldom = now + SELDOM;
	}
	left = program->us[function] * US;
	if (program->order == AT_RANDOM)
		left *= -log(random_share());
}

static double rate_now(void)
{
	double rate = program->rate[function];

	if (program->jump && (u64)(now / (100000 * US)) % 2)
		rate *= program->jump;
	if (program->first && now < 2 * SECOND)
		rate *= program->first;
	if (now < polluted_until)
		rate += pollution / (POLLUTED / US);
	return rate / US;
}

/* So many events come, or at random as many on average. */
static void come(double number)
{
	double all = number;

	if (program->by_chance)
		for (all = 0, until_event -= number; until_event < 0; all++)
			until_event -= log(random_share());
	caused[function] += all;
	events += all;
}

static void pass(double ns)
{
	while (ns > 0) {
		double step = min(ns, left);

		if (now < polluted_until)
			step = min(step, polluted_until - now);
		if (step < 1e-3)
			step = 1e-3;
		come(step * rate_now());
		now += step;
		ns -= step;
		left -= step;
		if (left <= 0)
			next_run();
	}
}

static double distance(const double *given, double sum)
{
	double all = 0, wrong = 0;
	int i;

	for (i = 0; i < program->functions; i++)
		all += caused[i];
	for (i = 0; i < program->functions && all && sum; i++)
		wrong += max(given[i] / sum - caused[i] / all, 0.0);
	return wrong;
}

/* With a frequency or a period. By time: as the plan does for cycles */
static struct result sample(const struct program *sampled, double seconds, u32 frequency,
			    u64 period, double misses, bool by_time)
{
	struct cp_plan plan = {
		.bursts = !by_time,
		.interval = frequency ? NSEC_PER_SEC / frequency : 0,
	};
	double given[MAX_FUNCTIONS] = {}, sum = 0, from = 0, checks = 0;
	struct result result = {};
	u64 before = 0;
	u32 places = 1;
	int i;

	program = sampled;
	pollution = misses;
	polluted_until = 0;
	state = 1;
	now = 0;
	events = 0;
	until_event = 0;
	seldom = 0;
	function = -1;
	for (i = 0; i < MAX_FUNCTIONS; i++)
		caused[i] = 0;
	next_run();
	cp_plan_begin(&plan, period, 0, &places);
	while (now < seconds * SECOND) {
		u64 since;

		pass(max(from + plan.due - now, 0.0));
		pass(LATE_LEAST + random_share() * LATE_RANDOM);
		checks++;
		since = (u64)events - before;
		if (cp_plan_check(&plan, since, now - from, false, &places)) {
			given[function] += since;
			sum += since;
			result.samples++;
			before = events;
			from = now;
		}
		polluted_until = now + POLLUTED;
	}
	result.wrong = distance(given, sum);
	result.first = sum ? given[0] / sum : 0;
	result.checks = checks / seconds;
	result.samples /= seconds;
	return result;
}

/* The bounds */

static void bound(bool holds, const char *text, double number, double value)
{
	printf("%s %s (%.0f): %.1f\n", holds ? "ok" : "not ok", text, number, value);
}

/* A cell of a table: a share in percent, and the checks for each sample */
static void cell(double share, double checks)
{
	printf("  %3.0f (%4.1f)", 100 * share, checks);
}

/* What a() has at least, in percent: the bounds of tests/boards/cases/attribution.sh */
static double least(double us)
{
	return us >= 7000 ? 97 : us >= 1300 ? 94 : us >= 400 ? 88 : us >= 100 ? 80 : 75;
}

/* Two functions take turns. The first causes all events, and has a quarter of the time. */
static void turns(void)
{
	static const double lengths[] = { 20, 50, 70, 100, 150, 200, 300, 400, 700, 1300, 3000,
					  7000, 10000 };
	static const struct { u32 frequency; u64 period; double seconds; } modes[] = {
		{ 0, 2503, 10 }, { 0, 2500, 10 }, { 99, 0, 60 }, { 1000, 0, 10 }, { 4000, 0, 4 },
	};
	unsigned int i, j;

	printf("# a() causes 5 events in each us, b() none, and b() runs three times as long.\n");
	printf("# Percent of the events that a() has (checks for each sample)\n");
	printf("#   us of a()  by time  -c 2503     -c 2500     -F 99       -F 1000     -F 4000\n");
	for (i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
		struct program p = { 2, { lengths[i], 3 * lengths[i] }, { 5, 0 } };
		struct result r = sample(&p, 10, 1000, 0, 0, true);
		double worst = 100, most = 0;

		printf("#   %9.0f  %7.0f", lengths[i], 100 * r.first);
		for (j = 0; j < sizeof(modes) / sizeof(*modes); j++) {
			r = sample(&p, modes[j].seconds, modes[j].frequency, modes[j].period, 0,
				   false);
			cell(r.first, r.checks / r.samples);
			worst = min(worst, 100 * r.first);
			most = max(most, r.checks / r.samples);
		}
		printf("\n");
		if (lengths[i] >= 70)
			bound(worst >= least(lengths[i]), "a() has its events, runs of us",
			      lengths[i], worst);
		bound(most <= 7, "checks for each sample, runs of us", lengths[i], most);
	}
}

/* The same, and a third function with 5 events in each us runs for 8 ms once in 200 ms. */
static void long_and_short(void)
{
	static const double lengths[] = { 70, 100, 200, 400, 1000 };
	static const struct { u32 frequency; u64 period; double seconds; } modes[] = {
		{ 0, 2503, 10 }, { 99, 0, 60 }, { 1000, 0, 10 }, { 4000, 0, 4 },
	};
	unsigned int i, j;

	printf("# The same, and c() causes 5 events in each us of 8 ms, once in 200 ms.\n");
	printf("# Percent of the events that b() has (checks for each sample)\n");
	printf("#   us of a()  by time  -c 2503     -F 99       -F 1000     -F 4000\n");
	for (i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
		struct program p = {
			3, { lengths[i], 3 * lengths[i], 8000 }, { 5, 0, 5 }, .order = LAST_SELDOM,
		};
		struct result r = sample(&p, 10, 1000, 0, 0, true);
		double most = 0;

		printf("#   %9.0f  %7.0f", lengths[i], 100 * r.wrong);
		for (j = 0; j < sizeof(modes) / sizeof(*modes); j++) {
			r = sample(&p, modes[j].seconds, modes[j].frequency, modes[j].period, 0,
				   false);
			cell(r.wrong, r.checks / r.samples);
			most = max(most, 100 * r.wrong);
		}
		printf("\n");
		bound(most <= 1.2 * (100 - least(lengths[i])), "long and short bursts: wrong, runs of us",
		      lengths[i], most);
	}
}

/* Events that come at random: at a constant rate, and in bursts of a quarter of the time */
static void by_chance(void)
{
	static const double lengths[] = { 100, 400, 2000, 10000 }, rates[] = { 1, 0.2, 0.03 };
	unsigned int i, j;

	printf("# Events at random times, -F 1000. Percent of the events that a() has, with\n");
	printf("# a quarter of the time (checks for each sample)\n");
	printf("#   in a us  constant    100 us      400 us      2 ms        10 ms\n");
	for (i = 0; i < sizeof(rates) / sizeof(*rates); i++) {
		struct program constant = { 1, { 1000 }, { rates[i] }, .by_chance = true };
		struct result r = sample(&constant, 10, 1000, 0, 0, false), bursts[4];

		printf("#   %7.2f    (%4.1f)", rates[i], r.checks / r.samples);
		for (j = 0; j < sizeof(lengths) / sizeof(*lengths); j++) {
			struct program p = {
				2, { lengths[j], 3 * lengths[j] }, { rates[i], 0 }, .by_chance = true,
			};

			bursts[j] = sample(&p, 20, 1000, 0, 0, false);
			cell(bursts[j].first, bursts[j].checks / bursts[j].samples);
		}
		printf("\n");
		bound(r.checks <= 5 * r.samples, "at random, checks for each sample, most",
		      5, r.checks / r.samples);
		/* A run with three events can hardly be found. */
		for (j = 0; j < sizeof(lengths) / sizeof(*lengths); j++)
			if (rates[i] * lengths[j] > 10)
				bound(100 * bursts[j].first >= least(lengths[j]),
				      "at random: a() has its events, runs of us", lengths[j],
				      100 * bursts[j].first);
	}
}

/* Five functions in turn, most with events: the mean rate is near to the highest one. */
static void five(void)
{
	static const double misses[] = { 0, 20, 60 };
	unsigned int i;

	printf("# Five functions in turn, of 260, 130, 260, 110 and 100 us, with 63, 32, 8, 27 and\n");
	printf("# no events in a us. Percent of the events that a wrong function has (checks for\n");
	printf("# each sample)\n");
	printf("#   pollution  by time  -c 10007    -F 1000\n");
	for (i = 0; i < sizeof(misses) / sizeof(*misses); i++) {
		struct program p = { 5, { 260, 130, 260, 110, 100 }, { 63, 32, 8, 27, 0 } };
		struct result time = sample(&p, 10, 1000, 0, misses[i], true);
		struct result by_period = sample(&p, 10, 0, 10007, misses[i], false);
		struct result by_frequency = sample(&p, 10, 1000, 0, misses[i], false);

		printf("#   %9.0f  %7.0f", misses[i], 100 * time.wrong);
		cell(by_period.wrong, by_period.checks / by_period.samples);
		cell(by_frequency.wrong, by_frequency.checks / by_frequency.samples);
		printf("\n");
		bound(max(by_period.wrong, by_frequency.wrong) < 0.06,
		      "five functions: wrong, pollution", misses[i],
		      100 * max(by_period.wrong, by_frequency.wrong));
	}
}

/* Ten functions of equal time, with rates 1 : 1/2 : ... : 1/512, in random order */
static void ten(void)
{
	static const double lengths[] = { 100, 500, 2000, 10000 }, misses[] = { 0, 12, 40 };
	unsigned int i, j;
	int k;

	printf("# Ten functions with rates 1 : 1/2 : ... : 1/512, in random order, -F 1000.\n");
	printf("# Percent of the events that a wrong function has: by time, and by the search\n");
	printf("# (checks in a second). Pollution: events that each interrupt causes\n");
	printf("#   mean us  pollution  by time  search\n");
	for (i = 0; i < sizeof(lengths) / sizeof(*lengths); i++)
		for (j = 0; j < sizeof(misses) / sizeof(*misses); j++) {
			struct program p = { .functions = 10, .order = AT_RANDOM };
			struct result time, search;

			for (k = 0; k < 10; k++) {
				p.us[k] = lengths[i];
				p.rate[k] = 10.0 / (1 << k);
			}
			time = sample(&p, 20, 1000, 0, misses[j], true);
			search = sample(&p, 20, 1000, 0, misses[j], false);
			printf("#   %7.0f  %9.0f  %7.0f  %6.0f (%.0f)\n", lengths[i], misses[j],
			       100 * time.wrong, 100 * search.wrong, search.checks);
			if (lengths[i] >= 2000)
				bound(search.checks <= 6000, "checks in a second, runs of us",
				      lengths[i], search.checks);
			bound(search.wrong <= time.wrong * 0.6 || search.wrong < 0.05,
			      "wrong, in percent, runs of us", lengths[i], 100 * search.wrong);
		}
}

/* So much that its logarithm is uniformly distributed */
static double between(double least, double most)
{
	return least * exp(random_share() * log(most / least));
}

/* Two to six functions, of 70 us to 10 ms, with no events or 0.1 to 60 in a us */
static void draw(struct program *p)
{
	int i;

	*p = (struct program) { .functions = 2 + random_share() * 5 };
	p->order = random_share() < 0.5 ? IN_TURN : AT_RANDOM;
	p->by_chance = random_share() < 0.3;
	for (i = 0; i < p->functions; i++) {
		p->us[i] = between(70, 10000);
		if (random_share() < 0.7)
			p->rate[i] = between(0.1, 60) / (p->by_chance ? 10 : 1);
	}
	/* At least one has some. */
	p->rate[0] = max(p->rate[0], 1.0);
}

static void drawn(void)
{
	static const u32 frequencies[] = { 100, 1000, 4000 };
	double by_time[3] = {}, wrong[3] = {}, checks[3] = {};
	u32 seed = 1;
	int i, j;

	for (i = 0; i < 100; i++) {
		struct program p;
		double misses;

		state = seed;
		draw(&p);
		misses = random_share() < 0.5 ? 0 : random_share() * 60;
		seed = state;
		for (j = 0; j < 3; j++) {
			double seconds = j ? 2 : 10;
			struct result r = sample(&p, seconds, frequencies[j], 0, misses, true);

			by_time[j] += r.wrong;
			r = sample(&p, seconds, frequencies[j], 0, misses, false);
			wrong[j] += r.wrong;
			checks[j] += r.checks / r.samples;
		}
	}
	printf("# Mean of 100 programs that were drawn: two to six functions of 70 us to 10 ms,\n");
	printf("# with 0.1 to 60 events in a us or none, in turn or at random, evenly or by\n");
	printf("# chance, pollution up to 60. Percent of the events that a wrong function has\n");
	printf("# (checks for each sample)\n");
	printf("#           by time  search\n");
	for (j = 0; j < 3; j++) {
		printf("#   -F %-4u  %7.0f", frequencies[j], by_time[j]);
		cell(wrong[j] / 100, checks[j] / 100);
		printf("\n");
		bound(wrong[j] <= 8, "100 programs: wrong, -F", frequencies[j], wrong[j]);
		bound(checks[j] <= 1100, "100 programs: checks for each sample, -F",
		      frequencies[j], checks[j] / 100);
	}
}

/* A constant rate, one that jumps, and rare events */
static void rates(void)
{
	struct program constant = { 1, { 1000 }, { 30 } };
	struct program jumps = { 1, { 1000 }, { 0.1 }, .jump = 100 };
	struct program rare = { 2, { 50, 1e6 }, { 0.02, 0 } };
	struct result r;

	printf("# Rates, -F 1000: samples and checks in a second\n");
	r = sample(&constant, 10, 1000, 0, 0, false);
	printf("#   constant                 %4.0f  %5.0f\n", r.samples, r.checks);
	bound(r.checks < 1.1 * r.samples, "a constant rate: checks", r.samples, r.checks);
	bound(r.samples > 950 && r.samples < 1050, "a constant rate: samples", 1000, r.samples);
	r = sample(&jumps, 10, 1000, 0, 0, false);
	printf("#   1 : 100, each 100 ms     %4.0f  %5.0f\n", r.samples, r.checks);
	bound(r.samples < 1500, "a rate that jumps: samples", 1000, r.samples);
	r = sample(&rare, 20, 1000, 0, 0, false);
	printf("#   one event in a second    %4.0f  %5.0f\n", r.samples, r.checks);
	bound(r.checks < 300, "rare events: checks", r.samples, r.checks);
}

/* Checks for each sample between two times, seconds. All runs of a program begin alike. */
static double later(const struct program *p, double from, double to)
{
	struct result a = sample(p, from, 1000, 0, 0, false);
	struct result b = sample(p, to, 1000, 0, 0, false);

	return (b.checks * to - a.checks * from) / (b.samples * to - a.samples * from);
}

/* Many programs cause more events at their start than later. */
static void falls(void)
{
	static const double factors[] = { 3, 10, 100 }, times[] = { 2, 3, 5, 12, 20 };
	unsigned int i, j, k;

	printf("# Rates that are higher by a factor in the first two seconds, -F 1000. Checks for\n");
	printf("# each sample in later seconds: of events that come evenly, and in bursts of 400\n");
	printf("# us, a quarter of the time\n");
	printf("#   factor  evenly: 2-3   3-5   5-12  12-20  bursts: 2-3   3-5   5-12  12-20\n");
	for (i = 0; i < sizeof(factors) / sizeof(*factors); i++) {
		struct program programs[] = {
			{ 1, { 1000 }, { 0.5 }, .first = factors[i] },
			{ 2, { 400, 1200 }, { 0.5, 0 }, .first = factors[i] },
		};
		double last[2];

		printf("#   %6.0f       ", factors[i]);
		for (j = 0; j < 2; j++) {
			for (k = 0; k < 4; k++) {
				last[j] = later(&programs[j], times[k], times[k + 1]);
				printf(" %6.1f", last[j]);
			}
			printf(j ? "\n" : "      ");
		}
		bound(last[0] < 1.1 && last[1] < 6,
		      "rates that have fallen: checks for each sample, factor", factors[i], last[1]);
	}
}

int main(void)
{
	turns();
	long_and_short();
	five();
	ten();
	by_chance();
	drawn();
	rates();
	falls();
	return 0;
}
