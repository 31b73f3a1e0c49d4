#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: +cubieboard +cubieboard-5.10
#
# The open of an event that cannot be counted fails with the right errno, and the open of any
# other event succeeds.

. /bench/lib.sh
load

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

opens "bit 8 of config" EINVAL "$PMU:0x107"
opens "bit 31 of config" EINVAL "$PMU:0x80000007"
opens "bit 63 of config" EINVAL "$PMU:0x8000000000000007"
opens "bit 8 of a raw config" EINVAL "4:0x107"
opens "bit 3 of config1" EINVAL "$CYCLES:8"
opens "bit 63 of config1" EINVAL "$CYCLES:0x8000000000000000"
opens "div64 of an event" EINVAL "$INSTR:1"
opens "bit 0 of config2" EINVAL -k 2=1 "$INSTR"
opens "bit 63 of config2" EINVAL -k 2=0x8000000000000000 "$INSTR"
# Kernels before 6.3 have no config3 and return E2BIG.
error=E2BIG
if linux_since 6.3; then error=EINVAL; fi
opens "bit 0 of config3" $error -k 3=1 "$INSTR"
opens "bit 63 of config3" $error -k 3=0x8000000000000000 "$CYCLES"

# Options belong to the PMU's own type and to raw events. 0:0 and 0:1 are the generic cycles
# and instructions, 3:0x10000 the generic misses of the data cache.
for event in 0:0 0:1 3:0x10000; do
	opens "$event without options can be opened" 0 $event
	for bit in 0 1 2 3 63; do
		config1=$(printf '0x%x' $((1 << bit)))
		opens "bit $bit of config1 of the generic event $event" EINVAL $event:"$config1"
	done
	opens "bit 0 of config2 of the generic event $event" EINVAL -k 2=1 $event
done
opens "config1 = 3 of generic cycles" EINVAL 0:0:3
# The upper half of config names the PMU of a generic event.
opens "config1 = 1 of generic cycles of this PMU" EINVAL \
	"$(printf '0:0x%x00000000:1' "$(cat "$P/type")")"
opens "div64 of raw cycles can be opened" 0 "4:${CYCLES#*:}:1"

# ENOENT for a generic event that this core lacks: another PMU may have it. EINVAL for a
# number that is out of range.
opens "a generic event that the core lacks" ENOENT 0:9
opens "a generic event out of range" EINVAL 0:10
opens "generic event 0xff" EINVAL 0:0xff
opens "a cache event that the core lacks" ENOENT 3:0x00006
opens "a cache out of range" EINVAL 3:0x00007
opens "cache 0xff" EINVAL 3:0x000ff
opens "an operation out of range" EINVAL 3:0x00300
opens "a result out of range" EINVAL 3:0x20000
opens "a bit above the result" EINVAL 3:0x1000000
if [ "$CORE" = xscale1 ]; then
	opens "export on a core without an event bus" EINVAL "$INSTR:2"
else
	opens "export: the event can be opened" 0 "$INSTR:2"
fi

for what in user kernel host; do
	opens "exclude_$what" EOPNOTSUPP -x $what "$INSTR"
done
opens "exclude_host of an event that samples" EOPNOTSUPP -x host -c 100003 "$INSTR"
# A task's event never counts the idle task. Of a CPU-wide event, the samples of the idle task
# can be dropped, but not its count.
opens "exclude_idle of a task's event can be opened" 0 -x idle "$INSTR"
opens "exclude_idle of a CPU-wide event" EOPNOTSUPP -a -x idle "$INSTR"
for cpu in "" -a; do
	# shellcheck disable=SC2086 # a word or none
	opens "exclude_idle of an event that samples can be opened $cpu" 0 \
		$cpu -x idle -c 100003 "$INSTR"
	# shellcheck disable=SC2086 # a word or none
	opens "exclude_idle and exclude_kernel of an event that samples $cpu" 0 \
		$cpu -x idle -x kernel -c 100003 "$INSTR"
done
# With exclude_idle, an event of a task counts as without it.
put reset-stats true
measures -x idle -n 1000000 "$INSTR"
is_exact "exclude_idle of a task's event: the count is exact" "$(word count 3 /tmp/out)" \
	2000001 "$(totals)"
opens "exclude_user and exclude_kernel of an event that samples" EOPNOTSUPP \
	-x user -x kernel -c 100003 "$INSTR"
for what in hv guest; do
	opens "exclude_$what: the event can be opened" 0 -x $what "$INSTR"
done
# No sample is precise. perf_event_open(2) has EOPNOTSUPP for that, and perf (cycles:P, its
# default), Tracy, lo2s and HPCToolkit then ask for less.
for precise in 1 2 3; do
	for options in "" "-c 100003" "-F 1000" "-a -c 100003"; do
		# shellcheck disable=SC2086 # words
		opens "precise_ip $precise $options" EOPNOTSUPP $options -P $precise "$CYCLES"
	done
done
opens "a branch stack" EOPNOTSUPP -b -c 100003 "$CYCLES"
# perf excludes a mode only if the event has a modifier.
succeeds "perf stat -e instructions:h succeeds" perf stat -e instructions:h -- known 10
fails "perf stat -e instructions:u has no count" \
	sh -c 'perf stat -x, -e instructions:u -- known 10 2>&1 | grep "^[0-9]"'

# allow_reserved lets users try numbers that the manual does not list.
if [ -e /sys/module/arm_cp_pmu/parameters/allow_reserved ]; then
	echo 1 >/sys/module/arm_cp_pmu/parameters/allow_reserved
	opens "allow_reserved=1 opens a reserved number" 0 "$PMU:0x$RESERVED"
	opens "bit 8 of config with allow_reserved=1" EINVAL "$PMU:0x107"
	echo 0 >/sys/module/arm_cp_pmu/parameters/allow_reserved
	opens "a reserved number with allow_reserved=0" EINVAL "$PMU:0x$RESERVED"

	# A task that has such an event can still fork when it is not allowed any more. The
	# period is long: the model counts such a number 4096 times in each instruction.
	for options in "" "-c 100000000003" "-c 100000000003 -x kernel"; do
		echo 1 >/sys/module/arm_cp_pmu/parameters/allow_reserved
		# shellcheck disable=SC2086 # words
		succeeds "fork() of a task with a reserved number, allow_reserved is 0 again $options" \
			semantics $options -r 8 -n 10000 \
			-z /sys/module/arm_cp_pmu/parameters/allow_reserved inherit "$PMU:0x$RESERVED"
		eq "allow_reserved is 0 again" "$(cat /sys/module/arm_cp_pmu/parameters/allow_reserved)" N
	done
	# The same on the event's side: a group, and a task that was forked before
	echo 1 >/sys/module/arm_cp_pmu/parameters/allow_reserved
	succeeds "fork() of a task with a group that has a reserved number, allow_reserved is 0 again" \
		semantics -r 8 -n 10000 \
		-z /sys/module/arm_cp_pmu/parameters/allow_reserved inherit "$INSTR" "$PMU:0x$RESERVED"
	echo 0 >/sys/module/arm_cp_pmu/parameters/allow_reserved
else
	not_ok "there is a module parameter allow_reserved"
fi
finish
