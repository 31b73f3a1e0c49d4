#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module eb-1176 pb-a8 connex-255 pi-zero
# modules: tracer_reads
#
# Tracers such as LTTng's call pmu->read() from the probe of a tracepoint, with preemption
# disabled and interrupts enabled, and take the count. Meanwhile the driver's own interrupts
# read and write the counters, and select the event counter that an access reaches
# (Cortex-A8). The values must be the count: never smaller than the one before, and never off
# by 2^32.

. /bench/lib.sh
load
insmod /bench/tracer_reads.ko
reads=/sys/module/tracer_reads/parameters/reads
cpi=$(get cpi)

# read_event TEXT EVENT READS US: read the event as a tracer does
read_event() {
	_insns=$(get insns)
	if ! echo "$(cat "$P/type") ${2#*:} $3 $4" >$reads; then
		not_ok "$1: an event of the kernel"
		return
	fi
	# shellcheck disable=SC2046 # words
	set -- "$1" $(cat $reads) $(($(get insns) - _insns)) "$4"
	eq "$1: wrong values" "$3" 0
	between "$1: the last value is no more than what has happened" "$2" 1 $(($5 * cpi))
	[ "$6" = 0 ] || between "$1: the timer has read it, too" "$4" 10 10000000
	note "$1: $3 wrong values, $4 reads by the timer"
}

for counted in "$INSTR" "$CYCLES"; do
	read_event "nothing else, ${counted#*:}" "$counted" 1000000 0
	read_event "a timer reads, too, ${counted#*:}" "$counted" 300000 50
	for options in "-F 10000" "-c 100003"; do
		for other in "$CYCLES" "$EVENT"; do
			# shellcheck disable=SC2086 # words
			hold -a $options "$other"
			read_event "$options of ${other#*:}, ${counted#*:}" "$counted" 1000000 0
			release
			between "$options of ${other#*:}: it was sampled" \
				"$(word samples 3 /tmp/held)" 1 10000000
		done
	done
done

# Each read may select an event counter.
# shellcheck disable=SC2046 # words
hold -a -c 50021 $(events $((COUNTERS - 1)))
read_event "all other counters sample, ${INSTR#*:}" "$INSTR" 1000000 0
release

rmmod tracer_reads
finish
