// SPDX-License-Identifier: GPL-2.0
/*
 * The board and the result of a register test.
 *
 * Addresses are those of the RealView EB and PB-A8 (user guides, DUI 0303 and
 * 0417), of BCM2835 ("ARM Peripherals"), of the Allwinner A10 and of PXA255
 * (their user manuals), as far as QEMU has them.
 */
#include "guest.h"

u32 core;
u32 known;

static u32 checks;

#define REG(address)	(*(volatile u32 *)(address))

static u32 read_midr(void)
{
	u32 midr;

	asm("mrc p15, 0, %0, c0, c0, 0" : "=r" (midr));
	return midr;
}

void say(const char *text)
{
	register u32 op asm("r0") = 4;
	register const char *arg asm("r1") = text;

	asm volatile("svc 0x123456" : "+r" (op) : "r" (arg) : "memory");
}

static void say_hex(u32 value)
{
	char text[11] = "0x";
	int i;

	for (i = 0; i < 8; i++)
		text[2 + i] = "0123456789abcdef"[value >> (28 - 4 * i) & 15];
	text[10] = 0;
	say(text);
}

void check(const char *name, u32 got, u32 want)
{
	checks++;
	say(got == want ? "ok " : "not ok ");
	say(name);
	if (got != want) {
		say(" # got ");
		say_hex(got);
		say(" want ");
		say_hex(want);
	}
	say("\n");
}

/*
 * Everything off and cleared. ARM11: E to let the flags be cleared, then not E,
 * and C and P for the counters.
 */
void stop_pmu(void)
{
#if CORE == A8
	write_pmnc(0x00000006);
	write_cntenc(0x8000000f);
	write_intenc(0x8000000f);
	write_flag(0x8000000f);
#elif CORE == XSCALE
	write_pmnc(0x00000706);
#else
	write_pmnc(0x00000701);
	write_pmnc(0x00000006);
#endif
	irq_count = 0;
	fiq_count = 0;
	undefined_count = 0;
}

#if BOARD == EB || BOARD == PB

#define GIC_CPU		(BOARD == EB ? 0x10040000 : 0x1e000000)
#define GIC_DIST	(GIC_CPU + 0x1000)
#define TIMER		0x10011000
#define TIMER_INPUT	4

/* Does the interrupt controller see the line? */
u32 is_pending(u32 number)
{
	return REG(GIC_DIST + 0x204 + number / 32 * 4) >> number % 32 & 1;
}

void enable_irq(u32 number)
{
	REG(GIC_DIST + 0x104 + number / 32 * 4) = 1u << number % 32;
	REG(GIC_CPU + 4) = 0xf0;
	REG(GIC_CPU) = 1;
	REG(GIC_DIST) = 1;
}

u32 acknowledge_irq(void)
{
	return REG(GIC_CPU + 0xc) - 32;
}

void end_irq(u32 number)
{
	REG(GIC_CPU + 0x10) = number + 32;
}

/* Let an interrupt come in so many microseconds, to wake up from WFI. */
void wake_after(u32 us)
{
	REG(TIMER + 0x08) = 0;
	REG(TIMER + 0x0c) = 0;
	REG(TIMER) = us;
	REG(TIMER + 0x08) = 0xa3;
	enable_irq(TIMER_INPUT);
}

/* Where a two takes the interrupt away */
volatile u32 *wake_register(void)
{
	return &REG(TIMER + 0x0c);
}

void wake_done(void)
{
	REG(TIMER + 0x08) = 0;
	REG(TIMER + 0x0c) = 0;
}

/* A clock of microseconds: the 24 MHz counter, divided */
u32 clock_us(void)
{
	return REG(0x1000005c) / 24;
}

#else

/* Controllers without an acknowledge. Here is where they and a timer are. */
#if BOARD == BCM
#define PENDING(n)	REG(0x2000b204 + (n) / 32 * 4)
#define TIMER		0x20003000
#define TIMER_STATUS	TIMER
#define TIMER_INPUT	1
#elif BOARD == A10
#define PENDING(n)	REG(0x01c20410 + (n) / 32 * 4)
#define TIMER		0x01c20c00
#define TIMER_STATUS	(TIMER + 0x04)
#define TIMER_INPUT	23
#else
#define PENDING(n)	REG(0x40d00010)
#define TIMER		0x40a00000
#define TIMER_STATUS	(TIMER + 0x14)
#define TIMER_INPUT	27
#endif

u32 is_pending(u32 number)
{
	return PENDING(number) >> number % 32 & 1;
}

