/* SPDX-License-Identifier: GPL-2.0 */
/* Open an event with random attributes, and count the results by its properties. */
#ifndef FUZZ_OPEN_H
#define FUZZ_OPEN_H

#include "fuzz-state.h"

#define MAX_NUMBERS	64

static uint32_t type_of_pmu;
/* The event numbers that sysfs lists */
static uint32_t numbers[MAX_NUMBERS];
static unsigned int nr_numbers;
/* The last open, for -v */
static char what[256];

/* ---- Properties ------------------------------------------------------- */

/* Properties of an event of the PMU at its open, besides the bits of its flags */
enum feature {
	BY_NAME, HARDWARE, HW_CACHE, RAW, EXT_HARDWARE, EXT_HW_CACHE, EXT_RAW, EXT_OTHER,
	LISTED, NUMBER_ABOVE, CONFIG1, DIV64, EXPORT, CONFIG2,
	COUNTING, PERIOD_1, PERIOD_100, PERIOD_31, PERIOD_63, FREQUENCY,
	CALLCHAIN, REGS_USER, REGS_INTR, STACK_USER, BRANCHES, SAMPLE_READ, SAMPLE_AUX,
	READ_GROUP, SIBLING, SOFTWARE_LEADS, SELF, OTHER_TASK, CPU, TASK_ON_CPU,
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
	[EXT_HARDWARE] = { "type hardware with PMU's type", BOTH },
	[EXT_HW_CACHE] = { "type cache with PMU's type", BOTH },
	[EXT_RAW] = { "type raw with PMU's type", REFUSED },
	/* perf clears the upper half and offers the event to every PMU of the type. */
	[EXT_OTHER] = { "type hardware with garbage", ANY },
	[LISTED] = { "event listed in sysfs", BOTH },
	[NUMBER_ABOVE] = { "bits above the event number", REFUSED },
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
	[REGS_USER] = { "sample user registers", BOTH },
	[REGS_INTR] = { "sample registers", BOTH },
	[STACK_USER] = { "sample user stack", BOTH },
	[BRANCHES] = { "sample branches", REFUSED },
	[SAMPLE_READ] = { "sample read", BOTH },
	[SAMPLE_AUX] = { "sample aux area", REFUSED },
	[READ_GROUP] = { "read format of a group", BOTH },
	[SIBLING] = { "in a group", BOTH },
	[SOFTWARE_LEADS] = { "in a group led by software", BOTH },
	[SELF] = { "own task", BOTH },
	[OTHER_TASK] = { "another task", BOTH },
	[CPU] = { "CPU", BOTH },
	[TASK_ON_CPU] = { "task on CPU", BOTH },
};

/*
 * Bits of the attributes that affect the driver's callbacks, its interrupt or its samples.
 * One in "one_in" events sets the bit. The PMU counts in all modes, so only an event that
 * samples may exclude one.
 */
static const struct {
	unsigned int bit;
	const char *name;
	unsigned int one_in;
	enum rule rule;
} bits[] = {
	{ 0, "disabled", 3, BOTH },
	{ 1, "inherit", 6, BOTH },
	{ 2, "pinned", 16, BOTH },
	{ 3, "exclusive", 24, BOTH },
	{ 4, "exclude_user", 16, BOTH },
	{ 5, "exclude_kernel", 16, BOTH },
	{ 6, "exclude_hv", 8, BOTH },
	{ 7, "exclude_idle", 16, BOTH },
	{ 11, "inherit_stat", 6, BOTH },
	{ 12, "enable_on_exec", 6, BOTH },
	{ 14, "watermark", 6, BOTH },
	{ 15, "precise_ip 1", 120, REFUSED },
	{ 16, "precise_ip 2", 120, REFUSED },
	{ 19, "exclude_host", 120, REFUSED },
	{ 20, "exclude_guest", 8, BOTH },
	{ 21, "exclude_callchain_kernel", 6, BOTH },
	{ 22, "exclude_callchain_user", 6, BOTH },
	{ 27, "write_backward", 6, BOTH },
	{ 35, "inherit_thread", 12, BOTH },
	{ 36, "remove_on_exec", 8, BOTH },
	{ 37, "sigtrap", 16, BOTH },
};
#define FLAG_INHERIT		(1ull << 1)
#define FLAG_FREQ		(1ull << 10)
#define FLAG_ENABLE_ON_EXEC	(1ull << 12)
#define FLAG_INHERIT_THREAD	(1ull << 35)
#define FLAG_REMOVE_ON_EXEC	(1ull << 36)
#define FLAG_SIGTRAP		(1ull << 37)

