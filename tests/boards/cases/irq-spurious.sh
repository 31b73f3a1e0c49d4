#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# of: sampling
# sources: irq
#
# An interrupt without a flag behind it leaves the PMU as it was: the sampling
# event goes on, and one that only counts is exact. There are some dozens of them
# in a second, far too few for the line to be given up.

. /bench/lib.sh
load

period=100003
# A kernel that checks itself may have interrupts off for longer than that.
[ "$VARIANT" = debug ] && period=1000003
put reset-stats true
put irq-spurious-every 9999991
measure -R -c $period -n 5000000 -w 40 "$CYCLES" >/tmp/out 2>&1 || not_ok "measure: $(tail -n 1 /tmp/out)"
put irq-spurious-every 0
count=$(word count 3 /tmp/out)
samples=$(word samples 3 /tmp/out)
between "spurious interrupts" "$(get spurious)" 20 100
between "cycles were counted" "$count" 800000000 1000000000
eq "the count is exact" "$count" "$(get total-ccnt)"
eq "as many samples as the count has periods" "$samples" $((count / period))
eq "each weighs what was counted since the one before: wrong ones" "$(word reads 4 /tmp/out)" 0
eq "to the last" "$(word samples 4 /tmp/out)" "$(word reads 3 /tmp/out)"
# An interrupt waits for others, such as the tick, for less than half a period.
between "the shortest is a period" "$(word samples 8 /tmp/out)" $((period / 2)) $period
between "and the longest" "$(word samples 9 /tmp/out)" $period $((period * 3 / 2))
eq "the interrupt is still in use" "$(cat "$P/caps/overflow_source")" irq

# The same where nothing samples
put reset-stats true
put irq-spurious-every 9999991
measure -n 5000000 -w 40 "$INSTR" >/tmp/out 2>&1 || not_ok "measure: $(tail -n 1 /tmp/out)"
put irq-spurious-every 0
one_of "with nothing sampled the count is exact as well" "$(word count 3 /tmp/out)" "$(totals)"

# Thousands, where one event samples that does not overflow: none is taken for its
# overflow, and the line is given up for a while. The first of them, while nothing counts,
# may find the flag of a counter without an event: the reset, which sets E, is not meant.
dmesg -c >/dev/null
put irq-spurious-every 9000
put reset-stats true
measure -c 1000000000039 -n 5000000 -w 5 "$CYCLES" >/tmp/out 2>&1 || not_ok "measure: $(tail -n 1 /tmp/out)"
put irq-spurious-every 0
eq "without an overflow the count is exact" "$(word count 3 /tmp/out)" "$(get total-ccnt)"
eq "and nothing is sampled" "$(word samples 3 /tmp/out)" 0
eq "lines in the log" "$(dmesg -c | grep -c 'asserted without an overflow')" 1
sleep 1
measure -c $period -n 5000000 -w 40 "$CYCLES" >/tmp/out 2>&1 || not_ok "measure: $(tail -n 1 /tmp/out)"
eq "a second later the interrupt is used again" "$(cat "$P/caps/overflow_source")" irq
finish
