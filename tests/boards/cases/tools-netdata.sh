#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: bookworm-programs +cubieboard
#
# netdata's perf.plugin opens groups of up to nine events. The driver refuses the members of a
# group that do not fit into the counters.

. /bench/lib.sh
. /bench/debian.sh
load

# plugin OPTION...: run it for three intervals, while a loop runs
plugin() {
	shares 100000 &
	timeout 4 chroot /debian /usr/lib/netdata/plugins.d/perf.plugin 1 "$@" >/tmp/plugin 2>&1
	kill $!
	wait
}

# value CHART NAME: the last value
value() {
	awk -v chart="perf.$1" -v name="$2" '$1 == "BEGIN" { here = $2 == chart }
		here && $1 == "SET" && $2 == name { value = $4 } END { print value }' /tmp/plugin
}

plugin all
case $CORE in
arm1176)
	refused=6
	eq "all: there is no chart of branches" "$(grep -c '^CHART perf.branch_instructions ' /tmp/plugin)" 0
	;;
*) refused=4 ;;
esac
eq "all: $refused events that the core has are left out" \
	"$(grep -c 'Cannot open perf event (errno 22, Invalid argument)' /tmp/plugin)" $refused
for options in "cycles cache" "cycles instructions"; do
	# shellcheck disable=SC2086 # words
	plugin $options
	eq "$options: nothing is left out" "$(grep -c 'errno 22' /tmp/plugin)" 0
	# An instruction takes 2 ns.
	between "$options: cycles in a second" "$(value cpu_cycles cpu)" \
		$((495000000 * $(get cpi))) $((505000000 * $(get cpi)))
done
between "cycles instructions: instructions in a second" "$(value instructions instructions)" \
	495000000 505000000
perf stat -x, -o /tmp/stat -e cache-references,cache-misses known 50000000
plugin cycles cache
for event in references misses; do
	# Five times the instructions of known
	expected=$((5 * $(awk -F, "/,cache-$event,/ { print \$1 }" /tmp/stat)))
	between "cycles cache: $event, as by perf stat" "$(value cache $event)" \
		$((expected * 98 / 100)) $((expected * 102 / 100))
done
finish
