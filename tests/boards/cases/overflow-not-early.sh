#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module builtin:ast2500-evb +cubieboard +cubieboard-5.10 +eb-1176-no-irq +pb-a8-thumb2
# of: sampling
#
# No overflow comes before the end of its period: the count at the kth sample is at least
# k periods, and a program that is shorter than a period has no sample.
#
# An interrupt comes with the last event of each period. The timer samples at a random
# place in the following period, so one or two samples may be missing at the end.

. /bench/lib.sh
load

# Programs of a million instructions that start at different times after a tick
for how in "-l 1" ""; do
	for event in "$INSTR" "$CYCLES"; do
		# shellcheck disable=SC2086 # words
		overflows $how -n 500000 -r 25 -c 10000000 programs "$event"
		between "$event${how:+, $how}: the programs are shorter than a period" \
			"$LONGEST" 1000000 9999999
		eq "$event${how:+, $how}: no program has an overflow" \
			"$NOTIFIED $SAMPLES $SIGNALS" "0 0 0"
	done
done

# Programs of 1.3 to 12 periods
for period in 250007 1000003 2000003; do
	overflows -n 1300000 -r 25 -c $period programs "$INSTR"
	note "programs, period $period: $(cat /tmp/out)"
	eq "programs, period $period: no sample is early" "$EARLY" 0
	if [ "$SOURCE" = irq ]; then
		eq "programs, period $period: a sample for each period" \
			"$SAMPLES" "$PERIODS"
	else
		# Some programs end before the place of their last sample.
		between "programs, period $period: a sample for almost every period" "$SAMPLES" \
			$((PERIODS * 90 / 100 - 25)) "$PERIODS"
	fi
done

# One program of many periods
for period in 100003 250007 1000003 20000003; do
	for event in "$INSTR" "$CYCLES"; do
		overflows -n 2500000 -r 20 -c $period signals "$event"
		note "period $period of $event: $(cat /tmp/out)"
		is_periods "period $period of $event: a sample for each period" "$SAMPLES" \
			$((COUNT / period))
		eq "period $period of $event: no sample is early" "$EARLY" 0
	done
done
finish
