#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: module debug soak
# boards: eb-1176 eb-1176-no-irq pb-a8 connex-255
# modules: pm_cycle
#
# The CPU goes through power states while events are active, at places that have
# nothing to do with their periods: with and without loss of the monitor's
# registers, with garbage in them afterwards, and with a state that is refused
# after all. Counts are the model's totals, samples are as many as the counts have
# periods, and weigh what was counted. pm_cycle spins with interrupts disabled before the CPU goes down, and
# while it is down, when nothing may be counted.

. /bench/lib.sh
load
insmod /bench/pm_cycle.ko || not_ok "insmod pm_cycle.ko"
cycle=/sys/module/pm_cycle/parameters/cycle
cpi=$(get cpi)
n=20011
period=100003
rounds=50
[ "$VARIANT" = debug ] && rounds=10
# Less than half a period before the CPU goes down, an interrupt is late by less than that.
spins=5003
# With all its checks a kernel has interrupts disabled for longer than a period of 10^5.
[ "$VARIANT" = soak ] && rounds=2000 && period=1000003

# ARM11 clears flags by a write with E set. What the reset counts until the next
# write is in the totals, and nobody's.
case $CORE in
arm11*) reset=4 ;;
*) reset=0 ;;
esac

# run MODE [OPTION...]: count and sample, and hold both against the model
run() {
	_mode=$1
	shift
	_slack=$reset
	put garbage-at-reset false
	if [ "$_mode" = garbage ]; then
		# The monitor counts what garbage says until the driver is told that
		# the power is back: the notifier calls before it, and its own.
		_slack=2000
		put garbage-at-reset true
	fi
	_write=$cycle="$(echo "$_mode" | sed 's/garbage/lose/') $spins"
	for _event in "$INSTR" "$CYCLES"; do
		[ "$_event" = "$INSTR" ] && _total=total-pmn0 || _total=total-ccnt
		for _sampling in "" "-c $period"; do
			put reset-stats true
			# shellcheck disable=SC2086 # options
			measure -R "$@" $_sampling -n $n -w $rounds -W "$_write" "$_event" >/tmp/out 2>&1 ||
				not_ok "measure: $(tail -n 1 /tmp/out)"
			_count=$(word count 3 /tmp/out)
			_text="$_mode $* $_sampling, ${_event#*:}"
			between "$_text: it counts" "$_count" $((rounds * 2 * n)) 100000000000
			between "$_text: nothing is lost" $(($(get "$_total") - _count)) \
				0 $((rounds * _slack * cpi))
			if [ -n "$_sampling" ] && [ "$SOURCE" = irq ]; then
				eq "$_text: as many samples as the count has periods" \
					"$(word samples 3 /tmp/out)" $((_count / period))
				between "$_text: the shortest" "$(word samples 8 /tmp/out)" $((period / 2)) $period
				between "$_text: the longest" "$(word samples 9 /tmp/out)" $period $((period * 3 / 2))
			elif [ -n "$_sampling" ]; then
				# From one of the timer's places to the next are up to two
				# periods, and the last may be late by one.
				between "$_text: the samples' periods are in the count" \
					"$(word samples 4 /tmp/out)" $((_count - 3 * period)) "$_count"
				between "$_text: no more samples than periods" \
					"$(word samples 3 /tmp/out)" 1 $((_count / period))
			fi
			[ -z "$_sampling" ] || eq "$_text: samples weigh what was counted, to the last: wrong, sum" \
				"$(word reads 4 /tmp/out) $(word samples 4 /tmp/out)" "0 $(word reads 3 /tmp/out)"
		done
	done
}

for mode in retain lose garbage refuse; do
	run $mode
	run $mode -a
done
put garbage-at-reset false
succeeds "an interrupt is still where it was" test "$(cat "$P/caps/overflow_source")" = "$SOURCE"
rmmod pm_cycle
finish
