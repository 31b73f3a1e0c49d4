#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: bookworm-programs +cubieboard
#
# netdata's perf.plugin opens groups of up to nine events. The driver refuses the members of a
# group that do not fit into the counters. At last the daemon, which runs the plugin, and what
# its page would show.

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

# web PATH: what the daemon's web server answers
web() {
	wget -q -O - "http://127.0.0.1:19999/api/v1/$1"
}

ifconfig lo 127.0.0.1 up
# It takes a time in 1970 for one that is relative to now.
date -s 2026-01-01 >/dev/null
mkdir -p /debian/var/cache/netdata /debian/var/lib/netdata /debian/var/log/netdata
cat >/tmp/netdata.conf <<-END
	[global]
		run as user = root
	[db]
		mode = ram
	[plugins]
		enable running new plugins = no
		perf = yes
	[plugin:perf]
		command options = cycles instructions
	[ml]
		enabled = no
	[health]
		enabled = no
	[web]
		bind to = 127.0.0.1
END
shares 1000000 &
loop=$!
debian /usr/sbin/netdata -D -c /tmp/netdata.conf >/tmp/netdata 2>&1 &
sleep 8
eq "the daemon has the charts" "$(web charts | grep -oE '"id": *"perf\.(cpu_cycles|instructions)"' | wc -l)" 2
for chart in cpu_cycles instructions; do
	per_second=500000000
	[ $chart = instructions ] || per_second=$((per_second * $(get cpi)))
	web "data?chart=perf.$chart&after=-1&points=1&format=csv" | tr -d '\r' >/tmp/csv
	between "the daemon: $chart in a second" "$(sed -n '2s/^[^,]*,\([0-9]*\).*/\1/p' /tmp/csv)" \
		$((per_second * 99 / 100)) $((per_second * 101 / 100))
done
killall netdata
kill $loop
wait
finish
