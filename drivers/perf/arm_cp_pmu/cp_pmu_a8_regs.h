/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers of the Cortex-A8 performance monitor, CP15 c9.
 *
 * Cortex-A8 Technical Reference Manual (ARM DDI 0344I), section 3.2, "c9,
 * Performance Monitor Control Register" to "c9, Interrupt Enable Clear Register";
 * for PMNXSEL and the counters that it selects, section 3.2.49 and its neighbours.
 */
#ifndef __CP_PMU_A8_REGS_H__
#define __CP_PMU_A8_REGS_H__

#include <linux/bits.h>
#include <linux/types.h>

/* c9, Performance Monitor Control Register */
#define A8_PMNC_X			BIT(4)
#define A8_PMNC_D			BIT(3)
#define A8_PMNC_C			BIT(2)	/* reset CCNT */
#define A8_PMNC_P			BIT(1)	/* reset the event counters */
#define A8_PMNC_E			BIT(0)

/* CNTENS, CNTENC, FLAG, INTENS, INTENC: the event counters as in idx, and CCNT */
#define A8_MASK_CCNT			BIT(31)
#define A8_MASK_PMN			GENMASK(3, 0)
#define A8_MASK_ALL			(A8_MASK_CCNT | A8_MASK_PMN)

/* c9, User Enable Register: EN opens all registers but INTENS and INTENC to user mode */
#define A8_USEREN_EN			BIT(0)

/* c1, Secure Debug Enable Register: SUNIDEN permits counting in Secure user mode */
#define A8_SDER_SUNIDEN			BIT(1)

#ifndef CP_PMU_FAKE_REGS

#include <asm/barrier.h>
#include <asm/vdso/cp15.h>

#define A8_PMNC			__ACCESS_CP15(c9, 0, c12, 0)
#define A8_CNTENS		__ACCESS_CP15(c9, 0, c12, 1)
#define A8_CNTENC		__ACCESS_CP15(c9, 0, c12, 2)
#define A8_FLAG			__ACCESS_CP15(c9, 0, c12, 3)
#define A8_PMNXSEL		__ACCESS_CP15(c9, 0, c12, 5)
#define A8_CCNT_REG		__ACCESS_CP15(c9, 0, c13, 0)
#define A8_EVTSEL		__ACCESS_CP15(c9, 0, c13, 1)
#define A8_PMCNT		__ACCESS_CP15(c9, 0, c13, 2)
#define A8_USEREN		__ACCESS_CP15(c9, 0, c14, 0)
#define A8_INTENS		__ACCESS_CP15(c9, 0, c14, 1)
#define A8_INTENC		__ACCESS_CP15(c9, 0, c14, 2)
#define A8_SDER			__ACCESS_CP15(c1, 0, c1, 1)	/* Secure privileged modes only */

/* Earlier writes take effect before E changes. The ISB makes E take effect at once. */
static inline void a8_write_pmnc(u32 val)
{
	write_sysreg(val, A8_PMNC);
	isb();
}

/* The ISB makes the selection take effect before the next access. */
static inline void a8_write_pmnxsel(u32 val)
{
	write_sysreg(val, A8_PMNXSEL);
	isb();
}

static inline void a8_write_cntens(u32 val) { write_sysreg(val, A8_CNTENS); }
static inline void a8_write_cntenc(u32 val) { write_sysreg(val, A8_CNTENC); }
static inline u32 a8_read_flag(void) { return read_sysreg(A8_FLAG); }
static inline void a8_write_flag(u32 val) { write_sysreg(val, A8_FLAG); }
static inline u32 a8_read_ccnt(void) { return read_sysreg(A8_CCNT_REG); }
static inline void a8_write_ccnt(u32 val) { write_sysreg(val, A8_CCNT_REG); }
static inline void a8_write_evtsel(u32 val) { write_sysreg(val, A8_EVTSEL); }
static inline u32 a8_read_pmcnt(void) { return read_sysreg(A8_PMCNT); }
static inline void a8_write_pmcnt(u32 val) { write_sysreg(val, A8_PMCNT); }
static inline void a8_write_useren(u32 val) { write_sysreg(val, A8_USEREN); }
static inline void a8_write_intens(u32 val) { write_sysreg(val, A8_INTENS); }
static inline void a8_write_intenc(u32 val) { write_sysreg(val, A8_INTENC); }
static inline u32 a8_read_sder(void) { return read_sysreg(A8_SDER); }
static inline void a8_write_sder(u32 val) { write_sysreg(val, A8_SDER); }

#endif /* CP_PMU_FAKE_REGS */
#endif /* __CP_PMU_A8_REGS_H__ */
