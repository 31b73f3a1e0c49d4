#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module debug eb-1176 connex-255
# modules: hold_cancel
#
# A task closes the last event and is preempted in the driver, while another task opens an
# event. The driver's guard timer must run for the new event: it counts past 2^32 and loses
# nothing. hold_cancel holds the first task if it cancels a timer of the driver, until the
# second task has counted for a while. A driver that cancels no timer there is not held. With
# eight cycles per instruction, 2^32 cycles take 1.1 seconds.

. /bench/lib.sh
load
insmod /bench/hold_cancel.ko || not_ok "insmod hold_cancel.ko"
parameters=/sys/module/hold_cancel/parameters
cpi=$(get cpi)
put cpi 8

echo 1 >$parameters/hold || not_ok "hold_cancel does not hold"
measure -a -n 10 "$CYCLES" >/tmp/first 2>&1 &
first=$!
usleep 200000
note "tasks held before they cancelled the driver's timer: $(cat $parameters/held)"
put reset-stats true
measures -a -n 50000000 -w 8 -W $parameters/hold=0 "$CYCLES"
total=$(get total-ccnt)
wait $first
eq "the first task ends with status 0" $? 0
between "the counter passed 2^32" "$total" $((5 << 30)) $((1 << 33))
eq "the count is exact" "$(word count 3 /tmp/out)" "$total"
put cpi "$cpi"
rmmod hold_cancel
finish
