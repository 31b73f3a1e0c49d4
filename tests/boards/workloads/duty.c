// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks that work in bursts and sleep between them, and an event that counts or samples
 * them together with everything else on the CPU.
 *
 *   duty [OPTION]... EVENT
 *
 * EVENT is TYPE:CONFIG[:CONFIG1].
 *
 *   -b US      mean length of a burst (default 1000). The bursts vary from 0.5 to 1.5 of it,
 *              so that no sampler runs in step with them
 *   -d PERCENT share of the time in which the tasks are busy (default 10)
 *   -r ROUNDS  bursts of each task (default 100)
 *   -t TASKS   number of tasks (default 1)
 *   -c P       sample with period P
 *   -F HZ      sample with frequency HZ
 *   -x WHAT    set exclude_WHAT: user kernel idle; may be repeated
 *   -p         an event of the first task on CPU 0 (pid and cpu), instead of CPU 0
 *   -G DIR     an event of the cgroup DIR, and "cgroup DIR" in the next line
 *   -M DIR     the tasks move to the cgroup DIR
 *   -T EVENT   count EVENT of the program's own tasks, too
 *   -e TRUTH   check the samples: TRUTH is what -T printed
 *   -i CPI     cycles of an instruction, for -e
 *   -s         the timer samples, for -e
 *   -o         only work: open no event
 *
 * A burst executes one quarter of its instructions in quarter() and three in rest(). One
 * instruction takes 2 ns on the emulated boards.
 *
 * Output:
 *   work QUARTER REST   instructions in these functions, of all tasks
 *   count VALUE ENABLED RUNNING
 * with -T
 *   tasks VALUE         the count of the program's own tasks alone. What the CPU counts
 *                       beyond it is the idle task's (and that of the kernel's threads)
 *   truth IDLE:QUARTER:REST   shares of the count
 * with -c or -F
 *   samples NUMBER SUM-OF-PERIODS COUNT-AT-THE-LAST-SAMPLE LOST THROTTLED EFFECTIVE
 *                       EFFECTIVE is the number of equal samples with the same error:
 *                       the square of the sum of the periods, by the sum of their squares
 *   shares IDLE QUARTER REST   of the sum of periods, in hundredths of a percent
 *   idle NUMBER         samples of the idle task
 * with -e, and of the truth
 *   ok TEXT, not ok TEXT
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include "event.h"
#include "loops.h"
#include "options.h"
#include "ring.h"

#define MAX_TASKS	8
#define PAGES		512
#define INSNS_PER_US	500
/* Instructions of a turn of quarter() and rest() */
#define TURN		128
#define FUNCTION_BYTES	((TURN + 1) * 4)

static unsigned long burst_us = 1000, duty = 10, rounds = 100, nr_tasks = 1, cpi = 1;
static u64 frequency;
static bool one_task, only_work, by_timer;
static const char *event_cgroup, *task_cgroup, *tasks_event, *truth;
static struct perf_event_attr template;

/* The body of a PERF_RECORD_SAMPLE with IP | TID | PERIOD | READ */
struct sample {
	u64 ip;
	unsigned int pid, tid;
	u64 period;
	struct counted counted;
};

static struct ring ring;
static u64 samples, sum, at_last, lost, throttled, idle_samples;
static u64 sum_idle, sum_quarter, sum_rest;
static double sum_of_squares;

/* 0.5 to 1.5 of the number, by the top bits of a linear congruential generator */
static unsigned long vary(unsigned long number, unsigned int *state)
{
	*state = *state * 1103515245 + 12345;
	return number / 2 + ((u64)number * (*state >> 12) >> 20);
}

static void join_cgroup(void)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "%s/cgroup.procs", task_cgroup);
	fd = open(path, O_WRONLY);
	if (fd < 0 || write(fd, "0", 1) != 1)
		fail("%s: %m", path);
	close(fd);
}

