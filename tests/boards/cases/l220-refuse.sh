#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module builtin debug eb-1176-l220 eb-1176-l220-builtin
#
# What the L220's driver refuses, with which errno, and which controllers.

. /bench/lib.sh
. /bench/l220.sh
load_l220

wrong=
number=0
while [ $number -lt 32 ]; do
	error=0
	[ $number -ge 1 ] && [ $number -le 9 ] || error=EINVAL
	measure -a -E $error "$L2:$number" >/dev/null || wrong="$wrong $number"
	number=$((number + 1))
done
eq "of the numbers 0 to 31, 1 to 9 can be opened, all others fail with EINVAL" "$wrong" ""
opens "bit 32 of config" EINVAL -a "$L2:0x100000008"
opens "bit 63 of config" EINVAL -a "$L2:0x8000000000000008"
opens "config1" EINVAL -a "$L2:0x8:1"
opens "config2" EINVAL -a -k 2=1 "$L2:0x8"
opens "an event of a task" EOPNOTSUPP "$L2:0x8"
opens "an event that samples" EOPNOTSUPP -a -c 1000 "$L2:0x8"
opens "an event that samples with a frequency" EOPNOTSUPP -a -F 100 "$L2:0x8"
opens "a branch stack" EOPNOTSUPP -a -b -c 1000 "$L2:0x8"
for what in user kernel hv idle host guest; do
	opens "exclude_$what" EINVAL -a -x $what "$L2:0x8"
done
fails "perf record fails" perf record -a -e "$L2/irreq/" -o /tmp/data -- true
fails "the driver cannot be unbound" test -e /sys/bus/platform/drivers/arm-l2x0-pmu/unbind
l220_is_idle "at the end"
[ "$VARIANT" = builtin ] && finish
unload_l220

# Other controllers: the model shows another Cache ID Register.
id=$(get l220-cache-id)
put l220-reset-stats true
# controller ID TEXT: load the module with this ID; the log has the text
controller() {
	put l220-cache-id "$1"
	dmesg -c >/dev/null
	succeeds "ID $1: the module can be loaded" insmod /bench/arm_l2x0_pmu.ko
	fails "ID $1: there is no PMU" test -e "$L2P"
	eq "ID $1: one line in the log" "$(dmesg | grep -c l2x0)" 1
	succeeds "ID $1: the line says: $2" sh -c "dmesg | grep -q '$2'"
	dmesg -c >/dev/null
	rmmod arm_l2x0_pmu
}
controller $((0x41000046)) "L210 has no counters"
controller $((0x410000c8)) "no L220"
eq "nothing was written" "$(get l220-writes l220-other-writes)" "0 0"
put l220-cache-id "$id"
load_l220
succeeds "the L220 counts after that" measure -a -n 10 "$L2:0x8"
unload_l220
finish
