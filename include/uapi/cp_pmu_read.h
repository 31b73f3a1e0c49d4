/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * Read an event of arm_cp_pmu without a system call, on Cortex-A8. Open the event with
 *
 *	attr.config1 = CP_PMU_USER_READ, attr.remove_on_exec = 1, attr.read_format = 0
 *
 * and map its first page with PROT_READ and MAP_SHARED. If the page names no counter, the
 * function calls read(2). On other cores the open fails with EOPNOTSUPP. Open the event
 * without CP_PMU_USER_READ there, and the function always calls read(2). It does so on other
 * architectures and in Thumb-1 code, too.
 *
 * Only the task that opened the event may read it like this: see user_read.rst.
 */
#ifndef _CP_PMU_READ_H
#define _CP_PMU_READ_H

#include <errno.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <unistd.h>

#define CP_PMU_USER_READ	4
/* The counters in the page: PMN0 to PMN3 are 1 to 4. */
#define CP_PMU_INDEX_CCNT	5

/* perf reads 0 bytes of a pinned event that has lost its counter for good. */
static inline int cp_pmu_read_call(int fd, uint64_t *count)
{
	ssize_t size = read(fd, count, sizeof(*count));

	if (size == sizeof(*count))
		return 0;
	if (size >= 0)
		errno = EBUSY;
	return -1;
}

/* Return 0, or -1 with errno of read(2), or EBUSY for an event without a counter. */
#if defined(__arm__) && (!defined(__thumb__) || defined(__thumb2__))
static inline int cp_pmu_read(int fd, const volatile struct perf_event_mmap_page *page,
			      uint64_t *count)
{
	uint32_t lock, index, value, selected;

	do {
		lock = page->lock;
		index = page->index;
		*count = page->offset;
		selected = index - 1;
		if (!index)
			return cp_pmu_read_call(fd, count);
		if (index == CP_PMU_INDEX_CCNT)
			__asm__ volatile("mrc p15, 0, %0, c9, c13, 0" : "=r" (value) : : "memory");
		else	/* PMNXSEL, ISB, PMCNT. An interrupt may select another counter. */
			__asm__ volatile("mcr p15, 0, %1, c9, c12, 5\n\t"
					 "mcr p15, 0, %2, c7, c5, 4\n\t"
					 "mrc p15, 0, %0, c9, c13, 2\n\t"
					 "mrc p15, 0, %1, c9, c12, 5"
					 : "=&r" (value), "+&r" (selected) : "r" (0) : "memory");
	} while (page->lock != lock || ((selected ^ (index - 1)) & 0x1f));
	/* The offset is for the counter's value as a signed number. */
	*count += (int64_t)(int32_t)value;
	return 0;
}
#else
static inline int cp_pmu_read(int fd, const volatile struct perf_event_mmap_page *page,
			      uint64_t *count)
{
	(void)page;
	return cp_pmu_read_call(fd, count);
}
#endif

#endif
