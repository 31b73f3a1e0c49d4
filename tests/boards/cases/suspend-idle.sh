#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: module soak
# boards: eb-1176 cubieboard
#
# Suspend to idle with events active, woken by the real time clock's alarm where
# there is one, or by the kernel's own test of it, two busy seconds after the
# devices' interrupts have been suspended. An event on the CPU counts and samples
# all the while. A task that is frozen meanwhile has its counts go on.

. /bench/lib.sh
load
cpi=$(get cpi)
# More than the way into sleep has interrupts disabled for
period=200003
alarm=/sys/class/rtc/rtc0/wakealarm
clock=/sys/class/rtc/rtc0/since_epoch
successes=/sys/power/suspend_stats/success

# asleep TEXT: what became of it is in /tmp/out
asleep() {
	_count=$(word count 3 /tmp/out)
	eq "$1: the count is the counter's" "$_count" "$(get total-ccnt)"
	if [ -n "$(word samples 3 /tmp/out)" ]; then
		eq "$1: as many samples as the count has periods" \
			"$(word samples 3 /tmp/out)" $((_count / period))
	fi
	eq "$1: the interrupt is in use" "$(cat "$P/caps/overflow_source")" irq
	eq "$1: the kernel has been suspended" "$(cat $successes)" $((before + 1))
	[ ! -e $alarm ] || between "$1: for as long as the clock was set to" \
		$(($(cat $clock) - started)) 1 30
}

# Without the alarm the machine would sleep for ever. Time flies while the guest has
# nothing to do, such as when it waits for the runner: suspend at once.
set_alarm() {
	before=$(cat $successes)
	[ -e $alarm ] || return
	started=$(cat $clock)
	echo 0 >$alarm
	echo +2 >$alarm
}

# sleeps OPTION...: suspend with the cycles of the CPU counted
sleeps() {
	put reset-stats true
	set_alarm
	measure -a "$@" -n 10000 -W /sys/power/state=freeze "$CYCLES" >/tmp/out 2>&1 ||
		not_ok "measure: $(tail -n 1 /tmp/out)"
}

delay=/sys/module/suspend/parameters/pm_test_delay
if [ ! -e $alarm ]; then
	echo platform >/sys/power/pm_test
	echo 0 >$delay
	period=1000003
fi
sleeps
asleep "counting"
[ -e $alarm ] || echo 2 >$delay
sleeps -c $period -m 1024
[ -e $alarm ] || echo 0 >$delay
asleep "sampling"

# The background task is frozen within its loop.
n=100000000
measure -g -n $n "$CYCLES" "$INSTR" >/tmp/frozen 2>&1 &
frozen=$!
usleep 50000
set_alarm
measure -a -n 10 -W /sys/power/state=freeze 1:0 >/dev/null
wait $frozen
# shellcheck disable=SC2046 # a list of words
set -- $(sed -n 's/^count //p' /tmp/frozen | cut -d' ' -f2)
eq "a frozen task's cycles are its instructions by $cpi" "$1" $(($2 * cpi))
between "which are those of its loop" "$2" $((2 * n)) $((2 * n + n / 10))
finish
