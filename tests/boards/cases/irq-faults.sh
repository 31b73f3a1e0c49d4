#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module control:eb-1176 control:pb-a8 control:connex-255 irq +cubieboard-5.10
# on: +eb-1176-ack-before +pb-a8-thumb2 +pi-zero-irq
# of: sampling
# control: last
#
# Interrupts that are late, missing, spurious or stuck. Counts stay exact. The driver
# samples by timer, with one log line. It uses the interrupt again when the fault is over; a
# line that was stuck only after it is loaded again.
# The kernel's own driver has no overflow_source and no log lines: for it, these are not
# checked.

. /bench/lib.sh
load
faults=0

# run PERIOD CALLS: sample during CALLS loops of 10 million instructions; the count must be
# exact.
run() {
	put reset-stats true
	measures -m 128 -c "$1" -n 5000000 -w "$2" "$CYCLES"
	eq "$what: the count is exact" "$COUNT" "$(sampled_cycles)"
	eq "$what: no sample is lost in the ring" "$LOST" 0
}

# own TEXT VALUE EXPECTED: a check of what only this driver has
own() {
	[ "$VARIANT" = control ] || eq "$what: $1" "$2" "$3"
}

source_is() {
	own "overflow_source is $1" "$(cat "$P/caps/overflow_source")" "$1"
}

# logs COUNT MESSAGE: the new log has this number of lines with the message
logs() {
	dmesg -c >/tmp/log
	own "log lines with '$2'" "$(grep -c "$2" /tmp/log)" "$1"
}

# Late by up to 2^20 instructions, that is two million cycles
for delay in 1 3 20 150 1000 7000 50000 300000 1048576; do
	what="late by $delay"
	put irq-delay $delay
	run 3000017 3
	eq "$what: as many samples as periods" "$SAMPLES" $((COUNT / 3000017))
	faults=$((faults + $(get irqs)))
done
put irq-delay 0

# Every fifth overflow has no interrupt. The timer finds it.
what="every fifth dropped"
put irq-drop-every 5
run 3000017 30
between "$what: the event still samples" "$SAMPLES" 5 $((COUNT / 3000017))
between "$what: the model dropped interrupts" "$(get drops)" 1 1000
faults=$((faults + $(get drops)))
put irq-drop-every 0
source_is irq

# Some 750 spurious interrupts, several for each pulse of the line: fewer than the driver's
# limit of 1000 in half a second. It still uses the interrupt.
what="spurious between overflows"
put irq-spurious-every 800011
# The first one, while nothing counts, may find the stale flag of an idle counter.
measure -n 1000000 "$CYCLES" >/tmp/out 2>&1
run 1000003 10
between "$what: the model made spurious interrupts" "$(get spurious)" 100 10000
faults=$((faults + $(get spurious)))
eq "$what: as many samples as periods" "$SAMPLES" $((COUNT / 1000003))
put irq-spurious-every 0
source_is irq

# Thousands of spurious interrupts while nothing samples
what="spurious without an overflow"
put irq-spurious-every 9000
put reset-stats true
measures -n 5000000 -w 5 "$CYCLES"
eq "$what: the count is exact" "$COUNT" "$(sampled_cycles)"
between "$what: the model made spurious interrupts" "$(get spurious)" 1000 100000
faults=$((faults + $(get spurious)))
put irq-spurious-every 0
logs 1 "asserted without an overflow"

# The fault is over, and an event samples for more than half a second.
load_again() {
	what="after $what"
	run 1000003 30
	source_is timer
	logs 0 interrupt
	if [ "$VARIANT" != control ]; then
		unload
		load
	fi
	source_is irq
	dmesg -c >/dev/null
	run 1000003 3
	eq "$what: as many samples as periods" "$SAMPLES" $((COUNT / 1000003))
}
load_again

# The line gets stuck in the middle of a run of two seconds. The shorter periods end before a
# thousand spurious interrupts, because entry and exit of each interrupt are counted; the
# shortest is too short for the timer. The event is the CPU's: an event of a task would start
# again, by timer, each time the task is scheduled in.
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
	figures
	eq "$what: the count is exact" "$COUNT" "$(sampled_cycles)"
	between "$what: the event samples all the time" "$SAMPLES" \
		$((COUNT * 9 / 10 / (period < 200003 ? 200003 : period))) \
		$((COUNT * 11 / 10 / period))
	logs 1 interrupt
	own "it says that the line is asserted without an overflow" \
		"$(grep -c 'asserted without an overflow' /tmp/log)" 1
	faults=$((faults + 1))
	load_again
done

covered $faults interrupts late, dropped, spurious or stuck
finish
