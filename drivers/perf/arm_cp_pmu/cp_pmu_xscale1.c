// SPDX-License-Identifier: GPL-2.0
/*
 * The first XScale core: PXA250, PXA255.
 *
 * The event tables. The monitor's registers are in cp_pmu_pmnc.c. User mode cannot access
 * CP14.
 */

#include "cp_pmu_hw.h"

/* The events that the driver itself uses */
enum xsc1_evt {
	XSC1_ICACHE_MISS	= 0x00,
	XSC1_ICACHE_NO_DELIVER	= 0x01,
	XSC1_DATA_STALL		= 0x02,
	XSC1_ITLB_MISS		= 0x03,
	XSC1_DTLB_MISS		= 0x04,
	XSC1_BRANCH		= 0x05,
	XSC1_BRANCH_MISS	= 0x06,
	XSC1_INSTRUCTION	= 0x07,
	XSC1_DCACHE_ACCESS	= 0x0a,
	XSC1_DCACHE_MISS	= 0x0b,
	XSC1_CPU_CYCLES		= 0xfe,	/* tools use this number for CCNT */
};

/* Intel XScale Core Developer's Manual, Table 8-12 */
static struct attribute *xsc1_events[] = {
	CP_PMU_EVENT(icache_miss, 0x00),
	/* Erratum: also counts exceptions and some branches and moves. */
	CP_PMU_EVENT(icache_no_deliver, 0x01),
	CP_PMU_EVENT(data_stall, 0x02),
	CP_PMU_EVENT(itlb_miss, 0x03),
	CP_PMU_EVENT(dtlb_miss, 0x04),
	CP_PMU_EVENT(branch, 0x05),
	CP_PMU_EVENT(branch_miss, 0x06),
	CP_PMU_EVENT(instruction, 0x07),
	CP_PMU_EVENT(dcache_full_stall, 0x08),
	CP_PMU_EVENT(dcache_full_stall_contig, 0x09),
	CP_PMU_EVENT(dcache_access, 0x0a),
	CP_PMU_EVENT(dcache_miss, 0x0b),
	CP_PMU_EVENT(dcache_wback, 0x0c),
	CP_PMU_EVENT(dcache_wback_bytes, 0x0c),
	CP_PMU_EVENT_SCALE(dcache_wback_bytes, 0x0c),
	CP_PMU_EVENT_UNIT(dcache_wback_bytes, 0x0c),
	CP_PMU_EVENT(pc_changed, 0x0d),
	CP_PMU_EVENT(cpu_cycles, 0xfe),
	CP_PMU_EVENT(cycles_div64, 0xfe | CP_PMU_EVT_DIV64),
	CP_PMU_EVENT_SCALE(cycles_div64, 0xfe | CP_PMU_EVT_DIV64),
	NULL
};

/*
 * 0x10 to 0x17 are "defined by ASSP". The 80200 and the kernel's own driver use
 * the six below. Their meaning on the PXA250 is not documented, so they have no names.
 */
static const u8 xsc1_unnamed[] = { 0x10, 0x11, 0x12, 0x14, 0x15, 0x16, 0 };

/*
 * The map has the generic events of the kernel's own driver and three more from the
 * PXA250 slides: data cache accesses, data cache misses, and data stalls. The data
 * stalls are stalls of the back end.
 */
static const u16 xsc1_hw_map[PERF_COUNT_HW_MAX] = {
	[PERF_COUNT_HW_CPU_CYCLES] = CP_PMU_MAP(CP_PMU_EVT_CYCLES),
	[PERF_COUNT_HW_INSTRUCTIONS] = CP_PMU_MAP(XSC1_INSTRUCTION),
	[PERF_COUNT_HW_CACHE_REFERENCES] = CP_PMU_MAP(XSC1_DCACHE_ACCESS),
	[PERF_COUNT_HW_CACHE_MISSES] = CP_PMU_MAP(XSC1_DCACHE_MISS),
	[PERF_COUNT_HW_BRANCH_INSTRUCTIONS] = CP_PMU_MAP(XSC1_BRANCH),
	[PERF_COUNT_HW_BRANCH_MISSES] = CP_PMU_MAP(XSC1_BRANCH_MISS),
	[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND] = CP_PMU_MAP(XSC1_ICACHE_NO_DELIVER),
	[PERF_COUNT_HW_STALLED_CYCLES_BACKEND] = CP_PMU_MAP(XSC1_DATA_STALL),
};

#define C(_x)	PERF_COUNT_HW_CACHE_##_x
static const u16 xsc1_cache_map[PERF_COUNT_HW_CACHE_MAX]
			       [PERF_COUNT_HW_CACHE_OP_MAX]
			       [PERF_COUNT_HW_CACHE_RESULT_MAX] = {
	[C(L1D)][C(OP_READ)][C(RESULT_ACCESS)] = CP_PMU_MAP(XSC1_DCACHE_ACCESS),
	[C(L1D)][C(OP_READ)][C(RESULT_MISS)] = CP_PMU_MAP(XSC1_DCACHE_MISS),
	[C(L1D)][C(OP_WRITE)][C(RESULT_ACCESS)] = CP_PMU_MAP(XSC1_DCACHE_ACCESS),
	[C(L1D)][C(OP_WRITE)][C(RESULT_MISS)] = CP_PMU_MAP(XSC1_DCACHE_MISS),
	[C(L1I)][C(OP_READ)][C(RESULT_MISS)] = CP_PMU_MAP(XSC1_ICACHE_MISS),
	[C(DTLB)][C(OP_READ)][C(RESULT_MISS)] = CP_PMU_MAP(XSC1_DTLB_MISS),
	[C(DTLB)][C(OP_WRITE)][C(RESULT_MISS)] = CP_PMU_MAP(XSC1_DTLB_MISS),
	[C(ITLB)][C(OP_READ)][C(RESULT_MISS)] = CP_PMU_MAP(XSC1_ITLB_MISS),
	[C(BPU)][C(OP_READ)][C(RESULT_ACCESS)] = CP_PMU_MAP(XSC1_BRANCH),
	[C(BPU)][C(OP_READ)][C(RESULT_MISS)] = CP_PMU_MAP(XSC1_BRANCH_MISS),
};

#undef C

const struct cp_pmu_desc cp_pmu_xscale1 = {
	.name			= "armv5_xscale1",
	.midr			= 0x69052000,
	.midr_mask		= 0xff0fe000,
	.num_event_counters	= 2,
	.cycles_alias		= XSC1_CPU_CYCLES,
	.idle_counters_run	= true,
	.loses_flags		= true,
	.events			= xsc1_events,
	.unnamed		= xsc1_unnamed,
	.hw_map			= xsc1_hw_map,
	.cache_map		= xsc1_cache_map,
	.ops			= &cp_pmu_pmnc_ops,
	.builtin_driver		= "xscale_pmu_driver_init",
};
