/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stand-in for the kernel's headers: the parts that the proved files use, with the same
 * meaning and with the type sizes of ARM. run-proofs makes each <linux/...> header include
 * this file.
 */
#ifndef __PROVE_KERNEL_H__
#define __PROVE_KERNEL_H__

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef int s32;
typedef unsigned long long u64;
typedef long long s64;
typedef _Bool bool;
typedef unsigned int size_t;
typedef int ssize_t;

#define true	1
#define false	0
#define NULL	((void *)0)

#define U32_MAX		0xffffffffU
#define U64_MAX		(~0ULL)
#define S64_MAX		0x7fffffffffffffffLL
#define NSEC_PER_USEC	1000L
#define NSEC_PER_MSEC	1000000L

#define BITS_PER_LONG	32
#define BIT(n)		(1UL << (n))
#define BIT_ULL(n)	(1ULL << (n))
#define GENMASK(h, l)	((~0UL << (l)) & (~0UL >> (BITS_PER_LONG - 1 - (h))))
#define GENMASK_ULL(h, l) ((~0ULL << (l)) & (~0ULL >> (63 - (h))))
#define FIELD_PREP(mask, val)	(((typeof(mask))(val) << __builtin_ctzl(mask)) & (mask))
#define FIELD_GET(mask, reg)	((typeof(mask))((reg) & (mask)) >> __builtin_ctzl(mask))
#define noinline
#define notrace
#define NOKPROBE_SYMBOL(name)
#define unlikely(cond)	(cond)
#define __always_inline	inline
#define __ffs(word)	((unsigned long)__builtin_ctzl(word))
#define __fls(word)	(BITS_PER_LONG - 1UL - __builtin_clzl(word))
#define is_power_of_2(n)	((n) && !((n) & ((n) - 1)))
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

#define container_of(ptr, type, member) \
	((type *)((char *)(ptr) - __builtin_offsetof(type, member)))
#define READ_ONCE(x)		(x)
#define WRITE_ONCE(x, val)	((x) = (val))
#define IS_ENABLED(option)	0
#define offsetofend(type, member) \
	(__builtin_offsetof(type, member) + sizeof(((type *)0)->member))

void *memchr_inv(const void *start, int c, size_t bytes);

#define ENOENT		2
#define EAGAIN		11
#define ENOMEM		12
#define EINVAL		22
#define EOPNOTSUPP	95

/* Devices, modules, memory and the log: not part of the proof */
struct attribute { const char *name; };
struct device_attribute { struct attribute attr; };
struct attribute_group { const char *name; };
struct device { const char *name; };
struct notifier_block { int priority; };
struct pt_regs { u32 pc; };
struct module;

#define THIS_MODULE	((struct module *)0)
#define module_param(name, type, perm)
#define MODULE_PARM_DESC(name, desc)
#define dev_warn(dev, ...)	((void)(dev))
#define dev_info(dev, ...)	((void)(dev))
#define dev_dbg(dev, ...)	((void)(dev))
#define dev_warn_ratelimited	dev_warn
#define dev_info_ratelimited	dev_info
#define GFP_KERNEL	0

void *kzalloc(size_t size, int flags);
void kfree(const void *ptr);
int sysfs_emit(char *page, const char *fmt, ...);

typedef u64 ktime_t;
struct hrtimer { u64 expires; };
enum hrtimer_restart { HRTIMER_NORESTART, HRTIMER_RESTART };
#define ns_to_ktime(ns)		(ns)
bool hrtimer_is_queued(struct hrtimer *timer);
void hrtimer_set_expires(struct hrtimer *timer, ktime_t time);
int hrtimer_cancel(struct hrtimer *timer);
u64 ktime_get_mono_fast_ns(void);

/* Interrupts are disabled while the proved code runs. */
typedef int irqreturn_t;
#define IRQ_NONE	0
#define IRQ_HANDLED	1
#define local_irq_save(flags)		((flags) = 0)
#define local_irq_restore(flags)	((void)(flags))
#define lockdep_assert_irqs_disabled()
#define HZ		100

extern unsigned long jiffies;
#define time_after(a, b)		((long)((b) - (a)) < 0)
struct pt_regs *get_irq_regs(void);
void disable_irq_nosync(unsigned int irq);
void enable_irq(unsigned int irq);
void irq_work_run(void);

/* The interrupt may come while the driver waits for it, see core.c. */
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
/* Periods must not: CBMC finds a signed overflow here. */
#define local64_sub(val, l)	((l)->a -= (s64)(val))

struct perf_event;

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
};

struct hw_perf_event {
	u64 config_base;
	int idx;
	int state;
	u64 sample_period;
	u64 last_period;
	u64 freq_count_stamp;
	local64_t period_left;
};

struct perf_event_attr {
	u32 type;
	u64 config;
	u64 config1;
	u64 config2;
	u64 sig_data;
	u64 config3;
	bool exclude_user;
	bool exclude_kernel;
	bool exclude_idle;
	bool exclude_host;
};

struct perf_event {
	struct perf_event *group_leader;
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
#define perf_fetch_caller_regs(regs)		((void)(regs))

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

#endif /* __PROVE_KERNEL_H__ */
