#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# What cannot be counted is refused when it is opened, with the errno that says
# which kind of wrong it is; what can, is not.

. /bench/lib.sh
load

refused() {
	succeeds "$1: $2" measure -E "$2" "$3"
}

# Every number of 0 to 255 is either one of the core's events or refused.
core_numbers | cut -d' ' -f1 >/tmp/numbers
number=0
wrong=
while [ $number -lt 256 ]; do
	hex=$(printf %02x $number)
	if grep -qx "$hex" /tmp/numbers; then
		error=0
	else
		error=EINVAL
	fi
	measure -E $error "$PMU:0x$hex" >/dev/null || wrong="$wrong 0x$hex"
	measure -E $error "4:0x$hex" >/dev/null || wrong="$wrong r$hex"
	number=$((number + 1))
done
eq "of the numbers 0 to 255 the events of $CORE open, all others get EINVAL" "$wrong" ""

refused "bit 8 of config" EINVAL "$PMU:0x107"
refused "bit 31 of config" EINVAL "$PMU:0x80000007"
refused "bit 63 of config" EINVAL "$PMU:0x8000000000000007"
refused "bit 8 of a raw config" EINVAL "4:0x107"
refused "bit 2 of config1" EINVAL "$CYCLES:4"
refused "bit 63 of config1" EINVAL "$CYCLES:0x8000000000000000"
refused "div64 of an event" EINVAL "$INSTR:1"
succeeds "bit 0 of config2: EINVAL" measure -k 2=1 -E EINVAL "$INSTR"
succeeds "bit 63 of config2: EINVAL" measure -k 2=0x8000000000000000 -E EINVAL "$INSTR"
# Kernels before 6.3 have no config3, and say so.
case $(uname -r) in
6.[0-2].*) error=E2BIG ;;
*) error=EINVAL ;;
esac
succeeds "bit 0 of config3: $error" measure -k 3=1 -E $error "$INSTR"
succeeds "bit 63 of config3: $error" measure -k 3=0x8000000000000000 -E $error "$CYCLES"

# What exists and this core lacks, it is not the only one to be asked for; what is out of
# range is no event of anything.
refused "a generic event that the core lacks" ENOENT 0:9
refused "a generic event that is none" EINVAL 0:10
refused "another" EINVAL 0:0xff
refused "a cache event that the core lacks" ENOENT 3:0x00006
refused "a cache that is none" EINVAL 3:0x00007
refused "another" EINVAL 3:0x000ff
refused "an operation that is none" EINVAL 3:0x00300
refused "a result that is none" EINVAL 3:0x20000
refused "more than a result" EINVAL 3:0x1000000
if [ "$CORE" = xscale1 ]; then
	refused "export, without an event bus" EINVAL "$INSTR:2"
else
	succeeds "export is accepted" measure -E 0 "$INSTR:2"
fi

for what in user kernel idle host; do
	succeeds "exclude_$what: EOPNOTSUPP" measure -x $what -E EOPNOTSUPP "$INSTR"
done
for what in hv guest; do
	succeeds "exclude_$what is accepted" measure -x $what -E 0 "$INSTR"
done
succeeds "a branch stack: EOPNOTSUPP" measure -b -c 100003 -E EOPNOTSUPP "$CYCLES"
# perf itself asks without kernel or hypervisor only when it is told to
succeeds "perf stat -e instructions:h" perf stat -e instructions:h -- known 10
fails "perf stat -e instructions:u has no count" \
	sh -c 'perf stat -x, -e instructions:u -- known 10 2>&1 | grep "^[0-9]"'

# For those who explore: the parameter opens what the manual leaves out.
if [ -e /sys/module/arm_cp_pmu/parameters/allow_reserved ]; then
	echo 1 >/sys/module/arm_cp_pmu/parameters/allow_reserved
	succeeds "allow_reserved=1 opens a reserved number" measure -E 0 "$PMU:0x$RESERVED"
	refused "and still no bit 8" EINVAL "$PMU:0x107"
	echo 0 >/sys/module/arm_cp_pmu/parameters/allow_reserved
	refused "allow_reserved=0 closes it" EINVAL "$PMU:0x$RESERVED"
else
	not_ok "there is a module parameter allow_reserved"
fi
finish
