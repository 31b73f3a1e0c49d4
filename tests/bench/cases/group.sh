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

if measure -g -n $n "$PMU:0xff" "$PMU:0x07" "$PMU:0x05" >/tmp/out 2>&1; then
	# shellcheck disable=SC2046 # a list of words
	set -- $(counts)
	eq "cycles and two events: cycles are instructions by $cpi" "$1" $(($2 * cpi))
	eq "all ran for all of the time" "$(awk '$1 == "count" && $4 != $5' /tmp/out)" ""
else
	not_ok "cycles and two events: $(tail -n 1 /tmp/out)"
fi

# The cycle counter is one, the event counters count cycles as well.
if measure -g -n $n "$PMU:0xff" 0:0 "$PMU:0x07" >/tmp/out 2>&1; then
	# shellcheck disable=SC2046 # a list of words
	set -- $(counts)
	eq "cycles twice are the same" "$1" "$2"
	eq "and right" "$1" $(($3 * cpi))
else
	not_ok "cycles twice in a group: $(tail -n 1 /tmp/out)"
fi
if measure -g -n $n "$PMU:0xff" "$PMU:0xff" "$PMU:0xff" >/tmp/out 2>&1; then
	eq "cycles three times are the same" "$(counts | sort -u | grep -c .)" 1
else
	not_ok "cycles three times in a group: $(tail -n 1 /tmp/out)"
fi

# div64 needs the cycle counter, then the other cycles take an event counter.
if measure -g -n 1000000 "$PMU:0xff" "$PMU:0xff:1" "$PMU:0x07" >/tmp/out 2>&1; then
	# shellcheck disable=SC2046 # a list of words
	set -- $(counts)
	eq "cycles beside div64 are right" "$1" $(($3 * cpi))
	between "div64 beside cycles is right" "$2" $(($1 / 64 - 1)) $(($1 / 64 + 1))
else
	not_ok "cycles beside div64: $(tail -n 1 /tmp/out)"
fi

succeeds "three events are one too many" measure -g -E EINVAL "$PMU:0x07" "$PMU:0x05" "$PMU:0x06"
succeeds "four are too many, cycles among them" \
	measure -g -E EINVAL "$PMU:0xff" "$PMU:0x07" "$PMU:0x05" "$PMU:0x06"
succeeds "four times cycles are too many" \
	measure -g -E EINVAL "$PMU:0xff" "$PMU:0xff" "$PMU:0xff" "$PMU:0xff"
succeeds "div64 twice needs two cycle counters" measure -g -E EINVAL "$PMU:0xff:1" "$PMU:0xff:1"
succeeds "software events take no counter" \
	measure -g -n 10 1:0 "$PMU:0x07" "$PMU:0x05" "$PMU:0xff" 1:2
succeeds "a software event may lead" measure -g -n 10 1:0 "$PMU:0x07"
succeeds "three hardware events under a software leader" \
	measure -g -E EINVAL 1:0 "$PMU:0x07" "$PMU:0x05" "$PMU:0x06"
# perf stat says '<not supported>' where a group was refused, and no number
perf stat -x, -o /tmp/stat -e "{$PMU/event=0x07/,$PMU/event=0x05/,$PMU/event=0x06/}" -- known 10 2>/dev/null
eq "perf stat counts nothing of a group that does not fit" "$(grep -c '^[0-9]' /tmp/stat)" 0
finish
