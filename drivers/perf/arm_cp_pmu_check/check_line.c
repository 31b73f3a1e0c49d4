// SPDX-License-Identifier: GPL-2.0
/*
 * nPMUIRQ: which input of the interrupt controller follows it, how long after an overflow
 * perf's sample comes, and what the sample costs.
 *
 * Some interrupt controllers have a register with the state of all inputs, enabled or
 * not. With interrupts disabled, the check lets a counter assert nPMUIRQ and looks which
 * inputs follow. So it finds the right line even if the device tree names another.
 */

#include <linux/bitmap.h>
#include <linux/delay.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/io.h>
#include <linux/irq.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/of_irq.h>
#include <linux/of_platform.h>
#include <linux/perf_event.h>
#include <linux/platform_device.h>
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "check.h"

#define BUSY		"the monitor is in use"
#define MAX_INPUTS	256

/* Where a controller has the state of its inputs */
struct controller {
	u32 offset;
	u32 stride;
	unsigned int words;
};

/* GIC: ISPENDR, GIC Architecture Specification (ARM IHI 0048), "Register map" */
static const struct controller gic = { 0x200, 4, 4 };
/* A10: "Interrupt Source Pending", Allwinner A10 User Manual, "INTC" */
static const struct controller sun4i = { 0x10, 4, 3 };
/* AM335x and OMAP3: ITR, the raw state before masking; their manuals, "INTC" */
static const struct controller omap = { 0x80, 0x20, 3 };
static const struct controller am33xx = { 0x80, 0x20, 4 };
/* PXA25x: ICPR, Developer's Manual, "Interrupt Controller" */
static const struct controller pxa = { 0x10, 4, 1 };
#define PXA_INTC	0x40d00000

static const struct of_device_id controllers[] = {
	{ .compatible = "arm,cortex-a9-gic", .data = &gic },
	{ .compatible = "arm,cortex-a15-gic", .data = &gic },
	{ .compatible = "arm,arm11mp-gic", .data = &gic },
	{ .compatible = "arm,arm1176jzf-devchip-gic", .data = &gic },
	{ .compatible = "arm,eb11mp-gic", .data = &gic },
	{ .compatible = "arm,pl390", .data = &gic },
	{ .compatible = "allwinner,sun4i-a10-ic", .data = &sun4i },
	{ .compatible = "ti,omap2-intc", .data = &omap },
	{ .compatible = "ti,omap3-intc", .data = &omap },
	{ .compatible = "ti,am33xx-intc", .data = &am33xx },
	{ .compatible = "marvell,pxa-intc", .data = &pxa },
	{ }
};

static const struct of_device_id monitors[] = {
	{ .compatible = "arm,arm1136-pmu" },
	{ .compatible = "arm,arm1156-pmu" },
	{ .compatible = "arm,arm1176-pmu" },
	{ .compatible = "arm,cortex-a8-pmu" },
	{ .compatible = "intel,xscale1-pmu" },
	{ }
};

static const struct controller *controller;
static void __iomem *controller_regs;

/* Read the state of all inputs. */
static void read_inputs(unsigned long *inputs)
{
	unsigned int i, bit;

	bitmap_zero(inputs, MAX_INPUTS);
	for (i = 0; i < controller->words; i++) {
		u32 word = readl(controller_regs + controller->offset + i * controller->stride);

		for (bit = 0; bit < 32; bit++)
			if (word & BIT(bit))
				__set_bit(32 * i + bit, inputs);
	}
}

/* Return: the monitor's Linux interrupt number, 0 if there is none; @input is hwirq. */
static int monitors_irq(unsigned int *input, struct device_node **parent)
{
	struct device_node *np = of_find_matching_node(NULL, monitors);
	struct platform_device *pdev = NULL;
	struct device *dev = NULL;
	int irq = 0;

	*parent = NULL;
	if (np) {
		pdev = of_find_device_by_node(np);
		dev = pdev ? &pdev->dev : NULL;
		if (of_find_property(np, "interrupts", NULL) ||
		    of_find_property(np, "interrupts-extended", NULL))
			*parent = of_irq_find_parent(np);
		of_node_put(np);
	} else if (core->family == FAMILY_XSCALE) {
		dev = bus_find_device_by_name(&platform_bus_type, NULL, "xscale-pmu");
		pdev = dev ? to_platform_device(dev) : NULL;
	}
	if (pdev)
		irq = platform_get_irq_optional(pdev, 0);
	if (dev)
		put_device(dev);
	if (irq > 0)
		*input = irqd_to_hwirq(irq_get_irq_data(irq));
	return max(irq, 0);
}

