#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# on: module nokprobes irq timer dead +connex-255-dt +connex-255-slow +cubieboard
# on: +cubieboard-5.10 +cubieboard-dtb +eb-1176-no-irq +eb-1176-no-irq-slow +eb-1176-shared-irq
# on: +eb-1176-slow +pb-a8-slow +pb-a8-thumb2 +pi-zero-irq
#
# scripts/arm-cp-pmu-check passes on the board, leaves nothing behind, and its report has
# what a reader needs. It passes without KPROBES too. /init has let users do all, so the user
# of sudo counts and samples.

. /bench/lib.sh
load

grep -q '^user:' /etc/passwd || echo 'user:x:1000:1000::/tmp:/bin/sh' >>/etc/passwd
hostname the-name-of-this-machine
mkdir /tmp/home
echo "Kernel command line: arm_cp_pmu.user_read=1 the-name-of-this-machine" >/dev/kmsg
begin=$(cut -d. -f1 /proc/uptime)
# A directory with a blank in its name, and a shell that lets programs leave core files
mkdir -m 1777 "/tmp/my disk"
export HOME=/tmp/home SUDO_USER=user TMPDIR="/tmp/my disk"
# shellcheck disable=SC3045 # busybox's sh has it
ulimit -c unlimited
check_board -t 2
status=$?
export HOME=/tmp
unset SUDO_USER TMPDIR
seconds=$(($(cut -d. -f1 /proc/uptime) - begin))
sed -i '/^user:/d' /etc/passwd
case $BOARD in
*-dtb | *-shared-irq)
	# The device tree of these boards names another interrupt.
	eq "the check fails" "$status $(cat /tmp/err)" "1 "
	succeeds "the check finds the right line" \
		grep -q '^not ok .*wrong line: the device tree has input [0-9]*, but input [0-9]* follows' /tmp/ktap
	eq "nothing else is wrong" "$(grep -c '^not ok' /tmp/ktap)" 2
	;;
*)
	eq "the check passes" "$status $(cat /tmp/err)" "0 "
	grep '^not ok' /tmp/ktap >/tmp/failures
	while read -r _ _ _ _ line; do
		not_ok "$line"
	done </tmp/failures
	;;
esac
# assumptions: the numbers of the assumptions in the report
assumptions() {
	sed -n '/^Assumptions/,/^The driver/s/^ *\([0-9][0-9]*\)  [a-z].*/\1/p' /tmp/report | sort -nu | tr '\n' ' '
}
eq "the report has each assumption" "$(assumptions)" "$(seq 26 | tr '\n' ' ')"
eq "nothing is left" "$(check_left)" "0 0"
eq "no core file is left" "$(find /tmp -name 'core*')" ""
fails "the user can use the directory" grep -q 'cannot read TMPDIR' /tmp/ktap
eq "nothing is left in the users' directories" "$(find /tmp/home -mindepth 1) $(find /tmp -name .debug)" " "
rm -r /tmp/home
fails "the report does not name the machine" grep -q "$(hostname)" /tmp/report
case $BOARD in
*-slow) ;;
*) between "it takes less than two minutes with 60 seconds of task switches" $seconds 2 62 ;;
esac
note "it takes $seconds s"
cat /tmp/report >/dev/console
finish
