#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# flamegraph and cpuprofilify put all tasks below the name of the first one.
#
# Expected: in the flame graph of a recording of the whole system, each task has its own box,
# as perf report --sort comm and stackcollapse-perf.pl have it.
# Seen: flamegraph 1.3.0 and cpuprofilify 1.0.0 (npm) take the name from the first sample. The
# samples of the idle task and of a kernel thread are shown as those of the program "mix".
#
# For users: on a board with one core, "perf record -a" is the way to see what interrupts a
# program. These two show that the program does everything itself. Select a task first:
# "perf script --comms mix".

set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

npm install --silent --no-audit --no-fund --ignore-scripts flamegraph@1.3.0 cpuprofilify@1.0.0 || exit 2
for task in mix mix swapper kworker/0:1; do
	printf '%s   123 [000]   100.001000:       1000 cycles: \n' "$task"
	printf '\tc0101234 work ([kernel.kallsyms])\n\tc0101200 loop ([kernel.kallsyms])\n\n'
done >recording

seen="$(node_modules/.bin/flamegraph -t perf -f recording 2>/dev/null |
	grep -oE '<title>[^<]* samples' | grep -E 'mix|swapper|kworker' | paste -sd ' ')
$(node_modules/.bin/cpuprofilify <recording 2>/dev/null |
	grep -E 'functionName|hitCount' | xargs)"
[ "$seen" = "<title>mix (4 samples
functionName: mix, hitCount: 0, functionName: loop, hitCount: 0, functionName: work, hitCount: 4," ] || {
	echo "changed: ${seen//$'\n'/, }"
	exit 1
}
