#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# What the driver writes, while events of all kinds come, go and overflow: no bit
# that should be zero or that resets a counter is written as one, and no event is
# selected that the core does not have. Flags that are cleared without having been
# read are told, not judged: an idle counter's stale one may be.

. /bench/lib.sh
load

# Bits 30:28 of ARM1156, the enables of its FIQ, count as bits to leave alone.
put reset-stats true
# shellcheck disable=SC2046 # a list of words
measure -n 100000 "$CYCLES" "$INSTR" $(events 5) >/dev/null
measure -c 20011 -n 3000000 "$CYCLES" "$INSTR" >/dev/null
perf stat -e cycles,instructions,branches,branch-misses -- sh -c 'for i in 1 2 3 4 5 6 7 8 9; do known 100000; done' >/dev/null 2>&1
perf record -q -e cycles -c 50021 -o /tmp/data -- sh -c 'for i in 1 2 3 4 5 6 7 8 9; do known 300000; done' >/dev/null 2>&1
rm -f /tmp/data
note "flags cleared unread: $(get lost-flags), flags written that were not set: $(get stray-acks)"
eq "bits that should be zero" "$(get sbz-writes)" 0
eq "counters reset by C or P" "$(get counter-resets)" 0
eq "reserved events selected" "$(get reserved-events)" 0
# The manual has that UNPREDICTABLE; on other cores it is not even a question.
[ "$CORE" != cortex-a8 ] || eq "writes of CCNT while it counts" "$(get live-writes)" 0

# X of PMNC sends events to the bus, while an event is counted that asks for it.
case $CORE in
xscale1) finish ;;
cortex-a8) x=$((1 << 4)) ;;
*) x=$((1 << 11)) ;;
esac
exported() {
	measure -a -n 5000000 -w 20 "$2" >/tmp/out 2>&1 &
	usleep 100000
	_pmnc=$(get pmnc)
	wait
	eq "$1: X and E of PMNC" $((_pmnc & (x | 1))) "$3"
}
exported "an exported event" "$INSTR:2" $((x | 1))
exported "one that is not, after it" "$INSTR" 1
finish
