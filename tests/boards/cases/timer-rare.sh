#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module builtin:ast2500-evb timer +eb-1176-no-irq
# of: sampling
#
# The timer samples an event with period 1, and the event stops happening. Each sample is
# late by many periods, so the next sample is due at the next event. The timer must not
# check for it at its shortest interval of 10 us: it would take the whole CPU.

. /bench/lib.sh
load

event=$(events 1)
number=$((0x${EVENTS%% *}))

hold -a -c 1 "$event"
known 5000000
put dead-event $number
# The driver estimates the rate from the last samples, up to about a thousand events, and the
# time since then. The interval is the time for one event at this rate, so it grows with the
# time: from 0.1 to 0.6 s after the last event, there are ln(6) checks for each event of the
# estimate, with up to 5 accesses each. At an interval of 10 us there are 50,000 checks.
known 25000000
put reset-stats true
known 125000000
accesses=$(get accesses)
between "few accesses while no event happens" "$accesses" 1 20000
note "accesses in half a second: $accesses"
put dead-event -1
release
note "$(cat /tmp/held)"
between "the event was sampled" "$(word samples 3 /tmp/held)" 10 10000000
finish
