#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf's own scripts for flame graphs count samples where perf report adds weights.
#
# Expected: "perf script report stackcollapse" and "perf report" give a function the same
# share of one and the same file.
# Seen: with perf 6.1.176 of Debian 12, lookup() caused 99 % of the cache misses in perf
# report, and has 1 of 4 in stackcollapse. The samples have different periods, as they have
# whenever perf record runs with -F. The script flamegraph counts like stackcollapse.
#
# For users: for cycles at a constant rate the two differ by little. For misses and other
# events that come in bursts, make the flame graph with a tool that adds the periods.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

"$here/unpack" bookworm amd64 linux-perf=6.1.176-1 binutils-arm-linux-gnueabi=2.40-2
"$here/arm-recording"
stacks=$(./start usr/bin/perf script -i perf.data --symfs board \
	-s usr/lib/perf-core/scripts/python/stackcollapse.py | sort | paste -sd ' ')
report=$(./start usr/bin/perf report -q -i perf.data --symfs board --stdio --no-children \
	-g none -s sym | xargs)

seen="$stacks; $report"
[ "$seen" = "mix;main;checksum 3 mix;main;lookup 1; 99.01% [.] lookup 0.99% [.] checksum" ] || {
	echo "changed: $seen"
	exit 1
}
