#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module pi-zero
#
# An example, which run-board --new copies: a loop has as many instructions as the model
# counts. Say here what must hold, and where the expected values come from. README has the
# keys above, guest/lib.sh the functions.

. /bench/lib.sh
load

# known_loop(1000) has 2001 instructions. measure.c lists the options and the output.
put reset-stats true
measures -n 1000 "$INSTR"
is_exact "instructions of a known loop" "$(word count 3 /tmp/out)" 2001 "$(totals)"

# With a period of a million instructions, perf takes 20 samples in 20 million.
succeeds "perf record" perf record -q -e instructions:u -c 1000000 -o /tmp/data known 10000000
between "perf's samples" "$(perf script -i /tmp/data -F ip 2>/dev/null | grep -c .)" 18 22
rm -f /tmp/data
finish
