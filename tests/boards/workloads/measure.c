// SPDX-License-Identifier: GPL-2.0
/*
 * Open events on the calling task or on CPU 0, run a loop of known length between
 * enable and disable, and print the counts. The perf tool may round, retry or choose
 * another event; this program does not.
 *
 *   measure [OPTION]... EVENT...
 *
 * EVENT is TYPE:CONFIG[:CONFIG1]. TYPE is a number or the name of a directory in
 * /sys/bus/event_source/devices.
 *
 *   -n N     loops of known_loop(), 2N + 1 instructions (default 1000)
 *   -w W     times known_loop() is called (default 1)
 *   -r R     repeat, with a line for each
 *   -g       one group, the first event leads
 *   -a       CPU 0 instead of the calling task
 *   -c P     sample with period P
 *   -F HZ    sample with frequency HZ
 *   -m PAGES size of the ring buffer (default 64)
 *   -x WHAT  set exclude_WHAT: user kernel hv idle host guest; may be repeated
 *   -k N=VALUE  set configN, where N is 2 or 3
 *   -b       sample branch stacks
 *   -s       also print address, period and time of every sample
 *   -R       sample the count too, and compare: the period of each sample must be the
 *            difference of its count and the count of the sample before
 *   -j       sleep for 1, 2, 4 to 64 ms after each call of known_loop(): the rate of
 *            events falls by more than a thousand and rises again
 *   -y       call sched_yield() after each call of known_loop()
 *   -z BYTES read BYTES of /dev/zero after each call of known_loop(). The loops and the
 *            bytes vary from 0.5 to 1.5 of the given numbers, so that no sampler runs in
 *            step with the calls
 *   -l LIMIT argument of PERF_EVENT_IOC_REFRESH, for the test refresh (default 5)
 *   -E ERR   the last open must fail with ERR, the name or number of an errno
 *   -o       only open and close the events
 *   -H       hold the events open and enabled until end of file on stdin, then print
 *            the counts
 *   -W FILE=TEXT  write TEXT to FILE after each call of known_loop()
 *   -u UID   open the events as this user, without privileges
 *   -t TEST  run one of the tests period, refresh, throttle, resume, reset, reads,
 *            inherit, reader, switch
 *
 * Output, one line per event and repetition:
 *   count EVENT VALUE ENABLED RUNNING
 *   samples EVENT NUMBER SUM-OF-PERIODS LOST THROTTLED UNTHROTTLED MIN MAX
 * with -z the instructions of all loops
 *   loops INSTRUCTIONS
 * and with -R
 *   reads EVENT COUNT-AT-THE-LAST-SAMPLE WRONG-PERIODS FIRST:PERIOD/COUNTED
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include "event.h"
#include "loops.h"
#include "options.h"
#include "ring.h"

#define MAX_EVENTS 16

/* What -R found: the count at the last sample, and the first wrong period */
struct comparison {
	u64 at_sample, wrong, wrong_sample, wrong_period, wrong_counted;
};

struct event {
	const char *name;
	int fd;
	bool has_ring;
	struct ring ring;
	u64 samples, sum, lost, throttled, unthrottled, min, max;
	struct comparison comparison;
};

static struct event events[MAX_EVENTS];
static int nr_events;

static unsigned long loops = 1000, times = 1, repeat = 1, pages = 64, limit = 5, uid, zeros;
static bool group, cpu_wide, branches, print_samples, sample_counts, naps, yields;
static bool only_open, hold;
static int expected_errno = -1;
static const char *write_text, *test;
static int write_fd = -1;
static u64 frequency, config3;
static struct perf_event_attr template;

/* ---- Options ---------------------------------------------------------- */

static const struct {
	const char *name;
	int number;
} errnos[] = {
	{ "EINVAL", EINVAL }, { "EOPNOTSUPP", EOPNOTSUPP }, { "ENOENT", ENOENT },
	{ "ENOSPC", ENOSPC }, { "EACCES", EACCES }, { "EPERM", EPERM },
	{ "ENODEV", ENODEV }, { "EAGAIN", EAGAIN }, { "EBUSY", EBUSY },
	{ "E2BIG", E2BIG }, { "0", 0 },
};

