# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
#
# Shared by the cases. A case sources this file, makes its checks, and ends with
# 'finish'. Descriptor 3 is the channel to the runner.

. /bench/plan
P=/sys/bus/event_source/devices/$PMU
checks=0
failed=0

# Events of the core, as arguments of measure, by its manual (../../kunit/manual_events.h
# names them):
#
#   INSTR       instructions
#   CYCLES      the cycle counter
#   PMN_CYCLES  cycles on an event counter; empty if the core has no such event
#   EVENTS      numbers of other frequent events
#   RESERVED    the number of no event
#   COUNTERS    how many event counters the core has: the manual's PMN0, PMN1, ...
# shellcheck disable=SC2034 # for the cases
case $CORE in
arm11*)
	COUNTERS=2
	INSTR=$PMU:0x07
	CYCLES=$PMU:0xff
	PMN_CYCLES=$PMU:0xff
	EVENTS="05 06 09 0b 10"
	RESERVED=08
	;;
cortex-a8)
	COUNTERS=4
	INSTR=$PMU:0x08
	CYCLES=$PMU:0xff
	PMN_CYCLES=$PMU:0x11
	EVENTS="05 06 09 0b 10 12 43 44 45 46 47"
	RESERVED=13
	;;
xscale1)
	COUNTERS=2
	INSTR=$PMU:0x07
	CYCLES=$PMU:0xfe
	PMN_CYCLES=
	EVENTS="05 06 09 0b 0a"
	RESERVED=13
	;;
*)
	echo "Bail out! no core '$CORE'" >&3
	exit 1
	;;
esac
# shellcheck disable=SC2034 # for the cases
EVENT=$PMU:0x${EVENTS%% *}

# linux_since X.Y: the kernel has this version or a later one
linux_since() {
	uname -r | awk -F. -v since="$1" '{
		split(since, v)
		exit !($1 > v[1] + 0 || $1 == v[1] + 0 && $2 + 0 >= v[2] + 0)
	}'
}

# limit_samples N: perf throttles events with more than N samples a second. perf refuses
# a new limit while perf_cpu_time_max_percent is 0, which /init sets.
limit_samples() {
	echo 25 >/proc/sys/kernel/perf_cpu_time_max_percent
	echo "$1" >/proc/sys/kernel/perf_event_max_sample_rate
}

# no_limit_of_samples [N]: as /init sets it, or N samples a second
# shellcheck disable=SC2120 # cases pass arguments
no_limit_of_samples() {
	limit_samples "${1:-100000}"
	echo 0 >/proc/sys/kernel/perf_cpu_time_max_percent
}

# throttled_group_counts EVENT NAME: a software event samples with a group of EVENT, which perf
# script shows as NAME. perf throttles the software event in each tick and, since Linux 6.16,
# its group. The next tick has to start the group again: of 40 ticks of 10 ms, with up to 10
# samples each, nearly all have a sample of EVENT.
throttled_group_counts() {
	limit_samples 1000
	perf record -q -a -e "{cpu-clock,$1}:S" -c 100000 -o /tmp/data -- known 100000000 \
		>/tmp/out 2>&1 || not_ok "perf record of a group: $(tail -n 1 /tmp/out)"
	# shellcheck disable=SC2119 # no parameter
	no_limit_of_samples
	between "a throttled group of a software event counts again after each tick" \
		"$(perf script -i /tmp/data -F time,event 2>/dev/null | awk -v event="$2" '
			$0 ~ event { split($1, s, "[.:]"); ticks[s[1] * 100 + int(s[2] / 10000)] }
			END { print length(ticks) }')" 30 50
	rm -f /tmp/data
}

# events N: the first N of EVENTS, as arguments of measure
events() {
	_count=$1
	for _number in $EVENTS; do
		[ "$_count" -gt 0 ] && echo "$PMU:0x$_number"
		_count=$((_count - 1))
	done
}

ok() {
	checks=$((checks + 1))
	echo "  ok $checks - $*" >&3
}

# With END_AT_FAILURE, which run-defects sets, the case ends here.
not_ok() {
	checks=$((checks + 1))
	failed=$((failed + 1))
	echo "  not ok $checks - $*" >&3
	[ -z "${END_AT_FAILURE:-}" ] || finish
}

note() {
	echo "  # $*" >&3
}

# covered N WHAT...: the summary adds up N over all runs
covered() {
	echo "  # covered: $*" >&3
}

# eq TEXT GOT WANTED
eq() {
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1: ${2:-nothing}, not ${3:-nothing}"
	fi
}

