// SPDX-License-Identifier: GPL-2.0
/*
 * A fake of the ARM11 performance monitor's registers: see fake_regs.h.
 *
 * The fields are spelled out here once more, from Table 1 of Application Note
 * 195, and not taken from the driver's header: a wrong field there must not be
 * wrong here in the same way.
 */

#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>

#include "fake_regs.h"

#define PMNC_E			0x00000001
#define PMNC_P			0x00000002
#define PMNC_C			0x00000004
#define PMNC_D			0x00000008
#define PMNC_IRQEN_SHIFT	4		/* EC0, EC1, ECC */
#define PMNC_FLAGS_SHIFT	8		/* OC0, OC1, OCC */
#define PMNC_COUNTERS		0x7
#define PMNC_X			0x00000800
#define PMNC_EVTCOUNT1		0x000ff000
#define PMNC_EVTCOUNT0		0x0ff00000
/* Bits 30:28 are those of ARM1156's FIQ, which Linux never uses. */
#define PMNC_SBZ		0xf0000080

/* The instructions name no device: there is one fake, that of the running test. */
static struct fake_arm11 *fake_arm11;

void fake_arm11_init(struct fake_arm11 *fake, struct kunit *test)
{
	memset(fake, 0, sizeof(*fake));
	fake->test = test;
	fake->secure = true;
	prandom_seed_state(&fake->noise, 195);
	fake_arm11 = fake;
}

void fake_arm11_exit(void)
{
	fake_arm11 = NULL;
}

void fake_arm11_garbage(struct fake_arm11 *fake)
{
	fake->pmnc = ~(PMNC_COUNTERS << PMNC_FLAGS_SHIFT | PMNC_C | PMNC_P | PMNC_SBZ);
	fake->flags = PMNC_COUNTERS;
	memset(fake->count, 0xff, sizeof(fake->count));
	fake->validation = 1;
	fake->started = fake->pmnc;
	fake->running = PMNC_COUNTERS;
	fake->may_touch = PMNC_COUNTERS;
}

bool fake_arm11_line(const struct fake_arm11 *fake)
{
	return fake->flags & (fake->pmnc >> PMNC_IRQEN_SHIFT);
}

void fake_arm11_advance(struct fake_arm11 *fake, unsigned int idx, u64 events)
{
	u64 sum;

	if (!(fake->pmnc & PMNC_E))
		return;
	if (idx == FAKE_CCNT && (fake->pmnc & PMNC_D)) {
		events += fake->cycles;
		fake->cycles = events % 64;
		events /= 64;
	}
	sum = fake->count[idx] + events;
	fake->count[idx] = sum;
	fake->events[idx] += events;
	if (!(sum >> 32) || (fake->flags & BIT(idx)))
		return;
	fake->flags |= BIT(idx);
	if (fake->pmnc >> PMNC_IRQEN_SHIFT & BIT(idx))
		fake->raised[idx]++;
}

static void fake_break(struct fake_arm11 *fake, enum fake_rule rule,
		       const char *what, u32 val)
{
	/* Once for each rule: a defect tends to show at every write. */
	if (!fake->quiet && !(fake->broken & rule))
		KUNIT_FAIL(fake->test, "%s: %#010x written, PMNC %#010x, flags %#x",
			   what, val, fake->pmnc, fake->flags);
	fake->broken |= rule;
}

/* Count the access, and let the test's events come in after it. */
static void fake_accessed(struct fake_arm11 *fake, unsigned int *kind)
{
	(*kind)++;
	if (fake->hook)
		fake->hook(fake);
}

/*
 * A flag may be acknowledged when it was read as set; when its counter begins
 * to interrupt, so that what is there is stale; and when its counter was looked
 * after while the monitor stood still, for its value tells of the overflow too.
 */
static void fake_check_flags(struct fake_arm11 *fake, u32 val, u32 ack, u32 irqen)
{
	u32 begin = irqen & ~fake->running;

	if (!ack)
		return;
	if (!(val & PMNC_E))
		fake_break(fake, FAKE_RULE_FLAG_E, "flag acknowledged with E clear", val);
	if (!fake->resetting &&
	    (ack & ~(fake->seen | begin | (fake->handled & irqen))))
		fake_break(fake, FAKE_RULE_FLAG, "flag acknowledged unseen", val);
}

/*
 * What a start commits, against what the one before did. While the monitor
 * stands still nothing counts, whatever the fields hold.
 */
