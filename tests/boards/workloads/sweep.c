// SPDX-License-Identifier: GPL-2.0
/*
 * Let counters overflow at each instruction of a path through the kernel, one
 * placement after the other, and check that each overflow gives one sample.
 *
 *   sweep [OPTION]... PATH EVENT...
 *
 * EVENT is a config number of the PMU named by -p. All events sample, with a period
 * that does not end by itself during the sweep. PATH is
 *
 *   switch   switch to another task with the same events, and back
 *   cpu      the same; the first event is the CPU's, the others are the tasks'
 *   add      enable and disable all events but the first
 *   toggle   disable and enable all events
 *   period   change the period of the first event
 *   read     read the first event
 *   handler  run a loop; the first event interrupts it early, and the others overflow
 *            at each instruction of the interrupt
 *   count    the events do not sample; enable them, let them wrap, and disable them,
 *            each time with less than 2^31 events before the wrap
 *
 * -i EVENTS  the events that overflow, as in "02" (default all), in the same
 *            instruction except for "handler"
 * -c PERIOD  above 2^31 a sample takes several overflows
 * -d         the first event has config1 1, div64
 * -g GAP     the events overflow about GAP instructions after each other
 * -s STEP    instructions from one placement to the next (default 1)
 * -l LENGTH  instructions to sweep (default: those of the path)
 * -w WAIT    instructions to wait for a sample (default 20000)
 * -t MICROS  a timer interrupts the program at this interval
 * -v         print a line for each wrong placement
 *
 * An event that is always on must have one sample for each placement, and its count
 * must equal the model's. The other events may be off when their counter overflows.
 * Every event must have as many samples as its count has periods.
 *
 * The driver tests the interrupt line now and then, by an overflow of its own. A placement on
 * the same counter meanwhile is no test: the counter would count 2^32 events within a few
 * instructions. Such a placement is made again, once.
 *
 *   sweep PATH placements N length L lost N invented N inexact N again N
 */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/time.h>
#include <sys/wait.h>
#include "event.h"
#include "loops.h"
#include "options.h"
#include "partner.h"
#include "port.h"
#include "ring.h"

#define MAX_EVENTS 3
/* Instructions that the interrupt is late at most, with a gap */
#define GAP_WAIT 2000
/* The longest period that one overflow ends */
#define HALF_RANGE 0x80000000ULL

struct event {
	int fd;
	bool open;
	struct ring ring;
	u64 samples;
	/* Samples less the periods of the count */
	int64_t surplus;
	/* Scheduled in whenever the monitor counts */
	bool always_on;
};

struct path {
	const char *name;
	void (*run)(void);
	/* Another task has the same events. */
	bool tasks;
	/* The first event is not in the group of the others. */
	bool first_alone;
	/* The first event is the CPU's. */
	bool first_cpu;
	/* The events do not sample. */
	bool counts;
};

/*
 * The events of the program and those of its partner. For the path "count", the
 * sampling events that leave the counters near 2^31.
 */
static struct event own[MAX_EVENTS], other[MAX_EVENTS], preset[MAX_EVENTS];
static u64 configs[MAX_EVENTS];
static uint32_t counters[MAX_EVENTS];
static int nr_events;
static const struct path *path;
static u64 period = 0x7ff00000;
static bool div64, verbose;
static unsigned long gap, step = 1, length, wait_limit = 20000, micros;
static const char *pmu = "", *overflowing = "012";

/* ---- Events ----------------------------------------------------------- */

static void open_event(struct event *event, unsigned int type, int i, pid_t pid,
		       struct event *leader, bool samples)
{
	struct perf_event_attr attr = {
		.type = type,
		.size = sizeof(attr),
		.config = configs[i],
		.config1 = div64 && i == 0,
		.sample_period = samples ? period : 0,
		.sample_type = PERF_SAMPLE_PERIOD,
		.disabled = !leader,
	};

	event->fd = open_attr(&attr, pid, leader ? leader->fd : NO_LEADER);
	event->open = true;
	if (samples)
		ring_map(&event->ring, event->fd, 1);
}

static void enable(struct event *event)
{
	control(event->fd, PERF_EVENT_IOC_ENABLE, 0);
}

static void disable(struct event *event)
{
	control(event->fd, PERF_EVENT_IOC_DISABLE, 0);
}

