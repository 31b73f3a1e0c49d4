// SPDX-License-Identifier: GPL-2.0
/*
 * Two functions take turns, and one of them causes events: whose events does a profile show?
 *
 *   turns [OPTION]... EVENT
 *
 * EVENT is TYPE:CONFIG[:CONFIG1]. The model's property pulse-event should be its number.
 *
 *   -A US      length of a run of a() (default 100)
 *   -B US      length of a run of b() (default: three times that of a())
 *   -p EVENTS  events that a() causes in each microsecond (default 5)
 *   -q EVENTS  events that b() causes in each microsecond (default 0)
 *   -e SEED    random lengths of runs, with an exponential distribution. The lengths above are
 *              the mean ones
 *   -t MS      time of all turns (default 1000)
 *   -c P       sample with period P
 *   -F HZ      sample with frequency HZ
 *   -x WHAT    set exclude_WHAT: user kernel; may be repeated
 *   -a         an event of CPU 0, instead of this task
 *   -o         only work: open no event
 *
 * Lengths are counted in instructions, of 2 ns on the emulated boards.
 *
 * Output:
 *   work A B            how long a() and b() have run, in us
 *   spent INSNS ACCESSES OFF  instructions of all turns, with those of interrupts; accesses to
 *                       the PMU; the longest time with interrupts disabled, in instructions
 *   count VALUE
 *   samples NUMBER SUM-OF-PERIODS LOST THROTTLED
 *   weights A B         shares of the sum of periods, in hundredths of a percent
 *   deviation D         standard deviation of the share of a() in the sum of periods, if the
 *                       samples are independent, in hundredths of a percent
 *   numbers A B         shares of the number of samples
 */
#include <math.h>
#include "event.h"
#include "loops.h"
#include "options.h"
#include "port.h"
#include "samples.h"

#define FUNCTION_BYTES	(501 * 4)

static unsigned long us_a = 100, us_b, events_a = 5, events_b, seed, ms = 1000;
static u64 frequency;
static bool of_cpu, only_work;
static struct perf_event_attr template;

/* Samples in a function, the sum of their periods and of the squares of these */
static struct share {
	void (*function)(unsigned long us, unsigned long events);
	u64 samples, sum;
	double squares;
} shares[] = { { .function = a }, { .function = b } };

static void note_share(const struct sample *sample)
{
	unsigned int i;

	for (i = 0; i < SIZE(shares); i++) {
		if (sample->ip - (unsigned long)shares[i].function < FUNCTION_BYTES) {
			shares[i].samples++;
			shares[i].sum += sample->period;
			shares[i].squares += (double)sample->period * sample->period;
		}
	}
}

static struct samples samples = { .note = note_share };

/* The length of the next run */
static unsigned long length(unsigned long mean, unsigned int *state)
{
	double length;

	if (!seed)
		return mean;
	/* The top bits of a linear congruential generator */
	*state = *state * 1103515245 + 12345;
	length = -log(((*state >> 12) + 0.5) / (1 << 20)) * mean;
	return length < 1 ? 1 : length + 0.5;
}

static u64 percent(u64 part, u64 whole)
{
	return whole ? part * 10000 / whole : 0;
}

static double deviation(double share)
{
	double squares = shares[0].squares * (1 - share) * (1 - share) +
			 shares[1].squares * share * share;

	return sqrt(squares) / samples.sum;
}

static const struct program_option options[] = {
	{ 'A', .number = &us_a },
	{ 'B', .number = &us_b },
	{ 'p', .number = &events_a },
	{ 'q', .number = &events_b },
	{ 'e', .number = &seed },
	{ 't', .number = &ms },
	{ 'c', .number64 = &template.sample_period },
	{ 'F', .number64 = &frequency },
	{ 'x', .exclude = &template },
	{ 'a', .flag = &of_cpu },
	{ 'o', .flag = &only_work },
	{ }
};

int main(int argc, char **argv)
{
	int first = parse_options(argc, argv, options), fd = -1;
	unsigned long turns, i, (*us)[2];
	u64 worked[2] = { 0 }, insns, accesses;
	unsigned int state;

	if (!us_b)
		us_b = 3 * us_a;
	if (!us_a)
		fail("no length of a run");
	turns = ms * 1000 / (us_a + us_b);
	/* Before the start: no time between the runs */
	us = calloc(turns, sizeof(*us));
	if (!us)
		fail("calloc: %m");
	state = seed;
	for (i = 0; i < turns; i++) {
		us[i][0] = length(us_a, &state);
		us[i][1] = length(us_b, &state);
		worked[0] += us[i][0];
		worked[1] += us[i][1];
	}
	if (!only_work) {
		if (first == argc)
			fail("no event");
		fd = start_samples(&samples, &template, argv[first], frequency,
				   of_cpu ? ON_CPU : 0);
	}
	port_read(PORT_IRQS_OFF);
	accesses = -port_read(PORT_ACCESSES);
	insns = -port_read(PORT_INSNS);
	for (i = 0; i < turns; i++) {
		a(us[i][0], events_a);
		b(us[i][1], events_b);
	}
	insns += port_read(PORT_INSNS);
	accesses += port_read(PORT_ACCESSES);
	if (!only_work)
		control(fd, PERF_EVENT_IOC_DISABLE, 0);
	printf("work %llu %llu\n", worked[0], worked[1]);
	printf("spent %llu %llu %llu\n", insns, accesses, (u64)port_read(PORT_IRQS_OFF));
	if (only_work)
		return 0;
	drain(&samples);
	printf("count %llu\n", read_count(fd).value);
	printf("samples %llu %llu %llu %llu\n", samples.number, samples.sum, samples.lost,
	       samples.throttled);
	printf("weights %llu %llu\n", percent(shares[0].sum, samples.sum),
	       percent(shares[1].sum, samples.sum));
	printf("deviation %.0f\n",
	       10000 * deviation((double)shares[0].sum / samples.sum));
	printf("numbers %llu %llu\n", percent(shares[0].samples, samples.number),
	       percent(shares[1].samples, samples.number));
	return 0;
}
