// SPDX-License-Identifier: GPL-2.0
/*
 * ARM11: ARM1136, ARM1156, ARM1176.
 *
 * Two event counters, PMN0 and PMN1, the cycle counter CCNT, and one control
 * register, PMNC, that holds the enable bit, the interrupt enables, the event
 * selection and the overflow flags. All three counters run while E is set, and
 * none runs singly. A flag is cleared by writing one to it, in a write that
 * also has E set (Application Note 195, section 1); hence PMNC is never read
 * back to be modified, and each write is built from the software copy.
 */

#include "cp_pmu.h"
#include "cp_pmu_arm11_regs.h"

enum { ARM11_PMN0, ARM11_PMN1, ARM11_CCNT };

/* Application Note 195, Table 2 */
enum arm11_evt {
	ARM11_ICACHE_MISS		= 0x00,
	ARM11_IBUF_STALL		= 0x01,
	ARM11_DDEP_STALL		= 0x02,
	ARM11_ITLB_MISS			= 0x03,
	ARM11_DTLB_MISS			= 0x04,
	ARM11_BR_EXEC			= 0x05,
	ARM11_BR_MISPREDICT		= 0x06,
	ARM11_INSTR_EXEC		= 0x07,
	ARM11_DCACHE_ACCESS_CACHEABLE	= 0x09,
	ARM11_DCACHE_ACCESS		= 0x0a,
	ARM11_DCACHE_MISS		= 0x0b,
	ARM11_DCACHE_WBACK		= 0x0c,
	ARM11_PC_CHANGE			= 0x0d,
	ARM11_MAIN_TLB_MISS		= 0x0f,
	ARM11_EXT_DATA_ACCESS		= 0x10,
	ARM11_LSU_FULL_STALL		= 0x11,
	ARM11_WBUF_DRAINED		= 0x12,
	ARM11_FIQ_DISABLED_CYCLES	= 0x13,
	ARM11_IRQ_DISABLED_CYCLES	= 0x14,
	ARM11_ETMEXTOUT0		= 0x20,
	ARM11_ETMEXTOUT1		= 0x21,
	ARM11_ETMEXTOUT			= 0x22,
	ARM11_PROC_CALL			= 0x23,
	ARM11_PROC_RET			= 0x24,
	ARM11_PROC_RET_PRED		= 0x25,
	ARM11_PROC_RET_MISPRED		= 0x26,
	ARM11_ICACHE_TAG_PARITY		= 0x30,
	ARM11_ICACHE_DATA_PARITY	= 0x31,
	ARM11_DCACHE_TAG_PARITY		= 0x32,
	ARM11_DCACHE_DATA_PARITY	= 0x33,
	ARM11_ITCM_ERROR		= 0x34,
	ARM11_DTCM_ERROR		= 0x35,
	ARM11_RET_STACK_POP		= 0x36,
	ARM11_RET_STACK_MISPRED		= 0x37,
	ARM11_DCACHE_DIRTY_PARITY	= 0x38,
	ARM11_CPU_CYCLES		= 0xff,
};

#define M1136	BIT(0)
#define M1156	BIT(1)
#define M1176	BIT(2)
#define MALL	(M1136 | M1156 | M1176)

