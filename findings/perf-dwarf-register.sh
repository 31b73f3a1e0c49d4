#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf of a PC takes register 8 of an ARM board for the address of a sample.
#
# Expected: a PC cannot unwind ARM stacks, so "perf script" shows the sampled function alone.
# Seen: for a recording with --call-graph dwarf, perf 6.1.176 of Debian 12 on amd64 shows one
# frame, and this is the function that r8 points to, without a message. x86 has its
# instruction pointer at number 8 of the registers. "perf report" without call chains is
# right. perf 6.12 shows the sampled function.
#
# For users: with Debian 12's perf on the PC, do not look at the call chains of such a file.
# perf 7.2 and hotspot unwind it.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

"$here/unpack" bookworm amd64 linux-perf=6.1.176-1 binutils-arm-linux-gnueabi=2.40-2
"$here/arm-recording"
chains=$(./start usr/bin/perf script -i copies.data --symfs board -F ip,sym |
	awk 'NF { print $2 }' | sort | uniq -c | xargs)
report=$(./start usr/bin/perf report -q -i copies.data --symfs board --stdio --no-children \
	-g none -s sym | xargs)

seen="chains: $chains, report: $report"
[ "$seen" = "chains: 4 checksum, report: 100.00% [.] lookup" ] || {
	echo "changed: $seen"
	exit 1
}
