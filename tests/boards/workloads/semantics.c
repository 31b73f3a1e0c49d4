// SPDX-License-Identifier: GPL-2.0
/*
 * What perf_event_open(2) promises about events and tasks, one TEST per run.
 *
 *   semantics [-n LOOPS] [-r ROUNDS] [-c PERIOD] [-x WHAT] [-z FILE] TEST EVENT...
 *
 * EVENT is TYPE:CONFIG[:CONFIG1]. A piece of work is known_loop(LOOPS), 2 LOOPS
 * + 1 instructions. Output: "ok TEXT" and "not ok TEXT" for what the program can
 * check itself, and "NAME NUMBER..." for what the case compares with the model.
 *
 *   ioctl EVENT            enable, disable, reset, period, refresh, groups
 *   reset EVENT            reset a running event
 *   reads EVENT            read a running event a hundred times
 *   reader EVENT           another task reads it ten thousand times
 *   pinned EVENT...        pinned events; there is no counter for the last one
 *   pinned-cpu EVENT...    the same, all but the last on the CPU
 *   exclusive EVENT EVENT  the second event has attr.exclusive
 *   fork EVENT             an inherited event: ROUNDS children with ROUNDS children
 *                          each, while a thread reads it
 *   inherit EVENT...       an inherited group: the parent works, writes 0 to FILE, and
 *                          ROUNDS children work
 *   turns EVENT...         two tasks with events of their own take turns until a signal
 *   exec EVENT             an inherited event through ROUNDS execs, under load
 *   on-exec EVENT          enable_on_exec
 *   off-exec EVENT         remove_on_exec
 *   attach EVENT           open and close an event of a running task, ROUNDS times
 *   both INSTR CYCLES      INSTR on the CPU, and a group on each of ROUNDS tasks
 *   churn EVENT            open and close events until SIGTERM
 *   load FILE MODULE       load and unload a module ROUNDS times
 *   orphan EVENT           inherited by a child that outlives the event
 *   sibling EVENT          a software event whose group leader is closed
 *   sibling-cpu EVENT      the same, both count the CPU
 *   probe DEVICE           probe a platform device, with the ROUNDSth allocation
 *                          failing
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include "event.h"
#include "loops.h"
#include "options.h"

#define MAX_EVENTS 16

static unsigned long loops = 1000000, rounds = 10;
static const char *zero_file;
static struct perf_event_attr template = {
	.size = sizeof(template),
	.disabled = 1,
	.read_format = READ_TIMES,
};
static char **event_names;
static int nr_events;

static u64 loop_length(void)
{
	return 2 * (u64)loops + 1;
}

static struct perf_event_attr attr_of(const char *name)
{
	struct perf_event_attr attr = template;

	parse_event(name, &attr);
	return attr;
}

static int same(struct counted a, struct counted b)
{
	return a.value == b.value && a.enabled == b.enabled && a.running == b.running;
}

/* True if VALUE is one piece of work and at most a tenth of it more. */
static int is_one_loop(u64 value)
{
	return value >= loop_length() && value < loop_length() * 11 / 10;
}

static int is_invalid(int fd, unsigned long request, void *argument)
{
	return ioctl(fd, request, argument) == -1 && errno == EINVAL;
}

