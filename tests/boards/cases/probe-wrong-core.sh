#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# boards: *-wrong-core
#
# The device tree names another core than the processor is: the probe fails, names
# both, and leaves the monitor alone.

. /bench/lib.sh
dmesg -c >/dev/null
before=$(accesses)
insmod /bench/arm_cp_pmu.ko
dmesg >/tmp/log
fails "there is no PMU" test -e "$P"
fails "nor one of the other core" test -e /sys/bus/event_source/devices/armv6_1136
succeeds "the log names both cores" grep -q 'armv6_1136.*armv6_1176' /tmp/log
eq "no access to the PMU" $(($(accesses) - before)) 0
succeeds "the module goes" rmmod arm_cp_pmu
finish
