#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf archive makes an empty file and succeeds where bzip2 is missing.
#
# Expected: an error. perf archive is the manual's way to take the symbols of a recording to
# another machine, and Debian's linux-perf does not depend on bzip2.
# Seen: with perf 6.1.176 of Debian 12, the archive is empty. The script prints "Now please
# run: $ tar xvf ...", as after a success, and exits with 0.
#
# For users: images for boards often lack bzip2. Install it, or pack the directory ~/.debug
# with tar and gzip.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

"$here/unpack" bookworm amd64 linux-perf=6.1.176-1
# A board's commands, without bzip2. perf buildid-list prints what the recording refers to.
mkdir -p commands .debug/.build-id/12
echo symbols >.debug/.build-id/12/34
for name in sh mktemp grep cut readlink tar rm; do
	ln -s "$(command -v "$name")" commands
done
printf '#!/bin/sh\necho 1234 /home/pi/mix\n' >commands/perf
chmod 755 commands/perf
status=0
output=$(PATH=$dir/commands "$BASH" usr/lib/perf-core/perf-archive perf.data 2>&1) || status=$?

# A failure is a change, too.
set +e
seen="status $status, $(stat -c %s perf.data.tar.bz2) bytes, $(grep -o '^Now please run' <<<"$output")"
[ "$seen" = "status 0, 0 bytes, Now please run" ] || {
	echo "changed: $seen"
	exit 1
}
