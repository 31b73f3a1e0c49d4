#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module debug eb-1176-l220
#
# Loading and unloading the L220's driver: with an open event, while perf's multiplexing
# timer is queued, while a software event of one of its groups is open, and many times.

. /bench/lib.sh
. /bench/l220.sh
load_l220

fails "the module cannot be loaded twice" insmod /bench/arm_l2x0_pmu.ko
hold -a "$L2:0x8"
fails "the module cannot be unloaded while an event is open" rmmod arm_l2x0_pmu
succeeds "another event counts after that" measure -a -n 10 "$L2:0x7"
release
succeeds "the module can be unloaded when the event is closed" rmmod arm_l2x0_pmu
fails "the PMU is gone after that" test -e "$L2P"
l220_is_idle "after that"

# The timer is queued for the interval after events took turns, and after a change of the
# interval.
for interval in 10 1000 600000; do
	load_l220
	echo $interval >"$L2P/perf_event_mux_interval_ms"
	measure -a -n 5000000 -w 10 "$L2:0x8" "$L2:0x7" "$L2:0x3" >/dev/null ||
		not_ok "measure"
	echo $interval >"$L2P/perf_event_mux_interval_ms"
	succeeds "turns of $interval ms: the module can be unloaded" rmmod arm_l2x0_pmu
	eq "turns of $interval ms: perf's timer is not queued any more" \
		"$(grep -c perf_mux_hrtimer_handler /proc/timer_list)" 0
	sleep 2
done

# A software event that was opened in a group of the PMU outlives the group.
load_l220
mkfifo /tmp/in
semantics sibling-cpu "$L2:0x8" </tmp/in >/tmp/sibling 2>&1 &
program=$!
exec 4>/tmp/in
while ! grep -q ready /tmp/sibling && kill -0 $program 2>/dev/null; do
	usleep 10000
done
for round in 1 2 3; do
	echo faults >&4
	succeeds "round $round: the module can be unloaded while the software event is open" rmmod arm_l2x0_pmu
	for _ in 1 2 3; do
		echo faults >&4
		measure -n 1000 1:2 >/dev/null
	done
	load_l220
done
exec 4>&-
wait $program
eq "the program with the software event ends with status 0" $? 0
report /tmp/sibling
rm -f /tmp/in
unload_l220

i=0
lost=
while [ $i -lt 30 ]; do
	insmod /bench/arm_l2x0_pmu.ko || lost="$lost insmod"
	measure -a -n 100 "$L2:0x8" "$L2:0x7" >/dev/null || lost="$lost measure"
	rmmod arm_l2x0_pmu || lost="$lost rmmod"
	i=$((i + 1))
done
eq "the module was loaded, counted and was unloaded 30 times" "$lost" ""
load_l220
put l220-reset-stats true
measures -a -n 1000 "$L2:0x8"
is_exact "the count is exact when the module is loaded again" "$(word count 3 /tmp/out)" \
	$((2000 / 80)) "$(get l220-total0)"
unload_l220
finish
