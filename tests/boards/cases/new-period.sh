#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: module
# boards: eb-1176 eb-1176-no-irq pb-a8 connex-255 pi-zero
# of: sampling
#
# A new period or frequency (PERF_EVENT_IOC_PERIOD) takes effect at once, and the end of
# the period before is not waited for. Where the rate of an event drops, a frequency is
# kept all the same.

. /bench/lib.sh
load

# overflows ARGUMENT...: its output is in /tmp/out
overflows() {
	overflow "$@" >/tmp/out 2>&1 || not_ok "overflow $*: $(tail -n 1 /tmp/out)"
}

# From 10^9 to 10^6, then 200 million cycles and the kernel's own: the new period begins
# within the system call, and a rest of it is left at the end. The timer may be late
# by a twentieth of a period in each, and by two periods at the end.
new=1000000
for test in period period-off period-other; do
	overflows -n 1000000 -r 50 -c 1000000000 -p $new $test "$CYCLES"
	note "$test: $(cat /tmp/out)"
	eq "$test: the old period is not over" "$(word period 3 /tmp/out)" 0
	after=$(word period 4 /tmp/out)
	periods=$((${after:-0} / new))
	between "$test: cycles with the new period" "${after:-0}" 180000000 240000000
	least=$((periods - 1))
	[ "$SOURCE" = irq ] || least=$((periods * 95 / 100 - 2))
	between "$test: a sample for each new period" "$(word period 5 /tmp/out)" $least $periods

	# And back
	overflows -n 1000000 -r 50 -c $new -p 1000000000 $test "$CYCLES"
	between "$test: there were samples" "$(word period 3 /tmp/out)" 1 100
	eq "$test: a longer period is not over either" "$(word period 5 /tmp/out)" 0
done

# A frequency, for 800 milliseconds. The timer takes one place in each interval. With an
# interrupt perf itself goes from one period to the other, an eighth of the way at a
# time: all that is expected is that it goes there.
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
	between "-F $1 to $2: milliseconds with the new frequency" $ms 700 2000
	between "-F $1 to $2: as many samples as it says" "$(word period 5 /tmp/out)" \
		$((wanted * low / 100)) $((wanted * high / 100))
done

# The CPU busy for half a second, then some million cycles a second: each interval of the
# frequency has a sample. What comes by chance is up to two intervals from the one
# before; three more are for intervals in which the CPU slept. With an interrupt perf
# itself has to find out, an eighth of the way in each tick.
for frequency in 10 100; do
	overflows -n 100000000 -r 300 -F $frequency slow "$CYCLES"
	note "-F $frequency: $(cat /tmp/out)"
	gap=$(($(word slow 6 /tmp/out) / 1000000))
	limit=$((5 * 1000 / frequency + 20))
	[ "$SOURCE" = irq ] && limit=$((limit + 1000))
	between "-F $frequency, the rate drops: milliseconds without a sample" $gap 0 $limit
	between "-F $frequency, the rate drops: samples" "$(word slow 4 /tmp/out)" \
		$(($(word slow 5 /tmp/out) * frequency / 2000000000)) 10000
done

# A task that works for 2 ms and sleeps for ten: its running time is what counts.
overflows -n 500000 -r 200 -F 1000 naps "$CYCLES"
note "naps: $(cat /tmp/out)"
ms=$(($(word naps 3 /tmp/out) / 1000000))
between "-F 1000 of a task that naps: milliseconds" $ms 300 800
between "-F 1000 of a task that naps: samples" "$(word naps 4 /tmp/out)" $((ms * low / 100)) $((ms * high / 100))
between "-F 1000 of a task that naps: milliseconds without a sample" \
	$(($(word naps 5 /tmp/out) / 1000000)) 0 20
finish
