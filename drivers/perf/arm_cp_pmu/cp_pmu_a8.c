// SPDX-License-Identifier: GPL-2.0
/*
 * Cortex-A8.
 *
 * Four event counters, PMN0 to PMN3, reached one at a time through PMNXSEL, and
 * the cycle counter CCNT. The counter enables, the interrupt enables and the overflow
 * flags are separate registers with one bit for each counter. The enables have one
 * register to set and one to clear bits. A flag is cleared by writing one to it. So no
 * write changes another counter's bit. While PMNC.E is clear, nothing counts and no
 * interrupt is raised. So stop() writes only PMNC, and start() writes PMNC and the
 * registers that have changed.
 *
 * The developers of LTTng and of MINIX report of OMAP3 that the monitor breaks if one of its
 * registers is accessed at the moment in which CCNT overflows, also if its interrupt is
 * disabled. ARM has published no text. So CCNT overflows only if it has to sample.
 */

#include <linux/kprobes.h>

#include "cp_pmu_hw.h"
#include "cp_pmu_a8_regs.h"

#define A8_NUM_PMN	4
#define A8_CCNT		A8_NUM_PMN

/* The events that the driver itself uses */
enum a8_evt {
	A8_SW_INCR		= 0x00,
	A8_L1I_CACHE_REFILL	= 0x01,
	A8_L1I_TLB_REFILL	= 0x02,
	A8_L1D_CACHE_REFILL	= 0x03,
	A8_L1D_CACHE		= 0x04,
	A8_L1D_TLB_REFILL	= 0x05,
	A8_INST_RETIRED		= 0x08,
	A8_BR_MIS_PRED		= 0x10,
	A8_CPU_CYCLES		= 0x11,
	A8_BR_PRED		= 0x12,
	A8_L2_ACCESS		= 0x43,
	A8_L2_CACHEABLE_MISS	= 0x44,
	A8_L1I_ACCESS		= 0x50,
	A8_NO_ISSUE_CYCLES	= 0x56,
	A8_CCNT_ALIAS		= 0xff,	/* no hardware event: tools use it for CCNT */
};

/* Cortex-A8 Technical Reference Manual (ARM DDI 0344I), Table 3.97 */
static struct attribute *a8_events[] = {
	CP_PMU_EVENT(sw_incr, 0x00),
	CP_PMU_EVENT(l1i_cache_refill, 0x01),
	CP_PMU_EVENT(l1i_tlb_refill, 0x02),
	CP_PMU_EVENT(l1d_cache_refill, 0x03),
	CP_PMU_EVENT(l1d_cache, 0x04),
	CP_PMU_EVENT(l1d_tlb_refill, 0x05),
	CP_PMU_EVENT(ld_retired, 0x06),
	CP_PMU_EVENT(st_retired, 0x07),
	CP_PMU_EVENT(inst_retired, 0x08),
	CP_PMU_EVENT(exc_taken, 0x09),
	CP_PMU_EVENT(exc_return, 0x0a),
	CP_PMU_EVENT(cid_write_retired, 0x0b),
	CP_PMU_EVENT(pc_write_retired, 0x0c),
	CP_PMU_EVENT(br_immed_retired, 0x0d),
	CP_PMU_EVENT(br_return_retired, 0x0e),
	CP_PMU_EVENT(unaligned_ldst_retired, 0x0f),
	CP_PMU_EVENT(br_mis_pred, 0x10),
	CP_PMU_EVENT(cpu_cycles, 0x11),
	CP_PMU_EVENT(br_pred, 0x12),
	CP_PMU_EVENT(wbuf_full_cycles, 0x40),
	CP_PMU_EVENT(l2_store_merged, 0x41),
	CP_PMU_EVENT(l2_store_bufferable, 0x42),
	CP_PMU_EVENT(l2_access, 0x43),
	CP_PMU_EVENT(l2_cacheable_miss, 0x44),
	CP_PMU_EVENT(axi_read, 0x45),
	CP_PMU_EVENT(axi_write, 0x46),
	CP_PMU_EVENT(mem_replay, 0x47),
	CP_PMU_EVENT(unaligned_replay, 0x48),
	CP_PMU_EVENT(l1d_hash_miss, 0x49),
	CP_PMU_EVENT(l1i_hash_miss, 0x4a),
	CP_PMU_EVENT(l1d_page_alias, 0x4b),
	CP_PMU_EVENT(neon_l1d_hit, 0x4c),
	CP_PMU_EVENT(neon_l1d_access, 0x4d),
	CP_PMU_EVENT(neon_l2_access, 0x4e),
	CP_PMU_EVENT(neon_l2_hit, 0x4f),
	CP_PMU_EVENT(l1i_access, 0x50),
	CP_PMU_EVENT(ret_stack_mispred, 0x51),
	CP_PMU_EVENT(br_dir_mispred, 0x52),
	CP_PMU_EVENT(br_pred_taken, 0x53),
	CP_PMU_EVENT(br_taken, 0x54),
	CP_PMU_EVENT(ops_issued, 0x55),
	CP_PMU_EVENT(no_issue_cycles, 0x56),
	CP_PMU_EVENT(insns_issued, 0x57),
	CP_PMU_EVENT(neon_mrc_stall, 0x58),
	CP_PMU_EVENT(neon_queue_full, 0x59),
	CP_PMU_EVENT(neon_busy_both, 0x5a),
	CP_PMU_EVENT(pmuextin0, 0x70),
	CP_PMU_EVENT(pmuextin1, 0x71),
	CP_PMU_EVENT(pmuextin_any, 0x72),
	CP_PMU_EVENT(cycles_div64, 0x11 | CP_PMU_EVT_DIV64),
	CP_PMU_EVENT_SCALE(cycles_div64, 0x11 | CP_PMU_EVT_DIV64),
	NULL
};

