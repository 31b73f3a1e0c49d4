// SPDX-License-Identifier: GPL-2.0
/*
 * What a program learns of its own overflows: signals, poll(), limits and periods.
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
 *   -l N      PERF_EVENT_IOC_REFRESH N; once again each time that N is reached
 *   -g        one group, the first event leads
 *
 * Output, one line for each event:
 *
 *   signals EVENT...   ROUNDS pieces; each event has a real-time signal of its own
 *     signals EVENT COUNT SAMPLES SIGNALS LIMITS EARLY
 *   programs EVENT     ROUNDS programs of one piece each, signals as seen at its end
 *     programs TOLD SAMPLES SIGNALS PERIODS EARLY MIN-COUNT MAX-COUNT
 *   limit EVENT        ROUNDS pieces, another task runs between them; -l once only
 *     limit SAMPLES SIGNALS LIMITS GREW EARLY
 *   poll EVENT         of a child that works ROUNDS pieces
 *     poll COUNT SAMPLES WAKES WRONG MAX
 *   sigtrap EVENT      ROUNDS pieces
 *     sigtrap COUNT SAMPLES SIGNALS EARLY
 *   period EVENT       one piece, the change, ROUNDS pieces
 *   period-off EVENT   the same, disabled during the change
 *   period-other EVENT the same, of a child, which works meanwhile
 *     period COUNT SAMPLES COUNT-AFTER SAMPLES-AFTER NS-AFTER
 *   slow EVENT         CPU 0: one piece, then ROUNDS times ten milliseconds of sleep and
 *                      a hundred-thousandth of a piece
 *     slow SAMPLES NS SAMPLES-SLOW NS-SLOW MAX-GAP COUNT-SLOW
 *   naps EVENT         ROUNDS pieces with sleep between
 *     naps COUNT RUNNING SAMPLES MAX-GAP
 *   shell EVENT...     CPU 0, a shell runs a program of one piece meanwhile
 *     shell NS
 *
 * LIMITS are signals that say POLL_HUP, for a limit that is reached. EARLY is the
 * number of samples before their time: the kth when fewer than k periods are counted.
 * PERIODS are those that the counts have. Gaps are of the event's running time, in ns.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include "event.h"
#include "loops.h"

#define MAX_EVENTS	4
#define PAGE		4096
#define PAGES		512
#define NAP_US		10000

#ifndef TRAP_PERF
#define TRAP_PERF	6
#endif

/* read_format is the two times: what read() gives, and the end of a sample */
struct counted {
	uint64_t value, enabled, running;
};

/* The body of a PERF_RECORD_SAMPLE with IP | PERIOD | READ */
struct sample {
	uint64_t ip, period;
	struct counted counted;
};

struct event {
	const char *name;
	int fd;
	unsigned char *ring;
	uint64_t samples, early, lost, tail, last_running, max_gap;
	volatile sig_atomic_t signals, limits;
};

static struct event events[MAX_EVENTS];
static int nr_events;

static unsigned long loops = 1000000, rounds = 10, limit;
static uint64_t new_period;
static int group, cpu_wide, again = 1;
static struct perf_event_attr template;

static void control(int fd, unsigned long request, void *argument)
{
	if (ioctl(fd, request, argument))
		fail("ioctl: %s", strerror(errno));
}

static void start_event(struct event *event)
{
	if (limit)
		control(event->fd, PERF_EVENT_IOC_REFRESH, (void *)limit);
	else
		control(event->fd, PERF_EVENT_IOC_ENABLE, NULL);
}

