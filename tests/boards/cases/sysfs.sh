#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: +connex-255-dt +cubieboard +cubieboard-5.10 +pb-a8-thumb2
# tier: main
#
# The PMU's files in sysfs: exactly the events of its core with their numbers, the format,
# the CPU, and the source of overflows.

. /bench/lib.sh
load

core_events | while read -r number name; do
	[ "$(cat "$P/events/$name" 2>/dev/null)" = "event=0x$number" ] || printf '%s ' "$name"
done >/tmp/wrong
eq "every event of $CORE is in events/ with its number" "$(cat /tmp/wrong)" ""

{
	core_events | cut -d' ' -f2
	printf '%s\n' cycles_div64 cycles_div64.scale
	[ "$CORE" = cortex-a8 ] ||
		printf '%s\n' dcache_wback_bytes dcache_wback_bytes.scale dcache_wback_bytes.unit
} | sort >/tmp/wanted
find "$P/events" -type f 2>/dev/null | sed 's|.*/||' | sort >/tmp/there
eq "events/ has no other event" "$(grep -vxFf /tmp/wanted /tmp/there | tr '\n' ' ')" ""

eq "cycles_div64 is the cycle counter with div64" \
	"$(tr ',' '\n' 2>/dev/null <"$P/events/cycles_div64" | sort | tr '\n' ' ')" \
	"div64=1 event=0x$(core_events | sed -n 's/ cpu_cycles$//p') "
eq "the scale of cycles_div64 is 64" "$(cat "$P/events/cycles_div64.scale" 2>/dev/null)" 64
eq "format/event is config:0-7" "$(cat "$P/format/event" 2>/dev/null)" config:0-7
eq "format/div64 is config1:0" "$(cat "$P/format/div64" 2>/dev/null)" config1:0
if [ "$CORE" = xscale1 ]; then
	fails "there is no format/export without an event bus" test -e "$P/format/export"
else
	eq "format/export is config1:1" "$(cat "$P/format/export" 2>/dev/null)" config1:1
fi
eq "cpus is 0" "$(cat "$P/cpus" 2>/dev/null)" 0
fails "there is no cpumask: perf would not take the PMU for a core PMU" test -e "$P/cpumask"
eq "overflow_source is $SOURCE" "$(cat "$P/caps/overflow_source" 2>/dev/null)" "$SOURCE"
perf list 2>/dev/null >/tmp/list
core_events | while read -r _ name; do
	grep -q "$PMU/$name/" /tmp/list || printf '%s ' "$name"
done >/tmp/wrong
eq "perf list names every event" "$(cat /tmp/wrong)" ""
finish
