#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module eb-1136 eb-1176 eb-1176-no-irq pb-a8 cubieboard connex-250 connex-255
# on: connex-255-dt
#
# Firmware or an earlier kernel has left garbage in the registers: counters run, interrupts
# are enabled and flags are set. The probe resets them, and counts and samples are correct
# afterwards.
#
# Not on the Raspberry Pi: QEMU runs Linux in the Non-secure world there, which cannot
# clear V of ARM1176, and the device tree does not say so. Not on ARM1156: garbage enables its
# FIQ, and Linux would take FIQs without end.

. /bench/lib.sh
cpi=$(get cpi)

state() {
	get running flags irq-enable line fiq-line user-access
}

case $CORE in
arm1136) open=True ;;
*) open=False ;;
esac

i=0
disorder=
unrest=
wrong=
while [ $i -lt 5 ]; do
	unload
	put garbage-at-reset true
	put lose-state true
	put garbage-at-reset false
	# shellcheck disable=SC2046 # a list of words
	set -- $(state)
	[ "$1" != 0 ] && [ "$2" != 0 ] && [ "$3" != 0 ] && [ "$4" = True ] || disorder="$disorder / $*"
	load
	state=$(state)
	[ "$state" = "0 0 0 False False $open" ] || unrest="$unrest / $state"
	# shellcheck disable=SC2046 # a list of words
	measure -g -n 100000 "$CYCLES" "$INSTR" >/tmp/out 2>&1 || wrong="$wrong / $(cat /tmp/out)"
	# shellcheck disable=SC2046 # a list of words
	set -- $(sed -n 's/^count //p' /tmp/out | cut -d' ' -f2)
	[ "$1" = $(($2 * cpi)) ] || wrong="$wrong / $*"
	i=$((i + 1))
done
eq "before each of five probes, counters run and an interrupt is pending" "$disorder" ""
eq "after each probe no counter runs, no flag is set, the lines are low" "$unrest" ""
eq "cycles are $cpi times the instructions after each probe" "$wrong" ""
measure -c 100003 -n 5000000 "$CYCLES" >/tmp/out 2>&1
between "the event samples" "$(word samples 3 /tmp/out)" 195 230
finish
