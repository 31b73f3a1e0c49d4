// SPDX-License-Identifier: GPL-2.0
/*
 * The tables "results of access" of the TRM: with EN of USEREN User mode has
 * access, but never to INTENS and INTENC. It can always read USEREN, and never
 * write it.
 */
#include "guest.h"

#define BOTH(name)							\
static int read_it_##name(void)						\
{									\
	return read_##name();						\
}									\
static int write_it_##name(void)					\
{									\
	write_##name(0);						\
	return 0;							\
}

BOTH(pmnc)
BOTH(cntens)
BOTH(cntenc)
BOTH(flag)
BOTH(swincr)
BOTH(pmnxsel)
BOTH(ccnt)
BOTH(evtsel)
BOTH(pmcnt)
BOTH(useren)
BOTH(intens)
BOTH(intenc)

#define EACH(name, read, write) \
	{ #name, read_it_##name, write_it_##name, read, write }

/* Undefined: bit 0 without EN, bit 1 with EN */
static const struct {
	const char *name;
	int (*read)(void);
	int (*write)(void);
	u32 read_undefined;
	u32 write_undefined;
} registers[] = {
	EACH(pmnc, 1, 1), EACH(cntens, 1, 1), EACH(cntenc, 1, 1),
	EACH(flag, 1, 1), EACH(swincr, 1, 1), EACH(pmnxsel, 1, 1),
	EACH(ccnt, 1, 1), EACH(evtsel, 1, 1), EACH(pmcnt, 1, 1),
	EACH(useren, 0, 3), EACH(intens, 3, 3), EACH(intenc, 3, 3),
};

static int use_counter(void)
{
	write_pmnxsel(3);
	write_pmcnt(0x12345678);
	return read_pmcnt();
}

void test(void)
{
	u32 en, i;

	stop_pmu();
	for (en = 0; en < 2; en++) {
		for (i = 0; i < sizeof(registers) / sizeof(registers[0]); i++) {
			write_useren(en);
			undefined_count = 0;
			in_user_mode(registers[i].read);
			say(registers[i].name);
			say(en ? " with EN\n" : " without EN\n");
			check("read in User mode: Undefined", undefined_count,
			      registers[i].read_undefined >> en & 1);
			undefined_count = 0;
			in_user_mode(registers[i].write);
			check("written in User mode: Undefined", undefined_count,
			      registers[i].write_undefined >> en & 1);
		}
	}
	check("User mode has not written USEREN", read_useren(), 1);
	check("User mode reads USEREN", in_user_mode(read_it_useren), 1);
	check("a counter in User mode", in_user_mode(use_counter), 0x12345678);
	check("is the same in privileged modes", read_pmcnt(), 0x12345678);
	write_useren(0);
	undefined_count = 0;
	check("EN off: USEREN reads as zero", in_user_mode(read_it_useren), 0);
	in_user_mode(use_counter);
	check("EN off: Undefined again", undefined_count, 3);
	undefined_count = 0;
	asm volatile("mrc p15, 0, r0, c14, c15, 7" : : : "r0");
	check("no filter of the cycle counter on this core", undefined_count, 1);
	stop_pmu();
}
