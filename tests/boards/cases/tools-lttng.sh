#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: bookworm-programs +cubieboard
#
# LTTng-UST adds a count to each event of a program. The build for armel excludes the kernel,
# that for armhf does not. traced calls malloc() before and after each ten million
# instructions; LTTng's library writes an event for each malloc().

. /bench/lib.sh
. /bench/debian.sh
load
parameter=/sys/module/arm_cp_pmu/parameters/count_all_modes
# LTTng writes the difference of the clocks into the trace, which must not be negative.
date -s 2026-01-01 >/dev/null
debian lttng-sessiond -d --no-kernel >/tmp/out 2>&1 || not_ok "lttng-sessiond: $(tail -n 1 /tmp/out)"

# trace COUNT...: trace the program with these counts; its events are in /tmp/events
trace() {
	rm -rf /tmp/trace /tmp/context
	debian lttng create s -o /tmp/trace >/tmp/out 2>&1
	debian lttng enable-event -u lttng_ust_libc:malloc >>/tmp/out 2>&1
	for _count; do
		debian lttng add-context -u -t "perf:thread:$_count" >>/tmp/context 2>&1 ||
			not_ok "lttng add-context: $(tail -n 1 /tmp/context)"
	done
	debian lttng start >>/tmp/out 2>&1
	debian env LD_PRELOAD=liblttng-ust-libc-wrapper.so.1 traced 4 >/tmp/traced 2>&1
	eq "the program prints nothing" "$(cat /tmp/traced)" ""
	debian lttng destroy >>/tmp/out 2>&1
	succeeds "babeltrace2 can read the trace" \
		sh -c 'chroot /debian babeltrace2 /tmp/trace >/tmp/events'
}

# step NAME: the smallest and the largest step of the count between the last five events
step() {
	grep malloc: /tmp/events | tail -n 5 | sed "s/.*perf_thread_$1 = \([0-9]*\).*/\1/" |
		awk 'NR > 1 { step = $1 - last
			if (NR == 2 || step < least) least = step
			if (NR == 2 || step > most) most = step }
			{ last = $1 } END { print least + 0, most + 0 }'
}

trace instructions
eq "lttng says that the context was added" "$(cat /tmp/context)" \
	"ust context perf:thread:instructions added to all channels"
case $CORE in
arm1176) eq "the trace has no event of the program" "$(grep -c malloc: /tmp/events)" 0 ;;
*) between "the trace has events" "$(grep -c malloc: /tmp/events)" 5 50 ;;
esac
echo 1 >$parameter
trace instructions cycles
# LTTng's own calls are some thousand instructions.
# shellcheck disable=SC2046 # words
set -- $(step instructions)
between "instructions from event to event, at least" "$1" 10000001 10200000
between "instructions from event to event, at most" "$2" 10000001 10200000
# shellcheck disable=SC2046 # words
set -- $(step cycles)
between "cycles from event to event, at least" "$1" $((10000001 * $(get cpi))) $((10200000 * $(get cpi)))
between "cycles from event to event, at most" "$2" $((10000001 * $(get cpi))) $((10200000 * $(get cpi)))

# More contexts than counters, each an event of instructions: they take turns, and LTTng does
# not scale.
more=$((COUNTERS + 3))
# shellcheck disable=SC2046 # words
trace $(seq $more | sed "s/.*/raw:r${INSTR##*0x}:n&/")
eq "of $more contexts each counts less than three quarters of the work" \
	"$(tail -n 1 /tmp/events | grep -o 'n[0-9]* = [0-9]*' |
		awk '$3 < 30000000 { n++ } END { print n + 0 }')" $more
echo 0 >$parameter
killall lttng-sessiond
wait
finish
