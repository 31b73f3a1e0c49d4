#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: bookworm pi-zero-cache
# of: sampling
#
# The commands of slow.rst, as they stand in the page. What they have to show is known from
# the programs: see there.

. /bench/lib.sh
. /bench/debian.sh
load

# reported NAME: its part in the last report, in percent
reported() {
	awk -v name="$1" '$NF ~ name && /%/ { print int($1); exit }' /tmp/out
}

# The package's scripts have not run, which would make this link.
ln -sf mawk /debian/usr/bin/awk
cp /bench/slow.py /tmp
ln -s /bench/matrix /tmp/matrix
sed -n 's/^  \(\(perf\|pmu-[a-z]*\|python3\) \)/\1/p' /bench/slow.rst >/tmp/commands
eq "the page has its commands" "$(wc -l </tmp/commands)" 16
recorded=
while read -r command; do
	debian sh -c "$command" >/tmp/out 2>&1 </dev/null
	eq "$command" "$?" 0
	case $command in
	"perf record"*) recorded=$command ;;
	esac
	case $recorded:$command in
	*:"perf stat -e armv6"*)
		# Two functions add 20 times to 1024 * 1024 numbers, see above. The kernel has a few more.
		between "the misses of matrix" \
			"$(awk '/dcache_miss/ { gsub(",", "", $1); print $1 }' /tmp/out)" 23592960 26000000
		;;
	*:"perf stat"*)
		# With no other program, it has the CPU all the time.
		between "it computes all the time, in percent" \
			"$(awk '/CPUs utilized/ { print int($(NF - 2) * 100) }' /tmp/out)" 95 100
		;;
	*matrix:*"--sort dso"*)
		between "the program has the time" "$(reported matrix)" 90 100
		;;
	*dcache_miss*matrix:*"--sort sym"*)
		# by_columns() misses at each number, by_rows() at one of eight, and the kernel a few.
		between "by_columns() has the misses" "$(reported by_columns)" 79 90
		between "by_rows() has few" "$(reported by_rows)" 8 19
		;;
	*matrix:*"--sort sym"*)
		between "by_columns() has half of the time" "$(reported by_columns)" 43 53
		;;
	*:"perf annotate"*)
		between "the instructions of by_columns() have their shares" \
			"$(awk '$2 == ":" { sum += $1 } END { print int(sum) }' /tmp/out)" 95 102
		;;
	*:*--by-function*)
		between "by_columns() has five times the misses of by_rows()" "$(awk '
			$NF == "by_columns" { c = $4 }
			$NF == "by_rows" { r = $4 }
			END { print int(10 * c / r) }' /tmp/out)" 35 80
		;;
	*:pmu-flamegraph*)
		eq "the flame graph has the kernel's function that reads directories" \
			"$(grep -o '<title>iterate_dir: ' /tmp/misses.svg | sort -u)" "<title>iterate_dir: "
		sed -i '1i<!-- SPDX-License-Identifier: GPL-2.0 -->' /tmp/misses.svg
		send /tmp/misses.svg
		;;
	*:pmu-metrics*)
		eq "the metrics of the page" "$(awk '$1 + 0 { print $2 }' /tmp/out | tr '\n' ' ')" \
			"cpi icache-miss dcache-miss write-back branch-prediction "
		;;
	*slow.py:*"--sort dso"*)
		between "the interpreter has a part" "$(reported python3)" 10 90
		between "libz has a part" "$(reported libz)" 10 90
		;;
	*cProfile*)
		eq "cProfile names both functions" "$(grep -c "(squares)\|(pack)" /tmp/out)" 2
		;;
	esac
	note "$(grep '[0-9]' /tmp/out | head -n 20 | tr '\n' ';')"
done </tmp/commands
rm -f /tmp/perf.data* /tmp/matrix /tmp/slow.py /tmp/stacks /tmp/misses.svg
finish
