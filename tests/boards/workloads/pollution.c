// SPDX-License-Identifier: GPL-2.0
/*
 * How many lines of a program an interrupt pushes out of the caches, on a board whose model
 * has them. The program has its data and its instructions in the caches, and misses nothing.
 * It waits for an interrupt in a loop of a few instructions, and then counts how many lines
 * are missing.
 *
 *   pollution [OPTION]... MISSES
 *
 * MISSES is the event of a cache, TYPE:CONFIG, which the program only counts.
 *
 *   -d KB      data (default 8)
 *   -i KB      instructions (default 8)
 *   -n NUMBER  interrupts (default 500)
 *   -e EVENT   an event that is sampled
 *   -c P       with period P
 *   -F HZ      with frequency HZ
 *   -p EVENTS  pulses in each turn of the waiting loop, of some 110 instructions
 *
 * Output, for the interrupts with a sample, and for those without one that have less than 2000
 * instructions or more:
 *   sample|short|long NUMBER INSTRUCTIONS OWN LOST
 * INSTRUCTIONS and OWN are what the interrupt has executed and missed itself. LOST is what the
 * program misses afterwards. These are means: OWN and LOST times 100.
 */
#include "event.h"
#include "loops.h"
#include "options.h"
#include "port.h"
#include "ring.h"

#define MAX_KB		64
/* A turn of the waiting loop has fewer instructions, an interrupt more. */
#define TURN		200
#define SHORT		2000

static unsigned long data_kb = 8, code_kb = 8, wanted = 500, pulses;
static u64 frequency, period;
static const char *sampled;
static struct ring ring;
static char data[MAX_KB * 1024] __attribute__((aligned(4096)));

static struct result {
	u64 number, insns, own, lost;
} with_sample, short_ones, long_ones;

/* Read a word of each line. */
static void read_data(void)
{
	char *at = data, *end = data + data_kb * 1024;

	asm volatile("1:	ldr r3, [%0], #32\n"
		     "	cmp %0, %1\n"
		     "	bne 1b"
		     : "+r" (at) : "r" (end) : "r3", "cc", "memory");
}

/* 64 KB of instructions. Execute the last KB of them. */
asm("	.text\n"
    "	.balign 4096\n"
    "run_code_end_minus_64k:\n"
    "	.rept 16 * 1024\n"
    "	nop\n"
    "	.endr\n"
    "	bx lr\n");
extern char run_code_end_minus_64k[];

static void run_code(void)
{
	((void (*)(void))(run_code_end_minus_64k + (MAX_KB - code_kb) * 1024))();
}

/* The first event is on PMN0. */
static u64 misses(void)
{
	return port_read(0);
}

static u64 misses_of_program(void)
{
	u64 before = misses();

	read_data();
	run_code();
	return misses() - before;
}

/* Until the program misses nothing */
static void prime(void)
{
	unsigned long i, quiet = 0;

	for (i = 0; i < 10000 && quiet < 3; i++)
		quiet = misses_of_program() ? 0 : quiet + 1;
	if (i == 10000)
		fail("the program never stops missing");
}

/* Wait for an interrupt. Set what it has executed and missed. */
static void wait_for_interrupt(struct result *result)
{
	u64 before, own, after = port_read(PORT_INSNS);

	do {
		before = after;
		own = misses();
		asm volatile("mcr p15, 0, %0, c15, c15, 6" : : "r" (pulses));
		hundred();
		after = port_read(PORT_INSNS);
	} while (after - before < TURN);
	result->insns = after - before;
	result->own = misses() - own;
}

static void add(struct result *sum, const struct result *one)
{
	sum->number++;
	sum->insns += one->insns;
	sum->own += one->own;
	sum->lost += one->lost;
}

static void print(const char *name, const struct result *sum)
{
	u64 n = sum->number ? sum->number : 1;

	printf("%s %llu %llu %llu %llu\n", name, sum->number, sum->insns / n,
	       sum->own * 100 / n, sum->lost * 100 / n);
}

static int open_event(const char *name, u64 period)
{
	struct perf_event_attr attr = { .size = sizeof(attr) };

	parse_event(name, &attr);
	if (period) {
		attr.sample_period = period;
		attr.freq = !!frequency;
		attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
				   PERF_SAMPLE_PERIOD;
	}
	return open_attr(&attr, 0, NO_LEADER);
}

static const struct program_option options[] = {
	{ 'd', .number = &data_kb },
	{ 'i', .number = &code_kb },
	{ 'n', .number = &wanted },
	{ 'e', .text = &sampled },
	{ 'c', .number64 = &period },
	{ 'F', .number64 = &frequency },
	{ 'p', .number = &pulses },
	{ }
};

int main(int argc, char **argv)
{
	int first = parse_options(argc, argv, options);
	unsigned long i;
	u64 head = 0;

	if (first + 1 != argc || !data_kb || !code_kb || data_kb > MAX_KB || code_kb > MAX_KB)
		fail("no event, or no size of at most %d KB", MAX_KB);
	open_event(argv[first], 0);
	memset(data, 1, sizeof(data));
	if (sampled)
		ring_map(&ring, open_event(sampled, frequency ? frequency : period), 512);
	for (i = 0; i < wanted; i++) {
		struct result one = { 0 };

		prime();
		if (sampled)
			head = ring.page->data_head;
		wait_for_interrupt(&one);
		one.lost = misses_of_program();
		if (sampled && ring.page->data_head != head)
			add(&with_sample, &one);
		else
			add(one.insns < SHORT ? &short_ones : &long_ones, &one);
	}
	print("sample", &with_sample);
	print("short", &short_ones);
	print("long", &long_ones);
	return 0;
}
