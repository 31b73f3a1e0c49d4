// SPDX-License-Identifier: GPL-2.0
/*
 * Instructions, cycles, the divider, and each counter's wrap and flag, by the registers.
 * The programs have a known length, and interrupts are disabled.
 */

#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/math.h>
#include <linux/math64.h>
#include <linux/minmax.h>

#include "check.h"

#define BUSY	"the monitor is in use"

static const char *counter_name(unsigned int idx)
{
	static const char *const names[] = { "PMN0", "PMN1", "PMN2", "PMN3" };

	return idx == core->ccnt ? "CCNT" : names[idx];
}

/* Events of the program on a counter. The cost of start and stop is part of it. */
static noinline u32 count(unsigned int idx, u32 options, void (*program)(unsigned int),
			  unsigned int turns)
{
	regs_write(idx, 0);
	regs_start(0, options);
	program(turns);
	regs_stop();
	return regs_read(idx);
}

/*
 * The difference of a long and a short run: start and stop cost the same in both. An FIQ,
 * which stays enabled, and cold caches only add to a count. So the first run of each round is
 * ignored, and the smallest counts of all rounds are used. Return U32_MAX if the monitor is in
 * use.
 */
static u32 count_difference(unsigned int idx, u32 options, void (*program)(unsigned int),
			    unsigned int turns)
{
	u32 less = U32_MAX, more = U32_MAX;
	unsigned int i;

	for (i = 0; i < 8; i++) {
		struct regs_saved saved;

		if (!regs_begin(&saved))
			return U32_MAX;
		count(idx, options, program, turns);
		less = min(less, count(idx, options, program, turns));
		more = min(more, count(idx, options, program, 2 * turns));
		regs_end(&saved);
	}
	return more - less;
}

static void check_instructions(const char *name, void (*program)(unsigned int),
			       unsigned int turns, u32 wanted)
{
	u32 counted = count_difference(0, 0, program, turns);

	if (counted == U32_MAX)
		check_skip(name, BUSY);
	else if (counted == wanted)
		check_pass(name, "%u of %u", counted, wanted);
	/* TRM, Table 3.97: counts vary with the pipeline if they last a very short time. */
	else if (core->family == FAMILY_A8 && abs((s32)(counted - wanted)) <= 3)
		check_differ(name, "%u, not %u: the manual allows this for a short time",
			     counted, wanted);
	else
		check_fail(name, "%u, not %u: counts of instructions are not exact",
			   counted, wanted);
}

static void check_cycles(void)
{
	static const char name[] = "cycles are stable, and plausible for the instructions";
	u32 first = count_difference(core->ccnt, 0, work_nops, 100);
	u32 second = count_difference(core->ccnt, 0, work_nops, 100);
	u32 smallest = min(first, second), largest = max(first, second);

	if (largest == U32_MAX)
		check_skip(name, BUSY);
	else if (smallest >= 6400 / 4 && largest <= 6400 * 20 &&
		 largest - smallest <= smallest / 20)
		check_pass(name, "%u to %u cycles for 6400 instructions", smallest, largest);
	else
		check_fail(name, "%u to %u cycles for 6400 instructions", smallest, largest);
}

static void check_divider(void)
{
	static const char name[] = "the divider D counts each 64th cycle";
	u32 cycles = count_difference(core->ccnt, 0, work_nops, 100);
	u32 divided = count_difference(core->ccnt, REGS_D, work_nops, 100);

	if (cycles == U32_MAX || divided == U32_MAX)
		check_skip(name, BUSY);
	else if (abs((s32)(divided * 64 - cycles)) <= 128 + cycles / 50)
		check_pass(name, "%u for %u cycles", divided, cycles);
	else
		check_fail(name, "%u for %u cycles: cycles_div64 counts something else",
			   divided, cycles);
}

/* Cycles per microsecond, for the report: the cycles of 6400 instructions, and their time */
static void check_frequency(void)
{
	static const char name[] = "cycles in a microsecond";
	struct regs_saved saved;
	u64 begin, took;
	u32 cycles;

	if (!regs_begin(&saved)) {
		check_skip(name, BUSY);
		return;
	}
	begin = ktime_get_mono_fast_ns();
	cycles = count(core->ccnt, 0, work_nops, 100);
	took = ktime_get_mono_fast_ns() - begin;
	regs_end(&saved);
	check_note(name, "%llu (a slow clock of the kernel makes this inexact)",
		   took ? div64_u64(1000ULL * cycles, took) : 0);
}

