// SPDX-License-Identifier: GPL-2.0
/*
 * AN195: PMNC is "accessible in user and privileged modes". ARM1176JZF-S TRM
 * section 3.2.51 and following: in User mode only if the V bit of the Secure
 * User and Non-secure Access Validation Control Register is set. XScale: never.
 */
#include "guest.h"

static int use_pmnc(void)
{
	write_pmnc(0x00700000);
	return read_pmnc();
}

static int use_counters(void)
{
	write_ccnt(1);
	write_pmn0(2);
	write_pmn1(3);
	return read_ccnt() + read_pmn0() + read_pmn1();
}

#if CORE == ARM11
static int use_validation(void)
{
	return read_validation();
}

static void validation(void)
{
	stop_pmu();
	write_validation(1);
	check("V: PMNC in User mode", in_user_mode(use_pmnc) & known, 0x00700000);
	check("V: counters in User mode", in_user_mode(use_counters), 6);
	check("V: nothing is Undefined", undefined_count, 0);
	in_user_mode(use_validation);
	check("the V bit itself in User mode: Undefined", undefined_count, 1);
	write_validation(0);
	in_user_mode(use_pmnc);
	check("V off: Undefined again", undefined_count, 3);
	check("V off: privileged modes have access", read_pmnc() & known,
	      0x00700000);
	stop_pmu();

	/* From here on Non-secure, if the core has the Security Extensions. */
	if (on_eb)
		return;
	asm volatile("mcr p15, 0, %0, c1, c1, 0" : : "r" (1));
	write_validation(1);
	check("Non-secure world: writing V is Undefined", undefined_count, 1);
	check("Non-secure world: V can be read", read_validation(), 0);
	write_pmnc(0x00700000);
	check("Non-secure world: PMNC is the same", read_pmnc() & known,
	      0x00700000);
}
#endif

void test(void)
{
	u32 allowed = core == 0x1136 || core == 0x1156;

	stop_pmu();
	check("PMNC in User mode", (in_user_mode(use_pmnc) & known) == 0x00700000,
	      allowed);
	check("PMNC in User mode: Undefined", undefined_count, allowed ? 0 : 2);
	check("PMNC was written", read_pmnc() & known, allowed ? 0x00700000 : 0);
	stop_pmu();
	in_user_mode(use_counters);
	check("counters in User mode: Undefined", undefined_count,
	      allowed ? 0 : 6);
	check("counters were written", read_ccnt() + read_pmn0() + read_pmn1(),
	      allowed ? 6 : 0);
#if CORE == ARM11
	if (core == 0x1176)
		validation();
#else
	/* Core 2 has its registers at crm 1 and 2. */
	undefined_count = 0;
	asm volatile("mrc p14, 0, r0, c0, c1, 0" : : : "r0");
	asm volatile("mrc p14, 0, r0, c4, c1, 0" : : : "r0");
	asm volatile("mrc p14, 0, r0, c0, c2, 0" : : : "r0");
	check("no registers of core 2", undefined_count, 3);
	stop_pmu();
#endif
}
