#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: bookworm-programs +cubieboard
#
# atop counts instructions and cycles of the CPU, with pinned events: its service holds two
# counters. perf stat and pmu-metrics say so.

. /bench/lib.sh
. /bench/debian.sh
load

# open_events: how many events are open
open_events() {
	awk '$1 == "arm_cp_pmu" { print $3 }' /proc/modules
}

shares 100000 &
debian atop -PCPU 1 4 >/tmp/atop 2>&1
kill $!
wait
# An instruction takes 2 ns.
between "atop: instructions in the last second" "$(awk '/^CPU/ { n = $(NF - 1) } END { print n }' /tmp/atop)" \
	495000000 505000000
between "atop: cycles" "$(awk '/^CPU/ { n = $NF } END { print n }' /tmp/atop)" \
	$((495000000 * $(get cpi))) $((505000000 * $(get cpi)))

# service: start atop as its service does
service() {
	debian atop -w /tmp/log 600 >/tmp/atop 2>&1 &
	sleep 2
}
service
eq "atop's service holds two events" "$(open_events)" 2
pmu-metrics known 1000000 >/tmp/metrics 2>&1
free=$((COUNTERS + 1 - 2))
says "pmu-metrics: there are free counters for $free of $((COUNTERS + 1)) events" cat /tmp/metrics
[ $free -gt 1 ] ||
	says "<not counted>" perf stat -e '{cycles,instructions}' known 1000000
killall atop
wait
echo "perfevents disable" >/debian/etc/atoprc
service
eq "with perfevents disable in /etc/atoprc it holds none" "$(open_events)" 0
killall atop
wait
rm /debian/etc/atoprc
finish
