# SPDX-License-Identifier: GPL-2.0
"""What run-board and report share: the boards, the cases, and the results of a run."""

import configparser
import fnmatch
import json
import os
import re
import socket
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.realpath(__file__))
TOP = os.path.join(HERE, "..", "..")
CACHE = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"),
                     "arm-cp-pmu")
RESULTS = os.path.join(CACHE, "results")
PMU = "/machine/cp-pmu"
PROGRAM = os.path.basename(sys.argv[0])
VARIANTS = {
    "module": "module",
    "builtin": "built in",
    "debug": "module, kernel's checks",
    "soak": "module, more of the kernel's checks",
    "nokprobes": "module, no KPROBES",
    "bookworm": "Debian bookworm's tools",
    "backports": "Debian bookworm's tools, perf of backports",
    "trixie": "Debian trixie's tools",
    "sid": "perf of Debian sid",
    "bookworm-programs": "Debian bookworm's other programs",
    "trixie-programs": "Debian trixie's other programs",
    "control": "the kernel's own driver",
}
CORES = "arm1136", "arm1156", "arm1176", "cortex-a8", "xscale1"
# How /init reports a case that did not end by 'finish' or 'skip'
BROKEN = "the case ended with status "


def tool(*command):
    """Run a script of this directory, return the path that it prints last."""
    done = subprocess.run([os.path.join(HERE, command[0]), *command[1:]],
                          stdout=subprocess.PIPE, check=False, text=True)
    lines = done.stdout.split()
    if done.returncode or not lines:
        sys.exit(f"{PROGRAM}: '{' '.join(command)}' failed")
    return lines[-1]


def late():
    """True if the time that the caller allows is over: UNTIL, as in tests/lib.sh"""
    return time.time() >= float(os.environ.get("UNTIL", "inf"))


def board_names():
    return sorted(name[:-4] for name in os.listdir(os.path.join(HERE, "machines"))
                  if name.endswith(".ini"))


def board_settings(name):
    """The settings in the board's own file"""
    path = os.path.join(HERE, "machines", name + ".ini")
    if not os.path.exists(path):
        sys.exit(f"{PROGRAM}: no board '{name}'")
    config = configparser.ConfigParser(interpolation=None)
    config.read(path)
    return dict(config["board"])


def read_board(name):
    """The settings of a board, including those of the board that it is like"""
    if "@" in name:
        like, version = name.split("@")
        board = read_board(like)
        if not board["kernel"].startswith("own "):
            sys.exit(f"{PROGRAM}: {like} has Debian's kernel, of one version")
        return {**board, "name": name, "kernel": f"{board['kernel']}@{version}"}
    board = board_settings(name)
    if "like" in board:
        board = {**read_board(board["like"]), **board}
    return {**board, "name": name}


def case_headers(name):
    """The lines '# key: value' at the top of a case. Lines with the same key are one."""
    headers = {}
    with open(os.path.join(HERE, "cases", name + ".sh"), encoding="ascii") as file:
        for line in file:
            if line == "#\n" or not line.startswith("#"):
                break
            found = re.match(r"# ([a-z-]+): (.*)", line)
            if found:
                if found[1] not in ("on", "control", "modules", "tier", "of"):
                    sys.exit(f"{PROGRAM}: case {name}: no key '{found[1]}'; see README")
                headers[found[1]] = f"{headers.get(found[1], '')} {found[2]}".strip()
    return headers


def case_names():
    return sorted(name[:-3] for name in os.listdir(os.path.join(HERE, "cases"))
                  if name.endswith(".sh"))


def kind_of(word):
    """What a word of a line 'on:' names"""
    return ("variant" if word in VARIANTS else "source" if word in ("irq", "timer", "dead") else
            "core" if word in CORES else "board")


def applies(words, board, variant):
    """Whether the words of a line 'on:' name the board and the variant. README explains them."""
    def is_one(globs):
        return any(fnmatch.fnmatch(board["name"].split("@")[0], glob) for glob in globs)

    kinds = {"variant": [], "source": [], "core": [], "board": []}
    added = []
    alone = []
    for word in words:
        first, _, glob = word.partition(":")
        if glob and first == variant:
            alone.append(glob)
        if word[0] == "+":
            added.append(word[1:])
        else:
            kinds[kind_of(first)].append(first)
    return (variant in (kinds["variant"] or ("module", "builtin", "debug", "control")) and
            board["source"] in (kinds["source"] or ("irq", "timer")) and
            board["core"] in (kinds["core"] or CORES) and
            is_one(alone or "*") and
            is_one(added + (kinds["board"] or ["*"] * ("few" not in board))))


def choose_cases(board, variant, wanted, main=False):
    """
    The cases for this board and variant, sorted by name; with main, those of the tier "main".
    A case with 'control: last' leaves the control unusable for others.
    """
    names = case_names()
    for name in wanted:
        if name not in names:
            sys.exit(f"{PROGRAM}: no case '{name}'")
    chosen = []
    for name in wanted and sorted(set(wanted)) or names:
        headers = case_headers(name)
        if main and headers.get("tier") != "main":
            continue
        if applies(headers.get("on", "").split(), board, variant):
            chosen.append(name)
    # Linux disables a line for good if no handler takes its interrupts.
    if variant == "control":
        chosen.sort(key=lambda name: case_headers(name).get("control") == "last")
    return chosen


def connect(path):
    """Connect to QEMU's socket. The file appears before QEMU listens."""
    for _ in range(200):
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(path)
            return connection
        except ConnectionRefusedError:
            connection.close()
            time.sleep(0.05)
    sys.exit(f"{PROGRAM}: nobody listens to {path}")


