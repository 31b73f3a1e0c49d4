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
 */

#include "cp_pmu.h"
#include "cp_pmu_a8_regs.h"

#define A8_NUM_PMN	4
#define A8_CCNT		A8_NUM_PMN

/* Cortex-A8 Technical Reference Manual (ARM DDI 0344I), Table 3.97 */
enum a8_evt {
	A8_SW_INCR			= 0x00,
	A8_L1I_CACHE_REFILL		= 0x01,
	A8_L1I_TLB_REFILL		= 0x02,
	A8_L1D_CACHE_REFILL		= 0x03,
	A8_L1D_CACHE			= 0x04,
	A8_L1D_TLB_REFILL		= 0x05,
	A8_LD_RETIRED			= 0x06,
	A8_ST_RETIRED			= 0x07,
	A8_INST_RETIRED			= 0x08,
	A8_EXC_TAKEN			= 0x09,
	A8_EXC_RETURN			= 0x0a,
	A8_CID_WRITE_RETIRED		= 0x0b,
	A8_PC_WRITE_RETIRED		= 0x0c,
	A8_BR_IMMED_RETIRED		= 0x0d,
	A8_BR_RETURN_RETIRED		= 0x0e,
	A8_UNALIGNED_LDST_RETIRED	= 0x0f,
	A8_BR_MIS_PRED			= 0x10,
	A8_CPU_CYCLES			= 0x11,
	A8_BR_PRED			= 0x12,
	A8_WBUF_FULL_CYCLES		= 0x40,
	A8_L2_STORE_MERGED		= 0x41,
	A8_L2_STORE_BUFFERABLE		= 0x42,
	A8_L2_ACCESS			= 0x43,
	A8_L2_CACHEABLE_MISS		= 0x44,
	A8_AXI_READ			= 0x45,
	A8_AXI_WRITE			= 0x46,
	A8_MEM_REPLAY			= 0x47,
	A8_UNALIGNED_REPLAY		= 0x48,
	A8_L1D_HASH_MISS		= 0x49,
	A8_L1I_HASH_MISS		= 0x4a,
	A8_L1D_PAGE_ALIAS		= 0x4b,
	A8_NEON_L1D_HIT			= 0x4c,
	A8_NEON_L1D_ACCESS		= 0x4d,
	A8_NEON_L2_ACCESS		= 0x4e,
	A8_NEON_L2_HIT			= 0x4f,
	A8_L1I_ACCESS			= 0x50,
	A8_RET_STACK_MISPRED		= 0x51,
	A8_BR_DIR_MISPRED		= 0x52,
	A8_BR_PRED_TAKEN		= 0x53,
	A8_BR_TAKEN			= 0x54,
	A8_OPS_ISSUED			= 0x55,
	A8_NO_ISSUE_CYCLES		= 0x56,
	A8_INSNS_ISSUED			= 0x57,
	A8_NEON_MRC_STALL		= 0x58,
	A8_NEON_QUEUE_FULL		= 0x59,
	A8_NEON_BUSY_BOTH		= 0x5a,
	A8_PMUEXTIN0			= 0x70,
	A8_PMUEXTIN1			= 0x71,
	A8_PMUEXTIN_ANY			= 0x72,
	/* Not a hardware event: tools use this number for CCNT. */
	A8_CCNT_ALIAS			= 0xff,
};

