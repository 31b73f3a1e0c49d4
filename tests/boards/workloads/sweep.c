// SPDX-License-Identifier: GPL-2.0
/*
 * Let counters overflow at each instruction of a path through the kernel, one
 * placement after the other, and see whether each overflow gives one sample.
 *
 *   sweep [OPTION]... PATH EVENT...
 *
 * EVENT is a config number of the PMU named by -p. All sample, with a period
 * that does not end by itself meanwhile. PATH is
 *
 *   switch   to another task, which has the same events, and back
 *   cpu      the same; the first event is the CPU's, the others are the tasks'
 *   add      the events but the first are enabled and disabled
 *   toggle   all events are disabled and enabled
 *   period   the first event is given another period
 *   read     the first event is read
 *   handler  a loop; the first event's overflow interrupts it early, and it is
 *            the others' whose places run through what the interrupt does
 *   count    the events do not sample; they are enabled, wrap, and are disabled,
 *            each time with less than 2^31 events to go
 *
 * -i EVENTS  which of the events are to overflow, as in "02", all by default; but
 *            for "handler" in the very same instruction
 * -c PERIOD  above 2^31 it takes several overflows to a sample
 * -d         the first event is of config1 1, div64
 * -g GAP     not in the same instruction, but about so many after each other
 * -s STEP    instructions from one placement to the next (default 1)
 * -l LENGTH  instructions to run through, by default those of the path
 * -w WAIT    instructions to wait for a sample (default 20000)
 * -v         a line for each placement with a loss
 *
 * An event that is on whenever the monitor is must have one sample for each
 * placement, and its count must be what the counter has counted. The others may
 * be off when their counter overflows. All must have as many samples as their
 * count has periods.
 *
 *   sweep PATH placements N length L lost N invented N inexact N
 */
#define _GNU_SOURCE
#include <linux/perf_event.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>
#include "loops.h"
#include "partner.h"
#include "port.h"

#define PAGE	4096
#define MAX_EVENTS 3
/* The longest that one overflow ends */
#define HALF_RANGE 0x80000000ULL

struct event {
	int fd;
	struct perf_event_mmap_page *ring;
	uint64_t tail;
	uint64_t samples;
	int64_t amiss;		/* samples, beyond the periods of the count */
	bool always;
};

struct path {
	const char *name;
	void (*run)(void);
	bool tasks;		/* another task has the same events */
	bool first_alone;	/* the first event is in no group with the others */
	bool first_cpu;		/* and is the CPU's */
	bool counts;		/* the events do not sample */
};

static struct event own[MAX_EVENTS], other[MAX_EVENTS], lift[MAX_EVENTS];
static uint64_t configs[MAX_EVENTS];
static uint32_t counters[MAX_EVENTS];
static int nr_events;
static uint64_t period = 0x7ff00000;
static bool div64;
static const struct path *path;
static unsigned long gap;
static bool verbose;
static unsigned long wait_for = 20000;

static void __attribute__((noreturn)) fail(const char *what)
{
	perror(what);
	exit(1);
}

static unsigned int pmu_type(const char *pmu)
{
	unsigned int type;
	char name[256];
	FILE *file;

	snprintf(name, sizeof(name), "/sys/bus/event_source/devices/%s/type", pmu);
	file = fopen(name, "r");
	if (!file || fscanf(file, "%u", &type) != 1)
		fail(name);
	fclose(file);
	return type;
}

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

	event->fd = syscall(SYS_perf_event_open, &attr, pid, pid < 0 ? 0 : -1,
			    leader ? leader->fd : -1, 0);
	if (event->fd < 0)
		fail("perf_event_open");
	if (!samples)
		return;
	event->ring = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, event->fd, 0);
	if (event->ring == MAP_FAILED)
		fail("mmap");
}

static void control(struct event *event, unsigned long request)
{
	if (ioctl(event->fd, request, 0))
		fail("ioctl");
}

static uint64_t value(struct event *event)
{
	uint64_t value;

	if (read(event->fd, &value, sizeof(value)) != sizeof(value))
		fail("read");
	return value;
}

/* How many samples have come since the last call */
static unsigned int collect(struct event *event)
{
	uint64_t head = event->ring ? event->ring->data_head : 0;
	unsigned int samples = 0;

	if (!event->ring)
		return 0;
	__sync_synchronize();
	while (event->tail < head) {
		struct perf_event_header *header = (void *)((char *)event->ring + PAGE +
							    event->tail % PAGE);

		samples += header->type == PERF_RECORD_SAMPLE;
		event->tail += header->size;
	}
	event->ring->data_tail = event->tail;
	event->samples += samples;
	return samples;
}

/* ---- The paths -------------------------------------------------------- */

