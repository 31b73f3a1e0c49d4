// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the event tables of ARM11, and of their lookup, cp_pmu_events.c.
 */

#include <linux/device.h>
#include <linux/gfp.h>
#include <kunit/test.h>

#define SUITE events_kunit
#define CP_PMU_FAKE_REGS
#include "fake_regs.h"
#include "under_test.h"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_arm11.c"
#include "../../drivers/perf/arm_cp_pmu/cp_pmu_events.c"

#define ARM1136	0x1
#define ARM1156	0x2
#define ARM1176	0x4
#define ARM11	(ARM1136 | ARM1156 | ARM1176)

/* Application Note 195, Table 2, and what sysfs makes of it */
static const struct table2_row {
	u8 number;
	const char *name;
	const char *text;
	u8 cores;
} table2[] = {
	{ 0x00, "icache_miss", "event=0x00\n", ARM11 },
	{ 0x01, "ibuf_stall", "event=0x01\n", ARM11 },
	{ 0x02, "ddep_stall", "event=0x02\n", ARM11 },
	{ 0x03, "itlb_miss", "event=0x03\n", ARM1136 | ARM1176 },
	{ 0x04, "dtlb_miss", "event=0x04\n", ARM1136 | ARM1176 },
	{ 0x05, "br_exec", "event=0x05\n", ARM11 },
	{ 0x06, "br_mispredict", "event=0x06\n", ARM11 },
	{ 0x07, "instr_exec", "event=0x07\n", ARM11 },
	{ 0x09, "dcache_access_cacheable", "event=0x09\n", ARM11 },
	{ 0x0a, "dcache_access", "event=0x0a\n", ARM11 },
	{ 0x0b, "dcache_miss", "event=0x0b\n", ARM11 },
	{ 0x0c, "dcache_wback", "event=0x0c\n", ARM11 },
	{ 0x0d, "pc_change", "event=0x0d\n", ARM11 },
	{ 0x0f, "main_tlb_miss", "event=0x0f\n", ARM1136 | ARM1176 },
	{ 0x10, "ext_data_access", "event=0x10\n", ARM11 },
	{ 0x11, "lsu_full_stall", "event=0x11\n", ARM11 },
	{ 0x12, "wbuf_drained", "event=0x12\n", ARM11 },
	{ 0x13, "fiq_disabled_cycles", "event=0x13\n", ARM1156 },
	{ 0x14, "irq_disabled_cycles", "event=0x14\n", ARM1156 },
	{ 0x20, "etmextout0", "event=0x20\n", ARM11 },
	{ 0x21, "etmextout1", "event=0x21\n", ARM11 },
	{ 0x22, "etmextout", "event=0x22\n", ARM11 },
	{ 0x23, "proc_call", "event=0x23\n", ARM1176 },
	{ 0x24, "proc_ret", "event=0x24\n", ARM1176 },
	{ 0x25, "proc_ret_pred", "event=0x25\n", ARM1176 },
	{ 0x26, "proc_ret_mispred", "event=0x26\n", ARM1176 },
	{ 0x30, "icache_tag_parity", "event=0x30\n", ARM1156 },
	{ 0x31, "icache_data_parity", "event=0x31\n", ARM1156 },
	{ 0x32, "dcache_tag_parity", "event=0x32\n", ARM1156 },
	{ 0x33, "dcache_data_parity", "event=0x33\n", ARM1156 },
	{ 0x34, "itcm_error", "event=0x34\n", ARM1156 },
	{ 0x35, "dtcm_error", "event=0x35\n", ARM1156 },
	{ 0x36, "ret_stack_pop", "event=0x36\n", ARM1156 },
	{ 0x37, "ret_stack_mispred", "event=0x37\n", ARM1156 },
	{ 0x38, "dcache_dirty_parity", "event=0x38\n", ARM1156 },
	{ 0xff, "cpu_cycles", "event=0xff\n", ARM11 },
};

/* Rows of sysfs that are no row of the table, on all cores */
static const struct table2_row beside_table2[] = {
	{ 0xff, "cycles_div64", "event=0xff,div64=1\n", ARM11 },
	{ 0xff, "cycles_div64.scale", "64\n", ARM11 },
};

struct core_param {
	const char *name;
	const struct cp_pmu_desc *desc;
	u8 core;
	unsigned int events;
};

