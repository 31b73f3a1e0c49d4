/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Performance monitors of ARM cores older than the architected PMU: what the
 * files of the model share.
 *
 *   common.c      time, counting, the interrupt lines, injected faults
 *   arm11.c       registers and events of ARM1136, ARM1156 and ARM1176
 *   cortex_a8.c   registers and events of Cortex-A8
 *   xscale.c      registers and events of PXA25x and PXA26x
 *   cache.c       the first-level caches and their events
 *   l220.c        the event counters of the L220 cache controller
 *   test_port.c   registers for the guest's side of a test
 *   device.c      the device /machine/cp-pmu with its properties
 *
 * The model is for testing drivers. It does what the manuals say. Where they
 * say UNPREDICTABLE, it does something that a driver cannot fail to notice.
 * With -icount it is exact: every count is a function of the number of executed
 * instructions, and an overflow happens at its instruction.
 */

#ifndef TARGET_ARM_CP_PMU_INTERNAL_H
#define TARGET_ARM_CP_PMU_INTERNAL_H

#include "qemu/bitops.h"
#include "qemu/timer.h"
#include "hw/qdev-core.h"
#include "cpu.h"
#include "cpregs.h"

/* Counters by number: the event counters, then the cycle counter. */
#define CCNT            4
#define NUM_COUNTERS    5
#define MAX_REGS        16

/* What an event number means to a core, see cp_pmu_event_rate(). */
typedef enum EventKind {
    EVENT_RESERVED,
    EVENT_NEVER,
    EVENT_INSNS,
    EVENT_CYCLES,
    EVENT_SOFTWARE,
    EVENT_OTHER,
} EventKind;

/* COUNT events in every INSNS instructions, or two events in every other one. */
typedef struct EventRate {
    uint32_t count;
    uint32_t insns;
    bool pairs;
} EventRate;

OBJECT_DECLARE_SIMPLE_TYPE(CpPmu, ARM_CP_PMU)

/* Events of the first-level caches */
typedef enum CacheEvent {
    ICACHE_MISS,
    /* Each access, and each one that is not to a device */
    DATA_ACCESS,
    CACHEABLE_ACCESS,
    DCACHE_MISS,
    NUM_CACHE_EVENTS,
} CacheEvent;

/* Which lines a cache holds: one more than the number of the line, or zero */
typedef struct Cache {
    uint32_t line_bits;
    uint32_t ways;
    uint32_t sets;
    uint32_t *lines;
    /* The line of the last access, if the cache holds it */
    uint32_t last;
    /* The way of each set to be replaced next, or NULL: a random one */
    uint8_t *next_way;
    uint32_t random;
} Cache;

/* The performance monitor of one core. */
typedef struct CpPmuDesc {
    const char *name;
    /* Registers in the order of their statistics, ended by NULL. */
    const char *reg_names[MAX_REGS];
    const ARMCPRegInfo *regs;
    size_t num_regs;
    EventKind (*event_kind)(const CpPmu *s, uint32_t event);
    void (*reset)(CpPmu *s);
    /* The control register without its UNPREDICTABLE bits. */
    uint32_t (*read_control)(CpPmu *s);
    /* Interrupts are signalled only while E is set. */
    bool irq_needs_e;
    /* The property astep has an effect. */
    bool has_astep;
    /* ARM11: bits of PMNC that should be written as zero. */
    uint32_t sbz;
    /* ARM11: bits of PMNC that are UNPREDICTABLE when read. */
    uint32_t unpredictable;
    /* ARM11: the bit of this core in arm11_events[].cores. */
    uint32_t core;
    /* ARM1176: user access depends on a validation register. */
    bool has_validation;
    /* The instruction cache and the data cache are the same. */
    struct {
        uint32_t bytes;
        uint32_t ways;
        uint32_t line_bits;
        bool round_robin;
        /* The numbers of the events, -1 for none */
        int events[NUM_CACHE_EVENTS];
    } cache;
} CpPmuDesc;

extern const CpPmuDesc cp_pmu_arm1136;
extern const CpPmuDesc cp_pmu_arm1156;
extern const CpPmuDesc cp_pmu_arm1176;
extern const CpPmuDesc cp_pmu_cortex_a8;
extern const CpPmuDesc cp_pmu_xscale1;

