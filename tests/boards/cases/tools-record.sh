#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: bookworm backports trixie sid +cubieboard
#
# Debian's own perf: record with -F, -c and -g, report, annotate, script, top, and a flame
# graph. shares has 75 % of its instructions in heavy() and 25 % in light(). chain has almost
# all of them in heavy(), which is called by inner(), which is called by outer().

. /bench/lib.sh
. /bench/debian.sh
load

# record OPTION...: perf record to /tmp/perf.data
record() {
	put reset-stats true
	debian perf record -o /tmp/perf.data "$@" >/tmp/out 2>&1 ||
		not_ok "perf record $*: $(tail -n 1 /tmp/out)"
}

# reported SYMBOL FILE: the symbol's overhead in perf's table, in hundredths of a percent
reported() {
	awk -v symbol="$1" '$NF == symbol { sub("%", "", $1); print int($1 * 100) }' "$2"
}

# See cases/report-shares.sh for the number of samples and the tolerance.
for options in "-F 1000 -e cycles" "-c 1000003 -P -e cycles" \
	"-c 500009 -P -e instructions"; do
	# shellcheck disable=SC2086 # words
	record $options shares 12000
	case $options in
	*cycles) counted=$(sampled_cycles) ;;
	*) counted=$(totals | cut -d' ' -f1) ;;
	esac
	debian perf script -F comm,period,ip,sym >/tmp/script 2>/tmp/err
	samples=$(grep -c shares /tmp/script)
	period=$(awk '{ sum += $2 } END { printf "%.0f\n", sum }' /tmp/script)
	between "record $options: perf script has the samples" "$samples" 2000 3500
	# The last sample is up to a period or an interval before the end.
	between "record $options: the periods of the samples add up to the count" "$period" \
		$((counted - 30000000)) $((counted + 3000000))
	debian perf report --stdio -F overhead,sample,symbol >/tmp/report 2>/tmp/err
	between "report: heavy() has 75 %" "$(reported heavy /tmp/report)" 7300 7700
	between "report: light() has 25 %" "$(reported light /tmp/report)" 2300 2700
	eq "report has as many samples as script" "$(awk '/%/ { sum += $2 } END { print sum }' /tmp/report)" \
		"$(wc -l </tmp/script)"
done

debian perf annotate --stdio -s heavy >/tmp/annotate 2>/tmp/err
for instruction in nop subs bne bx; do
	awk -v insn=$instruction '$2 == ":" && $4 == insn { sum += $1 } END { print int(sum) }' \
		/tmp/annotate >/tmp/share
	case $instruction in
	nop) between "annotate: the two nop have half of the samples of heavy()" "$(cat /tmp/share)" 40 60 ;;
	bx) eq "annotate: $instruction, executed once, has no samples" "$(cat /tmp/share)" 0 ;;
	*) between "annotate: $instruction has a quarter of the samples of heavy()" "$(cat /tmp/share)" 18 32 ;;
	esac
done

# collapse PROGRAM: the input of a flame graph: one line for each stack, with its samples. A
# sample at the program's start or end may have no stack.
collapse() {
	samples=$(debian perf script -F comm 2>/dev/null | grep -c "$1")
	debian perf script report stackcollapse >/tmp/folded 2>/tmp/err
	eq "stackcollapse: the stacks of $1 have all samples" \
		"$(awk -v stack="^$1[; ]" '$0 ~ stack { sum += $NF } END { print sum }' /tmp/folded)" "$samples"
}

# perf finds callers by the frames of chain's functions. heavy() has no frame, so its caller
# inner() is missing from the stacks: outer() comes next.
record -g -F 2000 -e cycles chain 200000000
collapse chain
between "record -g: 2000 samples a second for 1.6 seconds" "$samples" 2500 3600
debian perf report --stdio -g none -F overhead_children,overhead,symbol >/tmp/report 2>/tmp/err
between "report: outer() has the share of its callee" "$(reported outer /tmp/report)" 9900 10000
eq "report: outer() has no share of its own" "$(awk '$NF == "outer" { print $2 }' /tmp/report)" 0.00%

between "stackcollapse: outer() is the caller of heavy()" \
	"$(awk '/^chain;(.*;)?outer;heavy [0-9]*$/ { sum += $NF } END { print sum }' /tmp/folded)" \
	$((samples * 99 / 100)) "$samples"
# perf 7.2 takes -f itself.
[ "$VARIANT" = sid ] && end_of_options=-- || end_of_options=
# shellcheck disable=SC2086 # a word or none
debian perf script report flamegraph $end_of_options -f json -o /tmp/flame.json >/tmp/out 2>&1
debian python3 - >/tmp/flame 2>/tmp/err <<-END
	import json
	def walk(node, path):
	    yield path + [node["n"]], node["v"]
	    for child in node["c"]:
	        yield from walk(child, path + [node["n"]])
	with open("/tmp/flame.json") as file:
	    for path, value in walk(json.load(file), []):
	        print(value, ";".join(path))
