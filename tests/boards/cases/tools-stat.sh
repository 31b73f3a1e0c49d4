#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: bookworm trixie
#
# Debian's own perf, 6.1 of bookworm and 6.12 of trixie: perf list, and the ways of
# perf stat. A count is exact: what it says is what the model's counters have counted.

. /bench/lib.sh
. /bench/debian.sh
load

case $VARIANT in
bookworm)
	version=6.1
	no_memory="failed: memory events not supported"
	;;
trixie)
	version=6.12
	no_memory="failed: no PMU supports the memory events"
	;;
esac
eq "this is perf $version" "$(debian perf --version | sed 's/^perf version \([0-9]*\.[0-9]*\).*/\1/')" "$version"

{
	core_events | cut -d' ' -f2
	echo cycles_div64
} | sort >/tmp/wanted
for what in "" pmu "$PMU"; do
	# shellcheck disable=SC2086 # a word or none
	debian perf list $what >/tmp/list 2>/tmp/err
	sed -n "s|.* OR $PMU/\([a-z0-9_]*\)/ *\[Kernel PMU event\].*|\1|p" /tmp/list | sort >/tmp/listed
	eq "perf list${what:+ $what}: each event of $CORE, and no other" \
		"$(diff /tmp/wanted /tmp/listed | grep '^[-+][^-+]' | tr '\n' ' ')" ""
done

# stat COMMAND...: perf stat -x, with what it says in /tmp/stat
stat() {
	put reset-stats true
	debian perf stat -x, -o /tmp/stat "$@" >/tmp/out 2>&1 || not_ok "perf stat $*: $(tail -n 1 /tmp/out)"
	sed -i '/^#/d; /^$/d' /tmp/stat
}

# sum FIELD: of the lines in /tmp/stat
sum() {
	awk -F, -v field="$1" '{ sum += $field } END { printf "%.0f\n", sum }' /tmp/stat
}

# The loop of 20000001 instructions; with it a program's start and end, page faults and
# ticks, which are less than a twentieth of that.
least=20000001
most=21000000
for event in instructions "r${INSTR##*0x0}" "$PMU/$(name_of "${INSTR##*0x}")/"; do
	stat -e "$event" known 10000000
	counted "perf stat -x, -e $event" "$(sum 1)"
	between "and the loop is in it" "$(sum 1)" $least $most
done
stat -e cycles known 10000000
counted "perf stat -x, -e cycles" "$(sum 1)"

stat -I 10 -e instructions known 10000000
between "perf stat -I 10: an interval for each 10 of 40 ms" "$(wc -l </tmp/stat)" 4 6
counted "perf stat -I 10: the intervals add up to" "$(sum 2)"
between "and the loop is in it" "$(sum 2)" $least $most
# All that is whole takes 10 ms: 5000000 instructions, and less where the CPU waits
eq "perf stat -I 10: none has more than 10 ms hold" \
	"$(awk -F, '$2 > 5100000' /tmp/stat | tr '\n' ' ')" ""

# -v shows what each run has counted. perf 6.1 prints the last of them, 6.12 the mean,
# as a whole number.
put reset-stats true
debian perf stat -v -r 3 -x, -o /tmp/out -e instructions known 10000000 2>/tmp/err
awk '/^instructions: / { print $2 }' /tmp/out /tmp/err >/tmp/runs
grep instructions, /tmp/out >/tmp/stat
eq "perf stat -r 3: three runs" "$(wc -l </tmp/runs)" 3
runs=$(awk '{ sum += $1 } END { printf "%.0f\n", sum }' /tmp/runs)
counted "perf stat -r 3: the runs add up to" "$runs"
case $version in
6.1) eq "perf stat -r 3: prints the last run" "$(sum 1)" "$(tail -n 1 /tmp/runs)" ;;
*) between "perf stat -r 3: prints the mean" $((runs - 3 * $(sum 1))) -3 3 ;;
esac
eq "perf stat -r 3: says by how much they differ" "$(cut -d, -f4 /tmp/stat | sed 's/[0-9.]*%/%/')" %

known 100000000 &
first=$!
known 100000000 &
second=$!
stat --per-thread -p $first,$second -e instructions
wait
eq "perf stat --per-thread: a line for each" "$(cut -d, -f1 /tmp/stat | sort | tr '\n' ' ')" \
	"$(printf '%s\n' known-$first known-$second | sort | tr '\n' ' ')"
counted "perf stat --per-thread: both add up to" "$(sum 2)"
# What they have done before perf is there is not counted: less than half of it.
eq "perf stat --per-thread: each has its loop" \
	"$(awk -F, '$2 > 100000000 && $2 < 210000000' /tmp/stat | wc -l)" 2

# What these monitors cannot, and what perf says
says "<not supported>      cycles:u" debian perf stat -e cycles:u known 1
says "<not supported>" debian perf stat -e cycles:k known 1
says "unknown option \`pfm-events'" debian perf stat --pfm-events INSTR_EXEC known 1
says "$no_memory" debian perf mem record known 1
paranoid=/proc/sys/kernel/perf_event_paranoid
before=$(cat $paranoid)
echo 1 >$paranoid
user perf stat -x, -o /tmp/user -e cycles known 10000000 >/tmp/out 2>&1
between "perf stat of a user at level 1 counts" \
	"$(awk -F, '/cycles/ { print $1 }' /tmp/user)" $((2 * least)) $((2 * most))
echo 2 >$paranoid
says "<not supported>      cycles:u" user perf stat -e cycles known 1
echo 3 >$paranoid
says "Access to performance monitoring and observability operations is limited." \
	user perf stat -e cycles known 1
echo "$before" >$paranoid
finish
