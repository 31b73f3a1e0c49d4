#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# dkms status says "built" for a module that does not exist.
#
# Expected: a directory without a module, as an interrupted build leaves it, is not a built
# module.
# Seen: dkms 3.2.2 (Debian 13) says "built" if the directory is there, and adds in brackets
# that "Built modules are missing in the kernel modules folder". It means its own folder, not
# that of the kernel. dkms 3.0.10 (Debian 12) says "added" for the same directory.
#
# For users: on a board, a power cut during the minutes of a build leaves such a directory. A
# script that asks "dkms status" then believes that there is a driver. Look for the .ko file.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

"$here/unpack" -n trixie amd64 dkms=3.2.2-1~deb13u1
new=$dir/usr/sbin/dkms
mkdir debian-12
(cd debian-12 && "$here/unpack" -n bookworm amd64 dkms=3.0.10-8+deb12u1)
old=$dir/debian-12/usr/sbin/dkms

mkdir -p src/example-1 tree/example/1/6.1.0-1-rpi/armv6l/module
cat >src/example-1/dkms.conf <<'END'
PACKAGE_NAME=example
PACKAGE_VERSION=1
BUILT_MODULE_NAME[0]=example
DEST_MODULE_LOCATION[0]=/updates
END
ln -s "$dir/src/example-1" tree/example/1/source

# A failure is a change, too.
set +e
seen="$(bash "$new" status --dkmstree "$dir/tree")
$(bash "$old" status --dkmstree "$dir/tree")"
[ "$seen" = "example/1, 6.1.0-1-rpi, armv6l: built (Built modules are missing in the kernel modules folder)
example/1: added" ] || {
	echo "changed: ${seen//$'\n'/; }"
	exit 1
}
