/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Performance monitors of ARM cores older than the architected PMU: time,
 * counting, the interrupt lines, and what the registers of all cores do.
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "qemu/main-loop.h"
#include "hw/irq.h"
#include "sysemu/cpu-timers.h"
#include "internal.h"

/* A spurious pulse of the line ends after so many instructions. */
#define SPURIOUS_INSNS  4096

const char *const cp_pmu_counter_names[NUM_COUNTERS] = {
    "pmn0", "pmn1", "pmn2", "pmn3", "ccnt",
};

/* ---- Time ------------------------------------------------------------- */

/*
 * Time is the number of executed instructions. An instruction that accesses a
 * register counts as executed: two adjacent reads are one instruction apart.
 * Without -icount a nanosecond of the virtual clock counts as an instruction,
 * and nothing is exact.
 */
int64_t cp_pmu_insns_now(void)
{
    return icount_enabled() ? icount_get_raw()
                            : qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
}

void cp_pmu_set_timer(QEMUTimer *timer, int64_t insn)
{
    int64_t now, ns;

    if (insn == INT64_MAX) {
        timer_del(timer);
        return;
    }
    /* Read the clock and the number of instructions at the same moment. */
    do {
        now = cp_pmu_insns_now();
        ns = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    } while (icount_enabled() && now != cp_pmu_insns_now());

    insn -= now;
    timer_mod(timer, ns + (icount_enabled() ? icount_to_ns(insn) : insn));
}

/*
 * All rates are defined here:
 *
 *   instructions executed        one per instruction; with the property
 *                                double-step, two per two instructions
 *   cycles                       CPI per instruction
 *   cycles divided by 64         CPI per 64 instructions
 *   events without a source      never: ETMEXTOUT, PMUEXTIN, and the events
 *                                that the core's manual calls unused
 *   software increment           only by writes of SWINCR
 *   any other event N            one per 16 + N instructions
 *   reserved numbers             4096 per instruction: UNPREDICTABLE
 *   the event pulse-event        only by pulses, whatever it is
 *   events of the caches         as the core causes them, if these are modelled
 *
 * After INSN instructions since power-on, an event with the rate COUNT/INSNS
 * has happened INSN * COUNT / INSNS times, rounded down. Events happen at the
 * same instructions whether they are counted or not.
 */
EventRate cp_pmu_event_rate(const CpPmu *s, uint32_t event)
{
    if (event == s->dead_event || event == s->pulse_event ||
        cp_pmu_cache_event(s, event) >= 0) {
        return (EventRate) { 0, 1 };
    }
    switch (s->desc->event_kind(s, event)) {
    case EVENT_INSNS:
        return (EventRate) { 1, 1, s->double_step && s->desc->core };
    case EVENT_CYCLES:
        return (EventRate) { s->cpi, 1 };
    case EVENT_NEVER:
    case EVENT_SOFTWARE:
        return (EventRate) { 0, 1 };
    case EVENT_OTHER:
        return (EventRate) { 1, 16 + event };
    default:
        return (EventRate) { 4096, 1 };
    }
}

static bool is_dead(const CpPmu *s, int counter)
{
    return cp_pmu_mask_from_a8(s->dead_counters) & BIT(counter) ||
           (counter != CCNT && s->event[counter] == s->dead_event);
}

static EventRate counter_rate(const CpPmu *s, int counter)
{
    if (is_dead(s, counter)) {
        return (EventRate) { 0, 1 };
    }
    if (counter == CCNT) {
        return (EventRate) { s->cpi, s->div64 ? 64 : 1 };
    }
    return cp_pmu_event_rate(s, s->event[counter]);
}

static int64_t happened(EventRate rate, int64_t insn)
{
    int64_t count = insn * rate.count / rate.insns;

    return rate.pairs ? count & ~1LL : count;
}

/* From which instruction on the counter counts, if it runs now */
static int64_t counts_from(const CpPmu *s, int counter, int64_t now)
{
    return counter == CCNT ? now : MAX(now, s->events_from);
}

