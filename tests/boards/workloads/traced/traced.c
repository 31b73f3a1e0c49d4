// SPDX-License-Identifier: GPL-2.0
/*
 * traced TIMES: call work(), which executes ten million instructions in heavy(). Allocate a
 * byte before the first call, and after each.
 *
 * This program is for tools that load a library into a program. It is compiled without the
 * headers of a C library, and linked to that of a Debian system, whose architecture the
 * compiler need not know.
 */
int atoi(const char *text);
void *malloc(unsigned int size);
void heavy(unsigned long n);

static void *volatile allocated;
static volatile int returned;

void __attribute__((noinline)) work(void)
{
	heavy(2500000);
	returned++;
}

int main(int argc, char **argv)
{
	int times = argc > 1 ? atoi(argv[1]) : 1;

	allocated = malloc(1);
	while (times--) {
		work();
		allocated = malloc(1);
	}
	return 0;
}
