/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The performance monitor of Cortex-A8.
 *
 * TRM: "Cortex-A8 Technical Reference Manual" (ARM DDI 0344I), section 3.2.
 * What it does not say is from the "ARM Architecture Reference Manual, ARMv7-A
 * and ARMv7-R edition" (ARM DDI 0406B), chapter C10.
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "qemu/log.h"
#include "internal.h"

/* TRM table 3-82, Performance Monitor Control Register */
#define A8_PMNC_E       BIT(0)
#define A8_PMNC_P       BIT(1)
#define A8_PMNC_C       BIT(2)
#define A8_PMNC_D       BIT(3)
#define A8_PMNC_X       BIT(4)
#define A8_PMNC_DP      BIT(5)
#define A8_PMNC_SBZ     0x000007c0
/* Read-only: implementor ARM, identification code 0, four counters */
#define A8_PMNC_ID      0x41002000
/* The bits of CNTENS, CNTENC, FLAG, INTENS, INTENC. The rest is UNP, SBZP. */
#define A8_MASK         0x8000000f

#define A8_COUNTERS     4

/* Registers by the number of their statistics: c12, then c13, then c14 */
enum {
    A8_PMNC, A8_CNTENS, A8_CNTENC, A8_FLAG, A8_SWINCR, A8_PMNXSEL,
    A8_CCNT, A8_EVTSEL, A8_PMCNT,
    A8_USEREN, A8_INTENS, A8_INTENC,
};

static int a8_reg(const ARMCPRegInfo *ri)
{
    return ri->opc2 + (ri->crm == 12 ? A8_PMNC :
                       ri->crm == 13 ? A8_CCNT : A8_USEREN);
}

/* TRM table 3-97, predefined events. Other numbers are reserved. */
static EventKind a8_event_kind(const CpPmu *s, uint32_t event)
{
    switch (event) {
    case 0x00:
        return EVENT_SOFTWARE;
    case 0x08:
        return EVENT_INSNS;
    case 0x11:
        return EVENT_CYCLES;
    case 0x01 ... 0x07:
    case 0x09 ... 0x10:
    case 0x12:
    case 0x40 ... 0x5a:
        return EVENT_OTHER;
    case 0x70 ... 0x72:
        return EVENT_NEVER;
    default:
        return EVENT_RESERVED;
    }
}

static void a8_set_running(CpPmu *s)
{
    s->running = s->enable && !s->broken ? s->count_enable : 0;
}

static void a8_set_control(CpPmu *s, uint32_t pmnc)
{
    cp_pmu_set_enable(s, pmnc & A8_PMNC_E);
    s->div64 = pmnc & A8_PMNC_D;
    s->export = pmnc & A8_PMNC_X;
    s->disable_prohibited = pmnc & A8_PMNC_DP;
    a8_set_running(s);
}

static uint32_t a8_read_control(CpPmu *s)
{
    return A8_PMNC_ID |
           (s->enable ? A8_PMNC_E : 0) |
           (s->div64 ? A8_PMNC_D : 0) |
           (s->export ? A8_PMNC_X : 0) |
           (s->disable_prohibited ? A8_PMNC_DP : 0);
}

static void a8_reset(CpPmu *s)
{
    static const uint32_t values[] = {
        0xdeadbeef, 0xfeedface, 0xbadc0ffe, 0xcafef00d, 0xfffff000,
    };
    static const uint32_t events[] = { 0x12, 0x08, 0x43, 0x11, 0 };
    bool garbage = s->garbage_at_reset;
    uint32_t all = garbage ? BIT(NUM_COUNTERS) - 1 : 0;
    int i;

    s->broken = false;
    s->ccnt_overflow = INT64_MIN / 2;
    s->flags = all;
    s->irq_enable = all;
    s->count_enable = all;
    s->selected = garbage ? 3 : 0;
    s->user_access = garbage;
    for (i = 0; i < NUM_COUNTERS; i++) {
        s->value[i] = garbage ? values[i] : 0;
        s->event[i] = garbage ? events[i] : 0;
    }
    a8_set_control(s, garbage ? A8_PMNC_E | A8_PMNC_D | A8_PMNC_X | A8_PMNC_DP
                              : 0);
}

/*
 * SEL of PMNXSEL has five bits, but there are four counters. A number above 3
 * is UNPREDICTABLE: reads return garbage, writes go to another counter.
 */
static int a8_selected(CpPmu *s, bool *exists)
{
    *exists = s->selected < A8_COUNTERS;
    if (!*exists) {
        qemu_log_mask(LOG_GUEST_ERROR, "%s: PMNXSEL = %u selects no counter\n",
                      s->desc->name, s->selected);
    }
    return s->selected % A8_COUNTERS;
}

/*
 * An access in the instruction in which CCNT overflows breaks the monitor: no
 * counter counts, and no flag is set, until a write of PMNC resets counters.
 * The property ccnt-breaks makes this time longer.
 */
