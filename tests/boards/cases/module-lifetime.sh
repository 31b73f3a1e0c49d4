#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module debug +connex-255-dt +cubieboard +cubieboard-5.10 +pb-a8-rt +pb-a8-thumb2
# on: +pi-zero-irq
# tier: main
#
# Loading and unloading the module; an open event holds it.

. /bench/lib.sh
load

fails "the module cannot be loaded twice" insmod /bench/arm_cp_pmu.ko

# An open event holds the module.
hold "$CYCLES"
fails "the module cannot be unloaded while an event is open" rmmod arm_cp_pmu
succeeds "another event counts after that" measure -n 10 "$INSTR"
# Unbinding would remove the device of the open event: the driver has no unbind file.
driver=$(readlink -f /sys/bus/platform/drivers/*cp*pmu* 2>/dev/null | head -n 1)
fails "the driver cannot be unbound from its device" test -e "$driver/unbind"
release
succeeds "the module can be unloaded when the event is closed" rmmod arm_cp_pmu
fails "the PMU is gone after that" test -e "$P"
eq "the counters are off after that" $(($(get pmnc) & 1)) 0

# free: free memory in kB. MemFree leaves out the lists of free pages of the CPU.
free() {
	sync
	echo 3 >/proc/sys/vm/drop_caches
	awk '$1 == "nr_free_pages" || $1 == "count:" { n += $2 } END { print 4 * n }' /proc/zoneinfo
}
# The first rounds fill the kernel's caches.
i=0
lost=
while [ $i -lt 110 ]; do
	insmod /bench/arm_cp_pmu.ko || lost="$lost insmod"
	measure -n 1000 "$INSTR" "$CYCLES" >/dev/null || lost="$lost measure"
	rmmod arm_cp_pmu || lost="$lost rmmod"
	i=$((i + 1))
	[ $i = 10 ] && before=$(free)
done
eq "the module was loaded, counted and was unloaded 110 times" "$lost" ""
# A hundred leaks of one page are 400 kB. Up to Linux 6.1, what the unloads leave to perf
# (include/compat) takes some 60 kB, and the rest of the system varies by less than that. The
# debug kernel's own bookkeeping varies by more, but /init checks kmemleak there.
if [ "$VARIANT" = debug ]; then
	note "memory lost in 100 of these rounds, in kB: $((before - $(free)))"
else
	between "100 of these rounds lose at most 300 kB" $((before - $(free))) -100000 300
fi
load
succeeds "the module counts when it is loaded again" measure -n 1000 "$INSTR"
finish