static void test_ioctl(void)
{
	struct perf_event_attr attr = attr_of(event_names[0]);
	u64 zero = 0, huge = 1ULL << 63, period = 100003;
	int fd = open_attr(&attr, 0, NO_LEADER), sibling;
	struct counted first, second;

	known_loop(loops);
	first = read_count(fd);
	expect(!first.value && !first.enabled,
	       "an event that was never enabled has a count and an enabled time of 0");

	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	known_loop(loops);
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	first = read_count(fd);
	known_loop(loops);
	second = read_count(fd);
	expect(is_one_loop(first.value),
	       "an event that is enabled twice in a row counts once");
	expect(same(first, second), "count and times of a disabled event stay the same");
	control(fd, PERF_EVENT_IOC_RESET, 0);
	second = read_count(fd);
	expect(!second.value && second.enabled == first.enabled,
	       "reset sets the count to zero and keeps the times");
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	known_loop(loops);
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	second = read_count(fd);
	expect(is_one_loop(second.value),
	       "an event counts after a reset");

	expect(is_invalid(fd, PERF_EVENT_IOC_PERIOD, &period),
	       "PERIOD of an event that does not sample fails with EINVAL");
	expect(is_invalid(fd, PERF_EVENT_IOC_REFRESH, (void *)1),
	       "REFRESH of an event that does not sample fails with EINVAL");

	/* Siblings run when their leader runs, so the leader alone is opened disabled. */
	attr.disabled = 0;
	sibling = open_attr(&attr, 0, fd);
	control(fd, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	known_loop(loops);
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	first = read_count(fd);
	second = read_count(sibling);
	expect(first.value == second.value, "two equal events of a group have equal counts");
	control(sibling, PERF_EVENT_IOC_DISABLE, 0);
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	known_loop(loops);
	expect(read_count(sibling).value == second.value, "a disabled sibling does not count");
	expect(read_count(fd).value >= first.value + loop_length(),
	       "the leader of a disabled sibling counts");
	control(fd, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
	known_loop(loops);
	control(fd, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
	expect(read_count(sibling).value >= second.value + loop_length(),
	       "the sibling counts again once the group is enabled");
	second = read_count(fd);
	known_loop(loops);
	expect(same(read_count(fd), second), "disabling the group stops the leader");
	close(sibling);
	close(fd);

	attr.disabled = 1;
	attr.sample_period = period;
	fd = open_attr(&attr, 0, NO_LEADER);
	expect(is_invalid(fd, PERF_EVENT_IOC_PERIOD, &zero), "PERIOD 0 fails with EINVAL");
	expect(is_invalid(fd, PERF_EVENT_IOC_PERIOD, &huge), "PERIOD 2^63 fails with EINVAL");
	close(fd);
	attr.inherit = 1;
	fd = open_attr(&attr, 0, NO_LEADER);
	expect(is_invalid(fd, PERF_EVENT_IOC_REFRESH, (void *)1),
	       "REFRESH of an inherited event fails with EINVAL");
	close(fd);
}

static void test_reset(void)
{
	struct perf_event_attr attr = attr_of(event_names[0]);
	int fd = open_attr(&attr, 0, NO_LEADER);

	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	known_loop(loops);
	expect(is_one_loop(read_count(fd).value), "an event counts before a reset");
	control(fd, PERF_EVENT_IOC_RESET, 0);
	known_loop(loops);
	expect(is_one_loop(read_count(fd).value), "an event counts from zero after a reset");
}

static void test_reads(void)
{
	struct perf_event_attr attr = attr_of(event_names[0]);
	int fd = open_attr(&attr, 0, NO_LEADER), grown = 0, i;
	u64 last = 0, now;

	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < 100; i++) {
		now = read_count(fd).value;
		grown += now > last;
		last = now;
	}
	expect(grown == 100, "a count grows from each of a hundred reads to the next: %d", grown);
}

/*
 * A pinned event is scheduled in all the time, or it is in the error state: then read()
 * returns 0.
 */
static void check_pinned(pid_t pid)
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
		fds[i] = open_attr(&attr, i == last ? 0 : pid, NO_LEADER);
	}
	attr = attr_of(event_names[0]);
	attr.disabled = 0;
	flexible = open_attr(&attr, 0, NO_LEADER);
	known_loop(loops);
	for (i = 0; i < last; i++) {
		counted = read_count(fds[i]);
		good += counted.value && counted.running == counted.enabled;
	}
	expect(good == last, "%d pinned events run all the time", last);
	expect(read(fds[last], buf, sizeof(buf)) == 0,
	       "one more pinned event is in the error state: read() returns 0");
	counted = read_count(flexible);
	expect(counted.enabled && !counted.running && !counted.value,
	       "a flexible event gets no counter beside them and does not count");

	close(fds[0]);
	control(fds[last], PERF_EVENT_IOC_ENABLE, 0);
	counted = read_count(fds[last]);
	known_loop(loops);
	expect(read_count(fds[last]).value > counted.value,
	       "ENABLE ends the error state when a counter is free");
}

