/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stand-in for the kernel's headers: the parts that the driver uses, with the same
 * meaning. The walk, the proofs and the simulation make each <linux/...> header include
 * this file. In the proofs, types have the sizes of ARM. The walk runs all of the driver's
 * files but cp_pmu_user.c and cp_pmu_place.c.
 */
#ifndef __MODEL_KERNEL_H__
#define __MODEL_KERNEL_H__

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef int s32;
typedef unsigned long long u64;
typedef long long s64;
typedef _Bool bool;
typedef __SIZE_TYPE__ size_t;
typedef long ssize_t;
typedef unsigned short umode_t;
typedef unsigned long kernel_ulong_t;

#define true	1
#define false	0
#define NULL	((void *)0)

#define U32_MAX		0xffffffffU
#define U64_MAX		(~0ULL)
#define S64_MAX		0x7fffffffffffffffLL
#define NSEC_PER_USEC	1000L
#define NSEC_PER_MSEC	1000000L

#define NSEC_PER_SEC	1000000000L

#define BITS_PER_LONG	((int)(8 * sizeof(long)))
#define BIT(n)		(1UL << (n))
#define BIT_ULL(n)	(1ULL << (n))
#define GENMASK(h, l)	((~0UL << (l)) & (~0UL >> (BITS_PER_LONG - 1 - (h))))
#define GENMASK_ULL(h, l) ((~0ULL << (l)) & (~0ULL >> (63 - (h))))
#define FIELD_PREP(mask, val)	(((typeof(mask))(val) << __builtin_ctzl(mask)) & (mask))
#define FIELD_GET(mask, reg)	((typeof(mask))((reg) & (mask)) >> __builtin_ctzl(mask))
#define noinline
#ifdef WALK	/* As in the kernel: no tracer runs in these functions. */
#define notrace	__attribute__((no_instrument_function))
#define inline	inline notrace
#define NOKPROBE_SYMBOL(name)						\
	static void *const nokprobe_##name				\
		__attribute__((section("nokprobe"), used)) = (void *)(name)
struct kprobe {
	const char *symbol_name;
	void *addr;
};

int register_kprobe(struct kprobe *kp);
void unregister_kprobe(struct kprobe *kp);
#else
#define notrace
#define NOKPROBE_SYMBOL(name)
#endif
#define __maybe_unused
#define __init
#define __exit
#define unlikely(cond)	(cond)
#define __always_inline	inline __attribute__((always_inline))
#define __ffs(word)	((unsigned long)__builtin_ctzl(word))
#define __fls(word)	(BITS_PER_LONG - 1UL - __builtin_clzl(word))
#define is_power_of_2(n)	((n) && !((n) & ((n) - 1)))
#define hweight32(x)	__builtin_popcount(x)
#define fls(x)		((x) ? 32 - __builtin_clz(x) : 0)
#define fls64(x)	((x) ? 64 - __builtin_clzll(x) : 0)

#define min_t(type, x, y) ({ type _x = (x); type _y = (y); _x < _y ? _x : _y; })
#define max_t(type, x, y) ({ type _x = (x); type _y = (y); _x > _y ? _x : _y; })
#define min(x, y)	min_t(typeof(x), x, y)
#define max(x, y)	max_t(typeof(x), x, y)
#define clamp_t(type, x, lo, hi) min_t(type, max_t(type, x, lo), hi)

static inline u64 div_u64(u64 dividend, u32 divisor)
{
	return dividend / divisor;
}

static inline u64 div64_u64(u64 dividend, u64 divisor)
{
	return dividend / divisor;
}

#define container_of(ptr, type, member) \
	((type *)((char *)(ptr) - __builtin_offsetof(type, member)))
#define READ_ONCE(x)		(x)
#define WRITE_ONCE(x, val)	((x) = (val))
#define IS_ENABLED(option)	0
#define offsetofend(type, member) \
	(__builtin_offsetof(type, member) + sizeof(((type *)0)->member))

