#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module irq eb-1176 eb-1136 eb-1156
# of: sampling
#
# Application Note 195 does not say exactly when a write clears an overflow flag of ARM11. The
# rules of the model:
#
#   1  always
#   2  E was set before the write
#   3  E is set in the write
#   4  never
#
# Under 1, 2 and 3 the driver samples by interrupt, and counts and samples are exact. Under 4
# the driver samples by timer. 0 is the default of the core.

. /bench/lib.sh
period=100003

# run OPTIONS EVENT TOTAL: TOTAL is the property of the model with the exact count
run() {
	put reset-stats true
	# shellcheck disable=SC2086 # options
	measures -m 128 -n 2500000 -w 2 $1 "$2"
	sampled "$what, $1" "$(get "$3")"
}

for rule in 3 1 2; do
	what="rule $rule"
	unload
	put ack-rule $rule
	dmesg -c >/dev/null
	load
	eq "$what: overflow_source is irq" "$(cat "$P/caps/overflow_source")" irq
	eq "$what: no counter runs, and no flag is set" "$(get running irq-enable flags)" "0 0 0"
	for event in "$CYCLES total-ccnt" "$INSTR total-pmn0"; do
		run "-c $period" "${event% *}" "${event#* }"
		eq "$what, ${event% *}: as many samples as periods" "$SAMPLES" $((COUNT / period))
		between "$what, ${event% *}: one interrupt for each sample" "$(get irqs)" \
			"$SAMPLES" $((SAMPLES + 2))
	done
	# The frequency takes some time to settle.
	run "-F 1000" "$CYCLES" total-ccnt
	between "$what, -F 1000: there are samples" "$SAMPLES" 10 1000
	between "$what, -F 1000: one interrupt for each sample" "$(get irqs)" "$SAMPLES" $((SAMPLES + 2))
	eq "$what: no warning about the interrupt is logged" "$(dmesg | grep -c 'interrupt [0-9]')" 0
	unload
	eq "$what: the flags are cleared at unload" "$(get flags irq-enable)" "0 0"
done

what="rule 4"
put ack-rule 4
dmesg -c >/dev/null
load
eq "$what: overflow_source is timer" "$(cat "$P/caps/overflow_source")" timer
eq "$what: one log line says why" "$(dmesg | grep -c 'overflow flags stay set')" 1
run "-c $period" "$CYCLES" total-ccnt
between "$what: almost as many samples as periods" "$SAMPLES" $((COUNT * 8 / 10 / period)) \
	$((COUNT / period))
eq "$what: there is no interrupt" "$(get irqs)" 0
put ack-rule 0
unload
finish