static void test_pinned(void)
{
	check_pinned(0);
}

static void test_pinned_cpu(void)
{
	check_pinned(ON_CPU);
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
			fds[i] = open_attr(&attr, 0, NO_LEADER);
		}
		known_loop(loops);
		/* Disable the first event last: its enabled time covers the other's. */
		for (i = 2; i-- > 0;)
			control(fds[i], PERF_EVENT_IOC_DISABLE, 0);
		a = read_count(fds[0]);
		b = read_count(fds[1]);
		if (exclusive) {
			expect(a.running + b.running <= a.enabled && a.running && b.running,
			       "two events, one of them exclusive, never run together: %llu + %llu of %llu ns",
			       a.running, b.running, a.enabled);
			expect(a.running * 10 > a.enabled * 3 && b.running * 10 > b.enabled * 3,
			       "each of the two runs for more than 3 tenths of the time");
		} else {
			expect(a.running == a.enabled && b.running == b.enabled,
			       "two events that are not exclusive run together");
		}
		for (i = 0; i < 2; i++)
			close(fds[i]);
	}
}

static volatile int reader_stops;
static unsigned long reads, backwards;

static void read_and_compare(int fd)
{
	static struct counted last;
	struct counted now = read_count(fd);

	reads++;
	backwards += now.value < last.value || now.enabled < last.enabled ||
		     now.running < last.running;
	last = now;
}

static void *reader(void *fd)
{
	while (!reader_stops) {
		read_and_compare(*(int *)fd);
		usleep(100);
	}
	return NULL;
}

static void test_reader(void)
{
	struct perf_event_attr attr = attr_of(event_names[0]);
	int fd = open_attr(&attr, 0, NO_LEADER), status;
	pid_t child;

	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	child = fork();
	if (!child) {
		while (reads < 10000) {
			read_and_compare(fd);
			sched_yield();
		}
		_exit(!!backwards);
	}
	/* The event is scheduled in and out between the reads. */
	while (waitpid(child, &status, WNOHANG) == 0) {
		known_loop(1000);
		sched_yield();
	}
	expect(!status, "a count never goes back in ten thousand reads by another task");
}

static void fork_storm(int depth)
{
	unsigned long i;

	for (i = 0; i < rounds; i++) {
		pid_t pid = fork();

		if (pid < 0)
			fail("fork: %m");
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
	fd = open_attr(&attr, 0, NO_LEADER);
	if (pthread_create(&thread, NULL, reader, &fd))
		fail("pthread_create");
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	fork_storm(1);
	reader_stops = 1;
	pthread_join(thread, NULL);
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	expect(reads > rounds && !backwards,
	       "counts and times never go back in the reading thread: %lu of %lu reads", backwards, reads);
	printf("tasks %lu\n", rounds + rounds * rounds);
	printf("count %llu\n", read_count(fd).value);
}

static void write_text(int fd, const char *text)
{
	if (pwrite(fd, text, strlen(text), 0) < 0)
		fail("write: %m");
}

/* The first event leads the others. */
static int open_group(void)
{
	int leader = NO_LEADER, fd, i;

	for (i = 0; i < nr_events; i++) {
		struct perf_event_attr attr = attr_of(event_names[i]);

		attr.disabled = !i;
		fd = open_attr(&attr, 0, leader);
		if (!i)
			leader = fd;
	}
	return leader;
}

static void test_inherit(void)
{
	int file = zero_file ? open(zero_file, O_WRONLY) : -1, fd;

	template.inherit = 1;
	fd = open_group();
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	known_loop(loops);
	if (zero_file)
		write_text(file, "0");
	fork_storm(0);
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	printf("count %llu\n", read_count(fd).value);
}

static void test_turns(void)
{
	int i;

	fork();
	template.disabled = 0;
	for (i = 0; i < nr_events; i++) {
		struct perf_event_attr attr = attr_of(event_names[i]);

		open_attr(&attr, 0, NO_LEADER);
	}
	printf("turns\n");
	fflush(stdout);
	while (1) {
		known_loop(loops);
		sched_yield();
	}
}

/* Execute a program that does one piece of work and then MORE such execs. */
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
	fd = open_attr(&attr, 0, NO_LEADER);
	pid = fork();
	if (!pid)
		exec_work(rounds - 1);
	waitpid(pid, &status, 0);
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	expect(!status, "the last program of the execs ends with status 0");
	end_task(load);
	printf("count %llu\n", read_count(fd).value);
}

