// SPDX-License-Identifier: GPL-2.0
/*
 * The assumptions about what the manuals do not say, or say in two ways. Their numbers
 * are those of the list in tests/qemu/README. Each result has what the manual says and
 * what this monitor does. If the monitor differs and the driver works anyway, the
 * verdict is "differ" or "note", not "fail".
 *
 * check_line.c has the assumptions about nPMUIRQ, check_events.c those about events, and
 * the command those about user mode.
 */

#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/minmax.h>
#include <linux/ptrace.h>

#include <asm/traps.h>

#include "check.h"
#include "../arm_cp_pmu/cp_pmu_pmnc_regs.h"

#define BUSY	"the monitor is in use"
#define PMN0	0
#define PMN1	1

static bool is_family(enum check_family family)
{
	return core->family == family;
}

/* 1: the flag of a counter whose interrupt is disabled */
static void check_wrap_without_interrupt(void)
{
	static const char name[] =
		"assumption 1: a counter wraps and sets its flag, its interrupt disabled";
	struct regs_saved saved;
	u32 flags, first, second;

	if (!regs_begin(&saved)) {
		check_skip(name, BUSY);
		return;
	}
	flags = regs_overflow(BIT(PMN0));
	first = regs_read(PMN0);
	work_nops(4);
	second = regs_read(PMN0);
	regs_stop();
	regs_end(&saved);
	if ((flags & BIT(PMN0)) && second > first && second < 100000)
		check_pass(name,
			   "manual: it wraps around to zero and continues counting; board: flag set, then %u, then %u",
			   first, second);
	else
		check_fail(name,
			   "manual: it wraps around to zero and continues counting; board: flags %#x, then %#x, then %#x: counts stay right, samples are late",
			   flags, first, second);
}

/*
 * 2 and 21: a counter overflows at the time of a write that clears the flag of another.
 * The distance to the overflow takes each value around the write.
 */
static void check_flag_lost_by_write(void)
{
	const char *name = is_family(FAMILY_A8) ?
		"assumption 2 and 21: an overflow at the time of an access sets its flag" :
		"assumption 2: an overflow at the time of a write sets its flag";
	unsigned int distance, lost = 0, wrapped = 0, kept = 0;

	for (distance = 1; distance <= 160; distance++) {
		struct regs_saved saved;
		u32 flags, value;

		if (!regs_begin(&saved)) {
			check_skip(name, BUSY);
			return;
		}
		regs_overflow(BIT(PMN0));
		regs_stop();
		regs_write(PMN1, -distance);
		regs_start(0, 0);
		work_nops(1);
		regs_ack(BIT(PMN0), true);
		flags = regs_flags();
		kept += !!(flags & BIT(PMN0));
		work_nops(1);
		regs_stop();
		value = regs_read(PMN1);
		flags = regs_flags();
		regs_end(&saved);
		wrapped += value < 100000;
		lost += value < 100000 && !(flags & BIT(PMN1));
	}
	if (kept)
		check_differ(name,
			     "the write did not clear the flag that it names, so this cannot be tried: see the other assumptions about flags");
	else if (lost)
		check_fail(name,
			   "manual: silent; board: %u flags of %u overflows are lost: the timer finds these periods, by the value",
			   lost, wrapped);
	else
		check_pass(name,
			   "manual: silent (erratum 628216 of Cortex-A8); board: %u overflows around the write, no flag lost",
			   wrapped);
}

/* 4: two adjacent reads of an instruction counter */
static void check_adjacent_reads(void)
{
	static const char name[] = "assumption 4: an instruction that reads a counter is counted";
	struct regs_saved saved;
	u32 less, more;

	if (!regs_begin(&saved)) {
		check_skip(name, BUSY);
		return;
	}
	regs_write(PMN0, 0);
	regs_start(0, 0);
	regs_read_twice(&less, &more);
	regs_stop();
	regs_end(&saved);
	if (more - less == 1)
		check_pass(name, "manual: silent; board: two adjacent reads differ by one");
	else
		check_note(name,
			   "manual: silent; board: two adjacent reads differ by %u (nothing in the driver depends on it)",
			   more - less);
}

