#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# On an ARM board with one core and a kernel with SMP, closing a perf event takes 10 ms.
#
# Expected: close() of a perf event takes microseconds, as that of a pipe.
# Seen: Linux 6.1.176 (Debian 12, armmp) on a Cortex-A8 waits for a grace period of RCU each
# time. irq_work_sync() calls synchronize_rcu() where the processor has no interrupt for
# irq_work, as on each ARM processor with one core, and the event is freed after it. A kernel
# without SMP does not wait there.
#
# For users: each process that ends below "perf stat" frees an event for each of those that are
# counted. A script that starts many programs is then much slower, and looks as if it waited.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

"$here/unpack" bookworm amd64 qemu-system-arm=1:7.2+dfsg-7+deb12u18+b3 \
	binutils-arm-linux-gnueabi=2.40-2
"$here/unpack" -n bookworm armhf linux-image-6.1.0-50-armmp=6.1.176-1

# The first process: 20 times, open and close a pipe, then the software event "dummy". It
# prints the time of each, in units of 2^20 ns, about a millisecond.
./start usr/bin/arm-linux-gnueabi-as -march=armv7-a -o init.o - <<'END'
	.arm
	.globl	_start
_start:	mov	r8, #20
	bl	now
	mov	r9, r0
1:	ldr	r0, =fds
	mov	r7, #42			@ pipe
	svc	0
	ldr	r0, =fds
	ldr	r0, [r0]
	mov	r7, #6			@ close
	svc	0
	ldr	r0, =fds
	ldr	r0, [r0, #4]
	mov	r7, #6
	svc	0
	subs	r8, #1
	bne	1b
	ldr	r5, =pipes
	bl	say

	mov	r8, #20
	bl	now
	mov	r9, r0
2:	ldr	r0, =attr
	mov	r1, #0			@ this process
	mvn	r2, #0			@ any CPU
	mvn	r3, #0			@ no group
	mov	r4, #0
	ldr	r7, =364		@ perf_event_open
	svc	0
	mov	r7, #6
	svc	0
	subs	r8, #1
	bne	2b
	ldr	r5, =events
	bl	say
	ldr	r0, =text
	bl	write
3:	b	3b

@ The time since r9 as four hexadecimal digits at r5
say:	push	{lr}
	bl	now
	sub	r0, r9
	mov	r1, #4
4:	lsr	r2, r0, #12
	and	r2, #15
	cmp	r2, #10
	addlo	r2, #'0'
	addhs	r2, #'a' - 10
	strb	r2, [r5], #1
	lsl	r0, #4
	subs	r1, #1
	bne	4b
	pop	{pc}

now:	mov	r0, #1			@ CLOCK_MONOTONIC
	ldr	r1, =time
	ldr	r7, =263		@ clock_gettime
	svc	0
	ldr	r1, =time
	ldr	r0, [r1]
	ldr	r1, [r1, #4]
	ldr	r2, =954
	mul	r0, r2, r0
	add	r0, r0, r1, lsr #20
	bx	lr

write:	mov	r1, r0
	mov	r0, #1
	mov	r2, #length
	mov	r7, #4
	svc	0
	bx	lr

	.ltorg
	.data
	.balign	8
attr:	.word	1, 64			@ PERF_TYPE_SOFTWARE, the size
	.quad	9			@ PERF_COUNT_SW_DUMMY
	.skip	48
fds:	.word	0, 0
time:	.word	0, 0
text:	.ascii	"\npipes "
pipes:	.ascii	"0000 events "
events:	.ascii	"0000 end\n"
	.equ	length, . - text
END
mkdir initramfs
./start usr/bin/arm-linux-gnueabi-ld -Ttext=0x10000 -o initramfs/init init.o
(cd initramfs && echo init | cpio -o -H newc --quiet) >initrd

# The first process never ends, so end QEMU when it has printed. A failure is a change, too.
set +e
mkfifo console
timeout 300 ./start usr/bin/qemu-system-arm -M cubieboard -display none -monitor none \
	-kernel boot/vmlinuz-6.1.0-50-armmp -initrd initrd -serial stdio \
	-dtb usr/lib/linux-image-6.1.0-50-armmp/sun4i-a10-cubieboard.dtb \
	-append "console=ttyS0 loglevel=3" >console 2>errors </dev/null &
read -r pipes events < <(sed -un \
	'/^pipes/{s/pipes \(.*\) events \(.*\) end.*/\1 \2/p;q}' console)
kill %1
wait %1 2>/dev/null
if [ -z "${events:-}" ]; then
	cat errors >&2
	exit 2
elif [ $((16#$events)) -lt 100 ] || [ $((16#$pipes)) -gt $((16#$events / 10)) ]; then
	echo "changed: 20 pipes take about $((16#$pipes)) ms, 20 events $((16#$events)) ms"
	exit 1
fi
