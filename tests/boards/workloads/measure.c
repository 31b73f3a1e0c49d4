// SPDX-License-Identifier: GPL-2.0
/*
 * Open perf events on the calling task or on CPU 0, run a loop of known length
 * between enable and disable, and print what was counted. Where the perf tool
 * would round, retry or choose another event, this does exactly what it is told.
 *
 *   measure [OPTION]... EVENT...
 *
 * EVENT is TYPE:CONFIG[:CONFIG1], numbers as C has them; TYPE may be the name of
 * a directory in /sys/bus/event_source/devices.
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
 *   -b       ask for branch stacks
 *   -s       also print address, period and time of every sample
 *   -R       have each sample say the count as well, and compare: the period of a
 *            sample is to be what was counted since the one before
 *   -j       sleep for 1, 2, 4 to 64 ms after each call of known_loop(), so that the
 *            rate of events falls by a thousand and more, and rises again
 *   -y       give the processor away after each call of known_loop()
 *   -l LIMIT of samples, for the test refresh (default 5)
 *   -E ERR   the (last) open must fail with ERR, the name or number of an errno
 *   -o       open and close, nothing else
 *   -H       hold the events open and enabled until end of file on stdin, then print
 *            what was counted
 *   -W FILE=TEXT  write TEXT to FILE after each call of known_loop()
 *   -u UID   be this user, without privileges, when the events are opened
 *   -t TEST  a test of its own: period, refresh, throttle, reset, reads, inherit,
 *            reader, switch
 *
 * Output, one line per event and repetition:
 *   count EVENT VALUE ENABLED RUNNING
 *   samples EVENT NUMBER SUM-OF-PERIODS LOST THROTTLED UNTHROTTLED MIN MAX
 * and with -R
 *   reads EVENT COUNT-AT-THE-LAST-SAMPLE WRONG-PERIODS FIRST:PERIOD/COUNTED
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "event.h"
#include "loops.h"

#define MAX_EVENTS 16
#define PAGE 4096

struct counted {
	uint64_t value, enabled, running, id;
};

struct event {
	const char *name;
	int fd;
	void *ring;
	uint64_t samples, sum, lost, throttled, unthrottled, min, max, tail;
	/* -R: the count at the last sample, and what did not agree with it */
	uint64_t at_sample, wrong, wrong_sample, wrong_period, wrong_counted;
};

static struct event events[MAX_EVENTS];
static int nr_events;

static unsigned long loops = 1000, times = 1, repeat = 1, pages = 64, limit = 5;
static int group, cpu_wide, print_ips, expected_errno = -1, only_open, hold, jumps, yields;
static const char *write_text;
static int write_fd = -1;
static struct perf_event_attr template;
/* What structures of other sizes have behind ours. The kernel wants zeros in it. */
static uint64_t config3;

static const struct {
	const char *name;
	int number;
} errnos[] = {
	{ "EINVAL", EINVAL }, { "EOPNOTSUPP", EOPNOTSUPP }, { "ENOENT", ENOENT },
	{ "ENOSPC", ENOSPC }, { "EACCES", EACCES }, { "EPERM", EPERM },
	{ "ENODEV", ENODEV }, { "EAGAIN", EAGAIN }, { "EBUSY", EBUSY },
	{ "E2BIG", E2BIG }, { "0", 0 },
};

static int errno_number(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(errnos) / sizeof(*errnos); i++)
		if (!strcmp(name, errnos[i].name))
			return errnos[i].number;
	return atoi(name);
}

static const char *errno_name(int number)
{
	size_t i;

	for (i = 0; i < sizeof(errnos) / sizeof(*errnos); i++)
		if (number == errnos[i].number)
			return errnos[i].name;
	return strerror(number);
}

/* config3 is the eighth version's: this structure may be of the seventh, with 128 bytes. */
static int event_open(const struct perf_event_attr *attr, int leader)
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
	return syscall(SYS_perf_event_open, &wide, cpu_wide ? -1 : 0,
		       cpu_wide ? 0 : -1, leader, 0);
}

/* WHICH is N=VALUE. */
static void set_config(const char *which)
{
	uint64_t value = strtoull(which + 2, NULL, 0);

	if (!strncmp(which, "2=", 2))
		template.config2 = value;
	else if (!strncmp(which, "3=", 2))
		config3 = value;
	else
		fail("no config '%s'", which);
}

static void exclude(const char *what)
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

