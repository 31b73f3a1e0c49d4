// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the event tables of the cores, and of their lookup, cp_pmu_events.c.
 */

#include <linux/device.h>
#include <linux/gfp.h>
#include <kunit/test.h>

#define SUITE events_kunit
/* The tables are tested here, without registers. */
#define CP_PMU_FAKE_REGS
static inline u32 no_read(void) { return 0; }
static inline void no_write(u32 val) { }
#define a8_read_flag	no_read
#define a8_read_ccnt	no_read
#define a8_read_pmcnt	no_read
#define a8_read_sder	no_read
#define a8_write_pmnc	no_write
#define a8_write_cntens	no_write
#define a8_write_cntenc	no_write
#define a8_write_intens	no_write
#define a8_write_intenc	no_write
#define a8_write_flag	no_write
#define a8_write_pmnxsel	no_write
#define a8_write_evtsel	no_write
#define a8_write_ccnt	no_write
#define a8_write_pmcnt	no_write
#define a8_write_useren	no_write
#define a8_write_sder	no_write
#include "under_test.h"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_arm11.c"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_a8.c"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_xscale1.c"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_events.c"

const struct cp_pmu_ops cp_pmu_pmnc_ops;

#define ARM1136		0x01
#define ARM1156		0x02
#define ARM1176		0x04
#define CORTEX_A8	0x08
#define XSCALE1		0x10

static const struct event_row {
	u8 number;
	const char *name;
	u8 cores;
} rows[] = {
#include "manual_events.h"
};

/* A file in sysfs */
struct event_file {
	const char *name;
	const char *text;
};

/* Files in sysfs that are in no row of the table, on all cores */
#define BESIDE(_cycles)								\
	{									\
		{ "cycles_div64", "event=" _cycles ",div64=1\n" },	\
		{ "cycles_div64.scale", "64\n" },			\
	}

/*
 * The same, and half lines of 4 words as bytes (Application Note 195, Table 2; Intel XScale
 * Core Developer's Manual, Table 8-12)
 */
#define BESIDE_BYTES(_cycles)							\
	{									\
		{ "cycles_div64", "event=" _cycles ",div64=1\n" },	\
		{ "cycles_div64.scale", "64\n" },			\
		{ "dcache_wback_bytes", "event=0x0c\n" },		\
		{ "dcache_wback_bytes.scale", "16\n" },		\
		{ "dcache_wback_bytes.unit", "B\n" },			\
	}

/**
 * struct core_param - a core according to its document
 * @name: name of the PMU
 * @desc: the driver's descriptor
 * @core: its bit in the table of events
 * @events: number of rows of this core
 * @unnamed: number of rows without a file in sysfs
 * @counters: number of event counters
 * @export: bit X of PMNC, if the core has an event bus
 * @cycles: one or two numbers for cycles
 * @beside: files in sysfs that are in no row; the rest has no name
 * @hw: perf's generic events, in the order of their numbers
 * @cache: the number of a cache event, or -ENOENT
 */
struct core_param {
	const char *name;
	const struct cp_pmu_desc *desc;
	u8 core;
	unsigned int events;
	unsigned int unnamed;
	unsigned int counters;
	u32 export;
	u8 cycles[2];
	struct event_file beside[6];
	int hw[10];
	int (*cache)(const struct core_param *core, unsigned int cache,
		     unsigned int op, unsigned int result);
};

#define CYCLES	0x100	/* CP_PMU_EVT_CYCLES: outside the hardware's numbers */
#define DIV64	0x200	/* CP_PMU_EVT_DIV64 */
#define EXPORT	0x400	/* CP_PMU_EVT_EXPORT */

/* Order: access, miss */
static int either(unsigned int result, int access, int miss)
{
	if (result == PERF_COUNT_HW_CACHE_RESULT_ACCESS)
		return access;
	return result == PERF_COUNT_HW_CACHE_RESULT_MISS ? miss : -ENOENT;
}

/*
 * Accesses and misses of a cache must be counted by the same rule, so 0x09 and not 0x0a
 * (section 8). ARM1156 does not use the TLB events. No event counts accesses of the L1
 * instruction cache. The instruction side has no stores.
 */
