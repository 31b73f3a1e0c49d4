#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# stackvis takes each sample of a program with a hyphen in its name for a function.
#
# Expected: the stacks of "perf script" are shown below the name of their program.
# Seen: stackvis 0.5.0 (npm) knows only names of letters, digits and "_". Of another one, such
# as gpio-daemon, python3.11 or kworker/0:1, it takes the heading of each sample, with its
# time, for the function that was sampled. No message: the graph has a column for each sample.
#
# For users: fold the stacks with another program, such as pmu-flamegraph.

set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

npm install --silent --no-audit --no-fund --ignore-scripts stackvis@0.5.0 2>/dev/null || exit 2
sample() {
	printf '%s   123   100.00%s: %10s cycles: \n' "$1" "$2" 1000
	printf '\t   %s+0x0 (/home/pi/program)\n' "10154 read_pin" "10204 main"
	echo
}
for name in daemon gpio-daemon; do
	for time in 1000 2000; do
		sample $name $time
	done
done >recording

# A failure is a change, too.
set +e
seen=$(node_modules/.bin/stackvis perf collapsed <recording | sort)
# shellcheck disable=SC2016 # no command
expected='daemon`main+0x0,daemon`read_pin+0x0 2
main+0x0,read_pin+0x0,gpio-daemon   123   100.001000:       1000 cycles: 1
main+0x0,read_pin+0x0,gpio-daemon   123   100.002000:       1000 cycles: 1'
[ "$seen" = "$expected" ] || {
	echo "changed: ${seen//$'\n'/, }"
	exit 1
}
