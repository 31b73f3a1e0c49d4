#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: *-no-irq *-shared-irq
# of: sampling
#
# The PMU has no interrupt, or shares that of another device: the driver logs that once and
# samples by timer.

. /bench/lib.sh
unload
dmesg -c >/dev/null
load
dmesg >/tmp/log
eq "one log line says that the driver samples by timer" "$(grep -c 'interrupt.*sampling by timer' /tmp/log)" 1
eq "overflow_source is timer" "$(cat "$P/caps/overflow_source")" timer
eq "caps/sampling is 1" "$(cat "$P/caps/sampling")" 1
fails "the driver requests no interrupt" grep -q "$PMU" /proc/interrupts
# The monitor must not assert the line: the other device's handler cannot clear its flags.
put reset-stats true
succeeds "an event can sample" measure -c 100003 -n 5000000 "$CYCLES"
eq "the monitor asserts no interrupt while it samples" "$(get irqs)" 0
succeeds "an event can count" measure -n 10 "$PMU:0x07"
finish
