// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel does with events costs: instructions, and accesses to the PMU,
 * as the emulated PMU's test port counts them.
 *
 *   cost [-r RUNS] OPERATION EVENT...   EVENT is TYPE:CONFIG[:CONFIG1], see event.h
 *
 *   same       switch to a task without events, and back
 *   other      switch to a task that has as many other events (the second half of
 *              those given), and back: two switches
 *   irq        the overflow of all events in one instruction
 *   read       of the first event
 *   group      of all events at once
 *   toggle     enable and disable the group
 *   own        what the group counts when it is enabled and at once disabled
 *   open       the first event opened and closed
 *   tick       the tick, with the first event in frequency mode
 *   rotate     the events are too many, and take turns
 *   sample     a sample of the first event at 1000 Hz
 *   period     a sample of the first event with a period of 1,000,000
 *   count      a loop of 100,000,000 instructions, the events counting
 *   record     the same with the first event sampled at 1000 Hz
 *   idle       ten milliseconds asleep, the events open and disabled
 *
 * Each is done many times, mostly RUNS (200). A tick or another task that comes
 * between only adds to it, so the cheapest time is told; where the tick is what is
 * looked at, and where events take turns, the median. All but "same" and "other" are without what the
 * program itself executes for it.
 *
 *   cost OPERATION INSTRUCTIONS ACCESSES
 *
 * "own" has the counts of the events in place of these two.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include "event.h"
#include "loops.h"
#include "partner.h"
#include "port.h"

#define PAGE		4096
#define MAX_EVENTS	32
#define BLOCKS		40000

struct cost {
	uint32_t insns, accesses, irqs;
};

static struct perf_event_attr attrs[MAX_EVENTS];
static int fds[MAX_EVENTS];
static struct perf_event_mmap_page *rings[MAX_EVENTS];
static uint32_t counters[MAX_EVENTS];
static unsigned int nr;
static unsigned int runs = 200;

static void begin(struct cost *cost)
{
	cost->irqs = -port_read(PORT_IRQS);
	cost->accesses = -port_read(PORT_ACCESSES);
	cost->insns = -port_read(PORT_INSNS);
}

static void end(struct cost *cost)
{
	cost->insns += port_read(PORT_INSNS);
	cost->accesses += port_read(PORT_ACCESSES);
	cost->irqs += port_read(PORT_IRQS);
}

static void nothing(void)
{
}

static struct cost once(void (*operation)(void))
{
	struct cost cost;

	begin(&cost);
	operation();
	end(&cost);
	return cost;
}

/* The cheapest of many times, that of doing nothing taken off */
static struct cost cheapest(void (*operation)(void))
{
	struct cost best = { .insns = UINT32_MAX }, cost;
	uint32_t base = UINT32_MAX;
	unsigned int i;

	for (i = 0; i < runs; i++) {
		cost = once(nothing);
		if (cost.insns < base)
			base = cost.insns;
	}
	for (i = 0; i < runs; i++) {
		cost = once(operation);
		if (cost.insns < best.insns)
			best = cost;
	}
	best.insns -= base;
	return best;
}

static int by_insns(const void *a, const void *b)
{
	const struct cost *x = a, *y = b;

	return x->insns < y->insns ? -1 : x->insns > y->insns;
}

#define BLOCK	500

static void block(void)
{
	known_loop(BLOCK);
}

/*
 * The median of what comes between two instructions of a loop, if it is no
 * overflow: all of it, or that which accesses the PMU.
 */
static struct cost median(bool accesses)
{
	static struct cost costs[BLOCKS];
	unsigned int found = 0, i;
	uint32_t base = UINT32_MAX;

	for (i = 0; i < BLOCKS; i++) {
		struct cost cost = once(block);

		if (cost.insns < base)
			base = cost.insns;
		if (cost.irqs || (accesses ? !cost.accesses : cost.insns < base + 100))
			continue;
		costs[found++] = cost;
	}
	if (!found)
		fail("nothing came");
	qsort(costs, found, sizeof(*costs), by_insns);
	costs[found / 2].insns -= base;
	return costs[found / 2];
}

/* ---- Events ----------------------------------------------------------- */

static int open_event(struct perf_event_attr *attr, pid_t pid, int leader)
{
	int fd = syscall(SYS_perf_event_open, attr, pid, -1, leader, 0);

	if (fd < 0)
		fail("perf_event_open: %m");
	return fd;
}

static void control(int fd, unsigned long request)
{
	if (ioctl(fd, request, PERF_IOC_FLAG_GROUP))
		fail("ioctl: %m");
}

