// SPDX-License-Identifier: GPL-2.0
/*
 * The event counters of the L220 cache controller: TRM (ARM DDI 0329), section 3.3. The
 * rates of the events are those of ../README.
 */
#include "guest.h"

#define L220		0x1f002000
#define L220_SPI	45
#define REG(offset)	(*(volatile u32 *)(L220 + (offset)))

#define CACHE_ID	REG(0x000)
#define CONTROL		REG(0x100)
#define EVENT_CONTROL	REG(0x200)
#define CONFIG1		REG(0x204)
#define CONFIG0		REG(0x208)
#define VALUE1		REG(0x20c)
#define VALUE0		REG(0x210)
#define INT_MASK	REG(0x214)
#define INT_MASKED	REG(0x218)
#define INT_RAW		REG(0x21c)
#define INT_CLEAR	REG(0x220)

/* Events of each number in 100,800 instructions, a multiple of all rates' instructions */
#define INSNS		100800
static const u32 in_insns[16] = {
	0, 144, 1512, 2016, 630, 1008, 252, 1134, 1260, 112, 0, 0, 0, 0, 0, 0,
};

static void off(void)
{
	EVENT_CONTROL = 0;
	CONFIG0 = 0;
	CONFIG1 = 0;
	VALUE0 = 0;
	VALUE1 = 0;
	INT_MASK = 0;
	INT_CLEAR = 0x1ff;
}

/* Read a register twice, with so many instructions from one read to the other. */
static u32 difference(volatile u32 *reg, u32 insns)
{
	u32 pairs = insns / 2 - 1, first, second;

	asm volatile(
		"	ldr	%0, [%3]\n"
		"1:	subs	%2, %2, #1\n"
		"	bne	1b\n"
		"	nop\n"
		"	ldr	%1, [%3]\n"
		: "=&r" (first), "=&r" (second), "+&r" (pairs)
		: "r" (reg) : "cc", "memory");
	return second - first;
}

static void reset_values(void)
{
	check("reset: part number 2 in bits 9:6 of Cache ID", CACHE_ID >> 6 & 15, 2);
	check("reset: the cache is off", CONTROL, 0);
	check("reset: event counter control", EVENT_CONTROL, 0);
	check("reset: configuration 0", CONFIG0, 0);
	check("reset: configuration 1", CONFIG1, 0);
	check("reset: value 0", VALUE0, 0);
	check("reset: value 1", VALUE1, 0);
	check("reset: interrupt mask", INT_MASK, 0);
	check("reset: raw interrupt status", INT_RAW, 0);
}

static void storage(void)
{
	CONFIG0 = 0xffffffff;
	CONFIG1 = 0x24;
	check("configuration 0 has bits 5:0", CONFIG0, 0x3f);
	check("configuration 1 is another register", CONFIG1, 0x24);
	off();
	VALUE0 = 0x12345678;
	VALUE1 = 0x9abcdef0;
	check("value 0 can be written while its event is 0", VALUE0, 0x12345678);
	check("value 1 can be written while its event is 0", VALUE1, 0x9abcdef0);
	CONFIG0 = 0x4;
	VALUE0 = 1;
	check("value 0 cannot be written while it has an event", VALUE0, 0x12345678);
	VALUE1 = 2;
	check("value 1 can", VALUE1, 2);
	CONFIG0 = 0;
	VALUE0 = 3;
	EVENT_CONTROL = 2;
	check("bit 1 of control resets counter 0", VALUE0, 0);
	check("and not counter 1", VALUE1, 2);
	check("it reads as zero", EVENT_CONTROL, 0);
	VALUE0 = 3;
	EVENT_CONTROL = 4;
	check("bit 2 of control resets counter 1", VALUE1, 0);
	check("and not counter 0", VALUE0, 3);
	check("it reads as zero", EVENT_CONTROL, 0);
	EVENT_CONTROL = 7;
	check("bit 0 of control reads back", EVENT_CONTROL, 1);
	off();
}

