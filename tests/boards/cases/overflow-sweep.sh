#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module control:eb-1176 control:pb-a8 control:connex-255 irq +connex-255-dt +cubieboard
# on: +cubieboard-5.10 +cubieboard-rt +eb-1176-ack-before +pb-a8-thumb2 +pi-zero-irq
# tier: main
# of: sampling
#
# Let counters overflow at each instruction of the kernel's operations on events: no sample
# and no count is lost or invented. STEP is the number of instructions from one place to the
# next.

. /bench/lib.sh
load
# Each place is a sample. In a tick there can be more than perf's default limit allows.
no_limit_of_samples 10000000

one=${CYCLES##*:}
two="$one ${INSTR##*:}"
three="$two ${EVENT##*:}"
placements=0
again=0

# sweep_through TEXT ARGUMENT...: run sweep, and check that nothing is lost or invented
sweep_through() {
	_text=$1
	shift
	if ! timeout 100 sweep -v -p "$PMU" "$@" >/tmp/out 2>&1; then
		if ! grep -q ^sweep /tmp/out; then
			not_ok "$_text: $(tail -n 1 /tmp/out)"
			return
		fi
		note "$_text: $(head -n 3 /tmp/out | tr '\n' ';')"
	fi
	# sweep PATH placements N length L lost N invented N inexact N again N
	# shellcheck disable=SC2046 # words
	set -- $(tail -n 1 /tmp/out)
	placements=$((placements + $4))
	again=$((again + ${14}))
	eq "$_text, $4 places: no sample lost or invented, no count wrong" "$8 ${10} ${12}" "0 0 0"
}

step=${STEP:-17}
for path in switch cpu add toggle period read handler count; do
	case $path in
	add | handler) sets='two three' ;;
	*) sets='one two three' ;;
	esac
	for set in $sets; do
		case $set in
		one) events=$one ;;
		two) events=$two ;;
		three) events=$three ;;
		esac
		# The driver keeps CCNT of this core from its overflow: see ccnt-overflow.
		[ "$path $CORE" != "count cortex-a8" ] || events="${INSTR##*:} ${EVENT##*:}"
		# shellcheck disable=SC2086 # words
		sweep_through "$path, $set" -s "$step" $path $events
	done
done
# Some counters overflow while all of them run.
# shellcheck disable=SC2086 # words
for which in 1 2 02; do
	sweep_through "switch, only $which of three" -i $which -s $((step * 3)) switch $three
	sweep_through "toggle, only $which of three" -i $which -s $((step * 3)) toggle $three
done

# A timer interrupts the program again and again, between any two instructions. With PREEMPT_RT
# a thread sends the timer's signals. It would leave the program no time if they came as often.
micros=37
case $(uname -v) in
*PREEMPT_RT*) micros=97 ;;
esac
# shellcheck disable=SC2086 # words
for which in 1 02; do
	sweep_through "toggle, only $which of three, with a timer" \
		-t $micros -i $which -s 2 toggle $three
done

# The interrupt is late, so flags are pending for longer.
# shellcheck disable=SC2086 # words
for late in 40 1500; do
	put irq-delay $late
	sweep_through "switch, interrupt late by $late" -s $((step * 3)) switch $three
	sweep_through "handler, interrupt late by $late" -s $((step * 3)) handler $three
	sweep_through "CPU, then tasks, late by $late" -g 40 -s $((step * 3)) cpu $three
	put irq-delay 0
done

# Periods around the limits of one and two overflows, and a longer one
for period in 0x7fffffff 0x80000000 0x80000001 0xffffffff 0x100000000 0x100000001 5000000011; do
	# shellcheck disable=SC2086 # words
	sweep_through "periods of $period" -c $period -l 400 -s 10 read $three
done
sweep_through "periods of 0x100000001, divided cycles" -d -c 0x100000001 -l 400 -s 10 read "$one"

# shellcheck disable=SC2086 # words
[ "$CORE" != xscale1 ] || {
	put astep true
	sweep_through "switch, A-stepping" -s "$step" switch $three
	sweep_through "CPU and tasks, A-stepping" -s "$step" cpu $three
	sweep_through "handler, A-stepping" -s "$step" handler $three
	put irq-delay 1500
	sweep_through "handler, A-stepping, interrupt late" -s "$step" handler $three
	sweep_through "switch, one after the other, A-stepping, late" -g 40 -s "$step" switch $three
	# Overflows of the tasks' events clear the flag of the CPU's event, just before
	# the tasks' events are stopped, some 1700 instructions after the placement.
	# Later their counters have no event, and the driver cannot detect that their
	# overflows clear a flag.
	sweep_through "CPU, then tasks, A-stepping, late" -g 40 -l 1400 -s 7 cpu $three
	put irq-delay 0
	put astep false
}
run_all_counters
between "placements made again" $again 0 $((placements / 1000))
covered "$placements" placements of overflows
no_limit_of_samples
finish
