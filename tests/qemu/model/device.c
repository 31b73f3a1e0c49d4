/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The device of the model, /machine/cp-pmu. Its properties show the registers
 * and the statistics, change settings, and inject faults.
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "qapi/error.h"
#include "qapi/visitor.h"
#include "hw/irq.h"
#include "migration/vmstate.h"
#include "internal.h"

/* ---- Properties ------------------------------------------------------- */

typedef struct CpPmuProp {
    const char *name;
    size_t offset;
    enum { PROP_INT, PROP_BOOL, PROP_STAT } type;
    const char *text;
} CpPmuProp;

#define SETTING(_name, _field, _text) \
    { _name, offsetof(CpPmu, _field), PROP_INT, _text }
#define SWITCH(_name, _field, _text) \
    { _name, offsetof(CpPmu, _field), PROP_BOOL, _text }
#define STAT(_name, _field, _text) \
    { _name, offsetof(CpPmu, stats._field), PROP_STAT, _text }

static const CpPmuProp props[] = {
    SETTING("cpi", cpi, "cycles per instruction"),
    SETTING("idle-cycles", idle_cycles,
            "cycles count while the core waits: 1 by CCNT, 2 by the event"),
    SETTING("garbage", garbage, "what UNPREDICTABLE bits read as"),
    SETTING("irq-wire", irq_wire,
            "input that nPMUIRQ is wired to, -1 none, -2 the board's"),
    SETTING("irq-delay", irq_delay, "instructions by which the line is late"),
    SETTING("irq-drop-every", irq_drop_every,
            "every Nth overflow is kept off the line"),
    SETTING("irq-spurious-every", irq_spurious_every,
            "the line pulses every N instructions"),
    SETTING("dead-counters", dead_counters,
            "mask of counters that do not count"),
    SETTING("dead-event", dead_event, "event that never happens, -1 none"),
    SETTING("pulse-event", pulse_event,
            "event that happens only by pulses of the test port, -1 none"),
    SETTING("ccnt-breaks", ccnt_breaks,
            "Cortex-A8: an access N instructions after CCNT's overflow breaks"),
    SETTING("start-delay", start_delay,
            "event counters start N instructions after E is set"),
    SWITCH("double-step", double_step,
           "ARM11: instructions count in steps of two"),
    SETTING("ack-rule", ack_rule, "when a write of ones clears flags"),
    SWITCH("irq-stuck", irq_stuck, "the line is held high"),
    SWITCH("garbage-at-reset", garbage_at_reset,
           "registers hold garbage after a reset"),
    SWITCH("astep", astep,
           "XScale A-stepping: an overflow clears the flags of others"),
    SWITCH("cache", cache, "the caches cause their events; before start"),
    SWITCH("test-port", test_port, "the guest has a test port; before start"),

    STAT("total-pmn0", total[0], "what PMN0 has counted"),
    STAT("total-pmn1", total[1], "what PMN1 has counted"),
    STAT("total-pmn2", total[2], "what PMN2 has counted"),
    STAT("total-pmn3", total[3], "what PMN3 has counted"),
    STAT("total-ccnt", total[CCNT], "what CCNT has counted"),
    STAT("overflows", overflows, "overflows of all counters"),
    STAT("ccnt-overflows", ccnt_overflows, "overflows of CCNT"),
    STAT("breaks", breaks, "how often the monitor broke by ccnt-breaks"),
    STAT("irqs", irqs, "rising edges of nPMUIRQ"),
    STAT("fiqs", fiqs, "rising edges of nPMUFIQ"),
    STAT("acks", acks, "writes that cleared flags"),
    STAT("lost-flags", lost_flags, "flags cleared that were never read as one"),
    STAT("stray-acks", stray_acks, "ones written to flags that were not set"),
    STAT("live-writes", live_writes,
         "Cortex-A8: writes of CCNT while it counts"),
    STAT("astep-lost", astep_lost, "flags cleared by the overflow of another"),
    STAT("counter-resets", counter_resets, "control writes with C or P"),
    STAT("sbz-writes", sbz_writes, "control writes with ones in SBZ bits"),
    STAT("reserved-events", reserved_events, "selections of reserved events"),
    STAT("drops", drops, "overflows kept off the line"),
    STAT("spurious", spurious, "pulses of the line without a flag"),
    STAT("irqs-off", irqs_off,
         "the longest time with interrupts masked, in instructions"),
};

