#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module builtin:ast2500-evb eb-1176 eb-1176-no-irq pb-a8 pb-a8-thumb2 connex-255 pi-zero
# on: pi-zero-rpios ast2500*
# of: sampling
#
# A new period or frequency (PERF_EVENT_IOC_PERIOD) takes effect at once, not at the end
# of the old period. The driver keeps a sampling frequency when the rate of the event
# drops.

. /bench/lib.sh
load

# Change the period from 10^9 to 10^6, then run for 200 million cycles and what the kernel
# adds. The new period begins within the system call, and the last one may not end. The
# timer may be late by a twentieth of a period in each period, and by two periods at the
# end.
new=1000000
for test in period period-off period-other; do
	overflows -n 1000000 -r 50 -c 1000000000 -p $new $test "$CYCLES"
	note "$test: $(cat /tmp/out)"
	eq "$test: no sample before the change" "$SAMPLES" 0
	periods=$((COUNT_AFTER / new))
	between "$test: the event counts after the change" "$COUNT_AFTER" 180000000 240000000
	least=$((periods - 1))
	[ "$SOURCE" = irq ] || least=$((periods * 95 / 100 - 2))
	between "$test: a sample for each new period" "$SAMPLES_AFTER" $least $periods

	# Change it back.
	overflows -n 1000000 -r 50 -c $new -p 1000000000 $test "$CYCLES"
	between "$test: there are samples before the change back" "$SAMPLES" 1 100
	eq "$test: no sample with the longer period" "$SAMPLES_AFTER" 0
done

# Change a frequency, then run for 800 milliseconds. The timer samples once in each
# interval. With an interrupt perf adjusts the period, by an eighth of the difference at a
# time, so the bounds are wide.
low=90
high=110
[ "$SOURCE" = irq ] && low=40 && high=160
for change in "100 1000" "1000 100"; do
	# shellcheck disable=SC2086 # words
	set -- $change
	overflows -n 1000000 -r 200 -F "$1" -p "$2" period "$CYCLES"
	note "-F $1 to $2: $(cat /tmp/out)"
	ms=$((NS_AFTER / 1000000))
	wanted=$((ms * $2 / 1000))
	between "-F $1 to $2: the event runs for as long as the load" $ms 700 2000
	between "-F $1 to $2: as many samples as the frequency says" "$SAMPLES_AFTER" \
		$((wanted * low / 100)) $((wanted * high / 100))
done

# The CPU is busy for half a second, then it works for some microseconds in each 10 ms, and is
# idle else. The timer's intervals leave out the idle time: as many samples as the frequency
# says in the time that the CPU works, which the cycles tell. With an interrupt perf adjusts
# the period to the time with the idle time, by an eighth of the difference in each tick.
if [ "$SOURCE" = irq ]; then
	frequencies="10 100"
else
	frequencies="1000 4000"
fi
for frequency in $frequencies; do
	overflows -n 100000000 -r 300 -F "$frequency" slow "$CYCLES"
	note "-F $frequency: $(cat /tmp/out)"
	us=$((NS_SLOW / 1000))
	if [ "$SOURCE" = irq ]; then
		between "-F $frequency, the rate drops: no long gap between samples" \
			$((GAP / 1000000)) 0 $((5 * 1000 / frequency + 1020))
	else
		us=$((COUNT_SLOW * (NS / 1000) / 200000000 / $(get cpi)))
		note "-F $frequency, the rate drops: the CPU works for $us us"
	fi
	wanted=$((us * frequency / 1000000))
	between "-F $frequency, the rate drops: as many samples as the frequency says" \
		"$SAMPLES_SLOW" $((wanted / 2)) $((wanted * 3 / 2 + 2))
done

# A task that works for 2 ms and sleeps for 10 ms: the frequency counts running time.
overflows -n 500000 -r 200 -F 1000 naps "$CYCLES"
note "naps: $(cat /tmp/out)"
ms=$((RUNNING / 1000000))
between "-F 1000 of a task that naps: the running time is that of the load" $ms 300 800
between "-F 1000 of a task that naps: a sample for each millisecond" "$SAMPLES" $((ms * low / 100)) $((ms * high / 100))
between "-F 1000 of a task that naps: no long gap between samples" \
	$((GAP / 1000000)) 0 20
finish
