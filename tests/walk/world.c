// SPDX-License-Identifier: GPL-2.0
/* The kernel beside perf: world.h. Time passes only in run() and by accesses. */

#include "world.h"
#include "core.h"

int vsnprintf(char *buf, size_t size, const char *format, __builtin_va_list args);
void *calloc(size_t number, size_t size);
void free(void *mem);

struct world w = { .now = 1, .expired = U64_MAX };
unsigned long jiffies;

#define MS	1000000ULL

/* The driver and the device */
int host_module_init(void);
void host_module_exit(void);

static struct platform_driver *driver;
static struct platform_device device;
static struct notifier_block *notifier;
static struct { void (*action)(void *); void *data; } actions[16];
static unsigned int number_of_actions;
static unsigned int allocated;

static struct hrtimer *timers;

static struct {
	unsigned int number;
	unsigned int depth;	/* of disable_irq() */
	irqreturn_t (*handler)(int irq, void *data);
	void *data;
	bool tried;		/* the trial at probe has begun, */
	bool answered;		/* and a spurious interrupt has found its overflow */
	bool asserted;
	u64 asserted_at;
	bool was_good;		/* always since the probe */
	unsigned int refused;	/* in a row, though a period had ended */
} irq;

static struct pt_regs *irq_regs;
static u64 counting[COUNTERS];		/* events of the time that passes */
static u64 fraction[COUNTERS];
static bool time_passes;

/* Memory */

void *kzalloc(size_t size, int flags)
{
	allocated++;
	return calloc(1, size);
}

void kfree(const void *ptr)
{
	if (!ptr)
		return;
	prove(allocated, "nothing is freed twice");
	allocated--;
	free((void *)ptr);
}

void *memchr_inv(const void *start, int c, size_t bytes)
{
	const u8 *byte = start;

	for (; bytes; bytes--, byte++)
		if (*byte != (u8)c)
			return (void *)byte;
	return NULL;
}

/* The log and sysfs */

int sysfs_emit(char *page, const char *format, ...)
{
	__builtin_va_list args;
	int len;

	__builtin_va_start(args, format);
	len = vsnprintf(page, 4096, format, args);
	__builtin_va_end(args);
	return len;
}

/* What caps/overflow_source says */
bool by_interrupt(void)
{
	const struct attribute_group **group;
	struct attribute **attr;
	struct device dev = { .data = w.pmu };
	static char page[4096];

	for (group = w.pmu->attr_groups; *group; group++) {
		if (!(*group)->name || strcmp((*group)->name, "caps"))
			continue;
		for (attr = (*group)->attrs; *attr; attr++) {
			struct device_attribute *shown =
				container_of(*attr, struct device_attribute, attr);

			if (strcmp((*attr)->name, "overflow_source"))
				continue;
			shown->show(&dev, shown, page);
			return !strcmp(page, "irq\n");
		}
	}
	prove(false, "caps/ has a file overflow_source");
	return false;
}

/* The device */

int platform_driver_register(struct platform_driver *registered)
{
	driver = registered;
	return 0;
}

void platform_driver_unregister(struct platform_driver *registered)
{
	driver = NULL;
}

const void *of_device_get_match_data(const struct device *dev)
{
	const struct of_device_id *match;

	for (match = driver->driver.of_match_table; match->compatible; match++)
		if (!strcmp(match->compatible, COMPATIBLE))
			return match->data;
	return NULL;
}

u32 read_cpuid_id(void)
{
	return MIDR;
}

int of_machine_is_compatible(const char *compat)
{
	return false;
}

bool of_property_read_bool(const struct device_node *node, const char *name)
{
	if (!strcmp(name, "secure-reg-access"))
		return m.secure;
	if (!strcmp(name, "arm,non-secure"))
		return m.nonsecure;
	prove(false, "the property exists");
	return false;
}

void *devm_kzalloc(struct device *dev, size_t size, int flags)
{
	void *mem = kzalloc(size, flags);

	devm_add_action(dev, (void (*)(void *))kfree, mem);
	return mem;
}

int devm_add_action(struct device *dev, void (*action)(void *), void *data)
{
	prove(number_of_actions < 16, "the walk has room for the actions");
	actions[number_of_actions].action = action;
	actions[number_of_actions++].data = data;
	return 0;
}

int cpu_pm_register_notifier(struct notifier_block *nb)
{
	notifier = nb;
	return 0;
}

