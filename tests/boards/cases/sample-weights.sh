#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module builtin:ast2500-evb +cubieboard +cubieboard-5.10 +eb-1176-ack-before
# on: +eb-1176-no-irq +pb-a8-thumb2 +pi-zero-irq
# tier: main
# of: sampling
#
# The period of each sample is the count since the previous sample, by interrupt and by timer,
# with a period and with a frequency. So the periods add up to the count at the last sample.
# Each sample contains the count, so the results must be exact.
#
# The rate of events jumps, because the load sleeps between its loops. For an event of the CPU
# the rate falls by more than a thousand and rises again. For an event of a task perf's
# adjustment of the frequency sees such jumps.

. /bench/lib.sh
load

# check TEXT OPTION...: sample some pieces of ten milliseconds, with an eighth of a second of
# sleep after each
check() {
	_text=$1
	shift
	put reset-stats true
	measures -R -j -m 512 -n 2500000 -w "$pieces" "$@"
	between "$_text: there are samples" "$SAMPLES" 3 100000
	# With events of other tasks the totals include more than this event.
	_totals=
	[ -n "$others" ] || _totals="$(totals) $(get total-ccnt)"
	sampled "$_text" "$_totals"
}

others=
pieces=8
for options in "-c 100003" "-F 1000" "-F 97"; do
	for event in "$CYCLES" "$INSTR"; do
		for cpu in "" -a; do
			# shellcheck disable=SC2086 # options
			check "$options $cpu ${event#*:}" $options $cpu "$event"
		done
	done
done

# Two other tasks with their own event are switched meanwhile: the event of the task is
# scheduled in and out, and the event of the CPU continues.
others=yes
pieces=2
for options in "-c 100003" "-F 1000"; do
	for cpu in "" -a; do
		# shellcheck disable=SC2153 # of the library
		take_turns 100 "$EVENT"
		# shellcheck disable=SC2086 # options
		check "$options $cpu, tasks switch" $options $cpu "$CYCLES"
		end_turns
	done
done
finish