static struct attribute *arm11_events[] = {
	CP_PMU_EVENT(icache_miss, ARM11_ICACHE_MISS, MALL),
	CP_PMU_EVENT(ibuf_stall, ARM11_IBUF_STALL, MALL),
	CP_PMU_EVENT(ddep_stall, ARM11_DDEP_STALL, MALL),
	CP_PMU_EVENT(itlb_miss, ARM11_ITLB_MISS, M1136 | M1176),
	CP_PMU_EVENT(dtlb_miss, ARM11_DTLB_MISS, M1136 | M1176),
	CP_PMU_EVENT(br_exec, ARM11_BR_EXEC, MALL),
	CP_PMU_EVENT(br_mispredict, ARM11_BR_MISPREDICT, MALL),
	CP_PMU_EVENT(instr_exec, ARM11_INSTR_EXEC, MALL),
	CP_PMU_EVENT(dcache_access_cacheable, ARM11_DCACHE_ACCESS_CACHEABLE, MALL),
	CP_PMU_EVENT(dcache_access, ARM11_DCACHE_ACCESS, MALL),
	CP_PMU_EVENT(dcache_miss, ARM11_DCACHE_MISS, MALL),
	CP_PMU_EVENT(dcache_wback, ARM11_DCACHE_WBACK, MALL),
	CP_PMU_EVENT(pc_change, ARM11_PC_CHANGE, MALL),
	CP_PMU_EVENT(main_tlb_miss, ARM11_MAIN_TLB_MISS, M1136 | M1176),
	CP_PMU_EVENT(ext_data_access, ARM11_EXT_DATA_ACCESS, MALL),
	CP_PMU_EVENT(lsu_full_stall, ARM11_LSU_FULL_STALL, MALL),
	CP_PMU_EVENT(wbuf_drained, ARM11_WBUF_DRAINED, MALL),
	CP_PMU_EVENT(fiq_disabled_cycles, ARM11_FIQ_DISABLED_CYCLES, M1156),
	CP_PMU_EVENT(irq_disabled_cycles, ARM11_IRQ_DISABLED_CYCLES, M1156),
	CP_PMU_EVENT(etmextout0, ARM11_ETMEXTOUT0, MALL),
	CP_PMU_EVENT(etmextout1, ARM11_ETMEXTOUT1, MALL),
	CP_PMU_EVENT(etmextout, ARM11_ETMEXTOUT, MALL),
	CP_PMU_EVENT(proc_call, ARM11_PROC_CALL, M1176),
	CP_PMU_EVENT(proc_ret, ARM11_PROC_RET, M1176),
	CP_PMU_EVENT(proc_ret_pred, ARM11_PROC_RET_PRED, M1176),
	CP_PMU_EVENT(proc_ret_mispred, ARM11_PROC_RET_MISPRED, M1176),
	CP_PMU_EVENT(icache_tag_parity, ARM11_ICACHE_TAG_PARITY, M1156),
	CP_PMU_EVENT(icache_data_parity, ARM11_ICACHE_DATA_PARITY, M1156),
	CP_PMU_EVENT(dcache_tag_parity, ARM11_DCACHE_TAG_PARITY, M1156),
	CP_PMU_EVENT(dcache_data_parity, ARM11_DCACHE_DATA_PARITY, M1156),
	CP_PMU_EVENT(itcm_error, ARM11_ITCM_ERROR, M1156),
	CP_PMU_EVENT(dtcm_error, ARM11_DTCM_ERROR, M1156),
	CP_PMU_EVENT(ret_stack_pop, ARM11_RET_STACK_POP, M1156),
	CP_PMU_EVENT(ret_stack_mispred, ARM11_RET_STACK_MISPRED, M1156),
	CP_PMU_EVENT(dcache_dirty_parity, ARM11_DCACHE_DIRTY_PARITY, M1156),
	CP_PMU_EVENT(cpu_cycles, ARM11_CPU_CYCLES, MALL),
	CP_PMU_EVENT(cycles_div64, ARM11_CPU_CYCLES | CP_PMU_EVT_DIV64, MALL),
	CP_PMU_EVENT_SCALE(cycles_div64, ARM11_CPU_CYCLES | CP_PMU_EVT_DIV64, MALL),
	NULL
};

/*
 * Cache references and misses use the two events that Application Note 195, section 8,
 * defines for the hit ratio of the data cache. 0x0b counts only misses of cacheable
 * accesses. So references are 0x09, which counts only cacheable accesses. 0x0a counts
 * all accesses. Both events count loads and stores together.
 */