int cpu_pm_unregister_notifier(struct notifier_block *nb)
{
	notifier = NULL;
	return 0;
}

int perf_pmu_register(struct pmu *pmu, const char *name, int type)
{
	pmu->type = 42;
	w.pmu = pmu;
	w.idle_usual = 0;
	perf_registered(pmu);
	return 0;
}

void (perf_pmu_unregister)(struct pmu *pmu)
{
	w.pmu = NULL;
	perf_unregistered();
}

const char *line_name(enum line line)
{
	static const char *const names[LINES] = { "good", "loses all", "late", "stuck" };

	return names[line];
}

void set_line(enum line line)
{
	w.line = line;
	w.late = walk_below(4) ? walk_below(50000) : walk_below(4) ? walk_below(30) * MS :
		 walk_below(700) * MS;
	irq.was_good &= line == LINE_GOOD;
}

bool line_was_good(void)
{
	return irq.was_good;
}

int platform_get_irq_optional(struct platform_device *pdev, unsigned int num)
{
	return irq.number ? (int)irq.number : -6;
}

int devm_request_irq(struct device *dev, unsigned int number,
		     irqreturn_t (*handler)(int, void *), unsigned long flags,
		     const char *name, void *data)
{
	if (!walk_below(8))
		return -EBUSY;
	prove(flags & IRQF_NO_AUTOEN, "the line is not enabled before the driver is ready");
	irq.handler = handler;
	irq.data = data;
	irq.depth = 1;
	return 0;
}

void disable_irq_nosync(unsigned int number)
{
	prove(irq.handler && number == irq.number, "the interrupt that is disabled is ours");
	irq.depth++;
}

void enable_irq(unsigned int number)
{
	prove(irq.handler && number == irq.number && irq.depth,
	      "the interrupt that is enabled was disabled");
	prove(!w.pmu, "a line that was stuck stays disabled");
	irq.depth--;
}

bool has_line(void)
{
	return irq.handler;
}

bool irq_masked(void)
{
	return !irq.handler || irq.depth;
}

void probe(void)
{
	bool secure = nondet_bool();
	unsigned int idx;

	memset(&w.rate, 0, sizeof(w.rate));
	m = (struct model) {
		.secure = secure,
		/* No device tree says both. */
		.nonsecure = !secure && nondet_bool(),
		.rule = walk_below(3),
	};
	any_registers();
	for (idx = 0; idx < COUNTERS; idx++)
		w.rate[idx] = 1024;
	memset(&irq, 0, sizeof(irq));
	irq.number = walk_below(4) ? 7 : 0;
	irq.was_good = true;
	w.timer_late = 0;
	w.traced = !walk_below(4);
	w.idle_counts = !walk_below(3);
	set_line(walk_below(3) ? LINE_GOOD : walk_below(LINES));
	walk_note("probe: %s, the line is %s%s%s\n", irq.number ? "with a line" : "no line",
		  line_name(w.line), w.traced ? ", tracers read events" : "",
		  w.idle_counts ? ", counters count in idle time" : "");
	perf_any_kernel();
	w.down = false;
	prove(!host_module_init() && driver, "the module can be loaded");
	prove(!driver->probe(&device), "the device can be probed");
	w.probed = true;
	check_reset();
	if (!irq.handler || (w.line == LINE_LOSES && !irq.answered))
		prove(!by_interrupt(), "without an interrupt the timer is the source");
	else if (w.line == LINE_GOOD)
		prove(by_interrupt(), "the interrupt is the source if it comes at the trial");
	/* The flags of all models can be cleared. */
	prove(!irq.handler || w.line == LINE_STUCK || !irq_masked(),
	      "a line that is not stuck stays enabled after the trial");
}

void unbind(void)
{
	resets();
	w.probed = false;
	w.down = true;
	while (number_of_actions) {
		number_of_actions--;
		actions[number_of_actions].action(actions[number_of_actions].data);
	}
	m.resetting = false;
	check_reset();
	host_module_exit();
	irq.handler = NULL;
	prove(!timers, "no timer is left after the removal");
	prove(!notifier, "no notifier is left after the removal");
	prove(!allocated, "no memory is left after the removal");
	w.work = false;
}

void shut_down(void)
{
	resets();
	w.down = true;
	driver->shutdown(&device);
	m.resetting = false;
	check_reset();
	prove(!timers, "no timer is left after a shutdown");
}