static void expect_errno(char *name)
{
	size_t i;

	expected_errno = atoi(name);
	for (i = 0; i < SIZE(errnos); i++)
		if (!strcmp(name, errnos[i].name))
			expected_errno = errnos[i].number;
}

static const char *errno_name(int number)
{
	size_t i;

	for (i = 0; i < SIZE(errnos); i++)
		if (number == errnos[i].number)
			return errnos[i].name;
	return strerror(number);
}

/* WHICH is N=VALUE. */
static void set_config(char *which)
{
	u64 value = strtoull(which + 2, NULL, 0);

	if (!strncmp(which, "2=", 2))
		template.config2 = value;
	else if (!strncmp(which, "3=", 2))
		config3 = value;
	else
		fail("no config '%s'", which);
}

static void exclude(char *what)
{
	if (!strcmp(what, "user"))
		template.exclude_user = 1;
	else if (!strcmp(what, "kernel"))
		template.exclude_kernel = 1;
	else if (!strcmp(what, "hv"))
		template.exclude_hv = 1;
	else if (!strcmp(what, "idle"))
		template.exclude_idle = 1;
	else if (!strcmp(what, "host"))
		template.exclude_host = 1;
	else if (!strcmp(what, "guest"))
		template.exclude_guest = 1;
	else
		fail("no exclude_%s", what);
}

/* WHERE is FILE=TEXT. */
static void set_write(char *where)
{
	char *equals = strchr(where, '=');

	if (!equals)
		fail("no FILE=TEXT in '%s'", where);
	*equals = 0;
	write_text = equals + 1;
	write_fd = open(where, O_WRONLY);
	if (write_fd < 0)
		fail("%s: %m", where);
}

static const struct program_option options[] = {
	{ 'n', .number = &loops },
	{ 'w', .number = &times },
	{ 'r', .number = &repeat },
	{ 'g', .flag = &group },
	{ 'a', .flag = &cpu_wide },
	{ 'c', .number64 = &template.sample_period },
	{ 'F', .number64 = &frequency },
	{ 'm', .number = &pages },
	{ 'x', .call = exclude },
	{ 'k', .call = set_config },
	{ 'b', .flag = &branches },
	{ 's', .flag = &print_samples },
	{ 'R', .flag = &sample_counts },
	{ 'j', .flag = &naps },
	{ 'y', .flag = &yields },
	{ 'z', .number = &zeros },
	{ 'l', .number = &limit },
	{ 'E', .call = expect_errno },
	{ 'o', .flag = &only_open },
	{ 'H', .flag = &hold },
	{ 'W', .call = set_write },
	{ 'u', .number = &uid },
	{ 't', .text = &test },
	{ }
};

static void fill_template(void)
{
	template.size = sizeof(template);
	template.disabled = 1;
	template.read_format = READ_TIMES;
	template.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD;
	template.inherit = test && !strcmp(test, "inherit");
	if (frequency) {
		template.freq = 1;
		template.sample_freq = frequency;
	}
	if (sample_counts)
		template.sample_type |= PERF_SAMPLE_READ;
	if (branches) {
		template.sample_type |= PERF_SAMPLE_BRANCH_STACK;
		template.branch_sample_type = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_USER;
	}
}

/* ---- Events ----------------------------------------------------------- */

/*
 * config3 follows the 128 bytes of PERF_ATTR_SIZE_VER7, and struct perf_event_attr may
 * end there. The kernel accepts a larger structure if it knows the additional bytes or
 * if they are zero.
 */
static int try_open_config3(const struct perf_event_attr *attr, pid_t pid, int leader)
{
	union {
		struct perf_event_attr attr;
		unsigned char bytes[136];
	} wide = { .bytes = {} };

	wide.attr = *attr;
	if (config3) {
		wide.attr.size = sizeof(wide);
		memcpy(wide.bytes + 128, &config3, sizeof(config3));
	}
	return try_open(&wide.attr, pid, leader);
}

static void open_event(const char *name, bool last)
{
	struct perf_event_attr attr = template;
	struct event *event = &events[nr_events];
	bool sibling = group && nr_events;
	int error;

	parse_event(name, &attr);
	if (sibling)
		attr.disabled = 0;
	event->name = name;
	event->fd = try_open_config3(&attr, cpu_wide ? ON_CPU : 0,
				     sibling ? events[0].fd : NO_LEADER);
	error = event->fd < 0 ? errno : 0;
	if (expected_errno >= 0 && last) {
		printf("open %s: %s\n", name, errno_name(error));
		exit(error != expected_errno);
	}
	if (error)
		fail("open %s: %s", name, errno_name(error));
	nr_events++;
	event->has_ring = attr.sample_period;
	if (event->has_ring)
		ring_map(&event->ring, event->fd, pages);
}

