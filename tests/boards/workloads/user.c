// SPDX-License-Identifier: GPL-2.0
/*
 * Programs that read their own counters without a system call, with
 * include/uapi/cp_pmu_read.h, and programs that abuse the access.
 *
 *   user [OPTION]... TEST [EVENT]...     EVENT is TYPE:CONFIG[:CONFIG1], see event.h;
 *                                        CP_PMU_USER_READ is added to CONFIG1
 *
 *   open      open the first event, and print "ok" or the error
 *   known     the first event counts instructions: print what it counts of functions of
 *             100 instructions and of 1 instruction, as "known 100 1"
 *   exact     compare the counts with those of read(2), "exact ROUNDS DIRECT WRONG": the
 *             rounds, those without a system call, and those with a wrong count. A
 *             signal's handler reads the events, too
 *   until     the same until the first event has counted -n EVENTS
 *   reset     the same with resets of the first event, whose count must then be small; each
 *             round ends with system calls. The fourth number is the time, ms
 *   late      the same with an event that is mapped after it has counted for some time. The
 *             first event counts cycles; its counter begins shortly before 2^31
 *   throttled look for the access all the time while perf throttles a software event of the
 *             same group: "throttled ROUNDS STOPPED WITHOUT", the rounds, those in which the
 *             page has no counter, and those without access
 *   ends      lines "ok TEXT" and "not ok TEXT": when the access begins and ends
 *   probe     read CCNT, and print "done" or "SIGILL"
 *   hostile   write random values to random registers, "hostile WRITES WRONG", where
 *             WRONG are the refused writes, except to USEREN, INTENS and INTENC, which
 *             must be refused
 *   hold      hold the events open until end of file on stdin
 *   unmapped  map the first event only, and run a loop of known length: "count EVENTS" of the
 *             last event
 *
 *   -n N      rounds or writes (default 1000)
 *   -s SEED   of the random numbers
 *   -a        open on CPU 0 instead of the calling task
 *   -p PID    open on that task
 *   -i        with inherit
 *   -c P      sample with period P
 *   -x        without remove_on_exec
 *   -r        without CP_PMU_USER_READ
 *   -u UID    open as this user, without privileges
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include "cp_pmu_read.h"
#include "event.h"
#include "loops.h"
#include "options.h"

#define MAX_EVENTS	16
#define PAGE		4096

struct reader {
	int fd;
	volatile struct perf_event_mmap_page *page;
};

static struct reader readers[MAX_EVENTS];
static const char *names[MAX_EVENTS];
static unsigned int nr;

static unsigned long rounds = 1000, task, uid;
static u64 period, seed = 1;
static bool cpu_wide, inherit, keep, plain;
static int leader = NO_LEADER;

/* ---- Events ----------------------------------------------------------- */

static int try_event(const char *name)
{
	struct perf_event_attr attr = { .size = sizeof(attr) };

	parse_event(name, &attr);
	if (!plain)
		attr.config1 |= CP_PMU_USER_READ;
	attr.remove_on_exec = !keep;
	attr.inherit = inherit;
	attr.sample_period = period;
	return try_open(&attr, cpu_wide ? ON_CPU : (pid_t)task, leader);
}

static int open_event(const char *name)
{
	int fd = try_event(name);

	if (fd < 0)
		fail("open %s: %m", name);
	return fd;
}

static void map(struct reader *reader)
{
	void *at = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, reader->fd, 0);

	if (at == MAP_FAILED)
		fail("mmap: %m");
	reader->page = at;
}

static void unmap(struct reader *reader)
{
	munmap((void *)reader->page, PAGE);
}

static void open_and_map(void)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		readers[i].fd = open_event(names[i]);
		map(&readers[i]);
	}
}

static __attribute__((noinline)) u64 value(const struct reader *reader)
{
	uint64_t count;

	if (cp_pmu_read(reader->fd, reader->page, &count))
		fail("read: %m");
	return count;
}

static u64 by_system_call(const struct reader *reader)
{
	uint64_t count;

	if (read(reader->fd, &count, sizeof(count)) != sizeof(count))
		fail("read: %m");
	return count;
}

/* ---- Counts ----------------------------------------------------------- */

