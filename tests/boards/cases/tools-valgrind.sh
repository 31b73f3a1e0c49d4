#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: bookworm-programs cubieboard
#
# valgrind counts the instructions of a program in user mode by itself: what the driver counts
# without the kernel's. There is no valgrind for armel, and armhf's does not run on ARM1176.

. /bench/lib.sh
. /bench/debian.sh
load

n=1000000
debian valgrind --tool=lackey known $n >/tmp/lackey 2>&1
guest=$(sed -n 's/.*guest instrs: *//p' /tmp/lackey | tr -d ,)
between "lackey: the loop, and the program's start and end" "$guest" $((2 * n + 1)) \
	$((2 * n + 100000))
perf stat -x, -o /tmp/stat -e instructions known $n
all=$(awk -F, '/instructions/ { print $1 }' /tmp/stat)
between "perf stat counts the same, and the kernel's start and end of the program" \
	"$((all - guest))" 1 1000000
note "lackey $guest, perf stat $all"
says "Cannot auto-detect cache config, using defaults" \
	debian valgrind --tool=cachegrind --cachegrind-out-file=/tmp/out.cg known $n
eq "cachegrind counts as lackey does" "$(sed -n 's/.*I *refs: *//p' /tmp/out | tr -d ,)" "$guest"
finish
