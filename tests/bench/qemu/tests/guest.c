// SPDX-License-Identifier: GPL-2.0
/*
 * The board and the result of a register test.
 *
 * Addresses are those of the RealView EB (user guide, DUI 0303) and of BCM2835
 * ("ARM Peripherals"), as far as QEMU has them.
 */
#include "guest.h"

u32 core;
u32 known;
int on_eb;

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
 * Everything off and cleared: E to let the flags be cleared, then not E, and C
 * and P for the counters.
 */
void stop_pmu(void)
{
	write_pmnc(0x00000701);
	write_pmnc(0x00000006);
	irq_count = 0;
	fiq_count = 0;
	undefined_count = 0;
}

#define EB_GIC_CPU	0x10040000
#define EB_GIC_DIST	0x10041000
#define EB_TIMER	0x10011000
#define EB_TIMER_INPUT	4
#define BCM_IC		0x2000b200
#define BCM_TIMER	0x20003000
#define BCM_TIMER_INPUT	1

/* Does the interrupt controller see the line? */
u32 is_pending(u32 number)
{
	if (on_eb)
		return REG(EB_GIC_DIST + 0x204 + number / 32 * 4) >> number % 32 & 1;
	return REG(BCM_IC + 4 + number / 32 * 4) >> number % 32 & 1;
}

void enable_irq(u32 number)
{
	if (on_eb) {
		REG(EB_GIC_DIST + 0x104 + number / 32 * 4) = 1u << number % 32;
		REG(EB_GIC_CPU + 4) = 0xf0;
		REG(EB_GIC_CPU) = 1;
		REG(EB_GIC_DIST) = 1;
	} else {
		REG(BCM_IC + 0x10 + number / 32 * 4) = 1u << number % 32;
	}
}

u32 acknowledge_irq(void)
{
	if (on_eb)
		return REG(EB_GIC_CPU + 0xc) - 32;
	return is_pending(PMU_INPUT) ? PMU_INPUT : ~0u;
}

void end_irq(u32 number)
{
	if (on_eb)
		REG(EB_GIC_CPU + 0x10) = number + 32;
}

/* Let an interrupt come in so many microseconds, to wake up from WFI. */
void wake_after(u32 us)
{
	if (on_eb) {
		REG(EB_TIMER + 0x08) = 0;
		REG(EB_TIMER + 0x0c) = 0;
		REG(EB_TIMER) = us;
		REG(EB_TIMER + 0x08) = 0xa3;
		enable_irq(EB_TIMER_INPUT);
	} else {
		REG(BCM_TIMER) = 2;
		REG(BCM_TIMER + 0x10) = REG(BCM_TIMER + 4) + us;
		enable_irq(BCM_TIMER_INPUT);
	}
}

/* Where a two takes the interrupt away */
volatile u32 *wake_register(void)
{
	return &REG(on_eb ? EB_TIMER + 0x0c : BCM_TIMER);
}

void wake_done(void)
{
	if (on_eb) {
		REG(EB_TIMER + 0x08) = 0;
		REG(EB_TIMER + 0x0c) = 0;
	} else {
		REG(BCM_TIMER) = 2;
	}
}

/* A clock of microseconds: the 24 MHz counter of EB, divided; the BCM timer */
u32 clock_us(void)
{
	if (on_eb)
		return REG(0x1000005c) / 24;
	return REG(BCM_TIMER + 4);
}

void sleep_forever(void)
{
	for (;;)
		asm volatile("mcr p15, 0, %0, c7, c0, 4" : : "r" (0));
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
	       midr == 0x410fb560 ? 0x1156 : midr == 0x410fb767 ? 0x1176 : 0;
	known = core == 0x1156 ? KNOWN_1156 : KNOWN_1136;
	/* SYS_ID of EB; on BCM2835 there is RAM at this address. */
	on_eb = REG(0x10000000) == 0xc1400400;
	test();
	/* The same in each run, when time is counted in instructions. */
	say("# instructions ");
	say_hex(read_port_stat(PORT_INSNS));
	end();
	return 0;
}