static const u16 arm11_hw_map[PERF_COUNT_HW_MAX] = {
	[PERF_COUNT_HW_CPU_CYCLES] = CP_PMU_MAP(CP_PMU_EVT_CYCLES),
	[PERF_COUNT_HW_INSTRUCTIONS] = CP_PMU_MAP(ARM11_INSTR_EXEC),
	[PERF_COUNT_HW_CACHE_REFERENCES] = CP_PMU_MAP(ARM11_DCACHE_ACCESS_CACHEABLE),
	[PERF_COUNT_HW_CACHE_MISSES] = CP_PMU_MAP(ARM11_DCACHE_MISS),
	[PERF_COUNT_HW_BRANCH_INSTRUCTIONS] = CP_PMU_MAP(ARM11_BR_EXEC),
	[PERF_COUNT_HW_BRANCH_MISSES] = CP_PMU_MAP(ARM11_BR_MISPREDICT),
	[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND] = CP_PMU_MAP(ARM11_IBUF_STALL),
	[PERF_COUNT_HW_STALLED_CYCLES_BACKEND] = CP_PMU_MAP(ARM11_LSU_FULL_STALL),
};

/*
 * cp_pmu_map_event() refuses events that the core does not have, such as TLB misses on
 * ARM1156. ARM11 has no event for instruction cache accesses (Application Note 195,
 * section 8). The instruction TLB has no writes. The branch unit's accesses and misses
 * are the two events of section 5.
 */
#define C(_x)	PERF_COUNT_HW_CACHE_##_x
static const u16 arm11_cache_map[PERF_COUNT_HW_CACHE_MAX]
				[PERF_COUNT_HW_CACHE_OP_MAX]
				[PERF_COUNT_HW_CACHE_RESULT_MAX] = {
	[C(L1D)][C(OP_READ)][C(RESULT_ACCESS)] = CP_PMU_MAP(ARM11_DCACHE_ACCESS_CACHEABLE),
	[C(L1D)][C(OP_READ)][C(RESULT_MISS)] = CP_PMU_MAP(ARM11_DCACHE_MISS),
	[C(L1D)][C(OP_WRITE)][C(RESULT_ACCESS)] = CP_PMU_MAP(ARM11_DCACHE_ACCESS_CACHEABLE),
	[C(L1D)][C(OP_WRITE)][C(RESULT_MISS)] = CP_PMU_MAP(ARM11_DCACHE_MISS),
	[C(L1I)][C(OP_READ)][C(RESULT_MISS)] = CP_PMU_MAP(ARM11_ICACHE_MISS),
	[C(DTLB)][C(OP_READ)][C(RESULT_MISS)] = CP_PMU_MAP(ARM11_DTLB_MISS),
	[C(DTLB)][C(OP_WRITE)][C(RESULT_MISS)] = CP_PMU_MAP(ARM11_DTLB_MISS),
	[C(ITLB)][C(OP_READ)][C(RESULT_MISS)] = CP_PMU_MAP(ARM11_ITLB_MISS),
	[C(BPU)][C(OP_READ)][C(RESULT_ACCESS)] = CP_PMU_MAP(ARM11_BR_EXEC),
	[C(BPU)][C(OP_READ)][C(RESULT_MISS)] = CP_PMU_MAP(ARM11_BR_MISPREDICT),
};

#undef C

/*
 * A flag is cleared only by a write with E set, so E is set for one write. The
 * interrupt enables, D and X are clear in both writes.
 */
static void arm11_reset(struct cp_pmu_hw *hw)
{
	arm11_write_pmnc(ARM11_PMNC_FLAGS | ARM11_PMNC_E);
	arm11_write_pmnc(0);
	hw->on = false;
	hw->ack = 0;
	hw->known = 0;

	/*
	 * Only ARM1176 can disable user mode access to its performance monitor. The
	 * write is Undefined in the Non-secure world. So write only if V is set and
	 * the device tree does not say that the kernel runs Non-secure.
	 */
	if (hw->desc->core == M1176 && !hw->nonsecure &&
	    (arm1176_read_validation() & ARM1176_VALIDATION_V))
		arm1176_write_validation(0);
}

static u32 arm11_read_counter(struct cp_pmu_hw *hw, unsigned int idx)
{
	switch (idx) {
	case ARM11_PMN0:
		return arm11_read_pmn0();
	case ARM11_PMN1:
		return arm11_read_pmn1();
	default:
		return arm11_read_ccnt();
	}
}

