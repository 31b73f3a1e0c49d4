#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# What perf_event_open(2) promises about an open event: reset, refresh, a new period,
# inheritance, and a count that never goes back.

. /bench/lib.sh
load

n=1000000
loop=$((2 * n + 1))

measure -t reset -n $n "$INSTR" >/tmp/out 2>&1
between "an event counts before a reset" "$(word reset 2 /tmp/out)" $loop $((loop * 11 / 10))
between "an event counts from zero after a reset" "$(word reset 3 /tmp/out)" $loop $((loop * 11 / 10))

measure -t reads "$INSTR" >/tmp/out 2>&1
eq "a count grows from each of a hundred reads to the next" \
	"$(grep reads /tmp/out)" "reads 100 grown 100"

# The exit of a child adds instructions of the kernel, up to two million in a debug
# kernel.
n=10000000
loop=$((2 * n + 1))
measure -t inherit -n $n "$INSTR" >/tmp/out 2>&1
between "the parent's count includes eight children" "$(word inherit 3 /tmp/out)" \
	$((8 * loop)) $((8 * loop + 8 * 2000000))

measure -t reader -n 1000000 "$INSTR" >/tmp/out 2>&1
eq "a count never goes back in ten thousand reads by another task" \
	"$(grep reader /tmp/out)" "reader 10000 backwards 0"

if measure -t refresh -c 1000003 -n 20000000 "$CYCLES" >/tmp/out 2>&1; then
	eq "refresh: the event is off after five overflows" \
		"$(grep refresh /tmp/out)" "refresh 1 exact 1 stopped 1 least 5 most 5"
else
	not_ok "refresh: $(tail -n 1 /tmp/out)"
fi

# 80 million cycles with a period of a million, then 80 million with two million. The new
# period begins at once; up to an old period may precede it. An interrupt is late by less
# than a tenth of a period.
if measure -R -t period -c 1000003 -n 20000000 "$CYCLES" >/tmp/out 2>&1; then
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
