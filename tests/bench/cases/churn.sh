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
[ "$VARIANT" = soak ] && rounds=1000

churns=
for n in 1 2 3; do
	semantics churn "$INSTR" >/tmp/churn.$n 2>&1 &
	churns="$churns $!"
done
i=0
busy=0
failed_inserts=0
while [ $i -lt $rounds ]; do
	insmod /bench/arm_cp_pmu.ko 2>/dev/null || failed_inserts=$((failed_inserts + 1))
	usleep 20000
	# An event that is open keeps the module; its turn comes.
	tries=0
	while ! rmmod arm_cp_pmu 2>/dev/null; do
		busy=$((busy + 1))
		tries=$((tries + 1))
		[ $tries -lt 10000 ] || break 2
	done
	i=$((i + 1))
done
# shellcheck disable=SC2086 # a list of words
kill $churns
wait
eq "$rounds times loaded and unloaded" $i $rounds
eq "no load fails" $failed_inserts 0
for n in 1 2 3; do
	report /tmp/churn.$n
	between "task $n opened events" "$(word opened 2 /tmp/churn.$n)" $rounds 100000000
	between "and was refused when there was no PMU" "$(word refused 2 /tmp/churn.$n)" 1 100000000
done
between "open events kept the module" $busy 1 100000000
fails "its PMU is gone" test -e "$P"
fails "its interrupt is gone" grep -q "$PMU" /proc/interrupts
eq "nothing counts" "$(get running)" 0
load
succeeds "and it works" measure -n 1000 "$INSTR"
finish
