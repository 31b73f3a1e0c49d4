#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module eb-1176 pb-a8 connex-255 pi-zero
#
# The module parameter count_all_modes: counting events of tasks that exclude user mode or the
# kernel are accepted, and count all modes. Many programs that measure themselves exclude the
# kernel and have no switch for that. CPU-wide events and events that sample stay as they are,
# and so does all that perf_event_paranoid forbids: case paranoid.

. /bench/lib.sh

parameter=/sys/module/arm_cp_pmu/parameters/count_all_modes
cap=$P/caps/count_all_modes
n=1000000

# as_before WHAT: what the parameter does not change
as_before() {
	for mode in user kernel; do
		opens "$1: a CPU-wide event that counts, exclude_$mode" EOPNOTSUPP -a -x $mode "$INSTR"
		opens "$1: an event that samples, exclude_$mode" 0 -c 100003 -x $mode "$INSTR"
		opens "$1: a CPU-wide event that samples, exclude_$mode" 0 -a -c 100003 -x $mode "$INSTR"
	done
	opens "$1: both modes" EOPNOTSUPP -x user -x kernel "$INSTR"
	opens "$1: exclude_host" EOPNOTSUPP -x host "$INSTR"
	opens "$1: exclude_hv and exclude_guest" 0 -x hv -x guest "$INSTR"
	# By the sum of the weights, user mode alone
	measures -R -c 50021 -x kernel -w 20 -n 500000 -z 1000000 "$INSTR"
	eq "$1: the count of an event that samples is the sum of its weights" "$COUNT" "$SUM"
	_loops=$(word loops 2 /tmp/out)
	# About 400 samples; in user mode some half. See record-one-mode.
	between "$1: the count of an event that samples is that of user mode" \
		"$COUNT" $((_loops * 85 / 100)) $((_loops * 115 / 100))
}

# The default
unload
load
dmesg -c >/dev/null
eq "the parameter is off by default" "$(cat $parameter)" N
eq "caps/count_all_modes is 0" "$(cat "$cap")" 0
for mode in user kernel; do
	opens "off: an event of a task that counts, exclude_$mode" EOPNOTSUPP -x $mode "$INSTR"
done
as_before "off"
eq "off: one line of the log names the parameter" \
	"$(dmesg | grep -c 'event refused: .*count_all_modes=1')" 1

# Switched on
dmesg -c >/dev/null
echo 1 >$parameter
eq "caps/count_all_modes is 1" "$(cat "$cap")" 1
for mode in user kernel; do
	opens "on: an event of a task that counts, exclude_$mode" 0 -x $mode "$INSTR"
	for counted in "$INSTR" "$CYCLES" 0:0 0:1; do
		put reset-stats true
		measures -n $n -x $mode "$counted"
		is_exact "on, exclude_$mode: the count of $counted is that of all modes, and exact" \
			"$COUNT" $((2 * n + 1)) "$(totals) $(get total-ccnt)"
	done
done
put reset-stats true
measures -n 100 -z 1000000 -x kernel "$INSTR"
between "on, exclude_kernel: most of the count is the kernel's, if that does most" \
	"$COUNT" 100000 100000000
as_before "on"
measures -g -n $n -x kernel "$INSTR" "$CYCLES" "$EVENT"
eq "on: the cycles of a group are those of its instructions" \
	"$(awk '/^count/ { print $3 }' /tmp/out | sed -n 2p)" \
	"$(awk -v cpi="$(get cpi)" '/^count/ { printf "%.0f", $3 * cpi; exit }' /tmp/out)"
succeeds "on: another task's event" perf stat -e instructions:u -- known 10
between "on: perf stat -e instructions:u counts" \
	"$(perf stat -x, -e instructions:u -- known $n 2>&1 | awk -F, '/instructions/ { print $1 }')" \
	$((2 * n)) $((4 * n))
fails "on: perf stat -a -e instructions:u has no count" \
	sh -c 'perf stat -a -x, -e instructions:u -- known 10 2>&1 | grep "^[0-9]"'
dmesg >/tmp/log
eq "on: one line of the log says it" "$(grep -ci 'all modes' /tmp/log)" 1

# A fork of a task that has such an event
run_checks "on: inherit" semantics -r 8 -x kernel -n $n inherit "$INSTR"
between "on: the count includes the children" "$(word count 2 /tmp/out)" \
	$((18 * n)) $((18 * n + 16000000))
succeeds "a task with an inherited event forks when the parameter is off again" \
	semantics -r 8 -x kernel -z $parameter -n $n inherit "$INSTR"
between "its count includes the children" "$(word count 2 /tmp/out)" \
	$((18 * n)) $((18 * n + 16000000))
eq "the parameter is off" "$(cat $parameter)" N
eq "caps/count_all_modes is 0 again" "$(cat "$cap")" 0
opens "off again: an event of a task that counts, exclude_kernel" EOPNOTSUPP -x kernel "$INSTR"

# Set at load
unload
dmesg -c >/dev/null
load count_all_modes=1
eq "count_all_modes=1 at load: caps/count_all_modes is 1" "$(cat "$cap")" 1
opens "count_all_modes=1 at load: an event of a task that counts, exclude_kernel" 0 \
	-x kernel "$INSTR"
opens "count_all_modes=1 at load: another one" 0 -x kernel "$INSTR"
eq "count_all_modes=1 at load: one line of the log says it" "$(dmesg | grep -ci 'all modes')" 1
unload
load
finish