static void control_all(unsigned long request)
{
	int i;

	if (group) {
		control(events[0].fd, request, PERF_IOC_FLAG_GROUP);
		return;
	}
	for (i = 0; i < nr_events; i++)
		control(events[i].fd, request, 0);
}

/* ---- Samples ---------------------------------------------------------- */

/* The body of a PERF_RECORD_SAMPLE with IP | TIME | PERIOD, and READ for -R */
struct sample {
	u64 ip, time, period;
	struct counted counted;
};

static void compare_count(struct event *event, const struct sample *sample)
{
	struct comparison *comparison = &event->comparison;
	u64 counted = sample->counted.value - comparison->at_sample;

	comparison->at_sample = sample->counted.value;
	if (sample->period == counted || comparison->wrong++)
		return;
	comparison->wrong_sample = event->samples;
	comparison->wrong_period = sample->period;
	comparison->wrong_counted = counted;
}

static void take_sample(struct event *event, const struct sample *sample)
{
	event->samples++;
	event->sum += sample->period;
	if (event->samples == 1 || sample->period < event->min)
		event->min = sample->period;
	if (sample->period > event->max)
		event->max = sample->period;
	if (sample_counts)
		compare_count(event, sample);
	if (print_samples)
		printf("ip %#llx %llu %llu\n", sample->ip, sample->period, sample->time);
}

static void drain(struct event *event)
{
	struct perf_event_header header;
	union {
		struct sample sample;
		struct { u64 id, lost; } lost;
	} body;

	if (!event->has_ring)
		return;
	ring_begin(&event->ring);
	while (ring_next(&event->ring, &header, &body, sizeof(body))) {
		switch (header.type) {
		case PERF_RECORD_SAMPLE:
			take_sample(event, &body.sample);
			break;
		case PERF_RECORD_LOST:
			event->lost += body.lost.lost;
			break;
		case PERF_RECORD_THROTTLE:
			event->throttled++;
			break;
		case PERF_RECORD_UNTHROTTLE:
			event->unthrottled++;
			break;
		}
	}
	ring_end(&event->ring);
}

static void drain_all(void)
{
	int i;

	for (i = 0; i < nr_events; i++)
		drain(&events[i]);
}

static void forget_samples(struct event *event)
{
	drain(event);
	event->samples = event->sum = event->lost = 0;
	event->throttled = event->unthrottled = event->min = event->max = 0;
	event->comparison.at_sample = event->comparison.wrong = 0;
}

static void print_event(struct event *event)
{
	const struct comparison *comparison = &event->comparison;
	struct counted counted;

	drain(event);
	counted = read_count(event->fd);
	printf("count %s %llu %llu %llu\n", event->name, counted.value, counted.enabled,
	       counted.running);
	if (event->has_ring)
		printf("samples %s %llu %llu %llu %llu %llu %llu %llu\n", event->name,
		       event->samples, event->sum, event->lost, event->throttled,
		       event->unthrottled, event->min, event->max);
	if (event->has_ring && sample_counts)
		printf("reads %s %llu %llu %llu:%llu/%llu\n", event->name, comparison->at_sample,
		       comparison->wrong, comparison->wrong_sample, comparison->wrong_period,
		       comparison->wrong_counted);
	fflush(stdout);
}

static void print_all(void)
{
	int i;

	for (i = 0; i < nr_events; i++)
		print_event(&events[i]);
}

/* 0.5 to 1.5 of the number, by the top bits of a linear congruential generator */
static unsigned long vary(unsigned long number)
{
	static unsigned int state = 1;

	state = state * 1103515245 + 12345;
	return number / 2 + ((u64)number * (state >> 12) >> 20);
}