static u64 value(struct event *event)
{
	u64 value;

	if (read(event->fd, &value, sizeof(value)) != sizeof(value))
		fail("read: %m");
	return value;
}

/* Return the number of samples since the last call. */
static unsigned int collect(struct event *event)
{
	unsigned int samples = ring_samples(&event->ring);

	event->samples += samples;
	return samples;
}

/* ---- The paths -------------------------------------------------------- */

static void add(void)
{
	enable(&own[1]);
	disable(&own[1]);
}

static void toggle(void)
{
	disable(&own[0]);
	enable(&own[0]);
}

static void change_period(void)
{
	static u64 other;

	other = other == period - 1 ? period : period - 1;
	set_period(own[0].fd, other);
}

static void read_event(void)
{
	value(&own[0]);
}

static void handler(void)
{
	known_loop(3000);
}

/* The sampling events left the counters near 2^31: they wrap within 2^31 events. */
static void count(void)
{
	enable(&own[0]);
	known_loop(500);
	disable(&own[0]);
}

static const struct path paths[] = {
	{ .name = "switch", .run = to_and_fro, .tasks = true },
	{ .name = "cpu", .run = to_and_fro, .tasks = true, .first_alone = true, .first_cpu = true },
	{ .name = "add", .run = add, .first_alone = true },
	{ .name = "toggle", .run = toggle },
	{ .name = "period", .run = change_period },
	{ .name = "read", .run = read_event },
	{ .name = "handler", .run = handler },
	{ .name = "count", .run = count, .counts = true },
	{ }
};

/* ---- Placements ------------------------------------------------------- */

static void open_all(unsigned int type)
{
	int first = path->first_alone, i;

	for (i = 0; i < nr_events; i++) {
		bool on_cpu = path->first_cpu && !i;

		own[i].always_on = i == 0 || !path->first_alone;
		open_event(&own[i], type, i, on_cpu ? ON_CPU : 0, i > first ? &own[first] : NULL,
			   !path->counts);
		if (path->tasks && !on_cpu)
			open_event(&other[i], type, i, partner, i > first ? &other[first] : NULL,
				   true);
		if (path->counts)
			open_event(&preset[i], type, i, 0, i ? &preset[0] : NULL, true);
	}
	if (path->counts)
		return;
	enable(&own[0]);
	if (first && nr_events > 1)
		enable(&own[1]);
	if (path->tasks && nr_events > first)
		enable(&other[first]);
}

/* Let the counter overflow, soon. */
static void overflow(uint32_t counter)
{
	port_overflow_at(1u << counter, 10);
	known_loop(wait_limit / 2);
}

/*
 * Find the counter of each event that counts: let each counter overflow twice. The second time
 * it counts nearly 2^32 events, but not more: the loop before is longer than the one after.
 */
static void locate_counting(void)
{
	u64 start[MAX_EVENTS];
	uint32_t counter;
	int i;

	enable(&own[0]);
	for (counter = 0; counter < PORT_COUNTERS; counter++) {
		overflow(counter);
		known_loop(wait_limit);
		for (i = 0; i < nr_events; i++)
			start[i] = value(&own[i]);
		overflow(counter);
		for (i = 0; i < nr_events; i++)
			if (value(&own[i]) - start[i] >= HALF_RANGE)
				counters[i] = counter;
	}
	disable(&own[0]);
}

/* The same for events that sample: let each counter overflow and see which event samples. */
static void locate(void)
{
	unsigned int overflows;
	uint32_t counter;
	int i;

	if (path->counts) {
		locate_counting();
		return;
	}
	for (counter = 0; counter < PORT_COUNTERS; counter++) {
		for (overflows = 0; overflows <= (period - 1) / HALF_RANGE; overflows++)
			overflow(counter);
		for (i = 0; i < nr_events; i++)
			if (collect(&own[i]))
				counters[i] = counter;
	}
	/* Placements on counters that do not count stay pending. Let the last one pass. */
	port_overflow_at(1u << PORT_CCNT, 1);
	known_loop(wait_limit / 2);
	for (i = 0; i < nr_events; i++)
		collect(&own[i]);
	if (path->first_alone && !path->tasks && nr_events > 1)
		disable(&own[1]);
}

