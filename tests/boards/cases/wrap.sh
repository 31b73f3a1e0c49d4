#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: +connex-255-dt +cubieboard +cubieboard-5.10 +cubieboard-rt +pb-a8-rt +pb-a8-thumb2
# tier: main
#
# More than 2^33 cycles in one run on all counters: the 32-bit counters wrap at least twice. An
# event counter that cannot count cycles counts instructions past 2^32. The counts must equal
# the totals of the model. The rate is that of a core of 1 GHz: 500 million instructions a
# second, two cycles each.
#
# The kernel reads an event of a task at each task switch. It reads an event of the CPU only
# at its start and its end.

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
# A pending overflow that an earlier case placed on a counter happens here.
# shellcheck disable=SC2086 # words
measure -g -n 10 "$CYCLES" $others >/dev/null
for scope in CPU task; do
	cpu_wide=
	[ $scope = CPU ] && cpu_wide=-a
	put reset-stats true
	# shellcheck disable=SC2086 # words
	measures -g $cpu_wide -n $loops -w $times "$CYCLES" $others
	total=$(get total-ccnt)
	between "$scope: the counter passed 2^33" "$total" $((1 << 33)) $((1 << 34))
	eq "$scope: the cycles of $((2 * loops * times)) instructions are exact" "$COUNT" "$total"
	eq "$scope: the counts of the other counters are exact" \
		"$(awk '$1 == "count" && ++n > 1 { print $3 }' /tmp/out | sort -n | xargs)" \
		"$(totals | tr ' ' '\n' | sort -n | xargs)"
done
finish
