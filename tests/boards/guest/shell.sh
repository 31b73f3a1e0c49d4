#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# The prompt of run-board --shell, on the channel to the runner

. /bench/lib.sh
load
echo "@shell" >&3
read -r _ <&3
# shellcheck disable=SC2086,SC2154 # words, which run-board sets
stty -F "/dev/$CHANNEL" sane $TERMINAL
echo "$BOARD: $PMU is ready for perf. 'known 1000000' executes 2000001 instructions. ^D ends." >&3
# When the leader of a session ends, the kernel hangs up its terminal for all that have it
# open. Here this would cut off the channel. So another session takes the terminal before.
HOME=/root PS1='# ' setsid -c sh -c 'exec 4<&0
	sh 4<&-
	setsid -c sleep 99999 <&4 &
	sleep 1' <&3 >&3 2>&1 3>&-
stty -F "/dev/$CHANNEL" raw -echo
printf '\004' >&3
# What was sent after the shell's end is no answer to a request.
timeout 1 cat <&3 >/dev/null
ok "the shell has ended"
finish
