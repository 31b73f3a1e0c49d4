// SPDX-License-Identifier: GPL-2.0
/*
 * The registers of all cores behind one interface, for checks that perf cannot make.
 *
 * regs_begin() disables interrupts and saves what the driver has in the registers.
 * regs_end() restores it. In between nothing of the driver runs. The driver keeps a
 * shadow of the registers, so each of them must have its old value again: the counters,
 * the event selection of Cortex-A8 and its enables. The driver stops the monitor when no
 * event is active, so E is clear before and after. Flags are cleared: the driver does not
 * use the flag of a counter that has no event.
 *
 * A monitor with E set is in use. regs_begin() then changes nothing and fails.
 */

#include <linux/bitfield.h>
#include <linux/irqflags.h>
#include <linux/ktime.h>
#include <linux/string.h>

#include <asm/cp15.h>

#include "check.h"
#include "../arm_cp_pmu/cp_pmu_a8_regs.h"
#include "../arm_cp_pmu/cp_pmu_pmnc_regs.h"

static u8 selected_event[CHECK_MAX_COUNTERS];
static u64 longest;

static inline void a8_write_swincr(u32 val)
{
	asm volatile("mcr p15, 0, %0, c9, c12, 4" : : "r" (val));
	isb();
}

static u32 a8_mask(u32 counters)
{
	return (counters & A8_MASK_PMN) | (counters & BIT(core->ccnt) ? A8_MASK_CCNT : 0);
}

static u32 a8_counters(u32 mask)
{
	return (mask & A8_MASK_PMN) | (mask & A8_MASK_CCNT ? BIT(core->ccnt) : 0);
}

static void write_pmnc(u32 val)
{
	if (core->family == FAMILY_A8)
		a8_write_pmnc(val);
	else
		pmnc_write_pmnc(val);
}

/* The event selection as bits of PMNC; ARM11 and XScale */
static u32 pmnc_events(void)
{
	unsigned int high = core->family == FAMILY_ARM11 ? 0 : 1;

	return FIELD_PREP(PMNC_EVTCOUNT_HIGH, selected_event[high]) |
	       FIELD_PREP(PMNC_EVTCOUNT_LOW, selected_event[!high]);
}

/**
 * regs_read_control() - read PMNC
 *
 * Return: all its bits, also those that the manual does not define.
 */
u32 regs_read_control(void)
{
	return core->family == FAMILY_A8 ? read_sysreg(A8_PMNC) : pmnc_read_pmnc();
}

/**
 * regs_reserved_bits() - read the bits that the manual calls UNPREDICTABLE
 *
 * Return: those of PMNC; on Cortex-A8, those of FLAG.
 */
u32 regs_reserved_bits(void)
{
	switch (core->family) {
	case FAMILY_ARM11:
		return pmnc_read_pmnc() & (BIT(31) | ARM11_PMNC_FIQEN | BIT(7) |
					   PMNC_C | PMNC_P);
	case FAMILY_A8:
		return a8_read_flag() & ~A8_MASK_ALL;
	default:
		return pmnc_read_pmnc() & (GENMASK(31, 28) | BIT(11) | BIT(7) |
					   PMNC_C | PMNC_P);
	}
}

/**
 * regs_select() - select the event of a counter, while the monitor is stopped
 * @idx: the counter
 * @event: the event's number
 */
void regs_select(unsigned int idx, u8 event)
{
	selected_event[idx] = event;
	if (idx == core->ccnt)
		return;
	if (core->family == FAMILY_A8) {
		a8_write_pmnxsel(idx);
		a8_write_evtsel(event);
	} else {
		write_pmnc(pmnc_events());
	}
}

u32 regs_read(unsigned int idx)
{
	if (core->family != FAMILY_A8)
		return idx == 0 ? pmnc_read_pmn0() :
		       idx == 1 ? pmnc_read_pmn1() : pmnc_read_ccnt();
	if (idx == core->ccnt)
		return a8_read_ccnt();
	a8_write_pmnxsel(idx);
	return a8_read_pmcnt();
}

/**
 * regs_read_twice() - read PMN0 twice, with nothing in between
 * @first: the first value
 * @second: the second value
 */
