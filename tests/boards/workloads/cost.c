// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel's operations on events cost: instructions, and accesses to the PMU,
 * as the test port of the emulated PMU counts them.
 *
 *   cost [-r RUNS] OPERATION EVENT...   EVENT is TYPE:CONFIG[:CONFIG1], see event.h
 *
 *   same       switch to a task without events, and back
 *   other      switch to a task with as many other events (the second half of those
 *              given), and back: two switches
 *   irq        one interrupt: all events overflow in the same instruction
 *   read       read the first event
 *   direct     the same without a system call; CONFIG1 has user_read
 *   group      read all events at once
 *   toggle     enable and disable the group
 *   own        what the group counts between enable and disable
 *   open       open and close the first event
 *   tick       the tick, with the first event in frequency mode
 *   rotate     multiplexing: there are more events than counters
 *   sample     a sample of the first event at 1000 Hz
 *   sample-999 the same at 999 Hz: perf's interval is then no whole number of microseconds
 *   period     a sample of the first event with a period of 1,000,000
 *   count      a loop of 100,000,000 instructions while the events count
 *   record     the same while the first event is sampled at 1000 Hz
 *   guard      the driver's timer that reads the counters, while the events count
 *   idle       ten milliseconds of sleep, the events are open and disabled
 *
 * Each operation is repeated, most of them RUNS times (200). A tick or another task
 * can only add to the cost, so the program prints the cheapest run. For "tick",
 * "rotate", "sample" and "period" it prints the median. The instructions that the program
 * itself executes are subtracted, except in "same" and "other".
 *
 *   cost OPERATION INSTRUCTIONS ACCESSES IRQS-OFF
 *
 * IRQS-OFF is the longest time with interrupts disabled, in instructions.
 * "own" prints the counts of the events instead.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include "cp_pmu_read.h"
#include "event.h"
#include "loops.h"
#include "options.h"
#include "partner.h"
#include "port.h"
#include "ring.h"

#define MAX_EVENTS	32
#define RING_PAGES	64
/* For median(): runs of a loop of BLOCK_LOOPS */
#define BLOCKS		40000
#define BLOCK_LOOPS	500
/* For irq: the overflow comes after AHEAD instructions of a loop of OVERFLOW_LOOPS. */
#define AHEAD		100
#define OVERFLOW_LOOPS	300
/* Loops of "sample", "count" and the like: 100,000,000 instructions */
#define LONG_LOOPS	50000000

struct cost {
	uint32_t insns, accesses, irqs, irqs_off;
};

static struct perf_event_attr attrs[MAX_EVENTS];
static int fds[MAX_EVENTS];
static struct ring rings[MAX_EVENTS];
static uint32_t counters[MAX_EVENTS];
static unsigned int nr;
static unsigned long runs = 200;

static void begin(struct cost *cost)
{
	port_read(PORT_IRQS_OFF);
	cost->irqs = -port_read(PORT_IRQS);
	cost->accesses = -port_read(PORT_ACCESSES);
	cost->insns = -port_read(PORT_INSNS);
}

static void end(struct cost *cost)
{
	cost->insns += port_read(PORT_INSNS);
	cost->accesses += port_read(PORT_ACCESSES);
	cost->irqs += port_read(PORT_IRQS);
	cost->irqs_off = port_read(PORT_IRQS_OFF);
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

/* The cheapest of many runs, less the instructions of once(nothing) */
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

static void block(void)
{
	known_loop(BLOCK_LOOPS);
}

/* What interrupts a loop: a tick, something that accesses the PMU, or one sample */
enum interruption { TICK, ACCESS, SAMPLE };

static bool is_interrupted(enum interruption by, const struct cost *cost, uint32_t base)
{
	switch (by) {
	case TICK:
		return cost->insns >= base + 100;
	case ACCESS:
		return cost->accesses;
	default:
		return ring_samples(&rings[0]) == 1;
	}
}

/* The median cost of what interrupts a loop. Overflows are left out. */
static struct cost median(enum interruption by)
{
	static struct cost costs[BLOCKS];
	unsigned int found = 0, i;
	uint32_t base = UINT32_MAX;

	for (i = 0; i < BLOCKS; i++) {
		struct cost cost = once(block);

		if (cost.insns < base)
			base = cost.insns;
		if (is_interrupted(by, &cost, base) && !cost.irqs)
			costs[found++] = cost;
	}
	if (!found)
		fail("nothing interrupted the loop");
	qsort(costs, found, sizeof(*costs), by_insns);
	costs[found / 2].insns -= base;
	return costs[found / 2];
}

/* ---- Events ----------------------------------------------------------- */

static void open_group(struct perf_event_attr *from, unsigned int count, pid_t pid, int *to)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		from[i].disabled = i == 0;
		from[i].read_format = PERF_FORMAT_GROUP;
		from[i].remove_on_exec = !!(from[i].config1 & CP_PMU_USER_READ);
		to[i] = open_attr(&from[i], pid, i ? to[0] : NO_LEADER);
		if (from[i].remove_on_exec)
			ring_map(&rings[i], to[i], 0);
	}
}

