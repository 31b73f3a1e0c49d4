#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf data convert --to-json drops the weights and the event, --to-ctf keeps both.
#
# Expected: the two formats have what "perf script" prints of a sample.
# Seen: with perf 6.1.176 of Debian 12, a sample in JSON has timestamp, pid, tid, comm and
# callchain, but neither the period nor the name of the event. In CTF it has both. In this
# file lookup() has 99 % of the cache misses, and one sample of four. babeltrace2 2.0.4 reads
# the CTF.
#
# For users: JSON cannot tell two events of a recording apart, and counts samples. Take CTF,
# or the text of "perf script -F +period", to find what causes events other than cycles.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

"$here/unpack" bookworm amd64 linux-perf=6.1.176-1 binutils-arm-linux-gnueabi=2.40-2 \
	babeltrace2=2.0.4-1+b6
"$here/arm-recording"
./start usr/bin/perf data convert -i perf.data --to-json json 2>/dev/null
./start usr/bin/perf data convert -i perf.data --to-ctf ctf 2>/dev/null
export LIBBABELTRACE2_PLUGIN_PATH=$dir/usr/lib/x86_64-linux-gnu/babeltrace2/plugins

# A failure is a change, too.
set +e
seen="JSON: $(python3 -c 'import json; print(*json.load(open("json"))["samples"][0])')
CTF: $(./start usr/bin/babeltrace2 ctf | grep -c 'dcache_miss.* perf_period = ') samples with both"
[ "$seen" = "JSON: timestamp pid tid comm callchain
CTF: 4 samples with both" ] || {
	echo "changed: ${seen//$'\n'/, }"
	exit 1
}
