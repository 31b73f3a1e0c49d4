#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# of: sampling
# sources: irq
#
# The CPU is sampled while two tasks with events of their own take turns: each
# context switch writes the control register that holds the flag of the sampled
# counter, and an overflow that is cleared unseen ends the samples for 2^32 cycles.

. /bench/lib.sh
load

period=200003
measure -t switch -r 100000000 -n 100 "$INSTR" "$EVENT" >/tmp/switch 2>&1 &
switches=$(awk '$1 == "ctxt" { print $2 }' /proc/stat)
measure -a -m 1024 -c $period -n 2000000 -w 100 "$CYCLES" >/tmp/out 2>&1 ||
	not_ok "measure: $(tail -n 1 /tmp/out)"
switches=$(($(awk '$1 == "ctxt" { print $2 }' /proc/stat) - switches))
killall measure
wait
samples=$(word samples 3 /tmp/out)
count=$(word count 3 /tmp/out)
# From 6.6 on a task that yields has its slice to the end before another runs.
case $(uname -r) in
6.[1-5].*) least=10000 ;;
*) least=1000 ;;
esac
between "context switches meanwhile" $switches $least 100000000
eq "no sample lost in the ring, no throttling" "$(word samples 5 /tmp/out) $(word samples 6 /tmp/out)" "0 0"
# The kernel has interrupts off for more than a period, 100000 instructions, when
# it prints, forks a task or ends one: a few periods pass as one.
between "as many samples as the count has periods" "$samples" $((count / period - 10)) $((count / period))
note "$samples samples in $((count / period)) periods, $switches switches"
finish
