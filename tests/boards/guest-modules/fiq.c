// SPDX-License-Identifier: GPL-2.0
/*
 * Fast interrupts (FIQs) on a Raspberry Pi 1 or Zero, as Raspberry Pi OS has them: its USB
 * driver takes 8,000 to 25,000 a second. Write a number of microseconds to the parameter
 * "every" to begin, and 0 to end. "taken" is the number of FIQs so far.
 *
 * The source is channel 1 of the system timer, which Linux leaves free. The handler is a copy
 * in the page of the vectors: 108 instructions are executed, with registers that only FIQ mode
 * has. It cannot take a page fault, so it uses a mapping of the timer that every process has,
 * that of the kernel's own driver. The parameter "timer" is its address, which is in
 * /proc/vmallocinfo.
 */

#include <linux/io.h>
#include <linux/irqflags.h>
#include <linux/module.h>
#include <linux/moduleparam.h>

#include <asm/cacheflush.h>

#define VECTORS		0xffff0000
#define VECTOR_FIQ	0x1c
#define FIQ_CONTROL	0x2000b20c
#define ENABLE		BIT(7)
#define CHANNEL_1	1
#define TIMER_CLO	0x04
#define TIMER_C1	0x10

static unsigned long timer;
module_param(timer, ulong, 0444);
MODULE_PARM_DESC(timer, "Address at which the system timer is mapped");

static u32 __iomem *control;

/* r8 is the timer, r9 the microseconds, r10 the number of FIQs. */
static const u32 handler[] = {
	0xe3a0b002,	/*	mov	r11, #2		*/
	0xe588b000,	/*	str	r11, [r8]	acknowledge channel 1 */
	0xe598b004,	/*	ldr	r11, [r8, #4]	*/
	0xe08bb009,	/*	add	r11, r11, r9	*/
	0xe588b010,	/*	str	r11, [r8, #16]	the next one */
	0xe28aa001,	/*	add	r10, r10, #1	*/
	0xe3a0c032,	/*	mov	r12, #50	*/
	0xe25cc001,	/* 1:	subs	r12, r12, #1	*/
	0x1afffffd,	/*	bne	1b		*/
	0xe25ef004,	/*	subs	pc, lr, #4	*/
};

/* Set r8 and r9 of FIQ mode, and return r10, with interrupts and FIQs disabled. */
static noinline u32 exchange(u32 new_timer, u32 new_every)
{
	register u32 r0 asm("r0") = new_timer;
	register u32 r1 asm("r1") = new_every;
	register u32 r2 asm("r2");

	asm volatile("mrs	r2, cpsr\n\t"
		     "mov	r3, #0xd1\n\t"
		     "msr	cpsr_c, r3\n\t"
		     "mov	r8, r0\n\t"
		     "mov	r9, r1\n\t"
		     "mov	r0, r10\n\t"
		     "msr	cpsr_c, r2"
		     : "+r" (r0), "=r" (r2) : "r" (r1) : "r3", "memory");
	return r0;
}

static unsigned int every;

static int every_set(const char *text, const struct kernel_param *param)
{
	unsigned long flags;
	int ret = kstrtouint(text, 0, &every);

	if (ret)
		return ret;
	local_irq_save(flags);
	writel(0, control);
	exchange(timer, every);
	if (every) {
		writel(readl((void __iomem *)timer + TIMER_CLO) + every,
		       (void __iomem *)timer + TIMER_C1);
		writel(ENABLE | CHANNEL_1, control);
	}
	local_irq_restore(flags);
	local_fiq_enable();
	return 0;
}

static const struct kernel_param_ops every_ops = { .set = every_set };
module_param_cb(every, &every_ops, NULL, 0200);
MODULE_PARM_DESC(every, "Microseconds from one FIQ to the next, 0: none");

static int taken_get(char *text, const struct kernel_param *param)
{
	unsigned long flags;
	u32 taken;

	local_irq_save(flags);
	taken = exchange(timer, every);
	local_irq_restore(flags);
	return sysfs_emit(text, "%u\n", taken);
}

static const struct kernel_param_ops taken_ops = { .get = taken_get };
module_param_cb(taken, &taken_ops, NULL, 0444);
MODULE_PARM_DESC(taken, "Number of FIQs");

/* The kernel maps the vectors read-only: write to the same page by its other address. */
static int __init fiq_init(void)
{
	u32 page;

	control = ioremap(FIQ_CONTROL, sizeof(*control));
	if (!control)
		return -ENOMEM;
	asm volatile("mcr	p15, 0, %1, c7, c8, 0\n\t"
		     "mrc	p15, 0, %0, c7, c4, 0" : "=r" (page) : "r" (VECTORS));
	memcpy(__va(page & PAGE_MASK) + VECTOR_FIQ, handler, sizeof(handler));
	flush_icache_range(VECTORS + VECTOR_FIQ, VECTORS + VECTOR_FIQ + sizeof(handler));
	return 0;
}
module_init(fiq_init);

static void __exit fiq_exit(void)
{
	writel(0, control);
	iounmap(control);
}
module_exit(fiq_exit);

MODULE_DESCRIPTION("Fast interrupts on a Raspberry Pi 1 or Zero, for tests");
MODULE_LICENSE("GPL");
