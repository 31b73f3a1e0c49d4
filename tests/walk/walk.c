// SPDX-License-Identifier: GPL-2.0
/*
 * A random walk of the driver on the host: run-walk builds it, README describes it.
 *
 *   walk-CORE [-n OPERATIONS] [-w WALKS] [-s SEED] [-v] [-q]
 *
 * The seed determines all operations. Each operation has a seed of its own for what
 * happens in it. So a failing sequence can be shortened: what is left out does not change
 * the rest. Each attempt is a process of its own.
 */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The parts of walk.h; its types would collide with those of the C library. */
struct walk_op {
	unsigned char kind;
	unsigned int a;
	unsigned int b;
	unsigned long long seed;
};

extern const char *const walk_core;
void walk_choose(struct walk_op *op, int number);
void walk_do(const struct walk_op *op);
void walk_end(void);

/* What a process tells its parent */
static struct {
	int at;
	char text[200];
} *result;

static unsigned long long state;
static int verbose;

unsigned long long walk_random(void)
{
	unsigned long long z = state += 0x9e3779b97f4a7c15;

	/* splitmix64 */
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

unsigned int walk_below(unsigned int limit)
{
	return (walk_random() >> 32) * limit >> 32;
}

/* A line that begins with a space tells what happens in an operation. Not all are printed. */
void walk_note(const char *format, ...)
{
	static int lines;
	va_list args;

	if (!verbose)
		return;
	lines = *format == ' ' ? lines + 1 : 0;
	if (lines > 5 && verbose == 1) {
		if (lines == 6)
			printf("  ...\n");
		return;
	}
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
}

void walk_fail(const char *text)
{
	if (verbose)
		printf("  NOT: %s\n", text);
	fflush(stdout);
	snprintf(result->text, sizeof(result->text), "%s", text);
	_exit(1);
}

/* Run the operations in a process of its own. Return: false if one of them failed. */
static int passes(const struct walk_op *ops, int count)
{
	int status, i;
	pid_t pid;

	fflush(stdout);
	result->at = -1;
	strcpy(result->text, "the program ended, see above");
	pid = fork();
	if (pid < 0) {
		perror("fork");
		exit(2);
	}
	if (!pid) {
		/* A hang is a failure, too. */
		alarm(60);
		state = 0;
		for (i = 0; i < count; i++) {
			result->at = i;
			state = ops[i].seed;
			walk_do(&ops[i]);
		}
		result->at = count;
		walk_end();
		fflush(stdout);
		_exit(0);
	}
	if (waitpid(pid, &status, 0) != pid) {
		perror("waitpid");
		exit(2);
	}
	return WIFEXITED(status) && !WEXITSTATUS(status);
}

/*
 * Leave out operations as long as the same check fails: halves first, then smaller
 * parts, down to single operations.
 */
static int shorten(struct walk_op *ops, int count)
{
	struct walk_op *fewer = malloc(count * sizeof(*ops));
	char text[sizeof(result->text)];
	int part = count / 2, from;

	if (!fewer)
		exit(2);
	strcpy(text, result->text);
	while (part) {
		int before = count;

		for (from = count - part; from > -part; from -= part) {
			int begin = from > 0 ? from : 0, left = from > 0 ? part : from + part;

			memcpy(fewer, ops, begin * sizeof(*ops));
			memcpy(fewer + begin, ops + begin + left,
			       (count - begin - left) * sizeof(*ops));
			if (passes(fewer, count - left) || strcmp(text, result->text))
				continue;
			count -= left;
			if (result->at + 1 < count)
				count = result->at + 1;
			memcpy(ops, fewer, count * sizeof(*ops));
			if (from > count)
				from = count;
		}
		if (part > 1 || count == before)
			part /= 2;
	}
	free(fewer);
	return count;
}

/* One walk. Return: 0 if it passes */
static int walk(unsigned long long seed, int steps, int quick)
{
	static struct walk_op *ops;
	int count, i;

	ops = realloc(ops, steps * sizeof(*ops));
	if (!ops)
		exit(2);
	state = seed;
	for (i = 0; i < steps; i++) {
		walk_choose(&ops[i], i);
		ops[i].seed = walk_random();
	}
	if (passes(ops, steps))
		return 0;
	count = result->at < steps ? result->at + 1 : steps;
	printf("%s: after %d operations: not \"%s\"\n", walk_core, count, result->text);
	printf("Replay: tests/walk/run-walk -s %llu -n %d %s\n", seed, steps, walk_core);
	if (quick)
		return 1;
	count = shorten(ops, count);
	printf("Shortened to %d operations:\n", count);
	verbose = 1;
	passes(ops, count);
	return 1;
}

int main(int argc, char **argv)
{
	unsigned long long seed = 1;
	int steps = 20000, walks = 1, quick = 0, opt, i;

	while ((opt = getopt(argc, argv, "n:w:s:vq")) != -1) {
		switch (opt) {
		case 'n':
			steps = atoi(optarg);
			break;
		case 'w':
			walks = atoi(optarg);
			break;
		case 's':
			seed = strtoull(optarg, NULL, 0);
			break;
		case 'v':
			verbose++;
			break;
		case 'q':
			quick = 1;
			break;
		default:
			return 2;
		}
	}
	if (optind != argc || steps < 1 || walks < 1)
		return 2;
	result = mmap(NULL, sizeof(*result), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (result == MAP_FAILED)
		return 2;
	for (i = 0; i < walks; i++)
		if (walk(seed + i, steps, quick))
			return 1;
	return 0;
}
