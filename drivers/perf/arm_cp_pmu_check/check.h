/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The check of a performance monitor: what its files share. A file calls only files
 * below it:
 *
 *   check_main.c       the file in /proc, the groups of checks, their results
 *   check_events.c     each named event, by perf's counters
 *   check_line.c       the interrupt: its line, its lateness, what a sample costs
 *   check_board.c      what only a board can tell
 *   check_manual.c     the assumptions about what the manuals do not say
 *   check_counters.c   instructions, cycles, wraps and flags
 *   check_regs.c       the registers of all cores behind one interface
 *   check_work.c       programs of known length, and programs that cause events
 */
#ifndef __CHECK_H__
#define __CHECK_H__

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/types.h>

struct device_node;
struct perf_event;

/* Counters are numbered as in the driver: the event counters, then CCNT. */
#define CHECK_MAX_COUNTERS	5

/**
 * enum check_work - what a program does
 * @WORK_NOTHING: nothing
 * @WORK_QUIET: nothing but NOPs, without a branch for 62 of them
 * @WORK_BRANCHES: a loop of one branch
 * @WORK_RANDOM: branches that nobody can predict
 * @WORK_CALLS: calls and returns
 * @WORK_RETURNS: returns to another place than after the call
 * @WORK_LOADS: loads that miss the data cache and the TLB
 * @WORK_STORES: loads that miss the data cache, and stores to the same places
 * @WORK_DEPENDENT: loads of which each needs the result of the last
 * @WORK_UNALIGNED: unaligned loads
 * @WORK_ICACHE: invalidate the instruction cache
 * @WORK_TLB: invalidate the TLBs, then load
 * @WORK_BARRIERS: a store and a data synchronization barrier
 * @WORK_TICKS: wait for two ticks
 * @WORK_CONTEXT: write the context ID that is set already
 * @WORK_NO_IRQ: NOPs with interrupts disabled
 */
enum check_work {
	WORK_NOTHING,
	WORK_QUIET,
	WORK_BRANCHES,
	WORK_RANDOM,
	WORK_CALLS,
	WORK_RETURNS,
	WORK_LOADS,
	WORK_STORES,
	WORK_DEPENDENT,
	WORK_UNALIGNED,
	WORK_ICACHE,
	WORK_TLB,
	WORK_BARRIERS,
	WORK_TICKS,
	WORK_CONTEXT,
	WORK_NO_IRQ,
};

/**
 * enum check_kind - what is expected of an event
 * @KIND_MUST: it happens under its work
 * @KIND_ALWAYS: it happens under its work, and also under others, such as cycles
 * @KIND_MAY: no program of the check is sure to cause it
 * @KIND_SILENT: the chip has to drive an input, and most chips do not
 * @KIND_ERROR: it happens when the hardware fails
 * @KIND_SOFTWARE: it happens when software writes a register
 */
enum check_kind {
	KIND_MUST,
	KIND_ALWAYS,
	KIND_MAY,
	KIND_SILENT,
	KIND_ERROR,
	KIND_SOFTWARE,
};

struct check_event {
	const char *name;
	u8 number;
	u8 kind;
	u8 work;
};

/* The cores with the same registers */
enum check_family {
	FAMILY_ARM11,
	FAMILY_A8,
	FAMILY_XSCALE,
};

/**
 * struct check_core - a processor core, by its manual
 * @name: its name
 * @midr: Main ID Register
 * @midr_mask: the bits of @midr that identify the core
 * @family: its registers
 * @ccnt: the number of CCNT, which is the number of event counters
 * @instructions: the number of the event "instruction executed"
 * @cycles_config: perf's config for cycles
 * @user_open: user mode has access, and nobody can deny it
 * @events: one or two lists of the named events, each ended by a NULL name
 */
struct check_core {
	const char *name;
	u32 midr;
	u32 midr_mask;
	enum check_family family;
	unsigned int ccnt;
	u8 instructions;
	u8 cycles_config;
	bool user_open;
	const struct check_event *events[2];
};

extern const struct check_core *core;
extern unsigned int perf_type;

/* check_main.c: results. Each is one line of the file in /proc. */
__printf(2, 3) void check_pass(const char *name, const char *format, ...);
__printf(2, 3) void check_fail(const char *name, const char *format, ...);
__printf(2, 3) void check_skip(const char *name, const char *format, ...);
__printf(2, 3) void check_differ(const char *name, const char *format, ...);
__printf(2, 3) void check_note(const char *name, const char *format, ...);
/* True when the watchdog has ended the group. */
bool check_stopped(void);

/* check_events.c, check_line.c, check_board.c, check_manual.c, check_counters.c: the groups */
extern const struct check_event check_events_arm11[];
extern const struct check_event check_events_arm1136[];
extern const struct check_event check_events_arm1156[];
extern const struct check_event check_events_arm1176[];
extern const struct check_event check_events_a8[];
extern const struct check_event check_events_xscale[];
void check_events(void);
void check_idle(void);
void check_line(void);
void check_lateness_irq(void);
void check_lateness_timer(void);
void check_cost(void);
void check_board(void);
void check_manual(void);
void check_counters(void);
void check_ccnt(void);

/* check_regs.c */

/* Options of regs_start() */
#define REGS_D		BIT(0)
#define REGS_C		BIT(1)
#define REGS_P		BIT(2)

/* The monitor as the driver left it; only check_regs.c reads it. */
struct regs_saved {
	unsigned long irqflags;
	u64 began;
	u32 counter[CHECK_MAX_COUNTERS];
	u32 evtsel[CHECK_MAX_COUNTERS];
	u32 selected;
	u32 enabled;
	u32 inten;
};

bool regs_begin(struct regs_saved *saved);
void regs_end(struct regs_saved *saved);
u64 regs_longest_ns(void);

u32 regs_read_control(void);
u32 regs_reserved_bits(void);
void regs_select(unsigned int idx, u8 event);
u32 regs_read(unsigned int idx);
void regs_read_twice(u32 *first, u32 *second);
void regs_write(unsigned int idx, u32 value);
void regs_start(u32 armed, u32 options);
void regs_stop(void);
/* Stop counting, and enable the interrupts of the counters in @armed only. */
void regs_stop_armed(u32 armed);
u32 regs_flags(void);
void regs_clear_flags(void);
void regs_ack(u32 flags, bool with_e);
void regs_software_increment(u32 counters);
u32 regs_overflow(u32 counters);
u32 regs_may_overflow(void);
void regs_reset(void);
bool regs_user_register(u32 *value);

/* check_work.c */
int work_init(void);
void work_exit(void);
void work_nops(unsigned int n);
void work_branches(unsigned int n);
unsigned int work_run(enum check_work work, const char **what);

#endif /* __CHECK_H__ */
