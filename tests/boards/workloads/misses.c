// SPDX-License-Identifier: GPL-2.0
/*
 * Functions of which some miss the data cache, on a board whose model has caches. They take
 * turns, each for some 100 us.
 *
 *   misses [OPTION]... [EVENT]
 *
 *   -r ROUNDS  matrix products (default 4)
 *   -n ROWS    rows of the product in a turn (default 1): longer turns
 *
 *   by_columns  a row of a matrix product that reads the second matrix by columns: with rows
 *               of 512 bytes, more lines of a set than any of the caches has, so each read is
 *               a miss
 *   copy        copy 64 KB: each line is a miss of the load and one of the store
 *   by_rows     the same product, of the transposed matrix: a miss for each line
 *   hash        look up numbers in a table of 256 KB, far larger than the caches: nearly each
 *               is a miss
 *   known_loop  none
 *
 * With EVENT, TYPE:CONFIG, count it. Output:
 *   count NAME EVENTS READS     READS is the number of accesses that should be misses, if the
 *                               line has 32 bytes
 */
#include "event.h"
#include "loops.h"
#include "options.h"
#include "port.h"

#define N	128
#define LINE	32
#define HASHED	(256 * 1024 / sizeof(struct entry))
#define COPIED	(64 * 1024)
/* Of each turn and row */
#define LOOKUPS	3000

static struct entry {
	unsigned int key, value, next, unused;
} table[HASHED];

static int left[N][N], right[N][N], product[N][N];
static char source[COPIED] __attribute__((aligned(64)));
static char target[COPIED] __attribute__((aligned(64)));
static unsigned int found, state = 1;

static void __attribute__((noinline)) by_columns(unsigned long row)
{
	unsigned long i, k;

	for (i = 0; i < N; i++) {
		int sum = 0;

		for (k = 0; k < N; k++)
			sum += left[row][k] * right[k][i];
		product[row][i] = sum;
	}
}

static void __attribute__((noinline)) by_rows(unsigned long row)
{
	unsigned long i, k;

	for (i = 0; i < N; i++) {
		int sum = 0;

		for (k = 0; k < N; k++)
			sum += left[row][k] * right[i][k];
		product[row][i] = sum;
	}
}

static void __attribute__((noinline)) hash(unsigned long row)
{
	unsigned int n;

	(void)row;
	for (n = 0; n < LOOKUPS; n++) {
		state = state * 1103515245 + 12345;
		found += table[(state >> 8) % HASHED].key == state;
	}
}

static void __attribute__((noinline)) copy(unsigned long row)
{
	char *from = source, *to = target;

	(void)row;
	asm volatile("1:	ldmia %0!, {r3-r10}\n"
		     "	stmia %1!, {r3-r10}\n"
		     "	cmp %0, %2\n"
		     "	bne 1b"
		     : "+r" (from), "+r" (to) : "r" (source + COPIED)
		     : "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "cc", "memory");
}

static void compute(unsigned long row)
{
	(void)row;
	known_loop(25000);
}

static struct function {
	const char *name;
	void (*run)(unsigned long row);
	unsigned long reads;
	u64 events;
} functions[] = {
	{ .name = "by_columns", .run = by_columns, .reads = N * N },
	{ .name = "copy", .run = copy, .reads = 2 * COPIED / LINE },
	{ .name = "by_rows", .run = by_rows, .reads = N * N * sizeof(int) / LINE },
	{ .name = "hash", .run = hash, .reads = LOOKUPS },
	{ .name = "known_loop", .run = compute, .reads = 0 },
};

static unsigned long rounds = 4, rows = 1;

/* All event counters: one of them counts. */
static u64 total(void)
{
	return port_read(0) + port_read(1) + port_read(2) + port_read(3);
}

static const struct program_option options[] = {
	{ 'r', .number = &rounds },
	{ 'n', .number = &rows },
	{ }
};

int main(int argc, char **argv)
{
	int first = parse_options(argc, argv, options);
	unsigned long turn, row, i;
	bool counts = first < argc;

	if (counts) {
		struct perf_event_attr attr = { .size = sizeof(attr) };

		parse_event(argv[first], &attr);
		open_attr(&attr, 0, NO_LEADER);
	}
	/* Pages of their own */
	memset(table, 1, sizeof(table));
	memset(left, 1, sizeof(left));
	memset(right, 1, sizeof(right));
	memset(source, 1, sizeof(source));
	memset(target, 1, sizeof(target));
	for (turn = 0; turn < rounds * N / rows; turn++) {
		for (i = 0; i < SIZE(functions); i++) {
			u64 before = counts ? total() : 0;

			for (row = 0; row < rows; row++)
				functions[i].run((turn * rows + row) % N);
			if (counts)
				functions[i].events += total() - before;
		}
	}
	for (i = 0; counts && i < SIZE(functions); i++)
		printf("count %s %llu %lu\n", functions[i].name, functions[i].events,
		       functions[i].reads * turn * rows);
	/* The compiler must not leave the work out. */
	return found == 1 && product[0][0] == 1;
}