static void arm11_write_counter(struct cp_pmu_hw *hw, unsigned int idx, u32 value)
{
	switch (idx) {
	case ARM11_PMN0:
		arm11_write_pmn0(value);
		break;
	case ARM11_PMN1:
		arm11_write_pmn1(value);
		break;
	default:
		arm11_write_ccnt(value);
		break;
	}
}

static void arm11_select_event(struct cp_pmu_hw *hw, unsigned int idx, u32 evt)
{
	u32 number = evt & CP_PMU_EVT_CYCLES ? ARM11_CPU_CYCLES : evt & CP_PMU_EVT_NUMBER;

	/* The counter runs without an event too, and may have a stale flag. */
	hw->ack |= hw->armed & BIT(idx);
	switch (idx) {
	case ARM11_PMN0:
		hw->ctl &= ~ARM11_PMNC_EVTCOUNT0;
		hw->ctl |= FIELD_PREP(ARM11_PMNC_EVTCOUNT0, number);
		break;
	case ARM11_PMN1:
		hw->ctl &= ~ARM11_PMNC_EVTCOUNT1;
		hw->ctl |= FIELD_PREP(ARM11_PMNC_EVTCOUNT1, number);
		break;
	default:
		hw->ctl &= ~ARM11_PMNC_D;
		if (evt & CP_PMU_EVT_DIV64)
			hw->ctl |= ARM11_PMNC_D;
		break;
	}
}

static void arm11_start(struct cp_pmu_hw *hw)
{
	arm11_write_pmnc(hw->ctl |
			 (hw->exported ? ARM11_PMNC_X : 0) |
			 FIELD_PREP(ARM11_PMNC_FLAGS, hw->ack) |
			 FIELD_PREP(ARM11_PMNC_IRQEN, hw->armed) |
			 ARM11_PMNC_E);
	hw->on = true;
	hw->ack = 0;
	hw->known = 0;	/* counters without an event run too */
}

static void arm11_stop(struct cp_pmu_hw *hw)
{
	arm11_write_pmnc(0);
	hw->on = false;
}

/* With E clear no flag can be set between the read and the acknowledge. */
static u32 arm11_get_clear_overflow(struct cp_pmu_hw *hw, u32 wrapped)
{
	u32 flags = wrapped;

	if (!wrapped) {
		arm11_stop(hw);
		flags = FIELD_GET(ARM11_PMNC_FLAGS, arm11_read_pmnc());
	}
	hw->ack |= flags;
	return flags;
}

static const struct cp_pmu_ops arm11_ops = {
	.reset			= arm11_reset,
	.read_counter		= arm11_read_counter,
	.write_counter		= arm11_write_counter,
	.select_event		= arm11_select_event,
	.start			= arm11_start,
	.stop			= arm11_stop,
	.get_clear_overflow	= arm11_get_clear_overflow,
};

#define ARM11_DESC(_name, _part, _core)			\
	.name			= _name,		\
	.midr			= 0x41000000 | (_part),	\
	.midr_mask		= 0xff00fff0,		\
	.core			= _core,		\
	.num_event_counters	= ARM11_CCNT,		\
	.cycles_evtsel		= ARM11_CPU_CYCLES,	\
	.cycles_alias		= ARM11_CPU_CYCLES,	\
	.has_export		= true,			\
	.events			= arm11_events,		\
	.hw_map			= arm11_hw_map,		\
	.cache_map		= arm11_cache_map,	\
	.ops			= &arm11_ops,		\
	.builtin_driver		= "armv6_pmu_driver_init"

const struct cp_pmu_desc cp_pmu_arm1136 = {
	ARM11_DESC("armv6_1136", 0xb360, M1136),
};

const struct cp_pmu_desc cp_pmu_arm1156 = {
	ARM11_DESC("armv6_1156", 0xb560, M1156),
};

const struct cp_pmu_desc cp_pmu_arm1176 = {
	ARM11_DESC("armv6_1176", 0xb760, M1176),
};
