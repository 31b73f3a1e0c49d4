// SPDX-License-Identifier: GPL-2.0
/*
 * How a program learns of its own overflows: signals, poll(), limits and periods.
 *
 *   overflow [OPTION]... TEST EVENT...
 *
 * EVENT is TYPE:CONFIG[:CONFIG1]. A piece of work is known_loop(LOOPS), 2 LOOPS + 1
 * instructions.
 *
 *   -n LOOPS  loops of a piece (default 1000000)
 *   -r ROUNDS pieces, programs or rounds (default 10)
 *   -c P      sample with period P
 *   -F HZ     sample with frequency HZ
 *   -p NEW    the period or frequency to change to
 *   -e N      wakeup_events
 *   -l N      PERF_EVENT_IOC_REFRESH N, repeated each time the limit is reached
 *   -g        one group, the first event leads
 *
 * The tests and their output, NAME=VALUE for each of these names, a line for each event:
 *
 *   signals EVENT...   ROUNDS pieces; each event has a real-time signal of its own
 *     OF COUNT SAMPLES SIGNALS LIMITS EARLY
 *   programs EVENT     ROUNDS programs of one piece each; the signals that each has
 *                      received at its end
 *     NOTIFIED SAMPLES SIGNALS PERIODS EARLY SHORTEST LONGEST
 *   limit EVENT        ROUNDS pieces, another task runs between them; -l is not
 *                      repeated
 *     SAMPLES SIGNALS LIMITS GREW EARLY
 *   poll EVENT         poll() an event of a child that works ROUNDS pieces
 *     COUNT SAMPLES WAKES WRONG MOST
 *   sigtrap EVENT      ROUNDS pieces
 *     COUNT SAMPLES SIGNALS EARLY
 *   period EVENT       one piece, PERF_EVENT_IOC_PERIOD, ROUNDS pieces
 *   period-off EVENT   the same, the event is disabled during the change
 *   period-other EVENT the same, with an event of a child that works meanwhile
 *     COUNT SAMPLES COUNT_AFTER SAMPLES_AFTER NS_AFTER
 *   slow EVENT         CPU 0: one piece, then ROUNDS times ten milliseconds of sleep and
 *                      a hundred-thousandth of a piece
 *     SAMPLES NS SAMPLES_SLOW NS_SLOW GAP COUNT_SLOW
 *   naps EVENT         ROUNDS pieces with sleep between
 *     COUNT RUNNING SAMPLES GAP
 *   shell EVENT...     CPU 0, a shell runs a program of one piece meanwhile
 *     NS
 *
 * NOTIFIED is the number of programs that received a signal. LIMITS is the number of
 * signals with POLL_HUP: a limit was reached. EARLY is the number of early samples: the
 * kth sample is early if the count at that sample is below k periods. PERIODS is the
 * sum of COUNT / PERIOD over all programs. Gaps are the longest running time of the
 * event between two samples, in ns.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include "event.h"
#include "loops.h"
#include "options.h"
#include "ring.h"

#define MAX_EVENTS	4
#define PAGES		512
#define NAP_US		10000

#ifndef TRAP_PERF
#define TRAP_PERF	6
#endif

/* The body of a PERF_RECORD_SAMPLE with IP | PERIOD | READ */
struct sample {
	u64 ip, period;
	struct counted counted;
};

struct event {
	const char *name;
	int fd;
	struct ring ring;
	u64 samples, early, lost, last_running, max_gap;
	volatile sig_atomic_t signals, limits;
};

static struct event events[MAX_EVENTS];
static int nr_events;
static char **names;
static int nr_names;

static unsigned long loops = 1000000, rounds = 10, wakeup_events = 1, limit;
static u64 new_period, frequency;
static bool group, cpu_wide;
static volatile sig_atomic_t repeat_limit = true;
static struct perf_event_attr template;

/* ---- Events and their samples ----------------------------------------- */

static struct event *open_event(const char *name, pid_t pid)
{
	struct perf_event_attr attr = template;
	struct event *event = &events[nr_events];
	bool sibling = group && nr_events;

	memset(event, 0, sizeof(*event));
	event->name = name;
	parse_event(name, &attr);
	if (sibling)
		attr.disabled = 0;
	event->fd = open_attr(&attr, cpu_wide ? ON_CPU : pid, sibling ? events[0].fd : NO_LEADER);
	ring_map(&event->ring, event->fd, PAGES);
	nr_events++;
	return event;
}

static void start_event(struct event *event)
{
	if (limit)
		control(event->fd, PERF_EVENT_IOC_REFRESH, limit);
	else
		control(event->fd, PERF_EVENT_IOC_ENABLE, 0);
}

