/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The registers for the suites of the processor cores: the model that the walk uses, too,
 * tests/model/model.h, for the core that the suite has chosen with ARM11, XSCALE or A8. It
 * checks each access: no flag is lost, no counter is written while it runs, no reserved bit is
 * set, each event is selected. If a check fails, the running test fails.
 *
 * Time passes only in advance(). The accessors count the accesses.
 */
#ifndef __CP_PMU_REGS_MODEL_H__
#define __CP_PMU_REGS_MODEL_H__

#include <linux/bits.h>
#include <linux/prandom.h>
#include <linux/types.h>
#include <kunit/test.h>

#define CP_PMU_FAKE_REGS

/* The global symbols of the model, as in under_test.h */
#define m				UNDER_TEST(model)
#define started				UNDER_TEST(started)
#define check_selection			UNDER_TEST(check_selection)
#define tick				UNDER_TEST(tick)
#define may_acknowledge			UNDER_TEST(may_acknowledge)
#define acknowledge			UNDER_TEST(acknowledge)
#define stopping			UNDER_TEST(stopping)
#define starting			UNDER_TEST(starting)
#define any_registers			UNDER_TEST(any_registers)
#define resets				UNDER_TEST(resets)
#define check_selected			UNDER_TEST(check_selected)
#define check_reset			UNDER_TEST(check_reset)
#define model_is_xscale			UNDER_TEST(model_is_xscale)
#define model_read_counter		UNDER_TEST(model_read_counter)
#define model_write_counter		UNDER_TEST(model_write_counter)
#define model_read_pmnc			UNDER_TEST(model_read_pmnc)
#define model_write_pmnc		UNDER_TEST(model_write_pmnc)
#define model_read_validation		UNDER_TEST(model_read_validation)
#define model_write_validation		UNDER_TEST(model_write_validation)

/**
 * struct regs - what the suites add to struct model
 * @test: the running test
 * @noise: the source of unpredictable bits
 * @reads: number of reads by the driver
 * @writes: number of writes by the driver
 * @pmnc: the last write of PMNC, without flags, and without C and P of Cortex-A8
 * @word: the last write of PMNC with E set
 * @strict: ARM11: a write clears flags only if E is set before it and in it
 * @by_user: user mode makes this access: do not check it, the rules are for the driver
 * @failed: the text of the last check that failed in this test
 * @events: events of each counter that the model has not counted yet
 * @active: counters that are to count
 * @selected: the events that the driver was asked to select, CP_PMU_EVT_* bits
 * @exports: the driver was asked to export events
 * @hook: called after each access by the driver
 */
struct regs {
	struct kunit *test;
	struct rnd_state noise;
	unsigned int reads;
	unsigned int writes;
	u32 pmnc;
	u32 word;
	bool strict;
	bool by_user;
	const char *failed;
	u64 events[5];
	u32 active;
	u32 selected[5];
	bool exports;
	void (*hook)(void);
};

static struct regs regs;

/* What the model expects of its user */
#define prove(cond, text)	model_check(cond, text)
#define nondet_u32()	prandom_u32_state(&regs.noise)
#define nondet_bool()	(prandom_u32_state(&regs.noise) & 1)
#define walk_was_read(idx)
/* The tests put any value into CCNT. */
#define walk_timers_are_late()	true

/* A defect often breaks a rule at each access: report it once. */
static void model_check(bool holds, const char *text)
{
	if (holds || regs.by_user || regs.failed == text)
		return;
	regs.failed = text;
	KUNIT_FAIL(regs.test, "PMNC %#x: not \"%s\"", regs.pmnc, text);
}

