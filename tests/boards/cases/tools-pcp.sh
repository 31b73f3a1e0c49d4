#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: bookworm-programs +cubieboard
#
# PCP's pmdaperfevent, with the names of the PMU, of libpfm4 and of the kernel

. /bench/lib.sh
. /bench/debian.sh
load
ifconfig lo 127.0.0.1 up
mkdir -p /debian/run/pcp /debian/var/lib/pcp/pmdas/perfevent /debian/var/lib/pcp/tmp
echo 'root:x:0:0:root:/root:/bin/sh' >/debian/etc/passwd
echo "perfevent 127 pipe binary /usr/lib/pcp/pmdas/perfevent/pmdaperfevent -d 127 -U root" \
	>/tmp/pmcd.conf
cat >/tmp/names <<END
root {
	perfevent
}
perfevent {
	hwcounters 127:*:*
}
END
configuration=/debian/var/lib/pcp/pmdas/perfevent/perfevent.conf
event=$(name_of "${INSTR##*0x}")

# rates NAME...: run pmcd with the configuration of stdin, and write the metrics' values per
# second to /tmp/rates
rates() {
	cat >$configuration
	debian /usr/lib/pcp/bin/pmcd -f -c /tmp/pmcd.conf -n /tmp/names -U root -l /tmp/pmcd.log \
		>/tmp/out 2>&1 &
	sleep 1
	: >/tmp/rates
	for _name; do
		debian pmval -t 1 -s 3 "perfevent.hwcounters.$_name.value" 2>/tmp/err |
			awk -v name="$_name" '$1 ~ /^[0-9.E+]+$/ { rate = $1 }
				END { printf "%s %.0f\n", name, rate }' >>/tmp/rates
	done
	killall pmcd
	wait $!
}

# rate NAME
rate() {
	awk -v name="$1" '$1 == name { print $2 }' /tmp/rates
}

# is_rate NAME EXPECTED
is_rate() {
	between "$1 in a second" "$(rate "$1")" $(($2 * 98 / 100)) $(($2 * 102 / 100))
}

shares 10000000 &
loop=$!
# An instruction takes 2 ns.
per_second=500000000
rates "$PMU.$event" "$PMU.cycles_div64" <<-END
	[dynamic]
	$PMU.$event
	$PMU.cycles_div64
END
is_rate "$PMU.$event" $per_second
# PCP does not multiply by the scale.
is_rate "$PMU.cycles_div64" $((per_second * $(get cpi) / 64))
if [ "$CORE" = arm1176 ]; then
	section=arm_1176
	name=INSTR_EXEC
	rates "$PMU.dcache_wback_bytes" "$PMU.dcache_wback" <<-END
		[dynamic]
		$PMU.dcache_wback_bytes
		$PMU.dcache_wback
	END
	is_rate "$PMU.dcache_wback_bytes" "$(rate "$PMU.dcache_wback")"
else
	section=arm_ac8
	name=INSTR_EXECUTED
fi
rates $name CPU_CYCLES <<-END
	[$section]
	$name
	CPU_CYCLES
END
is_rate $name $per_second
is_rate CPU_CYCLES $((per_second * $(get cpi)))
rates instructions cycles <<-END
	[perf]
	instructions
	cycles
END
is_rate instructions $per_second
is_rate cycles $((per_second * $(get cpi)))
kill $loop
wait
finish
