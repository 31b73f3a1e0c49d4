#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module pi-zero eb-1176 pb-a8 connex-255 cubieboard-5.10
# tier: main
# of: sampling
#
# Programs that wake often and work little, as daemons of GPIO pins and of networks do. They
# sleep for 200 us and work for 3 to 50 us. Each sample stands for the task that has worked,
# also if its work ends before a timer can expire.
#
# The truth is the exact count: of the task, and of the CPU.

. /bench/lib.sh
load
cpi=$(get cpi)
switch_in=600
[ "$CORE" != xscale1 ] || switch_in=900

# work US TIMES: the options of duty for work of this length
work() {
	echo "-b $1 -d $((100 * $1 / ($1 + 200) + 1)) -r $2"
}

# of_task US OPTION...: the samples of the task have its cycles
of_task() {
	_text="$source, work of $*"
	_us=$1
	shift
	# shellcheck disable=SC2046 # words
	succeeds "$_text" duty $(work "$_us" 4000) -p "$@" "$CYCLES" || return
	note "$_text: $(grep ^count /tmp/out), $(grep ^samples /tmp/out)"
	_count=$(word count 2 /tmp/out)
	_samples=$(word samples 2 /tmp/out)
	eq "$_text: no sample is lost" "$(word samples 5 /tmp/out)" 0
	between "$_text: there are samples" "$_samples" 20 100000
	between "$_text: the samples have the cycles, in percent" \
		$(($(word samples 3 /tmp/out) / (_count / 100))) 85 100
	between "$_text: each sample has its part" "$(word samples 7 /tmp/out)" \
		$((_samples / 3)) "$_samples"
}

# of_cpu US OPTION...: the idle task has what the tasks have not. perf counts a task from the
# end of the switch to it on. Samples show it from the switch on: some 600 instructions, on
# XScale 900. With the interrupt, an overflow in the scheduler comes after the switch, in
# either direction. A share has a standard deviation of 170 at most.
of_cpu() {
	_text="$source, work of $*"
	_us=$1
	shift
	put reset-stats true
	# shellcheck disable=SC2046 # words
	succeeds "$_text" duty $(work "$_us" 16000) -T "$INSTR" "$@" "$CYCLES" || return
	_count=$(word count 2 /tmp/out)
	_tasks=$(($(word tasks 2 /tmp/out) * cpi / (_count / 10000)))
	_switch=$((16000 * switch_in * cpi / (_count / 10000)))
	_within=800
	[ "$source" = timer ] || _within=1200
	note "$_text: $_tasks, $(grep ^samples /tmp/out), $(grep ^shares /tmp/out)"
	one_of "$_text: the count is exact" "$_count" "$(totals) $(get total-ccnt)"
	eq "$_text: no sample is lost" "$(word samples 5 /tmp/out)" 0
	between "$_text: there are samples" "$(word samples 2 /tmp/out)" 100 100000
	between "$_text: the idle task has its share" "$(word shares 2 /tmp/out)" \
		$((10000 - _tasks - _switch - _within)) $((10000 - _tasks + _within))
}

# places OPTION...: the samples show neither the driver nor perf, but for what they cost, and
# each call chain goes on. In some kernels __schedule() is the first function of its section,
# and perf takes the name of that.
places() {
	_text="$source, perf record $*"
	# shellcheck disable=SC2046 # words
	perf record -q -g -e cycles "$@" -o /tmp/data -- duty -o $(work 5 4000) >/tmp/out 2>&1 ||
		not_ok "$_text: $(tail -n 1 /tmp/out)"
	perf script -i /tmp/data -F comm,ip,sym 2>/dev/null >/tmp/script
	# The first frame, and the length of the chain
	awk -v RS= -F'\n' '{ split($2, frame, " "); print frame[2], NF - 1 }' /tmp/script |
		sed 's/__sched_text_start/__schedule/' >/tmp/leaves
	_samples=$(wc -l </tmp/leaves)
	_switches=$(grep -c '^__schedule ' /tmp/leaves)
	between "$_text: there are samples" "$_samples" 50 100000
	between "$_text: samples of the scheduler" "$_switches" 10 100000
	# perf's records of the program's start have some instructions, too.
	_own=$(grep -c '^\(cp_\|perf_\|event_\|ctx_\|__perf\)' /tmp/leaves)
	between "$_text: the driver and perf have few of these" "$_own" 0 $((_samples / 100 + 4))
	eq "$_text: the chains from the scheduler go on" \
		"$(awk '$1 == "__schedule" && $2 >= 4' /tmp/leaves | wc -l)" "$_switches"
	note "$_text: $_own of $_samples, $(sort /tmp/leaves | uniq -c | sort -rn | head -n 6 | tr -s ' \n' ' ')"
	rm -f /tmp/data /tmp/script
}

# of_limit: perf limits the share of the CPU that samples take, 25 %. Those at the end of turns
# take more than a quarter of 10 us, so it lowers the rate.
of_limit() {
	limit_samples 100000
	# shellcheck disable=SC2046 # words
	succeeds "$source, limit of samples" duty $(work 3 4000) -p -F 10000 "$CYCLES"
	_lowered=$(cat /proc/sys/kernel/perf_event_max_sample_rate)
	no_limit_of_samples
	note "$source, limit of samples: $(grep ^samples /tmp/out), then $_lowered a second"
	between "$source, limit of samples: perf lowers the rate" "$_lowered" 100 99999
}

check_source() {
	source=$(cat "$P/caps/overflow_source")
	[ "$source" != timer ] || of_limit
	for us in 3 7 25; do
		of_cpu $us -F 4000
		of_cpu $us -c 50021
	done
	for us in 3 5 10 25 50; do
		of_task $us -F 1000
		of_task $us -F 10000
		of_task $us -c 10000
	done
	places -F 4000
	places -c 20000 -P
}

check_source
[ "$source" != irq ] || without_line check_source
finish
