#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module pi-zero eb-1176 pb-a8 connex-255
# tier: main
# of: sampling
#
# The count of user mode (:u) of a program that calls the system after a few instructions,
# again and again. The kernel disables interrupts before it returns to the program. What is due
# then, by timer or by interrupt, comes at the program's next instruction, and is still the
# kernel's.
#
# The truth: the number of the loop's instructions.

. /bench/lib.sh
load

# of_user WHAT OPTION...: the count of user mode is the truth. At least 200 samples have it:
# the standard error is 7 %.
of_user() {
	_text="$source, $*"
	_options="-w $1 -n 1500000"
	shift
	# shellcheck disable=SC2086 # words
	succeeds "$_text" uloops $_options -x kernel "$@" "$INSTR" || return
	_percent=$(($(word count 2 /tmp/out) * 100 / $(word user 2 /tmp/out)))
	note "$_text: $_percent %, $(grep ^samples /tmp/out)"
	between "$_text: the count, in percent" "$_percent" 70 130
}

# With the interrupt and a fixed period, the samples of such a loop are in step with it.
check_source() {
	source=$(cat "$P/caps/overflow_source")
	for what in getppid write; do
		of_user $what -F 4000
		[ "$source" = irq ] || of_user $what -c 50021
	done
}

check_source
[ "$source" != irq ] || without_line check_source
finish
