// SPDX-License-Identifier: GPL-2.0
/*
 * Each named event, by perf's counters in the kernel: it moves under a program that must
 * cause it, and is rare under NOPs. The tables have the numbers of the manuals, and not
 * those of the driver.
 *
 * The interrupts of the system are counted too. So "rare" is in relation to the program
 * that causes the event.
 */

#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/perf_event.h>
#include <linux/sched.h>

#include "check.h"

/* Application Note 195, Table 2: the events of all ARM11 */
const struct check_event check_events_arm11[] = {
	{ "icache_miss", 0x00, KIND_MUST, WORK_ICACHE },
	{ "ibuf_stall", 0x01, KIND_MUST, WORK_ICACHE },
	{ "ddep_stall", 0x02, KIND_MUST, WORK_DEPENDENT },
	{ "br_exec", 0x05, KIND_MUST, WORK_BRANCHES },
	{ "br_mispredict", 0x06, KIND_MUST, WORK_RANDOM },
	{ "instr_exec", 0x07, KIND_ALWAYS, WORK_QUIET },
	{ "dcache_access_cacheable", 0x09, KIND_MUST, WORK_LOADS },
	{ "dcache_access", 0x0a, KIND_MUST, WORK_LOADS },
	{ "dcache_miss", 0x0b, KIND_MUST, WORK_LOADS },
	{ "dcache_wback", 0x0c, KIND_MUST, WORK_STORES },
	{ "pc_change", 0x0d, KIND_MUST, WORK_CALLS },
	{ "ext_data_access", 0x10, KIND_MUST, WORK_LOADS },
	{ "lsu_full_stall", 0x11, KIND_MAY, WORK_STORES },
	{ "wbuf_drained", 0x12, KIND_MUST, WORK_BARRIERS },
	{ "etmextout0", 0x20, KIND_SILENT, WORK_QUIET },
	{ "etmextout1", 0x21, KIND_SILENT, WORK_QUIET },
	{ "etmextout", 0x22, KIND_SILENT, WORK_QUIET },
	{ "cpu_cycles", 0xff, KIND_ALWAYS, WORK_QUIET },
	{ }
};

const struct check_event check_events_arm1136[] = {
	{ "itlb_miss", 0x03, KIND_MUST, WORK_TLB },
	{ "dtlb_miss", 0x04, KIND_MUST, WORK_TLB },
	{ "main_tlb_miss", 0x0f, KIND_MUST, WORK_TLB },
	{ }
};

const struct check_event check_events_arm1156[] = {
	{ "fiq_disabled_cycles", 0x13, KIND_MAY, WORK_NO_IRQ },
	{ "irq_disabled_cycles", 0x14, KIND_MUST, WORK_NO_IRQ },
	{ "icache_tag_parity", 0x30, KIND_ERROR, WORK_QUIET },
	{ "icache_data_parity", 0x31, KIND_ERROR, WORK_QUIET },
	{ "dcache_tag_parity", 0x32, KIND_ERROR, WORK_QUIET },
	{ "dcache_data_parity", 0x33, KIND_ERROR, WORK_QUIET },
	{ "itcm_error", 0x34, KIND_ERROR, WORK_QUIET },
	{ "dtcm_error", 0x35, KIND_ERROR, WORK_QUIET },
	{ "ret_stack_pop", 0x36, KIND_MUST, WORK_CALLS },
	{ "ret_stack_mispred", 0x37, KIND_MUST, WORK_RETURNS },
	{ "dcache_dirty_parity", 0x38, KIND_ERROR, WORK_QUIET },
	{ }
};

const struct check_event check_events_arm1176[] = {
	{ "itlb_miss", 0x03, KIND_MUST, WORK_TLB },
	{ "dtlb_miss", 0x04, KIND_MUST, WORK_TLB },
	{ "main_tlb_miss", 0x0f, KIND_MUST, WORK_TLB },
	{ "proc_call", 0x23, KIND_MUST, WORK_CALLS },
	{ "proc_ret", 0x24, KIND_MUST, WORK_CALLS },
	{ "proc_ret_pred", 0x25, KIND_MUST, WORK_CALLS },
	{ "proc_ret_mispred", 0x26, KIND_MUST, WORK_RETURNS },
	{ }
};