void *memchr_inv(const void *start, int c, size_t bytes);
void *memset(void *mem, int value, size_t size);

#define ENOENT		2
#define EAGAIN		11
#define ENOMEM		12
#define EBUSY		16
#define ENODEV		19
#define EINVAL		22
#define EOPNOTSUPP	95
#define EPROBE_DEFER	517

/* Devices, modules, memory and the log */
struct device;
struct kobject;
struct device_node;

struct attribute {
	const char *name;
	umode_t mode;
};

struct device_attribute {
	struct attribute attr;
	ssize_t (*show)(struct device *dev, struct device_attribute *attr, char *page);
	ssize_t (*store)(struct device *dev, struct device_attribute *attr, const char *page,
			 size_t count);
};

struct attribute_group {
	const char *name;
	umode_t (*is_visible)(struct kobject *kobj, struct attribute *attr, int unused);
	struct attribute **attrs;
};

struct kobject { const char *name; };
struct of_device_id {
	const char *compatible;
	const void *data;
};

struct device_driver {
	const char *name;
	const struct of_device_id *of_match_table;
	bool suppress_bind_attrs;
};

struct device {
	struct kobject kobj;
	struct device_node *of_node;
	struct device_driver *driver;
	void *data;
};

struct pt_regs { bool user; };
struct module;

#define THIS_MODULE	((struct module *)0)
#define MODULE_DEVICE_TABLE(type, name)
#define MODULE_DESCRIPTION(text)
#define MODULE_LICENSE(text)
#define MODULE_VERSION(text)
#define module_param(name, type, perm)
#define MODULE_PARM_DESC(name, desc)
#define pr_err(...)
#define dev_err(dev, ...)	((void)(dev))
#define dev_warn(dev, ...)	((void)(dev))
#define dev_info(dev, ...)	((void)(dev))
#define dev_dbg(dev, ...)	((void)(dev))
#define dev_warn_ratelimited	dev_warn
#define dev_warn_once		dev_warn
#define dev_notice_once		dev_warn
#define dev_info_ratelimited	dev_info
#define dev_err_probe(dev, err, ...)	(err)
#define GFP_KERNEL	0

void *kzalloc(size_t size, int flags);
void kfree(const void *ptr);
int sysfs_emit(char *page, const char *fmt, ...);
int snprintf(char *buf, size_t size, const char *fmt, ...);

