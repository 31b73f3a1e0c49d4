// SPDX-License-Identifier: GPL-2.0
/*
 * Random operations that call the driver: on events, on their tasks, and on the PMU's
 * files.
 *
 *   fuzz -p PMU [-s SEED] [-f FIRST] [-n OPERATIONS] [-c CPI] [-i UNIT] [-v]
 *
 *   -p  a directory in /sys/bus/event_source/devices
 *   -f  skip the operations before FIRST
 *   -c  cycles per instruction, if known
 *   -i  multiplexing intervals are a few times UNIT ms (default 1)
 *   -v  print each operation and its result
 *
 * The same seed gives the same operations. Each operation has a random generator of its
 * own, and draws its numbers before it uses anything that may differ between two runs.
 * The program prints a hash of all numbers as the sequence.
 *
 * A few children do the same in parallel. None of them lives for long, and no operation
 * waits without a limit.
 *
 * At the end the program prints how often each kind of operation succeeded and failed, and
 * checks that against enum rule. In a long run a kind that never succeeded, or never
 * failed, is an error of this program or of the system under test.
 *
 * The program leaves to perf's own tests what never reaches the driver: BPF programs,
 * filters, records of other kinds than samples, malformed arguments.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <time.h>
#include "fuzz-events.h"
#include "fuzz-open.h"
#include "fuzz-state.h"
#include "fuzz-tasks.h"
#include "options.h"

/* From this number of operations on, each kind must have succeeded and failed by its rule. */
#define COVERAGE_OPS	10000

static bool verbose;
static unsigned long operations = 1000, operation;
static const char *doing;

/* ---- The operations --------------------------------------------------- */

static const struct kind {
	const char *name;
	int (*run)(void);	/* returns 0 or an errno */
	unsigned int weight;
	enum rule rule;
	bool alone;		/* children skip it */
} kinds[] = {
	{ "open", op_open, 50, BOTH, false },
	{ "close", op_close, 6, BOTH, false },
	{ "dup", op_dup, 3, BOTH, false },
	{ "read", op_read, 14, BOTH, false },
	{ "ioctl enable", op_enable, 9, BOTH, false },
	{ "ioctl disable", op_disable, 6, BOTH, false },
	{ "ioctl reset", op_reset, 5, BOTH, false },
	{ "ioctl refresh", op_refresh, 6, BOTH, false },
	{ "ioctl period", op_period, 10, BOTH, false },
	{ "mmap", op_mmap, 10, BOTH, false },
	{ "munmap", op_munmap, 3, SUCCEEDS, false },
	{ "ring drained", op_drain, 10, BOTH, true },
	{ "page read", op_page, 5, SUCCEEDS, false },
	{ "poll", op_poll, 4, BOTH, false },
	{ "fasync", op_fasync, 5, BOTH, false },
	{ "exact", op_exact, 5, SUCCEEDS, false },
	{ "work", op_work, 16, WORKS, false },
	{ "yield", op_yield, 6, WORKS, false },
	{ "sleep", op_sleep, 2, WORKS, false },
	{ "prctl", op_prctl, 3, WORKS, false },
	{ "thread", op_thread, 3, WORKS, true },
	{ "fork", op_fork, 6, WORKS, true },
	{ "kill", op_kill, 3, BOTH, true },
	{ "reap", op_reap, 4, BOTH, true },
	{ "sysfs", op_sysfs, 3, BOTH, true },
	{ "sysctl", op_sysctl, 1, BOTH, true },
};

