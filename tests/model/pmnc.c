// SPDX-License-Identifier: GPL-2.0
/*
 * The control register of ARM11 and XScale1, PMNC.
 *
 * ARM11: Application Note 195 (ARM DAI 0195B), Table 1; writing a one clears a
 * flag "when bit 0 is set". This can mean E before the write or E in it. The
 * walk covers both, and a write that always clears. XScale1: "Performance
 * Monitoring (Based on PXA250)", "Performance Monitor Control Reg. (PMNC)"; a
 * flag is cleared by a one. The interrupt is a flag whose enable is set.
 */

#include "model.h"

bool model_is_xscale(void)
{
#ifdef XSCALE
	return true;
#else
	return false;
#endif
}

#ifdef ARM11
#define SBZ		0xf0000080	/* also the FIQ enables: Linux does not use them */
#define CLEARS(before, after)	(m.rule == 0 ? (before) : m.rule == 1 ? (after) : 1)
#define SEL0(val)	((val) >> 20 & 0xff)
#define SEL1(val)	((val) >> 12 & 0xff)
#else
#define SBZ		0xf0000880
#define CLEARS(before, after)	1
#define SEL0(val)	((val) >> 12 & 0xff)
#define SEL1(val)	((val) >> 20 & 0xff)
#endif

u32 model_read_pmnc(void)
{
	tick();
	m.seen |= m.flags;
	/* The driver reads no fields. C, P and the unused bits can have any value. */
	return (nondet_u32() & ~0x771U) | m.flags << 8 | m.inten << 4 | m.e;
}

void model_write_pmnc(u32 val)
{
	u32 ack = val >> 8 & 7;
	bool before = m.e;

	tick();
	prove(!(val & 6), "no write resets counters by C or P");
	prove(!(val & SBZ), "no write sets a bit that should be zero");
	stopping();
	may_acknowledge(ack, before && !(val & 1));
	if (CLEARS(before, val & 1))
		acknowledge(ack);
	/* An overflow during the write sets its flag, even if the write clears it. */
	tick();
	m.inten = val >> 4 & 7;
	m.d = val >> 3 & 1;
	m.x = val >> 11 & 1;
	m.sel[0] = SEL0(val);
	m.sel[1] = SEL1(val);
	m.e = val & 1;
	if (m.e)
		starting();
	else
		m.resetting = false;
}

#ifdef ARM1176

u32 model_read_validation(void)
{
	return m.validation | (nondet_u32() & ~1U);
}

/* Only the Secure world writes it. */
void model_write_validation(u32 val)
{
	prove(!m.nonsecure, "the Non-secure world does not write the validation register");
	prove(!(val & ~1U), "no write sets a bit that should be zero");
	m.validation = val;
}

#else

u32 model_read_validation(void)
{
	prove(false, "only ARM1176 has an access validation register");
	return 0;
}

void model_write_validation(u32 val)
{
	prove(false, "only ARM1176 has an access validation register");
}

#endif
