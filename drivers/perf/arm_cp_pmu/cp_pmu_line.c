// SPDX-License-Identifier: GPL-2.0
/*
 * The health of nPMUIRQ, as one state. cp_pmu_irq.c acts on its changes.
 *
 *           overflow found before its interrupt
 *   LIVE --------------------------------------> TRIAL
 *    ^ ^                                         |   |
 *    | +----- interrupt, or nothing found -------+   | overflow found again
 *    |                                               v
 *    +----------------- interrupt ----------------- DEAD
 *                                                    ^
 *   LIVE, TRIAL, DEAD                                | 500 ms
 *    |                                               |
 *    | 1000 spurious interrupts                      |
 *    v                     500 ms                    |
 *   MASKED --------------------------------> PROBATION
 *    ^                                           |
 *    +--------- 10 spurious interrupts ----------+
 *
 * NONE and two transitions are not drawn. On PROBATION, 50,000 interrupts with an overflow mean
 * MASKED; an interrupt with an overflow after the 500 ms means LIVE.
 *
 * "Interrupt" means an interrupt with an overflow flag set. The timer and the stop of
 * an event find overflows. One overflow found by the timer does not prove that the line
 * is dead: on an idle CPU most overflows occur during the timer's own interrupt. So in
 * TRIAL the driver forces an overflow, and the timer checks 10 ms later. The interrupt
 * of a live line has arrived by then.
 *
 * The first state is NONE, and it stays NONE if there is no line. With a line, the trial at
 * load (cp_pmu_irq_try()) sets TRIAL. Then no interrupt means DEAD. If the flags cannot be
 * cleared, the state is NONE for good.
 */

#include <linux/jiffies.h>

#include "cp_pmu_hw.h"

/*
 * Number of spurious interrupts within 500 ms after which the line is masked. Overflows
 * in between do not reset the count: the entry and exit of a spurious interrupt cause
 * events, and these make counters overflow. The kernel's own check of spurious
 * interrupts disables a line permanently, after 100,000.
 */
#define CP_LINE_MAX_SPURIOUS		1000
#define CP_LINE_MAX_ON_PROBATION	10

/*
 * Limit for interrupts with an overflow during probation. With a very short period, an
 * overflow occurs at each interrupt of a stuck line, so none is spurious. The limit is
 * 500 ms at perf's default maximum of 100,000 samples per second.
 */
#define CP_LINE_MAX_OVERFLOWS		50000

/* True once the 500 ms have expired. Unlike time_after(), correct for 2^32 jiffies. */
static bool cp_line_window_over(const struct cp_pmu_line *line, unsigned long now)
{
	return now - line->since > HZ / 2;
}

/**
 * cp_line_overflow() - an interrupt came, and a counter had overflowed
 * @line: the line
 * @now: jiffies
 */
void cp_line_overflow(struct cp_pmu_line *line, unsigned long now)
{
	line->suspect = false;
	if (line->state != CP_LINE_PROBATION || cp_line_window_over(line, now)) {
		line->state = CP_LINE_LIVE;
	} else if (++line->overflows >= CP_LINE_MAX_OVERFLOWS) {
		line->state = CP_LINE_MASKED;
		line->since = now;
	}
}

/**
 * cp_line_spurious() - an interrupt came, and no counter had overflowed
 * @line: the line
 * @now: jiffies
 */
void cp_line_spurious(struct cp_pmu_line *line, unsigned long now)
{
	if (cp_line_window_over(line, now)) {
		if (line->state == CP_LINE_PROBATION)
			line->state = CP_LINE_DEAD;
		line->spurious = 0;
		line->since = now;
	}
	if (++line->spurious < (line->state == CP_LINE_PROBATION ?
				CP_LINE_MAX_ON_PROBATION : CP_LINE_MAX_SPURIOUS))
		return;
	line->state = CP_LINE_MASKED;
	line->since = now;
}

/**
 * cp_line_looked() - the timer has looked at all counters
 * @line: the line
 * @found: it found a counter that had overflowed and whose interrupt is enabled
 * @now: jiffies
 */
void cp_line_looked(struct cp_pmu_line *line, bool found, unsigned long now)
{
	switch (line->state) {
	case CP_LINE_LIVE:
		if (found || line->suspect)
			line->state = CP_LINE_TRIAL;
		break;
	case CP_LINE_TRIAL:
		line->state = found ? CP_LINE_DEAD : CP_LINE_LIVE;
		break;
	case CP_LINE_MASKED:
		if (!cp_line_window_over(line, now))
			break;
		line->state = CP_LINE_PROBATION;
		line->spurious = 0;
		line->overflows = 0;
		line->since = now;
		break;
	case CP_LINE_PROBATION:
		if (cp_line_window_over(line, now))
			line->state = CP_LINE_DEAD;
		break;
	default:
		break;
	}
	line->suspect = false;
}
