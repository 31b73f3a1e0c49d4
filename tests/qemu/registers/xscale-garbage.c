// SPDX-License-Identifier: GPL-2.0
/* What XScale's registers may hold after a reset: garbage-at-reset */
#include "guest.h"

#define KNOWN	0x0ffff779

void test(void)
{
	/* E, D, inten and flags; events 0x0c and 0x0b */
	check("garbage in PMNC after reset", read_pmnc() & KNOWN, 0x00b0c779);
	check("garbage in PMN0", read_pmn0() >> 16, 0xdead);
	check("garbage in PMN1", read_pmn1() >> 16, 0xfeed);
	check("garbage in CCNT", read_ccnt() >> 16, 0xffff);
	check("interrupt requested", is_pending(PMU_INPUT), 1);
	stop_pmu();
	check("not after cleaning up", is_pending(PMU_INPUT), 0);
	check("PMNC is clean", read_pmnc() & KNOWN, 0);
}
