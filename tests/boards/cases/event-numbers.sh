#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: +cubieboard-5.10
#
# Every event of the core, by its number and by its name, has the rate of its number in the
# model. Each number has a different rate, so a wrong number fails.
#
# The event is in a group with instructions. One write starts both counters and one write
# stops them, so the ratio of the counts is the rate, but for rounding at both ends. Each
# task switch rounds once more, and there may be two in this time. The rates of neighbouring
# numbers differ by more than that.

. /bench/lib.sh
load

number_of_instr=${INSTR##*0x}
n=50000

# check_rate TEXT COUNT INSTRUCTIONS NUMBER: COUNT has the rate of NUMBER
check_rate() {
	rate=$(rate_of "$4")
	case $rate in
	*/*) ;;
	*)
		not_ok "$1: the model has no rate for 0x$4"
		return
		;;
	esac
	# With counts of zero any rate would pass.
	[ "${3:-0}" -gt $((2 * n)) ] || {
		not_ok "$1: '$3' instructions, of $((2 * n + 1))"
		return
	}
	expected=$(($3 * ${rate%/*} / ${rate#*/}))
	between "$1 has the rate $rate" "$2" $((expected - 3)) $((expected + 3))
}

for number in $(core_numbers | cut -d' ' -f1); do
	name=$(name_of "$number")
	if ! measure -g -n $n "$INSTR" "$PMU:0x$number" >/tmp/out 2>&1; then
		not_ok "0x$number $name: $(tail -n 1 /tmp/out)"
		continue
	fi
	# The second line is the event's, even if both events are the same.
	check_rate "0x$number $name" "$(sed -n 's/^count //p' /tmp/out | tail -n 1 | cut -d' ' -f2)" \
		"$(word count 3 /tmp/out)" "$number"
	[ -n "$name" ] || continue
	perf stat -x, -o /tmp/stat -e "{$PMU/event=0x$number_of_instr/,$PMU/$name/}" -- known $n 2>/tmp/err || {
		not_ok "perf stat -e $PMU/$name/: $(grep . /tmp/err | head -n 1)"
		continue
	}
	awk -F, '/^[0-9<]/ { print $1 }' /tmp/stat >/tmp/counts
	check_rate "perf stat -e $PMU/$name/" "$(sed -n 2p /tmp/counts)" \
		"$(sed -n 1p /tmp/counts)" "$number"
done

# map TEXT EVENT NUMBER: the generic EVENT counts the core's event NUMBER, as documented
map() {
	measure -g -n $n "$INSTR" "$2" >/tmp/out 2>&1 || {
		not_ok "$1: $(tail -n 1 /tmp/out)"
		return
	}
	check_rate "$1" "$(sed -n 's/^count //p' /tmp/out | tail -n 1 | cut -d' ' -f2)" \
		"$(word count 3 /tmp/out)" "$3"
}
# no_map TEXT EVENT: the core has no event for it
no_map() {
	fails "$1 cannot be opened" measure -o "$2"
}
map cpu-cycles 0:0 "${CYCLES##*0x}"
map instructions 0:1 "$number_of_instr"
case $CORE in
arm11*)
	map cache-references 0:2 09
	map cache-misses 0:3 0b
	map branches 0:4 05
	map branch-misses 0:5 06
	map stalled-cycles-frontend 0:7 01
	map L1-dcache-loads 3:0x00000 09
	map L1-dcache-load-misses 3:0x10000 0b
	map L1-icache-load-misses 3:0x10001 00
	no_map L1-icache-loads 3:0x00001
	no_map LLC-loads 3:0x00002
	;;
cortex-a8)
	map cache-references 0:2 04
	map cache-misses 0:3 03
	# 0c counts only branches that are taken, 12 and 10 count all branches.
	map branches 0:4 12
	map branch-misses 0:5 10
	map stalled-cycles-frontend 0:7 56
	no_map stalled-cycles-backend 0:8
	map L1-dcache-loads 3:0x00000 04
	map L1-dcache-load-misses 3:0x10000 03
	map L1-dcache-stores 3:0x00100 04
	map L1-dcache-store-misses 3:0x10100 03
	map L1-icache-loads 3:0x00001 50
	map L1-icache-load-misses 3:0x10001 01
	map LLC-loads 3:0x00002 43
	map LLC-load-misses 3:0x10002 44
	map dTLB-load-misses 3:0x10003 05
	map iTLB-load-misses 3:0x10004 02
	no_map iTLB-store-misses 3:0x10104
	map branch-loads 3:0x00005 12
	map branch-load-misses 3:0x10005 10
	;;
xscale1)
	map cache-references 0:2 0a
	map cache-misses 0:3 0b
	map branches 0:4 05
	map branch-misses 0:5 06
	map stalled-cycles-frontend 0:7 01
	map stalled-cycles-backend 0:8 02
	map L1-dcache-loads 3:0x00000 0a
	map L1-dcache-load-misses 3:0x10000 0b
	map L1-icache-load-misses 3:0x10001 00
	no_map L1-icache-loads 3:0x00001
	no_map LLC-loads 3:0x00002
	map dTLB-load-misses 3:0x10003 04
	map iTLB-load-misses 3:0x10004 03
	;;
esac
case $CORE in
arm1156)
	no_map dTLB-load-misses 3:0x10003
	no_map iTLB-load-misses 3:0x10004
	;;
arm1136 | arm1176)
	map dTLB-load-misses 3:0x10003 04
	map iTLB-load-misses 3:0x10004 03
	;;
esac
no_map ref-cycles 0:9

# The divider: one count for 64 cycles, which perf scales back
if measure -g -n 1000000 "$INSTR" "$CYCLES:1" >/tmp/out 2>&1; then
	count=$(sed -n 's/^count //p' /tmp/out | tail -n 1 | cut -d' ' -f2)
	undivided=$(($(word count 3 /tmp/out) * $(get cpi)))
	# Each stop of the monitor rounds the count.
	between "div64 counts every 64th cycle" "$count" $((undivided / 64 - 3)) $((undivided / 64 + 3))
else
	not_ok "div64: $(tail -n 1 /tmp/out)"
fi
perf stat -x, -o /tmp/stat -e "{$PMU/event=0x$number_of_instr/,$PMU/cycles_div64/}" -- known 1000000 2>/tmp/err
awk -F, '/^[0-9<]/ { print $1 }' /tmp/stat >/tmp/counts
undivided=$(($(sed -n 1p /tmp/counts) * $(get cpi)))
between "perf scales the count of cycles_div64" "$(sed -n 2p /tmp/counts)" $((undivided - 128)) $((undivided + 128))

# Half lines of 16 bytes. In a group both events count the same.
if [ "$CORE" != cortex-a8 ]; then
	perf stat -x, -o /tmp/stat -e "{$PMU/dcache_wback/,$PMU/dcache_wback_bytes/}" -- known 1000000 2>/tmp/err
	awk -F, '/^[0-9<]/ { print $1, $2 }' /tmp/stat >/tmp/counts
	half_lines=$(sed -n '1s/ .*//p' /tmp/counts)
	between "there are write-backs" "$half_lines" 1 100000000
	eq "perf shows dcache_wback_bytes as 16 times dcache_wback, in B" "$(sed -n 2p /tmp/counts)" \
		"$((half_lines * 16)) B"
fi
finish