static void open_events(char **names, int count)
{
	struct perf_event_attr attr;
	int i, error;

	for (i = 0; i < count; i++) {
		struct event *event = &events[nr_events];

		if (nr_events == MAX_EVENTS)
			fail("more than %d events", MAX_EVENTS);
		attr = template;
		parse_event(names[i], &attr);
		if (group && i)
			attr.disabled = 0;
		event->name = names[i];
		event->fd = event_open(&attr, group && i ? events[0].fd : -1);
		error = event->fd < 0 ? errno : 0;
		if (expected_errno >= 0 && i == count - 1) {
			printf("open %s: %s\n", names[i], errno_name(error));
			exit(error != expected_errno);
		}
		if (error)
			fail("open %s: %s", names[i], errno_name(error));
		nr_events++;
		if (!attr.sample_period)
			continue;
		event->ring = mmap(NULL, (pages + 1) * PAGE, PROT_READ | PROT_WRITE,
				   MAP_SHARED, event->fd, 0);
		if (event->ring == MAP_FAILED)
			fail("mmap %s: %s", names[i], strerror(errno));
	}
}

static void ring_copy(void *to, const unsigned char *data, uint64_t at, size_t length)
{
	size_t size = pages * PAGE, i;

	for (i = 0; i < length; i++)
		((unsigned char *)to)[i] = data[(at + i) % size];
}

/* The body of a PERF_RECORD_SAMPLE with IP | TIME | PERIOD, and READ for -R */
struct sample {
	uint64_t ip, time, period, value, enabled, running;
};

static void compare_count(struct event *event, const struct sample *sample)
{
	uint64_t counted = sample->value - event->at_sample;

	event->at_sample = sample->value;
	if (sample->period == counted || event->wrong++)
		return;
	event->wrong_sample = event->samples;
	event->wrong_period = sample->period;
	event->wrong_counted = counted;
}

static void drain(struct event *event)
{
	struct perf_event_mmap_page *page = event->ring;
	unsigned char *data = (unsigned char *)event->ring + PAGE;
	struct perf_event_header header;
	struct sample sample;
	uint64_t head, lost[2];

	if (!page)
		return;
	head = page->data_head;
	__sync_synchronize();
	while (event->tail < head) {
		ring_copy(&header, data, event->tail, sizeof(header));
		switch (header.type) {
		case PERF_RECORD_SAMPLE:
			ring_copy(&sample, data, event->tail + sizeof(header), sizeof(sample));
			event->samples++;
			event->sum += sample.period;
			if (event->samples == 1 || sample.period < event->min)
				event->min = sample.period;
			if (sample.period > event->max)
				event->max = sample.period;
			if (template.sample_type & PERF_SAMPLE_READ)
				compare_count(event, &sample);
			if (print_ips)
				printf("ip %#llx %llu %llu\n", (unsigned long long)sample.ip,
				       (unsigned long long)sample.period,
				       (unsigned long long)sample.time);
			break;
		case PERF_RECORD_LOST:
			ring_copy(lost, data, event->tail + sizeof(header), sizeof(lost));
			event->lost += lost[1];
			break;
		case PERF_RECORD_THROTTLE:
			event->throttled++;
			break;
		case PERF_RECORD_UNTHROTTLE:
			event->unthrottled++;
			break;
		}
		event->tail += header.size;
	}
	__sync_synchronize();
	page->data_tail = event->tail;
}

static void read_event(struct event *event, struct counted *counted)
{
	if (read(event->fd, counted, 3 * sizeof(uint64_t)) != 3 * sizeof(uint64_t))
		fail("read %s: %s", event->name, strerror(errno));
}

static void control(unsigned long request)
{
	int i;

	if (group) {
		if (ioctl(events[0].fd, request, PERF_IOC_FLAG_GROUP))
			fail("ioctl: %s", strerror(errno));
		return;
	}
	for (i = 0; i < nr_events; i++)
		if (ioctl(events[i].fd, request, 0))
			fail("ioctl %s: %s", events[i].name, strerror(errno));
}

static void work(void)
{
	unsigned long i, us;

	for (i = 0; i < times; i++) {
		known_loop(loops);
		for (us = 1000; jumps && us <= 64000; us *= 2)
			usleep(us);
		if (yields)
			sched_yield();
		if (write_fd >= 0 && write(write_fd, write_text, strlen(write_text)) < 0)
			fail("write: %s", strerror(errno));
		/* The ring must not run full during a long piece of work. */
		if (template.sample_period && times > 1 && (jumps || i % 8 == 7))
			for (int j = 0; j < nr_events; j++)
				drain(&events[j]);
	}
}

