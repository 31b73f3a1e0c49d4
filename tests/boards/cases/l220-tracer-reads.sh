#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module eb-1176-l220
# modules: tracer_reads
#
# As tracer-reads, with an event of the L220.

. /bench/lib.sh
. /bench/l220.sh
load_l220
insmod /bench/tracer_reads.ko
reads=/sys/module/tracer_reads/parameters/reads

# read_event TEXT OTHERS READS US: read the event as a tracer does. Its value is the model's
# count, of which OTHERS and a thousand may come before its start and after its last read.
read_event() {
	put l220-reset-stats true
	if ! echo "$(cat "$L2P/type") 0x2 $3 $4" >$reads; then
		not_ok "$1: an event of the kernel"
		return
	fi
	# shellcheck disable=SC2046 # words
	set -- "$1" $(cat $reads) "$4" "$2"
	eq "$1: wrong values" "$3" 0
	_total=$(get l220-total0)
	between "$1: the last value is what the model has counted, or just before" "$2" \
		$((_total - 1000 - $6)) "$_total"
	[ "$5" = 0 ] || between "$1: the timer has read it, too" "$4" 10 10000000
	note "$1: $3 wrong values, $4 reads by the timer"
}

read_event "nothing else" 0 1000000 0
for us in 20 50 130; do
	read_event "a timer reads, too, each $us us" 0 500000 $us
done
# The pinned event takes the first counter from the other one, whose count the model's total
# has until then. This one is rare.
hold -a "$L2:0x9"
read_event "beside another event" 20000 500000 50
release
rmmod tracer_reads
unload_l220
finish
