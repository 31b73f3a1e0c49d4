/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the stand-ins need of the driver's insides. Everything else goes through the
 * kernel's interfaces and the registers. Only invariant.c knows the driver's structures.
 */
#ifndef __WALK_DRIVER_H__
#define __WALK_DRIVER_H__

/* cp_pmu_unregister.h: perf_pmu_unregister() leaves nothing behind here. */
struct perf_cpu_pmu_context {
	struct hrtimer hrtimer;
	int hrtimer_lock;
	int hrtimer_active;
};

/* The module parameters */
#undef module_param
#define module_param(name, type, perm)	type *const walk_param_##name = &name
extern bool *const walk_param_allow_reserved;
extern bool *const walk_param_count_all_modes;

/* An interrupt may come where the driver has not disabled interrupts: world.c. */
unsigned long walk_irq_save(void);
void walk_irq_restore(unsigned long flags);
#undef local_irq_save
#undef local_irq_restore
#undef raw_local_irq_restore
#define local_irq_save(flags)		((flags) = walk_irq_save())
#define local_irq_restore(flags)	walk_irq_restore(flags)
#define raw_local_irq_restore		local_irq_restore

#define perf_pmu_unregister	perf_pmu_unregister
#define cp_pmu_cpu_context(pmu, cpu)	((struct perf_cpu_pmu_context *)NULL)
#define for_each_possible_cpu(cpu)	for ((cpu) = 0; (cpu) < 1; (cpu)++)
#define raw_spin_lock_irqsave(lock, flags)	((flags) = 0)
#define raw_spin_unlock_irqrestore(lock, flags)	((void)(flags))

#endif /* __WALK_DRIVER_H__ */
