#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module +cubieboard +pi-zero-irq
# of: metrics
#
# pmu-metrics --by-function: the functions of programs with known shares, of programs whose
# children and threads do the work, and, where programs cause the events, of two functions that
# take turns. Its sums are the counts of plain pmu-metrics.

. /bench/lib.sh
load
cpi=$(get cpi)
case $CORE in
cortex-a8) misses=03 MISSES=l1d_cache_refill INSTRUCTIONS=inst_retired ;;
arm*) misses=0b MISSES=dcache_miss INSTRUCTIONS=instr_exec ;;
*) misses=0b MISSES=dcache_miss INSTRUCTIONS=instruction ;;
esac
per_1000=$(rate_of $misses | awk -F/ '{ print 1000 * $1 / $2 }')

# by_function ARGUMENT...: set STATUS; the output is in /tmp/json, what the command prints in
# /tmp/out
by_function() {
	rm -f /tmp/json
	pmu-metrics --by-function -j -o /tmp/json "$@" >/tmp/out 2>&1
	STATUS=$?
}

# field FUNCTION NAME: a field of a function in the JSON
field() {
	sed -n "s/.*{\"name\": \"$1\",.*\"$2\": \([^,}]*\)[,}].*/\1/p" /tmp/json
}

# all NAME: the sum of a field
all() {
	sed -n "s/.*{\"name\": .*\"$1\": \([^,}]*\)[,}].*/\1/p" /tmp/json |
		awk '{ sum += $1 } END { printf "%.0f", sum }'
}

# hundredths NUMBER
hundredths() {
	awk -v number="$1" 'BEGIN { print (number ~ /^[0-9]/ ? int(100 * number + 0.5) : number) }'
}

# near TEXT GOT WANTED PERCENT
near() {
	if awk -v got="$2" -v wanted="$3" -v percent="$4" 'BEGIN {
			exit !(got ~ /^[0-9]/ && got <= wanted * (1 + percent / 100) && got >= wanted * (1 - percent / 100)) }'; then
		ok "$1"
	else
		not_ok "$1: ${2:-nothing}, not $3"
	fi
}

# is_function NAME SHARE CPI MISSES PERCENT: the function's share of the cycles, to three
# percentage points, and its ratios, to PERCENT
is_function() {
	between "$1() has $2 % of the cycles, in hundredths" \
		"$(hundredths "$(field "$1" percent_cycles)")" $(($2 * 100 - 300)) $(($2 * 100 + 300))
	near "$1() has $3 cycles per instruction" "$(field "$1" cpi)" "$3" "$5"
	near "$1() has $4 misses per 1000 instructions" "$(field "$1" misses_per_1000)" "$4" "$5"
}

# same_sums TEXT COMMAND...: the sums over all functions are the counts of plain pmu-metrics.
# The samples themselves add up to two percent, and what a task does after its last sample is
# missing: less than one.
same_sums() {
	_text=$1
	shift
	by_function -- "$@"
	eq "$_text: --by-function" "$STATUS $(cat /tmp/out)" "0 "
	pmu-metrics -j -o /tmp/plain -m cpi,dcache-miss -- "$@" >/tmp/out 2>&1
	eq "$_text: plain pmu-metrics" "$? $(cat /tmp/out)" "0 "
	while read -r _name _event; do
		_counted=$(sed -n "s/.*\"$_event\": \([0-9]*\)[,}].*/\1/p" /tmp/plain | head -n 1)
		near "$_text: both have the same $_name" "$(all "$_name")" "$_counted" 4
		note "$_text: $(all "$_name") $_name by function, $_counted counted"
	done <<-END
		cycles cpu_cycles
		instructions $INSTRUCTIONS
		misses $MISSES
	END
}

# Three quarters of the instructions of shares are in heavy(), one quarter in light(). A ratio
# is of two numbers of samples. With 200 samples in light() its standard deviation would be a
# tenth if they came at random.
by_function -- shares 4000
eq "pmu-metrics --by-function" "$STATUS $(cat /tmp/out)" "0 "
is_function heavy 75 "$cpi" "$per_1000" 10
is_function light 25 "$cpi" "$per_1000" 20
note "$(grep -e heavy -e light /tmp/json)"

same_sums "two programs of a script" sh -c 'known 50000000; shares 500'
same_sums "a child and a thread do the work" workers 20000000
is_function heavy 50 "$cpi" "$per_1000" 20
is_function light 50 "$cpi" "$per_1000" 20

# a() and b() take turns, b() runs twice as long. Here the event of instructions counts the
# pulses of these functions: in each microsecond, which has 500 * cpi cycles, so many that a()
# has a CPI of 1 and b() of 4. With the interrupt, each has its own if a() runs 50 us. By timer
# it has at least 94 % of its events if it runs 1.3 ms (attribution), and b() has the rest. So
# the CPI of a() is wrong by 7 % at most, and that of b() by 6 %. Chance and the cycles of
# the samples add some percent.
if [ "$SOURCE" = irq ]; then us=50; else us=1300; fi
put pulse-event $((0x${INSTR##*0x}))
by_function -- turns -o -t 2000 -A $us -B $((2 * us)) -p $((500 * cpi)) -q $((125 * cpi))
eq "functions that take turns: --by-function" "$STATUS" 0
near "a() has its own CPI, 1" "$(field a cpi)" 1 20
near "b() has its own CPI, 4" "$(field b cpi)" 4 20
note "$(grep -e '"a"' -e '"b"' /tmp/json)"
put pulse-event -1

pmu-metrics --by-function -- sh -c 'known 10000000; exit 3' >/tmp/out 2>&1
eq "pmu-metrics --by-function passes on the command's status" $? 3
rm -f /tmp/json /tmp/plain
finish