# one_of TEXT GOT WORDS
one_of() {
	case " $3 " in
	*" ${2:-none} "*) ok "$1" ;;
	*) not_ok "$1: ${2:-none} is none of $3" ;;
	esac
}

# is_exact TEXT COUNT LEAST TOTALS: the count has the known work, and is one of the totals of
# the model
is_exact() {
	case $2 in
	'' | *[!0-9]*) not_ok "$1: '$2' is no count" ;;
	*)
		if [ $(($2 < $3)) = 1 ]; then
			not_ok "$1: $2, but the work alone is $3"
		else
			one_of "$1" "$2" "$4"
		fi
		;;
	esac
}

# between TEXT GOT LOW HIGH: LOW <= GOT <= HIGH
between() {
	case $2 in
	'' | *[!0-9-]*) not_ok "$1: '$2' is no number" ;;
	*)
		if [ $(($2 >= $3 && $2 <= $4)) = 1 ]; then
			ok "$1"
		else
			not_ok "$1: $2, not from $3 to $4"
		fi
		;;
	esac
}

# succeeds TEXT COMMAND..., fails TEXT COMMAND...
succeeds() {
	_text=$1
	shift
	if "$@" >/tmp/out 2>&1; then
		ok "$_text"
	else
		not_ok "$_text: $(tail -n 1 /tmp/out)"
	fi
}

fails() {
	_text=$1
	shift
	if "$@" >/tmp/out 2>&1; then
		not_ok "$_text: it does not fail"
	else
		ok "$_text"
	fi
}

# report FILE [PREFIX]: the checks of a program, from its lines 'ok TEXT' and 'not ok TEXT'
report() {
	while read -r _first _rest; do
		case $_first in
		ok) ok "${2:-}$_rest" ;;
		not) not_ok "${2:-}${_rest#ok }" ;;
		esac
	done <"$1"
}

# run_checks TEXT COMMAND...: run a program and report its checks; its output is in /tmp/out
run_checks() {
	_text=$1
	shift
	"$@" >/tmp/out 2>&1 || not_ok "$_text: $(tail -n 1 /tmp/out)"
	report /tmp/out "$_text: "
}

# take_turns LOOPS EVENT...: let two tasks with their own events take turns, after each
# known_loop(LOOPS), until end_turns
take_turns() {
	_loops=$1
	shift
	rm -f /tmp/turns
	semantics -n "$_loops" turns "$@" >/tmp/turns 2>&1 &
	while [ "$(grep -cs turns /tmp/turns)" != 2 ] && kill -0 $! 2>/dev/null; do
		usleep 1000
	done
	[ "$(grep -c turns /tmp/turns)" = 2 ] || not_ok "two tasks take turns: $(tail -n 1 /tmp/turns)"
}

end_turns() {
	killall semantics
	wait
}

skip() {
	echo "$*" >/tmp/skip
	exit 4
}

finish() {
	echo "  1..$checks" >&3
	[ $failed = 0 ]
	exit
}

# hold ARGUMENT...: let measure -H count in the background until release. Its output is
# /tmp/held.
hold() {
	rm -f /tmp/hold /tmp/held
	mkfifo /tmp/hold
	measure -H "$@" </tmp/hold >/tmp/held 2>&1 &
	holder=$!
	exec 4>/tmp/hold
	while ! grep -qs holding /tmp/held && kill -0 "$holder" 2>/dev/null; do
		usleep 1000
	done
	grep -q holding /tmp/held || not_ok "an event is open, $*: $(tail -n 1 /tmp/held)"
}

release() {
	exec 4>&-
	wait "$holder" || not_ok "the end of the open event: $(tail -n 1 /tmp/held)"
}

# get NAME...: print properties of the PMU model, see tests/qemu/README
get() {
	echo "@get $*" >&3
	read -r _reply <&3
	case $_reply in
	error*)
		not_ok "the model's $*: $_reply"
		return 1
		;;
	esac
	echo "$_reply"
}

# put NAME VALUE: set a property, VALUE as in JSON
put() {
	echo "@set $1 $2" >&3
	read -r _reply <&3
	[ "$_reply" = ok ] || not_ok "the model's $1: $_reply"
}

# send FILE: copy the file to the directory of the results
send() {
	base64 -w 3000 "$1" >/tmp/send
	while read -r _line; do
		echo "@file ${1##*/} $_line" >&3
		read -r _reply <&3
		[ "$_reply" = ok ] || break
	done </tmp/send
	eq "$1 is sent" "$_reply" ok
	rm /tmp/send
}

accesses() {
	get accesses
}

