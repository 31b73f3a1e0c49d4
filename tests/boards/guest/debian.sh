# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
#
# For the cases of the variants with a Debian system in /debian. Its /tmp and /bench are
# the guest's.

[ ! -e /debian/missing ] || skip "$(cat /debian/missing)"
mkdir -p /dev/shm
[ -e /debian/bench/plan ] || for _dir in proc sys dev tmp bench; do
	mount --bind /$_dir /debian/$_dir
done

# debian COMMAND...: run it in /tmp of the Debian system. PYTHONHASHSEED is set because
# Python would wait for random numbers otherwise, and the board has no source of them.
debian() {
	timeout 100 chroot /debian /usr/bin/env -C /tmp HOME=/tmp LC_ALL=C PYTHONHASHSEED=0 \
		PATH=/usr/bin:/bench "$@"
}

# says MESSAGE COMMAND...: the output of the command contains the message
says() {
	_message=$1
	shift
	"$@" >/tmp/out 2>&1
	if grep -qF -e "$_message" /tmp/out; then
		ok "$*: $_message"
	else
		not_ok "$*: no '$_message', but: $(head -c 300 /tmp/out | tr '\n' ' ')"
	fi
}

# user COMMAND...: like debian, but not as root
user() {
	debian setpriv --reuid 1000 --regid 1000 --clear-groups "$@"
}

# counted TEXT COUNT: the count equals the total of one of the model's counters
counted() {
	is_exact "$1: the count is a counter's total" "$2" 1 "$(totals) $(get total-ccnt)"
}