/* The child works ROUNDS pieces, then executes a program that works one piece. */
static void check_at_exec(bool enable)
{
	struct perf_event_attr attr = attr_of(event_names[0]);
	int fd, status, go[2];
	unsigned long i;
	char byte;
	pid_t pid;

	if (pipe(go))
		fail("pipe");
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
	fd = open_attr(&attr, pid, NO_LEADER);
	if (write(go[1], "", 1) != 1)
		fail("write");
	waitpid(pid, &status, 0);
	expect(!status, "the program that was executed ends with status 0");
	printf("count %llu\n", read_count(fd).value);
}

static void test_on_exec(void)
{
	check_at_exec(true);
}

static void test_off_exec(void)
{
	check_at_exec(false);
}

static void test_attach(void)
{
	struct perf_event_attr attr = attr_of(event_names[0]);
	pid_t pid = start_load();
	u64 sum = 0;
	unsigned long i, worked = 0;

	attr.disabled = 0;
	for (i = 0; i < rounds; i++) {
		int fd = open_attr(&attr, pid, NO_LEADER);
		struct counted counted;

		/* The task runs while this program sleeps. */
		usleep(i * 37 % 5000 + 500);
		if (i % 2)
			control(fd, PERF_EVENT_IOC_DISABLE, 0);
		if (i == rounds - 1)
			end_task(pid);
		counted = read_count(fd);
		worked += counted.value > 0;
		sum += counted.value;
		close(fd);
	}
	expect(worked == rounds,
	       "each of the attached events has counted: %lu of %lu", worked, rounds);
	printf("count %llu\n", sum);
}

/* Count a task's own work with a group, and write the group's counts to RESULT. */
static void __attribute__((noreturn)) count_own_work(unsigned long pieces, int go, int result)
{
	struct perf_event_attr instr = attr_of(event_names[0]);
	struct perf_event_attr cycles = attr_of(event_names[1]);
	struct counted counts[2];
	int leader, sibling;
	unsigned long i;
	char byte;

	cycles.disabled = 0;
	leader = open_attr(&instr, 0, NO_LEADER);
	sibling = open_attr(&cycles, 0, leader);
	if (read(go, &byte, 1) != 1)
		_exit(1);
	control(leader, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < pieces; i++) {
		known_loop(loops);
		if (i % 3)
			sched_yield();
		else
			usleep(1);
	}
	control(leader, PERF_EVENT_IOC_DISABLE, 0);
	counts[0] = read_count(leader);
	counts[1] = read_count(sibling);
	_exit(write(result, counts, sizeof(counts)) != sizeof(counts));
}

static void test_both(void)
{
	struct perf_event_attr attr = attr_of(event_names[0]);
	int cpu, go[2], result[2], always_on = 0;
	struct counted counts[2], counted;
	unsigned long i;
	u64 sum = 0;

	if (pipe(go) || pipe(result))
		fail("pipe: %m");
	cpu = open_attr(&attr, ON_CPU, NO_LEADER);
	for (i = 0; i < rounds; i++)
		if (!fork())
			count_own_work(10 + i, go[0], result[1]);
	control(cpu, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < rounds; i++)
		if (write(go[1], "", 1) != 1)
			fail("write: %m");
	while (wait(NULL) > 0)
		;
	control(cpu, PERF_EVENT_IOC_DISABLE, 0);
	close(result[1]);
	while (read(result[0], counts, sizeof(counts)) == sizeof(counts)) {
		printf("task %llu %llu\n", counts[0].value, counts[1].value);
		always_on += counts[1].running == counts[1].enabled;
		sum += counts[0].value;
	}
	expect(always_on == (int)rounds, "the tasks' events run whenever their tasks run");
	counted = read_count(cpu);
	expect(counted.running == counted.enabled, "the CPU's event runs all the time");
	printf("work %llu\n", loop_length() * rounds * (19 + rounds) / 2);
	printf("sum %llu\n", sum);
	printf("cpu %llu\n", counted.value);
}

