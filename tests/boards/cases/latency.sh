#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module cubieboard-rt
# of: sampling
#
# What the driver adds to the latency of the thread with the highest priority, on PREEMPT_RT.
# Two programs take turns and call the kernel meanwhile. Interrupts are disabled while perf
# switches events and while the driver handles an overflow.

# shellcheck disable=SC2086 # lists of words

. /bench/lib.sh
load

wakeups=1000
# latency NAME COMMAND...: the latency beside the command, which runs until it is killed
latency() {
	_name=$1
	shift
	"$@" >/tmp/beside 2>&1 &
	_beside=$!
	usleep 200000
	latency=$(command latency $wakeups 2>&1)
	succeeds "$_name: the command still runs" kill $_beside
	wait $_beside
	# latency MEAN MAX
	set -- $latency
	[ "$1" = latency ] || not_ok "$_name: $latency"
	max=${3:-0}
	note "latency: $_name: $2 $3"
}

# within NAME COMMAND...: at most 25,000 instructions, 50 us, later than without events.
# Both are the longest of a thousand: their difference varies from 2,500 to 17,000.
within() {
	latency "$@"
	between "$1: the longest latency" "$max" 1 $((without + 25000))
}

three="$CYCLES $INSTR $EVENT"
endless="-n 20000 -w 100000000 -z 4096 -y"
measure $endless 1:0 >/dev/null 2>&1 &
other=$!
# perf's own event, which counts nothing
latency "no event" measure $endless 1:9
without=$max

within "3 events of a program" measure $endless $three
within "1 event sampled at 1000 Hz, by interrupt" measure -a -F 1000 $endless "$CYCLES"
within "3 events sampled at 4000 Hz, by interrupt" measure -a -F 4000 $endless $three

# Disconnect the line. The driver samples by timer once it has missed interrupts.
put irq-wire -1
measure -c 1000003 -n 10000000 -w 100 "$CYCLES" >/dev/null 2>&1
eq "the timer is the overflow source" "$(cat "$P/caps/overflow_source")" timer
within "1 event sampled at 1000 Hz, by timer" measure -a -F 1000 $endless "$CYCLES"
within "3 events sampled at 4000 Hz, by timer" measure -a -F 4000 $endless $three
put irq-wire -2
kill $other
wait $other
finish