static void get_prop(Object *obj, Visitor *v, const char *name, void *opaque,
                     Error **errp)
{
    const CpPmuProp *prop = opaque;
    void *field = (char *)obj + prop->offset;

    if (prop->type == PROP_BOOL) {
        visit_type_bool(v, name, field, errp);
        return;
    }
    if (prop->type == PROP_STAT) {
        cp_pmu_catch_up(ARM_CP_PMU(obj));
    }
    visit_type_int64(v, name, field, errp);
}

static void set_prop(Object *obj, Visitor *v, const char *name, void *opaque,
                     Error **errp)
{
    CpPmu *s = ARM_CP_PMU(obj);
    const CpPmuProp *prop = opaque;
    void *field = (char *)obj + prop->offset;
    int64_t num;
    bool on;

    if (prop->type == PROP_BOOL ? !visit_type_bool(v, name, &on, errp)
                                : !visit_type_int64(v, name, &num, errp)) {
        return;
    }
    /* Before the device is realized, this sets an initial value. */
    if (DEVICE(obj)->realized) {
        cp_pmu_advance(s, cp_pmu_insns_now());
    }
    if (prop->type == PROP_BOOL) {
        *(bool *)field = on;
    } else {
        *(int64_t *)field = num;
    }
    if (DEVICE(obj)->realized) {
        cp_pmu_update(s);
    }
}

static void get_counter(Object *obj, Visitor *v, const char *name, void *opaque,
                        Error **errp)
{
    CpPmu *s = ARM_CP_PMU(obj);
    uint32_t value;

    cp_pmu_catch_up(s);
    value = *(uint32_t *)((char *)obj + (uintptr_t)opaque);
    visit_type_uint32(v, name, &value, errp);
}

static void get_pmnc(Object *obj, Visitor *v, const char *name, void *opaque,
                     Error **errp)
{
    CpPmu *s = ARM_CP_PMU(obj);
    uint32_t value;

    cp_pmu_catch_up(s);
    value = s->desc->read_control(s);
    visit_type_uint32(v, name, &value, errp);
}

/* Masks have the layout of Cortex-A8's registers, on all cores. */
static void get_mask(Object *obj, Visitor *v, const char *name, void *opaque,
                     Error **errp)
{
    CpPmu *s = ARM_CP_PMU(obj);
    uint32_t value;

    cp_pmu_catch_up(s);
    value = cp_pmu_mask_to_a8(*(uint32_t *)((char *)obj + (uintptr_t)opaque));
    visit_type_uint32(v, name, &value, errp);
}

static bool get_user_access(Object *obj, Error **errp)
{
    return ARM_CP_PMU(obj)->user_access;
}

static void set_user_access(Object *obj, bool value, Error **errp)
{
    ARM_CP_PMU(obj)->user_access = value;
}

static void get_reg_stat(Object *obj, Visitor *v, const char *name,
                         void *opaque, Error **errp)
{
    visit_type_int64(v, name, opaque, errp);
}

static void get_accesses(Object *obj, Visitor *v, const char *name,
                         void *opaque, Error **errp)
{
    int64_t sum = cp_pmu_accesses(ARM_CP_PMU(obj));

    visit_type_int64(v, name, &sum, errp);
}

static void get_insns(Object *obj, Visitor *v, const char *name, void *opaque,
                      Error **errp)
{
    int64_t now = cp_pmu_insns_now();

    visit_type_int64(v, name, &now, errp);
}

static bool get_line(Object *obj, Error **errp)
{
    cp_pmu_catch_up(ARM_CP_PMU(obj));
    return ARM_CP_PMU(obj)->line;
}

static bool get_fiq_line(Object *obj, Error **errp)
{
    cp_pmu_catch_up(ARM_CP_PMU(obj));
    return ARM_CP_PMU(obj)->fiq_line;
}

static void set_reset_stats(Object *obj, bool value, Error **errp)
{
    CpPmu *s = ARM_CP_PMU(obj);

    cp_pmu_catch_up(s);
    memset(&s->stats, 0, sizeof(s->stats));
}

static void set_lose_state(Object *obj, bool value, Error **errp)
{
    cp_pmu_reset(ARM_CP_PMU(obj));
}

