#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module +cubieboard +cubieboard-5.10
# of: metrics
#
# scripts/pmu-metrics with the real perf. The model gives each event number a rate of its
# own, so the result of the manual's formula for two events is known.
#
# Counts are rounded at both ends and at each stop of the monitor, of which a run has few. A
# ratio is off by less than 0.02, or by 2 in 10,000 if it is large, and a sum by less than
# ten events. With the wrong event the error is larger.

. /bench/lib.sh
load
n=1000000
ccnt=${CYCLES##*0x}

# per_instruction NUMBER: the event's rate, as a number
per_instruction() {
	rate_of "$1" | awk -F/ '{ printf "%.9f", $1 / $2 }'
}

# ratios: name of a metric, factor, and the numbers of the two events of its ratio. A-B is the
# difference of two events. tests/parts/metrics has all formulas, by the fake of a perf.
ratios() {
	case $CORE in
	cortex-a8)
		echo "cpi 1 $ccnt 08
			icache-miss 100 01 50
			branch-prediction 100 12-10 12"
		;;
	*)
		echo "cpi 1 $ccnt 07
			icache-miss 100 00 07
			branch-prediction 100 05-06 05"
		;;
	esac
}

# figure NAME FIELD: a field of the metric in the JSON output
figure() {
	sed -n "s/.*\"name\": \"$1\",.*\"$2\": \([^,}]*\)[,}].*/\1/p" /tmp/json
}

# near TEXT GOT WANTED BOUND: GOT differs from WANTED by less than BOUND
near() {
	if awk -v got="$2" -v wanted="$3" -v bound="$4" 'BEGIN {
			exit !(got ~ /^-?[0-9]/ && got - wanted < bound && wanted - got < bound) }'; then
		ok "$1: $2"
	else
		not_ok "$1: $2, not $3"
	fi
}

# one_line TEXT STATUS WANTED COMMAND...: the command fails with STATUS and one line that
# begins with WANTED
one_line() {
	_text=$1
	_status=$2
	_wanted=$3
	shift 3
	"$@" >/tmp/out 2>&1
	eq "$_text" "$?, $(wc -l </tmp/out) line: $(cut -c "1-$((${#_wanted} + 13))" /tmp/out)" \
		"$_status, 1 line: pmu-metrics: $_wanted"
}

pmu-metrics -j -o /tmp/json -- known $n >/tmp/out 2>&1
eq "pmu-metrics measures all metrics" "$? $(cat /tmp/out)" "0 "
ratios >/tmp/ratios
while read -r name factor over under; do
	rate=$(per_instruction "${over%-*}")
	case $over in *-*) rate="$rate $(per_instruction "${over#*-}")" ;; esac
	wanted=$(echo "$factor $(per_instruction "$under") $rate" |
		awk '{ print $1 * ($3 - $4) / $2 }')
	near "$name is the ratio of the rates" "$(figure "$name" value)" "$wanted" \
		"$(echo "$wanted" | awk '{ print ($1 > 100 ? $1 * 0.0002 : 0.02) }')"
	eq "$name: its events ran all of the time" "$(figure "$name" percent_running)" 100.00
done </tmp/ratios
if [ "$CORE" != cortex-a8 ]; then
	# Half lines of 16 bytes
	instructions=$(($(figure write-back cpu_cycles) / $(get cpi)))
	between "write-back: the cycles include the loop" $instructions $((2 * n)) $((3 * n))
	near "write-back is the sum of the rates" "$(figure write-back value)" \
		"$(echo "$instructions $(per_instruction 0c)" | awk '{ print $1 * 16 * $2 }')" 160
fi

pmu-metrics -m cpi,branch-prediction sh -c 'echo out; echo err >&2; exit 3' >/tmp/out 2>/tmp/err
eq "pmu-metrics passes on the command's status and stderr" "$? $(sort -u /tmp/err)" "3 err"
eq "the table follows the command's output" "$(sed '/^[A-Z]/,$d' /tmp/out | sort -u)" out
near "cpi of a shell is the ratio of the rates" "$(awk '$2 == "cpi" { print $3 }' /tmp/out)" "$(per_instruction "$ccnt")" 0.02

known 2000000000 &
pmu-metrics -m cpi -j -p $! -t 0.05 >/tmp/json 2>/tmp/err
eq "-p counts a running process" "$? $(cat /tmp/err)" "0 "
# The loop has almost all of the time, 25 million instructions. The command, sleep, needs
# some hundred thousand. perf may have to wait for two ticks, of 5 million, until it runs.
between "-p counts the instructions of that process" "$(figure cpi instr_exec)$(figure cpi inst_retired)$(figure cpi instruction)" \
	20000000 45000000
near "cpi of the process is the ratio of the rates" "$(figure cpi value)" "$(per_instruction "$ccnt")" 0.02
kill $!
wait $! 2>/dev/null

# Another program uses all event counters, first in turns, then all the time.
# shellcheck disable=SC2046 # a list of words
taken=$(printf "$PMU/event=0x%s/," $(echo "$EVENTS" | cut -d' ' -f"1-$COUNTERS"))
perf stat -e "{${taken%,}}" -o /tmp/perf -- pmu-metrics -m cpi known 20000000 >/tmp/out 2>&1
eq "counters in turns: the metric is measured" $? 0
eq "counters in turns: the output says that it is scaled" \
	"$(grep -c '^ *scaled: counted [0-9.]* % of the time$' /tmp/out)" 1
near "counters in turns: cpi is the ratio of the rates" "$(awk '$2 == "cpi" { print $3 }' /tmp/out)" "$(per_instruction "$ccnt")" 0.02
perf stat -a -e "{${taken%,}}:D" -o /tmp/perf -- sleep 1000 &
sleep 0.5
pmu-metrics -m cpi known 1000 >/tmp/out 2>&1
eq "no free counter: the status is 124" $? 124
eq "no free counter: the output says not counted" "$(awk '$2 == "cpi" { print $3, $4 }' /tmp/out)" "not counted"
kill $!
wait $! 2>/dev/null

# Another program counts cycles and instructions of the CPU all the time, as atop's service
# does. Cortex-A8 has counters for three more events, ARM11 for one. The one of XScale cannot
# count cycles, which are in each group.
case $CORE in
cortex-a8) free="3 of 5" by_function="" ;;
xscale1) free="0 of 3" by_function=" there are free counters for 0 of 3 events" ;;
*) free="1 of 3" by_function=" there are free counters for 1 of 3 events" ;;
esac
perf stat -a -e cycles:D,instructions:D -o /tmp/perf -- sleep 1000 &
sleep 0.5
pmu-metrics known 1000 >/tmp/out 2>/tmp/err
eq "another program holds counters: one line says so" "$(wc -l </tmp/err) $(cut -d: -f2 /tmp/err)" \
	"1  there are free counters for $free events"
