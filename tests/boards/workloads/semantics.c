// SPDX-License-Identifier: GPL-2.0
/*
 * What perf_event_open(2) promises of events and tasks, one TEST at a time.
 *
 *   semantics [-n LOOPS] [-r ROUNDS] TEST EVENT...
 *
 * EVENT is TYPE:CONFIG[:CONFIG1]. A piece of work is known_loop(LOOPS), 2 LOOPS
 * + 1 instructions. Output: "ok TEXT" and "not ok TEXT" for what the program can
 * tell by itself, and "NAME NUMBER..." for what the model has to confirm.
 *
 *   ioctl EVENT            enable, disable, reset, period, refresh, groups
 *   pinned EVENT...        the last event is one more than there is room for
 *   pinned-cpu EVENT...    the same, all but the last on the CPU
 *   exclusive EVENT EVENT  the second wants the PMU for itself
 *   fork EVENT             inherited by ROUNDS children and as many of each
 *                          child's, while a thread reads
 *   exec EVENT             inherited, through ROUNDS execs, under load
 *   on-exec EVENT          enable_on_exec
 *   off-exec EVENT         remove_on_exec
 *   attach EVENT           to a running task, and off again, ROUNDS times
 *   both INSTR CYCLES      INSTR on the CPU, and a group on each of ROUNDS tasks
 *   churn EVENT            open and close, until SIGTERM
 *   load FILE MODULE       load and unload a module ROUNDS times
 *   orphan EVENT           inherited by a child that goes on without it
 *   sibling EVENT          a software event whose group's leader is closed
 *   probe DEVICE           probe a platform device, with the ROUNDSth allocation
 *                          failing
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include "event.h"
#include "loops.h"

#define MAX_EVENTS 16

struct counted {
	uint64_t value, enabled, running;
};

static unsigned long loops = 1000000, rounds = 10;
static char **event_names;
static int nr_events;

static uint64_t loop_length(void)
{
	return 2 * (uint64_t)loops + 1;
}

static void __attribute__((format(printf, 2, 3))) expect(int true, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf(true ? "ok " : "not ok ");
	vprintf(format, args);
	printf("\n");
	fflush(stdout);
	va_end(args);
}

static struct perf_event_attr attr_of(const char *name)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.disabled = 1,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
	};

	parse_event(name, &attr);
	return attr;
}

static int try_open(const struct perf_event_attr *attr, pid_t pid, int leader)
{
	return syscall(SYS_perf_event_open, attr, pid, pid < 0 ? 0 : -1, leader,
		       PERF_FLAG_FD_CLOEXEC);
}

static int event_open(const struct perf_event_attr *attr, pid_t pid, int leader)
{
	int fd = try_open(attr, pid, leader);

	if (fd < 0)
		fail("not ok open %#llx: %s", (unsigned long long)attr->config,
		     strerror(errno));
	return fd;
}

static void control(int fd, unsigned long request, unsigned long argument)
{
	if (ioctl(fd, request, argument))
		fail("not ok ioctl: %s", strerror(errno));
}

static struct counted read_event(int fd)
{
	struct counted counted;

	if (read(fd, &counted, sizeof(counted)) != sizeof(counted))
		fail("not ok read: %s", strerror(errno));
	return counted;
}

static int same(struct counted a, struct counted b)
{
	return a.value == b.value && a.enabled == b.enabled && a.running == b.running;
}

/* Whether the request is refused for being malformed */
static int is_invalid(int fd, unsigned long request, void *argument)
{
	return ioctl(fd, request, argument) == -1 && errno == EINVAL;
}

