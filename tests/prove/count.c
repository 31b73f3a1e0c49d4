// SPDX-License-Identifier: GPL-2.0
/*
 * The proofs of the arithmetic in cp_pmu_count.c, for all values, and of the states of
 * the interrupt line in cp_pmu_line.c. run-proofs proves one function at a time.
 */

#include "cp_pmu_hw.h"

#define prove(cond, text)	__CPROVER_assert(cond, text)
#define assume(cond)		__CPROVER_assume(cond)

/*
 * At the end of each proof: a proof whose assumptions contradict each other proves
 * everything, but does not get here. This has to fail, and run-proofs sees to it.
 */
#define reached()		__CPROVER_assert(0, "REACHED")

/* Any value at all, another one each time */
bool nondet_bool(void);
u32 nondet_u32(void);
u64 nondet_u64(void);
s64 nondet_s64(void);

/* Sums that must not wrap around use a wider type. */
typedef __CPROVER_bitvector[72] wide;

#define HALF_RANGE	(1ULL << 31)

/*
 * For one event, @begun is the sum of all periods that have begun, @counted the number of
 * all events, and @skipped the events beyond the end of a period that count into no other
 * period. If one call keeps counted + left = begun + skipped true, it is true for any
 * number of periods.
 */
void prove_next_period(void)
{
	s64 left = nondet_s64(), period = nondet_s64(), next;
	wide over = -(wide)left;

	assume(left > -S64_MAX && left <= 0 && period >= 1);
	next = cp_count_next_period(left, period);

	prove(next >= 1 && next <= period, "1 to all events are left of the next period");
	if (over < period)
		prove((wide)next == period - over, "events beyond the end count into the next period");
	else
		prove(next == period, "after a whole period too many, a full period begins");
	prove((wide)next - left == (wide)period + (over < period ? 0 : over),
	      "counted + left = begun + skipped stays true: each event is in a period");
	reached();
}

/* The number of events follows from the value, up to 2^31 events after the wrap. */
void prove_preload(void)
{
	s64 left = nondet_s64();
	u64 distance, events = nondet_u64();
	u32 start, now, delta;

	assume(left >= 1);
	start = cp_count_preload(left);
	distance = (1ULL << 32) - start;
	prove(distance <= HALF_RANGE, "the counter wraps after at most 2^31 events");
	prove(distance <= (u64)left, "the counter wraps at the end of the period at the latest");
	prove((u64)left > HALF_RANGE || distance == (u64)left,
	      "if the period is at most 2^31, the counter wraps exactly at its end");

	assume(events < distance + HALF_RANGE);
	now = start + events;
	delta = now - start;
	prove(delta == events, "the number of events follows from the value");
	if ((u64)left <= HALF_RANGE)
		prove((left - (s64)delta <= 0) == (now < start),
		      "if the period is at most 2^31, it has ended when the counter has wrapped");
	else
		prove(now >= start || delta >= HALF_RANGE,
		      "if the period is longer, the counter wraps after 2^31 events");
	reached();
}

enum class { EVENT, CYCLES, DIV64 };

/* From the documents: the number of PMN counters, and the event number of cycles or 0 */
struct core {
	const struct cp_pmu_desc *desc;
	unsigned int pmn;
	bool pmn_cycles;
};

static const struct core cores[] = {
	{ &cp_pmu_arm1136, 2, true },
	{ &cp_pmu_arm1156, 2, true },
	{ &cp_pmu_arm1176, 2, true },
	{ &cp_pmu_cortex_a8, 4, true },
	{ &cp_pmu_xscale1, 2, false },
};
#define CORES	(sizeof(cores) / sizeof(cores[0]))

/* The counters that can count the event */
static u32 able(const struct core *core, enum class class)
{
	u32 ccnt = BIT(core->pmn);

	switch (class) {
	case EVENT:
		return ccnt - 1;
	case CYCLES:
		return core->pmn_cycles ? ccnt | (ccnt - 1) : ccnt;
	default:
		return ccnt;
	}
}

static u32 evt_of(enum class class)
{
	u32 options = nondet_bool() ? CP_PMU_EVT_EXPORT : 0;

	if (class == EVENT)
		return options | (nondet_u32() & CP_PMU_EVT_NUMBER);
	return options | CP_PMU_EVT_CYCLES | (class == DIV64 ? CP_PMU_EVT_DIV64 : 0);
}

static enum class any_class(void)
{
	u32 class = nondet_u32();

	assume(class <= DIV64);
	return class;
}

