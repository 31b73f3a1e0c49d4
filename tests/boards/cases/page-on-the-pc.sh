#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: bookworm pi-zero-cache
# of: sampling
#
# The commands of on_the_pc.rst for the board, as they stand in the page. tests/parts/on-the-pc
# runs those for the PC with the file that is sent here.

. /bench/lib.sh
. /bench/debian.sh
load
ln -s /bench/matrix /tmp/matrix
sed -n '/^On the board/,/^On the PC/s/^  //p' /bench/on_the_pc.rst >/tmp/commands
eq "the page has its commands" "$(wc -l </tmp/commands)" 4
while read -r command; do
	debian sh -c "$command" >/tmp/out 2>&1 </dev/null
	eq "$command" "$?" 0
	note "$(tail -n 1 /tmp/out)"
done </tmp/commands
send /tmp/board.tgz
rm -rf /tmp/*.data /tmp/matrix /tmp/kallsyms /tmp/.debug /tmp/board.tgz
finish