static void enable(int leader)
{
	control(leader, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
}

static void disable(int leader)
{
	control(leader, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
}

/* Sample like perf record. */
static void sample(unsigned int i, u64 period, bool frequency)
{
	attrs[i].sample_period = period;
	attrs[i].freq = frequency;
	attrs[i].sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			       PERF_SAMPLE_PERIOD;
}

/* ---- Operations ------------------------------------------------------- */

static struct cost cost_same(void)
{
	start_partner();
	open_group(attrs, nr, 0, fds);
	if (nr)
		enable(fds[0]);
	return cheapest(to_and_fro);
}

static struct cost cost_other(void)
{
	int others[MAX_EVENTS];

	start_partner();
	nr /= 2;
	open_group(attrs, nr, 0, fds);
	open_group(attrs + nr, nr, partner, others);
	enable(fds[0]);
	enable(others[0]);
	return cheapest(to_and_fro);
}

/* The counters that are to overflow in the loop; none until the events are open */
static uint32_t overflowing;

static void loop(void)
{
	port_overflow_at(overflowing, AHEAD);
	known_loop(OVERFLOW_LOOPS);
}

/* Find the counter of each event: let each counter overflow and see which event samples. */
static void locate(void)
{
	uint32_t counter;
	unsigned int i;

	for (counter = 0; counter < PORT_COUNTERS; counter++) {
		port_overflow_at(1u << counter, 10);
		known_loop(20000);
		for (i = 0; i < nr; i++)
			if (ring_samples(&rings[i]))
				counters[i] = counter;
	}
}

static struct cost cost_irq(void)
{
	struct cost best = { .insns = UINT32_MAX }, cost;
	uint32_t base = cheapest(loop).insns;
	uint32_t nothing_at_all = once(nothing).insns;
	unsigned int i, n;

	for (i = 0; i < nr; i++)
		sample(i, 0x7ff00000, false);
	open_group(attrs, nr, 0, fds);
	for (i = 0; i < nr; i++)
		ring_map(&rings[i], fds[i], RING_PAGES);
	enable(fds[0]);
	locate();
	for (i = 0; i < nr; i++)
		overflowing |= 1u << counters[i];
	for (n = 0; n < runs; n++) {
		bool all = true;

		cost = once(loop);
		for (i = 0; i < nr; i++)
			all &= ring_samples(&rings[i]) == 1;
		if (all && cost.irqs == 1 && cost.insns < best.insns)
			best = cost;
	}
	if (best.insns == UINT32_MAX)
		fail("no interrupt with one sample of each event");
	best.insns -= base + nothing_at_all;
	return best;
}

static void read_directly(void)
{
	uint64_t value;

	if (cp_pmu_read(fds[0], rings[0].page, &value))
		fail("read: %m");
}

static struct cost cost_direct(void)
{
	open_group(attrs, 1, 0, fds);
	enable(fds[0]);
	if (!rings[0].page || !rings[0].page->index)
		fail("the page has no counter");
	return cheapest(read_directly);
}

static void read_one(void)
{
	u64 value[MAX_EVENTS + 1];

	if (read(fds[0], value, sizeof(value)) < 0)
		fail("read: %m");
}

static struct cost cost_read(void)
{
	open_group(attrs, 1, 0, fds);
	enable(fds[0]);
	return cheapest(read_one);
}

static struct cost cost_group(void)
{
	open_group(attrs, nr, 0, fds);
	enable(fds[0]);
	return cheapest(read_one);
}

static void toggle(void)
{
	enable(fds[0]);
	disable(fds[0]);
}

static struct cost cost_toggle(void)
{
	open_group(attrs, nr, 0, fds);
	return cheapest(toggle);
}

/* The smallest counts of many runs: a tick can only add to them. */
static struct cost cost_own(void)
{
	u64 least[MAX_EVENTS], now[MAX_EVENTS + 1];
	unsigned int i, n;

	open_group(attrs, nr, 0, fds);
	for (n = 0; n < runs; n++) {
		control(fds[0], PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
		toggle();
		if (read(fds[0], now, sizeof(now)) < 0)
			fail("read: %m");
		for (i = 0; i < nr; i++)
			if (!n || now[i + 1] < least[i])
				least[i] = now[i + 1];
	}
	printf("cost own");
	for (i = 0; i < nr; i++)
		printf(" %llu", least[i]);
	printf("\n");
	exit(0);
}

static void open_and_close(void)
{
	close(open_attr(&attrs[0], 0, NO_LEADER));
}

static struct cost cost_open(void)
{
	return cheapest(open_and_close);
}

static struct cost cost_tick(void)
{
	struct cost without = median(TICK), with;

	sample(0, 10, true);
	fds[0] = open_attr(&attrs[0], 0, NO_LEADER);
	/* Let the period settle. */
	known_loop(50000000);
	with = median(TICK);
	with.insns -= without.insns;
	return with;
}

static struct cost cost_rotate(void)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		fds[i] = open_attr(&attrs[i], 0, NO_LEADER);
	return median(ACCESS);
}

static void long_loop(void)
{
	known_loop(LONG_LOOPS);
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

static struct cost samples_of(u64 period, bool frequency)
{
	sample(0, period, frequency);
	open_group(attrs, 1, 0, fds);
	ring_map(&rings[0], fds[0], RING_PAGES);
	enable(fds[0]);
	known_loop(LONG_LOOPS / 4);
	ring_samples(&rings[0]);
	return median(SAMPLE);
}

static struct cost cost_sample(void)
{
	return samples_of(1000, true);
}

static struct cost cost_sample_999(void)
{
	return samples_of(999, true);
}

static struct cost over_loop(unsigned int events, bool record)
{
	struct cost without = cheapest_long_loop(), with;

	if (record)
		sample(0, 1000, true);
	open_group(attrs, events, 0, fds);
	if (record)
		ring_map(&rings[0], fds[0], RING_PAGES);
	enable(fds[0]);
	known_loop(LONG_LOOPS / 4);
	with = cheapest_long_loop();
	with.insns -= without.insns;
	return with;
}

static struct cost cost_count(void)
{
	return over_loop(nr, false);
}

/* The guard comes every 500 ms: eight times in 20,000 of these parts of 200 us. */
static void part(void)
{
	known_loop(LONG_LOOPS / 1000);
}

static long task_switches(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_nvcsw + usage.ru_nivcsw;
}

/*
 * The guard comes with a tick, whose cost is not its own. A switch to another task and back
 * accesses the counters, too.
 */
static struct cost cost_guard(void)
{
	struct cost tick = median(TICK);
	struct cost best = { .insns = UINT32_MAX, .accesses = UINT32_MAX }, cost;
	uint32_t base = UINT32_MAX;
	unsigned int found = 0, i;
	long switches;

	open_group(attrs, nr, 0, fds);
	enable(fds[0]);
	for (i = 0; i < 20000; i++) {
		switches = task_switches();
		cost = once(part);
		if (cost.insns < base)
			base = cost.insns;
		if (!cost.accesses || cost.irqs || task_switches() != switches)
			continue;
		found++;
		/* The flag of a counter that has wrapped may come with it. */
		if (cost.accesses < best.accesses)
			best.accesses = cost.accesses;
		if (cost.insns < best.insns) {
			best.insns = cost.insns;
			best.irqs_off = cost.irqs_off;
		}
	}
	if (found < 5)
		fail("a timer has read the counters %u times in 4 seconds", found);
	best.insns -= base + tick.insns;
	return best;
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

/* The events have counted before they are disabled: the driver may have a timer left. */
static struct cost cost_idle(void)
{
	struct cost without = cheapest(sleep_a_while), with;

	open_group(attrs, nr, 0, fds);
	enable(fds[0]);
	known_loop(1000);
	disable(fds[0]);
	/* Let the driver's timer expire. */
	sleep(1);
	with = cheapest(sleep_a_while);
	with.insns -= without.insns;
	return with;
}

static const struct {
	const char *name;
	struct cost (*cost)(void);
} operations[] = {
	{ "same", cost_same },
	{ "other", cost_other },
	{ "irq", cost_irq },
	{ "read", cost_read },
	{ "direct", cost_direct },
	{ "group", cost_group },
	{ "toggle", cost_toggle },
	{ "own", cost_own },
	{ "open", cost_open },
	{ "tick", cost_tick },
	{ "rotate", cost_rotate },
	{ "sample", cost_sample },
	{ "sample-999", cost_sample_999 },
	{ "period", cost_period },
	{ "count", cost_count },
	{ "record", cost_record },
	{ "guard", cost_guard },
	{ "idle", cost_idle },
};

static const struct program_option options[] = {
	{ 'r', .number = &runs },
	{ }
};

int main(int argc, char **argv)
{
	int first = parse_options(argc, argv, options), arg;
	unsigned int i;

	if (argc - first < 1 || argc - first - 1 > MAX_EVENTS)
		return 2;
	if (port_magic() != PORT_MAGIC)
		fail("no test port");
	for (arg = first + 1; arg < argc; arg++) {
		attrs[nr].size = sizeof(attrs[nr]);
		parse_event(argv[arg], &attrs[nr++]);
	}
	for (i = 0; i < SIZE(operations); i++)
		if (!strcmp(argv[first], operations[i].name)) {
			struct cost cost = operations[i].cost();

			printf("cost %s %d %u %u\n", argv[first], (int)cost.insns,
			       cost.accesses, cost.irqs_off);
			return 0;
		}
	return 2;
}