# totals: the totals of the model's event counters
totals() {
	_names=
	_counter=0
	while [ $_counter -lt $COUNTERS ]; do
		_names="$_names total-pmn$_counter"
		_counter=$((_counter + 1))
	done
	# shellcheck disable=SC2086 # a list of words
	get $_names
}

# sampled_cycles: the model's total of the counter that samples cycles. On Cortex-A8, this is
# PMN0 with an interrupt, else CCNT. The event is the only one, or the first of a group.
sampled_cycles() {
	_total=$(get total-ccnt)
	[ "$CORE" != cortex-a8 ] || [ "$VARIANT" = control ] ||
		_total=$((_total + $(get total-pmn0)))
	echo "$_total"
}

# read_profile: what perf record has written to /tmp/data. /tmp/profile has a line for each
# sample: its weight, function and command. Set SAMPLES and SUM, the sum of the weights.
read_profile() {
	perf script -i /tmp/data -F comm,period,ip,sym 2>/dev/null |
		awk '{ print $2, $4, $1 }' >/tmp/profile
	rm -f /tmp/data
	SAMPLES=$(wc -l </tmp/profile)
	SUM=$(weight '.*')
}

# weight FUNCTION [COMMAND]: the sum of the weights of the functions and commands that match
weight() {
	awk -v symbol="^($1)\$" -v command="^(${2:-.*})\$" '
		$2 ~ symbol && $3 ~ command { sum += $1 }
		END { printf "%.0f\n", sum }' /tmp/profile
}

# share FUNCTION [COMMAND]: the same in hundredths of a percent of all
share() {
	echo "$(weight "$@") $SUM" | awk '{ printf "%d\n", $2 ? $1 * 10000 / $2 : 0 }'
}

# counting: true if CCNT counts. A single look may fall into the handling of an overflow, when
# the monitor is stopped.
counting() {
	_before=$(get total-ccnt)
	usleep 10000
	[ "$(get total-ccnt)" != "$_before" ]
}

# load [PARAMETER...]: load the driver unless it is loaded.
# shellcheck disable=SC2120 # cases pass arguments
load() {
	case $VARIANT in
	builtin | control) ;;
	*) [ -e "$P" ] || insmod /bench/arm_cp_pmu.ko "$@" ;;
	esac
	[ -e "$P" ] || {
		not_ok "there is a PMU $PMU"
		finish
	}
}

unload() {
	case $VARIANT in
	builtin | control) ;;
	*) grep -q '^arm_cp_pmu ' /proc/modules && rmmod arm_cp_pmu ;;
	esac
}

# without_line COMMAND...: run it with nPMUIRQ not connected, so that the timer samples. The
# driver is not loaded afterwards.
without_line() {
	_wire=$(get irq-wire)
	unload
	put irq-wire -1
	# shellcheck disable=SC2119 # no parameter
	load
	eq "without the line the timer samples" "$(cat "$P/caps/overflow_source")" timer
	"$@"
	unload
	put irq-wire "$_wire"
}

# check_board ARGUMENT...: run arm-cp-pmu-check. Its output is in /tmp/ktap, /tmp/err and
# /tmp/report.
check_board() {
	rm -f /tmp/report
	CHECK_MODULE=/bench/arm_cp_pmu_check.ko arm-cp-pmu-check "$@" -o /tmp/report >/tmp/ktap 2>/tmp/err
}

# check_left: what arm-cp-pmu-check has left, modules and directories. None is "0 0".
check_left() {
	echo "$(grep -c arm_cp_pmu_check /proc/modules) $(find /tmp -name 'arm-cp-pmu-check.*' | wc -l)"
}

# smallest N COMMAND...: the smallest VALUE of the lines 'count EVENT VALUE ...' of the
# Nth event. Interrupts only add to a count, so the smallest of many short runs is the
# one without an interrupt.
smallest() {
	_nth=$1
	shift
	"$@" | awk -v nth="$_nth" '
		$1 != "count" { next }
		!($2 in order) { order[$2] = ++events }
		order[$2] == nth && (min == "" || $3 + 0 < min + 0) { min = $3 }
		END { print min }'
}

# run_all_counters: let pending overflows happen. An overflow that a workload placed on a
# counter that did not run would happen in the next case.
run_all_counters() {
	# shellcheck disable=SC2046 # words
	measure -g -n 10 "$CYCLES" $(events "$COUNTERS") >/dev/null 2>&1
}

# word KIND FIELD FILE: a field of the first line whose first word is KIND
word() {
	awk -v kind="$1" -v field="$2" '$1 == kind { print $field; exit }' "$3"
}

