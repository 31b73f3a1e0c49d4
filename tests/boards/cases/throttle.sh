#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module control:eb-1176 control:pb-a8 control:connex-255 irq +cubieboard +cubieboard-5.10
# on: +cubieboard-rt +eb-1176-ack-before +pb-a8-thumb2 +pi-zero-irq
# tier: main
# of: sampling
#
# Periods so short that the next one ends during the exit from the interrupt, before the
# program continues. The handler itself is not counted. perf's limit of samples in a tick
# throttles the event, and the next tick unthrottles it. The program makes progress, counts
# stay exact, and no event stays throttled.

. /bench/lib.sh
load
cpi=$(get cpi)

rate=/proc/sys/kernel/perf_event_max_sample_rate
events=0
# Since Linux 6.16 perf throttles the whole group of an event. Only the ring of the leader
# has the records for that.
whole=
if linux_since 6.16; then whole=yes; fi

# count EVENT: the count of the event in /tmp/out
count() {
	awk -v e="$1" '$1 == "count" && $2 == e { print $3 }' /tmp/out
}

# storm PERIOD EVENT...: sample 12 million instructions, more than two ticks
storm() {
	_what="period $1, $(($# - 1)) events, at most $(cat $rate) samples a second"
	_period=$1
	shift
	put reset-stats true
	if ! timeout 60 measure -g -m 128 -c "$_period" -n 1500000 -w 4 "$@" >/tmp/out 2>&1; then
		not_ok "$_what: $(tail -n 1 /tmp/out)"
		return
	fi
	# On ARM11 and XScale, the counter of a throttled event runs on while other events of
	# the group count. The event does not count then, but the model does.
	[ "$CORE" != cortex-a8 ] && [ $# -gt 1 ] || [ "$1" != "$CYCLES" ] ||
		eq "$_what: the count is exact" "$(word count 3 /tmp/out)" "$(sampled_cycles)"
	_leader=yes
	_together=
	if [ -n "$whole" ] && [ $# -gt 1 ]; then
		_together=yes
		eq "$_what: cycles are $cpi times the instructions" "$(count "$CYCLES")" $(($(count "$INSTR") * cpi))
		between "$_what: the events have samples" \
			"$(awk '/^samples/ { sum += $3 + $5 } END { print sum }' /tmp/out)" 2 1000000
	fi
	for _event; do
		# samples EVENT NUMBER SUM LOST THROTTLED UNTHROTTLED MIN MAX
		# shellcheck disable=SC2046 # words
		set -- $(grep "^samples $_event " /tmp/out)
		events=$((events + 1))
		# With period 100 the last of three events may never be throttled.
		if [ -n "$_leader" ] || [ -z "$_together" ]; then
			between "$_what: $_event is unthrottled" "$7" $((_period < 100)) "$6"
			between "$_what: $_event does not stay throttled" $(($6 - $7)) 0 1
		else
			eq "$_what: $_event is throttled with its leader" "$6 $7" "0 0"
		fi
		_least=0
		if [ -z "$_together" ]; then
			_least=2
			between "$_what: $_event has samples" $(($3 + $5)) 2 1000000
		fi
		between "$_what: the periods of $_event add up to at most its count" "$4" $_least "$(count "$_event")"
		_leader=
	done
}

for limit in default 1; do
	[ $limit = default ] || limit_samples $limit
	for period in 1 2 10 100; do
		storm $period "$CYCLES"
		storm $period "$CYCLES" "$INSTR" "$EVENT"
	done
	storm 1 "$INSTR" "$CYCLES"
done

# Two events whose periods end together. Since Linux 6.16, a sample that throttles the first
# event stops the second one before its sample. This sample comes when the group continues.
# If the group ends while it is throttled, the last sample is lost. Linux 6.12 does not restart
# a throttled event that is not the leader.
both="1 2"
if linux_since 6.6 && ! linux_since 6.16; then both=1; fi
measures -g -m 128 -c 10007 -n 50000000 "$INSTR" "$INSTR"
for nth in $both; do
	periods=$((COUNT / 10007))
	between "periods that end together: event $nth has a sample for each" \
		"$(awk -v nth="$nth" '/^samples/ && ++n == nth { print $3 + $5 }' /tmp/out)" \
		$((periods - 1)) "$periods"
done
between "periods that end together: the first event is throttled" "$THROTTLED" 5 10000
no_limit_of_samples

# Afterwards an event with a longer period is not affected.
put reset-stats true
measures -c 100003 -n 5000000 "$CYCLES"
sampled "afterwards, with a period of 100003" "$(sampled_cycles)" 100003
covered $events events throttled
finish