/* The bursts of a task. Write the turns of quarter() to RESULT. */
static void __attribute__((noreturn)) work(unsigned long nth, int go, int result)
{
	/* What the task sleeps, so that all tasks together are busy for DUTY percent */
	u64 ns = (u64)burst_us * 1000 * (100 * nr_tasks - duty) / duty;
	struct timespec nap = { ns / 1000000000, ns % 1000000000 };
	unsigned long turns = burst_us * INSNS_PER_US / (4 * TURN), i, n;
	unsigned int state = nth;
	u64 done = 0;
	char byte;

	/* Sleep as long as asked. */
	prctl(PR_SET_TIMERSLACK, 1);
	if (task_cgroup)
		join_cgroup();
	if (read(go, &byte, 1) != 1)
		_exit(1);
	for (i = 0; i < rounds; i++) {
		n = vary(turns, &state);
		quarter(n);
		rest(3 * n);
		done += n;
		nanosleep(&nap, NULL);
	}
	_exit(write(result, &done, sizeof(done)) != sizeof(done));
}

static bool is_in(u64 ip, void (*function)(unsigned long n))
{
	return ip - (unsigned long)function < FUNCTION_BYTES;
}

static void take_sample(const struct sample *sample)
{
	samples++;
	sum += sample->period;
	sum_of_squares += (double)sample->period * sample->period;
	at_last = sample->counted.value;
	if (!sample->pid) {
		idle_samples++;
		sum_idle += sample->period;
	} else if (is_in(sample->ip, quarter)) {
		sum_quarter += sample->period;
	} else if (is_in(sample->ip, rest)) {
		sum_rest += sample->period;
	}
}

static void drain(void)
{
	struct perf_event_header header;
	union {
		struct sample sample;
		struct { u64 id, lost; } lost;
	} body;

	ring_begin(&ring);
	while (ring_next(&ring, &header, &body, sizeof(body))) {
		if (header.type == PERF_RECORD_SAMPLE)
			take_sample(&body.sample);
		else if (header.type == PERF_RECORD_LOST)
			lost += body.lost.lost;
		else if (header.type == PERF_RECORD_THROTTLE)
			throttled++;
	}
	ring_end(&ring);
}

static int open_event(const struct perf_event_attr *attr, pid_t first)
{
	unsigned long flags = PERF_FLAG_FD_CLOEXEC;
	pid_t pid = one_task ? first : ON_CPU;
	int fd;

	if (event_cgroup) {
		flags |= PERF_FLAG_PID_CGROUP;
		pid = open(event_cgroup, O_RDONLY | O_CLOEXEC);
		if (pid < 0)
			fail("%s: %m", event_cgroup);
	}
	fd = syscall(SYS_perf_event_open, attr, pid, 0, NO_LEADER, flags);
	if (fd < 0)
		fail("open: %m");
	return fd;
}

static double effective(void)
{
	return sum ? (double)sum * sum / sum_of_squares : 0;
}

/* ---- Checks ----------------------------------------------------------- */

/* Shares of all events: of the idle task, of quarter() and of rest() */
struct shares {
	double idle, quarter, rest;
};

/*
 * The tolerance of a share: LEAST, which the driver may be off, and four standard deviations
 * of the share of that many random samples. Of the hundreds of shares on six boards, often at
 * least one is three deviations off.
 */
static double within(double share, double least)
{
	return least + 4 * sqrt(share * (1 - share) / effective());
}

static void expect_between(double got, double low, double high, const char *what)
{
	expect(got >= low && got <= high, "%s: %g, from %g to %g", what, got, low, high);
}

static void expect_share(u64 part, double share, double least, const char *what)
{
	double tolerance = within(share, least);

	expect_between((double)part / sum, share - tolerance, share + tolerance, what);
}

/* What all functions but the idle task have of COUNT, as the loops say */
static double worked(u64 work, u64 count)
{
	return (double)work * cpi / count;
}

/* The sampling clock runs while the CPU works: a nanosecond each cycle. */
static void check_number(u64 count)
{
	double wanted;

	if (frequency) {
		wanted = count * (double)frequency / 1e9;
		if (by_timer)
			expect_between(samples, wanted * 0.85 - 2, wanted * 1.15 + 2,
				       "the frequency is that of the time in which the CPU works");
		return;
	}
	wanted = count / template.sample_period;
	/* See is_periods in lib.sh. */
	expect_between(samples, by_timer ? wanted * 0.95 - 2 : wanted * 0.99, wanted,
		       "a sample for each period");
}

