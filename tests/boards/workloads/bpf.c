// SPDX-License-Identifier: GPL-2.0
/*
 * bpf LOOPS EVENT: a BPF program reads the event, which counts the CPU, before and after
 * known_loop(LOOPS). The first of these reads must be between two by read(2).
 *
 * The program is what libbpf makes of
 *
 *	map_value.error = bpf_perf_event_read_value(&events, BPF_F_CURRENT_CPU,
 *						    &map_value.value, sizeof(map_value.value));
 *
 * BPF_PROG_TEST_RUN runs it in this task. So it needs no tracepoint. Output:
 *
 *   bpf COUNT ENABLED RUNNING    the differences of the two reads, the times in ns
 *   unsupported                  the kernel has no BPF
 */
#include <linux/bpf.h>
#include <stddef.h>
#include <stdint.h>
#include "event.h"
#include "loops.h"

struct value {
	struct bpf_perf_event_value value;
	u64 error;
};

static int bpf(int command, union bpf_attr *attr)
{
	return syscall(SYS_bpf, command, attr, sizeof(*attr));
}

static int map_create(unsigned int type, unsigned int size)
{
	union bpf_attr attr = {
		.map_type = type, .key_size = 4, .value_size = size, .max_entries = 1,
	};

	return bpf(BPF_MAP_CREATE, &attr);
}

#define INSN(_code, _dst, _src, _off, _imm)						\
	((struct bpf_insn) { .code = (_code), .dst_reg = BPF_REG_##_dst,		\
			     .src_reg = (_src), .off = (_off), .imm = (_imm) })
#define MOVE(_dst, _src)	INSN(BPF_ALU64 | BPF_MOV | BPF_X, _dst, BPF_REG_##_src, 0, 0)
#define SET(_dst, _imm)		INSN(BPF_ALU64 | BPF_MOV | BPF_K, _dst, 0, 0, _imm)
#define ADD(_dst, _imm)		INSN(BPF_ALU64 | BPF_ADD | BPF_K, _dst, 0, 0, _imm)
#define LOAD_MAP(_dst, _fd)								\
	INSN(BPF_LD | BPF_DW | BPF_IMM, _dst, BPF_PSEUDO_MAP_FD, 0, _fd),		\
	INSN(0, 0, 0, 0, 0)
#define STORE(_dst, _off, _src)	INSN(BPF_STX | BPF_MEM | BPF_DW, _dst, BPF_REG_##_src, _off, 0)
#define STORE_WORD(_dst, _off, _imm)	INSN(BPF_ST | BPF_MEM | BPF_W, _dst, 0, _off, _imm)
#define CALL(_function)		INSN(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_##_function)
#define SKIP_UNLESS(_src, _skip)	INSN(BPF_JMP | BPF_JEQ | BPF_K, _src, 0, _skip, 0)
#define EXIT			INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0)

static int program_load(int events, int values)
{
	const struct bpf_insn insns[] = {
		/* r6 = &map_value */
		STORE_WORD(10, -4, 0),
		LOAD_MAP(1, values),
		MOVE(2, 10),
		ADD(2, -4),
		CALL(map_lookup_elem),
		SKIP_UNLESS(0, 8),
		MOVE(6, 0),
		LOAD_MAP(1, events),
		/* A move extends the sign, so use 32 bits: BPF_F_CURRENT_CPU is 2^32 - 1. */
		INSN(BPF_ALU | BPF_MOV | BPF_K, 2, 0, 0, -1),
		MOVE(3, 6),
		SET(4, sizeof(struct bpf_perf_event_value)),
		CALL(perf_event_read_value),
		STORE(6, offsetof(struct value, error), 0),
		SET(0, 0),
		EXIT,
	};
	static char log[16384];
	union bpf_attr attr = {
		.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT,
		.insns = (uintptr_t)insns,
		.insn_cnt = sizeof(insns) / sizeof(*insns),
		.license = (uintptr_t)"GPL",
		.log_level = 1,
		.log_buf = (uintptr_t)log,
		.log_size = sizeof(log),
	};
	int program = bpf(BPF_PROG_LOAD, &attr);

	if (program < 0)
		fail("BPF_PROG_LOAD: %m: %s", log);
	return program;
}

static struct value read_by_bpf(int program, int values)
{
	union bpf_attr run = { .test.prog_fd = program };
	unsigned int key = 0;
	struct value value;
	union bpf_attr lookup = {
		.map_fd = values, .key = (uintptr_t)&key, .value = (uintptr_t)&value,
	};

	if (bpf(BPF_PROG_TEST_RUN, &run))
		fail("BPF_PROG_TEST_RUN: %m");
	if (bpf(BPF_MAP_LOOKUP_ELEM, &lookup))
		fail("BPF_MAP_LOOKUP_ELEM: %m");
	if (value.error)
		fail("bpf_perf_event_read_value(): error %lld", value.error);
	return value;
}

int main(int argc, char **argv)
{
	int events, values, program, event;
	struct perf_event_attr attr = { .size = sizeof(attr), .read_format = READ_TIMES };
	struct value before, after;
	unsigned int key = 0;
	u64 low, high;

	if (argc != 3)
		fail("usage: bpf LOOPS EVENT");
	events = map_create(BPF_MAP_TYPE_PERF_EVENT_ARRAY, 4);
	if (events < 0 && errno == ENOSYS) {
		puts("unsupported");
		return 0;
	}
	values = map_create(BPF_MAP_TYPE_ARRAY, sizeof(struct value));
	if (events < 0 || values < 0)
		fail("BPF_MAP_CREATE: %m");
	program = program_load(events, values);

	parse_event(argv[2], &attr);
	event = open_attr(&attr, ON_CPU, NO_LEADER);
	union bpf_attr update = {
		.map_fd = events, .key = (uintptr_t)&key, .value = (uintptr_t)&event,
	};
	if (bpf(BPF_MAP_UPDATE_ELEM, &update))
		fail("BPF_MAP_UPDATE_ELEM: %m");

	low = read_count(event).value;
	before = read_by_bpf(program, values);
	high = read_count(event).value;
	if (before.value.counter <= low || before.value.counter >= high)
		fail("BPF reads %llu between %llu and %llu", before.value.counter, low, high);
	known_loop(strtoul(argv[1], NULL, 0));
	after = read_by_bpf(program, values);
	printf("bpf %llu %llu %llu\n", after.value.counter - before.value.counter,
	       after.value.enabled - before.value.enabled,
	       after.value.running - before.value.running);
	return 0;
}
