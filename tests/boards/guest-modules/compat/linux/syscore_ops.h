/* SPDX-License-Identifier: GPL-2.0 */
#ifndef __BENCH_COMPAT_LINUX_SYSCORE_OPS_H__
#define __BENCH_COMPAT_LINUX_SYSCORE_OPS_H__

#include_next <linux/syscore_ops.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 19, 0)
/*
 * Before 6.19 the callbacks have no argument. This wrapper supports one user and its
 * shutdown callback.
 */
struct bench_syscore_ops {
	void (*shutdown)(void *data);
};

struct syscore {
	const struct bench_syscore_ops *ops;
	void *data;
};

static const struct syscore *bench_syscore;

static void bench_syscore_shutdown(void)
{
	bench_syscore->ops->shutdown(bench_syscore->data);
}

static struct syscore_ops bench_syscore_old = {
	.shutdown = bench_syscore_shutdown,
};

static inline void register_syscore(struct syscore *syscore)
{
	bench_syscore = syscore;
	register_syscore_ops(&bench_syscore_old);
}

static inline void unregister_syscore(struct syscore *syscore)
{
	unregister_syscore_ops(&bench_syscore_old);
}

#define syscore_ops	bench_syscore_ops
#endif

#endif