void regs_read_twice(u32 *first, u32 *second)
{
	u32 one, two;

	if (core->family == FAMILY_A8) {
		a8_write_pmnxsel(0);
		one = a8_read_pmcnt();
		two = a8_read_pmcnt();
	} else {
		one = pmnc_read_pmn0();
		two = pmnc_read_pmn0();
	}
	*first = one;
	*second = two;
}

static void write_counter(unsigned int idx, u32 value)
{
	if (idx == 0)
		pmnc_write_pmn0(value);
	else if (idx == 1)
		pmnc_write_pmn1(value);
	else
		pmnc_write_ccnt(value);
}

void regs_write(unsigned int idx, u32 value)
{
	if (core->family != FAMILY_A8) {
		write_counter(idx, value);
	} else if (idx == core->ccnt) {
		a8_write_ccnt(value);
	} else {
		a8_write_pmnxsel(idx);
		a8_write_pmcnt(value);
	}
	isb();
}

/**
 * regs_start() - let all counters count
 * @armed: the counters whose overflow asserts nPMUIRQ
 * @options: REGS_*
 */
void regs_start(u32 armed, u32 options)
{
	u32 pmnc = (options & REGS_C ? PMNC_C : 0) | (options & REGS_P ? PMNC_P : 0) | PMNC_E;

	if (core->family == FAMILY_A8) {
		a8_write_cntens(A8_MASK_ALL);
		a8_write_intenc(A8_MASK_ALL);
		a8_write_intens(a8_mask(armed));
		a8_write_pmnc(pmnc | (options & REGS_D ? A8_PMNC_D : 0));
		return;
	}
	write_pmnc(pmnc_events() | FIELD_PREP(PMNC_INTEN, armed) |
		   (options & REGS_D ? PMNC_D : 0) | pmnc);
}

/**
 * regs_stop_armed() - stop all counters
 * @armed: the counters whose interrupt stays enabled
 */
void regs_stop_armed(u32 armed)
{
	if (core->family == FAMILY_A8) {
		a8_write_pmnc(0);
		a8_write_intenc(A8_MASK_ALL);
		a8_write_intens(a8_mask(armed));
		return;
	}
	write_pmnc(pmnc_events() | FIELD_PREP(PMNC_INTEN, armed));
	isb();
}

void regs_stop(void)
{
	regs_stop_armed(0);
}

/**
 * regs_flags() - read the overflow flags
 *
 * Return: the counters whose flag is set.
 */
u32 regs_flags(void)
{
	if (core->family == FAMILY_A8)
		return a8_counters(a8_read_flag());
	return FIELD_GET(PMNC_FLAGS, regs_read_control());
}

/**
 * regs_ack() - write ones to flags
 * @flags: the counters
 * @with_e: the value of E in the write; on Cortex-A8, FLAG is another register, and
 *	E keeps its value
 */
void regs_ack(u32 flags, bool with_e)
{
	if (core->family == FAMILY_A8) {
		a8_write_flag(a8_mask(flags));
		isb();
		return;
	}
	write_pmnc(pmnc_events() | FIELD_PREP(PMNC_FLAGS, flags) | (with_e ? PMNC_E : 0));
}

/**
 * regs_clear_flags() - stop the monitor and clear all flags
 *
 * On ARM11, write the flags twice with E set. E may be clear before the first write, and is
 * set before the second. In between, the counters may count a few events.
 */
void regs_clear_flags(void)
{
	unsigned int i;

	for (i = 0; i < 2; i++)
		regs_ack(GENMASK(core->ccnt, 0), core->family != FAMILY_A8);
	regs_stop();
	/* For XScale, if its flags clear only while E is clear */
	if (core->family == FAMILY_XSCALE)
		regs_ack(GENMASK(core->ccnt, 0), false);
	/* For Cortex-A8, if its flags clear only while E is set */
	if (core->family == FAMILY_A8 && regs_flags()) {
		a8_write_pmnc(A8_PMNC_E);
		regs_ack(GENMASK(core->ccnt, 0), false);
		a8_write_pmnc(0);
	}
}