/*
 * A tracer at the begin and the end of the driver's functions: gcc calls these two. Its
 * sample reads an event of its group. It does not trace itself.
 */
extern void *const __start_nokprobe[], *const __stop_nokprobe[];

static void trace(void *function)
{
	static bool tracing;
	void *const *not;

	/* Around idle time, the walk has to know which events are whose. */
	if (!w.traced || !w.pmu || tracing || w.idle_hook || walk_below(64))
		return;
	for (not = __start_nokprobe; not < __stop_nokprobe; not++)
		if (*not == function)
			return;
	tracing = true;
	perf_traced();
	tracing = false;
}

void __cyg_profile_func_enter(void *function, void *caller)
{
	trace(function);
}

void __cyg_profile_func_exit(void *function, void *caller)
{
	trace(function);
}

/* The idle CPU */

struct task_struct *current;

bool is_idle_task(const struct task_struct *task)
{
	return w.idle;
}

static void (*idle_probe)(void *data, unsigned int state, unsigned int cpu);
static void *idle_data;

int register_trace_cpu_idle(void (*probe)(void *data, unsigned int state, unsigned int cpu),
			    void *data)
{
	prove(!idle_probe, "the idle CPU is watched once");
	/* No memory. The driver samples, though the idle task may have the work of others. */
	w.unwatched = !walk_below(8);
	if (w.unwatched)
		return -ENOMEM;
	idle_probe = probe;
	idle_data = data;
	return 0;
}

int unregister_trace_cpu_idle(void (*probe)(void *data, unsigned int state, unsigned int cpu),
			      void *data)
{
	prove(idle_probe == probe, "what is unregistered was registered");
	idle_probe = NULL;
	return 0;
}

/* Tracepoints that tell when something ends */

static struct tracepoint ends[] = {
	{ "softirq_entry" }, { "irq_handler_exit" }, { "softirq_exit" }, { "sched_switch" },
	{ "hrtimer_expire_exit" },
};

static void *end_probes[sizeof(ends) / sizeof(*ends)];
static void *end_data;

