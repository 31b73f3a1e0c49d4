/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Between the files of the walk: walk.c (the host: seeds, replay, shortening), world.c
 * (the kernel beside perf: time, timers, interrupts, devices) and perf.c (perf's side of
 * struct pmu, the operations and the checks).
 */
#ifndef __WALK_H__
#define __WALK_H__

#include "kernel.h"

/* The registers' model, tests/model/model.h, and the checks use these. */
#define prove(cond, text)	((cond) ? (void)0 : walk_fail(text))
#define nondet_u32()		((u32)walk_random())
#define nondet_bool()		((bool)(walk_random() & 1))

/* walk.c. A random number depends on the operation alone, so that it can be replayed. */
u64 walk_random(void);
u32 walk_below(u32 limit);
void walk_fail(const char *text) __attribute__((noreturn));
void walk_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* perf.c */
struct walk_op {
	u8 kind;
	u32 a;
	u32 b;
	u64 seed;
};

extern const char *const walk_core;
void walk_choose(struct walk_op *op, int number);
void walk_do(const struct walk_op *op);
void walk_end(void);
u64 walk_events(unsigned int idx);
void walk_was_read(unsigned int idx);
bool walk_timers_are_late(void);

#endif /* __WALK_H__ */
