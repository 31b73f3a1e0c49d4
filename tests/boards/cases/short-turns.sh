#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module pi-zero eb-1176 pb-a8 connex-255
# of: sampling
#
# Two threads that hand work to each other, at a pipe or a futex, and work for 3 to 50 us each
# time. perf record shows what each has used: of the program (perf's default, the event is
# inherited), of its first thread alone (-i), and of the CPU (-a).
#
# The truth: the exact counts of the two threads, in a run without samples.

. /bench/lib.sh
load

# turns OPTIONS OPTION...: record handover with these options
turns() {
	_text="$source, $*"
	_options=$1
	shift
	put reset-stats true
	# shellcheck disable=SC2086 # words
	perf record -q -e cycles "$@" -o /tmp/data -- handover $_options >/tmp/out 2>&1 ||
		not_ok "$_text: $(tail -n 1 /tmp/out)"
	_count=$(sampled_cycles)
	read_profile
	between "$_text: there are samples" "$SAMPLES" 50 100000
	between "$_text: the samples have the cycles, in percent" $((SUM / (_count / 100))) 85 100
}

# both OPTIONS OPTION...: both threads have their shares, in hundredths of a percent, of at
# least 1,500 samples: a standard deviation of 130. perf does not stop an inherited event when
# the next thread has the same, so a timer's sample of a turn of 3 us is in the next turn.
both() {
	turns "$@"
	_first=$(weight '.*' first)
	_share=$((_first / ((_first + $(weight '.*' second)) / 10000)))
	note "$_text: $_truth, $_share, $SAMPLES samples"
	between "$_text: the first has its share" $_share $((_truth - 1000)) $((_truth + 1000))
}

# counts OPTIONS: set the truth
counts() {
	# shellcheck disable=SC2086 # words
	handover $1 -T "$CYCLES" >/tmp/out 2>&1 || not_ok "$1: $(tail -n 1 /tmp/out)"
	_first=$(word count 2 /tmp/out)
	_truth=$((_first / ((_first + $(word count 3 /tmp/out)) / 10000)))
	note "$1: $(grep ^work /tmp/out), $(grep ^count /tmp/out)"
}

check_source() {
	source=$(cat "$P/caps/overflow_source")
	for lengths in "-r 16000 -A 3 -B 10 -w pipe" "-r 16000 -A 25 -B 5 -w futex" \
		"-r 8000 -A 50 -B 10 -w pipe"; do
		counts "$lengths"
		both "$lengths" -F 4000
		both "$lengths" -c 50021 -P
		both "$lengths" -a -F 4000
		turns "$lengths" -i -F 4000
	done
}

check_source
[ "$source" != irq ] || without_line check_source
finish
