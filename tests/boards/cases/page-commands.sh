#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module bookworm backports trixie sid pi-zero cubieboard pb-a8 connex-255
#
# The first measurements of README.md and the recipes of use.rst, as they stand in the pages.
# Only the names of another core's events, sudo and the last recipe's hour are replaced. The
# example of user_read.rst. cases/page-slow.sh runs those of slow.rst.

. /bench/lib.sh
if [ "$VARIANT" = module ]; then
	# A directory with many files
	mkdir -p /usr
	mount --bind /sys /usr
	run() {
		(cd /tmp && sh -c "$1")
	}
else
	. /bench/debian.sh
	run() {
		debian sh -c "$1"
	}
fi
ln -s /bench/matrix /tmp/matrix
unload
case $CORE in
cortex-a8) load user_read=1 ;;
*) load ;;
esac
cpi=$(get cpi)

# names: a script for sed that replaces the names, which are ARM1176's, by the table of
# use.rst
names() {
	case $CORE in
	cortex-a8) column=2 ;;
	xscale1) column=3 ;;
	*) return ;;
	esac
	awk -v column=$column '/^=+  =+/ { rules++; next }
		rules == 2 { print "s/" $1 "/" $column "/g" }' /bench/use.rst
}

# value EVENT: the count that perf stat printed for the event
value() {
	awk -v event="$1" '$2 == event { gsub(",", "", $1); print $1 }' /tmp/out
}

names >/tmp/names
{
	sed -n '/^## First/,/^## As/s/^    # perf /perf /p' /bench/README.md
	sed -n '/^Recipes/,/^Permission/s/^  \(sudo \)*perf /perf /p' /bench/use.rst
} | sed -f /tmp/names | sed 's/sleep 3600/sleep 3/' >/tmp/commands
eq "the pages have their commands" "$(awk '{ n[$2]++ }
	END { print n["stat"], n["record"], n["report"] }' /tmp/commands)" "6 3 3"

while read -r command; do
	run "$command" >/tmp/out 2>&1 </dev/null
	eq "$command" "$?" 0
	case $command in
	"perf stat"*)
		events=$(echo "$command" | sed 's/.*-e \([^ ]*\) .*/\1/' | tr -d "'{}")
		for event in $(echo "$events" | tr , ' '); do
			between "the count of $event" "$(value "$event")" 100 10000000000
		done
		;;
	"perf report"*)
		between "the report has the share of a symbol, in per cent" \
			"$(awk '/%/ { print int($1); exit }' /tmp/out)" 1 100
		;;
	esac
	case $command in
	*cycles,instructions*)
		between "an instruction takes $cpi cycles" "$(value cycles)" \
			$(($(value instructions) * cpi * 99 / 100)) $(($(value instructions) * cpi * 101 / 100))
		;;
	*percent-limit*)
		# Here events have a constant rate: the two functions execute as many instructions.
		for function in by_rows by_columns; do
			between "$function() has its share" \
				"$(awk -v name=$function '/%/ && $5 == name { print int($1) }' /tmp/out)" 40 55
		done
		;;
	esac
	note "$(grep '[0-9]' /tmp/out | head -n 4 | tr '\n' ';')"
done </tmp/commands

[ "$VARIANT" != module ] || umount /usr
if [ "$CORE" = cortex-a8 ]; then
	# Less than 40 instructions for a read, where read(2) takes more than 900
	user_read_example >/tmp/out 2>&1
	between "the example of user_read.rst prints the cycles" \
		"$(sed -n 's/ cycles$//p' /tmp/out)" 10 $((100 * cpi))
	note "$(cat /tmp/out)"
fi
rm -f /tmp/perf.data* /tmp/matrix
unload
load
finish
