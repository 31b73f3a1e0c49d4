#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module pi-zero
# of: sampling
# modules: fiq
#
# Fast interrupts (FIQs), as on Raspberry Pi OS: its USB driver takes 8,000 to 25,000 a second.
# They run with interrupts disabled and in the idle task, and each one ends the wait for an
# interrupt. Counts include them. The weights of samples stay exact, the watch of idle time
# stays cheap, and arm-cp-pmu-check finds nothing wrong.

. /bench/lib.sh
load
cpi=$(get cpi)
fiq=/sys/module/fiq/parameters
# of the handler in guest-modules/fiq.c
instructions=108

# The handler needs a mapping of the system timer. /proc/vmallocinfo shows addresses only with
# this.
echo 1 >/proc/sys/kernel/kptr_restrict
insmod /bench/fiq.ko timer="$(awk '/phys=0x20003000/ { sub("-.*", ""); print; exit }' /proc/vmallocinfo)" || {
	not_ok "the module with FIQs can be loaded"
	finish
}

# run PROGRAM ARGUMENT...: set FIQS, the number of FIQs meanwhile
run() {
	put reset-stats true
	FIQS=$(cat $fiq/taken)
	"$@" >/tmp/out 2>&1 || not_ok "$what: $1: $(tail -n 1 /tmp/out)"
	FIQS=$(($(cat $fiq/taken) - FIQS))
}

for every in 125 40; do
	what="a FIQ each $every us"
	echo $every >$fiq/every

	run measure -n 25000000 -w 4 "$INSTR"
	count=$(word count 3 /tmp/out)
	eq "$what: the count is exact" "$count" "$(get total-pmn0)"
	# Each loop takes 50 million instructions, 100 ms. Other programs take some FIQs.
	between "$what: the FIQs come" $FIQS $((400000 / every)) $((600000 / every))
	between "$what: the count includes the loops and the FIQs" "$count" \
		$((4 * 50000001 + 400000 * instructions / every)) 250000000

	# A program that is busy for a tenth of the time
	run duty -b 1000 -d 10 -r 200 "$CYCLES"
	counted=$(word count 2 /tmp/out)
	eq "$what: the count of the CPU is exact" "$counted" "$(get total-ccnt)"
	run duty -b 1000 -d 10 -r 200 -F 1000 "$CYCLES"
	accesses=$(accesses)
	sampled=$(word count 2 /tmp/out)
	samples=$(word samples 2 /tmp/out)
	eq "$what: the count of the CPU is exact, with samples" "$sampled" "$(get total-ccnt)"
	eq "$what: the weights add up to the count at the last sample" \
		"$(word samples 3 /tmp/out)" "$(word samples 4 /tmp/out)"
	between "$what: there are samples" "$samples" 180 1000
	# A read when the CPU becomes idle, and one when it is busy again. A check by the timer takes
	# four accesses at most.
	between "$what: the watch of idle time takes two accesses for each FIQ" "$accesses" \
		"$FIQS" $((2 * FIQS + 20 * samples))
	cost=$(((sampled - counted) / cpi / FIQS))
	# If the sampler was started again after each idle time, they would be 1,630 or more.
	between "$what: and few instructions" $cost 100 1450
	note "$what: $FIQS FIQs in $((FIQS * every / 1000)) ms, $cost instructions each for the samples and the watch of idle time"
done

check_board -t 2
eq "arm-cp-pmu-check passes" "$? $(cat /tmp/err)" "0 "
between "arm-cp-pmu-check sees the FIQs" \
	"$(sed -n 's/.*fast interrupts (FIQs) in a second: about \([0-9]*\) .*/\1/p' /tmp/ktap)" 15000 35000
eq "arm-cp-pmu-check finds nothing wrong" "$(grep '^not ok' /tmp/ktap)" ""
echo 0 >$fiq/every
rmmod fiq
echo 0 >/proc/sys/kernel/kptr_restrict
finish
