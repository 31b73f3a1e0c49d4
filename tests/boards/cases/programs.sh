#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module eb-1176 pb-a8 pi-zero
# tier: main
#
# What published programs see that open events in their own way, with count_all_modes off and
# on. tools.rst has the table. XScale has too few counters for some of them.

. /bench/lib.sh
load

parameter=/sys/module/arm_cp_pmu/parameters/count_all_modes
cgroup=
if grep -q perf_event /proc/cgroups 2>/dev/null; then
	mkdir /tmp/cgroup
	mount -t cgroup -o perf_event none /tmp/cgroup
	mkdir /tmp/cgroup/work
	cgroup=/tmp/cgroup/work
fi

# opens TEXT OPTION...: all programs
opens() {
	_mode=$1
	shift
	for program in async-profiler bcc cadvisor clickhouse exegesis linuxperf-jl ltp perfetto \
		perfevent poop qtest ruy samply; do
		[ $program != cadvisor ] || [ -n "$cgroup" ] || continue
		run_checks "$program, $_mode" \
			programs "$@" -c "$COUNTERS" -i "$(get cpi)" -g "$cgroup" $program
	done
}

opens "off"
if [ -e $parameter ]; then
	echo 1 >$parameter
	opens "on" -a
	echo 0 >$parameter
else
	not_ok "there is a module parameter count_all_modes"
fi
if [ -n "$cgroup" ]; then
	rmdir /tmp/cgroup/work
	umount /tmp/cgroup
	rmdir /tmp/cgroup
fi
finish
