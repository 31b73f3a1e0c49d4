/* SPDX-License-Identifier: GPL-2.0 */
/* Tables of a program's options and of its tests */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include "event.h"

/* A letter, and one of the following. All but a flag have an argument. */
struct program_option {
	char letter;
	bool *flag;
	unsigned long *number;
	u64 *number64;
	const char **text;
	struct perf_event_attr *exclude;
	void (*call)(char *argument);
};

static inline void set_exclude(struct perf_event_attr *attr, const char *what)
{
	if (!strcmp(what, "user"))
		attr->exclude_user = 1;
	else if (!strcmp(what, "kernel"))
		attr->exclude_kernel = 1;
	else if (!strcmp(what, "hv"))
		attr->exclude_hv = 1;
	else if (!strcmp(what, "idle"))
		attr->exclude_idle = 1;
	else if (!strcmp(what, "host"))
		attr->exclude_host = 1;
	else if (!strcmp(what, "guest"))
		attr->exclude_guest = 1;
	else
		fail("no exclude_%s", what);
}

static inline void take_option(const struct program_option *option, char *argument)
{
	if (option->flag)
		*option->flag = true;
	else if (option->number)
		*option->number = strtoul(argument, NULL, 0);
	else if (option->number64)
		*option->number64 = strtoull(argument, NULL, 0);
	else if (option->text)
		*option->text = argument;
	else if (option->exclude)
		set_exclude(option->exclude, argument);
	else
		option->call(argument);
}

/* Return the index of the first argument that is no option. */
static inline int parse_options(int argc, char **argv, const struct program_option *options)
{
	const struct program_option *option;
	/* "+": the first argument that is no option ends the options. */
	char letters[128] = "+", *end = letters + 1;
	int letter;

	for (option = options; option->letter; option++) {
		*end++ = option->letter;
		if (!option->flag)
			*end++ = ':';
	}
	while ((letter = getopt(argc, argv, letters)) != -1) {
		for (option = options; option->letter && option->letter != letter; option++)
			;
		if (!option->letter)
			exit(2);
		take_option(option, optarg);
	}
	return optind;
}

struct program_test {
	const char *name;
	void (*run)(void);
};

static inline void run_test(const struct program_test *tests, const char *name)
{
	for (; tests->name; tests++) {
		if (!strcmp(tests->name, name)) {
			tests->run();
			return;
		}
	}
	fail("no test '%s'", name);
}

#endif
