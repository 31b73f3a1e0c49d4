// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the event counters of the L220 cache controller, arm_l2x0_pmu.h, on fake
 * registers that follow the L220 Technical Reference Manual (ARM DDI 0329), section 3.3:
 *
 *  - control, 0x200: bit 0 enables both counters; bits 2:1 reset them
 *  - configuration, 0x204 and 0x208: event in bits 5:2, interrupt in bits 1:0. The
 *    events 0 and 10 to 15 disable the counter
 *  - value, 0x20c and 0x210: can be written only while the counter's event is 0
 *  - a counter stays at 0xffffffff
 *
 * A write of any other register, or one that breaks a rule, fails the test at once.
 */

#include <linux/kernel.h>
#include <linux/prandom.h>
#include <linux/string.h>
#include <kunit/test.h>

#define L220_FAKE_REGS
#include "../../drivers/perf/arm_l2x0_pmu.h"

#define REG_CTRL	0x200
#define REG_CFG1	0x204
#define REG_CFG0	0x208
#define REG_VALUE1	0x20c
#define REG_VALUE0	0x210
#define MAXIMUM		0xffffffffULL

struct fake_l220 {
	struct kunit *test;
	struct l220_counters hw;
	u32 ctrl;
	u32 cfg[2];
	u32 value[2];
	/* Events that each counter has counted, and those after it was at its maximum */
	u64 counted[2];
	u64 lost[2];
	unsigned int writes;
	/* Events of counter 0 that happen at the next read of its value, after it */
	u32 after_read;
};

static struct fake_l220 *to_fake(struct l220_counters *hw)
{
	return container_of(hw, struct fake_l220, hw);
}

static u32 fake_source(const struct fake_l220 *fake, int idx)
{
	u32 source = fake->cfg[idx] >> 2;

	return source > 9 ? 0 : source;
}

static void fake_happen(struct fake_l220 *fake, int idx, u64 events)
{
	u64 room = MAXIMUM - fake->value[idx];

	if (!(fake->ctrl & 1) || !fake_source(fake, idx))
		return;
	fake->counted[idx] += min(events, room);
	fake->lost[idx] += events - min(events, room);
	fake->value[idx] += min(events, room);
}

static u32 l220_read(struct l220_counters *hw, unsigned int reg)
{
	struct fake_l220 *fake = to_fake(hw);
	u32 value;

	switch (reg) {
	case REG_VALUE0:
		value = fake->value[0];
		fake_happen(fake, 0, fake->after_read);
		fake->after_read = 0;
		return value;
	case REG_VALUE1:
		return fake->value[1];
	default:
		KUNIT_FAIL(fake->test, "read of register %#x", reg);
		return 0;
	}
}

static void l220_write(struct l220_counters *hw, unsigned int reg, u32 val)
{
	struct fake_l220 *fake = to_fake(hw);
	int idx = reg == REG_CFG1 || reg == REG_VALUE1;

	fake->writes++;
	switch (reg) {
	case REG_CTRL:
		KUNIT_EXPECT_EQ_MSG(fake->test, val & ~1, 0, "control %#x", val);
		fake->ctrl = val & 1;
		break;
	case REG_CFG0:
	case REG_CFG1:
		KUNIT_EXPECT_EQ_MSG(fake->test, val & ~0x3c, 0, "configuration %#x", val);
		KUNIT_EXPECT_LE_MSG(fake->test, val >> 2, 9, "configuration %#x", val);
		fake->cfg[idx] = val & 0x3f;
		break;
	case REG_VALUE0:
	case REG_VALUE1:
		KUNIT_EXPECT_EQ_MSG(fake->test, fake->cfg[idx] >> 2, 0,
				    "value of a counter that has an event");
		if (!(fake->cfg[idx] >> 2))
			fake->value[idx] = val;
		break;
	default:
		KUNIT_FAIL(fake->test, "write of register %#x", reg);
	}
}

/* Enabled, with event 8 on counter 0 and event 7 on counter 1 */
static void begin(struct fake_l220 *fake)
{
	l220_disable(&fake->hw);
	l220_start(&fake->hw, 0, 8);
	l220_start(&fake->hw, 1, 7);
	l220_enable(&fake->hw);
}

