#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: irq +connex-255-dt +cubieboard-5.10 +eb-1176-ack-before +pb-a8-rt +pb-a8-thumb2
# of: sampling
#
# A spurious interrupt does not affect the PMU: events that sample lose nothing, and the counts
# of other events stay exact. Some dozens of them in a second are too few for the driver to
# mask the interrupt.

. /bench/lib.sh
load

period=100003
# A debug kernel may disable interrupts for longer than that.
[ "$VARIANT" = debug ] && period=1000003
put reset-stats true
put irq-spurious-every 9999991
measures -R -c $period -n 5000000 -w 40 "$CYCLES"
put irq-spurious-every 0
between "the model made spurious interrupts" "$(get spurious)" 20 100
between "the event counts" "$COUNT" 800000000 1000000000
sampled "with spurious interrupts" "$(sampled_cycles)" $period
# An interrupt waits for others, such as the tick, for less than half a period.
between "the shortest sample has at least half a period" "$SHORTEST" $((period / 2)) $period
between "the longest sample has at most one and a half periods" "$LONGEST" $period $((period * 3 / 2))
eq "the interrupt is still the overflow source" "$(cat "$P/caps/overflow_source")" irq

# The same while nothing samples
put reset-stats true
put irq-spurious-every 9999991
measures -n 5000000 -w 40 "$INSTR"
put irq-spurious-every 0
between "the model made spurious interrupts meanwhile" "$(get spurious)" 20 100
is_exact "the count is exact while nothing samples" "$COUNT" \
	400000000 "$(totals)"

# Thousands of spurious interrupts while an event samples that does not overflow: the driver
# takes no sample, and disables the interrupt until it is loaded again. The first one, while
# nothing counts, may find the stale flag of an idle counter.
case $VARIANT in
module | debug) ;;
*) finish ;;
esac
dmesg -c >/dev/null
put irq-spurious-every 9000
put reset-stats true
measures -c 1000000000039 -n 5000000 -w 5 "$CYCLES"
put irq-spurious-every 0
eq "the count is exact without an overflow" "$COUNT" "$(sampled_cycles)"
eq "there is no sample without an overflow" "$SAMPLES" 0
eq "one log line says that the line is asserted without an overflow" "$(dmesg -c | grep -c 'asserted without an overflow')" 1
sleep 1
measures -c $period -n 5000000 -w 40 "$CYCLES"
eq "a second later the timer is still the overflow source" "$(cat "$P/caps/overflow_source")" timer
unload
load
eq "after a new load the interrupt is the overflow source" "$(cat "$P/caps/overflow_source")" irq
finish
