// SPDX-License-Identifier: GPL-2.0
/*
 * Interrupt handlers and softirqs that work for a known time while the CPU has nothing else to
 * do. Write "KIND WORK EVERY ROUNDS" to the parameter "run", WORK and EVERY in microseconds:
 * the write ends after so many rounds. In each, handler_work() works, in
 *
 *   hrtimer   the handler of a timer
 *   softirq   a tasklet
 *   irq       the handler of an interrupt: channel 1 of the system timer of a Raspberry Pi 1
 *             or Zero, which Linux leaves free
 *
 * Work and distance vary from 0.5 to 1.5, so that no sampler is in step with them. The
 * parameter then reads the number of instructions in handler_work(): 500 each microsecond, as
 * the emulated boards execute.
 */

#include <linux/completion.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/of_address.h>
#include <linux/of_irq.h>
#include <linux/string.h>

#define INSNS_PER_US	500
#define CHANNEL_1	BIT(1)
#define TIMER_CS	0x00
#define TIMER_CLO	0x04
#define TIMER_C1	0x10

static char kind[16];
static u32 work_us, every_us, rounds, state;
static u64 instructions;
static DECLARE_COMPLETION(done);
static struct hrtimer timer;
static void __iomem *system_timer;
static unsigned int irq;

/* 0.5 to 1.5 of the number, by the top bits of a linear congruential generator */
static u32 vary(u32 number)
{
	state = state * 1103515245 + 12345;
	return number / 2 + ((u64)number * (state >> 12) >> 20);
}

/* 2 turns + 1 instructions */
static noinline void handler_work(u32 turns)
{
	asm volatile("1:	subs	%0, %0, #1\n\t"
		     "bne	1b" : "+r" (turns) : : "cc");
}

static void work(void)
{
	u32 turns = vary(work_us * INSNS_PER_US / 2);

	handler_work(turns);
	instructions += 2 * turns + 1;
	if (!--rounds)
		complete(&done);
}

static void work_in_softirq(struct tasklet_struct *unused)
{
	work();
}

static DECLARE_TASKLET(softirq, work_in_softirq);

static enum hrtimer_restart handle_timer(struct hrtimer *expired)
{
	bool last = rounds == 1;

	if (!strcmp(kind, "softirq"))
		tasklet_schedule(&softirq);
	else
		work();
	hrtimer_forward_now(expired, ns_to_ktime(vary(every_us) * NSEC_PER_USEC));
	return last ? HRTIMER_NORESTART : HRTIMER_RESTART;
}

static void start_system_timer(void)
{
	writel(readl(system_timer + TIMER_CLO) + vary(every_us), system_timer + TIMER_C1);
}

static irqreturn_t handle_irq(int nr, void *unused)
{
	writel(CHANNEL_1, system_timer + TIMER_CS);
	if (!rounds)
		return IRQ_HANDLED;
	work();
	if (rounds)
		start_system_timer();
	return IRQ_HANDLED;
}

static int run_set(const char *text, const struct kernel_param *param)
{
	if (sscanf(text, "%15s %u %u %u", kind, &work_us, &every_us, &rounds) != 4)
		return -EINVAL;
	instructions = 0;
	if (strcmp(kind, "irq"))
		hrtimer_start(&timer, ns_to_ktime(every_us * NSEC_PER_USEC),
			      HRTIMER_MODE_REL_PINNED_HARD);
	else if (system_timer)
		start_system_timer();
	else
		return -ENODEV;
	wait_for_completion(&done);
	hrtimer_cancel(&timer);
	return 0;
}

static int run_get(char *text, const struct kernel_param *param)
{
	return sysfs_emit(text, "%llu\n", instructions);
}

static const struct kernel_param_ops run_ops = {
	.set = run_set,
	.get = run_get,
};
module_param_cb(run, &run_ops, NULL, 0600);

static int __init handlers_init(void)
{
	struct device_node *node;
	int ret;

	hrtimer_setup(&timer, handle_timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	node = of_find_compatible_node(NULL, NULL, "brcm,bcm2835-system-timer");
	if (!node)
		return 0;
	irq = irq_of_parse_and_map(node, 1);
	system_timer = of_iomap(node, 0);
	of_node_put(node);
	if (!system_timer)
		return -ENOMEM;
	ret = request_irq(irq, handle_irq, IRQF_NO_THREAD, "handlers", NULL);
	if (ret)
		iounmap(system_timer);
	return ret;
}
module_init(handlers_init);

static void __exit handlers_exit(void)
{
	tasklet_kill(&softirq);
	if (!system_timer)
		return;
	free_irq(irq, NULL);
	iounmap(system_timer);
}
module_exit(handlers_exit);

MODULE_DESCRIPTION("Handlers that work for a known time, for tests");
MODULE_LICENSE("GPL");
