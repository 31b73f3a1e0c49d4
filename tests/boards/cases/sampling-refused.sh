#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# of: sampling
# variants: nokprobes
# modules: kernel_counter
#
# Where the kernel lets no module at perf_event_overflow(), the PMU says so and
# refuses to sample, and counts as anywhere. The kernel's own events are refused as
# those of programs are.

. /bench/lib.sh
unload
dmesg -c >/dev/null
load
dmesg >/tmp/log
eq "the log has one line on it" "$(grep -c 'perf_event_overflow.*no sampling' /tmp/log)" 1
eq "caps/sampling" "$(cat "$P/caps/sampling")" 0
succeeds "sampling: EOPNOTSUPP" measure -c 100003 -E EOPNOTSUPP "$PMU:0x07"
succeeds "the same by frequency" measure -F 1000 -E EOPNOTSUPP "$PMU:0xff"
succeeds "counting is accepted" measure -E 0 "$PMU:0x07"
# The entry cost and an interrupt are below 2000 instructions, see the case stat.
between "and counts 2N + 1 instructions" \
	"$(smallest 1 measure -n 10000 -r 10 "$PMU:0x07")" 20001 22001

open=/sys/module/kernel_counter/parameters/open
insmod /bench/kernel_counter.ko || not_ok "insmod kernel_counter.ko"
for event in "$INSTR" "$CYCLES"; do
	event="$(cat "$P/type") ${event#*:}"
	fails "an event of the kernel's own, $event, that samples" sh -c "echo '$event 100003' >$open"
	succeeds "is refused: EOPNOTSUPP" grep -q "Operation not supported" /tmp/out
	succeeds "one that counts is accepted" sh -c "echo '$event 0' >$open"
	between "and counts ten milliseconds" "$(cut -d' ' -f1 $open)" 1000000 100000000
done
rmmod kernel_counter
finish
