/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Loops of known length. All instructions are ARM instructions of one word,
 * none of them is conditional but the branch that closes the loop, and none
 * touches memory.
 */
	.syntax	unified
	.arm
	.text

/*
 * void known_loop(unsigned long n): n >= 1
 *
 * Executes 2n + 1 instructions: n times SUBS and BNE, once BX; of these n + 1
 * are branches, of which n - 1 of the BNE and the BX are taken.
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
 * Two functions of the same shape, 4n + 1 instructions each, so that the ratio
 * of their arguments is the ratio of their weights.
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
 * void outer(unsigned long n): by way of inner() to heavy(n). Both have a frame of the
 * old procedure call standard, which is where the kernel looks for callers; it is what
 * -mapcs-frame makes.
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