static void a8_access_at_overflow(CpPmu *s)
{
    if (s->now - s->ccnt_overflow < s->ccnt_breaks && !s->broken) {
        s->broken = true;
        s->flags = 0;
        s->stats.breaks++;
        a8_set_running(s);
    }
}

static uint64_t a8_read(CPUARMState *env, const ARMCPRegInfo *ri)
{
    CpPmu *s = ri->opaque;
    int reg = a8_reg(ri), counter;
    bool exists;

    s->stats.reads[reg]++;
    cp_pmu_advance(s, cp_pmu_insns_now());
    a8_access_at_overflow(s);
    if (reg == A8_FLAG) {
        cp_pmu_read_flags(s);
    }
    cp_pmu_update(s);

    switch (reg) {
    case A8_PMNC:
        return a8_read_control(s);
    case A8_CNTENS:
    case A8_CNTENC:
        return cp_pmu_mask_to_a8(s->count_enable) | (s->garbage & ~A8_MASK);
    case A8_FLAG:
        return cp_pmu_mask_to_a8(s->flags) | (s->garbage & ~A8_MASK);
    case A8_PMNXSEL:
        return s->selected;
    case A8_CCNT:
        return s->value[CCNT];
    case A8_EVTSEL:
        counter = a8_selected(s, &exists);
        return exists ? s->event[counter] : (uint32_t)s->garbage;
    case A8_PMCNT:
        counter = a8_selected(s, &exists);
        return exists ? s->value[counter] : (uint32_t)s->garbage;
    case A8_USEREN:
        return s->user_access;
    case A8_INTENS:
    case A8_INTENC:
        return cp_pmu_mask_to_a8(s->irq_enable) | (s->garbage & ~A8_MASK);
    default:
        /* SWINCR */
        return 0;
    }
}

/*
 * Each write of SWINCR counts one software increment. UNPREDICTABLE for a
 * counter with another event: 4096 are counted.
 */
static void a8_software_increment(CpPmu *s, uint32_t counters)
{
    int i;

    for (i = 0; i < A8_COUNTERS; i++) {
        if (!(counters & s->running & BIT(i))) {
            continue;
        }
        if (s->event[i] != 0x00) {
            qemu_log_mask(LOG_GUEST_ERROR, "%s: SWINCR for %s, whose event is "
                          "0x%02x\n", s->desc->name, cp_pmu_counter_names[i],
                          s->event[i]);
        }
        cp_pmu_count(s, i, s->event[i] == 0x00 ? 1 : 4096);
    }
}

static void a8_pmnc_write(CpPmu *s, uint32_t pmnc)
{
    s->stats.counter_resets += !!(pmnc & (A8_PMNC_C | A8_PMNC_P));
    s->broken &= !(pmnc & (A8_PMNC_C | A8_PMNC_P));
    a8_set_control(s, pmnc);
    if (pmnc & A8_PMNC_C) {
        s->value[CCNT] = 0;
    }
    if (pmnc & A8_PMNC_P) {
        memset(s->value, 0, A8_COUNTERS * sizeof(s->value[0]));
    }
}

static void a8_write(CPUARMState *env, const ARMCPRegInfo *ri, uint64_t value)
{
    /* The bits of each register that should be written as zero. */
    static const uint32_t sbz[] = {
        [A8_PMNC] = A8_PMNC_SBZ,
        [A8_SWINCR] = ~0xf,
        [A8_PMNXSEL] = ~0x1f,
        [A8_EVTSEL] = ~0xff,
        [A8_USEREN] = ~1,
        [A8_CNTENS] = ~A8_MASK,
        [A8_CNTENC] = ~A8_MASK,
        [A8_FLAG] = ~A8_MASK,
        [A8_INTENS] = ~A8_MASK,
        [A8_INTENC] = ~A8_MASK,
    };
    CpPmu *s = ri->opaque;
    int reg = a8_reg(ri), counter;
    int64_t now = cp_pmu_insns_now();
    bool exists;

    s->stats.writes[reg]++;
    /* SBZP: these bits may also be written as they were read. */
    if (sbz[reg] != ~A8_MASK ||
        (value & ~A8_MASK) != (s->garbage & ~A8_MASK)) {
        cp_pmu_check_sbz(s, ri, value, sbz[reg]);
    }

    /* A counter that overflows in this instruction sets its flag again. */
    if (reg == A8_FLAG) {
        cp_pmu_advance(s, now - 1);
        if (cp_pmu_ack_clears(s, true, s->enable, s->enable)) {
            cp_pmu_clear_flags(s, cp_pmu_mask_from_a8(value));
        }
    }
    cp_pmu_advance(s, now);
    if (reg == A8_PMNC || reg == A8_FLAG) {
        cp_pmu_inject_race(s);
    }
    a8_access_at_overflow(s);

    switch (reg) {
    case A8_PMNC:
        a8_pmnc_write(s, value);
        break;
    case A8_CNTENS:
        s->count_enable |= cp_pmu_mask_from_a8(value);
        a8_set_running(s);
        break;
    case A8_CNTENC:
        s->count_enable &= ~cp_pmu_mask_from_a8(value);
        a8_set_running(s);
        break;
    case A8_SWINCR:
        a8_software_increment(s, value);
        break;
    case A8_PMNXSEL:
        s->selected = value & 0x1f;
        break;
    case A8_CCNT:
        /* UNPREDICTABLE while CCNT counts, but Linux depends on it. */
        s->stats.live_writes += !!(s->running & BIT(CCNT));
        s->value[CCNT] = value;
        break;
    case A8_EVTSEL:
        counter = a8_selected(s, &exists);
        cp_pmu_select_event(s, counter, value & 0xff);
        break;
    case A8_PMCNT:
        counter = a8_selected(s, &exists);
        s->value[counter] = value;
        break;
    case A8_USEREN:
        s->user_access = value & 1;
        break;
    case A8_INTENS:
        s->irq_enable |= cp_pmu_mask_from_a8(value);
        break;
    case A8_INTENC:
        s->irq_enable &= ~cp_pmu_mask_from_a8(value);
        break;
    }
    cp_pmu_update(s);
}

