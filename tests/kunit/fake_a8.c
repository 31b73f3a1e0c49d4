// SPDX-License-Identifier: GPL-2.0
/*
 * Fake control registers of Cortex-A8's performance monitor, CP15 c9, see fake_regs.h.
 *
 * The counters are PMN0 to PMN3 and CCNT. Their bits in registers with a bit for each
 * counter are 3:0 and 31.
 */

#include <linux/bits.h>
#include <linux/kernel.h>

#include "fake_regs.h"

#define A8_PMN		4
#define COUNTER_BITS	0x8000000f

/* PMNC: 31:11 identify the monitor, 5 DP, 4 X, 3 D, 2 C, 1 P, 0 E */
const struct fake_core fake_a8 = {
	.counters	= 5,
	.pmnc		= 0x00000039,
	.sbz		= 0xffffffc0,
	.line_needs_e	= true,
};

static u32 fake_counters(u32 bits)
{
	return (bits & 0xf) | bits >> 31 << 4;
}

void fake_a8_unknown(struct fake_pmu *fake)
{
	unsigned int idx;

	fake->flags = prandom_u32_state(&fake->noise) & fake_all(fake);
	fake->cnten = prandom_u32_state(&fake->noise) & COUNTER_BITS;
	fake->inten = prandom_u32_state(&fake->noise) & COUNTER_BITS;
	fake->enabled = fake_counters(fake->cnten);
	fake->irqen = fake_counters(fake->inten);
	fake->pmnxsel = prandom_u32_state(&fake->noise) % 32;
	for (idx = 0; idx < fake->core->counters; idx++) {
		fake->count[idx] = prandom_u32_state(&fake->noise);
		fake->evtsel[idx] = prandom_u32_state(&fake->noise) & 0xff;
	}
	fake->may_touch = fake_all(fake);
}

static void fake_check_sbz(struct fake_pmu *fake, const char *what, u32 val, u32 bits)
{
	if (val & ~bits)
		fake_break(fake, FAKE_RULE_SBZ, what, val);
}

/* A flag that was cleared unread must be stale: its counter is armed only now. */
static void fake_check_unseen(struct fake_pmu *fake)
{
	if (fake->unseen & ~(fake->irqen & ~fake->running))
		fake_break(fake, FAKE_RULE_FLAG, "flag acknowledged unseen", fake->unseen);
	fake->unseen = 0;
}

void a8_write_pmnc(u32 val)
{
	struct fake_pmu *fake = fake_current();
	u32 field[FAKE_MAX_COUNTERS] = {};
	unsigned int idx;

	fake_check_sbz(fake, "PMNC", val, ~fake->core->sbz);
	fake_reset_counters(fake, val);
	fake->pmnc = val & fake->core->pmnc;
	if (val & FAKE_PMNC_E) {
		fake_check_unseen(fake);
		for (idx = 0; idx < fake->core->counters; idx++)
			field[idx] = (fake->enabled >> idx & 1) << 9 |
				     (fake->irqen >> idx & 1) << 8 |
				     (idx < A8_PMN ? fake->evtsel[idx] : val & FAKE_PMNC_D);
		fake_start(fake, val, field);
	}
	fake_accessed(fake, &fake->writes);
}

static void fake_write_enables(u32 val, const char *what, bool set, u32 *bits, u32 *counters)
{
	struct fake_pmu *fake = fake_current();

	fake_check_sbz(fake, what, val, COUNTER_BITS);
	val &= COUNTER_BITS;
	*bits = set ? *bits | val : *bits & ~val;
	*counters = fake_counters(*bits);
	fake_accessed(fake, &fake->writes);
}

void a8_write_cntens(u32 val)
{
	struct fake_pmu *fake = fake_current();

	fake_write_enables(val, "CNTENS", true, &fake->cnten, &fake->enabled);
}

void a8_write_cntenc(u32 val)
{
	struct fake_pmu *fake = fake_current();

	fake_write_enables(val, "CNTENC", false, &fake->cnten, &fake->enabled);
}

void a8_write_intens(u32 val)
{
	struct fake_pmu *fake = fake_current();

	fake_write_enables(val, "INTENS", true, &fake->inten, &fake->irqen);
}

