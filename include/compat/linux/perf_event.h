/* SPDX-License-Identifier: GPL-2.0 */
#ifndef __CP_PMU_COMPAT_LINUX_PERF_EVENT_H__
#define __CP_PMU_COMPAT_LINUX_PERF_EVENT_H__

#include_next <linux/perf_event.h>

/*
 * Up to 6.1 a PMU that is registered for tasks a second time, since its module
 * was loaded again, is warned about and demoted, unless it says that it is one
 * of several kinds of CPU. Nothing else looks at that bit.
 */
#ifdef PERF_PMU_CAP_HETEROGENEOUS_CPUS
enum {
	CP_PMU_COMPAT_CAP = PERF_PMU_CAP_EXTENDED_HW_TYPE | PERF_PMU_CAP_HETEROGENEOUS_CPUS
};

#undef PERF_PMU_CAP_EXTENDED_HW_TYPE
#define PERF_PMU_CAP_EXTENDED_HW_TYPE	CP_PMU_COMPAT_CAP
#endif

#endif
