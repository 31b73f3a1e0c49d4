/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registers for the guest's side of a test. No core has them. They exist in all
 * modes if the property test-port is on.
 *
 *   p15, 0, c15, c15, 0   read: "CPMU", 0x43504d55
 *                         write: latch a statistic. 0 to 3 are the totals of
 *                         PMN0 to PMN3, 4 is the total of CCNT, 5 executed
 *                         instructions, 6 interrupts, 7 overflows, 8 accesses,
 *                         9 irqs-off, which begins again at zero
 *   p15, 0, c15, c15, 1   read: low half of the latched statistic
 *   p15, 0, c15, c15, 2   read: high half
 *   p15, 0, c15, c15, 3   write: overflow-at. Bits 31:27 are a mask of counters,
 *                         with CCNT in bit 31, bits 26:0 the instructions. One
 *                         write, so that no interrupt can come in between
 *   p15, 0, c15, c15, 4   write: race. Bits 31:28 are the counter, bits 27:0
 *                         the writes
 *   p15, 0, c15, c15, 5   write: 1 is lose-state, 2 is reset-stats
 *   p15, 0, c15, c15, 6   write: so many events of the number pulse-event
 */

#include "qemu/osdep.h"
#include "internal.h"

static uint64_t test_port_read(CPUARMState *env, const ARMCPRegInfo *ri)
{
    CpPmu *s = ri->opaque;

    switch (ri->opc2) {
    case 0:
        return 0x43504d55;
    case 1:
        return (uint32_t)s->test_port_latch;
    default:
        return (uint64_t)s->test_port_latch >> 32;
    }
}

static void test_port_write(CPUARMState *env, const ARMCPRegInfo *ri,
                            uint64_t value)
{
    CpPmu *s = ri->opaque;
    int counter = MIN(extract32(value, 28, 4), CCNT);
    uint32_t n = extract32(value, 0, 28);
    int i;

    if (ri->opc2 == 6) {
        cp_pmu_pulse(s, value);
        return;
    }
    cp_pmu_advance(s, cp_pmu_insns_now());
    switch (ri->opc2) {
    case 0:
        s->test_port_latch = n <= CCNT ? s->stats.total[n] :
                             n == 5 ? cp_pmu_insns_now() :
                             n == 6 ? s->stats.irqs :
                             n == 7 ? s->stats.overflows :
                             n == 8 ? cp_pmu_accesses(s) : s->stats.irqs_off;
        if (n == 9) {
            s->stats.irqs_off = 0;
        }
        break;
    case 3:
        for (i = 0; i < NUM_COUNTERS; i++) {
            if (extract32(value, 27 + i, 1)) {
                s->at_insn[i] = s->now + extract32(value, 0, 27);
            }
        }
        break;
    case 4:
        s->race_counter = counter;
        s->race_writes = n;
        break;
    case 5:
        if (n == 1) {
            cp_pmu_reset(s);
        } else if (n == 2) {
            memset(&s->stats, 0, sizeof(s->stats));
        }
        break;
    }
    cp_pmu_update(s);
}

const ARMCPRegInfo cp_pmu_test_port_reg = {
    .name = "CP_PMU_TEST", .cp = 15, .opc1 = 0, .crn = 15, .crm = 15,
    .opc2 = CP_ANY, .access = PL0_RW,
    .type = ARM_CP_IO | ARM_CP_NO_RAW | ARM_CP_NO_GDB | ARM_CP_OVERRIDE,
    .readfn = test_port_read, .writefn = test_port_write,
};
