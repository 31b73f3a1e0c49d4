#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module debug pb-a8 cubieboard
# tier: main
#
# Programs read their own counters without a system call: the counts are exact, also while
# other tasks count and sample, and nobody else has access.

. /bench/lib.sh
unload
load user_read=1
cpi=$(get cpi)

# all_refused TEXT: any other program gets SIGILL. It can read USEREN.
all_refused() {
	access cortex-a8 >/tmp/out
	eq "$1: another program has no access" \
		"$(awk '$2 == "SIGILL"' /tmp/out | wc -l) $(awk '$3 == "SIGILL"' /tmp/out | wc -l)" \
		"11 12"
}

# exact TEXT ROUNDS EVENT...: each count is between two others, and most are direct
exact() {
	_text=$1
	_rounds=$2
	shift 2
	user -n "$_rounds" exact "$@" >/tmp/out 2>&1 || not_ok "$_text: $(tail -n 1 /tmp/out)"
	eq "$_text: the counts agree with those of read(2)" \
		"$(word exact 2 /tmp/out) $(word exact 4 /tmp/out)" "$_rounds 0"
	between "$_text: rounds without a system call" "$(word exact 3 /tmp/out)" $((_rounds / 4)) "$_rounds"
}

all_refused "without an event"
user ends "$INSTR" >/tmp/out 2>&1 || not_ok "user ends: $(tail -n 1 /tmp/out)"
report /tmp/out
eq "all checks of the access are made" "$(grep -c '^ok' /tmp/out)" 23
eq "the monitor is closed" "$(get user-access)" False

eq "100 instructions count as 100" "$(user known "$INSTR")" "known 100 1"
eq "100 instructions are $((100 * cpi)) cycles" "$(user known "$CYCLES")" "known $((99 * cpi + 1)) 1"

# shellcheck disable=SC2046,SC2086 # words, here and below
{
	exact "one event" 4000 "$INSTR"
	exact "all counters" 4000 "$CYCLES" "$INSTR" $(events 3)
	exact "more events than counters" 8000 "$CYCLES" "$INSTR" $(events 9)
}

user -n 20 late "$CYCLES" >/tmp/out 2>&1 || not_ok "user late: $(tail -n 1 /tmp/out)"
eq "an event that is mapped late has the right count" "$(word exact 2 /tmp/out) $(word exact 4 /tmp/out)" "4000 0"
between "it is read without a system call" "$(word exact 3 /tmp/out)" 3000 4000

# A reset writes the page with interrupts enabled. The timer for multiplexing comes each
# millisecond, rarely outside of system calls.
interval=$(cat "$P/perf_event_mux_interval_ms")
echo 1 >"$P/perf_event_mux_interval_ms"
# shellcheck disable=SC2046 # words
user -n 5000 reset "$INSTR" "$CYCLES" $(events 5) >/tmp/out 2>&1 || not_ok "user reset: $(tail -n 1 /tmp/out)"
eq "after a reset the count is small" "$(word exact 2 /tmp/out) $(word exact 4 /tmp/out)" "5000 0"
between "as long as interrupts find the kernel, the page has no counter" "$(word exact 3 /tmp/out)" \
	0 $(($(word exact 5 /tmp/out) / 5))
echo "$interval" >"$P/perf_event_mux_interval_ms"

# Since Linux 6.16, a software event that samples too often stops its group. The program may be
# about to read the counter.
limit_samples 1
user -n 200000 throttled "$INSTR" >/tmp/out 2>&1 || not_ok "user throttled: $(tail -n 1 /tmp/out)"
eq "the access stays while perf throttles the group" \
	"$(word throttled 2 /tmp/out) $(word throttled 4 /tmp/out)" "200000 0"
if linux_since 6.16; then
	between "perf has throttled it" "$(word throttled 3 /tmp/out)" 1000 199000
fi
no_limit_of_samples

# Others run at the same time, and with their events.
# shellcheck disable=SC2046 # words
while :; do measure -g -y -n 20011 -w 20 "$CYCLES" "$INSTR" $(events 3); done >/tmp/counted 2>&1 &
counting=$!
while :; do measure -y -c 100003 -n 20011 -w 20 "$CYCLES"; done >/tmp/sampled 2>&1 &
sampling=$!
eq "while others count and sample, 100 instructions count as 100" "$(user known "$INSTR")" "known 100 1"
# shellcheck disable=SC2046 # words
exact "while others count and sample" 4000 "$CYCLES" "$INSTR" $(events 3)
all_refused "while all these run"
kill $counting $sampling
wait $counting $sampling 2>/dev/null
killall -q measure
cat /tmp/counted /tmp/sampled >/tmp/out
between "the others have run" "$(grep -c '^count' /tmp/out)" 10 100000

# perf counts the program's task: the program uses read(2).
perf stat -e instructions -- user -n 1000 exact "$INSTR" >/tmp/out 2>&1
eq "while perf counts the program, no count is without a system call" "$(word exact 3 /tmp/out)" 0
eq "the counts agree then, too" "$(word exact 4 /tmp/out)" 0

# Several times the range of the counter. The cycles per instruction are such that the
# clock's 500 ms, in which the driver looks at the counter, are less than 2^30 cycles.
if [ "$VARIANT" = module ]; then
	put cpi 4
	user -n 10000 until "$CYCLES" >/tmp/out 2>&1 || not_ok "user until: $(tail -n 1 /tmp/out)"
	eq "no count is wrong in 10^10 cycles" "$(word exact 4 /tmp/out)" 0
	eq "all are without a system call" "$(word exact 3 /tmp/out)" "$(word exact 2 /tmp/out)"
	put cpi "$cpi"
fi

all_refused "when all programs have ended"
eq "the monitor is closed at the end" "$(get user-access)" False
unload
load
finish
