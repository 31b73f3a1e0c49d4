// SPDX-License-Identifier: GPL-2.0
/*
 * Programs of known length, and programs that cause events.
 */

#include <linux/irqflags.h>
#include <linux/jiffies.h>
#include <linux/mm.h>
#include <linux/processor.h>
#include <linux/sizes.h>
#include <linux/vmalloc.h>

#include <asm/unified.h>

#include "check.h"

/*
 * 1 MiB in pages of 4 KiB: more than the data caches and the TLBs of these cores, and
 * more than the second-level cache that most Cortex-A8 chips have.
 */
#define BUFFER_SIZE	SZ_1M
#define ACCESSES	8192
#define TURNS		4000
/* Odd, so that i * SCATTER modulo ACCESSES takes each value once, out of order. */
#define SCATTER		4517

static u32 *buffer;

int work_init(void)
{
	unsigned int i, at = 0;

	buffer = vmalloc(BUFFER_SIZE);
	if (!buffer)
		return -ENOMEM;
	/* A chain of indexes through the whole buffer, for the dependent loads. */
	for (i = 0; i < ACCESSES; i++) {
		unsigned int next = (at + SCATTER) % ACCESSES;

		buffer[at * (BUFFER_SIZE / ACCESSES / 4)] = next;
		at = next;
	}
	return 0;
}

void work_exit(void)
{
	vfree(buffer);
}

/* 64 instructions in each turn */
noinline void work_nops(unsigned int n)
{
	asm volatile("1:	.rept	62\n"
		     "	nop\n"
		     "	.endr\n"
		     "	subs	%0, %0, #1\n"
		     "	bne	1b\n" : "+r" (n) : : "cc");
}

/* 2 instructions in each turn */
noinline void work_branches(unsigned int n)
{
	asm volatile("1:	subs	%0, %0, #1\n"
		     "	bne	1b\n" : "+r" (n) : : "cc");
}

/* A generator of pseudo-random numbers, and a branch on its top bit. */
static noinline void work_random(unsigned int n)
{
	u32 x = 12345, y = 0;

	asm volatile("1:	mla	%0, %3, %0, %4\n"
		     "	tst	%0, #0x80000000\n"
		     "	beq	2f\n"
		     "	add	%1, %1, #1\n"
		     "	nop\n"
		     "2:	subs	%2, %2, #1\n"
		     "	bne	1b\n"
		     : "+&r" (x), "+&r" (y), "+&r" (n) : "r" (1664525), "r" (1013904223) : "cc");
}

static noinline void work_calls(unsigned int n)
{
	asm volatile("1:	bl	2f\n"
		     "	subs	%0, %0, #1\n"
		     "	bne	1b\n"
		     "	b	3f\n"
		     "2:	bx	lr\n"
		     "3:\n" : "+r" (n) : : "lr", "cc");
}

/* The called function skips an instruction of 4 bytes after the call. */
static noinline void work_returns(unsigned int n)
{
	asm volatile("1:	bl	2f\n"
		     "	" WASM(nop) "\n"
		     "	subs	%0, %0, #1\n"
		     "	bne	1b\n"
		     "	b	3f\n"
		     "2:	add	lr, lr, #4\n"
		     "	bx	lr\n"
		     "3:\n" : "+r" (n) : : "lr", "cc");
}

static u32 *scattered(unsigned int i)
{
	return buffer + i * SCATTER % ACCESSES * (BUFFER_SIZE / ACCESSES / 4);
}

static noinline void work_loads(void)
{
	unsigned int i;

	for (i = 0; i < ACCESSES; i++)
		READ_ONCE(*scattered(i));
}

/*
 * Load first: some of these caches allocate a line only for a load, and a line must be in
 * the cache to be written back. The second word: the first is the chain of
 * work_dependent().
 */
static noinline void work_stores(void)
{
	unsigned int i;

	for (i = 0; i < ACCESSES; i++) {
		u32 *place = scattered(i) + 1;

		WRITE_ONCE(*place, READ_ONCE(*place) + 1);
	}
}