/* Cortex-A8 Technical Reference Manual (ARM DDI 0344I), Table 3.97 */
const struct check_event check_events_a8[] = {
	{ "sw_incr", 0x00, KIND_SOFTWARE, WORK_QUIET },
	{ "l1i_cache_refill", 0x01, KIND_MUST, WORK_ICACHE },
	{ "l1i_tlb_refill", 0x02, KIND_MUST, WORK_TLB },
	{ "l1d_cache_refill", 0x03, KIND_MUST, WORK_LOADS },
	{ "l1d_cache", 0x04, KIND_MUST, WORK_LOADS },
	{ "l1d_tlb_refill", 0x05, KIND_MUST, WORK_TLB },
	{ "ld_retired", 0x06, KIND_MUST, WORK_LOADS },
	{ "st_retired", 0x07, KIND_MUST, WORK_STORES },
	{ "inst_retired", 0x08, KIND_ALWAYS, WORK_QUIET },
	{ "exc_taken", 0x09, KIND_ALWAYS, WORK_TICKS },
	{ "exc_return", 0x0a, KIND_ALWAYS, WORK_TICKS },
	{ "cid_write_retired", 0x0b, KIND_MUST, WORK_CONTEXT },
	{ "pc_write_retired", 0x0c, KIND_MUST, WORK_CALLS },
	{ "br_immed_retired", 0x0d, KIND_MUST, WORK_BRANCHES },
	{ "br_return_retired", 0x0e, KIND_MUST, WORK_CALLS },
	{ "unaligned_ldst_retired", 0x0f, KIND_MUST, WORK_UNALIGNED },
	{ "br_mis_pred", 0x10, KIND_MUST, WORK_RANDOM },
	{ "cpu_cycles", 0x11, KIND_ALWAYS, WORK_QUIET },
	{ "br_pred", 0x12, KIND_MUST, WORK_BRANCHES },
	{ "wbuf_full_cycles", 0x40, KIND_MAY, WORK_STORES },
	{ "l2_store_merged", 0x41, KIND_MAY, WORK_STORES },
	{ "l2_store_bufferable", 0x42, KIND_MAY, WORK_STORES },
	{ "l2_access", 0x43, KIND_MUST, WORK_LOADS },
	{ "l2_cacheable_miss", 0x44, KIND_MAY, WORK_LOADS },
	{ "axi_read", 0x45, KIND_MAY, WORK_LOADS },
	{ "axi_write", 0x46, KIND_MAY, WORK_STORES },
	{ "mem_replay", 0x47, KIND_MAY, WORK_LOADS },
	{ "unaligned_replay", 0x48, KIND_MAY, WORK_UNALIGNED },
	{ "l1d_hash_miss", 0x49, KIND_MAY, WORK_LOADS },
	{ "l1i_hash_miss", 0x4a, KIND_MAY, WORK_ICACHE },
	{ "l1d_page_alias", 0x4b, KIND_MAY, WORK_LOADS },
	{ "neon_l1d_hit", 0x4c, KIND_MAY, WORK_LOADS },
	{ "neon_l1d_access", 0x4d, KIND_MAY, WORK_LOADS },
	{ "neon_l2_access", 0x4e, KIND_MAY, WORK_LOADS },
	{ "neon_l2_hit", 0x4f, KIND_MAY, WORK_LOADS },
	{ "l1i_access", 0x50, KIND_ALWAYS, WORK_QUIET },
	{ "ret_stack_mispred", 0x51, KIND_MUST, WORK_RETURNS },
	{ "br_dir_mispred", 0x52, KIND_MUST, WORK_RANDOM },
	{ "br_pred_taken", 0x53, KIND_MUST, WORK_BRANCHES },
	{ "br_taken", 0x54, KIND_MUST, WORK_BRANCHES },
	{ "ops_issued", 0x55, KIND_ALWAYS, WORK_QUIET },
	{ "no_issue_cycles", 0x56, KIND_MUST, WORK_ICACHE },
	{ "insns_issued", 0x57, KIND_ALWAYS, WORK_QUIET },
	{ "neon_mrc_stall", 0x58, KIND_MAY, WORK_LOADS },
	{ "neon_queue_full", 0x59, KIND_MAY, WORK_LOADS },
	{ "neon_busy_both", 0x5a, KIND_MAY, WORK_LOADS },
	{ "pmuextin0", 0x70, KIND_SILENT, WORK_QUIET },
	{ "pmuextin1", 0x71, KIND_SILENT, WORK_QUIET },
	{ "pmuextin_any", 0x72, KIND_SILENT, WORK_QUIET },
	{ }
};

