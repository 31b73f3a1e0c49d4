#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: bookworm-programs +cubieboard
#
# stress-ng --perf opens some twenty events, also of child processes, and scales them.

. /bench/lib.sh
. /bench/debian.sh
load

# count NAME: what it shows of an event
count() {
	awk -v name=" $1 " '{ sub(/.*\] +/, ""); count = $1; sub(/^[0-9]+/, "")
		if (index($0, name) == 1) print count }' /tmp/out
}

# zeros: how many events of caches are 0
zeros() {
	grep -c ' 0 Cache ' /tmp/out
}

run_checks "stress-ng" debian stress-ng --cpu 1 --cpu-method loop --cpu-ops 60 --perf
# An instruction takes 2 ns. The events take turns each 10 ms, in 0.6 s.
instructions=$(count Instructions)
clock=$(count "CPU Clock")
between "instructions of one process" "$instructions" $((clock * 49 / 100)) $((clock * 51 / 100))
between "cycles are instructions times $(get cpi)" \
	"$(count "CPU Cycles")" $((instructions * $(get cpi) * 98 / 100)) \
	$((instructions * $(get cpi) * 102 / 100))
eq "an event that the core lacks is left out" "$(count "Bus Cycles")" ""
eq "no cache event is 0" "$(zeros)" 0

# Many short processes: the events do not get their turns.
run_checks "stress-ng" debian stress-ng --fork 1 --fork-ops 100 --perf
clock=$(count "CPU Clock")
note "--fork: $(count Instructions) instructions, $(count "CPU Cycles") cycles in $clock ns"
# Complete, they are half of the nanoseconds.
between "instructions of processes that start others are too few" "$(count Instructions)" 0 \
	$((clock * 48 / 100))
between "the last events did not get a turn at all" "$(zeros)" 4 20
finish
