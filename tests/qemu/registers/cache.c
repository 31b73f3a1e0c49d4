// SPDX-License-Identifier: GPL-2.0
/* The events of the caches, with the property cache: walks over lines that are new or not */
#include "guest.h"

/* Sizes and events of the core's caches */
#if CORE == A8
#define CACHE		0x8000
#define LINE		64
#define IMISS		0x01
#define ACCESS		0x04
#define MISS		0x03
#elif CORE == XSCALE
#define CACHE		0x8000
#define LINE		32
#define IMISS		0x00
#define ACCESS		0x0a
#define MISS		0x0b
#else
#define CACHE		0x4000
#define LINE		32
#define IMISS		0x00
#define ACCESS		0x09
#define MISS		0x0b
/* Also to devices */
#define ANY_ACCESS	0x0a
#endif
#define LINES		(CACHE / LINE)

/* Nothing but the walks accesses these lines. */
static char area[4 * CACHE] __attribute__((aligned(CACHE)));
static char small[4 * LINE] __attribute__((aligned(LINE)));

/* Counter 0 counts the event. */
#if CORE == A8
#define READ_COUNT(reg)	"	mrc p15, 0, " reg ", c9, c13, 2\n"

static void start(u32 event, u32 value, u32 irq)
{
	write_pmnxsel(0);
	write_evtsel(event);
	write_pmcnt(value);
	write_cntens(1);
	write_intens(irq);
	write_pmnc(1);
}
#else
#if CORE == XSCALE
#define READ_COUNT(reg)	"	mrc p14, 0, " reg ", c2, c0, 0\n"
#else
#define READ_COUNT(reg)	"	mrc p15, 0, " reg ", c15, c12, 2\n"
#endif

static void start(u32 event, u32 value, u32 irq)
{
	write_pmn0(value);
	write_pmnc(EVENTS(event, 0xff) | irq << 4 | 1);
}
#endif

static inline u32 count(void)
{
	u32 value;

	asm volatile(READ_COUNT("%0") : "=r" (value));
	return value;
}

/* Read the first word of so many lines. Return the events meanwhile. */
u32 walk(const char *from, u32 lines);
asm("	.globl	walk\n"
    "walk:\n"
    READ_COUNT("r3")
    "1:	ldr	r2, [r0]\n"
    "	add	r0, r0, #" STRING(LINE) "\n"
    "	subs	r1, r1, #1\n"
    "	bne	1b\n"
    READ_COUNT("r0")
    "	sub	r0, r0, r3\n"
    "	bx	lr\n");

static u32 events_of_walk(u32 event, const char *from, u32 lines)
{
	start(event, 0, 0);
	return walk(from, lines);
}

static void walks(void)
{
	u32 again;

	check("lines that are new: each is a miss", events_of_walk(MISS, area, LINES / 2),
	      LINES / 2);
	check("half of the cache, again: no miss", events_of_walk(MISS, area, LINES / 2), 0);
	check("each is an access", events_of_walk(ACCESS, area, LINES / 2), LINES / 2);
	check("four caches: each line is a miss",
	      events_of_walk(MISS, area + CACHE / 2, 7 * LINES / 2), 7 * LINES / 2);
	again = events_of_walk(MISS, area, 4 * LINES);
	if (CORE == XSCALE)
		check("again, replaced in turn: each line is a miss", again, 4 * LINES);
	else
		check("again, replaced by chance: most are", again > 3 * LINES && again < 4 * LINES,
		      1);
}

/* The events of some instructions, which have the address in %2 */
#define EVENTS_OF(event, address, instructions)	({				\
	u32 before_, after_;							\
										\
	start(event, 0, 0);							\
	asm volatile(READ_COUNT("%0") instructions READ_COUNT("%1")		\
		     : "=&r" (before_), "=&r" (after_) : "r" (address)		\
		     : "r0", "r1", "r2", "r3", "r4", "r5", "memory");		\
	after_ - before_;							\
})

#define LDM	"	ldmia %2, {r0-r5}\n"
#define STM	"	stmia %2, {r0-r5}\n"
#define LDR	"	ldr r0, [%2]\n"
#define STR	"	str r0, [%2]\n"

static void accesses(void)
{
	char *p = small;

	check("an LDM within a line: one access", EVENTS_OF(ACCESS, p, LDM), 1);
	check("over two lines: two", EVENTS_OF(ACCESS, p + LINE - 16, LDM), 2);
	check("two loads of a word: two", EVENTS_OF(ACCESS, p, LDR LDR), 2);
	check("a load of a new line: a miss", EVENTS_OF(MISS, p + 2 * LINE, LDR), 1);
	check("then no load or store", EVENTS_OF(MISS, p + 2 * LINE, LDM STM), 0);
	check("a store to a new line: a miss", EVENTS_OF(MISS, p + 3 * LINE, STR), 1);
	check("it allocates no line: two more", EVENTS_OF(MISS, p + 3 * LINE, STR STM), 2);
	check("a load does: one more", EVENTS_OF(MISS, p + 3 * LINE, LDR STR STM LDM), 1);
	check("a device is not in the cache: no miss", EVENTS_OF(MISS, wake_register(), LDR), 0);
	check("and no access", EVENTS_OF(ACCESS, wake_register(), LDR), 0);
#ifdef ANY_ACCESS
	check("but one of event 0x0a", EVENTS_OF(ANY_ACCESS, wake_register(), LDR), 1);
	check("which has the others, too", EVENTS_OF(ANY_ACCESS, p, LDR), 1);
#endif
	stop_pmu();
	write_port_command(2);
	asm volatile("ldr r0, [%0]" : : "r" (p) : "r0", "memory");
	check("a stopped counter counts no access", read_port_stat(PORT_PMN0), 0);
}

/* Four times the same. The cache is invalidated before the second. */
static void fetches(void)
{
	u32 misses[4], i;

	for (i = 0; i < 4; i++) {
		start(IMISS, 0, 0);
		if (i == 1)
			asm volatile("mcr p15, 0, %0, c7, c5, 0" : : "r" (0));
		misses[i] = count();
		/* 512 instructions */
		run_nops(CORE == A8 ? 1 : EVENTS(IMISS, 0xff) | 1);
		misses[i] = count() - misses[i];
	}
	/* and the lines around */
	check("after an invalidation, each line of instructions is a miss",
	      misses[1] >= 512 * 4 / LINE && misses[1] < 512 * 4 / LINE + 8, 1);
	check("again: no miss", misses[3], 0);
}

static void interrupts(void)
{
	/* The lines of walks() are not all in the cache. */
	start(MISS, -10, 1);
	unmask_irqs();
	walk(area, 4 * LINES);
	mask_irqs();
	check("an overflow by misses interrupts", irq_count, 1);
	/* after the block of code that QEMU translates as a whole */
	check("in the loop of the walk", irq_pc, (u32)walk + 4);
	check("the counter has wrapped", count() < 5 * LINES, 1);
	acknowledge_irq();
	stop_pmu();
	end_irq(PMU_INPUT);
}

void test(void)
{
	stop_pmu();
	enable_irq(PMU_INPUT);
	walks();
	accesses();
	fetches();
	interrupts();
}
