/* SPDX-License-Identifier: GPL-2.0 */
/*
 * prove(), assume() and arbitrary values, and the driver's header. README lists the
 * assumptions. In the walk (tests/walk), the values are random.
 */
#ifndef __PROVE_H__
#define __PROVE_H__

#ifdef WALK
#include "walk.h"
#else

#include "cp_pmu.h"

#define prove(cond, text)	__CPROVER_assert(cond, text)
#define assume(cond)		__CPROVER_assume(cond)

/*
 * At the end of each proof: a proof whose assumptions contradict each other proves
 * everything, but does not get here. This has to fail, and tests/prove/run-proofs sees
 * to it.
 */
#ifdef REFUTE
#define reached()
#else
#define reached()		__CPROVER_assert(0, "REACHED")
#endif

/* CBMC: any value at all, another one each time */
bool nondet_bool(void);
u32 nondet_u32(void);
u64 nondet_u64(void);
s64 nondet_s64(void);

#endif /* WALK */
#endif /* __PROVE_H__ */