/* Map the controller's registers. Return: why not, or NULL. */
static const char *map_controller(struct device_node *parent)
{
	const struct of_device_id *match;
	struct device_node *np = of_node_get(parent);

	controller = NULL;
	controller_regs = NULL;
	if (!np)
		np = of_find_matching_node(NULL, controllers);
	match = np ? of_match_node(controllers, np) : NULL;
	if (match) {
		controller = match->data;
		controller_regs = of_iomap(np, 0);
	} else if (!np && core->family == FAMILY_XSCALE) {
		controller = &pxa;
		controller_regs = ioremap(PXA_INTC, SZ_4K);
	}
	of_node_put(np);
	return controller_regs ? NULL :
	       "this interrupt controller does not show inputs that are not enabled";
}

struct round {
	DECLARE_BITMAP(rest, MAX_INPUTS);
	DECLARE_BITMAP(asserted, MAX_INPUTS);
	DECLARE_BITMAP(disabled, MAX_INPUTS);
	DECLARE_BITMAP(enabled, MAX_INPUTS);
	DECLARE_BITMAP(stopped, MAX_INPUTS);
	DECLARE_BITMAP(cleared, MAX_INPUTS);
	unsigned int us;
};

/*
 * Assert nPMUIRQ and look at the inputs: at rest, asserted, with the interrupt disabled,
 * with it enabled again while the flag is set, with E clear, and with the flag cleared.
 */
static bool look(struct round *round)
{
	unsigned int idx = __fls(regs_may_overflow()), i;
	struct regs_saved saved;
	u64 begin;

	if (!regs_begin(&saved))
		return false;
	udelay(2);
	read_inputs(round->rest);
	regs_write(idx, -64);
	regs_start(BIT(idx), 0);
	work_nops(4);
	/* A line that is late needs up to 300 us. A slow clock may stand still meanwhile. */
	begin = ktime_get_mono_fast_ns();
	for (i = 0; i < 150; i++) {
		read_inputs(round->asserted);
		round->us = (u32)(ktime_get_mono_fast_ns() - begin) / NSEC_PER_USEC;
		if (!bitmap_equal(round->asserted, round->rest, MAX_INPUTS) || round->us > 300)
			break;
		udelay(2);
	}
	regs_start(0, 0);
	udelay(2);
	read_inputs(round->disabled);
	regs_start(BIT(idx), 0);
	udelay(2);
	read_inputs(round->enabled);
	regs_stop_armed(BIT(idx));
	udelay(2);
	read_inputs(round->stopped);
	regs_clear_flags();
	udelay(2);
	read_inputs(round->cleared);
	regs_end(&saved);
	return true;
}

/* The inputs that are low at rest and high when nPMUIRQ is asserted, each time */
static bool find_inputs(unsigned long *found, struct round *round)
{
	DECLARE_BITMAP(rose, MAX_INPUTS);
	unsigned int i;

	bitmap_fill(found, MAX_INPUTS);
	for (i = 0; i < 4; i++) {
		if (!look(round))
			return false;
		bitmap_andnot(rose, round->asserted, round->rest, MAX_INPUTS);
		bitmap_and(found, found, rose, MAX_INPUTS);
	}
	return true;
}

/* 3: a level; 9 and 18: with E clear */
static void check_level(unsigned int input, const struct round *round)
{
	static const char level[] =
		"assumption 3: nPMUIRQ is asserted as long as a flag and its enable are set";
	const char *stop = core->family == FAMILY_A8 ?
		"assumption 18: nPMUIRQ is asserted only while E is set" :
		"assumption 9: with E clear nPMUIRQ stays asserted";
	bool stopped = test_bit(input, round->stopped);

	/* An enabled input of a GIC stays pending until it is acknowledged. */
	if (test_bit(input, round->disabled) && test_bit(input, round->cleared))
		check_skip(level, "the controller latches the input");
	else if (!test_bit(input, round->disabled) && test_bit(input, round->enabled))
		check_pass(level,
			   "manual: a level; board: it falls with the enable, and rises with it");
	else
		check_differ(level,
			     "manual: a level; board: %s when disabled, %s when enabled again (the driver's timer finds a lost interrupt)",
			   test_bit(input, round->disabled) ? "high" : "low",
			   test_bit(input, round->enabled) ? "high" : "low");
	if (core->family == FAMILY_XSCALE)
		return;
	if (test_bit(input, round->disabled) && test_bit(input, round->cleared))
		check_skip(stop, "the controller latches the input");
	else if (stopped == (core->family != FAMILY_A8))
		check_pass(stop, "board: so it is");
	else
		check_differ(stop, "board: it is %s with E clear (the driver works either way)",
			     stopped ? "high" : "low");
}

