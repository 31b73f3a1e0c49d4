/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The entry of a dynamic program, in place of the file crt1.o of a C library:
 * __libc_start_main(main, argc, argv, no init, no fini, r0 as the dynamic linker left it, end
 * of the stack)
 */
	.syntax	unified
	.arm
	.text
	.globl	_start
	.type	_start, %function
_start:	ldr	r1, [sp], #4
	mov	r2, sp
	mov	r3, #0
	push	{r2}
	push	{r0}
	push	{r3}
	mov	fp, #0
	ldr	r0, =main
	bl	__libc_start_main
	.size	_start, . - _start

	.section .note.GNU-stack, "", %progbits
