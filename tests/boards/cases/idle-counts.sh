#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module pi-zero eb-1176 pb-a8 connex-255
# tier: main
# of: sampling
#
# Cycles may count while the core waits for an interrupt: no manual tells. Then a CPU that is
# busy for a tenth of the time counts ten times as many. What was counted in idle time belongs
# to the idle task, and never to the code that runs next.
#
# The truth: the lengths of the programs' loops, and the exact count of the CPU. In duty-cycle,
# nothing counts in idle time.

. /bench/lib.sh
load
cpi=$(get cpi)
put idle-cycles 3

# percent PART WHOLE: hundredths of a percent
percent() {
	awk -v part="$1" -v whole="$2" 'BEGIN { printf "%d", whole ? part * 10000 / whole : 0 }'
}

# profile TEXT OPTION...: duty with these options, and the shares of the programs' functions
profile() {
	_text=$1
	shift
	put reset-stats true
	succeeds "$_text" duty "$@" "$CYCLES" || return
	_count=$(word count 2 /tmp/out)
	_samples=$(word samples 2 /tmp/out)
	eq "$_text: no sample is lost, and the event is not throttled" \
		"$(word samples 5 /tmp/out) $(word samples 6 /tmp/out)" "0 0"
	between "$_text: there are samples" "$_samples" 150 1000000
	note "$_text: $(grep ^samples /tmp/out), $(grep ^shares /tmp/out)"
}

# of_cpu TEXT OPTION...: the idle task has its share, too. Four standard deviations of the
# share of 150 samples, of a tenth of all, are 10 points; of 2000 they are 2.7.
of_cpu() {
	profile "$@" || return
	eq "$_text: the count is exact" "$_count" "$(sampled_cycles)"
	_busy=$(percent $((($(word work 2 /tmp/out) + $(word work 3 /tmp/out)) * cpi)) "$_count")
	between "$_text: most was counted in idle time" "$_busy" 500 1500
	_within=270
	[ "$_samples" -ge 2000 ] || _within=1000
	_shares=$(($(word shares 3 /tmp/out) + $(word shares 4 /tmp/out)))
	between "$_text: the program has what it has counted" "$_shares" \
		$((_busy - _within)) $((_busy + _within))
	between "$_text: the idle task has the rest" "$(word shares 2 /tmp/out)" \
		$((10000 - _busy - _within - 600)) $((10000 - _busy + _within))
}

check_source() {
	source=$(cat "$P/caps/overflow_source")
	for us in 100 1000 10000; do
		of_cpu "$source, bursts of $us us, -c" -b $us -d 10 -r $((500000 / us)) -c 250007
		of_cpu "$source, bursts of $us us, -F 4000" -b $us -d 10 -r $((500000 / us)) -F 4000
	done
	of_cpu "$source, -F 99" -b 1000 -d 10 -r 400 -F 99
	# With exclude_idle, the others have all samples.
	profile "$source, exclude_idle" -b 1000 -d 10 -r 500 -x idle -F 4000 || return
	eq "$source, exclude_idle: the idle task has no sample" "$(word idle 2 /tmp/out)" 0
	_work=$((($(word work 2 /tmp/out) + $(word work 3 /tmp/out)) * cpi))
	between "$source, exclude_idle: the count is that of the others" "$_count" \
		$((_work * 95 / 100)) $((_work * 125 / 100))
}

check_source
[ "$source" != irq ] || without_line check_source
put idle-cycles 0
finish
