// SPDX-License-Identifier: GPL-2.0
/* What the registers may hold after a reset: garbage-at-reset */
#include "guest.h"

#if CORE == A8
#define KNOWN	0x8000000f

static void look(void)
{
	static const u32 values[] = { 0xdead, 0xfeed, 0xbadc, 0xcafe };
	u32 i;

	check("garbage in PMNC: all on", read_pmnc(), 0x41002039);
	check("garbage in CNTENS", read_cntens() & KNOWN, KNOWN);
	check("garbage in INTENS", read_intens() & KNOWN, KNOWN);
	check("garbage in FLAG", read_flag() & KNOWN, KNOWN);
	check("garbage in PMNXSEL", read_pmnxsel(), 3);
	check("User mode has access", read_useren(), 1);
	for (i = 0; i < 4; i++) {
		write_pmnxsel(i);
		check("garbage in PMN", read_pmcnt() >> 16, values[i]);
		check("garbage in EVTSEL", read_evtsel() != 0, 1);
	}
}

static void look_again(void)
{
	check("PMNC is clean", read_pmnc(), 0x41002000);
	check("FLAG is clean", read_flag() & KNOWN, 0);
}
#else
static void look(void)
{
	/* E, D, all enables and flags. ARM11: X, and FIQs on ARM1156 */
	check("garbage in PMNC", read_pmnc() & known,
	      CORE == XSCALE ? 0x00b0c779 : (core == 0x1156 ? 0x70000000 : 0) | 0x0120af79);
	check("garbage in PMN0", read_pmn0() >> 16, 0xdead);
	check("garbage in PMN1", read_pmn1() >> 16, 0xfeed);
#if CORE == ARM11
	if (core == 0x1176)
		check("User mode has access", read_validation(), 1);
#endif
}

static void look_again(void)
{
	check("PMNC is clean", read_pmnc() & known, 0);
}
#endif

void test(void)
{
	enable_high_irq();
	look();
	check("garbage in CCNT", read_ccnt() >> 16, 0xffff);
	check("interrupt requested", is_pending(PMU_INPUT), 1);
	stop_pmu();
	check("not after cleaning up", is_pending(PMU_INPUT), 0);
	look_again();
}
