#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: +cubieboard +cubieboard-5.10 +cubieboard-rt +eb-1176-no-irq +pb-a8-rt +pb-a8-thumb2
# on: +pi-zero-irq
# of: sampling
#
# perf report of a program with three quarters of its instructions in heavy() and one quarter
# in light(): the shares are right within two percentage points.
#
# With random samples the standard deviation of a share of 0.75 would be one percentage point
# at n = 2000. Here a round of the program has some twenty samples, and the number of those in
# heavy() is wrong by one at most. So the deviation is a fifth of that.

. /bench/lib.sh
load

# 1.2 * 10^9 instructions: 2.4 * 10^9 cycles
for options in "-c 1000003 -P" "-F 1000"; do
	# shellcheck disable=SC2086 # words
	perf record -q -e cycles $options -o /tmp/data -- shares 12000 >/tmp/out 2>&1 || {
		not_ok "perf record $options: $(tail -n 1 /tmp/out)"
		continue
	}
	samples=$(perf script -i /tmp/data -F period 2>/dev/null | grep -c .)
	perf report -i /tmp/data --stdio -g none --stdio-color never \
		-F overhead,symbol --percent-limit 0 2>/dev/null >/tmp/report
	# hundredths of a percent
	heavy=$(awk '$3 == "heavy" { sub("%", "", $1); print int($1 * 100) }' /tmp/report)
	light=$(awk '$3 == "light" { sub("%", "", $1); print int($1 * 100) }' /tmp/report)
	between "$options: at least 2000 samples" "$samples" 2000 100000
	between "$options: perf report has 75 % in heavy()" "$heavy" 7300 7700
	between "$options: perf report has 25 % in light()" "$light" 2300 2700
	note "$options: $samples samples, heavy $heavy, light $light hundredths of a percent"
done
rm -f /tmp/data
finish
