#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: module soak
# boards: eb-1176 pi-zero-irq connex-255
#
# The module comes and goes while three tasks open and close events as fast as
# they can, by the PMU's own type and by the raw one, per task and on the CPU, with
# and without samples and children.

. /bench/lib.sh
unload
rounds=100
if [ "$VARIANT" = soak ]; then
	# A round takes a second and more with KASAN.
	rounds=300
	[ "$CORE" = xscale1 ] && rounds=1000
	# A kernel with all its checks takes 10,000 instructions, a task's period, to
	# get to the driver's handler and back: the task would not go on.
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
eq "$rounds times loaded and unloaded" "$(word loaded 2 /tmp/load)" $rounds
for n in 1 2 3; do
	report /tmp/churn.$n
	between "task $n opened events" "$(word opened 2 /tmp/churn.$n)" $rounds 100000000
	between "and was refused when there was no PMU" "$(word refused 2 /tmp/churn.$n)" 1 100000000
done
between "open events kept the module" "$(word busy 2 /tmp/load)" 1 $rounds
fails "its PMU is gone" test -e "$P"
fails "its interrupt is gone" grep -q "$PMU" /proc/interrupts
eq "nothing counts" "$(get running)" 0
load
succeeds "and it works" measure -n 1000 "$INSTR"
finish