static int arm11_cache(const struct core_param *core, unsigned int cache,
		       unsigned int op, unsigned int result)
{
	bool read = op == PERF_COUNT_HW_CACHE_OP_READ;
	bool write = op == PERF_COUNT_HW_CACHE_OP_WRITE;
	bool tlb = core->core != ARM1156;

	if (cache == PERF_COUNT_HW_CACHE_L1D && (read || write))
		return either(result, 0x09, 0x0b);
	if (cache == PERF_COUNT_HW_CACHE_L1I && read)
		return either(result, -ENOENT, 0x00);
	if (cache == PERF_COUNT_HW_CACHE_DTLB && (read || write) && tlb)
		return either(result, -ENOENT, 0x04);
	if (cache == PERF_COUNT_HW_CACHE_ITLB && read && tlb)
		return either(result, -ENOENT, 0x03);
	if (cache == PERF_COUNT_HW_CACHE_BPU && read)
		return either(result, 0x05, 0x06);
	return -ENOENT;
}

/*
 * 0x03 to 0x05, 0x43 and 0x44 count reads and writes together. 0x43 counts all accesses to
 * L2 and 0x44 all cacheable misses; no event counts one kind only. 0x50 and 0x01 exclude
 * accesses of CP15. 0x12 counts the branches of the prediction resources, 0x10 all of their
 * mispredictions. No event counts the accesses to a TLB.
 */
static int a8_cache(const struct core_param *core, unsigned int cache,
		    unsigned int op, unsigned int result)
{
	bool read = op == PERF_COUNT_HW_CACHE_OP_READ;

	if (!read && op != PERF_COUNT_HW_CACHE_OP_WRITE)
		return -ENOENT;
	switch (cache) {
	case PERF_COUNT_HW_CACHE_L1D:
		return either(result, 0x04, 0x03);
	case PERF_COUNT_HW_CACHE_LL:
		return either(result, 0x43, 0x44);
	case PERF_COUNT_HW_CACHE_DTLB:
		return either(result, -ENOENT, 0x05);
	case PERF_COUNT_HW_CACHE_L1I:
		return read ? either(result, 0x50, 0x01) : -ENOENT;
	case PERF_COUNT_HW_CACHE_ITLB:
		return read ? either(result, -ENOENT, 0x02) : -ENOENT;
	case PERF_COUNT_HW_CACHE_BPU:
		return read ? either(result, 0x12, 0x10) : -ENOENT;
	default:
		return -ENOENT;
	}
}

/*
 * Accesses and misses of the data cache are the slides' pair for its efficiency, 0x0a and
 * 0x0b. For the instruction cache the slides compare misses with instructions: no event counts
 * its accesses, or those to a TLB.
 */
