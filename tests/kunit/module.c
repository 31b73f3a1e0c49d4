// SPDX-License-Identifier: GPL-2.0
/* The module of all suites */

#include <linux/module.h>

MODULE_DESCRIPTION("KUnit tests of arm_cp_pmu");
MODULE_LICENSE("GPL");
