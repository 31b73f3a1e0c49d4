#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module eb-1176 pb-a8 connex-255
#
# scripts/arm-cp-pmu-check finds and names each fault that the model can inject. Without a
# fault it passes again.

. /bench/lib.sh

# names FAULT STATUS TEXT: the exit status is STATUS, and a line of the output has TEXT
names() {
	eq "$1: the exit status" "$status $(cat /tmp/err)" "$2 "
	if grep -E '^not ok|DIFFERS' /tmp/ktap | grep -q -e "$3"; then
		ok "$1: the check names it"
	else
		not_ok "$1: no line with '$3', only: $(grep -E '^not ok|DIFFERS' /tmp/ktap | head -n 3 | tr '\n' ' ')"
	fi
	succeeds "$1: the last sentence has it" sh -c 'tail -n 1 /tmp/report | grep -q "does not hold\|differs"'
}

# fault NAME VALUE DEFAULT STATUS TEXT: inject a fault after the driver was loaded
fault() {
	unload
	load
	put "$1" "$2"
	check_board -k
	status=$?
	put "$1" "$3"
	names "$1 $2" "$4" "$5"
}

# Before the driver is loaded: it tries its line then.
for wire in -1 60; do
	[ $wire = -1 ] || [ "$CORE" != xscale1 ] || wire=5
	unload
	put irq-wire $wire
	load
	check_board -k
	status=$?
	put irq-wire -2
	case $wire in
	-1) names "the line is dead" 1 "dead line" ;;
	5) names "the line is wrong" 1 "wrong line: the device tree has input 12, but input 5" ;;
	*) names "the line is wrong" 1 "wrong line: the device tree has input 79, but input $((wire + 32))" ;;
	esac
done

# While it is loaded
fault irq-wire -1 -2 1 "dead line"
fault irq-stuck true false 1 "stuck line"
fault irq-delay 200000 0 1 "late in the median"
fault irq-drop-every 1 0 1 "the interrupt comes: 0 times"
fault dead-counters 1 0 1 "PMN0 does not count"
fault dead-counters 2147483648 0 1 "CCNT does not count"
case $CORE in
arm1176)
	fault double-step true false 1 "sets the flag at each overflow: 32 of 64: samples of instructions are missing"
	fault dead-event 11 -1 1 "event dcache_miss: it never moves"
	fault ack-rule 1 0 0 "flags clear otherwise: a flag clears whatever E is"
	fault ack-rule 2 0 0 "flags clear otherwise: the E before the write decides"
	fault ack-rule 4 0 1 "flags clear otherwise: flags never clear"
	;;
cortex-a8)
	fault dead-event 3 -1 1 "event l1d_cache_refill: it never moves"
	fault ack-rule 2 0 1 "flags clear otherwise: 0xf stay with E clear"
	# An access in the instruction of the overflow, or one in the 20 from there on
	for time in 1 20; do
		fault ccnt-breaks $time 0 0 "accesses broke it until it was reset"
		measures -n 1000000 "$INSTR"
		between "ccnt-breaks $time: afterwards the monitor counts" "$COUNT" 2000000 2100000
	done
	;;
xscale1)
	fault dead-event 11 -1 1 "event dcache_miss: it never moves"
	fault ack-rule 3 0 1 "flags clear otherwise: the E of the write decides"
	fault astep true false 0 "A-stepping, an overflow clears other flags"
	;;
esac
if [ "$CORE" != xscale1 ]; then
	unload
	load
	put user-access true
	check_board -t 0
	status=$?
	names "user access is open" 1 "a process that reads a counter\|any program can read and change"
	names "user access is open" 1 "user access is left open: any program can change"
fi

# What only a board can tell: the model's values
tells() {
	grep "^ok [0-9]* - $1" /tmp/ktap | sed 's/^ok [0-9]* - //'
}

unload
load
check_board -k
delay=$(tells "cycles from the write of E")
put start-delay 3
put idle-cycles 3
check_board -k
put start-delay 0
put idle-cycles 0
if [ "$CORE" != xscale1 ]; then
	eq "no delay" "${delay%% later*}" "cycles from the write of E to the event counters' start: 0 to 0"
	eq "a delay of three instructions, six cycles" \
		"$(tells "cycles from the write of E" | sed 's/ later.*//')" \
		"cycles from the write of E to the event counters' start: 6 to 6"
	eq "the cost of a read: an instruction, two cycles" \
		"$(tells "cycles of a read of a counter" | sed 's/.*counter: \([0-9]*\).*/\1/')" 2
	between "cycles on an event counter count in idle time" \
		"$(tells "cycles on an event counter in idle time" | sed 's/.*time: \([0-9]*\) .*/\1/')" 90 110
fi
between "instructions do not count in idle time" \
	"$(tells "instructions in idle time" | sed 's/.*time: \([0-9]*\) .*/\1/')" 0 10
eq "no FIQ" "$(tells "fast interrupts" | sed 's/.*about \([0-9]*\) .*/\1/')" 0
# An interrupt of Linux takes some 700 instructions, and cost.rst has 1,750 for a sample with
# perf's record. Each instruction takes "cpi" cycles.
between "the cost of a sample" "$(tells "cycles of a sample" | sed 's/.*record: \([0-9]*\) .*/\1/')" \
	$((700 * $(get cpi))) $((1750 * $(get cpi)))
between "the lateness of a timer" "$(tells "ns by which a timer" | sed 's/.*late: \([0-9]*\) .*/\1/')" 0 100000

unload
load
check_board -k
status=$?
eq "without a fault the check passes" "$status $(grep '^not ok' /tmp/ktap)" "0 "
finish
