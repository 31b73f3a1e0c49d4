#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# of: sampling
# sources: irq
# variants: module control
# control-boards: eb-1176 pb-a8 connex-255
# control: last
#
# Interrupts that come late, not at all, for nothing, or without end. Counts stay
# exact, sampling goes on by the timer with one line in the log, and when the
# fault is over the interrupt is used again.

. /bench/lib.sh
load
faults=0

# run PERIOD CALLS: of 10 million instructions each; the count has to be exact
run() {
	put reset-stats true
	measure -m 128 -c "$1" -n 5000000 -w "$2" "$CYCLES" >/tmp/out 2>&1 || {
		not_ok "$what: measure: $(tail -n 1 /tmp/out)"
		return
	}
	samples=$(word samples 3 /tmp/out)
	count=$(word count 3 /tmp/out)
	eq "$what: the count is exact" "$count" "$(get total-ccnt)"
	eq "$what: no sample is lost in the ring" "$(word samples 5 /tmp/out)" 0
}

source_is() {
	eq "$what: caps/overflow_source" "$(cat "$P/caps/overflow_source")" "$1"
}

# Late by up to 2^20 instructions, which is two million cycles
for delay in 1 3 20 150 1000 7000 50000 300000 1048576; do
	what="late by $delay"
	put irq-delay $delay
	run 3000017 3
	eq "$what: as many samples as periods" "$samples" $((count / 3000017))
	faults=$((faults + $(get irqs)))
done
put irq-delay 0

# Each fifth overflow without an interrupt; the next look of the timer finds it.
what="each fifth dropped"
put irq-drop-every 5
run 3000017 30
between "$what: sampling goes on" "$samples" 5 $((count / 3000017))
between "$what: overflows dropped" "$(get drops)" 1 1000
faults=$((faults + $(get drops)))
put irq-drop-every 0
source_is irq

# For nothing, eight hundred times in a second: the interrupt is of use all the same.
what="spurious between overflows"
put irq-spurious-every 600011
# The first, while nothing counts, may find a flag of no event's: see spurious.
measure -n 1000000 "$CYCLES" >/tmp/out 2>&1
run 1000003 10
faults=$((faults + $(get spurious)))
eq "$what: as many samples as periods" "$samples" $((count / 1000003))
put irq-spurious-every 0
source_is irq

# Only for nothing, thousands of times, while nothing samples
what="spurious without an overflow"
put irq-spurious-every 9000
put reset-stats true
measure -n 5000000 -w 5 "$CYCLES" >/tmp/out 2>&1
eq "$what: the count is exact" "$(word count 3 /tmp/out)" "$(get total-ccnt)"
faults=$((faults + $(get spurious)))
put irq-spurious-every 0
dmesg -c >/tmp/log
eq "$what: lines in the log" "$(grep -c 'asserted without an overflow' /tmp/log)" 1

# The interrupt is listened to again half a second later, by an event that samples.
service_again() {
	what="after $what"
	tries=0
	while [ "$(cat "$P/caps/overflow_source")" != irq ] && [ $tries -lt 8 ]; do
		run 1000003 8
		tries=$((tries + 1))
	done
	source_is irq
	eq "$what: lines in the log" "$(dmesg -c | grep -c 'comes again')" 1
	run 1000003 3
	eq "$what: as many samples as periods" "$samples" $((count / 1000003))
}
service_again

# Without end, from the midst of a run on, which takes two seconds if nothing holds it
# up: each half second the line is tried, in vain, and that is no news. The shorter
# periods are over before a thousand interrupts are, by what comes before and after each,
# the shortest before ten are; that one is too short for the timer. The event is the
# CPU's: that of a task would begin anew, and then by the timer, whenever the task
# comes back.
for period in 1000003 200003 10007; do
	what="stuck, period $period"
	put reset-stats true
	measure -a -m 128 -c $period -n 5000000 -w 100 "$CYCLES" >/tmp/out 2>&1 &
	usleep 50000
	put irq-stuck true
	usleep 100000
	source_is timer
	wait
	source_is timer
	put irq-stuck false
	samples=$(word samples 3 /tmp/out)
	count=$(word count 3 /tmp/out)
	eq "$what: the count is exact" "$count" "$(get total-ccnt)"
	between "$what: sampling goes on all the time" "$samples" \
		$((count * 9 / 10 / (period < 200003 ? 200003 : period))) \
		$((count * 11 / 10 / period))
	dmesg -c >/tmp/log
	eq "$what: lines in the log" "$(grep -c 'interrupt' /tmp/log)" 1
	eq "$what: what it says" "$(grep -c 'asserted without an overflow' /tmp/log)" 1
	faults=$((faults + 1))
	service_again
done

covered $faults interrupts late, dropped, spurious or stuck
finish