static void fake_check_fields(struct fake_arm11 *fake, u32 val)
{
	u32 change = val ^ fake->started;
	u32 touched = 0;

	if (!(val & PMNC_E) || fake->resetting)
		return;
	if (change & PMNC_EVTCOUNT0)
		touched |= BIT(FAKE_PMN0);
	if (change & PMNC_EVTCOUNT1)
		touched |= BIT(FAKE_PMN1);
	if (change & PMNC_D)
		touched |= BIT(FAKE_CCNT);
	touched |= change >> PMNC_IRQEN_SHIFT & PMNC_COUNTERS;
	if (touched & ~fake->may_touch)
		fake_break(fake, FAKE_RULE_FIELD, "field of another counter changed", val);
	fake->may_touch = 0;
}

void arm11_write_pmnc(u32 val)
{
	struct fake_arm11 *fake = fake_arm11;
	u32 ack = val >> PMNC_FLAGS_SHIFT & PMNC_COUNTERS;
	u32 irqen = val >> PMNC_IRQEN_SHIFT & PMNC_COUNTERS;

	if (val & PMNC_SBZ)
		fake_break(fake, FAKE_RULE_SBZ, "bit set that should be zero", val);
	if (val & (PMNC_C | PMNC_P))
		fake_break(fake, FAKE_RULE_RESET, "counters reset", val);
	fake_check_flags(fake, val, ack, irqen);
	fake_check_fields(fake, val);

	if (val & PMNC_P) {
		fake->count[FAKE_PMN0] = 0;
		fake->count[FAKE_PMN1] = 0;
	}
	if (val & PMNC_C)
		fake->count[FAKE_CCNT] = 0;
	if (val & PMNC_E) {
		fake->flags &= ~ack;
		fake->seen &= ~ack;
		fake->started = val;
		fake->running = irqen;
		fake->handled = 0;
	}
	fake->pmnc = val & ~(PMNC_COUNTERS << PMNC_FLAGS_SHIFT | PMNC_C | PMNC_P |
			     PMNC_SBZ);
	fake_accessed(fake, &fake->writes);
}

u32 arm11_read_pmnc(void)
{
	struct fake_arm11 *fake = fake_arm11;
	u32 val = fake->pmnc | fake->flags << PMNC_FLAGS_SHIFT |
		  (prandom_u32_state(&fake->noise) & (PMNC_SBZ | PMNC_C | PMNC_P));

	fake->seen |= fake->flags;
	fake_accessed(fake, &fake->reads);
	return val;
}

static u32 fake_read_counter(unsigned int idx)
{
	struct fake_arm11 *fake = fake_arm11;
	u32 val = fake->count[idx];

	if (!(fake->pmnc & PMNC_E))
		fake->handled |= BIT(idx);
	fake_accessed(fake, &fake->reads);
	return val;
}

static void fake_write_counter(unsigned int idx, u32 val)
{
	struct fake_arm11 *fake = fake_arm11;

	if (fake->pmnc & PMNC_E)
		fake_break(fake, FAKE_RULE_RUNNING, "counter written while it counts", val);
	else
		fake->handled |= BIT(idx);
	fake->count[idx] = val;
	fake_accessed(fake, &fake->writes);
}

u32 arm11_read_ccnt(void)
{
	return fake_read_counter(FAKE_CCNT);
}

void arm11_write_ccnt(u32 val)
{
	fake_write_counter(FAKE_CCNT, val);
}

u32 arm11_read_pmn0(void)
{
	return fake_read_counter(FAKE_PMN0);
}

void arm11_write_pmn0(u32 val)
{
	fake_write_counter(FAKE_PMN0, val);
}

u32 arm11_read_pmn1(void)
{
	return fake_read_counter(FAKE_PMN1);
}

void arm11_write_pmn1(u32 val)
{
	fake_write_counter(FAKE_PMN1, val);
}

/* Privileged modes of both worlds read it; only the Secure world writes it. */
u32 arm1176_read_validation(void)
{
	struct fake_arm11 *fake = fake_arm11;

	if (!fake->has_validation)
		fake_break(fake, FAKE_RULE_UNDEFINED, "validation register", 0);
	fake_accessed(fake, &fake->reads);
	return fake->validation;
}

void arm1176_write_validation(u32 val)
{
	struct fake_arm11 *fake = fake_arm11;

	if (!fake->has_validation || !fake->secure)
		fake_break(fake, FAKE_RULE_UNDEFINED, "validation register", val);
	fake->validation = val;
	fake_accessed(fake, &fake->writes);
}

MODULE_DESCRIPTION("KUnit tests of arm_cp_pmu");
MODULE_LICENSE("GPL");
