/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The L220 level 2 cache controller, as far as its two event counters need it.
 *
 *   0x000, 0x004   Cache ID, Cache Type
 *   0x100, 0x104   control, auxiliary control: stored
 *   0x200          event counter control: enable, reset of the counters
 *   0x204, 0x208   configuration of counters 1 and 0: event, interrupt
 *   0x20c, 0x210   values of counters 1 and 0
 *   0x214 - 0x220  interrupt mask, masked status, raw status, clear
 *   0x730 - 0x7fc  maintenance: complete at once
 *   others         stored
 *
 * There is no cache behind the registers. While the cache is enabled, each event has a rate
 * of its own per instruction. See the L220 TRM (ARM DDI 0329), section 3.3.
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "hw/irq.h"
#include "hw/sysbus.h"
#include "migration/vmstate.h"
#include "qapi/error.h"
#include "qapi/visitor.h"
#include "internal.h"

#define TYPE_ARM_L220       "arm-l220"
OBJECT_DECLARE_SIMPLE_TYPE(L220State, ARM_L220)

#define L220_COUNTERS       2
#define L220_MAX            0xffffffffLL

/* Word offsets */
enum {
    R_ID = 0x000 / 4,
    R_CONTROL = 0x100 / 4,
    R_AUX = 0x104 / 4,
    R_EVENT_CONTROL = 0x200 / 4,
    R_CONFIG1 = 0x204 / 4,
    R_CONFIG0 = 0x208 / 4,
    R_VALUE1 = 0x20c / 4,
    R_VALUE0 = 0x210 / 4,
    R_INT_MASK = 0x214 / 4,
    R_INT_MASKED = 0x218 / 4,
    R_INT_RAW = 0x21c / 4,
    R_INT_CLEAR = 0x220 / 4,
    R_SYNC = 0x730 / 4,
    R_LAST_OPERATION = 0x7fc / 4,
    R_END = 0x1000 / 4,
};

/* The event counters' bit in the interrupt registers */
#define INT_ECNTR           1

enum { CONFIG_INT_INCREMENT = 1, CONFIG_INT_OVERFLOW = 2 };

struct L220State {
    SysBusDevice parent_obj;
    MemoryRegion mmio;
    qemu_irq irq;
    QEMUTimer *timer;
    const CpPmu *pmu;

    uint32_t regs[R_END];
    /* By number of the counter: configuration and value */
    uint32_t config[L220_COUNTERS];
    uint32_t value[L220_COUNTERS];
    uint32_t raw;
    /* Everything has been counted up to this instruction. */
    int64_t now;

    int64_t cache_id;
    /* Statistics */
    int64_t total[L220_COUNTERS];
    int64_t lost[L220_COUNTERS];
    int64_t reads;
    int64_t writes;
    int64_t other_writes;
    int64_t ignored_writes;
    int64_t sbz_writes;
};

/* ---- Counting --------------------------------------------------------- */

/* The rates make hit ratios of 75 % (data reads), 50 % (writes) and 90 %. */
static const EventRate rates[] = {
    { 0, 1 },
    { 1, 700 },     /* CO */
    { 3, 200 },     /* DRHIT */
    { 1, 50 },      /* DRREQ */
    { 1, 160 },     /* DWHIT */
    { 1, 100 },     /* DWREQ */
    { 1, 400 },     /* DWTREQ */
    { 9, 800 },     /* IRHIT */
    { 1, 80 },      /* IRREQ */
    { 1, 900 },     /* WA */
};

static EventRate counter_rate(const L220State *s, int i)
{
    uint32_t event = extract32(s->config[i], 2, 4);
    bool counts = (s->regs[R_EVENT_CONTROL] & 1) && (s->regs[R_CONTROL] & 1);

    return rates[counts && event < ARRAY_SIZE(rates) ? event : 0];
}

static int64_t happened(EventRate rate, int64_t insn)
{
    return insn * rate.count / rate.insns;
}

