/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers of the ARM11 performance monitor, CP15 c15.
 *
 * ARM Application Note 195 (ARM DAI 0195B), section 2 and Table 1; for the
 * access validation register the ARM1176JZF-S Technical Reference Manual
 * (ARM DDI 0301H), section 3.2, "c15, Secure User and Non-secure Access
 * Validation Control Register".
 */
#ifndef __CP_PMU_ARM11_REGS_H__
#define __CP_PMU_ARM11_REGS_H__

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/types.h>

/* Performance Monitor Control Register; the counters in the order of idx */
#define ARM11_PMNC_FIQEN		GENMASK(30, 28)	/* ARM1156 only */
#define ARM11_PMNC_EVTCOUNT0		GENMASK(27, 20)
#define ARM11_PMNC_EVTCOUNT1		GENMASK(19, 12)
#define ARM11_PMNC_X			BIT(11)
#define ARM11_PMNC_FLAGS		GENMASK(10, 8)	/* OCC, OC1, OC0 */
#define ARM11_PMNC_IRQEN		GENMASK(6, 4)	/* ECC, EC1, EC0 */
#define ARM11_PMNC_D			BIT(3)
#define ARM11_PMNC_C			BIT(2)
#define ARM11_PMNC_P			BIT(1)
#define ARM11_PMNC_E			BIT(0)

/* Secure User and Non-secure Access Validation Control Register */
#define ARM1176_VALIDATION_V		BIT(0)

#ifndef CP_PMU_FAKE_REGS

static inline u32 arm11_read_pmnc(void)
{
	u32 val;

	asm volatile("mrc p15, 0, %0, c15, c12, 0" : "=r" (val));
	return val;
}

static inline void arm11_write_pmnc(u32 val)
{
	asm volatile("mcr p15, 0, %0, c15, c12, 0" : : "r" (val));
}

static inline u32 arm11_read_ccnt(void)
{
	u32 val;

	asm volatile("mrc p15, 0, %0, c15, c12, 1" : "=r" (val));
	return val;
}

static inline void arm11_write_ccnt(u32 val)
{
	asm volatile("mcr p15, 0, %0, c15, c12, 1" : : "r" (val));
}

static inline u32 arm11_read_pmn0(void)
{
	u32 val;

	asm volatile("mrc p15, 0, %0, c15, c12, 2" : "=r" (val));
	return val;
}

static inline void arm11_write_pmn0(u32 val)
{
	asm volatile("mcr p15, 0, %0, c15, c12, 2" : : "r" (val));
}

static inline u32 arm11_read_pmn1(void)
{
	u32 val;

	asm volatile("mrc p15, 0, %0, c15, c12, 3" : "=r" (val));
	return val;
}

static inline void arm11_write_pmn1(u32 val)
{
	asm volatile("mcr p15, 0, %0, c15, c12, 3" : : "r" (val));
}

/*
 * ARM1176 only: bit 0, V, opens the performance monitor to user mode. Privileged
 * modes of both worlds read it, but only those of the Secure world write it.
 */
static inline u32 arm1176_read_validation(void)
{
	u32 val;

	asm volatile("mrc p15, 0, %0, c15, c9, 0" : "=r" (val));
	return val;
}

static inline void arm1176_write_validation(u32 val)
{
	asm volatile("mcr p15, 0, %0, c15, c9, 0" : : "r" (val));
}

#endif /* CP_PMU_FAKE_REGS */
#endif /* __CP_PMU_ARM11_REGS_H__ */