/* Parse "COUNTER,NUMBER", for example "ccnt,1000". */
static bool parse_counter(const char *text, int *counter, int64_t *num,
                          Error **errp)
{
    const char *comma = strchr(text, ',');
    int i;

    for (i = 0; comma && i < NUM_COUNTERS; i++) {
        if (strlen(cp_pmu_counter_names[i]) == comma - text &&
            !strncmp(text, cp_pmu_counter_names[i], comma - text) &&
            !qemu_strtoi64(comma + 1, NULL, 0, num) && *num > 0) {
            *counter = i;
            return true;
        }
    }
    error_setg(errp, "'%s' is not like ccnt,1000", text);
    return false;
}

static void set_overflow_at(Object *obj, const char *text, Error **errp)
{
    CpPmu *s = ARM_CP_PMU(obj);
    int64_t num;
    int counter;

    if (parse_counter(text, &counter, &num, errp)) {
        s->at_insn[counter] = cp_pmu_insns_now() + num;
        if (DEVICE(obj)->realized) {
            cp_pmu_catch_up(s);
        }
    }
}

static void set_race(Object *obj, const char *text, Error **errp)
{
    CpPmu *s = ARM_CP_PMU(obj);
    int64_t num;

    if (parse_counter(text, &s->race_counter, &num, errp)) {
        s->race_writes = num;
    }
}

/* One line for each event that is not reserved, for example "0x07 1/1" */
static char *get_rates(Object *obj, Error **errp)
{
    CpPmu *s = ARM_CP_PMU(obj);
    GString *text = g_string_new(NULL);
    int event;

    for (event = 0; event < 256; event++) {
        EventRate rate = cp_pmu_event_rate(s, event);

        if (s->desc->event_kind(s, event) != EVENT_RESERVED) {
            g_string_append_printf(text, "0x%02x %u/%u\n", event, rate.count,
                                   rate.insns);
        }
    }
    return g_string_free(text, false);
}

static void cp_pmu_init(Object *obj)
{
    CpPmu *s = ARM_CP_PMU(obj);

    s->cpi = 2;
    s->garbage = 0xffffffff;
    s->irq_wire = ARM_CP_PMU_WIRE_BOARD;
    s->board_wire = ARM_CP_PMU_WIRE_NONE;
    s->wired_to = ARM_CP_PMU_WIRE_NONE;
    s->idle_ns = -1;
    s->request = -1;
    s->masked_since = -1;
    s->dead_event = -1;
    s->pulse_event = -1;
    memset(s->at_insn, 0xff, sizeof(s->at_insn));
    s->timer = timer_new_ns(QEMU_CLOCK_VIRTUAL, cp_pmu_timer_callback, s);
}

/* The state cannot be saved, so refuse snapshots. No test takes one. */
static const VMStateDescription vmstate_cp_pmu = {
    .name = TYPE_ARM_CP_PMU,
    .unmigratable = 1,
};

static void cp_pmu_class_init(ObjectClass *oc, void *data)
{
    static const struct {
        const char *name;
        size_t offset;
    } masks[] = {
        { "running", offsetof(CpPmu, running) },
        { "flags", offsetof(CpPmu, flags) },
        { "irq-enable", offsetof(CpPmu, irq_enable) },
        { "count-enable", offsetof(CpPmu, count_enable) },
    };
    int i;

    for (i = 0; i < ARRAY_SIZE(props); i++) {
        const CpPmuProp *prop = &props[i];

        object_class_property_add(oc, prop->name,
                                  prop->type == PROP_BOOL ? "bool" : "int",
                                  get_prop,
                                  prop->type == PROP_STAT ? NULL : set_prop,
                                  NULL, (void *)prop);
        object_class_property_set_description(oc, prop->name, prop->text);
    }
    object_class_property_add(oc, "pmnc", "uint32", get_pmnc, NULL, NULL, NULL);
    for (i = 0; i < NUM_COUNTERS; i++) {
        object_class_property_add(oc, cp_pmu_counter_names[i], "uint32",
                                  get_counter, NULL, NULL,
                                  (void *)offsetof(CpPmu, value[i]));
    }
    for (i = 0; i < ARRAY_SIZE(masks); i++) {
        object_class_property_add(oc, masks[i].name, "uint32", get_mask, NULL,
                                  NULL, (void *)masks[i].offset);
    }
    object_class_property_add_bool(oc, "user-access", get_user_access,
                                   set_user_access);
    object_class_property_add(oc, "accesses", "int", get_accesses, NULL, NULL,
                              NULL);
    object_class_property_add(oc, "insns", "int", get_insns, NULL, NULL, NULL);
    object_class_property_add_bool(oc, "line", get_line, NULL);
    object_class_property_add_bool(oc, "fiq-line", get_fiq_line, NULL);
    object_class_property_add_bool(oc, "reset-stats", NULL, set_reset_stats);
    object_class_property_add_bool(oc, "lose-state", NULL, set_lose_state);
    object_class_property_add_str(oc, "overflow-at", NULL, set_overflow_at);
    object_class_property_add_str(oc, "race", NULL, set_race);
    object_class_property_add_str(oc, "rates", get_rates, NULL);
    DEVICE_CLASS(oc)->user_creatable = false;
    DEVICE_CLASS(oc)->vmsd = &vmstate_cp_pmu;
}

