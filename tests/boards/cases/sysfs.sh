#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# What the PMU shows in sysfs: the events of its core, no more and no fewer, each
# with its number; the format; who counts and how overflows are noticed.

. /bench/lib.sh
load

core_events | while read -r number name; do
	[ "$(cat "$P/events/$name" 2>/dev/null)" = "event=0x$number" ] || printf '%s ' "$name"
done >/tmp/wrong
eq "every event of $CORE is in events/ with its number" "$(cat /tmp/wrong)" ""

{
	core_events | cut -d' ' -f2
	printf '%s\n' cycles_div64 cycles_div64.scale
} | sort >/tmp/wanted
find "$P/events" -type f 2>/dev/null | sed 's|.*/||' | sort >/tmp/there
eq "nothing else is in events/" "$(grep -vxFf /tmp/wanted /tmp/there | tr '\n' ' ')" ""

eq "cycles_div64 is the cycle counter by 64" \
	"$(tr ',' '\n' 2>/dev/null <"$P/events/cycles_div64" | sort | tr '\n' ' ')" \
	"div64=1 event=0x$(core_events | sed -n 's/ cpu_cycles$//p') "
eq "cycles_div64 is scaled" "$(cat "$P/events/cycles_div64.scale" 2>/dev/null)" 64
eq "format/event" "$(cat "$P/format/event" 2>/dev/null)" config:0-7
eq "format/div64" "$(cat "$P/format/div64" 2>/dev/null)" config1:0
if [ "$CORE" = xscale1 ]; then
	fails "format/export: no event bus" test -e "$P/format/export"
else
	eq "format/export" "$(cat "$P/format/export" 2>/dev/null)" config1:1
fi
eq "cpus" "$(cat "$P/cpus" 2>/dev/null)" 0
fails "no cpumask, which would make it no core PMU to perf" test -e "$P/cpumask"
eq "caps/overflow_source" "$(cat "$P/caps/overflow_source" 2>/dev/null)" "$SOURCE"
perf list 2>/dev/null >/tmp/list
core_events | while read -r _ name; do
	grep -q "$PMU/$name/" /tmp/list || printf '%s ' "$name"
done >/tmp/wrong
eq "perf list names every event" "$(cat /tmp/wrong)" ""
finish