static u64 walk_events(unsigned int idx)
{
	u64 events = regs.events[idx];

	regs.events[idx] = 0;
	return events;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#include "../model/model.c"
#ifdef A8
#include "../model/a8.c"
#else
#include "../model/pmnc.c"
#endif
#undef CCNT
#pragma GCC diagnostic pop

bool started(unsigned int idx)
{
	return regs.active & BIT(idx);
}

static inline u32 count(unsigned int idx)
{
	return m.base[idx] + m.since[idx];
}

/* Let the counter count, if it runs. D does not divide here. */
static inline void advance(unsigned int idx, u64 events)
{
	regs.events[idx] = events;
	tick();
	regs.events[idx] = 0;
}

static inline bool line_is_asserted(void)
{
#ifdef A8
	if (!m.e)
		return false;
#endif
	return m.flags & m.inten;
}

static inline unsigned int accesses(void)
{
	return regs.reads + regs.writes;
}

/* What an earlier owner may leave: all bits set, and all counters running */
static inline void garbage(void)
{
	unsigned int idx;

	any_registers();
	m.e = true;
	m.d = true;
	m.x = true;
	m.flags = ALL;
	m.inten = ALL;
	m.enabled = ALL;
	m.validation = 1;
	m.useren = 1;
	for (idx = 0; idx < COUNTERS; idx++) {
		m.sel[idx] = 0xff;
		m.base[idx] = U32_MAX;
	}
}

static inline void accessed(unsigned int *kind)
{
	(*kind)++;
	if (regs.hook)
		regs.hook();
}

static inline u32 did_read(u32 val)
{
	accessed(&regs.reads);
	return val;
}

static inline void wrote_pmnc(u32 val)
{
	regs.pmnc = val & ~0x700U;
	if (val & 1)
		regs.word = val;
	accessed(&regs.writes);
}

#define DID_WRITE(write)	((write), accessed(&regs.writes))

/* The accessors of cp_pmu_a8_regs.h and cp_pmu_pmnc_regs.h */
#ifdef A8

static inline void write_pmnc(u32 val)
{
	a8_write_pmnc(val);
	/* C and P read as zero. */
	wrote_pmnc(val & ~6U);
}

#define a8_write_pmnc(val)	write_pmnc(val)
#define a8_write_cntens(val)	DID_WRITE(a8_write_cntens(val))
#define a8_write_cntenc(val)	DID_WRITE(a8_write_cntenc(val))
#define a8_write_intens(val)	DID_WRITE(a8_write_intens(val))
#define a8_write_intenc(val)	DID_WRITE(a8_write_intenc(val))
#define a8_read_flag()		did_read(a8_read_flag())
#define a8_write_flag(val)	DID_WRITE(a8_write_flag(val))
#define a8_write_pmnxsel(val)	DID_WRITE(a8_write_pmnxsel(val))
#define a8_write_evtsel(val)	DID_WRITE(a8_write_evtsel(val))
#define a8_read_pmcnt()		did_read(a8_read_pmcnt())
#define a8_write_pmcnt(val)	DID_WRITE(a8_write_pmcnt(val))
#define a8_write_useren(val)	DID_WRITE(a8_write_useren(val))
#define a8_read_sder()		did_read(a8_read_sder())
#define a8_write_sder(val)	DID_WRITE(a8_write_sder(val))
#define a8_read_ccnt()		did_read(model_read_counter(4))
#define a8_write_ccnt(val)	DID_WRITE(model_write_counter(4, val))

#else

static inline void write_pmnc(u32 val)
{
	/* The model knows "E before the write" and "E in it". This is both. */
	if (regs.strict)
		m.rule = m.e ? 1 : 0;
	model_write_pmnc(val);
	wrote_pmnc(val);
}

#define pmnc_is_xscale		model_is_xscale
#define pmnc_read_pmnc()	did_read(model_read_pmnc())
#define pmnc_write_pmnc(val)	write_pmnc(val)
#define pmnc_read_pmn0()	did_read(model_read_counter(0))
#define pmnc_write_pmn0(val)	DID_WRITE(model_write_counter(0, val))
#define pmnc_read_pmn1()	did_read(model_read_counter(1))
#define pmnc_write_pmn1(val)	DID_WRITE(model_write_counter(1, val))
#define pmnc_read_ccnt()	did_read(model_read_counter(2))
#define pmnc_write_ccnt(val)	DID_WRITE(model_write_counter(2, val))
#define arm1176_read_validation()	did_read(model_read_validation())
#define arm1176_write_validation(val)	DID_WRITE(model_write_validation(val))

#endif /* A8 */
#endif /* __CP_PMU_REGS_MODEL_H__ */
