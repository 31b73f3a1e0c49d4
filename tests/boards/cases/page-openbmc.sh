#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: builtin ast2500-evb
# of: sampling
#
# The commands of "What to measure" in build_systems.rst, as they stand in the page. Only the
# name of the daemon and the seconds are replaced: shares has three quarters of its
# instructions in heavy().

. /bench/lib.sh
load
cpi=$(get cpi)
shares 1000000 &
daemon=$!
sed -n '/^What to measure/,/^Which kernels/s/^  perf /perf /p' /bench/build_systems.rst |
	sed 's/bmcweb/shares/; s/sleep 10/sleep 2/' >/tmp/commands
eq "the page has its commands" "$(wc -l </tmp/commands)" 6
while read -r command; do
	sh -c "$command" >/tmp/out 2>&1 </dev/null
	eq "$command" "$?" 0
	case $command in
	"perf stat"*)
		cycles=$(awk '$2 == "cycles" { gsub(",", "", $1); print $1 }' /tmp/out)
		instructions=$(awk '$2 == "instructions" { gsub(",", "", $1); print $1 }' /tmp/out)
		# It has nearly all of the CPU for two seconds. An instruction takes 2 ns.
		between "the instructions of the daemon" "$instructions" 900000000 1010000000
		between "an instruction takes $cpi cycles" "$cycles" \
			$((instructions * cpi * 99 / 100)) $((instructions * cpi * 101 / 100))
		;;
	*"--sort sym")
		between "heavy() has 75 %" "$(awk '$3 == "heavy" { print int($1) }' /tmp/out)" 68 82
		;;
	*"--sort comm")
		between "the daemon has most of the time" \
			"$(awk '$2 == "shares" { print int($1) }' /tmp/out)" 90 100
		;;
	esac
	note "$(grep '[0-9]' /tmp/out | head -n 8 | tr '\n' ';')"
done </tmp/commands
note "$(ls -l /tmp/perf.data)"
kill $daemon
rm /tmp/perf.data
finish