/* A device tree numbers the SPIs of a GIC from 0: SPI 0 is input 32. */
static const char *gic_hint(void)
{
	return controller == &gic ? " (less 32 in the device tree)" : "";
}

static void check_no_input(const char *name, int irq, unsigned int input)
{
	if (irq)
		check_fail(name,
			   "no input of the interrupt controller follows nPMUIRQ, and the device tree has input %u: dead line, samples are by timer",
			   input);
	else
		check_pass(name,
			   "no input of the interrupt controller follows nPMUIRQ, and the device tree has none: not wired, samples are by timer");
}

/**
 * check_line() - the group "line"
 */
void check_line(void)
{
	static const char name[] = "the device tree has the right interrupt";
	DECLARE_BITMAP(found, MAX_INPUTS);
	struct device_node *parent;
	unsigned int input = 0, right;
	struct round *round;
	const char *why;
	int irq;

	irq = monitors_irq(&input, &parent);
	why = map_controller(parent);
	of_node_put(parent);
	if (irq)
		check_note("the monitor's interrupt",
			   "Linux interrupt %d, input %u of the controller",
			   irq, input);
	else
		check_note("the monitor's interrupt", "the kernel has none for this board");
	if (why) {
		check_skip(name, "%s", why);
		return;
	}
	round = kzalloc(sizeof(*round), GFP_KERNEL);
	if (!round) {
		check_skip(name, "no memory");
	} else if (!find_inputs(found, round)) {
		check_skip(name, BUSY);
	} else if (irq && test_bit(input, round->rest)) {
		check_fail(name,
			   "input %u is asserted without an overflow: stuck line, samples are by timer",
			   input);
	} else if (bitmap_empty(found, MAX_INPUTS)) {
		check_no_input(name, irq, input);
	} else {
		right = find_first_bit(found, MAX_INPUTS);
		if (irq && test_bit(input, found))
			check_pass(name, "input %u follows nPMUIRQ, %u us after the overflow",
				   input, round->us);
		else if (irq)
			check_fail(name,
				   "wrong line: the device tree has input %u, but input %u follows nPMUIRQ%s: samples are by timer",
				   input, right, gic_hint());
		else
			check_differ(name,
				     "the device tree has none, but input %u follows nPMUIRQ%s: with it, samples could be by interrupt",
				   right, gic_hint());
		check_level(irq && test_bit(input, found) ? input : right, round);
	}
	kfree(round);
	iounmap(controller_regs);
}

/* --- Lateness --- */

#define SAMPLES		16
#define PERIOD		1000000ULL

static u64 late[SAMPLES];
static u64 expected;
static bool by_timer;
static unsigned int samples;

/*
 * The count at the sample is exact: the driver stops the monitor first. The periods keep
 * their phase, so the end of each is known. If the number of samples is limited, the driver
 * takes the sample at the end of the period, also by timer.
 */
static void took_sample(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs)
{
	u64 now = local64_read(&event->count);

	if (samples < SAMPLES)
		late[samples] = now - expected;
	expected += PERIOD;
	/*
	 * After more than a period, the next one begins at the sample. If the timer samples, it
	 * ends there, and the next sample comes at once.
	 */
	if ((s64)(now - expected) >= 0)
		expected = by_timer ? now : now + PERIOD;
	WRITE_ONCE(samples, samples + 1);
}

static int compare(const void *a, const void *b)
{
	s64 x = *(const s64 *)a, y = *(const s64 *)b;

	return x < y ? -1 : x > y;
}

static bool take_samples(struct perf_event *event, u64 *ns, u64 *cycles)
{
	u64 end = ktime_get_mono_fast_ns() + 5 * (u64)NSEC_PER_SEC, enabled;
	unsigned int i;

	for (i = 0; i < SAMPLES; i++) {
		/*
		 * With PREEMPT_RT, perf may not have disabled the event yet after the last sample.
		 * Then it would do so after the refresh.
		 */
		perf_event_disable(event);
		if (perf_event_refresh(event, 1))
			return false;
		while (READ_ONCE(samples) == i && ktime_get_mono_fast_ns() < end &&
		       !check_stopped())
			work_nops(10);
		if (samples == i)
			return false;
	}
	*cycles = perf_event_read_value(event, &enabled, ns);
	return *cycles;
}

