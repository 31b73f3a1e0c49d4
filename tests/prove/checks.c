// SPDX-License-Identifier: GPL-2.0
/* Checks of the driver's core that the proof and the walk have in common: model.h */

#include "model.h"

/* @counted: events since the previous sample */
void check_sample(const struct perf_event *event, u64 weight, u64 counted)
{
	prove(!m.e, "the monitor is stopped while a sample is taken");
	prove(weight, "a sample weighs something");
	prove(weight == counted, "a sample weighs the events since the previous sample");
	prove(event->hw.last_period == weight, "last_period is the weight of the sample");
}

/* The handler has returned. @any, @raised: flags before; those that raised the interrupt */
void check_handled(irqreturn_t handled, bool was_on, u32 any, u32 raised)
{
	/* On A-stepping another overflow may have cleared it. */
#ifndef ASTEP
	prove(handled == IRQ_NONE || any || m.overflowed,
	      "no interrupt is claimed without a flag");
#endif
	prove(!m.e || !(raised & ~m.cleared), "the flags that raised the interrupt are cleared");
	prove(was_on || !(m.flags & m.inten), "flags that were left over are cleared");
}

void check_powered_down(void)
{
	unsigned int idx;

	prove(!m.e, "the monitor is stopped before the power loss");
	for (idx = 0; idx < COUNTERS; idx++)
		prove(!started(idx) || !m.since[idx],
		      "the driver has read all counts before the power loss");
}
