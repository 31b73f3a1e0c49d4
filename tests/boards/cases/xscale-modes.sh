#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# cores: xscale1
#
# The seven modes of "Performance Monitoring (Based on PXA250)": each is a pair of
# events, and the cycles run along, so that all three counters are busy at once.
# The truth is what the model's counters have counted between the two control
# writes; the rates tell that each counter had its own event: between two events
# that start and stop together the ratio is that of their rates, rounded at both
# ends, and once more for a turn of another task.

. /bench/lib.sh
load

n=200000
cpi=$(get cpi)

# mode TEXT EVENT0 EVENT1: the numbers for evtCount0 and evtCount1
mode() {
	put reset-stats true
	if ! measure -g -n $n "$CYCLES" "$PMU:0x$2" "$PMU:0x$3" >/tmp/out 2>&1; then
		not_ok "$1: $(tail -n 1 /tmp/out)"
		return
	fi
	# shellcheck disable=SC2046 # a list of words
	set -- "$1" "$2" "$3" $(awk '$1 == "count" { print $3 }' /tmp/out)
	eq "$1: all counters all of the time" "$(awk '$1 == "count" && $4 != $5' /tmp/out)" ""
	eq "$1: $4 cycles are what CCNT has counted" "$4" "$(get total-ccnt)"
	eq "$1: the pair is what PMN0 and PMN1 have counted" \
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

# The same by perf, with the names: the first mode, and its ratios
if perf stat -x, -o /tmp/stat -e "{cycles,$PMU/instruction/,$PMU/icache_miss/}" -- known $n 2>/tmp/err; then
	awk -F, '/^[0-9<]/ { print $1 }' /tmp/stat >/tmp/counts
	instructions=$(sed -n 2p /tmp/counts)
	eq "perf stat: cycles per instruction" "$(sed -n 1p /tmp/counts)" $((instructions * cpi))
	rate=$(rate_of 00)
	expected=$((instructions * ${rate%/*} / ${rate#*/}))
	between "perf stat: instruction cache misses" "$(sed -n 3p /tmp/counts)" \
		$((expected - 3)) $((expected + 3))
else
	not_ok "perf stat of a mode: $(grep . /tmp/err | head -n 1)"
fi
finish
