#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# QEMU's PXA255 has the performance monitor of PXA27x.
#
# Expected: either the registers of PXA255's monitor (XScale core 1: CP14, PMNC c0,c0 and CCNT
# c1,c0), or none, so that each access is an Undefined instruction.
# Seen: with QEMU 7.2.22 (Debian 12), -M connex, c0,c0 reads as 0 and c1,c0 is Undefined. The
# registers of core 2, PMNC c0,c1 and CCNT c1,c1, are there and count, although PXA255 has no
# such registers.
#
# For users: a driver for PXA255 that looks at PMNC finds a monitor, and fails at its first
# access to a counter. One for PXA27x seems to work on this board. Neither says anything about
# the chip.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

# The program prints, for each register, 1 if its access is Undefined and 0 if not, and then
# whether core 2's CCNT counts. The flash at 0 has its vectors.
"$here/unpack" bookworm amd64 qemu-system-arm=1:7.2+dfsg-7+deb12u18+b3 \
	binutils-arm-linux-gnueabi=2.40-2
./start usr/bin/arm-linux-gnueabi-as -mcpu=xscale -o board.o - <<'END'
	.macro	say
	add	r2, #'0'
	mov	r1, #0xa0000000
	strb	r2, [r1]
	mov	r0, #3			@ semihosting: write a character
	svc	0x123456
	.endm

	.macro	access, crn, crm
	mov	r2, #0
	mrc	p14, 0, r3, \crn, \crm, 0
	say
	.endm

	.arm
	.globl	_start
_start:	b	1f
	mov	r2, #1			@ the vector of Undefined instructions
	movs	pc, lr
1:	access	c0, c0			@ core 1: PMNC, CCNT
	access	c1, c0
	access	c0, c1			@ core 2: PMNC, CCNT
	access	c1, c1
	mov	r3, #1
	mcr	p14, 0, r3, c0, c1, 0
	mrc	p14, 0, r4, c1, c1, 0
	mov	r5, #0x10000
2:	subs	r5, #1
	bne	2b
	mrc	p14, 0, r6, c1, c1, 0
	cmp	r6, r4
	movhi	r2, #1
	movls	r2, #0
	say
	mov	r0, #0x18		@ semihosting: end
	ldr	r1, =0x20026
	svc	0x123456
	.ltorg
END
./start usr/bin/arm-linux-gnueabi-ld -Ttext=0 -o board.elf board.o
./start usr/bin/arm-linux-gnueabi-objcopy -O binary board.elf flash
truncate -s 16M flash

# A failure is a change, too.
set +e
seen=$(timeout 60 ./start usr/bin/qemu-system-arm -M connex -display none -serial none \
	-monitor none -semihosting-config enable=on,target=native \
	-drive if=pflash,format=raw,file=flash 2>&1)
[ "$seen" = 01001 ] || {
	echo "changed: $seen"
	exit 1
}
