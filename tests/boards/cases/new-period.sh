#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: module
# boards: eb-1176 eb-1176-no-irq pb-a8 connex-255 pi-zero pi-zero-rpios
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
	eq "$test: no sample before the change" "$(word period 3 /tmp/out)" 0
	after=$(word period 4 /tmp/out)
	periods=$((${after:-0} / new))
	between "$test: the event counts after the change" "${after:-0}" 180000000 240000000
	least=$((periods - 1))
	[ "$SOURCE" = irq ] || least=$((periods * 95 / 100 - 2))
	between "$test: a sample for each new period" "$(word period 5 /tmp/out)" $least $periods

	# Change it back.
	overflows -n 1000000 -r 50 -c $new -p 1000000000 $test "$CYCLES"
	between "$test: there are samples before the change back" "$(word period 3 /tmp/out)" 1 100
	eq "$test: no sample with the longer period" "$(word period 5 /tmp/out)" 0
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
	ms=$(($(word period 6 /tmp/out) / 1000000))
	wanted=$((ms * $2 / 1000))
	between "-F $1 to $2: the event runs for as long as the load" $ms 700 2000
	between "-F $1 to $2: as many samples as the frequency says" "$(word period 5 /tmp/out)" \
		$((wanted * low / 100)) $((wanted * high / 100))
done

# The CPU is busy for half a second, then runs some million cycles a second: each interval
# of the frequency has a sample. The timer's random places are up to two intervals apart.
# Three more intervals allow for those in which the CPU slept. With an interrupt perf
# adjusts the period, by an eighth of the difference in each tick.
for frequency in 10 100; do
	overflows -n 100000000 -r 300 -F $frequency slow "$CYCLES"
	note "-F $frequency: $(cat /tmp/out)"
	gap=$(($(word slow 6 /tmp/out) / 1000000))
	limit=$((5 * 1000 / frequency + 20))
	[ "$SOURCE" = irq ] && limit=$((limit + 1000))
	between "-F $frequency, the rate drops: no long gap between samples" $gap 0 $limit
	between "-F $frequency, the rate drops: at least half of the samples" "$(word slow 4 /tmp/out)" \
		$(($(word slow 5 /tmp/out) * frequency / 2000000000)) 10000
done

# A task that works for 2 ms and sleeps for 10 ms: the frequency counts running time.
overflows -n 500000 -r 200 -F 1000 naps "$CYCLES"
note "naps: $(cat /tmp/out)"
ms=$(($(word naps 3 /tmp/out) / 1000000))
between "-F 1000 of a task that naps: the running time is that of the load" $ms 300 800
between "-F 1000 of a task that naps: a sample for each millisecond" "$(word naps 4 /tmp/out)" $((ms * low / 100)) $((ms * high / 100))
between "-F 1000 of a task that naps: no long gap between samples" \
	$(($(word naps 5 /tmp/out) / 1000000)) 0 20
finish
