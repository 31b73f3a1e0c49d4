#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module soak eb-1176 cubieboard
#
# Suspend to idle with active events. The alarm of the real time clock wakes the system. On a
# board without it, pm_test resumes the system after two busy seconds in which the devices'
# interrupts are suspended. An event of the CPU counts and samples all the time. The counts of
# a task stay exact when it is frozen meanwhile.

. /bench/lib.sh
load
cpi=$(get cpi)
# Longer than the kernel disables interrupts on the way into suspend
period=200003
alarm=/sys/class/rtc/rtc0/wakealarm
clock=/sys/class/rtc/rtc0/since_epoch
successes=/sys/power/suspend_stats/success

# check_suspend TEXT: the results of count_and_suspend
check_suspend() {
	_count=$(word count 3 /tmp/out)
	is_exact "$1: the count is exact" "$_count" $((cpi * 20001)) "$(sampled_cycles)"
	if [ -n "$(word samples 3 /tmp/out)" ]; then
		eq "$1: as many samples as the count has periods" \
			"$(word samples 3 /tmp/out)" $((_count / period))
	fi
	eq "$1: the interrupt is still the overflow source" "$(cat "$P/caps/overflow_source")" irq
	eq "$1: the kernel was suspended once" "$(cat $successes)" $((before + 1))
	[ ! -e $alarm ] || between "$1: it was suspended until the alarm" \
		$((woken - started)) 1 30
}

# Suspend right after setting the alarm: the guest's time passes fast while it is idle, such
# as when it waits for the runner. After a missed alarm the system would sleep for ever.
set_alarm() {
	before=$(cat $successes)
	[ -e $alarm ] || return
	started=$(cat $clock)
	echo 0 >$alarm
	echo +2 >$alarm
}

# count_and_suspend OPTION...: suspend while an event of the CPU counts cycles
count_and_suspend() {
	put reset-stats true
	set_alarm
	measures -a "$@" -n 10000 -W /sys/power/state=freeze "$CYCLES"
	# Now, since the guest's time passes fast while it waits for the runner
	[ ! -e $alarm ] || woken=$(cat $clock)
}

delay=/sys/module/suspend/parameters/pm_test_delay
if [ ! -e $alarm ]; then
	echo platform >/sys/power/pm_test
	echo 0 >$delay
	period=1000003
fi
count_and_suspend
check_suspend "counting"
[ -e $alarm ] || echo 2 >$delay
count_and_suspend -c $period -m 1024
[ -e $alarm ] || echo 0 >$delay
check_suspend "sampling"

# The background task is frozen in the middle of its loop.
n=100000000
measure -g -n $n "$CYCLES" "$INSTR" >/tmp/frozen 2>&1 &
frozen=$!
usleep 50000
set_alarm
measures -a -n 10 -W /sys/power/state=freeze 1:0
wait $frozen
# shellcheck disable=SC2046 # a list of words
set -- $(sed -n 's/^count //p' /tmp/frozen | cut -d' ' -f2)
eq "a frozen task's cycles are $cpi times its instructions" "$1" $(($2 * cpi))
between "a frozen task's instructions are those of its loop" "$2" $((2 * n)) $((2 * n + n / 10))
[ -e $alarm ] || echo none >/sys/power/pm_test
finish
