#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module builtin:ast2500-evb +cubieboard +cubieboard-5.10 +eb-1176-no-irq +pb-a8-thumb2
# on: +pi-zero-irq
# tier: main
# of: sampling
#
# Events with exclude_kernel (:u) or exclude_user (:k). The monitor counts in all modes, so
# the driver drops the samples of the excluded mode. The count is the sum of the periods of
# the other samples. At the end, a user at level 2 of perf_event_paranoid runs perf record.

. /bench/lib.sh
load

# load_of OPTION...: loops in user mode and reads of /dev/zero
load_of() {
	measures -m 256 -w 60 -n 500000 -z 1000000 "$@"
}

# The addresses of user mode end 16 MB below the kernel's, which begin at a multiple of 256 MB.
text=$(awk '$3 == "_stext" { print $1 }' /proc/kallsyms)
user_end=$(printf '0x%08x' $(((0x$text & 0xf0000000) - 0x1000000)))

# modes: the numbers of samples with an address in user mode and in kernel mode. The
# kernel's helpers for user mode are in the page at 0xffff0000.
modes() {
	awk -v end="$user_end" '$1 == "ip" {
			if (length($2) == 10 && $2 >= end "" && $2 !~ /^0xffff0/) k++; else u++
		}
		END { print u + 0, k + 0 }' /tmp/out
}

# exact TEXT: count and samples of /tmp/out agree
exact() {
	eq "$1: the count is the sum of the periods" "$COUNT" "$SUM"
	sampled "$1" "$LAST"
}

# A kernel with UACCESS_WITH_MEMCPY needs fewer instructions to read /dev/zero than others.
# A round of the load has about 30 samples. The number in each mode is off by at most one.
# Allow two. The C library and the drain of the ring add less than one percent.
load_of "$INSTR"
all=$COUNT
user=$(word loops 2 /tmp/out)
between "the load is of both modes: the loop's share in percent" $((user * 100 / all)) 30 85
for options in "-c 50021" "-F 4000"; do
	both=0
	for mode in user kernel; do
		excluded=kernel
		[ $mode = user ] || excluded=user
		# shellcheck disable=SC2086 # two words
		load_of -R -x $excluded $options "$INSTR"
		exact "$options, $mode mode"
		both=$((both + COUNT))
		[ $mode = kernel ] || between "$options: the count of user mode is that of the loop" \
			"$COUNT" $((user - all * 5 / 100)) $((user + all * 6 / 100))
		between "$options, $mode mode: there are samples" "$SAMPLES" 40 100000
		note "$options, $mode mode: $all instructions, $user in the loop, $COUNT in $SAMPLES samples"
		# Printing executes instructions, so this is a separate run.
		first=$SAMPLES
		# shellcheck disable=SC2086 # two words
		load_of -s -x $excluded $options "$INSTR"
		# shellcheck disable=SC2046 # two words
		set -- $(modes)
		[ $mode = user ] || set -- "$2" "$1"
		between "$options, $mode mode: samples in this mode, as in the run before" "$1" \
			$((first * 3 / 4)) $((first * 4 / 3))
		eq "$options, $mode mode: samples in the other mode" "$2" 0
	done
	between "$options: both modes add up to all instructions" $both \
		$((all * 94 / 100)) $((all * 106 / 100))
done

# A frequency below that of the tick: perf adjusts the period at each tick, by the events since
# the tick before. Of these the count has only those of whole samples in the mode.
measures -m 256 -w 1200 -n 500000 -z 1000000 -x kernel -F 40 "$INSTR"
ms=$((RUNNING / 1000000))
share=$((100 * $(word loops 2 /tmp/out) / all / 20))
between "-F 40, user mode: the number of samples, in $ms ms" "$SAMPLES" \
	$((ms * share * 24 / 100000)) $((ms * share * 64 / 100000))
note "-F 40: share $share, $(grep ^samples /tmp/out)"

# A period that does not end
load_of -R -x kernel -c 1000000000 "$INSTR"
eq "no sample, no count" "$COUNT $SAMPLES" "0 0"

# perf's limit of samples must include the dropped ones. Otherwise a user could cause any rate
# of interrupts. Almost all instructions are the kernel's here.
limit_samples 1000
measures -w 60 -n 2 -z 1000000 -x kernel -c 20011 "$INSTR"
between "dropped samples throttle the event" "$THROTTLED" 1 100000
# Without the stop perf would throttle it again before the tick unthrottles it.
between "each time the event stops until the tick" "$UNTHROTTLED" $((THROTTLED - 1)) "$THROTTLED"
no_limit_of_samples

# perf record of a user
paranoid=/proc/sys/kernel/perf_event_paranoid
level=$(cat $paranoid)
mkdir -p /tmp/user
chown 1000:1000 /tmp/user
echo 2 >$paranoid
perf_as_user record -o /tmp/user/data -- shares 2000 >/tmp/said 2>&1 ||
	not_ok "perf record: $(tail -n 1 /tmp/said)"
eq "level 2: perf record of a user samples cycles in user mode" \
	"$(perf evlist -f -i /tmp/user/data)" "cycles:u"
perf evlist -f -v -i /tmp/user/data | tr ',' '\n' >/tmp/attr
succeeds "level 2: it is the hardware's event" sh -c \
	'! grep -q "type: 1$" /tmp/attr && grep -q "exclude_kernel: 1" /tmp/attr'
perf script -f -i /tmp/user/data -F ip 2>/dev/null | awk '{ print "ip 0x" $1 }' >/tmp/out
# shellcheck disable=SC2046 # two words
set -- $(modes)
between "level 2: there are samples in user mode" "$1" 50 100000
eq "level 2: there are no samples in kernel mode" "$2" 0
perf report -f -i /tmp/user/data --stdio -g none --stdio-color never \
	-F overhead,symbol --percent-limit 0 2>/dev/null >/tmp/report
between "level 2: perf report has 75 % in heavy()" \
	"$(awk '$3 == "heavy" { sub("%", "", $1); print int($1 * 100) }' /tmp/report)" 6500 8500
echo 3 >$paranoid
perf_as_user record -o /tmp/user/data3 -- known 10 >/tmp/said 2>&1 &&
	not_ok "level 3: perf record of a user fails"
succeeds "level 3: perf says that the level is the reason" grep -q perf_event_paranoid /tmp/said
echo "$level" >$paranoid
rm -rf /tmp/user /tmp/said
finish
