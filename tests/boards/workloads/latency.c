// SPDX-License-Identifier: GPL-2.0
/*
 * latency N: how late the thread with the highest priority wakes up. It sleeps N times, for 1
 * to 2 ms, so that the ends of its sleeps come anywhere in the work of others.
 *
 * Output, in instructions of the emulated clock, 2 ns each:
 *   latency MEAN MAX
 */
#include <err.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#define NS_PER_INSTRUCTION 2

static uint64_t ns_of(const struct timespec *ts)
{
	return ts->tv_sec * 1000000000ULL + ts->tv_nsec;
}

int main(int argc, char **argv)
{
	struct sched_param param = { .sched_priority = sched_get_priority_max(SCHED_FIFO) };
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 0) : 1000, i;
	uint64_t late, sum = 0, max = 0;

	if (mlockall(MCL_CURRENT | MCL_FUTURE) || sched_setscheduler(0, SCHED_FIFO, &param))
		err(1, "SCHED_FIFO");
	srandom(1);
	for (i = 0; i < n; i++) {
		struct timespec now, wake;
		uint64_t end;

		clock_gettime(CLOCK_MONOTONIC, &now);
		end = ns_of(&now) + 1000000 + random() % 1000000;
		wake.tv_sec = end / 1000000000;
		wake.tv_nsec = end % 1000000000;
		if (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, NULL))
			errx(1, "clock_nanosleep");
		clock_gettime(CLOCK_MONOTONIC, &now);
		late = (ns_of(&now) - end) / NS_PER_INSTRUCTION;
		sum += late;
		if (late > max)
			max = late;
	}
	printf("latency %llu %llu\n", (unsigned long long)(sum / n), (unsigned long long)max);
	return 0;
}
