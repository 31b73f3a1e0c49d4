// SPDX-License-Identifier: GPL-2.0
/*
 * The control registers of Cortex-A8's performance monitor, CP15 c9: Technical
 * Reference Manual (ARM DDI 0344I), section 3.2. The bits of the masks are the
 * event counters, 3:0, and CCNT, 31. The interrupt is a flag whose enable is
 * set, while E is set.
 */

#include "model.h"

#define PMN	4
#define MASK	0x8000000f

static u32 counters(u32 mask)
{
	prove(!(mask & ~MASK), "no write sets a bit that should be zero");
	return (mask & 0xf) | mask >> 31 << 4;
}

static u32 mask(u32 counters)
{
	return (counters & 0xf) | counters >> 4 << 31;
}

/* 31:11 identify the monitor, 10:6 are SBZ, 5 is DP, which the driver never sets. */
void a8_write_pmnc(u32 val)
{
	unsigned int i;

	tick();
	prove(!(val & 6) || !(val & 1), "no write starts the monitor and resets counters by C or P");
	prove(!(val & ~0x1fU), "no write sets a bit that should be zero");
	stopping();
	tick();
	for (i = 0; i < COUNTERS; i++)
		if (val & (i == CCNT ? 4 : 2))
			m.base[i] = m.since[i] = 0;
	m.d = val >> 3 & 1;
	m.x = val >> 4 & 1;
	m.e = val & 1;
	if (m.e)
		starting();
	else
		m.resetting = false;
}

void a8_write_cntens(u32 val)
{
	tick();
	m.enabled |= counters(val);
}

void a8_write_cntenc(u32 val)
{
	tick();
	m.enabled &= ~counters(val);
}

void a8_write_intens(u32 val)
{
	tick();
	m.inten |= counters(val);
}

void a8_write_intenc(u32 val)
{
	tick();
	m.inten &= ~counters(val);
}

u32 a8_read_flag(void)
{
	tick();
	m.seen |= m.flags;
	return mask(m.flags) | (nondet_u32() & ~MASK);
}

void a8_write_flag(u32 val)
{
	u32 ack = counters(val);

	tick();
	may_acknowledge(ack, false);
	acknowledge(ack);
	tick();
}

void a8_write_pmnxsel(u32 val)
{
	tick();
	prove(val < PMN, "the selected counter exists");
	m.pmnxsel = val;
}

void a8_write_evtsel(u32 val)
{
	tick();
	prove(!(val & ~0xffU), "no write sets a bit that should be zero");
	prove(!m.e, "no event selection changes while its counter runs");
	prove(m.pmnxsel < PMN, "the selected counter exists");
	m.sel[m.pmnxsel] = val;
}

u32 a8_read_pmcnt(void)
{
	prove(m.pmnxsel < PMN, "the selected counter exists");
	return model_read_counter(m.pmnxsel);
}

void a8_write_pmcnt(u32 val)
{
	prove(m.pmnxsel < PMN, "the selected counter exists");
	model_write_counter(m.pmnxsel, val);
}

void a8_write_useren(u32 val)
{
	prove(!(val & ~1U), "no write sets a bit that should be zero");
	m.useren = val;
}

u32 a8_read_sder(void)
{
	prove(m.secure, "secure registers are left alone in the Non-secure world");
	return m.sder;
}

void a8_write_sder(u32 val)
{
	prove(m.secure, "secure registers are left alone in the Non-secure world");
	prove(!(val & ~3U), "no write sets a bit that should be zero");
	m.sder = val;
}