static void operate(u64 number)
{
	static unsigned int weights;
	const struct kind *kind = kinds;
	unsigned int i, choice;
	int error;

	if (!weights)
		for (i = 0; i < SIZE(kinds); i++)
			weights += kinds[i].weight;
	for (choice = below(weights); choice >= kind->weight; kind++)
		choice -= kind->weight;
	if (in_child && kind->alone)
		return;
	what[0] = 0;
	doing = kind->name;
	if (verbose)
		printf("%s%llu %s\n", in_child ? "  child: " : "", number, kind->name);
	error = kind->run();
	count_outcome(&shared->kinds[kind - kinds], error);
	if (in_child)
		count(&shared->child_ops);
	if (verbose)
		printf("%s  %s%s%s\n", in_child ? "  child: " : "",
		       error ? strerror(error) : "ok", *what ? ", " : "", what);
}

/* ---- The PMU ---------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char * const *)a, *(char * const *)b);
}

static void read_files(const char *directory)
{
	char path[512];
	struct dirent *entry;
	DIR *dir;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/%s", pmu, directory);
	dir = opendir(path);
	while (dir && (entry = readdir(dir)) && nr_files < MAX_FILES) {
		if (entry->d_type != DT_REG || !strcmp(entry->d_name, "uevent"))
			continue;
		snprintf(path, sizeof(path), "%s/%s", directory, entry->d_name);
		files[nr_files++] = strdup(path);
	}
	if (dir)
		closedir(dir);
}

/* Read the PMU's type, its files, and the numbers of its events. */
static void read_pmu(void)
{
	char path[512];
	unsigned int i;
	FILE *file;

	type_of_pmu = pmu_type(pmu, strlen(pmu));
	read_files(".");
	read_files("format");
	read_files("events");
	read_files("caps");
	/* Always in the same order */
	qsort(files, nr_files, sizeof(*files), by_name);
	for (i = 0; i < nr_files && nr_numbers < MAX_NUMBERS; i++) {
		unsigned int number;

		if (strncmp(files[i], "events/", 7))
			continue;
		snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/%s", pmu, files[i]);
		file = fopen(path, "r");
		if (!file)
			continue;
		if (fscanf(file, "event=%x", &number) == 1)
			numbers[nr_numbers++] = number;
		fclose(file);
	}
	if (!nr_numbers)
		fail("fuzz: no events of PMU '%s'", pmu);
}

/* ---- Signals ---------------------------------------------------------- */

static void on_signal(int number)
{
	(void)number;
	count(&shared->signals);
}

/* No progress for a minute: print where, and what the children do. */
static void on_alarm(int number)
{
	static const char * const files[] = { "stat", "wchan", "syscall" };
	char path[64], text[2048];
	unsigned int i, file;
	ssize_t size;
	int fd;

	(void)number;
	printf("fuzz: FAIL: a minute in operation %lu, %s %s\n", operation, doing, what);
	for (i = 0; i <= MAX_CHILDREN; i++) {
		if (i < MAX_CHILDREN && !children[i])
			continue;
		for (file = 0; file < SIZE(files); file++) {
			snprintf(path, sizeof(path), "/proc/%d/%s",
				 i < MAX_CHILDREN ? children[i] : getpid(), files[file]);
			fd = open(path, O_RDONLY);
			size = read(fd, text, sizeof(text));
			if (size > 0)
				printf("%s: %.*s\n", path, (int)size, text);
			close(fd);
		}
	}
	_exit(3);
}

static void catch_signals(void)
{
	static const int numbers[] = { SIGIO, SIGUSR1, SIGTRAP, 40 };
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	unsigned int i;

	for (i = 0; i < SIZE(numbers); i++)
		sigaction(numbers[i], &action, NULL);
	signal(SIGALRM, on_alarm);
}

/* ---- The run and its verdict ------------------------------------------ */

static u64 now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000ull + now.tv_nsec / 1000000;
}

