/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which core and board a program is compiled for: CORE and BOARD are each one
 * of these names.
 */
#ifndef BOARD_H
#define BOARD_H

#define ARM11		1
#define A8		2
#define XSCALE		3

#define EB		1
#define BCM		2
#define PB		3
#define A10		4
#define PXA		5

/*
 * Where the exception vectors are to be put: RAM that is at address zero, or
 * that connex() of guest.c gets there.
 */
#if BOARD == PXA
#define VECTORS		0xa0000000
#else
#define VECTORS		0
#endif

/*
 * The input for nPMUIRQ: of the GIC, counted as SPIs are, a BCM2835 GPU
 * interrupt, and a line of the controllers of A10 and PXA25x
 */
#if BOARD == A10
#define PMU_INPUT	66
#elif BOARD == PXA
#define PMU_INPUT	12
#else
#define PMU_INPUT	47
#endif

#endif
