#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: debug soak eb-1176
#
# Fault injection lets each allocation of the probe fail in turn, until a probe needs fewer
# allocations. A failed probe leaves nothing behind: no PMU, no interrupt, no running counter,
# no memory. If a probe succeeds in spite of a fault, the PMU counts.

. /bench/lib.sh
load
driver=/sys/bus/platform/drivers/arm-cp-pmu
device=$(basename "$(dirname "$(ls -d $driver/*/driver)")")
faults=/sys/kernel/debug/failslab
echo N >$faults/ignore-gfp-wait
echo 0 >$faults/verbose

# Load the module without a probe, then request the probe: a fault while the module is
# loaded would test the kernel.
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
note "of $n allocations, one in $step failed, in a probe of its own; $failures probes failed"
eq "no fault leaves anything behind" "$wrong" ""
between "faults make the probe fail" $failures 5 2000
eq "the last probe had no fault" "$(word struck 2 /tmp/out)" 0
succeeds "the PMU of the last probe counts" measure -n 1000 "$INSTR"
echo 1 >/sys/bus/platform/drivers_autoprobe

# kmemleak names the program that requested the probe; the module's symbols are gone. The
# soak kernel has KASAN instead of kmemleak.
unload
if [ "$VARIANT" = debug ]; then
	leaks=/sys/kernel/debug/kmemleak
	echo scan >$leaks
	sleep 6
	echo scan >$leaks
	sleep 6
	eq "no memory is lost" "$(grep -c 'comm "semantics"' $leaks)" 0
fi
finish
