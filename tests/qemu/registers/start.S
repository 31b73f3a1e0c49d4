/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What C cannot do for the register tests: exceptions, modes, and stretches of
 * code whose instructions are counted.
 */
#include "board.h"

	.arm
	.text

/*
 * The status is what has the flags: PMNC, or FLAG of Cortex-A8, whose event
 * counters are both the one that PMNXSEL selects.
 */
#if CORE == A8
	.macro	write_pmnc, reg
	mcr	p15, 0, \reg, c9, c12, 0
	.endm
	.macro	read_status, reg
	mrc	p15, 0, \reg, c9, c12, 3
	.endm
	.macro	write_status, reg
	mcr	p15, 0, \reg, c9, c12, 3
	.endm
	.macro	read_ccnt, reg
	mrc	p15, 0, \reg, c9, c13, 0
	.endm
	.macro	read_pmn0, reg
	mrc	p15, 0, \reg, c9, c13, 2
	.endm
	.macro	read_pmn1, reg
	mrc	p15, 0, \reg, c9, c13, 2
	.endm
	.macro	wait_for_interrupt, reg
	wfi
	.endm
#elif CORE == XSCALE
	.macro	write_pmnc, reg
	mcr	p14, 0, \reg, c0, c0, 0
	.endm
	.macro	read_status, reg
	mrc	p14, 0, \reg, c0, c0, 0
	.endm
	.macro	write_status, reg
	write_pmnc \reg
	.endm
	.macro	read_ccnt, reg
	mrc	p14, 0, \reg, c1, c0, 0
	.endm
	.macro	read_pmn0, reg
	mrc	p14, 0, \reg, c2, c0, 0
	.endm
	.macro	read_pmn1, reg
	mrc	p14, 0, \reg, c3, c0, 0
	.endm
	/* The mode "idle", one, which the register must hold */
	.macro	wait_for_interrupt, reg
	mcr	p14, 0, \reg, c7, c0, 0
	.endm
#else
	.macro	write_pmnc, reg
	mcr	p15, 0, \reg, c15, c12, 0
	.endm
	.macro	read_status, reg
	mrc	p15, 0, \reg, c15, c12, 0
	.endm
	.macro	write_status, reg
	write_pmnc \reg
	.endm
	.macro	read_ccnt, reg
	mrc	p15, 0, \reg, c15, c12, 1
	.endm
	.macro	read_pmn0, reg
	mrc	p15, 0, \reg, c15, c12, 2
	.endm
	.macro	read_pmn1, reg
	mrc	p15, 0, \reg, c15, c12, 3
	.endm
	.macro	wait_for_interrupt, reg
	mcr	p15, 0, \reg, c7, c0, 4
	.endm
#endif

	.globl	_start
_start:
	msr	cpsr_c, #0xd2
	ldr	sp, =stack_top - 0x1000
	msr	cpsr_c, #0xd1
	ldr	sp, =stack_top - 0x1400
	msr	cpsr_c, #0xdb
	ldr	sp, =stack_top - 0x1800
	msr	cpsr_c, #0xd3
	ldr	sp, =stack_top
	/* The exception vectors are, or will be, at address zero. */
	ldr	r0, =VECTORS
	ldr	r1, =vectors
	mov	r2, #16
1:	ldr	r3, [r1], #4
	str	r3, [r0], #4
	subs	r2, r2, #1
	bne	1b
	bl	main
	mov	r0, #0x18
	ldr	r1, =0x20026
	svc	0x123456
	b	.

