#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# of: sampling
# sources: irq
#
# With an interrupt, a sample is an overflow and an overflow is a sample. One
# counter has its interrupt enabled, so its overflows are the times that the model
# raised the line. (Its count of overflows has those of idle counters in it, which
# run along from where they were left.)

. /bench/lib.sh
load

# A sample weighs what was counted since the one before: the period, more by what its own
# interrupt was late and less by what the one before was. Interrupts wait for each other:
# the tick, the longest of them here, has less than 15,000 instructions.
late=30000

# The periods are well above what the handler itself counts, and below the rate
# at which perf throttles, so that nothing is left to be excused.
for period in 100003 65537 1000003; do
	put reset-stats true
	measure -R -c $period -n 5000000 -w 8 "$CYCLES" >/tmp/out 2>&1 || {
		not_ok "period $period: $(tail -n 1 /tmp/out)"
		continue
	}
	overflows=$(get irqs)
	samples=$(word samples 3 /tmp/out)
	between "period $period: there are samples" "$samples" $((160000000 / period)) $((200000000 / period))
	eq "period $period: as many samples as overflows" "$samples" "$overflows"
	eq "period $period: as many as the count has periods" "$samples" \
		$(($(word count 3 /tmp/out) / period))
	eq "period $period: none lost, none throttled" "$(word samples 5 /tmp/out) $(word samples 6 /tmp/out)" "0 0"
	eq "period $period: samples that do not weigh what was counted, the first: $(word reads 5 /tmp/out)" \
		"$(word reads 4 /tmp/out)" 0
	sum=$(word samples 4 /tmp/out)
	eq "period $period: they add up to the count at the last" "$sum" "$(word reads 3 /tmp/out)"
	between "period $period: which is as late as its interrupt was" "$sum" \
		$((samples * period)) $((samples * period + late))
	between "period $period: the shortest" "$(word samples 8 /tmp/out)" $((period - late)) $period
	between "period $period: the longest" "$(word samples 9 /tmp/out)" $period $((period + late))
	eq "period $period: and the count is exact" "$(word count 3 /tmp/out)" "$(get total-ccnt)"
done

# The same by perf itself, of another event than cycles too
for name in cycles instructions "$PMU/event=0x${EVENT##*0x}/"; do
	put reset-stats true
	perf record -q -e "$name" -c 20011 -o /tmp/data -- known 10000000 >/tmp/out 2>&1 || {
		not_ok "perf record -e $name: $(tail -n 1 /tmp/out)"
		continue
	}
	overflows=$(get irqs)
	samples=$(perf script -i /tmp/data -F period 2>/dev/null | grep -c .)
	between "perf record -e $name -c 20011 has samples" "$samples" 30 10000
	eq "perf record -e $name: as many samples as overflows" "$samples" "$overflows"
done

# An event that only counts has no interrupt, whatever sampled on its counter before.
measure -a -n 5000000 -w 10 "$CYCLES" >/tmp/out 2>&1 &
usleep 50000
counting=$(get running)
enabled=$(get irq-enable)
wait
fails "an event that only counts is counted" test "$counting" = 0
eq "and has its interrupt disabled" "$enabled" 0

# Frequency mode: at 1000 Hz one in a millisecond of the clock, 500000 instructions.
measure -F 1000 -n 5000000 -w 50 "$CYCLES" >/tmp/out 2>&1 || not_ok "-F 1000: $(tail -n 1 /tmp/out)"
between "1000 Hz over a second gives a thousand samples, after it has settled" \
	"$(word samples 3 /tmp/out)" 800 1400
rm -f /tmp/data
finish
