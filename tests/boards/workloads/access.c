// SPDX-License-Identifier: GPL-2.0
/*
 * Read and write each register of the performance monitor from user mode.
 *
 *   access arm11|arm1176|cortex-a8|xscale1|test-port
 *
 * Output, one line per register: NAME, then the result of the read and of the write,
 * "done" or "SIGILL". The program writes zero, which has no effect while the monitor is
 * not in use. "test-port" is a register of the model with access from user mode: it
 * shows that the program can succeed.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

struct reg {
	const char *core;
	const char *name;
	void (*read)(void);
	void (*write)(void);
};

#define REGISTER(name, where)						\
static void read_##name(void)						\
{									\
	unsigned int value;						\
									\
	asm volatile("mrc " where : "=r" (value) : "0" (0));		\
}									\
static void write_##name(void)						\
{									\
	asm volatile("mcr " where : : "r" (0));				\
}

/* Application Note 195, section 2; ARM1176JZF-S TRM, section 3.2.51 */
REGISTER(arm11_pmnc, "p15, 0, %0, c15, c12, 0")
REGISTER(arm11_ccnt, "p15, 0, %0, c15, c12, 1")
REGISTER(arm11_pmn0, "p15, 0, %0, c15, c12, 2")
REGISTER(arm11_pmn1, "p15, 0, %0, c15, c12, 3")
REGISTER(arm1176_validation, "p15, 0, %0, c15, c9, 0")

/* Cortex-A8 TRM, section 3.2.42 and following */
REGISTER(a8_pmnc, "p15, 0, %0, c9, c12, 0")
REGISTER(a8_cntens, "p15, 0, %0, c9, c12, 1")
REGISTER(a8_cntenc, "p15, 0, %0, c9, c12, 2")
REGISTER(a8_flag, "p15, 0, %0, c9, c12, 3")
REGISTER(a8_swincr, "p15, 0, %0, c9, c12, 4")
REGISTER(a8_pmnxsel, "p15, 0, %0, c9, c12, 5")
REGISTER(a8_ccnt, "p15, 0, %0, c9, c13, 0")
REGISTER(a8_evtsel, "p15, 0, %0, c9, c13, 1")
REGISTER(a8_pmcnt, "p15, 0, %0, c9, c13, 2")
REGISTER(a8_useren, "p15, 0, %0, c9, c14, 0")
REGISTER(a8_intens, "p15, 0, %0, c9, c14, 1")
REGISTER(a8_intenc, "p15, 0, %0, c9, c14, 2")

/* Performance monitoring based on PXA250 */
REGISTER(xsc1_pmnc, "p14, 0, %0, c0, c0, 0")
REGISTER(xsc1_ccnt, "p14, 0, %0, c1, c0, 0")
REGISTER(xsc1_pmn0, "p14, 0, %0, c2, c0, 0")
REGISTER(xsc1_pmn1, "p14, 0, %0, c3, c0, 0")

/* tests/qemu/README */
REGISTER(test_port, "p15, 0, %0, c15, c15, 0")

#define EACH(core, prefix, name) { core, #name, read_##prefix##name, write_##prefix##name }

static const struct reg regs[] = {
	EACH("arm11", arm11_, pmnc), EACH("arm11", arm11_, ccnt),
	EACH("arm11", arm11_, pmn0), EACH("arm11", arm11_, pmn1),
	EACH("arm1176", arm1176_, validation),
	EACH("cortex-a8", a8_, pmnc), EACH("cortex-a8", a8_, cntens),
	EACH("cortex-a8", a8_, cntenc), EACH("cortex-a8", a8_, flag),
	EACH("cortex-a8", a8_, swincr), EACH("cortex-a8", a8_, pmnxsel),
	EACH("cortex-a8", a8_, ccnt), EACH("cortex-a8", a8_, evtsel),
	EACH("cortex-a8", a8_, pmcnt), EACH("cortex-a8", a8_, useren),
	EACH("cortex-a8", a8_, intens), EACH("cortex-a8", a8_, intenc),
	EACH("xscale1", xsc1_, pmnc), EACH("xscale1", xsc1_, ccnt),
	EACH("xscale1", xsc1_, pmn0), EACH("xscale1", xsc1_, pmn1),
	EACH("test-port", , test_port),
};

static sigjmp_buf undefined;

static void on_sigill(int number)
{
	(void)number;
	siglongjmp(undefined, 1);
}

static const char *result(void (*access)(void))
{
	if (sigsetjmp(undefined, 1))
		return "SIGILL";
	access();
	return "done";
}

int main(int argc, char **argv)
{
	unsigned int i, found = 0;

	if (argc != 2)
		return 2;
	signal(SIGILL, on_sigill);
	for (i = 0; i < sizeof(regs) / sizeof(*regs); i++) {
		if (strcmp(regs[i].core, argv[1]))
			continue;
		found++;
		printf("%s %s ", regs[i].name, result(regs[i].read));
		printf("%s\n", result(regs[i].write));
	}
	return !found;
}
