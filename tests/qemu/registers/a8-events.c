// SPDX-License-Identifier: GPL-2.0
/* All event numbers: TRM table 3.97, and the rates that the README states */
#include "guest.h"

#define SLOW	(~0u)

/* Counts in each instruction, or SLOW: one in 16 + event instructions */
static u32 rate(u32 event, u32 *defined)
{
	u32 named = event <= 0x12 || (event >= 0x40 && event <= 0x5a) ||
		    (event >= 0x70 && event <= 0x72);

	*defined += named;
	if (!named)
		return 4096;
	/* Nobody writes SWINCR, and nothing drives PMUEXTIN. */
	if (event == 0x00 || event >= 0x70)
		return 0;
	if (event == 0x08)
		return 1;
	if (event == 0x11)
		return 2;
	return SLOW;
}

void test(void)
{
	u32 event, i, defined = 0, wrong[4] = { 0, 0, 0, 0 };

	stop_pmu();
	write_cntens(0x0000000f);
	for (event = 0; event < 256; event++) {
		/*
		 * The counter is read for the second time after 64 times the
		 * interval of a slow event: its count is the same wherever the
		 * events start.
		 */
		u32 insns = 64 * (16 + event);
		u32 each = rate(event, &defined);
		struct counts counts;

		for (i = 0; i < 4; i++) {
			write_pmnxsel(i);
			write_evtsel(event);
			write_pmnc(0x00000002);
			count_insns(0x00000001, insns / 2 - 1, &counts);
			write_pmnc(0);
			wrong[i] += counts.pmn1 != (each == SLOW ? 64
								 : each * insns);
			write_evtsel(0x00);
		}
	}
	check("number of events", defined, 49);
	check("256 event numbers on PMN0, each at its rate", wrong[0], 0);
	check("256 event numbers on PMN1, each at its rate", wrong[1], 0);
	check("256 event numbers on PMN2, each at its rate", wrong[2], 0);
	check("256 event numbers on PMN3, each at its rate", wrong[3], 0);
	stop_pmu();
}