/* 6 and 17: the write of a counter, stopped and running */
static void check_write_takes_effect(void)
{
	static const char name[] =
		"assumption 6: a write of a stopped counter takes effect at once";
	static const char running[] = "assumption 17: CCNT can be written while it counts";
	struct regs_saved saved;
	u32 value, ccnt;

	if (!regs_begin(&saved)) {
		check_skip(name, BUSY);
		return;
	}
	regs_write(PMN0, 0x12345678);
	value = regs_read(PMN0);
	regs_start(0, 0);
	regs_write(core->ccnt, 0x40000000);
	ccnt = regs_read(core->ccnt);
	regs_stop();
	regs_end(&saved);
	if (value == 0x12345678)
		check_pass(name, "manual: silent; board: it reads as written");
	else
		check_fail(name,
			   "manual: silent; board: %#x after a write of 0x12345678: counts are off after each start",
			   value);
	if (!is_family(FAMILY_A8))
		return;
	if (ccnt - 0x40000000 < 10000)
		check_pass(running,
			   "manual: UNPREDICTABLE; board: it counts on from the value (%u later)",
			   ccnt - 0x40000000);
	else
		check_differ(running,
			     "manual: UNPREDICTABLE; board: %#x after a write of 0x40000000 (the driver does not do it)",
			   ccnt);
}

/* 7: the event selection of a stopped counter */
static void check_event_change(void)
{
	static const char name[] = "assumption 7: a new event leaves the counter's value";
	struct regs_saved saved;
	u32 value;

	if (!regs_begin(&saved)) {
		check_skip(name, BUSY);
		return;
	}
	regs_write(PMN0, 1000);
	regs_select(PMN0, 0x05);
	regs_select(PMN0, core->instructions);
	value = regs_read(PMN0);
	regs_end(&saved);
	if (value == 1000)
		check_pass(name, "manual: silent; board: the value stays");
	else
		check_fail(name,
			   "manual: silent; board: %u, not 1000: each schedule of an event counts too many",
			   value);
}

/* Flags set by an overflow, then a write of ones: which of them stay set? */
static u32 flags_after_ack(bool running, bool with_e)
{
	u32 all = regs_may_overflow(), flags;

	regs_overflow(all);
	if (!running)
		regs_stop();
	regs_ack(all, with_e);
	flags = regs_flags();
	regs_stop();
	return flags;
}

/* 8 and 23: E before the write, E in the write */
static void check_flag_clears(void)
{
	const char *name = is_family(FAMILY_ARM11) ?
		"assumption 8: a write of ones clears flags only with E set in the same write" :
		"assumption 23: a write of ones clears flags, whatever E is";
	const char *manual = is_family(FAMILY_ARM11) ?
		"manual: \"when bit 0 is set\"" : "manual: flags are cleared by writing ones";
	struct regs_saved saved;
	bool off_off, off_on, on_off, on_on;
	const char *rule;

	if (!regs_begin(&saved)) {
		check_skip(name, BUSY);
		return;
	}
	off_off = !flags_after_ack(false, false);
	off_on = !flags_after_ack(false, true);
	on_off = !flags_after_ack(true, false);
	on_on = !flags_after_ack(true, true);
	regs_end(&saved);

	if (off_off && off_on && on_off && on_on)
		rule = "a flag clears whatever E is";
	else if (!off_off && off_on && !on_off && on_on)
		rule = "the E of the write decides";
	else if (!off_off && !off_on && on_off && on_on)
		rule = "the E before the write decides";
	else if (!off_off && !off_on && !on_off && !on_on)
		rule = "flags never clear";
	else
		rule = "flags clear by another rule";

	/* On ARM11 the driver clears flags by two writes: E on to off, and off to on. */
	if (is_family(FAMILY_ARM11) ? !off_off && off_on && !on_off && on_on :
				      off_off && off_on && on_off && on_on)
		check_pass(name, "%s; board: %s", manual, rule);
	else if (is_family(FAMILY_ARM11) ? off_on || on_off : off_off && on_off)
		check_differ(name,
			     "%s; board: flags clear otherwise: %s (the driver supports this rule)",
			     manual, rule);
	else
		check_fail(name,
			   "%s; board: flags clear otherwise: %s: the interrupt stays asserted, and the driver samples by timer",
			   manual, rule);
}