/* Everything that the property reset-stats clears. */
typedef struct CpPmuStats {
    int64_t reads[MAX_REGS];
    int64_t writes[MAX_REGS];
    /* Events that each counter has counted. Writes do not change them. */
    int64_t total[NUM_COUNTERS];
    int64_t overflows;
    int64_t ccnt_overflows;
    int64_t breaks;
    int64_t irqs;
    int64_t fiqs;
    int64_t acks;
    int64_t lost_flags;
    int64_t stray_acks;
    int64_t live_writes;
    int64_t astep_lost;
    int64_t counter_resets;
    int64_t sbz_writes;
    int64_t reserved_events;
    int64_t drops;
    int64_t spurious;
    int64_t irqs_off;
} CpPmuStats;

struct CpPmu {
    DeviceState parent_obj;

    const CpPmuDesc *desc;
    QEMUTimer *timer;

    /* The registers. A mask has bit N for counter N. */
    uint32_t value[NUM_COUNTERS];
    uint32_t event[NUM_COUNTERS];
    uint32_t running;
    uint32_t flags;
    uint32_t irq_enable;
    uint32_t fiq_enable;
    bool div64;
    bool export;
    bool user_access;
    bool enable;
    /* Cortex-A8: running is E ? CNTENS : 0, or 0 if the monitor is broken */
    uint32_t count_enable;
    bool broken;
    uint32_t selected;
    bool disable_prohibited;

    /* Everything has been counted up to this instruction. */
    int64_t now;
    /* Event counters do not count before this instruction. */
    int64_t events_from;
    /* The instruction in which CCNT has last overflowed */
    int64_t ccnt_overflow;
    /* The instruction that has masked interrupts, -1 if they are not masked. */
    int64_t masked_since;
    /* The core has not started or waits for an interrupt. No instruction counts. */
    bool parked;
    /*
     * While the core waits for an interrupt: up to this time of the virtual
     * clock, all cycles of the property idle-cycles have been counted. Else -1.
     */
    int64_t idle_ns;
    /* Such times since power-on, as the number of instructions that last as long */
    int64_t idle;

    /* The lines. @inputs is the board's interrupt controller. */
    const qemu_irq *inputs;
    int num_inputs;
    int board_wire;
    int wired_to;
    qemu_irq fiq;
    bool line;
    bool fiq_line;
    /* The instruction at which an interrupt was requested, -1 for none. */
    int64_t request;
    int64_t pulse_start;
    int64_t pulse_end;

    /* Flags that the guest has read as one. */
    uint32_t flags_seen;
    /* Flags that irq-drop-every keeps off the line. */
    uint32_t flags_dropped;
    /* Flags that were set since the last lose_flags(). */
    uint32_t flags_fresh;

    /* Injected overflows: at_insn is -1, and race_writes is 0, for none. */
    int64_t at_insn[NUM_COUNTERS];
    int64_t race_writes;
    int race_counter;

    /* Settings, see the table of properties. */
    int64_t cpi;
    int64_t garbage;
    int64_t irq_wire;
    int64_t irq_delay;
    int64_t irq_drop_every;
    int64_t irq_spurious_every;
    int64_t dead_counters;
    int64_t dead_event;
    int64_t pulse_event;
    int64_t ack_rule;
    int64_t idle_cycles;
    int64_t ccnt_breaks;
    int64_t start_delay;
    bool double_step;
    bool irq_stuck;
    bool garbage_at_reset;
    bool astep;
    bool test_port;
    bool cache;

    CpPmuStats stats;
    int64_t test_port_latch;

    /* With the property cache: the caches, and the last access */
    Cache icache;
    Cache dcache;
    uint32_t last_address;
    /* Events that are not counted yet, and the number that has to be, at once */
    uint64_t cache_pending[NUM_CACHE_EVENTS];
    uint64_t cache_limit[NUM_CACHE_EVENTS];

    /* The L220 cache controller of the board, or NULL */
    struct L220State *l220;
};

extern const char *const cp_pmu_counter_names[NUM_COUNTERS];
extern const ARMCPRegInfo cp_pmu_test_port_reg;

