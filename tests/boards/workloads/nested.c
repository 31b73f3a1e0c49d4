// SPDX-License-Identifier: GPL-2.0
/*
 * Read a group from every context in which its leader can have an event: the
 * scheduler, interrupt handlers, the driver's own functions.
 *
 *   nested [-c] [-n LOOPS] [-r ROUNDS] [-f FILTER] LEADER EVENT...
 *
 * LEADER and EVENT are TYPE:CONFIG[:CONFIG1]. Each round opens a group on CPU 0. The
 * leader samples with period 1, and each sample reads the whole group. In every other
 * round the first EVENT samples too. During the round the program reads the group, and
 * opens, reads and closes another event of the task. -c is for a PMU that only counts
 * CPUs: then no EVENT samples, and there is no other event. FILTER is a filter of ftrace
 * for the leader.
 *
 * Output, one line per round: "round SAMPLES BACKWARDS COUNT...". BACKWARDS is the
 * number of values that were smaller than the previous value of their event.
 */
#define _GNU_SOURCE
#include <sched.h>
#include "event.h"
#include "loops.h"
#include "options.h"
#include "ring.h"

#define MAX_EVENTS 8
#define PAGES 64
#define READS 10

struct values {
	u64 nr, value[MAX_EVENTS + 1];
};

static unsigned long loops = 1000, rounds = 2;
static const char *filter;
static bool only_cpus;
static int fds[MAX_EVENTS + 1], nr;
static struct ring ring;
static u64 samples, backwards;
static struct values last;

static int open_event(const char *name, pid_t pid, int leader, u64 period, u64 read_format)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.disabled = leader == NO_LEADER,
		.sample_period = period,
		.sample_type = PERF_SAMPLE_READ,
		.read_format = read_format,
		/* The kernel refuses user callchains of the function tracer. */
		.exclude_callchain_user = 1,
	};

	parse_event(name, &attr);
	return open_attr(&attr, pid, leader);
}

static void compare(const struct values *now)
{
	int i;

	if (now->nr != (u64)nr)
		fail("a sample has %llu values", now->nr);
	for (i = 1; i < nr; i++)
		backwards += now->value[i] < last.value[i];
	last = *now;
}

static void drain(void)
{
	struct perf_event_header header;
	struct values values;

	ring_begin(&ring);
	while (ring_next(&ring, &header, &values, sizeof(values))) {
		if (header.type != PERF_RECORD_SAMPLE)
			continue;
		samples++;
		compare(&values);
	}
	ring_end(&ring);
}

static void read_group(struct values *values)
{
	if (read(fds[0], values, sizeof(*values)) < (ssize_t)((nr + 1) * sizeof(u64)))
		fail("read: %m");
}

static void open_group(char **names, bool sampling)
{
	int i;

	fds[0] = open_event(names[0], ON_CPU, NO_LEADER, 1, PERF_FORMAT_GROUP);
	if (filter && ioctl(fds[0], PERF_EVENT_IOC_SET_FILTER, filter))
		fail("filter '%s': %m", filter);
	ring_map(&ring, fds[0], PAGES);
	for (i = 1; i < nr; i++)
		fds[i] = open_event(names[i], ON_CPU, fds[0], sampling && i == 1 ? 100003 : 0,
				    PERF_FORMAT_GROUP);
}

/* Open, enable, read and close an event of the calling task. */
static void use_another_event(const char *name)
{
	int fd = open_event(name, 0, NO_LEADER, 0, 0), i;
	u64 value;

	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < 2; i++)
		if (read(fd, &value, sizeof(value)) != sizeof(value))
			fail("read: %m");
	close(fd);
}

static void do_round(char **names, bool sampling)
{
	struct values values;
	int i;

	memset(&last, 0, sizeof(last));
	samples = backwards = 0;
	open_group(names, sampling);

	control(fds[0], PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < READS; i++) {
		known_loop(loops);
		read_group(&values);
		sched_yield();
		if (!only_cpus)
			use_another_event(names[1]);
		drain();
	}
	/* The samples were taken before the group was disabled: compare them first. */
	control(fds[0], PERF_EVENT_IOC_DISABLE, 0);
	read_group(&values);
	drain();
	compare(&values);
	printf("round %llu %llu", samples, backwards);
	for (i = 1; i < nr; i++)
		printf(" %llu", values.value[i]);
	printf("\n");
	ring_unmap(&ring);
	for (i = nr; i-- > 0;)
		close(fds[i]);
}

static const struct program_option options[] = {
	{ 'c', .flag = &only_cpus },
	{ 'n', .number = &loops },
	{ 'r', .number = &rounds },
	{ 'f', .text = &filter },
	{ }
};

int main(int argc, char **argv)
{
	int first = parse_options(argc, argv, options);
	unsigned long i;

	nr = argc - first;
	if (nr < 2 || nr > MAX_EVENTS + 1)
		fail("need a leader and 1 to %d events", MAX_EVENTS);
	/*
	 * perf waits for all CPUs when the first event of a task is opened. Keep one
	 * open, so that the rounds do not wait.
	 */
	if (!only_cpus)
		open_event(argv[first + 1], 0, NO_LEADER, 0, 0);
	for (i = 0; i < rounds; i++)
		do_round(argv + first, !only_cpus && i & 1);
	return 0;
}
