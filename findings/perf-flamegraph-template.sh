#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf names a package with the template of its flame graphs that Debian does not have.
#
# Expected: "perf script" with flamegraph makes an HTML page, or the package that its message
# names has what is missing.
# Seen: perf 6.1.176 of Debian 12 ends with 1 and asks for libjs-d3-flame-graph, which neither
# Debian 12 nor 13 has. d3-flame-graph 5.0.0 (npm), the newest, has no template either. That
# of 4.1.3 works.
#
# For users: unpack d3-flame-graph 4.1.3, and run perf script -s .../flamegraph.py with the
# arguments -- --template dist/templates/d3-flamegraph-base.html.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

"$here/unpack" bookworm amd64 linux-perf=6.1.176-1 binutils-arm-linux-gnueabi=2.40-2
"$here/arm-recording"
for version in 5.0.0 4.1.3; do
	npm pack --silent d3-flame-graph@$version >/dev/null || exit 2
	mkdir "$version"
	tar xzf d3-flame-graph-$version.tgz -C "$version"
done
template=package/dist/templates/d3-flamegraph-base.html

# flamegraph [ARGUMENT...]: print perf's exit status
flamegraph() {
	./start usr/bin/perf script -i perf.data --symfs board \
		-s usr/lib/perf-core/scripts/python/flamegraph.py "$@" >messages 2>&1
	echo $?
}

# A failure is a change, too.
set +e
seen="alone $(flamegraph) $(grep -o 'libjs[^ ]*' messages)"
for suite in bookworm trixie; do
	seen+=", $suite $("$here/../tests/fetch-debian" apt-cache -s $suite policy \
		libjs-d3-flame-graph | grep -c 'Candidate: [^(]')"
done
seen+=", 5.0.0 $(find 5.0.0 -name "${template##*/}" | grep -c .)"
seen+=", 4.1.3 $(flamegraph -- --template 4.1.3/$template) $(grep -o '"lookup"' flamegraph.html)"
[ "$seen" = 'alone 1 libjs-d3-flame-graph, bookworm 0, trixie 0, 5.0.0 0, 4.1.3 0 "lookup"' ] || {
	echo "changed: $seen"
	exit 1
}