/* An interrupt can only add to a count, so the least of many is without one. */
static __attribute__((noinline, noclone)) u64 least(void (*function)(void))
{
	u64 best = ~0ull;
	unsigned long i;

	for (i = 0; i < rounds; i++) {
		u64 before = value(&readers[0]), counted;

		function();
		counted = value(&readers[0]) - before;
		if (counted < best)
			best = counted;
	}
	return best;
}

/* single() is one instruction, and all the rest is the same in both. */
static void test_known(void)
{
	u64 of_single, of_hundred;

	open_and_map();
	if (!readers[0].page->index)
		fail("the page has no counter");
	of_single = least(single);
	of_hundred = least(hundred);
	printf("known %llu 1\n", of_hundred - of_single + 1);
}

static u64 direct, wrong, compared;

static void compare(const struct reader *reader)
{
	u64 before, between, again, after;

	direct += !!reader->page->index;
	before = value(reader);
	between = by_system_call(reader);
	/* This selects another counter. The kernel has selected this one. */
	value(&readers[(compared + 1) % nr]);
	again = by_system_call(reader);
	after = value(reader);
	compared++;
	if (before <= between && between <= again && again <= after)
		return;
	if (!wrong++)
		printf("wrong: %#llx %#llx %#llx %#llx\n", before, between, again, after);
}

static void on_timer(int number)
{
	unsigned int i;

	(void)number;
	for (i = 0; i < nr; i++)
		value(&readers[i]);
}

/* The handler reads the counters, and selects others, anywhere in the program. */
static void read_in_a_handler(void)
{
	struct sigaction action = { .sa_handler = on_timer, .sa_flags = SA_RESTART };
	struct itimerval when = { { 0, 1000 }, { 0, 1000 } };

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &when, NULL);
}

static void test_exact(void)
{
	unsigned long round;

	open_and_map();
	read_in_a_handler();
	for (round = 0; round < rounds; round++) {
		compare(&readers[round % nr]);
		known_loop(1 + round % 1000);
		if (round % 16 == 0)
			sched_yield();
	}
	printf("exact %llu %llu %llu\n", compared, direct, wrong);
}

static void test_until(void)
{
	open_and_map();
	while (by_system_call(&readers[0]) < (u64)rounds * 1000000) {
		compare(&readers[compared % nr]);
		known_loop(500000);
	}
	printf("exact %llu %llu %llu\n", compared, direct, wrong);
}

static u64 milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000ull + now.tv_nsec / 1000000;
}

static long switches(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_nvcsw + usage.ru_nivcsw;
}

/*
 * perf's timer for multiplexing updates the page, too. It may interrupt a reset while perf
 * writes the page. As long as it interrupts the kernel, the page must have no counter.
 */
static void test_reset(void)
{
	long before;
	u64 begin;
	int i;

	open_and_map();
	known_loop(50000000);
	begin = milliseconds();
	for (; compared < rounds; compared++) {
		control(readers[0].fd, PERF_EVENT_IOC_RESET, 0);
		wrong += value(&readers[0]) >= 1000000;
		before = switches();
		for (i = 0; i < 100; i++)
			by_system_call(&readers[0]);
		/* A switch of tasks gives the page a counter. */
		if (switches() == before)
			direct += !!readers[0].page->index;
	}
	printf("exact %llu %llu %llu %llu\n", compared, direct, wrong, milliseconds() - begin);
}

/* ---- The access ------------------------------------------------------- */

static __thread sigjmp_buf undefined;

static void on_sigill(int number)
{
	(void)number;
	siglongjmp(undefined, 1);
}

static bool has_access(void)
{
	uint32_t ccnt;

	if (sigsetjmp(undefined, 1))
		return false;
	asm volatile("mrc p15, 0, %0, c9, c13, 0" : "=r" (ccnt));
	return true;
}

static void is(const char *text, bool got, bool wanted)
{
	printf("%sok %s\n", got == wanted ? "" : "not ", text);
}

static void *probe_in_a_thread(void *got)
{
	*(bool *)got = has_access();
	return NULL;
}

/* Run the function in a child. Return true if it returns true. */
static bool in_a_child(bool (*function)(void))
{
	pid_t pid;
	int status;

	fflush(stdout);
	pid = fork();
	if (!pid)
		_exit(function());
	if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
		fail("no child");
	return WEXITSTATUS(status);
}

