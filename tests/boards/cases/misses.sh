#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module pi-zero-cache
# of: sampling
#
# A profile of cache misses, on a board with caches. What a function misses is known from the
# size of the caches and from its accesses: the matrix product that reads by columns misses at
# each read, the one that reads by rows at each line.
#
# The case also notes what interrupts and samples cost a program that has no misses of its own.

. /bench/lib.sh
load
# The numbers are ARM11's. A line has 32 bytes.
DATA=$PMU:0x0b
INSTRUCTIONS=$PMU:0x00

# percent NAME LOW HIGH: the misses, in percent of the accesses that should miss. Interrupts
# add some, and by_rows() has to load its row of the other matrix again. The cache holds a
# sixteenth of the table of hash().
percent() {
	_percent=$(awk -v name="$1" '$2 == name { printf "%d", $3 * 100 / $4 }' /tmp/counts)
	between "misses of $1, in percent of the accesses that should miss" "$_percent" "$2" "$3"
	note "$1: $_percent percent"
}

# true_share NAME: hundredths of a percent of the misses of all functions
true_share() {
	awk -v name="$1" '
		{ sum += $3 }
		$2 == name { n = $3 }
		END { printf "%d", n * 10000 / sum }' /tmp/counts
}

# profile OPTION...: by perf record with these options
profile() {
	_text="$*"
	perf record -q -e "$PMU/event=${DATA#*:}/" "$@" >/tmp/out 2>&1 ||
		not_ok "perf record $_text: $(tail -n 1 /tmp/out)"
	read_profile
}

# has NAME LOW HIGH: its share of the profile
has() {
	between "$_text: $1 has its share" "$(share "$1")" "$2" "$3"
	note "$_text: $1 has $(share "$1") of $(true_share "$1")"
}

misses "$DATA" >/tmp/counts 2>&1 || not_ok "misses: $(tail -n 1 /tmp/counts)"
percent by_columns 100 105
percent by_rows 100 120
percent hash 92 100
percent copy 100 105
between "known_loop() has no misses but those of interrupts" "$(true_share known_loop)" 0 100

for options in "-c 10007 -P" "-F 1000"; do
	# With a frequency, a second has 1,000 samples, and a share of two thirds a standard
	# deviation of 170 by chance.
	# Turns of 100 us: see bound() of the case attribution
	# shellcheck disable=SC2086 # words
	profile $options -o /tmp/data -- misses -r 16
	columns=$(true_share by_columns)
	has by_columns $((columns * 80 / 100)) $((columns * 120 / 100))
	has known_loop 0 600
	# Turns of several milliseconds
	# shellcheck disable=SC2086 # words
	profile $options -o /tmp/data -- misses -r 16 -n 32
	for name in by_columns copy by_rows hash; do
		truth=$(true_share $name)
		has $name $((truth - 600)) $((truth + 600))
	done
	has known_loop 0 300
done

# What an interrupt has cost, at most all lines. An interrupt takes lines of sets in which the
# other ways are full: the more the program has, the more of its own. Of 2 KB, that depends on
# the pages.
for kb in 2 8 12; do
	for sampling in "" "-e $CYCLES -F 1000"; do
		for event in "$DATA" "$INSTRUCTIONS"; do
			text="$kb KB, ${sampling:-no sampling}, event ${event#*:}"
			# shellcheck disable=SC2086 # words
			if ! pollution -d $kb -i $kb $sampling "$event" >/tmp/out 2>&1; then
				not_ok "$text: $(tail -n 1 /tmp/out)"
				continue
			fi
			for kind in sample long; do
				[ "$(word $kind 2 /tmp/out)" -gt 20 ] || continue
				between "$text, $kind: the program has misses" \
					"$(word $kind 5 /tmp/out)" $((kb * kb * 5)) $((kb * 3200))
			done
			note "$text: $(grep ^sample /tmp/out), $(grep ^long /tmp/out)"
		done
	done
done
finish
