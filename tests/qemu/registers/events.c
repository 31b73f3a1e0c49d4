// SPDX-License-Identifier: GPL-2.0
/* All event numbers: AN195 table 2, and the rates that the README states */
#include "guest.h"

#define ON_1136	1
#define ON_1156	2
#define ON_1176	4
#define ON_ALL	7

/* AN195 table 2. Reserved numbers are not in it. */
static const struct {
	u32 event;
	u32 cores;
	u32 unused_on;
} table2[] = {
	{ 0x00, ON_ALL, 0 },
	{ 0x01, ON_ALL, 0 },
	{ 0x02, ON_ALL, 0 },
	{ 0x03, ON_ALL, ON_1156 },
	{ 0x04, ON_ALL, ON_1156 },
	{ 0x05, ON_ALL, 0 },
	{ 0x06, ON_ALL, 0 },
	{ 0x07, ON_ALL, 0 },
	{ 0x09, ON_ALL, 0 },
	{ 0x0a, ON_ALL, 0 },
	{ 0x0b, ON_ALL, 0 },
	{ 0x0c, ON_ALL, 0 },
	{ 0x0d, ON_ALL, 0 },
	{ 0x0f, ON_ALL, ON_1156 },
	{ 0x10, ON_ALL, 0 },
	{ 0x11, ON_ALL, 0 },
	{ 0x12, ON_ALL, 0 },
	{ 0x13, ON_1156, 0 },
	{ 0x14, ON_1156, 0 },
	{ 0x20, ON_ALL, 0 },
	{ 0x21, ON_ALL, 0 },
	{ 0x22, ON_ALL, 0 },
	{ 0x23, ON_1176, 0 },
	{ 0x24, ON_1176, 0 },
	{ 0x25, ON_1176, 0 },
	{ 0x26, ON_1176, 0 },
	{ 0x30, ON_1156, 0 },
	{ 0x31, ON_1156, 0 },
	{ 0x32, ON_1156, 0 },
	{ 0x33, ON_1156, 0 },
	{ 0x34, ON_1156, 0 },
	{ 0x35, ON_1156, 0 },
	{ 0x36, ON_1156, 0 },
	{ 0x37, ON_1156, 0 },
	{ 0x38, ON_1156, 0 },
	{ 0xff, ON_ALL, 0 },
};

#define SLOW	(~0u)

/* Counts in each instruction, or SLOW: one in 16 + event instructions */
static u32 rate(u32 event, u32 *defined)
{
	u32 me = core == 0x1136 ? ON_1136 : core == 0x1156 ? ON_1156 : ON_1176;
	u32 i;

	for (i = 0; i < sizeof(table2) / sizeof(table2[0]); i++) {
		if (table2[i].event != event || !(table2[i].cores & me))
			continue;
		if (table2[i].unused_on & me)
			return 0;
		++*defined;
		if (event == 0x07)
			return 1;
		if (event == 0xff)
			return 2;
		/* ETMEXTOUT: nothing drives it */
		if (event >= 0x20 && event <= 0x22)
			return 0;
		return SLOW;
	}
	return 4096;
}

void test(void)
{
	u32 event, defined = 0, wrong0 = 0, wrong1 = 0;

	for (event = 0; event < 256; event++) {
		/*
		 * PMN1 is read after 64 times the interval of a slow event: its
		 * count is the same wherever they start. PMN0 is read one
		 * instruction earlier.
		 */
		u32 insns = 64 * (16 + event);
		u32 each = rate(event, &defined);
		struct counts counts;

		write_pmnc(0x00000006);
		count_insns(0x00000001 | event << 12, insns / 2 - 1, &counts);
		wrong1 += counts.pmn1 != (each == SLOW ? 64 : each * insns);
		write_pmnc(0x00000006);
		count_insns(0x00000001 | event << 20, insns / 2 - 1, &counts);
		if (each == SLOW)
			wrong0 += counts.pmn0 != 64 && counts.pmn0 != 63;
		else
			wrong0 += counts.pmn0 != each * (insns - 1);
	}
	/* Table 2 without "unused on ARM1156" */
	check("number of events", defined,
	      core == 0x1136 ? 21 : core == 0x1156 ? 29 : 25);
	check("256 event numbers on PMN0, each at its rate", wrong0, 0);
	check("256 event numbers on PMN1, each at its rate", wrong1, 0);
	stop_pmu();
}
