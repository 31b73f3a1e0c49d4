#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Cycles past 2^33 in one run: the 32-bit counter wraps at least twice, at the
# rate of a core of 1 GHz (the clock gives 500 million instructions a second, the
# model two cycles each), on all counters at once; where an event counter cannot
# count cycles it counts instructions past 2^32. The truth is what the model's
# counters have counted. An event of a task is looked at whenever another task gets
# its turn; one of the CPU is not, between its start and its end.

. /bench/lib.sh
load

loops=250000000
times=9
others=
# The kernel's own driver counts cycles on CCNT alone.
[ "$VARIANT" = control ] && PMN_CYCLES=
for _ in $(seq "$COUNTERS"); do
	others="$others ${PMN_CYCLES:-$INSTR}"
done
# An overflow that a case before has placed on a counter strikes when that runs.
# shellcheck disable=SC2086 # words
measure -g -n 10 "$CYCLES" $others >/dev/null
for scope in CPU task; do
	cpu_wide=
	[ $scope = CPU ] && cpu_wide=-a
	put reset-stats true
	# shellcheck disable=SC2086 # words
	measure -g $cpu_wide -n $loops -w $times "$CYCLES" $others >/tmp/out 2>&1 || {
		not_ok "measure $scope: $(tail -n 1 /tmp/out)"
		continue
	}
	count=$(word count 3 /tmp/out)
	total=$(get total-ccnt)
	between "$scope: the counter has passed 2^33" "$total" $((1 << 33)) $((1 << 34))
	eq "$scope: cycles over $((2 * loops * times)) instructions are exact" "$count" "$total"
	eq "$scope: and so is each other counter" \
		"$(awk '$1 == "count" && ++n > 1 { print $3 }' /tmp/out | sort -n | xargs)" \
		"$(totals | tr ' ' '\n' | sort -n | xargs)"
done
finish
