#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# of: sampling
# variants: nokprobes
#
# Where the kernel lets no module at perf_event_overflow(), the PMU says so and
# refuses to sample, and counts as anywhere.

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
finish
