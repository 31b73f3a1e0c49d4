#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module builtin:ast2500-evb irq timer dead eb-1176 eb-1176-no-irq pb-a8 pb-a8-thumb2
# on: cubieboard-dtb connex-255 pi-zero ast2500*
# of: sampling
#
# What a program may do to an event between two of its samples. With exclude_kernel the count
# is the sum of the weights of the samples. What was counted before a reset must not come back
# with the next sample. Without exclude_kernel the count is exact.

. /bench/lib.sh
load

for test in reset period disable refresh group other exec inherit children; do
	run_checks "all modes, $test" midperiod $test "$INSTR"
	run_checks "user mode, $test" midperiod -x kernel $test "$INSTR"
done
for test in reset period disable other; do
	run_checks "user mode, with a frequency, $test" midperiod -x kernel -F 50 $test "$INSTR"
done
run_checks "rate" midperiod -F 1000 rate "$INSTR"
run_checks "user mode, rate" midperiod -x kernel -F 1000 rate "$INSTR"
finish