/* The instruction at which the counter wraps next, after NOW */
static int64_t wrap_insn(const CpPmu *s, int counter, int64_t now)
{
    EventRate rate = counter_rate(s, counter);
    int64_t want;

    if (!rate.count) {
        return INT64_MAX;
    }
    want = happened(rate, counts_from(s, counter, now)) +
           (1LL << 32) - s->value[counter];
    if (rate.pairs) {
        want += want & 1;
    }
    return DIV_ROUND_UP(want * rate.insns, rate.count);
}

/* ---- Counting --------------------------------------------------------- */

void cp_pmu_set_enable(CpPmu *s, bool enable)
{
    if (enable && !s->enable) {
        s->events_from = s->now + s->start_delay;
    }
    s->enable = enable;
}

void cp_pmu_count(CpPmu *s, int counter, uint64_t n)
{
    uint64_t sum = s->value[counter] + n;

    s->stats.total[counter] += n;
    s->value[counter] = sum;
    if (!(sum >> 32)) {
        return;
    }

    s->stats.overflows += sum >> 32;
    if (counter == CCNT) {
        s->stats.ccnt_overflows += sum >> 32;
        s->ccnt_overflow = s->now;
    } else if (sum & 1 && counter_rate(s, counter).pairs) {
        /* A step of two from 0xffffffff to 1 */
        return;
    }

    s->flags |= BIT(counter);
    s->flags_fresh |= BIT(counter);
    s->flags_seen &= ~BIT(counter);
    s->flags_dropped &= ~BIT(counter);
    if (s->irq_drop_every && s->stats.overflows % s->irq_drop_every == 0) {
        s->flags_dropped |= BIT(counter);
        s->stats.drops++;
    }
}

/* Inject an overflow: count as many events as the counter needs to wrap. */
static void count_to_wrap(CpPmu *s, int counter)
{
    cp_pmu_count(s, counter, (1LL << 32) - s->value[counter]);
}

/*
 * XScale A-stepping: an overflow clears the flags of other counters that were
 * set before. Overflows in the same instruction all set their flags.
 */
static void lose_flags(CpPmu *s)
{
    uint32_t lost = s->flags & ~s->flags_fresh;

    if (s->flags_fresh && s->astep && s->desc->has_astep) {
        s->stats.astep_lost += ctpop32(lost);
        s->flags &= ~lost;
    }
    s->flags_fresh = 0;
}

static void advance_step(CpPmu *s, int64_t to)
{
    int i;

    for (i = 0; i < NUM_COUNTERS; i++) {
        if (s->running & BIT(i)) {
            EventRate rate = counter_rate(s, i);
            int64_t from = MIN(counts_from(s, i, s->now), to);

            int64_t wrap = i == CCNT ? wrap_insn(s, i, s->now) : INT64_MAX;

            cp_pmu_count(s, i, happened(rate, to) - happened(rate, from));
            if (wrap <= to) {
                s->ccnt_overflow = wrap;
            }
        }
    }
    s->now = to;
    for (i = 0; i < NUM_COUNTERS; i++) {
        if (s->at_insn[i] >= 0 && to >= s->at_insn[i] &&
            (s->running & BIT(i))) {
            s->at_insn[i] = -1;
            count_to_wrap(s, i);
        }
    }
    lose_flags(s);
}

/* ---- Waiting for an interrupt ----------------------------------------- */

/*
 * No instruction is executed, but virtual time passes. By the property
 * idle-cycles, CCNT or the event of cycles go on as fast as if instructions
 * were executed.
 */
static bool counts_in_idle(const CpPmu *s, int counter)
{
    if (!(s->running & BIT(counter))) {
        return false;
    }
    if (counter == CCNT) {
        return s->idle_cycles & 1;
    }
    return s->idle_cycles & 2 &&
           s->desc->event_kind(s, s->event[counter]) == EVENT_CYCLES;
}

/* How long an instruction takes */
static int64_t insn_ns(void)
{
    return icount_enabled() ? icount_to_ns(1) : 1;
}