static struct attribute *a8_events[] = {
	CP_PMU_EVENT(sw_incr, A8_SW_INCR, 1),
	CP_PMU_EVENT(l1i_cache_refill, A8_L1I_CACHE_REFILL, 1),
	CP_PMU_EVENT(l1i_tlb_refill, A8_L1I_TLB_REFILL, 1),
	CP_PMU_EVENT(l1d_cache_refill, A8_L1D_CACHE_REFILL, 1),
	CP_PMU_EVENT(l1d_cache, A8_L1D_CACHE, 1),
	CP_PMU_EVENT(l1d_tlb_refill, A8_L1D_TLB_REFILL, 1),
	CP_PMU_EVENT(ld_retired, A8_LD_RETIRED, 1),
	CP_PMU_EVENT(st_retired, A8_ST_RETIRED, 1),
	CP_PMU_EVENT(inst_retired, A8_INST_RETIRED, 1),
	CP_PMU_EVENT(exc_taken, A8_EXC_TAKEN, 1),
	CP_PMU_EVENT(exc_return, A8_EXC_RETURN, 1),
	CP_PMU_EVENT(cid_write_retired, A8_CID_WRITE_RETIRED, 1),
	CP_PMU_EVENT(pc_write_retired, A8_PC_WRITE_RETIRED, 1),
	CP_PMU_EVENT(br_immed_retired, A8_BR_IMMED_RETIRED, 1),
	CP_PMU_EVENT(br_return_retired, A8_BR_RETURN_RETIRED, 1),
	CP_PMU_EVENT(unaligned_ldst_retired, A8_UNALIGNED_LDST_RETIRED, 1),
	CP_PMU_EVENT(br_mis_pred, A8_BR_MIS_PRED, 1),
	CP_PMU_EVENT(cpu_cycles, A8_CPU_CYCLES, 1),
	CP_PMU_EVENT(br_pred, A8_BR_PRED, 1),
	CP_PMU_EVENT(wbuf_full_cycles, A8_WBUF_FULL_CYCLES, 1),
	CP_PMU_EVENT(l2_store_merged, A8_L2_STORE_MERGED, 1),
	CP_PMU_EVENT(l2_store_bufferable, A8_L2_STORE_BUFFERABLE, 1),
	CP_PMU_EVENT(l2_access, A8_L2_ACCESS, 1),
	CP_PMU_EVENT(l2_cacheable_miss, A8_L2_CACHEABLE_MISS, 1),
	CP_PMU_EVENT(axi_read, A8_AXI_READ, 1),
	CP_PMU_EVENT(axi_write, A8_AXI_WRITE, 1),
	CP_PMU_EVENT(mem_replay, A8_MEM_REPLAY, 1),
	CP_PMU_EVENT(unaligned_replay, A8_UNALIGNED_REPLAY, 1),
	CP_PMU_EVENT(l1d_hash_miss, A8_L1D_HASH_MISS, 1),
	CP_PMU_EVENT(l1i_hash_miss, A8_L1I_HASH_MISS, 1),
	CP_PMU_EVENT(l1d_page_alias, A8_L1D_PAGE_ALIAS, 1),
	CP_PMU_EVENT(neon_l1d_hit, A8_NEON_L1D_HIT, 1),
	CP_PMU_EVENT(neon_l1d_access, A8_NEON_L1D_ACCESS, 1),
	CP_PMU_EVENT(neon_l2_access, A8_NEON_L2_ACCESS, 1),
	CP_PMU_EVENT(neon_l2_hit, A8_NEON_L2_HIT, 1),
	CP_PMU_EVENT(l1i_access, A8_L1I_ACCESS, 1),
	CP_PMU_EVENT(ret_stack_mispred, A8_RET_STACK_MISPRED, 1),
	CP_PMU_EVENT(br_dir_mispred, A8_BR_DIR_MISPRED, 1),
	CP_PMU_EVENT(br_pred_taken, A8_BR_PRED_TAKEN, 1),
	CP_PMU_EVENT(br_taken, A8_BR_TAKEN, 1),
	CP_PMU_EVENT(ops_issued, A8_OPS_ISSUED, 1),
	CP_PMU_EVENT(no_issue_cycles, A8_NO_ISSUE_CYCLES, 1),
	CP_PMU_EVENT(insns_issued, A8_INSNS_ISSUED, 1),
	CP_PMU_EVENT(neon_mrc_stall, A8_NEON_MRC_STALL, 1),
	CP_PMU_EVENT(neon_queue_full, A8_NEON_QUEUE_FULL, 1),
	CP_PMU_EVENT(neon_busy_both, A8_NEON_BUSY_BOTH, 1),
	CP_PMU_EVENT(pmuextin0, A8_PMUEXTIN0, 1),
	CP_PMU_EVENT(pmuextin1, A8_PMUEXTIN1, 1),
	CP_PMU_EVENT(pmuextin_any, A8_PMUEXTIN_ANY, 1),
	CP_PMU_EVENT(cycles_div64, A8_CPU_CYCLES | CP_PMU_EVT_DIV64, 1),
	CP_PMU_EVENT_SCALE(cycles_div64, A8_CPU_CYCLES | CP_PMU_EVT_DIV64, 1),
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
 * Inline, so that no tracer comes between the selection and the access: it may read
 * another counter.
 */
static __always_inline void a8_select_counter(struct cp_pmu_hw *hw, unsigned int idx)
{
	if (hw->selected == idx)
		return;
	a8_write_pmnxsel(idx);
	hw->selected = idx;
}

static void a8_write_evtsel_of(struct cp_pmu_hw *hw, unsigned int idx, u8 number)
{
	a8_select_counter(hw, idx);
	a8_write_evtsel(number);
	hw->evtsel[idx] = number;
}

/* After a hardware reset or a power loss all registers are UNKNOWN. */
static void a8_reset(struct cp_pmu_hw *hw)
{
	unsigned int idx;

	a8_write_pmnc(0);
	a8_write_cntenc(A8_MASK_ALL);
	a8_write_intenc(A8_MASK_ALL);
	a8_write_flag(A8_MASK_ALL);
	a8_write_useren(0);
	if (hw->secure)
		a8_write_sder(a8_read_sder() | A8_SDER_SUNIDEN);
	hw->selected = A8_NUM_PMN;	/* none */
	for (idx = 0; idx < A8_NUM_PMN; idx++)
		a8_write_evtsel_of(hw, idx, A8_SW_INCR);
	hw->on = false;
	hw->enabled = 0;
	hw->inten = 0;
	hw->ack = 0;
	hw->known = 0;
}

static u32 a8_read_counter(struct cp_pmu_hw *hw, unsigned int idx)
{
	if (idx == A8_CCNT)
		return a8_read_ccnt();
	a8_select_counter(hw, idx);
	return a8_read_pmcnt();
}

static void a8_write_counter(struct cp_pmu_hw *hw, unsigned int idx, u32 value)
{
	if (idx == A8_CCNT) {
		a8_write_ccnt(value);
		return;
	}
	a8_select_counter(hw, idx);
	a8_write_pmcnt(value);
}

/*
 * A counter whose interrupt was disabled until now may have a stale flag. Otherwise
 * each flag belongs to an overflow that was handled.
 */
static void a8_select_event(struct cp_pmu_hw *hw, unsigned int idx, u32 evt)
{
	u8 number = evt & CP_PMU_EVT_CYCLES ? A8_CPU_CYCLES : evt & CP_PMU_EVT_NUMBER;

	hw->ack |= hw->armed & ~hw->inten & BIT(idx);
	if (idx == A8_CCNT) {
		hw->ctl = evt & CP_PMU_EVT_DIV64 ? A8_PMNC_D : 0;
		return;
	}
	if (hw->evtsel[idx] != number)
		a8_write_evtsel_of(hw, idx, number);
}

static void a8_start(struct cp_pmu_hw *hw)
{
	if (hw->enabled != hw->active) {
		if (hw->enabled & ~hw->active)
			a8_write_cntenc(a8_mask(hw->enabled & ~hw->active));
		if (hw->active & ~hw->enabled)
			a8_write_cntens(a8_mask(hw->active & ~hw->enabled));
		hw->enabled = hw->active;
	}
	if (hw->inten != hw->armed) {
		if (hw->inten & ~hw->armed)
			a8_write_intenc(a8_mask(hw->inten & ~hw->armed));
		if (hw->armed & ~hw->inten)
			a8_write_intens(a8_mask(hw->armed & ~hw->inten));
		hw->inten = hw->armed;
	}
	if (hw->ack) {
		a8_write_flag(a8_mask(hw->ack));
		hw->ack = 0;
	}
	hw->known &= ~hw->active;	/* the others are stopped */
	hw->on = true;
	a8_write_pmnc(hw->ctl | (hw->exported ? A8_PMNC_X : 0) | A8_PMNC_E);
}

static void a8_stop(struct cp_pmu_hw *hw)
{
	a8_write_pmnc(0);
	hw->on = false;
}

static u32 a8_get_clear_overflow(struct cp_pmu_hw *hw, u32 wrapped)
{
	u32 flags = a8_mask(wrapped);

	if (!wrapped) {
		a8_stop(hw);
		flags = a8_read_flag() & A8_MASK_ALL;
	}
	if (flags)
		a8_write_flag(flags);
	return a8_counters(flags);
}

static const struct cp_pmu_ops a8_ops = {
	.reset			= a8_reset,
	.read_counter		= a8_read_counter,
	.write_counter		= a8_write_counter,
	.select_event		= a8_select_event,
	.start			= a8_start,
	.stop			= a8_stop,
	.get_clear_overflow	= a8_get_clear_overflow,
};

const struct cp_pmu_desc cp_pmu_cortex_a8 = {
	.name			= "armv7_cortex_a8",
	.midr			= 0x4100c080,
	.midr_mask		= 0xff00fff0,
	.core			= 1,
	.num_event_counters	= A8_NUM_PMN,
	.cycles_evtsel		= A8_CPU_CYCLES,
	.cycles_alias		= A8_CCNT_ALIAS,
	.has_export		= true,
	.events			= a8_events,
	.hw_map			= a8_hw_map,
	.cache_map		= a8_cache_map,
	.ops			= &a8_ops,
	.builtin_driver		= "armv7_pmu_driver_init",
};
