#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module control *-slow
# of: sampling
#
# perf limits samples to a quarter of the CPU time (perf_cpu_time_max_percent, 25 by
# default; /init sets it to 0). If they take longer it lowers perf_event_max_sample_rate
# and throttles events. Without this limit three events of the CPU with period 1 would leave
# no time to a program on a slow processor; an instruction takes 32 ns here.

. /bench/lib.sh
load

rate=/proc/sys/kernel/perf_event_max_sample_rate

# milliseconds PERIOD: the time that a shell needs to run a program of 2 million
# instructions (64 ms) beside a group of three events of the CPU. The limit of the leader
# ends the events after some seconds if the program makes no progress.
milliseconds() {
	overflows -g -n 1000000 -l 30000 -c "$1" shell "$CYCLES" "$INSTR" "$EVENT"
	echo $((NS / 1000000))
}

limit_samples 100000
dmesg -c >/dev/null
alone=$(milliseconds 1000000000000)
took=$(milliseconds 1)
lowered=$(cat $rate)
dmesg >/tmp/log
no_limit_of_samples
note "$alone ms alone, $took ms beside three events of period 1, then at most $lowered samples a second"
between "the program alone takes a few times 64 ms at most" "$alone" 64 400
# The program has three quarters of the time after the first hundred samples. perf's quarter
# excludes the entry and exit of the interrupt.
between "the program beside the events takes at most three times as long, and 300 ms" "$took" "$alone" $((3 * alone + 300))
between "perf lowers perf_event_max_sample_rate" "$lowered" 100 99999
between "perf logs that it does" "$(grep -c 'perf: interrupt took too long' /tmp/log)" 1 100
finish
