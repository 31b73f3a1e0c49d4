/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The performance monitors of ARM1136, ARM1156 and ARM1176.
 *
 * AN195: "ARM11 performance monitor unit", Application Note 195 (ARM DAI 0195B)
 * TRM: "ARM1176JZF-S Technical Reference Manual" (ARM DDI 0301H), section 3.2,
 * for user access
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "internal.h"

/* AN195 table 1, Performance Monitor Control Register */
#define PMNC_E          BIT(0)
#define PMNC_P          BIT(1)
#define PMNC_C          BIT(2)
#define PMNC_D          BIT(3)
#define PMNC_IRQ_SHIFT  4
#define PMNC_FLAG_SHIFT 8
#define PMNC_X          BIT(11)
#define PMNC_EVT1_SHIFT 12
#define PMNC_EVT0_SHIFT 20
#define PMNC_FIQ_SHIFT  28
#define PMNC_FIQ        (7u << PMNC_FIQ_SHIFT)
#define PMNC_SBZ        (BIT(31) | BIT(7))

#define ARM1136 1
#define ARM1156 2
#define ARM1176 4
#define ARM11   (ARM1136 | ARM1156 | ARM1176)

/* AN195 table 2, Performance Monitor Event Types. The rest is reserved. */
static const struct {
    uint8_t first;
    uint8_t last;
    uint8_t cores;
    EventKind kind;
} arm11_events[] = {
    { 0x00, 0x02, ARM11,             EVENT_OTHER },
    { 0x03, 0x04, ARM1136 | ARM1176, EVENT_OTHER },
    { 0x03, 0x04, ARM1156,           EVENT_NEVER },
    { 0x05, 0x06, ARM11,             EVENT_OTHER },
    { 0x07, 0x07, ARM11,             EVENT_INSNS },
    { 0x09, 0x0d, ARM11,             EVENT_OTHER },
    { 0x0f, 0x0f, ARM1136 | ARM1176, EVENT_OTHER },
    { 0x0f, 0x0f, ARM1156,           EVENT_NEVER },
    { 0x10, 0x12, ARM11,             EVENT_OTHER },
    { 0x13, 0x14, ARM1156,           EVENT_OTHER },
    { 0x20, 0x22, ARM11,             EVENT_NEVER },
    { 0x23, 0x26, ARM1176,           EVENT_OTHER },
    { 0x30, 0x38, ARM1156,           EVENT_OTHER },
    { 0xff, 0xff, ARM11,             EVENT_CYCLES },
};

static EventKind arm11_event_kind(const CpPmu *s, uint32_t event)
{
    int i;

    for (i = 0; i < ARRAY_SIZE(arm11_events); i++) {
        if (event >= arm11_events[i].first && event <= arm11_events[i].last &&
            (arm11_events[i].cores & s->desc->core)) {
            return arm11_events[i].kind;
        }
    }
    return EVENT_RESERVED;
}

/* The bits of PMNC that hold what is written: all but the flags, C and P. */
static void arm11_set_control(CpPmu *s, uint32_t pmnc)
{
    cp_pmu_set_enable(s, pmnc & PMNC_E);
    s->running = s->enable ? BIT(0) | BIT(1) | BIT(CCNT) : 0;
    s->div64 = pmnc & PMNC_D;
    s->export = pmnc & PMNC_X;
    s->irq_enable = cp_pmu_mask_from_3_bits(pmnc >> PMNC_IRQ_SHIFT);
    s->fiq_enable = cp_pmu_mask_from_3_bits((pmnc & ~s->desc->sbz) >>
                                            PMNC_FIQ_SHIFT);
    cp_pmu_select_event(s, 0, extract32(pmnc, PMNC_EVT0_SHIFT, 8));
    cp_pmu_select_event(s, 1, extract32(pmnc, PMNC_EVT1_SHIFT, 8));
}

