#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module builtin eb-1176-l220-owned
#
# The kernel's own driver has the L220's counters. This driver leaves them alone, and logs
# which kernel parameter frees them.

. /bench/lib.sh
. /bench/l220.sh

# Its PMU has no format/.
fails "the PMU is that of the kernel's own driver" test -e "$L2P/format"
if [ "$VARIANT" = module ]; then
	dmesg -c >/dev/null
	before=$(get l220-reads l220-writes l220-other-writes)
	insmod /bench/arm_l2x0_pmu.ko 2>/tmp/err
	succeeds "the module cannot be loaded: EBUSY" grep -q "resource busy" /tmp/err
	eq "this causes no access to the L220" "$(get l220-reads l220-writes l220-other-writes)" "$before"
	dmesg >/tmp/log
	succeeds "the log names the driver and the kernel parameter" \
		grep -q "cache-l2x0-pmu; boot with initcall_blacklist=l2x0_pmu_init" /tmp/log
	dmesg -c >/dev/null
fi
eq "the kernel's own driver has the PMU" "$(cat "$L2P/events/irreq")" "config=0x8"
succeeds "and counts" measure -a -n 10 "$L2:0x8"
finish
