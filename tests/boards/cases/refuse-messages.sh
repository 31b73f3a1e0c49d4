#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module builtin debug +cubieboard +cubieboard-5.10
#
# With dynamic debug on, the log says why an event was refused.

. /bench/lib.sh
load
[ -w /proc/dynamic_debug/control ] || skip "the kernel has no dynamic debug"
echo 'module arm_cp_pmu +p' >/proc/dynamic_debug/control

dmesg -c >/dev/null
measure -E EINVAL "$PMU:0x$RESERVED" >/dev/null
dmesg >/tmp/log
succeeds "the log names a reserved number and its core" \
	sh -c "grep -i '0x0*${RESERVED#0}' /tmp/log | grep $PMU"
dmesg -c >/dev/null
measure -x user -E EOPNOTSUPP "$INSTR" >/dev/null
dmesg >/tmp/log
succeeds "the log names a mode filter that the hardware lacks" grep -qi 'exclude\|mode\|filter' /tmp/log
echo 'module arm_cp_pmu -p' >/proc/dynamic_debug/control
dmesg -c >/dev/null
measure -E EINVAL "$PMU:0x$RESERVED" >/dev/null
eq "with dynamic debug off the log stays empty" "$(dmesg)" ""
finish
