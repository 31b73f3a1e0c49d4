#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module eb-1176 eb-1176-no-irq pb-a8 connex-255 pi-zero pi-zero-rpios
# of: sampling
#
# Samples of the whole CPU while programs work in bursts and sleep between them. Nothing
# counts while the core waits for an interrupt. So the idle task has only the events of its
# own few instructions, and each function of the programs has its share of all events.
#
# The truth comes from the loops' known lengths, and from two exact counts: that of the CPU,
# and that of the programs' tasks. The rest is the idle task's, and that of the kernel's
# threads. Boards with an interrupt check both sources: with the line wired, and without it.

. /bench/lib.sh
load
cpi=$(get cpi)
period=250007

# truth OPTION...: set the true shares TRUTH, as duty needs them. Count instructions: XScale
# has only one counter for cycles. Cycles have a constant ratio to them.
truth() {
	put reset-stats true
	run_checks "$*" duty "$@" -T "$INSTR" "$INSTR"
	one_of "$*: the count of the CPU is exact" "$(word count 2 /tmp/out)" "$(totals)"
	TRUTH=$(word truth 2 /tmp/out)
}

# check TEXT OPTION...: sample with the options of duty, which compares with the truth
check() {
	_text="$source, $1"
	shift
	[ "$source" = irq ] || set -- -s "$@"
	put reset-stats true
	run_checks "$_text" duty -e "$TRUTH" -i "$cpi" "$@" "$CYCLES"
	note "$_text: $(grep -E '^(samples|shares)' /tmp/out | xargs) of $TRUTH"
}

# of_cpu TEXT OPTION...: all modes. The model counts the same events.
of_cpu() {
	check "$@"
	eq "$_text: the count is exact" "$(word count 2 /tmp/out)" "$(sampled_cycles)"
}

# ticks: interrupts of the timer so far
ticks() {
	awk '/timer|Timer|ost0/ { sum += $2 } END { print sum + 0 }' /proc/interrupts
}

# wakes: interrupts of the timer in ten seconds of idleness
wakes() {
	_before=$(ticks)
	sleep 10
	echo $(($(ticks) - _before))
}

# work US PERCENT ROUNDS [OPTION...]: a kind of work, and its truth
work() {
	text="bursts of $1 us, $2 %"
	work="-b $1 -d $2 -r $3"
	shift 3
	work="$work $*"
	# shellcheck disable=SC2086 # words
	truth $work
}

# shellcheck disable=SC2086 # words
check_source() {
	source=$(cat "$P/caps/overflow_source")
	# Half a second of work: at 4000 samples a second, 2000 samples
	for shape in "100 1 5000" "1000 10 500" "10000 50 50"; do
		work $shape
		of_cpu "$text, -c" $work -c $period
		of_cpu "$text, -F 4000" $work -F 4000
		check "$text, :u -F 4000" $work -x kernel -F 4000
		check "$text, :u -c" $work -x kernel -c $period
	done
	work 1000 10 2000
	of_cpu "$text, -F 999" $work -F 999
	of_cpu "$text, -F 99" $work -F 99
	work 1000 10 500 -t 4
	of_cpu "four programs" $work -F 999
	work 1000 10 500
	check "exclude_idle: the other tasks have all samples" $work -F 4000 -x idle

	# An idle CPU is not woken for samples. The guard looks twice a second. A kernel that ticks
	# while it is idle works then, and has samples: each has an interrupt for perf's irq_work.
	without=$(wakes)
	for options in "-F 4000" "-c $period"; do
		# shellcheck disable=SC2086 # words
		hold -a $options "$CYCLES"
		between "$source, $options: an idle CPU is not woken for samples" "$(wakes)" 0 \
			$((without * 11 / 10 + 2 * 10 + 30))
		release
	done
}

check_source

# shellcheck disable=SC2086 # words
{
	work 1000 10 2000
	check "pid and cpu: an event of one task on CPU 0" $work -p -F 999
	# A cgroup that has the program and not the idle task, and the root, which has both
	if grep -q perf_event /proc/cgroups 2>/dev/null; then
		mkdir /tmp/cgroup
		mount -t cgroup -o perf_event none /tmp/cgroup
		mkdir /tmp/cgroup/work
		check cgroup $work -M /tmp/cgroup/work -G /tmp/cgroup/work -F 999
		of_cpu "root cgroup" $work -G /tmp/cgroup -F 999
		rmdir /tmp/cgroup/work
		umount /tmp/cgroup
		rmdir /tmp/cgroup
	fi
}

# The same by timer, on a board with a line
[ "$source" != irq ] || without_line check_source

# perf itself: of 2000 samples, four standard deviations of a quarter are 4 points, and those
# of the idle task's share 2. The driver may be off by one.
load
put reset-stats true
perf record -q -a -e cycles -F 999 -o /tmp/data -- \
	duty -o -b 1000 -d 10 -r 2000 >/tmp/out 2>&1 ||
	not_ok "perf record: $(tail -n 1 /tmp/out)"
quarter=$(($(word work 2 /tmp/out) * cpi * 100 / $(sampled_cycles)))
idle=$(awk -v truth="${TRUTH%%:*}" 'BEGIN { print int(truth * 100) }')
perf report -i /tmp/data --stdio -g none --stdio-color never -F overhead,comm,symbol \
	--percent-limit 0 2>/dev/null >/tmp/report
between "perf record -a: the idle task has its share" \
	"$(awk '$2 == "swapper" { sum += $1 } END { print int(sum) }' /tmp/report)" 0 $((idle + 3))
between "perf record -a: quarter() has its share" \
	"$(awk '$NF == "quarter" { print int($1) }' /tmp/report)" $((quarter - 5)) $((quarter + 5))
rm -f /tmp/data
finish