static void print_event(struct event *event)
{
	struct counted counted;

	drain(event);
	read_event(event, &counted);
	printf("count %s %llu %llu %llu\n", event->name, (unsigned long long)counted.value,
	       (unsigned long long)counted.enabled, (unsigned long long)counted.running);
	if (event->ring)
		printf("samples %s %llu %llu %llu %llu %llu %llu %llu\n", event->name,
		       (unsigned long long)event->samples, (unsigned long long)event->sum,
		       (unsigned long long)event->lost, (unsigned long long)event->throttled,
		       (unsigned long long)event->unthrottled, (unsigned long long)event->min,
		       (unsigned long long)event->max);
	if (event->ring && template.sample_type & PERF_SAMPLE_READ)
		printf("reads %s %llu %llu %llu:%llu/%llu\n", event->name,
		       (unsigned long long)event->at_sample, (unsigned long long)event->wrong,
		       (unsigned long long)event->wrong_sample,
		       (unsigned long long)event->wrong_period,
		       (unsigned long long)event->wrong_counted);
	fflush(stdout);
}

static void measure(void)
{
	unsigned long i;
	int j;

	for (i = 0; i < repeat; i++) {
		control(PERF_EVENT_IOC_RESET);
		for (j = 0; j < nr_events; j++) {
			struct event *event = &events[j];

			drain(event);
			event->samples = event->sum = event->lost = 0;
			event->throttled = event->unthrottled = event->min = event->max = 0;
			event->at_sample = event->wrong = 0;
		}
		control(PERF_EVENT_IOC_ENABLE);
		work();
		control(PERF_EVENT_IOC_DISABLE);
		for (j = 0; j < nr_events; j++)
			print_event(&events[j]);
	}
}

static volatile sig_atomic_t signals;

static void on_signal(int number)
{
	(void)number;
	signals++;
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
		fail("%s: %s", where, strerror(errno));
}

/* PERF_EVENT_IOC_PERIOD takes effect, and nothing is lost over the change. */
static void test_period(void)
{
	uint64_t period = template.sample_period * 2;

	control(PERF_EVENT_IOC_ENABLE);
	work();
	if (ioctl(events[0].fd, PERF_EVENT_IOC_PERIOD, &period))
		fail("PERIOD: %s", strerror(errno));
	work();
	control(PERF_EVENT_IOC_DISABLE);
	print_event(&events[0]);
}

/*
 * PERF_EVENT_IOC_REFRESH n: n overflows, then the event is off, at once: with a
 * period it does not reach the end of another. Once or -r times.
 */
static void test_refresh(void)
{
	struct event *event = &events[0];
	unsigned long i, exact = 0, stopped = 0;
	uint64_t least = 0, most = 0;

	signal(SIGIO, on_signal);
	fcntl(event->fd, F_SETFL, O_ASYNC | O_NONBLOCK);
	fcntl(event->fd, F_SETOWN, getpid());
	for (i = 0; i < repeat; i++) {
		struct counted before, first, second;
		uint64_t samples;

		read_event(event, &before);
		samples = event->samples;
		if (ioctl(event->fd, PERF_EVENT_IOC_REFRESH, limit))
			fail("REFRESH: %s", strerror(errno));
		work();
		read_event(event, &first);
		work();
		read_event(event, &second);
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
	       (unsigned long long)least, (unsigned long long)most);
}

/*
 * A throttled event stands still until perf lets it go on, also if it was throttled
 * for an overflow that was found when its period was set, -r times.
 */
static void test_throttle(void)
{
	uint64_t period = template.sample_period, throttled, unthrottled;
	struct event *event = &events[0];
	unsigned long i, looks = 0, still = 0;

	control(PERF_EVENT_IOC_ENABLE);
	for (i = 0; i < repeat; i++) {
		struct counted first, second;

		known_loop(loops);
		if (ioctl(event->fd, PERF_EVENT_IOC_PERIOD, &period))
			fail("PERIOD: %s", strerror(errno));
		drain(event);
		throttled = event->throttled;
		unthrottled = event->unthrottled;
		if (throttled == unthrottled)
			continue;
		read_event(event, &first);
		known_loop(loops);
		read_event(event, &second);
		drain(event);
		if (event->unthrottled != unthrottled)
			continue;
		looks++;
		still += first.value == second.value;
	}
	control(PERF_EVENT_IOC_DISABLE);
	printf("throttled %lu still %lu\n", looks, still);
	print_event(event);
}

/* RESET while the event runs sets the count back, and it runs on. */
static void test_reset(void)
{
	struct counted before, after;

	control(PERF_EVENT_IOC_ENABLE);
	work();
	read_event(&events[0], &before);
	control(PERF_EVENT_IOC_RESET);
	work();
	read_event(&events[0], &after);
	printf("reset %llu %llu\n", (unsigned long long)before.value,
	       (unsigned long long)after.value);
}

/* Read while it runs, the count has grown each time. */
static void test_reads(void)
{
	struct counted counted;
	int reads = 100, grown = 0, i;
	uint64_t last = 0;

	control(PERF_EVENT_IOC_ENABLE);
	for (i = 0; i < reads; i++) {
		read_event(&events[0], &counted);
		if (counted.value > last)
			grown++;
		last = counted.value;
	}
	control(PERF_EVENT_IOC_DISABLE);
	printf("reads %d grown %d\n", reads, grown);
}

