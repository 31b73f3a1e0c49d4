/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fake registers of the performance monitors. They replace the accessors of
 * cp_pmu_arm11_regs.h, cp_pmu_a8_regs.h and cp_pmu_xscale1_regs.h.
 *
 * They follow the documents, not the driver:
 *  - ARM11: ARM Application Note 195 (ARM DAI 0195B), sections 1 and 2, Table 1
 *  - XScale1: "Performance Monitoring (Based on PXA250)", PMNC and the example
 *    of an interrupt handler; writing a one clears a flag, with or without E
 *  - Cortex-A8: Technical Reference Manual (ARM DDI 0344I), section 3.2, c9
 *
 * Unpredictable and unused bits read as noise, different each time. A write that
 * breaks a rule fails the test at once, and is recorded.
 */
#ifndef __CP_PMU_FAKE_REGS_H__
#define __CP_PMU_FAKE_REGS_H__

#include <linux/prandom.h>
#include <linux/types.h>
#include <kunit/test.h>

#define FAKE_MAX_COUNTERS	5

/* The same bits in the PMNC of all cores */
#define FAKE_PMNC_E		0x00000001
#define FAKE_PMNC_P		0x00000002
#define FAKE_PMNC_C		0x00000004
#define FAKE_PMNC_D		0x00000008

enum fake_rule {
	/*
	 * A one was written to a flag that was not read as set and is not stale, and whose
	 * counter was not read or written since the stop.
	 */
	FAKE_RULE_FLAG		= BIT(0),
	/* A one was written to C or P, which resets counters. */
	FAKE_RULE_RESET		= BIT(1),
	/* A one was written to a bit that should be zero. */
	FAKE_RULE_SBZ		= BIT(2),
	/* A field of a counter changed that the driver should not touch. */
	FAKE_RULE_FIELD		= BIT(3),
	/* A counter was written, or given another event, while it counted. */
	FAKE_RULE_RUNNING	= BIT(4),
	/* A register was used that the core lacks, or that is Secure. */
	FAKE_RULE_UNDEFINED	= BIT(5),
};

/**
 * struct fake_core - the differences between the cores
 * @counters: number of counters; CCNT is the last
 * @pmnc: bits of PMNC that keep what was written
 * @sbz: bits of PMNC that should be written as zero
 * @field: bits of PMNC that belong to one counter, on cores with such bits
 * @ack_needs_e: a flag is cleared only by a write with E set
 * @line_needs_e: the interrupt is signalled only with E set
 */
struct fake_core {
	unsigned int counters;
	u32 pmnc;
	u32 sbz;
	u32 field[FAKE_MAX_COUNTERS];
	bool ack_needs_e;
	bool line_needs_e;
};

extern const struct fake_core fake_arm11;
extern const struct fake_core fake_xscale1;
extern const struct fake_core fake_a8;

/**
 * struct fake_pmu - the registers and their history
 * @test: the test that fails when a rule is broken
 * @core: the core of these registers
 * @has_validation: ARM1176: the access validation register exists
 * @secure: the secure registers may be written
 * @a_stepping: XScale1: a new overflow clears the flags of others
 * @ack_needs_e_before: ARM11: a write clears flags if E was set before it, the other
 *	reading of Application Note 195
 *
 * @pmnc: the last write of PMNC without flags and resets
 * @flags: overflow flags, by counter
 * @irqen: interrupt enables, by counter
 * @enabled: counters that count while E is set
 * @count: the counters
 * @cycles: cycles that CCNT has not counted yet because of D
 * @validation: ARM1176: the access validation register
 * @cnten: A8: the enables, written by CNTENS and CNTENC
 * @inten: A8: the interrupt enables, written by INTENS and INTENC
 * @pmnxsel: A8: the counter that EVTSEL and PMCNT access
 * @evtsel: A8: events of the counters
 * @useren: A8: User Enable Register
 * @sder: A8: Secure Debug Enable Register
 * @noise: the source of unpredictable bits
 *
 * @may_touch: counters whose fields the next write with E set may change
 * @resetting: the driver resets the monitor and may write ones to all flags
 * @started: the last write of PMNC with E set
 * @field: the fields of the counters at that time
 * @running: counters whose interrupt was enabled at the last start of the monitor
 * @seen: flags that were read as set and not cleared since
 * @handled: counters read or written since the monitor last ran
 * @unseen: A8: flags cleared unread, whose counters must be armed next
 *
 * @events: per counter, events with E set since fake_init()
 * @raised: per counter, overflows with its interrupt enabled
 * @reads: number of reads
 * @writes: number of writes
 * @hook: called after each access
 * @broken: FAKE_RULE_* bits
 * @quiet: the test breaks a rule on purpose and must not fail
 * @by_user: the access is one of user mode: the rules are for the driver
 */
struct fake_pmu {
	struct kunit *test;
	const struct fake_core *core;
	bool has_validation;
	bool secure;
	bool a_stepping;
	bool ack_needs_e_before;

