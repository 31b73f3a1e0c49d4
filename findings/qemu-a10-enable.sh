#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# QEMU's Cubieboard interrupts the core although no interrupt is enabled.
#
# Expected: the interrupt controller of the Allwinner A10 passes on what is enabled in its
# ENABLE registers and not masked in its MASK registers.
# Seen: QEMU 7.2.22 (Debian 12) ignores ENABLE. The timer's interrupt, 22, reaches the core
# with all of ENABLE at 0. Setting its bit in MASK stops it. Linux uses ENABLE to mask.
#
# For users: Linux with threaded interrupt handlers, such as PREEMPT_RT, may not boot on this
# board, and a driver can meet interrupts that the chip would keep from it. This says nothing
# about the chip.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME=$dir LC_ALL=C.UTF-8

# The program prints bit 7 of ISR, the core's IRQ input, before the timer, with it, and masked.
"$here/unpack" bookworm amd64 qemu-system-arm=1:7.2+dfsg-7+deb12u18+b3 \
	binutils-arm-linux-gnueabi=2.40-2
./start usr/bin/arm-linux-gnueabi-as -march=armv7-a -o board.o - <<'END'
	.macro	store, address, value
	ldr	r0, =\address
	ldr	r1, =\value
	str	r1, [r0]
	.endm

	.macro	say_input
	mrc	p15, 0, r2, c12, c1, 0
	ubfx	r2, r2, #7, #1
	add	r2, #'0'
	ldr	r1, =character
	strb	r2, [r1]
	mov	r0, #3			@ semihosting: write a character
	svc	0x123456
	.endm

	.arm
	.globl	_start
_start:	store	0x01c20440, 0		@ ENABLE0 to 2
	store	0x01c20444, 0
	store	0x01c20448, 0
	store	0x01c20450, 0		@ MASK0 to 2
	store	0x01c20454, 0
	store	0x01c20458, 0
	say_input
	store	0x01c20c00, 1		@ timer 0: interrupt, interval, once and from now
	store	0x01c20c14, 10
	store	0x01c20c10, 0x87
	ldr	r3, =0x01c20c04
1:	ldr	r2, [r3]		@ until it has expired
	tst	r2, #1
	beq	1b
	say_input
	store	0x01c20450, 1 << 22
	say_input
	mov	r0, #0x18		@ semihosting: end
	ldr	r1, =0x20026
	svc	0x123456
	.ltorg
	.data
character: .word 0
END
./start usr/bin/arm-linux-gnueabi-ld -Ttext=0x40010000 -o board.elf board.o

# A failure is a change, too.
set +e
seen=$(timeout 60 ./start usr/bin/qemu-system-arm -M cubieboard -display none -serial none \
	-monitor none -semihosting-config enable=on,target=native -kernel board.elf 2>&1)
[ "$seen" = 010 ] || {
	echo "changed: $seen"
	exit 1
}