/* The shortest run has no tick and no other task in it. Later runs may take longer. */
static unsigned long path_length(void)
{
	unsigned long shortest = 1000000;
	int i;

	for (i = 0; i < 50; i++) {
		u64 start = port_read(PORT_INSNS);

		path->run();
		start = port_read(PORT_INSNS) - start;
		if (i > 10 && start < shortest)
			shortest = start;
	}
	return shortest * 5 / 4 + 300;
}

static void place(const int *which, int nr_which, unsigned long at)
{
	uint32_t first = 1u << counters[which[0]], all = 0;
	int i;

	/*
	 * Another task may run between the writes. judge() waits for the first event and then
	 * GAP_WAIT for the others, so the first one is placed last.
	 */
	if (gap) {
		for (i = nr_which - 1; i >= 0; i--)
			port_overflow_at(1u << counters[which[i]], at + i * gap + 1);
		return;
	}
	for (i = 0; i < nr_which; i++)
		all |= 1u << counters[which[i]];
	if (path->run == handler) {
		port_overflow_at(all & ~first, at + 120);
		port_overflow_at(first, 60);
	} else {
		port_overflow_at(all, at);
	}
}

/* What each counter had counted before the placement */
static u64 before[MAX_EVENTS];

static void run_placement(const int *which, int nr_which, unsigned long at)
{
	int i;

	for (i = 0; i < nr_events; i++)
		before[i] = port_read(counters[i]);
	place(which, nr_which, at);
	path->run();
}

/* Samples of an event in both tasks. Wait for the sample of an event that is always on. */
static unsigned int wait_sample(int i)
{
	unsigned long waited;
	unsigned int samples;

	for (waited = 0; ; waited += 400) {
		samples = collect(&own[i]) + collect(&other[i]);
		if (samples || !own[i].always_on || waited >= wait_limit)
			return samples;
		known_loop(200);
	}
}

static u64 counted(int i)
{
	return value(&own[i]) + (other[i].open ? value(&other[i]) : 0);
}

/* True if the difference between the event's samples and its periods has changed. */
static bool surplus_changed(struct event *event)
{
	int64_t surplus;

	if (!event->open || path->counts || path->run == change_period)
		return false;
	surplus = event->samples - value(event) / period;
	if (surplus == event->surplus)
		return false;
	event->surplus = surplus;
	return true;
}

static unsigned long lost, invented, inexact, again;

/* Counted by the model, and impossible to see */
static u64 unseen[MAX_EVENTS];

/* What the model counts in the sweep: until its end, less its counts at the beginning */
static u64 total[MAX_EVENTS];

/* A period that ends without a placement would look like an invented sample. */
static void check_other(int i, unsigned long at)
{
	if (own[i].always_on && total[i] + port_read(counters[i]) >= period)
		fail("at %lu: event %d ended a period by itself: places take too long", at, i);
}

/*
 * True if the counter had wrapped already, or was about to, when it was to overflow. The
 * driver leaves a counter at most 2^31 events to its overflow, and here at least half a
 * period.
 */
static bool is_no_test(int i)
{
	u64 counted = port_read(counters[i]) - before[i];

	if (!own[i].always_on)
		return false;
	if (counted > HALF_RANGE * 3 / 2) {
		unseen[i] += 2 * HALF_RANGE;
		return true;
	}
	return period < HALF_RANGE && counted < period / 2;
}

/* Count what is wrong after one placement. Return: false if it has to be made again. */
static bool judge(unsigned long at, const int *which, int nr_which, bool first)
{
	unsigned int samples[MAX_EVENTS];
	bool no_test = false;
	int i, j;

	if (path->counts)
		return true;
	for (i = 0; i < nr_events; i++) {
		samples[i] = wait_sample(i);
		/* The other events overflow later, and a stop may have sampled the first. */
		if (gap && i == 0)
			known_loop(GAP_WAIT / 2);
	}
	for (j = 0; j < nr_which && first; j++)
		no_test |= is_no_test(which[j]);
	for (i = 0; i < nr_events; i++) {
		bool changed = surplus_changed(&own[i]) | surplus_changed(&other[i]);
		unsigned int wanted = 0;

		for (j = 0; j < nr_which; j++)
			wanted += which[j] == i;
		if (!wanted)
			check_other(i, at);
		if (no_test)
			continue;
		if (own[i].always_on && samples[i] < wanted && period < HALF_RANGE) {
			lost++;
			if (verbose)
				printf("lost at %lu: event %d\n", at, i);
		}
		if (samples[i] > wanted) {
			invented++;
			if (verbose)
				printf("invented at %lu: event %d, %u\n", at, i, samples[i]);
		}
		if (changed) {
			inexact++;
			if (verbose)
				printf("surplus at %lu: event %d, samples %lld, %lld\n", at, i,
				       (long long)own[i].surplus, (long long)other[i].surplus);
		}
	}
	return !no_test;
}

