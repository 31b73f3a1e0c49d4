/* SPDX-License-Identifier: GPL-2.0 */
/* Operations of tasks: work, sleep, threads, children, the PMU's files in sysfs */
#ifndef FUZZ_TASKS_H
#define FUZZ_TASKS_H

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/time.h>
#include <sys/wait.h>
#include "fuzz-state.h"
#include "loops.h"

#define MAX_FILES	128
#define CHILD_OPS	12

static const char *pmu;
/* The PMU's files in sysfs */
static char *files[MAX_FILES];
static unsigned int nr_files;

/*
 * Multiplexing restarts throttled events. If their samples and signals take longer than the
 * interval, the kernel does nothing else. So a slow kernel needs longer intervals.
 */
static unsigned long interval_unit = 1;	/* ms */

/*
 * If the top of the user's stack is nearer than the requested size of the dump, Linux 6.1
 * dumps up to the top, and warns if that size is not a multiple of 8. It need not be one. So
 * keep the top further away than any size: with a variable of main(), and in an executed
 * program with its environment.
 */
#define OUT_OF_REACH	(1 << 16)
static char environment[OUT_OF_REACH + 1] = "FAR=";

static void operate(u64 number);

static int op_work(void)
{
	known_loop(1 + below(4000));
	return 0;
}

static int op_yield(void)
{
	return result(sched_yield());
}

static int op_sleep(void)
{
	/* A signal may end the sleep. */
	usleep(below(1500));
	return 0;
}

static int op_prctl(void)
{
	return result(prctl(one_in(3) ? PR_TASK_PERF_EVENTS_DISABLE : PR_TASK_PERF_EVENTS_ENABLE));
}

static void *thread_work(void *loops)
{
	known_loop((uintptr_t)loops);
	sched_yield();
	known_loop((uintptr_t)loops);
	return NULL;
}

static int op_thread(void)
{
	uintptr_t loops = 1 + below(2000);
	pthread_t thread;
	int error = pthread_create(&thread, NULL, thread_work, (void *)loops);

	return error ?: pthread_join(thread, NULL);
}

/* ---- Children --------------------------------------------------------- */

static int op_kill(void)
{
	static const int signals[] = { SIGKILL, SIGTERM, SIGSTOP, SIGCONT, SIGUSR1, SIGIO, 0, 65 };
	pid_t child = any_child();
	int number = ONE_OF(signals);

	/* The child may have ended. Its pid is not reused before it is reaped. */
	return child == getpid() ? ESRCH : result(kill(child, number));
}

/* Wait for a child, or for a grandchild whose parent has ended. */
static int reap(int options)
{
	unsigned int i;
	int status;
	pid_t pid = waitpid(-1, &status, options);

	if (pid <= 0)
		return pid ? errno : EAGAIN;
	if (WIFSIGNALED(status))
		switch (WTERMSIG(status)) {
		case SIGILL:
		case SIGABRT:
		case SIGBUS:
		case SIGFPE:
		case SIGSEGV:
		case SIGSYS:
			complain("a child died of signal %d", WTERMSIG(status));
		}
	for (i = 0; i < MAX_CHILDREN; i++)
		if (children[i] == pid)
			children[i] = 0;
	return 0;
}

static int op_reap(void)
{
	return reap(WNOHANG);
}

static void end_after(unsigned int ms)
{
	struct itimerval when = { .it_value.tv_usec = ms * 1000 };

	signal(SIGALRM, SIG_DFL);
	setitimer(ITIMER_REAL, &when, NULL);
}

static void __attribute__((noreturn)) be_child(unsigned int how, unsigned int loops)
{
	unsigned int i;

	in_child = true;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	end_after(100);
	/* A child does not inherit mappings of rings. */
	memset(maps, 0, sizeof(maps));
	memset(children, 0, sizeof(children));
	switch (how) {
	case 0:
		known_loop(loops);
		break;
	case 1:
		for (;;)
			pause();
	case 2:
		execle("/proc/self/exe", "fuzz", "-w", "100", NULL,
		       (char *[]){ environment, NULL });
		complain("exec: %s", strerror(errno));
		break;
	case 3:
		if (!fork()) {
			end_after(50);
			known_loop(loops);
			sched_yield();
			known_loop(loops);
		} else {
			known_loop(loops / 2);
		}
		break;
	default:
		for (i = 0; i < CHILD_OPS; i++)
			operate(loops);
	}
	_exit(0);
}

static int op_fork(void)
{
	unsigned int place = below(MAX_CHILDREN), how = below(8), loops = 1 + below(3000), i;
	u64 seed_of_child = draw();
	pid_t pid;

	for (i = 0; i < MAX_SLOTS; i++)
		if (slots[i].sigtrap)
			close_slot(&slots[i]);
	for (i = 0; i < MAX_MAPS; i++)
		if (maps[i].at && maps[i].sigtrap)
			unmap(&maps[i]);
	/* End the previous child in this place, even if it is stopped. */
	if (children[place])
		kill(children[place], SIGKILL);
	while (children[place])
		if (reap(0))
			break;
	fflush(stdout);
	pid = fork();
	if (!pid) {
		state = seed_of_child;
		be_child(how, loops);
	}
	if (pid > 0)
		children[place] = pid;
	return result(pid);
}

/* ---- Files ------------------------------------------------------------ */

static int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY), error;

	if (fd < 0)
		return errno;
	error = result(write(fd, text, strlen(text)));
	close(fd);
	return error;
}

static int read_file(const char *path)
{
	char text[256];
	int fd = open(path, O_RDONLY), error;

	if (fd < 0)
		return errno;
	error = result(read(fd, text, sizeof(text)));
	close(fd);
	return error;
}

/* Read a file of the PMU, or write it or the multiplexing interval. */
static int op_sysfs(void)
{
	const char *file = nr_files ? files[below(nr_files)] : "type";
	bool write_it = one_in(3);
	unsigned int interval = below(12);
	char path[256], value[16];

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/%s", pmu,
		 write_it && interval ? "perf_event_mux_interval_ms" : file);
	if (!write_it)
		return read_file(path);
	snprintf(value, sizeof(value), "%d", ((int)interval - 3) * (int)interval_unit);
	return write_file(path, value);
}

/* Low rates only: with period 1 each sample is an interrupt. */
static int op_sysctl(void)
{
	static const char * const rates[] = { "100", "100", "300", "0", "-1" };

	return write_file("/proc/sys/kernel/perf_event_max_sample_rate", ONE_OF(rates));
}

#endif
