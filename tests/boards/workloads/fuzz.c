// SPDX-License-Identifier: GPL-2.0
/*
 * Random operations on events: what perf_event_open(2) and its file descriptors accept,
 * in any order, and much of what they must refuse.
 *
 *   fuzz -p PMU [-s SEED] [-f FIRST] [-n OPERATIONS] [-c CPI] [-i UNIT] [-v]
 *
 *   -p  a directory in /sys/bus/event_source/devices
 *   -f  skip the operations before FIRST
 *   -c  cycles per instruction, if known
 *   -i  multiplexing intervals are a few times UNIT ms (default 1)
 *   -v  print each operation and its result
 *
 * The same seed gives the same operations. Each operation has a random generator of its
 * own, and draws its numbers before it uses anything that may differ between two runs.
 * The program prints a hash of all numbers as the sequence.
 *
 * A few children do the same in parallel. None of them lives for long, and no operation
 * waits without a limit.
 *
 * At the end the program prints how often each kind of operation succeeded and failed, and
 * checks that against enum rule. In a long run a kind that never succeeded, or never
 * failed, is an error of this program or of the system under test.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "loops.h"

#define PAGE		4096
#define MAX_SLOTS	24
#define MAX_MAPS	16
#define MAX_CHILDREN	6
#define MAX_FILES	128
#define MAX_NUMBERS	64
#define CHILD_OPS	12
#define COVERAGE_OPS	10000
#define SIZE(array)	(sizeof(array) / sizeof(*(array)))

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

/* Properties of an event of the PMU at its open, besides the bits of its flags */
enum feature {
	BY_NAME, HARDWARE, HW_CACHE, RAW, EXT_HARDWARE, EXT_HW_CACHE, EXT_RAW, EXT_OTHER,
	LISTED, NUMBER_ABOVE, CONFIG1, DIV64, EXPORT, CONFIG2,
	COUNTING, PERIOD_1, PERIOD_100, PERIOD_31, PERIOD_63, FREQUENCY,
	CALLCHAIN, REGS_USER, REGS_INTR, STACK_USER, BRANCHES, SAMPLE_READ, SAMPLE_AUX,
	SAMPLE_UNKNOWN, READ_GROUP, READ_UNKNOWN, SIBLING, SOFTWARE_LEADS, OUTPUT,
	SELF, OTHER_TASK, NO_TASK, CPU, TASK_ON_CPU, NO_CPU, BAD_FLAGS, BAD_SIZE, BAD_POINTER,
	NR_FEATURES,
};

static const struct {
	const char *name;
	enum rule rule;
} features[NR_FEATURES] = {
	[BY_NAME] = { "type of the PMU", BOTH },
	[HARDWARE] = { "type hardware", BOTH },
	[HW_CACHE] = { "type cache", BOTH },
	[RAW] = { "type raw", BOTH },
	[EXT_HARDWARE] = { "type hardware, extended by the PMU's", BOTH },
	[EXT_HW_CACHE] = { "type cache, extended by the PMU's", BOTH },
	[EXT_RAW] = { "type raw, extended by the PMU's", REFUSED },
	/* perf clears the upper half and offers the event to every PMU of the type. */
	[EXT_OTHER] = { "type hardware, extended by garbage", ANY },
	[LISTED] = { "event listed in sysfs", BOTH },
	[NUMBER_ABOVE] = { "config with bits above the number", REFUSED },
	[CONFIG1] = { "config1 garbage", REFUSED },
	[DIV64] = { "config1 div64", BOTH },
	[EXPORT] = { "config1 export", ANY },
	[CONFIG2] = { "config2 not zero", REFUSED },
	[COUNTING] = { "counting", BOTH },
	[PERIOD_1] = { "period 1", BOTH },
	[PERIOD_100] = { "period 2 to 100", BOTH },
	[PERIOD_31] = { "period 2^31 and more", BOTH },
	[PERIOD_63] = { "period 2^63 and more", REFUSED },
	[FREQUENCY] = { "frequency", BOTH },
	[CALLCHAIN] = { "sample call chain", BOTH },
	[REGS_USER] = { "sample user's registers", BOTH },
	[REGS_INTR] = { "sample registers", BOTH },
	[STACK_USER] = { "sample user's stack", BOTH },
	[BRANCHES] = { "sample branches", REFUSED },
	[SAMPLE_READ] = { "sample read", BOTH },
	[SAMPLE_AUX] = { "sample aux area", REFUSED },
	[SAMPLE_UNKNOWN] = { "sample type unknown", REFUSED },
	[READ_GROUP] = { "read format of a group", BOTH },
	[READ_UNKNOWN] = { "read format unknown", REFUSED },
	[SIBLING] = { "in a group", BOTH },
	[SOFTWARE_LEADS] = { "in a group led by software", BOTH },
	[OUTPUT] = { "output to another event", BOTH },
	[SELF] = { "own task", BOTH },
	[OTHER_TASK] = { "another task", BOTH },
	[NO_TASK] = { "task that does not exist", REFUSED },
	[CPU] = { "CPU", BOTH },
	[TASK_ON_CPU] = { "task on CPU", BOTH },
	[NO_CPU] = { "CPU that does not exist", REFUSED },
	[BAD_FLAGS] = { "flags of the call unknown", REFUSED },
	[BAD_SIZE] = { "size of attributes wrong", BOTH },
	[BAD_POINTER] = { "attributes at a bad pointer", REFUSED },
};

/*
 * The bits of the attributes from the lowest: one in "one_in" events sets it. The PMU counts
 * in all modes and has no aux area.
 */
static const struct {
	const char *name;
	unsigned int one_in;
	enum rule rule;
} bits[] = {
	{ "disabled", 3, BOTH },
	{ "inherit", 6, BOTH },
	{ "pinned", 16, BOTH },
	{ "exclusive", 24, BOTH },
	{ "exclude_user", 120, REFUSED },
	{ "exclude_kernel", 120, REFUSED },
	{ "exclude_hv", 8, BOTH },
	{ "exclude_idle", 120, REFUSED },
	{ "mmap", 6, BOTH },
	{ "comm", 6, BOTH },
	{ NULL, 0, ANY },	/* freq, see draw_period() */
	{ "inherit_stat", 6, BOTH },
	{ "enable_on_exec", 6, BOTH },
	{ "task", 6, BOTH },
	{ "watermark", 6, BOTH },
	{ "precise_ip 1", 20, ANY },
	{ "precise_ip 2", 20, ANY },
	{ "mmap_data", 6, BOTH },
	{ "sample_id_all", 4, BOTH },
	{ "exclude_host", 120, REFUSED },
	{ "exclude_guest", 8, BOTH },
	{ "exclude_callchain_kernel", 6, BOTH },
	{ "exclude_callchain_user", 6, BOTH },
	{ "mmap2", 6, BOTH },
	{ "comm_exec", 6, BOTH },
	{ "use_clockid", 12, BOTH },
	{ "context_switch", 6, BOTH },
	{ "write_backward", 6, BOTH },
	{ "namespaces", 12, BOTH },
	{ "ksymbol", 12, BOTH },
	{ "bpf_event", 12, BOTH },
	{ "aux_output", 120, REFUSED },
	{ "cgroup", 12, BOTH },
	{ "text_poke", 12, BOTH },
	{ "build_id", 12, BOTH },
	{ "inherit_thread", 12, BOTH },
	{ "remove_on_exec", 8, BOTH },
	{ "sigtrap", 16, BOTH },
	{ "reserved", 200, REFUSED },
};
#define BIT_INHERIT		1
#define BIT_FREQ		10
#define BIT_ENABLE_ON_EXEC	12
#define BIT_INHERIT_THREAD	35
#define BIT_REMOVE_ON_EXEC	36
#define BIT_SIGTRAP		37

