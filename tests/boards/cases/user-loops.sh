#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module pi-zero eb-1176 pb-a8 connex-255
# tier: main
# of: sampling
#
# The count of user mode (:u) of a program that calls the system after a few instructions,
# again and again. The kernel disables interrupts before it returns to the program. What is due
# then, by timer or by interrupt, comes at the program's next instruction, and is still the
# kernel's. The end of a page fault is not recognized: each adds some instructions.
#
# The truth: the number of the loop's instructions.

. /bench/lib.sh
load

# of_user WHAT OPTION...: the count of user mode is the truth. At least 600 samples have it:
# the standard error is 4 %.
of_user() {
	_text="$source, $*"
	_options="-w $1 -n 4500000"
	shift
	# shellcheck disable=SC2086 # words
	succeeds "$_text" uloops $_options -x kernel "$@" "$INSTR" || return
	_percent=$(($(word count 2 /tmp/out) * 100 / $(word user 2 /tmp/out)))
	note "$_text: $_percent %, $(grep ^samples /tmp/out)"
	between "$_text: the count, in percent" "$_percent" 70 130
}

# of_faults PAIRS ROUNDS: use.rst says how much each page fault adds to the count. At least 150
# samples of the program have it: the standard error of what it counts in a round is 8 %.
of_faults() {
	_text="$source, page faults, $1 pairs"
	succeeds "$_text" uloops -w fault -u "$1" -n "$2" -x kernel -F 4000 "$INSTR" || return
	_user=$(word user 2 /tmp/out)
	_rounds=$((_user / (2 * $1 + 5)))
	_more=$((($(word count 2 /tmp/out) - _user) / _rounds))
	note "$_text: $_more more for each fault, $(grep ^samples /tmp/out), $(grep ^user /tmp/out)"
	between "$_text: instructions that each fault adds" "$_more" 5 45
}

# With the interrupt and a fixed period, the samples of such a loop are in step with it.
check_source() {
	source=$(cat "$P/caps/overflow_source")
	for what in getppid write; do
		of_user $what -F 4000
		[ "$source" = irq ] || of_user $what -c 50021
	done
	[ "$BOARD" != pi-zero ] || of_faults 6 900000
}

check_source
[ "$source" != irq ] || without_line check_source
finish
