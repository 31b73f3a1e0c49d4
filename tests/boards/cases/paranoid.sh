#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module eb-1176 pi-zero pi-zero-rpios cubieboard connex-255
#
# kernel.perf_event_paranoid. At level 2 users may not measure kernel mode: EACCES for an
# event of all modes. These monitors count in all modes, so a count of user mode fails with
# EOPNOTSUPP, but samples of user mode are allowed. Level 3, no events for users, is a patch of
# Debian; the tests' own kernels are built from Debian's source. With count_all_modes, a user
# may count all modes of his own tasks at level 2, and no more than before of all else.

. /bench/lib.sh
load
paranoid=/proc/sys/kernel/perf_event_paranoid
before=$(cat $paranoid)
parameter=/sys/module/arm_cp_pmu/parameters/count_all_modes
tracepoint=/sys/kernel/debug/tracing/events/sched/sched_switch/id

# user TEXT ERRNO ARGUMENT...: the result of a user's perf_event_open()
user() {
	_what=$1
	_error=$2
	shift 2
	opens "level $level, count_all_modes $value, a user, $_what" "$_error" -u 1000 "$@"
}

# errno LEVEL ELSE: EACCES from this level on
errno() {
	if [ "$level" -ge "$1" ]; then echo EACCES; else echo "$2"; fi
}

for value in 0 1; do
	echo $value >$parameter
	mode=EOPNOTSUPP
	[ $value = 1 ] && mode=0
	for level in -1 0 1 2 3; do
		echo $level >$paranoid
		user "all modes of the own task" "$(errno 2 0)" "$INSTR"
		user "user mode of the own task" "$(errno 3 $mode)" -x kernel "$INSTR"
		user "the kernel of the own task" "$(errno 2 $mode)" -x user "$INSTR"
		user "samples of the own task" "$(errno 2 0)" -c 100003 "$CYCLES"
		user "samples of user mode" "$(errno 3 0)" -x kernel -c 100003 "$CYCLES"
		user "samples of the kernel" "$(errno 2 0)" -x user -c 100003 "$INSTR"
		user "the CPU" "$(errno 1 0)" -a "$INSTR"
		user "samples of the CPU" "$(errno 1 0)" -a -c 100003 "$CYCLES"
		user "user mode of the CPU" "$(errno 3 EOPNOTSUPP)" -a -x kernel "$INSTR"
		user "samples of user mode of the CPU" "$(errno 1 0)" -a -x kernel -c 100003 "$INSTR"
		# Events of software can exclude the kernel.
		user "context switches in user mode" "$(errno 3 0)" -x kernel 1:3
		[ ! -e $tracepoint ] || user "a tracepoint" "$(errno 2 0)" "2:$(cat $tracepoint)"
		opens "level $level: root counts a task" 0 "$INSTR"
		opens "level $level: root samples on the CPU" 0 -a -c 100003 "$CYCLES"
	done
done
echo 0 >$parameter
echo "$before" >$paranoid
finish
