// SPDX-License-Identifier: GPL-2.0
/* The counters of all cores: model.h */

#include "model.h"

struct model m;

static bool runs(unsigned int idx)
{
#ifdef A8
	return m.e && (m.enabled & BIT(idx));
#else
	return m.e;
#endif
}

static bool wraps(unsigned int idx)
{
	u32 since = nondet_u32();
	bool wrap;

	/* A counter without an event may wrap at any time, and often. */
	if (!started(idx) || m.resetting) {
		m.base[idx] = nondet_u32();
		m.since[idx] = 0;
		return !(m.zeroed && idx == CCNT) && nondet_bool();
	}
	assume(since >= m.since[idx]);
	wrap = (u64)m.base[idx] + m.since[idx] < 1ULL << 32 &&
	       (u64)m.base[idx] + since >= 1ULL << 32;
	m.since[idx] = since;
	return wrap;
}

/* Time passes. */
void tick(void)
{
	u32 wrapped = 0;
	unsigned int idx;

	for (idx = 0; idx < COUNTERS; idx++)
		if (runs(idx) && wraps(idx))
			wrapped |= BIT(idx);
	m.overflowed |= wrapped;
#ifdef ASTEP
	/* The overflows come in any order. Each clears the flags of the others. */
	if (wrapped) {
		u32 flags = nondet_u32() & wrapped;

		assume(flags);
		m.cleared |= m.flags & ~flags;
		m.flags = flags;
		if (!(flags & m.inten))
			m.gone = ALL;
	}
#else
	m.flags |= wrapped;
#endif
}

static void look(unsigned int idx)
{
	if (started(idx)) {
		m.events[idx] += m.since[idx];
		m.unsampled[idx] += m.since[idx];
		m.left[idx] -= m.since[idx];
	}
	m.base[idx] += m.since[idx];
	m.since[idx] = 0;
	if (m.e)
		return;
	m.looked |= BIT(idx);
	m.owed &= ~BIT(idx);
}

u32 model_read_counter(unsigned int idx)
{
	tick();
	m.reads++;
	look(idx);
	return m.base[idx];
}

void model_write_counter(unsigned int idx, u32 val)
{
	tick();
	prove(!m.e, "no counter is written while it runs");
	/* Events that the driver did not read are part of the count, too. */
	look(idx);
	m.base[idx] = val;
	if (idx == CCNT)
		m.zeroed = m.trial && !val;
}

/*
 * Contract C2. A flag is acknowledged only in one of three cases: it was read as set, its
 * counter was read or written after the monitor stopped, or it is stale (it could raise no
 * interrupt). The write that stops the monitor may acknowledge a flag that was not read.
 * The driver must then read the counter before the next start.
 */
void may_acknowledge(u32 ack, bool stops)
{
	if (m.resetting)
		return;
	prove(stops || !(ack & m.was_armed & ~(m.seen | m.looked)),
	      "no flag is acknowledged unseen");
	m.owed |= ack & (m.flags | (stops ? ALL : 0)) & m.was_armed & ~m.looked;
}

void acknowledge(u32 ack)
{
	m.cleared |= ack & m.flags;
	m.flags &= ~ack;
	m.seen &= ~ack;
}

/* A control write, before it changes anything. */
void stopping(void)
{
	if (m.e && !m.resetting)
		m.was_armed = m.inten;
}

/* A control write has set E. */
void starting(void)
{
	unsigned int idx;

	m.looked = 0;
	m.seen = 0;
	if (m.resetting)
		return;
	prove(!m.owed, "the counter of an acknowledged flag is read before the next start");
	for (idx = 0; idx < COUNTERS; idx++) {
		if (!started(idx))
			continue;
		prove(runs(idx), "the counter of an event runs");
		check_selection(idx);
	}
}
