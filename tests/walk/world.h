/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel beside perf: time, timers, the interrupt line, the platform device */
#ifndef __WALK_WORLD_H__
#define __WALK_WORLD_H__

#include "model.h"

/* How the interrupt line is wired, or fails */
enum line {
	LINE_GOOD,
	LINE_LOSES,	/* no interrupt arrives */
	LINE_LATE,
	LINE_STUCK,	/* asserted without a flag */
	LINES
};

struct world {
	u64 now;		/* ns */
	bool probed;
	bool down;		/* shut down */
	bool traced;		/* tracers read events in the driver's functions */
	bool suspended;		/* timekeeping, too */
	bool irqs_off;		/* perf, a handler or the driver has disabled interrupts */
	bool interruptible;	/* an interrupt may come at the next read of a counter */
	bool idle;		/* the idle task runs */
	bool waits;		/* and the CPU waits for an interrupt */
	bool watched;		/* the timer was the source when the CPU became idle */
	bool idle_counts;	/* counters count then, too */
	enum { NO_IDLE_HOOK, IDLE_BEGINS, IDLE_ENDS } idle_hook;
	bool unwatched;		/* there was no memory to watch it */
	bool probing;		/* a probe of a tracepoint runs */
	bool returned;		/* the interrupted code has just returned from a system call */
	unsigned int woken;	/* by timers that became due in this idle time */
	u64 idle_began;
	u64 idle_slept;		/* after the driver's probe of its begin, until its end */
	u64 idle_usual;		/* the driver may expect the next idle time to be as long */
	u64 expired;		/* when the timer was due whose handler runs */
	u64 idle_ended;
	enum line line;
	u64 late;		/* ns: of an interrupt with LINE_LATE */
	u64 timer_late;		/* ns */
	u32 rate[COUNTERS];	/* events in 1024 ns */
	u64 handlers;		/* timers and interrupts that came */
	bool work;		/* perf's irq_work is pending */
	u64 work_since;
	u64 worked;		/* when it last ran */
	struct pmu *pmu;
};

extern struct world w;

void probe(void);
void unbind(void);
void shut_down(void);
void end_turn(void);
void run(u64 ns);
void idle(u64 ns);
void deliver(void);
bool interrupt(void);
void cpu_pm(bool lose);
void storm(void);
bool irq_masked(void);
bool by_interrupt(void);
bool line_was_good(void);
void set_line(enum line line);
bool timer_queued(void);
u64 sampler_expires(void);

/* perf.c */
void perf_traced(void);
void perf_any_kernel(void);
void perf_registered(struct pmu *pmu);
void perf_unregistered(void);
void perf_work(void);
void perf_works_much(void);
void follow_sources(void);
void perf_passed(u64 ns);
void perf_read(unsigned int idx);
void perf_idle_hook(bool begins);
void perf_delivered(void);
bool perf_ended(void);
void counted(unsigned int idx, u64 events);
bool has_line(void);
void spurious(void);
void perf_handler(bool begins);
void perf_told(void);
void perf_timer(void);
void perf_interrupt(void);
void perf_read_interrupted(void);
bool perf_counts(void);
const char *line_name(enum line line);
struct perf_event *perf_event_on(unsigned int idx);

/* invariant.c */
void check_invariant(u32 active, u32 sampling);
void check_sampling_event(const struct perf_event *event);

#endif /* __WALK_WORLD_H__ */