/* With an event of its own */
static bool access_after_exec(void)
{
	struct reader own = { .fd = open_event(names[0]) };

	map(&own);
	if (!has_access())
		fail("a child has no access with its own event");
	execl("/proc/self/exe", "user", "probe", NULL);
	return true;
}

static void test_ends(void)
{
	struct reader *reader = &readers[0];
	pthread_t thread;
	bool got = true;
	int other;

	signal(SIGILL, on_sigill);
	is("without an event there is no access", has_access(), false);
	reader->fd = open_event(names[0]);
	is("with an event that is not mapped there is none", has_access(), false);
	map(reader);
	is("with a mapped event there is access", has_access(), true);
	is("the page names a counter", reader->page->index, true);
	is("a child has no access", in_a_child(has_access), false);
	is("the parent still has access", has_access(), true);
	pthread_create(&thread, NULL, probe_in_a_thread, &got);
	pthread_join(thread, NULL);
	is("another thread has no access", got, false);
	is("the first thread still has access", has_access(), true);

	usleep(20000);
	is("after a sleep there is access", has_access(), true);
	control(reader->fd, PERF_EVENT_IOC_DISABLE, 0);
	is("while the event is disabled there is none", has_access(), false);
	is("nor has the page a counter", reader->page->index, false);
	control(reader->fd, PERF_EVENT_IOC_ENABLE, 0);
	is("when it is enabled there is access", has_access(), true);

	control(reader->fd, PERF_EVENT_IOC_RESET, 0);
	is("after a reset the page has no counter", reader->page->index, false);
	usleep(1000);
	is("but after a switch of tasks it has", reader->page->index, true);

	/* Some more events of the same task, without user_read */
	plain = true;
	other = open_event(names[0]);
	is("with another event that counts there is access", has_access(), true);
	close(other);
	period = 1000003;
	other = open_event(names[0]);
	is("with an event that samples there is none", has_access(), false);
	is("nor has the page a counter", reader->page->index, false);
	close(other);
	period = 0;
	plain = false;
	/* perf removes the event from the task's list after it has called the driver. */
	usleep(1000);
	is("after its end, and a switch of tasks, there is access", has_access(), true);

	unmap(reader);
	is("after munmap there is none", has_access(), false);
	map(reader);
	is("when mapped again there is access", has_access(), true);
	close(reader->fd);
	is("after close the mapping keeps the access", has_access(), true);
	unmap(reader);
	is("after munmap and close there is none", has_access(), false);
	is("after exec there is none", in_a_child(access_after_exec), false);
}

static void test_throttled(void)
{
	struct perf_event_attr clock = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(clock),
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.sample_period = 100000,	/* ns */
	};
	u64 stopped = 0, without = 0;
	unsigned long round;

	signal(SIGILL, on_sigill);
	leader = open_attr(&clock, 0, NO_LEADER);
	open_and_map();
	for (round = 0; round < rounds; round++) {
		stopped += !readers[0].page->index;
		without += !has_access();
	}
	printf("throttled %lu %llu %llu\n", round, stopped, without);
}

static void test_probe(void)
{
	signal(SIGILL, on_sigill);
	/* The exit status is for access_after_exec(). */
	if (has_access()) {
		printf("done\n");
		exit(1);
	}
	printf("SIGILL\n");
}

/* ---- Abuse ------------------------------------------------------------ */

#define WRITE(name, where)						\
static void write_##name(uint32_t value)				\
{									\
	asm volatile("mcr p15, 0, %0, " where : : "r" (value));		\
}

/* Cortex-A8 TRM, section 3.2.42 and following */
WRITE(pmnc, "c9, c12, 0")
WRITE(cntens, "c9, c12, 1")
WRITE(cntenc, "c9, c12, 2")
WRITE(flag, "c9, c12, 3")
WRITE(swincr, "c9, c12, 4")
WRITE(pmnxsel, "c9, c12, 5")
WRITE(ccnt, "c9, c13, 0")
WRITE(evtsel, "c9, c13, 1")
WRITE(pmcnt, "c9, c13, 2")
WRITE(useren, "c9, c14, 0")
WRITE(intens, "c9, c14, 1")
WRITE(intenc, "c9, c14, 2")

