#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: bookworm-programs +cubieboard
#
# sysprof-cli has sysprofd open the event, by D-Bus, and polkitd permit it. It samples the
# cycles of all modes, with a period of 1.2 million.

. /bench/lib.sh
. /bench/debian.sh
load

# record: a program with three quarters of its cycles in heavy(), one in light()
record() {
	debian sysprof-cli -f -c "/bench/shares 6000" /tmp/capture.syscap >/tmp/out 2>&1
}

# samples: the addresses of the program's samples; see sysprof-capture-types.h
samples() {
	debian python3 - <<-END
		import struct
		data = open("/tmp/capture.syscap", "rb").read()
		at = 256
		while at < len(data):
		    size, cpu, pid, time, kind = struct.unpack_from("<HhiqB", data, at)
		    if kind == 2:
		        count, _, tid = struct.unpack_from("<HHi", data, at + 24)
		        chain = struct.unpack_from("<%dQ" % count, data, at + 32)
		        print(next((a for a in chain if a < 2**63), 0))
		    at += size
	END
}

# within NAME: how many of the addresses are between the first and the last one that perf
# has seen in the function
within() {
	awk -v name="$1" 'FNR == NR { if ($2 == name) { a = $1 + 0
			if (!low || a < low) low = a
			if (a > high) high = a } next }
		$1 >= low && $1 <= high { n++ } END { print n + 0 }' /tmp/places /tmp/samples
}

says "An error occurred while attempting to access performance counters" record
eq "without D-Bus it ends with status 0" "$(record; echo $?)" 0
between "and has no sample" "$(samples | wc -l)" 0 0

mkdir -p /debian/run/dbus
cat >/debian/etc/passwd <<-END
	root:x:0:0:root:/root:/bin/sh
	messagebus:x:100:100::/nonexistent:/bin/false
	polkitd:x:101:101::/nonexistent:/bin/false
END
for daemon in "dbus-daemon --system --nofork --nopidfile" \
	"/usr/lib/polkit-1/polkitd --no-debug" /usr/libexec/sysprofd; do
	# shellcheck disable=SC2086 # words
	debian $daemon >/tmp/daemon 2>&1 &
	sleep 1
done
perf record -q -e cycles -c 1000003 -P -o /tmp/data shares 1000 >/tmp/out 2>&1
perf script -i /tmp/data -F ip,sym 2>/dev/null |
	while read -r address name; do echo "$((0x$address)) $name"; done >/tmp/places
perf stat -x, -o /tmp/stat -e cycles shares 6000
expected=$(awk -F, '/,cycles,/ { printf "%.0f\n", $1 / 1200000 }' /tmp/stat)
record
samples >/tmp/samples
heavy=$(within heavy)
light=$(within light)
# It starts the program before the event.
between "samples, as by perf stat" $((heavy + light)) $((expected * 85 / 100)) \
	$((expected * 101 / 100))
between "per cent in heavy()" $((heavy * 100 / (heavy + light + 1))) 71 79
note "$expected periods, $heavy + $light samples"
killall sysprofd polkitd dbus-daemon
wait
finish
