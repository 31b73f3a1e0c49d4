#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: module debug
#
# The module comes and goes, and stays while it is used.

. /bench/lib.sh
load

fails "loading it twice" insmod /bench/arm_cp_pmu.ko

# An open event holds the module.
mkfifo /tmp/hold
measure -H "$CYCLES" </tmp/hold >/tmp/holding 2>&1 &
holder=$!
exec 4>/tmp/hold
while ! grep -q holding /tmp/holding && kill -0 $holder; do
	usleep 10000
done
fails "unloading it with an event open" rmmod arm_cp_pmu
succeeds "the event still counts elsewhere" measure -n 10 "$INSTR"
# Out from under the event, by unbinding: refused, or without harm
driver=$(readlink -f /sys/bus/platform/drivers/*cp*pmu* 2>/dev/null | head -n 1)
fails "unbinding it from its device" test -e "$driver/unbind"
exec 4>&-
wait $holder
eq "the holder ends well" $? 0
rm -f /tmp/hold
succeeds "unloading it when the event is closed" rmmod arm_cp_pmu
fails "its PMU is gone" test -e "$P"
eq "and it has left the counters off" $(($(get pmnc) & 1)) 0

free() {
	sync
	echo 3 >/proc/sys/vm/drop_caches
	awk '/^MemFree/ { print $2 }' /proc/meminfo
}
# The first rounds fill caches that stay.
i=0
lost=
while [ $i -lt 60 ]; do
	insmod /bench/arm_cp_pmu.ko || lost="$lost insmod"
	measure -n 1000 "$INSTR" "$CYCLES" >/dev/null || lost="$lost measure"
	rmmod arm_cp_pmu || lost="$lost rmmod"
	i=$((i + 1))
	[ $i = 10 ] && before=$(free)
done
eq "60 times loaded, counted and unloaded" "$lost" ""
# Fifty leaks of one page each would be 200 kB; the rest of the system breathes less.
# Where the kernel keeps books on all its memory it does not, but looks for leaks.
if [ "$VARIANT" = debug ]; then
	note "memory lost over 50 of them, in kB: $((before - $(free)))"
else
	between "memory lost over 50 of them, in kB" $((before - $(free))) -100000 150
fi
load
succeeds "and it works" measure -n 1000 "$INSTR"
finish