pmu-metrics --by-function known 10000000 >/tmp/out 2>/tmp/err
eq "another program holds counters, --by-function: a line if there are not enough" \
	"$(cut -d: -f2 /tmp/err)" "$by_function"
kill $!
wait $! 2>/dev/null

one_line "an unknown metric fails" 125 "$(pmu-metrics --list | sed -n '1s/ .*//p') has no metric 'joules', only: cpi " \
	pmu-metrics -m joules true
one_line "a process that does not exist fails" 125 "no process 99999" pmu-metrics -p 99999
one_line "a command that does not exist fails" 127 "no command 'none-of-these'" pmu-metrics none-of-these
one_line "pmu-metrics without perf fails" 125 "no perf: " sh -c 'mkdir -p /tmp/no-perf && ln -sf /bin/* /tmp/no-perf/ &&
	rm -f /tmp/no-perf/perf && PATH=/tmp/no-perf && sh /bench/pmu-metrics true'

paranoid=/proc/sys/kernel/perf_event_paranoid
before=$(cat $paranoid)
echo 'user:x:1000:1000::/tmp:/bin/sh' >>/etc/passwd
for level in 3 2; do
	echo $level >$paranoid
	one_line "a user has no permission at level $level" 125 "no permission: kernel.perf_event_paranoid is $level; " \
		su user -c 'PATH=/bin:/bench pmu-metrics -m cpi true'
done
echo 1 >$paranoid
su user -c "PATH=/bin:/bench pmu-metrics -j -m cpi known $n" >/tmp/json 2>/tmp/err
eq "a user at level 1 counts" "$? $(cat /tmp/err)" "0 "
near "cpi of a user's program is the ratio of the rates" "$(figure cpi value)" "$(per_instruction "$ccnt")" 0.02
one_line "a user has no permission for root's process at level 1" 125 "no permission: kernel.perf_event_paranoid is 1; " \
	su user -c 'PATH=/bin:/bench pmu-metrics -m cpi -p 1'
echo "$before" >$paranoid
sed -i '/^user:/d' /etc/passwd

unload
one_line "pmu-metrics without the driver fails" 125 "no PMU of ARM11, Cortex-A8 or XScale in /sys/" pmu-metrics --list
finish
