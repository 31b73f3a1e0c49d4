#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: control +cubieboard
# control: ours
#
# The kernel's own driver has the PMU. The module logs which kernel parameter frees it and
# does not access the hardware.

. /bench/lib.sh
[ -e "$P" ] || skip "the kernel's own driver does not have the PMU here"

dmesg -c >/dev/null
before=$(accesses)
insmod /bench/arm_cp_pmu.ko 2>/tmp/err
eq "loading the module causes no access to the PMU" $(($(accesses) - before)) 0
dmesg >/tmp/log
succeeds "the log names the kernel parameter" grep -q "initcall_blacklist=$OWN_DRIVER" /tmp/log
eq "the kernel's own driver still has the device" \
	"$(basename "$(readlink /sys/bus/platform/devices/*pmu*/driver)")" "${OWN_DRIVER%_pmu_driver_init}-pmu"
succeeds "the kernel's own driver counts" measure -n 10 "$INSTR"
before=$(accesses)
grep -q '^arm_cp_pmu ' /proc/modules && rmmod arm_cp_pmu
eq "unloading the module causes no access to the PMU" $(($(accesses) - before)) 0
finish
