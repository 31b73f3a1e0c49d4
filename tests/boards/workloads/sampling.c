// SPDX-License-Identifier: GPL-2.0
/*
 * What perf_event_open(2) promises about an event that samples, one TEST per run.
 *
 *   sampling [-n LOOPS] [-w PIECES] [-r ROUNDS] [-l LIMIT] -c PERIOD|-F HZ TEST EVENT
 *
 * EVENT is TYPE:CONFIG[:CONFIG1]. Work is PIECES times known_loop(LOOPS). Other tasks take
 * turns between the pieces.
 *
 *   period    work with PERIOD, and with twice PERIOD. Prints the lines of samples.h; the
 *             samples have the count
 *   refresh   PERF_EVENT_IOC_REFRESH LIMIT
 *   throttle  a throttled event
 *   resume    PERF_EVENT_IOC_PERIOD of an event that may be throttled
 *
 * Output: "ok TEXT" and "not ok TEXT".
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include "event.h"
#include "loops.h"
#include "options.h"
#include "samples.h"

#define PAGES	64

static unsigned long loops = 1000000, pieces = 1, rounds = 1, limit = 5;
static u64 frequency;
static struct perf_event_attr template;
static struct samples samples;
static int fd;

static void work(void)
{
	unsigned long i;

	for (i = 0; i < pieces; i++) {
		known_loop(loops);
		sched_yield();
	}
}

static void test_period(void)
{
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	work();
	set_period(fd, template.sample_period * 2);
	work();
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	drain(&samples);
	print_samples(&samples, "-");
}

static void on_signal(int number)
{
	(void)number;
}

/* The event stops at once: its count does not reach the end of another period. */
static void test_refresh(void)
{
	unsigned long i, exact = 0, stopped = 0;

	signal(SIGIO, on_signal);
	fcntl(fd, F_SETFL, O_ASYNC | O_NONBLOCK);
	fcntl(fd, F_SETOWN, getpid());
	for (i = 0; i < rounds; i++) {
		u64 before = read_count(fd).value, first, second;
		u64 number = samples.number;

		control(fd, PERF_EVENT_IOC_REFRESH, limit);
		work();
		first = read_count(fd).value;
		work();
		second = read_count(fd).value;
		drain(&samples);
		exact += samples.number - number == limit;
		stopped += first == second &&
			   (frequency || first - before < (limit + 1) * template.sample_period);
	}
	expect(exact == rounds, "as many samples as the limit, in %lu of %lu rounds", exact, rounds);
	expect(stopped == rounds, "no count after the limit, in %lu of %lu rounds", stopped, rounds);
}

/* Setting the period may find the overflow for which perf throttles the event. */
static void test_throttle(void)
{
	unsigned long i, looks = 0, still = 0;

	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < rounds; i++) {
		struct counted first, second;
		u64 unthrottled;

		known_loop(loops);
		set_period(fd, template.sample_period);
		drain(&samples);
		unthrottled = samples.unthrottled;
		if (samples.throttled == unthrottled)
			continue;
		first = read_count(fd);
		known_loop(loops);
		second = read_count(fd);
		drain(&samples);
		if (samples.unthrottled != unthrottled)
			continue;
		looks++;
		still += first.value == second.value;
	}
	expect(samples.throttled >= 5 && samples.throttled <= 2 * rounds,
	       "the event is throttled: %llu times", samples.throttled);
	expect(looks && still == looks, "a throttled event does not count, in %lu of %lu looks",
	       still, looks);
}

static void test_resume(void)
{
	unsigned long i, j, resumed = 0;

	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < rounds; i++) {
		u64 first;

		/* Each may have a sample. The second one in a tick throttles the event. */
		for (j = 0; j < 3; j++) {
			known_loop(loops);
			set_period(fd, template.sample_period);
		}
		/* Not from here: if the event is not throttled yet, it counts up to that. */
		work();
		first = read_count(fd).value;
		work();
		resumed += read_count(fd).value != first;
	}
	drain(&samples);
	expect(resumed == rounds,
	       "after its period is set and a tick, an event counts, in %lu of %lu rounds",
	       resumed, rounds);
	expect(samples.throttled >= rounds && samples.throttled <= 50 * rounds,
	       "that event is throttled, too: %llu times", samples.throttled);
}

static const struct program_option options[] = {
	{ 'n', .number = &loops },
	{ 'w', .number = &pieces },
	{ 'r', .number = &rounds },
	{ 'l', .number = &limit },
	{ 'c', .number64 = &template.sample_period },
	{ 'F', .number64 = &frequency },
	{ }
};

static const struct program_test tests[] = {
	{ "period", test_period },
	{ "refresh", test_refresh },
	{ "throttle", test_throttle },
	{ "resume", test_resume },
	{ }
};

int main(int argc, char **argv)
{
	int first = parse_options(argc, argv, options);

	/* Failures are checks too. */
	fail_prefix = "not ok ";
	if (first + 2 != argc)
		fail("no test and event");
	template.size = sizeof(template);
	template.disabled = 1;
	template.read_format = READ_TIMES;
	template.sample_type = SAMPLE_TYPE | PERF_SAMPLE_READ;
	if (frequency) {
		template.freq = 1;
		template.sample_freq = frequency;
	}
	parse_event(argv[first + 1], &template);
	fd = open_attr(&template, 0, NO_LEADER);
	samples.with_count = true;
	ring_map(&samples.ring, fd, PAGES);
	run_test(tests, argv[first]);
	return 0;
}