static const struct core_param core_params[] = {
	{ "armv6_1136", &cp_pmu_arm1136, ARM1136, 21 },
	{ "armv6_1156", &cp_pmu_arm1156, ARM1156, 29 },
	{ "armv6_1176", &cp_pmu_arm1176, ARM1176, 25 },
};

static void core_desc(const struct core_param *param, char *desc)
{
	strscpy(desc, param->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(core, core_params, core_desc);

#define CYCLES	0x100	/* CP_PMU_EVT_CYCLES: outside of the hardware's numbers */
#define DIV64	0x200	/* CP_PMU_EVT_DIV64 */
#define EXPORT	0x400	/* CP_PMU_EVT_EXPORT */

/* A type that perf gives to a PMU of its own name, and no other type */
#define OWN_TYPE	(PERF_TYPE_MAX + 3)

/* The manual's row of a number on a core */
static const struct table2_row *listed(const struct core_param *core, u32 number)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(table2); i++)
		if (table2[i].number == number && (table2[i].cores & core->core))
			return &table2[i];
	return NULL;
}

/* What a number is inside of the driver; 0xff, the note says, is each cycle. */
static int inside(u32 number)
{
	return number == 0xff ? CYCLES : number;
}

/* Map, and see that a refusal comes with its reason. */
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
	KUNIT_EXPECT_EQ(test, core->desc->num_event_counters, 2);
	KUNIT_EXPECT_TRUE(test, core->desc->has_export);
}

/* Main ID Registers as the processors have them, any variant and revision */
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
		{ 0x413fc082, NULL },	/* Cortex-A8 */
		{ 0x69052d06, NULL },	/* PXA255 */
		{ 0x690fb760, NULL },	/* the part number at another implementer */
	};
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(midrs); i++)
		for (n = 0; n < ARRAY_SIZE(core_params); n++) {
			const struct cp_pmu_desc *desc = core_params[n].desc;

			KUNIT_EXPECT_EQ_MSG(test,
					    (midrs[i].midr & desc->midr_mask) == desc->midr,
					    midrs[i].desc == desc, "MIDR %#x on %s",
					    midrs[i].midr, desc->name);
		}
}

static void events_test_raw(struct kunit *test)
{
	const struct core_param *core = test->param_value;
	unsigned int accepted = 0;
	u32 number;

	for (number = 0; number < 256; number++) {
		int want = listed(core, number) ? inside(number) : -EINVAL;

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
				    inside(number), "r%02x", number);
	/* It is for numbers: a generic event has none that could be tried. */
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
	static const struct {
		u64 config;
		int evt;
	} ids[] = {
		{ PERF_COUNT_HW_CPU_CYCLES, CYCLES },
		{ PERF_COUNT_HW_INSTRUCTIONS, 0x07 },
		{ PERF_COUNT_HW_CACHE_REFERENCES, 0x09 },
		{ PERF_COUNT_HW_CACHE_MISSES, 0x0b },
		{ PERF_COUNT_HW_BRANCH_INSTRUCTIONS, 0x05 },
		{ PERF_COUNT_HW_BRANCH_MISSES, 0x06 },
		{ PERF_COUNT_HW_BUS_CYCLES, -ENOENT },
		{ PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, 0x01 },
		{ PERF_COUNT_HW_STALLED_CYCLES_BACKEND, 0x11 },
		{ PERF_COUNT_HW_REF_CPU_CYCLES, -ENOENT },
		{ PERF_COUNT_HW_MAX, -ENOENT },
		{ PERF_COUNT_HW_MAX + 1, -ENOENT },
		{ 0xff, -ENOENT },
		{ 0x100, -ENOENT },
		{ 0x100000000ULL, -ENOENT },
		{ 0x100000001ULL, -ENOENT },
		{ 0x8000000000000000ULL, -ENOENT },
		{ U64_MAX, -ENOENT },
	};
	const struct core_param *core = test->param_value;
	unsigned int i;

	BUILD_BUG_ON(PERF_COUNT_HW_MAX != 10);
	for (i = 0; i < ARRAY_SIZE(ids); i++)
		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, PERF_TYPE_HARDWARE,
					ids[i].config, 0, false),
				    ids[i].evt, "hardware event %#llx", ids[i].config);
}

