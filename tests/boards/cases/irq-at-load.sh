#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module irq eb-1176 pb-a8 pb-a8-thumb2 connex-255 connex-255-dt pi-zero-irq
# of: sampling
#
# The interrupt line is stuck, dead or late before the module is loaded. The driver tests
# it at load, logs once what is wrong, and samples by timer from the first event on. It uses
# the line again when the line works again; one that was stuck only after a new load.

. /bench/lib.sh
wire=$(get irq-wire)
period=1000003

# reload: load the module with the line in its present state
reload() {
	unload
	dmesg -c >/dev/null
	load
	dmesg >/tmp/log
	source=$(cat "$P/caps/overflow_source")
}

lines() {
	grep -c "$1" /tmp/log
}

# The driver's message for a line without fault does not match.
complaints() {
	dmesg | grep -c 'interrupt [0-9]'
}

interrupts() {
	awk -v name="$PMU" 'index($0, name) { print $2 }' /proc/interrupts
}

# /proc/interrupts keeps its count when the module is loaded again.
since() {
	echo $(($(interrupts) - $1))
}

# run PERIOD LOOPS CALLS EVENT TOTAL: TOTAL is the command that prints the model's count
run() {
	put reset-stats true
	measures -m 128 -c "$1" -n "$2" -w "$3" "$4"
	between "$what: it counts" "$COUNT" $((2 * $2 * $3)) 100000000000
	sampled "$what" "$($5)"
}

# The timer samples within a period after the end of each period, or a little later, so
# only the last samples may be missing.
sampled_by_timer() {
	between "$what: almost as many samples as periods" "$SAMPLES" \
		$((COUNT * 8 / 10 / $1)) $((COUNT / $1))
}

# The line works again. The driver may need a few runs of a fifth of a second.
used_again() {
	_tries=0
	while [ "$(cat "$P/caps/overflow_source")" != irq ] && [ $_tries -lt 8 ]; do
		run $period 5000000 10 "$CYCLES" sampled_cycles
		_tries=$((_tries + 1))
	done
	eq "$what: overflow_source is irq" "$(cat "$P/caps/overflow_source")" irq
	eq "$what: one log line says that the interrupt comes again" "$(dmesg | grep -c 'comes again')" 1
	run $period 5000000 3 "$CYCLES" sampled_cycles
	eq "$what: as many samples as periods" "$SAMPLES" $((COUNT / period))
}

what="live at load"
reload
eq "$what: overflow_source is irq" "$source" irq
eq "$what: there is no log line about the interrupt" "$(complaints)" 0
eq "$what: the test leaves no counter and no interrupt enabled" "$(get running irq-enable line)" "0 0 False"
run $period 5000000 3 "$CYCLES" sampled_cycles
eq "$what: as many samples as periods" "$SAMPLES" $((COUNT / period))

what="stuck at load"
before=$(interrupts)
unload
put irq-stuck true
reload
eq "$what: overflow_source is timer" "$source" timer
# The kernel disables an interrupt after 100,000 spurious ones. Allow a tenth of that.
between "$what: the driver masks the interrupt early" "$(since "$before")" 1 10000
eq "$what: the kernel does not disable the interrupt" "$(lines 'nobody cared')" 0
eq "$what: one log line says that the line is asserted" "$(lines 'asserted without an overflow') $(complaints)" "1 1"
# 0.8 seconds
run $period 5000000 40 "$CYCLES" sampled_cycles
sampled_by_timer $period
eq "$what: overflow_source is timer after a run" "$(cat "$P/caps/overflow_source")" timer
between "$what: the interrupt stays masked during the run" "$(since "$before")" 1 10000
eq "$what: there is no second log line" "$(complaints)" 1
put irq-stuck false
what="no longer stuck"
run $period 5000000 60 "$CYCLES" sampled_cycles
sampled_by_timer $period
eq "$what: overflow_source is timer" "$(cat "$P/caps/overflow_source")" timer
eq "$what: there is no second log line" "$(complaints)" 1
reload
eq "$what, loaded again: overflow_source is irq" "$source" irq

what="dead at load"
unload
put irq-wire -1
reload
eq "$what: overflow_source is timer" "$source" timer
eq "$what: one log line says that the interrupt does not come" "$(lines 'interrupt [0-9]* does not come') $(complaints)" "1 1"
eq "$what: the test leaves no counter and no interrupt enabled" "$(get running irq-enable line)" "0 0 False"
# Three programs of a tenth of a second each
for nth in first second third; do
	what="dead at load, the $nth program"
	run 100003 25000000 1 "$INSTR" "get total-pmn0"
	sampled_by_timer 100003
done
eq "$what: there is no second log line" "$(complaints)" 1
eq "$what: overflow_source is timer" "$(cat "$P/caps/overflow_source")" timer
dmesg -c >/dev/null
what="no longer dead"
measure -a -c $period -n 5000000 -w 100 "$CYCLES" >/tmp/out 2>&1 &
usleep 50000
put irq-wire "$wire"
wait
used_again

# Late by up to 2 ms, longer than the test at load waits: the driver may find such a line
# dead at first, and use it later.
for delay in 1 20 300 7000 50000 300000 1048576; do
	what="late by $delay at load"
	unload
	put irq-delay $delay
	reload
	run 3000017 5000000 10 "$CYCLES" sampled_cycles
	if [ "$source" = irq ]; then
		eq "$what: as many samples as periods" "$SAMPLES" $((COUNT / 3000017))
	else
		# The interrupt may have become the source during the run.
		between "$what: almost as many samples as periods" "$SAMPLES" \
			$((COUNT * 8 / 10 / 3000017)) $((COUNT / 3000017 + 1))
	fi
	between "$what: there are at most three log lines" "$(complaints)" 0 3
	note "$what: $source at load, $(cat "$P/caps/overflow_source") after it"
	[ "$delay" -gt 7000 ] || eq "$what: overflow_source is irq" "$source" irq
done
put irq-delay 0
unload
finish
