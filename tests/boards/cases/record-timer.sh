#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: timer +eb-1136-r0 +eb-1176-no-irq +eb-1176-shared-irq +pb-a8-rt-no-irq
# tier: main
# of: sampling
#
# Without an interrupt a timer samples. The period of each sample is the count since the
# previous sample, so the periods add up to the count at the last sample. Samples are up to
# two periods or intervals apart, and the last one is as far from the end.

. /bench/lib.sh
load

# A kernel with lockdep executes more instructions for the program's exec and exit and in
# interrupts.
most=420000000
[ "$VARIANT" = debug ] && most=480000000

for options in "-c 1000003" "-c 100003" "-c 20000003" "-F 1000" "-F 97"; do
	for event in "$CYCLES" "$INSTR"; do
		put reset-stats true
		# shellcheck disable=SC2086 # two words
		measures $options -n 5000000 -w 80 "$event"
		between "$options of $event: there are samples" "$SAMPLES" 20 100000
		total=$(totals)
		[ "$event" = "$INSTR" ] || total=$(sampled_cycles)
		sampled "$options of $event" "$total"
		# Each sample comes after the end of its period.
		case $options in
		-c*) between "$options of $event: no more samples than periods" "$SAMPLES" 0 \
			$((COUNT / ${options#-c })) ;;
		esac
		note "$options of $event: $SAMPLES samples, $SUM of $COUNT, longest $LONGEST"
	done
done

# record OPTION... -- COMMAND...: set SAMPLES and SUM, the sum of their periods
record() {
	perf record -q -e cycles -o /tmp/data "$@" >/tmp/out 2>&1 ||
		not_ok "perf record: $(tail -n 1 /tmp/out)"
	read_profile
}

# The periods of all samples of a task
record -c 1000003 -P -- known 100000000
between "perf record -e cycles has samples" "$SAMPLES" 20 1000
between "perf record: the periods of the samples add up to the program's cycles" "$SUM" 390000000 $most

# A child has its parent's frequency. The shell itself takes little time.
record -F 500 -- known 100000000
alone=$SAMPLES
between "perf record -F has samples" "$alone" 100 1000
record -F 500 -- sh -c 'known 100000000; true'
between "perf record -F of a child: as many samples as of the program alone" "$SAMPLES" \
	$((alone * 9 / 10)) $((alone * 13 / 10))

# A sample with a copy of the stack takes as long as the time to the next one.
hangs() {
	sed -n 's/.*nr_hangs *: //p' /proc/timer_list
}

before=$(hangs)
bytes=$(perf record -q -F 50000 --call-graph dwarf -e cycles -o - -- known 20000000 2>/tmp/out | wc -c)
between "perf record -F 50000 --call-graph dwarf: bytes of samples" "$bytes" 1000000 100000000
eq "the program and the other timers go on in between: nr_hangs" "$(hangs)" "$before"
finish
