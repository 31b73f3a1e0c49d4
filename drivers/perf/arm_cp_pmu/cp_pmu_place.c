// SPDX-License-Identifier: GPL-2.0
/*
 * The place of a sample that no interrupt delivers: the code that it stands for. That is
 * neither the driver nor perf nor a tracepoint, but the code that has called these. Its call
 * chain goes on from there.
 */

#include <linux/bits.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <linux/uaccess.h>

#include <asm/stacktrace.h>

#include "cp_pmu.h"

/*
 * The tracepoints that have probes here. The iterator of a tracepoint calls them. The compiler
 * may inline it into the code that hits the tracepoint: that of softirq_exit in Debian's 6.1.
 */
static const char *const cp_pmu_tracepoints[] = {
	"cpu_idle", "hrtimer_expire_exit", "irq_handler_entry", "irq_handler_exit", "sched_switch",
	"softirq_exit",
};

static unsigned long cp_pmu_iterators[ARRAY_SIZE(cp_pmu_tracepoints)];

/* More than an iterator has. After it come others, not the code that hits its tracepoint. */
#define CP_PMU_ITERATOR_BYTES	256

static int (*cp_pmu_in_sched)(unsigned long addr);

static void cp_pmu_place_note(struct tracepoint *tp, void *unused)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cp_pmu_tracepoints); i++)
		if (!strcmp(tp->name, cp_pmu_tracepoints[i]))
			cp_pmu_iterators[i] = (unsigned long)tp->iterator;
}

/**
 * cp_pmu_place_init() - before the first sample
 * @in_sched: the kernel's in_sched_functions(), or NULL if it was not found
 *
 * Process context.
 */
void cp_pmu_place_init(int (*in_sched)(unsigned long addr))
{
	cp_pmu_in_sched = in_sched;
	if (IS_ENABLED(CONFIG_TRACEPOINTS))
		for_each_kernel_tracepoint(cp_pmu_place_note, NULL);
}

static bool cp_pmu_place_is_iterator(unsigned long pc)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cp_pmu_iterators); i++)
		if (pc - cp_pmu_iterators[i] < CP_PMU_ITERATOR_BYTES)
			return true;
	return false;
}

/* The frames from here to the one that is searched */
struct cp_pmu_place {
	struct stackframe now;
	struct stackframe last;		/* the last two before it */
	struct stackframe last_but_one;
	unsigned long probe;
	bool inlined;
};

/* Return: true to go on to the caller. */
static bool cp_pmu_place_walk(void *data, unsigned long pc)
{
	struct cp_pmu_place *place = data;
	bool found = cp_pmu_in_sched && cp_pmu_in_sched(pc);

	if (place->probe)
		found = (place->inlined ? pc : place->last.pc) == place->probe;

	place->last_but_one = found ? place->now : place->last;
	place->last = place->now;
	return !found;
}

/**
 * cp_pmu_place() - the registers of the code that has called perf, or that hits a tracepoint
 * @regs: to be filled; zero
 * @probe: the return address of the tracepoint's probe that runs; 0: one of perf's callbacks
 *
 * A callback has been called through some functions of perf. Their caller is the scheduler, or
 * else a system call. That is the outermost function but one, which returns to user mode.
 *
 * noinline: the registers are those of this function's frame.
 */
noinline void cp_pmu_place(struct pt_regs *regs, unsigned long probe)
{
	struct cp_pmu_place place = {
		.probe = probe,
		.inlined = !cp_pmu_place_is_iterator(probe),
	};

	/* For the unwinder, all must be of the same function. */
	asm volatile("mov	%0, pc" : "=r" (place.now.pc));
	place.now.fp = (unsigned long)__builtin_frame_address(0);
	place.now.sp = current_stack_pointer;
#ifdef CONFIG_KRETPROBES
	place.now.tsk = current;
#endif
	place.last = place.now;
	walk_stackframe(&place.now, cp_pmu_place_walk, &place);

	regs->ARM_pc = place.last_but_one.pc;
	regs->ARM_lr = place.last_but_one.lr;
	regs->ARM_sp = place.last_but_one.sp;
	frame_pointer(regs) = place.last_but_one.fp;
	regs->ARM_cpsr = SVC_MODE;
}

/**
 * cp_pmu_place_is_return() - has the code just returned from a system call?
 * @regs: the registers of user mode, at an interrupt
 *
 * The kernel disables interrupts before it returns to user mode. What is due then comes at the
 * program's next instruction, though it belongs to the kernel.
 */
bool cp_pmu_place_is_return(struct pt_regs *regs)
{
	unsigned long pc = instruction_pointer(regs);
	bool is_return = false;
	u16 thumb;
	u32 arm;

	/* A program that jumps into the kernel can be interrupted before it faults. */
	if (!access_ok((void __user *)(pc - sizeof(arm)), sizeof(arm)))
		return false;
	pagefault_disable();
	if (thumb_mode(regs))
		is_return = !__get_user(thumb, (u16 __user *)(pc - 2)) && thumb >> 8 == 0xdf;
	else
		is_return = !__get_user(arm, (u32 __user *)(pc - 4)) &&
			    (arm & GENMASK(27, 24)) == GENMASK(27, 24);
	pagefault_enable();
	return is_return;
}