static void stop_event(struct event *event)
{
	/* A signal may come at the stop. Its handler must not enable the event again. */
	repeat_limit = false;
	control(event->fd, PERF_EVENT_IOC_DISABLE, 0);
}

static void gap_until(struct event *event, u64 running)
{
	if (running > event->last_running && running - event->last_running > event->max_gap)
		event->max_gap = running - event->last_running;
	event->last_running = running;
}

/* Return the number of samples since the last call. */
static u64 drain(struct event *event)
{
	struct perf_event_header header;
	u64 before = event->samples;
	union {
		struct sample sample;
		struct { u64 id, lost; } lost;
	} body;

	ring_begin(&event->ring);
	while (ring_next(&event->ring, &header, &body, sizeof(body))) {
		if (header.type == PERF_RECORD_SAMPLE) {
			event->samples++;
			event->early += body.sample.counted.value <
					event->samples * template.sample_period;
			gap_until(event, body.sample.counted.running);
		} else if (header.type == PERF_RECORD_LOST) {
			event->lost += body.lost.lost;
		}
	}
	ring_end(&event->ring);
	if (event->lost)
		fail("%s: %llu samples lost", event->name, event->lost);
	return event->samples - before;
}

static void work(unsigned long pieces)
{
	while (pieces--)
		known_loop(loops);
}

static u64 now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

/* ---- Signals ---------------------------------------------------------- */

/* The kernel queues a real-time signal for each overflow. */
static void on_overflow(int number, siginfo_t *info, void *context)
{
	struct event *event = &events[number - SIGRTMIN];
	int error = errno;

	(void)context;
	event->signals++;
	if (info->si_code == POLL_HUP) {
		event->limits++;
		if (repeat_limit)
			ioctl(event->fd, PERF_EVENT_IOC_REFRESH, limit);
	}
	errno = error;
}

static void on_sigtrap(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)context;
	if (info->si_code == TRAP_PERF)
		events[0].signals++;
}

static void handle(int number, void (*handler)(int, siginfo_t *, void *))
{
	struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_RESTART };

	/* One handler at a time */
	sigfillset(&action.sa_mask);
	if (sigaction(number, &action, NULL))
		fail("sigaction: %m");
}

/* Like PAPI, send the signal to the thread. Every other event sends it to the process. */
static void want_signals(int nth)
{
	struct f_owner_ex owner = { .type = F_OWNER_TID, .pid = syscall(SYS_gettid) };
	int fd = events[nth].fd;

	handle(SIGRTMIN + nth, on_overflow);
	if (fcntl(fd, F_SETFL, O_ASYNC | O_NONBLOCK) || fcntl(fd, F_SETSIG, SIGRTMIN + nth))
		fail("fcntl: %m");
	if (nth % 2 ? fcntl(fd, F_SETOWN, getpid()) : fcntl(fd, F_SETOWN_EX, &owner))
		fail("owner: %m");
}

static void test_signals(void)
{
	int leaders = group ? 1 : nr_names, i;

	for (i = 0; i < nr_names; i++) {
		open_event(names[i], 0);
		want_signals(i);
	}
	for (i = 0; i < leaders; i++)
		start_event(&events[i]);
	for (unsigned long round = 0; round < rounds; round++) {
		work(1);
		for (i = 0; i < nr_names; i++)
			drain(&events[i]);
	}
	for (i = 0; i < leaders; i++)
		stop_event(&events[i]);
	for (i = 0; i < nr_names; i++) {
		struct event *event = &events[i];

		drain(event);
		printf("OF=%s COUNT=%llu SAMPLES=%llu SIGNALS=%d LIMITS=%d EARLY=%llu\n", event->name,
		       read_count(event->fd).value, event->samples, (int)event->signals,
		       (int)event->limits, event->early);
	}
}

static void test_sigtrap(void)
{
	struct event *event;

	template.sigtrap = 1;
	template.remove_on_exec = 1;
	handle(SIGTRAP, on_sigtrap);
	event = open_event(names[0], 0);
	start_event(event);
	for (unsigned long i = 0; i < rounds; i++) {
		work(1);
		drain(event);
	}
	stop_event(event);
	drain(event);
	printf("COUNT=%llu SAMPLES=%llu SIGNALS=%d EARLY=%llu\n", read_count(event->fd).value,
	       event->samples, (int)event->signals, event->early);
}

struct program {
	u64 count, samples, signals, early;
};

static struct program one_program(unsigned long nth)
{
	struct event *event = open_event(names[0], 0);
	struct program program;

