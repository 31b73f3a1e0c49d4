#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module eb-1136 eb-1176 pb-a8 cubieboard connex-250 connex-255
#
# The driver denies user mode access to the registers of the performance monitor,
# whatever firmware has set, if the core can do that: ARM1176 by its access validation
# register, Cortex-A8 by USEREN. On XScale user mode never has access. ARM1136 and ARM1156
# cannot deny it.
#
# Not on the Raspberry Pi: QEMU runs Linux in the Non-secure world there, which cannot
# clear V of ARM1176, and the device tree does not say so. Not on ARM1156 either: garbage
# enables its FIQ, and Linux would take FIQs without end.

. /bench/lib.sh

# refused: how many reads and writes in /tmp/out were refused
refused() {
	echo "$(awk '$2 == "SIGILL"' /tmp/out | wc -l) of $(wc -l </tmp/out) reads," \
		"$(awk '$3 == "SIGILL"' /tmp/out | wc -l) writes"
}

unload
succeeds "the program runs" access test-port
eq "user mode reads and writes the test port" "$(cat /tmp/out)" "test_port done done"

# What firmware may leave: V or USEREN.EN set, all enables and all flags set
put garbage-at-reset true
put lose-state true
case $CORE in
cortex-a8)
	# USEREN is read-only. INTENS and INTENC are inaccessible even with EN.
	registers=cortex-a8
	before="2 of 12 reads, 3 writes"
	after="11 of 12 reads, 12 writes"
	;;
xscale1)
	registers=xscale1
	before="4 of 4 reads, 4 writes"
	after=$before
	;;
arm1176)
	registers=arm11
	before="0 of 4 reads, 0 writes"
	after="4 of 4 reads, 4 writes"
	;;
*)
	registers=arm11
	before="0 of 4 reads, 0 writes"
	after=$before
	;;
esac
access $registers >/tmp/out
eq "before the driver is loaded, the core refuses what the manual says" "$(refused)" "$before"
# The program has written zeros: restore the garbage.
put lose-state true

load
put garbage-at-reset false
access $registers >/tmp/out
eq "with the driver, the core refuses all accesses that it can" "$(refused)" "$after"
[ "$CORE" != cortex-a8 ] || eq "user mode can read USEREN only" \
	"$(awk '$2 == "done" { print $1 }' /tmp/out)" useren
if [ "$CORE" = arm1176 ]; then
	access arm1176 >/tmp/out
	eq "user mode cannot access the access validation register" "$(cat /tmp/out)" \
		"validation SIGILL SIGILL"
fi

# An open event does not change that.
hold "$INSTR" "$CYCLES"
access $registers >/tmp/out
eq "with an open event, the core refuses the same accesses" "$(refused)" "$after"
release
finish
