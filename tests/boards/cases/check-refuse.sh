#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module control eb-1176
# control: ours
#
# Where scripts/arm-cp-pmu-check cannot run, it says why in one line. Where a part of it
# cannot run, it skips this part with the reason. It leaves no module and no file behind.

. /bench/lib.sh

# refuses TEXT WANTED [ARGUMENT...]: exit status 2 and one line with WANTED
refuses() {
	_text=$1
	_wanted=$2
	shift 2
	check_board "$@"
	status=$?
	eq "$_text: one line" "$status $(wc -l </tmp/err) $(wc -c </tmp/ktap)" "2 1 0"
	succeeds "$_text: it says why" grep -q "^arm-cp-pmu-check: .*$_wanted" /tmp/err
}

: >/tmp/failures

nothing_left() {
	eq "$1: nothing is left" "$(check_left)" "0 0"
}

if [ "$VARIANT" = control ]; then
	refuses "the kernel's own driver" "the kernel's own driver has the monitor"
	finish
fi

unload
refuses "no driver" "no driver has the monitor"
load
measure -H "$INSTR" </dev/console >/dev/null 2>&1 &
holder=$!
usleep 200000
refuses "an open event" "1 events are open elsewhere"
kill $holder
wait $holder 2>/dev/null
mkdir /tmp/proc
cp /proc/cpuinfo /tmp/proc
PROCFS=/tmp/proc
export PROCFS
refuses "a kernel without MODULES" "the kernel has no CONFIG_MODULES"
unset PROCFS
nothing_left "after refusals"

# skips TEXT WANTED: the check passes, and skips what cannot run
skips() {
	eq "$1: the check passes" "$status $(cat /tmp/err) $(grep '^not ok' /tmp/ktap)" "0  "
	succeeds "$1: it says why" grep -q "# SKIP .*$2" /tmp/ktap
}

mkdir -p /tmp/no-perf
ln -sf /bin/* /tmp/no-perf/
rm -f /tmp/no-perf/perf
path=$PATH
PATH=/tmp/no-perf:/bench
check_board
status=$?
PATH=$path
skips "no perf" "perf is missing"

umount /sys/kernel/debug
check_board -k
status=$?
mount -t debugfs debug /sys/kernel/debug
eq "without debugfs the check passes" "$status $(cat /tmp/err)" "0 "

# Other programs run. Counts are the same.
(while :; do :; done) &
hog=$!
check_board -k
status=$?
eq "on a busy machine the check passes" "$status $(cat /tmp/err) $(grep '^not ok' /tmp/ktap)" "0  "
kill $hog
wait $hog 2>/dev/null

# What the user of sudo may do is the kernel's level.
grep -q '^user:' /etc/passwd || echo 'user:x:1000:1000::/tmp:/bin/sh' >>/etc/passwd
paranoid=/proc/sys/kernel/perf_event_paranoid
before=$(cat $paranoid)
for level in 2 3; do
	echo $level >$paranoid
	SUDO_USER=user
	export SUDO_USER
	check_board -t 00
	status=$?
	unset SUDO_USER
	eq "level $level: the check passes" "$status $(cat /tmp/err) $(grep '^not ok' /tmp/ktap)" "0  "
	succeeds "level $level: it says what a user may do" \
		grep -q "perf stat as the user who called sudo: refused, as kernel.perf_event_paranoid is $level" /tmp/ktap
done
echo "$before" >$paranoid
sed -i '/^user:/d' /etc/passwd

# The watchdog ends a group that takes too long.
insmod /bench/arm_cp_pmu_check.ko type="$(cat "$P/type")" watchdog_ms=5
echo events >/proc/arm_cp_pmu_check
succeeds "the watchdog ends a group" grep -q '^fail.*the watchdog ended this group after 5 ms' /proc/arm_cp_pmu_check
between "the group has not made all its checks" "$(wc -l </proc/arm_cp_pmu_check)" 1 20
rmmod arm_cp_pmu_check

# The registers are as before: the count of an event that is open, but not active while the
# check runs, stays right. Ticks and switches add less than a tenth.
succeeds "the module can be loaded" insmod /bench/arm_cp_pmu_check.ko type="$(cat "$P/type")"
passed=0
measure -n 5000000 -w 20 "$INSTR" >/tmp/out 2>&1 &
for _ in 1 2 3; do
	for group in counters manual line; do
		usleep 10000
		echo $group >/proc/arm_cp_pmu_check
		grep '^fail' /proc/arm_cp_pmu_check >>/tmp/failures
		passed=$((passed + $(grep -c '^pass' /proc/arm_cp_pmu_check)))
	done
done
wait
rmmod arm_cp_pmu_check
eq "beside an open event the checks pass" "$(cat /tmp/failures)" ""
between "these are several for each group" $passed 18 1000
between "its count is right" "$(word count 3 /tmp/out)" 200000000 220000000

loops() {
	# shellcheck disable=SC2009 # this busybox has no pgrep
	ps | grep '[a]rm-cp-pmu-check\|[p]erf stat' | grep -c .
}

# The loops of a check that was killed while tasks switch end. The next check removes the rest.
: >/tmp/ktap
CHECK_MODULE=/bench/arm_cp_pmu_check.ko arm-cp-pmu-check -t 60 -o /tmp/report >/tmp/ktap 2>&1 &
running=$!
tries=600
while ! grep -q 'seconds of task switches' /tmp/ktap && [ $tries -gt 0 ]; do
	usleep 100000
	tries=$((tries - 1))
done
usleep 500000
succeeds "the loops run" test "$(loops)" -ge 3
kill -KILL $running
wait $running 2>/dev/null
usleep 3000000
eq "after SIGKILL no loop runs" "$(loops)" 0
eq "after SIGKILL the module is loaded" "$(grep -c ^arm_cp_pmu_check /proc/modules)" 1
check_board -k
status=$?
eq "the next check passes" "$status $(cat /tmp/err)" "0 "
nothing_left "after the next check"

eq "the driver still counts" "$(smallest 1 measure -n 100000 "$INSTR" 2>&1 | awk '{ print ($1 >= 200000) }')" 1
finish
