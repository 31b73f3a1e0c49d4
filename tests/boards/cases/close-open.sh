#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: module debug
# boards: eb-1176 connex-255
# modules: hold_cancel
#
# A task closes the last event and is preempted before it is done, while another
# opens an event. That one is guarded: it counts past 2^32 and nothing is lost.
# hold_cancel holds the first task where it cancels a timer of the driver's, if it
# does, until the second has counted for a while. Eight cycles per instruction, with
# which 2^32 of them take 1.1 seconds.

. /bench/lib.sh
load
insmod /bench/hold_cancel.ko || not_ok "insmod hold_cancel.ko"
parameters=/sys/module/hold_cancel/parameters
cpi=$(get cpi)
put cpi 8

echo 1 >$parameters/hold
measure -a -n 10 "$CYCLES" >/tmp/first 2>&1 &
first=$!
usleep 200000
note "tasks held as they cancelled the driver's timer: $(cat $parameters/held)"
put reset-stats true
measure -a -n 50000000 -w 8 -W $parameters/hold=0 "$CYCLES" >/tmp/out 2>&1 ||
	not_ok "measure: $(tail -n 1 /tmp/out)"
total=$(get total-ccnt)
wait $first
eq "the first task ends well" $? 0
between "the counter has passed 2^32" "$total" $((5 << 30)) $((1 << 33))
eq "the count is exact" "$(word count 3 /tmp/out)" "$total"
put cpi "$cpi"
rmmod hold_cancel
finish
