// SPDX-License-Identifier: GPL-2.0
/*
 * seed - give the kernel's random numbers a seed, so that they are ready from now on
 *
 * Otherwise they become ready at some time during a case. The kernel then changes its code
 * with interrupts off and writes a line to the console, and the interrupts of that moment
 * are tens of thousands of instructions late.
 */
#include <err.h>
#include <fcntl.h>
#include <linux/random.h>
#include <sys/ioctl.h>

#define SEED_BYTES 64

int main(void)
{
	struct {
		struct rand_pool_info info;
		unsigned char bytes[SEED_BYTES];
	} seed = { .info = { .entropy_count = 8 * SEED_BYTES, .buf_size = SEED_BYTES } };
	int fd = open("/dev/urandom", O_WRONLY);

	if (fd < 0 || ioctl(fd, RNDADDENTROPY, &seed))
		err(1, "/dev/urandom");
	return 0;
}
