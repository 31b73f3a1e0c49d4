#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# PAPI's preset for hits of the data cache counts the accesses on ARM1176.
#
# Expected: PAPI_L1_DCH and PAPI_L1_DCM add up to PAPI_L1_DCA, so their quotient is a hit
# rate.
# Seen: PAPI 7.0.0 takes PAPI_L1_DCH from the event DCACHE_HIT of libpfm4, which is number 9.
# ARM's Application Note 195 says that event 9 counts accesses of cacheable memory, hits and
# misses, and event 0xa all accesses. These cores cannot count hits. libpfm4 4.13.0 has the
# number under this name.
#
# For users: PAPI_L1_DCH / PAPI_L1_DCA is near 100 % whatever the cache does. The hit rate is
# 1 - PAPI_L1_DCM / PAPI_L1_DCH.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

"$here/unpack" bookworm armel libpapi7.0=7.0.0-2 libpfm4-dev=4.13.0-1
mkdir emulator
(cd emulator && "$here/unpack" -n bookworm amd64 qemu-user-static=1:7.2+dfsg-7+deb12u18+b3)
cat >number.c <<'END'
#include <perfmon/pfmlib_perf_event.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	pfm_initialize();
	for (int i = 1; i < argc; i++) {
		struct perf_event_attr attr = { .size = sizeof(attr) };
		pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof(arg) };

		pfm_get_os_event_encoding(argv[i], PFM_PLM3, PFM_OS_PERF_EVENT, &arg);
		printf("%s=%#llx ", argv[i], (unsigned long long)attr.config);
	}
}
END
arm-linux-gnueabi-gcc -Iusr/include -Lusr/lib/arm-linux-gnueabi -o number number.c -lpfm
# A failure is a change, too.
set +e
numbers=$(emulator/usr/bin/qemu-arm-static -L . -E LIBPFM_FORCE_PMU=arm_1176 \
	./number DCACHE_HIT DCACHE_ACCESS DCACHE_MISS)
# The library has its table of presets as text.
presets=$(grep -aA12 '^CPU,arm_1176$' usr/lib/arm-linux-gnueabi/libpapi.so.7.0 |
	sed -n 's/^PRESET,\(PAPI_L1_DC[HAM]\),NOT_DERIVED,/\1=/p' | xargs)

seen="$presets, $numbers"
[ "$seen" = "PAPI_L1_DCH=DCACHE_HIT PAPI_L1_DCA=DCACHE_ACCESS PAPI_L1_DCM=DCACHE_MISS, \
DCACHE_HIT=0x9 DCACHE_ACCESS=0xa DCACHE_MISS=0xb " ] || {
	echo "changed: $seen"
	exit 1
}