/* ---- Time and counting ------------------------------------------------ */

/* The number of executed instructions. */
int64_t cp_pmu_insns_now(void);

/* The rate of an event, from its kind. */
EventRate cp_pmu_event_rate(const CpPmu *s, uint32_t event);

/* The guest has written E. */
void cp_pmu_set_enable(CpPmu *s, bool enable);

/* Let the counter count @n events. */
void cp_pmu_count(CpPmu *s, int counter, uint64_t n);

/*
 * Let the event of the property pulse-event happen @n times, in this
 * instruction.
 */
void cp_pmu_pulse(CpPmu *s, uint32_t n);

/* Count up to the instruction @to. */
void cp_pmu_advance(CpPmu *s, int64_t to);

/*
 * Set the lines, and set the timer for their next change. Every change of the
 * state ends with this.
 */
void cp_pmu_update(CpPmu *s);

/* Count up to the present and update. */
void cp_pmu_catch_up(CpPmu *s);

void cp_pmu_timer_callback(void *opaque);

/* Let the timer expire at the instruction @insn; never if it is INT64_MAX. */
void cp_pmu_set_timer(QEMUTimer *timer, int64_t insn);

/* The core starts or stops executing. @l220 may be NULL. */
void cp_pmu_l220_update(struct L220State *l220);

/* ---- Caches ----------------------------------------------------------- */

void cp_pmu_cache_init(CpPmu *s);
void cp_pmu_cache_define_regs(ARMCPU *cpu, CpPmu *s);

/* Which event of the caches this number is, if they are modelled, or -1 */
int cp_pmu_cache_event(const CpPmu *s, uint32_t event);

/*
 * Count the pending events of the caches, of which one wraps a counter, and set
 * the lines. Does not need the time.
 */
void cp_pmu_cache_overflow(CpPmu *s);

/* ---- Accesses to registers -------------------------------------------- */

/* The guest reads the flags. This ends a spurious pulse. */
void cp_pmu_read_flags(CpPmu *s);

/*
 * True if a write of ones clears flags: as the manual says, or by the property
 * ack-rule. @manual is what the manual says of this write.
 */
bool cp_pmu_ack_clears(const CpPmu *s, bool manual, bool e_before,
                       bool e_written);

/* The guest acknowledges flags. */
void cp_pmu_clear_flags(CpPmu *s, uint32_t flags);

/*
 * The guest writes the register that acknowledges flags. Inject the overflow of
 * the property race if this is the write that it asks for.
 */
void cp_pmu_inject_race(CpPmu *s);

/* Log and count a write of ones to bits that should be zero. */
void cp_pmu_check_sbz(CpPmu *s, const ARMCPRegInfo *ri, uint32_t value,
                      uint32_t sbz);

/* The guest selects the event of a counter. */
void cp_pmu_select_event(CpPmu *s, int counter, uint32_t event);

/* Give the registers their values after a reset. */
void cp_pmu_reset(CpPmu *s);

/* The control register's resetfn. It resets all registers. */
void cp_pmu_control_reset(CPUARMState *env, const ARMCPRegInfo *ri);

/* The sum of the guest's accesses to all registers. */
int64_t cp_pmu_accesses(const CpPmu *s);

/* ---- Register fields with a bit for each counter ---------------------- */

/* ARM11 and XScale: PMN0 is bit 0, PMN1 is bit 1, CCNT is bit 2. */
static inline uint32_t cp_pmu_mask_from_3_bits(uint32_t field)
{
    return (field & 3) | (field & 4 ? BIT(CCNT) : 0);
}

static inline uint32_t cp_pmu_mask_to_3_bits(uint32_t mask)
{
    return (mask & 3) | (mask & BIT(CCNT) ? 4 : 0);
}

/* Cortex-A8: PMN0 to PMN3 are bits 0 to 3, CCNT is bit 31. */
static inline uint32_t cp_pmu_mask_from_a8(uint32_t reg)
{
    return (reg & 0xf) | (reg >> 31 ? BIT(CCNT) : 0);
}

static inline uint32_t cp_pmu_mask_to_a8(uint32_t mask)
{
    return (mask & 0xf) | (mask & BIT(CCNT) ? BIT(31) : 0);
}

#endif