/*
 * Branches are 0x12, "could have been predicted". Branch misses are 0x10, "mis-
 * predicted or not predicted". Both include branches that are not taken. So misses
 * divided by branches is the misprediction rate. The kernel's own driver uses 0x0c for
 * branches, which does not count branches that are not taken. 0x0d does not count
 * indirect branches.
 */
static const u16 a8_hw_map[PERF_COUNT_HW_MAX] = {
	[PERF_COUNT_HW_CPU_CYCLES] = CP_PMU_MAP(CP_PMU_EVT_CYCLES),
	[PERF_COUNT_HW_INSTRUCTIONS] = CP_PMU_MAP(A8_INST_RETIRED),
	[PERF_COUNT_HW_CACHE_REFERENCES] = CP_PMU_MAP(A8_L1D_CACHE),
	[PERF_COUNT_HW_CACHE_MISSES] = CP_PMU_MAP(A8_L1D_CACHE_REFILL),
	[PERF_COUNT_HW_BRANCH_INSTRUCTIONS] = CP_PMU_MAP(A8_BR_PRED),
	[PERF_COUNT_HW_BRANCH_MISSES] = CP_PMU_MAP(A8_BR_MIS_PRED),
	[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND] = CP_PMU_MAP(A8_NO_ISSUE_CYCLES),
};

/*
 * The last level is L2. 0x44 counts the misses of cacheable accesses. 0x43 counts all
 * accesses: the core has no event for cacheable accesses only. Both count loads,
 * stores and instruction fetches together.
 */
