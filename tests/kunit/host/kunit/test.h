/* SPDX-License-Identifier: GPL-2.0 */
/* KUnit on the host: the parts that the suites use, with the same meaning */
#ifndef __KUNIT_TEST_H__
#define __KUNIT_TEST_H__

#include "../host.h"

struct kunit {
	void *priv;
	const void *param_value;
	const char *name;
	bool failed;
	jmp_buf end;
	void *allocated[16];
	size_t allocations;
};

struct kunit_case {
	void (*run_case)(struct kunit *test);
	const char *name;
	const void *(*generate_params)(const void *prev, char *desc);
};

struct kunit_suite {
	const char *name;
	int (*init)(struct kunit *test);
	void (*exit)(struct kunit *test);
	struct kunit_case *test_cases;
};

#define KUNIT_PARAM_DESC_SIZE	128
#define KUNIT_CASE(test_name)	{ .run_case = test_name, .name = #test_name }
#define KUNIT_CASE_PARAM(test_name, gen_params) \
	{ .run_case = test_name, .name = #test_name, .generate_params = gen_params }
#define KUNIT_ARRAY_PARAM(name, array, get_desc)					\
	static const void *name##_gen_params(const void *prev, char *desc)		\
	{										\
		typeof((array)[0]) *next = prev ? (typeof(next))prev + 1 : (array);	\
		void (*describe)(typeof(next), char *) = get_desc;			\
											\
		if (next == (array) + sizeof(array) / sizeof((array)[0]))		\
			return NULL;							\
		if (describe)								\
			describe(next, desc);						\
		return next;								\
	}

#define kunit_test_suite(suite) \
	static struct kunit_suite *const suite##_entry \
	__attribute__((section("kunit_suites"), used)) = &suite

void *kunit_kzalloc(struct kunit *test, size_t size, int flags);
void kunit_fail(struct kunit *test, bool end, const char *file, int line, const char *cond,
		const char *format, ...);

#define KUNIT_CHECK(test, end, cond, text, ...) do {					\
	if (!(cond))									\
		kunit_fail(test, end, __FILE__, __LINE__, text, " " __VA_ARGS__);	\
} while (0)
#define KUNIT_BINARY(test, end, left, op, right, ...) do {				\
	typeof(left) _left = (left);							\
	typeof(right) _right = (right);							\
	char _text[256];								\
											\
	if (_left op _right)								\
		break;									\
	snprintf(_text, sizeof(_text), "%s %s %s (%lld, %lld)", #left, #op, #right,	\
		 (long long)_left, (long long)_right);					\
	KUNIT_CHECK(test, end, false, _text, __VA_ARGS__);				\
} while (0)

#define KUNIT_EXPECT_EQ(test, l, r, ...)	KUNIT_BINARY(test, false, l, ==, r, __VA_ARGS__)
#define KUNIT_EXPECT_LT(test, l, r, ...)	KUNIT_BINARY(test, false, l, <, r, __VA_ARGS__)
#define KUNIT_EXPECT_LE(test, l, r, ...)	KUNIT_BINARY(test, false, l, <=, r, __VA_ARGS__)
#define KUNIT_EXPECT_GT(test, l, r, ...)	KUNIT_BINARY(test, false, l, >, r, __VA_ARGS__)
#define KUNIT_EXPECT_GE(test, l, r, ...)	KUNIT_BINARY(test, false, l, >=, r, __VA_ARGS__)
#define KUNIT_ASSERT_EQ(test, l, r, ...)	KUNIT_BINARY(test, true, l, ==, r, __VA_ARGS__)
#define KUNIT_ASSERT_LT(test, l, r, ...)	KUNIT_BINARY(test, true, l, <, r, __VA_ARGS__)
#define KUNIT_ASSERT_LE(test, l, r, ...)	KUNIT_BINARY(test, true, l, <=, r, __VA_ARGS__)
#define KUNIT_ASSERT_GT(test, l, r, ...)	KUNIT_BINARY(test, true, l, >, r, __VA_ARGS__)
#define KUNIT_ASSERT_GE(test, l, r, ...)	KUNIT_BINARY(test, true, l, >=, r, __VA_ARGS__)
#define KUNIT_EXPECT_TRUE(test, c, ...)		KUNIT_CHECK(test, false, c, #c, __VA_ARGS__)
#define KUNIT_ASSERT_TRUE(test, c, ...)		KUNIT_CHECK(test, true, c, #c, __VA_ARGS__)
#define KUNIT_EXPECT_FALSE(test, c, ...) \
	KUNIT_CHECK(test, false, !(c), "not " #c, __VA_ARGS__)
#define KUNIT_EXPECT_STREQ(test, l, r, ...) \
	KUNIT_CHECK(test, false, !strcmp(l, r), #l " == " #r, __VA_ARGS__)
#define KUNIT_FAIL(test, ...)			KUNIT_CHECK(test, false, false, "fail", __VA_ARGS__)
#define KUNIT_EXPECT_PTR_EQ			KUNIT_EXPECT_EQ
#define KUNIT_EXPECT_NOT_NULL			KUNIT_EXPECT_TRUE
#define KUNIT_ASSERT_NOT_NULL			KUNIT_ASSERT_TRUE
#define KUNIT_EXPECT_EQ_MSG			KUNIT_EXPECT_EQ
#define KUNIT_EXPECT_LE_MSG			KUNIT_EXPECT_LE
#define KUNIT_EXPECT_GE_MSG			KUNIT_EXPECT_GE
#define KUNIT_ASSERT_EQ_MSG			KUNIT_ASSERT_EQ
#define KUNIT_EXPECT_TRUE_MSG			KUNIT_EXPECT_TRUE
#define KUNIT_EXPECT_FALSE_MSG			KUNIT_EXPECT_FALSE
#define KUNIT_EXPECT_STREQ_MSG			KUNIT_EXPECT_STREQ
#define KUNIT_EXPECT_NOT_NULL_MSG		KUNIT_EXPECT_NOT_NULL

#endif /* __KUNIT_TEST_H__ */
