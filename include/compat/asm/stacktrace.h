/* SPDX-License-Identifier: GPL-2.0 */
#ifndef __CP_PMU_COMPAT_ASM_STACKTRACE_H__
#define __CP_PMU_COMPAT_ASM_STACKTRACE_H__

#include_next <asm/stacktrace.h>
#include <linux/version.h>

/* Up to 5.15, a frame does not name its task, for the return addresses of kretprobes. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(5, 16, 0)
#undef CONFIG_KRETPROBES
#endif

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 2, 0)
/* Up to 6.1, the function gets the frame, and ends the walk by a value that is not 0. */
struct cp_pmu_compat_walk {
	bool (*fn)(void *data, unsigned long pc);
	void *data;
};

static int __maybe_unused cp_pmu_compat_walk_fn(struct stackframe *frame, void *data)
{
	struct cp_pmu_compat_walk *walk = data;

	return !walk->fn(walk->data, frame->pc);
}

static void __maybe_unused cp_pmu_compat_walk_stackframe(struct stackframe *frame,
							 bool (*fn)(void *data,
								    unsigned long pc),
							 void *data)
{
	struct cp_pmu_compat_walk walk = { fn, data };

	walk_stackframe(frame, cp_pmu_compat_walk_fn, &walk);
}

#define walk_stackframe	cp_pmu_compat_walk_stackframe
#endif

#endif
