/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Performance monitors of ARM cores older than the architected PMU: the
 * interface for cores and boards.
 */

#ifndef TARGET_ARM_CP_PMU_H
#define TARGET_ARM_CP_PMU_H

#include "cpu-qom.h"
#include "exec/hwaddr.h"

#define TYPE_ARM_CP_PMU "arm-cp-pmu"

/* The performance monitor of a core. The core's init function sets it. */
typedef enum ArmCpPmuCore {
    ARM_CP_PMU_NONE,
    ARM_CP_PMU_ARM1136,
    ARM_CP_PMU_ARM1156,
    ARM_CP_PMU_ARM1176,
    ARM_CP_PMU_CORTEX_A8,
    ARM_CP_PMU_XSCALE1,
} ArmCpPmuCore;

/* Values of the property irq-wire that do not name an input. */
#define ARM_CP_PMU_WIRE_NONE    (-1)
#define ARM_CP_PMU_WIRE_BOARD   (-2)

/* Create the performance monitor of a core and define its registers. */
void arm_cp_pmu_create(ARMCPU *cpu);

/*
 * Connect nPMUIRQ to one of the inputs of the board's interrupt controller.
 * The property irq-wire selects the input. By default it is @board_wire, a
 * number or ARM_CP_PMU_WIRE_NONE. @fiq is the input for nPMUFIQ, or NULL.
 * Does nothing if the core has no performance monitor.
 */
void arm_cp_pmu_wire(ARMCPU *cpu, const qemu_irq *inputs, int num_inputs,
                     int board_wire, qemu_irq fiq);

/*
 * Create an L220 cache controller with event counters at this address, whose
 * events depend on the instructions of the core.
 */
void arm_cp_pmu_add_l220(ARMCPU *cpu, hwaddr base, qemu_irq irq);

/* Called when the core starts or stops executing instructions. */
void arm_cp_pmu_exec_enter(CPUState *cs);
void arm_cp_pmu_exec_exit(CPUState *cs);

/* Called by the last instruction of a block, or between blocks, if CPSR.I may have changed. */
void arm_cp_pmu_irqs_masked(CPUState *cs, bool masked);

/*
 * How many bits of an address are within a line of the core's caches, or 0 if
 * the caches are not modelled. If they are, the translator calls the helpers
 * cp_pmu_fetch and cp_pmu_data.
 */
int arm_cp_pmu_line_bits(ARMCPU *cpu);

/* The last argument of cp_pmu_data: these flags, and above them the MMU index */
#define ARM_CP_PMU_STORE        1
/* The instruction has made another access before this one. */
#define ARM_CP_PMU_CONTINUED    2
#define ARM_CP_PMU_MMU_SHIFT    2

#endif
