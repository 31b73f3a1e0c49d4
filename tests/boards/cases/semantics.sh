#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module soak eb-1176 pi-zero pi-zero-rpios pb-a8 connex-255
# tier: main
#
# What perf promises about events, their ioctls and their tasks. The count of an event over
# all of its tasks equals the total of the model's counter.

. /bench/lib.sh
load
cpi=$(get cpi)

# semantic TEXT ARGUMENT...: run a test of semantics
semantic() {
	_text=$1
	shift
	put reset-stats true
	run_checks "$_text" semantics "$@"
}

# is_total TEXT COUNT: COUNT is the total of a counter
is_total() {
	one_of "$1: the count is exact" "$2" "$(totals)"
}

turn() {
	semantic "ioctl" -n 10000000 ioctl "$INSTR"

	# shellcheck disable=SC2046 # a list of words
	semantic "pinned" -n 1000000 pinned $(events "$COUNTERS") "$INSTR"
	# shellcheck disable=SC2046 # a list of words
	semantic "pinned to the CPU" -n 1000000 pinned-cpu $(events "$COUNTERS") "$INSTR"
	semantic "exclusive" -n 100000000 exclusive "$INSTR" "$EVENT"

	n=20000
	semantic "fork" -r 12 -n $n fork "$INSTR"
	count=$(word count 2 /tmp/out)
	work=$((12 * 13 * (2 * n + 1)))
	between "fork: the count includes the work of all tasks" "$count" $work $((work * 100))
	is_total "fork" "$count"

	# An exec takes some hundred thousand instructions, and some millions in a debug
	# kernel.
	n=5000000
	loop=$((2 * n + 1))
	semantic "exec" -r 20 -n $n exec "$INSTR"
	count=$(word count 2 /tmp/out)
	between "exec: the count includes the work of all programs" "$count" $((20 * loop)) $((40 * loop))
	is_total "exec" "$count"

	# The program works ten pieces before the exec and one piece after it.
	semantic "enable_on_exec" -r 10 -n $n on-exec "$INSTR"
	count=$(word count 2 /tmp/out)
	between "enable_on_exec: the event counts from the exec on" "$count" $loop $((2 * loop))
	is_total "enable_on_exec" "$count"
	semantic "remove_on_exec" -r 10 -n $n off-exec "$INSTR"
	count=$(word count 2 /tmp/out)
	between "remove_on_exec: the event counts up to the exec" "$count" $((10 * loop)) $((11 * loop))
	is_total "remove_on_exec" "$count"

	semantic "attach" -r 40 attach "$INSTR"
	is_total "attached to a task and detached" "$(word count 2 /tmp/out)"

	# On ARM11 and XScale these events need all counters.
	semantic "task and CPU" -r 5 -n 300000 both "$INSTR" "$CYCLES"
	sum=$(word sum 2 /tmp/out)
	eq "task and CPU: each task's cycles are $cpi times its instructions" \
		"$(awk -v cpi="$cpi" '$1 == "task" && $3 == $2 * cpi { n++ } END { print n }' /tmp/out)" 5
	work=$(word work 2 /tmp/out)
	between "task and CPU: the tasks' counts include the work" "$sum" "$work" $((work * 3))
	between "task and CPU: the CPU's count includes the tasks' counts" "$(word cpu 2 /tmp/out)" "$sum" $((sum * 2))
	is_total "the CPU" "$(word cpu 2 /tmp/out)"
}

turns=1
[ "$VARIANT" = soak ] && turns=20
while [ $turns -gt 0 ]; do
	turn
	turns=$((turns - 1))
done
finish