static void advance_idle(CpPmu *s)
{
    int64_t insns, i;

    if (s->idle_ns < 0) {
        return;
    }
    insns = (qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) - s->idle_ns) / insn_ns();
    for (i = 0; i < NUM_COUNTERS; i++) {
        if (counts_in_idle(s, i)) {
            EventRate rate = counter_rate(s, i);

            cp_pmu_count(s, i, happened(rate, s->idle + insns) -
                               happened(rate, s->idle));
        }
    }
    s->idle += insns;
    s->idle_ns += insns * insn_ns();
    lose_flags(s);
}

/* Let the timer wake the core by an overflow whose interrupt is enabled. */
static void set_idle_timer(CpPmu *s)
{
    int64_t next = INT64_MAX;
    int i;

    for (i = 0; s->idle_ns >= 0 && i < NUM_COUNTERS; i++) {
        if (counts_in_idle(s, i) &&
            ((s->irq_enable | s->fiq_enable) & BIT(i))) {
            next = MIN(next, wrap_insn(s, i, s->idle));
        }
    }
    if (next == INT64_MAX) {
        timer_del(s->timer);
    } else {
        timer_mod(s->timer, s->idle_ns + (next - s->idle) * insn_ns());
    }
}

static void count_cache_events(CpPmu *s)
{
    int i;

    for (i = 0; i < CCNT; i++) {
        int event = cp_pmu_cache_event(s, s->event[i]);

        if (event >= 0 && s->running & BIT(i) && !is_dead(s, i)) {
            cp_pmu_count(s, i, s->cache_pending[event]);
        }
    }
    memset(s->cache_pending, 0, sizeof(s->cache_pending));
    lose_flags(s);
}

void cp_pmu_advance(CpPmu *s, int64_t to)
{
    if (s->cache) {
        count_cache_events(s);
    }
    if (s->parked) {
        advance_idle(s);
        return;
    }
    while (s->now < to) {
        int64_t next = to;
        int i;

        /* The A-stepping's flags depend on the order of the overflows. */
        for (i = 0; s->astep && i < NUM_COUNTERS; i++) {
            if (s->running & BIT(i)) {
                next = MIN(next, wrap_insn(s, i, s->now));
            }
        }
        advance_step(s, next);
    }
}

/*
 * Programs make millions of pulses. Nothing but the counter changes unless it
 * wraps: the event has no rate, so the timer does not run for it.
 */
void cp_pmu_pulse(CpPmu *s, uint32_t n)
{
    bool wraps = false;
    int i;

    for (i = 0; i < CCNT; i++) {
        if (!(s->running & BIT(i)) || s->event[i] != s->pulse_event ||
            is_dead(s, i)) {
            continue;
        }
        if (!wraps && n > UINT32_MAX - s->value[i]) {
            wraps = true;
            cp_pmu_advance(s, cp_pmu_insns_now());
        }
        cp_pmu_count(s, i, n);
    }
    if (wraps) {
        lose_flags(s);
        cp_pmu_update(s);
    }
}

/* ---- Lines and timer -------------------------------------------------- */

static void set_wire(CpPmu *s, int level)
{
    if (s->wired_to >= 0 && s->wired_to < s->num_inputs) {
        qemu_set_irq(s->inputs[s->wired_to], level);
    }
}

static void update_lines(CpPmu *s)
{
    int wire = s->irq_wire == ARM_CP_PMU_WIRE_BOARD ? s->board_wire
                                                    : s->irq_wire;
    bool requested = (s->enable || !s->desc->irq_needs_e) &&
                     (s->flags & s->irq_enable & ~s->flags_dropped);
    bool line, fiq_line;

    if (!requested) {
        s->request = -1;
    } else if (s->request < 0) {
        s->request = s->now;
    }
    if (s->irq_spurious_every && s->now >= s->pulse_start) {
        s->pulse_start = s->now + s->irq_spurious_every;
        s->pulse_end = s->now + SPURIOUS_INSNS;
        s->stats.spurious++;
    }
    line = s->irq_stuck || s->now < s->pulse_end ||
           (requested && s->now >= s->request + s->irq_delay);

    if (wire != s->wired_to) {
        set_wire(s, 0);
        s->wired_to = wire;
        set_wire(s, s->line);
    }
    if (line != s->line) {
        s->line = line;
        s->stats.irqs += line;
        set_wire(s, line);
    }

    fiq_line = s->flags & s->fiq_enable;
    if (fiq_line != s->fiq_line) {
        s->fiq_line = fiq_line;
        s->stats.fiqs += fiq_line;
        qemu_set_irq(s->fiq, fiq_line);
    }
}

