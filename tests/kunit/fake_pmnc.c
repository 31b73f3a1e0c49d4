// SPDX-License-Identifier: GPL-2.0
/*
 * Fake of PMNC, the only control register of ARM11 and XScale1, see fake_regs.h.
 *
 * The counters are PMN0, PMN1 and CCNT, in the order of their bits in PMNC.
 */

#include <linux/bits.h>
#include <linux/kernel.h>

#include "fake_regs.h"

#define PMNC_IRQEN_SHIFT	4
#define PMNC_FLAGS_SHIFT	8
#define PMNC_COUNTERS		0x7

/* Application Note 195, Table 1. Linux must not set the FIQ enables of ARM1156, 30:28. */
const struct fake_core fake_arm11 = {
	.counters	= 3,
	.pmnc		= 0x0ffff879,
	.sbz		= 0xf0000080,
	.field		= { 0x0ff00010, 0x000ff020, 0x00000048 },
	.ack_needs_e	= true,
};

/* PXA250 slides, "Performance Monitor Control Reg. (PMNC)" */
const struct fake_core fake_xscale1 = {
	.counters	= 3,
	.pmnc		= 0x0ffff079,
	.sbz		= 0xf0000880,
	.field		= { 0x000ff010, 0x0ff00020, 0x00000048 },
};

/*
 * The driver may clear a flag
 *  - that it has read as set;
 *  - that is stale, because its counter is armed by this write;
 *  - whose counter it has read or written while the monitor was stopped: the value of the
 *    counter shows the overflow too.
 */
static void fake_check_flags(struct fake_pmu *fake, u32 val, u32 ack, u32 irqen)
{
	u32 begin = irqen & ~fake->running;

	if (!fake->resetting && (ack & ~(fake->seen | begin | fake->handled)))
		fake_break(fake, FAKE_RULE_FLAG, "flag acknowledged unseen", val);
}

void fake_write_pmnc(u32 val)
{
	struct fake_pmu *fake = fake_current();
	u32 ack = val >> PMNC_FLAGS_SHIFT & PMNC_COUNTERS;
	u32 irqen = val >> PMNC_IRQEN_SHIFT & PMNC_COUNTERS;
	u32 field[FAKE_MAX_COUNTERS] = {};
	unsigned int idx;

	if (val & fake->core->sbz)
		fake_break(fake, FAKE_RULE_SBZ, "bit set that should be zero", val);
	fake_reset_counters(fake, val);
	fake_check_flags(fake, val, ack, irqen);

	if (!fake->core->ack_needs_e ||
	    ((fake->ack_needs_e_before ? fake->pmnc : val) & FAKE_PMNC_E)) {
		fake->flags &= ~ack;
		fake->seen &= ~ack;
	}
	fake->irqen = irqen;
	fake->pmnc = val & fake->core->pmnc;
	if (val & FAKE_PMNC_E) {
		for (idx = 0; idx < fake->core->counters; idx++)
			field[idx] = val & fake->core->field[idx];
		fake_start(fake, val, field);
	}
	fake_accessed(fake, &fake->writes);
}

u32 fake_read_pmnc(void)
{
	struct fake_pmu *fake = fake_current();
	u32 noise = fake->core->sbz | FAKE_PMNC_C | FAKE_PMNC_P;
	u32 val = fake->pmnc | fake->flags << PMNC_FLAGS_SHIFT |
		  (prandom_u32_state(&fake->noise) & noise);

	fake->seen |= fake->flags;
	fake_accessed(fake, &fake->reads);
	return val;
}

/* Privileged modes of both worlds can read it, only the Secure world can write it. */
u32 arm1176_read_validation(void)
{
	struct fake_pmu *fake = fake_current();

	if (!fake->has_validation)
		fake_break(fake, FAKE_RULE_UNDEFINED, "validation register", 0);
	fake_accessed(fake, &fake->reads);
	return fake->validation;
}

void arm1176_write_validation(u32 val)
{
	struct fake_pmu *fake = fake_current();

	if (!fake->has_validation || !fake->secure)
		fake_break(fake, FAKE_RULE_UNDEFINED, "validation register", val);
	fake->validation = val;
	fake_accessed(fake, &fake->writes);
}