static void count(L220State *s, int i, int64_t n)
{
    int64_t counted = MIN(n, L220_MAX - s->value[i]);
    uint32_t interrupt = extract32(s->config[i], 0, 2);

    s->total[i] += n;
    s->lost[i] += n - counted;
    s->value[i] += counted;
    if ((interrupt == CONFIG_INT_INCREMENT && counted) ||
        (interrupt == CONFIG_INT_OVERFLOW && n > counted)) {
        s->raw |= INT_ECNTR;
    }
}

static void advance(L220State *s)
{
    int64_t to = cp_pmu_insns_now();
    int i;

    for (i = 0; i < L220_COUNTERS; i++) {
        EventRate rate = counter_rate(s, i);

        if (rate.count) {
            count(s, i, happened(rate, to) - happened(rate, s->now));
        }
    }
    s->now = to;
}

/* The instruction of the next event that may raise an interrupt */
static int64_t next_interrupt(const L220State *s, int i)
{
    EventRate rate = counter_rate(s, i);
    uint32_t interrupt = extract32(s->config[i], 0, 2);
    int64_t events;

    if (!rate.count || (s->raw & INT_ECNTR)) {
        return INT64_MAX;
    }
    if (interrupt == CONFIG_INT_INCREMENT && s->value[i] < L220_MAX) {
        events = 1;
    } else if (interrupt == CONFIG_INT_OVERFLOW) {
        events = L220_MAX - s->value[i] + 1;
    } else {
        return INT64_MAX;
    }
    return DIV_ROUND_UP((happened(rate, s->now) + events) * rate.insns,
                        rate.count);
}

/* The timer runs for unmasked interrupts, and not while the core waits. */
static void update(L220State *s)
{
    int64_t next = INT64_MAX;
    int i;

    qemu_set_irq(s->irq, !!(s->raw & s->regs[R_INT_MASK]));
    if ((s->regs[R_INT_MASK] & INT_ECNTR) && !s->pmu->parked) {
        for (i = 0; i < L220_COUNTERS; i++) {
            next = MIN(next, next_interrupt(s, i));
        }
    }
    cp_pmu_set_timer(s->timer, next);
}

static void catch_up(L220State *s)
{
    advance(s);
    update(s);
}

static void timer_callback(void *opaque)
{
    catch_up(opaque);
}

void cp_pmu_l220_update(L220State *s)
{
    if (s) {
        catch_up(s);
    }
}

/* ---- Registers -------------------------------------------------------- */

static uint64_t l220_read(void *opaque, hwaddr offset, unsigned size)
{
    L220State *s = opaque;
    int reg = offset / 4;

    catch_up(s);
    if (reg >= R_EVENT_CONTROL && reg <= R_VALUE0) {
        s->reads++;
    }
    if (reg >= R_SYNC && reg <= R_LAST_OPERATION) {
        return 0;
    }
    switch (reg) {
    case R_ID:
        return (uint32_t)s->cache_id;
    case R_CONFIG1:
    case R_CONFIG0:
        return s->config[reg == R_CONFIG1];
    case R_VALUE1:
    case R_VALUE0:
        return s->value[reg == R_VALUE1];
    case R_INT_MASKED:
        return s->raw & s->regs[R_INT_MASK];
    case R_INT_RAW:
        return s->raw;
    case R_INT_CLEAR:
        return 0;
    default:
        return s->regs[reg];
    }
}

static void check_sbz(L220State *s, int reg, uint32_t val, uint32_t known)
{
    if (val & ~known) {
        s->sbz_writes++;
        qemu_log_mask(LOG_GUEST_ERROR, "l220: register 0x%03x = 0x%08x\n",
                      reg * 4, val);
    }
}

