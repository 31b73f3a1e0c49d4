#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: module debug soak
#
# The module is unloaded while tasks still have contexts of its PMU's events, though
# no event: a child that has inherited its context from a parent that has ended, and
# a task with a software event whose group the PMU's event has led. They go on, switch
# and end; the module is loaded again and counts in them. KASAN, in the soak's kernel,
# sees what is read of the PMU that is gone.

. /bench/lib.sh
unload
load
rounds=3

# begin NAME: the program's lines on stdin come from descriptor 4
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
	wait
	report /tmp/out
	succeeds "round $round: unloaded beside an orphan" rmmod arm_cp_pmu
	others_run
	[ "$round" = 1 ] || load
	echo >&4
	others_run
	# It ends, and RCU frees what it had.
	exec 4>&-
	sleep 1
	others_run
	load
	put reset-stats true
	measure -n 1000000 "$INSTR" >/tmp/out 2>&1 || not_ok "measure: $(tail -n 1 /tmp/out)"
	eq "round $round: loaded again it counts" "$(word count 3 /tmp/out)" "$(get total-pmn0)"
done

begin sibling
program=$!
while ! grep -q ready /tmp/out && kill -0 $program 2>/dev/null; do
	usleep 10000
done
for round in $(seq $rounds); do
	echo faults >&4
	others_run
	succeeds "round $round: unloaded beside a software event" rmmod arm_cp_pmu
	for _ in 1 2 3; do
		echo faults >&4
		others_run
	done
	load
	echo event >&4
	others_run
	echo faults >&4
	others_run
done
exec 4>&-
wait
report /tmp/out
eq "it has come to its end" "$(word ended 2 /tmp/out)" 1
rm -f /tmp/in
finish