static void test_ioctl(void)
{
	struct perf_event_attr attr = attr_of(event_names[0]);
	uint64_t zero = 0, huge = 1ULL << 63, period = 100003;
	int fd = event_open(&attr, 0, -1), sibling;
	struct counted first, second;

	known_loop(loops);
	first = read_event(fd);
	expect(!first.value && !first.enabled, "an event that was never enabled counts nothing");

	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	known_loop(loops);
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	first = read_event(fd);
	known_loop(loops);
	second = read_event(fd);
	expect(first.value >= loop_length() && first.value < loop_length() * 11 / 10,
	       "enabled and disabled twice, it has counted once");
	expect(same(first, second), "disabled, neither its count nor its times go on");
	control(fd, PERF_EVENT_IOC_RESET, 0);
	second = read_event(fd);
	expect(!second.value && second.enabled == first.enabled,
	       "reset sets the count to zero, and not the times");
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	known_loop(loops);
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	second = read_event(fd);
	expect(second.value >= loop_length() && second.value < loop_length() * 11 / 10,
	       "and it counts again");

	expect(is_invalid(fd, PERF_EVENT_IOC_PERIOD, &period), "a period without sampling: EINVAL");
	expect(is_invalid(fd, PERF_EVENT_IOC_REFRESH, (void *)1), "refresh without sampling: EINVAL");

	/* The leader's siblings run when it does; only the leader begins disabled. */
	attr.disabled = 0;
	sibling = event_open(&attr, 0, fd);
	control(fd, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	known_loop(loops);
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	first = read_event(fd);
	second = read_event(sibling);
	expect(first.value == second.value, "two of a group count the same");
	control(sibling, PERF_EVENT_IOC_DISABLE, 0);
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	known_loop(loops);
	expect(read_event(sibling).value == second.value, "a sibling that is disabled stands still");
	expect(read_event(fd).value >= first.value + loop_length(), "while its leader counts");
	control(fd, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
	known_loop(loops);
	control(fd, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
	expect(read_event(sibling).value >= second.value + loop_length(),
	       "enabled with the group, it goes on");
	second = read_event(fd);
	known_loop(loops);
	expect(same(read_event(fd), second), "the group's disable stops it");
	close(sibling);
	close(fd);

	attr.disabled = 1;
	attr.sample_period = period;
	fd = event_open(&attr, 0, -1);
	expect(is_invalid(fd, PERF_EVENT_IOC_PERIOD, &zero), "period 0: EINVAL");
	expect(is_invalid(fd, PERF_EVENT_IOC_PERIOD, &huge), "period 2^63: EINVAL");
	close(fd);
	attr.inherit = 1;
	fd = event_open(&attr, 0, -1);
	expect(is_invalid(fd, PERF_EVENT_IOC_REFRESH, (void *)1), "refresh of an inherited event: EINVAL");
	close(fd);
}

/*
 * A pinned event is always on, or in the error state, in which a read gives
 * end of file.
 */
static void test_pinned(pid_t pid)
{
	int fds[MAX_EVENTS], i, last = nr_events - 1, flexible;
	struct perf_event_attr attr;
	struct counted counted;
	char buf[24];
	int good = 0;

	for (i = 0; i < nr_events; i++) {
		attr = attr_of(event_names[i]);
		attr.pinned = 1;
		attr.disabled = 0;
		fds[i] = event_open(&attr, i == last ? 0 : pid, -1);
	}
	attr = attr_of(event_names[0]);
	attr.disabled = 0;
	flexible = event_open(&attr, 0, -1);
	known_loop(loops);
	for (i = 0; i < last; i++) {
		counted = read_event(fds[i]);
		good += counted.value && counted.running == counted.enabled;
	}
	expect(good == last, "%d pinned events are on all the time", last);
	expect(read(fds[last], buf, sizeof(buf)) == 0,
	       "one more is in the error state: a read gives end of file");
	counted = read_event(flexible);
	expect(counted.enabled && !counted.running && !counted.value,
	       "an event that is not pinned waits for a counter, and counts nothing");

	close(fds[0]);
	control(fds[last], PERF_EVENT_IOC_ENABLE, 0);
	counted = read_event(fds[last]);
	known_loop(loops);
	expect(read_event(fds[last]).value > counted.value,
	       "with a counter free, enable brings it out of that");
}

static void test_exclusive(void)
{
	int fds[2], i, exclusive;
	struct counted a, b;

	for (exclusive = 0; exclusive < 2; exclusive++) {
		for (i = 0; i < 2; i++) {
			struct perf_event_attr attr = attr_of(event_names[i]);

			attr.exclusive = i && exclusive;
			attr.disabled = 0;
			fds[i] = event_open(&attr, 0, -1);
		}
		known_loop(loops);
		/* The first is enabled for as long as there is any. */
		for (i = 2; i-- > 0;)
			control(fds[i], PERF_EVENT_IOC_DISABLE, 0);
		a = read_event(fds[0]);
		b = read_event(fds[1]);
		if (exclusive) {
			expect(a.running + b.running <= a.enabled && a.running && b.running,
			       "one of them exclusive, they take turns: %llu + %llu of %llu ns",
			       (unsigned long long)a.running, (unsigned long long)b.running,
			       (unsigned long long)a.enabled);
			expect(a.running * 10 > a.enabled * 3 && b.running * 10 > b.enabled * 3,
			       "and each has its share");
		} else {
			expect(a.running == a.enabled && b.running == b.enabled,
			       "two events are on at the same time");
		}
		for (i = 0; i < 2; i++)
			close(fds[i]);
	}
}

static volatile int reader_stops;
static unsigned long reads, backwards;

static void *reader(void *fd)
{
	struct counted last = {}, now;

	while (!reader_stops) {
		now = read_event(*(int *)fd);
		reads++;
		backwards += now.value < last.value || now.enabled < last.enabled ||
			     now.running < last.running;
		last = now;
		usleep(100);
	}
	return NULL;
}

static void fork_storm(int depth)
{
	unsigned long i;

	for (i = 0; i < rounds; i++) {
		pid_t pid = fork();

		if (pid < 0)
			fail("not ok fork: %s", strerror(errno));
		if (pid)
			continue;
		known_loop(loops);
		if (depth)
			fork_storm(depth - 1);
		_exit(0);
	}
	while (wait(NULL) > 0)
		;
}

static void test_fork(void)
{
	struct perf_event_attr attr = attr_of(event_names[0]);
	pthread_t thread;
	int fd;

	attr.inherit = 1;
	fd = event_open(&attr, 0, -1);
	if (pthread_create(&thread, NULL, reader, &fd))
		fail("not ok pthread_create");
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	fork_storm(1);
	reader_stops = 1;
	pthread_join(thread, NULL);
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	expect(reads > rounds && !backwards,
	       "a reading thread has seen no count or time go back: %lu of %lu", backwards, reads);
	printf("tasks %lu\n", rounds + rounds * rounds);
	printf("count %llu\n", (unsigned long long)read_event(fd).value);
}

/* Become a program that does a piece of work and ROUNDS more of the kind. */
static void __attribute__((noreturn)) exec_work(unsigned long more)
{
	char n[16], r[16];

	snprintf(n, sizeof(n), "%lu", loops);
	snprintf(r, sizeof(r), "%lu", more);
	execl("/proc/self/exe", "semantics", "-n", n, "-r", r, "work", NULL);
	_exit(1);
}

static void test_work(void)
{
	known_loop(loops);
	if (rounds)
		exec_work(rounds - 1);
}

static pid_t start_load(void)
{
	pid_t pid = fork();

	while (!pid)
		known_loop(10000);
	return pid;
}

static void end_task(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static void test_exec(void)
{
	struct perf_event_attr attr = attr_of(event_names[0]);
	pid_t load = start_load(), pid;
	int fd, status;

	attr.inherit = 1;
	attr.disabled = 0;
	fd = event_open(&attr, 0, -1);
	pid = fork();
	if (!pid)
		exec_work(rounds - 1);
	waitpid(pid, &status, 0);
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	expect(!status, "the program has executed itself to the end");
	end_task(load);
	printf("count %llu\n", (unsigned long long)read_event(fd).value);
}

/* The child works ROUNDS times, then executes a program that works once. */
static void test_at_exec(int enable)
{
	struct perf_event_attr attr = attr_of(event_names[0]);
	int fd, status, go[2];
	unsigned long i;
	char byte;
	pid_t pid;

	if (pipe(go))
		fail("not ok pipe");
	pid = fork();
	if (!pid) {
		if (read(go[0], &byte, 1) != 1)
			_exit(1);
		for (i = 0; i < rounds; i++)
			known_loop(loops);
		exec_work(0);
	}
	attr.disabled = enable;
	attr.enable_on_exec = enable;
	attr.remove_on_exec = !enable;
	fd = event_open(&attr, pid, -1);
	if (write(go[1], "", 1) != 1)
		fail("not ok write");
	waitpid(pid, &status, 0);
	expect(!status, "the program ends well");
	printf("count %llu\n", (unsigned long long)read_event(fd).value);
}

static void test_attach(void)
{
	struct perf_event_attr attr = attr_of(event_names[0]);
	pid_t pid = start_load();
	uint64_t sum = 0;
	unsigned long i, worked = 0;

	attr.disabled = 0;
	for (i = 0; i < rounds; i++) {
		int fd = event_open(&attr, pid, -1);
		struct counted counted;

		/* It runs while we sleep. */
		usleep(i * 37 % 5000 + 100);
		if (i % 2)
			control(fd, PERF_EVENT_IOC_DISABLE, 0);
		if (i == rounds - 1)
			end_task(pid);
		counted = read_event(fd);
		worked += counted.value > 0;
		sum += counted.value;
		close(fd);
	}
	expect(worked == rounds, "each time it has counted something: %lu of %lu", worked, rounds);
	printf("count %llu\n", (unsigned long long)sum);
}

static void test_both(void)
{
	struct perf_event_attr instr = attr_of(event_names[0]);
	struct perf_event_attr cycles = attr_of(event_names[1]);
	struct counted counted;
	unsigned long i, j;
	uint64_t sum = 0;
	int cpu, go[2], result[2], on_all_the_time = 0;

	if (pipe(go) || pipe(result))
		fail("not ok pipe");
	cpu = event_open(&instr, -1, -1);
	cycles.disabled = 0;
	for (i = 0; i < rounds; i++) {
		struct counted counts[2];
		char byte;
		int leader, sibling;

		if (fork())
			continue;
		leader = event_open(&instr, 0, -1);
		sibling = event_open(&cycles, 0, leader);
		if (read(go[0], &byte, 1) != 1)
			_exit(1);
		control(leader, PERF_EVENT_IOC_ENABLE, 0);
		for (j = 0; j < 10 + i; j++) {
			known_loop(loops);
			if (j % 3)
				sched_yield();
			else
				usleep(1);
		}
		control(leader, PERF_EVENT_IOC_DISABLE, 0);
		counts[0] = read_event(leader);
		counts[1] = read_event(sibling);
		if (write(result[1], counts, sizeof(counts)) != sizeof(counts))
			_exit(1);
		_exit(0);
	}
	control(cpu, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < rounds; i++)
		if (write(go[1], "", 1) != 1)
			fail("not ok write");
	while (wait(NULL) > 0)
		;
	control(cpu, PERF_EVENT_IOC_DISABLE, 0);
	close(result[1]);
	while (read(result[0], &counted, sizeof(counted)) == sizeof(counted)) {
		uint64_t value = counted.value;

		if (read(result[0], &counted, sizeof(counted)) != sizeof(counted))
			break;
		printf("task %llu %llu\n", (unsigned long long)value,
		       (unsigned long long)counted.value);
		on_all_the_time += counted.running == counted.enabled;
		sum += value;
	}
	expect(on_all_the_time == (int)rounds, "the tasks' events were on whenever the tasks were");
	counted = read_event(cpu);
	expect(counted.running == counted.enabled, "the CPU's event was on all the time");
	printf("work %llu\n", (unsigned long long)(loop_length() * rounds * (19 + rounds) / 2));
	printf("sum %llu\n", (unsigned long long)sum);
	printf("cpu %llu\n", (unsigned long long)counted.value);
}

static volatile sig_atomic_t churn_ends;

static void on_sigterm(int number)
{
	(void)number;
	churn_ends = 1;
}

/* The PMU comes and goes, with another number each time. */
static int churn_attr(struct perf_event_attr *attr, const char *name, int raw)
{
	size_t length = strcspn(name, ":");
	char path[256];
	FILE *file;
	int found;

	memset(attr, 0, sizeof(*attr));
	attr->size = sizeof(*attr);
	attr->config = strtoull(name + length + 1, NULL, 0);
	attr->type = PERF_TYPE_RAW;
	if (raw)
		return 1;
	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%.*s/type",
		 (int)length, name);
	file = fopen(path, "r");
	if (!file)
		return 0;
	found = fscanf(file, "%u", &attr->type) == 1;
	fclose(file);
	return found;
}

static void test_churn(void)
{
	unsigned long opened = 0, refused = 0, stuck = 0, i;
	struct perf_event_attr attr;
	struct counted counted;

	signal(SIGTERM, on_sigterm);
	for (i = 0; !churn_ends; i++) {
		int fd;

		if (!churn_attr(&attr, event_names[0], i % 3 == 0)) {
			refused++;
			usleep(1000);
			continue;
		}
		attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
		attr.inherit = i % 5 == 0;
		attr.sample_period = i % 4 == 0 ? 10007 : 0;
		fd = try_open(&attr, i % 2 ? -1 : 0, -1);
		if (fd < 0) {
			/* No such PMU any more, or not yet */
			if (errno != ENOENT && errno != ENODEV)
				expect(0, "open: %s", strerror(errno));
			refused++;
			usleep(1000);
			continue;
		}
		opened++;
		known_loop(1000);
		if (i % 7 == 0 && !fork())
			_exit(0);
		usleep(i % 13 * 200);
		counted = read_event(fd);
		stuck += counted.running && !counted.value;
		close(fd);
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
		/* Let the module go. */
		usleep(i % 11 * 1000);
	}
	expect(!stuck, "no event was on without counting: %lu of %lu", stuck, opened);
	printf("opened %lu\n", opened);
	printf("refused %lu\n", refused);
}

static void write_text(int fd, const char *text)
{
	if (pwrite(fd, text, strlen(text), 0) < 0)
		fail("not ok write: %s", strerror(errno));
}

/* An event that is open keeps the module, for as long as it is. */
static void test_load(void)
{
	int file = open(event_names[0], O_RDONLY | O_CLOEXEC);
	unsigned long i, tries, busy = 0;

	for (i = 0; i < rounds; i++) {
		if (syscall(SYS_finit_module, file, "", 0))
			fail("not ok load number %lu: %s", i, strerror(errno));
		/* At another place in what the others do each time */
		usleep(15000 + i % 97 * 100);
		for (tries = 0; syscall(SYS_delete_module, event_names[1], O_NONBLOCK); tries++) {
			if (errno != EWOULDBLOCK || tries == 10000)
				fail("not ok unload number %lu: %s", i, strerror(errno));
			usleep(1000);
		}
		busy += !!tries;
		/* Let the others miss it. */
		usleep(20000);
	}
	printf("loaded %lu\n", i);
	printf("busy %lu\n", busy);
}

/*
 * The child's context is a clone of its parent's. It outlives the event and the
 * parent, and goes on to the end of file on stdin.
 */
static void test_orphan(void)
{
	struct perf_event_attr attr = attr_of(event_names[0]);
	int fd, ready[2];
	char byte = 0;

	attr.disabled = 0;
	attr.inherit = 1;
	fd = event_open(&attr, 0, -1);
	if (pipe(ready))
		fail("not ok pipe: %s", strerror(errno));
	if (!fork()) {
		close(fd);
		if (write(ready[1], &byte, 1) != 1)
			_exit(1);
		while (read(0, &byte, 1) > 0)
			known_loop(1000);
		_exit(0);
	}
	if (read(ready[0], &byte, 1) != 1)
		fail("not ok read: %s", strerror(errno));
	known_loop(loops);
	expect(read_event(fd).value >= loop_length(), "the event counts before");
	close(fd);
}

static void touch_pages(int number)
{
	char *pages = mmap(NULL, number * 4096, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int i;

	if (pages == MAP_FAILED)
		fail("not ok mmap: %s", strerror(errno));
	for (i = 0; i < number; i++)
		pages[i * 4096] = 1;
	munmap(pages, number * 4096);
}

/*
 * The sibling stays in the context of the hardware's events when their last one is
 * closed. Each line on stdin is a turn: "faults" uses the sibling, "event" opens EVENT
 * again.
 */
static void test_sibling(void)
{
	struct perf_event_attr attr = attr_of(event_names[0]);
	struct perf_event_attr faults = attr;
	struct counted before, after;
	int leader, sibling, fd;
	char line[16];

	faults.type = PERF_TYPE_SOFTWARE;
	faults.config = PERF_COUNT_SW_PAGE_FAULTS;
	faults.disabled = 0;
	leader = event_open(&attr, 0, -1);
	sibling = event_open(&faults, 0, leader);
	control(leader, PERF_EVENT_IOC_ENABLE, 0);
	known_loop(loops);
	touch_pages(10);
	expect(read_event(leader).value >= loop_length(), "the leader counts");
	close(leader);
	printf("ready 1\n");
	fflush(stdout);
	while (fgets(line, sizeof(line), stdin)) {
		if (!strncmp(line, "faults", 6)) {
			before = read_event(sibling);
			touch_pages(100);
			after = read_event(sibling);
			expect(after.value - before.value >= 100,
			       "the sibling counts the faults: %llu of 100",
			       (unsigned long long)(after.value - before.value));
			continue;
		}
		attr.disabled = 0;
		fd = event_open(&attr, 0, -1);
		known_loop(loops);
		after = read_event(fd);
		expect(after.value >= loop_length() && after.value < loop_length() * 11 / 10,
		       "the event counts in the same task: %llu of %llu",
		       (unsigned long long)after.value, (unsigned long long)loop_length());
		close(fd);
	}
	close(sibling);
	printf("ended 1\n");
}

static void test_probe(void)
{
	int nth = open("/proc/thread-self/fail-nth", O_RDWR);
	int probe = open("/sys/bus/platform/drivers_probe", O_WRONLY);
	char text[16] = {}, rest[16] = {};
	ssize_t written;

	if (nth < 0 || probe < 0)
		fail("not ok fail-nth, drivers_probe: %s", strerror(errno));
	snprintf(text, sizeof(text), "%lu", rounds);
	write_text(nth, text);
	written = write(probe, event_names[0], strlen(event_names[0]));
	if (pread(nth, rest, sizeof(rest) - 1, 0) < 0)
		fail("not ok read: %s", strerror(errno));
	write_text(nth, "0");
	printf("struck %d\n", atoi(rest) == 0);
	printf("written %zd\n", written);
}

int main(int argc, char **argv)
{
	const char *test;
	int option;

	while ((option = getopt(argc, argv, "+n:r:")) != -1) {
		switch (option) {
		case 'n':
			loops = strtoul(optarg, NULL, 0);
			break;
		case 'r':
			rounds = strtoul(optarg, NULL, 0);
			break;
		default:
			return 2;
		}
	}
	if (optind == argc)
		fail("not ok no test");
	test = argv[optind];
	event_names = argv + optind + 1;
	nr_events = argc - optind - 1;
	if (nr_events > MAX_EVENTS)
		fail("not ok more than %d events", MAX_EVENTS);

	if (!strcmp(test, "ioctl"))
		test_ioctl();
	else if (!strcmp(test, "pinned"))
		test_pinned(0);
	else if (!strcmp(test, "pinned-cpu"))
		test_pinned(-1);
	else if (!strcmp(test, "exclusive"))
		test_exclusive();
	else if (!strcmp(test, "fork"))
		test_fork();
	else if (!strcmp(test, "exec"))
		test_exec();
	else if (!strcmp(test, "on-exec"))
		test_at_exec(1);
	else if (!strcmp(test, "off-exec"))
		test_at_exec(0);
	else if (!strcmp(test, "attach"))
		test_attach();
	else if (!strcmp(test, "both"))
		test_both();
	else if (!strcmp(test, "churn"))
		test_churn();
	else if (!strcmp(test, "load"))
		test_load();
	else if (!strcmp(test, "orphan"))
		test_orphan();
	else if (!strcmp(test, "sibling"))
		test_sibling();
	else if (!strcmp(test, "probe"))
		test_probe();
	else if (!strcmp(test, "work"))
		test_work();
	else
		fail("not ok no test '%s'", test);
	return 0;
}
