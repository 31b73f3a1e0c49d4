/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Loops of known length. All instructions are ARM instructions of one word, and none
 * accesses memory.
 */
	.syntax	unified
	.arm
	.cfi_sections .debug_frame
	.text

/*
 * void known_loop(unsigned long n): n >= 1
 *
 * Executes 2n + 1 instructions: n pairs, and BX. Most pairs are in blocks of 128 pairs,
 * which the emulator executes far faster than as many turns of a small loop. The other
 * pairs are SUBS with BLS, CMP with BLS, and SUBS with BNE.
 */
	.globl	known_loop
	.type	known_loop, %function
	.balign	2048
known_loop:
	subs	r0, r0, #2
	bls	3f
	cmp	r0, #128
	bls	2f
1:	.rept	253
	nop
	.endr
	sub	r0, r0, #128
	cmp	r0, #128
	bhi	1b
2:	subs	r0, r0, #1
	bne	2b
	bx	lr
	/* n is 1 or 2. */
3:	bxlo	lr
	nop
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
\name:	.cfi_startproc
	nop
	nop
	subs	r0, r0, #1
	bne	\name
	bx	lr
	.cfi_endproc
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

/*
 * void quarter(unsigned long n), void rest(unsigned long n): n >= 1
 *
 * Two functions of 128n + 1 instructions each. As in known_loop(), the emulator executes
 * large blocks far faster than small loops.
 */
	.macro	blocks	name
	.globl	\name
	.type	\name, %function
	.balign	1024
\name:
	.rept	126
	nop
	.endr
	subs	r0, r0, #1
	bne	\name
	bx	lr
	.size	\name, . - \name
	.endm

	blocks	quarter
	blocks	rest

/*
 * void a(unsigned long us, unsigned long events), void b(...): us >= 1
 *
 * Two functions of 500 us + 1 instructions each: one instruction takes 2 ns on the emulated
 * boards. Each microsecond begins with a pulse of the test port: so many events in one
 * instruction.
 */
	.macro	pulsing	name
	.globl	\name
	.type	\name, %function
	.balign	2048
\name:
	mcr	p15, 0, r1, c15, c15, 6
	.rept	497
	nop
	.endr
	subs	r0, r0, #1
	bne	\name
	bx	lr
	.size	\name, . - \name
	.endm

	pulsing	a
	pulsing	b

/* void hundred(void), void single(void): 100 instructions and 1 instruction */
	.globl	hundred
	.type	hundred, %function
hundred:
	.rept	99
	nop
	.endr
	.globl	single
	.type	single, %function
single:
	bx	lr
	.size	single, . - single
	.size	hundred, . - hundred

/*
 * void calls(const struct call *call, unsigned long n, unsigned long rounds)
 * void faults(char *pages, unsigned long n, unsigned long rounds): n, rounds >= 1
 *
 * 2n + 5 instructions in each round: n pairs, and a system call or a write to the next page
 */
	.globl	calls
	.type	calls, %function
calls:	push	{r4-r7, lr}
	mov	r4, r0
	mov	r5, r1
	mov	r6, r2
1:	mov	r3, r5
2:	subs	r3, r3, #1
	bne	2b
	ldm	r4, {r0, r1, r2, r7}
	svc	#0
	subs	r6, r6, #1
	bne	1b
	pop	{r4-r7, pc}
	.size	calls, . - calls

	.globl	faults
	.type	faults, %function
faults:	mov	r3, r1
1:	subs	r3, r3, #1
	bne	1b
	str	r3, [r0]
	add	r0, r0, #4096
	subs	r2, r2, #1
	bne	faults
	bx	lr
	.size	faults, . - faults

	.section .note.GNU-stack, "", %progbits
