// SPDX-License-Identifier: GPL-2.0
/* All event numbers of the manuals, and the rates that the README states */
#include "guest.h"

#define ARM1136		1
#define ARM1156		2
#define ARM1176		4
#define CORTEX_A8	8
#define XSCALE1		16
#define ARM11_CORES	(ARM1136 | ARM1156 | ARM1176)

#define NULL		((void *)0)

static const struct {
	u32 number;
	const char *name;
	u32 cores;
} events[] = {
#include "../../kunit/manual_events.h"
};

/* One in 16 + event instructions. Other rates are counts in each instruction. */
#define SLOW		(~0u)
#define RESERVED	4096

#define COUNTERS	(CORE == A8 ? 4 : 2)

/* Events that are not slow */
static const struct {
	u32 first, last;
	u32 cores;
	u32 rate;
} rates[] = {
	{ 0x07, 0x07, ARM11_CORES | XSCALE1, 1 },
	{ 0xff, 0xff, ARM11_CORES, 2 },
	/* ETMEXTOUT: nothing drives it */
	{ 0x20, 0x22, ARM11_CORES, 0 },
	/* "unused on ARM1156" */
	{ 0x03, 0x04, ARM1156, 0 },
	{ 0x0f, 0x0f, ARM1156, 0 },
	{ 0x08, 0x08, CORTEX_A8, 1 },
	{ 0x11, 0x11, CORTEX_A8, 2 },
	/* Nobody writes SWINCR, and nothing drives PMUEXTIN. */
	{ 0x00, 0x00, CORTEX_A8, 0 },
	{ 0x70, 0x72, CORTEX_A8, 0 },
	/* The tools' numbers for CCNT */
	{ 0xff, 0xff, CORTEX_A8, RESERVED },
	{ 0xfe, 0xfe, XSCALE1, RESERVED },
};

static u32 rate(u32 event, u32 *defined)
{
	u32 me = core == 0x1136 ? ARM1136 : core == 0x1156 ? ARM1156 :
		 core == 0x1176 ? ARM1176 : core == 0xa8 ? CORTEX_A8 : XSCALE1;
	u32 each = RESERVED, i, listed = 0;

	for (i = 0; i < sizeof(events) / sizeof(events[0]); i++)
		listed |= events[i].number == event && (events[i].cores & me);
	if (listed)
		each = SLOW;
	for (i = 0; i < sizeof(rates) / sizeof(rates[0]); i++)
		if (event >= rates[i].first && event <= rates[i].last && (rates[i].cores & me))
			each = rates[i].rate;
	*defined += listed && each != RESERVED;
	return each;
}

/*
 * The counter is read after 64 times the interval of a slow event: its count is the same
 * wherever the events start.
 */
static u32 is_wrong(u32 i, u32 event, u32 each)
{
	u32 insns = 64 * (16 + event);
	struct counts counts;

#if CORE == A8
	/* The second read of the selected counter */
	write_pmnxsel(i);
	write_evtsel(event);
	write_pmnc(0x00000002);
	count_insns(0x00000001, insns / 2 - 1, &counts);
	write_pmnc(0);
	write_evtsel(0x00);
#else
	write_pmnc(0x00000006);
	count_insns(0x00000001 | event << (i ? EVENT_1 : EVENT_0), insns / 2 - 1, &counts);
	/* PMN0 is read one instruction earlier. */
	if (i == 0 && each == SLOW)
		return counts.pmn0 != 64 && counts.pmn0 != 63;
	if (i == 0)
		return counts.pmn0 != each * (insns - 1);
#endif
	return counts.pmn1 != (each == SLOW ? 64 : each * insns);
}

void test(void)
{
	u32 event, i, defined = 0, wrong[COUNTERS] = { 0 };

	stop_pmu();
#if CORE == A8
	write_cntens(0x0000000f);
#endif
	for (event = 0; event < 256; event++) {
		u32 each = rate(event, &defined);

		for (i = 0; i < COUNTERS; i++)
			wrong[i] += is_wrong(i, event, each);
	}
	check("number of events", defined,
	      core == 0x1136 ? 21 : core == 0x1156 ? 29 : core == 0x1176 ? 25 :
	      core == 0xa8 ? 49 : 14 + 6);
	check("256 event numbers on PMN0, each at its rate", wrong[0], 0);
	check("256 event numbers on PMN1, each at its rate", wrong[1], 0);
#if CORE == A8
	check("256 event numbers on PMN2, each at its rate", wrong[2], 0);
	check("256 event numbers on PMN3, each at its rate", wrong[3], 0);
#endif
	stop_pmu();
}
