// SPDX-License-Identifier: GPL-2.0
/*
 * The health of nPMUIRQ, as one state. cp_pmu_irq.c acts on its changes.
 *
 *             overflow found before its interrupt
 *     LIVE --------------------------------------> TRIAL
 *      ^ ^                                         |   |
 *      | +----- interrupt, or nothing found -------+   | overflow found again
 *      |                                               v
 *      +----------------- interrupt ----------------- DEAD
 *
 *     LIVE, TRIAL, DEAD -- 1000 spurious interrupts --> NONE, for good
 *
 * The first state is NONE. With a line, the trial at load (cp_pmu_irq_try()) sets TRIAL. Then
 * the interrupt makes it LIVE, no interrupt DEAD. Flags that cannot be cleared, or a counter
 * that does not count, make it NONE.
 *
 * "Interrupt" means an interrupt with an overflow flag set. The guard and the stop of an event
 * find overflows. One overflow does not prove that the line is dead: on an idle CPU most
 * overflows occur during the guard's own interrupt. So in TRIAL the driver forces an
 * overflow, and the guard polls 10 ms later. The interrupt of a live line has arrived by then.
 * Without TRIAL, three polls in a row that find an overflow would take 1.5 seconds instead of
 * half a second. On a CPU that only the guard wakes, they would prove nothing.
 */

#include <linux/jiffies.h>

#include "cp_pmu_hw.h"

/*
 * Number of spurious interrupts within 500 ms after which the line is stuck. Overflows
 * in between do not reset the count: the entry and exit of a spurious interrupt cause
 * events, and these make counters overflow. The kernel's own check of spurious
 * interrupts disables a line after 100,000.
 */
#define CP_LINE_MAX_SPURIOUS		1000

/**
 * cp_line_overflow() - an interrupt came, and a counter had overflowed
 * @line: the line
 */
void cp_line_overflow(struct cp_pmu_line *line)
{
	line->missed = false;
	if (line->state != CP_LINE_NONE)
		line->state = CP_LINE_LIVE;
}

/**
 * cp_line_spurious() - an interrupt came, and no counter had overflowed
 * @line: the line
 * @now: jiffies
 */
void cp_line_spurious(struct cp_pmu_line *line, unsigned long now)
{
	/* Unlike time_after(), this is correct for 2^32 jiffies. */
	if (now - line->window > HZ / 2) {
		line->spurious = 0;
		line->window = now;
	}
	if (++line->spurious >= CP_LINE_MAX_SPURIOUS)
		line->state = CP_LINE_NONE;
}

/**
 * cp_line_missed() - the stop of an event has found an overflow without its interrupt
 * @line: the line
 */
void cp_line_missed(struct cp_pmu_line *line)
{
	line->missed = true;
}

/**
 * cp_line_polled() - the guard has polled the counters
 * @line: the line
 * @found: it found a counter that had overflowed and whose interrupt is enabled
 *
 * In TRIAL only @found counts, not a missed one: interrupts were enabled until this poll.
 */
void cp_line_polled(struct cp_pmu_line *line, bool found)
{
	if (line->state == CP_LINE_TRIAL)
		line->state = found ? CP_LINE_DEAD : CP_LINE_LIVE;
	else if (line->state == CP_LINE_LIVE && (found || line->missed))
		line->state = CP_LINE_TRIAL;
	line->missed = false;
}
