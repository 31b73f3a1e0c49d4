#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module control:eb-1176 control:pb-a8 control:connex-255 eb-1176 pb-a8 connex-255 pi-zero
# on: pi-zero-rpios
# of: counting
#
# The driver's cost in accesses to the PMU and in instructions. The case checks the
# accesses against their budgets. tests/boards/report compares the numbers with those of
# the kernel's own driver.

. /bench/lib.sh
load

case $CORE in
cortex-a8) switch_other=14 switch_same=7 interrupt=5 read=1 tick=6 guard=4 guard_of_3=8 ;;
*) switch_other=8 switch_same=5 interrupt=4 read=1 tick=4 guard=4 guard_of_3=6 ;;
esac

three="$CYCLES $INSTR $EVENT"
# shellcheck disable=SC2046 # words
other="$CYCLES $(events 3 | tail -n 2 | tr '\n' ' ')"
all="$CYCLES $INSTR $(events $((COUNTERS - 1)) | tr '\n' ' ')"

# cost_of NAME OPERATION EVENT...: sets INSNS and ACCESSES
cost_of() {
	_name=$1
	shift
	if ! timeout 200 cost "$@" >/tmp/out 2>&1; then
		not_ok "$_name: $(tail -n 1 /tmp/out)"
		return 1
	fi
	# cost OPERATION INSTRUCTIONS ACCESSES IRQS-OFF
	# shellcheck disable=SC2046 # words
	set -- $(cat /tmp/out)
	INSNS=$3
	ACCESSES=$4
	shift 2
	note "cost: $_name: $*"
}

# within NAME BUDGET OPERATION EVENT...: at most BUDGET accesses. Something that needs none has
# the budget 0.
within() {
	_budget=$2
	_name=$1
	shift 2
	cost_of "$_name" "$@" && between "accesses are within the budget: $_name" "$ACCESSES" $((_budget > 0)) "$_budget"
}

if [ "$SOURCE" = timer ]; then
	# within_clock NAME PERCENT OPERATION: at most PERCENT of a sample of cpu-clock
	within_clock() {
		cost_of "$1" "$3" "$CYCLES"
		between "$1, in percent of cpu-clock" $((INSNS * 100 / clock)) 1 "$2"
	}
	# In percent, at 999 Hz, at 1000 Hz and with a period. Other kernels have other costs.
	case $BOARD in
	pi-zero) set -- 115 130 140 ;;
	*) set -- 130 145 155 ;;
	esac
	# The timer of the Pi counts whole microseconds. At 999 Hz, perf's clock event also comes
	# up to one too early, and the kernel goes round twice.
	cost_of "a sample of cpu-clock at 999 Hz" sample-999 1:0
	clock=$INSNS
	within_clock "a sample of cycles at 999 Hz" "$1" sample-999
	cost_of "a sample of cpu-clock at 1000 Hz" sample 1:0
	clock=$INSNS
	within_clock "a sample of cycles at 1000 Hz" "$2" sample
	within_clock "a sample of cycles, period 1,000,000" "$3" period

	# per_sample NAME OPTION...: the cost of a sample of pulses, by how much longer a program
	# takes
	per_sample() {
		_name=$1
		shift
		turns -t 2000 -o "$@" >/tmp/alone
		if ! turns -t 2000 "$@" "$PMU:0x05" >/tmp/out; then
			not_ok "$_name: $(tail -n 1 /tmp/out)"
			return 1
		fi
		_samples=$(word samples 2 /tmp/out)
		INSNS=$((($(word spent 2 /tmp/out) - $(word spent 2 /tmp/alone)) / _samples))
		note "cost: $_name: $INSNS $(($(word spent 3 /tmp/out) / _samples)) $(word spent 4 /tmp/out)"
	}
	# within_even NAME PERCENT OPTION...: at most PERCENT of a sample of events that come evenly
	within_even() {
		_percent=$2
		_name=$1
		shift 2
		per_sample "$_name" "$@" && between "$_name, in percent of one of an even event" \
			$((INSNS * 100 / even)) 1 "$_percent"
	}
	put pulse-event 5
	per_sample "another event at 1000 Hz, evenly" -F 1000 -A 400 -p 1 -q 1
	even=$INSNS
	within_even "another event, in bursts of 10 ms" 250 -F 1000 -A 10000
	within_even "another event, in bursts of 400 us" 450 -t 8000 -F 1000 -A 400
	within_even "another event, in bursts of 100 us" 550 -F 1000 -A 100
	within_even "another event at 100 Hz, in bursts of 400 us" 700 -F 100 -A 400
	put pulse-event -1

	# The probes of the tracepoints, with nothing due
	cost_of "switch, no event" same
	without=$INSNS
	hold -a -F 1 "$CYCLES"
	cost_of "switch, no event, with perf record -a" same
	release
	between "more instructions in two switches with perf record -a" $((INSNS - without)) 1 400
	finish
fi

# "same" switches from a task with events and back; in "other" both tasks have events.
cost_of "switch, no event" same
within "switch, the same 1 event" $switch_same same "$CYCLES"
# shellcheck disable=SC2086 # words, here and below
{
	within "switch, the same 3 events" $switch_same same $three
	cost_of "switch, the same 3 events, dummies" same 1:9 1:9 1:9
	[ "$COUNTERS" = 2 ] || cost_of "switch, the same $((COUNTERS + 1)) events" same $all
	within "two switches, 3 other events" $((2 * switch_other)) other $three $other
	cost_of "two switches, 3 other events, dummies" other 1:9 1:9 1:9 1:9 1:9 1:9

	within "interrupt, 1 counter" $interrupt irq "$CYCLES"
	cost_of "interrupt, 2 counters" irq "$CYCLES" "$INSTR"
	cost_of "interrupt, 3 counters" irq $three

	within "read of an event" $read read "$CYCLES"
	cost_of "read of a group of 3" group $three
	cost_of "enable and disable 3 events" toggle $three
	cost_of "open and close an event" open "$CYCLES"
	within "tick with a frequency" $tick tick "$CYCLES"
	# Only this driver has it.
	if [ "$VARIANT" != control ]; then
		within "timer that reads the counters, 1 event" $guard guard "$CYCLES"
		within "timer that reads the counters, 3 events" $guard_of_3 guard $three
	fi
	cost_of "events take turns" rotate $all $all $all
	within "asleep, events disabled" 0 idle $three
	cost_of "3 events counted, a loop of 100,000,000 instructions" count $three
	cost_of "1 event sampled at 1000 Hz, such a loop" record "$CYCLES"
	cost_of "counts of a group of 3 enabled and at once disabled" own $three
}

# Programs that read their own counters without a system call
if [ "$CORE" = cortex-a8 ] && [ "$VARIANT" != control ]; then
	unload
	load user_read=1
	# perf's hooks in the switch of tasks stay for a second after the last event.
	sleep 2
	within "switch, no event, user_read permitted" 0 same
	direct() {
		cost_of "$1" direct "$2:4" && between "$1: instructions" "$INSNS" 1 40
	}
	direct "read of cycles without a system call" "$CYCLES"
	direct "read of another event without a system call" "$INSTR"
	# shellcheck disable=SC2086 # words
	within "switch, the same 3 events, user_read permitted" $switch_same same $three
	within "switch, the same 3 events, with user_read" $((switch_same + 2)) same \
		"$CYCLES:4" "$INSTR:4" "$EVENT:4"
	# shellcheck disable=SC2086 # words
	cost_of "two switches, 3 events with user_read, 3 other events" other \
		"$CYCLES:4" "$INSTR:4" "$EVENT:4" $other
	unload
	load
fi
run_all_counters
finish
