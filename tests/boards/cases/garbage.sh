#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: module
# boards: eb-1136 eb-1176 eb-1176-no-irq pb-a8 cubieboard connex-*
#
# Firmware, or a former kernel, has left the registers in disorder: counting, with
# interrupts enabled and flags pending. The probe puts them to rest, and counts
# and samples are right from then on.
#
# Not on the Raspberry Pi: QEMU runs Linux in the Non-secure world there, which
# cannot clear V of ARM1176, and the chip's device tree does not say so.

. /bench/lib.sh
cpi=$(get cpi)

state() {
	get running flags irq-enable line fiq-line user-access
}

case $CORE in
arm1136 | arm1156) open=True ;;
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
eq "five times, counters run with flags and an interrupt pending" "$disorder" ""
eq "the probe leaves no counter running, no flag, no interrupt, no access" "$unrest" ""
eq "cycles are instructions by $cpi" "$wrong" ""
measure -c 100003 -n 5000000 "$CYCLES" >/tmp/out 2>&1
between "samples come" "$(word samples 3 /tmp/out)" 195 230
finish
