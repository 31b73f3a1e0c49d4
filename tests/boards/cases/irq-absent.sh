#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# of: sampling
# boards: *-no-irq *-shared-irq
#
# No interrupt, or one that is another device's: the log says so, once, and the
# timer is the source of overflows.

. /bench/lib.sh
unload
dmesg -c >/dev/null
load
dmesg >/tmp/log
eq "the log has one line on it" "$(grep -c 'interrupt.*sampling by timer' /tmp/log)" 1
eq "caps/overflow_source" "$(cat "$P/caps/overflow_source")" timer
eq "caps/sampling" "$(cat "$P/caps/sampling")" 1
fails "no interrupt is requested" grep -q "$PMU" /proc/interrupts
# The line may be another device's, whose handler knows nothing of overflows.
put reset-stats true
succeeds "it samples" measure -c 100003 -n 5000000 "$CYCLES"
eq "and asserts no interrupt" "$(get irqs)" 0
succeeds "it counts" measure -n 10 "$PMU:0x07"
finish
