#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: irq +cubieboard +cubieboard-5.10 +cubieboard-rt +eb-1176-ack-before +pb-a8-rt
# on: +pb-a8-thumb2 +pi-zero-irq
# tier: main
# of: sampling
#
# Sample the CPU while two tasks with their own events are switched. Each context switch
# writes the control register, which also holds the flag of the sampled counter. If the write
# clears a flag that the driver has not seen, there is no sample for 2^32 cycles.

. /bench/lib.sh
load

period=200003
take_turns 100 "$INSTR" "$EVENT"
switches=$(awk '$1 == "ctxt" { print $2 }' /proc/stat)
measures -a -m 1024 -c $period -n 2000000 -w 100 "$CYCLES"
switches=$(($(awk '$1 == "ctxt" { print $2 }' /proc/stat) - switches))
end_turns
# Since 6.6 sched_yield() lets a task run to the end of its slice.
least=10000
if linux_since 6.6; then least=1000; fi
between "there are context switches during the run" $switches $least 100000000
eq "no sample is lost, and the event is not throttled" "$LOST $THROTTLED" "0 0"
# The kernel disables interrupts for more than a period, 100000 instructions, when it prints,
# forks a task or ends one: a few overflows give one sample.
between "as many samples as the count has periods" "$SAMPLES" $((COUNT / period - 10)) $((COUNT / period))
note "$SAMPLES samples in $((COUNT / period)) periods, $switches switches"
finish
