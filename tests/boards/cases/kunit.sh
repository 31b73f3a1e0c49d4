#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module eb-1136 eb-1156 eb-1176
#
# The KUnit suites on ARM, the same as under User Mode Linux. insmod succeeds even if a
# case fails, so the case reads the log.

. /bench/lib.sh
dmesg -c >/dev/null
succeeds "the KUnit module can be loaded" insmod /bench/kunit.ko
succeeds "the module of the suites can be loaded" insmod /bench/arm_cp_pmu_kunit.ko
dmesg -c | sed 's/^\[[^]]*\] //' >/tmp/log
eq "no KUnit case fails" "$(grep '^ *not ok ' /tmp/log)" ""
for suite in a8 arm11 count events l220 line xscale1; do
	succeeds "suite cp_pmu_$suite passes" grep -qE "^ *ok [0-9]+ (- )?cp_pmu_$suite\$" /tmp/log
done
note "$(grep -cE '^ {4,}ok ' /tmp/log) cases and parameters"
rmmod arm_cp_pmu_kunit kunit
finish
