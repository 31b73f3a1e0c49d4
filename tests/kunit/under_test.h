/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Each suite includes files of the driver. Rename their global symbols, so that all suites
 * fit into one module, and into a kernel with the driver.
 */
#ifndef __CP_PMU_UNDER_TEST_H__
#define __CP_PMU_UNDER_TEST_H__

#define __UNDER_TEST(suite, name)	suite##_##name
#define _UNDER_TEST(suite, name)	__UNDER_TEST(suite, name)
#define UNDER_TEST(name)		_UNDER_TEST(SUITE, name)

#define cp_pmu_arm1136			UNDER_TEST(cp_pmu_arm1136)
#define cp_pmu_arm1156			UNDER_TEST(cp_pmu_arm1156)
#define cp_pmu_arm1176			UNDER_TEST(cp_pmu_arm1176)
#define cp_pmu_cortex_a8		UNDER_TEST(cp_pmu_cortex_a8)
#define cp_pmu_xscale1			UNDER_TEST(cp_pmu_xscale1)
#define cp_pmu_pmnc_ops			UNDER_TEST(cp_pmu_pmnc_ops)
#define cp_pmu_event_show		UNDER_TEST(cp_pmu_event_show)
#define cp_pmu_event_visible		UNDER_TEST(cp_pmu_event_visible)
#define cp_pmu_map_event		UNDER_TEST(cp_pmu_map_event)
#define cp_count_next_period		UNDER_TEST(cp_count_next_period)
#define cp_count_preload		UNDER_TEST(cp_count_preload)
#define cp_count_get_idx		UNDER_TEST(cp_count_get_idx)
#define cp_count_group_fits		UNDER_TEST(cp_count_group_fits)
#define cp_plan_scale			UNDER_TEST(cp_plan_scale)
#define cp_plan_begin			UNDER_TEST(cp_plan_begin)
#define cp_plan_check			UNDER_TEST(cp_plan_check)
#define cp_plan_limit			UNDER_TEST(cp_plan_limit)
#define cp_plan_time_of		UNDER_TEST(cp_plan_time_of)
#define cp_plan_weight			UNDER_TEST(cp_plan_weight)
#define cp_line_overflow		UNDER_TEST(cp_line_overflow)
#define cp_line_spurious		UNDER_TEST(cp_line_spurious)
#define cp_line_missed			UNDER_TEST(cp_line_missed)
#define cp_line_polled			UNDER_TEST(cp_line_polled)

#endif /* __CP_PMU_UNDER_TEST_H__ */