static noinline void work_dependent(void)
{
	unsigned int i, at = 0;

	for (i = 0; i < ACCESSES; i++)
		at = READ_ONCE(buffer[at * (BUFFER_SIZE / ACCESSES / 4)]);
}

static noinline void work_unaligned(unsigned int n)
{
	u32 value;

	/* LDR: the compiler would choose loads of single bytes. */
	for (; n; n--)
		asm volatile("ldr	%0, [%1]" : "=r" (value) : "r" ((char *)buffer + 30));
}

/* c7, invalidate the entire instruction cache: the same on all these cores */
static noinline void work_icache(unsigned int n)
{
	for (; n; n--)
		asm volatile("mcr	p15, 0, %0, c7, c5, 0" : : "r" (0) : "memory");
}

/* c8, invalidate both TLBs: the same on all these cores */
static noinline void work_tlb(unsigned int n)
{
	for (; n; n--) {
		asm volatile("mcr	p15, 0, %0, c8, c7, 0" : : "r" (0) : "memory");
		READ_ONCE(*buffer);
	}
}

/* c7, drain the write buffer, later called data synchronization barrier */
static noinline void work_barriers(unsigned int n)
{
	for (; n; n--) {
		WRITE_ONCE(buffer[1], n);
		asm volatile("mcr	p15, 0, %0, c7, c10, 4" : : "r" (0) : "memory");
	}
}

static noinline void work_ticks(unsigned int n)
{
	unsigned long end = jiffies + n;
	unsigned int i;

	/* The limit is for a kernel whose tick has stopped. */
	for (i = 0; i < 100000000 && time_before(jiffies, end) && !check_stopped(); i++)
		cpu_relax();
}

/* A task switch between the two would write the context ID of another task. */
static noinline void work_context(unsigned int n)
{
	unsigned long flags;
	u32 context;

	for (; n; n--) {
		local_irq_save(flags);
		asm volatile("mrc	p15, 0, %0, c13, c0, 1" : "=r" (context));
		asm volatile("mcr	p15, 0, %0, c13, c0, 1" : : "r" (context));
		local_irq_restore(flags);
	}
}

static void work_no_irq(unsigned int n)
{
	unsigned long flags;

	local_irq_save(flags);
	work_nops(n);
	local_irq_restore(flags);
}

/**
 * work_run() - run a program that causes events
 * @work: the program
 * @what: set to the name of what it does
 *
 * Return: how often it does that.
 */
unsigned int work_run(enum check_work work, const char **what)
{
	switch (work) {
	case WORK_QUIET:
		work_nops(TURNS);
		*what = "64 NOPs";
		return TURNS;
	case WORK_BRANCHES:
		work_branches(TURNS);
		*what = "branches";
		return TURNS;
	case WORK_RANDOM:
		work_random(TURNS);
		*what = "random branches";
		return TURNS;
	case WORK_CALLS:
		work_calls(TURNS);
		*what = "calls";
		return TURNS;
	case WORK_RETURNS:
		work_returns(TURNS);
		*what = "returns elsewhere";
		return TURNS;
	case WORK_LOADS:
		work_loads();
		*what = "scattered loads";
		return ACCESSES;
	case WORK_STORES:
		work_stores();
		*what = "scattered stores";
		return ACCESSES;
	case WORK_DEPENDENT:
		work_dependent();
		*what = "dependent loads";
		return ACCESSES;
	case WORK_UNALIGNED:
		work_unaligned(TURNS);
		*what = "unaligned loads";
		return TURNS;
	case WORK_ICACHE:
		work_icache(TURNS);
		*what = "instruction cache invalidations";
		return TURNS;
	case WORK_TLB:
		work_tlb(TURNS);
		*what = "TLB invalidations";
		return TURNS;
	case WORK_BARRIERS:
		work_barriers(TURNS);
		*what = "barriers";
		return TURNS;
	case WORK_TICKS:
		work_ticks(2);
		*what = "ticks";
		return 2;
	case WORK_CONTEXT:
		work_context(TURNS);
		*what = "writes of the context ID";
		return TURNS;
	case WORK_NOTHING:
		*what = "nothing";
		return 0;
	default:
		work_no_irq(100);
		*what = "64 NOPs without interrupts";
		return 100;
	}
}
