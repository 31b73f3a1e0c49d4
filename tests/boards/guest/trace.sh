#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# For the cost report, which traces the driver's instructions: the same interrupts 100
# and 200 times. Each run starts with an open of an event, cp_pmu_event_init() in the
# trace.

. /bench/lib.sh
load
sed -n 's/^\([0-9a-f]*\) . \(cp_pmu_\(event_init\)\)\t.*/  # \3 \1/p' /proc/kallsyms >&3
for times in 100 200 1; do
	succeeds "$times times" cost -r $times irq "$CYCLES"
done
finish
