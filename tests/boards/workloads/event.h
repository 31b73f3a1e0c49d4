/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the programs that call perf_event_open(2) share: the way an event is
 * written, TYPE:CONFIG[:CONFIG1], and the way out.
 */
#ifndef EVENT_H
#define EVENT_H

#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void __attribute__((noreturn, format(printf, 1, 2))) fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	exit(1);
}

static unsigned long pmu_type(const char *pmu, size_t length)
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

/* Numbers are as C has them; TYPE may be the name of a PMU in sysfs. */
static void parse_event(const char *name, struct perf_event_attr *attr)
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
		fail("'%s' is no TYPE:CONFIG[:CONFIG1]", name);
}

#endif
