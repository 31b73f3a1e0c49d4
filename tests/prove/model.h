/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A model of the registers of one performance monitor, after the documents, and
 * what the proof wants to know of its past. Between any two accesses any
 * counter that runs may count any number of events, and overflow.
 *
 * Here are the counters and what all cores have in common; pmnc.c and a8.c are
 * the control registers. A mask has the event counters in its low bits and CCNT
 * above them, as the driver's have.
 */
#ifndef __PROVE_MODEL_H__
#define __PROVE_MODEL_H__

#include "prove.h"

#ifdef A8
#define COUNTERS	5
#else
#define COUNTERS	3
#endif
#define CCNT		(COUNTERS - 1)
#define ALL		((1U << COUNTERS) - 1)

/*
 * A counter holds @base + @since modulo 2^32: what it held when the driver read
 * or wrote it last, and what it has counted since. @since is less than 2^32
 * (contract C1: the driver looks at each counter in time).
 */
struct model {
	bool e;
	bool d;
	bool x;
	u32 flags;
	u32 inten;		/* interrupt enables */
	u32 enabled;		/* A8: counters enabled singly */
	u32 sel[COUNTERS];	/* event numbers */
	u32 base[COUNTERS];
	u32 since[COUNTERS];
	u32 pmnxsel;		/* A8 */
	u32 useren;		/* A8 */
	u32 sder;		/* A8 */
	u32 validation;		/* ARM1176 */
	u32 rule;		/* ARM11: when a write clears flags, see pmnc.c */

	/* From here on: no registers */
	bool resetting;		/* all flags may be acknowledged, and no event counts */
	bool trial;		/* the trial at load takes less than 2^32 cycles */
	bool zeroed;		/* CCNT was set to zero in it */
	u32 was_armed;		/* interrupt enables while the monitor last ran */
	u32 looked;		/* read or written since it stopped */
	u32 seen;		/* flags read as set since it stopped */
	u32 read;		/* flags read as set since the operation began */
	u32 owed;		/* acknowledged, and still to be looked at */
	u32 cleared;		/* flags cleared since the operation began */
	u32 overflowed;		/* since the operation began */
	u32 reads;		/* of counters */
	u32 gone;		/* A-stepping: an unarmed counter's overflow took the flag */
	u64 events[COUNTERS];	/* counted for the event, up to the last look */
	u64 unsampled[COUNTERS]; /* since its previous sample, likewise */
	s64 left[COUNTERS];	/* events left of its period, likewise */
};

extern struct model m;

/* An event has been started on the counter and not stopped. */
bool started(unsigned int idx);

void tick(void);
void may_acknowledge(u32 ack, bool stops);
void acknowledge(u32 ack);
void stopping(void);
void starting(void);
void check_selection(unsigned int idx);

#endif /* __PROVE_MODEL_H__ */