vectors:
	.rept	8
	ldr	pc, [pc, #24]
	.endr
	.word	_start, undefined, supervisor_call, abort, abort, abort, irq, fiq

abort:
	mov	r0, #4
	ldr	r1, =abort_text
	svc	0x123456
	mov	r0, #0x18
	mov	r1, #0
	svc	0x123456

/* An undefined instruction is skipped. */
undefined:
	push	{r0, r1}
	ldr	r0, =undefined_count
	ldr	r1, [r0]
	add	r1, r1, #1
	str	r1, [r0]
	pop	{r0, r1}
	movs	pc, lr

/*
 * An interrupt leaves where it came, and what PMNC was, and goes back with
 * interrupts off.
 */
	.macro	interrupted, pc, pmnc, count, mask
	sub	lr, lr, #4
	push	{r0, r1}
	ldr	r0, =\pc
	str	lr, [r0]
	ldr	r0, =\pmnc
	read_status r1
	str	r1, [r0]
	ldr	r0, =\count
	ldr	r1, [r0]
	add	r1, r1, #1
	str	r1, [r0]
	mrs	r0, spsr
	orr	r0, r0, #\mask
	msr	spsr_c, r0
	pop	{r0, r1}
	movs	pc, lr
	.endm

irq:	interrupted irq_pc, irq_pmnc, irq_count, 0x80
fiq:	interrupted fiq_pc, fiq_pmnc, fiq_count, 0x40

/* int in_user_mode(int (*function)(void)) */
	.globl	in_user_mode
in_user_mode:
	push	{r4-r11, lr}
	ldr	r1, =saved_sp
	str	sp, [r1]
	msr	cpsr_c, #0xd0
	ldr	sp, =stack_top - 0x2000
	blx	r0
	svc	1
supervisor_call:
	ldr	r1, =saved_sp
	ldr	sp, [r1]
	pop	{r4-r11, pc}

/*
 * void count_insns(u32 pmnc, u32 pairs, struct counts *counts)
 *
 * Write PMNC, execute 2 * pairs more instructions, and read PMN0, PMN1 and
 * CCNT: 2 * pairs + 1, + 2 and + 3 instructions after the write of PMNC, each
 * read being the last of them.
 */
	.globl	count_insns
count_insns:
	write_pmnc r0
1:	subs	r1, r1, #1
	bne	1b
	read_pmn0 r0
	read_pmn1 r1
	read_ccnt r3
	str	r0, [r2]
	str	r1, [r2, #4]
	str	r3, [r2, #8]
	bx	lr

/*
 * void run_nops(u32 pmnc)
 *
 * Write PMNC, then execute 512 NOPs with interrupts on. The first of them is
 * the first instruction after the write.
 */
	.globl	run_nops, nops
run_nops:
	msr	cpsr_c, #0x13
	write_pmnc r0
nops:
	.rept	512
	nop
	.endr
	msr	cpsr_c, #0xd3
	bx	lr

/*
 * void arm_and_run_nops(u32 pmnc, u32 overflow_at)
 *
 * Ask the test port for an overflow in so many instructions, of which the
 * write of PMNC and a branch are the first two, then run the NOPs as above.
 */
	.globl	arm_and_run_nops
arm_and_run_nops:
	msr	cpsr_c, #0x13
	mcr	p15, 0, r1, c15, c15, 3
	write_pmnc r0
	b	nops

/*
 * void pulse_and_run_nops(u32 pulses)
 *
 * Let the event of the test port happen so many times, in the second
 * instruction, then run the NOPs as above.
 */
	.globl	pulse_and_run_nops
pulse_and_run_nops:
	msr	cpsr_c, #0x13
	mcr	p15, 0, r0, c15, c15, 6
	b	nops

/*
 * void wait_and_run_nops(u32 pmnc, volatile u32 *wake_up)
 *
 * Write PMNC, wait for an interrupt, silence it with a two at wake_up, and run
 * the NOPs, of which the first is the fifth instruction after the write.
 */
	.globl	wait_and_run_nops
wait_and_run_nops:
	mov	r2, #2
	mov	r3, #1
	write_pmnc r0
	wait_for_interrupt r3
	str	r2, [r1]
	msr	cpsr_c, #0x13
	b	nops

/*
 * u32 wait_insns(u32 pmnc, struct counts *counts)
 *
 * Write PMNC, wait for an interrupt in the next instruction but one, and read
 * the counters 3, 4 and 5 instructions after the write. Returns the status.
 */
	.globl	wait_insns
wait_insns:
	mov	r2, #1
	write_pmnc r0
	nop
	wait_for_interrupt r2
	read_pmn0 r0
	read_pmn1 r2
	read_ccnt r3
	str	r0, [r1]
	str	r2, [r1, #4]
	str	r3, [r1, #8]
	read_status r0
	bx	lr

/*
 * u32 write_at_overflow(u32 on, u32 then)
 *
 * Write PMNC, then after one more instruction the status, and read it.
 */
	.globl	write_at_overflow
write_at_overflow:
	write_pmnc r0
	nop
	write_status r1
	read_status r0
	bx	lr

	.data
	.globl	irq_pc, irq_pmnc, irq_count, fiq_pc, fiq_pmnc, fiq_count
	.globl	undefined_count
irq_pc:	.word	0
irq_pmnc: .word	0
irq_count: .word 0
fiq_pc:	.word	0
fiq_pmnc: .word	0
fiq_count: .word 0
undefined_count: .word 0
saved_sp: .word	0
abort_text: .asciz "# unexpected exception\n"

	.bss
	.space	0x3000
	.balign	8
stack_top:

	.section .note.GNU-stack, "", %progbits