static void add(void)
{
	control(&own[1], PERF_EVENT_IOC_ENABLE);
	control(&own[1], PERF_EVENT_IOC_DISABLE);
}

static void toggle(void)
{
	control(&own[0], PERF_EVENT_IOC_DISABLE);
	control(&own[0], PERF_EVENT_IOC_ENABLE);
}

static void change_period(void)
{
	static uint64_t other;

	other = other == period - 1 ? period : period - 1;
	if (ioctl(own[0].fd, PERF_EVENT_IOC_PERIOD, &other))
		fail("PERIOD");
}

static void read_event(void)
{
	value(&own[0]);
}

static void handler(void)
{
	known_loop(3000);
}

/*
 * The counters are near 2^31, where an event that sampled has left them, and so
 * wrap before 2^31 more events.
 */
static void count(void)
{
	control(&own[0], PERF_EVENT_IOC_ENABLE);
	known_loop(500);
	control(&own[0], PERF_EVENT_IOC_DISABLE);
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
		own[i].always = i == 0 || !path->first_alone;
		open_event(&own[i], type, i, path->first_cpu && !i ? -1 : 0,
			   i > first ? &own[first] : NULL, !path->counts);
		if (path->tasks && !(path->first_cpu && !i))
			open_event(&other[i], type, i, partner,
				   i > first ? &other[first] : NULL, true);
		if (path->counts)
			open_event(&lift[i], type, i, 0, i ? &lift[0] : NULL, true);
	}
	if (path->counts) {
		control(&lift[0], PERF_EVENT_IOC_ENABLE);
		return;
	}
	control(&own[0], PERF_EVENT_IOC_ENABLE);
	if (first && nr_events > 1)
		control(&own[1], PERF_EVENT_IOC_ENABLE);
	if (path->tasks && nr_events > first)
		control(&other[first], PERF_EVENT_IOC_ENABLE);
}

/* Which counter has the event? The one whose overflow it samples. */
static void locate(void)
{
	unsigned int overflows;
	uint32_t counter;
	int i;

	for (counter = 0; counter < PORT_COUNTERS; counter++) {
		for (overflows = 0; overflows <= (period - 1) / HALF_RANGE; overflows++) {
			port_overflow_at(counter, 10);
			known_loop(wait_for / 2);
		}
		for (i = 0; i < nr_events; i++)
			if (collect(&own[i]) || collect(&lift[i]))
				counters[i] = counter;
	}
	if (path->counts) {
		control(&lift[0], PERF_EVENT_IOC_DISABLE);
		return;
	}
	/* What the PMU does not have, or has no event on, waits for ever. */
	port_overflow_at(PORT_CCNT, 1);
	known_loop(wait_for / 2);
	for (i = 0; i < nr_events; i++)
		collect(&own[i]);
	if (path->first_alone && !path->tasks && nr_events > 1)
		control(&own[1], PERF_EVENT_IOC_DISABLE);
}

/* The shortest run has no tick in it, and no other task; it may vary by a quarter. */
static unsigned long path_length(void)
{
	unsigned long length = 1000000;
	int i;

	for (i = 0; i < 50; i++) {
		uint64_t start = port_read(PORT_INSNS);

		path->run();
		start = port_read(PORT_INSNS) - start;
		if (i > 10 && start < length)
			length = start;
	}
	return length * 5 / 4 + 300;
}

static void place(const int *which, int nr_which, unsigned long at)
{
	uint32_t counter[3];
	int i;

	for (i = 0; i < 3; i++)
		counter[i] = counters[which[i < nr_which ? i : 0]];
	if (gap) {
		for (i = 0; i < nr_which; i++)
			port_overflow_at(counter[i], at + i * gap + 1);
	} else if (path->run != handler) {
		port_overflow_at_once(counter, at);
	} else {
		for (i = 1; i < nr_which; i++)
			port_overflow_at(counter[i], at + 120);
		port_overflow_at(counter[0], 60);
	}
}

/* Samples of the event on either task, waited for if it has to have one */
static unsigned int wait_sample(int i)
{
	unsigned long waited;
	unsigned int samples;

	for (waited = 0; ; waited += 400) {
		samples = collect(&own[i]) + collect(&other[i]);
		if (samples || !own[i].always || waited >= wait_for)
			return samples;
		known_loop(200);
	}
}

static uint64_t counted(int i)
{
	return value(&own[i]) + (other[i].ring ? value(&other[i]) : 0);
}

/* Whether the event's samples have got out of step with its count */
static bool gone_amiss(struct event *event)
{
	int64_t amiss;

	if (!event->ring || path->run == change_period)
		return false;
	amiss = event->samples - value(event) / period;
	if (amiss == event->amiss)
		return false;
	event->amiss = amiss;
	return true;
}

/* One placement; what is wrong with it is added to these. */
static unsigned long lost, invented, inexact;