static volatile sig_atomic_t churn_ends;

static void on_sigterm(int number)
{
	(void)number;
	churn_ends = 1;
}

/* The PMU gets a new type each time it is registered. Return 0 if there is no PMU. */
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
		attr.read_format = READ_TIMES;
		attr.inherit = i % 5 == 0;
		attr.sample_period = i % 4 == 0 ? 10007 : 0;
		fd = try_open(&attr, i % 2 ? ON_CPU : 0, NO_LEADER);
		if (fd < 0) {
			/* The module was unloaded meanwhile. */
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
		counted = read_count(fd);
		stuck += counted.running && !counted.value;
		close(fd);
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
		/* Hold no event for a while, so that the module can be unloaded. */
		usleep(i % 11 * 1000);
	}
	expect(!stuck, "every event that ran has counted: %lu of %lu did not", stuck, opened);
	printf("opened %lu\n", opened);
	printf("refused %lu\n", refused);
}

/*
 * An open event keeps a reference to the module: unloading fails until it is closed. In a
 * kernel with all its checks, the three programs have an event open nearly all the time. It
 * then takes a thousand tries on average to find the module free.
 */
static void test_load(void)
{
	int file = open(event_names[0], O_RDONLY | O_CLOEXEC);
	unsigned long i, tries, busy = 0;

	for (i = 0; i < rounds; i++) {
		if (syscall(SYS_finit_module, file, "", 0))
			fail("load number %lu: %s", i, strerror(errno));
		/* Unload at a different time in each round. */
		usleep(15000 + i % 97 * 100);
		for (tries = 0; syscall(SYS_delete_module, event_names[1], O_NONBLOCK); tries++) {
			if (errno != EWOULDBLOCK || tries == 100000)
				fail("unload number %lu: %s", i, strerror(errno));
			usleep(1000);
		}
		busy += !!tries;
		/* Give the other programs time to find no PMU. */
		usleep(20000);
	}
	printf("loaded %lu\n", i);
	printf("busy %lu\n", busy);
}

/*
 * The child's perf context is a clone of its parent's. The child outlives the event and
 * the parent: it ends with end of file on stdin.
 */
static void test_orphan(void)
{
	struct perf_event_attr attr = attr_of(event_names[0]);
	int fd, ready[2];
	char byte = 0;

	attr.disabled = 0;
	attr.inherit = 1;
	fd = open_attr(&attr, 0, NO_LEADER);
	if (pipe(ready))
		fail("pipe: %m");
	if (!fork()) {
		close(fd);
		if (write(ready[1], &byte, 1) != 1)
			_exit(1);
		while (read(0, &byte, 1) > 0)
			known_loop(1000);
		_exit(0);
	}
	if (read(ready[0], &byte, 1) != 1)
		fail("read: %m");
	known_loop(loops);
	expect(read_count(fd).value >= loop_length(),
	       "an inherited event counts before the module is unloaded");
	close(fd);
}

