#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# A group that fits is counted as one, one that can never fit is refused when it
# is opened, and hardware of two PMUs is not mixed.

. /bench/lib.sh
load

cpi=$(get cpi)
n=100000

# counts: of the last measure
counts() {
	sed -n 's/^count //p' /tmp/out | cut -d' ' -f2
}

# all_ran TEXT: of the last measure; zeros agree with each other
all_ran() {
	eq "$1: all ran for all of the time" \
		"$(awk '$1 == "count" && ($5 == 0 || $4 != $5)' /tmp/out)" ""
}

# Events for all counters, and for one more
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
	eq "cycles and $COUNTERS events: cycles are instructions by $cpi" "$1" $(($2 * cpi))
	all_ran "cycles and $COUNTERS events"
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

# The cycle counter is one; on some cores the event counters count cycles as well.
if [ -n "$PMN_CYCLES" ]; then
	if measure -g -n $n "$CYCLES" 0:0 "$INSTR" >/tmp/out 2>&1; then
		# shellcheck disable=SC2046 # a list of words
		set -- $(counts)
		all_ran "cycles twice"
		eq "cycles twice are the same" "$1" "$2"
		eq "and right" "$1" $(($3 * cpi))
	else
		not_ok "cycles twice in a group: $(tail -n 1 /tmp/out)"
	fi
	# shellcheck disable=SC2046 # a list of words
	if measure -g -n $n $(copies $((COUNTERS + 1)) "$CYCLES") >/tmp/out 2>&1; then
		all_ran "cycles on all counters"
		eq "cycles on all counters are the same" "$(counts | sort -u | grep -c .)" 1
	else
		not_ok "cycles on all counters in a group: $(tail -n 1 /tmp/out)"
	fi
	# div64 needs the cycle counter, then the other cycles take an event counter.
	if measure -g -n 1000000 "$CYCLES" "$CYCLES:1" "$INSTR" >/tmp/out 2>&1; then
		# shellcheck disable=SC2046 # a list of words
		set -- $(counts)
		all_ran "cycles beside div64"
		eq "cycles beside div64 are right" "$1" $(($3 * cpi))
		# Each stretch between two stops of the monitor is rounded by itself.
		between "div64 beside cycles is right" "$2" $(($1 / 64 - 3)) $(($1 / 64 + 3))
	else
		not_ok "cycles beside div64: $(tail -n 1 /tmp/out)"
	fi
	# shellcheck disable=SC2046 # a list of words
	succeeds "cycles once more than there are counters" \
		measure -g -E EINVAL $(copies $((COUNTERS + 2)) "$CYCLES")
else
	succeeds "cycles twice are one too many" measure -g -E EINVAL "$CYCLES" 0:0
	succeeds "so are cycles and div64" measure -g -E EINVAL "$CYCLES" "$CYCLES:1"
fi
succeeds "div64 twice needs two cycle counters" measure -g -E EINVAL "$CYCLES:1" "$CYCLES:1"

# shellcheck disable=SC2086 # lists of words, from here on
{
	succeeds "$((COUNTERS + 1)) events are one too many" measure -g -E EINVAL $all
	succeeds "and too many with cycles among them" measure -g -E EINVAL "$CYCLES" $all
	succeeds "software events take no counter" measure -g -n 10 1:0 $full "$CYCLES" 1:2
	succeeds "a software event may lead" measure -g -n 10 1:0 "$INSTR"
	succeeds "too many hardware events under a software leader" measure -g -E EINVAL 1:0 $all
}
# perf stat says '<not supported>' where a group was refused, and no number
group=$(echo "$all" | sed "s|$PMU:\(0x..\)|$PMU/event=\1/|g; s/ /,/g")
perf stat -x, -o /tmp/stat -e "{$group}" -- known 10 2>/dev/null
eq "perf stat counts nothing of a group that does not fit" "$(grep -c '^[0-9]' /tmp/stat)" 0
finish
