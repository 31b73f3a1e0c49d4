// SPDX-License-Identifier: GPL-2.0
/* What QMP sees of the guest on Cortex-A8; see statistics.c for the lines */
#include "guest.h"

void test(void)
{
	u32 i;

	check("no test port unless asked for", read_port(), 0);
	say("# qmp set reset-stats true\n");
	fault_from_outside();

	/* Ones that should be zero, in five registers */
	write_pmnc(0x00000080);
	write_pmnxsel(0x20);
	write_evtsel(0x108);
	write_useren(2);
	write_intenc(0x10);
	/* No such: those that are written as they were read */
	write_cntenc(read_cntenc());
	/* A reserved event */
	write_pmnxsel(2);
	write_evtsel(0x3f);
	write_evtsel(0x08);
	write_pmcnt(0xffffffff);
	/* A flag that was read, then cleared */
	write_cntens(0x80000004);
	write_intens(4);
	write_pmnc(0x00000001);
	write_ccnt(5);
	read_flag();
	write_flag(4);
	/* One that was not read, then cleared, with another not set */
	write_pmcnt(0xffffffff);
	asm volatile("nop; nop");
	write_flag(6);
	/* C and P */
	write_pmnc(0x00000006);
	write_swincr(1);
	read_swincr();
	write_ccnt(0xabcd1234);
	for (i = 0; i < 7; i++)
		read_ccnt();
	read_pmcnt();
	read_intens();
	read_useren();
	write_useren(1);

	say("# qmp get writes-pmnc 3\n");
	say("# qmp get reads-pmnc 0\n");
	say("# qmp get writes-cntens 1\n");
	say("# qmp get writes-cntenc 1\n");
	say("# qmp get reads-cntenc 1\n");
	say("# qmp get writes-flag 2\n");
	say("# qmp get reads-flag 1\n");
	say("# qmp get writes-swincr 1\n");
	say("# qmp get reads-swincr 1\n");
	say("# qmp get writes-pmnxsel 2\n");
	say("# qmp get writes-ccnt 2\n");
	say("# qmp get reads-ccnt 7\n");
	say("# qmp get writes-evtsel 3\n");
	say("# qmp get writes-pmcnt 2\n");
	say("# qmp get reads-pmcnt 1\n");
	say("# qmp get writes-useren 2\n");
	say("# qmp get reads-useren 1\n");
	say("# qmp get writes-intens 1\n");
	say("# qmp get reads-intens 1\n");
	say("# qmp get writes-intenc 1\n");
	say("# qmp get accesses 34\n");
	say("# qmp get sbz-writes 5\n");
	say("# qmp get reserved-events 1\n");
	say("# qmp get live-writes 1\n");
	say("# qmp get overflows 2\n");
	say("# qmp get irqs 3\n");
	say("# qmp get acks 2\n");
	say("# qmp get lost-flags 1\n");
	say("# qmp get stray-acks 1\n");
	say("# qmp get counter-resets 1\n");
	say("# qmp get ccnt 2882343476\n");
	say("# qmp get pmn2 0\n");
	say("# qmp get pmnc 1090527232\n");
	say("# qmp get running 0\n");
	say("# qmp get count-enable 2147483652\n");
	say("# qmp get irq-enable 4\n");
	say("# qmp get flags 0\n");
	say("# qmp get user-access true\n");
	say("# qmp get line false\n");
	end();
	sleep_forever();
}
