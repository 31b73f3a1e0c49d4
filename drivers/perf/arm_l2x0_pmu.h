/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The two event counters of the L220 level 2 cache controller: registers, and how to
 * restart a counter before it saturates. This file uses no type of perf. The KUnit tests
 * define L220_FAKE_REGS and supply the accessors.
 *
 * TRM is the L220 Cache Controller Technical Reference Manual (ARM DDI 0329), section 3.3.
 * The L310 has the same registers (ARM DDI 0246, section 3.3.6 and 3.3.7).
 */
#ifndef __ARM_L2X0_PMU_H__
#define __ARM_L2X0_PMU_H__

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/io.h>
#include <linux/limits.h>
#include <linux/types.h>

#define L220_CACHE_ID			0x000
#define   L220_CACHE_ID_PART		GENMASK(9, 6)
#define     L220_CACHE_ID_PART_L210	1
#define     L220_CACHE_ID_PART_L220	2
#define L220_EVENT_CTRL			0x200
#define   L220_EVENT_CTRL_ENABLE	BIT(0)
/* Counter 1 comes first. */
#define L220_EVENT_CFG(idx)		(0x208 - 4 * (idx))
#define   L220_EVENT_CFG_SOURCE		GENMASK(5, 2)
#define L220_EVENT_VALUE(idx)		(0x210 - 4 * (idx))

#define L220_NUM_COUNTERS	2
/* l220_update() restarts a counter from zero when its value has reached this. */
#define L220_RESTART		BIT(31)

/* TRM, Event Counter Configuration Registers: 0 and 10 to 15 disable the counter. */
#define L220_EVENT_NONE		0
#define L220_EVENT_LAST		9

/**
 * struct l220_counters - the counters and what is known about them
 * @base: the registers of the cache controller
 * @event: per counter, the event; L220_EVENT_NONE if the counter is free
 * @value: per counter, its value when it was last read
 * @saturations: how often a counter was found at its maximum
 *
 * The callers exclude each other.
 */
struct l220_counters {
	void __iomem *base;
	u32 event[L220_NUM_COUNTERS];
	u32 value[L220_NUM_COUNTERS];
	unsigned int saturations;
};

#ifdef L220_FAKE_REGS
static u32 l220_read(struct l220_counters *hw, unsigned int reg);
static void l220_write(struct l220_counters *hw, unsigned int reg, u32 val);
#else
static inline u32 l220_read(struct l220_counters *hw, unsigned int reg)
{
	return readl_relaxed(hw->base + reg);
}

static inline void l220_write(struct l220_counters *hw, unsigned int reg, u32 val)
{
	writel_relaxed(val, hw->base + reg);
}
#endif

static inline bool l220_event_exists(u64 event)
{
	return event > L220_EVENT_NONE && event <= L220_EVENT_LAST;
}

static inline bool l220_counts(const struct l220_counters *hw, int idx)
{
	return hw->event[idx] != L220_EVENT_NONE;
}

/* Start all counters that have an event. */
static inline void l220_enable(struct l220_counters *hw)
{
	l220_write(hw, L220_EVENT_CTRL, L220_EVENT_CTRL_ENABLE);
}

/* Stop both counters. */
static inline void l220_disable(struct l220_counters *hw)
{
	l220_write(hw, L220_EVENT_CTRL, 0);
}

/* Select the event. The interrupt bits are zero: a timer looks at the counters. */
static inline void l220_select(struct l220_counters *hw, int idx, u32 event)
{
	l220_write(hw, L220_EVENT_CFG(idx), FIELD_PREP(L220_EVENT_CFG_SOURCE, event));
}

/* The counter must have no event: only then can its value be written (TRM). */
static inline void l220_start(struct l220_counters *hw, int idx, u32 event)
{
	hw->event[idx] = event;
	hw->value[idx] = 0;
	l220_write(hw, L220_EVENT_VALUE(idx), 0);
	l220_select(hw, idx, event);
}

/**
 * l220_update() - read a counter
 * @hw: the counters
 * @idx: a counter with an event
 *
 * The counter stays at its maximum when it gets there, and the number of lost events is
 * unknown. So restart it long before. This loses the events between two register
 * accesses. The other counter is not stopped.
 *
 * Return: the events since the last read
 */
static inline u32 l220_update(struct l220_counters *hw, int idx)
{
	u32 value = l220_read(hw, L220_EVENT_VALUE(idx));
	u32 delta;

	if (value < L220_RESTART) {
		delta = value - hw->value[idx];
		hw->value[idx] = value;
		return delta;
	}
	l220_select(hw, idx, L220_EVENT_NONE);
	value = l220_read(hw, L220_EVENT_VALUE(idx));
	delta = value - hw->value[idx];
	if (value == U32_MAX)
		hw->saturations++;
	/* A tracer of l220_start() may read the counter. */
	hw->value[idx] = value;
	l220_start(hw, idx, hw->event[idx]);
	return delta;
}

/* Stop a counter. Return: the events since the last read */
static inline u32 l220_stop(struct l220_counters *hw, int idx)
{
	l220_select(hw, idx, L220_EVENT_NONE);
	hw->event[idx] = L220_EVENT_NONE;
	return l220_update(hw, idx);
}

/* Firmware may have left a counter running, or with its interrupt enabled. */
static inline void l220_reset(struct l220_counters *hw)
{
	int idx;

	l220_disable(hw);
	for (idx = 0; idx < L220_NUM_COUNTERS; idx++)
		l220_select(hw, idx, L220_EVENT_NONE);
}

#endif /* __ARM_L2X0_PMU_H__ */
