#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module bookworm backports trixie sid +cubieboard +cubieboard-5.10 +pi-zero-irq
# tier: main
# of: counting
#
# What people type first: perf stat and perf record without -e. perf stat asks for more events
# than these cores have counters. They take turns, and perf scales their counts. The known loop
# has constant rates, so the scaled counts must be near the truth.

. /bench/lib.sh
if [ "$VARIANT" != module ]; then
	. /bench/debian.sh
	perf() {
		debian perf "$@"
	}
	perf_as_user() {
		user perf "$@"
	}
fi
load
n=200000000
# The names that perf 6.1, 6.12 and 7.2 print. perf 7.2 prints only the first event that fails.
cycles=cycles
failing="cycles instructions"
case $VARIANT in
module | bookworm) sampled=cycles ;;
sid)
	cycles=cpu-cycles
	failing=cpu-cycles
	sampled=$PMU/cycles/P
	;;
*) sampled=cycles:P ;;
esac

# value EVENT: the count of the event in /tmp/stat; empty if it has none
value() {
	awk -F, -v event="$1" '$3 == event && $1 ~ /^[0-9]/ { printf "%.0f", $1 }' /tmp/stat
}

# stat_of OPTION...: perf stat of the loop; the counts are in /tmp/stat
stat_of() {
	perf stat -x, -o /tmp/stat "$@" -- known $n >/tmp/out 2>&1 ||
		not_ok "perf stat $*: $(tail -n 1 /tmp/out)"
	note "perf stat $*: $(awk -F, '$3 != "" { printf "%s %s (%s %%), ", $1, $3, $5 }' /tmp/stat)"
	eq "perf stat $*: events that are not counted" "$(grep -c 'not counted' /tmp/stat)" 0
	between "perf stat $*: instructions" "$(value instructions)" $((2 * n)) $((2 * n * 106 / 100))
	between "perf stat $*: cycles" "$(value $cycles)" $((2 * n * $(get cpi))) $((2 * n * $(get cpi) * 106 / 100))
	branches=$(rate_of "$branch" | awk -F/ -v n=$n '{ printf "%.0f", 2 * n * $1 / $2 }')
	between "perf stat $*: branches" "$(value branches)" $((branches * 97 / 100)) $((branches * 108 / 100))
}

case $CORE in
cortex-a8) branch=12 ;;
*) branch=05 ;;
esac
stat_of
stat_of -d
# The text for people names each event that the core lacks, and fails nothing.
perf stat -d -- known 100 >/tmp/out 2>&1
eq "perf stat -d succeeds" $? 0
perf record -o /tmp/data -- known $n >/tmp/out 2>&1
eq "perf record succeeds" $? 0
eq "perf record samples cycles" "$(perf evlist -i /tmp/data)" "$sampled"
read_profile
between "perf record: its periods add up to the cycles" "$SUM" \
	$((2 * n * $(get cpi) * 97 / 100)) $((2 * n * $(get cpi) * 106 / 100))

# :P asks for the most precise samples that the PMU has. perf steps down to none by itself.
perf record -e cycles:P -o /tmp/data -- known $n >/tmp/out 2>&1
eq "perf record -e cycles:P succeeds" $? 0
read_profile
between "perf record -e cycles:P: its periods add up to the cycles" "$SUM" \
	$((2 * n * $(get cpi) * 97 / 100)) $((2 * n * $(get cpi) * 106 / 100))
fails "perf record -e cycles:pp, which insists, fails" perf record -e cycles:pp -o /tmp/data -- known 10

# A user at level 2: perf asks for user mode, and these monitors cannot count that.
paranoid=/proc/sys/kernel/perf_event_paranoid
level=$(cat $paranoid)
echo 2 >$paranoid
perf_as_user stat -x, -o /tmp/user.stat known 10 >/tmp/out 2>&1
eq "perf stat of a user at level 2 succeeds" "$? $(cat /tmp/out)" "0 "
for event in $failing; do
	eq "perf stat of a user: $event is not supported" \
		"$(awk -F, -v event="$event" 'index($3, event ":u") == 1 { print $1 }' /tmp/user.stat)" "<not supported>"
done
between "its page faults are counted" "$(awk -F, '$3 ~ /^page-faults/ { print $1 }' /tmp/user.stat)" 1 10000
echo "$level" >$paranoid
rm -f /tmp/data /tmp/stat /tmp/user.stat
finish
