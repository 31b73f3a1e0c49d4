#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module builtin cortex-a8 pb-a8
# of: sampling
#
# An access to the monitor at the moment in which CCNT overflows is said to break Cortex-A8's
# monitor until it is reset. Here the moment is long: an access in the second after an overflow
# breaks it. So CCNT must never overflow where the driver can avoid it. The rate is that of a
# core of 4 GHz: 500 million instructions a second, eight cycles each.

. /bench/lib.sh
load
run_all_counters
put ccnt-breaks 500000000
put cpi 8

# never WHAT: CCNT has not overflowed, and the monitor works
never() {
	eq "$1: CCNT has not overflowed, and the monitor is not broken" \
		"$(get ccnt-overflows breaks)" "0 0"
}

# CCNT passes 2^33. The count of the task is read at each task switch.
for scope in CPU task; do
	cpu_wide=
	[ $scope = CPU ] && cpu_wide=-a
	put reset-stats true
	measures $cpu_wide -n 125000000 -w 5 "$CYCLES"
	between "$scope: more than 2^33 cycles are counted" "$COUNT" $((1 << 33)) $((1 << 34))
	eq "$scope: the count is exact" "$COUNT" "$(get total-ccnt)"
	never "$scope"
done

put reset-stats true
perf record -q -e cycles -c 4000037 -o /tmp/data -- known 100000000 >/tmp/out 2>&1 ||
	not_ok "perf record -e cycles: $(tail -n 1 /tmp/out)"
between "perf record -e cycles has samples" "$(perf script -i /tmp/data -F period 2>/dev/null | grep -c .)" 300 500
never "perf record -e cycles"

# The driver tries the line when it is loaded.
if [ "$VARIANT" = module ]; then
	unload
	put reset-stats true
	load
	never "the trial of the line"
	unload

	# On such a chip only CCNT counts.
	put dead-counters 15
	dmesg -c >/dev/null
	load
	eq "event counters that do not count: the log says it" \
		"$(dmesg | grep -c 'the counters do not count: sampling by timer')" 1
	eq "event counters that do not count: the timer samples" "$(cat "$P/caps/overflow_source")" timer
	put reset-stats true
	perf record -q -e cycles -c 4000037 -o /tmp/data -- known 100000000 >/tmp/out 2>&1 ||
		not_ok "perf record -e cycles: $(tail -n 1 /tmp/out)"
	between "event counters that do not count: cycles have samples" \
		"$(perf script -i /tmp/data -F period 2>/dev/null | grep -c .)" 100 500
	never "event counters that do not count"
	unload
	put dead-counters 0

	# A program can write the counters while it has mapped one.
	load user_read=1
	put reset-stats true
	user -n 400000000 unmapped "$INSTR" "$CYCLES" >/tmp/out 2>&1 ||
		not_ok "an event that is not mapped: $(tail -n 1 /tmp/out)"
	between "an event that is not mapped beside one that is: more than 2^32 cycles" \
		"$(word count 2 /tmp/out)" 6400000000 7000000000
	never "an event that is not mapped beside one that is"
	unload
	load
fi

# CCNT is left to the cycles of a group that are only counted.
put reset-stats true
perf record -q -e "{cycles,cycles,$PMU/event=0x1/,$PMU/event=0x3/,$PMU/event=0x8/}:S" -c 4000037 \
	-o /tmp/data -- known 100000000 >/tmp/out 2>&1 ||
	not_ok "a group of five that samples and counts cycles: $(tail -n 1 /tmp/out)"
between "a group of five that samples and counts cycles has samples" \
	"$(perf script -i /tmp/data -F event 2>/dev/null | grep -c .)" 1000 2000
never "a group of five that samples and counts cycles"

# The counters that other events need are left to them: these five fit together.
put ccnt-breaks 0
# shellcheck disable=SC2046 # words
set -- $(events 4)
measures -g -c 40000003 -n 100000000 "$CYCLES" "$@"
between "a group of five that samples cycles has samples" "$SAMPLES" 30 50
awk '$1 == "count" && $4 != $5 { exit 1 }' /tmp/out
eq "a group of five: all were on a counter all the time" $? 0

# There, CCNT overflows. If the monitor breaks, it works again when the driver is reloaded.
if [ "$VARIANT" = module ]; then
	put reset-stats true
	put ccnt-breaks 100000
	measures -g -c 40000003 -n 10000000 "$CYCLES" "$@"
	put ccnt-breaks 0
	between "the group of five has broken the monitor" "$(get breaks)" 1 1000
	unload
	load
	measures -n 1000000 "$INSTR"
	between "the module reloaded: the monitor counts" "$COUNT" 2000000 2100000
fi
put cpi 2
rm -f /tmp/data
finish
