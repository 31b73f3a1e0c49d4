// SPDX-License-Identifier: GPL-2.0
/*
 * What a program does to an event between two of its samples, one TEST per run.
 *
 *   midperiod [-c PERIOD] [-F HZ] [-x WHAT] TEST EVENT
 *
 * EVENT is TYPE:CONFIG[:CONFIG1] and counts instructions. With exclude_kernel its count is
 * the sum of the weights of its samples, and changes at a sample only. Whatever happens
 * between two samples, the count is never more than what has been executed since the last
 * reset, and lags behind it by less than two periods (by timer a sample may be late by one).
 *
 *   reset     PERF_EVENT_IOC_RESET just before the end of a period, and at other places
 *   period    PERF_EVENT_IOC_PERIOD
 *   disable   disable and enable
 *   refresh   PERF_EVENT_IOC_REFRESH
 *   group     a group of two such events, read and reset together
 *   other     reset of an event of another task, which waits
 *   exec      the same, and the task executes another program
 *   inherit   reset of an inherited event whose children work
 *   children  children that take turns and write their samples to a buffer; with inherit_stat
 *             perf exchanges their counts at each switch
 *   rate      PERF_EVENT_IOC_PERIOD of an event with a frequency
 *
 * Output: "ok TEXT" and "not ok TEXT".
 */
#define _GNU_SOURCE
#include <sched.h>
#include <sys/wait.h>
#include "event.h"
#include "loops.h"
#include "options.h"
#include "samples.h"

/* Instructions. A period of 10 million is -F 50 on the emulated boards. */
#define PERIOD		10000000ULL
#define MILLION		1000000ULL

static struct perf_event_attr template;
static u64 frequency;
static const char *event_name;

static void run(u64 instructions)
{
	known_loop(instructions / 2);
}

/*
 * From LEAST to MOST instructions were executed since the last reset. In user mode the count
 * has those up to the last sample, at most two periods ago, and the timer may be late by a
 * twentieth of a period. A sample in the kernel may take up to a period with it, and with a
 * frequency so may a task switch while the count is 0.
 */
static void expect_between(u64 count, u64 least, u64 most, const char *when)
{
	u64 late = 3 * PERIOD + PERIOD / 20;

	if (template.exclude_kernel)
		least = least > late ? least - late : 0;
	expect(count >= least && count <= most, "%s: a count of %llu, from %llu to %llu", when,
	       count, least, most);
}

/* A hundredth, and half a million, is what the program and the kernel execute beside. */
static void expect_count(u64 count, u64 executed, const char *when)
{
	expect_between(count, executed, executed + executed / 100 + MILLION / 2, when);
}

static int open_one(pid_t pid, int leader)
{
	struct perf_event_attr attr = template;

	parse_event(event_name, &attr);
	if (leader != NO_LEADER)
		attr.disabled = 0;
	return open_attr(&attr, pid, leader);
}

/*
 * Return: how many of the executed instructions are no longer in the count. The driver cannot
 * tell a read of 0 from a reset.
 */
static u64 check_reset(int fd, u64 executed, u64 gone, const char *when)
{
	u64 count = read_count(fd).value;

	expect_between(count, executed - gone, executed + executed / 100 + MILLION / 2, when);
	return count ? gone : executed;
}

static void test_reset(void)
{
	/* How much of a period is over at the reset, in millions */
	static const u64 places[] = { 9, 1, 5, 9, 12, 19, 9 };
	int fd = open_one(0, NO_LEADER);
	u64 gone;
	size_t i;

	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < SIZE(places); i++) {
		run(places[i] * MILLION);
		control(fd, PERF_EVENT_IOC_RESET, 0);
		expect_count(read_count(fd).value, 0, "at the reset");
		run(2 * MILLION);
		gone = check_reset(fd, 2 * MILLION, 0, "2 million after the reset");
		run(9 * MILLION);
		gone = check_reset(fd, 11 * MILLION, gone, "11 million after the reset");
		run(39 * MILLION);
		check_reset(fd, 50 * MILLION, gone, "50 million after the reset");
	}
	/* Twice without a sample between */
	control(fd, PERF_EVENT_IOC_RESET, 0);
	run(MILLION);
	control(fd, PERF_EVENT_IOC_RESET, 0);
	run(50 * MILLION);
	expect_count(read_count(fd).value, 50 * MILLION, "50 million after two resets");
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	control(fd, PERF_EVENT_IOC_RESET, 0);
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	run(50 * MILLION);
	expect_count(read_count(fd).value, 50 * MILLION, "50 million after a reset while disabled");
}