/*
 * Sampling is work, too, mostly of the idle task if the CPU is idle most of the time: all else
 * has less. With Linux 7.2, bursts of 100 us and the timer, the idle task has 1.5 points too
 * much, on average. With such bursts, a function of the programs may have 3 points too much.
 */
static void check_shares(struct shares of, u64 work, u64 count)
{
	double all_else = worked(work, count) / (of.quarter + of.rest);
	double least = by_timer && burst_us <= 100 ? 0.04 : 0.03;
	/* Where there is no idle task (a cgroup), the rounding may leave less than nothing. */
	double idle = fmax(0, 1 - all_else + of.idle * all_else);

	expect_between((double)sum_idle / sum, 0, idle + within(idle, 0.02),
		       "the idle task has its share");
	expect_share(sum_quarter, of.quarter * all_else, least, "quarter() has its share");
	expect_share(sum_rest, of.rest * all_else, least, "rest() has its share");
}

/*
 * User mode alone. use.rst has the standard error of the count: with the share p of all events
 * and n samples, delivered or not, at most sqrt((1 - p) / (n p)). n p is the number of
 * delivered samples, of equal weights. Allow four times this, and half of a hundredth for what
 * the programs execute beside their loops. In an interrupt and at the end of a system call,
 * the kernel has interrupts disabled, so the last of its samples show the program: allow half
 * of the kernel's events, and 3000 for each sample's own interrupt.
 */
static void check_user(struct shares of, u64 work, u64 count)
{
	double all = of.quarter + of.rest, user = (double)work * cpi;
	double off = 4 * sqrt((1 - all) / effective()) + 0.005;
	double tolerance = within(0.25, 0.03);

	expect(count == sum, "the count is the sum of the weights: %llu, %llu", count, sum);
	expect_between(count, user * (1 - off),
		       user * (1 + off + (1 - all + of.idle) / all / 2) + 3000.0 * samples,
		       "the count of user mode");
	/*
	 * A sample that is due in the kernel after an idle time may come in quarter(), which is
	 * the first to run: the timers need 15 us.
	 */
	expect_between((double)sum_quarter / sum, 0.25 - tolerance, 0.25 + tolerance + of.idle / 2,
		       "quarter() has a quarter");
}

static void check_samples(u64 work, u64 count)
{
	struct shares of;

	if (sscanf(truth, "%lf:%lf:%lf", &of.idle, &of.quarter, &of.rest) != 3)
		fail("no truth '%s'", truth);
	expect(sum == at_last, "the weights add up to the count at the last sample: %llu, %llu",
	       sum, at_last);
	expect(!lost && !throttled, "no sample is lost, and the event is not throttled: %llu, %llu",
	       lost, throttled);
	expect_between(samples, template.exclude_kernel ? 100 : template.exclude_idle ? 1000 : 20,
		       1e6, "there are samples");
	if (template.exclude_kernel || template.exclude_idle || one_task || task_cgroup)
		expect(!idle_samples, "the idle task has no sample: %llu", idle_samples);
	if (template.exclude_kernel) {
		check_user(of, work, count);
	} else if (one_task || task_cgroup) {
		/* All of its events are the program's. */
		expect_between(samples, 1600, 1e6, "there are samples of the program");
		check_shares((struct shares){ 0, worked(work / 4, count),
					      worked(work / 4 * 3, count) }, work, count);
	} else if (!template.exclude_idle) {
		check_number(count);
		check_shares(of, work, count);
	}
}

/* Print the true shares of a count of instructions. */
static void print_truth(u64 work, u64 count, u64 of_tasks)
{
	double idle = 1 - (double)of_tasks / count, all = (double)work / count;

	printf("truth %f:%f:%f\n", idle, all / 4, all * 3 / 4);
	expect_between(idle + all, 0.8, 1, "the programs' tasks have most of it");
}

