/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers of the performance monitors with one control register, PMNC.
 *
 * ARM11, CP15 c15: ARM Application Note 195 (ARM DAI 0195B), section 2 and Table 1; for the
 * access validation register the ARM1176JZF-S Technical Reference Manual (ARM DDI 0301H),
 * section 3.2, "c15, Secure User and Non-secure Access Validation Control Register".
 *
 * First XScale core, CP14 c0 to c3: "Performance Monitoring (Based on PXA250)", slides
 * "Performance Monitoring Registers" and "Performance Monitor Control Reg. (PMNC)"; Intel
 * XScale Core Developer's Manual, chapter 8. Later XScale cores have other registers at other
 * addresses of CP14.
 */
#ifndef __CP_PMU_PMNC_REGS_H__
#define __CP_PMU_PMNC_REGS_H__

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/kconfig.h>
#include <linux/types.h>

/*
 * Performance Monitor Control Register; flags and enables have the counters in the order of
 * idx. ARM11 has EVTCOUNT0 in the high field and EVTCOUNT1 in the low one, XScale has them
 * the other way round.
 */
#define ARM11_PMNC_FIQEN		GENMASK(30, 28)	/* ARM1156 only */
#define PMNC_EVTCOUNT_HIGH		GENMASK(27, 20)
#define PMNC_EVTCOUNT_LOW		GENMASK(19, 12)
#define ARM11_PMNC_X			BIT(11)
#define PMNC_FLAGS			GENMASK(10, 8)	/* OCC, OC1, OC0 */
#define PMNC_INTEN			GENMASK(6, 4)	/* ECC, EC1, EC0 */
#define PMNC_D				BIT(3)
#define PMNC_C				BIT(2)
#define PMNC_P				BIT(1)
#define PMNC_E				BIT(0)

/* Secure User and Non-secure Access Validation Control Register */
#define ARM1176_VALIDATION_V		BIT(0)

#ifndef CP_PMU_FAKE_REGS

#include <asm/vdso/cp15.h>

#define __ACCESS_CP14(crn, op1, crm, op2)	\
	"mrc", "mcr", "p14, " __stringify(op1) ", %0, " __stringify(crn, crm, op2), u32

#define ARM11_PMNC		__ACCESS_CP15(c15, 0, c12, 0)
#define ARM11_CCNT		__ACCESS_CP15(c15, 0, c12, 1)
#define ARM11_PMN0		__ACCESS_CP15(c15, 0, c12, 2)
#define ARM11_PMN1		__ACCESS_CP15(c15, 0, c12, 3)
#define ARM1176_VALIDATION	__ACCESS_CP15(c15, 0, c9, 0)
#define XSC1_PMNC		__ACCESS_CP14(c0, 0, c0, 0)
#define XSC1_CCNT		__ACCESS_CP14(c1, 0, c0, 0)
#define XSC1_PMN0		__ACCESS_CP14(c2, 0, c0, 0)
#define XSC1_PMN1		__ACCESS_CP14(c3, 0, c0, 0)

/* A kernel for XScale (ARMv5) does not run on ARM11 (ARMv6), and the other way round. */
static inline bool pmnc_is_xscale(void)
{
	return IS_ENABLED(CONFIG_CPU_XSCALE);
}

#define PMNC_ACCESSORS(name, NAME)				\
static inline u32 pmnc_read_##name(void)			\
{								\
	if (pmnc_is_xscale())					\
		return read_sysreg(XSC1_##NAME);		\
	return read_sysreg(ARM11_##NAME);			\
}								\
								\
static inline void pmnc_write_##name(u32 val)			\
{								\
	if (pmnc_is_xscale())					\
		write_sysreg(val, XSC1_##NAME);			\
	else							\
		write_sysreg(val, ARM11_##NAME);		\
}

PMNC_ACCESSORS(pmnc, PMNC)
PMNC_ACCESSORS(ccnt, CCNT)
PMNC_ACCESSORS(pmn0, PMN0)
PMNC_ACCESSORS(pmn1, PMN1)

/*
 * ARM1176 only: bit 0, V, opens the performance monitor to user mode. Privileged
 * modes of both worlds read it, but only those of the Secure world write it.
 */
static inline u32 arm1176_read_validation(void)
{
	return read_sysreg(ARM1176_VALIDATION);
}

static inline void arm1176_write_validation(u32 val)
{
	write_sysreg(val, ARM1176_VALIDATION);
}

#endif /* CP_PMU_FAKE_REGS */
#endif /* __CP_PMU_PMNC_REGS_H__ */