static uint32_t arm11_read_control(CpPmu *s)
{
    return (s->running ? PMNC_E : 0) |
           (s->div64 ? PMNC_D : 0) |
           (s->export ? PMNC_X : 0) |
           cp_pmu_mask_to_3_bits(s->irq_enable) << PMNC_IRQ_SHIFT |
           cp_pmu_mask_to_3_bits(s->flags) << PMNC_FLAG_SHIFT |
           s->event[1] << PMNC_EVT1_SHIFT |
           s->event[0] << PMNC_EVT0_SHIFT |
           cp_pmu_mask_to_3_bits(s->fiq_enable) << PMNC_FIQ_SHIFT;
}

static void arm11_reset(CpPmu *s)
{
    bool garbage = s->garbage_at_reset;

    /* Garbage: E, D, X, all enables, all flags, events 0x12 and 0x0a. */
    arm11_set_control(s, garbage ? (PMNC_FIQ & ~s->desc->sbz) | 0x0120a879 : 0);
    s->flags = garbage ? BIT(0) | BIT(1) | BIT(CCNT) : 0;
    s->value[0] = garbage ? 0xdeadbeef : 0;
    s->value[1] = garbage ? 0xfeedface : 0;
    s->value[CCNT] = garbage ? 0xfffff000 : 0;
    s->user_access = garbage;
}

static uint64_t arm11_pmnc_read(CPUARMState *env, const ARMCPRegInfo *ri)
{
    CpPmu *s = ri->opaque;

    s->stats.reads[ri->opc2]++;
    cp_pmu_advance(s, cp_pmu_insns_now());
    cp_pmu_read_flags(s);
    cp_pmu_update(s);
    return arm11_read_control(s) | (s->garbage & s->desc->unpredictable);
}

static void arm11_pmnc_write(CPUARMState *env, const ARMCPRegInfo *ri,
                             uint64_t value)
{
    CpPmu *s = ri->opaque;
    uint32_t pmnc = value;
    int64_t now = cp_pmu_insns_now();

    s->stats.writes[ri->opc2]++;
    cp_pmu_check_sbz(s, ri, pmnc, s->desc->sbz);
    s->stats.counter_resets += !!(pmnc & (PMNC_C | PMNC_P));

    /*
     * AN195: writing ones clears flags "when bit 0 is set". The model looks at
     * bit 0 of the same write. A counter that overflows in this instruction
     * sets its flag again.
     */
    cp_pmu_advance(s, now - 1);
    if (cp_pmu_ack_clears(s, pmnc & PMNC_E, s->running, pmnc & PMNC_E)) {
        cp_pmu_clear_flags(s, cp_pmu_mask_from_3_bits(pmnc >> PMNC_FLAG_SHIFT));
    }
    cp_pmu_advance(s, now);
    cp_pmu_inject_race(s);

    arm11_set_control(s, pmnc);
    if (pmnc & PMNC_C) {
        s->value[CCNT] = 0;
    }
    if (pmnc & PMNC_P) {
        s->value[0] = 0;
        s->value[1] = 0;
    }
    cp_pmu_update(s);
}

/* CCNT, PMN0 and PMN1 are opc2 1, 2 and 3. */
static int arm11_counter(const ARMCPRegInfo *ri)
{
    return ri->opc2 == 1 ? CCNT : ri->opc2 - 2;
}

static uint64_t arm11_counter_read(CPUARMState *env, const ARMCPRegInfo *ri)
{
    CpPmu *s = ri->opaque;

    s->stats.reads[ri->opc2]++;
    cp_pmu_catch_up(s);
    return s->value[arm11_counter(ri)];
}

static void arm11_counter_write(CPUARMState *env, const ARMCPRegInfo *ri,
                                uint64_t value)
{
    CpPmu *s = ri->opaque;

    s->stats.writes[ri->opc2]++;
    cp_pmu_advance(s, cp_pmu_insns_now());
    s->value[arm11_counter(ri)] = value;
    cp_pmu_update(s);
}

/*
 * AN195: "accessible in user and privileged modes". On ARM1176, User mode needs
 * the bit V.
 */
static CPAccessResult arm11_access(CPUARMState *env, const ARMCPRegInfo *ri,
                                   bool isread)
{
    CpPmu *s = ri->opaque;

    if (s->desc->has_validation && !s->user_access &&
        arm_current_el(env) == 0) {
        return CP_ACCESS_TRAP_UNCATEGORIZED;
    }
    return CP_ACCESS_OK;
}

