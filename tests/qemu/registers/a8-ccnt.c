// SPDX-License-Identifier: GPL-2.0
/*
 * The property ccnt-breaks=1: an access in the instruction in which CCNT overflows breaks
 * Cortex-A8's monitor, until a write of PMNC resets counters.
 */
#include "guest.h"

#define FLAG_CCNT	0x80000000

/*
 * CCNT counts two cycles in each instruction. write_at_overflow() writes E, and its second
 * instruction after that writes FLAG: with -4 CCNT overflows in it.
 */
static void overflow(u32 ccnt)
{
	write_cntens(FLAG_CCNT);
	write_intens(0);
	write_ccnt(ccnt);
	write_at_overflow(1, 0);
}

static u32 counts(void)
{
	u32 before = read_ccnt();

	return read_ccnt() != before;
}

void test(void)
{
	stop_pmu();
	overflow(-2);
	check("an access one instruction after the overflow breaks nothing", counts(), 1);
	check("the flag is set", read_flag() & FLAG_CCNT, FLAG_CCNT);
	stop_pmu();
	overflow(-1000);
	check("an access before the overflow breaks nothing", counts(), 1);
	stop_pmu();
	overflow(-4);
	check("an access at the overflow breaks the monitor: CCNT stands still", counts(), 0);
	check("and the flag is not set", read_flag() & FLAG_CCNT, 0);
	write_ccnt(-2);
	write_pmnc(0);
	write_pmnc(1);
	check("E does not mend it", counts(), 0);
	write_pmnc(0x00000005);
	check("C of PMNC does", counts(), 1);
	stop_pmu();
}
