# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What every script of the bench shares: where the cache is, how an input is
# turned into a key, and how a long step is shown. Source it, do not run it.

set -euo pipefail
# A failure inside of $(...) ends it too: its output is often a path, and half a
# path is a dangerous thing to build in or to remove.
shopt -s inherit_errexit

# shellcheck disable=SC2034 # for those that source this file
TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
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
