// SPDX-License-Identifier: GPL-2.0
/*
 * Fake registers of the performance monitors, see fake_regs.h. This file has the counters,
 * which all cores share. The control registers are in fake_pmnc.c and fake_a8.c.
 *
 * These files define the fields again, from the documents: a wrong field in the driver's
 * headers must not be wrong here too.
 */

#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>

#include "fake_regs.h"

/* The accessors have no argument for a device: use the fake of the running test. */
static struct fake_pmu *fake_of_test;

struct fake_pmu *fake_current(void)
{
	return fake_of_test;
}

void fake_init(struct fake_pmu *fake, struct kunit *test, const struct fake_core *core)
{
	memset(fake, 0, sizeof(*fake));
	fake->test = test;
	fake->core = core;
	fake->secure = true;
	fake->enabled = fake_all(fake);
	prandom_seed_state(&fake->noise, 195);
	fake_of_test = fake;
}

void fake_exit(void)
{
	fake_of_test = NULL;
}

void fake_garbage(struct fake_pmu *fake)
{
	fake->pmnc = fake->core->pmnc;
	fake->flags = fake_all(fake);
	fake->irqen = fake_all(fake);
	fake->enabled = fake_all(fake);
	memset(fake->count, 0xff, sizeof(fake->count));
	fake->validation = 1;
	fake->cnten = 0x8000000f;
	fake->inten = 0x8000000f;
	fake->pmnxsel = 3;
	memset(fake->evtsel, 0xff, sizeof(fake->evtsel));
	fake->useren = 1;
	fake->started = fake->pmnc;
	fake->running = fake_all(fake);
	fake->may_touch = fake_all(fake);
}

bool fake_line(const struct fake_pmu *fake)
{
	if (fake->core->line_needs_e && !(fake->pmnc & FAKE_PMNC_E))
		return false;
	return fake->flags & fake->irqen;
}

void fake_advance(struct fake_pmu *fake, unsigned int idx, u64 events)
{
	u64 sum;

	if (!(fake->pmnc & FAKE_PMNC_E))
		return;
	if (idx == fake->core->counters - 1 && (fake->pmnc & FAKE_PMNC_D)) {
		events += fake->cycles;
		fake->cycles = events % 64;
		events /= 64;
	}
	fake->events[idx] += events;
	if (!(fake->enabled & BIT(idx)))
		return;
	sum = fake->count[idx] + events;
	fake->count[idx] = sum;
	if (!(sum >> 32))
		return;
	if (fake->a_stepping)
		fake->flags = 0;
	fake->flags |= BIT(idx);
	if (fake->irqen & BIT(idx))
		fake->raised[idx]++;
}

void fake_break(struct fake_pmu *fake, enum fake_rule rule, const char *what, u32 val)
{
	if (fake->by_user)
		return;
	/* Fail once for each rule: a defect often breaks it at every write. */
	if (!fake->quiet && !(fake->broken & rule))
		KUNIT_FAIL(fake->test, "%s: %#010x written, PMNC %#010x, flags %#x",
			   what, val, fake->pmnc, fake->flags);
	fake->broken |= rule;
}

/* Count the access, then call the hook of the test. */
void fake_accessed(struct fake_pmu *fake, unsigned int *kind)
{
	if (fake->by_user)
		return;
	(*kind)++;
	if (fake->hook)
		fake->hook(fake);
}

/* Do what C and P of a write to PMNC do. */
void fake_reset_counters(struct fake_pmu *fake, u32 pmnc)
{
	unsigned int ccnt = fake->core->counters - 1;

	if (pmnc & (FAKE_PMNC_C | FAKE_PMNC_P))
		fake_break(fake, FAKE_RULE_RESET, "counters reset", pmnc);
	if (pmnc & FAKE_PMNC_P)
		memset(fake->count, 0, ccnt * sizeof(fake->count[0]));
	if (pmnc & FAKE_PMNC_C)
		fake->count[ccnt] = 0;
}

/*
 * A write with E set applies the fields of the counters. Compare them with those of the last
 * such write. While the monitor is stopped the fields have no effect.
 */
void fake_start(struct fake_pmu *fake, u32 pmnc, const u32 *field)
{
	u32 touched = 0;
	unsigned int idx;

	if (fake->by_user)
		return;
	for (idx = 0; idx < fake->core->counters; idx++)
		if (field[idx] != fake->field[idx])
			touched |= BIT(idx);
	if (!fake->resetting) {
		if (touched & ~fake->may_touch)
			fake_break(fake, FAKE_RULE_FIELD, "field of another counter changed",
				   pmnc);
		fake->may_touch = 0;
	}
	memcpy(fake->field, field, sizeof(fake->field));
	fake->started = pmnc;
	fake->running = fake->irqen;
	fake->handled = 0;
}

u32 fake_read_counter(unsigned int idx)
{
	struct fake_pmu *fake = fake_current();
	u32 val = fake->count[idx];

	if (!(fake->pmnc & FAKE_PMNC_E))
		fake->handled |= BIT(idx);
	fake_accessed(fake, &fake->reads);
	return val;
}

void fake_write_counter(unsigned int idx, u32 val)
{
	struct fake_pmu *fake = fake_current();

	if (fake->pmnc & FAKE_PMNC_E)
		fake_break(fake, FAKE_RULE_RUNNING, "counter written while it counts", val);
	else
		fake->handled |= BIT(idx);
	fake->count[idx] = val;
	fake_accessed(fake, &fake->writes);
}

MODULE_DESCRIPTION("KUnit tests of arm_cp_pmu");
MODULE_LICENSE("GPL");