/* Cortex-A8: FLAG, with E clear and set, and C and P of PMNC (19) */
static void check_a8_flags(void)
{
	static const char name[] = "a write of ones to FLAG clears flags, whatever E is";
	static const char reset[] = "assumption 19: C and P of PMNC do not clear flags";
	struct regs_saved saved;
	u32 all = regs_may_overflow(), off, on, flags;

	if (!regs_begin(&saved)) {
		check_skip(name, BUSY);
		return;
	}
	off = flags_after_ack(false, false);
	on = flags_after_ack(true, false);
	regs_overflow(all);
	regs_stop();
	regs_start(0, REGS_C | REGS_P);
	flags = regs_flags();
	regs_stop();
	regs_end(&saved);
	if (!off && !on)
		check_pass(name, "manual: FLAG is written to clear; board: so it is");
	else
		check_fail(name,
			   "manual: FLAG is written to clear; board: flags clear otherwise: %#x stay with E clear, %#x with E set: the interrupt stays asserted, and the driver samples by timer",
			   off, on);
	if (flags == all)
		check_pass(reset, "manual: silent (ARMv7 ARM, C10: no); board: they stay");
	else
		check_differ(reset,
			     "manual: silent (ARMv7 ARM, C10: no); board: %#x of %#x stay (the driver writes them only in a reset)",
			   flags, all);
}

/* 10 and 16: bits without a definition */
static void check_reserved_bits(void)
{
	const char *name = is_family(FAMILY_A8) ? "assumption 16: the reserved bits of FLAG" :
						  "assumption 10: the reserved bits of PMNC";
	struct regs_saved saved;
	u32 bits;

	if (!regs_begin(&saved)) {
		check_skip(name, BUSY);
		return;
	}
	bits = regs_reserved_bits();
	regs_end(&saved);
	check_note(name,
		   "manual: UNPREDICTABLE; board: they read as %#010x (the driver never writes back what it reads)",
		   bits);
}

/* 11: E is for all counters */
static void check_common_enable(void)
{
	static const char name[] =
		"assumption 11: CCNT and the event counters stop and start together";
	u32 before[CHECK_MAX_COUNTERS], moved = 0, still = 0;
	struct regs_saved saved;
	unsigned int i;

	if (!regs_begin(&saved)) {
		check_skip(name, BUSY);
		return;
	}
	for (i = 0; i <= core->ccnt; i++)
		regs_write(i, 0);
	regs_start(0, 0);
	work_nops(2);
	regs_stop();
	for (i = 0; i <= core->ccnt; i++) {
		before[i] = regs_read(i);
		moved |= before[i] ? BIT(i) : 0;
	}
	work_nops(2);
	for (i = 0; i <= core->ccnt; i++)
		still |= regs_read(i) == before[i] ? BIT(i) : 0;
	regs_end(&saved);
	if (moved == GENMASK(core->ccnt, 0) && still == moved)
		check_pass(name, "manual: by E; board: with E set all count, with E clear none");
	else
		check_fail(name,
			   "manual: by E; board: with E set the counters %#x count, with E clear %#x do not: counts are wrong",
			   moved, still);
}

