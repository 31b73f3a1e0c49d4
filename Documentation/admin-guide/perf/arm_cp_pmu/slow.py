# SPDX-License-Identifier: GPL-2.0
# Two functions: squares() runs in the interpreter, pack() in the C library libz.
import zlib


def squares():
    total = 0
    for i in range(150000):
        total += i * i
    return total


def pack():
    for level in range(1, 10):
        zlib.compress(bytes(range(256)) * 3000, level)


squares()
pack()
