#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# of: sampling
# sources: irq
# variants: module
# boards: eb-1176
#
# The CPU is idle, and only the driver's guard timer wakes it, twice a second. The
# period of an event is about as long as one such turn, so the event overflows at
# nearly the same place of each turn, which moves slowly. For a while that place is
# between the wake-up and the timer's look, where the look comes before a live
# interrupt. The line must not be taken for dead. The periods are those of this board's
# kernel.

. /bench/lib.sh
load
dmesg -c >/dev/null
mkfifo /tmp/hold

# idle PERIOD SECONDS: the event is open, the CPU has nothing to do
idle() {
	measure -a -H -m 1 -c "$1" "$INSTR" </tmp/hold >/tmp/out 2>&1 &
	exec 4>/tmp/hold
	sleep "$2"
	exec 4>&-
	wait
}

tried=0
troubles=
for period in $(seq 16000 40 20000); do
	idle "$period" 100
	tried=$((tried + 1))
	[ "$(dmesg -c | grep -c 'interrupt [0-9]')" = 0 ] || troubles="$troubles $period"
done
rm -f /tmp/hold
eq "with none of $tried periods the line is taken for dead" "$troubles" ""
eq "the interrupt is the source" "$(cat "$P/caps/overflow_source")" irq
covered $tried idle periods of 100 seconds
finish
