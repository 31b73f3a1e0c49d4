// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit on the host: run the suites that this program has, and print KTAP as the kernel does.
 * The argument is a pattern for the cases.
 */
#include <fnmatch.h>
#include <kunit/test.h>

extern struct kunit_suite *const __start_kunit_suites[], *const __stop_kunit_suites[];

void kunit_fail(struct kunit *test, bool end, const char *file, int line, const char *cond,
		const char *format, ...)
{
	va_list args;

	test->failed = true;
	printf("    # %s: %s FAILED at %s:%d\n    %s", test->name,
	       end ? "ASSERTION" : "EXPECTATION", file, line, cond);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	if (end)
		longjmp(test->end, 1);
}

/* Pages are aligned. The memory is freed at the end of the test. */
void *kunit_kzalloc(struct kunit *test, size_t size, int flags)
{
	void *memory = aligned_alloc(PAGE_SIZE, (size + PAGE_SIZE - 1) & ~(PAGE_SIZE - 1));

	if (!memory || test->allocations == ARRAY_SIZE(test->allocated))
		kunit_fail(test, true, __FILE__, __LINE__, "kunit_kzalloc()", "");
	test->allocated[test->allocations++] = memory;
	return memset(memory, 0, size);
}

int sysfs_emit(char *page, const char *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(page, PAGE_SIZE, format, args);
	va_end(args);
	return length;
}

static bool run_once(struct kunit_suite *suite, struct kunit_case *test_case, const void *param)
{
	struct kunit test = { .name = test_case->name, .param_value = param };

	if (!setjmp(test.end)) {
		if (suite->init && suite->init(&test))
			KUNIT_FAIL(&test, "init of %s", suite->name);
		else
			test_case->run_case(&test);
	}
	if (suite->exit && !setjmp(test.end))
		suite->exit(&test);
	while (test.allocations)
		free(test.allocated[--test.allocations]);
	return !test.failed;
}

static const char *verdict(bool ok)
{
	return ok ? "ok" : "not ok";
}

static bool run_case(struct kunit_suite *suite, struct kunit_case *test_case)
{
	char desc[KUNIT_PARAM_DESC_SIZE] = "";
	const void *param = NULL;
	unsigned int number = 0;
	bool ok = true, passed;

	if (!test_case->generate_params)
		return run_once(suite, test_case, NULL);
	while ((param = test_case->generate_params(param, desc))) {
		passed = run_once(suite, test_case, param);
		printf("        %s %u %s\n", verdict(passed), ++number, desc);
		ok = ok && passed;
	}
	return ok;
}

static void run_suite(struct kunit_suite *suite, const char *pattern)
{
	struct kunit_case *test_case;
	unsigned int number = 0;
	bool ok = true, passed;
	char name[256];

	for (test_case = suite->test_cases; test_case->run_case; test_case++)
		number++;
	printf("    # Subtest: %s\n    1..%u\n", suite->name, number);
	number = 0;
	for (test_case = suite->test_cases; test_case->run_case; test_case++) {
		snprintf(name, sizeof(name), "%s.%s", suite->name, test_case->name);
		if (fnmatch(pattern, name, 0) != 0)
			continue;
		passed = run_case(suite, test_case);
		printf("    %s %u %s\n", verdict(passed), ++number, test_case->name);
		ok = ok && passed;
	}
	printf("%s 1 %s\n", verdict(ok), suite->name);
}

int main(int argc, char **argv)
{
	struct kunit_suite *const *suite;

	setlinebuf(stdout);
	printf("KTAP version 1\n");
	for (suite = __start_kunit_suites; suite < __stop_kunit_suites; suite++)
		run_suite(*suite, argc > 1 ? argv[1] : "*");
	return 0;
}
