#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module builtin debug eb-1176-l220 eb-1176-l220-builtin
#
# What /sys and perf list show of the L220's event counters. The driver writes no register
# of the cache itself.

. /bench/lib.sh
. /bench/l220.sh

put l220-reset-stats true
load_l220
# TRM (ARM DDI 0329), Event Counter Configuration Registers
eq "events/ has the events of the manual" \
	"$(cd "$L2P/events" && grep . -- * | tr '\n' ' ')" \
	"co:event=0x1 drhit:event=0x2 drreq:event=0x3 dwhit:event=0x4 dwreq:event=0x5 dwtreq:event=0x6 irhit:event=0x7 irreq:event=0x8 wa:event=0x9 "
eq "format/" "$(cd "$L2P/format" && grep . -- *)" "config:0-3"
eq "cpumask" "$(cat "$L2P/cpumask")" 0
eq "identifier is the Cache ID Register" "$(cat "$L2P/identifier")" "$(printf '0x%08x' "$(get l220-cache-id)")"
eq "no counter was at its maximum" "$(cat "$L2P/saturations")" 0
perf list pmu >/tmp/list 2>&1
for event in co drhit drreq dwhit dwreq dwtreq irhit irreq wa; do
	succeeds "perf list has $L2/$event/" grep -q "$L2/$event/" /tmp/list
done
measure -a -n 1000 "$L2:0x8" "$L2:0x7" >/dev/null || not_ok "measure"
l220_is_idle "after the events are closed"
unload_l220
l220_is_idle "after the driver is unloaded"
eq "no register of the cache itself was written, and no reserved bit" \
	"$(get l220-other-writes l220-sbz-writes l220-ignored-writes)" "0 0 0"
finish
