/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The first-level caches of the core, for the events of the caches: which lines
 * they hold, and no data. The translator calls the helpers below for each line
 * that is fetched and for each load and store, if the property cache is on.
 *
 * Sizes and replacement are those of the cores' manuals, see the README. A line
 * is allocated by reads only: "Only read allocation is supported" (ARM1176 TRM,
 * 7.2.1). A miss takes the first way without a line, if there is one (the same).
 */

#include "qemu/osdep.h"
#include "qemu/main-loop.h"
#include "exec/cpu_ldst.h"
#include "exec/helper-proto.h"
#include "internal.h"

static void init_cache(Cache *cache, const CpPmuDesc *desc)
{
    cache->line_bits = desc->cache.line_bits;
    cache->ways = desc->cache.ways;
    cache->sets = desc->cache.bytes / cache->ways >> cache->line_bits;
    cache->lines = g_new0(uint32_t, cache->sets * cache->ways);
    cache->next_way = desc->cache.round_robin ? g_new0(uint8_t, cache->sets)
                                              : NULL;
    cache->random = 1;
}

void cp_pmu_cache_init(CpPmu *s)
{
    init_cache(&s->icache, s->desc);
    init_cache(&s->dcache, s->desc);
}

static void invalidate(Cache *cache)
{
    memset(cache->lines, 0, cache->sets * cache->ways * sizeof(*cache->lines));
    cache->last = 0;
}

static uint32_t way_to_replace(Cache *cache, uint32_t set)
{
    if (cache->next_way) {
        return cache->next_way[set]++ % cache->ways;
    }
    /* A shift register with feedback */
    cache->random = cache->random >> 1 ^ (-(cache->random & 1) & 0x80200003);
    return cache->random % cache->ways;
}

/* Return true if the cache has the line. A missing line is allocated or not. */
static bool look_up(Cache *cache, uint32_t address, bool allocate)
{
    uint32_t number = address >> cache->line_bits;
    uint32_t set = number % cache->sets;
    uint32_t *lines = &cache->lines[set * cache->ways];
    /* Zero is a way without a line. */
    uint32_t line = number + 1;
    uint32_t i, way = cache->ways;

    if (line == cache->last) {
        return true;
    }
    for (i = 0; i < cache->ways; i++) {
        if (lines[i] == line) {
            cache->last = line;
            return true;
        }
        if (!lines[i] && way == cache->ways) {
            way = i;
        }
    }
    if (allocate) {
        if (way == cache->ways) {
            way = way_to_replace(cache, set);
        }
        lines[way] = line;
        cache->last = line;
    }
    return false;
}

/* ---- Events ----------------------------------------------------------- */

int cp_pmu_cache_event(const CpPmu *s, uint32_t event)
{
    int i;

    for (i = 0; s->cache && i < NUM_CACHE_EVENTS; i++) {
        if (s->desc->cache.events[i] == event && event != s->pulse_event) {
            return i;
        }
    }
    return -1;
}

/*
 * The time inside a translation block is not known, so nothing here reads it. An
 * interrupt comes at the end of the block.
 */
static void happen(CPUARMState *env, CpPmu *s, CacheEvent event)
{
    CPUState *cs = env_cpu(env);
    uint32_t can_do_io = cs->can_do_io;

    if (++s->cache_pending[event] < s->cache_limit[event]) {
        return;
    }
    qemu_mutex_lock_iothread();
    /* The line may change, and in the middle of a block QEMU forbids that. */
    cs->can_do_io = 1;
    cp_pmu_cache_overflow(s);
    cs->can_do_io = can_do_io;
    qemu_mutex_unlock_iothread();
}

void HELPER(cp_pmu_fetch)(CPUARMState *env, uint32_t address)
{
    CpPmu *s = env_archcpu(env)->cp_pmu;

    if (!look_up(&s->icache, address, true)) {
        happen(env, s, ICACHE_MISS);
    }
}

/*
 * The physical address of an access that has just been made, so that the TLB has
 * its page. Return false for a device, which the cache does not hold.
 */
static bool cached_address(CPUARMState *env, uint32_t *address, int mmu_idx,
                           bool is_store)
{
    CPUTLBEntry *entry = tlb_entry(env, mmu_idx, *address);
    target_ulong page = is_store ? tlb_addr_write(entry) : entry->addr_read;

    if (!tlb_hit(page, *address)) {
        /* A page smaller than QEMU's. No kernel of the tests has any. */
        return true;
    }
    if (page & TLB_MMIO) {
        return false;
    }
    *address = env_tlb(env)->d[mmu_idx].fulltlb[tlb_index(env, mmu_idx,
                                                          *address)].phys_addr |
               (*address & ~TARGET_PAGE_MASK);
    return true;
}

void HELPER(cp_pmu_data)(CPUARMState *env, uint32_t address, uint32_t access)
{
    CpPmu *s = env_archcpu(env)->cp_pmu;
    bool is_store = access & ARM_CP_PMU_STORE;
    bool same_line = (address ^ s->last_address) >> s->dcache.line_bits == 0;

    s->last_address = address;
    /* AN195, 7: an LDM or STM is one access to each line. */
    if (access & ARM_CP_PMU_CONTINUED && same_line) {
        return;
    }
    happen(env, s, DATA_ACCESS);
    if (!cached_address(env, &address, access >> ARM_CP_PMU_MMU_SHIFT,
                        is_store)) {
        return;
    }
    happen(env, s, CACHEABLE_ACCESS);
    if (!look_up(&s->dcache, address, !is_store)) {
        happen(env, s, DCACHE_MISS);
    }
}

/* ---- Maintenance ------------------------------------------------------ */

/*
 * Linux invalidates whole caches where a core has virtual caches, and XScale's
 * data cache by the allocation of other lines. Maintenance of single lines does
 * nothing.
 */
static void maintenance_write(CPUARMState *env, const ARMCPRegInfo *ri,
                              uint64_t value)
{
    CpPmu *s = ri->opaque;

    switch (ri->crm) {
    case 2:
        look_up(&s->dcache, value, true);
        break;
    case 5:
        invalidate(&s->icache);
        break;
    case 7:
        invalidate(&s->icache);
        /* fall through */
    default:
        invalidate(&s->dcache);
        break;
    }
}

#define MAINTENANCE(_name, _crm, _opc2) { \
    .name = _name, .cp = 15, .opc1 = 0, .crn = 7, .crm = _crm, .opc2 = _opc2, \
    .type = ARM_CP_NO_RAW | ARM_CP_NO_GDB | ARM_CP_OVERRIDE, \
    .access = PL1_W, .writefn = maintenance_write }

static const ARMCPRegInfo maintenance_regs[] = {
    MAINTENANCE("ICIALL", 5, 0),
    /* Cortex-A8 has only the first. */
    MAINTENANCE("DCIALL", 6, 0),
    MAINTENANCE("CIALL", 7, 0),
    MAINTENANCE("DCCIALL", 14, 0),
    /* Only XScale has the last. */
    MAINTENANCE("DCALLOC", 2, 5),
};

void cp_pmu_cache_define_regs(ARMCPU *cpu, CpPmu *s)
{
    int n = s->desc == &cp_pmu_cortex_a8 ? 1 :
            s->desc == &cp_pmu_xscale1 ? 5 : 4;

    define_arm_cp_regs_with_opaque_len(cpu, maintenance_regs, s, n);
}
