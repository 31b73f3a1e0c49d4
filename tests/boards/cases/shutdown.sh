#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: module debug
# boards: eb-1176 eb-1176-no-irq pb-a8 connex-255
# modules: pm_cycle
#
# After the driver's shutdown nothing starts the monitor again, whatever is open and
# whatever state the CPU goes through: not before the module is loaded anew.

. /bench/lib.sh
unload
load
insmod /bench/pm_cycle.ko || not_ok "insmod pm_cycle.ko"
parameters=/sys/module/pm_cycle/parameters

# hold FIFO OPTION...: events that stay open until the FIFO's writer ends
hold() {
	_fifo=$1
	shift
	mkfifo "$_fifo"
	measure -H "$@" <"$_fifo" >"$_fifo.out" 2>&1 &
}

holding() {
	while ! grep -q holding "$1.out"; do
		usleep 10000
	done
}

hold /tmp/counts -a "$CYCLES" "$INSTR"
exec 4>/tmp/counts
holding /tmp/counts
hold /tmp/samples -a -c 1000003 "$CYCLES"
exec 5>/tmp/samples
holding /tmp/samples
[ "$(get running)" != 0 ] || not_ok "the PMU counts before"

at_rest() {
	eq "$1: the monitor is off" "$(($(get pmnc) & 1)) $(get running irq-enable line)" \
		"0 0 0 False"
	_accesses=$(accesses)
	_rest="$(get total-ccnt) $(totals) $(get irqs)"
	sleep 2
	known 10000000
	eq "$1: no access in two seconds and ten million instructions" \
		"$(accesses)" "$_accesses"
	eq "$1: nothing is counted, no interrupt comes" \
		"$(get total-ccnt) $(totals) $(get irqs)" "$_rest"
}

succeeds "the device is shut down" sh -c "echo 1 >$parameters/shutdown"
at_rest "after shutdown"
for mode in retain lose refuse; do
	echo "$mode 5003" >$parameters/cycle
	at_rest "after shutdown and a power state ($mode)"
done
# Whether an event can still be opened or not, it does not count.
measure -n 1000 "$CYCLES" >/tmp/out 2>&1
_count=$(word count 3 /tmp/out)
eq "a new event counts nothing" "${_count:-0}" 0
echo "retain 5003" >$parameters/cycle
at_rest "after a new event and a power state"

exec 4>&- 5>&-
wait
rm -f /tmp/counts* /tmp/samples*
at_rest "when all are closed"
rmmod pm_cycle
succeeds "the module is unloaded" rmmod arm_cp_pmu
load
put reset-stats true
measure -a -n 1000 "$CYCLES" >/tmp/out 2>&1
eq "loaded anew, it counts" "$(word count 3 /tmp/out)" "$(get total-ccnt)"
finish
