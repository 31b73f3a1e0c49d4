#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf report names the functions of a module only if a sample of the kernel comes before them.
#
# Expected: with --kallsyms of the board, which has the symbols of its modules, the functions
# of a driver have names, as those of the kernel have.
# Seen: perf 6.1.176 of Debian 12, and 6.12 and 7.2 alike, name them if the first sample in the
# recording is one of the kernel itself. If the first one is of the module, its functions are
# numbers, and the kernel's have names. There is no message.
#
# For users: if a driver's functions are numbers, begin to record before the driver works, so
# that the first sample is one of the kernel.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

"$here/unpack" bookworm amd64 linux-perf=6.1.176-1 binutils-arm-linux-gnueabi=2.40-2
"$here/arm-recording"
# names FILE: the names of its functions
names() {
	./start usr/bin/perf report -q -i "$1" --kallsyms kallsyms --stdio --no-children -g none \
		-s sym 2>/dev/null | awk 'NF { print $3 }' | sort | xargs
}

seen="module first: $(names module-first.data); kernel first: $(names kernel-first.data)"
[ "$seen" = "module first: 0x0000000000000010 schedule; kernel first: schedule start" ] || {
	echo "changed: $seen"
	exit 1
}
