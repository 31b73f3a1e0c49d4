// SPDX-License-Identifier: GPL-2.0
/* What QMP sees of the guest on XScale; see statistics.c for the lines */
#include "guest.h"

void test(void)
{
	u32 i;

	enable_irq(PMU_INPUT);
	say("# qmp set irq-stuck true\n");
	for (i = 0; i < 100000000 && !is_pending(PMU_INPUT); i++)
		;
	check("a fault set from outside", is_pending(PMU_INPUT), 1);
	say("# qmp set irq-stuck false\n");
	for (i = 0; i < 100000000 && is_pending(PMU_INPUT); i++)
		;
	check("and taken back", is_pending(PMU_INPUT), 0);

	/* Three with ones in reserved bits, and a reserved event */
	write_pmnc(0x10000000);
	write_pmnc(0x00000800);
	write_pmnc(0x00000080);
	write_pmnc(0x0ff00000);
	write_pmn0(-1);
	write_pmnc(0x00007011);
	read_pmnc();
	write_pmnc(0x00007111);
	write_pmn0(-1);
	asm volatile("nop; nop");
	write_pmnc(0x00007300);
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
	say("# qmp get astep-lost 0\n");
	say("# qmp get ccnt 2882343476\n");
	say("# qmp get pmn0 0\n");
	say("# qmp get pmnc 0\n");
	say("# qmp get running 0\n");
	say("# qmp get line false\n");
	end();
	sleep_forever();
}
