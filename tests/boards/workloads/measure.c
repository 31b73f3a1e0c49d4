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
 *   -P N     precise_ip
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
 *   -E ERR   the last open must fail with ERR, the name or number of an errno
 *   -o       only open and close the events
 *   -H       hold the events open and enabled until end of file on stdin, then print
 *            the counts
 *   -W FILE=TEXT  write TEXT to FILE after each call of known_loop()
 *   -u UID   open the events as this user, without privileges
 *
 * Output, one line per event and repetition:
 *   count EVENT VALUE ENABLED RUNNING
 *   and the lines of samples.h
 * with -z the instructions of all loops
 *   loops INSTRUCTIONS
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include "event.h"
#include "loops.h"
#include "options.h"
#include "samples.h"

#define MAX_EVENTS 16

struct event {
	const char *name;
	int fd;
	struct samples samples;
};

static struct event events[MAX_EVENTS];
static int nr_events;

static unsigned long loops = 1000, times = 1, repeat = 1, pages = 64, uid, zeros;
static bool group, cpu_wide, branches, print_each, sample_counts, naps, yields;
static bool only_open, hold;
static int expected_errno = -1;
static const char *write_text;
static int write_fd = -1;
static u64 frequency, config3;
static unsigned long precise;
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
	{ 'x', .exclude = &template },
	{ 'k', .call = set_config },
	{ 'P', .number = &precise },
	{ 'b', .flag = &branches },
	{ 's', .flag = &print_each },
	{ 'R', .flag = &sample_counts },
	{ 'j', .flag = &naps },
	{ 'y', .flag = &yields },
	{ 'z', .number = &zeros },
	{ 'E', .call = expect_errno },
	{ 'o', .flag = &only_open },
	{ 'H', .flag = &hold },
	{ 'W', .call = set_write },
	{ 'u', .number = &uid },
	{ }
};

static void fill_template(void)
{
	template.size = sizeof(template);
	template.disabled = 1;
	template.read_format = READ_TIMES;
	template.precise_ip = precise;
	template.sample_type = SAMPLE_TYPE;
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
	event->samples.with_count = sample_counts;
	event->samples.print = print_each;
	if (attr.sample_period)
		ring_map(&event->samples.ring, event->fd, pages);
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

/* ---- Work and output -------------------------------------------------- */

static void drain_all(void)
{
	int i;

	for (i = 0; i < nr_events; i++)
		drain(&events[i].samples);
}

static void forget_samples(struct samples *samples)
{
	drain(samples);
	*samples = (struct samples){
		.ring = samples->ring,
		.with_count = samples->with_count,
		.print = samples->print,
	};
}

static void print_event(struct event *event)
{
	struct counted counted;

	drain(&event->samples);
	counted = read_count(event->fd);
	printf("count %s %llu %llu %llu\n", event->name, counted.value, counted.enabled,
	       counted.running);
	print_samples(&event->samples, event->name);
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
			forget_samples(&events[j].samples);
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

int main(int argc, char **argv)
{
	int first = parse_options(argc, argv, options), i;

	if (first == argc)
		fail("no event");
	if (argc - first > MAX_EVENTS)
		fail("more than %d events", MAX_EVENTS);
	if (uid && setuid(uid))
		fail("setuid: %m");
	fill_template();
	for (i = first; i < argc; i++)
		open_event(argv[i], i == argc - 1);
	if (only_open)
		return 0;
	if (hold)
		hold_events();
	else
		measure();
	return 0;
}
