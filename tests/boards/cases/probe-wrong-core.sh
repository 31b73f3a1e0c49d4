#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: *-wrong-core
#
# The device tree names a different core: the probe fails, logs both cores, and does not
# access the monitor.

. /bench/lib.sh
dmesg -c >/dev/null
before=$(accesses)
insmod /bench/arm_cp_pmu.ko
dmesg >/tmp/log
fails "there is no PMU" test -e "$P"
fails "there is no PMU of the other core" test -e /sys/bus/event_source/devices/armv6_1136
succeeds "the log names both cores" grep -q 'armv6_1136.*armv6_1176' /tmp/log
eq "the probe does not access the PMU" $(($(accesses) - before)) 0
succeeds "the module can be unloaded" rmmod arm_cp_pmu
finish
