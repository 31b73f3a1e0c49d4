#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: module
# sources: timer
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
# 250 million instructions are half a second on these boards. The intervals grow from 10 us
# to 10 ms, by the time since the event stopped. This takes some hundred checks of up to 5
# accesses each. At an interval of 10 us there are 50,000 checks.
known 25000000
put reset-stats true
known 125000000
between "few accesses while no event happens" "$(get accesses)" 1 5000
put dead-event -1
release
note "$(cat /tmp/held)"
between "the event was sampled" "$(word samples 3 /tmp/held)" 10 10000000
finish