void for_each_kernel_tracepoint(void (*fct)(struct tracepoint *tp, void *priv), void *priv)
{
	unsigned int i;

	for (i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		fct(&ends[i], priv);
}

int tracepoint_probe_register(struct tracepoint *tp, void *probe, void *data)
{
	prove(!end_probes[tp - ends], "a tracepoint has one probe");
	if (!walk_below(16))
		return -ENOMEM;
	end_probes[tp - ends] = probe;
	end_data = data;
	return 0;
}

int tracepoint_probe_unregister(struct tracepoint *tp, void *probe, void *data)
{
	prove(end_probes[tp - ends] == probe, "what is unregistered was registered");
	end_probes[tp - ends] = NULL;
	return 0;
}

/* The probes do not use the other arguments that they have. */
static void ends_now(const char *name, struct hrtimer *timer)
{
	unsigned int i;

	for (i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		if (strcmp(ends[i].name, name) || !end_probes[i])
			continue;
		w.probing = true;
		((void (*)(void *, struct hrtimer *))end_probes[i])(end_data, timer);
		w.probing = false;
	}
}

/* The task's turn ends, or a softirq. */
void end_turn(void)
{
	ends_now(walk_below(2) ? "sched_switch" : "softirq_exit", NULL);
	perf_told();
}

/* Timers */

void hrtimer_setup(struct hrtimer *timer, enum hrtimer_restart (*function)(struct hrtimer *),
		   int clock, enum hrtimer_mode mode)
{
	*timer = (struct hrtimer) { .function = function };
}

static void dequeue(struct hrtimer *timer)
{
	struct hrtimer **link;

	for (link = &timers; *link && *link != timer; link = &(*link)->next)
		;
	prove(*link == timer, "the timer is in the queue");
	*link = timer->next;
	timer->queued = false;
}

static void enqueue(struct hrtimer *timer)
{
	struct hrtimer **link;

	for (link = &timers; *link && (*link)->expires <= timer->expires; link = &(*link)->next)
		;
	timer->next = *link;
	*link = timer;
	timer->queued = true;
}

void hrtimer_start(struct hrtimer *timer, ktime_t time, enum hrtimer_mode mode)
{
	prove(timer->function, "the timer was set up");
	if (timer->queued)
		dequeue(timer);
	timer->expires = mode == HRTIMER_MODE_REL_PINNED_HARD ? w.now + time : time;
	enqueue(timer);
}

bool hrtimer_is_queued(struct hrtimer *timer)
{
	return timer->queued;
}

bool hrtimer_callback_running(struct hrtimer *timer)
{
	return timer->runs;
}

bool hrtimer_active(struct hrtimer *timer)
{
	return timer->queued || timer->runs;
}

void hrtimer_set_expires(struct hrtimer *timer, ktime_t time)
{
	prove(!timer->queued, "no timer in the queue is changed");
	timer->expires = time;
}

u64 hrtimer_forward(struct hrtimer *timer, ktime_t now, ktime_t interval)
{
	u64 times = 0;

	prove(!timer->queued && interval, "no timer in the queue is changed");
	if (timer->expires <= now) {
		times = (now - timer->expires) / interval + 1;
		timer->expires += times * interval;
	}
	return times;
}

u64 hrtimer_forward_now(struct hrtimer *timer, ktime_t interval)
{
	return hrtimer_forward(timer, w.now, interval);
}

int hrtimer_try_to_cancel(struct hrtimer *timer)
{
	if (timer->runs)
		return -1;
	if (!timer->queued)
		return 0;
	dequeue(timer);
	return 1;
}

int hrtimer_cancel(struct hrtimer *timer)
{
	prove(!timer->runs, "no timer waits for itself");
	return hrtimer_try_to_cancel(timer);
}

enum hrtimer_restart cp_pmu_handle_sampler(struct hrtimer *timer);

/* When the sampler expires: U64_MAX if it is not queued */
u64 sampler_expires(void)
{
	struct hrtimer *timer;

	for (timer = timers; timer; timer = timer->next)
		if (timer->function == cp_pmu_handle_sampler)
			return timer->expires;
	return U64_MAX;
}

bool timer_queued(void)
{
	return timers;
}

u64 ktime_get_mono_fast_ns(void)
{
	return w.now;
}

u64 ktime_get_ns(void)
{
	prove(!w.suspended, "the clock is not read after timekeeping was suspended");
	return w.now;
}

ktime_t ktime_get(void)
{
	return ktime_get_ns();
}

struct pt_regs *get_irq_regs(void)
{
	return irq_regs;
}

bool user_mode(struct pt_regs *regs)
{
	return regs->user;
}

static void enter(struct pt_regs *regs)
{
	regs->user = nondet_bool();
	w.returned = nondet_bool();
	irq_regs = regs;
	w.irqs_off = true;
	w.handlers++;
	m.cleared = 0;
	m.overflowed = 0;
	perf_handler(true);
}

static void leave(void)
{
	ends_now("irq_handler_exit", NULL);
	perf_handler(false);
	irq_regs = NULL;
	w.irqs_off = false;
}

static void expire(struct hrtimer *timer)
{
	enum hrtimer_restart restart;
	struct pt_regs regs;

	walk_note("  %10llu us: timer, due at %llu us\n", w.now / 1000, timer->expires / 1000);
	dequeue(timer);
	timer->runs = true;
	w.woken += w.waits && timer->expires > w.idle_began;
	w.expired = timer->expires;
	enter(&regs);
	restart = timer->function(timer);
	ends_now("hrtimer_expire_exit", timer);
	if (restart == HRTIMER_RESTART) {
		prove(!timer->queued, "a timer that restarts is not in the queue");
		prove(timer->expires > w.now, "a timer does not expire again in its handler");
		enqueue(timer);
	}
	timer->runs = false;
	w.expired = U64_MAX;
	leave();
	perf_timer();
}

/* The interrupt line */

static bool flagged(void)
{
	return m.e && (m.flags & m.inten);
}

static bool arrives(void)
{
	if (!flagged())
		irq.asserted = false;
	else if (!irq.asserted)
		irq.asserted_at = w.now;
	irq.asserted = flagged();

	switch (w.line) {
	case LINE_GOOD:
		return irq.asserted;
	case LINE_LATE:
		return irq.asserted && w.now >= irq.asserted_at + w.late;
	case LINE_STUCK:
		return true;
	default:
		return false;
	}
}

/* The handler has returned. @any, @raised: flags before; those that raised the interrupt */
static void check_handled(irqreturn_t handled, bool was_on, u32 any, u32 raised)
{
	/* On A-stepping another overflow may have cleared it. */
#ifndef ASTEP
	prove(handled == IRQ_NONE || any || m.overflowed,
	      "no interrupt is claimed without a flag");
#endif
	prove(!m.e || !(raised & ~m.cleared), "the flags that raised the interrupt are cleared");
	prove(was_on || !(m.flags & m.inten), "flags that were left over are cleared");
}

/* An interrupt, whatever the line does. Return: false if the driver found no flag. */
bool interrupt(void)
{
	u32 any = m.flags, flags = m.e ? any & m.inten : 0;
	struct pt_regs regs;
	irqreturn_t handled;
	bool on = m.e, ended = perf_ended();

	if (irq_masked() || w.irqs_off)
		return false;
	enter(&regs);
	/* During the trial at probe no event counts. */
	if (!w.pmu)
		m.resetting = true;
	/* No flag matters while no event is active. */
	if (!w.pmu || !on)
		m.was_armed = 0;
	handled = irq.handler(irq.number, irq.data);
	/*
	 * In a trial of the line, the counter may have been written since its overflow. If the
	 * guard is late, it may have counted 2^31 events. perf's irq_work then waits for the tick.
	 */
	if (handled == IRQ_HANDLED) {
		irq.refused = 0;
	} else if (ended) {
		prove(!flags || ++irq.refused < 3, "an interrupt with an overflow is handled");
		w.work = false;
	}
	check_handled(handled, on, any, flags);
	walk_note("  %10llu us: interrupt, %s\n", w.now / 1000,
		  handled == IRQ_HANDLED ? "handled" : "spurious");
	leave();
	perf_interrupt();
	return handled == IRQ_HANDLED;
}

void deliver(void)
{
	unsigned int limit = w.line == LINE_STUCK ? 3 : 1000;

	while (limit-- && !w.irqs_off && !irq_masked() && arrives())
		interrupt();
	if (!w.irqs_off && w.line == LINE_GOOD && !irq_masked() && !arrives())
		perf_delivered();
}

void spurious(void)
{
	interrupt();
}

/* More spurious interrupts than a stuck line may raise. */
void storm(void)
{
	unsigned int i;

	for (i = 0; i < 2000 && !irq_masked(); i++)
		interrupt();
	prove(irq_masked(), "a line that is asserted without a flag is masked");
}

/* Time */

/* The model asks how many events a counter has counted since its last access. */
u64 walk_events(unsigned int idx)
{
	u64 value = (u64)m.base[idx] + m.since[idx], left = (1ULL << 32) - (u32)value;
	u64 events = 0;
	u32 some;

	/* At an access: sometimes the counter overflows just now. */
	some = time_passes ? 32 : walk_below(64);
	if (time_passes)
		events = counting[idx];
	else if (some == 63 && left < 5000)
		events = left;
	else if (some < 32)
		events = some & 3;
	counted(idx, events);
	return events;
}

bool walk_timers_are_late(void)
{
	return w.timer_late;
}

static void pass(u64 ns)
{
	unsigned int idx;

	for (idx = 0; idx < COUNTERS; idx++) {
		fraction[idx] += w.waits && !w.idle_counts ? 0 : ns * w.rate[idx];
		counting[idx] = runs(idx) ? fraction[idx] >> 10 : 0;
		fraction[idx] &= 1023;
	}
	w.now += ns;
	jiffies = w.now / (10 * MS);
	time_passes = true;
	tick();
	time_passes = false;
	if (!w.waits)
		perf_passed(ns);
	if (w.work && !w.down)
		prove(w.now - w.work_since <= MS + w.timer_late,
		      "a signal or a wakeup follows its sample at once");
}

/* perf's irq_work on a slow machine takes longer than the shortest interval of samples. */
#define WORK_NS		20000

void irq_work_run(void)
{
	prove(irq_regs, "perf's irq_work runs in an interrupt");
	follow_sources();
	if (w.work) {
		if (w.now - w.worked < 10 * WORK_NS)
			perf_works_much();
		pass(WORK_NS);
		w.worked = w.now;
	}
	w.work = false;
	perf_work();
}

/* The time until a counter raises its interrupt, or another time of interest */
static u64 next_time(void)
{
	u64 next = 1ULL << 40;
	unsigned int idx;

	if (timers)
		next = timers->expires + w.timer_late > w.now ?
		       timers->expires + w.timer_late - w.now : 0;
	if (irq.asserted && w.line == LINE_LATE && !irq_masked() &&
	    irq.asserted_at + w.late > w.now)
		next = min(next, irq.asserted_at + w.late - w.now);
	for (idx = 0; idx < COUNTERS; idx++) {
		u64 left = (1ULL << 32) - (u32)(m.base[idx] + m.since[idx]);

		if (!runs(idx) || !(m.inten & BIT(idx)) || !w.rate[idx] ||
		    (w.waits && !w.idle_counts))
			continue;
		next = min(next, ((left << 10) - fraction[idx] + w.rate[idx] - 1) / w.rate[idx]);
	}
	/* No time of interest lies in the past, unless it is the timer's. */
	return next;
}

void run(u64 ns)
{
	unsigned int steps = 300;

	while (ns && steps--) {
		bool waits = w.waits;
		u64 step;

		deliver();
		step = next_time();
		if (!step) {
			expire(timers);
			/* A handler takes some time. */
			step = 1000;
			w.waits = false;
		}
		step = min(max(step, 100ULL), ns);
		ns -= step;
		pass(step);
		w.waits = waits;
	}
	deliver();
}

static void idle_state(unsigned int state)
{
	w.idle_hook = state ? IDLE_ENDS : IDLE_BEGINS;
	w.probing = true;
	if (idle_probe)
		idle_probe(idle_data, state, 0);
	w.probing = false;
	perf_idle_hook(!state && idle_probe);
	w.idle_hook = NO_IDLE_HOOK;
}

/*
 * The CPU has nothing to do. On some cores, nothing counts then but the code of interrupts.
 */
void idle(u64 ns)
{
	w.idle_began = w.now;
	w.watched = !by_interrupt() && !w.unwatched;
	w.idle = true;
	w.irqs_off = true;
	idle_state(0);
	w.idle_slept = w.now;
	w.irqs_off = false;
	w.waits = true;
	w.woken = 0;
	run(ns / 2);
	if (!walk_below(4))
		interrupt();
	run(ns / 2);
	w.waits = false;
	w.watched &= !by_interrupt();
	/* The guard, and once the sampler, if other idle times were shorter */
	prove(!w.watched || !irq_masked() || w.woken <= (w.now - w.idle_began) / (500 * MS) + 2,
	      "an idle CPU is not woken to sample");
	/* A timer that was late before is not the sampler, unless nothing sampled then. */
	if (w.watched && !(timers && timers->expires <= w.now))
		w.idle_ended = w.now;
	w.irqs_off = nondet_bool();
	w.idle_slept = w.now - w.idle_slept;
	idle_state(PWR_EVENT_EXIT);
	w.irqs_off = false;
	w.idle = false;
}

/* The driver has read a counter. An interrupt comes if none is disabled. */
void walk_was_read(unsigned int idx)
{
	perf_read(idx);
	if (!w.interruptible || w.irqs_off)
		return;
	w.interruptible = false;
	perf_read_interrupted();
}

unsigned long walk_irq_save(void)
{
	bool was = w.irqs_off;

	w.irqs_off = true;
	return was;
}

void walk_irq_restore(unsigned long flags)
{
	w.irqs_off = flags;
}

/* In the trial at probe. A line that does not answer may raise one spurious interrupt. */
void udelay(unsigned long us)
{
	if (!irq.tried && w.line != LINE_GOOD && nondet_bool()) {
		run(1 + walk_below(1000));
		irq.answered = interrupt();
	}
	irq.tried = true;
	run(1000 * us);
	resets();
}

static void check_powered_down(void)
{
	unsigned int idx;

	prove(!m.e, "the monitor is stopped before the power loss");
	for (idx = 0; idx < COUNTERS; idx++)
		prove(!started(idx) || !m.since[idx],
		      "the driver has read all counts before the power loss");
}

/* The processor loses its power, or only might have. */
void cpu_pm(bool lose)
{
	w.irqs_off = true;
	w.suspended = true;
	notifier->notifier_call(notifier, CPU_PM_ENTER, NULL);
	if (!w.down)
		check_powered_down();
	if (lose)
		any_registers();
	else
		resets();
	notifier->notifier_call(notifier, lose ? CPU_PM_EXIT : CPU_PM_ENTER_FAILED, NULL);
	prove(w.down || !perf_counts() || m.e, "after a power loss the events count again");
	if (w.down || !perf_counts())
		check_reset();
	w.suspended = false;
	w.irqs_off = false;
}
