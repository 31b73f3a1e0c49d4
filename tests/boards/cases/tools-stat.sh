#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: bookworm backports trixie sid +cubieboard
#
# Debian's own perf, 6.1, 6.12 and 7.2: perf list and perf stat. Counts must
# equal the totals of the model's counters.

. /bench/lib.sh
. /bench/debian.sh
load

mode_u="<not supported>      cycles:u"
mode_k="<not supported>"
case $VARIANT in
bookworm)
	version=6.1
	no_memory="failed: memory events not supported"
	;;
backports | trixie)
	version=6.12
	no_memory="failed: no PMU supports the memory events"
	;;
sid)
	version=7.2
	no_memory="failed: no PMU supports the memory events"
	mode_u="Unsupported event (cycles:uH) in per-thread mode, enable system wide with '-a'."
	mode_k="Unsupported event (cycles:kH)"
	;;
esac
eq "this is perf $version" "$(debian perf --version | sed 's/^perf version \([0-9]*\.[0-9]*\).*/\1/')" "$version"

{
	core_events | cut -d' ' -f2
	echo cycles_div64
	[ "$CORE" = cortex-a8 ] || echo dcache_wback_bytes
} | sort >/tmp/wanted
for what in "" pmu "$PMU"; do
	# shellcheck disable=SC2086 # a word or none
	debian perf list $what >/tmp/list 2>/tmp/err
	sed -n "s|.* OR $PMU/\([a-z0-9_]*\)/ *\[Kernel PMU event\].*|\1|p" /tmp/list | sort >/tmp/listed
	eq "perf list${what:+ $what} has each event of $CORE and no other" \
		"$(diff /tmp/wanted /tmp/listed | grep '^[-+][^-+]' | tr '\n' ' ')" ""
done

# run_stat ARGUMENT...: run perf stat -x; its output is in /tmp/stat
run_stat() {
	debian perf stat -x, -o /tmp/stat "$@" >/tmp/out 2>&1 || not_ok "perf stat $*: $(tail -n 1 /tmp/out)"
	sed -i '/^#/d; /^$/d' /tmp/stat
}

# stat ARGUMENT...: the same, with the totals of the model from here on
stat() {
	put reset-stats true
	run_stat "$@"
}

# sum FIELD: the sum of a field over the lines of /tmp/stat
sum() {
	awk -F, -v field="$1" '{ sum += $field } END { printf "%.0f\n", sum }' /tmp/stat
}

# A loop of 20000001 instructions. The start and end of the program, page faults and ticks add
# less than a twentieth.
least=20000001
most=21000000
for event in instructions "r${INSTR##*0x0}" "$PMU/$(name_of "${INSTR##*0x}")/"; do
	stat -e "$event" known 10000000
	counted "perf stat -x, -e $event" "$(sum 1)"
	between "perf stat -x, -e $event: the count includes the loop" "$(sum 1)" $least $most
done
stat -e cycles known 10000000
counted "perf stat -x, -e cycles" "$(sum 1)"

stat -I 10 -e instructions known 10000000
between "perf stat -I 10: four to six intervals in 40 ms" "$(wc -l </tmp/stat)" 4 6
counted "perf stat -I 10: the sum of the intervals" "$(sum 2)"
between "perf stat -I 10: the sum includes the loop" "$(sum 2)" $least $most
# A full interval of 10 ms has 5000000 instructions, or less if the CPU is idle.
eq "perf stat -I 10: no interval has more than 10 ms of instructions" \
	"$(awk -F, '$2 > 5100000' /tmp/stat | tr '\n' ' ')" ""

# -v prints the count of each run. The result of perf 6.1 is the last of them, that of 6.12 is
# the rounded mean.
put reset-stats true
debian perf stat -v -r 3 -x, -o /tmp/out -e instructions known 10000000 2>/tmp/err
awk '/^instructions: / { print $2 }' /tmp/out /tmp/err >/tmp/runs
grep instructions, /tmp/out >/tmp/stat
eq "perf stat -r 3 makes three runs" "$(wc -l </tmp/runs)" 3
runs=$(awk '{ sum += $1 } END { printf "%.0f\n", sum }' /tmp/runs)
counted "perf stat -r 3: the sum of the runs" "$runs"
case $version in
6.1) eq "perf stat -r 3 prints the last run" "$(sum 1)" "$(tail -n 1 /tmp/runs)" ;;
*) between "perf stat -r 3 prints the mean" $((runs - 3 * $(sum 1))) -3 3 ;;
esac
eq "perf stat -r 3 prints the deviation" "$(cut -d, -f4 /tmp/stat | sed 's/[0-9.]*%/%/')" %

# Nothing that waits for the host comes between the loops and perf.
put reset-stats true
known 300000000 &
first=$!
known 300000000 &
second=$!
run_stat --per-thread -p $first,$second -e instructions
wait
eq "perf stat --per-thread prints a line for each thread" "$(cut -d, -f1 /tmp/stat | sort | tr '\n' ' ')" \
	"$(printf '%s\n' known-$first known-$second | sort | tr '\n' ' ')"
counted "perf stat --per-thread: the sum of both" "$(sum 2)"
# The loops before the start of perf are not counted, less than half of each.
eq "perf stat --per-thread: each count includes half of the loop" \
	"$(awk -F, '$2 > 300000000 && $2 < 630000000' /tmp/stat | wc -l)" 2

# Ratios, and metrics by name, differ by version.
debian perf stat -e cycles,instructions known 1000000 >/tmp/ratio 2>&1
debian perf stat -M ipc known 1000000 >/tmp/metric 2>&1
status=$?
case $version in
6.1) wanted="1 0 instructions" ;;
6.12) wanted="1 234 " ;;
7.2) wanted="0 2 Cannot find metric or group" ;;
esac
found=$(grep -o -e instructions -e 'Cannot find metric or group' /tmp/metric)
eq "a ratio beside cycles and instructions; the status and output of -M ipc" \
	"$(grep -c "insn per cycle" /tmp/ratio) $status $found" "$wanted"
[ "$version" != 7.2 ] || says insn_per_cycle debian perf stat -M insn_per_cycle known 1000000

# perf record does not multiply by the scale of an event: 40 million cycles
debian perf record -o /tmp/perf.data -F 1000 -e "$PMU/cycles_div64/" known 10000000 >/tmp/out 2>&1
between "the periods of cycles_div64 are of 64 cycles" \
	"$(debian perf script -F period 2>/tmp/err | awk '{ sum += $1 } END { print sum + 0 }')" \
	560000 650000

# perf's messages for what these monitors cannot do
says "$mode_u" debian perf stat -e cycles:u known 1
says "$mode_k" debian perf stat -e cycles:k known 1
says "unknown option \`pfm-events'" debian perf stat --pfm-events INSTR_EXEC known 1
says "$no_memory" debian perf mem record known 1
paranoid=/proc/sys/kernel/perf_event_paranoid
before=$(cat $paranoid)
echo 1 >$paranoid
user perf stat -x, -o /tmp/user -e cycles known 10000000 >/tmp/out 2>&1
between "perf stat of a user at level 1 counts" \
	"$(awk -F, '/cycles/ { print $1 }' /tmp/user)" $((2 * least)) $((2 * most))
echo 2 >$paranoid
says "$mode_u" user perf stat -e cycles known 1
echo 3 >$paranoid
says "Access to performance monitoring and observability operations is limited." \
	user perf stat -e cycles known 1
echo "$before" >$paranoid
finish