static const TypeInfo cp_pmu_info = {
    .name = TYPE_ARM_CP_PMU,
    .parent = TYPE_DEVICE,
    .instance_size = sizeof(CpPmu),
    .instance_init = cp_pmu_init,
    .class_init = cp_pmu_class_init,
};

static void cp_pmu_register_types(void)
{
    type_register_static(&cp_pmu_info);
}

type_init(cp_pmu_register_types)

/* ---- Cores and boards ------------------------------------------------- */

static const CpPmuDesc *const descs[] = {
    [ARM_CP_PMU_ARM1136] = &cp_pmu_arm1136,
    [ARM_CP_PMU_ARM1156] = &cp_pmu_arm1156,
    [ARM_CP_PMU_ARM1176] = &cp_pmu_arm1176,
    [ARM_CP_PMU_CORTEX_A8] = &cp_pmu_cortex_a8,
    [ARM_CP_PMU_XSCALE1] = &cp_pmu_xscale1,
};

void arm_cp_pmu_create(ARMCPU *cpu)
{
    const CpPmuDesc *desc = descs[cpu->cp_pmu_core];
    CpPmu *s;
    int i;

    /* Only the first core has a monitor: /machine/cp-pmu is one object. */
    if (cpu->cp_pmu_core == ARM_CP_PMU_NONE ||
        object_property_find(qdev_get_machine(), "cp-pmu")) {
        return;
    }
    s = ARM_CP_PMU(object_new(TYPE_ARM_CP_PMU));
    s->desc = desc;
    for (i = 0; desc->reg_names[i]; i++) {
        g_autofree char *reads = g_strdup_printf("reads-%s",
                                                 desc->reg_names[i]);
        g_autofree char *writes = g_strdup_printf("writes-%s",
                                                  desc->reg_names[i]);

        object_property_add(OBJECT(s), reads, "int", get_reg_stat, NULL, NULL,
                            &s->stats.reads[i]);
        object_property_add(OBJECT(s), writes, "int", get_reg_stat, NULL, NULL,
                            &s->stats.writes[i]);
    }
    object_property_add_child(qdev_get_machine(), "cp-pmu", OBJECT(s));
    qdev_realize_and_unref(DEVICE(s), NULL, &error_fatal);

    define_arm_cp_regs_with_opaque_len(cpu, desc->regs, s, desc->num_regs);
    if (s->cache) {
        cp_pmu_cache_init(s);
        cp_pmu_cache_define_regs(cpu, s);
    }
    if (s->test_port) {
        define_one_arm_cp_reg_with_opaque(cpu, &cp_pmu_test_port_reg, s);
    }
    cpu->cp_pmu = s;
}

int arm_cp_pmu_line_bits(ARMCPU *cpu)
{
    CpPmu *s = cpu->cp_pmu;

    return s && s->cache ? s->dcache.line_bits : 0;
}

void arm_cp_pmu_wire(ARMCPU *cpu, const qemu_irq *inputs, int num_inputs,
                     int board_wire, qemu_irq fiq)
{
    CpPmu *s = cpu->cp_pmu;

    if (s) {
        s->inputs = g_memdup2(inputs, num_inputs * sizeof(*inputs));
        s->num_inputs = num_inputs;
        s->board_wire = board_wire;
        s->fiq = fiq;
        cp_pmu_update(s);
    }
}