static void test_period(void)
{
	int fd = open_one(0, NO_LEADER);
	u64 executed = 0;
	int i;

	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < 5; i++) {
		run(9 * MILLION);
		executed += 9 * MILLION;
		/* The same period begins anew: there may never be a sample. */
		set_period(fd, frequency ? frequency : template.sample_period);
		if (template.exclude_kernel)
			expect_between(read_count(fd).value, 0, executed * 101 / 100,
				       "at a new period");
		else
			expect_count(read_count(fd).value, executed, "at a new period");
	}
	control(fd, PERF_EVENT_IOC_RESET, 0);
	run(50 * MILLION);
	expect_count(read_count(fd).value, 50 * MILLION, "50 million after that and a reset");
}

static void test_disable(void)
{
	int fd = open_one(0, NO_LEADER);
	u64 executed = 0, gone = 0;
	int i;

	for (i = 0; i < 5; i++) {
		control(fd, PERF_EVENT_IOC_ENABLE, 0);
		run(9 * MILLION);
		executed += 9 * MILLION;
		control(fd, PERF_EVENT_IOC_DISABLE, 0);
		run(25 * MILLION);
		gone = check_reset(fd, executed, gone, "disabled");
	}
}

static void test_refresh(void)
{
	int fd = open_one(0, NO_LEADER);
	u64 limit, count;

	for (limit = 1; limit <= 3; limit++) {
		control(fd, PERF_EVENT_IOC_RESET, 0);
		control(fd, PERF_EVENT_IOC_REFRESH, limit);
		run((limit + 4) * PERIOD);
		count = read_count(fd).value;
		expect(count >= (limit - 1) * PERIOD && count <= (limit + 1) * PERIOD,
		       "refresh %llu: %llu is the count of as many periods", limit, count);
	}
}