/* 12: does the divider begin at the start? */
static void check_divider_phase(void)
{
	static const char name[] =
		"assumption 12: D divides by the core's clock, not from the start";
	unsigned int i, least = U32_MAX, most = 0;

	for (i = 0; i < 64; i++) {
		struct regs_saved saved;
		u32 value;

		if (!regs_begin(&saved)) {
			check_skip(name, BUSY);
			return;
		}
		work_branches(i + 1);
		regs_write(core->ccnt, 0);
		regs_start(0, REGS_D);
		work_nops(2);
		regs_stop();
		value = regs_read(core->ccnt);
		regs_end(&saved);
		least = min(least, value);
		most = max(most, value);
	}
	check_note(name,
		   "manual: silent; board: the same program counts %u to %u (%s; at most one of 64 cycles at each start)",
		   least, most, least == most ? "from the start" : "by the clock");
}

/* 20: SWINCR for a counter that counts software increments */
static void check_software_increment(void)
{
	static const char name[] = "sw_incr counts the writes of SWINCR";
	struct regs_saved saved;
	unsigned int i;
	u32 value;

	if (!regs_begin(&saved)) {
		check_skip(name, BUSY);
		return;
	}
	regs_select(PMN0, 0);
	regs_write(PMN0, 0);
	regs_start(0, 0);
	for (i = 0; i < 5; i++)
		regs_software_increment(BIT(PMN0));
	regs_stop();
	value = regs_read(PMN0);
	regs_end(&saved);
	if (value == 5)
		check_pass(name, "5 of 5");
	else
		check_fail(name, "%u of 5", value);
	check_skip("assumption 20: SWINCR for another event, PMNXSEL above 3",
		   "manual: UNPREDICTABLE; not tried, and the driver does neither");
}

/* 22: the Secure world may forbid counting in privileged modes. */
static void check_privileged(void)
{
	static const char name[] = "assumption 22: the counters count in privileged modes";
	struct regs_saved saved;
	u32 value;

	if (!regs_begin(&saved)) {
		check_skip(name, BUSY);
		return;
	}
	regs_write(PMN0, 0);
	regs_start(0, 0);
	work_nops(2);
	regs_stop();
	value = regs_read(PMN0);
	regs_end(&saved);
	if (value)
		check_pass(name,
			   "manual: depends on SPNIDEN and SUNIDEN; board: this kernel is counted");
	else
		check_fail(name,
			   "manual: depends on SPNIDEN and SUNIDEN; board: this kernel is not counted: counts lack the kernel");
}

/* Cortex-A8: each counter keeps its own selection and value */
static void check_selection(void)
{
	static const char name[] = "PMNXSEL selects each of the four counters";
	struct regs_saved saved;
	unsigned int i;
	u32 wrong = 0;

	if (!regs_begin(&saved)) {
		check_skip(name, BUSY);
		return;
	}
	for (i = 0; i < core->ccnt; i++)
		regs_write(i, 0x1000 * (i + 1));
	for (i = 0; i < core->ccnt; i++)
		wrong |= regs_read(i) == 0x1000 * (i + 1) ? 0 : BIT(i);
	regs_end(&saved);
	if (!wrong)
		check_pass(name, "each has its own value");
	else
		check_fail(name, "the counters %#x do not keep their value", wrong);
}

/* 24: A-stepping */
static void check_stepping(void)
{
	static const char name[] =
		"assumption 24: only on A-stepping, an overflow clears other flags";
	struct regs_saved saved;
	u32 first, both;

	if (!regs_begin(&saved)) {
		check_skip(name, BUSY);
		return;
	}
	first = regs_overflow(BIT(PMN0));
	regs_stop();
	regs_write(core->ccnt, -64);
	regs_start(0, 0);
	work_nops(4);
	regs_stop();
	both = regs_flags();
	regs_end(&saved);
	if (both & BIT(PMN0))
		check_pass(name,
			   "manual: an erratum of A-stepping; board: no A-stepping, the flags stay");
	else if (first & BIT(PMN0))
		check_differ(name,
			     "manual: an erratum of A-stepping; board: A-stepping, an overflow clears other flags (the driver compares values at each overflow, so nothing is lost)");
	else
		check_fail(name, "board: no flag at all");
}

/*
 * ARM1176: the Non-secure world may not write the validation register, and no register
 * says which world this is. So take the exception of the write. The kernel does not
 * export register_undef_hook(), so look up its address as the driver does for
 * perf_event_overflow().
 */
