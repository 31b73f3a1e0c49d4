#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: xscale1 +connex-255-dt
# tier: main
#
# The seven modes of "Performance Monitoring (Based on PXA250)". Each mode is a pair of
# events beside the cycle counter, so all three counters count at the same time.
#
# Counts must equal the totals of the model between the two control writes. Events that
# start and stop together have the ratio of their rates, so each ratio shows that its
# counter had the right event. Counts are rounded at both ends and at a task switch.

. /bench/lib.sh
load

n=200000
cpi=$(get cpi)

# mode TEXT EVENT0 EVENT1: the event numbers of evtCount0 and evtCount1
mode() {
	put reset-stats true
	if ! measure -g -n $n "$CYCLES" "$PMU:0x$2" "$PMU:0x$3" >/tmp/out 2>&1; then
		not_ok "$1: $(tail -n 1 /tmp/out)"
		return
	fi
	# shellcheck disable=SC2046 # a list of words
	set -- "$1" "$2" "$3" $(awk '$1 == "count" { print $3 }' /tmp/out)
	eq "$1: every event ran all of the time" "$(awk '$1 == "count" && $4 != $5' /tmp/out)" ""
	is_exact "$1: the count of cycles is exact" "$4" $((cpi * (2 * n + 1))) "$(get total-ccnt)"
	eq "$1: the counts of the pair are exact" \
		"$(printf '%s\n' "$5" "$6" | sort -n | tr '\n' ' ')" \
		"$(totals | tr ' ' '\n' | sort -n | tr '\n' ' ')"
	for pair in "$2 $5" "$3 $6"; do
		rate=$(rate_of "${pair% *}")
		expected=$(($4 * ${rate%/*} / cpi / ${rate#*/}))
		between "$1: 0x${pair% *} has its rate, $rate" "${pair#* }" $((expected - 3)) $((expected + 3))
	done
}

mode "instruction cache efficiency" 07 00
mode "data cache efficiency" 0a 0b
mode "instruction fetch latency" 01 00
mode "data/bus request buffer full" 08 09
mode "stall/writeback statistics" 02 0c
mode "instruction TLB efficiency" 07 03
mode "data TLB efficiency" 0a 04

# The first mode with perf and the names of the events
if perf stat -x, -o /tmp/stat -e "{cycles,$PMU/instruction/,$PMU/icache_miss/}" -- known $n 2>/tmp/err; then
	awk -F, '/^[0-9<]/ { print $1 }' /tmp/stat >/tmp/counts
	instructions=$(sed -n 2p /tmp/counts)
	between "perf stat: instructions include the loop" "$instructions" $((2 * n + 1)) 100000000
	eq "perf stat: cycles are $cpi times the instructions" "$(sed -n 1p /tmp/counts)" $((instructions * cpi))
	rate=$(rate_of 00)
	expected=$((instructions * ${rate%/*} / ${rate#*/}))
	between "perf stat: instruction cache misses have their rate" "$(sed -n 3p /tmp/counts)" \
		$((expected - 3)) $((expected + 3))
else
	not_ok "perf stat of a mode: $(grep . /tmp/err | head -n 1)"
fi
finish
