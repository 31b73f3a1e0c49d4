/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the operations of fuzz.c share: the random generator, the results, and the open
 * events, mappings and children that operations choose from.
 */
#ifndef FUZZ_STATE_H
#define FUZZ_STATE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include "event.h"
#include "ring.h"

#define MAX_SLOTS	24
#define MAX_MAPS	16
#define MAX_CHILDREN	6

static bool in_child;

/* ---- The generator: splitmix64 ---------------------------------------- */

/* The numbers of children are not part of the sequence. */
static u64 state, sequence = 0xcbf29ce484222325ull;

static u64 draw(void)
{
	u64 x = state += 0x9e3779b97f4a7c15ull;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	x ^= x >> 31;
	sequence = (sequence ^ x) * 0x100000001b3ull;
	return x;
}

static uint32_t below(uint32_t limit)
{
	return (draw() >> 32) * limit >> 32;
}

static bool one_in(uint32_t n)
{
	return below(n) == 0;
}

#define ONE_OF(array)	((array)[below(SIZE(array))])

static u64 draw_garbage(void)
{
	return draw() >> below(64) << below(32);
}

/* A period, or an argument of an ioctl */
static u64 draw_value(void)
{
	static const u64 values[] = {
		0, 1, 2, 10, 100, 500, 1000, 1000, 2003, 5003, 10007, 20011, 100003, 1000003,
		0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x100000001,
		1ull << 40, (1ull << 62) + 1, ~0ull >> 1, 1ull << 63, ~0ull,
	};
	u64 value = ONE_OF(values), garbage = draw_garbage();

	return one_in(16) ? garbage : value;
}

/* ---- Results ---------------------------------------------------------- */

/* The expected results of a kind of operation in the whole run */
enum rule {
	BOTH,		/* succeeds and fails */
	SUCCEEDS,	/* succeeds, and may fail */
	WORKS,		/* never fails */
	REFUSED,	/* never succeeds */
	ANY,		/* depends on the core */
};

struct outcome {
	uint32_t ok, failed;
};

/* Shared with the children */
static struct shared {
	struct outcome kinds[64], features[64], bits[64];
	uint32_t errors, child_ops, signals, samples, exact;
} *shared;

static void count(uint32_t *counter)
{
	__sync_fetch_and_add(counter, 1);
}

static void count_outcome(struct outcome *outcome, int error)
{
	count(error ? &outcome->failed : &outcome->ok);
}

static void __attribute__((format(printf, 1, 2))) complain(const char *format, ...)
{
	va_list args;

	count(&shared->errors);
	printf("fuzz: FAIL: ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	fflush(stdout);
}

static int result(long value)
{
	return value < 0 ? errno : 0;
}

/* ---- Events, mappings, children --------------------------------------- */

struct slot {
	int fd;
	pid_t pid;
	int cpu;
	u64 read_format;
	bool software, inherit, sigtrap, remove_on_exec;
};

struct map {
	unsigned char *at;
	size_t size;
	bool writable, sigtrap;
};

static struct slot slots[MAX_SLOTS];
static struct map maps[MAX_MAPS];
static pid_t children[MAX_CHILDREN];

/* Mostly an open event. The fd may be invalid. */
static struct slot *any_slot(void)
{
	static struct slot none;
	static const int bad[] = { -1, 0, 1000000, 0x7fffffff };
	unsigned int first = below(MAX_SLOTS), i;
	bool is_bad = one_in(32);

	none = (struct slot){ .fd = ONE_OF(bad) };
	for (i = 0; i < MAX_SLOTS && !is_bad; i++) {
		struct slot *slot = &slots[(first + i) % MAX_SLOTS];

		if (slot->fd >= 0)
			return slot;
	}
	return &none;
}

static struct map *any_map(void)
{
	unsigned int first = below(MAX_MAPS), i;

	for (i = 0; i < MAX_MAPS; i++)
		if (maps[(first + i) % MAX_MAPS].at)
			return &maps[(first + i) % MAX_MAPS];
	return NULL;
}

/* A child, which may have ended; this task if there is no child */
static pid_t any_child(void)
{
	unsigned int first = below(MAX_CHILDREN), i;

	for (i = 0; i < MAX_CHILDREN; i++)
		if (children[(first + i) % MAX_CHILDREN])
			return children[(first + i) % MAX_CHILDREN];
	return getpid();
}

/*
 * Linux 6.1 up to about 6.1.176 can block a task for ever that closes an event with sigtrap.
 * An event that is disabled, and that no other task has, is safe. So only the first task has
 * such events. It disables them before it closes them, and has none when it forks. A mapping
 * keeps its event alive without a descriptor, and prctl() may enable it again: see unmap().
 */
static void close_slot(struct slot *slot)
{
	if (slot->fd >= 0) {
		if (slot->sigtrap)
			ioctl(slot->fd, PERF_EVENT_IOC_DISABLE, 0);
		close(slot->fd);
	}
	slot->fd = -1;
}

/* Without a descriptor prctl() is the only way to disable the event. */
static void unmap(struct map *map)
{
	if (map->sigtrap)
		prctl(PR_TASK_PERF_EVENTS_DISABLE);
	munmap(map->at, map->size);
	map->at = NULL;
}

#endif
