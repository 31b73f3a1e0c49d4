#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: irq xscale1
# of: sampling
#
# A-stepping parts: an overflow clears the pending flag of another counter. Three
# counters that sample at the same time must not lose a sample: without its flag a counter
# would not sample again for 2^32 events.

. /bench/lib.sh
load

put astep true
put reset-stats true
# An interrupt that comes 5000 instructions late sometimes finds a second flag. The two
# periods are not multiples of each other. All events are the CPU's.
put irq-delay 5000
n=20000000
measure -a -m 256 -c 150001 -n $n -w 8 "$INSTR" >/tmp/cpu 2>&1 &
measures -a -m 256 -c 200006 -n $n -w 4 "$CYCLES" "$EVENT"
wait
put irq-delay 0
put astep false

# check PERIOD NAME FILE
check() {
	read -r samples sum lost <<-END
		$(awk -v e="$2" '$1 == "samples" && $2 == e { print $3, $4, $5 }' "$3")
	END
	count=$(awk -v e="$2" '$1 == "count" && $2 == e { print $3 }' "$3")
	between "$2 has samples" "$samples" 20 100000
	# Two overflows of a counter while interrupts are disabled give one sample.
	between "$2: as many samples as the count has periods" "$samples" \
		$((count / $1 - 2)) $((count / $1))
	eq "$2: no sample is lost in the ring" "$lost" 0
	note "$2: $samples samples, $sum of $count"
}
check 150001 "$INSTR" /tmp/cpu
check 200006 "$CYCLES" /tmp/out
check 200006 "$EVENT" /tmp/out
between "the hardware lost flags during the run" "$(get astep-lost)" 10 100000

# CCNT is near its overflow when the sampling event ends, and when the counting event ends
# that uses it next. It runs on. If it overflows while the flag of INSTR is pending, the sample
# is as late as the timer.
put astep true
put irq-delay 50000
for used in 0 10000 20000 30000 40000 50000 60000 70000; do
	measure -a -c 400006 -n $used "$CYCLES" >/dev/null
	measure -n 1000 "$CYCLES" >/dev/null
	measure -a -m 256 -c 150001 -n 1000000 -w 4 "$INSTR" >/tmp/cpu
	check 150001 "$INSTR" /tmp/cpu
done
put irq-delay 0
put astep false
# As in limits-at-stop
unload
finish
