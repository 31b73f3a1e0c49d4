/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A fake of the ARM11 performance monitor's registers, in place of the
 * accessors of cp_pmu_arm11_regs.h.
 *
 * It is modelled on ARM Application Note 195 (ARM DAI 0195B), sections 1 and 2
 * and Table 1, not on the driver. What the note calls unpredictable reads as
 * noise, another one each time. A write that breaks a rule fails the test at
 * once, and is recorded.
 */
#ifndef __CP_PMU_FAKE_REGS_H__
#define __CP_PMU_FAKE_REGS_H__

#include <linux/prandom.h>
#include <linux/types.h>
#include <kunit/test.h>

/* Counters, in the order of their bits in each group of PMNC's bits. */
enum { FAKE_PMN0, FAKE_PMN1, FAKE_CCNT, FAKE_COUNTERS };

enum fake_rule {
	/* A flag was written as one that was neither read as set nor stale. */
	FAKE_RULE_FLAG		= BIT(0),
	/* A flag was written as one with E clear, which clears nothing. */
	FAKE_RULE_FLAG_E	= BIT(1),
	/* A counter reset, C or P, was written as one. */
	FAKE_RULE_RESET		= BIT(2),
	/* A bit that should be zero was written as one. */
	FAKE_RULE_SBZ		= BIT(3),
	/* A field of a counter changed that nobody was to touch. */
	FAKE_RULE_FIELD		= BIT(4),
	/* A counter was written while it counted. */
	FAKE_RULE_RUNNING	= BIT(5),
	/* A register was used that the core does not have, or keeps secure. */
	FAKE_RULE_UNDEFINED	= BIT(6),
};

/**
 * struct fake_arm11 - the registers, and what the test wants to know of them
 * @test: the test that fails when a rule is broken
 * @has_validation: the access validation register exists: ARM1176
 * @secure: and may be written
 *
 * @pmnc: PMNC as it was written last, without flags and resets
 * @flags: overflow flags
 * @count: the counters, by FAKE_*
 * @cycles: cycles that D has not yet made into a count of CCNT
 * @validation: the access validation register
 * @noise: what unpredictable bits read as
 *
 * @may_touch: counters whose fields the next write with E set may change
 * @resetting: the driver resets the monitor: all flags may be written as one
 * @started: the last word written with E set
 * @running: counters whose interrupt was enabled while the monitor last ran
 * @seen: flags that were read as set and not acknowledged since
 * @handled: counters read or written since the monitor last ran
 *
 * @events: per counter, what it counted since the fake was made
 * @raised: per counter, how often its flag came up with its interrupt enabled
 * @reads: accesses
 * @writes: accesses
 * @hook: called after each access
 * @broken: FAKE_RULE_* bits
 * @quiet: breaking a rule is what the test wants to see, it does not fail
 */
struct fake_arm11 {
	struct kunit *test;
	bool has_validation;
	bool secure;

	u32 pmnc;
	u32 flags;
	u32 count[FAKE_COUNTERS];
	u32 cycles;
	u32 validation;
	struct rnd_state noise;

	u32 may_touch;
	bool resetting;
	u32 started;
	u32 running;
	u32 seen;
	u32 handled;

	u64 events[FAKE_COUNTERS];
	unsigned int raised[FAKE_COUNTERS];
	unsigned int reads;
	unsigned int writes;
	void (*hook)(struct fake_arm11 *fake);
	u32 broken;
	bool quiet;
};

void fake_arm11_init(struct fake_arm11 *fake, struct kunit *test);
void fake_arm11_exit(void);

/* The reset state, or what a former owner may leave behind: all bits set. */
void fake_arm11_garbage(struct fake_arm11 *fake);

/* Let events happen, for CCNT: cycles. Nothing counts while E is clear. */
void fake_arm11_advance(struct fake_arm11 *fake, unsigned int idx, u64 events);

/* nPMUIRQ is asserted. */
bool fake_arm11_line(const struct fake_arm11 *fake);

static inline unsigned int fake_arm11_accesses(const struct fake_arm11 *fake)
{
	return fake->reads + fake->writes;
}

/* The accessors of cp_pmu_arm11_regs.h */
u32 arm11_read_pmnc(void);
void arm11_write_pmnc(u32 val);
u32 arm11_read_ccnt(void);
void arm11_write_ccnt(u32 val);
u32 arm11_read_pmn0(void);
void arm11_write_pmn0(u32 val);
u32 arm11_read_pmn1(void);
void arm11_write_pmn1(u32 val);
u32 arm1176_read_validation(void);
void arm1176_write_validation(u32 val);

#endif /* __CP_PMU_FAKE_REGS_H__ */
