#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module builtin debug eb-1176-l220 eb-1176-l220-builtin
#
# The L220's counters do not wrap. The driver's timer reads them each second. With up to
# 2^31 events in a second, counts are exact. With more, a counter stays at its maximum; the
# driver says so. The model adds bursts of events.

. /bench/lib.sh
. /bench/l220.sh
load_l220

# count: release, and set count to the first event's count
count() {
	release
	count=$(word count 3 /tmp/held)
}

saturations() {
	cat "$L2P/saturations"
}

half=2147483647
before=$(saturations)
dmesg -c >/dev/null
put l220-reset-stats true
hold -a "$L2:0x8" "$L2:0x3"
for _ in 1 2 3 4; do
	put l220-burst0 $half
	sleep 1.1
done
count
between "more than 2^33 events" "$count" 8589934588 8600000000
eq "with up to 2^31 events in a second the count is exact" "$count" "$(get l220-total0)"
eq "no event was lost" "$(get l220-lost0 l220-lost1)" "0 0"
eq "the other counter is exact" "$(awk '$1 == "count" { n = $3 } END { print n }' /tmp/held)" \
	"$(get l220-total1)"
eq "no counter was at its maximum" "$(saturations)" "$before"
eq "and the log is quiet" "$(dmesg | grep -c -e l2x0 -e "$L2")" 0

# A read by a program finds the counter above 2^31 before the timer does.
put l220-reset-stats true
hold -a "$L2:0x8"
for _ in 1 2 3; do
	put l220-burst0 $half
	put l220-burst0 100000
	count
	eq "a count of more than 2^31 is exact when the event stops" "$count" "$(get l220-total0)"
	put l220-reset-stats true
	hold -a "$L2:0x8"
done
release

# The timer is late: 2^32 events happen before it looks.
for round in 1 2; do
	put l220-reset-stats true
	hold -a "$L2:0x8"
	put l220-burst0 5000000000
	sleep 1.1
	put l220-burst0 5000000000
	count
	lost=$(get l220-lost0)
	between "round $round: the counter lost events" "$lost" 1410065000 10000000000
	eq "round $round: the count has all that the counter counted" "$count" $(($(get l220-total0) - lost))
	eq "round $round: saturations" "$(saturations)" $((before + 2 * round))
done
sleep 0.1
eq "the log says it once" "$(dmesg | grep -c 'was at its maximum')" 1
dmesg -c >/dev/null

put l220-reset-stats true
measures -a -n 1000 "$L2:0x8"
is_exact "the next count is exact" "$(word count 3 /tmp/out)" $((2000 / 80)) "$(get l220-total0)"
l220_is_idle "at the end"
unload_l220
finish
