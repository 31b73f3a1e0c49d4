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
	measure -g $cpu_wide -n 2500000 -w 20 "$CYCLES" "$INSTR" >/tmp/out 2>&1 ||
		not_ok "measure $scope: $(tail -n 1 /tmp/out)"
	writes=$(get writes-pmnc)
	ccnt=$(word count 3 /tmp/out)
	instructions=$(awk '$1 == "count" { n = $3 } END { print n }' /tmp/out)
	eq "$scope: the counts are exact" "$ccnt $instructions" "$(get total-ccnt total-pmn0)"
	# CCNT has no delay. Of two writes of PMNC, one sets E.
	missed=$((ccnt / cpi - instructions))
	between "$scope: each start misses two instructions, and nothing else is missed" \
		$missed 2 "$writes"
	eq "$scope: no start misses one of the two" $((missed % 2)) 0
	note "$scope: $missed of $instructions instructions are missed in $writes writes of PMNC"
done

for options in "-c 100003" "-F 1000"; do
	put reset-stats true
	# shellcheck disable=SC2086 # options
	measure -R -m 128 $options -n 2500000 -w 20 "$INSTR" >/tmp/out 2>&1 ||
		not_ok "measure $options: $(tail -n 1 /tmp/out)"
	count=$(word count 3 /tmp/out)
	eq "$options: the count is exact" "$count" "$(get total-pmn0)"
	between "$options: there are samples" "$(word samples 3 /tmp/out)" 100 1200
	eq "$options: each period is the count since the previous sample" "$(word reads 4 /tmp/out)" 0
	eq "$options: the periods add up to the count at the last sample" \
		"$(word samples 4 /tmp/out)" "$(word reads 3 /tmp/out)"
	[ "$options$SOURCE" != "-c 100003irq" ] ||
		eq "$options: as many samples as periods" "$(word samples 3 /tmp/out)" $((count / 100003))
done
put start-delay 0
finish
