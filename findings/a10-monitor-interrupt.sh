#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Debian 12's device tree gives the monitor of the Allwinner A10 the interrupt of a UART.
#
# Expected: the pmu node of a board has the interrupt of its chip's manual, 66 for the A10.
# Seen: linux-image-6.1.0-50-armmp (6.1.176) has 3 in the tree of the Cubieboard, the same
# number as in the node of UART2. It is the number of another maker's Cortex-A8, AM335x, in
# the same package. linux-image-6.12.117+deb13-armmp (Debian 13) has 66.
#
# For users: with the kernel's own driver, perf stat counts and perf record has no samples,
# because the interrupt does not come. Take the tree of a newer kernel, or an overlay.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

"$here/unpack" -n bookworm armhf linux-image-6.1.0-50-armmp=6.1.176-1
"$here/unpack" bookworm amd64 device-tree-compiler=1.6.1-4+b1

# interrupts BOARD PATTERN: of the nodes whose lines match the pattern
interrupts() {
	./start usr/bin/dtc -q -I dtb -O dts "usr/lib/linux-image-6.1.0-50-armmp/$1.dtb" |
		grep -A 8 "$2" | sed -n '/interrupts = /{s/.*<0x0*\(.*\)>.*/\1/p;q}'
}
seen="A10: $(interrupts sun4i-a10-cubieboard 'pmu {')"
seen+=", UART2: $(interrupts sun4i-a10-cubieboard 'serial@1c28800 {')"
seen+=", AM335x: $(interrupts am335x-boneblack 'pmu@')"
[ "$seen" = "A10: 3, UART2: 3, AM335x: 3" ] || {
	echo "changed: $seen"
	exit 1
}
