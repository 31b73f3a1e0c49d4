// SPDX-License-Identifier: GPL-2.0
/* The faults that the model injects; which one is said when this is compiled */
#include "guest.h"

#define DELAY_100	1
#define DROP_EVERY_2	2
#define SPURIOUS	3
#define STUCK		4

static void overflow(u32 pmnc)
{
	write_pmn0(-50);
	run_nops(pmnc);
}

static void delayed(void)
{
	overflow(0x00700011);
	check("delayed interrupt", irq_pc, (u32)nops + 4 * 150);
	check("acknowledged at once", (stop_pmu(), is_pending(PMU_INPUT)), 0);
	write_pmn0(-450);
	run_nops(0x00700011);
	check("flag without the interrupt, while it is late",
	      (read_pmnc() & 0x700) | irq_count, 0x100);
	stop_pmu();
}

static void dropped(void)
{
	u32 i, taken = 0, flags = 0;

	for (i = 0; i < 6; i++) {
		overflow(0x00700011);
		taken += irq_count;
		flags += (read_pmnc() & 0x700) == 0x100;
		if (irq_count)
			acknowledge_irq();
		stop_pmu();
		end_irq(PMU_INPUT);
	}
	check("six overflows, six flags", flags, 6);
	check("three interrupts", taken, 3);
}

static void spurious(void)
{
	u32 start, i;

	for (i = 0; i < 100000 && !is_pending(PMU_INPUT); i++)
		;
	start = read_port_stat(PORT_INSNS);
	check("a spurious request", is_pending(PMU_INPUT), 1);
	for (i = 0; i < 100000 && is_pending(PMU_INPUT); i++)
		;
	check("ends by itself", is_pending(PMU_INPUT), 0);
	check("within 4096 instructions",
	      (u32)read_port_stat(PORT_INSNS) - start < 4096 + 100, 1);
	for (i = 0; i < 100000 && !is_pending(PMU_INPUT); i++)
		;
	check("a second one", is_pending(PMU_INPUT), 1);
	check("without a flag", read_pmnc() & 0x700, 0);
	check("ends when PMNC is read", is_pending(PMU_INPUT), 0);
	for (i = 0; i < 1000 && !irq_count; i++)
		run_nops(0);
	check("a third one interrupts", irq_count, 1);
	check("without a flag too", irq_pmnc & 0x700, 0);
}

static void stuck(void)
{
	check("stuck request", is_pending(PMU_INPUT), 1);
	stop_pmu();
	check("that nothing ends", is_pending(PMU_INPUT), 1);
	run_nops(0);
	check("and that interrupts", irq_count, 1);
}

void test(void)
{
	if (FAULT != STUCK)
		stop_pmu();
	enable_high_irq();
	switch (FAULT) {
	case DELAY_100:
		delayed();
		break;
	case DROP_EVERY_2:
		dropped();
		break;
	case SPURIOUS:
		spurious();
		break;
	case STUCK:
		stuck();
		break;
	}
}
