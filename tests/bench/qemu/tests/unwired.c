// SPDX-License-Identifier: GPL-2.0
/* nPMUIRQ wired to nothing or to input 46, where nobody looks for it */
#include "guest.h"

void test(void)
{
	stop_pmu();
	enable_irq(PMU_INPUT);
	if (ELSEWHERE)
		enable_irq(46);
	write_pmn0(-1);
	write_pmnc(0x00700011);
	check("flag and enable", read_pmnc() & known, 0x00700111);
	check("but no request at the input", is_pending(PMU_INPUT), 0);
	if (ELSEWHERE)
		check("the request is at another", is_pending(46), 1);
	write_pmnc(0x00700111);
	check("flag cleared", read_pmnc() & known, 0x00700011);
	if (ELSEWHERE)
		check("no request there", is_pending(46), 0);
	write_pmn0(-100);
	run_nops(0x00700011);
	check("interrupts", irq_count, ELSEWHERE);
	stop_pmu();
}
