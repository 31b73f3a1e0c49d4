#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module eb-1136 eb-1176 pi-zero pb-a8 cubieboard cubieboard-5.10 connex-255
#
# Events with user_read, which programs read without a system call: who may open them, and
# when. Only Cortex-A8 has them. ARM1176 could open its monitor to user mode, but not
# without the system validation registers, which can reset the processor.

. /bench/lib.sh

# opens TEXT RESULT OPTION...: the result of an open. -p is the last option.
opens() {
	_text=$1
	_result=$2
	shift 2
	eq "$_text: $_result" "$(user "$@" open "$INSTR" 2>&1)" "$_result"
}

NO_SUPPORT="Operation not supported"
[ "$(user -r -x open 1:3)" = ok ] || not_ok "the program can open an event"

if [ "$CORE" != cortex-a8 ]; then
	for permitted in 0 1; do
		unload
		load user_read=$permitted
		opens "user_read=$permitted on $CORE" "$NO_SUPPORT"
		fails "there is no format/user_read" test -e "$P/format/user_read"
		opens "the same event without user_read" ok -r
	done
	unload
	load
	finish
fi

# Before Linux 5.17, perf does not know which tasks have such events.
if ! linux_since 5.17; then
	unload
	load user_read=1
	opens "before Linux 5.17" "Invalid argument"
	opens "before Linux 5.17, without remove_on_exec" "Invalid argument" -x
	succeeds "perf stat of two events" perf stat -e instructions -e cycles -- known 10
	opens "an event of another task" ok -r -x -p 1
	opens "an event of the CPU" ok -r -x -a
	unload
	load
	finish
fi

# As the driver is loaded by default
unload
load
eq "the default of the parameter is N" "$(cat /sys/module/arm_cp_pmu/parameters/user_read)" N
eq "format/user_read is config1:2" "$(cat "$P/format/user_read" 2>/dev/null)" config1:2
opens "user_read is off" "Operation not permitted"
opens "the same event without user_read" ok -r
fails "the parameter cannot be changed" sh -c 'echo 1 >/sys/module/arm_cp_pmu/parameters/user_read'

unload
load user_read=1
opens "user_read is on" ok
opens "a user without CAP_PERFMON" "Permission denied" -u 1000
opens "an event of the CPU" "Invalid argument" -a
opens "an event of another task" "Invalid argument" -p 1
opens "inherit" "Invalid argument" -i
opens "an event that samples" "Invalid argument" -c 100003
opens "without remove_on_exec" "Invalid argument" -x
eq "a reserved event number" "$(user open "$PMU:0x$RESERVED")" "Invalid argument"
# Users may count at paranoid level -1: only CAP_PERFMON is missing.
before=$(cat /proc/sys/kernel/perf_event_paranoid)
echo -1 >/proc/sys/kernel/perf_event_paranoid
opens "a user's event without user_read" ok -r -u 1000
opens "a user without CAP_PERFMON, at any level" "Permission denied" -u 1000
echo "$before" >/proc/sys/kernel/perf_event_paranoid

# While such an event is open, no event of the CPU, and none of that task by others
BUSY="Device or resource busy"
mkfifo /tmp/fifo
user hold "$INSTR" </tmp/fifo >/tmp/held 2>&1 &
holder=$!
exec 4>/tmp/fifo
usleep 100000
eq "an event with user_read is held" "$(cat /tmp/held)" held
opens "another task's own event with user_read" ok
opens "an event of the CPU beside it" "$BUSY" -r -a
opens "an event of that task by another" "$BUSY" -r -p $holder
opens "an event of a third task" ok -r -p 1
succeeds "perf stat of a command" perf stat -e instructions -e cycles -- known 10
fails "perf stat of the CPU fails" perf stat -a -e instructions -- known 10
exec 4>&-
wait $holder
opens "when it is closed, an event of the CPU" ok -r -a

# And the other way round
user -r -a hold "$INSTR" </tmp/fifo >/tmp/held 2>&1 &
holder=$!
exec 4>/tmp/fifo
usleep 100000
opens "while an event of the CPU is open" "$BUSY"
exec 4>&-
wait $holder
opens "when it is closed" ok
rm /tmp/fifo

# The log says why.
if [ -w /proc/dynamic_debug/control ]; then
	echo 'module arm_cp_pmu +p' >/proc/dynamic_debug/control
	dmesg -c >/dev/null
	user -a open "$INSTR" >/dev/null
	dmesg >/tmp/log
	echo 'module arm_cp_pmu -p' >/proc/dynamic_debug/control
	eq "the log has one line for the refusal" "$(grep -c "$PMU.*user_read" /tmp/log)" 1
fi
unload
load
finish
