#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Three readers of perf script's text show each sampled instruction as a function of its own.
#
# Expected: the graph has one box for heavy(), whichever of its instructions were sampled.
# Seen: perf script prints heavy+0x10, heavy+0x14 and so on, and flamegraph 1.3.0,
# cpuprofilify 1.0.0 and stackvis 0.5.0 (npm) take this for the name. A function that has all
# samples, in a loop of some instructions, is shown as several functions with few samples
# each. They were written for a perf that did not print the offset.
#
# For users: leave the offset out: perf script -F comm,pid,time,period,event,ip,sym,dso. It is
# printed by default, and by perf 6.1, 6.12 and 7.2 alike.

set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

npm install --silent --no-audit --no-fund --ignore-scripts flamegraph@1.3.0 cpuprofilify@1.0.0 \
	stackvis@0.5.0 || exit 2
PATH=$dir/node_modules/.bin:$PATH
for offset in 10 14 18; do
	printf 'mix   123   100.000000:       1000 cycles: \n'
	printf '\t%16x heavy+0x%s (/home/pi/mix)\n' $((0x10100 + 0x$offset)) $offset
	printf '\t           10058 main+0x4 (/home/pi/mix)\n\n'
done >recording

# functions TEXT: how many names of the text begin with heavy
functions() {
	grep -oE 'heavy[+0-9a-fx]*' | sort -u | wc -l
}
seen="flamegraph $(flamegraph -t perf -f recording 2>/dev/null | functions)"
seen+=", cpuprofilify $(cpuprofilify <recording 2>/dev/null | functions)"
seen+=", stackvis $(stackvis perf collapsed <recording | functions)"
[ "$seen" = "flamegraph 3, cpuprofilify 3, stackvis 3" ] || {
	echo "changed: $seen"
	exit 1
}
