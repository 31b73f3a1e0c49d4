/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers of the performance monitor of the first XScale core (PXA250,
 * PXA255), CP14 c0 to c3.
 *
 * "Performance Monitoring (Based on PXA250)", slides "Performance Monitoring
 * Registers" and "Performance Monitor Control Reg. (PMNC)"; Intel XScale Core
 * Developer's Manual, chapter 8. Later XScale cores have other registers at
 * other addresses of CP14; nothing here touches those.
 */
#ifndef __CP_PMU_XSCALE1_REGS_H__
#define __CP_PMU_XSCALE1_REGS_H__

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/types.h>

/* PMNC; the counters in the order of idx. The fields 0 and 1 are not as on ARM11. */
#define XSC1_PMNC_EVTCOUNT1		GENMASK(27, 20)
#define XSC1_PMNC_EVTCOUNT0		GENMASK(19, 12)
#define XSC1_PMNC_FLAGS			GENMASK(10, 8)
#define XSC1_PMNC_INTEN			GENMASK(6, 4)
#define XSC1_PMNC_D			BIT(3)
#define XSC1_PMNC_C			BIT(2)
#define XSC1_PMNC_P			BIT(1)
#define XSC1_PMNC_E			BIT(0)

#ifndef CP_PMU_FAKE_REGS

static inline u32 xsc1_read_pmnc(void)
{
	u32 val;

	asm volatile("mrc p14, 0, %0, c0, c0, 0" : "=r" (val));
	return val;
}

static inline void xsc1_write_pmnc(u32 val)
{
	asm volatile("mcr p14, 0, %0, c0, c0, 0" : : "r" (val));
}

static inline u32 xsc1_read_ccnt(void)
{
	u32 val;

	asm volatile("mrc p14, 0, %0, c1, c0, 0" : "=r" (val));
	return val;
}

static inline void xsc1_write_ccnt(u32 val)
{
	asm volatile("mcr p14, 0, %0, c1, c0, 0" : : "r" (val));
}

static inline u32 xsc1_read_pmn0(void)
{
	u32 val;

	asm volatile("mrc p14, 0, %0, c2, c0, 0" : "=r" (val));
	return val;
}

static inline void xsc1_write_pmn0(u32 val)
{
	asm volatile("mcr p14, 0, %0, c2, c0, 0" : : "r" (val));
}

static inline u32 xsc1_read_pmn1(void)
{
	u32 val;

	asm volatile("mrc p14, 0, %0, c3, c0, 0" : "=r" (val));
	return val;
}

static inline void xsc1_write_pmn1(u32 val)
{
	asm volatile("mcr p14, 0, %0, c3, c0, 0" : : "r" (val));
}

#endif /* CP_PMU_FAKE_REGS */
#endif /* __CP_PMU_XSCALE1_REGS_H__ */
