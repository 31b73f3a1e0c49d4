#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module eb-1136-r0
# of: sampling
#
# ARM1136 before r1: the event of instructions can step over the overflow. Then there is no
# interrupt, and half of the periods would end without a sample. The driver samples by timer,
# although the device tree has an interrupt.

. /bench/lib.sh
dmesg -c >/dev/null
load
eq "overflow_source is timer" "$(cat "$P/caps/overflow_source")" timer
eq "one log line says why" "$(dmesg | grep -c 'r0 of this core may miss overflows: sampling by timer')" 1

for period in 100003 100004; do
	put reset-stats true
	measures -m 128 -c $period -n 5000000 -w 10 "$INSTR"
	sampled "period $period" "$(get total-pmn0)"
	# The timer samples within a period after the end of each period, or a little later, so
	# only the last samples may be missing.
	between "period $period: almost as many samples as periods" "$SAMPLES" \
		$((COUNT * 8 / 10 / period)) $((COUNT / period))
done
eq "the line raises no interrupt" "$(get irqs)" 0
finish
