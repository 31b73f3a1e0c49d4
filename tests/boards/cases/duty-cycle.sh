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

# rounds_of US TENTHS: how many bursts of that length add up to TENTHS of a second of work
rounds_of() {
	echo $(($2 * 100000 / $1))
}

# share PART WHOLE: hundredths of a percent
share() {
	awk -v part="$1" -v whole="$2" 'BEGIN { printf "%d", whole ? part * 10000 / whole : 0 }'
}

# busybox's awk has no sqrt().
ROOT='function root(x, r, i) { r = 1; for (i = 0; i < 40; i++) r = (r + x / r) / 2; return r }'

# within SHARE LEAST: the tolerance of a share, in hundredths of a percent: LEAST, which the
# driver may be off, and four standard deviations of the share of that many random samples. Of
# the hundreds of shares on six boards, often at least one is three deviations off.
within() {
	awk -v p="$1" -v n="$effective" -v least="$2" "$ROOT"' BEGIN {
		p /= 10000
		s = n ? 40000 * root(p * (1 - p) / n) : 0
		printf "%d", least + s }'
}

# truth OPTION...: set the true shares IDLE, QUARTER and REST. Count instructions: XScale has
# only one counter for cycles. Cycles have a constant ratio to them.
truth() {
	put reset-stats true
	if ! duty "$@" -T "$INSTR" "$INSTR" >/tmp/out 2>&1; then
		not_ok "duty $*: $(tail -n 1 /tmp/out)"
		return 1
	fi
	_count=$(word count 2 /tmp/out)
	one_of "$*: the count of the CPU is exact" "$_count" "$(totals)"
	IDLE=$(share $((_count - $(word tasks 2 /tmp/out))) "$_count")
	QUARTER=$(share "$(word work 2 /tmp/out)" "$_count")
	REST=$(share "$(word work 3 /tmp/out)" "$_count")
	between "$*: the programs' tasks have most of it" $((IDLE + QUARTER + REST)) 8000 10000
}

# sample TEXT OPTION...: sample with the options of duty; set the results
sample() {
	_text=$1
	shift
	put reset-stats true
	if ! duty "$@" "$CYCLES" >/tmp/out 2>&1; then
		not_ok "$_text: $(tail -n 1 /tmp/out)"
		return 1
	fi
	samples=$(word samples 2 /tmp/out)
	effective=$(word samples 7 /tmp/out)
	count=$(word count 2 /tmp/out)
	eq "$_text: the weights add up to the count at the last sample" \
		"$(word samples 3 /tmp/out)" "$(word samples 4 /tmp/out)"
	eq "$_text: no sample is lost, and the event is not throttled" \
		"$(word samples 5 /tmp/out) $(word samples 6 /tmp/out)" "0 0"
	note "$_text: $samples samples ($effective), $(grep ^shares /tmp/out) of $IDLE $QUARTER $REST"
}

# shares TEXT: the shares of the last sample() are the true ones. Sampling is work, too, mostly
# of the idle task if the CPU is idle most of the time: all else has less. With Linux 7.2,
# bursts of 100 us and the timer, the idle task has 1.5 points too much, on average. With such
# bursts, a function of the programs may have 3 points too much.
shares() {
	case $1 in
	"timer, bursts of 100 us,"*) _least=400 ;;
	*) _least=300 ;;
	esac
	_work=$((($(word work 2 /tmp/out) + $(word work 3 /tmp/out)) * cpi))
	_all_else=$(($(share "$_work" "$count") * 10000 / (QUARTER + REST)))
	between "$1: there are samples" "$samples" "$least" 1000000
	_idle=$((10000 - _all_else + IDLE * _all_else / 10000))
	between "$1: the idle task has its share" "$(word shares 2 /tmp/out)" 0 \
		$((_idle + $(within "$_idle" 200)))
	_quarter=$((QUARTER * _all_else / 10000))
	_within=$(within "$_quarter" $_least)
	between "$1: quarter() has its share" "$(word shares 3 /tmp/out)" \
		$((_quarter - _within)) $((_quarter + _within))
	_rest=$((REST * _all_else / 10000))
	_within=$(within "$_rest" $_least)
	between "$1: rest() has its share" "$(word shares 4 /tmp/out)" \
		$((_rest - _within)) $((_rest + _within))
}