static void check_lateness(u64 limit_ns)
{
	static const char name[] = "samples come soon after the end of the period";
	static const char early[] = "no sample comes before the end of its period";
	struct perf_event_attr attr = {
		.type = perf_type,
		.config = core->cycles_config,
		.size = sizeof(attr),
		.sample_period = PERIOD,
		.pinned = 1,
		.disabled = 1,
	};
	u64 ns = 0, cycles = 0, median, most;
	struct perf_event *event;
	bool good;

	samples = 0;
	expected = PERIOD;
	event = perf_event_create_kernel_counter(&attr, -1, current, took_sample, NULL);
	if (IS_ERR(event)) {
		check_skip(name, "perf cannot sample (%ld): the driver needs a kernel with KPROBES",
			   PTR_ERR(event));
		return;
	}
	good = take_samples(event, &ns, &cycles);
	perf_event_release_kernel(event);
	if (!good) {
		check_fail(name, "%u of %u samples in 5 seconds: sampling does not work",
			   samples, SAMPLES);
		return;
	}
	sort(late, SAMPLES, sizeof(late[0]), compare, NULL);
	if ((s64)late[0] < 0) {
		check_fail(early, "%lld cycles before it", -(s64)late[0]);
		return;
	}
	check_pass(early, "%u samples", SAMPLES);
	median = div64_u64(late[SAMPLES / 2] * ns, cycles);
	most = div64_u64(late[SAMPLES - 1] * ns, cycles);
	if (median <= limit_ns)
		check_pass(name, "%llu ns late in the median, %llu ns at most", median, most);
	else
		check_fail(name,
			   "%llu ns late in the median, %llu ns at most: samples name a later place of the program",
			   median, most);
}

/**
 * check_lateness_irq() - the group "lateness-irq": nPMUIRQ is the overflow source
 *
 * An interrupt takes microseconds.
 */
void check_lateness_irq(void)
{
	by_timer = false;
	check_lateness(100 * NSEC_PER_USEC);
}

/**
 * check_lateness_timer() - the group "lateness-timer": the timer is the overflow source
 *
 * The driver's timer looks at least every 10 ms.
 */
void check_lateness_timer(void)
{
	by_timer = true;
	check_lateness(20 * NSEC_PER_MSEC);
}

/* --- Cost --- */

#define COST_PERIOD	100000ULL
/* Short against a tick: 640,000 instructions */
#define COST_TURNS	10000
#define COST_ROUNDS	32

/**
 * struct cost_run - a program of known length, with and without samples
 * @ns: its time
 * @cycles: its cycles, without those of the samples: the driver stops the monitor for them
 * @samples: their number
 */
struct cost_run {
	u64 ns;
	u64 cycles;
	unsigned int samples;
};

static void count_sample(struct perf_event *event, struct perf_sample_data *data,
			 struct pt_regs *regs)
{
	WRITE_ONCE(samples, samples + 1);
}

/*
 * The shortest of several runs: ticks and other interrupts make it longer. Return false if
 * perf does not open the event.
 */
static bool run_with(u64 period, struct cost_run *shortest)
{
	struct perf_event_attr attr = {
		.type = perf_type,
		.config = core->cycles_config,
		.size = sizeof(attr),
		.sample_period = period,
		.pinned = 1,
	};
	struct perf_event *event;
	u64 enabled, running;
	unsigned int i;

	event = perf_event_create_kernel_counter(&attr, -1, current, count_sample, NULL);
	if (IS_ERR(event))
		return false;
	shortest->ns = U64_MAX;
	for (i = 0; i < COST_ROUNDS && !check_stopped(); i++) {
		u64 first = perf_event_read_value(event, &enabled, &running);
		u64 begin, ns;

		samples = 0;
		begin = ktime_get_mono_fast_ns();
		work_nops(COST_TURNS);
		ns = ktime_get_mono_fast_ns() - begin;
		if (ns < shortest->ns)
			*shortest = (struct cost_run) {
				.ns = ns,
				.cycles = perf_event_read_value(event, &enabled, &running) - first,
				.samples = samples,
			};
	}
	perf_event_release_kernel(event);
	return true;
}

/**
 * check_cost() - the group "cost": what a sample costs, by the driver's overflow source
 *
 * The kernel's part of the interrupt is in it.
 */
void check_cost(void)
{
	static const char name[] = "cycles of a sample, without perf's record";
	struct cost_run with, without;
	u64 ns;

	if (!run_with(COST_PERIOD, &with) || !run_with(0, &without)) {
		check_skip(name, "perf does not open the event");
		return;
	}
	if (check_stopped())
		return;
	if (!with.samples || with.ns <= without.ns) {
		check_skip(name, "%u samples in %llu ns, none in %llu ns",
			   with.samples, with.ns, without.ns);
		return;
	}
	ns = div_u64(with.ns - without.ns, with.samples);
	check_note(name, "%llu (%llu ns): its interrupt and the driver's part, see cost.rst",
		   div64_u64(ns * without.cycles, without.ns), ns);
}
