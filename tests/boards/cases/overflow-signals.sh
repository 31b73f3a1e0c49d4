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
	note "one-shots of $period: $(cat /tmp/out)"
	between "one-shots of $period: the count includes the work" "$COUNT" $work $((work * 2))
	is_periods "one-shots of $period: a signal for each period" "$SIGNALS" $((COUNT / period))
	eq "one-shots of $period: each signal is a sample that reaches the limit" \
		"$SAMPLES $LIMITS" "$SIGNALS $SIGNALS"
	eq "one-shots of $period: no sample is early" "$EARLY" 0
done

# The same with a frequency: perf stops and starts the event at each tick. The period is short,
# so that it often ends in the tick before the stop. Two overflows less than 20 microseconds
# apart may share a signal: the first one sampled at a task switch, the second one before the
# timer runs perf's irq_work. This is rare.
overflows -n 100000 -r 500 -F 60000 -l 3 signals "$CYCLES"
note "limits of 3, frequency: $(cat /tmp/out)"
between "limits of 3, frequency: there are samples" "$SAMPLES" 3000 1000000
between "limits of 3, frequency: as many signals as samples, or up to two less" \
	"$SIGNALS" $((SAMPLES - 2)) "$SAMPLES"
# If the first of two overflows with one signal reaches the limit, the signal does not tell.
between "limits of 3, frequency: every third sample reaches the limit" \
	"$LIMITS" $((SAMPLES / 3 - (SAMPLES - SIGNALS))) $((SAMPLES / 3))
between "limits of 3, frequency: the count includes the work" "$COUNT" \
	$((500 * 400002)) $((500 * 400002 * 8))

# Three events that overflow together, or while the signal of another is pending
for how in "-l 1" "-g"; do
	period=1000000
	# shellcheck disable=SC2086 # words
	overflows $how -n 1000000 -r 50 -c $period signals "$CYCLES" "$INSTR" "$EVENT"
	eq "three events, $how: there are three results" "$(grep -c ^OF= /tmp/out)" 3
	between "three events, $how: the count of instructions includes the work" \
		"$(sed -n "s/^OF=$INSTR COUNT=\([0-9]*\) .*/\1/p" /tmp/out)" $work $((work * 2))
	note "three events, $how: $(xargs </tmp/out)"
	while read -r line; do
		eval "$line"
		is_periods "three events, $how: $OF: a signal for each period" "$SIGNALS" \
			$((COUNT / period))
		eq "three events, $how: $OF: as many signals as samples, and no early sample" \
			"$SIGNALS $EARLY" "$SAMPLES 0"
	done </tmp/out
done

# Programs of 2.1 and 5 ms. Many of the shorter ones end before the next tick, and 6 % of a
# period after its end: the timer may be late by 5 %. Without a limit the timer samples first
# in the second period.
for how in "-l 1 -n 530000" "-n 1250000"; do
	# shellcheck disable=SC2086 # words
	overflows $how -r 25 -c 1000000 programs "$INSTR"
	note "programs, $how: $(cat /tmp/out)"
	eq "programs, $how: each program receives a signal" "$NOTIFIED" 25
	eq "programs, $how: no sample is early" "$EARLY" 0
	if [ "$SOURCE" = irq ]; then
		eq "programs, $how: a signal for each period" "$SIGNALS" "$PERIODS"
	else
		between "programs, $how: a signal for each program, at most one for each period" \
			"$SIGNALS" 25 "$PERIODS"
	fi
done

# A limit while tasks are switched: perf schedules the event in again at each switch
# unless it is disabled.
for limit in 1 2 5 20; do
	overflows -n 5000 -r 2000 -c 20011 -l $limit limit "$CYCLES"
	eq "a limit of $limit: as many samples" "$SAMPLES" $limit
	eq "a limit of $limit: as many signals, one of them with POLL_HUP" \
		"$SIGNALS $LIMITS" "$limit 1"
	eq "a limit of $limit: the event no longer counts, and no sample was early" \
		"$GREW $EARLY" "0 0"
done

# A parent waits in poll() and runs as soon as it is woken.
for events in 1 4; do
	period=200003
	overflows -n 1000000 -r 25 -c $period -e $events poll "$INSTR"
	note "wakeup_events $events: $(cat /tmp/out)"
	is_periods "wakeup_events $events: a sample for each period" "$SAMPLES" $((COUNT / period))
	eq "wakeup_events $events: every ${events}th sample wakes the parent" \
		"$WAKES" $((SAMPLES / events))
	eq "wakeup_events $events: the parent finds $events samples each time" \
		"$WRONG $MOST" "0 $events"
done

# SIGTRAP for the task whose event overflows
period=200003
overflows -n 1000000 -r 25 -c $period sigtrap "$INSTR"
note "sigtrap: $(cat /tmp/out)"
is_periods "sigtrap: a sample for each period" "$SAMPLES" $((COUNT / period))
eq "sigtrap: a SIGTRAP for each sample, and no early sample" \
	"$SIGNALS $EARLY" "$SAMPLES 0"
finish
