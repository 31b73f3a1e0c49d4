# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for all test scripts: the cache and its keys, the progress of long steps,
# and the report of checks. Source this file, do not run it.

set -euo pipefail
# A failure inside $(...) ends the script too if this is a plain assignment, such as
# dir=$(...). Elsewhere, such as in an argument, it is lost. The output is often a path, and
# it is dangerous to build in or to remove an incomplete path.
shopt -s inherit_errexit

die() {
	echo "${0##*/}: $*" >&2
	exit 1
}

unset CDPATH LANGUAGE
# Other users read some of the files.
umask 022
# The messages of other programs are read.
export LC_ALL=C.UTF-8
# shellcheck disable=SC2034 # for those that source this file
TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/arm-cp-pmu
# Its path is in lists of words, and in PATH.
case $CACHE in
*[[:space:]:]* | [!/]*) die "XDG_CACHE_HOME is not absolute, or has blanks or colons: $CACHE" ;;
esac
JOBS=${JOBS:-$(nproc)}
# When the first of the scripts that call each other began: seconds, as of date +%s
export STARTED=${STARTED:-$(date +%s)}
CROSS_COMPILE=${CROSS_COMPILE:-arm-linux-gnueabi-}
mkdir -p "$CACHE"

# key WORD|FILE|DIR...: print a short hash of the words and of the files' contents.
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

# The seconds that each step took last time on this machine. tests/durations has the
# expected seconds for the first time. Each line of both files is "SECONDS TEXT".
DURATIONS=$CACHE/durations

# duration TEXT FILE: print the seconds of the step in a file of durations.
duration() {
	[ ! -e "$2" ] || TEXT=$1 awk '{ seconds = $1; sub(/^[0-9]+ /, "") }
		$0 == ENVIRON["TEXT"] { print seconds }' "$2"
}

# remember TEXT SECONDS: replace the line of the step in the cache's file.
remember() {
	(
		flock 8
		touch "$DURATIONS"
		TEXT=$1 awk '{ line = $0; sub(/^[0-9]+ /, "") }
			$0 != ENVIRON["TEXT"] { print line }' "$DURATIONS" >"$DURATIONS.new"
		echo "$2 $1" >>"$DURATIONS.new"
		mv "$DURATIONS.new" "$DURATIONS"
	) 8>"$CACHE/.lock.durations"
}

# expected TEXT: print how long the step will take, if that is known and 5 s or more.
expected() {
	local seconds
	seconds=$(duration "$1" "$DURATIONS")
	if [ -n "$seconds" ]; then
		[ "$seconds" -lt 5 ] || echo " ($seconds s last time)"
		return
	fi
	seconds=$(duration "$1" "$TOP/tests/durations")
	[ -z "$seconds" ] || echo " (about $seconds s on two cores)"
}

# late: true if the time that the caller allows is over. UNTIL is in seconds, as of date +%s.
late() {
	[ "$(date +%s)" -ge "${UNTIL:-99999999999}" ]
}

# needs_space MB: end unless the cache's disk has so much free space
needs_space() {
	local free
	free=$(df --output=avail -m "$CACHE" | tail -n 1)
	[ "$free" -ge "$1" ] || die "$CACHE has $((free)) MB of free space, and needs $1"
}

# start COMMAND...: run a command or a function in the background, so that ^C ends it too. Bash
# alone would let it ignore SIGINT, and give it an empty stdin.
start() {
	{
		trap - INT QUIT
		"$@"
	} <&0 &
}

# step TEXT COMMAND...: run a long command. Print the text, the expected time, the
# progress every 30 s, and the elapsed time. The output goes to a log in the cache; if the
# command fails, print the end of the log.
step() {
	local text=$1 log begin=$SECONDS pid now
	shift
	mkdir -p "$CACHE/log"
	log=$(mktemp "$CACHE/log/step.XXXXXX")
	printf '  %s ...%s\n' "$text" "$(expected "$text")" >&2
	start "$@" >"$log" 2>&1
	pid=$!
	now=0
	while kill -0 "$pid" 2>/dev/null; do
		sleep 0.2
		if [ $(((SECONDS - begin) / 30)) -gt "$now" ]; then
			now=$(((SECONDS - begin) / 30))
			printf '    %s: %d s so far\n' "$text" $((SECONDS - begin)) >&2
		fi
	done
	if wait "$pid"; then
		printf '  %s: done, %d s\n' "$text" $((SECONDS - begin)) >&2
		remember "$text" $((SECONDS - begin))
		rm -f "$log"
	else
		printf '  %s: FAILED after %d s, the end of %s:\n' \
			"$text" $((SECONDS - begin)) "$log" >&2
		tail -n 40 "$log" >&2
		# A full disk may leave no reason in the log.
		needs_space 100
		return 1
	fi
}

