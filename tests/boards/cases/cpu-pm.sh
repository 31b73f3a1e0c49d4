#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module debug soak eb-1176 eb-1176-no-irq pb-a8 connex-255 pb-a8-omap3
# modules: pm_cycle
#
# The CPU goes through power states while events are active, at places unrelated to their
# periods. The monitor keeps its registers, loses them, or has garbage in them afterwards, or
# another subsystem refuses the state. Counts must equal the model's totals, there must be a
# sample for each period, and each sample's period must be the count since the previous one.
# pm_cycle spins with interrupts disabled before the CPU goes down, and while it is down,
# when the driver must not count.

. /bench/lib.sh
load
insmod /bench/pm_cycle.ko || not_ok "insmod pm_cycle.ko"
cycle=/sys/module/pm_cycle/parameters/cycle
cpi=$(get cpi)
n=20011
period=100003
rounds=50
# Less than half a period before the CPU goes down: an interrupt is late by less than that.
spins=5003
# lockdep and KASAN can disable interrupts for longer than half a period of 10^5.
[ "$VARIANT" = debug ] && rounds=60 && period=400009
[ "$VARIANT" = soak ] && rounds=2000 && period=1000003

# ARM11 clears flags by a write with E set. The counters run from this write of the reset to
# the next write. The totals include that, and no event does.
case $CORE in
arm11*) reset=4 ;;
*) reset=0 ;;
esac

# run MODE [OPTION...]: count and sample, and compare both with the model
run() {
	_mode=$1
	shift
	_slack=$reset
	put garbage-at-reset false
	if [ "$_mode" = garbage ]; then
		# Garbage makes the counters run until the driver's notifier runs after
		# power-up. Other notifiers run before it.
		_slack=2000
		put garbage-at-reset true
	fi
	_write=$cycle="$(echo "$_mode" | sed 's/garbage/lose/') $spins"
	for _event in "$INSTR" "$CYCLES"; do
		_total=sampled_cycles
		_work=$((rounds * 2 * n * cpi))
		[ "$_event" = "$INSTR" ] && _total="get total-pmn0" && _work=$((rounds * 2 * n))
		for _sampling in "" "-c $period"; do
			put reset-stats true
			# shellcheck disable=SC2086 # options
			measures -R "$@" $_sampling -n $n -w $rounds -W "$_write" "$_event"
			_text="$_mode $* $_sampling, ${_event#*:}"
			between "$_text: the count includes the work" "$COUNT" $_work 100000000000
			between "$_text: the count is exact" $(($($_total) - COUNT)) \
				0 $((rounds * _slack * cpi))
			if [ -n "$_sampling" ] && [ "$SOURCE" = irq ]; then
				eq "$_text: as many samples as the count has periods" \
					"$SAMPLES" $((COUNT / period))
				between "$_text: the shortest sample has at least half a period" "$SHORTEST" $((period / 2)) $period
				between "$_text: the longest sample has at most one and a half periods" "$LONGEST" $period $((period * 3 / 2))
			elif [ -n "$_sampling" ]; then
				# The timer's samples are up to two periods apart, and the last
				# one may be late by one.
				between "$_text: the periods of the samples add up to the count" \
					"$SUM" $((COUNT - 3 * period)) "$COUNT"
				between "$_text: there are samples, at most one for each period" \
					"$SAMPLES" 1 $((COUNT / period))
			fi
			[ -z "$_sampling" ] || eq "$_text: each period is the count since the previous sample" \
				"$WRONG $SUM" "0 $LAST"
		done
	done
}

for mode in retain lose garbage refuse; do
	run $mode
	run $mode -a
done
put garbage-at-reset false

# The CPU has kept its power, and no notification follows, as on OMAP3. Events of the CPU go on
# when idle time ends, there, and elsewhere within half a second.
goes_on=100
case $BOARD in
*-omap3) goes_on=1 ;;
esac
for options in "" "-c 1000003" "-F 1000"; do
	put reset-stats true
	# shellcheck disable=SC2086 # options
	hold -a $options "$INSTR"
	before=$(get total-pmn0)
	echo "keep $spins" >$cycle
	usleep 20000
	known 250000000 >/dev/null
	counted=$(($(get total-pmn0) - before))
	release
	between "no notification, $options: the CPU's instructions are counted" "$counted" \
		$((500000000 - goes_on * 2500000)) 600000000
done
succeeds "overflow_source is still $SOURCE" test "$(cat "$P/caps/overflow_source")" = "$SOURCE"
rmmod pm_cycle
finish
