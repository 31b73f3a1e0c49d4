#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf archive makes an empty file and succeeds where bzip2 is missing.
#
# Expected: an error. perf archive is the manual's way to take the symbols of a recording to
# another machine, and Debian's linux-perf does not depend on bzip2.
# Seen: with perf 6.1.176 of Debian 12, the archive is empty, the last line is "Now please
# run: $ tar xvf ...", as after a success, and the exit status is 0.
#
# For users: images for boards often lack bzip2. Install it, or pack the directory ~/.debug
# with tar and gzip.

set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

"$here/unpack" bookworm amd64 linux-perf=6.1.176-1
# A board's commands, without bzip2. perf buildid-list prints what the recording refers to.
mkdir commands .debug .debug/.build-id .debug/.build-id/12
echo symbols >.debug/.build-id/12/34
for name in bash sh mktemp cut grep rm tar sort head basename dirname tail cat mkdir sed awk ls readlink; do
	ln -s "$(command -v "$name")" commands
done
printf '#!/bin/sh\necho 1234 /home/pi/mix\n' >commands/perf
chmod 755 commands/perf
status=0
output=$(PATH=$dir/commands bash usr/lib/perf-core/perf-archive perf.data 2>&1) || status=$?

seen="status $status, $(find perf.data.tar.bz2 -printf %s) bytes, $(tail -n 5 <<<"$output" | grep -c '^Now please run')"
[ "$seen" = "status 0, 0 bytes, 1" ] || {
	echo "changed: $seen"
	exit 1
}
