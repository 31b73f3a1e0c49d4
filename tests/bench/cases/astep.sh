#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# cores: xscale1
# sources: irq
#
# A-stepping parts: an overflow clears the flag of another counter that nobody has
# looked at yet. Three counters that sample at once must lose no sample by it: a
# counter whose flag is lost would be silent for 2^32 of its events.

. /bench/lib.sh
load

put astep true
put reset-stats true
# Instructions and cycles, two in each, overflow in the same instruction often; the
# third has periods of its own. All three are below perf's limit of samples.
set -- "$CYCLES" "$INSTR" "$EVENT"
n=20000000
measure -m 256 -c 200006 -n $n -w 4 "$@" >/tmp/out 2>&1 || not_ok "measure: $(tail -n 1 /tmp/out)"
for name; do
	read -r samples sum lost <<-END
		$(awk -v e="$name" '$1 == "samples" && $2 == e { print $3, $4, $5 }' /tmp/out)
	END
	count=$(awk -v e="$name" '$1 == "count" && $2 == e { print $3 }' /tmp/out)
	between "$name has samples" "$samples" 20 100000
	# Two that overflow while one is handled may pass as one.
	between "$name: as many samples as the count has periods" "$samples" \
		$((count / 200006 - 2)) $((count / 200006))
	eq "$name: none lost in the ring" "$lost" 0
	note "$name: $samples samples, $sum of $count"
done
between "flags that the hardware lost meanwhile" "$(get astep-lost)" 1 100000
put astep false
finish
