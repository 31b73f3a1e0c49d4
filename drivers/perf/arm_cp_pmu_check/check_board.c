// SPDX-License-Identifier: GPL-2.0
/*
 * What no manual tells, and only a board can: delays, steps and costs. Most results are notes.
 * Each says what the driver does about it.
 */

#include <linux/completion.h>
#include <linux/hrtimer.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/sort.h>

#include <asm/cputype.h>

#include "check.h"

#define BUSY	"the monitor is in use"
#define PMN0	0
#define ROUNDS	16

/* The event of cycles on an event counter; 0 on XScale, which has none */
static u8 cycles_event(void)
{
	return core->family == FAMILY_A8 ? 0x11 : core->family == FAMILY_ARM11 ? 0xff : 0;
}

/* Cycles from the start of CCNT to that of PMN0: both count cycles, and stop together. */
static void check_start_delay(void)
{
	static const char name[] = "cycles from the write of E to the event counters' start";
	u32 least = U32_MAX, most = 0;
	unsigned int i;

	for (i = 0; i < ROUNDS; i++) {
		struct regs_saved saved;
		u32 delay;

		if (!regs_begin(&saved)) {
			check_skip(name, BUSY);
			return;
		}
		regs_select(PMN0, cycles_event());
		regs_write(PMN0, 0);
		regs_write(core->ccnt, 0);
		regs_start(0, 0);
		work_nops(1);
		regs_stop();
		delay = regs_read(core->ccnt) - regs_read(PMN0);
		regs_end(&saved);
		least = min(least, delay);
		most = max(most, delay);
	}
	check_note(name,
		   "%d to %d later than CCNT: each start of the monitor misses the events of this time",
		   (s32)least, (s32)most);
}

/* The fewest cycles between two adjacent reads: a cold cache or an FIQ takes more. */
static void check_access(void)
{
	static const char name[] = "cycles of a read of a counter";
	u32 cycles = U32_MAX;
	unsigned int i;

	for (i = 0; i < ROUNDS; i++) {
		struct regs_saved saved;
		u32 first, second;

		if (!regs_begin(&saved)) {
			check_skip(name, BUSY);
			return;
		}
		regs_select(PMN0, cycles_event());
		regs_write(PMN0, 0);
		regs_start(0, 0);
		regs_read_twice(&first, &second);
		regs_stop();
		regs_end(&saved);
		cycles = min(cycles, second - first);
	}
	check_note(name, "%u: the driver makes few accesses, see cost.rst", cycles);
}

/* An event that steps by two can step over the overflow, from 0xffffffff to 1. */
static void check_steps(void)
{
	static const char name[] = "the event of instructions sets the flag at each overflow";
	bool by_timer = core->midr == 0x4100b360 && !(read_cpuid_id() & 0x00f00000);
	unsigned int distance, missing = 0, wraps = 0;

	for (distance = 1; distance <= 64; distance++) {
		struct regs_saved saved;

		if (!regs_begin(&saved)) {
			check_skip(name, BUSY);
			return;
		}
		regs_write(PMN0, -distance);
		regs_start(0, 0);
		work_nops(4);
		regs_stop();
		if (regs_read(PMN0) < BIT(31)) {
			wraps++;
			missing += !(regs_flags() & BIT(PMN0));
		}
		regs_end(&saved);
	}
	if (!missing)
		check_pass(name, "%u of %u%s", wraps, wraps,
			   by_timer ? ": but the driver samples by timer on r0" : "");
	else if (by_timer)
		check_differ(name, "%u of %u: the driver samples by timer on r0 of this core",
			     wraps - missing, wraps);
	else
		check_fail(name, "%u of %u: samples of instructions are missing",
			   wraps - missing, wraps);
}

/*
 * FIQs stay enabled when interrupts are disabled. A program of known length has more
 * instructions than in its shortest run only if an FIQ has come.
 */
static void check_fiqs(void)
{
	static const char name[] = "fast interrupts (FIQs) in a second";
	static u32 counted[ROUNDS * 16];
	unsigned int i, turns = 0;
	u32 least = U32_MAX;
	u64 ns = 0;

	for (i = 0; i < ARRAY_SIZE(counted); i++) {
		struct regs_saved saved;
		u64 begin;

		if (!regs_begin(&saved)) {
			check_skip(name, BUSY);
			return;
		}
		begin = ktime_get_mono_fast_ns();
		regs_write(PMN0, 0);
		regs_start(0, 0);
		work_nops(100);
		regs_stop();
		ns += ktime_get_mono_fast_ns() - begin;
		counted[i] = regs_read(PMN0);
		regs_end(&saved);
		least = min(least, counted[i]);
	}
	/* Cortex-A8: counts may vary by a few (TRM, Table 3.97). */
	for (i = 0; i < ARRAY_SIZE(counted); i++)
		turns += counted[i] > least + 8;
	check_note(name, "about %llu (%u of %zu runs had one): counts include them",
		   ns ? div64_u64((u64)NSEC_PER_SEC * turns, ns) : 0, turns, ARRAY_SIZE(counted));
}

static u64 expired;
static DECLARE_COMPLETION(expiry);

static enum hrtimer_restart timer_expired(struct hrtimer *timer)
{
	expired = ktime_get_mono_fast_ns();
	complete(&expiry);
	return HRTIMER_NORESTART;
}

static int compare(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

/* The sampler and the guard are such timers. */
static void check_timer(void)
{
	static const char name[] = "ns by which a timer of the kernel is late";
	static struct hrtimer timer;
	u64 late[ROUNDS];
	unsigned int i;

	hrtimer_setup(&timer, timer_expired, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
	for (i = 0; i < ROUNDS && !check_stopped(); i++) {
		u64 due = ktime_get_mono_fast_ns() + 300 * NSEC_PER_USEC;

		reinit_completion(&expiry);
		hrtimer_start(&timer, ns_to_ktime(due), HRTIMER_MODE_ABS_PINNED_HARD);
		while (!completion_done(&expiry) && !check_stopped())
			work_nops(10);
		late[i] = expired > due ? expired - due : 0;
	}
	hrtimer_cancel(&timer);
	if (check_stopped())
		return;
	sort(late, ROUNDS, sizeof(late[0]), compare, NULL);
	check_note(name, "%llu in the median, %llu at most: samples by timer are as late",
		   late[ROUNDS / 2], late[ROUNDS - 1]);
}

/**
 * check_board() - the group "board"
 */
void check_board(void)
{
	if (cycles_event()) {
		check_start_delay();
		check_access();
	}
	check_steps();
	check_fiqs();
	check_timer();
}
