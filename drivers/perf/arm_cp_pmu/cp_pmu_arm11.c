// SPDX-License-Identifier: GPL-2.0
/*
 * ARM11: ARM1136, ARM1156, ARM1176.
 *
 * The event tables. The monitor's registers are in cp_pmu_pmnc.c.
 */

#include "cp_pmu_hw.h"
#include "cp_pmu_pmnc_regs.h"

/* The events that the tables below name */
enum arm11_evt {
	ARM11_ICACHE_MISS	= 0x00,
	ARM11_IBUF_STALL	= 0x01,
	ARM11_ITLB_MISS		= 0x03,
	ARM11_DTLB_MISS		= 0x04,
	ARM11_BR_EXEC		= 0x05,
	ARM11_BR_MISPREDICT	= 0x06,
	ARM11_INSTR_EXEC	= 0x07,
	ARM11_DCACHE_ACCESS_CACHEABLE = 0x09,
	ARM11_DCACHE_MISS	= 0x0b,
	ARM11_LSU_FULL_STALL	= 0x11,
	ARM11_CPU_CYCLES	= 0xff,
};

#define M1136	BIT(0)
#define M1156	BIT(1)
#define M1176	BIT(2)

/* Application Note 195, Table 2 */
static struct attribute *arm11_events[] = {
	CP_PMU_EVENT(icache_miss, 0x00),
	CP_PMU_EVENT(ibuf_stall, 0x01),
	CP_PMU_EVENT(ddep_stall, 0x02),
	CP_PMU_EVENT_ON(itlb_miss, 0x03, M1136 | M1176),
	CP_PMU_EVENT_ON(dtlb_miss, 0x04, M1136 | M1176),
	CP_PMU_EVENT(br_exec, 0x05),
	CP_PMU_EVENT(br_mispredict, 0x06),
	CP_PMU_EVENT(instr_exec, 0x07),
	CP_PMU_EVENT(dcache_access_cacheable, 0x09),
	CP_PMU_EVENT(dcache_access, 0x0a),
	CP_PMU_EVENT(dcache_miss, 0x0b),
	CP_PMU_EVENT(dcache_wback, 0x0c),
	CP_PMU_EVENT(dcache_wback_bytes, 0x0c),
	CP_PMU_EVENT_SCALE(dcache_wback_bytes, 0x0c),
	CP_PMU_EVENT_UNIT(dcache_wback_bytes, 0x0c),
	CP_PMU_EVENT(pc_change, 0x0d),
	CP_PMU_EVENT_ON(main_tlb_miss, 0x0f, M1136 | M1176),
	CP_PMU_EVENT(ext_data_access, 0x10),
	CP_PMU_EVENT(lsu_full_stall, 0x11),
	CP_PMU_EVENT(wbuf_drained, 0x12),
	CP_PMU_EVENT_ON(fiq_disabled_cycles, 0x13, M1156),
	CP_PMU_EVENT_ON(irq_disabled_cycles, 0x14, M1156),
	CP_PMU_EVENT(etmextout0, 0x20),
	CP_PMU_EVENT(etmextout1, 0x21),
	CP_PMU_EVENT(etmextout, 0x22),
	CP_PMU_EVENT_ON(proc_call, 0x23, M1176),
	CP_PMU_EVENT_ON(proc_ret, 0x24, M1176),
	CP_PMU_EVENT_ON(proc_ret_pred, 0x25, M1176),
	CP_PMU_EVENT_ON(proc_ret_mispred, 0x26, M1176),
	CP_PMU_EVENT_ON(icache_tag_parity, 0x30, M1156),
	CP_PMU_EVENT_ON(icache_data_parity, 0x31, M1156),
	CP_PMU_EVENT_ON(dcache_tag_parity, 0x32, M1156),
	CP_PMU_EVENT_ON(dcache_data_parity, 0x33, M1156),
	CP_PMU_EVENT_ON(itcm_error, 0x34, M1156),
	CP_PMU_EVENT_ON(dtcm_error, 0x35, M1156),
	CP_PMU_EVENT_ON(ret_stack_pop, 0x36, M1156),
	CP_PMU_EVENT_ON(ret_stack_mispred, 0x37, M1156),
	CP_PMU_EVENT_ON(dcache_dirty_parity, 0x38, M1156),
	CP_PMU_EVENT(cpu_cycles, 0xff),
	CP_PMU_EVENT(cycles_div64, 0xff | CP_PMU_EVT_DIV64),
	CP_PMU_EVENT_SCALE(cycles_div64, 0xff | CP_PMU_EVT_DIV64),
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

#define ARM11_DESC(_name, _part, _core)			\
	.name			= _name,		\
	.midr			= 0x41000000 | (_part),	\
	.midr_mask		= 0xff00fff0,		\
	.core			= _core,		\
	.num_event_counters	= 2,			\
	.cycles_evtsel		= ARM11_CPU_CYCLES,	\
	.cycles_alias		= ARM11_CPU_CYCLES,	\
	.export			= ARM11_PMNC_X,		\
	.idle_counters_run	= true,			\
	.events			= arm11_events,		\
	.hw_map			= arm11_hw_map,		\
	.cache_map		= arm11_cache_map,	\
	.ops			= &cp_pmu_pmnc_ops,	\
	.builtin_driver		= "armv6_pmu_driver_init"

const struct cp_pmu_desc cp_pmu_arm1136 = {
	ARM11_DESC("armv6_1136", 0xb360, M1136),
	/*
	 * Up to r0p2, INSTR_EXEC and ETMEXTOUT can increment by two, from 0xffffffff to 1. That
	 * sets no flag (Freescale's driver, op_model_arm11.c). Whether later r0 do is not known.
	 */
	.irq_since		= 1,
};

const struct cp_pmu_desc cp_pmu_arm1156 = {
	ARM11_DESC("armv6_1156", 0xb560, M1156),
};

const struct cp_pmu_desc cp_pmu_arm1176 = {
	ARM11_DESC("armv6_1176", 0xb760, M1176),
};
