#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module pi-zero eb-1176 pb-a8
#
# The event counters start three cycles after the write that sets E, in the model two
# instructions. No driver can count these. What the pages promise has to hold nevertheless: a
# count is what the counter has counted, the weights of the samples add up to it, and only the
# starts of the monitor miss events.

. /bench/lib.sh
load
run_all_counters
put start-delay 2
cpi=$(get cpi)

for scope in CPU task; do
	cpu_wide=
	[ $scope = CPU ] && cpu_wide=-a
	put reset-stats true
	# shellcheck disable=SC2086 # an option
	measures -g $cpu_wide -n 2500000 -w 20 "$CYCLES" "$INSTR"
	writes=$(get writes-pmnc)
	instructions=$(awk '$1 == "count" { n = $3 } END { print n }' /tmp/out)
	eq "$scope: the counts are exact" "$COUNT $instructions" "$(get total-ccnt total-pmn0)"
	# CCNT has no delay. Of two writes of PMNC, one sets E.
	missed=$((COUNT / cpi - instructions))
	between "$scope: each start misses two instructions, and nothing else is missed" \
		$missed 2 "$writes"
	eq "$scope: no start misses one of the two" $((missed % 2)) 0
	note "$scope: $missed of $instructions instructions are missed in $writes writes of PMNC"
done

for options in "-c 100003" "-F 1000"; do
	put reset-stats true
	# shellcheck disable=SC2086 # options
	measures -R -m 128 $options -n 2500000 -w 20 "$INSTR"
	between "$options: there are samples" "$SAMPLES" 100 1200
	sampled "$options" "$(get total-pmn0)"
	[ "$options$SOURCE" != "-c 100003irq" ] ||
		eq "$options: as many samples as periods" "$SAMPLES" $((COUNT / 100003))
done
put start-delay 0
finish