/* The kernel queues a real-time signal for each overflow. */
static void on_overflow(int number, siginfo_t *info, void *context)
{
	struct event *event = &events[number - SIGRTMIN];
	int error = errno;

	(void)context;
	event->signals++;
	if (info->si_code == POLL_HUP) {
		event->limits++;
		if (again)
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
		fail("sigaction: %s", strerror(errno));
}

/* As PAPI does it: the signal goes to the thread. */
static void want_signals(int nth)
{
	struct f_owner_ex owner = { .type = F_OWNER_TID, .pid = syscall(SYS_gettid) };
	int fd = events[nth].fd;

	handle(SIGRTMIN + nth, on_overflow);
	if (fcntl(fd, F_SETFL, O_ASYNC | O_NONBLOCK) || fcntl(fd, F_SETSIG, SIGRTMIN + nth))
		fail("fcntl: %s", strerror(errno));
	/* F_SETOWN names the process, F_SETOWN_EX the thread. */
	if (nth % 2 ? fcntl(fd, F_SETOWN, getpid()) : fcntl(fd, F_SETOWN_EX, &owner))
		fail("owner: %s", strerror(errno));
}

static struct event *open_event(const char *name, pid_t pid)
{
	struct perf_event_attr attr = template;
	struct event *event = &events[nr_events];

	memset(event, 0, sizeof(*event));
	event->name = name;
	parse_event(name, &attr);
	if (group && nr_events)
		attr.disabled = 0;
	event->fd = syscall(SYS_perf_event_open, &attr, cpu_wide ? -1 : pid, cpu_wide ? 0 : -1,
			    group && nr_events ? events[0].fd : -1, PERF_FLAG_FD_CLOEXEC);
	if (event->fd < 0)
		fail("open %s: %s", name, strerror(errno));
	event->ring = mmap(NULL, (PAGES + 1) * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED,
			   event->fd, 0);
	if (event->ring == MAP_FAILED)
		fail("mmap %s: %s", name, strerror(errno));
	nr_events++;
	return event;
}

static struct counted read_event(struct event *event)
{
	struct counted counted;

	if (read(event->fd, &counted, sizeof(counted)) != sizeof(counted))
		fail("read %s: %s", event->name, strerror(errno));
	return counted;
}

static void ring_copy(void *to, struct event *event, uint64_t at, size_t length)
{
	for (size_t i = 0; i < length; i++)
		((unsigned char *)to)[i] = event->ring[PAGE + (at + i) % (PAGES * PAGE)];
}

static void gap_until(struct event *event, uint64_t running)
{
	if (running > event->last_running && running - event->last_running > event->max_gap)
		event->max_gap = running - event->last_running;
	event->last_running = running;
}

/* Return: how many samples there are since the last time */
static uint64_t drain(struct event *event)
{
	struct perf_event_mmap_page *page = (void *)event->ring;
	struct perf_event_header header;
	uint64_t head = page->data_head, before = event->samples, lost[2];
	struct sample sample;

	__sync_synchronize();
	while (event->tail < head) {
		ring_copy(&header, event, event->tail, sizeof(header));
		if (header.type == PERF_RECORD_SAMPLE) {
			ring_copy(&sample, event, event->tail + sizeof(header), sizeof(sample));
			event->samples++;
			event->early += sample.counted.value <
					event->samples * template.sample_period;
			gap_until(event, sample.counted.running);
		} else if (header.type == PERF_RECORD_LOST) {
			ring_copy(lost, event, event->tail + sizeof(header), sizeof(lost));
			event->lost += lost[1];
		}
		event->tail += header.size;
	}
	__sync_synchronize();
	page->data_tail = event->tail;
	if (event->lost)
		fail("%s: %llu samples lost", event->name, (unsigned long long)event->lost);
	return event->samples - before;
}

static void work(unsigned long pieces)
{
	while (pieces--)
		known_loop(loops);
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

static void test_signals(char **names, int count)
{
	int i;

	for (i = 0; i < count; i++) {
		open_event(names[i], 0);
		want_signals(i);
	}
	if (group)
		start_event(&events[0]);
	else
		for (i = 0; i < count; i++)
			start_event(&events[i]);
	for (unsigned long round = 0; round < rounds; round++) {
		work(1);
		for (i = 0; i < count; i++)
			drain(&events[i]);
	}
	for (i = 0; i < (group ? 1 : count); i++)
		control(events[i].fd, PERF_EVENT_IOC_DISABLE, NULL);
	for (i = 0; i < count; i++) {
		struct event *event = &events[i];

		drain(event);
		printf("signals %s %llu %llu %d %d %llu\n", event->name,
		       (unsigned long long)read_event(event).value,
		       (unsigned long long)event->samples, (int)event->signals,
		       (int)event->limits, (unsigned long long)event->early);
	}
}

struct program {
	uint64_t count, samples, signals, early;
};

static struct program one_program(const char *name, unsigned long nth)
{
	struct program program;
	struct event *event = open_event(name, 0);
	struct counted counted;

	want_signals(0);
	/* Begin at another place between two ticks each time. */
	known_loop(nth * 74747 % 2500000 + 1);
	start_event(event);
	work(1);
	program.signals = event->signals;
	control(event->fd, PERF_EVENT_IOC_DISABLE, NULL);
	counted = read_event(event);
	drain(event);
	program.count = counted.value;
	program.samples = event->samples;
	program.early = event->early;
	return program;
}

static void test_programs(const char *name)
{
	uint64_t told = 0, periods = 0, min = UINT64_MAX, max = 0;
	struct program program, sum = {};
	int result[2];

	if (pipe(result))
		fail("pipe: %s", strerror(errno));
	for (unsigned long i = 0; i < rounds; i++) {
		pid_t pid = fork();

		if (!pid) {
			program = one_program(name, i);
			_exit(write(result[1], &program, sizeof(program)) != sizeof(program));
		}
		waitpid(pid, NULL, 0);
		if (fcntl(result[0], F_SETFL, O_NONBLOCK) ||
		    read(result[0], &program, sizeof(program)) != sizeof(program))
			fail("program %lu has ended without a result", i);
		told += program.signals > 0;
		sum.samples += program.samples;
		sum.signals += program.signals;
		sum.early += program.early;
		periods += program.count / template.sample_period;
		if (program.count < min)
			min = program.count;
		if (program.count > max)
			max = program.count;
	}
	printf("programs %llu %llu %llu %llu %llu %llu %llu\n", (unsigned long long)told,
	       (unsigned long long)sum.samples, (unsigned long long)sum.signals,
	       (unsigned long long)periods, (unsigned long long)sum.early,
	       (unsigned long long)min, (unsigned long long)max);
}

static void test_limit(const char *name)
{
	struct event *event = open_event(name, 0);
	struct counted counted, later;
	pid_t pid = fork();

	while (!pid)
		sched_yield();
	again = 0;
	want_signals(0);
	start_event(event);
	for (unsigned long i = 0; i < rounds && !event->limits; i++) {
		work(1);
		sched_yield();
	}
	/* Sleep over a tick, then see that it is off. */
	usleep(NAP_US);
	counted = read_event(event);
	work(rounds);
	later = read_event(event);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	drain(event);
	printf("limit %llu %d %d %llu %llu\n", (unsigned long long)event->samples,
	       (int)event->signals, (int)event->limits,
	       (unsigned long long)(later.value - counted.value),
	       (unsigned long long)event->early);
}

/* A child that works as soon as, and for as long as, it is told to */
static pid_t start_child(int *go)
{
	int fds[2];
	pid_t pid;

	if (pipe(fds))
		fail("pipe: %s", strerror(errno));
	pid = fork();
	if (!pid) {
		char byte;

		close(fds[1]);
		if (read(fds[0], &byte, 1) != 1)
			_exit(1);
		work(rounds);
		_exit(0);
	}
	close(fds[0]);
	*go = fds[1];
	return pid;
}

/* Who waits comes before who works, and gets the processor as soon as it is woken. */
static void come_first(void)
{
	struct sched_param param = { .sched_priority = 1 };

	if (sched_setscheduler(0, SCHED_FIFO, &param))
		fail("sched_setscheduler: %s", strerror(errno));
}

static void test_poll(const char *name)
{
	unsigned long wakes = 0, wrong = 0, max = 0, n;
	struct event *event;
	struct pollfd pollfd;
	int go;
	pid_t pid = start_child(&go);

	event = open_event(name, pid);
	start_event(event);
	come_first();
	if (write(go, "", 1) != 1)
		fail("write: %s", strerror(errno));
	pollfd = (struct pollfd){ .fd = event->fd, .events = POLLIN };
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
	printf("poll %llu %llu %lu %lu %lu\n", (unsigned long long)read_event(event).value,
	       (unsigned long long)event->samples, wakes, wrong, max);
}

static void test_sigtrap(const char *name)
{
	struct event *event;

	template.sigtrap = 1;
	template.remove_on_exec = 1;
	handle(SIGTRAP, on_sigtrap);
	event = open_event(name, 0);
	start_event(event);
	for (unsigned long i = 0; i < rounds; i++) {
		work(1);
		drain(event);
	}
	control(event->fd, PERF_EVENT_IOC_DISABLE, NULL);
	drain(event);
	printf("sigtrap %llu %llu %d %llu\n", (unsigned long long)read_event(event).value,
	       (unsigned long long)event->samples, (int)event->signals,
	       (unsigned long long)event->early);
}

static void print_period(struct event *event, struct counted before, uint64_t samples)
{
	struct counted after = read_event(event);

	drain(event);
	printf("period %llu %llu %llu %llu %llu\n", (unsigned long long)before.value,
	       (unsigned long long)samples,
	       (unsigned long long)(after.value - before.value),
	       (unsigned long long)(event->samples - samples),
	       (unsigned long long)(after.running - before.running));
}

static void test_period(const char *name, int off)
{
	struct event *event = open_event(name, 0);
	struct counted before;
	uint64_t samples;

	start_event(event);
	work(1);
	if (off)
		control(event->fd, PERF_EVENT_IOC_DISABLE, NULL);
	drain(event);
	samples = event->samples;
	before = read_event(event);
	control(event->fd, PERF_EVENT_IOC_PERIOD, &new_period);
	if (off)
		control(event->fd, PERF_EVENT_IOC_ENABLE, NULL);
	work(rounds);
	control(event->fd, PERF_EVENT_IOC_DISABLE, NULL);
	print_period(event, before, samples);
}

/* On one processor the event is off its counter while its parent runs. */
static void test_period_other(const char *name)
{
	struct event *event;
	struct counted before;
	uint64_t samples;
	int go;
	pid_t pid = start_child(&go);

	event = open_event(name, pid);
	start_event(event);
	come_first();
	if (write(go, "", 1) != 1)
		fail("write: %s", strerror(errno));
	usleep(NAP_US);
	drain(event);
	samples = event->samples;
	before = read_event(event);
	control(event->fd, PERF_EVENT_IOC_PERIOD, &new_period);
	waitpid(pid, NULL, 0);
	print_period(event, before, samples);
}

static void test_slow(const char *name)
{
	struct event *event;
	struct counted counted;
	uint64_t begin, ns[2], samples, count;

	cpu_wide = 1;
	event = open_event(name, 0);
	start_event(event);
	begin = now_ns();
	work(1);
	ns[0] = now_ns() - begin;
	drain(event);
	samples = event->samples;
	counted = read_event(event);
	count = counted.value;
	event->last_running = counted.running;
	event->max_gap = 0;
	begin = now_ns();
	for (unsigned long i = 0; i < rounds; i++) {
		usleep(NAP_US);
		known_loop(loops / 100000);
	}
	ns[1] = now_ns() - begin;
	counted = read_event(event);
	drain(event);
	gap_until(event, counted.running);
	printf("slow %llu %llu %llu %llu %llu %llu\n", (unsigned long long)samples,
	       (unsigned long long)ns[0], (unsigned long long)(event->samples - samples),
	       (unsigned long long)ns[1], (unsigned long long)event->max_gap,
	       (unsigned long long)(counted.value - count));
}

static void test_naps(const char *name)
{
	struct event *event = open_event(name, 0);
	struct counted counted;

	start_event(event);
	for (unsigned long i = 0; i < rounds; i++) {
		work(1);
		usleep(NAP_US);
	}
	control(event->fd, PERF_EVENT_IOC_DISABLE, NULL);
	counted = read_event(event);
	drain(event);
	gap_until(event, counted.running);
	printf("naps %llu %llu %llu %llu\n", (unsigned long long)counted.value,
	       (unsigned long long)counted.running, (unsigned long long)event->samples,
	       (unsigned long long)event->max_gap);
}

/* Where the overflows leave nothing to others, a limit ends them. */
static void test_shell(char **names, int count)
{
	char command[32];
	uint64_t begin;

	snprintf(command, sizeof(command), "known %lu", loops);
	cpu_wide = 1;
	for (int i = 0; i < count; i++)
		open_event(names[i], 0);
	begin = now_ns();
	start_event(&events[0]);
	if (system(command))
		fail("%s: failed", command);
	begin = now_ns() - begin;
	control(events[0].fd, PERF_EVENT_IOC_DISABLE, NULL);
	printf("shell %llu\n", (unsigned long long)begin);
}

int main(int argc, char **argv)
{
	const char *test;
	int option;

	template.size = sizeof(template);
	template.disabled = 1;
	template.wakeup_events = 1;
	template.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	template.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_PERIOD | PERF_SAMPLE_READ;
	while ((option = getopt(argc, argv, "+n:r:c:F:p:e:l:g")) != -1) {
		switch (option) {
		case 'n':
			loops = strtoul(optarg, NULL, 0);
			break;
		case 'r':
			rounds = strtoul(optarg, NULL, 0);
			break;
		case 'c':
			template.sample_period = strtoull(optarg, NULL, 0);
			break;
		case 'F':
			template.freq = 1;
			template.sample_freq = strtoull(optarg, NULL, 0);
			break;
		case 'p':
			new_period = strtoull(optarg, NULL, 0);
			break;
		case 'e':
			template.wakeup_events = strtoul(optarg, NULL, 0);
			break;
		case 'l':
			limit = strtoul(optarg, NULL, 0);
			break;
		case 'g':
			group = 1;
			break;
		default:
			return 2;
		}
	}
	if (argc - optind < 2 || argc - optind - 1 > MAX_EVENTS || !template.sample_period)
		fail("no test, no event, too many of them, or no period");
	test = argv[optind++];

	if (!strcmp(test, "signals"))
		test_signals(argv + optind, argc - optind);
	else if (!strcmp(test, "programs"))
		test_programs(argv[optind]);
	else if (!strcmp(test, "limit"))
		test_limit(argv[optind]);
	else if (!strcmp(test, "poll"))
		test_poll(argv[optind]);
	else if (!strcmp(test, "sigtrap"))
		test_sigtrap(argv[optind]);
	else if (!strcmp(test, "period"))
		test_period(argv[optind], 0);
	else if (!strcmp(test, "period-off"))
		test_period(argv[optind], 1);
	else if (!strcmp(test, "period-other"))
		test_period_other(argv[optind]);
	else if (!strcmp(test, "slow"))
		test_slow(argv[optind]);
	else if (!strcmp(test, "naps"))
		test_naps(argv[optind]);
	else if (!strcmp(test, "shell"))
		test_shell(argv + optind, argc - optind);
	else
		fail("no test '%s'", test);
	return 0;
}
