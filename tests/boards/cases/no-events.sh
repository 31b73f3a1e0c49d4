#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: +cubieboard +cubieboard-5.10
#
# Without an event the counters are off, and nothing accesses the PMU, no timer either.

. /bench/lib.sh
load

measures -n 1000 "$CYCLES" "$INSTR"
eq "the counters are off after the last event" $(($(get pmnc) & 1)) 0
eq "the interrupt line is low" "$(get line)" False
before=$(accesses)
interrupts=$(get irqs)
sleep 2
known 10000000
eq "nothing accesses the PMU in two seconds and ten million instructions" $(($(accesses) - before)) 0
eq "there is no interrupt in that time" $(($(get irqs) - interrupts)) 0
finish
