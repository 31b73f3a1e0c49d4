#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: module
# of: sampling
# sources: irq
#
# The limit of PERF_EVENT_IOC_REFRESH and throttling also apply to a sample that becomes due
# when the event is stopped. The interrupt is so late that the stop finds the overflow
# first: at a task switch, at perf's tick, which stops an event with a frequency, and when a
# program sets the period.

. /bench/lib.sh
load

# refresh TEXT OPTION...: reach the limit twenty times; then the count stays the same
refresh() {
	_text=$1
	shift
	if ! measure -t refresh -r 20 -m 128 "$@" >/tmp/out 2>&1; then
		not_ok "$_text: $(tail -n 1 /tmp/out)"
		return
	fi
	_limit=$(echo "$*" | sed 's/.*-l \([0-9]*\).*/\1/')
	eq "$_text: in each of twenty rounds, as many samples as the limit, and then no count" "$(grep refresh /tmp/out)" \
		"refresh 20 exact 20 stopped 20 least $_limit most $_limit"
}

for limit in 1 5; do
	refresh "a limit of $limit" -l $limit -c 100003 -n 1000000 "$CYCLES"

	# The interrupt is late by half a million instructions. Meanwhile the tasks switch,
	# so a stop finds the overflow first.
	put irq-delay 500000
	measure -t switch -r 100000000 -n 1000 "$EVENT" >/tmp/switch 2>&1 &
	refresh "a limit of $limit, tasks take turns" -l $limit -y -c 50021 -n 1000 -w 400 "$CYCLES"
	killall measure
	wait

	# The interrupt is 2 ms late, and an overflow comes every 2.5 ms: one is pending at
	# most ticks. The loops of 4 ms are long enough for all samples.
	put irq-delay 1000000
	refresh "a limit of $limit, with a frequency" -l $limit -F 400 -n 1000000 -w $((limit + 2)) "$CYCLES"
	put irq-delay 0
done

# perf allows one sample in a tick. A tick has hundreds of periods.
limit_samples 1
put irq-delay 500000
measure -t throttle -r 500 -c 10007 -n 20000 "$CYCLES" >/tmp/out 2>&1 ||
	not_ok "throttle: $(tail -n 1 /tmp/out)"
# The loops of 12 million instructions are longer than two ticks.
measure -t resume -r 20 -c 10007 -n 20000 -w 300 "$CYCLES" >/tmp/resume 2>&1 ||
	not_ok "resume: $(tail -n 1 /tmp/resume)"
put irq-delay 0
between "the event is throttled" "$(word samples 6 /tmp/out)" 5 1000
eq "a throttled event does not count" "$(word throttled 4 /tmp/out)" "$(word throttled 2 /tmp/out)"
note "looks at a throttled event: $(word throttled 2 /tmp/out)"
no_limit_of_samples
eq "after its period is set, an event counts, at the latest after the next tick" \
	"$(word resumed 2 /tmp/resume) $(word resumed 4 /tmp/resume)" "20 0"
between "that event is throttled, too" "$(word samples 6 /tmp/resume)" 20 1000
finish