	u32 pmnc;
	u32 flags;
	u32 irqen;
	u32 enabled;
	u32 count[FAKE_MAX_COUNTERS];
	u32 cycles;
	u32 validation;
	u32 cnten;
	u32 inten;
	u32 pmnxsel;
	u32 evtsel[FAKE_MAX_COUNTERS];
	u32 useren;
	u32 sder;
	struct rnd_state noise;

	u32 may_touch;
	bool resetting;
	u32 started;
	u32 field[FAKE_MAX_COUNTERS];
	u32 running;
	u32 seen;
	u32 handled;
	u32 unseen;

	u64 events[FAKE_MAX_COUNTERS];
	unsigned int raised[FAKE_MAX_COUNTERS];
	unsigned int reads;
	unsigned int writes;
	void (*hook)(struct fake_pmu *fake);
	u32 broken;
	bool quiet;
	bool by_user;
};

void fake_init(struct fake_pmu *fake, struct kunit *test, const struct fake_core *core);
void fake_exit(void);

/* What an earlier owner may leave: all bits set, and all counters running */
void fake_garbage(struct fake_pmu *fake);

/* A8: unknown values in all registers, as after power-on */
void fake_a8_unknown(struct fake_pmu *fake);

/*
 * A8: a write from user mode by one of the accessors below. Return: false if it is Undefined.
 * The counters are written by fake_a8_write_ccnt() and a8_write_pmcnt().
 */
bool fake_a8_user_write(struct fake_pmu *fake, void (*write)(u32 val), u32 val);
void fake_a8_write_ccnt(u32 val);

/* Let events (CCNT: cycles) happen. No counter counts while E is clear. */
void fake_advance(struct fake_pmu *fake, unsigned int idx, u64 events);

/* True if nPMUIRQ, or XScale's interrupt request, is asserted */
bool fake_line(const struct fake_pmu *fake);

static inline u32 fake_all(const struct fake_pmu *fake)
{
	return BIT(fake->core->counters) - 1;
}

static inline unsigned int fake_accesses(const struct fake_pmu *fake)
{
	return fake->reads + fake->writes;
}

/* For the fakes only */
struct fake_pmu *fake_current(void);
void fake_break(struct fake_pmu *fake, enum fake_rule rule, const char *what, u32 val);
void fake_accessed(struct fake_pmu *fake, unsigned int *kind);
void fake_reset_counters(struct fake_pmu *fake, u32 pmnc);
void fake_start(struct fake_pmu *fake, u32 pmnc, const u32 *field);
u32 fake_read_counter(unsigned int idx);
void fake_write_counter(unsigned int idx, u32 val);

/* ARM11 and XScale1 have the same registers, with different bits in PMNC. */
u32 fake_read_pmnc(void);
void fake_write_pmnc(u32 val);

/* The accessors of cp_pmu_arm11_regs.h */
#define arm11_read_pmnc		fake_read_pmnc
#define arm11_write_pmnc	fake_write_pmnc
#define arm11_read_pmn0()	fake_read_counter(0)
#define arm11_write_pmn0(val)	fake_write_counter(0, val)
#define arm11_read_pmn1()	fake_read_counter(1)
#define arm11_write_pmn1(val)	fake_write_counter(1, val)
#define arm11_read_ccnt()	fake_read_counter(2)
#define arm11_write_ccnt(val)	fake_write_counter(2, val)
u32 arm1176_read_validation(void);
void arm1176_write_validation(u32 val);

/* The accessors of cp_pmu_xscale1_regs.h */
#define xsc1_read_pmnc		fake_read_pmnc
#define xsc1_write_pmnc		fake_write_pmnc
#define xsc1_read_pmn0()	fake_read_counter(0)
#define xsc1_write_pmn0(val)	fake_write_counter(0, val)
#define xsc1_read_pmn1()	fake_read_counter(1)
#define xsc1_write_pmn1(val)	fake_write_counter(1, val)
#define xsc1_read_ccnt()	fake_read_counter(2)
#define xsc1_write_ccnt(val)	fake_write_counter(2, val)

/* The accessors of cp_pmu_a8_regs.h */
void a8_write_pmnc(u32 val);
void a8_write_cntens(u32 val);
void a8_write_cntenc(u32 val);
u32 a8_read_flag(void);
void a8_write_flag(u32 val);
void a8_write_pmnxsel(u32 val);
#define a8_read_ccnt()		fake_read_counter(4)
#define a8_write_ccnt(val)	fake_write_counter(4, val)
void a8_write_evtsel(u32 val);
u32 a8_read_pmcnt(void);
void a8_write_pmcnt(u32 val);
void a8_write_useren(u32 val);
void a8_write_intens(u32 val);
void a8_write_intenc(u32 val);
u32 a8_read_sder(void);
void a8_write_sder(u32 val);

#endif /* __CP_PMU_FAKE_REGS_H__ */