static u64 share(u64 part)
{
	return sum ? part * 10000 / sum : 0;
}

static const struct program_option options[] = {
	{ 'b', .number = &burst_us },
	{ 'd', .number = &duty },
	{ 'r', .number = &rounds },
	{ 't', .number = &nr_tasks },
	{ 'c', .number64 = &template.sample_period },
	{ 'F', .number64 = &frequency },
	{ 'x', .exclude = &template },
	{ 'p', .flag = &one_task },
	{ 'G', .text = &event_cgroup },
	{ 'M', .text = &task_cgroup },
	{ 'T', .text = &tasks_event },
	{ 'e', .text = &truth },
	{ 'i', .number = &cpi },
	{ 's', .flag = &by_timer },
	{ 'o', .flag = &only_work },
	{ }
};

int main(int argc, char **argv)
{
	int first = parse_options(argc, argv, options), go[2], result[2], fd = -1, tasks = -1;
	u64 turns = 0, done, work_done, of_tasks, count;
	pid_t pid = 0, child;
	unsigned long i;

	if (nr_tasks < 1 || nr_tasks > MAX_TASKS)
		fail("1 to %d tasks", MAX_TASKS);
	template.size = sizeof(template);
	template.disabled = 1;
	template.read_format = READ_TIMES;
	template.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_PERIOD |
			       PERF_SAMPLE_READ;
	if (frequency) {
		template.freq = 1;
		template.sample_freq = frequency;
	}
	if (burst_us < 3 || !duty)
		fail("-b has to be 3 or more, and -d 1 or more");
	if (pipe(go) || pipe(result))
		fail("pipe: %m");
	if (!only_work) {
		if (first == argc)
			fail("no event");
		parse_event(argv[first], &template);
		if (tasks_event) {
			struct perf_event_attr attr = {
				.size = sizeof(attr),
				.disabled = 1,
				.inherit = 1,
				.read_format = READ_TIMES,
			};

			parse_event(tasks_event, &attr);
			tasks = open_attr(&attr, 0, NO_LEADER);
		}
	}
	for (i = 0; i < nr_tasks; i++) {
		child = fork();
		if (child < 0)
			fail("fork: %m");
		if (!child)
			work(i, go[0], result[1]);
		if (!i)
			pid = child;
	}
	if (!only_work) {
		fd = open_event(&template, pid);
		if (template.sample_period)
			ring_map(&ring, fd, PAGES);
		control(fd, PERF_EVENT_IOC_ENABLE, 0);
		if (tasks >= 0)
			control(tasks, PERF_EVENT_IOC_ENABLE, 0);
	}
	for (i = 0; i < nr_tasks; i++)
		if (write(go[1], "", 1) != 1)
			fail("write: %m");
	for (i = 0; i < nr_tasks; i++) {
		if (read(result[0], &done, sizeof(done)) != sizeof(done))
			fail("a task has ended without a result");
		turns += done;
	}
	while (wait(NULL) > 0)
		;
	work_done = turns * TURN * 4;
	printf("work %llu %llu\n", work_done / 4, work_done / 4 * 3);
	if (only_work)
		return 0;
	/* The event of the CPU counts from the first enable to the last disable. */
	if (tasks >= 0) {
		control(tasks, PERF_EVENT_IOC_DISABLE, 0);
		of_tasks = read_count(tasks).value;
		printf("tasks %llu\n", of_tasks);
	}
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	count = read_count(fd).value;
	printf("count %llu %llu %llu\n", count, read_count(fd).enabled,
	       read_count(fd).running);
	if (template.sample_period) {
		drain();
		printf("samples %llu %llu %llu %llu %llu %.0f\n", samples, sum, at_last, lost,
		       throttled, effective());
		printf("shares %llu %llu %llu\n", share(sum_idle), share(sum_quarter),
		       share(sum_rest));
		printf("idle %llu\n", idle_samples);
		if (truth)
			check_samples(work_done, count);
	} else if (tasks >= 0) {
		print_truth(work_done, count, of_tasks);
	}
	return 0;
}
