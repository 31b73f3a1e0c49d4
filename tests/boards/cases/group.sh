#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: +connex-255-dt +cubieboard +cubieboard-5.10 +cubieboard-rt +pb-a8-rt +pb-a8-thumb2
# tier: main
#
# A group that fits on the counters counts as one. The open of an event fails if its group
# could never fit.

. /bench/lib.sh
load

cpi=$(get cpi)
n=100000

# counts: the counts of the last measure
counts() {
	sed -n 's/^count //p' /tmp/out | cut -d' ' -f2
}

# all_ran TEXT INSTRUCTIONS LOOP: every event of the last measure ran all of the time, and the
# instructions are those of known_loop(LOOP). Without this, equal counts could all be zero.
all_ran() {
	between "$1: the instructions include the loop" "$2" $((2 * $3 + 1)) 100000000
	eq "$1: every event ran all of the time" \
		"$(awk '$1 == "count" && ($5 == 0 || $4 != $5)' /tmp/out)" ""
}

# "all": one event more than there are event counters. "full": one event for each.
# shellcheck disable=SC2046 # a list of words
set -- "$INSTR" $(events "$COUNTERS")
all=$*
# shellcheck disable=SC2046 # a list of words
set -- "$INSTR" $(events $((COUNTERS - 1)))
full=$*

# shellcheck disable=SC2086 # a list of words
if measure -g -n $n "$CYCLES" $full >/tmp/out 2>&1; then
	# shellcheck disable=SC2046 # a list of words
	set -- $(counts)
	eq "cycles and $COUNTERS events: cycles are $cpi times the instructions" "$1" $(($2 * cpi))
	all_ran "cycles and $COUNTERS events" "$2" $n
else
	not_ok "cycles and $COUNTERS events: $(tail -n 1 /tmp/out)"
fi

# copies N WORD: the word N times
copies() {
	_copies=$1
	while [ "$_copies" -gt 0 ]; do
		echo "$2"
		_copies=$((_copies - 1))
	done
}

# There is one cycle counter. On some cores the event counters count cycles too.
if [ -n "$PMN_CYCLES" ]; then
	if measure -g -n $n "$CYCLES" 0:0 "$INSTR" >/tmp/out 2>&1; then
		# shellcheck disable=SC2046 # a list of words
		set -- $(counts)
		all_ran "cycles twice" "$3" $n
		eq "cycles twice: the counts are equal" "$1" "$2"
		eq "cycles twice: the counts are exact" "$1" $(($3 * cpi))
	else
		not_ok "cycles twice in a group: $(tail -n 1 /tmp/out)"
	fi
	# shellcheck disable=SC2046 # a list of words
	if measure -g -n $n $(copies $((COUNTERS + 1)) "$CYCLES") >/tmp/out 2>&1; then
		all_ran "cycles on all counters" $(($(counts | head -n 1) / cpi)) $n
		eq "cycles on all counters: the counts are equal" "$(counts | sort -u | grep -c .)" 1
	else
		not_ok "cycles on all counters in a group: $(tail -n 1 /tmp/out)"
	fi
	# div64 needs the cycle counter, so the other cycles use an event counter.
	if measure -g -n 1000000 "$CYCLES" "$CYCLES:1" "$INSTR" >/tmp/out 2>&1; then
		# shellcheck disable=SC2046 # a list of words
		set -- $(counts)
		all_ran "cycles beside div64" "$3" 1000000
		eq "cycles beside div64: the count of cycles is exact" "$1" $(($3 * cpi))
		# Each stop of the monitor rounds the count.
		between "cycles beside div64: the count of div64 is exact but for rounding" "$2" $(($1 / 64 - 3)) $(($1 / 64 + 3))
	else
		not_ok "cycles beside div64: $(tail -n 1 /tmp/out)"
	fi
	# shellcheck disable=SC2046 # a list of words
	succeeds "a group with cycles once more than there are counters: EINVAL" \
		measure -g -E EINVAL $(copies $((COUNTERS + 2)) "$CYCLES")
else
	succeeds "a group with cycles twice: EINVAL" measure -g -E EINVAL "$CYCLES" 0:0
	succeeds "a group with cycles and div64: EINVAL" measure -g -E EINVAL "$CYCLES" "$CYCLES:1"
fi
succeeds "a group with div64 twice: EINVAL" measure -g -E EINVAL "$CYCLES:1" "$CYCLES:1"

# shellcheck disable=SC2086 # lists of words, from here on
{
	succeeds "a group of $((COUNTERS + 1)) events: EINVAL" measure -g -E EINVAL $all
	succeeds "a group of $((COUNTERS + 1)) events and cycles: EINVAL" measure -g -E EINVAL "$CYCLES" $all
	succeeds "software events in a full group need no counter" measure -g -n 10 1:0 $full "$CYCLES" 1:2
	succeeds "a software event can lead a group" measure -g -n 10 1:0 "$INSTR"
	succeeds "a software leader and $((COUNTERS + 1)) hardware events: EINVAL" measure -g -E EINVAL 1:0 $all
}
# perf stat prints '<not supported>' instead of a number for a refused group.
group=$(echo "$all" | sed "s|$PMU:\(0x..\)|$PMU/event=\1/|g; s/ /,/g")
perf stat -x, -o /tmp/stat -e "{$group}" -- known 10 2>/dev/null
eq "perf stat prints no count of a group that does not fit" "$(grep -c '^[0-9]' /tmp/stat)" 0
finish
