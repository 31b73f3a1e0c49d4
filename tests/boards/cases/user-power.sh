#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module debug pb-a8
# modules: pm_cycle
#
# The CPU goes through power states while programs may access the monitor. The registers
# hold garbage afterwards, with USEREN.EN set. Nobody but the program with the event has
# access then, and its counts go on.

. /bench/lib.sh
unload
load user_read=1
insmod /bench/pm_cycle.ko || not_ok "insmod pm_cycle.ko"
cycle=/sys/module/pm_cycle/parameters/cycle

# refused TEXT
refused() {
	eq "$1: another program has no access" "$(user probe)" SIGILL
	access cortex-a8 >/tmp/out
	eq "$1: nor to any other register" "$(awk '$3 == "SIGILL"' /tmp/out | wc -l)" 12
}

put garbage-at-reset true
echo "lose 5003" >$cycle
refused "after a power state without an event"

# Without the garbage's interrupts, upon which the driver resets the monitor
put garbage-at-reset false
put user-access true
eq "somebody else has opened the monitor" "$(user probe)" "done"
echo "retain 5003" >$cycle
refused "after a power state in which somebody else opened the monitor"
put garbage-at-reset true

mkfifo /tmp/fifo
user hold "$CYCLES" "$INSTR" </tmp/fifo >/tmp/held 2>&1 &
holder=$!
exec 4>/tmp/fifo
usleep 100000
eq "an event with user_read is held" "$(cat /tmp/held)" held
echo "lose 5003" >$cycle
refused "while an event with user_read is open"
exec 4>&-
wait $holder
eq "the program with the event ends with status 0" $? 0
rm /tmp/fifo

# The program itself runs when the power state comes and goes.
user -n 20000 exact "$CYCLES" "$INSTR" >/tmp/exact 2>&1 &
exact=$!
states=0
while kill -0 $exact 2>/dev/null; do
	echo "lose 5003" >$cycle
	states=$((states + 1))
	usleep 2000
done
wait $exact
eq "no count is wrong" "$(word exact 2 /tmp/exact) $(word exact 4 /tmp/exact)" "20000 0"
between "power states at the same time" $states 5 1000000
put garbage-at-reset false
refused "at the end"
rmmod pm_cycle
unload
load
finish