/* The words of the manual's table, with the interrupt bits zero */
static void l220_test_registers(struct kunit *test)
{
	struct fake_l220 *fake = test->priv;

	begin(fake);
	KUNIT_EXPECT_EQ(test, fake->ctrl, 0x1);
	KUNIT_EXPECT_EQ(test, fake->cfg[0], 0x20);
	KUNIT_EXPECT_EQ(test, fake->cfg[1], 0x1c);
	l220_stop(&fake->hw, 0);
	KUNIT_EXPECT_EQ(test, fake->cfg[0], 0);
	KUNIT_EXPECT_EQ(test, fake->cfg[1], 0x1c);
	KUNIT_EXPECT_EQ(test, fake->ctrl, 0x1);
	l220_disable(&fake->hw);
	KUNIT_EXPECT_EQ(test, fake->ctrl, 0x0);
}

static void l220_test_events(struct kunit *test)
{
	struct fake_l220 *fake = test->priv;
	u64 event;

	for (event = 0; event < 256; event++)
		KUNIT_EXPECT_EQ_MSG(test, l220_event_exists(event), event >= 1 && event <= 9,
				    "event %llu", event);
	KUNIT_EXPECT_FALSE(test, l220_event_exists(0x100000003ULL));
	for (event = 1; event <= 9; event++) {
		l220_start(&fake->hw, 1, event);
		KUNIT_EXPECT_EQ(test, fake->cfg[1], event * 4);
		KUNIT_EXPECT_TRUE(test, l220_counts(&fake->hw, 1));
		KUNIT_EXPECT_FALSE(test, l220_counts(&fake->hw, 0));
		l220_stop(&fake->hw, 1);
		KUNIT_EXPECT_FALSE(test, l220_counts(&fake->hw, 1));
	}
}

/* Firmware has left all bits set. */
static void l220_test_reset(struct kunit *test)
{
	struct fake_l220 *fake = test->priv;

	fake->ctrl = 1;
	fake->cfg[0] = 0x3f;
	fake->cfg[1] = 0x3f;
	l220_reset(&fake->hw);
	KUNIT_EXPECT_EQ(test, fake->ctrl, 0);
	KUNIT_EXPECT_EQ(test, fake->cfg[0], 0);
	KUNIT_EXPECT_EQ(test, fake->cfg[1], 0);
}

/* Both counters at once, with values that an earlier event has left */
static void l220_test_both(struct kunit *test)
{
	struct fake_l220 *fake = test->priv;

	fake->value[0] = 0xffffffff;
	fake->value[1] = 12345;
	begin(fake);
	fake_happen(fake, 0, 1000);
	fake_happen(fake, 1, 70);
	KUNIT_EXPECT_EQ(test, l220_update(&fake->hw, 0), 1000);
	KUNIT_EXPECT_EQ(test, l220_update(&fake->hw, 1), 70);
	fake_happen(fake, 1, 7);
	KUNIT_EXPECT_EQ(test, l220_update(&fake->hw, 0), 0);
	fake_happen(fake, 0, 1);
	KUNIT_EXPECT_EQ(test, l220_stop(&fake->hw, 0), 1);
	KUNIT_EXPECT_EQ(test, l220_stop(&fake->hw, 1), 7);
	KUNIT_EXPECT_EQ(test, fake->hw.saturations, 0);
}

/* A read below 2^31 writes no register, so nothing is lost. */
static void l220_test_read_writes_nothing(struct kunit *test)
{
	struct fake_l220 *fake = test->priv;
	unsigned int writes;

	begin(fake);
	fake_happen(fake, 0, 0x7fffffff);
	writes = fake->writes;
	KUNIT_EXPECT_EQ(test, l220_update(&fake->hw, 0), 0x7fffffff);
	KUNIT_EXPECT_EQ(test, fake->writes, writes);
}

/* From 2^31 on, the counter begins at zero again, and the other one counts on. */
static void l220_test_restart(struct kunit *test)
{
	struct fake_l220 *fake = test->priv;

	begin(fake);
	fake_happen(fake, 1, 5);
	fake_happen(fake, 0, 0x80000000);
	KUNIT_EXPECT_EQ(test, l220_update(&fake->hw, 0), 0x80000000);
	KUNIT_EXPECT_EQ(test, fake->value[0], 0);
	KUNIT_EXPECT_EQ(test, fake->cfg[0], 0x20);
	KUNIT_EXPECT_EQ(test, fake->ctrl, 1);
	KUNIT_EXPECT_EQ(test, fake->value[1], 5);
	fake_happen(fake, 0, 3);
	KUNIT_EXPECT_EQ(test, l220_update(&fake->hw, 0), 3);
	KUNIT_EXPECT_EQ(test, fake->hw.saturations, 0);
}

