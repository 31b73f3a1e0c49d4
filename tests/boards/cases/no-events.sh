#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# No event: counters off, and nobody touches the PMU, by a timer or otherwise.

. /bench/lib.sh
load

measure -n 1000 "$CYCLES" "$INSTR" >/dev/null
eq "the counters are off" $(($(get pmnc) & 1)) 0
eq "the line is low" "$(get line)" False
before=$(accesses)
interrupts=$(get irqs)
sleep 2
known 10000000
eq "no access in two seconds and ten million instructions" $(($(accesses) - before)) 0
eq "no interrupt" $(($(get irqs) - interrupts)) 0
finish