static uint8_t has[NR_FEATURES];

static void count_features(u64 flags, int error)
{
	unsigned int i;

	for (i = 0; i < NR_FEATURES; i++)
		if (has[i])
			count_outcome(&shared->features[i], error);
	for (i = 0; i < SIZE(bits); i++)
		if (flags >> bits[i].bit & 1)
			count_outcome(&shared->bits[i], error);
}

/* ---- Attributes ------------------------------------------------------- */

static uint32_t draw_number(void)
{
	uint32_t listed = nr_numbers ? numbers[below(nr_numbers)] : 0, any = below(256);

	if (one_in(12))
		return any;
	has[LISTED] = 1;
	return listed;
}

/* Return true if it is an event of the PMU. */
static bool draw_type(struct perf_event_attr *attr)
{
	static const u64 software[] = {
		PERF_COUNT_SW_CPU_CLOCK, PERF_COUNT_SW_TASK_CLOCK, PERF_COUNT_SW_PAGE_FAULTS,
		PERF_COUNT_SW_CONTEXT_SWITCHES, PERF_COUNT_SW_DUMMY, 100,
	};
	unsigned int choice = below(20), above = below(8);
	u64 garbage = draw_garbage(), extended = (u64)type_of_pmu << 32;

	switch (choice) {
	case 0 ... 5:
		attr->type = type_of_pmu;
		attr->config = draw_number();
		has[BY_NAME] = 1;
		break;
	case 6 ... 8:
		attr->type = PERF_TYPE_RAW;
		attr->config = draw_number();
		has[RAW] = 1;
		if (above == 0) {
			attr->config |= extended;
			has[EXT_RAW] = 1;
		}
		break;
	case 9 ... 13:
		attr->type = PERF_TYPE_HARDWARE;
		attr->config = below(above & 4 ? 2 : PERF_COUNT_HW_MAX + 1);
		has[HARDWARE] = 1;
		if (above < 2) {
			attr->config |= extended;
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
			attr->config |= extended;
			has[EXT_HW_CACHE] = 1;
		}
		break;
	case 16 ... 18:
		attr->type = PERF_TYPE_SOFTWARE;
		attr->config = ONE_OF(software);
		return false;
	default:
		/* No type of breakpoints, tracepoints and probes: they do not use the driver. */
		attr->type = 1000 + below(1u << 31);
		attr->config = garbage;
		return false;
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
		/* Bit 2 is user_read, see the case fuzz. */
		attr->config1 = garbage << 3 | 8;
		has[CONFIG1] = 1;
		break;
	case 5:
		attr->config2 = garbage | 1;
		has[CONFIG2] = 1;
		break;
	}
	return true;
}

