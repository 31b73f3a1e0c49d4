#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: module
# boards: eb-1176 eb-1176-no-irq pb-a8 connex-255 pi-zero
# of: sampling
# sources: irq
#
# What ends or interrupts an event's samples counts for samples taken at a stop as well:
# a limit of PERF_EVENT_IOC_REFRESH, and perf's own by throttling. The interrupt is so
# late that an event's stop finds the overflow before: where tasks take turns, at perf's
# tick, which stops an event with a frequency, and where a program sets the period.

. /bench/lib.sh
load

# refresh TEXT OPTION...: twenty times the limit, and a count that stands still then
refresh() {
	_text=$1
	shift
	if ! measure -t refresh -r 20 -m 128 "$@" >/tmp/out 2>&1; then
		not_ok "$_text: $(tail -n 1 /tmp/out)"
		return
	fi
	_limit=$(echo "$*" | sed 's/.*-l \([0-9]*\).*/\1/')
	eq "$_text: twenty times the limit of samples, and off" "$(grep refresh /tmp/out)" \
		"refresh 20 exact 20 stopped 20 least $_limit most $_limit"
}

for limit in 1 5; do
	refresh "a limit of $limit" -l $limit -c 100003 -n 1000000 "$CYCLES"

	# A turn is some thousand instructions, so one period is many turns, and half a
	# million instructions is more than one.
	put irq-delay 500000
	measure -t switch -r 100000000 -n 1000 "$EVENT" >/tmp/switch 2>&1 &
	refresh "a limit of $limit, tasks take turns" -l $limit -y -c 50021 -n 1000 -w 400 "$CYCLES"
	killall measure
	wait

	# Two milliseconds late, of two and a half from one overflow to the next: most ticks
	# come when there is one. So many loops of four milliseconds have all the samples.
	put irq-delay 1000000
	refresh "a limit of $limit, with a frequency" -l $limit -F 400 -n 1000000 -w $((limit + 2)) "$CYCLES"
	put irq-delay 0
done

# One sample in a tick, and forty periods.
limit_samples 1
put irq-delay 500000
measure -t throttle -r 500 -c 10007 -n 20000 "$CYCLES" >/tmp/out 2>&1 ||
	not_ok "throttle: $(tail -n 1 /tmp/out)"
put irq-delay 0
between "the event is throttled" "$(word samples 6 /tmp/out)" 5 1000
eq "and stands still as long" "$(word throttled 4 /tmp/out)" "$(word throttled 2 /tmp/out)"
note "looks at a throttled event: $(word throttled 2 /tmp/out)"
no_limit_of_samples
finish