/*
 * Intel XScale Core Developer's Manual, Table 8-12; the last six are "defined by ASSP"
 * and have no names.
 */
const struct check_event check_events_xscale[] = {
	{ "icache_miss", 0x00, KIND_MUST, WORK_ICACHE },
	{ "icache_no_deliver", 0x01, KIND_MUST, WORK_ICACHE },
	{ "data_stall", 0x02, KIND_MUST, WORK_DEPENDENT },
	{ "itlb_miss", 0x03, KIND_MUST, WORK_TLB },
	{ "dtlb_miss", 0x04, KIND_MUST, WORK_TLB },
	{ "branch", 0x05, KIND_MUST, WORK_BRANCHES },
	{ "branch_miss", 0x06, KIND_MUST, WORK_RANDOM },
	{ "instruction", 0x07, KIND_ALWAYS, WORK_QUIET },
	{ "dcache_full_stall", 0x08, KIND_MAY, WORK_STORES },
	{ "dcache_full_stall_contig", 0x09, KIND_MAY, WORK_STORES },
	{ "dcache_access", 0x0a, KIND_MUST, WORK_LOADS },
	{ "dcache_miss", 0x0b, KIND_MUST, WORK_LOADS },
	{ "dcache_wback", 0x0c, KIND_MUST, WORK_STORES },
	{ "pc_changed", 0x0d, KIND_MUST, WORK_CALLS },
	{ "assumption 26: 0x10", 0x10, KIND_MAY, WORK_LOADS },
	{ "assumption 26: 0x11", 0x11, KIND_MAY, WORK_LOADS },
	{ "assumption 26: 0x12", 0x12, KIND_MAY, WORK_LOADS },
	{ "assumption 26: 0x14", 0x14, KIND_MAY, WORK_LOADS },
	{ "assumption 26: 0x15", 0x15, KIND_MAY, WORK_LOADS },
	{ "assumption 26: 0x16", 0x16, KIND_MAY, WORK_LOADS },
	{ }
};

/* Events and instructions of one program */
struct reading {
	u64 events;
	u64 instructions;
	/* Events in a million instructions */
	u64 rate;
	unsigned int times;
	const char *what;
};

struct pair {
	struct perf_event *event;
	struct perf_event *instructions;
};

static struct perf_event *open_event(u64 config, int cpu, struct task_struct *task)
{
	struct perf_event_attr attr = {
		.type = perf_type,
		.config = config,
		.size = sizeof(attr),
		.pinned = 1,
	};

	return perf_event_create_kernel_counter(&attr, cpu, task, NULL, NULL);
}

static u64 value_of(struct perf_event *event)
{
	u64 enabled, running;

	return perf_event_read_value(event, &enabled, &running);
}

struct counts {
	u64 events;
	u64 instructions;
};

/*
 * The run with the fewest instructions of three: a tick may come between the reads of the
 * two events.
 */
static unsigned int count_work(struct pair *pair, enum check_work work, struct counts *counts,
			       const char **what)
{
	unsigned int times = 0, i;

	counts->instructions = U64_MAX;
	for (i = 0; i < 3; i++) {
		u64 instructions = value_of(pair->instructions);
		u64 events = value_of(pair->event);

		times = work_run(work, what);
		events = value_of(pair->event) - events;
		instructions = value_of(pair->instructions) - instructions;
		if (instructions < counts->instructions) {
			counts->instructions = instructions;
			counts->events = events;
		}
	}
	return times;
}

/* Without what the reads themselves count */
static void read_work(struct pair *pair, enum check_work work, struct reading *reading)
{
	struct counts nothing, counts;
	const char *what;

	count_work(pair, WORK_NOTHING, &nothing, &what);
	reading->times = count_work(pair, work, &counts, &reading->what);
	reading->events = counts.events - min(counts.events, nothing.events);
	reading->instructions = counts.instructions -
				min(counts.instructions, nothing.instructions);
	reading->rate = reading->instructions ?
		div64_u64(1000000 * reading->events, reading->instructions) : 0;
}

/*
 * True if two rates differ by less than a twentieth. Rare events are not the same: their
 * rates have too few events.
 */
static bool same_rate(const struct reading *a, const struct reading *b)
{
	u64 more = max(a->rate, b->rate), less = min(a->rate, b->rate);

	return less > 1000 && more - less <= more / 20;
}