END
eq "flamegraph has all samples" "$(awk '/chain/ { sum += $1 } END { print sum }' /tmp/flame)" "$samples"
eq "flamegraph: heavy() above outer() has as many samples as in stackcollapse" \
	"$(awk '/outer;heavy$/ { sum += $1 } END { print sum }' /tmp/flame)" \
	"$(awk '/outer;heavy [0-9]*$/ { sum += $NF } END { print sum }' /tmp/folded)"

# Debian does not package the HTML template.
says "/usr/share/d3-flame-graph/d3-flamegraph-base.html" debian perf script report flamegraph

# calls has no frames, but debugging information: perf copies the stack and unwinds it later.
record --call-graph dwarf -F 500 -e cycles calls 25000000
collapse calls
between "record --call-graph dwarf: 500 samples a second for 0.2 seconds" "$samples" 80 120
whole=$(awk '/^calls;(.*;)?main;first;second;heavy [0-9]*$/ { sum += $NF } END { print sum + 0 }' /tmp/folded)
case $VARIANT in
sid) between "the stacks are main(), first(), second(), heavy()" "$whole" $((samples * 9 / 10)) "$samples" ;;
*) eq "this perf finds no caller by debugging information" "$whole" 0 ;;
esac
record -g -F 500 -e cycles calls 25000000
collapse calls
between "record -g: 500 samples a second for 0.2 seconds" "$samples" 80 120
eq "record -g finds no caller without frames" \
	"$(awk '/first;/ { sum += $NF } END { print sum + 0 }' /tmp/folded)" 0

# The stdin of perf top is a pipe without keys. perf's own start is in the view at first, and
# its share decreases every second.
shares 100000 &
sleep 8 | debian timeout -s INT 4 perf top --stdio -e cycles -F 1000 -d 1 >/tmp/top 2>/tmp/err
kill $!
wait
heavy=$(reported heavy /tmp/top | tail -n 1)
light=$(reported light /tmp/top | tail -n 1)
between "top: heavy() and light() have most of the time" $((${heavy:-0} + ${light:-0})) 6000 10000
between "top: heavy() has 75 % of that" $((10000 * ${heavy:-0} / (${heavy:-0} + ${light:-1}))) 7200 7800

# perf's messages for what these monitors cannot do
says "doesn't support branch stack sampling" debian perf record -b -o /tmp/data known 1
# modes FILE: the numbers of samples in user mode and in kernel mode
modes() {
	debian perf script -f -i "$1" -F ip 2>/tmp/err |
		awk '/^ *(bf|[cdef].)[0-9a-f]{6}$/ && !/ffff0...$/ { k++; next } { u++ } END { print u + 0, k + 0 }'
}
# In a group with :S only the leader samples, and the driver refuses to count with :u.
case $VARIANT in
sid) refused="Failure to open event 'instructions:uH'" ;;
trixie) refused="Unsupported event (instructions:u) in per-thread mode, enable system wide with '-a'." ;;
*) refused="returned with 95 (Operation not supported) for event (instructions:u)" ;;
esac
says "$refused" debian perf record -e '{cycles:u,instructions:u}:S' -o /tmp/perf.data known 1
# The kernel clears 32 MB for dd. That is most of the work of this program.
for work in "cycles:u known 10000000" "cycles:k dd if=/dev/zero of=/dev/null bs=64k count=500"; do
	event=${work%% *}
	# shellcheck disable=SC2086 # words
	debian perf record -e "$event" -c 100003 -o /tmp/perf.data ${work#* } >/tmp/out 2>&1
	# shellcheck disable=SC2046 # words
	set -- $(modes /tmp/perf.data)
	[ "$event" = cycles:u ] || set -- "$2" "$1"
	between "perf record -e $event has samples of this mode" "$1" 40 1000
	eq "perf record -e $event has none of the other mode" "$2" 0
done
paranoid=/proc/sys/kernel/perf_event_paranoid
before=$(cat $paranoid)
mkdir -m 777 /tmp/user
echo 1 >$paranoid
user perf record -e cycles -c 1000003 -o /tmp/user/data known 10000000 >/tmp/out 2>&1
between "perf record of a user at level 1 has samples" \
	"$(debian perf script -f -i /tmp/user/data -F comm 2>/tmp/err | grep -c known)" 30 50
echo 2 >$paranoid
user perf record -c 1000003 -o /tmp/user/data2 known 10000000 >/tmp/out 2>&1
# shellcheck disable=SC2046 # words
set -- $(modes /tmp/user/data2)
between "perf record of a user at level 2 has samples in user mode" "$1" 30 50
eq "perf record of a user at level 2 has none in kernel mode" "$2" 0
succeeds "they are of cycles, not of cpu-clock" \
	sh -c 'chroot /debian perf evlist -f -i /tmp/user/data2 | grep -q -e ^cycles -e /cycles/'
echo "$before" >$paranoid
rm -rf /tmp/user /tmp/perf.data /tmp/flame.json
finish
