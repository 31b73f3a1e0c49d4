#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module debug eb-1176 eb-1176-no-irq pb-a8 connex-255
# modules: pm_cycle
#
# After the driver's shutdown callback nothing starts the monitor again until the module is
# loaded again: no open event, and no power state of the CPU.

. /bench/lib.sh
unload
load
insmod /bench/pm_cycle.ko || not_ok "insmod pm_cycle.ko"
parameters=/sys/module/pm_cycle/parameters

# hold FIFO OPTION...: hold events open until the FIFO is closed
hold() {
	_fifo=$1
	shift
	mkfifo "$_fifo"
	measure -H "$@" <"$_fifo" >"$_fifo.out" 2>&1 &
}

holding() {
	while ! grep -q holding "$1.out" && kill -0 $! 2>/dev/null; do
		usleep 10000
	done
	succeeds "an event is open: $1" grep holding "$1.out"
}

hold /tmp/counts -a "$CYCLES" "$INSTR"
exec 4>/tmp/counts
holding /tmp/counts
hold /tmp/samples -a -c 1000003 "$CYCLES"
exec 5>/tmp/samples
holding /tmp/samples
succeeds "the PMU counts before the shutdown" counting

at_rest() {
	eq "$1: no counter runs, no interrupt is enabled or pending" "$(($(get pmnc) & 1)) $(get running irq-enable line)" \
		"0 0 0 False"
	_accesses=$(accesses)
	_rest="$(get total-ccnt) $(totals) $(get irqs)"
	sleep 2
	known 10000000
	eq "$1: nothing accesses the PMU in two seconds and ten million instructions" \
		"$(accesses)" "$_accesses"
	eq "$1: nothing is counted and no interrupt comes in that time" \
		"$(get total-ccnt) $(totals) $(get irqs)" "$_rest"
}

succeeds "the device can be shut down" sh -c "echo 1 >$parameters/shutdown"
at_rest "after shutdown"
for mode in retain lose refuse; do
	echo "$mode 5003" >$parameters/cycle
	at_rest "after shutdown and a power state ($mode)"
done
# A new event may fail to open. If it opens, it does not count.
measure -n 1000 "$CYCLES" >/tmp/out 2>&1
_count=$(word count 3 /tmp/out)
eq "a new event counts nothing" "${_count:-0}" 0
echo "retain 5003" >$parameters/cycle
at_rest "after a new event and a power state"

exec 4>&- 5>&-
wait
rm -f /tmp/counts* /tmp/samples*
at_rest "after all events are closed"
rmmod pm_cycle
succeeds "the module can be unloaded" rmmod arm_cp_pmu
load
put reset-stats true
measures -a -n 1000 "$CYCLES"
is_exact "the count is exact when the module is loaded again" "$(word count 3 /tmp/out)" \
	2001 "$(get total-ccnt)"
finish