struct slot {
	int fd;
	pid_t pid;
	int cpu;
	uint64_t read_format;
	bool software, inherit, sigtrap, remove_on_exec;
};

struct map {
	unsigned char *at;
	size_t size;
	bool writable, whole, sigtrap;
};

/* A byte of the control page that the kernel does not use: set once data_tail is garbage */
#define SCRIBBLED(page)	((page)->__reserved[64])

static struct slot slots[MAX_SLOTS];
static struct map maps[MAX_MAPS];
static pid_t children[MAX_CHILDREN];
static char *files[MAX_FILES];
static unsigned int nr_files;
static uint32_t numbers[MAX_NUMBERS];
static unsigned int nr_numbers;
static const char *pmu;
static uint32_t pmu_type;
static uint64_t seed = 1;

/*
 * If the top of the user's stack is nearer than the requested size of the dump, Linux 6.1
 * dumps up to the top, and warns if that size is not a multiple of 8. It need not be one. So
 * keep the top further away than any size: with a variable of main(), and in an executed
 * program with its environment.
 */
#define OUT_OF_REACH	(1 << 16)
static char environment[OUT_OF_REACH + 1] = "FAR=";
static unsigned long cpi;
static bool verbose, in_child;
static unsigned long operation;
static const char *doing;
static char what[256];

