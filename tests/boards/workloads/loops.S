/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Loops of known length. All instructions are ARM instructions of one word. Only the
 * branch at the end of a loop is conditional, and no loop accesses memory.
 */
	.syntax	unified
	.arm
	.text

/*
 * void known_loop(unsigned long n): n >= 1
 *
 * Executes 2n + 1 instructions: n times SUBS and BNE, once BX. n + 1 of them are
 * branches. n - 1 of the BNE are taken, and so is the BX.
 */
	.globl	known_loop
	.type	known_loop, %function
known_loop:
	subs	r0, r0, #1
	bne	known_loop
	bx	lr
	.size	known_loop, . - known_loop

/*
 * void heavy(unsigned long n), void light(unsigned long n): n >= 1
 *
 * Two functions of 4n + 1 instructions each. The ratio of their arguments is the ratio
 * of their samples.
 */
	.macro	weigh	name
	.globl	\name
	.type	\name, %function
\name:	nop
	nop
	subs	r0, r0, #1
	bne	\name
	bx	lr
	.size	\name, . - \name
	.endm

	weigh	heavy
	weigh	light

/*
 * void outer(unsigned long n): calls inner(n), which calls heavy(n). Both have a frame
 * of the old procedure call standard, as made by -mapcs-frame. The kernel unwinds user
 * stacks by these frames.
 */
	.macro	frame	name callee
	.globl	\name
	.type	\name, %function
\name:	mov	ip, sp
	push	{fp, ip, lr, pc}
	sub	fp, ip, #4
	bl	\callee
	sub	sp, fp, #12
	ldm	sp, {fp, sp, pc}
	.size	\name, . - \name
	.endm

	frame	outer	inner
	frame	inner	heavy

	.section .note.GNU-stack, "", %progbits
