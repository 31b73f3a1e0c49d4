// SPDX-License-Identifier: GPL-2.0
/*
 * Open events in the same way as published programs do, and check what they see.
 *
 *   programs [-c COUNTERS] [-i CPI] [-g CGROUP] PROGRAM
 *
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

static unsigned long counters = 2, cpi = 2;
static const char *cgroup;

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

static void child_does(u64 loops)
{
	pid_t pid = fork();

	if (!pid) {
		known_loop(loops);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

/* ---- Counting --------------------------------------------------------- */

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
	{ 'c', .number = &counters },
	{ 'i', .number = &cpi },
	{ 'g', .text = &cgroup },
	{ }
};

static const struct program_test programs[] = {
	{ "async-profiler", async_profiler },
	{ "bcc", bcc },
	{ "cadvisor", cadvisor },
	{ "ltp", ltp },
	{ "qtest", qtest },
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
