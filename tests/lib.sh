# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Checks of a test script: one line "ok" or "not ok" each, with what was wrong below
# it, and the verdict. Source it after bench/lib.sh.

passed=0
failed=0
skipped=0

# check NAME COMMAND...: passes when the command succeeds and says nothing. The
# command is a function of the script, or a program.
check() {
	local name=$1 output status
	shift
	# In a condition bash would ignore set -e in the command as well.
	set +e
	output=$(set -e; "$@" 2>&1)
	status=$?
	set -e
	if [ $status -eq 0 ] && [ -z "$output" ]; then
		passed=$((passed + 1))
		echo "ok $((passed + failed + skipped)) $name"
	else
		failed=$((failed + 1))
		echo "not ok $((passed + failed + skipped)) $name"
		printf '%s\n' "${output:-exit status $status}" | head -n 40 | sed 's/^/# /'
	fi
}

# skip NAME REASON
skip() {
	skipped=$((skipped + 1))
	echo "ok $((passed + failed + skipped)) $1 # SKIP $2"
}

verdict() {
	echo "$passed passed, $failed failed, $skipped skipped"
	[ $failed -eq 0 ] && [ $passed -gt 0 ]
}