#define C(_x)	PERF_COUNT_HW_CACHE_##_x
static const u16 a8_cache_map[PERF_COUNT_HW_CACHE_MAX]
			     [PERF_COUNT_HW_CACHE_OP_MAX]
			     [PERF_COUNT_HW_CACHE_RESULT_MAX] = {
	[C(L1D)][C(OP_READ)][C(RESULT_ACCESS)] = CP_PMU_MAP(A8_L1D_CACHE),
	[C(L1D)][C(OP_READ)][C(RESULT_MISS)] = CP_PMU_MAP(A8_L1D_CACHE_REFILL),
	[C(L1D)][C(OP_WRITE)][C(RESULT_ACCESS)] = CP_PMU_MAP(A8_L1D_CACHE),
	[C(L1D)][C(OP_WRITE)][C(RESULT_MISS)] = CP_PMU_MAP(A8_L1D_CACHE_REFILL),
	[C(L1I)][C(OP_READ)][C(RESULT_ACCESS)] = CP_PMU_MAP(A8_L1I_ACCESS),
	[C(L1I)][C(OP_READ)][C(RESULT_MISS)] = CP_PMU_MAP(A8_L1I_CACHE_REFILL),
	[C(LL)][C(OP_READ)][C(RESULT_ACCESS)] = CP_PMU_MAP(A8_L2_ACCESS),
	[C(LL)][C(OP_READ)][C(RESULT_MISS)] = CP_PMU_MAP(A8_L2_CACHEABLE_MISS),
	[C(LL)][C(OP_WRITE)][C(RESULT_ACCESS)] = CP_PMU_MAP(A8_L2_ACCESS),
	[C(LL)][C(OP_WRITE)][C(RESULT_MISS)] = CP_PMU_MAP(A8_L2_CACHEABLE_MISS),
	[C(DTLB)][C(OP_READ)][C(RESULT_MISS)] = CP_PMU_MAP(A8_L1D_TLB_REFILL),
	[C(DTLB)][C(OP_WRITE)][C(RESULT_MISS)] = CP_PMU_MAP(A8_L1D_TLB_REFILL),
	[C(ITLB)][C(OP_READ)][C(RESULT_MISS)] = CP_PMU_MAP(A8_L1I_TLB_REFILL),
	[C(BPU)][C(OP_READ)][C(RESULT_ACCESS)] = CP_PMU_MAP(A8_BR_PRED),
	[C(BPU)][C(OP_READ)][C(RESULT_MISS)] = CP_PMU_MAP(A8_BR_MIS_PRED),
};

#undef C

/* Convert a mask of idx to the layout of CNTENS, FLAG and INTENS, and back. */
static u32 a8_mask(u32 counters)
{
	return (counters & A8_MASK_PMN) | (counters & BIT(A8_CCNT) ? A8_MASK_CCNT : 0);
}

static u32 a8_counters(u32 mask)
{
	return (mask & A8_MASK_PMN) | (mask & A8_MASK_CCNT ? BIT(A8_CCNT) : 0);
}

/*
 * Inline, and in functions without kprobes, so that no tracer comes between the selection and
 * the access: it may read another counter.
 */
static __always_inline void a8_select_counter(struct cp_pmu_hw *hw, unsigned int idx)
{
	if (hw->a8_selected == idx)
		return;
	a8_write_pmnxsel(idx);
	/* User mode can write PMNXSEL at any time: do not trust the shadow then. */
	hw->a8_selected = hw->open ? A8_NUM_PMN : idx;
}

static void a8_select_event(struct cp_pmu_hw *hw, unsigned int idx, u32 evt)
{
	if (idx == A8_CCNT) {
		hw->ctl &= ~A8_PMNC_D;
		if (evt & CP_PMU_EVT_DIV64)
			hw->ctl |= A8_PMNC_D;
		return;
	}
	a8_select_counter(hw, idx);
	a8_write_evtsel(evt & CP_PMU_EVT_CYCLES ? A8_CPU_CYCLES : evt & CP_PMU_EVT_NUMBER);
}

NOKPROBE_SYMBOL(a8_select_event);

/*
 * After a hardware reset or a power loss all registers are UNKNOWN. A monitor that an overflow
 * of CCNT has broken counts again when its counters are reset.
 */
static void a8_reset(struct cp_pmu_hw *hw)
{
	unsigned int idx;

	a8_write_pmnc(A8_PMNC_C | A8_PMNC_P);
	a8_write_cntenc(A8_MASK_ALL);
	a8_write_intenc(A8_MASK_ALL);
	a8_write_flag(A8_MASK_ALL);
	a8_write_useren(0);
	if (hw->world == CP_WORLD_SECURE)
		a8_write_sder(a8_read_sder() | A8_SDER_SUNIDEN);
	hw->a8_selected = A8_NUM_PMN;	/* none */
	for (idx = 0; idx < A8_NUM_PMN; idx++)
		a8_select_event(hw, idx, A8_SW_INCR);
}

NOKPROBE_SYMBOL(a8_reset);

