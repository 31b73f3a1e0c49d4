#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# of: sampling
# sources: irq
# variants: module
# boards: eb-1176 pb-a8 connex-255 pi-zero-irq
#
# The interrupt line is stuck, dead or late before the module is loaded. The driver
# tries it at load, says once what is wrong, and samples by timer from the first
# event on. A line that works again is used again.

. /bench/lib.sh
wire=$(get irq-wire)
period=1000003

# reload: the driver meets the line as it is now
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

# The driver's usual line at load has no "interrupt" and a number.
complaints() {
	dmesg | grep -c 'interrupt [0-9]'
}

interrupts() {
	awk -v name="$PMU" 'index($0, name) { print $2 }' /proc/interrupts
}

# The kernel goes on counting when the module is loaded again.
since() {
	echo $(($(interrupts) - $1))
}

# run PERIOD LOOPS CALLS EVENT TOTAL
run() {
	put reset-stats true
	measure -m 128 -c "$1" -n "$2" -w "$3" "$4" >/tmp/out 2>&1 ||
		not_ok "$what: measure: $(tail -n 1 /tmp/out)"
	count=$(word count 3 /tmp/out)
	samples=$(word samples 3 /tmp/out)
	sum=$(word samples 4 /tmp/out)
	max=$(word samples 9 /tmp/out)
	between "$what: it counts" "$count" $((2 * $2 * $3)) 100000000000
	eq "$what: the count is exact" "$count" "$(get "$5")"
	eq "$what: no sample is lost in the ring" "$(word samples 5 /tmp/out)" 0
}

# By timer a sample comes within a period after the end of one, or a little later:
# as many as periods, but for the first and the last ones.
sampled_by_timer() {
	between "$what: the samples are almost as many as the periods" "$samples" \
		$((count * 8 / 10 / $1)) $((count / $1))
	between "$what: their periods add up to the count at the last sample" "$sum" \
		$((count - 2 * max)) "$count"
}

# The line is well again: a few sessions of a fifth of a second each may pass.
used_again() {
	_tries=0
	while [ "$(cat "$P/caps/overflow_source")" != irq ] && [ $_tries -lt 8 ]; do
		run $period 5000000 10 "$CYCLES" total-ccnt
		_tries=$((_tries + 1))
	done
	eq "$what: the interrupt is the source again" "$(cat "$P/caps/overflow_source")" irq
	eq "$what: one line says so" "$(dmesg | grep -c 'comes again')" 1
	run $period 5000000 3 "$CYCLES" total-ccnt
	eq "$what: as many samples as periods" "$samples" $((count / period))
}

what="live at load"
reload
eq "$what: source" "$source" irq
eq "$what: nothing is wrong" "$(complaints)" 0
eq "$what: the trial leaves nothing on" "$(get running irq-enable line)" "0 0 False"
run $period 5000000 3 "$CYCLES" total-ccnt
eq "$what: as many samples as periods" "$samples" $((count / period))

what="stuck at load"
before=$(interrupts)
unload
put irq-stuck true
reload
eq "$what: source" "$source" timer
# The kernel gives a line up after 100,000; a tenth of them is too many already.
between "$what: interrupts until it was masked" "$(since "$before")" 1 10000
eq "$what: the kernel does not give the line up" "$(lines 'nobody cared')" 0
eq "$what: one line says so" "$(lines 'asserted without an overflow') $(complaints)" "1 1"
# 0.4 seconds
run $period 5000000 40 "$CYCLES" total-ccnt
sampled_by_timer $period
eq "$what: source of the session" "$(cat "$P/caps/overflow_source")" timer
between "$what: interrupts until then" "$(since "$before")" 1 10000
eq "$what: still one line" "$(complaints)" 1
put irq-stuck false
what="no longer stuck"
used_again

what="dead at load"
unload
put irq-wire -1
reload
eq "$what: source" "$source" timer
eq "$what: one line says so" "$(lines 'interrupt [0-9]* does not come') $(complaints)" "1 1"
eq "$what: the trial leaves nothing on" "$(get running irq-enable line)" "0 0 False"
# Three programs of a tenth of a second each
for nth in first second third; do
	what="dead at load, the $nth program"
	run 100003 25000000 1 "$INSTR" total-pmn0
	sampled_by_timer 100003
done
eq "$what: nothing more in the log" "$(complaints)" 1
eq "$what: source" "$(cat "$P/caps/overflow_source")" timer
dmesg -c >/dev/null
what="no longer dead"
measure -a -c $period -n 5000000 -w 100 "$CYCLES" >/tmp/out 2>&1 &
usleep 50000
put irq-wire "$wire"
wait
used_again

# Late by up to 2 ms, that is more than the trial waits: one that comes that late may
# be taken for dead first, and then be used again.
for delay in 1 20 300 7000 50000 300000 1048576; do
	what="late by $delay at load"
	unload
	put irq-delay $delay
	reload
	run 3000017 5000000 10 "$CYCLES" total-ccnt
	if [ "$source" = irq ]; then
		eq "$what: as many samples as periods" "$samples" $((count / 3000017))
	else
		# While it ran the interrupt may have become the source.
		between "$what: the samples are almost as many as the periods" "$samples" \
			$((count * 8 / 10 / 3000017)) $((count / 3000017 + 1))
		between "$what: their periods are in the count" "$sum" $((count - 2 * max)) "$count"
	fi
	between "$what: few lines in the log" "$(complaints)" 0 3
	note "$what: $source at load, $(cat "$P/caps/overflow_source") after it"
	[ "$delay" -gt 7000 ] || eq "$what: source" "$source" irq
done
put irq-delay 0
unload
finish
