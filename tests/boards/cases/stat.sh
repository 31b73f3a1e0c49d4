#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Counts are exact. known_loop(n) is 2n + 1 instructions. What a count has beyond
# that is the way from the control write that starts the counters to the loop and
# from the loop to the one that stops them: two system calls, always the same
# code, so the same number for every n. It is measured with n = 1 and stated.

. /bench/lib.sh
load

once=$(smallest 1 measure -r 20 -n 1 "$INSTR")
entry=$((once - 3))
between "the entry cost is there, and small" "$entry" 100 20000
note "entry cost: $entry instructions from the start of the counters to the loop and back"

# A run of up to 10^5 instructions is 0.2 ms: of twenty, most see no tick.
for n in 10 1000 3000 50000; do
	eq "instructions over 2 * $n + 1 instructions is exact" \
		"$(smallest 1 measure -r 20 -n $n "$INSTR")" $((2 * n + 1 + entry))
done

# All the ways to name it
number=${INSTR##*0x}
for event in "4:0x$number" 0:1; do
	eq "measure by $event is the same" \
		"$(smallest 1 measure -r 20 -n 3000 "$event")" $((6001 + entry))
done

# perf itself: both count at the same time, so they agree to the instruction.
case $CORE in
cortex-a8) same="event=0x01/,L1-icache-load-misses event=0x12/,branches event=0x10/,branch-misses" ;;
*) same="event=0/,L1-icache-load-misses event=0x05/,branches event=0x06/,branch-misses" ;;
esac
for pair in "event=0x$number/,r${number#0}" "event=0x$number/,instructions" \
	"$(name_of "$number")/,instructions" $same ${PMN_CYCLES:+cpu_cycles/,cycles}; do
	pair=$PMU/$pair
	if perf stat -x, -o /tmp/stat -e "$pair" -- known 200000 >/dev/null 2>/tmp/err; then
		awk -F, '/^[0-9<]/ { print $1 }' /tmp/stat >/tmp/counts
		eq "perf stat -e $pair: two numbers" "$(grep -c '^[0-9]' /tmp/counts)" 2
		first=$(sed -n 1p /tmp/counts)
		second=$(sed -n 2p /tmp/counts)
		case $first$second in
		*[!0-9]* | '') not_ok "perf stat -e $pair counts: $first, $second" ;;
		*) between "perf stat -e $pair agree" $((first - second)) 0 0 ;;
		esac
	else
		not_ok "perf stat -e $pair: $(grep . /tmp/err | head -n 1)"
	fi
done

# Where all counters run when one does, a counter whose event has gone goes on while
# the CPU's event is counted. That is a million instructions from one program to the
# next, of which nothing is in a count. A few ticks and switches are.
measure -a -n 5000000 -w 1000 "$CYCLES" >/dev/null 2>&1 &
for _ in 1 2 3; do
	measure -n 3000 "$INSTR" >/tmp/out
done
killall measure
wait
between "beside an event of the CPU, nothing of the time before is in a count" \
	"$(word count 3 /tmp/out)" 6001 100000

# Longer than many ticks: the truth is what the model's counters have counted. The
# others may run along with whatever event they were left with.
for n in 1000000 20000000; do
	put reset-stats true
	measure -n $n "$INSTR" >/tmp/out
	count=$(word count 3 /tmp/out)
	one_of "over $((2 * n + 1)) instructions, ticks and all, nothing is lost" "$count" "$(totals)"
	between "and the loop is in it" "$count" $((2 * n + 1 + entry)) $((2 * n * 11 / 10))
done
finish