static void touch_pages(int number)
{
	char *pages = mmap(NULL, number * 4096, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int i;

	if (pages == MAP_FAILED)
		fail("mmap: %m");
	for (i = 0; i < number; i++)
		pages[i * 4096] = 1;
	munmap(pages, number * 4096);
}

/*
 * A software event that was opened in a hardware group stays in the hardware context
 * when the last hardware event is closed. Each line on stdin is a command: "faults"
 * uses the sibling, "event" opens EVENT again, and "load" loads the driver.
 */
static void sibling_of(pid_t pid)
{
	struct perf_event_attr attr = attr_of(event_names[0]);
	struct perf_event_attr faults = attr;
	struct counted before, after;
	int leader, sibling, fd;
	char line[16];

	faults.type = PERF_TYPE_SOFTWARE;
	faults.config = PERF_COUNT_SW_PAGE_FAULTS;
	faults.disabled = 0;
	leader = open_attr(&attr, pid, NO_LEADER);
	sibling = open_attr(&faults, pid, leader);
	control(leader, PERF_EVENT_IOC_ENABLE, 0);
	known_loop(loops);
	touch_pages(10);
	expect(read_count(leader).value > 0, "the leader of the software event counts");
	close(leader);
	printf("ready 1\n");
	fflush(stdout);
	while (fgets(line, sizeof(line), stdin)) {
		if (!strncmp(line, "faults", 6)) {
			before = read_count(sibling);
			touch_pages(100);
			after = read_count(sibling);
			expect(after.value - before.value >= 100,
			       "the sibling counts page faults: %llu, at least 100",
			       (after.value - before.value));
			continue;
		}
		if (!strncmp(line, "load", 4)) {
			fd = open("/bench/arm_cp_pmu.ko", O_RDONLY | O_CLOEXEC);
			expect(!syscall(SYS_finit_module, fd, "", 0), "the task loads the driver");
			close(fd);
			continue;
		}
		attr.disabled = 0;
		fd = open_attr(&attr, 0, NO_LEADER);
		known_loop(loops);
		after = read_count(fd);
		expect(is_one_loop(after.value),
		       "an event opened again in the same task counts: %llu for %llu",
		       after.value, loop_length());
		close(fd);
	}
	close(sibling);
	printf("ended 1\n");
}

static void test_sibling(void)
{
	sibling_of(0);
}

static void test_sibling_cpu(void)
{
	sibling_of(ON_CPU);
}

static void test_probe(void)
{
	int nth = open("/proc/thread-self/fail-nth", O_RDWR);
	int probe = open("/sys/bus/platform/drivers_probe", O_WRONLY);
	char text[16] = {}, rest[16] = {};
	ssize_t written;

	if (nth < 0 || probe < 0)
		fail("fail-nth, drivers_probe: %m");
	snprintf(text, sizeof(text), "%lu", rounds);
	write_text(nth, text);
	written = write(probe, event_names[0], strlen(event_names[0]));
	if (pread(nth, rest, sizeof(rest) - 1, 0) < 0)
		fail("read: %m");
	write_text(nth, "0");
	printf("struck %d\n", atoi(rest) == 0);
	printf("written %zd\n", written);
}

static const struct program_option options[] = {
	{ 'n', .number = &loops },
	{ 'r', .number = &rounds },
	{ 'c', .number64 = &template.sample_period },
	{ 'x', .exclude = &template },
	{ 'z', .text = &zero_file },
	{ }
};

static const struct program_test tests[] = {
	{ "ioctl", test_ioctl },
	{ "reset", test_reset },
	{ "reads", test_reads },
	{ "reader", test_reader },
	{ "pinned", test_pinned },
	{ "pinned-cpu", test_pinned_cpu },
	{ "exclusive", test_exclusive },
	{ "fork", test_fork },
	{ "inherit", test_inherit },
	{ "turns", test_turns },
	{ "exec", test_exec },
	{ "on-exec", test_on_exec },
	{ "off-exec", test_off_exec },
	{ "attach", test_attach },
	{ "both", test_both },
	{ "churn", test_churn },
	{ "load", test_load },
	{ "orphan", test_orphan },
	{ "sibling", test_sibling },
	{ "sibling-cpu", test_sibling_cpu },
	{ "probe", test_probe },
	/* For exec_work() */
	{ "work", test_work },
	{ }
};

int main(int argc, char **argv)
{
	int first = parse_options(argc, argv, options);

	/* Failures are checks too. */
	fail_prefix = "not ok ";
	if (first == argc)
		fail("no test");
	event_names = argv + first + 1;
	nr_events = argc - first - 1;
	if (nr_events > MAX_EVENTS)
		fail("more than %d events", MAX_EVENTS);
	run_test(tests, argv[first]);
	return 0;
}