/*
 * The cache event's number, or -ENOENT. What a cache's misses are counted
 * against must be counted by the same rule, hence 0x09 and not 0x0a (section 8);
 * the TLB events are unused on ARM1156; the L1 instruction cache has no count of
 * accesses; and no store goes through the instruction side.
 */
static int cache_event(const struct core_param *core, unsigned int cache,
		       unsigned int op, unsigned int result)
{
	bool read = op == PERF_COUNT_HW_CACHE_OP_READ;
	bool write = op == PERF_COUNT_HW_CACHE_OP_WRITE;
	bool access = result == PERF_COUNT_HW_CACHE_RESULT_ACCESS;
	bool miss = result == PERF_COUNT_HW_CACHE_RESULT_MISS;
	bool tlb = core->core != ARM1156;

	if (cache == PERF_COUNT_HW_CACHE_L1D && (read || write))
		return access ? 0x09 : miss ? 0x0b : -ENOENT;
	if (cache == PERF_COUNT_HW_CACHE_L1I && read && miss)
		return 0x00;
	if (cache == PERF_COUNT_HW_CACHE_DTLB && (read || write) && miss && tlb)
		return 0x04;
	if (cache == PERF_COUNT_HW_CACHE_ITLB && read && miss && tlb)
		return 0x03;
	if (cache == PERF_COUNT_HW_CACHE_BPU && read)
		return access ? 0x05 : miss ? 0x06 : -ENOENT;
	return -ENOENT;
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
				    cache_event(core, cache, op, result),
				    "cache event %#llx", config);
	}
	/* Each bit above those, on an event that exists without it */
	for (i = 12; i < 64; i++)
		if (i < 16 || i >= 20)
			KUNIT_EXPECT_EQ_MSG(test,
					    map(test, core->desc, PERF_TYPE_HW_CACHE,
						BIT_ULL(i), 0, false),
					    -ENOENT, "cache event bit %u", i);
	KUNIT_EXPECT_EQ(test, map(test, core->desc, PERF_TYPE_HW_CACHE, U64_MAX, 0, false),
			-ENOENT);
}

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
				    map(test, core->desc, PERF_TYPE_HARDWARE,
					PERF_COUNT_HW_CPU_CYCLES, BIT_ULL(bit) | 3, true),
				    -EINVAL, "cycles, config1 bit %d", bit);
		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, PERF_TYPE_HW_CACHE,
					PERF_COUNT_HW_CACHE_L1D, BIT_ULL(bit), false),
				    -EINVAL, "L1D loads, config1 bit %d", bit);
	}
}

/* D divides the clock of CCNT, so div64 goes with cycles only. */
static void events_test_div64(struct kunit *test)
{
	const struct core_param *core = test->param_value;
	u32 number;

	for (number = 0; number < 256; number++)
		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, PERF_TYPE_RAW, number, 1, true),
				    number == 0xff ? CYCLES | DIV64 : -EINVAL,
				    "r%02x with div64", number);
	KUNIT_EXPECT_EQ(test, map(test, core->desc, PERF_TYPE_HARDWARE,
				  PERF_COUNT_HW_CPU_CYCLES, 1, false), CYCLES | DIV64);
	KUNIT_EXPECT_EQ(test, map(test, core->desc, PERF_TYPE_HARDWARE,
				  PERF_COUNT_HW_INSTRUCTIONS, 1, false), -EINVAL);
	KUNIT_EXPECT_EQ(test, map(test, core->desc, PERF_TYPE_HW_CACHE,
				  PERF_COUNT_HW_CACHE_L1D, 1, false), -EINVAL);
}

static void events_test_export(struct kunit *test)
{
	const struct core_param *core = test->param_value;
	struct cp_pmu_desc without = *core->desc;
	u32 number;

	without.has_export = false;
	for (number = 0; number < 256; number++) {
		bool is = listed(core, number);

		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, core->desc, PERF_TYPE_RAW, number, 2, false),
				    is ? inside(number) | EXPORT : -EINVAL,
				    "r%02x exported", number);
		KUNIT_EXPECT_EQ_MSG(test,
				    map(test, &without, PERF_TYPE_RAW, number, 2, false),
				    -EINVAL, "r%02x exported without EVNTBUS", number);
		KUNIT_EXPECT_EQ(test, map(test, &without, PERF_TYPE_RAW, number, 0, false),
				is ? inside(number) : -EINVAL);
	}
	KUNIT_EXPECT_EQ(test, map(test, core->desc, PERF_TYPE_RAW, 0xff, 3, false),
			CYCLES | DIV64 | EXPORT);
}

