# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
#
# Shared by the cases of the L220 cache controller's event counters, after lib.sh.

L2=l2c_220
L2P=/sys/bus/event_source/devices/$L2

load_l220() {
	[ "$VARIANT" = builtin ] || [ -e "$L2P" ] || insmod /bench/arm_l2x0_pmu.ko
	[ -e "$L2P" ] || {
		not_ok "there is a PMU $L2"
		finish
	}
}

unload_l220() {
	[ "$VARIANT" = builtin ] || rmmod arm_l2x0_pmu
}

# counts_of FILE: the counts in the output of perf stat -x, in its order
counts_of() {
	awk -F, '/^[0-9]/ { print $1 }' "$1" | tr '\n' ' '
}

# totals_of_l220: what the model's counters have counted, in the order of the counters
totals_of_l220() {
	get l220-total0 l220-total1
}

# rate_of_l220 NUMBER: the model's rate of the event, as COUNT/INSTRUCTIONS
rate_of_l220() {
	get l220-rates | tr ',' '\n' | sed -n "s/^0x0$1=//p"
}

# l220_is_idle TEXT: check that the control and configuration registers are zero
l220_is_idle() {
	eq "$1: the counters are off" "$(get l220-control l220-config0 l220-config1)" "0 0 0"
}