static void open_group(struct perf_event_attr *from, unsigned int count, pid_t pid, int *to)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		from[i].disabled = i == 0;
		from[i].read_format = PERF_FORMAT_GROUP;
		to[i] = open_event(&from[i], pid, i ? to[0] : -1);
	}
}

static void enable(void)
{
	if (nr)
		control(fds[0], PERF_EVENT_IOC_ENABLE);
}

/* What perf record asks for */
static void sample(unsigned int i, uint64_t period, bool frequency)
{
	attrs[i].sample_period = period;
	attrs[i].freq = frequency;
	attrs[i].sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			       PERF_SAMPLE_PERIOD;
}

static void map(unsigned int i)
{
	rings[i] = mmap(NULL, 65 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fds[i], 0);
	if (rings[i] == MAP_FAILED)
		fail("mmap: %m");
}

/* How many samples have come; all records are samples, or else far too few. */
static unsigned int collect(unsigned int i)
{
	uint64_t tail = rings[i]->data_tail;
	unsigned int samples = 0;

	while (tail < rings[i]->data_head) {
		struct perf_event_header *header =
			(void *)((char *)rings[i] + PAGE + tail % (64 * PAGE));

		samples += header->type == PERF_RECORD_SAMPLE;
		tail += header->size;
	}
	rings[i]->data_tail = tail;
	return samples;
}

/* ---- Operations ------------------------------------------------------- */

static struct cost cost_same(void)
{
	start_partner();
	open_group(attrs, nr, 0, fds);
	enable();
	return cheapest(to_and_fro);
}

static struct cost cost_other(void)
{
	int others[MAX_EVENTS];

	start_partner();
	nr /= 2;
	open_group(attrs, nr, 0, fds);
	open_group(attrs + nr, nr, partner, others);
	enable();
	if (nr)
		control(others[0], PERF_EVENT_IOC_ENABLE);
	return cheapest(to_and_fro);
}

#define AHEAD	100
#define LOOPS	300

static void overflow(void)
{
	uint32_t at_once[3];
	unsigned int i;

	for (i = 0; i < 3; i++)
		at_once[i] = counters[i < nr ? i : 0];
	port_overflow_at_once(at_once, AHEAD);
	known_loop(LOOPS);
}

static void no_overflow(void)
{
	known_loop(LOOPS);
}

/* The counter of an event is the one whose overflow it samples. */
static void locate(void)
{
	uint32_t counter;
	unsigned int i;

	for (counter = 0; counter < PORT_COUNTERS; counter++) {
		port_overflow_at(counter, 10);
		known_loop(20000);
		for (i = 0; i < nr; i++)
			if (collect(i))
				counters[i] = counter;
	}
}

static struct cost cost_irq(void)
{
	struct cost best = { .insns = UINT32_MAX }, cost;
	uint32_t base = cheapest(no_overflow).insns;
	uint32_t nothing_at_all = once(nothing).insns;
	unsigned int i, n;

	for (i = 0; i < nr; i++)
		sample(i, 0x7ff00000, false);
	open_group(attrs, nr, 0, fds);
	for (i = 0; i < nr; i++)
		map(i);
	enable();
	locate();
	for (n = 0; n < runs; n++) {
		bool all = true;

		cost = once(overflow);
		for (i = 0; i < nr; i++)
			all &= collect(i) == 1;
		if (all && cost.irqs == 1 && cost.insns < best.insns)
			best = cost;
	}
	if (best.insns == UINT32_MAX)
		fail("never one interrupt with a sample of each");
	best.insns -= base + nothing_at_all;
	return best;
}

static void read_one(void)
{
	uint64_t value[MAX_EVENTS + 1];

	if (read(fds[0], value, sizeof(value)) < 0)
		fail("read: %m");
}

static struct cost cost_read(void)
{
	open_group(attrs, 1, 0, fds);
	enable();
	return cheapest(read_one);
}

static struct cost cost_group(void)
{
	open_group(attrs, nr, 0, fds);
	enable();
	return cheapest(read_one);
}

static void toggle(void)
{
	control(fds[0], PERF_EVENT_IOC_ENABLE);
	control(fds[0], PERF_EVENT_IOC_DISABLE);
}

static struct cost cost_toggle(void)
{
	open_group(attrs, nr, 0, fds);
	return cheapest(toggle);
}

/* The least of many times: what comes between only adds to it. */
static struct cost cost_own(void)
{
	uint64_t least[MAX_EVENTS], now[MAX_EVENTS + 1];
	unsigned int i, n;