/* A core whose event counters cannot count cycles may use 0xff for an event. */
static void events_test_cycles_names(struct kunit *test)
{
	struct cp_pmu_desc desc = cp_pmu_arm1176;

	KUNIT_EXPECT_EQ(test, map(test, &desc, PERF_TYPE_RAW, 0xff, 0, false), CYCLES);
	/* Cortex-A8: two names, one of hardware's and one of the tools' */
	desc.cycles_evtsel = 0x11;
	KUNIT_EXPECT_EQ(test, map(test, &desc, PERF_TYPE_RAW, 0x11, 0, false), CYCLES);
	KUNIT_EXPECT_EQ(test, map(test, &desc, PERF_TYPE_RAW, 0xff, 0, false), CYCLES);
	/* XScale: the tools' name alone, and 0 is the event 0 */
	desc.cycles_evtsel = 0;
	desc.cycles_alias = 0xfe;
	KUNIT_EXPECT_EQ(test, map(test, &desc, PERF_TYPE_RAW, 0xfe, 0, false), CYCLES);
	KUNIT_EXPECT_EQ(test, map(test, &desc, PERF_TYPE_RAW, 0, 0, false), 0);
	KUNIT_EXPECT_EQ(test, map(test, &desc, PERF_TYPE_RAW, 0xff, 0, false), 0xff);
}

/* sysfs */

static const struct table2_row *row_by_name(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(table2); i++)
		if (!strcmp(table2[i].name, name))
			return &table2[i];
	for (i = 0; i < ARRAY_SIZE(beside_table2); i++)
		if (!strcmp(beside_table2[i].name, name))
			return &beside_table2[i];
	return NULL;
}

static void events_test_sysfs_text(struct kunit *test)
{
	const struct core_param *core = test->param_value;
	/* A whole page, since sysfs_emit() wants to see one. */
	char *page = kunit_kzalloc(test, PAGE_SIZE, GFP_KERNEL);
	struct device *dev = kunit_kzalloc(test, sizeof(*dev), GFP_KERNEL);
	struct attribute *const *attr;

	KUNIT_ASSERT_NOT_NULL(test, page);
	KUNIT_ASSERT_NOT_NULL(test, dev);
	KUNIT_ASSERT_TRUE(test, PAGE_ALIGNED(page));
	for (attr = core->desc->events; *attr; attr++) {
		const struct table2_row *row = row_by_name((*attr)->name);
		struct device_attribute *dev_attr =
			container_of(*attr, struct device_attribute, attr);

		KUNIT_EXPECT_NOT_NULL_MSG(test, row, "%s", (*attr)->name);
		if (!row)
			continue;
		KUNIT_EXPECT_EQ_MSG(test, (*attr)->mode, 0444, "%s", row->name);
		KUNIT_EXPECT_PTR_EQ(test, (void *)dev_attr->show, (void *)cp_pmu_event_show);
		KUNIT_EXPECT_PTR_EQ(test, (void *)dev_attr->store, NULL);
		memset(page, '#', PAGE_SIZE);
		KUNIT_EXPECT_EQ_MSG(test, cp_pmu_event_show(dev, dev_attr, page),
				    (ssize_t)strlen(row->text), "%s", row->name);
		page[PAGE_SIZE - 1] = '\0';
		KUNIT_EXPECT_STREQ_MSG(test, page, row->text, "%s", row->name);
	}
}

/* How often a name is among the events that the core shows */
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

	for (i = 0; i < ARRAY_SIZE(table2); i++)
		KUNIT_EXPECT_EQ_MSG(test, times_shown(core->desc, table2[i].name),
				    !!(table2[i].cores & core->core), "%s", table2[i].name);
	for (i = 0; i < ARRAY_SIZE(beside_table2); i++)
		KUNIT_EXPECT_EQ_MSG(test, times_shown(core->desc, beside_table2[i].name),
				    1, "%s", beside_table2[i].name);
	/* And nothing else is shown. */
	for (attr = core->desc->events; *attr; attr++)
		visible += cp_pmu_event_visible(core->desc, *attr);
	KUNIT_EXPECT_EQ(test, visible, core->events + ARRAY_SIZE(beside_table2));
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
