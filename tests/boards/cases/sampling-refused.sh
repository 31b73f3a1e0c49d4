#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: nokprobes
# of: sampling
# modules: kernel_counter
#
# The module cannot resolve perf_event_overflow() in this kernel. The driver logs that,
# refuses events that sample, and counts as usual. This includes events of the kernel
# itself.

. /bench/lib.sh
unload
dmesg -c >/dev/null
load
dmesg >/tmp/log
eq "one log line says that there is no sampling" "$(grep -c 'perf_event_overflow.*no sampling' /tmp/log)" 1
eq "caps/sampling is 0" "$(cat "$P/caps/sampling")" 0
succeeds "an event with a period: EOPNOTSUPP" measure -c 100003 -E EOPNOTSUPP "$PMU:0x07"
succeeds "an event with a frequency: EOPNOTSUPP" measure -F 1000 -E EOPNOTSUPP "$PMU:0xff"
succeeds "an event that counts can be opened" measure -E 0 "$PMU:0x07"
# The entry cost and an interrupt are less than 2000 instructions, see the case stat.
between "it counts 2N + 1 instructions" \
	"$(smallest 1 measure -n 10000 -r 10 "$PMU:0x07")" 20001 22001
throttled_group_counts cycles cycles

open=/sys/module/kernel_counter/parameters/open
insmod /bench/kernel_counter.ko || not_ok "insmod kernel_counter.ko"
for event in "$INSTR" "$CYCLES"; do
	event="$(cat "$P/type") ${event#*:}"
	fails "a kernel event $event that samples cannot be opened" sh -c "echo '$event 100003' >$open"
	eq "the error is EOPNOTSUPP" "$(grep -c "Operation not supported" /tmp/out)" 1
	succeeds "a kernel event $event that counts can be opened" sh -c "echo '$event 0' >$open"
	between "it counts for ten milliseconds" "$(cut -d' ' -f1 $open)" 1000000 100000000
done
rmmod kernel_counter
finish
