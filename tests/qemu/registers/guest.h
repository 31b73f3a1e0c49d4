/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The guest's side of the register tests: the registers, the board, and what a
 * test needs to speak.
 *
 * Numbers of registers and bits are from "ARM11 performance monitor unit",
 * Application Note 195 (AN195), tables 1 and 2; from the "Cortex-A8 Technical
 * Reference Manual" (TRM), section 3.2; and from "Performance Monitoring (Based
 * on PXA250)". PMNC words are written out.
 */
#ifndef GUEST_H
#define GUEST_H

#include "board.h"

#define STRING(number)	STRING_(number)
#define STRING_(text)	#text

typedef unsigned int u32;
typedef unsigned long long u64;

#define REGISTER(name, cp, crn, crm, opc2)				\
static inline u32 read_##name(void)					\
{									\
	u32 value;							\
									\
	asm volatile("mrc " #cp ", 0, %0, " #crn ", " #crm ", " #opc2	\
		     : "=r" (value) : : "memory");			\
	return value;							\
}									\
static inline void write_##name(u32 value)				\
{									\
	asm volatile("mcr " #cp ", 0, %0, " #crn ", " #crm ", " #opc2	\
		     : : "r" (value) : "memory");			\
}

#if CORE == A8
REGISTER(pmnc, p15, c9, c12, 0)
REGISTER(cntens, p15, c9, c12, 1)
REGISTER(cntenc, p15, c9, c12, 2)
REGISTER(flag, p15, c9, c12, 3)
REGISTER(swincr, p15, c9, c12, 4)
REGISTER(pmnxsel, p15, c9, c12, 5)
REGISTER(ccnt, p15, c9, c13, 0)
REGISTER(evtsel, p15, c9, c13, 1)
REGISTER(pmcnt, p15, c9, c13, 2)
REGISTER(useren, p15, c9, c14, 0)
REGISTER(intens, p15, c9, c14, 1)
REGISTER(intenc, p15, c9, c14, 2)
#elif CORE == XSCALE
REGISTER(pmnc, p14, c0, c0, 0)
REGISTER(ccnt, p14, c1, c0, 0)
REGISTER(pmn0, p14, c2, c0, 0)
REGISTER(pmn1, p14, c3, c0, 0)
#else
REGISTER(pmnc, p15, c15, c12, 0)
REGISTER(ccnt, p15, c15, c12, 1)
REGISTER(pmn0, p15, c15, c12, 2)
REGISTER(pmn1, p15, c15, c12, 3)
REGISTER(validation, p15, c15, c9, 0)
#endif

/*
 * The events of PMN0 and PMN1 in PMNC. The other fields are the same on ARM11 and XScale:
 * flags in 10:8 and enables in 6:4, each of CCNT, PMN1 and PMN0; D, C, P and E in 3:0.
 * ARM11 also has X, bit 11.
 */
#if CORE == XSCALE
#define EVENT_0		12
#define EVENT_1		20
#else
#define EVENT_0		20
#define EVENT_1		12
#endif
#define EVENTS(pmn0, pmn1)	((pmn0) << EVENT_0 | (pmn1) << EVENT_1)

#if CORE == A8
/* CCNT and PMN0 to PMN3 in the registers of masks; the rest is unpredictable. */
#define KNOWN	0x8000000f

static const u32 bits[] __attribute__((unused)) = { 1, 2, 4, 8, 0x80000000 };

/* PMN0 to PMN3, or 4, which is CCNT */
static inline void set_counter(u32 i, u32 value)
{
	if (i == 4) {
		write_ccnt(value);
	} else {
		write_pmnxsel(i);
		write_pmcnt(value);
	}
}
#else
/* Counter 0 or 1, or 2, which is CCNT */
static inline void set_counter(u32 i, u32 value)
{
	if (i == 0)
		write_pmn0(value);
	else if (i == 1)
		write_pmn1(value);
	else
		write_ccnt(value);
}
#endif

/* The model's test port */
REGISTER(port, p15, c15, c15, 0)
REGISTER(port_low, p15, c15, c15, 1)
REGISTER(port_high, p15, c15, c15, 2)
REGISTER(port_overflow_at, p15, c15, c15, 3)
REGISTER(port_race, p15, c15, c15, 4)
REGISTER(port_command, p15, c15, c15, 5)
REGISTER(port_pulse, p15, c15, c15, 6)

#define PORT_PMN0	0
#define PORT_PMN1	1
#define PORT_PMN2	2
#define PORT_PMN3	3
#define PORT_CCNT	4
#define PORT_INSNS	5
#define PORT_IRQS	6
#define PORT_OVERFLOWS	7
#define PORT_ACCESSES	8
#define PORT_IRQS_OFF	9

/* What to write for an overflow of the counter after a number of instructions */
#define OVERFLOW_AT(counter, insns)	(1u << (27 + (counter)) | (insns))

static inline u64 read_port_stat(u32 stat)
{
	write_port(stat);
	return (u64)read_port_high() << 32 | read_port_low();
}

struct counts {
	u32 pmn0, pmn1, ccnt;
};

static inline void mask_irqs(void)
{
	asm volatile("msr cpsr_c, #0xd3" : : : "memory");
}

static inline void unmask_irqs(void)
{
	asm volatile("msr cpsr_c, #0x53" : : : "memory");
}

/* start.S */
/* On Cortex-A8 the "pmnc" of an interrupt is FLAG, see there. */
extern volatile u32 irq_pc, irq_pmnc, irq_count, fiq_pc, fiq_pmnc, fiq_count;
extern volatile u32 undefined_count;
extern char nops[];
int in_user_mode(int (*function)(void));
void count_insns(u32 pmnc, u32 pairs, struct counts *counts);
void run_nops(u32 pmnc);
void arm_and_run_nops(u32 pmnc, u32 overflow_at);
void pulse_and_run_nops(u32 pulses);
void wait_and_run_nops(u32 pmnc, volatile u32 *wake_up);
u32 wait_insns(u32 pmnc, struct counts *counts);
u32 write_at_overflow(u32 on, u32 then);

/* guest.c */
extern u32 core;
/* What PMNC of ARM11 and XScale reads as, without the bits that are unpredictable */
extern u32 known;
#define on_eb (BOARD == EB)
void say(const char *text);
void check(const char *name, u32 got, u32 want);
void end(void);
void stop_pmu(void);
u32 is_pending(u32 number);
void enable_irq(u32 number);
u32 acknowledge_irq(void);
void end_irq(u32 number);
void wake_after(u32 us);
void wake_done(void);
volatile u32 *wake_register(void);
u32 clock_us(void);
void sleep_forever(void);
void fault_from_outside(void);

/* The test itself */
void test(void);

#endif