/* Shared with the children */
static struct shared {
	struct outcome kinds[64], features[NR_FEATURES], bits[SIZE(bits)];
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

/* The generator: splitmix64. The numbers of children are not part of the sequence. */
static uint64_t state, sequence = 0xcbf29ce484222325ull;

static uint64_t draw(void)
{
	uint64_t x = state += 0x9e3779b97f4a7c15ull;

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

/* Mostly an open event. The fd may be invalid. */
static struct slot *any_slot(void)
{
	static struct slot none;
	static const int bad[] = { -1, 0, 1000000, 0x7fffffff };
	unsigned int first = below(MAX_SLOTS), i;
	bool is_bad = one_in(32);

	none.fd = ONE_OF(bad);
	none.read_format = 0;
	none.sigtrap = none.remove_on_exec = false;
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

static int result(long value)
{
	return value < 0 ? errno : 0;
}

/*
 * Linux 6.1 deadlocks if a task closes the last descriptor of an event with sigtrap between
 * an overflow and its signal. Both are task work, and the close waits for the signal
 * (perf_pending_task_sync()). It also waits for another task that never returns to user mode.
 *
 * So only the first task has such events. It disables them before it closes them, and has
 * none when it forks. A mapping keeps its event alive without a descriptor, and prctl() may
 * enable it again: see unmap().
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

/* perf_event_open */

static unsigned char attr_memory[2 * PAGE] __attribute__((aligned(8)));
static uint8_t has[NR_FEATURES];

static uint64_t draw_garbage(void)
{
	return draw() >> below(64) << below(32);
}

static uint64_t draw_value(void)
{
	static const uint64_t values[] = {
		0, 1, 2, 10, 100, 500, 1000, 1000, 2003, 5003, 10007, 20011, 100003, 1000003,
		0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x100000001,
		1ull << 40, (1ull << 62) + 1, ~0ull >> 1, 1ull << 63, ~0ull,
	};
	uint64_t value = ONE_OF(values), garbage = draw_garbage();

	return one_in(16) ? garbage : value;
}

static uint32_t draw_number(void)
{
	uint32_t listed = nr_numbers ? numbers[below(nr_numbers)] : 0, any = below(256);

	if (one_in(12))
		return any;
	has[LISTED] = 1;
	return listed;
}

static bool draw_type(struct perf_event_attr *attr)
{
	static const uint64_t software[] = {
		PERF_COUNT_SW_CPU_CLOCK, PERF_COUNT_SW_TASK_CLOCK, PERF_COUNT_SW_PAGE_FAULTS,
		PERF_COUNT_SW_CONTEXT_SWITCHES, PERF_COUNT_SW_DUMMY, 100,
	};
	unsigned int choice = below(20), above = below(8);
	uint64_t garbage = draw_garbage();

	switch (choice) {
	case 0 ... 5:
		attr->type = pmu_type;
		attr->config = draw_number();
		has[BY_NAME] = 1;
		break;
	case 6 ... 8:
		attr->type = PERF_TYPE_RAW;
		attr->config = draw_number();
		has[RAW] = 1;
		if (above == 0) {
			attr->config |= (uint64_t)pmu_type << 32;
			has[EXT_RAW] = 1;
		}
		break;
	case 9 ... 13:
		attr->type = PERF_TYPE_HARDWARE;
		attr->config = below(above & 4 ? 2 : PERF_COUNT_HW_MAX + 1);
		has[HARDWARE] = 1;
		if (above < 2) {
			attr->config |= (uint64_t)pmu_type << 32;
			has[EXT_HARDWARE] = 1;
		} else if (above == 2) {
			attr->config |= (garbage | 1ull << 30) << 32;
			has[EXT_OTHER] = 1;
		}
		break;
	case 14 ... 15:
		attr->type = PERF_TYPE_HW_CACHE;
		attr->config = below(PERF_COUNT_HW_CACHE_MAX + 1) |
			       (above & 4 ? below(PERF_COUNT_HW_CACHE_OP_MAX + 1) : 0) << 8 |
			       (above & 4 ? below(PERF_COUNT_HW_CACHE_RESULT_MAX + 1) : above & 1) << 16;
		has[HW_CACHE] = 1;
		if (above < 3) {
			attr->config |= (uint64_t)pmu_type << 32;
			has[EXT_HW_CACHE] = 1;
		}
		break;
	case 16 ... 18:
		attr->type = PERF_TYPE_SOFTWARE;
		attr->config = ONE_OF(software);
		return true;
	default:
		/* No type of breakpoints, tracepoints and probes: they do not use the driver. */
		attr->type = 1000 + below(1u << 31);
		attr->config = garbage;
		return true;
	}
	if (choice <= 8 && one_in(60)) {
		attr->config |= (garbage | 1) << 8;
		has[NUMBER_ABOVE] = 1;
	}
	switch (below(50)) {
	case 0 ... 1:
		/* Only cycles accept div64. */
		attr->type = PERF_TYPE_HARDWARE;
		attr->config = PERF_COUNT_HW_CPU_CYCLES;
		memset(has, 0, sizeof(has));
		/* fall through */
	case 2:
		attr->config1 = 1;
		has[DIV64] = 1;
		break;
	case 3:
		attr->config1 = 2;
		has[EXPORT] = 1;
		break;
	case 4:
		attr->config1 = garbage << 2 | 4;
		has[CONFIG1] = 1;
		break;
	case 5:
		attr->config2 = garbage | 1;
		has[CONFIG2] = 1;
		break;
	}
	return false;
}

static void draw_period(struct perf_event_attr *attr, uint64_t *flags)
{
	static const uint64_t rates[] = { 1, 10, 30, 100, 100, 100, 100, 300, 1000, 1000000 };
	uint64_t value = draw_value(), rate = ONE_OF(rates);

	switch (below(5)) {
	case 0 ... 1:
		has[COUNTING] = 1;
		break;
	case 2:
		*flags |= 1ull << BIT_FREQ;
		attr->sample_freq = rate;
		has[FREQUENCY] = 1;
		break;
	default:
		attr->sample_period = value;
		has[PERIOD_1] = value == 1;
		has[PERIOD_100] = value > 1 && value <= 100;
		has[PERIOD_31] = value >> 31 && !(value >> 63);
		has[PERIOD_63] = value >> 63;
	}
}

/* Expensive kinds, and kinds that may be refused, are rarer. */
static void draw_sample(struct perf_event_attr *attr)
{
	static const uint64_t plain = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
		PERF_SAMPLE_ADDR | PERF_SAMPLE_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |
		PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_RAW | PERF_SAMPLE_WEIGHT | PERF_SAMPLE_DATA_SRC |
		PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TRANSACTION | PERF_SAMPLE_PHYS_ADDR |
		PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_CODE_PAGE_SIZE;

	attr->sample_type = draw() & draw() & plain;
	if (one_in(5)) {
		attr->sample_type |= PERF_SAMPLE_CALLCHAIN;
		attr->sample_max_stack = one_in(3) ? below(200) : 0;
		has[CALLCHAIN] = 1;
	}
	if (one_in(8)) {
		attr->sample_type |= PERF_SAMPLE_REGS_USER;
		attr->sample_regs_user = one_in(8) ? draw_garbage() : draw() & 0xffff;
		has[REGS_USER] = 1;
	}
	if (one_in(8)) {
		attr->sample_type |= PERF_SAMPLE_REGS_INTR;
		attr->sample_regs_intr = one_in(8) ? draw_garbage() : draw() & 0xffff;
		has[REGS_INTR] = 1;
	}
	if (one_in(10)) {
		static const uint32_t sizes[] = { 0, 8, 64, 256, 1024, 8192, 65528, 7, 65536 };

		attr->sample_type |= PERF_SAMPLE_STACK_USER;
		attr->sample_stack_user = ONE_OF(sizes);
		has[STACK_USER] = 1;
		/*
		 * A bug of perf, up to 7.2 at least: the stack takes the rest of the 64 KiB
		 * of a record, and the interrupted registers are added after that. The
		 * record's size wraps, and perf writes more than it has reserved.
		 */
		if (attr->sample_type & PERF_SAMPLE_REGS_INTR && attr->sample_stack_user == 65528)
			attr->sample_stack_user = 32768;
	}
	if (one_in(8)) {
		attr->sample_type |= PERF_SAMPLE_READ;
		has[SAMPLE_READ] = 1;
	}
	if (one_in(120)) {
		attr->sample_type |= PERF_SAMPLE_BRANCH_STACK;
		attr->branch_sample_type = draw_garbage() & 0x3ffff;
		has[BRANCHES] = 1;
	}
	if (one_in(120)) {
		attr->sample_type |= PERF_SAMPLE_AUX;
		attr->aux_sample_size = 1 + below(8192);
		has[SAMPLE_AUX] = 1;
	}
	if (one_in(120)) {
		attr->sample_type |= 1ull << (40 + below(24));
		has[SAMPLE_UNKNOWN] = 1;
	}
}

/* The last row of the table is bit 63: Linux 7.2 uses two of the bits before it. */
static uint64_t flag(unsigned int bit)
{
	return 1ull << (bit == SIZE(bits) - 1 ? 63 : bit);
}

static void draw_flags(struct perf_event_attr *attr, uint64_t flags)
{
	unsigned int bit;

	for (bit = 0; bit < SIZE(bits); bit++)
		if (bits[bit].name && one_in(bits[bit].one_in))
			flags |= flag(bit);
	/* Some bits need each other, and some exclude each other: mostly respect that. */
	if (!one_in(8)) {
		if (flags >> BIT_SIGTRAP & 1)
			flags |= 1ull << BIT_REMOVE_ON_EXEC;
		if (flags >> BIT_REMOVE_ON_EXEC & 1)
			flags &= ~(1ull << BIT_ENABLE_ON_EXEC);
		if (flags >> BIT_INHERIT_THREAD & 1)
			flags |= 1ull << BIT_INHERIT;
		if ((flags >> BIT_SIGTRAP & 1) && (flags >> BIT_INHERIT & 1))
			flags |= 1ull << BIT_INHERIT_THREAD;
		if (flags >> BIT_INHERIT & 1) {
			attr->read_format &= ~(uint64_t)PERF_FORMAT_GROUP;
			has[READ_GROUP] = 0;
		}
	}
	memcpy((char *)attr + offsetof(struct perf_event_attr, read_format) + 8, &flags, 8);
}

static uint64_t get_flags(const struct perf_event_attr *attr)
{
	uint64_t flags;

	memcpy(&flags, (const char *)attr + offsetof(struct perf_event_attr, read_format) + 8, 8);
	return flags;
}

static uint32_t draw_size(void)
{
	static const uint32_t sizes[] = {
		0, 1, 63, PERF_ATTR_SIZE_VER0, PERF_ATTR_SIZE_VER1, PERF_ATTR_SIZE_VER3,
		PERF_ATTR_SIZE_VER5 + 4, PERF_ATTR_SIZE_VER7, sizeof(struct perf_event_attr) + 8,
		PAGE, PAGE + 1, 0x7fffffff, 0xffffffff,
	};
	uint32_t size = ONE_OF(sizes);

	if (!one_in(25))
		return sizeof(struct perf_event_attr);
	has[BAD_SIZE] = 1;
	return size;
}

/* The read format, wake-ups, the clock */
static void draw_rest(struct perf_event_attr *attr)
{
	attr->read_format = below(32);
	if (one_in(120)) {
		attr->read_format |= 1ull << (5 + below(59));
		has[READ_UNKNOWN] = 1;
	}
	has[READ_GROUP] = !!(attr->read_format & PERF_FORMAT_GROUP);
	attr->wakeup_events = one_in(2) ? below(5) : draw_garbage();
	attr->clockid = one_in(8) ? below(20) : CLOCK_MONOTONIC;
	attr->aux_watermark = one_in(20) ? draw_garbage() : 0;
	attr->sig_data = draw();
}

/* With a bad size or pointer the kernel does not read the other attributes. */
static void count_features(uint64_t flags, int error)
{
	unsigned int i;

	if (has[BAD_SIZE] || has[BAD_POINTER]) {
		count_outcome(&shared->features[has[BAD_SIZE] ? BAD_SIZE : BAD_POINTER], error);
		return;
	}
	for (i = 0; i < NR_FEATURES; i++)
		if (has[i])
			count_outcome(&shared->features[i], error);
	for (i = 0; i < SIZE(bits); i++)
		if (flags & flag(i))
			count_outcome(&shared->bits[i], error);
}

static int op_open(void)
{
	static const unsigned long bad_flags[] = {
		PERF_FLAG_PID_CGROUP, 16, 0x80000000,
	};
	struct perf_event_attr *attr = (void *)attr_memory;
	struct slot *slot = &slots[below(MAX_SLOTS)], *group = any_slot();
	bool in_group = one_in(4), like_group = !one_in(6), software;
	pid_t child = any_child(), pid = 0;
	int cpu = -1, group_fd = -1, fd, error;
	unsigned int where = below(40), how = below(40);
	unsigned long flags = 0;
	uint64_t attr_flags = 0;
	void *at = attr;

	memset(attr_memory, 0, sizeof(attr_memory));
	memset(has, 0, sizeof(has));
	software = draw_type(attr);
	draw_period(attr, &attr_flags);
	draw_sample(attr);
	draw_rest(attr);
	draw_flags(attr, attr_flags);
	attr->size = draw_size();
	if (one_in(300)) {
		at = (void *)(uintptr_t)(draw() & 0xffc);
		has[BAD_POINTER] = 1;
	}

	switch (where) {
	case 0 ... 19:
		has[SELF] = 1;
		break;
	case 20 ... 25:
		pid = child;
		has[OTHER_TASK] = 1;
		break;
	case 26 ... 33:
		pid = -1;
		cpu = 0;
		has[CPU] = 1;
		break;
	case 34 ... 37:
		cpu = 0;
		has[TASK_ON_CPU] = 1;
		break;
	case 38:
		pid = how < 20 ? -2 : 0x7fffffff;
		has[NO_TASK] = 1;
		break;
	default:
		pid = how < 20 ? -1 : 0;
		cpu = how < 10 ? 1 : how < 20 ? -1 : 5000;
		has[NO_CPU] = 1;
	}
	if (in_group) {
		has[SIBLING] = 1;
		has[SOFTWARE_LEADS] = group->software;
		group_fd = group->fd;
		if (like_group && where < 38 && group->fd >= 0) {
			pid = group->pid;
			cpu = group->cpu;
			attr->inherit = group->inherit;
			attr->pinned = attr->exclusive = 0;
			memset(&has[SELF], 0, &has[NO_CPU] + 1 - &has[SELF]);
		}
	}
	switch (how) {
	case 0 ... 9:
		flags = PERF_FLAG_FD_CLOEXEC;
		break;
	case 10 ... 11:
		flags = PERF_FLAG_FD_NO_GROUP;
		break;
	case 12 ... 15:
		flags = PERF_FLAG_FD_OUTPUT | (how & 1 ? PERF_FLAG_FD_NO_GROUP : 0);
		has[OUTPUT] = 1;
		group_fd = group->fd;
		break;
	case 16:
		flags = bad_flags[where % SIZE(bad_flags)];
		has[BAD_FLAGS] = flags != PERF_FLAG_PID_CGROUP;
		break;
	}
	/*
	 * Linux 6.1 warns if a software event overflows twice before it sends the signal of
	 * the first overflow. This CPU sends it at the tick, because it cannot raise an
	 * interrupt for irq_work.
	 */
	if (in_child || pid || (software && attr->exclude_kernel))
		attr->sigtrap = 0;
	/*
	 * With remove_on_exec on the leader only, Linux 6.1 removes the leader without its
	 * siblings. They stay on the PMU when their task is scheduled out, and disabling
	 * them then is an oops.
	 */
	if (group_fd != -1 && group->remove_on_exec) {
		attr->remove_on_exec = 1;
		attr->enable_on_exec = 0;
	}
	attr_flags = get_flags(attr);

	fd = syscall(SYS_perf_event_open, at, pid, cpu, group_fd, flags);
	error = fd < 0 ? errno : 0;
	snprintf(what, sizeof(what),
		 "type %u config %#llx config1 %#llx config2 %#llx period %#llx sample %#llx read %#llx flags %#llx size %u, pid %d cpu %d group %d flags %#lx",
		 attr->type, (unsigned long long)attr->config, (unsigned long long)attr->config1,
		 (unsigned long long)attr->config2, (unsigned long long)attr->sample_period,
		 (unsigned long long)attr->sample_type, (unsigned long long)attr->read_format,
		 (unsigned long long)attr_flags, attr->size, pid, cpu, group_fd, flags);
	if (!software)
		count_features(attr_flags, error);
	if (error)
		return error;
	close_slot(slot);
	slot->fd = fd;
	slot->pid = pid;
	slot->cpu = cpu;
	slot->read_format = attr->read_format;
	slot->software = software;
	slot->inherit = attr->inherit;
	slot->sigtrap = attr->sigtrap;
	slot->remove_on_exec = attr->remove_on_exec;
	return 0;
}

static int op_close(void)
{
	struct slot *slot = any_slot();

	if (slot->fd <= 0 || slot->fd >= 1000000)
		return slot->fd ? result(close(slot->fd)) : EBADF;
	close_slot(slot);
	return 0;
}

static int op_dup(void)
{
	struct slot *slot = &slots[below(MAX_SLOTS)], *from = any_slot();
	int fd = fcntl(from->fd ?: -1, F_DUPFD_CLOEXEC, 3);

	if (fd < 0)
		return errno;
	if (slot != from) {
		close_slot(slot);
		*slot = *from;
	} else {
		close(slot->fd);
	}
	slot->fd = fd;
	return 0;
}

static int op_read(void)
{
	static uint64_t buffer[1024];
	static const size_t sizes[] = { 0, 1, 8, 16, 40, 64, 4096, sizeof(buffer) };
	struct slot *slot = any_slot();
	size_t size = ONE_OF(sizes), wanted;
	bool nowhere = one_in(20);
	ssize_t got = read(slot->fd, nowhere ? NULL : buffer, size);

	if (got < 0)
		return errno;
	wanted = 8 * (1 + __builtin_popcountll(slot->read_format));
	/* The read of a pinned event in the error state returns 0. */
	if (!slot->fd || !got)
		return ENODATA;
	if (!(slot->read_format & PERF_FORMAT_GROUP) && got != (ssize_t)wanted)
		complain("read of format %#llx returns %zd bytes, not %zu",
			 (unsigned long long)slot->read_format, got, wanted);
	return 0;
}

/* ioctl */

static unsigned long draw_group_flag(void)
{
	unsigned long garbage = draw();

	switch (below(16)) {
	case 0:
		return garbage;
	case 1 ... 4:
		return PERF_IOC_FLAG_GROUP;
	}
	return 0;
}

static int op_enable(void)
{
	struct slot *slot = any_slot();

	return result(ioctl(slot->fd, PERF_EVENT_IOC_ENABLE, draw_group_flag()));
}

static int op_disable(void)
{
	struct slot *slot = any_slot();

	return result(ioctl(slot->fd, PERF_EVENT_IOC_DISABLE, draw_group_flag()));
}

static int op_reset(void)
{
	struct slot *slot = any_slot();

	return result(ioctl(slot->fd, PERF_EVENT_IOC_RESET, draw_group_flag()));
}

static int op_refresh(void)
{
	static const int counts[] = { 0, 1, 2, 5, 100, -1, -100, 0x7fffffff };
	struct slot *slot = any_slot();

	return result(ioctl(slot->fd, PERF_EVENT_IOC_REFRESH, ONE_OF(counts)));
}

static int op_period(void)
{
	struct slot *slot = any_slot();
	uint64_t value = draw_value();
	bool nowhere = one_in(40);

	return result(ioctl(slot->fd, PERF_EVENT_IOC_PERIOD, nowhere ? NULL : &value));
}

static int op_set_output(void)
{
	struct slot *slot = any_slot(), *to = any_slot();
	bool nowhere = one_in(4);

	return result(ioctl(slot->fd, PERF_EVENT_IOC_SET_OUTPUT, nowhere ? -1 : to->fd));
}

static int op_pause_output(void)
{
	struct slot *slot = any_slot();

	return result(ioctl(slot->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, below(3)));
}

static int op_id(void)
{
	struct slot *slot = any_slot();
	bool nowhere = one_in(20);
	uint64_t id;

	return result(ioctl(slot->fd, PERF_EVENT_IOC_ID, nowhere ? NULL : &id));
}

static int op_filter(void)
{
	struct slot *slot = any_slot();
	const char *text = one_in(2) ? "filter 0x1000/0x1000" : "common_pid == 1";

	return result(ioctl(slot->fd, PERF_EVENT_IOC_SET_FILTER, text));
}

static int op_bpf(void)
{
	struct slot *slot = any_slot(), *program = any_slot();
	struct perf_event_query_bpf query = { .ids_len = below(10) };

	if (one_in(2))
		return result(ioctl(slot->fd, PERF_EVENT_IOC_SET_BPF, program->fd));
	return result(ioctl(slot->fd, PERF_EVENT_IOC_QUERY_BPF, &query));
}

static int op_modify(void)
{
	struct slot *slot = any_slot();
	struct perf_event_attr attr = {
		.type = one_in(2) ? pmu_type : below(7), .size = sizeof(attr), .config = below(256),
	};

	return result(ioctl(slot->fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &attr));
}

static int op_bad_ioctl(void)
{
	struct slot *slot = any_slot();
	unsigned int number = 64 + below(100);

	return result(ioctl(slot->fd, one_in(2) ? _IO('$', number) : below(1 << 30), draw_value()));
}

/* Ring buffers */

/* Like close_slot(). Without a descriptor prctl() is the only way to disable the event. */
static void disable_sigtrap(const struct map *map)
{
	if (map->sigtrap)
		prctl(PR_TASK_PERF_EVENTS_DISABLE);
}

static void unmap(struct map *map)
{
	disable_sigtrap(map);
	munmap(map->at, map->size);
	map->at = NULL;
}

static int op_mmap(void)
{
	static const size_t sizes[] = { 0, 1, 1, 2, 2, 3, 3, 5, 5, 9, 17, 4, 7 };
	struct map *map = &maps[below(MAX_MAPS)];
	struct slot *slot = any_slot();
	size_t size = ONE_OF(sizes) * PAGE;
	unsigned int how = below(32);
	int prot = PROT_READ | (how < 24 ? PROT_WRITE : 0);
	void *at = mmap(NULL, size, prot, how ? MAP_SHARED : MAP_PRIVATE, slot->fd ?: -1,
			how == 1 ? 3 * PAGE : 0);

	if (at == MAP_FAILED)
		return errno;
	if (map->at)
		unmap(map);
	*map = (struct map){
		.at = at, .size = size,
		.writable = prot & PROT_WRITE, .whole = true, .sigtrap = slot->sigtrap,
	};
	return 0;
}

/* The PMU has no aux area, whatever the control page says. */
static int op_mmap_aux(void)
{
	struct map *map = any_map();
	struct slot *slot = any_slot();
	size_t offset = (20 + below(4)) * PAGE, size = PAGE << below(4);
	void *at;

	if (map && map->writable && map->whole) {
		struct perf_event_mmap_page *page = (void *)map->at;

		page->aux_offset = offset;
		page->aux_size = size;
	}
	at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, slot->fd ?: -1, offset);
	if (at == MAP_FAILED)
		return errno;
	munmap(at, size);
	return 0;
}

static int op_munmap(void)
{
	struct map *map = any_map();

	if (!map)
		return ENOENT;
	unmap(map);
	return 0;
}

/* The kernel may refuse to split a mapping. */
static int op_munmap_part(void)
{
	struct map *map = any_map();
	unsigned int page = below(20);
	int error;

	if (!map || map->size == PAGE)
		return ENOENT;
	disable_sigtrap(map);
	error = result(munmap(map->at + page % (map->size / PAGE) * PAGE, PAGE));
	if (!error)
		map->whole = false;
	return error;
}

/* Read the ring. Each record must be valid. */
static int op_drain(void)
{
	struct map *map = any_map();
	struct perf_event_mmap_page *page;
	uint64_t head, tail, size;

	/* Without PROT_WRITE the kernel overwrites old records. */
	if (!map || !map->whole || !map->writable || map->size == PAGE)
		return ENOENT;
	page = (void *)map->at;
	size = map->size - PAGE;
	head = page->data_head;
	__sync_synchronize();
	tail = page->data_tail;
	/* An event with write_backward decreases the head and ignores the tail. */
	if (head - tail > size || page->data_size != size) {
		page->data_tail = head;
		return ERANGE;
	}
	while (tail != head) {
		struct perf_event_header header;
		unsigned char *bytes = (unsigned char *)&header;
		unsigned int i;

		for (i = 0; i < sizeof(header); i++)
			bytes[i] = map->at[PAGE + (tail + i) % size];
		if (!header.type || header.type >= PERF_RECORD_MAX ||
		    header.size < sizeof(header) || header.size % 8 ||
		    header.size > head - tail) {
			if (!SCRIBBLED(page))
				complain("invalid record of type %u and size %u, %llu bytes before the head",
					 header.type, header.size,
					 (unsigned long long)(head - tail));
			tail = head;
			break;
		}
		if (header.type == PERF_RECORD_SAMPLE)
			count(&shared->samples);
		tail += header.size;
	}
	__sync_synchronize();
	page->data_tail = tail;
	return 0;
}

/* Write to the control page. The kernel reads only the tail and the place of aux. */
static int op_scribble(void)
{
	struct map *map = any_map();
	uint64_t value = draw_value(), garbage = draw();
	unsigned int where = below(4);
	struct perf_event_mmap_page *page;

	if (!map || !map->whole || !map->writable)
		return ENOENT;
	page = (void *)map->at;
	SCRIBBLED(page) = 1;
	switch (where) {
	case 0:
		page->data_tail = value;
		break;
	case 1:
		page->data_tail = garbage;
		break;
	case 2:
		page->aux_offset = value;
		page->aux_size = garbage;
		page->aux_tail = value;
		break;
	default:
		page->lock = garbage;
		page->index = garbage;
		page->data_head = value;
		page->data_offset = garbage;
		page->data_size = value;
	}
	return 0;
}

/* Read the control page like a program that reads the counter in user mode. */
static int op_page(void)
{
	struct map *map = any_map();
	volatile struct perf_event_mmap_page *page;
	uint64_t enabled, running, offset;
	uint32_t lock, index;
	int tries = 100;

	if (!map || !map->whole)
		return ENOENT;
	page = (void *)map->at;
	do {
		lock = page->lock;
		__sync_synchronize();
		enabled = page->time_enabled;
		running = page->time_running;
		index = page->cap_user_rdpmc ? page->index : 0;
		offset = page->offset;
		__sync_synchronize();
	} while (page->lock != lock && --tries);
	if (index && !SCRIBBLED(page))
		complain("the control page offers counter %u to user mode", index);
	return tries && enabled | running | offset ? 0 : ENODATA;
}

static int op_poll(void)
{
	struct slot *slot = any_slot();
	struct pollfd pollfd = { .fd = slot->fd, .events = POLLIN };
	int timeout = below(3);

	if (poll(&pollfd, 1, timeout) < 0)
		return errno;
	return pollfd.fd < 0 || pollfd.revents & (POLLNVAL | POLLERR) ? EBADF : 0;
}

static int op_fasync(void)
{
	static const int signals[] = { 0, SIGIO, SIGUSR1, 40, 65 };
	struct slot *slot = any_slot();
	int number = ONE_OF(signals), flags = one_in(3) ? 0 : O_ASYNC;
	pid_t child = any_child(), owner = one_in(3) ? child : getpid();

	if (slot->fd <= 0)
		return EBADF;
	return result(fcntl(slot->fd, F_SETOWN, owner)) ?:
	       result(fcntl(slot->fd, F_SETSIG, number)) ?:
	       result(fcntl(slot->fd, F_SETFL, O_RDWR | flags));
}

/* Tasks and their work */

static int op_work(void)
{
	known_loop(1 + below(4000));
	return 0;
}

static int op_fault(void)
{
	size_t size = (1 + below(8)) * PAGE, at;
	char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		return errno;
	for (at = 0; at < size; at += PAGE)
		memory[at] = 1;
	return result(munmap(memory, size));
}

static int op_yield(void)
{
	return result(sched_yield());
}

static int op_sleep(void)
{
	/* A signal may end the sleep. */
	usleep(below(1500));
	return 0;
}

static int op_prctl(void)
{
	return result(prctl(one_in(3) ? PR_TASK_PERF_EVENTS_DISABLE : PR_TASK_PERF_EVENTS_ENABLE));
}

static void *thread_work(void *loops)
{
	known_loop((uintptr_t)loops);
	sched_yield();
	known_loop((uintptr_t)loops);
	return NULL;
}

static int op_thread(void)
{
	uintptr_t loops = 1 + below(2000);
	pthread_t thread;
	int error = pthread_create(&thread, NULL, thread_work, (void *)loops);

	return error ?: pthread_join(thread, NULL);
}

/*
 * A group of cycles and instructions beside all other events. If it ran all the time, the
 * instructions include the loop, and cycles are CPI times the instructions.
 */
static int op_exact(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE, .size = sizeof(attr), .disabled = 1,
		.config = PERF_COUNT_HW_CPU_CYCLES, .pinned = one_in(2),
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
	};
	struct {
		uint64_t events, enabled, running, cycles, instructions;
	} got = { 0 };
	unsigned long loops = 1 + below(10000);
	int leader, sibling = -1, error;

	leader = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (leader < 0)
		return errno;
	attr.config = PERF_COUNT_HW_INSTRUCTIONS;
	attr.disabled = attr.pinned = 0;
	sibling = syscall(SYS_perf_event_open, &attr, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
	error = result(sibling) ?:
		result(ioctl(leader, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP));
	known_loop(loops);
	error = error ?: result(ioctl(leader, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
	if (!error && read(leader, &got, sizeof(got)) != sizeof(got))
		error = ENODATA;
	close(sibling);
	close(leader);
	if (error)
		return error;
	if (got.running != got.enabled || !got.running)
		return EBUSY;
	if (got.instructions < 2 * loops + 1 || (cpi && got.cycles != cpi * got.instructions))
		complain("a loop of %lu instructions counts %llu instructions and %llu cycles",
			 2 * loops + 1, (unsigned long long)got.instructions,
			 (unsigned long long)got.cycles);
	count(&shared->exact);
	return 0;
}

static int op_kill(void)
{
	static const int signals[] = { SIGKILL, SIGTERM, SIGSTOP, SIGCONT, SIGUSR1, SIGIO, 0, 65 };
	pid_t child = any_child();
	int number = ONE_OF(signals);

	/* The child may have ended. Its pid is not reused before it is reaped. */
	return child == getpid() ? ESRCH : result(kill(child, number));
}

/* Wait for a child, or for a grandchild whose parent has ended. */
static int reap(int options)
{
	unsigned int i;
	int status;
	pid_t pid = waitpid(-1, &status, options);

	if (pid <= 0)
		return pid ? errno : EAGAIN;
	if (WIFSIGNALED(status))
		switch (WTERMSIG(status)) {
		case SIGILL:
		case SIGABRT:
		case SIGBUS:
		case SIGFPE:
		case SIGSEGV:
		case SIGSYS:
			complain("a child died of signal %d", WTERMSIG(status));
		}
	for (i = 0; i < MAX_CHILDREN; i++)
		if (children[i] == pid)
			children[i] = 0;
	return 0;
}

static int op_reap(void)
{
	return reap(WNOHANG);
}

/*
 * Multiplexing restarts throttled events. If their samples and signals take longer than the
 * interval, the kernel does nothing else. So a slow kernel needs longer intervals.
 */
static int interval_unit = 1;	/* ms */

static int op_sysfs(void)
{
	char path[128], value[16], text[256];
	const char *file = nr_files ? files[below(nr_files)] : "type";
	bool write_it = one_in(3);
	unsigned int interval = below(12), fd;
	int error;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/%s", pmu,
		 write_it && interval ? "perf_event_mux_interval_ms" : file);
	fd = open(path, write_it ? O_WRONLY : O_RDONLY);
	if ((int)fd < 0)
		return errno;
	if (write_it) {
		snprintf(value, sizeof(value), "%d", ((int)interval - 3) * interval_unit);
		error = result(write(fd, value, strlen(value)));
	} else {
		error = result(read(fd, text, sizeof(text)));
	}
	close(fd);
	return error;
}

/* Low rates only: with period 1 each sample is an interrupt. */
static int op_sysctl(void)
{
	static const char * const rates[] = { "100", "100", "300", "0", "-1" };
	const char *rate = ONE_OF(rates);
	int fd = open("/proc/sys/kernel/perf_event_max_sample_rate", O_WRONLY), error;

	if (fd < 0)
		return errno;
	error = result(write(fd, rate, strlen(rate)));
	close(fd);
	return error;
}

static int op_fork(void);

static const struct kind {
	const char *name;
	int (*run)(void);	/* 0, or the number of the error */
	unsigned int weight;
	enum rule rule;
	bool alone;		/* children skip it */
} kinds[] = {
	{ "open", op_open, 50, BOTH, false },
	{ "close", op_close, 6, BOTH, false },
	{ "dup", op_dup, 3, BOTH, false },
	{ "read", op_read, 14, BOTH, false },
	{ "ioctl enable", op_enable, 9, BOTH, false },
	{ "ioctl disable", op_disable, 6, BOTH, false },
	{ "ioctl reset", op_reset, 5, BOTH, false },
	{ "ioctl refresh", op_refresh, 6, BOTH, false },
	{ "ioctl period", op_period, 10, BOTH, false },
	{ "ioctl set_output", op_set_output, 6, BOTH, false },
	{ "ioctl pause_output", op_pause_output, 4, BOTH, false },
	{ "ioctl id", op_id, 3, BOTH, false },
	{ "ioctl set_filter", op_filter, 1, REFUSED, false },
	{ "ioctl bpf", op_bpf, 1, REFUSED, false },
	{ "ioctl modify_attributes", op_modify, 1, REFUSED, false },
	{ "ioctl garbage", op_bad_ioctl, 2, REFUSED, false },
	{ "mmap", op_mmap, 10, BOTH, false },
	{ "mmap of aux", op_mmap_aux, 2, REFUSED, false },
	{ "munmap", op_munmap, 3, SUCCEEDS, false },
	{ "munmap of a page", op_munmap_part, 2, ANY, false },
	{ "ring drained", op_drain, 10, BOTH, true },
	{ "page scribbled", op_scribble, 2, BOTH, false },
	{ "page read", op_page, 5, SUCCEEDS, false },
	{ "poll", op_poll, 4, BOTH, false },
	{ "fasync", op_fasync, 5, BOTH, false },
	{ "work", op_work, 16, WORKS, false },
	{ "page faults", op_fault, 3, WORKS, false },
	{ "yield", op_yield, 6, WORKS, false },
	{ "sleep", op_sleep, 2, WORKS, false },
	{ "prctl", op_prctl, 3, WORKS, false },
	{ "thread", op_thread, 3, WORKS, true },
	{ "exact", op_exact, 5, SUCCEEDS, false },
	{ "fork", op_fork, 6, WORKS, true },
	{ "kill", op_kill, 3, BOTH, true },
	{ "reap", op_reap, 4, BOTH, true },
	{ "sysfs", op_sysfs, 3, BOTH, true },
	{ "sysctl", op_sysctl, 1, BOTH, true },
};

static void operate(uint64_t number)
{
	static unsigned int weights;
	const struct kind *kind = kinds;
	unsigned int i, choice;
	int error;

	if (!weights)
		for (i = 0; i < SIZE(kinds); i++)
			weights += kinds[i].weight;
	for (choice = below(weights); choice >= kind->weight; kind++)
		choice -= kind->weight;
	if (in_child && kind->alone)
		return;
	what[0] = 0;
	doing = kind->name;
	if (verbose)
		printf("%s%llu %s\n", in_child ? "  child: " : "", (unsigned long long)number,
		       kind->name);
	error = kind->run();
	count_outcome(&shared->kinds[kind - kinds], error);
	if (in_child)
		count(&shared->child_ops);
	if (verbose)
		printf("%s  %s%s%s\n", in_child ? "  child: " : "",
		       error ? strerror(error) : "ok", *what ? ", " : "", what);
}

static void end_after(unsigned int ms)
{
	struct itimerval when = { .it_value.tv_usec = ms * 1000 };

	signal(SIGALRM, SIG_DFL);
	setitimer(ITIMER_REAL, &when, NULL);
}

static void __attribute__((noreturn)) be_child(unsigned int how, unsigned int loops)
{
	unsigned int i;

	in_child = true;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	end_after(100);
	/* A child does not inherit mappings of rings. */
	memset(maps, 0, sizeof(maps));
	memset(children, 0, sizeof(children));
	switch (how) {
	case 0:
		known_loop(loops);
		break;
	case 1:
		for (;;)
			pause();
	case 2:
		execle("/proc/self/exe", "fuzz", "-w", "100", NULL,
		       (char *[]){ environment, NULL });
		complain("exec: %s", strerror(errno));
		break;
	case 3:
		if (!fork()) {
			end_after(50);
			known_loop(loops);
			sched_yield();
			known_loop(loops);
		} else {
			known_loop(loops / 2);
		}
		break;
	default:
		for (i = 0; i < CHILD_OPS; i++)
			operate(loops);
	}
	_exit(0);
}

static int op_fork(void)
{
	unsigned int place = below(MAX_CHILDREN), how = below(8), loops = 1 + below(3000), i;
	uint64_t childs = draw();
	pid_t pid;

	for (i = 0; i < MAX_SLOTS; i++)
		if (slots[i].sigtrap)
			close_slot(&slots[i]);
	for (i = 0; i < MAX_MAPS; i++)
		if (maps[i].at && maps[i].sigtrap)
			unmap(&maps[i]);
	/* End the previous child in this place, even if it is stopped. */
	if (children[place])
		kill(children[place], SIGKILL);
	while (children[place])
		if (reap(0))
			break;
	fflush(stdout);
	pid = fork();
	if (!pid) {
		state = childs;
		be_child(how, loops);
	}
	if (pid > 0)
		children[place] = pid;
	return result(pid);
}

static void on_signal(int number)
{
	(void)number;
	count(&shared->signals);
}

static void catch_signals(void)
{
	static const int numbers[] = { SIGIO, SIGUSR1, SIGTRAP, 40 };
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	unsigned int i;

	for (i = 0; i < SIZE(numbers); i++)
		sigaction(numbers[i], &action, NULL);
}

/* Read the PMU's type, its files, and the numbers of its events. */
static int by_name(const void *a, const void *b)
{
	return strcmp(*(char * const *)a, *(char * const *)b);
}

static void read_files(const char *directory)
{
	char path[512];
	struct dirent *entry;
	DIR *dir;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/%s", pmu, directory);
	dir = opendir(path);
	while (dir && (entry = readdir(dir)) && nr_files < MAX_FILES) {
		if (entry->d_type != DT_REG || !strcmp(entry->d_name, "uevent"))
			continue;
		snprintf(path, sizeof(path), "%s/%s", directory, entry->d_name);
		files[nr_files++] = strdup(path);
	}
	if (dir)
		closedir(dir);
}

static void read_pmu(void)
{
	char path[512];
	unsigned int i;
	FILE *file;

	read_files(".");
	read_files("format");
	read_files("events");
	read_files("caps");
	/* Always in the same order */
	qsort(files, nr_files, sizeof(*files), by_name);
	for (i = 0; i < nr_files; i++) {
		unsigned int number;

		snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/%s", pmu, files[i]);
		file = fopen(path, "r");
		if (!file)
			continue;
		if (!strcmp(files[i], "./type") && fscanf(file, "%u", &pmu_type) != 1)
			pmu_type = 0;
		if (!strncmp(files[i], "events/", 7) && nr_numbers < MAX_NUMBERS &&
		    fscanf(file, "event=%x", &number) == 1)
			numbers[nr_numbers++] = number;
		fclose(file);
	}
	if (!pmu_type || !nr_numbers) {
		printf("fuzz: no PMU '%s'\n", pmu);
		exit(2);
	}
}

static void judge(const char *name, const struct outcome *outcome, enum rule rule, bool covered)
{
	printf("  %-30s %8u succeeded %8u failed\n", name, outcome->ok, outcome->failed);
	if (rule == WORKS && outcome->failed)
		complain("'%s' failed", name);
	if (rule == REFUSED && outcome->ok)
		complain("'%s' succeeded", name);
	if (!covered)
		return;
	if (!outcome->ok && rule != REFUSED && rule != ANY)
		complain("'%s' never succeeded", name);
	if (!outcome->failed && (rule == REFUSED || rule == BOTH))
		complain("'%s' never failed", name);
}

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000ull + now.tv_nsec / 1000000;
}

/* No progress for a minute: print where, and what the children do. */
static void on_alarm(int number)
{
	static const char * const files[] = { "stat", "wchan", "syscall" };
	char path[64], text[2048];
	unsigned int i, file;
	ssize_t size;
	int fd;

	(void)number;
	printf("fuzz: FAIL: a minute in operation %lu, %s %s\n",
	       operation, doing, what);
	for (i = 0; i <= MAX_CHILDREN; i++) {
		if (i < MAX_CHILDREN && !children[i])
			continue;
		for (file = 0; file < SIZE(files); file++) {
			snprintf(path, sizeof(path), "/proc/%d/%s",
				 i < MAX_CHILDREN ? children[i] : getpid(), files[file]);
			fd = open(path, O_RDONLY);
			size = read(fd, text, sizeof(text));
			if (size > 0)
				printf("%s: %.*s\n", path, (int)size, text);
			close(fd);
		}
	}
	_exit(3);
}

int main(int argc, char **argv)
{
	volatile char out_of_reach[OUT_OF_REACH] __attribute__((unused));
	unsigned long operations = 1000, first = 0, i, longest = 0;
	uint64_t before, took, longest_took = 0;
	const char *longest_doing = "";
	bool covered;
	int option;

	while ((option = getopt(argc, argv, "p:s:n:c:f:i:vw:")) != -1) {
		switch (option) {
		case 'p':
			pmu = optarg;
			break;
		case 's':
			seed = strtoull(optarg, NULL, 0);
			break;
		case 'n':
			operations = strtoul(optarg, NULL, 0);
			break;
		case 'c':
			cpi = strtoul(optarg, NULL, 0);
			break;
		case 'v':
			verbose = true;
			break;
		case 'f':
			first = strtoul(optarg, NULL, 0);
			break;
		case 'i':
			interval_unit = atoi(optarg);
			break;
		case 'w':
			/* A child has executed this program. */
			known_loop(strtoul(optarg, NULL, 0));
			return 0;
		default:
			return 2;
		}
	}
	if (!pmu)
		return 2;
	read_pmu();
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return 2;
	setvbuf(stdout, NULL, _IOLBF, 0);
	out_of_reach[0] = 0;
	memset(environment + strlen(environment), 'x', OUT_OF_REACH - strlen(environment));
	catch_signals();
	signal(SIGALRM, on_alarm);
	/* Grandchildren become children of this task when their parent ends. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (i = 0; i < MAX_SLOTS; i++)
		slots[i].fd = -1;

	for (operation = first; operation < operations; operation++) {
		/* End this program if there is no progress. */
		if ((operation - first) % 256 == 0)
			alarm(60);
		state = seed + operation * 0xd1342543de82ef95ull;
		before = now_ms();
		operate(operation);
		took = now_ms() - before;
		if (took > longest_took) {
			longest = operation;
			longest_took = took;
			longest_doing = doing;
		}
	}
	alarm(60);

	for (i = 0; i < MAX_MAPS; i++)
		if (maps[i].at)
			unmap(&maps[i]);
	for (i = 0; i < MAX_SLOTS; i++)
		close_slot(&slots[i * 7 % MAX_SLOTS]);
	for (i = 0; i < MAX_CHILDREN; i++)
		if (children[i])
			kill(children[i], SIGKILL);
	while (reap(0) != ECHILD)
		;

	covered = operations - first >= COVERAGE_OPS;
	for (i = 0; i < SIZE(kinds); i++)
		judge(kinds[i].name, &shared->kinds[i], kinds[i].rule, covered);
	printf("events of the PMU, by their properties at open:\n");
	for (i = 0; i < NR_FEATURES; i++)
		judge(features[i].name, &shared->features[i], features[i].rule, covered);
	for (i = 0; i < SIZE(bits); i++)
		if (bits[i].name)
			judge(bits[i].name, &shared->bits[i], bits[i].rule, covered);
	printf("fuzz: %lu operations, %u by children, seed %llu, sequence %016llx\n", operations,
	       shared->child_ops, (unsigned long long)seed, (unsigned long long)sequence);
	printf("fuzz: %u samples read, %u signals, %u exact counts of a known loop\n",
	       shared->samples, shared->signals, shared->exact);
	printf("fuzz: the longest operation took %llu ms: number %lu, %s\n",
	       (unsigned long long)longest_took, longest, longest_doing);
	if (covered && (!shared->samples || !shared->signals || !shared->exact))
		complain("no sample, no signal or no exact count of a known loop");
	printf("fuzz: %u errors\n", shared->errors);
	return shared->errors != 0;
}
