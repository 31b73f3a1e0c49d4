/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Open, control and read events. Shared by the programs that call
 * perf_event_open(2).
 */
#ifndef EVENT_H
#define EVENT_H

#include <errno.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SIZE(array)	(sizeof(array) / sizeof(*(array)))

typedef unsigned long long u64;

/* The pid of an event that counts all tasks on CPU 0 */
#define ON_CPU		(-1)
#define NO_LEADER	(-1)

/* The result of read() with READ_TIMES as read_format */
struct counted {
	u64 value, enabled, running;
};

#define READ_TIMES	(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

/* Printed before the message of fail() */
static const char *fail_prefix = "";

static void __attribute__((noreturn, format(printf, 1, 2))) fail(const char *format, ...)
{
	int error = errno;
	va_list args;

	printf("%s", fail_prefix);
	/* For %m */
	errno = error;
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	exit(1);
}

/* Print a check. */
static inline void __attribute__((format(printf, 2, 3))) expect(int good, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf(good ? "ok " : "not ok ");
	vprintf(format, args);
	printf("\n");
	fflush(stdout);
	va_end(args);
}

static inline unsigned long pmu_type(const char *pmu, size_t length)
{
	unsigned long type;
	char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%.*s/type",
		 (int)length, pmu);
	file = fopen(path, "r");
	if (!file || fscanf(file, "%lu", &type) != 1)
		fail("no PMU at %s", path);
	fclose(file);
	return type;
}

/*
 * Parse TYPE:CONFIG[:CONFIG1]. TYPE is a number or the name of a directory in
 * /sys/bus/event_source/devices. The numbers may be decimal, octal or hexadecimal.
 */
static inline void parse_event(const char *name, struct perf_event_attr *attr)
{
	size_t length = strcspn(name, ":");
	char *end;

	attr->type = strtoul(name, &end, 0);
	if (end != name + length)
		attr->type = pmu_type(name, length);
	if (name[length] != ':')
		fail("no config in '%s'", name);
	attr->config = strtoull(name + length + 1, &end, 0);
	if (*end == ':')
		attr->config1 = strtoull(end + 1, &end, 0);
	if (*end)
		fail("'%s' is not TYPE:CONFIG[:CONFIG1]", name);
}

/* PID is 0 for the calling task, a task, or ON_CPU. Return -1 and set errno on failure. */
static inline int try_open(const struct perf_event_attr *attr, pid_t pid, int leader)
{
	return syscall(SYS_perf_event_open, attr, pid, pid == ON_CPU ? 0 : -1, leader,
		       PERF_FLAG_FD_CLOEXEC);
}

static inline int open_attr(const struct perf_event_attr *attr, pid_t pid, int leader)
{
	int fd = try_open(attr, pid, leader);

	if (fd < 0)
		fail("open type %u config %#llx: %m", attr->type, (u64)attr->config);
	return fd;
}

static inline void control(int fd, unsigned long request, unsigned long argument)
{
	if (ioctl(fd, request, argument))
		fail("ioctl %#lx: %m", request);
}

static inline void set_period(int fd, u64 period)
{
	if (ioctl(fd, PERF_EVENT_IOC_PERIOD, &period))
		fail("ioctl PERIOD: %m");
}

static inline struct counted read_count(int fd)
{
	struct counted counted;

	if (read(fd, &counted, sizeof(counted)) != sizeof(counted))
		fail("read: %m");
	return counted;
}

#endif