static void run(unsigned long first, u64 seed)
{
	u64 before, took, longest_took = 0;
	const char *longest_doing = "";
	unsigned long longest = 0;

	for (operation = first; operation < operations; operation++) {
		/* End this program if there is no progress. */
		if ((operation - first) % 256 == 0)
			alarm(60);
		state = seed + operation * 0xd1342543de82ef95ull;
		before = now_ms();
		operate(operation);
		took = now_ms() - before;
		if (took > longest_took) {
			longest = operation;
			longest_took = took;
			longest_doing = doing;
		}
	}
	alarm(60);
	printf("fuzz: the longest operation took %llu ms: number %lu, %s\n", longest_took,
	       longest, longest_doing);
}

static void clean_up(void)
{
	unsigned int i;

	for (i = 0; i < MAX_MAPS; i++)
		if (maps[i].at)
			unmap(&maps[i]);
	for (i = 0; i < MAX_SLOTS; i++)
		close_slot(&slots[i * 7 % MAX_SLOTS]);
	for (i = 0; i < MAX_CHILDREN; i++)
		if (children[i])
			kill(children[i], SIGKILL);
	while (reap(0) != ECHILD)
		;
}

static void judge(const char *name, const struct outcome *outcome, enum rule rule, bool covered)
{
	printf("  %-30s %8u succeeded %8u failed\n", name, outcome->ok, outcome->failed);
	if (rule == WORKS && outcome->failed)
		complain("'%s' failed", name);
	if (rule == REFUSED && outcome->ok)
		complain("'%s' succeeded", name);
	if (!covered)
		return;
	if (!outcome->ok && rule != REFUSED && rule != ANY)
		complain("'%s' never succeeded", name);
	if (!outcome->failed && (rule == REFUSED || rule == BOTH))
		complain("'%s' never failed", name);
}

static void judge_all(bool covered)
{
	unsigned int i;

	for (i = 0; i < SIZE(kinds); i++)
		judge(kinds[i].name, &shared->kinds[i], kinds[i].rule, covered);
	printf("events of the PMU, by their properties at open:\n");
	for (i = 0; i < NR_FEATURES; i++)
		judge(features[i].name, &shared->features[i], features[i].rule, covered);
	for (i = 0; i < SIZE(bits); i++)
		judge(bits[i].name, &shared->bits[i], bits[i].rule, covered);
	if (covered && (!shared->samples || !shared->signals || !shared->exact))
		complain("no sample, no signal or no exact count of a known loop");
}

/* A child has executed this program. */
static void __attribute__((noreturn)) work_and_exit(char *loops)
{
	known_loop(strtoul(loops, NULL, 0));
	exit(0);
}

static unsigned long first;
static u64 seed = 1;

static const struct program_option options[] = {
	{ 'p', .text = &pmu },
	{ 's', .number64 = &seed },
	{ 'n', .number = &operations },
	{ 'c', .number = &cpi },
	{ 'v', .flag = &verbose },
	{ 'f', .number = &first },
	{ 'i', .number = &interval_unit },
	{ 'w', .call = work_and_exit },
	{ }
};

int main(int argc, char **argv)
{
	volatile char out_of_reach[OUT_OF_REACH] __attribute__((unused));
	unsigned int i;

	parse_options(argc, argv, options);
	if (!pmu)
		return 2;
	read_pmu();
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (shared == MAP_FAILED)
		return 2;
	setvbuf(stdout, NULL, _IOLBF, 0);
	out_of_reach[0] = 0;
	memset(environment + strlen(environment), 'x', OUT_OF_REACH - strlen(environment));
	catch_signals();
	/* Grandchildren become children of this task when their parent ends. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (i = 0; i < MAX_SLOTS; i++)
		slots[i].fd = -1;

	run(first, seed);
	clean_up();
	judge_all(operations - first >= COVERAGE_OPS);
	printf("fuzz: %lu operations, %u by children, seed %llu, sequence %016llx\n", operations,
	       shared->child_ops, seed, sequence);
	printf("fuzz: %u samples read, %u signals, %u exact counts of a known loop\n",
	       shared->samples, shared->signals, shared->exact);
	printf("fuzz: %u errors\n", shared->errors);
	return shared->errors != 0;
}