static void judge(unsigned long at, const int *which, int nr_which)
{
	int i, j;

	for (i = 0; i < nr_events; i++) {
		unsigned int samples, wanted = 0;

		for (j = 0; j < nr_which; j++)
			wanted += which[j] == i;
		if (path->counts)
			continue;
		samples = wait_sample(i);
		if (own[i].always && samples < wanted && period < HALF_RANGE) {
			lost++;
			if (verbose)
				printf("lost at %lu: event %d\n", at, i);
		}
		if (samples > wanted) {
			invented++;
			if (verbose)
				printf("invented at %lu: event %d, %u\n", at, i, samples);
		}
		if (gone_amiss(&own[i]) | gone_amiss(&other[i])) {
			inexact++;
			if (verbose)
				printf("amiss at %lu: event %d by %lld, %lld\n", at, i,
				       (long long)own[i].amiss, (long long)other[i].amiss);
		}
	}
}

/* The first event is on whenever another is: first to come, last to go. */
static void switch_on(void)
{
	if (!path->counts)
		control(&own[0], PERF_EVENT_IOC_ENABLE);
	if (path->first_cpu && nr_events > 1)
		control(&own[1], PERF_EVENT_IOC_ENABLE);
}

static void switch_off(void)
{
	if (path->first_cpu && nr_events > 1)
		control(&own[1], PERF_EVENT_IOC_DISABLE);
	if (!path->counts)
		control(&own[0], PERF_EVENT_IOC_DISABLE);
}

int main(int argc, char **argv)
{
	uint64_t count_base[MAX_EVENTS], total[MAX_EVENTS] = { 0 };
	unsigned long step = 1, length = 0, at, placements = 0;
	const char *pmu = "", *overflow = "012";
	int which[MAX_EVENTS], nr_which = 0, option, i;
	unsigned int type;

	while ((option = getopt(argc, argv, "+p:i:g:s:l:w:c:dv")) != -1) {
		switch (option) {
		case 'p':
			pmu = optarg;
			break;
		case 'i':
			overflow = optarg;
			break;
		case 'g':
			gap = strtoul(optarg, NULL, 0);
			break;
		case 's':
			step = strtoul(optarg, NULL, 0);
			break;
		case 'l':
			length = strtoul(optarg, NULL, 0);
			break;
		case 'w':
			wait_for = strtoul(optarg, NULL, 0);
			break;
		case 'c':
			period = strtoull(optarg, NULL, 0);
			break;
		case 'd':
			div64 = true;
			break;
		case 'v':
			verbose = true;
			break;
		default:
			return 2;
		}
	}
	if (argc - optind < 2 || argc - optind > 1 + MAX_EVENTS || !step)
		return 2;
	for (path = paths; path->name && strcmp(path->name, argv[optind]); path++)
		;
	if (!path->name || port_magic() != 0x43504d55)
		return 2;
	while (++optind < argc)
		configs[nr_events++] = strtoull(argv[optind], NULL, 0);
	for (; *overflow; overflow++)
		if (*overflow - '0' < nr_events)
			which[nr_which++] = *overflow - '0';
	if (path->tasks)
		start_partner();
	type = pmu_type(pmu);
	open_all(type);
	locate();
	if (!length)
		length = path->run == handler ? 5000 : path_length();

	/* Counts are compared while nothing counts. */
	switch_off();
	for (i = 0; i < nr_events; i++) {
		count_base[i] = counted(i);
		total[i] -= path->counts ? 0 : port_read(counters[i]);
		collect(&own[i]);
		collect(&other[i]);
		gone_amiss(&own[i]);
		gone_amiss(&other[i]);
	}
	switch_on();

	for (at = 1; at <= length; at += step, placements++) {
		if (path->counts) {
			control(&lift[0], PERF_EVENT_IOC_ENABLE);
			control(&lift[0], PERF_EVENT_IOC_DISABLE);
			for (i = 0; i < nr_events; i++)
				total[i] -= port_read(counters[i]);
		}
		place(which, nr_which, at);
		path->run();
		for (i = 0; i < nr_events && path->counts; i++)
			total[i] += port_read(counters[i]);
		judge(at, which, nr_which);
	}

	switch_off();
	for (i = 0; i < nr_events; i++) {
		uint64_t count = counted(i) - count_base[i];

		total[i] += path->counts ? 0 : port_read(counters[i]);
		if (own[i].always && count != total[i]) {
			inexact++;
			printf("event %d on counter %u: %llu counted, not %llu\n", i, counters[i],
			       (unsigned long long)count, (unsigned long long)total[i]);
		}
	}
	printf("sweep %s placements %lu length %lu lost %lu invented %lu inexact %lu\n",
	       path->name, placements, length, lost, invented, inexact);
	return lost || invented || inexact;
}
