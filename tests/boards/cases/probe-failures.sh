#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: debug soak
# boards: eb-1176
#
# The probe fails at each allocation in turn, as the kernel's fault injection has
# it, until one has come through without a fault. Whatever has failed, nothing
# is left behind: no PMU, no interrupt, no counting, no memory. A PMU that is there
# in spite of a fault counts.

. /bench/lib.sh
load
driver=/sys/bus/platform/drivers/arm-cp-pmu
device=$(basename "$(dirname "$(ls -d $driver/*/driver)")")
faults=/sys/kernel/debug/failslab
echo N >$faults/ignore-gfp-wait
echo 0 >$faults/verbose

# The module is loaded without a probe, which is then asked for: a fault in the
# loading would be the kernel's own matter.
echo 0 >/sys/bus/platform/drivers_autoprobe
reload() {
	rmmod arm_cp_pmu && insmod /bench/arm_cp_pmu.ko
}
reload
step=7
[ "$VARIANT" = soak ] && step=1

n=1
failures=0
wrong=
while [ $n -lt 2000 ]; do
	semantics -r $n probe "$device" >/tmp/out 2>&1 || wrong="$wrong $n:$(cat /tmp/out)"
	[ "$(word struck 2 /tmp/out)" = 1 ] || break
	if [ -e "$P" ]; then
		measure -n 10 "$INSTR" >/dev/null || wrong="$wrong $n:measure"
		reload || wrong="$wrong $n:reload"
	else
		failures=$((failures + 1))
	fi
	[ ! -e "$P" ] || wrong="$wrong $n:PMU"
	[ ! -e "$driver/$device" ] || wrong="$wrong $n:driver"
	! grep -q "$PMU" /proc/interrupts || wrong="$wrong $n:interrupt"
	[ "$(get running irq-enable)" = "0 0" ] || wrong="$wrong $n:running"
	n=$((n + step))
done
note "every $step of $n allocations has failed, and with it $failures probes"
eq "after each fault all is as before" "$wrong" ""
between "faults made the probe fail" $failures 5 2000
eq "the last probe is without a fault" "$(word struck 2 /tmp/out)" 0
succeeds "and its PMU counts" measure -n 1000 "$INSTR"
echo 1 >/sys/bus/platform/drivers_autoprobe

# What the module has allocated and lost is known by the program that had it
# probed: the module's own names are gone with it. The soak's kernel has KASAN instead.
unload
if [ "$VARIANT" = debug ]; then
	leaks=/sys/kernel/debug/kmemleak
	echo scan >$leaks
	sleep 6
	echo scan >$leaks
	sleep 6
	eq "nothing is lost" "$(grep -c 'comm "semantics"' $leaks)" 0
fi
finish