static void same_for_all(const char *name, const struct reading *busy)
{
	check_skip(name,
		   "it moves (%llu for %u %s), but at the same rate under each program, %llu in a million instructions, as on an emulated monitor: nothing tells it apart",
		   busy->events, busy->times, busy->what, busy->rate);
}

static void judge_must(const char *name, const struct reading *busy, const struct reading *quiet,
		       bool constant)
{
	if (!busy->events)
		check_fail(name, "it never moves: 0 for %u %s", busy->times, busy->what);
	else if (constant)
		same_for_all(name, busy);
	else if (quiet->rate * 4 > busy->rate)
		check_fail(name,
			   "it does not follow its cause: %llu in a million instructions for %s, %llu for NOPs",
			   busy->rate, busy->what, quiet->rate);
	else
		check_pass(name, "%llu for %u %s; %llu in %llu NOPs", busy->events, busy->times,
			   busy->what, quiet->events, quiet->instructions);
}

/* An event that needs an input of the core has happened. */
static bool driven;

static void judge(const struct check_event *row, const char *name, const struct reading *busy,
		  const struct reading *quiet, bool constant)
{
	switch (row->kind) {
	case KIND_MUST:
		judge_must(name, busy, quiet, constant);
		break;
	case KIND_ALWAYS:
		if (busy->events)
			check_pass(name, "%llu for %llu instructions", busy->events,
				   busy->instructions);
		else
			check_fail(name, "it never moves: 0 for %llu instructions",
				   busy->instructions);
		break;
	case KIND_MAY:
		if (busy->events && constant)
			same_for_all(name, busy);
		else if (busy->events)
			check_pass(name, "%llu for %u %s; %llu in %llu NOPs", busy->events,
				   busy->times, busy->what, quiet->events, quiet->instructions);
		else
			check_skip(name, "silent: no program of this check is sure to cause it");
		break;
	case KIND_SILENT:
		driven |= busy->events;
		if (busy->events)
			check_differ(name, "%llu: this chip drives the input", busy->events);
		else
			check_pass(name, "silent: nothing drives the input");
		break;
	case KIND_ERROR:
		if (!busy->events)
			check_pass(name, "silent: no error");
		else if (constant)
			same_for_all(name, busy);
		else
			check_differ(name, "%llu errors of the hardware", busy->events);
		break;
	case KIND_SOFTWARE:
		check_pass(name, "%llu without a write of SWINCR", busy->events);
		break;
	}
}

static void check_event(const struct check_event *row)
{
	struct reading busy, quiet, other, third;
	struct pair pair;
	char name[48];

	snprintf(name, sizeof(name), "event %s", row->name);
	pair.event = open_event(row->number, -1, current);
	if (IS_ERR(pair.event)) {
		check_fail(name, "perf does not open event %#04x (%ld)", row->number,
			   PTR_ERR(pair.event));
		return;
	}
	pair.instructions = open_event(core->instructions, -1, current);
	if (IS_ERR(pair.instructions)) {
		check_fail(name, "perf does not open instructions (%ld)",
			   PTR_ERR(pair.instructions));
		perf_event_release_kernel(pair.event);
		return;
	}
	if (!value_of(pair.instructions)) {
		check_skip(name, "other events have the counters");
	} else {
		/* The first run warms the caches. */
		read_work(&pair, row->work, &busy);
		read_work(&pair, WORK_QUIET, &quiet);
		read_work(&pair, row->work == WORK_LOADS ? WORK_CALLS : WORK_LOADS, &other);
		read_work(&pair, row->work == WORK_RANDOM ? WORK_CALLS : WORK_RANDOM, &third);
		read_work(&pair, row->work, &busy);
		judge(row, name, &busy, &quiet, same_rate(&busy, &quiet) &&
		      same_rate(&busy, &other) && same_rate(&busy, &third));
	}
	perf_event_release_kernel(pair.instructions);
	perf_event_release_kernel(pair.event);
}

/**
 * check_events() - the group "events"
 */
void check_events(void)
{
	static const char etm[] = "assumption 14: the events 0x20 to 0x22 never happen";
	const struct check_event *row;
	unsigned int i;

	driven = false;
	for (i = 0; i < ARRAY_SIZE(core->events); i++)
		for (row = core->events[i]; row && row->name && !check_stopped(); row++)
			check_event(row);
	if (core->family != FAMILY_ARM11)
		return;
	if (driven)
		check_differ(etm, "manual: silent; board: something drives it");
	else
		check_pass(etm, "manual: silent; board: they are silent");
}

