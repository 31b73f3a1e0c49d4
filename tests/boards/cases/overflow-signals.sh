#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module builtin:ast2500-evb +eb-1176-ack-before +eb-1176-no-irq +pb-a8-thumb2 +pi-zero-irq
# of: sampling
#
# A program learns of its overflows when they happen, by a signal or by poll(). A limit
# (PERF_EVENT_IOC_REFRESH) disables the event at that overflow, not at the next tick.
#
# An interrupt comes with the last event of a period, so the number of overflows is known.
# The timer samples at a random place after the end of the period. With a limit it
# samples at the end of the period.

. /bench/lib.sh
load

# One-shots that the signal handler arms again, like PAPI's: every overflow reaches the
# limit and sends a signal. The event is off between the overflow and the signal handler.
# The program does not run in that time, so the count includes all of its work.
work=$((50 * 2000001))
for period in 1000000 2000000; do
	overflows -n 1000000 -r 50 -c $period -l 1 signals "$INSTR"
	count=$(word signals 3 /tmp/out)
	signals=$(word signals 5 /tmp/out)
	note "one-shots of $period: $signals signals in $((${count:-0} / period)) periods, of $((work / period))"
	between "one-shots of $period: the count includes the work" "$count" $work $((work * 2))
	is_periods "one-shots of $period: a signal for each period" "$signals" \
		$((${count:-0} / period))
	eq "one-shots of $period: each signal is a sample that reaches the limit" \
		"$(word signals 4 /tmp/out) $(word signals 6 /tmp/out)" "$signals $signals"
	eq "one-shots of $period: no sample is early" "$(word signals 7 /tmp/out)" 0
done

# The same with a frequency: perf stops and starts the event at each tick. The period is short,
# so that it often ends in the tick before the stop. Two overflows less than 20 microseconds
# apart may share a signal: the first one sampled at a task switch, the second one before the
# timer runs perf's irq_work. This is rare.
overflows -n 100000 -r 500 -F 60000 -l 3 signals "$CYCLES"
note "limits of 3, frequency: $(cat /tmp/out)"
samples=$(word signals 4 /tmp/out)
signals=$(word signals 5 /tmp/out)
between "limits of 3, frequency: there are samples" "$samples" 3000 1000000
between "limits of 3, frequency: as many signals as samples, or up to two less" \
	"$signals" $((samples - 2)) $((samples))
# If the first of two overflows with one signal reaches the limit, the signal does not tell.
between "limits of 3, frequency: every third sample reaches the limit" \
	"$(word signals 6 /tmp/out)" $((samples / 3 - (samples - signals))) $((samples / 3))
between "limits of 3, frequency: the count includes the work" "$(word signals 3 /tmp/out)" \
	$((500 * 400002)) $((500 * 400002 * 8))

# Three events that overflow together, or while the signal of another is pending
for how in "-l 1" "-g"; do
	period=1000000
	# shellcheck disable=SC2086 # words
	overflows $how -n 1000000 -r 50 -c $period signals "$CYCLES" "$INSTR" "$EVENT"
	eq "three events, $how: there are three results" "$(grep -c ^signals /tmp/out)" 3
	between "three events, $how: the count of instructions includes the work" \
		"$(awk -v event="$INSTR" '$2 == event { print $3 }' /tmp/out)" $work $((work * 2))
	# shellcheck disable=SC2034 # limits
	while read -r _ one count samples signals limits early; do
		note "three events, $how: $one: $signals signals, $samples samples, $((count / period)) periods"
		is_periods "three events, $how: $one: a signal for each period" "$signals" \
			$((count / period))
		eq "three events, $how: $one: as many signals as samples, and no early sample" \
			"$signals $early" "$samples 0"
	done </tmp/out
done

# Programs of 2.1 and 5 ms. Many of the shorter ones end before the next tick, and 6 % of a
# period after its end: the timer may be late by 5 %. Without a limit the timer samples first
# in the second period.
for how in "-l 1 -n 530000" "-n 1250000"; do
	# shellcheck disable=SC2086 # words
	overflows $how -r 25 -c 1000000 programs "$INSTR"
	note "programs, $how: $(cat /tmp/out)"
	eq "programs, $how: each program receives a signal" "$(word programs 2 /tmp/out)" 25
	eq "programs, $how: no sample is early" "$(word programs 6 /tmp/out)" 0
	if [ "$SOURCE" = irq ]; then
		eq "programs, $how: a signal for each period" "$(word programs 4 /tmp/out)" \
			"$(word programs 5 /tmp/out)"
	else
		between "programs, $how: a signal for each program, at most one for each period" "$(word programs 4 /tmp/out)" 25 \
			"$(word programs 5 /tmp/out)"
	fi
done

# A limit while tasks are switched: perf schedules the event in again at each switch
# unless it is disabled.
for limit in 1 2 5 20; do
	overflows -n 5000 -r 2000 -c 20011 -l $limit limit "$CYCLES"
	eq "a limit of $limit: as many samples" "$(word limit 2 /tmp/out)" $limit
	eq "a limit of $limit: as many signals, one of them with POLL_HUP" \
		"$(word limit 3 /tmp/out) $(word limit 4 /tmp/out)" "$limit 1"
	eq "a limit of $limit: the event no longer counts, and no sample was early" \
		"$(word limit 5 /tmp/out) $(word limit 6 /tmp/out)" "0 0"
done

# A parent waits in poll() and runs as soon as it is woken.
for events in 1 4; do
	period=200003
	overflows -n 1000000 -r 25 -c $period -e $events poll "$INSTR"
	count=$(word poll 2 /tmp/out)
	samples=$(word poll 3 /tmp/out)
	note "wakeup_events $events: $(cat /tmp/out)"
	is_periods "wakeup_events $events: a sample for each period" "$samples" \
		$((${count:-0} / period))
	eq "wakeup_events $events: every ${events}th sample wakes the parent" \
		"$(word poll 4 /tmp/out)" $((${samples:-0} / events))
	eq "wakeup_events $events: the parent finds $events samples each time" \
		"$(word poll 5 /tmp/out) $(word poll 6 /tmp/out)" "0 $events"
done

# SIGTRAP for the task whose event overflows
period=200003
overflows -n 1000000 -r 25 -c $period sigtrap "$INSTR"
count=$(word sigtrap 2 /tmp/out)
samples=$(word sigtrap 3 /tmp/out)
note "sigtrap: $(cat /tmp/out)"
is_periods "sigtrap: a sample for each period" "$samples" $((${count:-0} / period))
eq "sigtrap: a SIGTRAP for each sample, and no early sample" \
	"$(word sigtrap 4 /tmp/out) $(word sigtrap 5 /tmp/out)" "$samples 0"
finish