static int xscale1_cache(const struct core_param *core, unsigned int cache,
			 unsigned int op, unsigned int result)
{
	static const struct {
		u8 cache;
		u8 op;
		u8 result;
		int evt;
	} pairs[] = {
		{ PERF_COUNT_HW_CACHE_L1D, PERF_COUNT_HW_CACHE_OP_READ, 0, 0x0a },
		{ PERF_COUNT_HW_CACHE_L1D, PERF_COUNT_HW_CACHE_OP_READ, 1, 0x0b },
		{ PERF_COUNT_HW_CACHE_L1D, PERF_COUNT_HW_CACHE_OP_WRITE, 0, 0x0a },
		{ PERF_COUNT_HW_CACHE_L1D, PERF_COUNT_HW_CACHE_OP_WRITE, 1, 0x0b },
		{ PERF_COUNT_HW_CACHE_L1I, PERF_COUNT_HW_CACHE_OP_READ, 1, 0x00 },
		{ PERF_COUNT_HW_CACHE_ITLB, PERF_COUNT_HW_CACHE_OP_READ, 1, 0x03 },
		{ PERF_COUNT_HW_CACHE_DTLB, PERF_COUNT_HW_CACHE_OP_READ, 1, 0x04 },
		{ PERF_COUNT_HW_CACHE_DTLB, PERF_COUNT_HW_CACHE_OP_WRITE, 1, 0x04 },
		{ PERF_COUNT_HW_CACHE_BPU, PERF_COUNT_HW_CACHE_OP_READ, 0, 0x05 },
		{ PERF_COUNT_HW_CACHE_BPU, PERF_COUNT_HW_CACHE_OP_READ, 1, 0x06 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(pairs); i++)
		if (pairs[i].cache == cache && pairs[i].op == op && pairs[i].result == result)
			return pairs[i].evt;
	return -ENOENT;
}

#define CORE_ARM11(_name, _desc, _core, _events)				\
	{									\
		.name = _name, .desc = _desc, .core = _core,			\
		.events = _events,						\
		.counters = 2, .export = 0x800, .cycles = { 0xff, 0xff },	\
		.beside = BESIDE_BYTES("0xff"), .cache = arm11_cache,		\
		.hw = { CYCLES, 0x07, 0x09, 0x0b, 0x05, 0x06, -ENOENT,		\
			0x01, 0x11, -ENOENT },					\
	}

/*
 * The generic events: cycles, instructions, cache references and misses,
 * branches and their misses, bus cycles, stalls of the front and of the back
 * end, reference cycles.
 *
 * A8: only 0x12 counts all branches, including indirect ones and those not taken. 0x56 counts
 * cycles without an instruction to issue. Only NEON's stalls of the back end have an event.
 * XScale1: 0x02 counts each cycle of a data stall.
 */
static const struct core_param core_params[] = {
	CORE_ARM11("armv6_1136", &cp_pmu_arm1136, ARM1136, 21),
	CORE_ARM11("armv6_1156", &cp_pmu_arm1156, ARM1156, 29),
	CORE_ARM11("armv6_1176", &cp_pmu_arm1176, ARM1176, 25),
	{
		.name = "armv7_cortex_a8", .desc = &cp_pmu_cortex_a8, .core = CORTEX_A8,
		.events = 50, .unnamed = 1,
		.counters = 4, .export = 0x10, .cycles = { 0x11, 0xff },
		.beside = BESIDE("0x11"), .cache = a8_cache,
		.hw = { CYCLES, 0x08, 0x04, 0x03, 0x12, 0x10, -ENOENT,
			0x56, -ENOENT, -ENOENT },
	},
	{
		.name = "armv5_xscale1", .desc = &cp_pmu_xscale1, .core = XSCALE1,
		.events = 21, .unnamed = 6,
		.counters = 2, .export = 0, .cycles = { 0xfe, 0xfe },
		.beside = BESIDE_BYTES("0xfe"), .cache = xscale1_cache,
		.hw = { CYCLES, 0x07, 0x0a, 0x0b, 0x05, 0x06, -ENOENT,
			0x01, 0x02, -ENOENT },
	},
};

static void core_desc(const struct core_param *param, char *desc)
{
	strscpy(desc, param->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(core, core_params, core_desc);

/* The dynamic type of the PMU; different from all other types */
#define OWN_TYPE	(PERF_TYPE_MAX + 3)

/* The row of an event number in the core's document */
static const struct event_row *listed(const struct core_param *core, u32 number)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].number == number && (rows[i].cores & core->core))
			return &rows[i];
	return NULL;
}

/* The driver's internal number */
static int inside(const struct core_param *core, u32 number)
{
	return number == core->cycles[0] || number == core->cycles[1] ? CYCLES : number;
}

/* Map an event. A refusal must have a reason. */
static int map(struct kunit *test, const struct cp_pmu_desc *desc, u32 type,
	       u64 config, u64 config1, bool allow_reserved)
{
	const char *why = NULL;
	int evt = cp_pmu_map_event(desc, type, config, config1, allow_reserved, &why);

	if (evt < 0)
		KUNIT_EXPECT_NOT_NULL(test, why);
	return evt;
}

static void events_test_core(struct kunit *test)
{
	const struct core_param *core = test->param_value;

	KUNIT_EXPECT_STREQ(test, core->desc->name, core->name);
	KUNIT_EXPECT_EQ(test, core->desc->num_event_counters, core->counters);
	KUNIT_EXPECT_EQ(test, core->desc->export, core->export);
}

