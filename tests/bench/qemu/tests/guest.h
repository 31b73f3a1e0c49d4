/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The guest's side of the register tests: the registers, the board, and what a
 * test needs to speak.
 *
 * Numbers of registers and bits are from "ARM11 performance monitor unit",
 * Application Note 195 (AN195), tables 1 and 2. PMNC words are written out.
 */
#ifndef GUEST_H
#define GUEST_H

typedef unsigned int u32;
typedef unsigned long long u64;

#define CP15_C15(name, crm, opc2)					\
static inline u32 read_##name(void)					\
{									\
	u32 value;							\
									\
	asm volatile("mrc p15, 0, %0, c15, c" #crm ", " #opc2		\
		     : "=r" (value) : : "memory");			\
	return value;							\
}									\
static inline void write_##name(u32 value)				\
{									\
	asm volatile("mcr p15, 0, %0, c15, c" #crm ", " #opc2		\
		     : : "r" (value) : "memory");			\
}

CP15_C15(pmnc, 12, 0)
CP15_C15(ccnt, 12, 1)
CP15_C15(pmn0, 12, 2)
CP15_C15(pmn1, 12, 3)
CP15_C15(validation, 9, 0)

/* The model's test port */
CP15_C15(port, 15, 0)
CP15_C15(port_low, 15, 1)
CP15_C15(port_high, 15, 2)
CP15_C15(port_overflow_at, 15, 3)
CP15_C15(port_race, 15, 4)
CP15_C15(port_command, 15, 5)

#define PORT_PMN0	0
#define PORT_PMN1	1
#define PORT_CCNT	4
#define PORT_INSNS	5
#define PORT_IRQS	6
#define PORT_OVERFLOWS	7

static inline u64 read_port_stat(u32 stat)
{
	write_port(stat);
	return (u64)read_port_high() << 32 | read_port_low();
}

/* What PMNC reads as, without the bits that AN195 calls unpredictable */
#define KNOWN_1136	0x0fffff79
#define KNOWN_1156	0x7fffff79

struct counts {
	u32 pmn0, pmn1, ccnt;
};

/* start.S */
extern volatile u32 irq_pc, irq_pmnc, irq_count, fiq_pc, fiq_pmnc, fiq_count;
extern volatile u32 undefined_count;
extern char nops[];
int in_user_mode(int (*function)(void));
void count_insns(u32 pmnc, u32 pairs, struct counts *counts);
void run_nops(u32 pmnc);
void arm_and_run_nops(u32 pmnc, u32 overflow_at);
void wait_and_run_nops(u32 pmnc, volatile u32 *wake_up);
u32 wait_insns(u32 pmnc, struct counts *counts);
u32 write_at_overflow(u32 on, u32 then);

/* guest.c */
extern u32 core;
extern u32 known;
extern int on_eb;
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

/* The test itself */
void test(void);

/* The GIC input, or the BCM2835 GPU interrupt, for nPMUIRQ */
#define PMU_INPUT	47

#endif
