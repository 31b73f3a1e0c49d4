#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module debug soak +cubieboard +cubieboard-5.10 +cubieboard-rt +pb-a8-rt +pb-a8-thumb2
# modules: kernel_counter
#
# Unload the module while tasks still have a perf context of the PMU without an event in it:
# a child whose parent had an inherited event and has ended, and a task or a CPU with a
# software event that was opened in a group of the PMU. The tasks run, are switched and end.
# Load the module again, also in such a task, and count in them. KASAN in the soak kernel
# detects accesses to the freed PMU.
#
# If there is no such event, nothing is left: the CPU has as many contexts as before.

. /bench/lib.sh
unload
rounds=3

contexts=/sys/module/kernel_counter/parameters/contexts
insmod /bench/kernel_counter.ko || not_ok "insmod kernel_counter.ko"
before=$(cat $contexts)
for round in $(seq $rounds); do
	load
	measure -a -n 1000 "$INSTR" >/dev/null || not_ok "measure -a"
	unload
done
eq "events of the CPU: after $rounds unloads nothing is left" "$(cat $contexts)" "$before"
rmmod kernel_counter
load

# begin NAME: start a test of semantics; its stdin is descriptor 4
begin() {
	rm -f /tmp/in
	mkfifo /tmp/in
	semantics "$1" "$INSTR" </tmp/in >/tmp/out 2>&1 &
	exec 4>/tmp/in
}

others_run() {
	known 1000000
	usleep 50000
	sh -c 'known 1000'
}

for round in $(seq $rounds); do
	begin orphan
	wait $! || not_ok "orphan: $(tail -n 1 /tmp/out)"
	report /tmp/out
	succeeds "round $round: the module can be unloaded while the orphan runs" rmmod arm_cp_pmu
	others_run
	[ "$round" = 1 ] || load
	echo >&4
	others_run
	# The orphan ends, and RCU frees its context.
	exec 4>&-
	sleep 1
	others_run
	load
	put reset-stats true
	measures -n 1000000 "$INSTR"
	is_exact "round $round: the count is exact when the module is loaded again" \
		"$(word count 3 /tmp/out)" 2000001 "$(get total-pmn0)"
done

for test in sibling sibling-cpu; do
	begin $test
	program=$!
	while ! grep -q ready /tmp/out && kill -0 $program 2>/dev/null; do
		usleep 10000
	done
	for round in $(seq $rounds); do
		echo faults >&4
		others_run
		succeeds "$test, round $round: the module can be unloaded while the software event is open" rmmod arm_cp_pmu
		for _ in 1 2 3; do
			echo faults >&4
			others_run
		done
		if [ "$round" = 2 ]; then
			echo load >&4
			others_run
		fi
		load
		echo event >&4
		others_run
		echo faults >&4
		others_run
	done
	exec 4>&-
	wait
	report /tmp/out
	eq "$test: the task with the software event ends" "$(word ended 2 /tmp/out)" 1
done
rm -f /tmp/in
finish
