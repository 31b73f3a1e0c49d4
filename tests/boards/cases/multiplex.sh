#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: +cubieboard +cubieboard-5.10 +pb-a8-rt
# tier: main
#
# Three times as many events as event counters: perf multiplexes and scales them. It rotates
# every few milliseconds, the run takes a second, and the load is even, so the scaled counts
# are within 1 % of the rates times the length of the loops. The ticks add less than 0.1 %.

. /bench/lib.sh
load

numbers="${INSTR##*0x} $EVENTS"
# shellcheck disable=SC2086 # a list of words
share=$((COUNTERS * 100 / $(echo $numbers | wc -w)))
eq "there are three times as many events as counters" "$share" 33
n=50000000
times=6
instructions=$((2 * n * times))
# shellcheck disable=SC2046 # a list of words
measure -n $n -w $times $(for number in $numbers; do echo "$PMU:0x$number"; done) \
	>/tmp/out 2>&1 || {
	not_ok "measure: $(tail -n 1 /tmp/out)"
	finish
}
for number in $numbers; do
	read -r count enabled running <<-END
		$(awk -v e="$PMU:0x$number" '$1 == "count" && $2 == e { print $3, $4, $5 }' /tmp/out)
	END
	rate=$(rate_of "$number")
	expected=$((instructions * ${rate%/*} / ${rate#*/}))
	between "0x$number ran for a third of the time" $((running * 100 / enabled)) \
		$((share - 8)) $((share + 12))
	[ "$running" -gt 0 ] || continue
	between "0x$number: the scaled count has the right rate" $((count * (enabled / 1000) / (running / 1000))) \
		$((expected * 99 / 100)) $((expected * 101 / 100))
done
finish
