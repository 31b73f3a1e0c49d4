#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module debug soak pb-a8
#
# A program with access to the monitor writes random values to all registers of the monitor,
# while other tasks count and sample. Their counts and samples are exact.

. /bench/lib.sh
unload
load user_read=1
cpi=$(get cpi)
SEED=${SEED:-1}
rounds=3
[ "$VARIANT" = soak ] && rounds=$((${OPS:-20000} / 20000 + 3))
# A debug kernel can disable interrupts for long.
period=100003
[ "$VARIANT" = module ] || period=1000003
n=20011
times=100

wrong_counts=0
wrong_samples=0
writes=0
wrong_writes=0
round=0
while [ $round -lt $rounds ]; do
	# In even rounds the program has one event. No event uses the other counters, and the
	# driver has a copy of their values, which the program overwrites.
	if [ $((round % 2)) = 0 ]; then
		user -n 100000 -s $((SEED + round)) hostile "$CYCLES" >/tmp/hostile 2>&1 &
	else
		# shellcheck disable=SC2046 # words
		user -n 100000 -s $((SEED + round)) hostile "$CYCLES" "$INSTR" $(events 3) >/tmp/hostile 2>&1 &
	fi
	hostile=$!
	while kill -0 $hostile 2>/dev/null; do
		# The events are a group: cycles are exactly instructions * cpi.
		# shellcheck disable=SC2046 # words
		measures -g -y -n $n -w $times "$CYCLES" "$INSTR" $(events 3)
		counted=$(word count 3 /tmp/out)
		instructions=$(awk '$1 == "count" && ++n == 2 { print $3 }' /tmp/out)
		if [ "$counted" != $((instructions * cpi)) ] ||
			[ "$instructions" -lt $((times * (2 * n + 1))) ]; then
			[ $wrong_counts != 0 ] || note "$counted cycles, $instructions instructions"
			wrong_counts=$((wrong_counts + 1))
		fi

		measures -R -y -c $period -n $n -w $times "$CYCLES"
		counted=$(word count 3 /tmp/out)
		if [ "$(word samples 3 /tmp/out)" != $((counted / period)) ] ||
			[ "$counted" -lt $((times * (2 * n + 1) * cpi)) ] ||
			[ "$(word reads 4 /tmp/out)" != 0 ]; then
			[ $wrong_samples != 0 ] || note "$(cat /tmp/out)"
			wrong_samples=$((wrong_samples + 1))
		fi
	done
	wait $hostile || not_ok "user hostile: $(tail -n 1 /tmp/hostile)"
	writes=$((writes + $(word hostile 2 /tmp/hostile)))
	wrong_writes=$((wrong_writes + $(word hostile 3 /tmp/hostile)))
	round=$((round + 1))
done
eq "all $((rounds * 100000)) writes are made" "$writes" $((rounds * 100000))
eq "user mode cannot write USEREN, INTENS or INTENC, and no other write is refused" $wrong_writes 0
eq "no count of another task is wrong" $wrong_counts 0
eq "no sample of another task is lost or wrong" $wrong_samples 0
covered "$writes" "writes of registers by a hostile program"

eq "the interrupt is still the overflow source" "$(cat "$P/caps/overflow_source")" irq
eq "the monitor is closed" "$(get user-access)" False
eq "no counter runs" "$(($(get pmnc) & 1)) $(get running)" "0 0"
eq "the interrupt line is low" "$(get line)" False
before=$(accesses)
sleep 1
eq "nothing accesses the PMU for a second" $(($(accesses) - before)) 0
succeeds "the module can be unloaded" rmmod arm_cp_pmu
load
finish
