#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# What perf_event_open(2) promises of an open event: reset, refresh, a new period,
# inheritance, and a count that never goes back.

. /bench/lib.sh
load

n=1000000
loop=$((2 * n + 1))

measure -t reset -n $n "$INSTR" >/tmp/out 2>&1
between "an event counts" "$(word reset 2 /tmp/out)" $loop $((loop * 11 / 10))
between "and after a reset from zero on" "$(word reset 3 /tmp/out)" $loop $((loop * 11 / 10))

measure -t reads "$INSTR" >/tmp/out 2>&1
eq "read a hundred times by its own task, a count grows each time" \
	"$(grep reads /tmp/out)" "reads 100 grown 100"

# The end of a child costs its own instructions, in the kernel: up to two million
# in one that checks itself.
n=10000000
loop=$((2 * n + 1))
measure -t inherit -n $n "$INSTR" >/tmp/out 2>&1
between "eight children count for their parent" "$(word inherit 3 /tmp/out)" \
	$((8 * loop)) $((8 * loop + 8 * 2000000))

measure -t reader -n 1000000 "$INSTR" >/tmp/out 2>&1
eq "read ten thousand times by another task, a count never goes back" \
	"$(grep reader /tmp/out)" "reader 10000 backwards 0"

if measure -t refresh -c 1000003 -n 20000000 "$CYCLES" >/tmp/out 2>&1; then
	eq "refresh: five overflows, then the event is off" \
		"$(grep refresh /tmp/out)" "refresh 1 exact 1 stopped 1 least 5 most 5"
else
	not_ok "refresh: $(tail -n 1 /tmp/out)"
fi

# 80 million cycles by a million, and as many by two. A new period begins at once: the
# first of two million may have up to one of a million before it. An interrupt is late
# by less than a tenth of a period, a hundred thousand cycles.
if measure -R -t period -c 1000003 -n 20000000 "$CYCLES" >/tmp/out 2>&1; then
	between "a new period takes effect" "$(word samples 3 /tmp/out)" 115 125
	eq "and the samples weigh what was counted: wrong ones" "$(word reads 4 /tmp/out)" 0
	eq "to the last" "$(word samples 4 /tmp/out)" "$(word reads 3 /tmp/out)"
	# The first sample of the new period has what was left of the old one as well.
	# With an interrupt that is a period at most. From one of the timer's places to
	# the next are up to two. A hundredth is for their being late.
	most=3000009
	[ "$SOURCE" = timer ] && most=6000018
	between "the longest is of the new period" "$(word samples 9 /tmp/out)" \
		1980006 $((most * 101 / 100))
else
	not_ok "period: $(tail -n 1 /tmp/out)"
fi
finish