void a8_write_intenc(u32 val)
{
	struct fake_pmu *fake = fake_current();

	fake_write_enables(val, "INTENC", false, &fake->inten, &fake->irqen);
}

u32 a8_read_flag(void)
{
	struct fake_pmu *fake = fake_current();
	u32 val = (fake->flags & 0xf) | fake->flags >> 4 << 31 |
		  (prandom_u32_state(&fake->noise) & ~COUNTER_BITS);

	fake->seen |= fake->flags;
	fake_accessed(fake, &fake->reads);
	return val;
}

/*
 * The rule of fake_check_flags(). INTENS is another register, so the next start checks if the
 * flag was stale.
 */
void a8_write_flag(u32 val)
{
	struct fake_pmu *fake = fake_current();
	u32 ack = fake_counters(val);

	fake_check_sbz(fake, "FLAG", val, COUNTER_BITS);
	if (!fake->resetting)
		fake->unseen |= ack & ~(fake->seen | fake->handled);
	if (fake->pmnc & FAKE_PMNC_E)
		fake_check_unseen(fake);
	fake->flags &= ~ack;
	fake->seen &= ~ack;
	fake_accessed(fake, &fake->writes);
}

void a8_write_pmnxsel(u32 val)
{
	struct fake_pmu *fake = fake_current();

	fake_check_sbz(fake, "PMNXSEL", val, 0x1f);
	fake->pmnxsel = val & 0x1f;
	fake_accessed(fake, &fake->writes);
}

/* There are four event counters. Other numbers are unpredictable. */
static unsigned int fake_selected(struct fake_pmu *fake, const char *what)
{
	if (fake->pmnxsel < A8_PMN)
		return fake->pmnxsel;
	fake_break(fake, FAKE_RULE_UNDEFINED, what, fake->pmnxsel);
	return 0;
}

void a8_write_evtsel(u32 val)
{
	struct fake_pmu *fake = fake_current();
	unsigned int idx = fake_selected(fake, "EVTSEL");

	fake_check_sbz(fake, "EVTSEL", val, 0xff);
	if (fake->pmnc & FAKE_PMNC_E)
		fake_break(fake, FAKE_RULE_RUNNING, "event changed while it is counted", val);
	fake->evtsel[idx] = val & 0xff;
	fake_accessed(fake, &fake->writes);
}

u32 a8_read_pmcnt(void)
{
	return fake_read_counter(fake_selected(fake_current(), "PMCNT"));
}

void a8_write_pmcnt(u32 val)
{
	fake_write_counter(fake_selected(fake_current(), "PMCNT"), val);
}

void a8_write_useren(u32 val)
{
	struct fake_pmu *fake = fake_current();

	fake_check_sbz(fake, "USEREN", val, 1);
	fake->useren = val & 1;
	fake_accessed(fake, &fake->writes);
}

void fake_a8_write_ccnt(u32 val)
{
	a8_write_ccnt(val);
}

/*
 * TRM, c9, User Enable Register: EN permits all accesses of the monitor but those to INTENS
 * and INTENC. USEREN can be read. What user mode writes is no history of the driver's.
 */
bool fake_a8_user_write(struct fake_pmu *fake, void (*write)(u32 val), u32 val)
{
	u32 seen = fake->seen, handled = fake->handled;
	bool resetting = fake->resetting;

	if (!fake->useren || write == a8_write_useren || write == a8_write_intens ||
	    write == a8_write_intenc || write == a8_write_sder)
		return false;
	fake->by_user = true;
	fake->resetting = true;
	write(val);
	fake->resetting = resetting;
	fake->by_user = false;
	fake->seen = seen & fake->flags;
	fake->handled = handled;
	return true;
}

u32 a8_read_sder(void)
{
	struct fake_pmu *fake = fake_current();

	if (!fake->secure)
		fake_break(fake, FAKE_RULE_UNDEFINED, "SDER read", 0);
	fake_accessed(fake, &fake->reads);
	return fake->sder;
}

void a8_write_sder(u32 val)
{
	struct fake_pmu *fake = fake_current();

	if (!fake->secure)
		fake_break(fake, FAKE_RULE_UNDEFINED, "SDER", val);
	fake_check_sbz(fake, "SDER", val, 0x3);
	fake->sder = val & 0x3;
	fake_accessed(fake, &fake->writes);
}
