#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module irq +cubieboard +cubieboard-5.10 +eb-1176-ack-before +pb-a8-thumb2 +pi-zero-irq
# of: sampling
#
# The limit of PERF_EVENT_IOC_REFRESH and throttling also apply to a sample that becomes due
# when the event is stopped. The interrupt is so late that the stop finds the overflow
# first: at a task switch, at perf's tick, which stops an event with a frequency, and when a
# program sets the period.

. /bench/lib.sh
load

for limit in 1 5; do
	run_checks "a limit of $limit" sampling -r 20 -l $limit -c 100003 refresh "$CYCLES"

	# The interrupt is late by half a million instructions. Meanwhile the tasks switch,
	# so a stop finds the overflow first.
	put irq-delay 500000
	take_turns 1000 "$EVENT"
	run_checks "a limit of $limit, tasks take turns" \
		sampling -r 20 -l $limit -c 50021 -n 1000 -w 400 refresh "$CYCLES"
	end_turns

	# The interrupt is 2 ms late, and an overflow comes every 2.5 ms: one is pending at
	# most ticks. The loops of 4 ms are long enough for all samples.
	put irq-delay 1000000
	run_checks "a limit of $limit, with a frequency" \
		sampling -r 20 -l $limit -F 400 -w $((limit + 2)) refresh "$CYCLES"
	put irq-delay 0
done

# perf allows one sample in a tick. A tick has hundreds of periods.
limit_samples 1
put irq-delay 500000
run_checks "throttle" sampling -r 500 -c 10007 -n 20000 throttle "$CYCLES"
# The loops of 12 million instructions are longer than two ticks.
run_checks "resume" sampling -r 20 -c 10007 -n 20000 -w 300 resume "$CYCLES"
put irq-delay 0
no_limit_of_samples
# The driver may have found the late line dead. The next case begins with a good one.
unload
finish
