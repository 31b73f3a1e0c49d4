#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: bookworm trixie
#
# prometheus-node-exporter with its perf collector: all that it asks for by itself, then
# cycles and instructions alone, which the counters hold at once.

. /bench/lib.sh
. /bench/debian.sh
load
ifconfig lo 127.0.0.1 up

# exporter OPTION...: started, and ready
exporter() {
	chroot /debian /usr/bin/prometheus-node-exporter --collector.disable-defaults \
		--collector.perf --web.listen-address=127.0.0.1:9100 "$@" >/tmp/exporter 2>&1 &
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		sleep 1
		wget -q -O /dev/null http://127.0.0.1:9100/ && return
	done
	not_ok "it listens: $(tail -n 1 /tmp/exporter)"
	finish
}

scrape() {
	wget -q -O - http://127.0.0.1:9100/metrics >/tmp/metrics
}

# metric NAME: of CPU 0. It writes large numbers as 1.2e+09.
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
	between "node_perf_${name}_total" "$(metric $name)" 1 4000000000
done
# What the core cannot count is left out.
for name in bus_cycles ref_cpucycles; do
	eq "there is no node_perf_${name}_total" "$(metric $name)" ""
done
stop

# look OPTION...: what it and the model have counted over the loop, in cycles,
# instructions and total. All of it but the exporter's own answers is between two of these.
look() {
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
# The events are more than the counters and take turns. What it gives is not scaled.
look
between "by itself: no more cycles than were counted" $cycles 1 "$total"
# 1.5 has no choice of events.
if debian prometheus-node-exporter --help 2>&1 | grep -q hardware-profilers; then
	look --collector.perf.hardware-profilers=CpuCycles \
		--collector.perf.hardware-profilers=CpuInstr \
		--collector.perf.cache-profilers=L1DataReadHit
	between "cycles: those of the loop, and no more than were counted" $cycles 400000002 "$total"
	# An answer takes some three million instructions.
	between "cycles: nearly all that were counted" $cycles $((total - total / 20)) "$total"
	# It reads one after the other.
	between "instructions: one in two cycles" $((cycles - 2 * instructions)) -100000 100000
fi
finish
