#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf stat -o succeeds although the file system is full.
#
# Expected: an error, or at least an exit status other than 0, as of "perf record" and "perf
# report", when nothing of the output could be written.
# Seen: with perf 6.1.176 of Debian 12, "perf stat -o /dev/full" prints nothing and exits with
# 0. "perf report >/dev/full" prints "write failure" and exits with 1.
#
# For users: boards have small cards, and their /tmp is often in memory. A script that
# measures with "perf stat -o" or "-x, -o" should check that the file has all of its lines.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

"$here/unpack" bookworm amd64 linux-perf=6.1.176-1 binutils-arm-linux-gnueabi=2.40-2
"$here/arm-recording"
stat=0 report=0
output=$(./start usr/bin/perf stat -e task-clock -o /dev/full true 2>&1) || stat=$?
./start usr/bin/perf report -i perf.data --stdio >/dev/full 2>/dev/null || report=$?

seen="stat: $stat '$output', report: $report"
[ "$seen" = "stat: 0 '', report: 1" ] || {
	echo "changed: $seen"
	exit 1
}
