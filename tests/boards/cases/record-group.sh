#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module builtin:ast2500-evb +cubieboard +cubieboard-5.10 +cubieboard-rt +eb-1176-no-irq
# on: +pb-a8-thumb2 +pi-zero-irq
# of: sampling
#
# perf record -e '{cycles,instructions,...}:S': the leader samples, and each sample has the
# counts of all events of the group. The model counts cycles and the other event in a fixed
# ratio to instructions, and all counters stop together. So the ratios must hold in each
# sample.

. /bench/lib.sh
load
cpi=$(get cpi)
ccnt=${CYCLES##*:}
# shellcheck disable=SC2153 # of the library
instr=${INSTR##*:}
other=${EVENT##*:}
# The other event happens COUNT times in INSTRUCTIONS instructions.
rate=$(rate_of "${other#0x}")
n=20000000

for options in "-c 1000003" "-F 1000"; do
	# shellcheck disable=SC2086 # two words
	perf record -q -e "{$PMU/event=$ccnt/,$PMU/event=$instr/,$PMU/event=$other/}:S" $options \
		-o /tmp/data -- known $n >/tmp/out 2>&1 || not_ok "perf record $options: $(tail -n 1 /tmp/out)"
	# A line for each event of each sample: the increase since the sample before
	perf script -i /tmp/data -F period,ip 2>/dev/null >/tmp/lines
	# The rate is exact over a whole program. A part of it can be off by almost one, and each
	# stop of the monitor begins a part: the sample, a tick, a task switch and back.
	awk -v cpi="$cpi" -v rate="$rate" '
		{ value[NR % 3] = $1; address[NR % 3] = $2 }
		NR % 3 == 0 {
			split(rate, r, "/")
			samples++
			instructions += value[2]
			odd += address[1] != address[2] || address[1] != address[0]
			cycles += value[1] != cpi * value[2]
			distance = value[0] * r[2] - value[2] * r[1]
			others += distance >= 4 * r[2] || distance <= -4 * r[2]
		}
		END { print "sums", samples, instructions, odd + 0, cycles + 0, others + 0, NR % 3 }' /tmp/lines >/tmp/sums
	between "$options: there are samples" "$(word sums 2 /tmp/sums)" 20 10000
	eq "$options: each sample has all events, at one address" \
		"$(word sums 4 /tmp/sums) $(word sums 7 /tmp/sums)" "0 0"
	eq "$options: samples whose cycles are not $cpi times the instructions" "$(word sums 5 /tmp/sums)" 0
	eq "$options: samples with another rate than $rate of event $other" "$(word sums 6 /tmp/sums)" 0
	between "$options: the instructions add up to those of the program" "$(word sums 3 /tmp/sums)" \
		$((2 * n * 94 / 100)) $((2 * n * 104 / 100))
done

rm -f /tmp/data
finish
