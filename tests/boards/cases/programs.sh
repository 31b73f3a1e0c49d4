#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module eb-1176 pb-a8 pi-zero
# tier: main
#
# What published programs see that open events in their own way. tools.rst has the table.
# XScale has too few counters for some of them.

. /bench/lib.sh
load

if grep -q perf_event /proc/cgroups 2>/dev/null; then
	mkdir /tmp/cgroup
	mount -t cgroup -o perf_event none /tmp/cgroup
	mkdir /tmp/cgroup/work
	run_checks cadvisor programs -i "$(get cpi)" -g /tmp/cgroup/work cadvisor
	rmdir /tmp/cgroup/work
	umount /tmp/cgroup
	rmdir /tmp/cgroup
fi
for program in async-profiler bcc ltp qtest; do
	run_checks $program programs -c "$COUNTERS" -i "$(get cpi)" $program
done
finish