static bool is_midr(const struct cp_pmu_desc *desc, u32 midr)
{
	return (midr & desc->midr_mask) == desc->midr;
}

/*
 * Main ID Registers of real processors; any variant and revision matches. On XScale 15:13 is
 * the generation of the core, and the lower bits identify the product.
 */
static void events_test_midr(struct kunit *test)
{
	static const struct {
		u32 midr;
		const struct cp_pmu_desc *desc;
	} midrs[] = {
		{ 0x4107b360, &cp_pmu_arm1136 },
		{ 0x4107b362, &cp_pmu_arm1136 },
		{ 0x4117b363, &cp_pmu_arm1136 },
		{ 0x4117b365, &cp_pmu_arm1136 },
		{ 0x410fb560, &cp_pmu_arm1156 },
		{ 0x410fb764, &cp_pmu_arm1176 },
		{ 0x410fb767, &cp_pmu_arm1176 },
		{ 0x410fb020, NULL },	/* ARM11 MPCore */
		{ 0x411fc081, &cp_pmu_cortex_a8 },
		{ 0x413fc082, &cp_pmu_cortex_a8 },
		{ 0x412fc091, NULL },	/* Cortex-A9 */
		{ 0x410fc051, NULL },	/* Cortex-A5 */
		{ 0x690fc080, NULL },	/* the part number at another implementer */
		{ 0x69052100, &cp_pmu_xscale1 },	/* PXA250 */
		{ 0x69052903, &cp_pmu_xscale1 },	/* PXA250 B1, PXA26x A0 */
		{ 0x69052922, &cp_pmu_xscale1 },	/* PXA210 B0 */
		{ 0x69052d06, &cp_pmu_xscale1 },	/* PXA255 */
		{ 0x69054110, NULL },	/* PXA27x: XScale core 2, other registers */
		{ 0x690541c1, NULL },	/* IXP42x: also core 2 */
		{ 0x6901b119, NULL },	/* SA-1110 */
		{ 0x41052100, NULL },	/* the part number at another implementer */
		{ 0x690fb760, NULL },	/* the part number at another implementer */
	};
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(midrs); i++) {
		bool found = !midrs[i].desc;

		for (n = 0; n < ARRAY_SIZE(core_params); n++) {
			const struct cp_pmu_desc *desc = core_params[n].desc;

			KUNIT_EXPECT_EQ_MSG(test, is_midr(desc, midrs[i].midr),
					    midrs[i].desc == desc, "MIDR %#x on %s",
					    midrs[i].midr, desc->name);
			found |= midrs[i].desc == desc;
		}
		KUNIT_EXPECT_TRUE_MSG(test, found, "no core_params of MIDR %#x", midrs[i].midr);
	}
	/* Flip each bit: only variant, architecture and revision may differ. */
	for (i = 0; i < ARRAY_SIZE(midrs); i++)
		for (n = 0; midrs[i].desc && n < 32; n++) {
			u32 which = midrs[i].midr >> 24 == 0x69 ? 0xff0fe000 : 0xff00fff0;

			KUNIT_EXPECT_EQ_MSG(test,
					    is_midr(midrs[i].desc, midrs[i].midr ^ BIT(n)),
					    !(which & BIT(n)), "MIDR %#x, bit %u",
					    midrs[i].midr, n);
		}
}

static void events_test_raw(struct kunit *test)
{
	const struct core_param *core = test->param_value;
	unsigned int accepted = 0;
	u32 number;

	for (number = 0; number < 256; number++) {
		int want = listed(core, number) ? inside(core, number) : -EINVAL;

		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, PERF_TYPE_RAW, number, 0, false),
				    want, "r%02x", number);
		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, OWN_TYPE, number, 0, false),
				    want, "event=%#x", number);
		accepted += map(test, core->desc, PERF_TYPE_RAW, number, 0, false) >= 0;
	}
	KUNIT_EXPECT_EQ(test, accepted, core->events);
}

static void events_test_raw_wide(struct kunit *test)
{
	const struct core_param *core = test->param_value;
	int bit;

	for (bit = 8; bit < 64; bit++) {
		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, PERF_TYPE_RAW,
					BIT_ULL(bit) | 0x07, 0, false),
				    -EINVAL, "config bit %d", bit);
		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, OWN_TYPE,
					BIT_ULL(bit) | 0xff, 0, true),
				    -EINVAL, "config bit %d, reserved allowed", bit);
	}
}

