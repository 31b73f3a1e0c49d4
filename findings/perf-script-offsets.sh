#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf script prints offsets in a file where it prints addresses without call chains.
#
# Expected: the numbers before the names are the addresses that addr2line and objdump take.
# Seen: with perf 6.1.176 of Debian 12, the frames of a call chain have the offset in the
# file. A program that is linked to a fixed address, as static ones for ARM are to 0x10000,
# has another address: lookup() is at 0x100d4, and the call chain says d4. "-F ip,sym" without
# the chain ("-G") says 100d4 for the same sample. perf 6.12 and 7.2 print addresses in both.
#
# For users: do not pass these numbers to addr2line or to a viewer that does so. Use the
# names, or a newer perf on the machine where you look at the file.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

"$here/unpack" bookworm amd64 linux-perf=6.1.176-1 binutils-arm-linux-gnueabi=2.40-2
"$here/arm-recording"
script() {
	./start usr/bin/perf script -i perf.data --symfs board "$@" | awk 'NF { print $1; exit }'
}

symbol=$(./start usr/bin/arm-linux-gnueabi-nm board/home/pi/mix | awk '$3 == "lookup" { print $1 }')
seen="symbol $symbol, in the chain $(script -F ip,sym), alone $(script -G -F ip,sym)"
[ "$seen" = "symbol 000100d4, in the chain d4, alone 100d4" ] || {
	echo "changed: $seen"
	exit 1
}
