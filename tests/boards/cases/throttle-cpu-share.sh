#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# of: sampling
# boards: *-slow
# variants: module
#
# perf keeps samples to a quarter of the CPU (perf_cpu_time_max_percent, 25 by default;
# /init sets it to 0): where they take longer it lowers perf_event_max_sample_rate, and
# throttles. On a slow processor, here one instruction in 32 ns, three events of the
# CPU with period 1 would leave nothing to the program otherwise.

. /bench/lib.sh
load

rate=/proc/sys/kernel/perf_event_max_sample_rate

# milliseconds PERIOD: that a shell takes for a program of 2 million instructions, which
# are 64 ms, beside a group of three events of the CPU. The leader's limit ends them
# after some seconds, if nothing else gets done.
milliseconds() {
	overflow -g -n 1000000 -l 30000 -c "$1" shell "$CYCLES" "$INSTR" "$EVENT" >/tmp/out 2>&1 ||
		not_ok "overflow: $(tail -n 1 /tmp/out)"
	echo $(($(word shell 2 /tmp/out) / 1000000))
}

limit_samples 100000
dmesg -c >/dev/null
alone=$(milliseconds 1000000000000)
took=$(milliseconds 1)
lowered=$(cat $rate)
dmesg >/tmp/log
no_limit_of_samples
note "$alone ms alone, $took ms beside three events of period 1, then at most $lowered samples a second"
between "the program alone: milliseconds" "$alone" 64 400
# It has the other three quarters, once perf has seen a hundred samples; what comes
# before and after each sample is not in perf's quarter.
between "the program beside them: milliseconds" "$took" "$alone" $((3 * alone + 300))
between "perf has lowered its rate of samples" "$lowered" 100 99999
between "and said so" "$(grep -c 'perf: interrupt took too long' /tmp/log)" 1 100
finish