/* Cortex-A8 only */
void regs_software_increment(u32 counters)
{
	a8_write_swincr(counters);
}

/**
 * regs_overflow() - let counters overflow by counting
 * @counters: the counters, which need an event that happens all the time
 *
 * The other counters begin at zero. All flags are cleared before.
 *
 * Return: the flags, with the monitor still running.
 */
u32 regs_overflow(u32 counters)
{
	unsigned int i;

	regs_clear_flags();
	for (i = 0; i <= core->ccnt; i++)
		regs_write(i, counters & BIT(i) ? -64 : 0);
	regs_start(0, 0);
	work_nops(4);
	return regs_flags();
}

/**
 * regs_may_overflow() - the counters that a check may let overflow at any time
 *
 * On Cortex-A8, an access at the moment in which CCNT overflows is said to break the monitor.
 *
 * Return: all counters, but on Cortex-A8 not CCNT: see check_ccnt().
 */
u32 regs_may_overflow(void)
{
	return GENMASK(core->ccnt, 0) & ~(core->family == FAMILY_A8 ? BIT(core->ccnt) : 0);
}

/**
 * regs_reset() - stop the monitor, and reset its counters and what is broken
 *
 * Cortex-A8 only.
 */
void regs_reset(void)
{
	a8_write_pmnc(A8_PMNC_C | A8_PMNC_P);
	regs_clear_flags();
}

/**
 * regs_user_register() - read the register that opens the monitor to user mode
 * @value: its bit
 *
 * Return: false if the core has none.
 */
bool regs_user_register(u32 *value)
{
	if (core->family == FAMILY_A8)
		*value = read_sysreg(A8_USEREN) & 1;
	else if (core->midr == 0x4100b760)
		*value = arm1176_read_validation() & ARM1176_VALIDATION_V;
	else
		return false;
	return true;
}

/**
 * regs_begin() - disable interrupts and take the monitor
 * @saved: what regs_end() restores
 *
 * Return: false, with interrupts as before, if the monitor is in use.
 */
bool regs_begin(struct regs_saved *saved)
{
	unsigned int i;

	local_irq_save(saved->irqflags);
	saved->began = ktime_get_mono_fast_ns();
	if (regs_read_control() & PMNC_E) {
		local_irq_restore(saved->irqflags);
		return false;
	}
	if (core->family == FAMILY_A8) {
		saved->selected = read_sysreg(A8_PMNXSEL);
		saved->enabled = read_sysreg(A8_CNTENS) & A8_MASK_ALL;
		saved->inten = read_sysreg(A8_INTENS) & A8_MASK_ALL;
	}
	for (i = 0; i <= core->ccnt; i++) {
		saved->counter[i] = regs_read(i);
		if (core->family == FAMILY_A8 && i != core->ccnt)
			saved->evtsel[i] = read_sysreg(A8_EVTSEL);
	}
	memset(selected_event, 0, sizeof(selected_event));
	for (i = 0; i < core->ccnt; i++)
		regs_select(i, core->instructions);
	regs_clear_flags();
	return true;
}

/**
 * regs_end() - give the monitor back as it was, and enable interrupts
 * @saved: what regs_begin() has saved
 */
void regs_end(struct regs_saved *saved)
{
	unsigned int i;
	u64 took;

	regs_clear_flags();
	for (i = 0; i <= core->ccnt; i++) {
		if (core->family == FAMILY_A8 && i != core->ccnt) {
			a8_write_pmnxsel(i);
			a8_write_evtsel(saved->evtsel[i]);
		}
		regs_write(i, saved->counter[i]);
	}
	if (core->family == FAMILY_A8) {
		a8_write_cntenc(A8_MASK_ALL);
		a8_write_cntens(saved->enabled);
		a8_write_intenc(A8_MASK_ALL);
		a8_write_intens(saved->inten);
		a8_write_pmnxsel(saved->selected);
	}
	write_pmnc(0);
	took = ktime_get_mono_fast_ns() - saved->began;
	if (took > longest)
		longest = took;
	local_irq_restore(saved->irqflags);
}

/* The longest time with interrupts disabled, of all checks so far */
u64 regs_longest_ns(void)
{
	return longest;
}
