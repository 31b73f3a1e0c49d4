#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module debug eb-1176 eb-1176-no-irq
# modules: ram_sleep
#
# Suspend to RAM with active events of the CPU. The last notifiers run while timekeeping is
# suspended, and the monitor loses its registers. Counts stay exact, and events still sample.

. /bench/lib.sh
unload
load
insmod /bench/ram_sleep.ko || not_ok "insmod ram_sleep.ko"
# Show kernel messages during suspend.
echo N >/sys/module/printk/parameters/console_suspend
sleeps=/sys/module/ram_sleep/parameters/sleeps
period=1000003
rounds=4
cpi=$(get cpi)
# ARM11 clears flags by a write with E set. The counters run from this write of the reset to
# the next write. The totals include that, and no event does.
slack=$((rounds * 4 * cpi))

# sleeping TEXT OPTION...: suspend after each million instructions
sleeping() {
	what=$1
	shift
	_before=$(cat $sleeps)
	put reset-stats true
	measures -a -g "$@" -n 500000 -w $rounds -W /sys/power/state=mem "$CYCLES" "$INSTR"
	eq "$what: the kernel was suspended in each round" "$(($(cat $sleeps) - _before))" $rounds
	between "$what: the count includes the work" "$COUNT" \
		$((rounds * 1000000 * cpi)) 100000000000
	between "$what: the count of cycles is exact" $(($(get total-ccnt) - COUNT)) 0 $slack
	between "$what: the count of instructions is exact" \
		$(($(get total-pmn0) - $(awk '$1 == "count" { n = $3 } END { print n }' /tmp/out))) \
		0 $slack
}

sleeping counting
for options in "-c $period" "-F 1000"; do
	# shellcheck disable=SC2086 # two words
	sleeping "sampling $options" $options -m 1024
	between "$what: there are samples" "$SAMPLES" 2 100000
	between "$what: the periods of the samples add up to the count" \
		"$SUM" $((COUNT - 2 * LONGEST)) "$COUNT"
	[ "$options" = "-F 1000" ] || between "$what: almost as many samples as periods" \
		"$SAMPLES" $((COUNT * 8 / 10 / period - 1)) $((COUNT / period))
done
eq "overflow_source is still $SOURCE" "$(cat "$P/caps/overflow_source")" "$SOURCE"
rmmod ram_sleep

# After the suspends
measures -c $period -n 5000000 -w 10 "$CYCLES"
between "almost as many samples as periods after all suspends" "$SAMPLES" \
	$((COUNT * 8 / 10 / period)) $((COUNT / period))
finish
