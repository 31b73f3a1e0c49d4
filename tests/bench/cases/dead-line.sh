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

# Four seconds of the clock, at 500 million instructions a second: until the driver
# has noticed, it looks a few times in a second.
dmesg -c >/dev/null
measure -c 1000003 -n 10000000 -w 100 "$CYCLES" >/tmp/out 2>&1 || not_ok "measure: $(tail -n 1 /tmp/out)"
between "there are samples" "$(word samples 3 /tmp/out)" 100 100000
dmesg >/tmp/log
succeeds "the log tells that the interrupt does not come" grep -q 'interrupt [0-9]* does not come' /tmp/log
eq "overflow_source says what is used now" "$(cat "$P/caps/overflow_source")" timer
between "the model raised the line" "$(get irqs)" 1 100000

# From then on it is as on a chip without the line.
measure -c 1000003 -n 10000000 -w 50 "$CYCLES" >/tmp/out 2>&1 || not_ok "measure: $(tail -n 1 /tmp/out)"
max=$(word samples 9 /tmp/out)
count=$(word count 3 /tmp/out)
between "the periods of a run add up to its count" "$(word samples 4 /tmp/out)" \
	$((count - 2 * max)) "$count"
between "and the samples come by the timer" "$(word samples 3 /tmp/out)" 100 100000
dmesg -c >/dev/null

# Should the line come to life, it is used: 3 is what the device tree says.
put irq-wire 3
measure -c 1000003 -n 10000000 -w 10 "$CYCLES" >/tmp/out 2>&1 || not_ok "measure: $(tail -n 1 /tmp/out)"
dmesg >/tmp/log
eq "wired, it is the source again" "$(cat "$P/caps/overflow_source")" irq
succeeds "and the log tells" grep -q 'interrupt [0-9]* comes again' /tmp/log
measure -c 1000003 -n 10000000 -w 10 "$CYCLES" >/tmp/out 2>&1 || not_ok "measure: $(tail -n 1 /tmp/out)"
eq "as many samples as periods" "$(word samples 3 /tmp/out)" $(($(word count 3 /tmp/out) / 1000003))
put irq-wire -2
dmesg -c >/dev/null
finish
