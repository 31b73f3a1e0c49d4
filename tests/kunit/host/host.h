/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's headers for the suites on the host: tests/model/kernel.h, and what the suites
 * need beyond it. run-host makes each <linux/...> header include this file.
 */
#ifndef __KUNIT_HOST_H__
#define __KUNIT_HOST_H__

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef __always_inline
/* The suites have accessors of their own: regs_model.h. */
#define __MODEL_REGS_H__
#include "../../model/kernel.h"

#define __iomem
#define PAGE_SIZE		4096UL
#define PAGE_ALIGNED(address)	((unsigned long)(address) % PAGE_SIZE == 0)
#define PERF_TYPE_MAX		6
#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define BUILD_BUG_ON(cond)	_Static_assert(!(cond), #cond)
#define clamp(x, lo, hi)	min(max(x, lo), hi)
#define mul_u32_u32(a, b)	((u64)(a) * (b))
#define strscpy(to, from, size)	snprintf(to, size, "%s", from)

#undef PMU_EVENT_ATTR_ID
#define PMU_EVENT_ATTR_ID(_name, _show, _id)						\
	(&((struct perf_pmu_events_attr[]) {						\
		{ .attr = { { #_name, 0444 }, _show }, .id = _id }			\
	})[0].attr.attr)

static inline u64 div_u64_rem(u64 dividend, u32 divisor, u32 *remainder)
{
	*remainder = dividend % divisor;
	return dividend / divisor;
}

struct rnd_state { u64 state; };

static inline void prandom_seed_state(struct rnd_state *rnd, u64 seed)
{
	rnd->state = seed;
}

static inline u32 prandom_u32_state(struct rnd_state *rnd)
{
	rnd->state = rnd->state * 6364136223846793005ULL + 1442695040888963407ULL;
	return rnd->state >> 32;
}

#endif /* __KUNIT_HOST_H__ */
