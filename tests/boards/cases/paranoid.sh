#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module eb-1176 pi-zero pi-zero-rpios cubieboard connex-255
#
# kernel.perf_event_paranoid. At level 2 users may not measure kernel mode: EACCES for an
# event of all modes. These monitors count in all modes, so a count of user mode fails with
# EOPNOTSUPP, but samples of user mode are allowed. Level 3, no events for users, is a patch of
# Debian; the tests' own kernels are built from Debian's source.

. /bench/lib.sh
load
paranoid=/proc/sys/kernel/perf_event_paranoid
before=$(cat $paranoid)

# user TEXT ERROR OPTION...: the result of a user's perf_event_open()
user() {
	_text=$1
	_error=$2
	shift 2
	succeeds "level $level: $_text: errno is $_error" measure -u 1000 -E "$_error" "$@"
}

for level in -1 0 1 2 3; do
	echo $level >$paranoid
	one=0
	all=0
	user_mode=EOPNOTSUPP
	samples=0
	[ $level -ge 1 ] && all=EACCES
	[ $level -ge 2 ] && one=EACCES
	[ $level -ge 3 ] && user_mode=EACCES && samples=EACCES
	user "a user counts a task" $one "$INSTR"
	user "a user samples a task" $one -c 100003 "$CYCLES"
	user "a user counts on the CPU" $all -a "$INSTR"
	user "a user samples on the CPU" $all -a -c 100003 "$CYCLES"
	user "a user counts in user mode alone" $user_mode -x kernel "$INSTR"
	user "a user samples in user mode alone" $samples -x kernel -c 100003 "$CYCLES"
	succeeds "level $level: root counts a task" measure -E 0 "$INSTR"
	succeeds "level $level: root samples on the CPU" measure -a -E 0 -c 100003 "$CYCLES"
done
# At level 2 users may use events that can exclude kernel mode.
level=2
echo $level >$paranoid
user "a user counts context switches in user mode" 0 -x kernel 1:3
echo "$before" >$paranoid
finish
