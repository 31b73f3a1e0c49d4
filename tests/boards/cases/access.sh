#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: module
# boards: eb-1136 eb-1176 pb-a8 cubieboard connex-*
#
# User mode has no access to the registers of the performance monitor, whatever
# firmware has left, where the core can close it: ARM1176 by its access validation
# register, Cortex-A8 by USEREN. On XScale user mode never has access. ARM1136 and
# ARM1156 cannot close it, and the documentation says so.
#
# Not on the Raspberry Pi: QEMU runs Linux in the Non-secure world there, which
# cannot clear V of ARM1176, and the chip's device tree does not say so. Nor on
# ARM1156, where garbage enables the FIQ, and Linux takes it without end.

. /bench/lib.sh

# refused: how often it has been, by what is in /tmp/out
refused() {
	echo "$(awk '$2 == "SIGILL"' /tmp/out | wc -l) of $(wc -l </tmp/out) reads," \
		"$(awk '$3 == "SIGILL"' /tmp/out | wc -l) writes"
}

unload
succeeds "the program reads and writes what it may" access test-port
eq "which is the test port" "$(cat /tmp/out)" "test_port done done"

# What firmware may have left: V or USEREN.EN is set, all enables, all flags.
put garbage-at-reset true
put lose-state true
case $CORE in
cortex-a8)
	# USEREN is read-only; INTENS and INTENC are out of reach with EN as well.
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
eq "before the driver is there, user mode is refused" "$(refused)" "$before"
# The program has written zeros.
put lose-state true

load
put garbage-at-reset false
access $registers >/tmp/out
eq "afterwards, user mode is refused" "$(refused)" "$after"
[ "$CORE" != cortex-a8 ] || eq "USEREN alone can be read" \
	"$(awk '$2 == "done" { print $1 }' /tmp/out)" useren
if [ "$CORE" = arm1176 ]; then
	access arm1176 >/tmp/out
	eq "the access validation register is out of reach" "$(cat /tmp/out)" \
		"validation SIGILL SIGILL"
fi

# An event does not open it.
measure -H "$INSTR" "$CYCLES" </dev/console >/dev/null 2>&1 &
holder=$!
usleep 100000
access $registers >/tmp/out
eq "with an event open, user mode is refused" "$(refused)" "$after"
kill $holder
wait $holder 2>/dev/null
finish
