// SPDX-License-Identifier: GPL-2.0
/*
 * What QMP sees of the guest. Each line "qmp" is for the program that runs the
 * tests: it sets a property at once, or reads one when the guest has ended.
 */
#include "guest.h"

/* What should be zero in PMNC */
#if CORE == XSCALE
#define RESERVED	0x10000000, 0x00000800, 0x00000080, 0x0ff00000
#else
#define RESERVED	0x80000000, 0x00000080, \
			core == 0x1156 ? 0x80000000 : 0x10000000, 0x00800000
#endif
#define PMNC(low)	(EVENTS(7, 0) | (low))

void test(void)
{
	/* Three with bits that should be zero, and a reserved event */
	const u32 reserved[] = { RESERVED };
	u32 i;

#if CORE != XSCALE
	check("no test port unless asked for", read_port(), 0);
#endif
	fault_from_outside();

	for (i = 0; i < 4; i++)
		write_pmnc(reserved[i]);
	/* a flag that was read, then cleared: two overflows of PMN0 */
	write_pmn0(-1);
	write_pmnc(PMNC(0x011));
	read_pmnc();
	write_pmnc(PMNC(0x111));
	/* a flag that was not read, then cleared, with another not set */
	write_pmn0(-1);
	asm volatile("nop; nop");
	write_pmnc(PMNC(0x301));
	/* C and P */
	write_pmnc(0x00000006);
	write_ccnt(0xabcd1234);
	for (i = 0; i < 7; i++)
		read_ccnt();
	read_pmn0();
	read_pmn1();
	read_pmn1();

	say("# qmp get writes-pmnc 8\n");
	say("# qmp get reads-pmnc 1\n");
	say("# qmp get writes-ccnt 1\n");
	say("# qmp get reads-ccnt 7\n");
	say("# qmp get writes-pmn0 2\n");
	say("# qmp get reads-pmn0 1\n");
	say("# qmp get writes-pmn1 0\n");
	say("# qmp get reads-pmn1 2\n");
	say("# qmp get accesses 22\n");
	say("# qmp get sbz-writes 3\n");
	say("# qmp get reserved-events 1\n");
	say("# qmp get overflows 2\n");
	say("# qmp get irqs 3\n");
	say("# qmp get acks 2\n");
	say("# qmp get lost-flags 1\n");
	say("# qmp get stray-acks 1\n");
	say("# qmp get counter-resets 1\n");
#if CORE == XSCALE
	say("# qmp get astep-lost 0\n");
#endif
	say("# qmp get ccnt 2882343476\n");
	say("# qmp get pmn0 0\n");
	say("# qmp get pmnc 0\n");
	say("# qmp get running 0\n");
	say("# qmp get line false\n");
	end();
	sleep_forever();
}