/* ARM1156: the numbers that the note calls unused. perf refuses them. */
static void check_unused(void)
{
	static const char name[] =
		"assumption 15: the unused events 0x03, 0x04 and 0x0f never happen";
	static const u8 unused[] = { 0x03, 0x04, 0x0f };
	struct regs_saved saved;
	unsigned int i;
	u32 value = 0;

	for (i = 0; i < ARRAY_SIZE(unused); i++) {
		if (!regs_begin(&saved)) {
			check_skip(name, "the monitor is in use");
			return;
		}
		regs_select(0, unused[i]);
		regs_write(0, 0);
		regs_start(0, 0);
		work_nops(50);
		work_branches(100);
		regs_stop();
		value += regs_read(0);
		regs_end(&saved);
	}
	if (value)
		check_differ(name, "manual: unused; board: %u (the driver refuses them)", value);
	else
		check_pass(name, "manual: unused; board: 0");
}

/*
 * The events of a second in which the CPU sleeps, as a share of those of a busy CPU. They are
 * the CPU's, not the task's. Return: false if the event has no counter.
 */
static bool idle_share(struct perf_event *event, u64 *percent, u64 *ms)
{
	u64 busy, idle, busy_ns, idle_ns, begin;
	const char *what;
	unsigned int i;

	begin = ktime_get_mono_fast_ns();
	busy = value_of(event);
	for (i = 0; i < 10; i++)
		work_run(WORK_QUIET, &what);
	busy = value_of(event) - busy;
	busy_ns = ktime_get_mono_fast_ns() - begin;
	begin = ktime_get_mono_fast_ns();
	idle = value_of(event);
	msleep(1000);
	idle = value_of(event) - idle;
	idle_ns = ktime_get_mono_fast_ns() - begin;
	if (!busy || !busy_ns || !idle_ns)
		return false;
	*percent = div64_u64(div64_u64(100 * idle * busy_ns, idle_ns), busy);
	*ms = div64_u64(idle_ns, NSEC_PER_MSEC);
	return true;
}

static void check_wfi(void)
{
	static const char name[] =
		"assumption 5: nothing counts while the core waits";
	struct perf_event *event;
	u64 percent, ms;

	event = open_event(core->cycles_config, 0, NULL);
	if (IS_ERR(event)) {
		check_skip(name, "perf does not open cycles (%ld)", PTR_ERR(event));
		return;
	}
	if (!idle_share(event, &percent, &ms))
		check_skip(name, "other events have CCNT");
	else if (percent < 50)
		check_pass(name,
			   "manual: silent; board: %llu %% of a busy CPU's cycles in %llu ms of sleep",
			   percent, ms);
	else
		check_differ(name,
			     "manual: silent; board: %llu %% of a busy CPU's cycles in %llu ms of sleep: the CPU was busy, or cycles include idle time (nothing is lost)",
			     percent, ms);
	perf_event_release_kernel(event);
}

/* The same of another event. @beside has CCNT, if the event is cycles on an event counter. */
static void check_idle_event(const char *name, u64 config, bool beside)
{
	struct perf_event *event, *ccnt = NULL;
	u64 percent, ms;

	if (beside)
		ccnt = open_event(core->cycles_config, 0, NULL);
	event = open_event(config, 0, NULL);
	if (IS_ERR(event) || IS_ERR(ccnt) || !idle_share(event, &percent, &ms))
		check_skip(name, "the event has no counter");
	else
		check_note(name, "%llu %% of a busy CPU's in %llu ms: %s", percent, ms,
			   percent < 25 ? "they belong to the code around it" :
			   "samples by timer give them to the idle task");
	if (!IS_ERR(event))
		perf_event_release_kernel(event);
	if (!IS_ERR_OR_NULL(ccnt))
		perf_event_release_kernel(ccnt);
}

/**
 * check_idle() - the group "idle"
 */
void check_idle(void)
{
	check_wfi();
	if (core->family != FAMILY_XSCALE)
		check_idle_event("cycles on an event counter in idle time",
				 core->cycles_config, true);
	check_idle_event("instructions in idle time", core->instructions, false);
	if (core->midr == 0x4100b560)
		check_unused();
}