	want_signals(0);
	/* Start at a different time between two ticks in each program. */
	known_loop(nth * 74747 % 2500000 + 1);
	start_event(event);
	work(1);
	program.signals = event->signals;
	stop_event(event);
	program.count = read_count(event->fd).value;
	drain(event);
	program.samples = event->samples;
	program.early = event->early;
	return program;
}

static void test_programs(void)
{
	u64 notified = 0, periods = 0, min = UINT64_MAX, max = 0;
	struct program program, sum = {};
	int result[2];

	if (pipe(result))
		fail("pipe: %m");
	for (unsigned long i = 0; i < rounds; i++) {
		pid_t pid = fork();

		if (!pid) {
			program = one_program(i);
			_exit(write(result[1], &program, sizeof(program)) != sizeof(program));
		}
		waitpid(pid, NULL, 0);
		if (fcntl(result[0], F_SETFL, O_NONBLOCK) ||
		    read(result[0], &program, sizeof(program)) != sizeof(program))
			fail("program %lu ended without a result", i);
		notified += program.signals > 0;
		sum.samples += program.samples;
		sum.signals += program.signals;
		sum.early += program.early;
		periods += program.count / template.sample_period;
		if (program.count < min)
			min = program.count;
		if (program.count > max)
			max = program.count;
	}
	printf("NOTIFIED=%llu SAMPLES=%llu SIGNALS=%llu PERIODS=%llu EARLY=%llu SHORTEST=%llu LONGEST=%llu\n",
	       notified, sum.samples, sum.signals, periods, sum.early, min, max);
}

static void test_limit(void)
{
	struct event *event = open_event(names[0], 0);
	struct counted counted, later;
	pid_t pid = fork();

	while (!pid)
		sched_yield();
	repeat_limit = false;
	want_signals(0);
	start_event(event);
	for (unsigned long i = 0; i < rounds && !event->limits; i++) {
		work(1);
		sched_yield();
	}
	/* The event must stay off over a tick. */
	usleep(NAP_US);
	counted = read_count(event->fd);
	work(rounds);
	later = read_count(event->fd);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	drain(event);
	printf("SAMPLES=%llu SIGNALS=%d LIMITS=%d GREW=%llu EARLY=%llu\n", event->samples,
	       (int)event->signals, (int)event->limits, later.value - counted.value, event->early);
}

/* ---- Events of a child ------------------------------------------------ */

/*
 * Start an event of a child, then let the child work ROUNDS pieces. Afterwards the
 * parent has a real-time priority: it runs as soon as it is woken.
 */
static struct event *start_event_of_child(pid_t *pid)
{
	struct sched_param param = { .sched_priority = 1 };
	struct event *event;
	int go[2];
	char byte;

	if (pipe(go))
		fail("pipe: %m");
	*pid = fork();
	if (!*pid) {
		close(go[1]);
		if (read(go[0], &byte, 1) != 1)
			_exit(1);
		work(rounds);
		_exit(0);
	}
	close(go[0]);
	event = open_event(names[0], *pid);
	start_event(event);
	if (sched_setscheduler(0, SCHED_FIFO, &param))
		fail("sched_setscheduler: %m");
	if (write(go[1], "", 1) != 1)
		fail("write: %m");
	return event;
}

static void test_poll(void)
{
	unsigned long wakes = 0, wrong = 0, max = 0, n;
	struct pollfd pollfd = { .events = POLLIN };
	pid_t pid;
	struct event *event = start_event_of_child(&pid);

	pollfd.fd = event->fd;
	while (poll(&pollfd, 1, -1) == 1) {
		n = drain(event);
		/* The child has ended. */
		if (pollfd.revents & POLLHUP)
			break;
		wakes++;
		wrong += n != template.wakeup_events;
		if (n > max)
			max = n;
	}
	waitpid(pid, NULL, 0);
	printf("COUNT=%llu SAMPLES=%llu WAKES=%lu WRONG=%lu MOST=%lu\n",
	       read_count(event->fd).value, event->samples, wakes, wrong, max);
}

/* ---- Periods and rates ------------------------------------------------ */

static void print_period(struct event *event, struct counted before, u64 samples)
{
	struct counted after = read_count(event->fd);

	drain(event);
	printf("COUNT=%llu SAMPLES=%llu COUNT_AFTER=%llu SAMPLES_AFTER=%llu NS_AFTER=%llu\n",
	       before.value, samples, after.value - before.value, event->samples - samples,
	       after.running - before.running);
}

