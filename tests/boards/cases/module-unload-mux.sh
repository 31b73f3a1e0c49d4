#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: module debug
#
# The module is unloaded while perf's timer for events that take turns is queued: it
# is for an interval after they have, whether they are still open or not, and after
# each change of the interval, which may be minutes.

. /bench/lib.sh
unload
load

uptime() {
	cut -d. -f1 /proc/uptime
}

counts() {
	put reset-stats true
	measure -a -n 1000000 "$CYCLES" >/tmp/out 2>&1 || not_ok "$1: measure: $(tail -n 1 /tmp/out)"
	eq "$1: it counts" "$(word count 3 /tmp/out)" "$(get total-ccnt)"
}

# reload TEXT SECONDS: such as the timer would fire within
reload() {
	_started=$(uptime)
	succeeds "$1: unloaded" rmmod arm_cp_pmu
	between "$1: it takes seconds at most" $(($(uptime) - _started)) 0 2
	load
	sleep "$2"
	counts "$1"
	unload
	sleep "$2"
	load
}

for interval in 10 200 1000; do
	what="events that took turns of $interval ms"
	echo $interval >"$P/perf_event_mux_interval_ms"
	# shellcheck disable=SC2046 # a list of words
	measure -n 5000000 -w 10 $(events $((COUNTERS + 1))) >/dev/null ||
		not_ok "$what: measure"
	# shellcheck disable=SC2046 # a list of words
	measure -a -n 5000000 -w 10 $(events $((COUNTERS + 1))) >/dev/null ||
		not_ok "$what: measure -a"
	reload "$what" 2
done

for interval in 5000 600000; do
	echo $interval >"$P/perf_event_mux_interval_ms"
	reload "turns of $interval ms" 6
done

# Up to 6.1 perf shows the file before the PMU has contexts, and a write at that time
# ends in perf at a NULL per-CPU pointer.
case $(uname -r) in
6.[01].*) finish ;;
esac

# The interval is changed at any moment.
unload
sh -c "while :; do for i in 1 7 1000 5000; do
	echo \$i >$P/perf_event_mux_interval_ms; done; done" 2>/dev/null &
writer=$!
semantics -r 30 load /bench/arm_cp_pmu.ko arm_cp_pmu >/tmp/load 2>&1
kill $writer
wait $writer
report /tmp/load
eq "30 times loaded and unloaded while the interval changes" "$(word loaded 2 /tmp/load)" 30
sleep 6
load
counts "after that"
finish