void enable_irq(u32 number)
{
#if BOARD == BCM
	REG(0x2000b210 + number / 32 * 4) = 1u << number % 32;
#elif BOARD == A10
	REG(0x01c20440 + number / 32 * 4) |= 1u << number % 32;
#else
	REG(0x40d00004) |= 1u << number;
#endif
}

u32 acknowledge_irq(void)
{
	return is_pending(PMU_INPUT) ? PMU_INPUT : ~0u;
}

void end_irq(u32 number)
{
	(void)number;
}

void wake_after(u32 us)
{
	REG(TIMER_STATUS) = 2;
#if BOARD == BCM
	REG(TIMER + 0x10) = REG(TIMER + 4) + us;
#elif BOARD == A10
	/* Timer 1, once, at 24 MHz */
	REG(TIMER + 0x24) = us * 24;
	REG(TIMER + 0x20) = 0x87;
	REG(TIMER) = 2;
#else
	REG(TIMER + 0x04) = REG(TIMER + 0x10) + us / 1000 * 3686;
	REG(TIMER + 0x1c) = 2;
#endif
	enable_irq(TIMER_INPUT);
}

volatile u32 *wake_register(void)
{
	return &REG(TIMER_STATUS);
}

void wake_done(void)
{
#if BOARD == A10
	REG(TIMER) = 0;
#elif BOARD == PXA
	REG(TIMER + 0x1c) = 0;
#endif
	REG(TIMER_STATUS) = 2;
}

u32 clock_us(void)
{
#if BOARD == BCM
	return REG(TIMER + 4);
#elif BOARD == A10
	u64 ns;

	/* The 64-bit counter, latched by bit 1; it has nanoseconds in QEMU. */
	REG(TIMER + 0xa0) = 2;
	ns = (u64)REG(TIMER + 0xa8) << 32;
	return (ns | REG(TIMER + 0xa4)) / 1000;
#else
	return (u64)REG(TIMER + 0x10) * 10000 / 36864;
#endif
}

#endif

#if BOARD == PXA
/*
 * Address zero is flash. Get RAM there by the MMU, and let everything else be
 * where it is: sections, for User mode too.
 */
static u32 sections[4096] __attribute__((aligned(16384)));

static void connex(void)
{
	u32 i, control;

	for (i = 0; i < 4096; i++)
		sections[i] = i << 20 | 0xc12;
	sections[0] = VECTORS | 0xc12;
	asm volatile("mcr p15, 0, %0, c2, c0, 0" : : "r" (sections) : "memory");
	asm volatile("mcr p15, 0, %0, c3, c0, 0" : : "r" (~0));
	asm volatile("mrc p15, 0, %0, c1, c0, 0" : "=r" (control));
	asm volatile("mcr p15, 0, %0, c1, c0, 0" : : "r" (control | 1) : "memory");
}
#endif

/* What libgcc calls for a division by zero */
int raise(int number);
int raise(int number)
{
	return number;
}

void sleep_forever(void)
{
	for (;;)
#if CORE == A8
		asm volatile("wfi");
#elif CORE == XSCALE
		asm volatile("mcr p14, 0, %0, c7, c0, 0" : : "r" (1));
#else
		asm volatile("mcr p15, 0, %0, c7, c0, 4" : : "r" (0));
#endif
}

/* The line is asserted by a property, until it is taken back. */
void fault_from_outside(void)
{
	u32 i;

	enable_irq(PMU_INPUT);
	say("# qmp set irq-stuck true\n");
	for (i = 0; i < 100000000 && !is_pending(PMU_INPUT); i++)
		;
	check("a fault set from outside", is_pending(PMU_INPUT), 1);
	say("# qmp set irq-stuck false\n");
	for (i = 0; i < 100000000 && is_pending(PMU_INPUT); i++)
		;
	check("and taken back", is_pending(PMU_INPUT), 0);
}

void end(void)
{
	say("\nend ");
	say_hex(checks);
	say("\n");
}

int main(void)
{
	u32 midr = read_midr();

	core = midr == 0x4117b363 || midr == 0x4107b362 ? 0x1136 :
	       midr == 0x410fb560 ? 0x1156 : midr == 0x410fb767 ? 0x1176 :
	       midr == 0x410fc080 ? 0xa8 : midr == 0x69052100 ? 0x250 :
	       midr == 0x69052d00 ? 0x255 : 0;
	known = CORE == XSCALE ? 0x0ffff779 : core == 0x1156 ? 0x7fffff79 : 0x0fffff79;
#if BOARD == PXA
	connex();
#endif
	test();
	/* The same in each run, when time is counted in instructions. */
	say("# instructions ");
	say_hex(read_port_stat(PORT_INSNS));
	end();
	return 0;
}