class Qmp:
    def __init__(self, path):
        self.socket = connect(path)
        self.file = self.socket.makefile("rw")
        json.loads(self.file.readline())
        self.call("qmp_capabilities")

    def call(self, command, **arguments):
        json.dump({"execute": command, "arguments": arguments}, self.file)
        self.file.write("\n")
        self.file.flush()
        while True:
            answer = json.loads(self.file.readline())
            if "return" in answer or "error" in answer:
                return answer

    def get(self, name):
        """A property of the PMU's model; QEMU's error if there is none"""
        answer = self.call("qom-get", path=PMU, property=name)
        if "error" in answer:
            raise ValueError(answer["error"]["desc"])
        return answer["return"]

    def set(self, name, value):
        answer = self.call("qom-set", path=PMU, property=name, value=value)
        if "error" in answer:
            raise ValueError(answer["error"]["desc"])


def results_of(board, variant, kind=""):
    """
    The directory of a run's console.log and result.ktap. The kind is "" for all cases of the
    board, "main" for the main ones and "some" for those that were asked for.
    """
    return os.path.join(RESULTS, kind, f"{board}-{variant}")


class Case:
    """The report of one case"""

    def __init__(self):
        self.result = None
        self.reason = ""
        # of the host's processor; run-board writes them
        self.seconds = 0
        self.checks = []
        self.notes = []

    def failed_checks(self):
        return [text for passed, text in self.checks if not passed]


class Result:
    """Reads KTAP. The checks and notes of a case are indented and precede its result."""

    def __init__(self):
        self.cases = {}
        # The case that is running, and the last that has ended
        self.rest = Case()
        self.last = self.rest
        self.covered = {}
        self.final = None

    def line(self, text):
        """Read a line; return True if a case has ended."""
        check = re.match(r"  (ok|not ok) \d+ - (.*)", text)
        covered = re.match(r"  # covered: (\d+) (.*)", text)
        case = re.match(r"(ok|not ok) \d+ - (\S+)(?: # SKIP (.*))?", text)
        if check:
            self.rest.checks.append((check[1] == "ok", check[2]))
        elif case:
            # A check in a subshell of the case fails without its knowledge.
            passed = case[1] == "ok" and not self.rest.failed_checks()
            self.rest.result = "skipped" if case[3] else "passed" if passed else "failed"
            self.rest.reason = case[3]
            self.cases[case[2]] = self.last = self.rest
            self.rest = Case()
        elif covered:
            self.covered[covered[2]] = self.covered.get(covered[2], 0) + int(covered[1])
        elif text.startswith("  # "):
            self.rest.notes.append(text[4:])
        elif text.startswith("# verdict"):
            self.final = text
        elif text.startswith("# seconds: "):
            self.last.seconds = int(text.split()[2])
        return bool(case)

    def all_cases(self):
        return [*self.cases.values(), self.rest]

    def notes(self):
        return [note for case in self.all_cases() for note in case.notes]

    def failures(self):
        """The checks and the cases that have failed"""
        return ([text for case in self.all_cases() for text in case.failed_checks()] +
                [name for name, case in self.cases.items() if case.result == "failed"])


def read_result(directory):
    """The Result in a run's directory, or None"""
    path = os.path.join(directory, "result.ktap")
    if not os.path.exists(path):
        return None
    result = Result()
    with open(path, encoding="utf-8") as file:
        for line in file:
            result.line(line.rstrip("\n"))
    return result


def of_case(console, case, count=15):
    """The last lines of a case on the console. /init prints '--- CASE' before each."""
    with open(console, "rb") as file:
        lines = file.read().decode("utf-8", "replace").splitlines()
    begin = end = None
    for number, line in enumerate(lines):
        if begin is None and line.endswith(f"--- {case}"):
            begin = number
        elif begin is not None and re.search(r"\] --- \S+$", line):
            end = number
            break
    if begin is None:
        return []
    return ["    | " + line for line in lines[begin + 1:end][-count:]]


def shorten(text, width=150):
    return text if len(text) <= width else text[:width - 3] + "..."


def judge(result, cases, variant, console, ended=""):
    """
    Lines to print, and the numbers of passed, failed and skipped cases. Failures of the
    control are listed and not counted, unless the case says "control: ours" or the
    board has reported nothing.
    """
    lines = []
    passed = failed = skipped = 0
    control = variant == "control"
    for name in cases:
        case = result.cases.get(name)
        ours = not control or case_headers(name).get("control") == "ours"
        why = case.failed_checks() if case else ["no result"]
        if case and case.result == "passed":
            passed += 1
        elif case and case.result == "skipped":
            skipped += 1
            lines.append(f"  skipped {name}: {case.reason}")
        elif ours or not result.cases:
            failed += 1
            lines.extend(f"  failed {name}: {reason}" for reason in why or ["no reason given"])
            if not why or any(reason.startswith(BROKEN) for reason in why):
                lines.extend(of_case(console, name))
        else:
            lines.extend(f"  control: fails {name}: {shorten(reason)}" for reason in why[:5])
            if len(why) > 5:
                lines.append(f"  control: fails {name}: {len(why) - 5} more")
    if result.final is None and not control:
        failed += 1
        lines.append(f"  failed: no verdict, {ended}")
    elif result.final is None:
        lines.append(f"  control: fails: no verdict, {ended}")
    elif result.final != "# verdict: clean":
        if control:
            lines.append(f"  control: fails: {result.final[11:]}")
        else:
            failed += 1
            lines.append(f"  failed: {result.final[11:]}")
    return lines, passed, failed, skipped
