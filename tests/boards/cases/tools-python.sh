#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: trixie-programs +cubieboard
#
# python3 -X perf: accepted, but Python writes no names of its functions for perf.

. /bench/lib.sh
. /bench/debian.sh
load

cat >/tmp/program.py <<END
def slow():
    n = 0
    for i in range(200000):
        n += i
    return n
slow()
END
perf record -q -F 2000 -e cycles -o /tmp/perf.data chroot /debian /usr/bin/env PYTHONHASHSEED=0 \
	python3 -X perf /tmp/program.py >/tmp/out 2>&1
eq "python3 -X perf is accepted" $? 0
eq "it writes no /tmp/perf-PID.map" "$(find /tmp -name 'perf-*.map')" ""
perf report --stdio --symfs /debian -i /tmp/perf.data -F overhead,symbol >/tmp/report 2>/tmp/err
eq "perf report has no name of Python's" "$(grep -c slow /tmp/report)" 0
between "but that of the interpreter's loop" \
	"$(awk '$NF == "_PyEval_EvalFrameDefault" { sum += $1 } END { printf "%.0f\n", sum }' /tmp/report)" \
	10 70
finish