#define DEVICE_ATTR_RO(_name) \
	struct device_attribute dev_attr_##_name = { \
		.attr = { .name = #_name, .mode = 0444 }, .show = _name##_show }
#define PMU_FORMAT_ATTR(_name, _format) \
	static struct device_attribute format_attr_##_name = { \
		.attr = { .name = #_name, .mode = 0444 } }
#define kobj_to_dev(_kobj)	container_of(_kobj, struct device, kobj)
#define dev_get_drvdata(dev)	((dev)->data)

/* The platform device */
struct platform_device { struct device dev; };
struct platform_device_id {
	char name[24];
	kernel_ulong_t driver_data;
};

struct platform_driver {
	struct device_driver driver;
	const struct platform_device_id *id_table;
	int (*probe)(struct platform_device *pdev);
	void (*shutdown)(struct platform_device *pdev);
};

#define module_init(fn)		int host_module_init(void) { return fn(); }
#define module_exit(fn)		void host_module_exit(void) { fn(); }
#define platform_set_drvdata(pdev, _data)	((pdev)->dev.data = (_data))
#define platform_get_drvdata(pdev)	((pdev)->dev.data)
#define platform_get_device_id(pdev)	((const struct platform_device_id *)NULL)
int platform_driver_register(struct platform_driver *driver);
void platform_driver_unregister(struct platform_driver *driver);
int platform_get_irq_optional(struct platform_device *pdev, unsigned int num);
const void *of_device_get_match_data(const struct device *dev);
bool of_property_read_bool(const struct device_node *node, const char *name);
int of_machine_is_compatible(const char *compat);
u32 read_cpuid_id(void);
void *devm_kzalloc(struct device *dev, size_t size, int flags);
int devm_add_action(struct device *dev, void (*action)(void *), void *data);
#define devm_add_action_or_reset	devm_add_action

/* No other driver has the device. */
#define for_each_matching_node_and_match(np, matches, match) \
	for ((np) = NULL, *(match) = (matches); (np);)
#define of_find_device_by_node(np)	((struct platform_device *)NULL)
#define bus_find_device_by_name(bus, start, name)	((struct device *)NULL)
#define device_lock(dev)
#define device_unlock(dev)
#define put_device(dev)
#define dev_name(dev)		""

struct notifier_block {
	int (*notifier_call)(struct notifier_block *nb, unsigned long action, void *data);
	int priority;
};

enum { CPU_PM_ENTER, CPU_PM_ENTER_FAILED, CPU_PM_EXIT };
#define NOTIFY_DONE	0
#define NOTIFY_OK	1
int cpu_pm_register_notifier(struct notifier_block *nb);
int cpu_pm_unregister_notifier(struct notifier_block *nb);

/* Timers */
typedef u64 ktime_t;
enum hrtimer_restart { HRTIMER_NORESTART, HRTIMER_RESTART };
enum hrtimer_mode { HRTIMER_MODE_ABS_PINNED_HARD, HRTIMER_MODE_REL_PINNED_HARD };
struct hrtimer {
	u64 expires;
	bool queued;
	bool runs;
	enum hrtimer_restart (*function)(struct hrtimer *timer);
	struct hrtimer *next;
};

#define CLOCK_MONOTONIC		1
#define ns_to_ktime(ns)		(ns)
#define ktime_to_ns(ktime)	(ktime)
#define hrtimer_get_expires(timer)	((timer)->expires)
#define hrtimer_get_expires_ns		hrtimer_get_expires
#define hrtimer_get_softexpires		hrtimer_get_expires
void hrtimer_setup(struct hrtimer *timer, enum hrtimer_restart (*function)(struct hrtimer *),
		   int clock, enum hrtimer_mode mode);
void hrtimer_start(struct hrtimer *timer, ktime_t time, enum hrtimer_mode mode);
bool hrtimer_is_queued(struct hrtimer *timer);
bool hrtimer_active(struct hrtimer *timer);
bool hrtimer_callback_running(struct hrtimer *timer);
void hrtimer_set_expires(struct hrtimer *timer, ktime_t time);
/* A timer expires at the first time that is allowed. */
#define hrtimer_start_range_ns(timer, time, slack, mode)	hrtimer_start(timer, time, mode)
#define hrtimer_set_expires_range_ns(timer, time, slack)	hrtimer_set_expires(timer, time)
u64 hrtimer_forward(struct hrtimer *timer, ktime_t now, ktime_t interval);
u64 hrtimer_forward_now(struct hrtimer *timer, ktime_t interval);
int hrtimer_cancel(struct hrtimer *timer);
int hrtimer_try_to_cancel(struct hrtimer *timer);
ktime_t ktime_get(void);
u64 ktime_get_ns(void);
u64 get_cpu_idle_time_us(int cpu, u64 *last_update);
u64 get_cpu_iowait_time_us(int cpu, u64 *last_update);
u64 ktime_get_mono_fast_ns(void);

/* The tracepoint cpu_idle */
#define PWR_EVENT_EXIT	((unsigned int)-1)
int register_trace_cpu_idle(void (*probe)(void *data, unsigned int state, unsigned int cpu),
			    void *data);
int unregister_trace_cpu_idle(void (*probe)(void *data, unsigned int state, unsigned int cpu),
			      void *data);
/* Other tracepoints are found by their name. */
struct tracepoint {
	const char *name;
};
void for_each_kernel_tracepoint(void (*fct)(struct tracepoint *tp, void *priv), void *priv);
int tracepoint_probe_register(struct tracepoint *tp, void *probe, void *data);
int tracepoint_probe_unregister(struct tracepoint *tp, void *probe, void *data);
#define _RET_IP_	1UL
int strcmp(const char *a, const char *b);
#define tracepoint_synchronize_unregister()
#define DEFINE_MUTEX(name)	int name
#define mutex_lock(lock)	((void)(lock))
#define mutex_unlock(lock)	((void)(lock))

/* Interrupts are disabled while the driver's code runs. */
typedef int irqreturn_t;
#define IRQ_NONE	0
#define IRQ_HANDLED	1
#define local_irq_save(flags)		((flags) = 0)
#define local_irq_restore(flags)	((void)(flags))
#define raw_local_irq_save		local_irq_save
#define raw_local_irq_restore		local_irq_restore
#define lockdep_assert_irqs_disabled()
#define HZ		100

extern unsigned long jiffies;
#define time_after(a, b)		((long)((b) - (a)) < 0)
struct pt_regs *get_irq_regs(void);
void disable_irq_nosync(unsigned int irq);
void enable_irq(unsigned int irq);
#define IRQF_NO_AUTOEN		0x1
#define IRQF_NOBALANCING	0
#define IRQF_NO_THREAD		0
#define IRQF_NO_SUSPEND		0
int devm_request_irq(struct device *dev, unsigned int irq, irqreturn_t (*handler)(int, void *),
		     unsigned long flags, const char *name, void *data);
void irq_work_run(void);

/* The interrupt may come while the driver waits for it. */
void udelay(unsigned long us);

/* perf: the members of its structures that the driver uses */
#define PERF_TYPE_HARDWARE	0
#define PERF_TYPE_HW_CACHE	3
#define PERF_TYPE_RAW		4

enum {
	PERF_COUNT_HW_CPU_CYCLES,
	PERF_COUNT_HW_INSTRUCTIONS,
	PERF_COUNT_HW_CACHE_REFERENCES,
	PERF_COUNT_HW_CACHE_MISSES,
	PERF_COUNT_HW_BRANCH_INSTRUCTIONS,
	PERF_COUNT_HW_BRANCH_MISSES,
	PERF_COUNT_HW_BUS_CYCLES,
	PERF_COUNT_HW_STALLED_CYCLES_FRONTEND,
	PERF_COUNT_HW_STALLED_CYCLES_BACKEND,
	PERF_COUNT_HW_REF_CPU_CYCLES,
	PERF_COUNT_HW_MAX
};

enum {
	PERF_COUNT_HW_CACHE_L1D,
	PERF_COUNT_HW_CACHE_L1I,
	PERF_COUNT_HW_CACHE_LL,
	PERF_COUNT_HW_CACHE_DTLB,
	PERF_COUNT_HW_CACHE_ITLB,
	PERF_COUNT_HW_CACHE_BPU,
	PERF_COUNT_HW_CACHE_NODE,
	PERF_COUNT_HW_CACHE_MAX
};

enum {
	PERF_COUNT_HW_CACHE_OP_READ,
	PERF_COUNT_HW_CACHE_OP_WRITE,
	PERF_COUNT_HW_CACHE_OP_PREFETCH,
	PERF_COUNT_HW_CACHE_OP_MAX
};

enum {
	PERF_COUNT_HW_CACHE_RESULT_ACCESS,
	PERF_COUNT_HW_CACHE_RESULT_MISS,
	PERF_COUNT_HW_CACHE_RESULT_MAX
};

#define PERF_HES_STOPPED	1
#define PERF_HES_UPTODATE	2
#define PERF_EF_START		1
#define PERF_EF_RELOAD		2
#define PERF_EF_UPDATE		4
#define PERF_PMU_CAP_NO_INTERRUPT	0x1
#define PERF_PMU_CAP_EXTENDED_HW_TYPE	0x100

enum { perf_hw_context };

typedef struct { s64 a; } local64_t;
#define local64_read(l)		((l)->a)
#define local64_set(l, val)	((l)->a = (val))
/* Counts may wrap around, as in the kernel. */
#define local64_add(val, l)	((l)->a = (s64)((u64)(l)->a + (u64)(val)))
/* Periods must not: the sanitizer finds a signed overflow here. */
#define local64_sub(val, l)	((l)->a -= (s64)(val))

typedef struct { int counter; } atomic_t;
#define atomic_read(v)		((v)->counter)

struct perf_event;
struct mm_struct;

struct perf_pmu_events_attr {
	struct device_attribute attr;
	u64 id;
};

#define PMU_EVENT_ATTR_ID(_name, _show, _id)				\
	(&((struct perf_pmu_events_attr[]) {				\
		{ .attr = { .attr = { .name = #_name } }, .id = _id }	\
	})[0].attr.attr)

struct pmu {
	struct module *module;
	const struct attribute_group **attr_groups;
	int capabilities;
	int type;
	int task_ctx_nr;
	void (*pmu_enable)(struct pmu *pmu);
	void (*pmu_disable)(struct pmu *pmu);
	int (*event_init)(struct perf_event *event);
	int (*add)(struct perf_event *event, int flags);
	void (*del)(struct perf_event *event, int flags);
	void (*start)(struct perf_event *event, int flags);
	void (*stop)(struct perf_event *event, int flags);
	void (*read)(struct perf_event *event);
	int (*check_period)(struct perf_event *event, u64 value);
	void (*event_mapped)(struct perf_event *event, struct mm_struct *mm);
	void (*event_unmapped)(struct perf_event *event, struct mm_struct *mm);
	int (*event_idx)(struct perf_event *event);
};

struct task_struct;
struct irqaction;
extern struct task_struct *current;
bool is_idle_task(const struct task_struct *task);
int in_sched_functions(unsigned long addr);

struct hw_perf_event {
	u64 config_base;
	struct task_struct *target;
	int idx;
	int state;
	u64 sample_period;
	u64 last_period;
	u64 freq_count_stamp;
	u64 interrupts;
	local64_t period_left;
};

struct perf_event_attr {
	u32 type;
	u64 config;
	u64 sample_freq;
	bool exclude_user;
	bool exclude_kernel;
	bool exclude_idle;
	bool exclude_host;
	bool inherit_stat;
	unsigned int precise_ip;
	bool freq;
	u64 config1;
	u64 config2;
	u64 sig_data;
	u64 config3;
};

struct perf_event {
	struct perf_event *parent;
	struct perf_event *group_leader;
	atomic_t event_limit;
	struct perf_event *sibling;
	struct pmu *pmu;
	local64_t count;
	struct perf_event_attr attr;
	struct hw_perf_event hw;
	void (*destroy)(struct perf_event *event);
	void *pmu_private;
	void *rb;
};

struct perf_sample_data { u64 period; };

#define for_each_sibling_event(event, leader) \
	for ((event) = (leader)->sibling; (event); (event) = (event)->sibling)
#define perf_sample_data_init(data, addr, per)	((data)->period = (per))

int perf_pmu_register(struct pmu *pmu, const char *name, int type);
void perf_pmu_unregister(struct pmu *pmu);
bool has_branch_stack(struct perf_event *event);
bool is_software_event(struct perf_event *event);
bool is_sampling_event(struct perf_event *event);
void perf_event_update_userpage(struct perf_event *event);
bool user_mode(struct pt_regs *regs);
int perf_event_account_interrupt(struct perf_event *event);
int perf_event_overflow(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs);
void perf_sample_event_took(u64 ns);

#include "regs.h"

#ifdef WALK
#include "driver.h"
#endif

#endif /* __MODEL_KERNEL_H__ */
