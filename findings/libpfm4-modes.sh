#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# libpfm4 accepts :u and :k on ARM11 and Cortex-A8, and counts all modes.
#
# Expected: an error, since the monitors of these cores cannot count one mode only, or
# exclude_kernel in the perf_event_attr, so that the kernel can refuse it.
# Seen: libpfm4 4.13.0 (Debian 12) succeeds, excludes nothing, and returns a full name that
# says u=1:k=1 for "INSTR_EXEC:u" as for "INSTR_EXEC:k".
#
# For users: with PAPI and other programs on libpfm4, a count of user mode includes the
# kernel's part, and nothing says so. Compare with perf stat, which reports what it cannot
# count.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

# The library is that of armel, under QEMU's emulation of user mode. The compiler is the
# arm-linux-gnueabi-gcc of this machine.
"$here/unpack" bookworm armel libpfm4-dev=4.13.0-1
mkdir emulator
(cd emulator && "$here/unpack" -n bookworm amd64 qemu-user-static=1:7.2+dfsg-7+deb12u18+b3)
cat >encode.c <<'END'
#include <perfmon/pfmlib_perf_event.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	pfm_initialize();
	for (int i = 1; i < argc; i++) {
		struct perf_event_attr attr = { .size = sizeof(attr) };
		char *name = NULL;
		pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &name, .size = sizeof(arg) };
		int error = pfm_get_os_event_encoding(argv[i], PFM_PLM0 | PFM_PLM3,
						      PFM_OS_PERF_EVENT_EXT, &arg);

		printf("%s: %s, %d %d %.*s\n", argv[i], pfm_strerror(error), attr.exclude_user,
		       attr.exclude_kernel, 32, name);
	}
}
END
arm-linux-gnueabi-gcc -Iusr/include -Lusr/lib/arm-linux-gnueabi -o encode encode.c -lpfm

# encode CORE EVENT...
encode() {
	emulator/usr/bin/qemu-arm-static -L . -E "LIBPFM_FORCE_PMU=$1" ./encode "${@:2}"
}
# A failure is a change, too.
set +e
seen="$(encode arm_1176 INSTR_EXEC:u INSTR_EXEC:k)
$(encode arm_ac8 DREAD:u)"
[ "$seen" = "INSTR_EXEC:u: success, 0 0 arm_1176::INSTR_EXEC:u=1:k=1:h=1
INSTR_EXEC:k: success, 0 0 arm_1176::INSTR_EXEC:u=1:k=1:h=1
DREAD:u: success, 0 0 arm_ac8::DREAD:u=1:k=1:h=1:excl=" ] || {
	echo "changed: ${seen//$'\n'/; }"
	exit 1
}
