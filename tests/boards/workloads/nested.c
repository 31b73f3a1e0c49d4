// SPDX-License-Identifier: GPL-2.0
/*
 * Groups that are read from wherever their leader has an event: in the scheduler, in
 * interrupts, in the midst of the driver itself.
 *
 *   nested [-n LOOPS] [-r ROUNDS] [-f FILTER] LEADER EVENT...
 *
 * LEADER and EVENT are TYPE:CONFIG[:CONFIG1]. Each round opens a group on CPU 0, in
 * which the leader samples with period 1 and each sample reads the whole group; every
 * other round the first EVENT samples as well. Meanwhile the events are read, and
 * another event of the task is opened, read and closed. FILTER is the leader's, as
 * ftrace and tracepoints have it.
 *
 * Output, one line per round: "round SAMPLES BACKWARDS COUNT...", where BACKWARDS is how
 * many values were smaller than the one before, or larger than the one at the end.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include "event.h"
#include "loops.h"

#define MAX_EVENTS 8
#define PAGE 4096
#define PAGES 64
#define READS 10

struct values {
	uint64_t nr, value[MAX_EVENTS + 1];
};

static unsigned long loops = 1000, rounds = 2;
static const char *filter;
static int fds[MAX_EVENTS + 1], nr;
static void *ring;
static uint64_t tail, samples, backwards;
static struct values last;

static int event_open(const char *name, int leader, int pid, uint64_t period, int group)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.disabled = leader < 0,
		.sample_period = period,
		.sample_type = PERF_SAMPLE_READ,
		.read_format = group ? PERF_FORMAT_GROUP : 0,
		/* The function tracer is not allowed to have callers of user space. */
		.exclude_callchain_user = 1,
	};
	int fd;

	parse_event(name, &attr);
	fd = syscall(SYS_perf_event_open, &attr, pid, pid < 0 ? 0 : -1, leader, 0);
	if (fd < 0)
		fail("open %s: %s", name, strerror(errno));
	return fd;
}

static void compare(const struct values *now)
{
	int i;

	if (now->nr != (uint64_t)nr)
		fail("a sample has %llu values", (unsigned long long)now->nr);
	for (i = 1; i < nr; i++)
		backwards += now->value[i] < last.value[i];
	last = *now;
}

static void drain(void)
{
	struct perf_event_mmap_page *page = ring;
	unsigned char *data = (unsigned char *)ring + PAGE;
	unsigned char record[sizeof(struct perf_event_header) + sizeof(struct values)];
	struct perf_event_header *header = (void *)record;
	uint64_t head = page->data_head;
	size_t i;

	__sync_synchronize();
	while (tail < head) {
		struct values values;

		for (i = 0; i < sizeof(record); i++)
			record[i] = data[(tail + i) % (PAGES * PAGE)];
		if (header->type == PERF_RECORD_SAMPLE) {
			memcpy(&values, record + sizeof(*header), sizeof(values));
			samples++;
			compare(&values);
		}
		tail += header->size;
	}
	__sync_synchronize();
	page->data_tail = tail;
}

static void read_group(struct values *values)
{
	if (read(fds[0], values, sizeof(*values)) < (ssize_t)((nr + 1) * sizeof(uint64_t)))
		fail("read: %s", strerror(errno));
}

static void do_round(char **names, int sampling)
{
	struct values values;
	uint64_t other;
	int i, j, fd;

	memset(&last, 0, sizeof(last));
	tail = samples = backwards = 0;
	fds[0] = event_open(names[0], -1, -1, 1, 1);
	if (filter && ioctl(fds[0], PERF_EVENT_IOC_SET_FILTER, filter))
		fail("filter '%s': %s", filter, strerror(errno));
	ring = mmap(NULL, (PAGES + 1) * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fds[0], 0);
	if (ring == MAP_FAILED)
		fail("mmap: %s", strerror(errno));
	for (i = 1; i < nr; i++)
		fds[i] = event_open(names[i], fds[0], -1, sampling && i == 1 ? 100003 : 0, 1);

	ioctl(fds[0], PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < READS; i++) {
		known_loop(loops);
		read_group(&values);
		sched_yield();
		fd = event_open(names[1], -1, 0, 0, 0);
		ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
		for (j = 0; j < 2; j++)
			if (read(fd, &other, sizeof(other)) != sizeof(other))
				fail("read: %s", strerror(errno));
		close(fd);
		drain();
	}
	/* The values of a group that goes off are told as it was on. */
	ioctl(fds[0], PERF_EVENT_IOC_DISABLE, 0);
	read_group(&values);
	drain();
	compare(&values);
	printf("round %llu %llu", (unsigned long long)samples, (unsigned long long)backwards);
	for (i = 1; i < nr; i++)
		printf(" %llu", (unsigned long long)values.value[i]);
	printf("\n");
	munmap(ring, (PAGES + 1) * PAGE);
	for (i = nr; i-- > 0;)
		close(fds[i]);
}

int main(int argc, char **argv)
{
	unsigned long i;
	int option;

	while ((option = getopt(argc, argv, "+n:r:f:")) != -1) {
		switch (option) {
		case 'n':
			loops = strtoul(optarg, NULL, 0);
			break;
		case 'r':
			rounds = strtoul(optarg, NULL, 0);
			break;
		case 'f':
			filter = optarg;
			break;
		default:
			return 2;
		}
	}
	nr = argc - optind;
	if (nr < 2 || nr > MAX_EVENTS + 1)
		fail("a leader and events");
	/* perf waits for all processors whenever the first event of a task is opened. */
	event_open(argv[optind + 1], -1, 0, 0, 0);
	for (i = 0; i < rounds; i++)
		do_round(argv + optind, i & 1);
	return 0;
}
