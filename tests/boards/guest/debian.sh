# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
#
# The Debian system in /debian, for the cases of the variants that have one. Its /tmp
# and /bench are the guest's own.

[ -e /debian/bench/plan ] || for _dir in proc sys dev tmp bench; do
	mount --bind /$_dir /debian/$_dir
done

# debian COMMAND...: in /tmp. Python has its hashes seeded, or it would wait for a
# board without a source of random numbers.
debian() {
	timeout 100 chroot /debian /usr/bin/env -C /tmp HOME=/tmp LC_ALL=C PYTHONHASHSEED=0 \
		PATH=/usr/bin:/bench "$@"
}

# says MESSAGE COMMAND...: it prints a line with this
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

# user COMMAND...: the same as debian, not as root
user() {
	debian setpriv --reuid 1000 --regid 1000 --clear-groups "$@"
}

# counted TEXT COUNT: it is that of one of the model's event counters, or CCNT's
counted() {
	one_of "$1: what the counter has counted" "$2" "$(totals) $(get total-ccnt)"
}
