// SPDX-License-Identifier: GPL-2.0
/*
 * Two threads that hand work to each other, as a reader and a worker do: one waits while the
 * other works.
 *
 *   handover [OPTION]...
 *
 *   -A US      mean length of the first thread's work, in quarter() (default 5). The lengths
 *              vary from 0.5 to 1.5 of it, so that no sampler is in step with them
 *   -B US      the same of the second thread, in rest() (default 5)
 *   -r ROUNDS  (default 2000)
 *   -w WHAT    they wait at a pipe (default) or at a futex
 *   -T EVENT   count EVENT, TYPE:CONFIG[:CONFIG1], of each thread
 *
 * One instruction takes 2 ns on the emulated boards. The threads are called "first", which is
 * the program's main thread, and "second".
 *
 * Output:
 *   work FIRST SECOND   instructions in these functions
 * with -T
 *   count FIRST SECOND  the counts
 */
#include <linux/futex.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include "event.h"
#include "loops.h"
#include "options.h"

#define INSNS_PER_US	500
/* Instructions of a turn of quarter() and rest() */
#define TURN		128

struct worker {
	const char *name;
	unsigned long us;
	void (*work)(unsigned long turns);
	/* Where it waits */
	int pipe[2], turn;
	u64 done, count;
};

static struct worker first = { .name = "first", .us = 5, .work = quarter };
static struct worker second = { .name = "second", .us = 5, .work = rest };
static const char *event;
static struct perf_event_attr counted;
static unsigned long rounds = 2000;
static const char *what = "pipe";
static bool by_futex;

static void wake(struct worker *worker)
{
	if (by_futex) {
		__atomic_store_n(&worker->turn, 1, __ATOMIC_SEQ_CST);
		syscall(SYS_futex, &worker->turn, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
	} else if (write(worker->pipe[1], "", 1) != 1) {
		fail("write: %m");
	}
}

static void wait_turn(struct worker *worker)
{
	char byte;

	if (by_futex) {
		while (!__atomic_exchange_n(&worker->turn, 0, __ATOMIC_SEQ_CST))
			syscall(SYS_futex, &worker->turn, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
	} else if (read(worker->pipe[0], &byte, 1) != 1) {
		fail("read: %m");
	}
}

static void take_turns(struct worker *worker, struct worker *other)
{
	unsigned int state = worker->us;
	unsigned long i, turns;
	int fd = event ? open_attr(&counted, 0, NO_LEADER) : -1;

	prctl(PR_SET_NAME, worker->name);
	for (i = 0; i < rounds; i++) {
		wait_turn(worker);
		/* 0.5 to 1.5, by the top bits of a linear congruential generator */
		state = state * 1103515245 + 12345;
		turns = worker->us * INSNS_PER_US / TURN;
		turns = turns / 2 + ((u64)turns * (state >> 12) >> 20) + 1;
		worker->work(turns);
		worker->done += turns * TURN + 1;
		wake(other);
	}
	if (event)
		worker->count = read_count(fd).value;
}

static void *second_thread(void *unused)
{
	take_turns(&second, &first);
	return unused;
}

static const struct program_option options[] = {
	{ 'A', .number = &first.us },
	{ 'B', .number = &second.us },
	{ 'r', .number = &rounds },
	{ 'w', .text = &what },
	{ 'T', .text = &event },
	{ }
};

int main(int argc, char **argv)
{
	pthread_t thread;

	parse_options(argc, argv, options);
	by_futex = !strcmp(what, "futex");
	if (!by_futex && strcmp(what, "pipe"))
		fail("no '%s'", what);
	if (event) {
		counted.size = sizeof(counted);
		counted.read_format = READ_TIMES;
		parse_event(event, &counted);
	}
	if (pipe(first.pipe) || pipe(second.pipe))
		fail("pipe: %m");
	if (pthread_create(&thread, NULL, second_thread, NULL))
		fail("no thread");
	wake(&first);
	take_turns(&first, &second);
	wait_turn(&first);
	pthread_join(thread, NULL);
	printf("work %llu %llu\n", first.done, second.done);
	if (event)
		printf("count %llu %llu\n", first.count, second.count);
	return 0;
}
