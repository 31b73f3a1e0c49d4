#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# of: sampling
# sources: irq
# variants: module control
# control-boards: eb-1176 pb-a8 connex-255
#
# Periods so short that the next one is over before the handler has returned. What
# the handler does is in no count, so it ends; perf's limit of samples in a tick
# then throttles the event, and the next tick lets it go on. The work gets done,
# counts stay exact, and no event stays off.

. /bench/lib.sh
load
cpi=$(get cpi)

rate=/proc/sys/kernel/perf_event_max_sample_rate
events=0
# From Linux 6.16 on a group is throttled as a whole, whichever of its events it is for,
# and that is in the leader's ring alone.
case $(uname -r) in
6.[0-9].* | 6.1[0-5].*) whole= ;;
*) whole=yes ;;
esac

# count EVENT
count() {
	awk -v e="$1" '$1 == "count" && $2 == e { print $3 }' /tmp/out
}

# storm PERIOD EVENT...: 12 million instructions, more than two ticks
storm() {
	_what="period $1, $(($# - 1)) events, at most $(cat $rate) samples a second"
	_period=$1
	shift
	put reset-stats true
	if ! timeout 60 measure -g -m 128 -c "$_period" -n 1500000 -w 4 "$@" >/tmp/out 2>&1; then
		not_ok "$_what: $(tail -n 1 /tmp/out)"
		return
	fi
	# ARM11's and XScale's counters run on while their event alone is throttled.
	[ "$CORE" != cortex-a8 ] && [ $# -gt 1 ] || [ "$1" != "$CYCLES" ] ||
		eq "$_what: the count is exact" "$(word count 3 /tmp/out)" "$(get total-ccnt)"
	_leader=yes
	_together=
	if [ -n "$whole" ] && [ $# -gt 1 ]; then
		_together=yes
		eq "$_what: cycles are instructions by $cpi" "$(count "$CYCLES")" $(($(count "$INSTR") * cpi))
		between "$_what: they have samples" \
			"$(awk '/^samples/ { sum += $3 + $5 } END { print sum }' /tmp/out)" 2 1000000
	fi
	for _event; do
		# samples EVENT NUMBER SUM LOST THROTTLED UNTHROTTLED MIN MAX
		# shellcheck disable=SC2046 # words
		set -- $(grep "^samples $_event " /tmp/out)
		events=$((events + 1))
		# At a hundred the last of three may be throttled too late or not at all.
		if [ -n "$_leader" ] || [ -z "$_together" ]; then
			between "$_what: $_event is let go on" "$7" $((_period < 100)) "$6"
			between "$_what: and is not left off for long" $(($6 - $7)) 0 1
		else
			eq "$_what: $_event is throttled with its leader" "$6 $7" "0 0"
		fi
		_least=0
		if [ -z "$_together" ]; then
			_least=2
			between "$_what: it has samples" $(($3 + $5)) 2 1000000
		fi
		between "$_what: which stand for no more than was counted" "$4" $_least "$(count "$_event")"
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
no_limit_of_samples

# And then it is as if nothing had been.
put reset-stats true
measure -c 100003 -n 5000000 "$CYCLES" >/tmp/out 2>&1 || not_ok "measure: $(tail -n 1 /tmp/out)"
eq "afterwards a period of 100003 has all its samples" "$(word samples 3 /tmp/out)" \
	$(($(word count 3 /tmp/out) / 100003))
eq "which is exact" "$(word count 3 /tmp/out)" "$(get total-ccnt)"
covered $events events throttled
finish
