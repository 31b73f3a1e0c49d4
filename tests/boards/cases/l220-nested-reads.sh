#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module eb-1176-l220-probes
#
# An event of the L220 is read in any context. It is in a group whose leader is a software
# event, a tracepoint or a probe on a function of the driver. Each sample of the leader reads
# the group. So the reads come while the driver adds, starts, stops and reads the event.
#
# Counts must stay exact, also those of another program's event.

. /bench/lib.sh
. /bench/l220.sh
load_l220
tracing=/sys/kernel/debug/tracing
succeeds "this kernel has kprobe events" test -e $tracing/kprobe_events

wrong=
sampled=0
# group WHAT LEADER: read groups while another program counts on counter 0
group() {
	put l220-reset-stats true
	hold -a "$L2:0x8"
	nested -c -r 2 "$2" "$L2:0x7" >/tmp/out 2>&1 || echo "round: $(tail -n 1 /tmp/out)" >>/tmp/out
	release
	# round SAMPLES BACKWARDS COUNT
	_result=$(awk '$1 == "round" { if (!$4) zero = 1; back += $3; sum += $4 } $1 != "round"
		END { print back + zero, sum + 0 }' /tmp/out)
	_counts="$(word count 3 /tmp/held) $(get l220-total1)"
	[ "$_result $_counts" = "0 $(get l220-total1) $(get l220-total0) $(get l220-total1)" ] ||
		wrong="$wrong $1 ($_result, $_counts of $(get l220-total0))"
	! awk '$1 == "round" { n += $2 } END { exit !n }' /tmp/out || sampled=$((sampled + 1))
}

# check_groups KIND LEAST: the results of the groups with that kind of leader
check_groups() {
	eq "$1: counts are exact, and none goes back" "$wrong" ""
	between "$1: groups that had samples" $sampled "$2" 1000
	wrong=
	sampled=0
}

# Context switches, and page faults
for software in 3 2; do
	group software:$software 1:$software
done
check_groups "software events" 1

for tracepoint in sched/sched_switch timer/hrtimer_start timer/hrtimer_cancel; do
	group $tracepoint "2:$(cat $tracing/events/$tracepoint/id)"
done
check_groups "tracepoints" 1

# Perf's callbacks, and the timer that reads the counters. Not all can be probed if the
# compiler has made them part of another function.
for type in p r; do
	for function in add del start stop read enable disable update count handle_timer; do
		echo "$type:bench/probe l220_pmu_$function" 2>/dev/null >>$tracing/kprobe_events ||
			continue
		echo "probe: $type l220_pmu_$function" >/dev/kmsg
		group "$type:$function" "2:$(cat $tracing/events/bench/probe/id)"
		echo "-:bench/probe" >>$tracing/kprobe_events
	done
done
check_groups "probes at the entry and the return" 6
eq "no reserved bit was written" "$(get l220-sbz-writes l220-ignored-writes)" "0 0"
l220_is_idle "at the end"
unload_l220
finish
