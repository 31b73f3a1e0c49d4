// SPDX-License-Identifier: GPL-2.0
/* The counters of all cores: model.h */

#include "model.h"

struct model m;

/* The counter of no event: what it held at the last read does not matter. */
static bool wraps_idle(unsigned int idx)
{
	u64 value = (u64)m.base[idx] + m.since[idx] + walk_events(idx);

	m.base[idx] = value;
	m.since[idx] = 0;
	return value >> 32;
}

static u32 any_since(unsigned int idx)
{
	u64 since = (u64)m.since[idx] + walk_events(idx);

	prove(since < 1ULL << 32, "the driver reads each counter before it counts 2^32 events");
	return since;
}

static u32 any_of(u32 mask)
{
	u32 some = nondet_u32() & mask;

	return some ? some : mask;
}

static bool wraps(unsigned int idx)
{
	u32 since;
	bool wrap;

	if (!started(idx) || m.resetting)
		return wraps_idle(idx);
	since = any_since(idx);
	wrap = (u64)m.base[idx] + m.since[idx] < 1ULL << 32 &&
	       (u64)m.base[idx] + since >= 1ULL << 32;
	m.since[idx] = since;
#ifdef A8
	prove(!wrap || idx != CCNT || m.inten & BIT(CCNT) || walk_timers_are_late(),
	      "CCNT overflows only to sample");
#endif
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
		u32 flags = any_of(wrapped);

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
	m.base[idx] += m.since[idx];
	m.since[idx] = 0;
	if (m.e)
		return;
	m.looked |= BIT(idx);
	m.owed &= ~BIT(idx);
}

u32 model_read_counter(unsigned int idx)
{
	u32 value;

	tick();
	m.reads++;
	look(idx);
	value = m.base[idx];
	walk_was_read(idx);
	return value;
}

void model_write_counter(unsigned int idx, u32 val)
{
	tick();
	prove(!m.e, "no counter is written while it runs");
	/* Events that the driver did not read are part of the count, too. */
	look(idx);
	m.base[idx] = val;
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
	/* A-stepping: that overflow may have cleared the flags of others. */
	if (m.flags & m.was_armed & ~m.inten)
		m.gone = ALL;
	for (idx = 0; idx < COUNTERS; idx++) {
		if (!started(idx))
			continue;
		prove(runs(idx), "the counter of an event runs");
		check_selection(idx);
	}
}

void resets(void)
{
	m.was_armed = 0;
	m.overflowed = 0;
	m.resetting = true;
}

void any_registers(void)
{
	unsigned int idx;

	m.e = nondet_bool();
	m.d = nondet_bool();
	m.x = nondet_bool();
	m.flags = nondet_u32() & ALL;
	m.inten = nondet_u32() & ALL;
	m.enabled = nondet_u32() & ALL;
	m.pmnxsel = nondet_u32() & 0x1f;
	m.useren = nondet_u32() & 1;
	m.sder = nondet_u32() & 3;
	m.validation = nondet_u32() & 1;
	for (idx = 0; idx < COUNTERS; idx++) {
		m.sel[idx] = nondet_u32() & 0xff;
		m.base[idx] = nondet_u32();
		m.since[idx] = 0;
	}
	m.seen = 0;
	m.owed = 0;
	resets();
}

/* The counter of an event starts. */
void check_selected(unsigned int idx, u32 number, bool div64, bool export)
{
	if (idx == CCNT)
		prove(m.d == div64, "CCNT divides if its event says so");
	else
		prove(m.sel[idx] == number, "the counter counts its event");
	prove(m.x == export, "events are exported if one of them says so");
}

void check_reset(void)
{
	prove(!m.e, "after a reset nothing counts");
	prove(!m.inten, "after a reset no interrupt is enabled");
	prove(!m.d && !m.x, "after a reset no option is set");
	prove(!(m.flags & ~m.overflowed),
	      "after a reset only the flags of overflows during the reset are set");
#ifdef A8
	prove(!m.enabled, "after a reset no counter is enabled");
	prove(!m.useren, "after a reset user mode has no access");
	prove(!m.secure || m.sder & 2, "after a reset the counters count in Secure user mode");
#elif defined(ARM1176)
	prove(!m.validation || m.nonsecure, "after a reset user mode has no access");
#endif
}