static notrace u32 a8_read_counter(struct cp_pmu_hw *hw, unsigned int idx)
{
	if (idx == A8_CCNT)
		return a8_read_ccnt();
	a8_select_counter(hw, idx);
	return a8_read_pmcnt();
}

NOKPROBE_SYMBOL(a8_read_counter);

static void a8_write_counter(struct cp_pmu_hw *hw, unsigned int idx, u32 value)
{
	if (idx == A8_CCNT) {
		a8_write_ccnt(value);
		return;
	}
	a8_select_counter(hw, idx);
	a8_write_pmcnt(value);
}

NOKPROBE_SYMBOL(a8_write_counter);

/*
 * The guard reads an active CCNT within 500 ms, and a start follows. CCNT counts less than
 * 2^31 cycles in that time. So it does not overflow, unless it is armed.
 */
static void a8_start(struct cp_pmu_hw *hw, u32 active, u32 armed, u32 ack)
{
	if (unlikely(hw->value[A8_CCNT] >= BIT(31)) && (hw->known & ~armed & BIT(A8_CCNT)))
		cp_hw_write_counter(hw, A8_CCNT, 0);
	if (hw->active & ~active)
		a8_write_cntenc(a8_mask(hw->active & ~active));
	if (active & ~hw->active)
		a8_write_cntens(a8_mask(active & ~hw->active));
	if (hw->armed & ~armed)
		a8_write_intenc(a8_mask(hw->armed & ~armed));
	if (armed & ~hw->armed)
		a8_write_intens(a8_mask(armed & ~hw->armed));
	if (ack)
		a8_write_flag(a8_mask(ack));
	a8_write_pmnc(hw->ctl | A8_PMNC_E);
}

/* start() acknowledges the flags: it has to do so anyway if they were not read. */
static void a8_stop(struct cp_pmu_hw *hw, u32 ack)
{
	a8_write_pmnc(0);
}

static u32 a8_read_flags(struct cp_pmu_hw *hw)
{
	return a8_counters(a8_read_flag());
}

#ifdef CONFIG_ARM_CP_PMU_USER_READ

static void a8_open_user(struct cp_pmu_hw *hw)
{
	a8_write_useren(A8_USEREN_EN);
	hw->a8_selected = A8_NUM_PMN;
}

static void a8_close_user(struct cp_pmu_hw *hw)
{
	a8_write_useren(0);
}

/*
 * User mode cannot write INTENS and INTENC. PMNC is written at each start, and a stale
 * flag is acknowledged when its counter is armed. The counters are read again.
 */
static void a8_restore(struct cp_pmu_hw *hw)
{
	unsigned int idx;

	a8_write_cntenc(A8_MASK_ALL);
	hw->a8_selected = A8_NUM_PMN;
	for (idx = 0; idx < A8_NUM_PMN; idx++)
		a8_select_event(hw, idx, hw->evt[idx]);
}

NOKPROBE_SYMBOL(a8_restore);

#endif

static const struct cp_pmu_ops a8_ops = {
	.reset			= a8_reset,
	.read_counter		= a8_read_counter,
	.write_counter		= a8_write_counter,
	.select_event		= a8_select_event,
	.start			= a8_start,
	.stop			= a8_stop,
	.read_flags		= a8_read_flags,
#ifdef CONFIG_ARM_CP_PMU_USER_READ
	.open_user		= a8_open_user,
	.close_user		= a8_close_user,
	.restore		= a8_restore,
#endif
};

const struct cp_pmu_desc cp_pmu_cortex_a8 = {
	.name			= "armv7_cortex_a8",
	.midr			= 0x4100c080,
	.midr_mask		= 0xff00fff0,
	.num_event_counters	= A8_NUM_PMN,
	.cycles_evtsel		= A8_CPU_CYCLES,
	.cycles_alias		= A8_CCNT_ALIAS,
	.ccnt_overflow_breaks	= true,
	.export			= A8_PMNC_X,
	.events			= a8_events,
	.hw_map			= a8_hw_map,
	.cache_map		= a8_cache_map,
	.ops			= &a8_ops,
	.builtin_driver		= "armv7_pmu_driver_init",
};
