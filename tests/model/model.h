/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A model of the registers of one performance monitor, and a record of past accesses, for the
 * walk (tests/walk) and KUnit (tests/kunit). The registers follow the documents. Between any
 * two accesses, each running counter may count events, and overflow.
 *
 * model.c has the counters and what all cores have in common. pmnc.c and a8.c have the
 * control registers. In a mask, the low bits are the event counters and the next bit is
 * CCNT, as in the driver.
 */
#ifndef __MODEL_H__
#define __MODEL_H__

/* KUnit has its own prove() and its own random numbers: regs_model.h. */
#ifndef prove
#include "walk.h"
#endif

#ifdef A8
#define COUNTERS	5
#else
#define COUNTERS	3
#endif
#define CCNT		(COUNTERS - 1)
#define ALL		((1U << COUNTERS) - 1)

/*
 * A counter holds @base + @since modulo 2^32. @base is its value when the driver last read
 * or wrote it. @since is the number of events since then. It is less than 2^32 (contract
 * C1: the driver reads each counter in time).
 */
struct model {
	bool e;
	bool d;
	bool x;
	u32 flags;
	u32 inten;		/* interrupt enables */
	u32 enabled;		/* A8: CNTENS */
	u32 sel[COUNTERS];	/* event numbers */
	u32 base[COUNTERS];
	u32 since[COUNTERS];
	u32 pmnxsel;		/* A8 */
	u32 useren;		/* A8 */
	u32 sder;		/* A8 */
	u32 validation;		/* ARM1176 */
	u32 rule;		/* ARM11: when a write clears flags, see pmnc.c */
	bool secure;		/* the device tree says: secure registers can be written */
	bool nonsecure;		/* the device tree says: they cannot */

	/* No registers: a record */
	bool resetting;		/* all flags may be acknowledged, and no event counts */
	u32 was_armed;		/* interrupt enables while the monitor last ran */
	u32 looked;		/* read or written since it stopped */
	u32 seen;		/* flags read as set since it stopped */
	u32 owed;		/* acknowledged; the counter must still be read */
	u32 cleared;		/* flags cleared since the operation began */
	u32 overflowed;		/* since the operation began */
	u32 reads;		/* of counters */
	u32 gone;		/* A-stepping: an unarmed counter's overflow cleared the flag */
};

extern struct model m;

/* Does the counter count? */
static inline bool runs(unsigned int idx)
{
#ifdef A8
	return m.e && (m.enabled & BIT(idx));
#else
	return m.e;
#endif
}

/* An event has been started on the counter and not stopped. */
bool started(unsigned int idx);

/* For the model of a core: model.c */
void tick(void);
void may_acknowledge(u32 ack, bool stops);
void acknowledge(u32 ack);
void stopping(void);
void starting(void);

/* Asked by the model at each start of the monitor: check_selected() follows. */
void check_selection(unsigned int idx);

/* The registers as firmware or a loss of power leaves them */
void any_registers(void);
/* Until the next stop, no event counts, and all flags may be acknowledged. */
void resets(void);

/* Checks of the registers */
void check_selected(unsigned int idx, u32 number, bool div64, bool export);
void check_reset(void);

#endif /* __MODEL_H__ */
