// SPDX-License-Identifier: GPL-2.0
/*
 * The performance monitors with one control register: ARM11 and the first XScale core.
 *
 * Two event counters, PMN0 and PMN1, the cycle counter CCNT, and one control register, PMNC,
 * with the enable bit, the interrupt enables, the event selection and the overflow flags. All
 * three counters run while E is set. They have no enable bits of their own. A flag is cleared
 * by writing one to it. Writing back a PMNC that was read would clear flags. So the driver
 * builds each write from the shadow.
 *
 * When a flag is cleared. On XScale, by any write of a one ("Performance Monitoring (Based on
 * PXA250)", example of an interrupt handler). On ARM11, E must be set (Application Note 195,
 * section 1). The note does not say if before the write, or in the written value. So each flag
 * is written twice: in the write that clears E, and in the write that sets E again. If E must
 * be set both before the write and in it, neither write clears the flag. The driver notices
 * that at load, and samples by timer. If E must be set before the write, a start cannot clear
 * a stale flag: it costs one spurious interrupt.
 *
 * On A-stepping parts of XScale an overflow erases the flags of earlier overflows. So if any
 * flag is set, the values of all armed counters are checked. A counter without an event
 * runs too, and its overflow also erases flags. A counter that was armed may be close to its
 * overflow, also after it has counted for another event. So a counter that loses its event is
 * set to zero if it is in the upper half of its range.
 */

#include <linux/kprobes.h>

#include "cp_pmu_hw.h"
#include "cp_pmu_pmnc_regs.h"

enum { PMN0, PMN1, CCNT };

static void pmnc_reset(struct cp_pmu_hw *hw)
{
	/* In the second write, E is set before it and in it: the flags are cleared. */
	if (!pmnc_is_xscale()) {
		pmnc_write_pmnc(PMNC_FLAGS | PMNC_E);
		pmnc_write_pmnc(PMNC_FLAGS | PMNC_E);
	}
	pmnc_write_pmnc(PMNC_FLAGS);

	/*
	 * Only ARM1176 can disable user mode access to its performance monitor. The
	 * write is Undefined in the Non-secure world. So write only if V is set and
	 * the device tree does not say that the kernel runs Non-secure.
	 */
	if (pmnc_is_xscale() || hw->desc != &cp_pmu_arm1176 || hw->world == CP_WORLD_NONSECURE)
		return;
	if (arm1176_read_validation() & ARM1176_VALIDATION_V)
		arm1176_write_validation(0);
}

static notrace u32 pmnc_read_counter(struct cp_pmu_hw *hw, unsigned int idx)
{
	switch (idx) {
	case PMN0:
		return pmnc_read_pmn0();
	case PMN1:
		return pmnc_read_pmn1();
	default:
		return pmnc_read_ccnt();
	}
}

NOKPROBE_SYMBOL(pmnc_read_counter);

static void pmnc_write_counter(struct cp_pmu_hw *hw, unsigned int idx, u32 value)
{
	switch (idx) {
	case PMN0:
		pmnc_write_pmn0(value);
		break;
	case PMN1:
		pmnc_write_pmn1(value);
		break;
	default:
		pmnc_write_ccnt(value);
		break;
	}
}

static void pmnc_select_event(struct cp_pmu_hw *hw, unsigned int idx, u32 evt)
{
	u32 number = evt & CP_PMU_EVT_CYCLES ? hw->desc->cycles_evtsel : evt & CP_PMU_EVT_NUMBER;

	if (idx == CCNT) {
		hw->ctl &= ~PMNC_D;
		if (evt & CP_PMU_EVT_DIV64)
			hw->ctl |= PMNC_D;
	/* The high field is that of PMN0 on ARM11, of PMN1 on XScale. */
	} else if ((idx == PMN1) == pmnc_is_xscale()) {
		hw->ctl &= ~PMNC_EVTCOUNT_HIGH;
		hw->ctl |= FIELD_PREP(PMNC_EVTCOUNT_HIGH, number);
	} else {
		hw->ctl &= ~PMNC_EVTCOUNT_LOW;
		hw->ctl |= FIELD_PREP(PMNC_EVTCOUNT_LOW, number);
	}
}

/* A-stepping: counters that have lost their event must not overflow soon. */
static void xsc1_zero_unused(struct cp_pmu_hw *hw, u32 unused)
{
	unsigned int idx;

	for (idx = 0; idx <= CCNT; idx++)
		if ((unused & BIT(idx)) && hw->value[idx] >= BIT(31))
			pmnc_write_counter(hw, idx, 0);
}

static void pmnc_start(struct cp_pmu_hw *hw, u32 active, u32 armed, u32 ack)
{
	if (pmnc_is_xscale() && (hw->active & ~active))
		xsc1_zero_unused(hw, hw->active & ~active);
	pmnc_write_pmnc(hw->ctl | FIELD_PREP(PMNC_FLAGS, ack) |
			FIELD_PREP(PMNC_INTEN, armed) | PMNC_E);
}

static void pmnc_stop(struct cp_pmu_hw *hw, u32 ack)
{
	pmnc_write_pmnc(FIELD_PREP(PMNC_FLAGS, ack));
}

static u32 pmnc_read_flags(struct cp_pmu_hw *hw)
{
	return FIELD_GET(PMNC_FLAGS, pmnc_read_pmnc());
}

const struct cp_pmu_ops cp_pmu_pmnc_ops = {
	.reset			= pmnc_reset,
	.read_counter		= pmnc_read_counter,
	.write_counter		= pmnc_write_counter,
	.select_event		= pmnc_select_event,
	.start			= pmnc_start,
	.stop			= pmnc_stop,
	.read_flags		= pmnc_read_flags,
};
