#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module builtin debug eb-1176-l220 eb-1176-l220-builtin
#
# Counts of the L220's events are those of the model's counters, to the last event.

. /bench/lib.sh
. /bench/l220.sh
load_l220

# stat_of EVENT...: count the events CPU-wide while a program runs
stat_of() {
	put l220-reset-stats true
	_events=$(printf "$L2/%s/," "$@")
	perf stat -a -x, -o /tmp/stat -e "${_events%,}" -- known 1000000 >/dev/null 2>/tmp/err ||
		not_ok "perf stat: $(grep . /tmp/err | head -n 1)"
}

# ratio_is TEXT A B RATE-OF-A RATE-OF-B: each rate is COUNT/INSNS. The model rounds at each
# stop of the counters, of which a run has few: less than 20. With another event the ratio
# differs by 5 % or more, which is more than 100 events.
ratio_is() {
	if awk -v a="$2" -v b="$3" -v ra="$4" -v rb="$5" 'BEGIN {
			split(ra, x, "/"); split(rb, y, "/")
			wanted = b / (y[1] / y[2]) * (x[1] / x[2])
			exit !(a > 2000 && a - wanted < 20 && wanted - a < 20) }'; then
		ok "$1"
	else
		not_ok "$1: $2 and $3"
	fi
}

# The first event gets counter 0.
for pair in irreq,8,irhit,7 drreq,3,drhit,2 dwreq,5,dwhit,4 dwtreq,6,wa,9 co,1,irreq,8; do
	IFS=, read -r one n1 two n2 <<-END
		$pair
	END
	stat_of "$one" "$two"
	counts=$(counts_of /tmp/stat)
	eq "perf stat -a -e $L2/$one/,$L2/$two/ counts exactly what the model counted" \
		"$counts" "$(totals_of_l220) "
	# shellcheck disable=SC2086 # two words
	set -- $counts
	ratio_is "$one and $two have the ratio of their rates" "$1" "$2" "$(rate_of_l220 "$n1")" "$(rate_of_l220 "$n2")"
done

# One event, by its number, at 1 in each 80 instructions
put l220-reset-stats true
perf stat -a -x, -o /tmp/stat -e "$L2/event=0x8/" -- known 1000000 >/dev/null 2>&1
eq "one event alone" "$(counts_of /tmp/stat)" "$(get l220-total0) "
between "the count is that of more than the two million instructions of the loop" \
	"$(get l220-total0)" 25000 500000

# The driver's timer reads the counters meanwhile.
put l220-reset-stats true
perf stat -a -x, -o /tmp/stat -e "$L2/irreq/,$L2/drreq/" -- sleep 5 >/dev/null 2>&1
eq "five seconds" "$(counts_of /tmp/stat)" "$(totals_of_l220) "
unload_l220
finish
