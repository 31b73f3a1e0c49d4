#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# The open of an event that cannot be counted fails with the right errno, and the open of any
# other event succeeds.

. /bench/lib.sh
load

# refused TEXT ERRNO EVENT
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
eq "of the numbers 0 to 255 those of $CORE can be opened, all others fail with EINVAL" "$wrong" ""

refused "bit 8 of config" EINVAL "$PMU:0x107"
refused "bit 31 of config" EINVAL "$PMU:0x80000007"
refused "bit 63 of config" EINVAL "$PMU:0x8000000000000007"
refused "bit 8 of a raw config" EINVAL "4:0x107"
refused "bit 3 of config1" EINVAL "$CYCLES:8"
refused "bit 63 of config1" EINVAL "$CYCLES:0x8000000000000000"
refused "div64 of an event" EINVAL "$INSTR:1"
succeeds "bit 0 of config2: EINVAL" measure -k 2=1 -E EINVAL "$INSTR"
succeeds "bit 63 of config2: EINVAL" measure -k 2=0x8000000000000000 -E EINVAL "$INSTR"
# Kernels before 6.3 have no config3 and return E2BIG.
case $(uname -r) in
6.[0-2].*) error=E2BIG ;;
*) error=EINVAL ;;
esac
succeeds "bit 0 of config3: $error" measure -k 3=1 -E $error "$INSTR"
succeeds "bit 63 of config3: $error" measure -k 3=0x8000000000000000 -E $error "$CYCLES"

# ENOENT for a generic event that this core lacks: another PMU may have it. EINVAL for a
# number that is out of range.
refused "a generic event that the core lacks" ENOENT 0:9
refused "a generic event out of range" EINVAL 0:10
refused "generic event 0xff" EINVAL 0:0xff
refused "a cache event that the core lacks" ENOENT 3:0x00006
refused "a cache out of range" EINVAL 3:0x00007
refused "cache 0xff" EINVAL 3:0x000ff
refused "an operation out of range" EINVAL 3:0x00300
refused "a result out of range" EINVAL 3:0x20000
refused "a bit above the result" EINVAL 3:0x1000000
if [ "$CORE" = xscale1 ]; then
	refused "export on a core without an event bus" EINVAL "$INSTR:2"
else
	succeeds "export: the event can be opened" measure -E 0 "$INSTR:2"
fi

for what in user kernel idle host; do
	succeeds "exclude_$what: EOPNOTSUPP" measure -x $what -E EOPNOTSUPP "$INSTR"
done
for what in idle host; do
	succeeds "exclude_$what of an event that samples: EOPNOTSUPP" \
		measure -x $what -c 100003 -E EOPNOTSUPP "$INSTR"
done
succeeds "exclude_user and exclude_kernel of an event that samples: EOPNOTSUPP" \
	measure -x user -x kernel -c 100003 -E EOPNOTSUPP "$INSTR"
for what in hv guest; do
	succeeds "exclude_$what: the event can be opened" measure -x $what -E 0 "$INSTR"
done
succeeds "a branch stack: EOPNOTSUPP" measure -b -c 100003 -E EOPNOTSUPP "$CYCLES"
# perf excludes a mode only if the event has a modifier.
succeeds "perf stat -e instructions:h succeeds" perf stat -e instructions:h -- known 10
fails "perf stat -e instructions:u has no count" \
	sh -c 'perf stat -x, -e instructions:u -- known 10 2>&1 | grep "^[0-9]"'

# allow_reserved lets users try numbers that the manual does not list.
if [ -e /sys/module/arm_cp_pmu/parameters/allow_reserved ]; then
	echo 1 >/sys/module/arm_cp_pmu/parameters/allow_reserved
	succeeds "allow_reserved=1 opens a reserved number" measure -E 0 "$PMU:0x$RESERVED"
	refused "bit 8 of config with allow_reserved=1" EINVAL "$PMU:0x107"
	echo 0 >/sys/module/arm_cp_pmu/parameters/allow_reserved
	refused "a reserved number with allow_reserved=0" EINVAL "$PMU:0x$RESERVED"
else
	not_ok "there is a module parameter allow_reserved"
fi
finish
