#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module debug soak
#
# Hostile input: OPS random operations from SEED, see workloads/fuzz.c. They leave nothing
# behind, and the PMU counts and samples as before. On Cortex-A8 a program with access from
# user mode writes random values to all registers at the same time.

. /bench/lib.sh
hostile=
if [ "$CORE" = cortex-a8 ]; then
	unload
	load user_read=1
	# A soak is idle most of the time, and the emulator skips that: leave it so.
	pause=20000
	[ "$VARIANT" = soak ] && pause=1000000
	# The open fails while an event of the CPU is open, and the other way round.
	while :; do
		user -n 3000 hostile "$CYCLES" "$INSTR"
		usleep $pause
	done >/tmp/hostile 2>&1 &
	hostile=$!
else
	load
fi

# A debug kernel takes several times as long.
if [ "$VARIANT" = debug ]; then
	OPS=${OPS:-10000}
else
	OPS=${OPS:-20000}
fi
# The soak kernel cannot multiplex events every millisecond.
unit=1
[ "$VARIANT" = soak ] && unit=10
SEED=${SEED:-1}
cpi=$(get cpi)
interval=$(cat "$P/perf_event_mux_interval_ms")

# Each sample is an interrupt. With a period of one event nothing else would run without
# perf's limit on samples in a tick.
limit_samples 100
if fuzz -p "$PMU" -c "$cpi" -n "$OPS" -s "$SEED" -f "${FIRST:-0}" -i $unit \
		>/tmp/fuzz.log 2>&1; then
	ok "fuzz ends without an error: $OPS operations, seed $SEED"
else
	grep 'fuzz: FAIL' /tmp/fuzz.log | head -n 20 | while read -r line; do note "$line"; done
	not_ok "fuzz ends without an error: $OPS operations, seed $SEED: $(tail -n 1 /tmp/fuzz.log)"
fi
grep '^fuzz: .*,' /tmp/fuzz.log | while read -r line; do note "$line"; done
# The whole table goes to the console.
cat /tmp/fuzz.log
echo "$interval" >"$P/perf_event_mux_interval_ms"
no_limit_of_samples

if [ "$hostile" ]; then
	kill $hostile
	killall -q user
	wait $hostile 2>/dev/null
	between "the hostile program has run" "$(grep -c '^hostile 3000 0' /tmp/hostile)" 1 1000000
	eq "all its writes are made, and only those" "$(grep '^hostile' /tmp/hostile | grep -vc '^hostile 3000 0')" 0
fi

# All events are closed. Freeing the last ones may take a moment.
sleep 1
eq "no counter runs" "$(($(get pmnc) & 1)) $(get running)" "0 0"
eq "the interrupt line is low" "$(get line)" False
before=$(accesses)
sleep 1
eq "nothing accesses the PMU for a second" $(($(accesses) - before)) 0

n=1000000
put reset-stats true
measures -g -n $n "$CYCLES" "$INSTR"
total=$(awk '$1 == "count" { print $3; exit }' /tmp/out)
loop=$(awk '$1 == "count" { print $3 }' /tmp/out | tail -n 1)
between "the count includes a loop of known length" "${loop:-0}" $((2 * n + 1)) $((2 * n + 400000))
eq "cycles are $cpi times the instructions" "$total" $((loop * cpi))
eq "the count of cycles is exact" "$total" "$(get total-ccnt)"

# A debug kernel may disable interrupts for more than 10^5 cycles.
period=1000003
measures -c $period -n 5000000 -w 8 "$CYCLES"
count=$(word count 3 /tmp/out)
if [ "$SOURCE" = irq ]; then
	eq "the interrupt is still the overflow source" "$(cat "$P/caps/overflow_source")" irq
	eq "as many samples as the count has periods" "$(word samples 3 /tmp/out)" $((count / period))
else
	between "the periods of the samples add up to the count" "$(word samples 4 /tmp/out)" \
		$((count - 2 * $(word samples 9 /tmp/out))) "$count"
fi
eq "no sample is lost, and no event was throttled" "$(word samples 5 /tmp/out) $(word samples 6 /tmp/out)" "0 0"

succeeds "the module can be unloaded" rmmod arm_cp_pmu
fails "the PMU is gone after that" test -e "$P"
finish
