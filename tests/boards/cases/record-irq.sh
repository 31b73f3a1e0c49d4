#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: irq +connex-255-dt +cubieboard +cubieboard-5.10 +cubieboard-rt +eb-1176-ack-before
# on: +pb-a8-rt +pb-a8-thumb2 +pi-zero-irq
# tier: main
# of: sampling
#
# With an interrupt, each sample is an overflow and each overflow is a sample. So there is a
# sample for each period of the model's count. One counter has its interrupt enabled, so the
# line rises once for each sample. A few times may differ: the driver forces an overflow to
# try the line, and the line falls and rises if the monitor stops with a flag set.

. /bench/lib.sh
load

# The period of a sample is the count since the previous sample: the event's period, plus the
# delay of its interrupt, less the delay of the previous one. Interrupts wait for each other.
# The longest is the tick, with less than 15,000 instructions.
late=30000
# The periods are longer than the handler and too long for throttling, so the results must be
# exact.
periods="100003 65537 1000003"
# lockdep can disable interrupts for longer, when it checks a new order of locks.
[ "$VARIANT" = debug ] && late=200000 && periods="500009 1000003"

# rises_for_each TEXT SAMPLES: the line has risen for each sample, give or take 2 %
rises_for_each() {
	between "$1" "$(get irqs)" $(($2 - $2 / 50 - 1)) $(($2 + $2 / 50 + 1))
}

for period in $periods; do
	put reset-stats true
	measures -R -c "$period" -n 5000000 -w 8 "$CYCLES"
	rises_for_each "period $period: an interrupt for each sample" "$SAMPLES"
	between "period $period: there are samples" "$SAMPLES" $((160000000 / period)) $((200000000 / period))
	sampled "period $period" "$(sampled_cycles)" "$period"
	between "period $period: that count is as late as the last interrupt" "$SUM" \
		$((SAMPLES * period)) $((SAMPLES * period + late))
	between "period $period: the shortest sample is early by at most $late" "$SHORTEST" $((period - late)) "$period"
	between "period $period: the longest sample is late by at most $late" "$LONGEST" "$period" $((period + late))
done

# perf record, with other events than cycles too
for name in cycles instructions "$PMU/event=0x${EVENT##*0x}/"; do
	put reset-stats true
	perf record -q -e "$name" -c 20011 -o /tmp/data -- known 10000000 >/tmp/out 2>&1 || {
		not_ok "perf record -e $name: $(tail -n 1 /tmp/out)"
		continue
	}
	number=$(perf script -i /tmp/data -F period 2>/dev/null | grep -c .)
	between "perf record -e $name -c 20011 has samples" "$number" 30 10000
	rises_for_each "perf record -e $name: an interrupt for each sample" "$number"
done

# An event that only counts has its interrupt disabled, even after samples on its counter.
# It runs until it is killed: the replies may take long.
measure -a -n 5000000 -w 1000000 "$CYCLES" >/tmp/out 2>&1 &
usleep 50000
succeeds "a counter runs for an event that only counts" counting
eq "the counter has its interrupt disabled" "$(get irq-enable)" 0
kill $!
wait

# Frequency mode: at 1000 Hz a sample in each millisecond, that is in 500000 instructions
measures -F 1000 -n 5000000 -w 50 "$CYCLES"
between "1000 Hz for a second gives a thousand samples, less those of the first ticks" \
	"$SAMPLES" 800 1400
rm -f /tmp/data
finish