static void test_group(void)
{
	struct { u64 nr, enabled, running, value[2]; } group;
	int leader, sibling, i;

	template.read_format |= PERF_FORMAT_GROUP;
	leader = open_one(0, NO_LEADER);
	template.sample_period = PERIOD / 2;
	sibling = open_one(0, leader);
	control(leader, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
	for (i = 0; i < 3; i++) {
		run(9 * MILLION);
		if (read(leader, &group, sizeof(group)) != sizeof(group))
			fail("read: %m");
		control(leader, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
		run(2 * MILLION);
		if (read(leader, &group, sizeof(group)) != sizeof(group))
			fail("read: %m");
		expect_count(group.value[0], 2 * MILLION, "the leader, after the group's reset");
		expect_count(group.value[1], 2 * MILLION, "the sibling, after the group's reset");
		run(40 * MILLION);
		if (read(leader, &group, sizeof(group)) != sizeof(group))
			fail("read: %m");
		expect_count(group.value[0], 42 * MILLION, "the leader, 42 million after it");
		expect_count(group.value[1], 42 * MILLION, "the sibling, 42 million after it");
	}
	close(sibling);
}

/* ---- Other tasks ------------------------------------------------------ */

static int go[2], done[2];

static void wait_for(int fd)
{
	char byte;

	if (read(fd, &byte, 1) != 1)
		_exit(1);
}

static void tell(int fd)
{
	if (write(fd, "", 1) != 1)
		fail("write: %m");
}

/* Work 9 million, wait, then work 2 million, possibly in another program. */
static void __attribute__((noreturn)) work_in_two_parts(bool executes)
{
	wait_for(go[0]);
	run(9 * MILLION);
	tell(done[1]);
	wait_for(go[0]);
	if (executes)
		execl("/bench/known", "known", "1000000", NULL);
	run(2 * MILLION);
	_exit(0);
}

static void reset_between(bool executes)
{
	pid_t pid;
	int fd;

	if (pipe(go) || pipe(done))
		fail("pipe: %m");
	pid = fork();
	if (!pid)
		work_in_two_parts(executes);
	fd = open_one(pid, NO_LEADER);
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	tell(go[1]);
	wait_for(done[0]);
	control(fd, PERF_EVENT_IOC_RESET, 0);
	tell(go[1]);
	waitpid(pid, NULL, 0);
	/* An exec and an exit take some hundred thousand instructions. */
	expect_between(read_count(fd).value, 2 * MILLION, 3 * MILLION, "the task's second part");
}

static void test_other(void)
{
	reset_between(false);
}

static void test_exec(void)
{
	reset_between(true);
}

static void inherited(int children)
{
	int fd, i;

	if (pipe(go) || pipe(done))
		fail("pipe: %m");
	template.inherit = 1;
	fd = open_one(0, NO_LEADER);
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < children; i++)
		if (!fork())
			work_in_two_parts(false);
	for (i = 0; i < children; i++) {
		tell(go[1]);
		wait_for(done[0]);
	}
	control(fd, PERF_EVENT_IOC_RESET, 0);
	for (i = 0; i < children; i++)
		tell(go[1]);
	while (wait(NULL) > 0)
		;
	expect_between(read_count(fd).value, 2 * children * MILLION, 3 * children * MILLION,
		       "the second parts of the children");
	close(fd);
}

static void test_inherit(void)
{
	inherited(1);
	inherited(3);
}

/* Stops before the first sample, then 60 million instructions with many switches */
static void __attribute__((noreturn)) work_in_turns(void)
{
	int i;

	for (i = 0; i < 10; i++) {
		run(MILLION / 100);
		usleep(1000);
	}
	for (i = 0; i < 60; i++) {
		run(MILLION);
		sched_yield();
	}
	_exit(0);
}

static void take_turns(bool inherit_stat)
{
	const char *what = inherit_stat ? "inherit_stat" : "inherit";
	const int children = 4;
	struct samples samples = {};
	struct perf_event_attr attr = template;
	int fd, i;
	u64 count;

	parse_event(event_name, &attr);
	attr.inherit = 1;
	attr.inherit_stat = inherit_stat;
	attr.sample_type = SAMPLE_TYPE;
	attr.sample_period = PERIOD / 20;
	/* perf maps an inherited event only if it counts on one CPU. */
	fd = syscall(SYS_perf_event_open, &attr, 0, 0, NO_LEADER, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		fail("open: %m");
	ring_map(&samples.ring, fd, 16);
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < children; i++)
		if (!fork())
			work_in_turns();
	while (wait(NULL) > 0)
		;
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	drain(&samples);
	count = read_count(fd).value;
	expect_between(count, children * 60 * MILLION, children * 63 * MILLION, what);
	expect(samples.number > 100 && !samples.lost && !samples.throttled,
	       "%s: %llu samples, and none is missing", what, samples.number);
	if (attr.exclude_kernel)
		expect(count == samples.sum, "%s: the count is %llu, the sum of the periods %llu",
		       what, count, samples.sum);
}

static void test_children(void)
{
	take_turns(false);
	take_turns(true);
}

/* ---- Frequencies ------------------------------------------------------ */

static u64 max_rate(void)
{
	FILE *file = fopen("/proc/sys/kernel/perf_event_max_sample_rate", "r");
	u64 rate;

	if (!file || fscanf(file, "%llu", &rate) != 1)
		fail("no perf_event_max_sample_rate");
	fclose(file);
	return rate;
}

static void test_rate(void)
{
	u64 most = max_rate();
	const struct {
		u64 rate;
		int error;
	} rates[] = {
		{ 100, 0 }, { most, 0 }, { most + 1, EINVAL }, { 1000000000, EINVAL },
		{ 1ULL << 62, EINVAL }, { 1ULL << 63, EINVAL }, { 0, EINVAL }, { 100, 0 },
	};
	int enabled, fd = open_one(0, NO_LEADER);
	size_t i;

	for (enabled = 0; enabled < 2; enabled++) {
		if (enabled)
			control(fd, PERF_EVENT_IOC_ENABLE, 0);
		for (i = 0; i < SIZE(rates); i++) {
			u64 rate = rates[i].rate;
			int error = ioctl(fd, PERF_EVENT_IOC_PERIOD, &rate) ? errno : 0;

			expect(error == rates[i].error, "%s: a frequency of %llu: %s",
			       enabled ? "enabled" : "disabled", rate, strerror(rates[i].error));
		}
	}
	/* An event with a period has no such limit. */
	template.freq = 0;
	template.sample_period = PERIOD;
	fd = open_one(0, NO_LEADER);
	most = 1ULL << 62;
	expect(!ioctl(fd, PERF_EVENT_IOC_PERIOD, &most), "a period of 2^62 is accepted");
}

static const struct program_option options[] = {
	{ 'c', .number64 = &template.sample_period },
	{ 'F', .number64 = &frequency },
	{ 'x', .exclude = &template },
	{ }
};

static const struct program_test tests[] = {
	{ "reset", test_reset },
	{ "period", test_period },
	{ "disable", test_disable },
	{ "refresh", test_refresh },
	{ "group", test_group },
	{ "other", test_other },
	{ "exec", test_exec },
	{ "inherit", test_inherit },
	{ "children", test_children },
	{ "rate", test_rate },
	{ }
};

int main(int argc, char **argv)
{
	int first = parse_options(argc, argv, options);

	/* Failures are checks too. */
	fail_prefix = "not ok ";
	if (first + 2 != argc)
		fail("no test and event");
	event_name = argv[first + 1];
	template.size = sizeof(template);
	template.disabled = 1;
	template.read_format = READ_TIMES;
	if (!template.sample_period)
		template.sample_period = PERIOD;
	if (frequency) {
		template.freq = 1;
		template.sample_freq = frequency;
	}
	run_test(tests, argv[first]);
	return 0;
}
