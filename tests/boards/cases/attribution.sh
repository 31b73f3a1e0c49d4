#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module pi-zero pi-zero-irq cubieboard eb-1176 pb-a8 connex-255
# tier: main
# of: sampling
#
# A profile of an event names the function that causes it. Of two functions that take turns,
# a() causes all events, five in each microsecond, and b() runs three times as long. So all
# samples should be in a(), by their weights, and of cycles a quarter.
#
# By timer, a sample comes some microseconds after the end of its period. So a part of the
# samples is in b(), and the shorter the runs, the larger it is. If the period is a multiple or
# a part of the events of one run, its end is often the end of a run of a(). These periods are
# tested, too.
#
# "make test" runs the short form. The boards that it does not have run the long form: more
# lengths, random ones, more modes.

. /bench/lib.sh
load
put pulse-event 5
PULSED=$PMU:0x05

# bound US: what a() has at least, in hundredths of a percent, with runs of this length. The
# timers of the boards need 10 to 20 us.
bound() {
	if [ "$source" = irq ] || [ "$1" -ge 7000 ]; then
		echo 9700
	elif [ "$1" -ge 1300 ]; then
		echo 9400
	elif [ "$1" -ge 400 ]; then
		echo 8800
	elif [ "$1" -ge 100 ]; then
		echo 8000
	else
		echo 7500
	fi
}

# chance: five standard deviations of a()'s share, by which it may differ by chance
chance() {
	echo $((5 * $(word deviation 2 /tmp/out)))
}

# sample US OPTION...: sample the pulses, with runs of this length
sample() {
	_text="$source, runs of $*"
	_us=$1
	shift
	if ! turns -t 2000 -A "$_us" "$@" "$PULSED" >/tmp/out 2>&1; then
		not_ok "$_text: $(tail -n 1 /tmp/out)"
		return 1
	fi
	eq "$_text: no sample is lost, and the event is not throttled" \
		"$(word samples 4 /tmp/out) $(word samples 5 /tmp/out)" "0 0"
	between "$_text: there are samples" "$(word samples 2 /tmp/out)" 20 100000
	note "$_text: $(grep '^samples' /tmp/out), $(grep '^weights' /tmp/out), $(grep '^numbers' /tmp/out)"
}

# all_in_a US OPTION...: a() has the samples. The count of one mode is the sum of the weights.
all_in_a() {
	sample "$@" || return
	case $* in
	*-x*) _events=$(word samples 3 /tmp/out) ;;
	*) _events=$((5 * $(word work 2 /tmp/out))) ;;
	esac
	eq "$_text: the count is exact" "$(word count 2 /tmp/out)" "$_events"
	# Of random lengths, some are a tenth of the mean.
	case $* in
	*-e*) _us=$(($1 / 10)) ;;
	*) _us=$1 ;;
	esac
	between "$_text: a() has its share" "$(word weights 2 /tmp/out)" \
		$(($(bound "$_us") - $(chance))) 10000
}

# in_both US OPTION...: b() causes one event in each microsecond, so a() has 5 of 8 events. The
# lengths are random, otherwise periods are in step with them even with the interrupt. Of a()
# the delay may take what it may take of all events.
in_both() {
	_bound=$(bound "$1")
	sample "$@" -q 1 || return
	_a=$((5 * $(word work 2 /tmp/out)))
	_truth=$((_a * 1000 / ((_a + $(word work 3 /tmp/out)) / 10)))
	between "$_text: a() has its share" "$(word weights 2 /tmp/out)" \
		$((_truth * _bound / 10000 - $(chance))) $((_truth + $(chance)))
}

# cycles US OPTION...: the truth of cycles is time, a quarter. The lengths are random,
# otherwise a frequency may be in step with them.
cycles() {
	_text="$source, cycles, runs of $*"
	_us=$1
	shift
	succeeds "$_text" turns -t 2000 -e 6 -A "$_us" "$@" "$CYCLES"
	_a=$(word work 2 /tmp/out)
	_truth=$((_a * 10000 / (_a + $(word work 3 /tmp/out))))
	between "$_text: a() has its share" "$(word weights 2 /tmp/out)" \
		$((_truth - $(chance))) $((_truth + $(chance)))
	note "$_text: $(grep '^samples' /tmp/out), $(grep '^weights' /tmp/out) of $_truth"
}

# lengths of runs, and for each a period that is a multiple of its events or a part of it
short_form() {
	for us_period in 80:2400 200:3000 400:2000 1300:6500 7000:2500; do
		us=${us_period%:*}
		all_in_a "$us" -c 2503
		all_in_a "$us" -c "${us_period#*:}" -t 4000
		all_in_a "$us" -F 1000
		all_in_a "$us" -a -F 1000
	done
	cycles 100 -F 1000
	cycles 100 -a -F 1000
}

long_form() {
	short_form
	for us_period in 70:700 100:1000 150:1500 250:2500 300:4500 600:3000 1000:5000 \
		2000:5000 4000:5000 10000:2500; do
		us=${us_period%:*}
		all_in_a "$us" -c 2503
		all_in_a "$us" -a -c 2503
		all_in_a "$us" -c "${us_period#*:}"
		all_in_a "$us" -F 1000
		all_in_a "$us" -F 4000
		all_in_a "$us" -F 99 -t 8000
	done
	for us in 80 200 400 1300 7000; do
		all_in_a "$us" -e 1 -c 2503
		all_in_a "$us" -e 2 -F 1000
		all_in_a "$us" -e 3 -a -F 1000
		all_in_a "$us" -x kernel -F 1000
		all_in_a "$us" -x kernel -c 2503
		in_both "$us" -e 4 -c 2503
		in_both "$us" -e 5 -F 800
	done
	for us in 50 1000; do
		cycles "$us" -F 1000
		cycles "$us" -a -F 1000
		cycles "$us" -c 1000003
	done
}

check_source() {
	source=$(cat "$P/caps/overflow_source")
	case $BOARD in
	pi-zero | cubieboard | connex-255) short_form ;;
	*) long_form ;;
	esac
}

check_source
[ "$source" != irq ] || without_line check_source

# perf itself. With -c, perf stores the weights only if it gets -P.
load
source=$(cat "$P/caps/overflow_source")
for options in "-c 2503 -P" "-F 1000" "-a -F 1000"; do
	text="$source, perf record $options"
	# shellcheck disable=SC2086 # words
	perf record -q -e "$PMU/event=0x05/" $options -o /tmp/data -- turns -A 400 -o \
		>/tmp/out 2>&1 || not_ok "$text: $(tail -n 1 /tmp/out)"
	read_profile
	between "$text: a() has its share" "$(share a)" "$(bound 400)" 10000
	note "$text: $(share a)"
done
put pulse-event -1
finish
