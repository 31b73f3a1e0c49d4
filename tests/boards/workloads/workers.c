// SPDX-License-Identifier: GPL-2.0
/*
 * workers N: a child executes heavy(N), 4N + 1 instructions, and a thread light(N), as many.
 * The program itself only starts them and waits.
 */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "loops.h"

static void *thread_work(void *n)
{
	light((unsigned long)n);
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 0) : 1;
	pthread_t thread;
	pid_t pid = fork();

	if (pid < 0)
		return 1;
	if (!pid) {
		heavy(n);
		_exit(0);
	}
	if (pthread_create(&thread, NULL, thread_work, (void *)n) || pthread_join(thread, NULL))
		return 1;
	return waitpid(pid, NULL, 0) != pid;
}