static void change_period(bool disable)
{
	struct event *event = open_event(names[0], 0);
	struct counted before;
	u64 samples;

	start_event(event);
	work(1);
	if (disable)
		stop_event(event);
	before = read_count(event->fd);
	set_period(event->fd, new_period);
	/* After it, as the last sample of the old period may come until then. */
	drain(event);
	samples = event->samples;
	if (disable)
		control(event->fd, PERF_EVENT_IOC_ENABLE, 0);
	work(rounds);
	stop_event(event);
	print_period(event, before, samples);
}

static void test_period(void)
{
	change_period(false);
}

static void test_period_off(void)
{
	change_period(true);
}

/* On one CPU the child's event is scheduled out while the parent changes its period. */
static void test_period_other(void)
{
	struct counted before;
	pid_t pid;
	struct event *event = start_event_of_child(&pid);
	u64 samples;

	usleep(NAP_US);
	drain(event);
	samples = event->samples;
	before = read_count(event->fd);
	set_period(event->fd, new_period);
	waitpid(pid, NULL, 0);
	print_period(event, before, samples);
}

static void test_slow(void)
{
	struct event *event;
	struct counted counted;
	u64 begin, ns[2], samples, count;

	cpu_wide = true;
	event = open_event(names[0], 0);
	start_event(event);
	begin = now_ns();
	work(1);
	ns[0] = now_ns() - begin;
	drain(event);
	samples = event->samples;
	counted = read_count(event->fd);
	count = counted.value;
	event->last_running = counted.running;
	event->max_gap = 0;
	begin = now_ns();
	for (unsigned long i = 0; i < rounds; i++) {
		usleep(NAP_US);
		known_loop(loops / 100000);
	}
	ns[1] = now_ns() - begin;
	counted = read_count(event->fd);
	drain(event);
	gap_until(event, counted.running);
	printf("SAMPLES=%llu NS=%llu SAMPLES_SLOW=%llu NS_SLOW=%llu GAP=%llu COUNT_SLOW=%llu\n",
	       samples, ns[0], event->samples - samples, ns[1], event->max_gap, counted.value - count);
}

static void test_naps(void)
{
	struct event *event = open_event(names[0], 0);
	struct counted counted;

	start_event(event);
	for (unsigned long i = 0; i < rounds; i++) {
		work(1);
		usleep(NAP_US);
	}
	stop_event(event);
	counted = read_count(event->fd);
	drain(event);
	gap_until(event, counted.running);
	printf("COUNT=%llu RUNNING=%llu SAMPLES=%llu GAP=%llu\n", counted.value,
	       counted.running, event->samples, event->max_gap);
}

/* If the overflows leave no time to the shell, the limit of -l ends them. */
static void test_shell(void)
{
	char command[32];
	u64 begin;

	snprintf(command, sizeof(command), "known %lu", loops);
	cpu_wide = true;
	for (int i = 0; i < nr_names; i++)
		open_event(names[i], 0);
	begin = now_ns();
	start_event(&events[0]);
	if (system(command))
		fail("%s: failed", command);
	begin = now_ns() - begin;
	stop_event(&events[0]);
	printf("NS=%llu\n", begin);
}

static const struct program_option options[] = {
	{ 'n', .number = &loops },
	{ 'r', .number = &rounds },
	{ 'c', .number64 = &template.sample_period },
	{ 'F', .number64 = &frequency },
	{ 'p', .number64 = &new_period },
	{ 'e', .number = &wakeup_events },
	{ 'l', .number = &limit },
	{ 'g', .flag = &group },
	{ }
};

static const struct program_test tests[] = {
	{ "signals", test_signals },
	{ "programs", test_programs },
	{ "limit", test_limit },
	{ "poll", test_poll },
	{ "sigtrap", test_sigtrap },
	{ "period", test_period },
	{ "period-off", test_period_off },
	{ "period-other", test_period_other },
	{ "slow", test_slow },
	{ "naps", test_naps },
	{ "shell", test_shell },
	{ }
};

int main(int argc, char **argv)
{
	int first;

	template.size = sizeof(template);
	template.disabled = 1;
	template.read_format = READ_TIMES;
	template.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_PERIOD | PERF_SAMPLE_READ;
	first = parse_options(argc, argv, options);
	template.wakeup_events = wakeup_events;
	if (frequency) {
		template.freq = 1;
		template.sample_freq = frequency;
	}
	names = argv + first + 1;
	nr_names = argc - first - 1;
	if (nr_names < 1 || nr_names > MAX_EVENTS || !template.sample_period)
		fail("need a test, 1 to %d events, and a period or frequency", MAX_EVENTS);
	run_test(tests, argv[first]);
	return 0;
}
