#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: dead +cubieboard-dtb
# of: sampling
#
# The device tree names an interrupt that is not the PMU's, as Debian's device tree of the
# Cubieboard does. The driver detects this, logs it, samples by timer and counts exactly.
# Later the case connects the line and disconnects it again.

. /bench/lib.sh

lines() {
	dmesg | grep -c 'interrupt [0-9]'
}

unload
dmesg -c >/dev/null
load
dmesg >/tmp/log
eq "the driver detects the dead line at load" "$(cat "$P/caps/overflow_source")" timer
eq "one log line says that the interrupt does not come" "$(grep -c 'interrupt [0-9]* does not come' /tmp/log) $(lines)" "1 1"
put reset-stats true
measures -n 1000000 "$CYCLES"
is_exact "the count is exact" "$COUNT" 2000001 "$(get total-ccnt)"

# The driver samples by timer from the first event on. Each program runs for a tenth of a
# second.
for nth in first second third; do
	measures -c 100003 -n 25000000 "$INSTR"
	between "the $nth short program has almost as many samples as periods" \
		"$SAMPLES" $((COUNT * 8 / 10 / 100003)) $((COUNT / 100003))
	between "the periods of the $nth program's samples add up to its count" "$SUM" \
		$((COUNT - 2 * LONGEST)) "$COUNT"
done
eq "there is no second log line" "$(lines)" 1

# sample_on_a_dead_line LEAST OPTIONS: the line was live and is now disconnected. The program
# runs for four seconds, with 500 million instructions and 1000 million cycles per second.
# In this time the driver detects the dead line, and takes at least LEAST samples. Until then
# its timer expires a few times a second.
sample_on_a_dead_line() {
	_least=$1
	shift
	dmesg -c >/dev/null
	put reset-stats true
	measures "$@" -n 10000000 -w 100 "$CYCLES"
	between "there are samples with $*" "$SAMPLES" "$_least" 100000
	dmesg >/tmp/log
	eq "one log line says that the interrupt does not come, with $*" \
		"$(grep -c 'interrupt [0-9]* does not come' /tmp/log)" 1
	eq "overflow_source is timer, with $*" "$(cat "$P/caps/overflow_source")" timer
	between "the model raised the line" "$(get irqs)" 1 100000
}

# sample_on_a_line_that_recovers: connect the line, and check that the driver uses it. 3 is the
# interrupt in the device tree. Then disconnect the line, for the next check.
sample_on_a_line_that_recovers() {
	dmesg -c >/dev/null
	put irq-wire 3
	measures -c 1000003 -n 10000000 -w 10 "$CYCLES"
	dmesg >/tmp/log
	eq "overflow_source is irq once the line is live" "$(cat "$P/caps/overflow_source")" irq
	succeeds "a log line says that the interrupt comes again" grep -q 'interrupt [0-9]* comes again' /tmp/log
	measures -c 1000003 -n 10000000 -w 10 "$CYCLES"
	eq "as many samples as periods by interrupt" "$SAMPLES" $((COUNT / 1000003))
	put irq-wire -2
}

sample_on_a_line_that_recovers
sample_on_a_dead_line 100 -c 1000003

measures -c 1000003 -n 10000000 -w 50 "$CYCLES"
between "by timer, the periods of the samples add up to the count" "$SUM" \
	$((COUNT - 2 * LONGEST)) "$COUNT"
between "by timer, there are at least 100 samples" "$SAMPLES" 100 100000
sample_on_a_line_that_recovers

# With task switches every 20 ms, stops find most overflows. The timer then makes a trial: it
# forces an overflow, and finds that one.
while :; do usleep 20000; done &
sample_on_a_dead_line 100 -c 1000003
kill $!
sample_on_a_line_that_recovers

# With a frequency perf stops the event at each tick. With 50 ms from one overflow to the
# next, these stops find almost all overflows before the driver's timer does.
sample_on_a_dead_line 20 -F 20
sample_on_a_line_that_recovers

# With a period of 0.9 s, the event does not overflow in two successive intervals of the
# timer: the driver must force the second overflow. The run lasts 4.4 periods. The timer finds
# the first overflow, and takes the first sample, at most 1.6 periods after the start. The
# second sample follows at most 2 periods later. A third may come after the end of the run.
sample_on_a_dead_line 2 -c 900000000
sample_on_a_line_that_recovers
finish