	open_group(attrs, nr, 0, fds);
	for (n = 0; n < runs; n++) {
		control(fds[0], PERF_EVENT_IOC_RESET);
		toggle();
		if (read(fds[0], now, sizeof(now)) < 0)
			fail("read: %m");
		for (i = 0; i < nr; i++)
			if (!n || now[i + 1] < least[i])
				least[i] = now[i + 1];
	}
	printf("cost own");
	for (i = 0; i < nr; i++)
		printf(" %llu", (unsigned long long)least[i]);
	printf("\n");
	exit(0);
}

static void open_and_close(void)
{
	close(open_event(&attrs[0], 0, -1));
}

static struct cost cost_open(void)
{
	return cheapest(open_and_close);
}

static struct cost cost_tick(void)
{
	struct cost without = median(false), with;

	sample(0, 10, true);
	fds[0] = open_event(&attrs[0], 0, -1);
	/* Let the period settle. */
	known_loop(50000000);
	with = median(false);
	with.insns -= without.insns;
	return with;
}

static struct cost cost_rotate(void)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		fds[i] = open_event(&attrs[i], 0, -1);
	return median(true);
}

#define LONG	50000000

static void long_loop(void)
{
	known_loop(LONG);
}

static struct cost samples_of(uint64_t period, bool frequency)
{
	struct cost without = once(long_loop), with;
	unsigned int samples;

	sample(0, period, frequency);
	open_group(attrs, 1, 0, fds);
	map(0);
	enable();
	known_loop(LONG / 4);
	collect(0);
	with = once(long_loop);
	samples = collect(0);
	if (!samples)
		fail("no sample");
	return (struct cost) {
		.insns = (with.insns - without.insns) / samples,
		.accesses = with.accesses / samples,
	};
}

static struct cost cost_sample(void)
{
	return samples_of(1000, true);
}

static struct cost cheapest_long_loop(void)
{
	struct cost best = once(long_loop), cost;
	int i;

	for (i = 0; i < 3; i++) {
		cost = once(long_loop);
		if (cost.insns < best.insns)
			best = cost;
	}
	return best;
}

static struct cost over_loop(unsigned int events, bool record)
{
	struct cost without = cheapest_long_loop(), with;

	if (record)
		sample(0, 1000, true);
	open_group(attrs, events, 0, fds);
	if (record)
		map(0);
	enable();
	known_loop(LONG / 4);
	with = cheapest_long_loop();
	with.insns -= without.insns;
	return with;
}

static struct cost cost_count(void)
{
	return over_loop(nr, false);
}

static struct cost cost_record(void)
{
	return over_loop(1, true);
}

static struct cost cost_period(void)
{
	return samples_of(1000000, false);
}

static void sleep_a_while(void)
{
	usleep(10000);
}

/* The events have counted once, so whatever they leave behind is there. */
static struct cost cost_idle(void)
{
	struct cost without = cheapest(sleep_a_while), with;

	open_group(attrs, nr, 0, fds);
	enable();
	known_loop(1000);
	control(fds[0], PERF_EVENT_IOC_DISABLE);
	/* The driver's timer may find only now that there is nothing to do. */
	sleep(1);
	with = cheapest(sleep_a_while);
	with.insns -= without.insns;
	return with;
}

static const struct {
	const char *name;
	struct cost (*cost)(void);
} operations[] = {
	{ "same", cost_same }, { "other", cost_other }, { "irq", cost_irq },
	{ "read", cost_read }, { "group", cost_group }, { "toggle", cost_toggle },
	{ "own", cost_own }, { "open", cost_open }, { "tick", cost_tick },
	{ "rotate", cost_rotate }, { "sample", cost_sample },
	{ "period", cost_period }, { "count", cost_count }, { "record", cost_record }, { "idle", cost_idle },
};

int main(int argc, char **argv)
{
	unsigned int i;
	int arg;

	if (argc > 3 && !strcmp(argv[1], "-r")) {
		runs = atoi(argv[2]);
		argc -= 2;
		argv += 2;
	}
	if (argc < 2 || argc - 2 > MAX_EVENTS)
		return 2;
	if (port_magic() != 0x43504d55)
		fail("no test port");
	for (arg = 2; arg < argc; arg++) {
		attrs[nr].size = sizeof(attrs[nr]);
		parse_event(argv[arg], &attrs[nr++]);
	}
	for (i = 0; i < sizeof(operations) / sizeof(*operations); i++)
		if (!strcmp(argv[1], operations[i].name)) {
			struct cost cost = operations[i].cost();

			printf("cost %s %d %u\n", argv[1], (int)cost.insns, cost.accesses);
			return 0;
		}
	return 2;
}
