#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: trixie-programs +cubieboard
#
# uftrace reads events at the begin and end of functions. It excludes the kernel. traced
# calls work(), ten million instructions, twice.

. /bench/lib.sh
. /bench/debian.sh
load
parameter=/sys/module/arm_cp_pmu/parameters/count_all_modes

# record EVENTS: record them in work()
record() {
	rm -rf /tmp/uftrace*
	debian uftrace record -d /tmp/uftrace -T "work@read=$1" traced 2 >/tmp/record 2>&1
	debian uftrace replay -d /tmp/uftrace >/tmp/replay 2>&1
}

# values EVENTS NAME: what the replay shows of an event in work()
values() {
	sed -n "s/.*diff:$1 (.*$2=+\([0-9]*\).*/\1/p" /tmp/replay
}

record pmu-cycle
eq "a warning for each begin and end of work()" \
	"$(grep -c "failed to open 'cycles' perf event: Operation not supported" /tmp/record)" 4
eq "the replay has no counts" "$(grep -c pmu-cycle /tmp/replay)" 0

echo 1 >$parameter
record pmu-cycle
eq "no warning with count_all_modes" "$(cat /tmp/record)" ""
eq "two calls have counts" "$(values pmu-cycle instructions | wc -l)" 2
# uftrace itself runs as well, some 50,000 instructions.
for count in $(values pmu-cycle instructions); do
	between "instructions of work()" "$count" 10000001 10200000
done
for count in $(values pmu-cycle cycles); do
	between "cycles of work()" "$count" $((10000001 * $(get cpi))) $((10200000 * $(get cpi)))
done

# as_by_perf EVENT NAME: the event NAME of uftrace counts as perf's EVENT does
record pmu-branch
perf stat -x, -o /tmp/stat -e instructions,branches,branch-misses known 5000000
as_by_perf() {
	_expected=$(awk -F, -v event=",$1," '/,instructions,/ { all = $1 } index($0, event) { some = $1 }
		END { printf "%.0f\n", 10000000 * some / all }' /tmp/stat)
	between "$1 of work(), as by perf stat" "$(values pmu-branch "$2" | tail -n 1)" \
		$((_expected * 98 / 100)) $((_expected * 102 / 100))
}
as_by_perf branches branch
as_by_perf branch-misses misses
echo 0 >$parameter
finish
