#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# of: sampling
# sources: irq
# variants: module
# boards: eb-1176
#
# The CPU is idle, and only the driver's guard timer wakes it, twice a second. The period of
# an event is about as long as the work of one wake-up, so the event overflows at nearly the
# same place of each wake-up, and this place moves slowly. For a while the overflow comes
# just before the timer checks the flags, and the timer sees it before the live interrupt
# does. The driver must not decide that the line is dead. The periods fit this board's
# kernel.

. /bench/lib.sh
load
dmesg -c >/dev/null
mkfifo /tmp/hold

# idle PERIOD SECONDS: hold an event open while the CPU is idle
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
eq "the driver reports no dead line with any of $tried periods" "$troubles" ""
eq "the interrupt is still the overflow source" "$(cat "$P/caps/overflow_source")" irq
covered $tried idle periods of 100 seconds
finish
