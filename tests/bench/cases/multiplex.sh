#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Six events on two event counters: perf takes them in turns and scales. The turn
# is a matter of milliseconds, the run one of a second, and the load is even, so
# the scaled counts come out within two percent of the rates. Beside them cycles
# have a counter of their own.

. /bench/lib.sh
load

rates=$(get rates)
events="07 05 06 09 0b 10"
# shellcheck disable=SC2046 # a list of words
measure -n 50000000 -w 6 $(for number in $events; do echo "$PMU:0x$number"; done) "$PMU:0xff" \
	>/tmp/out 2>&1 || {
	not_ok "measure: $(tail -n 1 /tmp/out)"
	finish
}
cycles=$(awk -v e="$PMU:0xff" '$1 == "count" && $2 == e { print $3 }' /tmp/out)
instructions=$((cycles / $(get cpi)))
eq "cycles ran all of the time" "$(awk -v e="$PMU:0xff" '$2 == e && $4 != $5' /tmp/out)" ""
for number in $events; do
	set -- $(awk -v e="$PMU:0x$number" '$1 == "count" && $2 == e { print $3, $4, $5 }' /tmp/out)
	rate=$(echo "$rates" | tr ',' '\n' | sed -n "s/^0x$number=//p")
	expected=$((instructions * ${rate%/*} / ${rate#*/}))
	between "0x$number had about a third of the time" $((${3:-0} * 100 / ${2:-1})) 25 42
	[ "${3:-0}" -gt 0 ] || continue
	between "0x$number, scaled" $(($1 * 1000 / ($3 / 1000) * ($2 / 1000) / 1000)) \
		$((expected * 98 / 100)) $((expected * 102 / 100))
done
finish