# of_cpu TEXT OPTION...: all modes
of_cpu() {
	_what=$1
	shift
	sample "$_what" "$@" || return
	eq "$_what: the count is exact" "$count" "$(sampled_cycles)"
	# The sampling clock runs while the CPU works: a nanosecond each cycle.
	case $* in
	*-F*)
		_wanted=$((count * rate / 1000000000))
		least=$((_wanted * 85 / 100 - 2))
		[ "$source" = irq ] && least=1
		[ "$source" = irq ] ||
			between "$_what: the frequency is that of the time in which the CPU works" \
				"$samples" "$least" $((_wanted * 115 / 100 + 2))
		;;
	*)
		least=1
		# See is_periods
		_wanted=$((count / period))
		_low=$((_wanted * 95 / 100 - 2))
		[ "$source" = irq ] && _low=$((_wanted * 99 / 100))
		between "$_what: a sample for each period" "$samples" "$_low" "$_wanted"
		;;
	esac
	shares "$_what"
}

# of_user TEXT OPTION...: user mode alone. use.rst has the standard error of the count: with
# the share p of all events and n samples, delivered or not, at most sqrt((1 - p) / (n p)).
# n p is the number of delivered samples, of equal weights. Allow four times this, and half of
# a hundredth for what the programs execute beside their loops. In an interrupt and at the end
# of a system call, the kernel has interrupts disabled, so the last of its samples show the
# program: allow half of the kernel's events, and 3000 for each sample's own interrupt.
of_user() {
	_what=$1
	shift
	sample "$_what" -x kernel "$@" || return
	eq "$_what: the count is the sum of the weights" "$count" "$(word samples 3 /tmp/out)"
	between "$_what: there are samples" "$samples" 100 1000000
	_user=$((($(word work 2 /tmp/out) + $(word work 3 /tmp/out)) * cpi))
	_off=$(awk -v p=$((QUARTER + REST)) -v n="$effective" "$ROOT"' BEGIN {
		printf "%d", 1000 * (4 * root((1 - p / 10000) / (n ? n : 1)) + 0.005) }')
	_kernel=$((5000 * (10000 - QUARTER - REST + IDLE) / (QUARTER + REST)))
	between "$_what: the count of user mode" "$count" $((_user * (1000 - _off) / 1000)) \
		$((_user * (10000 + 10 * _off + _kernel) / 10000 + 3000 * samples))
	eq "$_what: the idle task has no sample" "$(word idle 2 /tmp/out)" 0
	# A sample that is due in the kernel after an idle time may come in quarter(), which is
	# the first to run: the timers need 15 us.
	_within=$(within 2500 300)
	between "$_what: quarter() has a quarter" "$(word shares 3 /tmp/out)" \
		$((2500 - _within)) $((2500 + _within + IDLE / 2))
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

period=250007
check_source() {
	source=$(cat "$P/caps/overflow_source")
	for us in 100 1000 10000; do
		for duty in 1 10 50; do
			work="-b $us -d $duty"
			text="$source, bursts of $us us, $duty %"
			# shellcheck disable=SC2086 # words
			truth $work -r "$(rounds_of $us 5)" || continue
			# At 4000 samples a second, 2000 samples take half a second of work.
			# shellcheck disable=SC2086 # words
			of_cpu "$text, -c" $work -c $period -r "$(rounds_of $us 5)"
			rate=4000
			# shellcheck disable=SC2086 # words
			of_cpu "$text, -F 4000" $work -F 4000 -r "$(rounds_of $us 5)"
			# shellcheck disable=SC2086 # words
			of_user "$text, :u -F 4000" $work -F 4000 -r "$(rounds_of $us 5)"
			[ $us = 1000 ] || continue
			# shellcheck disable=SC2086 # words
			of_user "$text, :u -c" $work -c $period -r "$(rounds_of $us 5)"
			# 1000 and 200 samples
			for rate in 999 99; do
				# shellcheck disable=SC2086 # words
				of_cpu "$text, -F $rate" $work -F $rate \
					-r "$(rounds_of $us $((10 + 10 * (rate < 100))))"
			done
		done
	done

	# Several programs
	rate=999
	work="-b 1000 -d 10 -t 4"
	# shellcheck disable=SC2086 # words
	truth $work -r 500
	# shellcheck disable=SC2086 # words
	of_cpu "$source, four programs" $work -F 999 -r 500

	# With exclude_idle, the other tasks have all samples.
	work="-b 1000 -d 10"
	# shellcheck disable=SC2086 # words
	truth $work -r 500
	# shellcheck disable=SC2086 # words
	if sample "$source, exclude_idle" $work -F 4000 -x idle -r 500; then
		eq "$source, exclude_idle: the idle task has no sample" "$(word idle 2 /tmp/out)" 0
		between "$source, exclude_idle: the others have" "$samples" 1000 1000000
	fi

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

# An event of one task on CPU 0
work="-b 1000 -d 10"
rate=999
# shellcheck disable=SC2086 # words
truth $work -r 2000
# shellcheck disable=SC2086 # words
if sample "$source, pid and cpu" $work -p -F 999 -r 2000; then
	eq "$source, pid and cpu: the idle task has no sample" "$(word idle 2 /tmp/out)" 0
	QUARTER=$(share $(($(word work 2 /tmp/out) * cpi)) "$count")
	REST=$((QUARTER * 3))
	least=1600
	shares "$source, pid and cpu"
fi

# A cgroup that has the program and not the idle task, and the root, which has both
if grep -q perf_event /proc/cgroups 2>/dev/null; then
	mkdir /tmp/cgroup
	mount -t cgroup -o perf_event none /tmp/cgroup
	mkdir /tmp/cgroup/work
	# shellcheck disable=SC2086 # words
	if sample "$source, cgroup" $work -M /tmp/cgroup/work -G /tmp/cgroup/work -F 999 -r 2000; then
		eq "$source, cgroup: the idle task has no sample" "$(word idle 2 /tmp/out)" 0
		QUARTER=$(share $(($(word work 2 /tmp/out) * cpi)) "$count")
		REST=$((QUARTER * 3))
		least=1600
		shares "$source, cgroup"
	fi
	# shellcheck disable=SC2086 # words
	truth $work -r 2000
	# shellcheck disable=SC2086 # words
	of_cpu "$source, root cgroup" $work -G /tmp/cgroup -F 999 -r 2000
	rmdir /tmp/cgroup/work
	umount /tmp/cgroup
	rmdir /tmp/cgroup
fi

# The same by timer, on a board with a line
[ "$source" != irq ] || without_line check_source

# perf itself
load
put reset-stats true
perf record -q -a -e cycles -F 999 -o /tmp/data -- \
	duty -o -b 1000 -d 10 -r 2000 >/tmp/out 2>&1 ||
	not_ok "perf record: $(tail -n 1 /tmp/out)"
count=$(sampled_cycles)
QUARTER=$(share $(($(word work 2 /tmp/out) * cpi)) "$count")
perf report -i /tmp/data --stdio -g none --stdio-color never -F overhead,comm,symbol \
	--percent-limit 0 2>/dev/null >/tmp/report
idle=$(awk '$2 == "swapper" { sub("%", "", $1); sum += $1 }
	END { print int(sum * 100) }' /tmp/report)
quarter=$(awk '$NF == "quarter" { sub("%", "", $1); print int($1 * 100) }' /tmp/report)
# As many samples of equal weights
effective=$(perf script -i /tmp/data -F period 2>/dev/null |
	awk '{ sum += $1; squares += $1 * $1 } END { printf "%d", sum * sum / squares }')
# See shares(): a burst of 1 ms each 10 ms
between "perf record -a: the idle task has its share" "$idle" 0 \
	$((IDLE + $(within "$IDLE" 100)))
_within=$(within "$QUARTER" 100)
between "perf record -a: quarter() has its share" "$quarter" \
	$((QUARTER - _within)) $((QUARTER + _within))
note "perf record -a: $effective samples, $idle $quarter of $IDLE $QUARTER"
rm -f /tmp/data
finish
