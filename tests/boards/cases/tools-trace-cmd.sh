#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: bookworm-programs +cubieboard
#
# trace-cmd opens no event of the PMU. Its trace and perf stat do not disturb each other.

. /bench/lib.sh
. /bench/debian.sh
load

says "record: unrecognized option '--perf'" debian trace-cmd record --perf -e sched true
put reset-stats true
perf stat -x, -o /tmp/stat -e instructions chroot /debian /usr/bin/env PATH=/usr/bin:/bench \
	trace-cmd record -q -o /tmp/trace.dat -e sched:sched_switch known 100000000 >/tmp/out 2>&1
count=$(awk -F, '/instructions/ { print $1 }' /tmp/stat)
is_exact "perf stat of trace-cmd" "$count" 200000001 "$(totals)"
between "the trace has switches from the loop" \
	"$(debian trace-cmd report -i /tmp/trace.dat 2>&1 | grep -c 'sched_switch: *known:')" 1 100
finish