static const struct {
	void (*write)(uint32_t value);
	/* Bits that have a meaning: half of the values have no others. */
	uint32_t bits;
	bool always_refused;
} registers[] = {
	{ write_pmnc, 0x3f, false },
	{ write_cntens, 0x8000000f, false },
	{ write_cntenc, 0x8000000f, false },
	{ write_flag, 0x8000000f, false },
	{ write_swincr, 0xf, false },
	{ write_pmnxsel, 0x3, false },
	{ write_ccnt, 0xffffffff, false },
	{ write_evtsel, 0xff, false },
	{ write_pmcnt, 0xffffffff, false },
	{ write_useren, 1, true },
	{ write_intens, 0x8000000f, true },
	{ write_intenc, 0x8000000f, true },
};

/* splitmix64 */
static uint32_t draw(void)
{
	u64 z = seed += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z >> 32;
}

static bool is_refused(unsigned int which, uint32_t value)
{
	if (sigsetjmp(undefined, 1))
		return true;
	registers[which].write(value);
	return false;
}

static void test_hostile(void)
{
	unsigned long i, refused = 0;

	open_and_map();
	signal(SIGILL, on_sigill);
	for (i = 0; i < rounds; i++) {
		unsigned int which = draw() % SIZE(registers);
		uint32_t random = draw();

		if (draw() & 1)
			random &= registers[which].bits;
		if (is_refused(which, random) != registers[which].always_refused)
			refused++;
		if (draw() % 16 == 0)
			sched_yield();
	}
	printf("hostile %lu %lu\n", i, refused);
}

/*
 * A counter begins with what the last event has left in it. The event may count for up to
 * half a second before it is mapped.
 */
static void test_late(void)
{
	unsigned long round;
	int i;

	for (round = 0; round < rounds; round++) {
		open_and_map();
		write_ccnt(0x7fff0000);
		unmap(&readers[0]);
		close(readers[0].fd);

		readers[0].fd = open_event(names[0]);
		known_loop(1000);
		map(&readers[0]);
		for (i = 0; i < 200; i++)
			compare(&readers[0]);
		unmap(&readers[0]);
		close(readers[0].fd);
	}
	printf("exact %llu %llu %llu\n", compared, direct, wrong);
}

/* ---- The program ------------------------------------------------------ */

static void test_open(void)
{
	printf("%s\n", try_event(names[0]) < 0 ? strerror(errno) : "ok");
}

static void test_hold(void)
{
	char byte;

	open_and_map();
	printf("held\n");
	fflush(stdout);
	while (read(0, &byte, 1) > 0)
		;
}

static void test_unmapped(void)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		readers[i].fd = open_event(names[i]);
	map(&readers[0]);
	known_loop(rounds);
	printf("count %llu\n", by_system_call(&readers[nr - 1]));
}

static const struct program_option options[] = {
	{ 'n', .number = &rounds },
	{ 's', .number64 = &seed },
	{ 'a', .flag = &cpu_wide },
	{ 'p', .number = &task },
	{ 'i', .flag = &inherit },
	{ 'c', .number64 = &period },
	{ 'x', .flag = &keep },
	{ 'r', .flag = &plain },
	{ 'u', .number = &uid },
	{ }
};

static const struct program_test tests[] = {
	{ "open", test_open },
	{ "known", test_known },
	{ "exact", test_exact },
	{ "until", test_until },
	{ "reset", test_reset },
	{ "late", test_late },
	{ "throttled", test_throttled },
	{ "ends", test_ends },
	{ "probe", test_probe },
	{ "hostile", test_hostile },
	{ "hold", test_hold },
	{ "unmapped", test_unmapped },
	{ }
};

int main(int argc, char **argv)
{
	int first = parse_options(argc, argv, options), arg;

	if (first >= argc || argc - first - 1 > MAX_EVENTS)
		return 2;
	for (arg = first + 1; arg < argc; arg++)
		names[nr++] = argv[arg];
	if (uid && (setgid(uid) || setuid(uid)))
		fail("setuid: %m");
	setvbuf(stdout, NULL, _IOLBF, 0);
	run_test(tests, argv[first]);
	return 0;
}