static void l220_write(void *opaque, hwaddr offset, uint64_t val64,
                       unsigned size)
{
    L220State *s = opaque;
    uint32_t val = val64;
    int reg = offset / 4;
    int i = reg == R_CONFIG1 || reg == R_VALUE1;

    advance(s);
    if (reg >= R_EVENT_CONTROL && reg <= R_VALUE0) {
        s->writes++;
    } else {
        s->other_writes++;
    }
    switch (reg) {
    case R_EVENT_CONTROL:
        check_sbz(s, reg, val, 7);
        /* Bits 2:1 reset the counters and read as zero. */
        s->value[0] = val & 2 ? 0 : s->value[0];
        s->value[1] = val & 4 ? 0 : s->value[1];
        s->regs[reg] = val & 1;
        break;
    case R_CONFIG1:
    case R_CONFIG0:
        check_sbz(s, reg, val, 0x3f);
        s->config[i] = val & 0x3f;
        break;
    case R_VALUE1:
    case R_VALUE0:
        /* Only a counter with the event "disabled" can be written. */
        if (s->config[i] >> 2) {
            s->ignored_writes++;
            qemu_log_mask(LOG_GUEST_ERROR, "l220: counter %d written while it "
                          "has an event\n", i);
        } else {
            s->value[i] = val;
        }
        break;
    case R_INT_CLEAR:
        s->raw &= ~val;
        break;
    case R_INT_MASK:
        s->regs[reg] = val & 0x1ff;
        break;
    case R_ID:
    case R_INT_MASKED:
    case R_INT_RAW:
        break;
    default:
        s->regs[reg] = val;
        break;
    }
    update(s);
}

static const MemoryRegionOps l220_ops = {
    .read = l220_read,
    .write = l220_write,
    .endianness = DEVICE_NATIVE_ENDIAN,
    .valid = { .min_access_size = 4, .max_access_size = 4 },
};

static void l220_reset(DeviceState *dev)
{
    L220State *s = ARM_L220(dev);

    memset(s->regs, 0, sizeof(s->regs));
    /* 8 ways of 16 KB; the latencies are the slowest. */
    s->regs[R_AUX] = 0x00030fff;
    memset(s->config, 0, sizeof(s->config));
    memset(s->value, 0, sizeof(s->value));
    s->raw = 0;
    update(s);
}

/* ---- Properties ------------------------------------------------------- */

static const struct {
    const char *name;
    size_t offset;
} stats[] = {
    { "total0", offsetof(L220State, total[0]) },
    { "total1", offsetof(L220State, total[1]) },
    { "lost0", offsetof(L220State, lost[0]) },
    { "lost1", offsetof(L220State, lost[1]) },
    { "reads", offsetof(L220State, reads) },
    { "writes", offsetof(L220State, writes) },
    { "other-writes", offsetof(L220State, other_writes) },
    { "ignored-writes", offsetof(L220State, ignored_writes) },
    { "sbz-writes", offsetof(L220State, sbz_writes) },
}, registers[] = {
    { "control", offsetof(L220State, regs[R_EVENT_CONTROL]) },
    { "config0", offsetof(L220State, config[0]) },
    { "config1", offsetof(L220State, config[1]) },
    { "value0", offsetof(L220State, value[0]) },
    { "value1", offsetof(L220State, value[1]) },
};

static void get_stat(Object *obj, Visitor *v, const char *name, void *opaque,
                     Error **errp)
{
    catch_up(ARM_L220(obj));
    visit_type_int64(v, name, (int64_t *)((char *)obj + (uintptr_t)opaque),
                     errp);
}

static void get_register(Object *obj, Visitor *v, const char *name,
                         void *opaque, Error **errp)
{
    catch_up(ARM_L220(obj));
    visit_type_uint32(v, name, (uint32_t *)((char *)obj + (uintptr_t)opaque),
                      errp);
}

static void access_cache_id(Object *obj, Visitor *v, const char *name,
                            void *opaque, Error **errp)
{
    visit_type_int64(v, name, &ARM_L220(obj)->cache_id, errp);
}

/* As many events at once, if the counter counts now */
static void set_burst(Object *obj, Visitor *v, const char *name, void *opaque,
                      Error **errp)
{
    L220State *s = ARM_L220(obj);
    int i = (uintptr_t)opaque;
    int64_t n;

    if (visit_type_int64(v, name, &n, errp)) {
        advance(s);
        if (counter_rate(s, i).count) {
            count(s, i, n);
        }
        update(s);
    }
}

static void set_reset_stats(Object *obj, bool value, Error **errp)
{
    L220State *s = ARM_L220(obj);
    int i;

    catch_up(s);
    for (i = 0; i < ARRAY_SIZE(stats); i++) {
        *(int64_t *)((char *)s + stats[i].offset) = 0;
    }
}