static void draw_period(struct perf_event_attr *attr, u64 *flags)
{
	static const u64 rates[] = { 1, 10, 30, 100, 100, 100, 100, 300, 1000, 1000000 };
	u64 value = draw_value(), rate = ONE_OF(rates);

	switch (below(5)) {
	case 0 ... 1:
		has[COUNTING] = 1;
		break;
	case 2:
		*flags |= FLAG_FREQ;
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
	static const u64 plain = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
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
		/*
		 * No large size: two bugs of perf. If less of the stack is in use, the size of
		 * the dump is the distance of the stack pointer from the end of the address
		 * space. It may be no multiple of 8, and perf warns. If the stack takes the rest
		 * of the 64 KiB of a record, and interrupted registers are added after that,
		 * the record's size wraps, and perf writes more than it has reserved.
		 */
		static const uint32_t sizes[] = { 0, 8, 64, 256, 7, 65536 };

		attr->sample_type |= PERF_SAMPLE_STACK_USER;
		attr->sample_stack_user = ONE_OF(sizes);
		has[STACK_USER] = 1;
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
	attr->wakeup_events = one_in(2) ? below(5) : draw_garbage();
	attr->sig_data = draw();
}

static void draw_flags(struct perf_event_attr *attr, u64 flags)
{
	unsigned int i;

	for (i = 0; i < SIZE(bits); i++)
		if (one_in(bits[i].one_in))
			flags |= 1ull << bits[i].bit;
	/* Some bits need each other, and some exclude each other: mostly respect that. */
	if (!one_in(8)) {
		if (flags & FLAG_SIGTRAP)
			flags |= FLAG_REMOVE_ON_EXEC;
		if (flags & FLAG_REMOVE_ON_EXEC)
			flags &= ~FLAG_ENABLE_ON_EXEC;
		if (flags & FLAG_INHERIT_THREAD)
			flags |= FLAG_INHERIT;
		if (flags & FLAG_SIGTRAP && flags & FLAG_INHERIT)
			flags |= FLAG_INHERIT_THREAD;
		if (flags & FLAG_INHERIT) {
			attr->read_format &= ~(u64)PERF_FORMAT_GROUP;
			has[READ_GROUP] = 0;
		}
	}
	memcpy((char *)attr + offsetof(struct perf_event_attr, read_format) + 8, &flags, 8);
}

static u64 get_flags(const struct perf_event_attr *attr)
{
	u64 flags;

	memcpy(&flags, (const char *)attr + offsetof(struct perf_event_attr, read_format) + 8, 8);
	return flags;
}

/* ---- The open --------------------------------------------------------- */

static int op_open(void)
{
	struct perf_event_attr attr = { .size = sizeof(attr) };
	struct slot *slot = &slots[below(MAX_SLOTS)], *group = any_slot();
	bool in_group = one_in(4), like_group = !one_in(6), ours;
	int cpu = -1, group_fd = -1, fd, error;
	pid_t child = any_child(), pid = 0;
	unsigned int where = below(38);
	unsigned long flags = 0;
	u64 attr_flags = 0;

	memset(has, 0, sizeof(has));
	ours = draw_type(&attr);
	draw_period(&attr, &attr_flags);
	draw_sample(&attr);
	attr.read_format = below(32);
	has[READ_GROUP] = !!(attr.read_format & PERF_FORMAT_GROUP);
	draw_flags(&attr, attr_flags);

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
	default:
		cpu = 0;
		has[TASK_ON_CPU] = 1;
	}
	/*
	 * Linux 6.1 lets an event join a leader that an exec has removed. When the leader is
	 * freed, the event still points to it.
	 */
	if (in_group && !group->remove_on_exec) {
		has[SIBLING] = 1;
		has[SOFTWARE_LEADS] = group->software;
		group_fd = group->fd;
		if (like_group && group->fd >= 0) {
			pid = group->pid;
			cpu = group->cpu;
			attr.inherit = group->inherit;
			attr.pinned = attr.exclusive = 0;
			has[SELF] = has[OTHER_TASK] = has[CPU] = has[TASK_ON_CPU] = 0;
		}
	}
	if (one_in(4))
		flags = PERF_FLAG_FD_CLOEXEC;
	/*
	 * Linux 6.1 can warn about the signals of software events that exclude the kernel.
	 * These CPUs send such signals late. For other tasks, see close_slot().
	 */
	if (in_child || pid || (!ours && attr.exclude_kernel))
		attr.sigtrap = 0;
	attr_flags = get_flags(&attr);

	fd = syscall(SYS_perf_event_open, &attr, pid, cpu, group_fd, flags);
	error = result(fd);
	snprintf(what, sizeof(what),
		 "type %u config %#llx %#llx %#llx period %#llx sample %#llx read %#llx flags %#llx pid %d cpu %d group %d",
		 attr.type, attr.config, attr.config1, attr.config2, attr.sample_period,
		 attr.sample_type, attr.read_format, attr_flags, pid, cpu, group_fd);
	if (ours)
		count_features(attr_flags, error);
	if (error)
		return error;
	close_slot(slot);
	*slot = (struct slot){
		.fd = fd, .pid = pid, .cpu = cpu, .read_format = attr.read_format,
		.software = !ours, .inherit = attr.inherit, .sigtrap = attr.sigtrap,
		.remove_on_exec = attr.remove_on_exec,
	};
	return 0;
}

#endif