# core_numbers: the events of this core, a line "NUMBER NAME" each. The number has two
# hex digits; the name is "-" if the driver has none.
core_numbers() {
	awk -v core="$(echo "$CORE" | tr a-z- A-Z_)" '$1 == "{" { gsub(/[",{}|]/, "")
		sub(/NULL/, "-")
		for (i = 3; i <= NF; i++)
			if ($i == core) print substr($1, 3), $2 }' /bench/manual_events.h
}

# core_events: the same, only events with a name
core_events() {
	core_numbers | grep -v ' -$'
}

# name_of NUMBER: the event's name
name_of() {
	core_events | sed -n "s/^$1 //p"
}

# rate_of NUMBER: the model's rate of the event, as COUNT/INSTRUCTIONS
rate_of() {
	if [ "$PMU:0x$1" = "$CYCLES" ]; then
		echo "$(get cpi)/1"
	else
		get rates | tr ',' '\n' | sed -n "s/^0x$1=//p"
	fi
}

# figures: set variables to what measure says of its first event in /tmp/out: COUNT, ENABLED
# and RUNNING; of its samples their number in SAMPLES, the SUM of their weights, LOST,
# THROTTLED, UNTHROTTLED, SHORTEST and LONGEST; with -R the count at the LAST sample, how many
# weights are WRONG and the FIRST_WRONG. What it does not say is empty.
figures() {
	eval "$(awk 'BEGIN {
			names["count"] = "COUNT ENABLED RUNNING"
			names["samples"] = "SAMPLES SUM LOST THROTTLED UNTHROTTLED SHORTEST LONGEST"
			names["reads"] = "LAST WRONG FIRST_WRONG"
		}
		$1 in names { line[$1] = line[$1] ? line[$1] : $0 }
		END {
			for (kind in names) {
				split(line[kind], value)
				n = split(names[kind], name)
				for (i = 1; i <= n; i++)
					print name[i] "=" value[i + 2]
			}
		}' /tmp/out)"
}

# measures ARGUMENT...: run measure; its output is in /tmp/out, and its figures are set
measures() {
	measure "$@" >/tmp/out 2>&1 || not_ok "measure $*: $(tail -n 1 /tmp/out)"
	figures
}

# opens TEXT ERRNO ARGUMENT...: the open of measure's last event has this result
opens() {
	_text=$1
	_errno=$2
	shift 2
	succeeds "$_text: $_errno" measure -E "$_errno" "$@"
}

# sampled TEXT TOTALS [PERIOD]: after measures, the count is one of the model's totals if there
# are any, no sample is lost, their weights add up, and there is one for each period. Without
# -R the last samples may be missing.
# shellcheck disable=SC2153 # figures sets them
sampled() {
	[ -z "$2" ] || one_of "$1: the count is exact" "$COUNT" "$2"
	eq "$1: no sample is lost, and the event is not throttled" "$LOST $THROTTLED" "0 0"
	if [ -n "$LAST" ]; then
		eq "$1: each weight is the count since the sample before; first wrong: $FIRST_WRONG" \
			"$WRONG" 0
		eq "$1: the weights add up to the count at the last sample" "$SUM" "$LAST"
		between "$1: the last sample is not later than the count" "$LAST" 0 "$COUNT"
	else
		between "$1: the weights add up to the count" "$SUM" $((COUNT - 2 * LONGEST)) "$COUNT"
	fi
	[ -z "${3:-}" ] || is_periods "$1: a sample for each period" "$SAMPLES" $((COUNT / $3))
}

# overflows ARGUMENT...: run the workload overflow; its output is in /tmp/out, and variables
# are set to the figures of the first event
overflows() {
	overflow "$@" >/tmp/out 2>&1 || not_ok "overflow $*: $(tail -n 1 /tmp/out)"
	eval "$(grep -m 1 '^[A-Z].*=' /tmp/out)"
}

# perf_as_user ARGUMENT...: perf as user 1000, who has no privileges
perf_as_user() {
	grep -q '^user:' /etc/passwd || echo 'user:x:1000:1000::/tmp:/bin/sh' >>/etc/passwd
	start-stop-daemon -S -c user -x /bin/perf -- "$@"
}

# is_periods TEXT GOT PERIODS: one overflow for each period. The timer may be late by a
# twentieth of a period in each period, and by two periods at the end.
is_periods() {
	if [ "$SOURCE" = irq ]; then
		eq "$1" "$2" "$3"
	else
		between "$1" "$2" $(($3 * 95 / 100 - 2)) "$3"
	fi
}
