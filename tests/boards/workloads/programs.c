// SPDX-License-Identifier: GPL-2.0
/*
 * Open events in the same way as published programs do, and check what they see.
 *
 *   programs [-a] [-c COUNTERS] [-i CPI] [-g CGROUP] PROGRAM
 *
 *   -a    counting events of tasks that exclude a mode are accepted, and count all modes
 *   -c N  how many event counters the core has
 *   -i N  cycles per instruction
 *   -g D  the directory of a cgroup, for cadvisor
 *
 * Each function names the file that opens the events. Output: "ok TEXT", "not ok TEXT".
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include "event.h"
#include "loops.h"
#include "options.h"
#include "ring.h"

#define LOOPS		2000000ULL
#define WORK		(2 * LOOPS + 1)
/* 0.2 s on the emulated boards: events of a task take turns each 10 ms. */
#define LONG_LOOPS	50000000ULL
#define LONG_WORK	(2 * LONG_LOOPS + 1)
/* Where the kernel and its modules begin */
#define KERNEL		0xbf000000ULL
#define CACHE(id, op, result) \
	(PERF_COUNT_HW_CACHE_##id | PERF_COUNT_HW_CACHE_OP_##op << 8 | \
	 PERF_COUNT_HW_CACHE_RESULT_##result << 16)

static bool all_modes;
static unsigned long counters = 2, cpi = 2;
static const char *cgroup;

/* What a counting event of a task that excludes a mode gets */
static int refusal(void)
{
	return all_modes ? 0 : EOPNOTSUPP;
}

/* Return the descriptor, or the negative errno. */
static int open_as(struct perf_event_attr *attr, pid_t pid, int cpu, int leader,
		   unsigned long flags)
{
	int fd = syscall(SYS_perf_event_open, attr, pid, cpu, leader, flags);

	return fd < 0 ? -errno : fd;
}

static struct perf_event_attr generic(u64 config)
{
	return (struct perf_event_attr){
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(struct perf_event_attr),
		.config = config,
	};
}

static u64 value_of(int fd)
{
	u64 value;

	if (read(fd, &value, sizeof(value)) < (ssize_t)sizeof(value))
		fail("read: %m");
	return value;
}

/* At most a tenth is what the kernel and the program execute beside the loop. */
static void expect_work(const char *what, u64 value, u64 work)
{
	expect(value >= work && value <= work + work / 10, "%s: %llu of %llu", what, value, work);
}

/* PERF_FORMAT_TOTAL_TIME_*: the count as if the event had run all the time */
static u64 scaled(u64 value, u64 enabled, u64 running)
{
	return running ? (double)value * enabled / running : 0;
}

static u64 scaled_count(int fd)
{
	struct counted counted = read_count(fd);

	return scaled(counted.value, counted.enabled, counted.running);
}

/* The rate of events is constant in the loop. They take turns each 10 ms. */
static void expect_about(const char *what, u64 value, u64 work)
{
	expect(value >= work * 94 / 100 && value <= work * 110 / 100, "%s, scaled: %llu of %llu",
	       what, value, work);
}

static void child_does(u64 loops)
{
	pid_t pid = fork();

	if (!pid) {
		known_loop(loops);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

static void child_executes_known(void)
{
	char loops[24];
	pid_t pid;

	snprintf(loops, sizeof(loops), "%llu", LOOPS);
	pid = fork();

	if (!pid) {
		execl("/bench/known", "known", loops, NULL);
		_exit(1);
	}
	waitpid(pid, NULL, 0);
}

/* ---- Counting --------------------------------------------------------- */

/* poop, src/main.zig: a group of five, without the kernel, for the program that it starts */
static void poop(void)
{
	static const u64 configs[] = {
		PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_INSTRUCTIONS,
		PERF_COUNT_HW_CACHE_REFERENCES, PERF_COUNT_HW_CACHE_MISSES,
		PERF_COUNT_HW_BRANCH_MISSES,
	};
	int fds[SIZE(configs)] = { -1 };
	size_t i;

	for (i = 0; i < SIZE(configs); i++) {
		struct perf_event_attr attr = generic(configs[i]);

		attr.disabled = 1;
		attr.exclude_kernel = 1;
		attr.exclude_hv = 1;
		attr.inherit = 1;
		attr.enable_on_exec = 1;
		fds[i] = open_as(&attr, 0, -1, i ? fds[0] : -1, PERF_FLAG_FD_CLOEXEC);
		if (fds[i] < 0)
			break;
	}
	if (!all_modes) {
		expect(i == 0 && fds[0] == -EOPNOTSUPP, "the first event is refused");
		return;
	}
	if (counters < SIZE(configs) - 1) {
		expect(i && i < SIZE(configs) && (fds[i] == -EINVAL || fds[i] == -ENOENT),
		       "the group does not fit, or the core lacks an event");
		return;
	}
	expect(i == SIZE(configs), "the group is opened");
	ioctl(fds[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
	ioctl(fds[0], PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
	child_executes_known();
	ioctl(fds[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
	expect_work("the program's instructions", value_of(fds[1]), WORK);
	expect(value_of(fds[0]) == value_of(fds[1]) * cpi,
	       "the cycles are those of the instructions");
}

/*
 * ClickHouse, src/Common/ThreadProfileEvents.cpp: some twenty events of the thread; without
 * the kernel for a user at level 2. It logs each error but ENOENT, for each thread. It does
 * not reset them, but takes differences.
 */
static void clickhouse(void)
{
	static const struct {
		unsigned int type;
		u64 config;
	} events[] = {
		{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
		{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
		{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES },
		{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
		{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
		{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
		{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES },
		{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
		{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
		{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES },
		{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
		{ PERF_TYPE_HW_CACHE, CACHE(DTLB, READ, ACCESS) },
		{ PERF_TYPE_HW_CACHE, CACHE(DTLB, READ, MISS) },
		{ PERF_TYPE_HW_CACHE, CACHE(ITLB, READ, ACCESS) },
		{ PERF_TYPE_HW_CACHE, CACHE(ITLB, READ, MISS) },
		{ PERF_TYPE_HW_CACHE, CACHE(NODE, READ, ACCESS) },
		{ PERF_TYPE_HW_CACHE, CACHE(NODE, READ, MISS) },
	};
	int fds[SIZE(events)], user, error, logged;
	size_t i;

	for (user = 0; user < 2; user++) {
		logged = 0;
		for (i = 0; i < SIZE(events); i++) {
			struct perf_event_attr attr = generic(events[i].config);

			attr.type = events[i].type;
			attr.disabled = 1;
			attr.exclude_kernel = user;
			attr.read_format = READ_TIMES;
			fds[i] = open_as(&attr, 0, -1, -1, 0);
			error = fds[i] < 0 ? -fds[i] : 0;
			logged += error && error != ENOENT;
		}
		expect(!logged == (!user || all_modes), "%s: %d errors in the log",
		       user ? "a user at level 2" : "root", logged);
		if (user && !all_modes)
			continue;
		for (i = 0; i < SIZE(events); i++)
			ioctl(fds[i], PERF_EVENT_IOC_ENABLE, 0);
		known_loop(LONG_LOOPS);
		for (i = 0; i < SIZE(events); i++)
			ioctl(fds[i], PERF_EVENT_IOC_DISABLE, 0);
		expect_about("instructions", scaled_count(fds[1]), LONG_WORK);
		for (i = 0; i < SIZE(events); i++)
			close(fds[i]);
	}
}

/*
 * LinuxPerf.jl, src/LinuxPerf.jl: groups without the kernel. It leaves out an event with
 * EINVAL or ENOENT, and any other error ends it.
 */
static void linuxperf_jl(void)
{
	static const u64 configs[][2] = {
		{ PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_INSTRUCTIONS },
		{ PERF_COUNT_HW_CACHE_REFERENCES, PERF_COUNT_HW_CACHE_MISSES },
		{ PERF_COUNT_HW_BRANCH_INSTRUCTIONS, PERF_COUNT_HW_BRANCH_MISSES },
	};
	struct { u64 nr, enabled, running, value[2]; } group;
	int fds[SIZE(configs)][2], ended = 0;
	size_t i, j;

	for (i = 0; i < SIZE(configs); i++) {
		for (j = 0; j < 2; j++) {
			struct perf_event_attr attr = generic(configs[i][j]);
			int leader = j && fds[i][0] >= 0 ? fds[i][0] : -1;

			attr.disabled = leader < 0;
			attr.exclude_kernel = 1;
			attr.read_format = PERF_FORMAT_GROUP | READ_TIMES;
			fds[i][j] = open_as(&attr, 0, -1, leader, 0);
			ended += fds[i][j] < 0 && fds[i][j] != -EINVAL && fds[i][j] != -ENOENT;
		}
	}
	expect(!ended == all_modes, "%d events would end it", ended);
	if (ended)
		return;
	for (i = 0; i < SIZE(configs); i++) {
		ioctl(fds[i][0], PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
		ioctl(fds[i][0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
	}
	known_loop(LONG_LOOPS);
	for (i = 0; i < SIZE(configs); i++)
		ioctl(fds[i][0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
	if (read(fds[0][0], &group, sizeof(group)) != sizeof(group))
		fail("read: %m");
	expect(group.value[0] == group.value[1] * cpi, "the cycles are those of the instructions");
	expect_about("instructions", scaled(group.value[1], group.enabled, group.running),
		     LONG_WORK);
}

/*
 * ltp, perf_event_open02.c: more groups of instructions and task clock than counters, enabled
 * by prctl(). The clocks of groups that have no counter must stand still. LTP allows one
 * in 10,000. On Debian's rpi kernel perf lets the clocks run for 2 in 10,000 too long, with
 * the kernel's own driver, too. So allow 10.
 */
static void ltp(void)
{
	int hw[16], clock[16], overall, n = counters + 4, i;
	struct perf_event_attr clock_attr = generic(PERF_COUNT_SW_TASK_CLOCK);
	struct perf_event_attr hw_attr = generic(PERF_COUNT_HW_INSTRUCTIONS);
	u64 sum = 0, all;

	hw_attr.disabled = 1;
	clock_attr.type = PERF_TYPE_SOFTWARE;
	clock_attr.disabled = 1;
	overall = open_as(&clock_attr, 0, -1, -1, 0);
	clock_attr.disabled = 0;
	for (i = 0; i < n; i++) {
		hw[i] = open_as(&hw_attr, 0, -1, -1, 0);
		clock[i] = open_as(&clock_attr, 0, -1, hw[i], 0);
		if (hw[i] < 0 || clock[i] < 0)
			fail("open: %d %d", hw[i], clock[i]);
	}
	prctl(PR_TASK_PERF_EVENTS_ENABLE);
	/* As long as LTP's work, 4 s */
	known_loop(20 * LONG_LOOPS);
	for (i = 0; i < n; i++) {
		ioctl(hw[i], PERF_EVENT_IOC_DISABLE, 0);
		ioctl(clock[i], PERF_EVENT_IOC_DISABLE, 0);
	}
	prctl(PR_TASK_PERF_EVENTS_DISABLE);
	for (i = 0; i < n; i++)
		sum += value_of(clock[i]);
	all = value_of(overall);
	expect(sum <= all * counters + all / 1000 && sum >= all * counters * 9 / 10,
	       "the groups' clocks have run for %llu ns, on %lu counters in %llu ns", sum, counters,
	       all);
}

/*
 * ruy, ruy/pmu.cc: raw numbers of ARMv8 without the kernel. On ARM11 and XScale the numbers
 * mean other events.
 */
static void ruy(void)
{
	static const u64 configs[] = { 0x01, 0x03, 0x17, 0x2a, 0x33, 0x05, 0x2d, 0x23, 0x24, 0x10 };
	int fd, wrong = 0;
	size_t i;

	for (i = 0; i < SIZE(configs); i++) {
		struct perf_event_attr attr = generic(configs[i]);

		attr.type = PERF_TYPE_RAW;
		attr.disabled = 1;
		attr.exclude_kernel = 1;
		attr.exclude_hv = 1;
		attr.inherit = 1;
		fd = open_as(&attr, 0, -1, -1, 0);
		if (fd >= 0) {
			ioctl(fd, PERF_EVENT_IOC_RESET, 0);
			ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
			known_loop(LOOPS);
			ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
			wrong += !all_modes || !value_of(fd);
			close(fd);
		} else {
			wrong += fd != -EINVAL && fd != -refusal();
		}
	}
	expect(!wrong, "each event counts, is reserved, or is refused for its mode: %d wrong", wrong);
}

/* PerfEvent.hpp of viktorleis/perfevent: one event has exclude_user. All must open. */
static void perfevent(void)
{
	static const u64 configs[] = {
		PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_INSTRUCTIONS,
	};
	struct { struct counted counted; u64 id; } before[SIZE(configs)], after[SIZE(configs)];
	int fds[SIZE(configs)], refused = 0;
	u64 delta[SIZE(configs)];
	size_t i;

	for (i = 0; i < SIZE(configs); i++) {
		struct perf_event_attr attr = generic(configs[i]);

		attr.disabled = 1;
		attr.inherit = 1;
		attr.exclude_user = i == 1;
		attr.read_format = READ_TIMES | PERF_FORMAT_ID;
		fds[i] = open_as(&attr, 0, -1, -1, 0);
		refused += fds[i] < 0;
	}
	expect(refused == !all_modes, "%d events are refused", refused);
	if (refused)
		return;
	for (i = 0; i < SIZE(configs); i++) {
		ioctl(fds[i], PERF_EVENT_IOC_RESET, 0);
		ioctl(fds[i], PERF_EVENT_IOC_ENABLE, 0);
		if (read(fds[i], &before[i], sizeof(before[i])) != sizeof(before[i]))
			fail("read: %m");
	}
	known_loop(LOOPS);
	for (i = 0; i < SIZE(configs); i++) {
		if (read(fds[i], &after[i], sizeof(after[i])) != sizeof(after[i]))
			fail("read: %m");
		delta[i] = after[i].counted.value - before[i].counted.value;
	}
	expect_work("instructions", delta[2], WORK);
	expect_work("cycles", delta[0], WORK * cpi);
	expect_work("cycles of the kernel alone, which are all cycles", delta[1], WORK * cpi);
}

/* Qt Test, qbenchmarkperfevents.cpp: a pinned event, also of children */
static void qtest(void)
{
	struct perf_event_attr attr = generic(PERF_COUNT_HW_INSTRUCTIONS);
	u64 first;
	int fd;

	attr.read_format = READ_TIMES;
	attr.disabled = 1;
	attr.inherit = 1;
	attr.pinned = 1;
	attr.inherit_stat = 1;
	attr.task = 1;
	fd = open_as(&attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		fail("open: %s", strerror(-fd));
	ioctl(fd, PERF_EVENT_IOC_RESET);
	ioctl(fd, PERF_EVENT_IOC_ENABLE);
	known_loop(LOOPS);
	ioctl(fd, PERF_EVENT_IOC_DISABLE);
	first = read_count(fd).value;
	ioctl(fd, PERF_EVENT_IOC_ENABLE);
	expect_work("instructions", first, WORK);
	child_does(LOOPS);
	ioctl(fd, PERF_EVENT_IOC_DISABLE);
	/* fork() and exit() take some hundred thousand instructions. */
	expect(read_count(fd).value >= first + WORK && read_count(fd).value < first + 2 * WORK,
	       "and those of a child: %llu", read_count(fd).value);
	expect(read_count(fd).enabled == read_count(fd).running, "it runs all the time");
}

/* llvm-exegesis, PerfHelper.cpp: a group that is never disabled at first, by libpfm4 */
static void exegesis(void)
{
	struct perf_event_attr attr = generic(PERF_COUNT_HW_CPU_CYCLES);
	int leader, sibling;

	attr.exclude_hv = 1;
	leader = open_as(&attr, 0, -1, -1, 0);
	attr.config = PERF_COUNT_HW_INSTRUCTIONS;
	sibling = open_as(&attr, 0, -1, leader, 0);
	if (leader < 0 || sibling < 0)
		fail("open: %d %d", leader, sibling);
	known_loop(LOOPS);
	ioctl(leader, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
	known_loop(LOOPS);
	ioctl(leader, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
	expect_work("cycles", value_of(leader), WORK * cpi);
	expect_work("instructions", value_of(sibling), WORK);
}

/* bcc, libbpf.c, bpf_open_perf_event(): attr.size is 0, a sampling event that never samples */
static void bcc(void)
{
	int on_cpu, fd;

	for (on_cpu = 0; on_cpu < 2; on_cpu++) {
		struct perf_event_attr attr = {
			.config = PERF_COUNT_HW_INSTRUCTIONS,
			.sample_period = LONG_MAX,
		};
		u64 first;

		fd = open_as(&attr, on_cpu ? -1 : 0, on_cpu ? 0 : -1, -1, PERF_FLAG_FD_CLOEXEC);
		if (fd < 0)
			fail("open: %s", strerror(-fd));
		ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
		first = value_of(fd);
		known_loop(LOOPS);
		expect_work(on_cpu ? "instructions of the CPU" : "instructions",
			    value_of(fd) - first, WORK);
		close(fd);
	}
}

/*
 * cAdvisor, perf/collector_libpfm.go: a group whose leader is of a cgroup, and whose siblings
 * are of the CPU
 */
static void cadvisor(void)
{
	struct perf_event_attr attr = generic(PERF_COUNT_HW_CPU_CYCLES);
	struct { u64 nr, enabled, running; struct { u64 value, id; } event[2]; } group;
	int dir = open(cgroup ? cgroup : "", O_RDONLY), leader, sibling, procs;
	char path[256];
	pid_t pid;

	if (dir < 0)
		fail("no cgroup: %m");
	attr.sample_type = PERF_SAMPLE_IDENTIFIER;
	attr.read_format = READ_TIMES | PERF_FORMAT_GROUP | PERF_FORMAT_ID;
	attr.inherit = 1;
	attr.disabled = 1;
	leader = open_as(&attr, dir, 0, -1, PERF_FLAG_FD_CLOEXEC | PERF_FLAG_PID_CGROUP);
	attr.config = PERF_COUNT_HW_INSTRUCTIONS;
	attr.disabled = 0;
	sibling = open_as(&attr, -1, 0, leader, PERF_FLAG_FD_CLOEXEC);
	if (leader < 0 || sibling < 0)
		fail("open: %d %d", leader, sibling);
	ioctl(leader, PERF_EVENT_IOC_RESET, 0);
	ioctl(leader, PERF_EVENT_IOC_ENABLE, 0);
	/* Work outside of the cgroup does not count. */
	known_loop(LOOPS);
	snprintf(path, sizeof(path), "%s/cgroup.procs", cgroup);
	pid = fork();
	if (!pid) {
		procs = open(path, O_WRONLY);
		if (procs < 0 || write(procs, "0", 1) != 1)
			_exit(1);
		known_loop(LOOPS);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	if (read(leader, &group, sizeof(group)) != sizeof(group))
		fail("read: %m");
	expect_work("instructions of the cgroup", group.event[1].value, WORK);
	expect(group.event[0].value == group.event[1].value * cpi,
	       "the cycles are those of the instructions");
}

/* ---- Sampling --------------------------------------------------------- */

/* The first fields of a sample with IP | TID | TIME | CPU | PERIOD */
struct sample {
	u64 ip;
	unsigned int pid, tid;
	u64 time;
	unsigned int cpu, reserved;
	u64 period;
};

/*
 * samply, samply/src/linux/perf_event.rs: cycles in user mode with pid and cpu, inherited,
 * with registers and stack
 */
static void samply(void)
{
	struct perf_event_attr attr = generic(PERF_COUNT_HW_CPU_CYCLES);
	u64 samples = 0, in_kernel = 0, sum = 0, work = LONG_WORK * cpi;
	struct perf_event_header header;
	struct sample sample;
	struct ring ring;
	pid_t pid;
	int fd, go[2];
	char byte;

	if (pipe(go))
		fail("pipe: %m");
	pid = fork();
	if (!pid) {
		if (read(go[0], &byte, 1) == 1)
			execl("/bench/known", "known", "50000000", NULL);
		_exit(1);
	}
	attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
			   PERF_SAMPLE_PERIOD | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
	/* r0 to pc */
	attr.sample_regs_user = 0xffff;
	attr.sample_stack_user = 1024;
	attr.sample_freq = 1000;
	attr.freq = 1;
	attr.clockid = CLOCK_MONOTONIC;
	attr.use_clockid = 1;
	attr.disabled = 1;
	attr.enable_on_exec = 1;
	attr.mmap = 1;
	attr.mmap2 = 1;
	attr.mmap_data = 1;
	attr.comm = 1;
	attr.task = 1;
	attr.sample_id_all = 1;
	attr.exclude_kernel = 1;
	attr.inherit = 1;
	fd = open_as(&attr, pid, 0, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		fail("open: %s", strerror(-fd));
	ring_map(&ring, fd, 256);
	if (write(go[1], "", 1) != 1)
		fail("write: %m");
	waitpid(pid, NULL, 0);
	ring_begin(&ring);
	while (ring_next(&ring, &header, &sample, sizeof(sample))) {
		if (header.type != PERF_RECORD_SAMPLE)
			continue;
		samples++;
		sum += sample.period;
		/* The kernel's helpers for user mode are in the page at 0xffff0000. */
		in_kernel += sample.ip >= KERNEL && sample.ip >> 12 != 0xffff0;
	}
	expect(samples >= 100 && samples <= 400, "%llu samples at 1000 a second in 0.2 s", samples);
	expect(!in_kernel, "none is in the kernel: %llu", in_kernel);
	expect(sum >= work * 90 / 100 && sum <= work * 110 / 100,
	       "the weights add up to %llu of %llu cycles", sum, work);
}

/*
 * perfetto, src/profiling/perf/event_config.cc: CPU-wide with a frequency of 100, and the
 * counts of other events in each sample
 */
static void perfetto(void)
{
	struct perf_event_attr attr = generic(PERF_COUNT_HW_CPU_CYCLES);
	struct { unsigned int pid, tid; u64 time, nr, value[2]; } sample;
	u64 samples = 0, backwards = 0, last = 0;
	struct perf_event_header header;
	int leader, follower;
	struct ring ring;

	attr.disabled = 1;
	attr.freq = 1;
	attr.sample_freq = 100;
	attr.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_READ |
			   PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_STACK_USER | PERF_SAMPLE_REGS_USER;
	attr.read_format = PERF_FORMAT_GROUP;
	attr.clockid = CLOCK_MONOTONIC_RAW;
	attr.use_clockid = 1;
	attr.sample_stack_user = 1024;
	attr.sample_regs_user = 0xffff;
	attr.exclude_callchain_user = 1;
	leader = open_as(&attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	attr = generic(PERF_COUNT_HW_INSTRUCTIONS);
	attr.read_format = PERF_FORMAT_GROUP;
	attr.clockid = CLOCK_MONOTONIC_RAW;
	attr.use_clockid = 1;
	follower = open_as(&attr, -1, 0, leader, PERF_FLAG_FD_CLOEXEC);
	if (leader < 0 || follower < 0)
		fail("open: %d %d", leader, follower);
	ring_map(&ring, leader, 256);
	ioctl(leader, PERF_EVENT_IOC_ENABLE, 0);
	known_loop(2 * LONG_LOOPS);
	ioctl(leader, PERF_EVENT_IOC_DISABLE, 0);
	ring_begin(&ring);
	while (ring_next(&ring, &header, &sample, sizeof(sample))) {
		if (header.type != PERF_RECORD_SAMPLE)
			continue;
		samples++;
		backwards += sample.nr != 2 || sample.value[1] <= last ||
			     sample.value[0] < sample.value[1];
		last = sample.value[1];
	}
	expect(samples >= 20 && samples <= 80, "%llu samples at 100 a second in 0.4 s", samples);
	expect(!backwards, "the instructions grow from each sample to the next: %llu do not",
	       backwards);
	close(follower);
}

/*
 * async-profiler, src/perfEvents_linux.cpp: a thread's event in user mode; each signal reads
 * the count, resets it, and asks for one more sample
 */
#define INTERVAL	5000000ULL

static volatile u64 values[64];
static volatile sig_atomic_t signals;

static void on_sample(int number, siginfo_t *info, void *context)
{
	u64 value = 0;

	(void)number;
	(void)context;
	if (read(info->si_fd, &value, sizeof(value)) == sizeof(value) &&
	    signals < (int)SIZE(values))
		values[signals++] = value;
	ioctl(info->si_fd, PERF_EVENT_IOC_RESET, 0);
	ioctl(info->si_fd, PERF_EVENT_IOC_REFRESH, 1);
}

static void async_profiler(void)
{
	struct sigaction action = {
		.sa_sigaction = on_sample,
		.sa_flags = SA_SIGINFO | SA_RESTART,
	};
	struct f_owner_ex owner = { .type = F_OWNER_TID, .pid = syscall(SYS_gettid) };
	struct perf_event_attr attr = generic(PERF_COUNT_HW_CPU_CYCLES);
	u64 sum = 0, early = 0, work = LONG_WORK * cpi;
	struct ring ring;
	int fd, i;

	attr.sample_period = INTERVAL;
	attr.sample_type = PERF_SAMPLE_CALLCHAIN;
	attr.disabled = 1;
	attr.wakeup_events = 1;
	attr.exclude_kernel = 1;
	attr.exclude_callchain_kernel = 1;
	fd = open_as(&attr, syscall(SYS_gettid), -1, -1, 0);
	if (fd < 0)
		fail("open: %s", strerror(-fd));
	ring_map(&ring, fd, 1);
	sigaction(SIGPROF, &action, NULL);
	if (fcntl(fd, F_SETFL, O_ASYNC) || fcntl(fd, F_SETSIG, SIGPROF) ||
	    fcntl(fd, F_SETOWN_EX, &owner))
		fail("fcntl: %m");
	ioctl(fd, PERF_EVENT_IOC_RESET, 0);
	ioctl(fd, PERF_EVENT_IOC_REFRESH, 1);
	known_loop(LONG_LOOPS);
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	for (i = 0; i < signals; i++) {
		sum += values[i];
		early += sum < (i + 1) * INTERVAL;
	}
	expect(signals >= (int)(work / INTERVAL * 8 / 10) && signals <= (int)(work / INTERVAL),
	       "%d signals in %llu intervals", (int)signals, work / INTERVAL);
	expect(!early, "no signal comes before the end of its interval: %llu do", early);
	expect(sum >= work * 8 / 10 && sum <= work * 102 / 100,
	       "the counts add up to %llu of %llu cycles", sum, work);
}

static const struct program_option options[] = {
	{ 'a', .flag = &all_modes },
	{ 'c', .number = &counters },
	{ 'i', .number = &cpi },
	{ 'g', .text = &cgroup },
	{ }
};

static const struct program_test programs[] = {
	{ "async-profiler", async_profiler },
	{ "bcc", bcc },
	{ "cadvisor", cadvisor },
	{ "clickhouse", clickhouse },
	{ "exegesis", exegesis },
	{ "linuxperf-jl", linuxperf_jl },
	{ "ltp", ltp },
	{ "perfetto", perfetto },
	{ "perfevent", perfevent },
	{ "poop", poop },
	{ "qtest", qtest },
	{ "ruy", ruy },
	{ "samply", samply },
	{ }
};

int main(int argc, char **argv)
{
	int first = parse_options(argc, argv, options);

	/* Failures are checks too. */
	fail_prefix = "not ok ";
	if (first + 1 != argc)
		fail("no program");
	run_test(programs, argv[first]);
	return 0;
}