/* known_loop() and a read of zeros. Return the instructions of the loop. */
static unsigned long loop_and_read(void)
{
	unsigned long n = vary(loops), bytes = vary(zeros);
	static char *buffer;
	static int fd;

	if (!buffer) {
		buffer = malloc(2 * zeros);
		fd = open("/dev/zero", O_RDONLY);
		if (!buffer || fd < 0)
			fail("/dev/zero: %m");
	}
	known_loop(n);
	if (read(fd, buffer, bytes) != (ssize_t)bytes)
		fail("read: %m");
	return 2 * n + 1;
}

static void work(void)
{
	unsigned long i, us;
	u64 instructions = 0;

	for (i = 0; i < times; i++) {
		if (zeros)
			instructions += loop_and_read();
		else
			known_loop(loops);
		for (us = 1000; naps && us <= 64000; us *= 2)
			usleep(us);
		if (yields)
			sched_yield();
		if (write_fd >= 0 && write(write_fd, write_text, strlen(write_text)) < 0)
			fail("write: %m");
		/* Do not let the ring overflow. */
		if (template.sample_period && times > 1 && (naps || i % 8 == 7))
			drain_all();
	}
	if (zeros)
		printf("loops %llu\n", instructions);
}

static void measure(void)
{
	unsigned long i;
	int j;

	for (i = 0; i < repeat; i++) {
		control_all(PERF_EVENT_IOC_RESET);
		for (j = 0; j < nr_events; j++)
			forget_samples(&events[j]);
		control_all(PERF_EVENT_IOC_ENABLE);
		work();
		control_all(PERF_EVENT_IOC_DISABLE);
		print_all();
	}
}

static void hold_events(void)
{
	char byte;

	control_all(PERF_EVENT_IOC_ENABLE);
	printf("holding\n");
	fflush(stdout);
	while (read(0, &byte, 1) > 0)
		;
	control_all(PERF_EVENT_IOC_DISABLE);
	print_all();
}

/* ---- Tests ------------------------------------------------------------ */

/* PERF_EVENT_IOC_PERIOD takes effect, and no count is lost. */
static void test_period(void)
{
	control_all(PERF_EVENT_IOC_ENABLE);
	work();
	set_period(events[0].fd, template.sample_period * 2);
	work();
	control_all(PERF_EVENT_IOC_DISABLE);
	print_event(&events[0]);
}

static void on_signal(int number)
{
	(void)number;
}

/*
 * PERF_EVENT_IOC_REFRESH N, -r times: the event stops at once after N overflows. With a
 * period, its count does not reach the end of another one.
 */
static void test_refresh(void)
{
	struct event *event = &events[0];
	unsigned long i, exact = 0, stopped = 0;
	u64 least = 0, most = 0;

	signal(SIGIO, on_signal);
	fcntl(event->fd, F_SETFL, O_ASYNC | O_NONBLOCK);
	fcntl(event->fd, F_SETOWN, getpid());
	for (i = 0; i < repeat; i++) {
		struct counted before = read_count(event->fd), first, second;
		u64 samples = event->samples;

		control(event->fd, PERF_EVENT_IOC_REFRESH, limit);
		work();
		first = read_count(event->fd);
		work();
		second = read_count(event->fd);
		drain(event);
		samples = event->samples - samples;
		exact += samples == limit;
		least = i && least < samples ? least : samples;
		most = most > samples ? most : samples;
		stopped += first.value == second.value &&
			   (template.freq ||
			    first.value - before.value < (limit + 1) * template.sample_period);
	}
	printf("refresh %lu exact %lu stopped %lu least %llu most %llu\n", repeat, exact, stopped,
	       least, most);
}

/*
 * A throttled event does not count until perf unthrottles it, -r times. Setting the
 * period may find the overflow for which perf throttles the event.
 */
static void test_throttle(void)
{
	struct event *event = &events[0];
	unsigned long i, looks = 0, still = 0;

	control_all(PERF_EVENT_IOC_ENABLE);
	for (i = 0; i < repeat; i++) {
		struct counted first, second;
		u64 unthrottled;

		known_loop(loops);
		set_period(event->fd, template.sample_period);
		drain(event);
		unthrottled = event->unthrottled;
		if (event->throttled == unthrottled)
			continue;
		first = read_count(event->fd);
		known_loop(loops);
		second = read_count(event->fd);
		drain(event);
		if (event->unthrottled != unthrottled)
			continue;
		looks++;
		still += first.value == second.value;
	}
	control_all(PERF_EVENT_IOC_DISABLE);
	printf("throttled %lu still %lu\n", looks, still);
	print_event(event);
}

