#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: +cubieboard-5.10
# tier: main
#
# What perf_event_open(2) promises about an open event: reset, refresh, a new period,
# inheritance, and a count that never goes back.

. /bench/lib.sh
load

run_checks "reset" semantics reset "$INSTR"
run_checks "reads" semantics reads "$INSTR"
run_checks "reader" semantics reader "$INSTR"

# The exit of a child adds instructions of the kernel, up to two million in a debug
# kernel.
n=10000000
loop=$((2 * n + 1))
run_checks "inherit" semantics -n $n -r 8 inherit "$INSTR"
between "the parent's count includes eight children" "$(word count 2 /tmp/out)" \
	$((9 * loop)) $((9 * loop + 8 * 2000000))

run_checks "refresh" sampling -c 1000003 -n 20000000 refresh "$CYCLES"

# 80 million cycles with a period of a million, then 80 million with two million. The new
# period begins at once; up to an old period may precede it. An interrupt is late by less
# than a tenth of a period.
if sampling -c 1000003 -n 20000000 period "$CYCLES" >/tmp/out 2>&1; then
	between "a new period takes effect" "$(word samples 3 /tmp/out)" 115 125
	eq "each sample's period is the count since the previous sample" "$(word reads 4 /tmp/out)" 0
	eq "the periods add up to the count at the last sample" "$(word samples 4 /tmp/out)" "$(word reads 3 /tmp/out)"
	# The first sample with the new period includes the rest of the old period: at most
	# one period with an interrupt, and up to two with the timer. A hundredth more is
	# for late samples.
	most=3000009
	[ "$SOURCE" = timer ] && most=6000018
	between "the longest period is within the bound of the first sample after the change" "$(word samples 9 /tmp/out)" \
		1980006 $((most * 101 / 100))
else
	not_ok "period: $(tail -n 1 /tmp/out)"
fi
finish
