#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# The part of the demonstration that runs in the guest. It runs the commands that a user
# would type, and checks their results. The user sees the lines that begin with "| ".

. /bench/lib.sh

# say: show the lines of standard input to the user
say() {
	sed 's/^/| /' >&3
}

title() {
	printf '\n== %s\n\n' "$*" | say
}

# run COMMAND...: show a command, run it, and show and keep its output
run() {
	echo "# $*" | say
	"$@" >/tmp/run.out 2>&1
	status=$?
	grep -v '^$' /tmp/run.out | say
	[ $status = 0 ] || not_ok "'$*' ended with $status"
}

# counted NAME: print the count that perf stat printed for an event, without commas
counted() {
	awk -v name="$1" '$2 == name { gsub(",", "", $1); print $1 }' /tmp/run.out
}

title "The kernel, the driver and the PMU"
run uname -rm
run insmod /bench/arm_cp_pmu.ko
dmesg | sed -n 's/.*\(arm-cp-pmu .*\)/\1/p' | say
[ -e "$P" ] || {
	not_ok "the PMU $PMU is there"
	finish
}
for file in "$P"/cpus "$P"/caps/overflow_source "$P"/format/*; do
	echo "${file#"$P/"}: $(cat "$file")"
done | say

title "Events: $P/events"
find "$P/events" -type f ! -name '*.*' | sed 's/.*\///' | sort | awk '{ printf "%-26s", $0; if (NR % 3 == 0) print "" } END { print "" }' | say
eq "all events are named" \
	"$(find "$P/events" -type f ! -name '*.*' ! -name cycles_div64 ! -name '*_bytes' | wc -l)" \
	"$(core_events | wc -l)"

# A loop of N iterations has 2N + 1 instructions. The start and the end of the program and
# the kernel's interrupts add less than 1 % here.
number=${INSTR#*:0x0}
name=$PMU/$(core_events | sed -n "s/^0$number //p")/
title "perf stat: a loop of 20,000,001 instructions"
run perf stat -e "$name,r$number,cycles" known 10000000
between "$name counts the loop" "$(counted "$name")" 20000001 20400000
eq "r$number is $name" "$(counted "r$number")" "$(counted "$name")"
run perf stat -e instructions,branches,cycles known 10000000
between "instructions counts the loop" "$(counted instructions)" 20000001 20400000
branch=5
[ "$CORE" != cortex-a8 ] || branch=18
echo "The emulated PMU gives every event but instructions and cycles a rate of its own:
branches, event $branch, one in $branch + 16 instructions (tests/qemu/README)." | say
# Each stop and start of the counters can lose a fraction of an event.
branches=$(($(counted instructions) / (branch + 16)))
between "branches are one in $branch + 16 instructions" "$(counted branches)" \
	$((branches - 20)) $((branches + 20))

title "perf record, perf report: heavy() runs 75 % of the instructions, light() 25 %"
run perf record -e cycles -F 2000 -o /tmp/data -- shares 12000
run perf report -i /tmp/data --stdio -g none --stdio-color never --percent-limit 1 \
	-F overhead,sample,symbol
for function in heavy:7300:7700 light:2300:2700; do
	name=${function%%:*}
	share=$(awk -v name="$name" '$NF == name { sub("%", "", $1); print int($1 * 100) }' /tmp/run.out)
	range=${function#*:}
	between "$name()'s share" "$share" "${range%:*}" "${range#*:}"
done
rm -f /tmp/data
finish