static bool get_line(Object *obj, Error **errp)
{
    L220State *s = ARM_L220(obj);

    catch_up(s);
    return s->raw & s->regs[R_INT_MASK];
}

/* One line for each event, as the property rates of the core's monitor */
static char *get_rates(Object *obj, Error **errp)
{
    GString *text = g_string_new(NULL);
    int event;

    for (event = 1; event < ARRAY_SIZE(rates); event++) {
        g_string_append_printf(text, "0x%02x %u/%u\n", event,
                               rates[event].count, rates[event].insns);
    }
    return g_string_free(text, false);
}

/* ---- The device ------------------------------------------------------- */

static void l220_init(Object *obj)
{
    L220State *s = ARM_L220(obj);

    /* Implementer ARM, part L220, release r1p7 */
    s->cache_id = 0x41000086;
    s->timer = timer_new_ns(QEMU_CLOCK_VIRTUAL, timer_callback, s);
    memory_region_init_io(&s->mmio, obj, &l220_ops, s, TYPE_ARM_L220, 0x1000);
    sysbus_init_mmio(SYS_BUS_DEVICE(s), &s->mmio);
    sysbus_init_irq(SYS_BUS_DEVICE(s), &s->irq);
}

static const VMStateDescription vmstate_l220 = {
    .name = TYPE_ARM_L220,
    .unmigratable = 1,
};

static void l220_class_init(ObjectClass *oc, void *data)
{
    int i;

    for (i = 0; i < ARRAY_SIZE(stats); i++) {
        object_class_property_add(oc, stats[i].name, "int", get_stat, NULL,
                                  NULL, (void *)stats[i].offset);
    }
    for (i = 0; i < ARRAY_SIZE(registers); i++) {
        object_class_property_add(oc, registers[i].name, "uint32",
                                  get_register, NULL, NULL,
                                  (void *)registers[i].offset);
    }
    object_class_property_add(oc, "cache-id", "int", access_cache_id,
                              access_cache_id, NULL, NULL);
    object_class_property_add(oc, "burst0", "int", NULL, set_burst, NULL,
                              (void *)0);
    object_class_property_add(oc, "burst1", "int", NULL, set_burst, NULL,
                              (void *)1);
    object_class_property_add_bool(oc, "line", get_line, NULL);
    object_class_property_add_bool(oc, "reset-stats", NULL, set_reset_stats);
    object_class_property_add_str(oc, "rates", get_rates, NULL);
    DEVICE_CLASS(oc)->reset = l220_reset;
    DEVICE_CLASS(oc)->vmsd = &vmstate_l220;
    DEVICE_CLASS(oc)->user_creatable = false;
}

static const TypeInfo l220_info = {
    .name = TYPE_ARM_L220,
    .parent = TYPE_SYS_BUS_DEVICE,
    .instance_size = sizeof(L220State),
    .instance_init = l220_init,
    .class_init = l220_class_init,
};

static void l220_register_types(void)
{
    type_register_static(&l220_info);
}

type_init(l220_register_types)

/* /machine/cp-pmu has each property NAME of the device as l220-NAME. */
void arm_cp_pmu_add_l220(ARMCPU *cpu, hwaddr base, qemu_irq irq)
{
    DeviceState *dev;
    ObjectPropertyIterator iter;
    ObjectProperty *prop;
    CpPmu *pmu = cpu->cp_pmu;

    if (!pmu) {
        error_report("the L220 needs a core with a performance monitor");
        exit(1);
    }
    dev = qdev_new(TYPE_ARM_L220);
    ARM_L220(dev)->pmu = pmu;
    sysbus_realize_and_unref(SYS_BUS_DEVICE(dev), &error_fatal);
    sysbus_mmio_map(SYS_BUS_DEVICE(dev), 0, base);
    sysbus_connect_irq(SYS_BUS_DEVICE(dev), 0, irq);
    pmu->l220 = ARM_L220(dev);

    object_class_property_iter_init(&iter, object_get_class(OBJECT(dev)));
    while ((prop = object_property_iter_next(&iter))) {
        g_autofree char *name = g_strdup_printf("l220-%s", prop->name);

        object_property_add_alias(OBJECT(pmu), name, OBJECT(dev), prop->name);
    }
}