/* Events that happen after the first read and before the counter is stopped */
static void l220_test_restart_is_exact(struct kunit *test)
{
	struct fake_l220 *fake = test->priv;

	begin(fake);
	fake_happen(fake, 0, 0x80000001);
	fake->after_read = 100;
	KUNIT_EXPECT_EQ(test, l220_update(&fake->hw, 0), 0x80000065);
	KUNIT_EXPECT_EQ(test, l220_stop(&fake->hw, 0), 0);
	KUNIT_EXPECT_EQ(test, fake->counted[0], 0x80000065);
}

/* A read and a stop find a saturated counter. Each saturation is counted once. */
static void l220_test_saturation(struct kunit *test)
{
	struct fake_l220 *fake = test->priv;

	begin(fake);
	fake_happen(fake, 0, MAXIMUM - 1);
	KUNIT_EXPECT_EQ(test, l220_update(&fake->hw, 0), 0xfffffffe);
	KUNIT_EXPECT_EQ(test, fake->hw.saturations, 0);
	fake_happen(fake, 0, MAXIMUM + 10);
	KUNIT_EXPECT_EQ(test, l220_update(&fake->hw, 0), 0xffffffff);
	KUNIT_EXPECT_EQ(test, fake->hw.saturations, 1);
	KUNIT_EXPECT_EQ(test, l220_update(&fake->hw, 0), 0);
	KUNIT_EXPECT_EQ(test, fake->hw.saturations, 1);
	fake_happen(fake, 0, 2 * MAXIMUM);
	KUNIT_EXPECT_EQ(test, l220_stop(&fake->hw, 0), 0xffffffff);
	KUNIT_EXPECT_EQ(test, fake->hw.saturations, 2);
	/* The next event is not affected. */
	l220_start(&fake->hw, 0, 3);
	fake_happen(fake, 0, 9);
	KUNIT_EXPECT_EQ(test, l220_stop(&fake->hw, 0), 9);
	KUNIT_EXPECT_EQ(test, fake->hw.saturations, 2);
}

/* A long count, in random steps that are short enough: it is exact. */
static void l220_test_random(struct kunit *test)
{
	struct fake_l220 *fake = test->priv;
	struct rnd_state rnd;
	u64 sum[2] = {};
	int i, idx;

	prandom_seed_state(&rnd, 220);
	begin(fake);
	for (i = 0; i < 10000; i++) {
		idx = prandom_u32_state(&rnd) % 2;
		fake_happen(fake, idx, prandom_u32_state(&rnd) & 0x7fffffff);
		fake->after_read = prandom_u32_state(&rnd) % 1000;
		sum[idx] += l220_update(&fake->hw, idx);
		/* Multiplexing stops and starts the counters. */
		if (i % 100)
			continue;
		l220_disable(&fake->hw);
		sum[idx] += l220_stop(&fake->hw, idx);
		l220_start(&fake->hw, idx, 8);
		l220_enable(&fake->hw);
	}
	sum[0] += l220_stop(&fake->hw, 0);
	sum[1] += l220_stop(&fake->hw, 1);
	for (idx = 0; idx < 2; idx++) {
		KUNIT_EXPECT_EQ(test, sum[idx], fake->counted[idx]);
		KUNIT_EXPECT_EQ(test, fake->lost[idx], 0);
	}
	KUNIT_EXPECT_EQ(test, fake->hw.saturations, 0);
}

static int l220_init(struct kunit *test)
{
	struct fake_l220 *fake = kunit_kzalloc(test, sizeof(*fake), GFP_KERNEL);

	if (!fake)
		return -ENOMEM;
	fake->test = test;
	test->priv = fake;
	return 0;
}

static struct kunit_case l220_cases[] = {
	KUNIT_CASE(l220_test_registers),
	KUNIT_CASE(l220_test_events),
	KUNIT_CASE(l220_test_reset),
	KUNIT_CASE(l220_test_both),
	KUNIT_CASE(l220_test_read_writes_nothing),
	KUNIT_CASE(l220_test_restart),
	KUNIT_CASE(l220_test_restart_is_exact),
	KUNIT_CASE(l220_test_saturation),
	KUNIT_CASE(l220_test_random),
	{}
};

static struct kunit_suite l220_suite = {
	.name = "cp_pmu_l220",
	.init = l220_init,
	.test_cases = l220_cases,
};

kunit_test_suite(l220_suite);
