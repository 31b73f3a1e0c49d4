#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module pi-zero pi-zero-rpios cubieboard
#
# A BPF program reads an event by bpf_perf_event_read_value(), before and after a loop. It runs
# with preemption disabled, so the driver may not sleep.

. /bench/lib.sh
load

n=10000000
for event in "$INSTR" "$CYCLES"; do
	succeeds "$event: BPF reads the event" bpf $n "$event"
	wanted=$((2 * n + 1))
	[ "$event" = "$CYCLES" ] && wanted=$((wanted * $(get cpi)))
	# Beside the loop there are ticks, and the kernel's set-up and clean-up of a BPF run.
	between "$event: the difference is the loop" "$(word bpf 2 /tmp/out)" $wanted $((wanted + wanted / 20))
	eq "$event: the event ran all the time" "$(word bpf 3 /tmp/out)" "$(word bpf 4 /tmp/out)"
done

# The kernel frees a BPF map, and closes its events, after the program's end.
i=0
while [ "$(cat /sys/module/arm_cp_pmu/refcnt)" != 0 ] && [ $i -lt 100 ]; do
	usleep 10000
	i=$((i + 1))
done
eq "a second later no event is open" "$(cat /sys/module/arm_cp_pmu/refcnt)" 0
finish