/* After its period is set, -r times, an event counts, at the latest after the next tick. */
static void test_resume(void)
{
	struct event *event = &events[0];
	unsigned long i, j, stuck = 0;

	control_all(PERF_EVENT_IOC_ENABLE);
	for (i = 0; i < repeat; i++) {
		struct counted first, second;

		/* Each may have a sample. The second one in a tick throttles the event. */
		for (j = 0; j < 3; j++) {
			known_loop(loops);
			set_period(event->fd, template.sample_period);
		}
		first = read_count(event->fd);
		work();
		second = read_count(event->fd);
		stuck += first.value == second.value;
	}
	control_all(PERF_EVENT_IOC_DISABLE);
	printf("resumed %lu stuck %lu\n", repeat, stuck);
	print_event(event);
}

/* PERF_EVENT_IOC_RESET sets the count of a running event to zero. */
static void test_reset(void)
{
	struct counted before, after;

	control_all(PERF_EVENT_IOC_ENABLE);
	work();
	before = read_count(events[0].fd);
	control_all(PERF_EVENT_IOC_RESET);
	work();
	after = read_count(events[0].fd);
	printf("reset %llu %llu\n", before.value, after.value);
}

/* The count of a running event grows from each read to the next. */
static void test_reads(void)
{
	struct counted counted;
	int reads = 100, grown = 0, i;
	u64 last = 0;

	control_all(PERF_EVENT_IOC_ENABLE);
	for (i = 0; i < reads; i++) {
		counted = read_count(events[0].fd);
		if (counted.value > last)
			grown++;
		last = counted.value;
	}
	control_all(PERF_EVENT_IOC_DISABLE);
	printf("reads %d grown %d\n", reads, grown);
}

/* The parent's count includes the counts of children that have ended. */
static void test_inherit(void)
{
	int children = 8, i;

	control_all(PERF_EVENT_IOC_ENABLE);
	for (i = 0; i < children; i++) {
		if (!fork()) {
			work();
			_exit(0);
		}
	}
	while (wait(NULL) > 0)
		;
	control_all(PERF_EVENT_IOC_DISABLE);
	printf("inherit %d %llu\n", children, read_count(events[0].fd).value);
}

/* The count never goes back while another task reads it. */
static void test_reader(void)
{
	struct counted counted;
	u64 last = 0;
	int backwards = 0, reads = 0, i;
	pid_t child;

	control_all(PERF_EVENT_IOC_ENABLE);
	child = fork();
	if (!child) {
		for (i = 0; i < 10000; i++) {
			counted = read_count(events[0].fd);
			if (counted.value < last)
				backwards++;
			last = counted.value;
			reads++;
		}
		printf("reader %d backwards %d\n", reads, backwards);
		exit(0);
	}
	while (waitpid(child, NULL, WNOHANG) == 0)
		work();
}

/* Two tasks with events of their own take turns, -r times. */
static void test_switch(void)
{
	unsigned long i;

	control_all(PERF_EVENT_IOC_ENABLE);
	for (i = 0; i < repeat; i++) {
		known_loop(loops);
		sched_yield();
	}
	control_all(PERF_EVENT_IOC_DISABLE);
}

static const struct program_test tests[] = {
	{ "period", test_period },
	{ "refresh", test_refresh },
	{ "throttle", test_throttle },
	{ "resume", test_resume },
	{ "reset", test_reset },
	{ "reads", test_reads },
	{ "inherit", test_inherit },
	{ "reader", test_reader },
	{ "switch", test_switch },
	{ }
};

int main(int argc, char **argv)
{
	int first = parse_options(argc, argv, options), i;

	if (first == argc)
		fail("no event");
	if (argc - first > MAX_EVENTS)
		fail("more than %d events", MAX_EVENTS);
	if (test && !strcmp(test, "switch"))
		fork();
	if (uid && setuid(uid))
		fail("setuid: %m");
	fill_template();
	for (i = first; i < argc; i++)
		open_event(argv[i], i == argc - 1);
	if (only_open)
		return 0;
	if (hold)
		hold_events();
	else if (test)
		run_test(tests, test);
	else
		measure();
	return 0;
}
