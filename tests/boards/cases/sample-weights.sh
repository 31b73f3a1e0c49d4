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
	if ! measure -R -j -m 512 -n 2500000 -w "$pieces" "$@" >/tmp/out 2>&1; then
		not_ok "$_text: $(tail -n 1 /tmp/out)"
		return
	fi
	_count=$(word count 3 /tmp/out)
	_last=$(word reads 3 /tmp/out)
	between "$_text: there are samples" "$(word samples 3 /tmp/out)" 3 100000
	eq "$_text: no sample is lost, and the event is not throttled" \
		"$(word samples 5 /tmp/out) $(word samples 6 /tmp/out)" "0 0"
	eq "$_text: each period is the count since the previous sample; first wrong: $(word reads 5 /tmp/out)" \
		"$(word reads 4 /tmp/out)" 0
	eq "$_text: the periods add up to the count at the last sample" "$(word samples 4 /tmp/out)" "$_last"
	between "$_text: the count at the last sample is at most the final count" "$_last" 1 "$_count"
	# With events of other tasks the totals include more than this event.
	[ -n "$others" ] || one_of "$_text: the count is exact" "$_count" \
		"$(totals) $(get total-ccnt)"
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