static void events_test_allow_reserved(struct kunit *test)
{
	const struct core_param *core = test->param_value;
	u32 number;

	for (number = 0; number < 256; number++)
		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, PERF_TYPE_RAW, number, 0, true),
				    inside(core, number), "r%02x", number);
	/* allow_reserved does not affect generic events: they have no number to try. */
	KUNIT_EXPECT_EQ(test,
			map(test, core->desc, PERF_TYPE_HARDWARE,
			    PERF_COUNT_HW_BUS_CYCLES, 0, true), -ENOENT);
	KUNIT_EXPECT_EQ(test,
			map(test, &cp_pmu_arm1156, PERF_TYPE_HW_CACHE,
			    PERF_COUNT_HW_CACHE_DTLB | PERF_COUNT_HW_CACHE_RESULT_MISS << 16,
			    0, true), -ENOENT);
}

static void events_test_hw(struct kunit *test)
{
	static const u64 others[] = {
		PERF_COUNT_HW_MAX, PERF_COUNT_HW_MAX + 1, 0xff, 0x100,
		0x100000000ULL, 0x100000001ULL, 0x8000000000000000ULL, U64_MAX,
	};
	const struct core_param *core = test->param_value;
	unsigned int i;

	BUILD_BUG_ON(PERF_COUNT_HW_MAX != ARRAY_SIZE(core->hw));
	for (i = 0; i < ARRAY_SIZE(core->hw); i++)
		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, PERF_TYPE_HARDWARE, i, 0, false),
				    core->hw[i], "hardware event %u", i);
	for (i = 0; i < ARRAY_SIZE(others); i++)
		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, PERF_TYPE_HARDWARE,
					others[i], 0, false),
				    -EINVAL, "hardware event %#llx", others[i]);
}

/* Events out of perf's range are malformed. A core may have or lack any other. */
static int cache_want(const struct core_param *core, unsigned int cache,
		      unsigned int op, unsigned int result)
{
	if (cache > PERF_COUNT_HW_CACHE_NODE || op > PERF_COUNT_HW_CACHE_OP_PREFETCH ||
	    result > PERF_COUNT_HW_CACHE_RESULT_MISS)
		return -EINVAL;
	return core->cache(core, cache, op, result);
}

static void events_test_cache(struct kunit *test)
{
	const struct core_param *core = test->param_value;
	unsigned int cache, op, result, i;

	for (i = 0; i < 256 * 16 * 16; i++) {
		u64 config;

		cache = i & 0xff;
		op = i >> 8 & 0xf;
		result = i >> 12;
		config = cache | op << 8 | result << 16;
		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, PERF_TYPE_HW_CACHE, config, 0, false),
				    cache_want(core, cache, op, result),
				    "cache event %#llx", config);
	}
	/* Each higher bit in the config of an event that exists */
	for (i = 12; i < 64; i++)
		if (i < 16 || i >= 20)
			KUNIT_EXPECT_EQ_MSG(test,
					    map(test, core->desc, PERF_TYPE_HW_CACHE,
						BIT_ULL(i), 0, false),
					    -EINVAL, "cache event bit %u", i);
	KUNIT_EXPECT_EQ(test, map(test, core->desc, PERF_TYPE_HW_CACHE, U64_MAX, 0, false),
			-EINVAL);
}

/* div64 and export are bits 0 and 1. */
static void events_test_config1_unknown(struct kunit *test)
{
	const struct core_param *core = test->param_value;
	int bit;

	for (bit = 2; bit < 64; bit++) {
		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, PERF_TYPE_RAW, 0x07,
					BIT_ULL(bit), false),
				    -EINVAL, "r07, config1 bit %d", bit);
		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, OWN_TYPE, core->cycles[0],
					BIT_ULL(bit) | 3, true),
				    -EINVAL, "cycles, config1 bit %d", bit);
	}
}

