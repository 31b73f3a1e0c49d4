#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: bookworm trixie +cubieboard
#
# PAPI's tools and libpfm4's examples. Both detect the core from /proc/cpuinfo, have their own
# tables of its events, and open events by number.

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

# Each event of libpfm4 for this core has a number of the manual, and can be counted.
debian check_events >/tmp/out 2>&1
eq "check_events detects $name" "$(sed -n "/^Detected PMU models/,\$s/.*\($model, \"$name\"\).*/\1/p" /tmp/out)" \
	"$model, \"$name\""
debian showevtinfo -L 2>/tmp/err | sed -n "s/^\($model::[A-Z0-9_]*\)\$/\1/p" | sort -u >/tmp/names
between "showevtinfo lists events of $model" "$(wc -l </tmp/names)" 20 60
unknown=
uncounted=
while read -r event; do
	code=$(debian check_events "$event" 2>/dev/null </dev/null | sed -n 's/^Codes *: 0x//p')
	core_numbers | grep -q "^$(printf %02x "0x${code:-fff}") " || unknown="$unknown $event=${code:-none}"
	debian task -e "$event" known 1 </dev/null 2>&1 | grep -q "^ *[0-9]* $event" || uncounted="$uncounted $event"
done </tmp/names
eq "check_events: each event has a number of the manual" "$unknown" ""
eq "task: each event can be counted" "$uncounted" ""
put reset-stats true
debian task -e "$instr" known 10000000 >/tmp/out 2>&1
count=$(awk -v event="$instr" '$2 == event { print $1 }' /tmp/out)
counted "task -e $instr" "$count"
between "task -e $instr: the count includes the loop" "$count" 20000001 21000000
says "event not found" debian task -e NONSENSE known 1
# libpfm4 accepts a mode in the name but does not pass it on to the kernel.
put reset-stats true
debian task -e "$instr:u" known 10000000 >/tmp/out 2>&1
counted "task -e $instr:u, all modes" "$(awk -v event="$instr:u" '$2 == event { print $1 }' /tmp/out)"
says "event INSTRUCTIONS:u: invalid event attribute" debian task -e INSTRUCTIONS:u known 1

# PAPI
debian papi_component_avail >/tmp/out 2>&1
eq "papi_component_avail lists the PMU" \
	"$(sed -n 's/.*PMUs supported: //p' /tmp/out | head -n 1 | tr -d ,)" "perf $model perf_raw"
debian papi_native_avail >/tmp/out 2>&1
sed "s/$model:://" /tmp/names | while read -r event; do
	grep -q "^| $event  *|" /tmp/out || echo "$event"
done >/tmp/missing
eq "papi_native_avail lists libpfm4's events" "$(cat /tmp/missing)" ""
debian papi_avail -a >/tmp/out 2>&1
for preset in PAPI_TOT_INS PAPI_TOT_CYC PAPI_L1_ICM PAPI_BR_MSP; do
	eq "papi_avail has $preset" "$(awk -v name=$preset '$1 == name { print $1; exit }' /tmp/out)" $preset
done
# number PRESET: the number of the event that PAPI takes for it
number() {
	_native=$(debian papi_avail -e "$1" | sed -n 's/^ Native Code.*|\([A-Z0-9_]*\)|$/\1/p')
	debian check_events "${_native:-NONE}" 2>/dev/null | sed -n 's/^Codes *: //p'
}
# Event 9 is accesses. 0xc is writes of the PC: a branch that is not taken writes none.
if [ "$CORE" = arm1176 ]; then
	eq "PAPI_L1_DCH counts event 9" "$(number PAPI_L1_DCH)" 0x9
else
	eq "PAPI_BR_INS counts event 0xc" "$(number PAPI_BR_INS)" 0xc
fi
eq "papi_avail says that there are two counters" \
	"$(sed -n 's/^Number Hardware Counters : //p' /tmp/out)" 2
# "others" has one event more than the remaining counters can hold.
others=$(sed "s/$model:://" /tmp/names | grep -v -e CYCLES -e "^$instr\$" | head -n "$COUNTERS")
last=${others##*[!A-Z0-9_]}
put reset-stats true
# shellcheck disable=SC2086 # words
debian papi_command_line PAPI_TOT_CYC "$instr" $others NONSENSE >/tmp/papi 2>&1
total=$(get total-ccnt)
cycles=$(sed -n 's/^PAPI_TOT_CYC : *//p' /tmp/papi | tr -d '[:space:]')
count=$(sed -n "s/^$instr : *//p" /tmp/papi | tr -d '[:space:]')
note "papi_command_line: $cycles cycles of $total, $count instructions"
# PAPI tests each event when it adds it, which takes much less than a hundredth.
between "papi_command_line PAPI_TOT_CYC: the count is within 1 % of the total" \
	$(((total - ${cycles:-0}) / (total / 100))) 0 0
between "papi_command_line $instr: half of the cycles" $((${cycles:-0} - 2 * ${count:-0})) -100000 100000
eq "papi_command_line adds as many events as there are counters" \
	"$(grep -c '^Successfully added: ' /tmp/papi)" $((1 + COUNTERS))
eq "papi_command_line cannot add $last, one event too many" "$(grep -A 1 "^Failed adding: $last\$" /tmp/papi | tr '\n' ' ')" \
	"Failed adding: $last because: Invalid argument "
eq "papi_command_line cannot add NONSENSE" "$(grep NONSENSE /tmp/papi)" "Failed adding: NONSENSE"

# A core without a table in libpfm4: ARM1136, by its part number
sed 's/^\(CPU part.*: \).*/\10xb36/' /proc/cpuinfo >/tmp/cpuinfo
mount --bind /tmp/cpuinfo /debian/proc/cpuinfo
says "event INSTR_EXEC: event not found" debian task -e INSTR_EXEC known 1
debian task -e INSTRUCTIONS known 10000000 >/tmp/out 2>&1
between "task -e INSTRUCTIONS, the kernel's name, counts the loop" \
	"$(awk '$2 == "INSTRUCTIONS" { print $1 }' /tmp/out)" 20000001 21000000
says "because: Component containing event is disabled" debian papi_command_line PAPI_TOT_INS
says "Disabled: Error libpfm4 no default PMU found" debian papi_component_avail
says "cannot attach event0 INSTRUCTIONS:u: Operation not supported" \
	debian task -e INSTRUCTIONS:u known 1
# ARM1136 and ARM1156 have the numbers of ARM1176. This core has to have them, too.
if [ "$CORE" = arm1176 ]; then
	put reset-stats true
	debian env LIBPFM_FORCE_PMU=arm_1176 \
		papi_command_line PAPI_TOT_INS PAPI_TOT_CYC >/tmp/papi 2>&1
	total=$(get total-ccnt)
	cycles=$(sed -n 's/^PAPI_TOT_CYC : *//p' /tmp/papi | tr -d '[:space:]')
	instructions=$(sed -n 's/^PAPI_TOT_INS : *//p' /tmp/papi | tr -d '[:space:]')
	between "with LIBPFM_FORCE_PMU, PAPI_TOT_CYC is within 1 % of the total" \
		$(((total - ${cycles:-0}) / (total / 100))) 0 0
	between "with LIBPFM_FORCE_PMU, PAPI_TOT_INS is half of the cycles" \
		$((${cycles:-0} - 2 * ${instructions:-0})) -100000 100000
fi
umount /debian/proc/cpuinfo
finish