# once DIR TEXT COMMAND...: build DIR with the command, unless it exists. The command
# gets a new directory as its last argument. It is renamed to DIR after the command has
# succeeded, so DIR is never incomplete. A lock serializes callers with the same DIR.
# Do not call this in a condition: bash would then ignore set -e in the command.
once() {
	local dir=$1 text=$2
	shift 2
	# rm below must stay inside the cache.
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

# link_tree TREE COPY: copy a kernel's source by hard links, without its objects, unless
# the copy exists.
link_tree() {
	local tree=$1 copy=$2
	[ ! -e "$copy/.copied" ] || return 0
	rm -rf "$copy"
	mkdir "$copy"
	# With {} +, find fails if cp does.
	(cd "$tree" && find . -mindepth 1 -maxdepth 1 ! -name 'build-*' ! -name .done \
		-exec cp -al -t "$copy" {} +)
	touch "$copy/.copied"
}

# graft_files TREE DIRECTORY: copy the files of a kernel's source that scripts/graft edits
graft_files() {
	local file
	for file in Makefile drivers/perf/{Kconfig,Makefile} arch/arm/Kconfig \
		Documentation/{admin-guide/perf/index.rst,devicetree/bindings/arm/pmu.yaml}; do
		install -D -m 644 "$1/$file" "$2/$file"
	done
}

# of_compatibles: the compatibles of the driver, one for each core
of_compatibles() {
	sed -n 's/.*\.compatible = "\([^"]*\)".*/\1/p' "$TOP"/drivers/perf/arm_cp_pmu/cp_pmu_platform.c
}

# The checks of a test script. Each prints a line "ok" or "not ok", followed by the
# reason of a failure. The script ends with verdict.
passed=0
failed=0
skipped=0

# check NAME COMMAND...: passes if the command succeeds and prints nothing. The command
# is a function of the script or a program. With ONLY=TEXT, only the checks run that have it in
# their name or command.
check() {
	local name=$1 output status
	[[ $* == *${ONLY:-}* ]] || return 0
	shift
	# In a condition, bash would ignore set -e in the command.
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
		sed -n '1,40s/^/# /p' <<<"${output:-exit status $status}"
	fi
}

# recheck KEY NAME COMMAND...: the same, but what has passed with this key passes at once
recheck() {
	local stamp=$CACHE/passed/$1 before=$failed
	shift
	if [ -e "$stamp" ]; then
		passed=$((passed + 1))
		echo "ok $((passed + failed + skipped)) $1: as the last time"
		return
	fi
	check "$@"
	[ "$failed" -ne "$before" ] || { mkdir -p "$CACHE/passed" && touch "$stamp"; }
}

# skip NAME REASON
skip() {
	skipped=$((skipped + 1))
	echo "ok $((passed + failed + skipped)) $1 # SKIP $2"
}

# part NAME COMMAND...: run another test script and add its numbers to this script's.
# Its last line is "N passed, N failed", with or without "N skipped". A script without
# this line has failed. If the caller's time is over, the part is skipped.
part() {
	local name=$1 log start=$SECONDS status=0
	shift
	if late; then
		skip "$name" "no time left"
		return
	fi
	echo "== $name"
	log=$(mktemp "$CACHE/part.XXXXXX")
	"$@" </dev/null 2>&1 | tee "$log" || status=$?
	add_part "$name" "$log" $status
	echo "== $name: $((SECONDS - start)) s"
}

# beside NAME COMMAND...: the same, while this script goes on. There is one at a time; join
# prints its output.
beside() {
	beside_name=$1
	beside_begin=$SECONDS
	shift
	beside_log=$(mktemp "$CACHE/part.XXXXXX")
	start "$@" </dev/null >"$beside_log" 2>&1
	beside_pid=$!
}

join() {
	local status=0
	wait "$beside_pid" || status=$?
	# Bash forgets the status of a process that has ended when another one gets its number.
	[ $status -ne 127 ] || status=0
	echo "== $beside_name"
	cat "$beside_log"
	add_part "$beside_name" "$beside_log" $status
	echo "== $beside_name: beside others, at most $((SECONDS - beside_begin)) s"
}

# add_part NAME LOG STATUS: add the numbers in a log, and remove it
add_part() {
	local name=$1 status=$3 line p f s
	line=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$2" | tail -n 1 || true)
	rm -f "$2"
	if [ -z "$line" ]; then
		echo "not ok $name: no verdict, exit status $status"
		failed=$((failed + 1))
		return
	fi
	read -r p _ f _ s _ <<<"${line//,/ }"
	passed=$((passed + p))
	failed=$((failed + f))
	skipped=$((skipped + ${s:-0}))
	if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then
		echo "not ok $name: exit status $status"
		failed=$((failed + 1))
	fi
}

verdict() {
	echo "$passed passed, $failed failed, $skipped skipped"
	[ $failed -eq 0 ] && [ $passed -gt 0 ]
}