/* How many events of the caches may happen until one has to set the lines */
static void set_cache_limits(CpPmu *s)
{
    uint32_t watched = s->astep ? s->running
                       : s->running & (s->irq_enable | s->fiq_enable);
    int i;

    memset(s->cache_limit, 0xff, sizeof(s->cache_limit));
    for (i = 0; s->cache && i < CCNT; i++) {
        int event = cp_pmu_cache_event(s, s->event[i]);

        if (event >= 0 && watched & BIT(i) && !is_dead(s, i)) {
            s->cache_limit[event] = MIN(s->cache_limit[event],
                                        (1ULL << 32) - s->value[i]);
        }
    }
}

void cp_pmu_cache_overflow(CpPmu *s)
{
    count_cache_events(s);
    update_lines(s);
    set_cache_limits(s);
}

/*
 * The timer runs for overflows with an interrupt enabled, and for overflows
 * that clear another flag. All other overflows are found at the next access.
 *
 * While the core waits for an interrupt, the timer runs only for cycles that
 * count then: no instruction is executed. With -icount sleep=off, a running
 * timer makes time jump to its deadline, so another one would let the core
 * never sleep.
 */
void cp_pmu_update(CpPmu *s)
{
    int64_t next = INT64_MAX;
    uint32_t watched;
    int i;

    update_lines(s);
    set_cache_limits(s);
    if (s->parked) {
        set_idle_timer(s);
        return;
    }
    watched = s->astep && s->flags ? s->running
              : s->running & (s->irq_enable | s->fiq_enable);
    for (i = 0; i < NUM_COUNTERS; i++) {
        if (watched & BIT(i)) {
            next = MIN(next, wrap_insn(s, i, s->now));
        }
        if (s->at_insn[i] >= 0 && (s->running & BIT(i))) {
            next = MIN(next, MAX(s->at_insn[i], s->now + 1));
        }
    }
    if (s->request >= 0 && s->request + s->irq_delay > s->now) {
        next = MIN(next, s->request + s->irq_delay);
    }
    if (s->irq_spurious_every) {
        next = MIN(next, s->pulse_start);
    }
    if (s->pulse_end > s->now) {
        next = MIN(next, s->pulse_end);
    }
    cp_pmu_set_timer(s->timer, next);
}

void cp_pmu_catch_up(CpPmu *s)
{
    cp_pmu_advance(s, cp_pmu_insns_now());
    cp_pmu_update(s);
}

void cp_pmu_timer_callback(void *opaque)
{
    cp_pmu_catch_up(opaque);
}

/*
 * QEMU calls these two around each stretch of execution, without the big lock.
 * The core leaves when it halts. The halting instruction itself still counts:
 * if a counter overflows in it, the interrupt wakes the core again.
 */
void arm_cp_pmu_exec_exit(CPUState *cs)
{
    CpPmu *s = ARM_CPU(cs)->cp_pmu;

    if (s && cs->halted) {
        qemu_mutex_lock_iothread();
        cp_pmu_advance(s, cp_pmu_insns_now());
        s->parked = true;
        s->idle_ns = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
        cp_pmu_update(s);
        cp_pmu_l220_update(s->l220);
        qemu_mutex_unlock_iothread();
    }
}

