#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module eb-1176-l220
# of: metrics
#
# scripts/pmu-metrics measures the hit ratios of the L220. The model gives each event a rate
# of its own, so the ratios are known. A ratio is off by less than 0.2, because each count is
# rounded at both ends.

. /bench/lib.sh
. /bench/l220.sh
load
unload_l220 2>/dev/null

pmu-metrics --list >/tmp/out 2>&1
eq "without the L220's PMU, its ratios are not offered" "$(grep -c ' l2-' /tmp/out)" 0
load_l220
pmu-metrics --list >/tmp/out 2>&1
eq "with it, they are" "$(awk '$2 ~ /^l2-/ { print $2 }' /tmp/out | tr '\n' ' ')" \
	"l2-instr-hit l2-read-hit l2-write-hit "

# percent HITS REQUESTS: the ratio of the rates of two events
percent() {
	echo "$(rate_of_l220 "$1") $(rate_of_l220 "$2")" |
		awk '{ split($1, hits, "/"); split($2, all, "/")
			printf "%.4f", 100 * hits[1] / hits[2] / (all[1] / all[2]) }'
}

pmu-metrics -j -m cpi,l2-instr-hit,l2-read-hit,l2-write-hit -o /tmp/json -- known 1000000 >/tmp/out 2>&1
eq "pmu-metrics measures them beside a metric of the core" "$? $(cat /tmp/out)" "0 "
for ratio in l2-instr-hit,7,8 l2-read-hit,2,3 l2-write-hit,4,5; do
	IFS=, read -r name hits requests <<-END
		$ratio
	END
	value=$(sed -n "s/.*\"name\": \"$name\",.*\"value\": \([^,}]*\)[,}].*/\1/p" /tmp/json)
	wanted=$(percent "$hits" "$requests")
	eq "$name is the ratio of the rates" \
		"$(echo "$value $wanted" | awk '{ d = $1 - $2; print ($1 > 0 && d < 0.2 && d > -0.2 ? "yes" : $1 " is not " $2) }')" yes
done
eq "JSON has the events of the L220" "$(grep -c '"irreq": [0-9]' /tmp/json)" 1
unload_l220
finish