void prove_get_idx(void)
{
	unsigned int i;

	for (i = 0; i < CORES; i++) {
		const struct core *core = &cores[i];
		u32 ccnt = BIT(core->pmn), used = nondet_u32() & (2 * ccnt - 1);
		enum class class = any_class();
		bool leave = class == CYCLES && nondet_bool();
		u32 free = able(core, class) & ~used;
		int idx;

		/* Cycles leave CCNT only if an event counter can count them. */
		if (leave && core->pmn_cycles)
			free &= ~ccnt;
		idx = cp_count_get_idx(core->desc, used,
				       evt_of(class), leave);

		if (!free) {
			prove(idx == -1, "no counter if none is free");
			continue;
		}
		prove(idx >= 0 && idx <= (int)core->pmn, "a counter that exists");
		prove(free & BIT(idx), "a free counter that can count the event");
		if (class == CYCLES && (free & ccnt))
			prove(BIT(idx) == ccnt, "cycles are on CCNT if it is free");
	}
	reached();
}

/*
 * perf adds the leader of a group first, then its siblings in any order, to free
 * counters. Plain cycles leave CCNT if a sibling is a div64 event, as in
 * cp_pmu_leaves_ccnt().
 */
static bool group_added(const struct core *core, unsigned int *count)
{
	unsigned int left = count[EVENT] + count[CYCLES] + count[DIV64];
	unsigned int div64_siblings = count[DIV64];
	bool leader = true;
	u32 used = 0;

	while (left) {
		enum class class = any_class();
		int idx;

		assume(count[class]);
		count[class]--;
		left--;
		if (leader && class == DIV64)
			div64_siblings--;
		leader = false;
		idx = cp_count_get_idx(core->desc, used, evt_of(class),
				       class == CYCLES && div64_siblings);
		if (idx < 0)
			return false;
		used |= BIT(idx);
	}
	return true;
}

void prove_group_fits(void)
{
	unsigned int i;

	for (i = 0; i < CORES; i++) {
		const struct core *core = &cores[i];
		unsigned int count[3] = { nondet_u32(), nondet_u32(), nondet_u32() };
		bool fits;

		assume(count[EVENT] < HALF_RANGE && count[CYCLES] < HALF_RANGE &&
		       count[DIV64] < HALF_RANGE);
		fits = cp_count_group_fits(core->desc, count[EVENT], count[CYCLES],
					   count[DIV64]);
		if ((u64)count[EVENT] + count[CYCLES] + count[DIV64] > core->pmn + 1)
			prove(!fits, "a group with more events than counters does not fit");
		else
			prove(fits == group_added(core, count),
			      "a group fits if each event finds a counter, in any order");
	}
	reached();
}

static enum cp_pmu_line_state any_state(void)
{
	enum cp_pmu_line_state state = nondet_u32();

	assume(state <= CP_LINE_LIVE);
	return state;
}

/* Other files only use the overflow source that the state selects. */
void prove_line(void)
{
	struct cp_pmu_line line = {
		any_state(), nondet_bool(), nondet_u32(), nondet_u32()
	};
	struct cp_pmu_line old = line;
	unsigned long now = nondet_u32();
	bool found = nondet_bool(), late = now - old.window > HZ / 2;

	/* Else the state is NONE, and no interrupt comes. */
	assume(old.spurious < 1000);
	switch (nondet_u32() & 3) {
	case 0:
		cp_line_overflow(&line);
		prove(line.state == (old.state == CP_LINE_NONE ? CP_LINE_NONE : CP_LINE_LIVE),
		      "an interrupt with an overflow makes the line live, unless it was given up");
		prove(!line.missed, "an interrupt with an overflow ends the suspicion");
		prove(line.spurious == old.spurious, "overflows do not hide a stuck line");
		break;
	case 1:
		cp_line_spurious(&line, now);
		prove(line.state == old.state || line.state == CP_LINE_NONE,
		      "a spurious interrupt changes the state only to NONE");
		prove((line.state == CP_LINE_NONE) ==
		      (old.state == CP_LINE_NONE || (old.spurious == 999 && !late)),
		      "a line is given up after 1000 spurious interrupts within 500 ms");
		prove(line.spurious == (late ? 1 : old.spurious + 1),
		      "spurious interrupts within 500 ms are counted");
		break;
	case 2:
		cp_line_missed(&line);
		prove(line.state == old.state && line.missed,
		      "the stop of an event only leads to a suspicion");
		break;
	default:
		cp_line_polled(&line, found);
		prove((old.state == CP_LINE_NONE) == (line.state == CP_LINE_NONE),
		      "a poll does not change the state NONE");
		prove(old.state != CP_LINE_DEAD || line.state == CP_LINE_DEAD,
		      "no poll makes a line the source");
		prove(old.state != CP_LINE_TRIAL ||
		      line.state == (found ? CP_LINE_DEAD : CP_LINE_LIVE),
		      "a trial ends with the next poll");
		prove(old.state != CP_LINE_LIVE ||
		      line.state == (found || old.missed ? CP_LINE_TRIAL : CP_LINE_LIVE),
		      "an overflow without its interrupt leads to a trial");
		prove(!line.missed, "a suspicion leads to one trial");
	}
	reached();
}
