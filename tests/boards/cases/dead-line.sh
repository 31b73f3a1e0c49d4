#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# of: sampling
# sources: dead
#
# The device tree names a line that the chip does not have the PMU on, as that of
# Cubieboard does. No overflow is ever seen by interrupt; the driver has to notice
# and to say so, to sample all the same, and to count as if nothing were wrong.

. /bench/lib.sh

lines() {
	dmesg | grep -c 'interrupt [0-9]'
}

unload
dmesg -c >/dev/null
load
dmesg >/tmp/log
eq "the line is found dead at load" "$(cat "$P/caps/overflow_source")" timer
eq "and the log tells so, once" "$(grep -c 'interrupt [0-9]* does not come' /tmp/log) $(lines)" "1 1"
put reset-stats true
measure -n 1000000 "$CYCLES" >/tmp/out 2>&1
eq "counting is exact" "$(word count 3 /tmp/out)" "$(get total-ccnt)"

# From then on it is as on a chip without the line, for programs of a tenth of a second too.
for nth in first second third; do
	measure -c 100003 -n 25000000 "$INSTR" >/tmp/out 2>&1 || not_ok "measure: $(tail -n 1 /tmp/out)"
	max=$(word samples 9 /tmp/out)
	count=$(word count 3 /tmp/out)
	between "the $nth short program has almost as many samples as periods" \
		"$(word samples 3 /tmp/out)" $((count * 8 / 10 / 100003)) $((count / 100003))
	between "whose periods add up to its count" "$(word samples 4 /tmp/out)" \
		$((count - 2 * max)) "$count"
done
eq "the log tells no more" "$(lines)" 1

# sample_on_a_dead_line LEAST OPTIONS: the line that was alive is dead. To be noticed,
# with at least so many samples, in four seconds of the clock, at 500 million
# instructions and 1000 million cycles a second. Until the driver has noticed, it looks
# a few times in a second.
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

sample_on_a_live_line
sample_on_a_dead_line 100 -c 1000003

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
