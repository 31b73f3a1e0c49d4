/* SPDX-License-Identifier: GPL-2.0 */
#ifndef LOOPS_H
#define LOOPS_H

/* 2n + 1 instructions */
void known_loop(unsigned long n);

/* 4n + 1 instructions each */
void heavy(unsigned long n);
void light(unsigned long n);

/* 128n + 1 instructions each */
void quarter(unsigned long n);
void rest(unsigned long n);

/* 500us + 1 instructions each, and us times so many events of the model's pulse-event */
void a(unsigned long us, unsigned long events);
void b(unsigned long us, unsigned long events);

/* The arguments of a system call, and its number */
struct call {
	unsigned long args[3], number;
};

/* 2n + 5 instructions in each round */
void calls(const struct call *call, unsigned long n, unsigned long rounds);
void faults(char *pages, unsigned long n, unsigned long rounds);

/* 100 instructions, and 1 instruction */
void hundred(void);
void single(void);

/* Calls inner(), which calls heavy(); both have frames. */
void outer(unsigned long n);

#endif
