#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module debug +cubieboard +cubieboard-5.10 +cubieboard-rt +pb-a8-rt +pb-a8-thumb2
#
# Unload the module while perf's timer for multiplexing is queued. It is queued for an interval
# after events were multiplexed, even if they are closed, and after each change of the
# interval. The interval may be minutes.

. /bench/lib.sh
unload
load

uptime() {
	cut -d. -f1 /proc/uptime
}

# counts TEXT: an event of the CPU has an exact count
counts() {
	put reset-stats true
	measure -a -n 1000000 "$CYCLES" >/tmp/out 2>&1 || not_ok "$1: measure: $(tail -n 1 /tmp/out)"
	is_exact "$1: the count is exact" "$(word count 3 /tmp/out)" 2000001 "$(get total-ccnt)"
}

# reload TEXT SECONDS: unload and load the module; the timer would expire within SECONDS
reload() {
	_started=$(uptime)
	succeeds "$1: the module can be unloaded" rmmod arm_cp_pmu
	between "$1: unloading takes at most two seconds" $(($(uptime) - _started)) 0 2
	load
	sleep "$2"
	counts "$1"
	unload
	sleep "$2"
	load
}

for interval in 10 200 1000; do
	what="events multiplexed every $interval ms"
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
	reload "interval set to $interval ms" 6
done

# Change the interval while the module is unloaded, until the file is gone.
for round in 1 2 3 4 5 6 7 8 9 10; do
	sh -c "while :; do for i in 1 7 1000 5000; do
		echo \$i >$P/perf_event_mux_interval_ms || exit; done; done" 2>/dev/null &
	writer=$!
	usleep $((15000 + round * 1000))
	succeeds "round $round: the module can be unloaded while the interval changes" rmmod arm_cp_pmu
	wait $writer
	load
done
sleep 6
counts "after these changes"
finish