static void counting(void)
{
	u32 event;

	/* DRREQ, while one of the three is missing */
	CONFIG0 = 0xc;
	EVENT_CONTROL = 1;
	check("nothing happens while the cache is off", difference(&VALUE0, INSNS), 0);
	CONTROL = 1;
	EVENT_CONTROL = 0;
	check("nothing is counted while the counters are off", difference(&VALUE0, INSNS), 0);
	EVENT_CONTROL = 1;
	check("both on: counter 0 counts", difference(&VALUE0, INSNS), in_insns[3]);
	check("counter 1, without an event, does not", VALUE1, 0);
	for (event = 0; event < 16; event++) {
		CONFIG0 = event << 2;
		CONFIG1 = 0;
		check("event on counter 0", difference(&VALUE0, INSNS), in_insns[event]);
		CONFIG0 = 0;
		CONFIG1 = event << 2;
		check("event on counter 1", difference(&VALUE1, INSNS), in_insns[event]);
	}
	/* The same event on both counters: the same count */
	off();
	CONFIG0 = 0x20;
	CONFIG1 = 0x20;
	EVENT_CONTROL = 1;
	difference(&VALUE0, INSNS);
	EVENT_CONTROL = 0;
	check("both counters at once", VALUE0, VALUE1);
	check("the value stays when the counters are off", difference(&VALUE0, INSNS), 0);
	off();
}

static void saturation(void)
{
	VALUE0 = 0xffffffff - 100;
	CONFIG0 = 0xc;
	CONFIG1 = 0xc;
	EVENT_CONTROL = 1;
	difference(&VALUE0, INSNS);
	check("a counter stays at its maximum", VALUE0, 0xffffffff);
	check("the other one counts on", VALUE1 >= in_insns[3], 1);
	check("no interrupt is enabled", INT_RAW, 0);
	EVENT_CONTROL = 3;
	check("a reset of a counter that counts", VALUE0 < 10, 1);
	check("it counts on", difference(&VALUE0, INSNS), in_insns[3]);
	off();
}

/* INTERRUPT is in bits 1:0 of the configuration. */
static void start_near_the_end(u32 interrupt)
{
	off();
	VALUE0 = 0xffffffff - 10;
	CONFIG0 = 0xc | interrupt;
	EVENT_CONTROL = 1;
}

static void interrupts(void)
{
	enable_irq(L220_SPI);
	start_near_the_end(2);
	INT_MASK = 1;
	check("overflow: not yet", INT_RAW, 0);
	difference(&VALUE0, 50 * 12);
	check("overflow: raw status", INT_RAW, 1);
	check("overflow: masked status", INT_MASKED, 1);
	check("overflow: the line", is_pending(L220_SPI), 1);
	EVENT_CONTROL = 0;
	INT_CLEAR = 1;
	check("overflow: cleared", INT_RAW, 0);

	start_near_the_end(2);
	difference(&VALUE0, 50 * 12);
	check("masked: raw status", INT_RAW, 1);
	check("masked: masked status", INT_MASKED, 0);

	start_near_the_end(1);
	difference(&VALUE0, 100);
	check("increment: raw status", INT_RAW, 1);
	start_near_the_end(3);
	difference(&VALUE0, 50 * 12);
	check("3 is no interrupt", INT_RAW, 0);

	/* The interrupt controller has latched the first one. */
	off();
	run_nops(0);

	/* The line rises while the core executes. It is counted at its instruction. */
	off();
	acknowledge_irq();
	end_irq(L220_SPI);
	irq_count = 0;
	VALUE0 = 0xffffffff - 5;
	CONFIG0 = 0xe;
	INT_MASK = 1;
	EVENT_CONTROL = 1;
	run_nops(0);
	check("the core takes the interrupt", irq_count, 1);
	check("and it is the L220's", acknowledge_irq(), L220_SPI);
	end_irq(L220_SPI);
	off();
}

void test(void)
{
	stop_pmu();
	reset_values();
	storage();
	counting();
	saturation();
	interrupts();
}
