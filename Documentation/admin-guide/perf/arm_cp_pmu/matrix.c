// SPDX-License-Identifier: GPL-2.0
/* The same additions in two orders: by_columns() causes far more cache misses. */
#define N 1024
static volatile int table[N][N];

static void __attribute__((noinline)) by_rows(void)
{
	for (int row = 0; row < N; row++)
		for (int column = 0; column < N; column++)
			table[row][column]++;
}

static void __attribute__((noinline)) by_columns(void)
{
	for (int column = 0; column < N; column++)
		for (int row = 0; row < N; row++)
			table[row][column]++;
}

int main(void)
{
	for (int i = 0; i < 20; i++) {
		by_rows();
		by_columns();
	}
	return 0;
}
