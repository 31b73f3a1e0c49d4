// SPDX-License-Identifier: GPL-2.0
/* What Cortex-A8's registers may hold after a reset: garbage-at-reset */
#include "guest.h"

#define KNOWN	0x8000000f

void test(void)
{
	static const u32 values[] = { 0xdead, 0xfeed, 0xbadc, 0xcafe };
	u32 i;

	check("garbage in PMNC: all on", read_pmnc(), 0x41002039);
	check("garbage in CNTENS", read_cntens() & KNOWN, KNOWN);
	check("garbage in INTENS", read_intens() & KNOWN, KNOWN);
	check("garbage in FLAG", read_flag() & KNOWN, KNOWN);
	check("garbage in PMNXSEL", read_pmnxsel(), 3);
	check("User mode has access", read_useren(), 1);
	check("garbage in CCNT", read_ccnt() >> 16, 0xffff);
	for (i = 0; i < 4; i++) {
		write_pmnxsel(i);
		check("garbage in PMN", read_pmcnt() >> 16, values[i]);
		check("garbage in EVTSEL", read_evtsel() != 0, 1);
	}
	check("interrupt requested", is_pending(PMU_INPUT), 1);
	stop_pmu();
	check("not after cleaning up", is_pending(PMU_INPUT), 0);
	check("PMNC is clean", read_pmnc(), 0x41002000);
	check("FLAG is clean", read_flag() & KNOWN, 0);
}
