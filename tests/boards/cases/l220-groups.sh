#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module builtin debug eb-1176-l220 eb-1176-l220-builtin
# modules: kernel_counter
#
# Groups of the L220's events: two events fit, three do not, and no other PMU may be in the
# group. Events without a group take turns. An event of a throttled group that has no counter
# may be stopped and started: see guest-modules/kernel_counter.c.

. /bench/lib.sh
. /bench/l220.sh
load
load_l220

put l220-reset-stats true
measures -a -g -n 100000 "$L2:0x8" "$L2:0x7"
eq "a group of two events is exact" "$(awk '$1 == "count" { print $3 }' /tmp/out | tr '\n' ' ')" \
	"$(totals_of_l220) "
# 1 in each 80 instructions
between "and counts the loop" "$(word count 3 /tmp/out)" $((200000 / 80)) 100000
succeeds "a group of three events: EINVAL" measure -a -g -E EINVAL "$L2:0x8" "$L2:0x7" "$L2:0x3"
succeeds "a group led by the core's monitor: EINVAL" measure -a -g -E EINVAL "$CYCLES" "$L2:0x8"
succeeds "a group with the core's monitor: EINVAL" measure -a -g -E EINVAL "$L2:0x8" "$CYCLES"
# 1:9 is the software event dummy.
succeeds "a group led by a software event" measure -a -g -n 10 1:9 "$L2:0x8" "$L2:0x7"
succeeds "a group with a software event" measure -a -g -n 10 "$L2:0x8" 1:9 "$L2:0x7"
succeeds "three events with a software event: EINVAL" \
	measure -a -g -E EINVAL 1:9 "$L2:0x8" "$L2:0x7" "$L2:0x3"

# Three events on two counters, for many turns
perf stat -a -x, -o /tmp/stat -e "$L2/irreq/,$L2/drreq/,$L2/dwreq/" -- known 50000000 >/dev/null 2>&1
eq "three events take turns: all have a count" "$(counts_of /tmp/stat | wc -w)" 3
eq "and ran for a part of the time" \
	"$(awk -F, '/^[0-9]/ && $5 > 50 && $5 < 80 { n++ } END { print n }' /tmp/stat)" 3

# A group and an event of another program take turns. The events of the group always run
# together.
measure -a -g -n 20000000 "$L2:0x8" "$L2:0x7" >/tmp/group &
measure -a -n 20000000 "$L2:0x3" >/tmp/other
wait
eq "beside another event the group runs as a whole" \
	"$(awk '$1 == "count" && $5 > 0 && $5 < $4 { if (!($5 in seen)) n++; seen[$5]; m++ } END { print n, m }' /tmp/group)" "1 2"
eq "and the other event for the rest of the time" \
	"$(awk '$1 == "count" && $5 > 0 && $5 < $4 { n++ } END { print n }' /tmp/other)" 1
throttled_group_counts "$L2/irreq/" irreq

if [ "$VARIANT" != builtin ]; then
	insmod /bench/kernel_counter.ko || not_ok "insmod kernel_counter.ko"
	open=/sys/module/kernel_counter/parameters/open
	put l220-reset-stats true
	succeeds "a start without a counter does nothing" sh -c "echo '$(cat "$L2P/type") 8 0' >$open"
	count=$(cut -d' ' -f1 $open)
	# 5 million instructions: mdelay() is calibrated, and some percent long or short. The
	# counter runs from the read to the release: some thousand instructions, with the kernel's
	# checks ten times as many.
	[ "$VARIANT" = debug ] && most=7000000 more=1000 || most=6000000 more=100
	between "then the event counts for ten milliseconds" "$count" \
		$((4500000 / 80)) $((most / 80))
	between "counter 0 has that count" "$(get l220-total0)" "$count" $((count + more))
	rmmod kernel_counter
fi
l220_is_idle "at the end"
unload_l220
finish
