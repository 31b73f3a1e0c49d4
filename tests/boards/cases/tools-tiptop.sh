#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: bookworm-programs +cubieboard
#
# tiptop excludes the kernel from each of its events, and pins them.

. /bench/lib.sh
. /bench/debian.sh
# The driver says only once per load what it refuses.
unload
load
parameter=/sys/module/arm_cp_pmu/parameters/count_all_modes

says "Don't know why..." debian tiptop -b -n 1
eq "the kernel's log names the parameter" \
	"$(dmesg | grep -c 'event refused: .*count_all_modes=1')" 1

# value COLUMN: what tiptop shows of the program "shares" at last, in hundredths
value() {
	awk -v column="$1" '$1 == "PID" { sub(/\[ +/, "["); for (i = 1; i <= NF; i++) if ($i == column) at = i }
		$NF == "shares" { value = $at } END { printf "%.0f\n", 100 * value }' /tmp/tiptop
}

# hundredths EVENT: what perf stat counts of the event, in hundredths of a percent of the
# instructions
hundredths() {
	perf stat -x, -o /tmp/stat -e "instructions,$1" shares 1000
	awk -F, '/,instructions,/ { all = $1 } /misses/ { some = $1 } END { printf "%.0f\n", 10000 * some / all }' \
		/tmp/stat
}

echo 1 >$parameter
shares 100000 &
debian tiptop -b -n 3 -d 1 >/tmp/tiptop 2>&1
kill $!
wait
# An instruction takes 2 ns. tiptop itself needs some time, and its interval is a bit longer.
between "millions of instructions in a second" "$(value Minstr)" 48000 60000
between "cycles are instructions times $(get cpi)" \
	$(($(value Mcycle) - $(value Minstr) * $(get cpi))) -10 10
eq "instructions per cycle" "$(value IPC)" $((100 / $(get cpi)))
misses=$(hundredths cache-misses)
between "cache misses" "$(value %MISS)" $((misses - 1)) $((misses + 1))
# Of its five events, ARM1176 has four, and counters for three. It shows 0 for the fourth.
[ "$CORE" = arm1176 ] && misses=0 || misses=$(hundredths branch-misses)
between "branch misses, or 0 without a counter" "$(value %BMIS)" $((misses - 1)) $((misses + 1))
echo 0 >$parameter
finish