/*
 * ARM1176: Secure User and Non-secure Access Validation Control Register. It
 * has only bit 0, V. Privileged modes read it in both worlds, and write it in
 * the Secure world. On a core without the Security Extensions, all privileged
 * modes write it.
 */
#define ARM11_REG_VALIDATION    4

static CPAccessResult arm1176_validation_access(CPUARMState *env,
                                                const ARMCPRegInfo *ri,
                                                bool isread)
{
    if (!isread && arm_feature(env, ARM_FEATURE_EL3) && !arm_is_secure(env)) {
        return CP_ACCESS_TRAP_UNCATEGORIZED;
    }
    return CP_ACCESS_OK;
}

static uint64_t arm1176_validation_read(CPUARMState *env,
                                        const ARMCPRegInfo *ri)
{
    CpPmu *s = ri->opaque;

    s->stats.reads[ARM11_REG_VALIDATION]++;
    return s->user_access;
}

static void arm1176_validation_write(CPUARMState *env, const ARMCPRegInfo *ri,
                                     uint64_t value)
{
    CpPmu *s = ri->opaque;

    s->stats.writes[ARM11_REG_VALIDATION]++;
    s->user_access = value & 1;
}

/* QEMU has dummy registers in all of c15. These override some of them. */
#define ARM11_REG(_name, _crm, _opc2) \
    .name = _name, .cp = 15, .opc1 = 0, .crn = 15, .crm = _crm, .opc2 = _opc2, \
    .type = ARM_CP_IO | ARM_CP_NO_RAW | ARM_CP_NO_GDB | ARM_CP_OVERRIDE

#define ARM11_COUNTER(_name, _opc2) { \
    ARM11_REG(_name, 12, _opc2), .access = PL0_RW, .accessfn = arm11_access, \
    .readfn = arm11_counter_read, .writefn = arm11_counter_write }

static const ARMCPRegInfo arm11_regs[] = {
    { ARM11_REG("PMNC", 12, 0), .access = PL0_RW, .accessfn = arm11_access,
      .readfn = arm11_pmnc_read, .writefn = arm11_pmnc_write,
      .resetfn = cp_pmu_control_reset },
    ARM11_COUNTER("CCNT", 1),
    ARM11_COUNTER("PMN0", 2),
    ARM11_COUNTER("PMN1", 3),
    /* Only ARM1176 has this one. The other cores omit the last register. */
    { ARM11_REG("VALIDATION", 9, 0), .access = PL1_RW,
      .accessfn = arm1176_validation_access,
      .readfn = arm1176_validation_read, .writefn = arm1176_validation_write },
};

#define ARM11_DESC(_name, _core, _fiq) \
    .name = _name, \
    .core = _core, \
    .sbz = PMNC_SBZ | (PMNC_FIQ & ~(_fiq)), \
    .unpredictable = PMNC_SBZ | (PMNC_FIQ & ~(_fiq)) | PMNC_C | PMNC_P, \
    .event_kind = arm11_event_kind, \
    .reset = arm11_reset, \
    .read_control = arm11_read_control, \
    /* BCM2835's; ARM1176 TRM, 7.2 */ \
    .cache = { 16 * KiB, 4, 5, false, { 0x00, 0x0a, 0x09, 0x0b } }, \
    .regs = arm11_regs

const CpPmuDesc cp_pmu_arm1136 = {
    ARM11_DESC("arm1136", ARM1136, 0),
    .num_regs = ARRAY_SIZE(arm11_regs) - 1,
    .reg_names = { "pmnc", "ccnt", "pmn0", "pmn1" },
};

const CpPmuDesc cp_pmu_arm1156 = {
    ARM11_DESC("arm1156", ARM1156, PMNC_FIQ),
    .num_regs = ARRAY_SIZE(arm11_regs) - 1,
    .reg_names = { "pmnc", "ccnt", "pmn0", "pmn1" },
};

const CpPmuDesc cp_pmu_arm1176 = {
    ARM11_DESC("arm1176", ARM1176, 0),
    .num_regs = ARRAY_SIZE(arm11_regs),
    .reg_names = { "pmnc", "ccnt", "pmn0", "pmn1", "validation" },
    .has_validation = true,
};
