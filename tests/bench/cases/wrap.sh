#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Cycles past 2^33 in one run: the 32-bit counter wraps at least twice, at the
# rate of a core of 1 GHz (the clock gives 500 million instructions a second, the
# model two cycles each). The truth is what the model's counter has counted.

. /bench/lib.sh
load

loops=250000000
times=9
put reset-stats true
measure -n $loops -w $times "$PMU:0xff" >/tmp/out 2>&1 || {
	not_ok "measure: $(tail -n 1 /tmp/out)"
	finish
}
count=$(word count 3 /tmp/out)
total=$(get total-ccnt)
between "the counter has passed 2^33" "$total" $((1 << 33)) $((1 << 34))
eq "cycles over $((2 * loops * times)) instructions are exact" "$count" "$total"
finish