struct wrap {
	u32 value[CHECK_MAX_COUNTERS];
	u32 flags;
	u32 early;
};

/* Let counter @idx wrap, and the others count up from zero. */
static bool wrap(unsigned int idx, struct wrap *wrap)
{
	struct regs_saved saved;
	unsigned int i;

	if (!regs_begin(&saved))
		return false;
	for (i = 0; i <= core->ccnt; i++)
		regs_write(i, i == idx ? -1000000 : 0);
	regs_start(0, 0);
	work_nops(4);
	wrap->early = regs_flags();
	regs_stop();
	regs_overflow(BIT(idx));
	regs_stop();
	wrap->flags = regs_flags();
	for (i = 0; i <= core->ccnt; i++)
		wrap->value[i] = regs_read(i);
	regs_end(&saved);
	return true;
}

static void check_counter(unsigned int idx)
{
	const char *counter = counter_name(idx);
	struct wrap now;
	char name[48];

	snprintf(name, sizeof(name), "%s counts, wraps and sets its flag", counter);
	if (!wrap(idx, &now)) {
		check_skip(name, BUSY);
		return;
	}
	if (now.value[idx] == (u32)-64)
		check_fail(name, "%s does not count: events on it stay at zero", counter);
	else if (now.value[idx] > 1000000)
		check_fail(name, "%s counted to %#x and did not wrap", counter, now.value[idx]);
	else if (now.early)
		check_fail(name, "flags %#x before the wrap: samples come too early", now.early);
	else if (!(now.flags & BIT(idx)))
		check_fail(name, "%s wrapped to %u and did not set its flag: samples are late",
			   counter, now.value[idx]);
	else if (now.flags != BIT(idx))
		check_fail(name, "flags %#x, not only that of %s", now.flags, counter);
	else
		check_pass(name, "it wrapped to %u", now.value[idx]);
}

/**
 * check_counters() - the group "counters"
 */
void check_counters(void)
{
	unsigned int i;

	for (i = 0; i <= core->ccnt; i++)
		if (regs_may_overflow() & BIT(i))
			check_counter(i);
	check_instructions("instructions without branches are exact", work_nops, 50, 3200);
	check_instructions("instructions of a loop are exact", work_branches, 1000, 2000);
	check_cycles();
	check_divider();
	check_frequency();
}

/* CCNT and PMN0 count. */
static bool counts(void)
{
	return count(core->ccnt, 0, work_nops, 1) && count(0, 0, work_nops, 1);
}

/*
 * Does an access to FLAG near an overflow of CCNT break the monitor? @distance is the number
 * of cycles from the start to the overflow. The monitor is reset afterwards. Return false if
 * it does not count even then.
 */
static bool ccnt_breaks(unsigned int distance, bool *broken)
{
	bool alive = true;

	regs_write(core->ccnt, -distance);
	regs_start(0, 0);
	work_nops(1);
	regs_flags();
	regs_stop();
	*broken = !counts();
	if (*broken) {
		regs_reset();
		alive = counts();
	}
	return alive;
}

/**
 * check_ccnt() - the group "ccnt", the last one: CCNT of Cortex-A8 overflows
 */
void check_ccnt(void)
{
	static const char name[] = "assumption 21: the monitor works on after overflows of CCNT";
	unsigned int distance, breaks = 0;

	for (distance = 1; distance <= 200; distance++) {
		struct regs_saved saved;
		bool counted, broken = false, alive = true;

		if (!regs_begin(&saved)) {
			check_skip(name, BUSY);
			return;
		}
		counted = counts();
		if (counted)
			alive = ccnt_breaks(distance, &broken);
		regs_end(&saved);
		if (!counted) {
			check_skip(name, "CCNT or PMN0 does not count");
			check_counter(core->ccnt);
			return;
		}
		breaks += broken;
		if (!alive) {
			check_fail(name,
				   "an access broke it, and a reset does not help: switch the board off and on");
			return;
		}
	}
	if (breaks) {
		check_differ(name,
			     "manual: silent; board: %u of 200 accesses broke it until it was reset (the driver lets CCNT overflow only if no event counter is free)",
			     breaks);
		return;
	}
	check_pass(name,
		   "manual: silent; board: 200 accesses at and around the overflow, none breaks it");
	check_counter(core->ccnt);
}