/* The options belong to the PMU's own type and to raw events. */
static void events_test_config1_generic(struct kunit *test)
{
	const struct core_param *core = test->param_value;
	int bit, i;

	for (bit = 0; bit < 64; bit++) {
		for (i = 0; i < ARRAY_SIZE(core->hw); i++)
			KUNIT_EXPECT_EQ_MSG(test,
					    map(test, core->desc, PERF_TYPE_HARDWARE, i,
						BIT_ULL(bit), true),
					    core->hw[i] < 0 ? core->hw[i] : -EINVAL,
					    "hardware event %d, config1 bit %d", i, bit);
		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, PERF_TYPE_HW_CACHE,
					PERF_COUNT_HW_CACHE_L1D, BIT_ULL(bit), true),
				    -EINVAL, "L1D loads, config1 bit %d", bit);
	}
}

/* D divides the clock of CCNT, so only cycles accept div64. */
static void events_test_div64(struct kunit *test)
{
	const struct core_param *core = test->param_value;
	u32 number;

	for (number = 0; number < 256; number++)
		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, PERF_TYPE_RAW, number, 1, true),
				    inside(core, number) == CYCLES ? CYCLES | DIV64 : -EINVAL,
				    "r%02x with div64", number);
}

static void events_test_export(struct kunit *test)
{
	const struct core_param *core = test->param_value;
	struct cp_pmu_desc without = *core->desc;
	u32 number;

	without.export = 0;
	for (number = 0; number < 256; number++) {
		bool is = listed(core, number);

		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, PERF_TYPE_RAW, number, 2, false),
				    is && core->export ? inside(core, number) | EXPORT : -EINVAL,
				    "r%02x exported", number);
		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, &without, PERF_TYPE_RAW, number, 2, false),
				    -EINVAL, "r%02x exported without EVNTBUS", number);
		KUNIT_EXPECT_EQ(test, map(test, &without, PERF_TYPE_RAW, number, 0, false),
				is ? inside(core, number) : -EINVAL);
	}
	KUNIT_EXPECT_EQ(test, map(test, core->desc, PERF_TYPE_RAW, core->cycles[0], 3, false),
			core->export ? CYCLES | DIV64 | EXPORT : -EINVAL);
}

/* If event counters cannot count cycles, 0xff may be an event. */
static void events_test_cycles_names(struct kunit *test)
{
	struct cp_pmu_desc desc = cp_pmu_arm1176;

	KUNIT_EXPECT_EQ(test, map(test, &desc, PERF_TYPE_RAW, 0xff, 0, false), CYCLES);
	/* Cortex-A8: two numbers, of the hardware and of the tools */
	desc.cycles_evtsel = 0x11;
	KUNIT_EXPECT_EQ(test, map(test, &desc, PERF_TYPE_RAW, 0x11, 0, false), CYCLES);
	KUNIT_EXPECT_EQ(test, map(test, &desc, PERF_TYPE_RAW, 0xff, 0, false), CYCLES);
	/* XScale: only the tools' number; 0 is event 0 */
	desc.cycles_evtsel = 0;
	desc.cycles_alias = 0xfe;
	KUNIT_EXPECT_EQ(test, map(test, &desc, PERF_TYPE_RAW, 0xfe, 0, false), CYCLES);
	KUNIT_EXPECT_EQ(test, map(test, &desc, PERF_TYPE_RAW, 0, 0, false), 0);
	KUNIT_EXPECT_EQ(test, map(test, &desc, PERF_TYPE_RAW, 0xff, 0, false), 0xff);
}

/* sysfs */

/* The text of the file with this name. It is empty if the core has no such file. */
static void text_of(const struct core_param *core, const char *name, char *text, size_t size)
{
	unsigned int i;

	*text = '\0';
	for (i = 0; i < ARRAY_SIZE(rows); i++)
		if ((rows[i].cores & core->core) && rows[i].name && !strcmp(rows[i].name, name))
			snprintf(text, size, "event=0x%02x\n", rows[i].number);
	for (i = 0; core->beside[i].name; i++)
		if (!strcmp(core->beside[i].name, name))
			strscpy(text, core->beside[i].text, size);
}