/* Enable the first event first and disable it last: it covers the other events. */
static void switch_on(void)
{
	if (!path->counts)
		enable(&own[0]);
	if (path->first_cpu && nr_events > 1)
		enable(&own[1]);
}

static void switch_off(void)
{
	if (path->first_cpu && nr_events > 1)
		disable(&own[1]);
	if (!path->counts)
		disable(&own[0]);
}

static void on_alarm(int number)
{
	(void)number;
}

static void start_timer(void)
{
	struct sigaction action = { .sa_handler = on_alarm, .sa_flags = SA_RESTART };
	struct itimerval timer = { { 0, micros }, { 0, micros } };

	if (sigaction(SIGALRM, &action, NULL) || setitimer(ITIMER_REAL, &timer, NULL))
		fail("timer: %m");
}

static const struct program_option options[] = {
	{ 'p', .text = &pmu },
	{ 'i', .text = &overflowing },
	{ 'g', .number = &gap },
	{ 's', .number = &step },
	{ 'l', .number = &length },
	{ 'w', .number = &wait_limit },
	{ 't', .number = &micros },
	{ 'c', .number64 = &period },
	{ 'd', .flag = &div64 },
	{ 'v', .flag = &verbose },
	{ }
};

int main(int argc, char **argv)
{
	u64 count_base[MAX_EVENTS];
	int which[MAX_EVENTS], nr_which = 0, first, i;
	unsigned long at, placements = 0;

	first = parse_options(argc, argv, options);
	if (argc - first < 2 || argc - first > 1 + MAX_EVENTS || !step)
		return 2;
	for (path = paths; path->name && strcmp(path->name, argv[first]); path++)
		;
	if (!path->name || port_magic() != PORT_MAGIC)
		return 2;
	while (++first < argc)
		configs[nr_events++] = strtoull(argv[first], NULL, 0);
	for (; *overflowing; overflowing++)
		if (*overflowing - '0' < nr_events)
			which[nr_which++] = *overflowing - '0';
	if (path->tasks)
		start_partner();
	open_all(pmu_type(pmu, strlen(pmu)));
	locate();
	if (!length)
		length = path->run == handler ? 5000 : path_length();

	/* Compare counts while nothing counts. */
	switch_off();
	for (i = 0; i < nr_events; i++) {
		count_base[i] = counted(i);
		total[i] -= path->counts ? 0 : port_read(counters[i]);
		collect(&own[i]);
		collect(&other[i]);
		surplus_changed(&own[i]);
		surplus_changed(&other[i]);
	}
	switch_on();
	if (micros)
		start_timer();

	for (at = 1; at <= length; at += step, placements++) {
		if (path->counts) {
			enable(&preset[0]);
			disable(&preset[0]);
			for (i = 0; i < nr_events; i++)
				total[i] -= port_read(counters[i]);
			/* Cortex-A8's CCNT starts low. It must not count 2^32 at once. */
			enable(&own[0]);
			known_loop(length);
			disable(&own[0]);
		}
		run_placement(which, nr_which, at);
		for (i = 0; i < nr_events && path->counts; i++)
			total[i] += port_read(counters[i]);
		if (!judge(at, which, nr_which, true)) {
			again++;
			run_placement(which, nr_which, at);
			judge(at, which, nr_which, false);
		}
	}

	switch_off();
	for (i = 0; i < nr_events; i++) {
		u64 count = counted(i) - count_base[i];

		total[i] += path->counts ? 0 : port_read(counters[i]) - unseen[i];
		if (own[i].always_on && count != total[i]) {
			inexact++;
			printf("event %d on counter %u: count %llu, the model counted %llu\n", i,
			       counters[i], count, total[i]);
		}
	}
	printf("sweep %s placements %lu length %lu lost %lu invented %lu inexact %lu again %lu\n",
	       path->name, placements, length, lost, invented, inexact, again);
	return lost || invented || inexact;
}
