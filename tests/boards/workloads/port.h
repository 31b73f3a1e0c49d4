/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The test port of the emulated PMU, see "Test port" in tests/qemu/README. User mode
 * has access to it, and each access is one instruction.
 */
#ifndef PORT_H
#define PORT_H

#include <stdint.h>

#define PORT_MAGIC	0x43504d55

/* Numbers of counters and statistics; PMN0 is 0. */
#define PORT_CCNT	4
#define PORT_COUNTERS	5
#define PORT_INSNS	5
#define PORT_IRQS	6
#define PORT_OVERFLOWS	7
#define PORT_ACCESSES	8
/* The longest time with interrupts disabled since the last read, in instructions */
#define PORT_IRQS_OFF	9

static inline uint32_t port_magic(void)
{
	uint32_t value;

	asm volatile("mrc p15, 0, %0, c15, c15, 0" : "=r" (value));
	return value;
}

static inline uint64_t port_read(uint32_t statistic)
{
	uint32_t low, high;

	asm volatile("mcr p15, 0, %2, c15, c15, 0\n\t"
		     "mrc p15, 0, %0, c15, c15, 1\n\t"
		     "mrc p15, 0, %1, c15, c15, 2"
		     : "=&r" (low), "=&r" (high) : "r" (statistic));
	return (uint64_t)high << 32 | low;
}

/*
 * Let counters overflow after a number of instructions, 1 to 2^27 - 1, all in the same
 * instruction. The mask has bit N for counter N.
 */
static inline void port_overflow_at(uint32_t counters, uint32_t instructions)
{
	asm volatile("mcr p15, 0, %0, c15, c15, 3"
		     : : "r" (counters << 27 | instructions) : "memory");
}

#endif