static void events_test_sysfs_text(struct kunit *test)
{
	const struct core_param *core = test->param_value;
	/* sysfs_emit() needs a whole page. */
	char *page = kunit_kzalloc(test, PAGE_SIZE, GFP_KERNEL);
	struct device *dev = kunit_kzalloc(test, sizeof(*dev), GFP_KERNEL);
	struct attribute *const *attr;

	KUNIT_ASSERT_NOT_NULL(test, page);
	KUNIT_ASSERT_NOT_NULL(test, dev);
	KUNIT_ASSERT_TRUE(test, PAGE_ALIGNED(page));
	for (attr = core->desc->events; *attr; attr++) {
		const char *name = (*attr)->name;
		struct device_attribute *dev_attr =
			container_of(*attr, struct device_attribute, attr);
		char text[32];

		if (!cp_pmu_event_visible(core->desc, *attr))
			continue;
		text_of(core, name, text, sizeof(text));
		KUNIT_EXPECT_EQ_MSG(test, (*attr)->mode, 0444, "%s", name);
		KUNIT_EXPECT_PTR_EQ(test, (void *)dev_attr->show, (void *)cp_pmu_event_show);
		KUNIT_EXPECT_PTR_EQ(test, (void *)dev_attr->store, NULL);
		memset(page, '#', PAGE_SIZE);
		KUNIT_EXPECT_EQ_MSG(test, cp_pmu_event_show(dev, dev_attr, page),
				    (ssize_t)strlen(text), "%s", name);
		page[PAGE_SIZE - 1] = '\0';
		KUNIT_EXPECT_STREQ_MSG(test, page, text, "%s", name);
	}
}

/* How often a name is among the core's events in sysfs */
static unsigned int times_shown(const struct cp_pmu_desc *desc, const char *name)
{
	struct attribute *const *attr;
	unsigned int times = 0;

	for (attr = desc->events; *attr; attr++)
		times += cp_pmu_event_visible(desc, *attr) && !strcmp((*attr)->name, name);
	return times;
}

static void events_test_sysfs_visible(struct kunit *test)
{
	const struct core_param *core = test->param_value;
	struct attribute *const *attr;
	unsigned int i, visible = 0;
	char text[32];

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		const char *name = rows[i].name;

		if (!name)
			continue;
		text_of(core, name, text, sizeof(text));
		KUNIT_EXPECT_EQ_MSG(test, times_shown(core->desc, name), !!*text, "%s", name);
	}
	for (i = 0; core->beside[i].name; i++)
		KUNIT_EXPECT_EQ_MSG(test, times_shown(core->desc, core->beside[i].name),
				    1, "%s", core->beside[i].name);
	/* There is no other file. */
	for (attr = core->desc->events; *attr; attr++)
		visible += cp_pmu_event_visible(core->desc, *attr);
	KUNIT_EXPECT_EQ(test, visible, core->events - core->unnamed + i);
}

static struct kunit_case events_cases[] = {
	KUNIT_CASE_PARAM(events_test_core, core_gen_params),
	KUNIT_CASE(events_test_midr),
	KUNIT_CASE_PARAM(events_test_raw, core_gen_params),
	KUNIT_CASE_PARAM(events_test_raw_wide, core_gen_params),
	KUNIT_CASE_PARAM(events_test_allow_reserved, core_gen_params),
	KUNIT_CASE_PARAM(events_test_hw, core_gen_params),
	KUNIT_CASE_PARAM(events_test_cache, core_gen_params),
	KUNIT_CASE_PARAM(events_test_config1_unknown, core_gen_params),
	KUNIT_CASE_PARAM(events_test_config1_generic, core_gen_params),
	KUNIT_CASE_PARAM(events_test_div64, core_gen_params),
	KUNIT_CASE_PARAM(events_test_export, core_gen_params),
	KUNIT_CASE(events_test_cycles_names),
	KUNIT_CASE_PARAM(events_test_sysfs_text, core_gen_params),
	KUNIT_CASE_PARAM(events_test_sysfs_visible, core_gen_params),
	{}
};

static struct kunit_suite events_suite = {
	.name = "cp_pmu_events",
	.test_cases = events_cases,
};

kunit_test_suite(events_suite);
