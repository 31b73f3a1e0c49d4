#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: bookworm trixie +cubieboard
#
# prometheus-node-exporter with its perf collector: first its default events, then cycles and
# instructions only, which the counters can hold at the same time.

. /bench/lib.sh
. /bench/debian.sh
load
ifconfig lo 127.0.0.1 up

# exporter OPTION...: start it and wait until it answers
exporter() {
	chroot /debian /usr/bin/prometheus-node-exporter --collector.disable-defaults \
		--collector.perf --web.listen-address=127.0.0.1:9100 "$@" >/tmp/exporter 2>&1 &
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		sleep 1
		wget -q -O /dev/null http://127.0.0.1:9100/ && return
	done
	not_ok "the exporter answers: $(tail -n 1 /tmp/exporter)"
	finish
}

scrape() {
	wget -q -O - http://127.0.0.1:9100/metrics >/tmp/metrics
}

# metric NAME: the value for CPU 0. Large numbers are printed as 1.2e+09.
metric() {
	awk -v name="node_perf_$1_total{cpu=\"0\"}" '$1 == name { printf "%.0f\n", $2 }' /tmp/metrics
}

stop() {
	killall prometheus-node-exporter
	wait
}

exporter
scrape
eq "the collector succeeds" \
	"$(awk '/^node_scrape_collector_success/ { print $2 }' /tmp/metrics)" 1
for name in cpucycles instructions branch_instructions branch_misses cache_refs cache_misses \
	cache_l1d_read_hits cache_l1d_read_misses cache_l1_instr_read_misses \
	stalled_cycles_frontend context_switches page_faults; do
	between "node_perf_${name}_total has a value" "$(metric $name)" 1 4000000000
done
# The exporter leaves out events that the core cannot count.
for name in bus_cycles ref_cpucycles; do
	eq "there is no node_perf_${name}_total" "$(metric $name)" ""
done
stop

# count_loop OPTION...: run a loop between two scrapes. Sets "cycles" and "instructions" to
# the exporter's counts and "total" to the model's count of cycles, which includes the
# exporter's answers.
count_loop() {
	exporter "$@"
	before=$(get total-ccnt)
	scrape
	cycles=$(metric cpucycles)
	instructions=$(metric instructions)
	known 100000000
	scrape
	total=$(($(get total-ccnt) - before))
	cycles=$(($(metric cpucycles) - cycles))
	instructions=$(($(metric instructions) - instructions))
	stop
	note "$*: $cycles cycles of $total, $instructions instructions"
}
# There are more events than counters. The exporter does not scale multiplexed counts.
count_loop
between "default events: at most as many cycles as the model counted" $cycles 1 "$total"
# Version 1.5 cannot select events.
if debian prometheus-node-exporter --help 2>&1 | grep -q hardware-profilers; then
	count_loop --collector.perf.hardware-profilers=CpuCycles \
		--collector.perf.hardware-profilers=CpuInstr \
		--collector.perf.cache-profilers=L1DataReadHit
	between "cycles: those of the loop, at most as many as the model counted" $cycles 400000002 "$total"
	# An answer of the exporter takes some three million instructions.
	between "cycles: almost all that the model counted" $cycles $((total - total / 20)) "$total"
	# The exporter reads one event after the other.
	between "instructions are half of the cycles" $((cycles - 2 * instructions)) -100000 100000
fi
finish
