// SPDX-License-Identifier: GPL-2.0
/*
 * Some instructions in user mode, and a system call or a page fault, again and again: what
 * does an event count of one mode?
 *
 *   uloops [OPTION]... EVENT
 *
 * EVENT is TYPE:CONFIG[:CONFIG1].
 *
 *   -u N       pairs of instructions in a round (default 6)
 *   -n ROUNDS  (default 200000)
 *   -w WHAT    what each round ends with: getppid (default), write, read or fault
 *   -c P       sample with period P
 *   -F HZ      sample with frequency HZ
 *   -x WHAT    set exclude_WHAT: user kernel; may be repeated
 *
 * Output:
 *   user INSTRUCTIONS   the truth: the program's instructions in user mode
 *   count VALUE
 *   samples NUMBER SUM-OF-PERIODS LOST THROTTLED
 */
#include <fcntl.h>
#include <sys/mman.h>
#include "event.h"
#include "loops.h"
#include "options.h"
#include "samples.h"

#define PAGE_BYTES	4096
/* Pages that are written, until they are given back */
#define WRITTEN		256

static unsigned long pairs = 6, rounds = 200000;
static const char *what = "getppid";
static u64 frequency;
static struct perf_event_attr template;
static struct samples samples;
static char buffer[100];

static void work(void)
{
	struct call call = { { 0, (unsigned long)buffer, sizeof(buffer) }, 0 };
	char *pages;
	unsigned long i;

	if (!strcmp(what, "getppid")) {
		call.number = SYS_getppid;
	} else if (!strcmp(what, "write")) {
		call.number = SYS_write;
		call.args[0] = open("/dev/null", O_WRONLY);
	} else if (!strcmp(what, "read")) {
		call.number = SYS_read;
		call.args[0] = open("/dev/zero", O_RDONLY);
	} else if (strcmp(what, "fault")) {
		fail("no '%s'", what);
	}
	if (call.number) {
		calls(&call, pairs, rounds);
		return;
	}
	pages = mmap(NULL, WRITTEN * PAGE_BYTES, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (pages == MAP_FAILED)
		fail("mmap: %m");
	for (i = 0; i < rounds; i += WRITTEN) {
		faults(pages, pairs, WRITTEN);
		madvise(pages, WRITTEN * PAGE_BYTES, MADV_DONTNEED);
	}
	rounds = i;
}

static const struct program_option options[] = {
	{ 'u', .number = &pairs },
	{ 'n', .number = &rounds },
	{ 'w', .text = &what },
	{ 'c', .number64 = &template.sample_period },
	{ 'F', .number64 = &frequency },
	{ 'x', .exclude = &template },
	{ }
};

int main(int argc, char **argv)
{
	int first = parse_options(argc, argv, options), fd;

	if (first == argc)
		fail("no event");
	fd = start_samples(&samples, &template, argv[first], frequency, 0);
	work();
	control(fd, PERF_EVENT_IOC_DISABLE, 0);
	printf("user %llu\n", (u64)rounds * (2 * pairs + 5));
	printf("count %llu\n", read_count(fd).value);
	drain(&samples);
	printf("samples %llu %llu %llu %llu\n", samples.number, samples.sum, samples.lost,
	       samples.throttled);
	return 0;
}
