#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: module
# boards: eb-1176 eb-1176-no-irq pb-a8 connex-255 pi-zero
# of: sampling
#
# A program is told of its overflows when they happen, by a signal or by poll(), and a
# limit ends the event at the very overflow: it may not wait for the next tick, ten
# milliseconds or 5 million instructions later.
#
# An interrupt comes with the last event of a period, so the number of overflows is
# known. The timer samples behind it, at a place taken by chance; with a limit as soon
# as the period is over.

. /bench/lib.sh
load

# overflows ARGUMENT...: its output is in /tmp/out
overflows() {
	overflow "$@" >/tmp/out 2>&1 || not_ok "overflow $*: $(tail -n 1 /tmp/out)"
}

# is_periods TEXT GOT PERIODS: an overflow for each period. The timer may be late by a
# twentieth of a period in each, and by two periods at the end.
is_periods() {
	if [ "$SOURCE" = irq ]; then
		eq "$1" "$2" "$3"
	else
		between "$1" "$2" $(($3 * 95 / 100 - 2)) "$3"
	fi
}

# One-shots, armed again by the signal's handler as PAPI does it: a signal is an
# overflow, and each of them reaches the limit. The event is off from the overflow to
# its signal, when the program does not run: all of its work is in the count.
work=$((50 * 2000001))
for period in 1000000 2000000; do
	overflows -n 1000000 -r 50 -c $period -l 1 signals "$INSTR"
	count=$(word signals 3 /tmp/out)
	signals=$(word signals 5 /tmp/out)
	note "one-shots of $period: $signals signals in $((${count:-0} / period)) periods, of $((work / period))"
	between "one-shots of $period: the work is in the count" "$count" $work $((work * 2))
	is_periods "one-shots of $period: a signal for each period" "$signals" \
		$((${count:-0} / period))
	eq "one-shots of $period: each is a sample, and reaches the limit" \
		"$(word signals 4 /tmp/out) $(word signals 6 /tmp/out)" "$signals $signals"
	eq "one-shots of $period: none is early" "$(word signals 7 /tmp/out)" 0
done

# The same with a frequency, for which perf stops and starts the event at each tick
overflows -n 100000 -r 500 -F 20000 -l 3 signals "$CYCLES"
note "limits of 3, frequency: $(cat /tmp/out)"
samples=$(word signals 4 /tmp/out)
eq "limits of 3, frequency: as many signals as samples" "$(word signals 5 /tmp/out)" "${samples:-0}"
eq "limits of 3, frequency: each third reaches the limit" "$(word signals 6 /tmp/out)" \
	$((${samples:-0} / 3))
between "limits of 3, frequency: the work is in the count" "$(word signals 3 /tmp/out)" \
	$((500 * 400002)) $((500 * 400002 * 2))

# Three that overflow at once, or while another's signal is on its way
for how in "-l 1" "-g"; do
	period=1000000
	# shellcheck disable=SC2086 # words
	overflows $how -n 1000000 -r 50 -c $period signals "$CYCLES" "$INSTR" "$EVENT"
	eq "three events, $how: all of them" "$(grep -c ^signals /tmp/out)" 3
	between "three events, $how: the work is in the instructions" \
		"$(awk -v event="$INSTR" '$2 == event { print $3 }' /tmp/out)" $work $((work * 2))
	# shellcheck disable=SC2034 # limits
	while read -r _ one count samples signals limits early; do
		note "three events, $how: $one: $signals signals, $samples samples, $((count / period)) periods"
		is_periods "three events, $how: $one: a signal for each period" "$signals" \
			$((count / period))
		eq "three events, $how: $one: as many signals as samples, none early" \
			"$signals $early" "$samples 0"
	done </tmp/out
done

# Programs of 2.4 and 5 ms, which a tick would mostly come too late for. With no limit
# the timer's first place is in the second period.
for how in "-l 1 -n 600000" "-n 1250000"; do
	# shellcheck disable=SC2086 # words
	overflows $how -r 25 -c 1000000 programs "$INSTR"
	note "programs, $how: $(cat /tmp/out)"
	eq "programs, $how: each has its signal" "$(word programs 2 /tmp/out)" 25
	eq "programs, $how: none is early" "$(word programs 6 /tmp/out)" 0
	if [ "$SOURCE" = irq ]; then
		eq "programs, $how: a signal for each period" "$(word programs 4 /tmp/out)" \
			"$(word programs 5 /tmp/out)"
	else
		between "programs, $how: signals" "$(word programs 4 /tmp/out)" 25 \
			"$(word programs 5 /tmp/out)"
	fi
done

# A limit, while tasks are switched: at each turn perf puts what is not yet disabled
# back onto its counter.
for limit in 1 2 5 20; do
	overflows -n 5000 -r 2000 -c 20011 -l $limit limit "$CYCLES"
	eq "a limit of $limit lets as many samples through" "$(word limit 2 /tmp/out)" $limit
	eq "a limit of $limit: as many signals, one of which says that it is reached" \
		"$(word limit 3 /tmp/out) $(word limit 4 /tmp/out)" "$limit 1"
	eq "a limit of $limit: the event is off, none was early" \
		"$(word limit 5 /tmp/out) $(word limit 6 /tmp/out)" "0 0"
done

# A parent that waits by poll(): it has the processor as soon as it is woken
for events in 1 4; do
	period=200003
	overflows -n 1000000 -r 25 -c $period -e $events poll "$INSTR"
	count=$(word poll 2 /tmp/out)
	samples=$(word poll 3 /tmp/out)
	note "wakeup_events $events: $(cat /tmp/out)"
	is_periods "wakeup_events $events: a sample for each period" "$samples" \
		$((${count:-0} / period))
	eq "wakeup_events $events: the parent is woken by each ${events}th" \
		"$(word poll 4 /tmp/out)" $((${samples:-0} / events))
	eq "wakeup_events $events: and finds as many, each time" \
		"$(word poll 5 /tmp/out) $(word poll 6 /tmp/out)" "0 $events"
done

# SIGTRAP for the task that overflows
period=200003
overflows -n 1000000 -r 25 -c $period sigtrap "$INSTR"
count=$(word sigtrap 2 /tmp/out)
samples=$(word sigtrap 3 /tmp/out)
note "sigtrap: $(cat /tmp/out)"
is_periods "sigtrap: a sample for each period" "$samples" $((${count:-0} / period))
eq "sigtrap: each sample has its SIGTRAP, none is early" \
	"$(word sigtrap 4 /tmp/out) $(word sigtrap 5 /tmp/out)" "$samples 0"
finish
