#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# variants: bookworm trixie
#
# PAPI's tools and libpfm4's examples. Both know the core by /proc/cpuinfo and name its
# events by tables of their own, which they ask for by number.

. /bench/lib.sh
. /bench/debian.sh
load

case $CORE in
arm1176)
	model=arm_1176
	name=ARM1176
	instr=INSTR_EXEC
	;;
cortex-a8)
	model=arm_ac8
	name="ARM Cortex A8"
	instr=INSTR_EXECUTED
	;;
esac

# What libpfm4 knows of this core: each of its names has a number of the manual's, and
# can be counted.
debian check_events >/tmp/out 2>&1
eq "check_events detects $name" "$(sed -n "/^Detected PMU models/,\$s/.*\($model, \"$name\"\).*/\1/p" /tmp/out)" \
	"$model, \"$name\""
debian showevtinfo -L 2>/tmp/err | sed -n "s/^\($model::[A-Z0-9_]*\)\$/\1/p" | sort -u >/tmp/names
between "showevtinfo: events of $model" "$(wc -l </tmp/names)" 20 60
unknown=
uncounted=
while read -r event; do
	code=$(debian check_events "$event" 2>/dev/null </dev/null | sed -n 's/^Codes *: 0x//p')
	core_numbers | grep -q "^$(printf %02x "0x${code:-fff}") " || unknown="$unknown $event=${code:-none}"
	debian task -e "$event" known 1 </dev/null 2>&1 | grep -q "^ *[0-9]* $event" || uncounted="$uncounted $event"
done </tmp/names
eq "check_events: each has a number of the manual's" "$unknown" ""
eq "task: each can be counted" "$uncounted" ""
put reset-stats true
debian task -e "$instr" known 10000000 >/tmp/out 2>&1
count=$(awk -v event="$instr" '$2 == event { print $1 }' /tmp/out)
counted "task -e $instr" "$count"
between "and the loop is in it" "$count" 20000001 21000000
says "event not found" debian task -e NONSENSE known 1
# The mode is in libpfm4's names, and not in what it asks for.
put reset-stats true
debian task -e "$instr:u" known 10000000 >/tmp/out 2>&1
counted "task -e $instr:u, all modes" "$(awk -v event="$instr:u" '$2 == event { print $1 }' /tmp/out)"

# PAPI
debian papi_component_avail >/tmp/out 2>&1
eq "papi_component_avail: the PMUs" \
	"$(sed -n 's/.*PMUs supported: //p' /tmp/out | head -n 1 | tr -d ,)" "perf $model perf_raw"
debian papi_native_avail >/tmp/out 2>&1
sed "s/$model:://" /tmp/names | while read -r event; do
	grep -q "^| $event  *|" /tmp/out || echo "$event"
done >/tmp/missing
eq "papi_native_avail: libpfm4's events" "$(cat /tmp/missing)" ""
debian papi_avail -a >/tmp/out 2>&1
for preset in PAPI_TOT_INS PAPI_TOT_CYC PAPI_L1_ICM PAPI_BR_MSP; do
	eq "papi_avail has $preset" "$(awk -v name=$preset '$1 == name { print $1; exit }' /tmp/out)" $preset
done
# Of other events there is one too many.
others=$(sed "s/$model:://" /tmp/names | grep -v -e CYCLES -e "^$instr\$" | head -n "$COUNTERS")
last=${others##*[!A-Z0-9_]}
put reset-stats true
# shellcheck disable=SC2086 # words
debian papi_command_line PAPI_TOT_CYC "$instr" $others NONSENSE >/tmp/papi 2>&1
total=$(get total-ccnt)
cycles=$(sed -n 's/^PAPI_TOT_CYC : *//p' /tmp/papi | tr -d '[:space:]')
count=$(sed -n "s/^$instr : *//p" /tmp/papi | tr -d '[:space:]')
note "papi_command_line: $cycles cycles of $total, $count instructions"
# PAPI tries each event when it adds it: a hundredth is far more than that.
between "papi_command_line PAPI_TOT_CYC: what CCNT has counted" \
	$(((total - ${cycles:-0}) / (total / 100))) 0 0
between "papi_command_line $instr: one in two cycles" $((${cycles:-0} - 2 * ${count:-0})) -100000 100000
eq "papi_command_line adds as many as there are counters" \
	"$(grep -c '^Successfully added: ' /tmp/papi)" $((1 + COUNTERS))
eq "papi_command_line $last: one too many" "$(grep -A 1 "^Failed adding: $last\$" /tmp/papi | tr '\n' ' ')" \
	"Failed adding: $last because: Invalid argument "
eq "papi_command_line NONSENSE" "$(grep NONSENSE /tmp/papi)" "Failed adding: NONSENSE"

# A core of which libpfm4 has no table, by the part of ARM1136
sed 's/^\(CPU part.*: \).*/\10xb36/' /proc/cpuinfo >/tmp/cpuinfo
mount --bind /tmp/cpuinfo /debian/proc/cpuinfo
says "event INSTR_EXEC: event not found" debian task -e INSTR_EXEC known 1
debian task -e INSTRUCTIONS known 10000000 >/tmp/out 2>&1
between "task -e INSTRUCTIONS, the kernel's name, counts the loop" \
	"$(awk '$2 == "INSTRUCTIONS" { print $1 }' /tmp/out)" 20000001 21000000
says "because: Component containing event is disabled" debian papi_command_line PAPI_TOT_INS
says "Disabled: Error libpfm4 no default PMU found" debian papi_component_avail
umount /debian/proc/cpuinfo
finish