/* A child's events count for its parent once it has ended. */
static void test_inherit(void)
{
	struct counted counted;
	int children = 8, i;

	control(PERF_EVENT_IOC_ENABLE);
	for (i = 0; i < children; i++) {
		if (!fork()) {
			work();
			_exit(0);
		}
	}
	while (wait(NULL) > 0)
		;
	control(PERF_EVENT_IOC_DISABLE);
	read_event(&events[0], &counted);
	printf("inherit %d %llu\n", children, (unsigned long long)counted.value);
}

/* The count never goes back while another task reads it. */
static void test_reader(void)
{
	struct counted counted;
	uint64_t last = 0;
	int backwards = 0, reads = 0, i;
	pid_t child;

	control(PERF_EVENT_IOC_ENABLE);
	child = fork();
	if (!child) {
		for (i = 0; i < 10000; i++) {
			read_event(&events[0], &counted);
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

	control(PERF_EVENT_IOC_ENABLE);
	for (i = 0; i < repeat; i++) {
		known_loop(loops);
		sched_yield();
	}
	control(PERF_EVENT_IOC_DISABLE);
}

int main(int argc, char **argv)
{
	const char *test = NULL;
	uid_t uid = 0;
	int option;

	template.size = sizeof(template);
	template.disabled = 1;
	template.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	template.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD;
	while ((option = getopt(argc, argv, "+n:w:r:gac:F:m:x:k:bsRjyl:E:oHW:u:t:")) != -1) {
		switch (option) {
		case 'n':
			loops = strtoul(optarg, NULL, 0);
			break;
		case 'w':
			times = strtoul(optarg, NULL, 0);
			break;
		case 'r':
			repeat = strtoul(optarg, NULL, 0);
			break;
		case 'g':
			group = 1;
			break;
		case 'a':
			cpu_wide = 1;
			break;
		case 'c':
			template.sample_period = strtoull(optarg, NULL, 0);
			break;
		case 'F':
			template.freq = 1;
			template.sample_freq = strtoull(optarg, NULL, 0);
			break;
		case 'm':
			pages = strtoul(optarg, NULL, 0);
			break;
		case 'x':
			exclude(optarg);
			break;
		case 'k':
			set_config(optarg);
			break;
		case 'b':
			template.sample_type |= PERF_SAMPLE_BRANCH_STACK;
			template.branch_sample_type = PERF_SAMPLE_BRANCH_ANY |
						      PERF_SAMPLE_BRANCH_USER;
			break;
		case 's':
			print_ips = 1;
			break;
		case 'R':
			template.sample_type |= PERF_SAMPLE_READ;
			break;
		case 'j':
			jumps = 1;
			break;
		case 'y':
			yields = 1;
			break;
		case 'l':
			limit = strtoul(optarg, NULL, 0);
			break;
		case 'E':
			expected_errno = errno_number(optarg);
			break;
		case 'o':
			only_open = 1;
			break;
		case 'H':
			hold = 1;
			break;
		case 'W':
			set_write(optarg);
			break;
		case 'u':
			uid = strtoul(optarg, NULL, 0);
			break;
		case 't':
			test = optarg;
			break;
		default:
			return 2;
		}
	}
	if (optind == argc)
		fail("no event");
	if (test && !strcmp(test, "switch"))
		fork();
	if (uid && setuid(uid))
		fail("setuid: %s", strerror(errno));
	template.inherit = test && !strcmp(test, "inherit");
	open_events(argv + optind, argc - optind);
	if (only_open)
		return 0;
	if (hold) {
		char byte;
		int i;

		control(PERF_EVENT_IOC_ENABLE);
		printf("holding\n");
		fflush(stdout);
		while (read(0, &byte, 1) > 0)
			;
		control(PERF_EVENT_IOC_DISABLE);
		for (i = 0; i < nr_events; i++)
			print_event(&events[i]);
		return 0;
	}
	if (!test)
		measure();
	else if (!strcmp(test, "period"))
		test_period();
	else if (!strcmp(test, "refresh"))
		test_refresh();
	else if (!strcmp(test, "throttle"))
		test_throttle();
	else if (!strcmp(test, "reset"))
		test_reset();
	else if (!strcmp(test, "reads"))
		test_reads();
	else if (!strcmp(test, "inherit"))
		test_inherit();
	else if (!strcmp(test, "reader"))
		test_reader();
	else if (!strcmp(test, "switch"))
		test_switch();
	else
		fail("no test '%s'", test);
	return 0;
}
