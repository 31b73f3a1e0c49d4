#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: +cubieboard +cubieboard-5.10
#
# The driver's writes while events of all kinds are opened, closed and overflow: it writes no
# one to a bit that should be zero or that resets a counter, and selects no reserved event. The
# case also prints how often the driver cleared a flag without reading it. This is no check,
# because the driver clears the stale flag of an idle counter that way.

. /bench/lib.sh
load

# An earlier case may have left a reserved event selected on an idle counter.
# shellcheck disable=SC2046 # a list of words
measure -n 100000 "$CYCLES" "$INSTR" $(events 5) >/dev/null

# Bits 30:28 of ARM1156 enable its FIQ. The model counts them as bits that should be zero.
put reset-stats true
# shellcheck disable=SC2046 # a list of words
measures -n 100000 "$CYCLES" "$INSTR" $(events 5)
measures -c 20011 -n 3000000 "$CYCLES" "$INSTR"
succeeds "perf stat" perf stat -e cycles,instructions,branches,branch-misses -- \
	sh -c 'for i in 1 2 3 4 5 6 7 8 9; do known 100000; done'
succeeds "perf record" perf record -q -e cycles -c 50021 -o /tmp/data -- \
	sh -c 'for i in 1 2 3 4 5 6 7 8 9; do known 300000; done'
between "the driver accesses registers" "$(accesses)" 100 100000000
rm -f /tmp/data
note "flags cleared unread: $(get lost-flags), flags written that were not set: $(get stray-acks)"
eq "no write of a one to bits that should be zero" "$(get sbz-writes)" 0
eq "no write of C or P, which reset counters" "$(get counter-resets)" 0
eq "no reserved event is selected" "$(get reserved-events)" 0
# UNPREDICTABLE by the manual of Cortex-A8
[ "$CORE" != cortex-a8 ] || eq "no write of CCNT while it counts" "$(get live-writes)" 0

# X of PMNC exports events to the bus. It is set while an event with "export" is active.
case $CORE in
xscale1) finish ;;
cortex-a8) x=$((1 << 4)) ;;
*) x=$((1 << 11)) ;;
esac
# exported TEXT EVENT BITS: X and E of PMNC are BITS while EVENT counts
exported() {
	# It runs until it is killed: the reply may take long.
	measure -a -n 5000000 -w 1000000 "$2" >/tmp/out 2>&1 &
	usleep 100000
	_pmnc=$(get pmnc)
	kill $!
	wait
	eq "$1: X and E of PMNC are correct" $((_pmnc & (x | 1))) "$3"
}
exported "an exported event" "$INSTR:2" $((x | 1))
exported "an event without export after it" "$INSTR" 1
finish
