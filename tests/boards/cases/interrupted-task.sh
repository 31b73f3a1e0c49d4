#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module debug cubieboard-rt pb-a8-rt pb-a8-rt-no-irq
# of: sampling
#
# With PREEMPT_RT, threads handle most interrupts and timers. The driver's are handled at once,
# in the task that they interrupt: a loop in a program has the samples of its own cycles, and
# those threads have few.

. /bench/lib.sh
load
n=100000000
# Two instructions a round, and one more
cycles=$(($(get cpi) * (2 * n + 1)))

# samples_of_loop OPTION...: sample the CPU while the loop runs
samples_of_loop() {
	_text="$(cat "$P/caps/overflow_source"), $*"
	perf record -q -a -e cycles "$@" -o /tmp/data -- known $n >/tmp/out 2>&1 ||
		not_ok "$_text: perf record: $(tail -n 1 /tmp/out)"
	# perf can store a record twice. COMM TIME PERIOD ADDRESS SYMBOL
	perf script -i /tmp/data -F comm,time,period,ip,sym 2>/dev/null | sort -u |
		awk '$5 == "known_loop" { loop += $3 }
			$1 ~ /^(ktimers|ksoftirqd|irq_work|irq)\// { threads++ }
			END { printf "sums %d %.0f %d\n", NR, loop, threads }' >/tmp/sums
	between "$_text: there are samples" "$(word sums 2 /tmp/sums)" 300 1000
	# A sample in an interrupt takes cycles of the loop with it. The loop's samples have cycles
	# of the interrupts: with lockdep, 25,000 of each sample's own.
	between "$_text: the periods of the loop's samples add up to its cycles" \
		"$(word sums 3 /tmp/sums)" $((cycles * 97 / 100)) $((cycles * 105 / 100))
	# The threads have work of their own, at some ticks.
	between "$_text: samples of threads that handle interrupts" "$(word sums 4 /tmp/sums)" 0 6
}

check_source() {
	samples_of_loop -F 1000
	samples_of_loop -c 1000003 -P
}

check_source
# The same by timer
[ "$SOURCE" != irq ] || without_line check_source
rm -f /tmp/data
finish
