/* SPDX-License-Identifier: GPL-2.0 */
#ifndef __CP_PMU_COMPAT_LINUX_MATH_H__
#define __CP_PMU_COMPAT_LINUX_MATH_H__

#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(5, 11, 0)
#include <linux/kernel.h>
#else
#include_next <linux/math.h>
#endif

#endif
