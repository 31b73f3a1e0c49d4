#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: +connex-255-dt +cubieboard +cubieboard-5.10 +cubieboard-rt +eb-1136-r0 +pb-a8-rt
# on: +pb-a8-thumb2 +pi-zero-irq
# tier: main
#
# Counts are exact. known_loop(n) is 2n + 1 instructions. A count also includes the entry
# cost: the code between the write that starts the counters and the loop, and between the
# loop and the write that stops them. These are two system calls with the same code for every
# n. The case measures the entry cost with n = 1.

. /bench/lib.sh
load

once=$(smallest 1 measure -r 20 -n 1 "$INSTR")
entry=$((once - 3))
between "the entry cost is at most 20000 instructions" "$entry" 100 20000
note "entry cost: $entry instructions"

# A run of up to 10^5 instructions takes 0.2 ms: most of the twenty runs have no tick.
for n in 10 1000 3000 50000; do
	eq "the count of 2 * $n + 1 instructions is exact" \
		"$(smallest 1 measure -r 20 -n $n "$INSTR")" $((2 * n + 1 + entry))
done

# Other names of the event
number=${INSTR##*0x}
for event in "4:0x$number" 0:1; do
	eq "the count of event $event is the same" \
		"$(smallest 1 measure -r 20 -n 3000 "$event")" $((6001 + entry))
done

# perf stat: both events count at the same time, so the counts must be equal.
case $CORE in
cortex-a8) same="event=0x01/,L1-icache-load-misses event=0x12/,branches event=0x10/,branch-misses" ;;
*) same="event=0/,L1-icache-load-misses event=0x05/,branches event=0x06/,branch-misses" ;;
esac
for pair in "event=0x$number/,r${number#0}" "event=0x$number/,instructions" \
	"$(name_of "$number")/,instructions" $same ${PMN_CYCLES:+cpu_cycles/,cycles}; do
	pair=$PMU/$pair
	if perf stat -x, -o /tmp/stat -e "$pair" -- known 200000 >/dev/null 2>/tmp/err; then
		awk -F, '/^[0-9<]/ { print $1 }' /tmp/stat >/tmp/counts
		eq "perf stat -e $pair prints two counts" "$(grep -c '^[0-9]' /tmp/counts)" 2
		first=$(sed -n 1p /tmp/counts)
		second=$(sed -n 2p /tmp/counts)
		case $first$second in
		*[!0-9]* | '') not_ok "perf stat -e $pair counts: $first, $second" ;;
		*) between "perf stat -e $pair: the counts are equal" $((first - second)) 0 0 ;;
		esac
	else
		not_ok "perf stat -e $pair: $(grep . /tmp/err | head -n 1)"
	fi
done

# On some cores all counters run when one event is active. So an idle counter runs while the
# CPU's event counts, for a million instructions from one program to the next. A new event on
# that counter must not count these instructions. It counts a few ticks and switches.
measure -a -n 5000000 -w 1000 "$CYCLES" >/dev/null 2>&1 &
for _ in 1 2 3; do
	measure -n 3000 "$INSTR" >/tmp/out
done
killall measure
wait
between "a new event beside one of the CPU counts only its own time" \
	"$(word count 3 /tmp/out)" 6001 100000

# Runs of many ticks: the count must be the total of a counter of the model. Idle counters
# may run too.
for n in 1000000 20000000; do
	put reset-stats true
	measure -n $n "$INSTR" >/tmp/out
	count=$(word count 3 /tmp/out)
	one_of "the count of $((2 * n + 1)) instructions and the ticks is exact" "$count" "$(totals)"
	between "that count includes the loop" "$count" $((2 * n + 1 + entry)) $((2 * n * 11 / 10))
done
finish
