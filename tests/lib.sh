# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What every script of the tests shares: where the cache is, how an input is turned
# into a key, how a long step is shown, and how a check is reported. Source it, do
# not run it.

set -euo pipefail
# A failure inside of $(...) ends it too: its output is often a path, and half a
# path is a dangerous thing to build in or to remove.
shopt -s inherit_errexit

# shellcheck disable=SC2034 # for those that source this file
TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/arm-cp-pmu
JOBS=${JOBS:-$(nproc)}
CROSS_COMPILE=${CROSS_COMPILE:-arm-linux-gnueabi-}
mkdir -p "$CACHE"

die() {
	echo "${0##*/}: $*" >&2
	exit 1
}

# key WORD|FILE...: a short hash of the words and of the files' contents.
# Directories count with everything below them.
key() {
	local arg
	for arg in "$@"; do
		if [ -d "$arg" ]; then
			(cd "$arg" && find . -type f | LC_ALL=C sort | xargs -r sha256sum)
		elif [ -f "$arg" ]; then
			sha256sum <"$arg"
		else
			echo "$arg"
		fi
	done | sha256sum | cut -c1-16
}

# step TEXT COMMAND...: run the command with its output in a log of the cache,
# show the text, a sign of life, and the elapsed time; on failure the log's end.
step() {
	local text=$1 log start pid now
	shift
	mkdir -p "$CACHE/log"
	log=$(mktemp "$CACHE/log/step.XXXXXX")
	start=$SECONDS
	printf '  %s ...\n' "$text" >&2
	"$@" >"$log" 2>&1 &
	pid=$!
	now=0
	while kill -0 "$pid" 2>/dev/null; do
		sleep 0.2
		if [ $(((SECONDS - start) / 30)) -gt "$now" ]; then
			now=$(((SECONDS - start) / 30))
			printf '    %s: %d s so far\n' "$text" $((SECONDS - start)) >&2
		fi
	done
	if wait "$pid"; then
		printf '  %s: done, %d s\n' "$text" $((SECONDS - start)) >&2
		rm -f "$log"
	else
		printf '  %s: FAILED after %d s, the end of %s:\n' \
			"$text" $((SECONDS - start)) "$log" >&2
		tail -n 40 "$log" >&2
		return 1
	fi
}

# once DIR TEXT COMMAND...: build DIR with the command unless it is there.
# The command gets a new directory as its last argument, which becomes DIR only
# when it has succeeded, so that an interrupted build is never taken for whole.
# Two callers that want the same DIR wait for each other. Not to be called in a
# condition: bash then ignores set -e in the command as well.
once() {
	local dir=$1 text=$2
	shift 2
	# What is removed below lies inside the cache, and is named whole.
	case ${dir#"$CACHE"/} in
	"$dir" | "" | /* | */ | *//* | *-) die "once: '$dir' is no place in the cache" ;;
	esac
	(
		flock 9
		[ -e "$dir/.done" ] && exit 0
		rm -rf "$dir" "$dir.new"
		mkdir -p "$dir.new"
		step "$text" "$@" "$dir.new"
		mv "$dir.new" "$dir"
		touch "$dir/.done"
	) 9>"$CACHE/.lock.$(basename "$dir")"
}

# link_tree TREE COPY: a copy of a kernel's source by hard links, unless it is there.
# Objects and marks of the original stay behind.
link_tree() {
	local tree=$1 copy=$2
	[ ! -e "$copy/.copied" ] || return 0
	rm -rf "$copy"
	mkdir "$copy"
	(cd "$tree" && find . -mindepth 1 -maxdepth 1 ! -name 'build-*' ! -name .done \
		-exec cp -al {} "$copy" \;)
	touch "$copy/.copied"
}

# Checks of a test script: one line "ok" or "not ok" each, with what was wrong below
# it, and the verdict.
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

# part NAME COMMAND...: add the verdict of another test script, its last line "N passed,
# N failed" or "N passed, N failed, N skipped". A script without a verdict has failed.
part() {
	local name=$1 log line start=$SECONDS status=0
	shift
	echo "== $name"
	log=$(mktemp "$CACHE/part.XXXXXX")
	"$@" </dev/null 2>&1 | tee "$log" || status=$?
	line=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$log" | tail -n 1 || true)
	rm -f "$log"
	if [ -z "$line" ]; then
		echo "not ok $name: no verdict, exit status $status"
		failed=$((failed + 1))
	else
		local p f s
		read -r p _ f _ s _ <<<"${line//,/ }"
		passed=$((passed + p))
		failed=$((failed + f))
		skipped=$((skipped + ${s:-0}))
		if [ $status -ne 0 ] && [ "$f" -eq 0 ]; then
			echo "not ok $name: exit status $status"
			failed=$((failed + 1))
		fi
	fi
	echo "== $name: $((SECONDS - start)) s"
}

verdict() {
	echo "$passed passed, $failed failed, $skipped skipped"
	[ $failed -eq 0 ] && [ $passed -gt 0 ]
}
