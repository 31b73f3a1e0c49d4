/* SPDX-License-Identifier: GPL-2.0 */
/* Another task, which runs on request and hands the CPU back. */
#ifndef PARTNER_H
#define PARTNER_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>
#include <signal.h>

static int to_partner[2], from_partner[2];
static pid_t partner;

static void start_partner(void)
{
	char byte;

	if (pipe(to_partner) || pipe(from_partner)) {
		perror("pipe");
		exit(1);
	}
	partner = fork();
	if (partner)
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (read(to_partner[0], &byte, 1) == 1 && write(from_partner[1], &byte, 1) == 1)
		;
	_exit(0);
}

static void to_and_fro(void)
{
	char byte = 0;

	if (write(to_partner[1], &byte, 1) != 1 || read(from_partner[0], &byte, 1) != 1) {
		perror("pipe");
		exit(1);
	}
}

#endif
