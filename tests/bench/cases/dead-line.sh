#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# of: sampling
# sources: dead
#
# The device tree names a line that the chip does not have the PMU on, as that of
# Cubieboard does. No overflow is ever seen by interrupt; the driver has to notice
# and to say so, to sample all the same, and to count as if nothing were wrong.

. /bench/lib.sh
load

eq "at first the interrupt is believed in" "$(cat "$P/caps/overflow_source")" irq
put reset-stats true
measure -n 1000000 "$CYCLES" >/tmp/out 2>&1
eq "counting is exact" "$(word count 3 /tmp/out)" "$(get total-ccnt)"

# sample_on_a_dead_line LEAST OPTIONS: to be noticed, with at least so many samples,
# in four seconds of the clock, at 500 million instructions and 1000 million cycles a
# second. Until the driver has noticed, it looks a few times in a second.
sample_on_a_dead_line() {
	_least=$1
	shift
	dmesg -c >/dev/null
	put reset-stats true
	measure "$@" -n 10000000 -w 100 "$CYCLES" >/tmp/out 2>&1 ||
		not_ok "measure: $(tail -n 1 /tmp/out)"
	between "there are samples with $*" "$(word samples 3 /tmp/out)" "$_least" 100000
	dmesg >/tmp/log
	eq "the log tells once that the interrupt does not come, with $*" \
		"$(grep -c 'interrupt [0-9]* does not come' /tmp/log)" 1
	eq "overflow_source says what is used now" "$(cat "$P/caps/overflow_source")" timer
	between "the model raised the line" "$(get irqs)" 1 100000
}

# sample_on_a_live_line: should the line come to life, it is used: 3 is what the
# device tree says.
sample_on_a_live_line() {
	dmesg -c >/dev/null
	put irq-wire 3
	measure -c 1000003 -n 10000000 -w 10 "$CYCLES" >/tmp/out 2>&1 || not_ok "measure: $(tail -n 1 /tmp/out)"
	dmesg >/tmp/log
	eq "wired, it is the source again" "$(cat "$P/caps/overflow_source")" irq
	succeeds "and the log tells" grep -q 'interrupt [0-9]* comes again' /tmp/log
	measure -c 1000003 -n 10000000 -w 10 "$CYCLES" >/tmp/out 2>&1 || not_ok "measure: $(tail -n 1 /tmp/out)"
	eq "as many samples as periods" "$(word samples 3 /tmp/out)" $(($(word count 3 /tmp/out) / 1000003))
	put irq-wire -2
}

sample_on_a_dead_line 100 -c 1000003

# From then on it is as on a chip without the line.
measure -c 1000003 -n 10000000 -w 50 "$CYCLES" >/tmp/out 2>&1 || not_ok "measure: $(tail -n 1 /tmp/out)"
max=$(word samples 9 /tmp/out)
count=$(word count 3 /tmp/out)
between "the periods of a run add up to its count" "$(word samples 4 /tmp/out)" \
	$((count - 2 * max)) "$count"
between "and the samples come by the timer" "$(word samples 3 /tmp/out)" 100 100000
sample_on_a_live_line

# With a frequency perf stops the event at each tick, and with fifty milliseconds from
# one overflow to the next it nearly always finds them before the driver's timer does.
sample_on_a_dead_line 20 -F 20
sample_on_a_live_line

# With 0.9 s from one overflow to the next no two looks of the timer in a row have any
# to tell of.
sample_on_a_dead_line 3 -c 900000000
sample_on_a_live_line
finish
