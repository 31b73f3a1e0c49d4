#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module irq eb-1176
# of: sampling
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

tried=0
troubles=
silent=
for period in $(seq 16000 40 20000); do
	hold -a -m 1 -c "$period" "$INSTR"
	sleep 100
	release
	# 200 wake-ups, of about a period each
	[ $(($(word samples 3 /tmp/held) + $(word samples 5 /tmp/held))) -gt 100 ] ||
		silent="$silent $period"
	tried=$((tried + 1))
	[ "$(dmesg -c | grep -c 'interrupt [0-9]')" = 0 ] || troubles="$troubles $period"
done
eq "there are samples with each period" "$silent" ""
eq "the driver reports no dead line with any of $tried periods" "$troubles" ""
eq "the interrupt is still the overflow source" "$(cat "$P/caps/overflow_source")" irq
covered $tried idle periods of 100 seconds
finish
