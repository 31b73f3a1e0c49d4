#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module pi-zero pi-zero-rpios
#
# Events are read in any context. A group of the CPU has a leader whose samples read the
# whole group. The leader is a tracepoint, a software event, a probe on a function of the
# driver, or the function tracer. So the reads come while the driver adds, starts, stops and
# reads the same events.
#
# Counts must stay exact: cycles and instructions of the group have their ratio, another
# program's count equals the model's, and no write of the control register has a stray bit.

. /bench/lib.sh
load
cpi=$(get cpi)
tracing=/sys/kernel/debug/tracing
succeeds "this kernel has kprobe events" test -e $tracing/kprobe_events
succeeds "and a function tracer" test -e $tracing/events/ftrace/function/id

sampled=0
group_wrong=
other_wrong=
written_wrong=
# Not stray-acks: the driver clears the flag of a counter that it starts, set or not.
stray="sbz-writes counter-resets reserved-events"

# group WHAT OPTION... LEADER: read groups while another program counts instructions on the
# first counter. Sets "samples".
group() {
	_what=$1
	shift
	samples=0
	put reset-stats true
	hold -a "$INSTR"
	nested -r 2 "$@" "$CYCLES" "$INSTR" >/tmp/out 2>&1 || echo "round: $(tail -n 1 /tmp/out)" >>/tmp/out
	release
	# round SAMPLES BACKWARDS CYCLES INSTRUCTIONS
	_wrong=$(awk -v cpi="$cpi" '$1 != "round" || $3 || $4 != $5 * cpi || !$5' /tmp/out | head -n 1)
	samples=$(awk '$1 == "round" { sum += $2 } END { print sum + 0 }' /tmp/out)
	[ -z "$_wrong" ] || group_wrong="$group_wrong $_what ($_wrong)"
	_count=$(word count 3 /tmp/held)
	_total=$(get total-pmn0)
	[ "$_count" = "$_total" ] || other_wrong="$other_wrong $_what ($_count of $_total)"
	# shellcheck disable=SC2086 # a list of words
	_written=$(get $stray)
	[ "$_written" = "0 0 0" ] || written_wrong="$written_wrong $_what ($_written)"
	# Start afresh, so that a failure does not show in the next group too.
	if [ -n "$_wrong" ] || [ "$_count" != "$_total" ] || [ "$_written" != "0 0 0" ]; then
		unload
		load
	fi
}

# check_groups KIND: the results of the groups with that kind of leader
check_groups() {
	eq "$1: cycles are $cpi times the instructions, and no count goes back" "$group_wrong" ""
	eq "$1: the count of another program is exact" "$other_wrong" ""
	eq "$1: the model has no $stray" "$written_wrong" ""
	group_wrong=
	other_wrong=
	written_wrong=
}

# The tracepoints of hrtimers are hit within the driver, which starts and stops a timer.
for tracepoint in sched/sched_switch timer/hrtimer_start timer/hrtimer_cancel \
	timer/hrtimer_expire_exit raw_syscalls/sys_enter; do
	group $tracepoint "2:$(cat $tracing/events/$tracepoint/id)"
	[ "$samples" -gt 0 ] || [ $tracepoint = timer/hrtimer_cancel ] ||
		not_ok "$tracepoint: the leader samples"
done
check_groups "tracepoints"

# Context switches, and page faults
for software in 3 2; do
	group software:$software 1:$software
done
check_groups "software events"

# The functions that run while an event is open: perf's callbacks, the walk over the
# counters, samples, the timer, and the register accesses of this core
case $CORE in
arm11*) backend=pmnc ;;
*) backend=a8 ;;
esac
sed -n 's/^\([a-z0-9_]*\) \[arm_cp_pmu\]$/\1/p' $tracing/available_filter_functions |
	grep -E "^(cp_pmu_(event_[uspd]|add|del|start|stop|read|enable|disable|overflow|poll|take|run|resume|deliver|handle|sample|timer_[aefpi])|${backend}_[rwsg])" |
	grep -vE '_(init|destroy|reset)$' >/tmp/functions
between "there are functions of the driver to trace" "$(grep -c . /tmp/functions)" 10 1000
fails "the read of a counter cannot be traced" grep -q "^${backend}_read_counter " \
	$tracing/available_filter_functions
for place in ${backend}_read_counter cp_pmu_event_update; do
	succeeds "there is a function $place" grep -q " ${place}[[:space:]]*.arm_cp_pmu.$" /proc/kallsyms
	fails "$place cannot be probed" \
		sh -c "echo p:bench/probe arm_cp_pmu:$place >>$tracing/kprobe_events"
done
function_id=$(cat $tracing/events/ftrace/function/id)

# each KIND COMMAND: run the command for each of these functions
each() {
	sampled=0
	while read -r function; do
		# If the kernel crashes, the console shows where.
		echo "$1: $function" >/dev/kmsg
		"$2" "$function"
		[ "$samples" -eq 0 ] || sampled=$((sampled + 1))
	done </tmp/functions
	between "$1: at least ten functions had samples" $sampled 10 1000
	check_groups "$1"
}

trace() {
	group "$1" -f "ip == $1" "2:$function_id"
}

# probe TYPE FUNCTION: TYPE is p for the entry or r for the return
probe() {
	if echo "$1:bench/probe $2" >>$tracing/kprobe_events; then
		group "$2" "2:$(cat $tracing/events/bench/probe/id)"
		echo "-:bench/probe" >>$tracing/kprobe_events
	else
		samples=0
	fi
}

at_entry() {
	probe p "$1"
}

at_return() {
	probe r "$1"
}

each "probes at the entry" at_entry
each "probes at the return" at_return
each "function tracer" trace
finish
