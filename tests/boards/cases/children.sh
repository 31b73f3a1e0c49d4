#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module pi-zero eb-1176 pb-a8 connex-255
# of: sampling
#
# perf record of a program whose child and thread do the work, of a script of two programs, and
# of one that starts many short programs. Each has its share, and the weights of all samples
# add up to the count.
#
# The truth: the programs' loops of known length, and the model's count.

. /bench/lib.sh
load
cpi=$(get cpi)

# profile TEXT LEAST OPTIONS COMMAND...: the samples have LEAST percent of the cycles
profile() {
	_text="$source, $3: $1"
	_least=$2
	_options=$3
	shift 3
	put reset-stats true
	# shellcheck disable=SC2086 # words
	perf record -q -e cycles $_options -o /tmp/data -- "$@" >/tmp/out 2>&1 ||
		not_ok "$_text: $(tail -n 1 /tmp/out)"
	_count=$(sampled_cycles)
	read_profile
	note "$_text: $SAMPLES samples, $SUM of $_count cycles"
	between "$_text: the samples have the cycles, in percent" $((SUM / (_count / 100))) \
		"$_least" 100
}

# has FUNCTION INSTRUCTIONS: its share, in hundredths of a percent of the count. Four standard
# deviations of a half of 400 samples are 10 points.
has() {
	_truth=$(awk -v part="$2" -v cpi="$cpi" -v all="$_count" \
		'BEGIN { printf "%d", part * cpi * 10000 / all }')
	between "$_text: $1() has its share" $(($(weight "$1") / (_count / 10000))) \
		$((_truth - 800)) $((_truth + 800))
}

check_source() {
	source=$(cat "$P/caps/overflow_source")
	for options in "-F 4000" "-c 100003 -P"; do
		profile "a child and a thread" 97 "$options" workers 10000000
		has heavy 40000000
		has light 40000000
		profile "two programs" 97 "$options" sh -c 'known 20000000; workers 10000000'
		has known_loop 40000000
		has heavy 40000000
		has light 40000000
	done
	# What a program does after its last sample is lost: half of a distance, on average.
	# shellcheck disable=SC2016 # for the inner sh
	profile "short programs" 88 "-F 4000" \
		sh -c 'i=0; while [ $i -lt 50 ]; do known 250000; i=$((i + 1)); done'
}

check_source
[ "$source" != irq ] || without_line check_source
finish