void arm_cp_pmu_exec_enter(CPUState *cs)
{
    CpPmu *s = ARM_CPU(cs)->cp_pmu;

    if (s && s->parked) {
        qemu_mutex_lock_iothread();
        advance_idle(s);
        s->parked = false;
        s->idle_ns = -1;
        s->now = cp_pmu_insns_now();
        cp_pmu_update(s);
        cp_pmu_l220_update(s->l220);
        /* After a reset, interrupt controllers have forgotten their inputs. */
        set_wire(s, s->line);
        qemu_set_irq(s->fiq, s->fiq_line);
        qemu_mutex_unlock_iothread();
    }
}

void arm_cp_pmu_irqs_masked(CPUState *cs, bool masked)
{
    CpPmu *s = ARM_CPU(cs)->cp_pmu;
    uint32_t can_do_io = cs->can_do_io;
    int64_t now;

    if (!s || masked == (s->masked_since >= 0)) {
        return;
    }
    /* The block ends here, so the number of instructions is exact. */
    cs->can_do_io = 1;
    now = cp_pmu_insns_now();
    cs->can_do_io = can_do_io;
    if (masked) {
        s->masked_since = now;
    } else {
        s->stats.irqs_off = MAX(s->stats.irqs_off, now - s->masked_since);
        s->masked_since = -1;
    }
}

/* ---- Accesses to registers -------------------------------------------- */

void cp_pmu_read_flags(CpPmu *s)
{
    s->pulse_end = MIN(s->pulse_end, s->now);
    s->flags_seen |= s->flags;
}

bool cp_pmu_ack_clears(const CpPmu *s, bool manual, bool e_before,
                       bool e_written)
{
    switch (s->ack_rule) {
    case 1:
        return true;
    case 2:
        return e_before;
    case 3:
        return e_written;
    case 4:
        return false;
    default:
        return manual;
    }
}

void cp_pmu_clear_flags(CpPmu *s, uint32_t flags)
{
    s->stats.acks += !!(flags & s->flags);
    s->stats.lost_flags += ctpop32(flags & s->flags & ~s->flags_seen);
    s->stats.stray_acks += ctpop32(flags & ~s->flags);
    s->flags &= ~flags;
    s->flags_dropped &= ~flags;
}

void cp_pmu_inject_race(CpPmu *s)
{
    if (s->race_writes && (s->running & BIT(s->race_counter)) &&
        --s->race_writes == 0) {
        count_to_wrap(s, s->race_counter);
        lose_flags(s);
    }
}

void cp_pmu_check_sbz(CpPmu *s, const ARMCPRegInfo *ri, uint32_t value,
                      uint32_t sbz)
{
    if (value & sbz) {
        s->stats.sbz_writes++;
        qemu_log_mask(LOG_GUEST_ERROR, "%s: %s = 0x%08x writes ones to 0x%08x"
                      ", which should be zero\n", s->desc->name, ri->name,
                      value, value & sbz);
    }
}

void cp_pmu_select_event(CpPmu *s, int counter, uint32_t event)
{
    if (s->event[counter] != event &&
        s->desc->event_kind(s, event) == EVENT_RESERVED) {
        s->stats.reserved_events++;
        qemu_log_mask(LOG_GUEST_ERROR, "%s: reserved event 0x%02x for %s\n",
                      s->desc->name, event, cp_pmu_counter_names[counter]);
    }
    s->event[counter] = event;
}

void cp_pmu_reset(CpPmu *s)
{
    cp_pmu_advance(s, cp_pmu_insns_now());
    s->enable = false;
    s->desc->reset(s);
    s->events_from = 0;
    s->flags_seen = 0;
    s->flags_dropped = 0;
    s->request = -1;
    s->masked_since = -1;
    cp_pmu_update(s);
}

void cp_pmu_control_reset(CPUARMState *env, const ARMCPRegInfo *ri)
{
    CpPmu *s = ri->opaque;

    cp_pmu_reset(s);
    /* Nothing counts until the core executes instructions. */
    s->parked = true;
    s->idle_ns = -1;
    cp_pmu_update(s);
}

int64_t cp_pmu_accesses(const CpPmu *s)
{
    int64_t sum = 0;
    int i;

    for (i = 0; i < MAX_REGS; i++) {
        sum += s->stats.reads[i] + s->stats.writes[i];
    }
    return sum;
}