#define VALIDATION_WRITE	0xee0f0f19	/* MCR p15, 0, Rd, c15, c9, 0 */
#define VALIDATION_MASK		0xffff0fff

static bool undefined;

static int skip_validation_write(struct pt_regs *regs, unsigned int instr)
{
	undefined = true;
	regs->ARM_pc += 4;
	return 0;
}

static struct undef_hook undef_hook = {
	.instr_mask	= VALIDATION_MASK,
	.instr_val	= VALIDATION_WRITE,
	.cpsr_mask	= MODE_MASK,
	.cpsr_val	= SVC_MODE,
	.fn		= skip_validation_write,
};

static void *address_of(const char *symbol)
{
	void *address = NULL;
#ifdef CONFIG_KPROBES
	struct kprobe kp = { .symbol_name = symbol };

	if (!register_kprobe(&kp)) {
		address = kp.addr;
		unregister_kprobe(&kp);
#ifdef CONFIG_THUMB2_KERNEL
		address = (void *)((unsigned long)address | 1);
#endif
	}
#endif
	return address;
}

static void check_validation(void)
{
	static const char name[] =
		"assumption 13: the Secure world can write the validation register";
	void (*hook)(struct undef_hook *hook) = address_of("register_undef_hook");
	void (*unhook)(struct undef_hook *hook) = address_of("unregister_undef_hook");
	struct regs_saved saved;
	u32 before, set, cleared;

	if (!hook || !unhook) {
		check_skip(name, "needs a kernel with KPROBES: the write may be Undefined");
		return;
	}
	if (!regs_begin(&saved)) {
		check_skip(name, BUSY);
		return;
	}
	undefined = false;
	hook(&undef_hook);
	before = arm1176_read_validation();
	arm1176_write_validation(ARM1176_VALIDATION_V);
	set = arm1176_read_validation();
	arm1176_write_validation(before & ARM1176_VALIDATION_V);
	cleared = arm1176_read_validation();
	unhook(&undef_hook);
	regs_end(&saved);
	if (undefined)
		check_note(name,
			   "manual: the Non-secure world can only read it; board: reads %#x, the write is Undefined: the kernel runs in the Non-secure world",
			   before);
	else if ((set & 1) && cleared == before)
		check_pass(name,
			   "manual: the Secure world can write it; board: V was %u, could be set, and is %u",
			   before & 1, cleared & 1);
	else
		check_differ(name,
			     "manual: the Secure world can write it; board: reads %#x, after setting V %#x, after that %#x",
			   before, set, cleared);
}

/* V or USEREN.EN, as the driver left it */
static void check_user_register(void)
{
	static const char name[] = "the register that opens the monitor to user mode is clear";
	struct regs_saved saved;
	bool exists;
	u32 value;

	if (!regs_begin(&saved)) {
		check_skip(name, BUSY);
		return;
	}
	exists = regs_user_register(&value);
	regs_end(&saved);
	if (!exists)
		check_skip(name, "this core has none");
	else if (!value)
		check_pass(name, "%s", is_family(FAMILY_A8) ? "USEREN.EN is 0" : "V is 0");
	else
		check_fail(name, "user access is left open: any program can change the counts");
}

/**
 * check_manual() - the group "manual"
 */
void check_manual(void)
{
	check_wrap_without_interrupt();
	check_flag_lost_by_write();
	check_adjacent_reads();
	check_write_takes_effect();
	check_event_change();
	check_reserved_bits();
	switch (core->family) {
	case FAMILY_ARM11:
		check_flag_clears();
		check_common_enable();
		check_divider_phase();
		break;
	case FAMILY_A8:
		check_a8_flags();
		check_software_increment();
		check_selection();
		check_privileged();
		break;
	case FAMILY_XSCALE:
		check_flag_clears();
		check_stepping();
		break;
	}
	check_user_register();
	if (core->family == FAMILY_ARM11 && !core->user_open)
		check_validation();
}
