/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The performance monitor of XScale core 1, which is in PXA25x and PXA26x.
 *
 * "Performance Monitoring (Based on PXA250)", a lecture. What it does not say
 * is from the "Intel XScale Core Developer's Manual", chapter 8, "XSC1", and
 * the 80200's, chapter 12.
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "internal.h"

/* PMNC. The event fields are in the opposite order of ARM11's. */
#define XSCALE_PMNC_E           BIT(0)
#define XSCALE_PMNC_P           BIT(1)
#define XSCALE_PMNC_C           BIT(2)
#define XSCALE_PMNC_D           BIT(3)
#define XSCALE_PMNC_IRQ_SHIFT   4
#define XSCALE_PMNC_FLAG_SHIFT  8
#define XSCALE_PMNC_EVT0_SHIFT  12
#define XSCALE_PMNC_EVT1_SHIFT  20
/* Reserved bits should be written as zero. */
#define XSCALE_PMNC_SBZ         0xf0000880
/* Bits that are UNPREDICTABLE when read */
#define XSCALE_PMNC_UNP         (XSCALE_PMNC_SBZ | XSCALE_PMNC_C | \
                                 XSCALE_PMNC_P)

/* 0x10 to 0x17 are "defined by ASSP". Six of them are known. */
static EventKind xscale_event_kind(const CpPmu *s, uint32_t event)
{
    switch (event) {
    case 0x07:
        return EVENT_INSNS;
    case 0x00 ... 0x06:
    case 0x08 ... 0x0d:
    case 0x10 ... 0x12:
    case 0x14 ... 0x16:
        return EVENT_OTHER;
    default:
        return EVENT_RESERVED;
    }
}

/* The bits of PMNC that hold what is written: all but the flags, C and P. */
static void xscale_set_control(CpPmu *s, uint32_t pmnc)
{
    cp_pmu_set_enable(s, pmnc & XSCALE_PMNC_E);
    s->running = s->enable ? BIT(0) | BIT(1) | BIT(CCNT) : 0;
    s->div64 = pmnc & XSCALE_PMNC_D;
    s->irq_enable = cp_pmu_mask_from_3_bits(pmnc >> XSCALE_PMNC_IRQ_SHIFT);
    cp_pmu_select_event(s, 0, extract32(pmnc, XSCALE_PMNC_EVT0_SHIFT, 8));
    cp_pmu_select_event(s, 1, extract32(pmnc, XSCALE_PMNC_EVT1_SHIFT, 8));
}

static uint32_t xscale_read_control(CpPmu *s)
{
    return (s->running ? XSCALE_PMNC_E : 0) |
           (s->div64 ? XSCALE_PMNC_D : 0) |
           cp_pmu_mask_to_3_bits(s->irq_enable) << XSCALE_PMNC_IRQ_SHIFT |
           cp_pmu_mask_to_3_bits(s->flags) << XSCALE_PMNC_FLAG_SHIFT |
           s->event[0] << XSCALE_PMNC_EVT0_SHIFT |
           s->event[1] << XSCALE_PMNC_EVT1_SHIFT;
}

/*
 * The manual: "E and inten are 0, others unpredictable". Garbage has E and
 * inten set as well, because firmware may have set them.
 */
static void xscale_reset(CpPmu *s)
{
    bool garbage = s->garbage_at_reset;

    xscale_set_control(s, garbage ? 0x00b0c079 : 0);
    s->flags = garbage ? BIT(0) | BIT(1) | BIT(CCNT) : 0;
    s->value[0] = garbage ? 0xdeadbeef : 0;
    s->value[1] = garbage ? 0xfeedface : 0;
    s->value[CCNT] = garbage ? 0xfffff000 : 0;
}

static void xscale_pmnc_write(CpPmu *s, const ARMCPRegInfo *ri, uint32_t pmnc)
{
    int64_t now = cp_pmu_insns_now();

    cp_pmu_check_sbz(s, ri, pmnc, XSCALE_PMNC_SBZ);
    s->stats.counter_resets += !!(pmnc & (XSCALE_PMNC_C | XSCALE_PMNC_P));

    /*
     * Writing ones clears flags, whatever E is. A counter that overflows in
     * this instruction sets its flag again.
     */
    cp_pmu_advance(s, now - 1);
    if (cp_pmu_ack_clears(s, true, s->running, pmnc & XSCALE_PMNC_E)) {
        cp_pmu_clear_flags(s, cp_pmu_mask_from_3_bits(pmnc >>
                                                      XSCALE_PMNC_FLAG_SHIFT));
    }
    cp_pmu_advance(s, now);
    cp_pmu_inject_race(s);

    xscale_set_control(s, pmnc);
    if (pmnc & XSCALE_PMNC_C) {
        s->value[CCNT] = 0;
    }
    if (pmnc & XSCALE_PMNC_P) {
        s->value[0] = 0;
        s->value[1] = 0;
    }
    cp_pmu_update(s);
}

/* PMNC, CCNT, PMN0 and PMN1 are c0, c1, c2 and c3. */
static int xscale_counter(const ARMCPRegInfo *ri)
{
    return ri->crn == 1 ? CCNT : ri->crn - 2;
}

static uint64_t xscale_read(CPUARMState *env, const ARMCPRegInfo *ri)
{
    CpPmu *s = ri->opaque;

    s->stats.reads[ri->crn]++;
    cp_pmu_advance(s, cp_pmu_insns_now());
    if (ri->crn == 0) {
        cp_pmu_read_flags(s);
    }
    cp_pmu_update(s);
    return ri->crn == 0 ? xscale_read_control(s) |
                          (s->garbage & XSCALE_PMNC_UNP)
                        : s->value[xscale_counter(ri)];
}

static void xscale_write(CPUARMState *env, const ARMCPRegInfo *ri,
                         uint64_t value)
{
    CpPmu *s = ri->opaque;

    s->stats.writes[ri->crn]++;
    if (ri->crn == 0) {
        xscale_pmnc_write(s, ri, value);
        return;
    }
    cp_pmu_advance(s, cp_pmu_insns_now());
    s->value[xscale_counter(ri)] = value;
    cp_pmu_update(s);
}

/*
 * Only privileged modes have access. PMNC overrides an ID register of the debug
 * unit that QEMU gives all cores older than ARMv7.
 */
#define XSCALE_REG(_name, _crn) { \
    .name = _name, .cp = 14, .opc1 = 0, .crn = _crn, .crm = 0, .opc2 = 0, \
    .type = ARM_CP_IO | ARM_CP_NO_RAW | ARM_CP_NO_GDB | ARM_CP_OVERRIDE, \
    .access = PL1_RW, .readfn = xscale_read, .writefn = xscale_write, \
    .resetfn = _crn == 0 ? cp_pmu_control_reset : NULL }

static const ARMCPRegInfo xscale_regs[] = {
    XSCALE_REG("PMNC", 0),
    XSCALE_REG("CCNT", 1),
    XSCALE_REG("PMN0", 2),
    XSCALE_REG("PMN1", 3),
};

const CpPmuDesc cp_pmu_xscale1 = {
    .name = "xscale1",
    .regs = xscale_regs,
    .num_regs = ARRAY_SIZE(xscale_regs),
    .reg_names = { "pmnc", "ccnt", "pmn0", "pmn1" },
    .event_kind = xscale_event_kind,
    .reset = xscale_reset,
    .read_control = xscale_read_control,
    .has_astep = true,
    /* Developer's Manual, chapters 4 and 6 */
    .cache = { 32 * KiB, 32, 5, true, { 0x00, -1, 0x0a, 0x0b } },
};
