#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: trixie-programs cubieboard
#
# bpftrace samples hardware events. There is no bpftrace for armel.

. /bench/lib.sh
. /bench/debian.sh
load

# samples EVENT PERIOD: of the program known
samples() {
	debian bpftrace -e "hardware:$1:$2 /comm == \"known\"/ { @ = count(); }" \
		-c "/bench/known 50000000" >/tmp/out 2>&1
	sed -n 's/^@: //p' /tmp/out
}

for event in cycles:1000000 cache-misses:100000 branches:100000; do
	period=${event#*:}
	event=${event%:*}
	perf stat -x, -o /tmp/stat -e "$event" known 50000000
	expected=$(($(awk -F, "/,$event,/ { print \$1 }" /tmp/stat) / period))
	# The start of known is not sampled, and bpftrace's own work in the interrupt is.
	between "$event: samples, as by perf stat" "$(samples "$event" "$period")" \
		$((expected * 97 / 100)) $((expected * 104 / 100))
done
eq "its list has an event that the core lacks" \
	"$(debian bpftrace -l 'hardware:*' | grep -c bus-cycles)" 1
says "Error attaching probe" debian bpftrace -e 'hardware:bus-cycles:100000 { @ = count(); }'
finish