/*
 * EN of USEREN gives User mode access to all registers except INTENS and
 * INTENC. User mode can always read USEREN and never write it.
 */
static CPAccessResult a8_access(CPUARMState *env, const ARMCPRegInfo *ri,
                                bool isread)
{
    CpPmu *s = ri->opaque;

    return arm_current_el(env) == 0 && !s->user_access
           ? CP_ACCESS_TRAP_UNCATEGORIZED : CP_ACCESS_OK;
}

/* QEMU gives all ARMv7 cores PMCCFILTR. Cortex-A8 does not have it. */
static CPAccessResult a8_no_access(CPUARMState *env, const ARMCPRegInfo *ri,
                                   bool isread)
{
    return CP_ACCESS_TRAP_UNCATEGORIZED;
}

/* These override the registers that QEMU gives all ARMv7 cores. */
#define A8_REG(_name, _crm, _opc2) \
    .name = _name, .cp = 15, .opc1 = 0, .crn = 9, .crm = _crm, .opc2 = _opc2, \
    .type = ARM_CP_IO | ARM_CP_NO_RAW | ARM_CP_NO_GDB | ARM_CP_OVERRIDE, \
    .readfn = a8_read, .writefn = a8_write

static const ARMCPRegInfo a8_regs[] = {
    { A8_REG("PMNC", 12, 0), .access = PL0_RW, .accessfn = a8_access,
      .resetfn = cp_pmu_control_reset },
    { A8_REG("CNTENS", 12, 1), .access = PL0_RW, .accessfn = a8_access },
    { A8_REG("CNTENC", 12, 2), .access = PL0_RW, .accessfn = a8_access },
    { A8_REG("FLAG", 12, 3), .access = PL0_RW, .accessfn = a8_access },
    { A8_REG("SWINCR", 12, 4), .access = PL0_RW, .accessfn = a8_access },
    { A8_REG("PMNXSEL", 12, 5), .access = PL0_RW, .accessfn = a8_access },
    { A8_REG("CCNT", 13, 0), .access = PL0_RW, .accessfn = a8_access },
    { A8_REG("EVTSEL", 13, 1), .access = PL0_RW, .accessfn = a8_access },
    { A8_REG("PMCNT", 13, 2), .access = PL0_RW, .accessfn = a8_access },
    { A8_REG("USEREN", 14, 0), .access = PL0_R | PL1_RW },
    { A8_REG("INTENS", 14, 1), .access = PL1_RW },
    { A8_REG("INTENC", 14, 2), .access = PL1_RW },
    { .name = "PMCCFILTR", .cp = 15, .opc1 = 0, .crn = 14, .crm = 15, .opc2 = 7,
      .type = ARM_CP_CONST | ARM_CP_NO_RAW | ARM_CP_NO_GDB | ARM_CP_OVERRIDE,
      .access = PL0_RW, .accessfn = a8_no_access },
};

const CpPmuDesc cp_pmu_cortex_a8 = {
    .name = "cortex-a8",
    .regs = a8_regs,
    .num_regs = ARRAY_SIZE(a8_regs),
    .reg_names = {
        "pmnc", "cntens", "cntenc", "flag", "swincr", "pmnxsel",
        "ccnt", "evtsel", "pmcnt", "useren", "intens", "intenc",
    },
    .event_kind = a8_event_kind,
    .reset = a8_reset,
    .read_control = a8_read_control,
    .irq_needs_e = true,
    /* TRM, chapter 7 */
    .cache = { 32 * KiB, 4, 6, false, { 0x01, -1, 0x04, 0x03 } },
};
