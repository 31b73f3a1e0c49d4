#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module *-halt
# modules: slow_halt
#
# The kernel halts with active events. Reboot and kexec shut the devices down in the same
# way, but then there is nothing to check. When the console says that the system has
# halted, the runner checks the PMU. slow_halt lets tasks run for a while after the shutdown
# of the devices.

. /bench/lib.sh
load
insmod /bench/slow_halt.ko || not_ok "insmod slow_halt.ko"
measure -a -H "$INSTR" "$CYCLES" </dev/console >/dev/null 2>&1 &
measure -w 100000 -n 1000000 -c 100003 "$EVENT" >/dev/null 2>&1 &
usleep 200000
counting || {
	not_ok "the PMU counts before the halt"
	finish
}
echo "@halted running=0 irq-enable=0 line=False user-access=False" >&3
read -r reply <&3
halt -f
not_ok "the system halts: $reply"
finish
