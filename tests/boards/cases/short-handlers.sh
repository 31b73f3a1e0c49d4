#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module pi-zero
# of: sampling
# modules: handlers
#
# Handlers of interrupts and timers, and softirqs, that work for 3 to 20 us, each 200 us, while
# the CPU has nothing else to do. perf record -a shows them by timer: a sample that is due when
# the handler or the softirq ends is taken there, and stands for the kernel's function that has
# called it.
#
# The truth: the number of instructions in the handlers, of all that the CPU has executed.

. /bench/lib.sh
load
cpi=$(get cpi)
insmod /bench/handlers.ko
run=/sys/module/handlers/parameters/run

# profile KIND US CALLER MORE: the share of the handlers, with the function that calls them.
# That has also what the kernel executes before, from the end of the last thing that has one:
# up to MORE instructions. A standard deviation is 110.
profile() {
	_text="$1 of $2 us"
	put reset-stats true
	perf record -q -a -e cycles -F 8000 -o /tmp/data -- sh -c "echo $1 $2 200 16000 >$run" \
		>/tmp/out 2>&1 || not_ok "$_text: $(tail -n 1 /tmp/out)"
	_count=$(get total-ccnt)
	read_profile
	_truth=$(($(cat $run) * cpi / (_count / 10000)))
	_more=$((16000 * $4 * cpi / (_count / 10000)))
	note "$_text: $_truth, $(share handler_work) in handler_work, $(share "$3") in $3," \
		"$(share 'arch_cpu_idle|default_idle_call') idle, $SAMPLES samples"
	between "$_text: the samples have all cycles, in percent" $((SUM / (_count / 100))) 97 100
	between "$_text: the handlers have their share" "$(share "handler_work|$3")" \
		$((_truth - 800)) $((_truth + _more + 800))
	eq "$_text: no sample stands in the code of a tracepoint" "$(weight '__traceiter_.*')" 0
}

for us in 3 9 20; do
	profile softirq $us '__do_softirq|handle_softirqs' 1000
	profile irq $us __handle_irq_event_percpu 2600
	profile hrtimer $us '__hrtimer_run_queues.*' 2600
done
rmmod handlers
finish
