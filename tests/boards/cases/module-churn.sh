#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module soak eb-1176 pi-zero-irq connex-255
#
# Load and unload the module while three tasks open and close events as fast as they can:
# with the PMU's own type and the raw type, on a task and on the CPU, with and without
# samples and children.

. /bench/lib.sh
unload
rounds=100
if [ "$VARIANT" = soak ]; then
	# A round takes a second and more with KASAN.
	rounds=300
	[ "$CORE" = xscale1 ] && rounds=1000
	# A kernel with all its checks needs 10,000 instructions, a task's period, to
	# enter and leave the driver's handler: the task would make no progress.
	limit_samples 100
fi

churns=
for n in 1 2 3; do
	semantics churn "$INSTR" >/tmp/churn.$n 2>&1 &
	churns="$churns $!"
done
semantics -r $rounds load /bench/arm_cp_pmu.ko arm_cp_pmu >/tmp/load 2>&1
# shellcheck disable=SC2086 # a list of words
kill $churns
wait
no_limit_of_samples
report /tmp/load
eq "the module was loaded and unloaded $rounds times" "$(word loaded 2 /tmp/load)" $rounds
for n in 1 2 3; do
	report /tmp/churn.$n
	between "task $n opened events" "$(word opened 2 /tmp/churn.$n)" $rounds 100000000
	between "task $n got an error while there was no PMU" "$(word refused 2 /tmp/churn.$n)" 1 100000000
done
between "open events prevented unloading" "$(word busy 2 /tmp/load)" 1 $rounds
fails "after the last unload there is no PMU" test -e "$P"
fails "after the last unload there is no interrupt" grep -q "$PMU" /proc/interrupts
eq "after the last unload no counter runs" "$(get running)" 0
load
succeeds "the module counts when it is loaded again" measure -n 1000 "$INSTR"
finish
