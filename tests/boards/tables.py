# SPDX-License-Identifier: GPL-2.0
"""What the commands that put a table into a page have in common."""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
PAGES = os.path.join(HERE, "..", "..", "Documentation", "admin-guide", "perf", "arm_cp_pmu")
# The page that has the table of a command
PAGE = {"bench": "cost.rst", "compare": "comparison.rst", "status": "tested.rst"}
RESULTS = os.path.join(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")),
                       "arm-cp-pmu", "results")


def tool(*command):
    """Run a script of this directory, give its last line: a path."""
    done = subprocess.run([os.path.join(HERE, command[0]), *command[1:]],
                          stdout=subprocess.PIPE, check=False, text=True)
    lines = done.stdout.split()
    if done.returncode or not lines:
        sys.exit(f"{os.path.basename(sys.argv[0])}: '{' '.join(command)}' failed")
    return lines[-1]


def run(command, board, variant, cases, **environment):
    """Run cases, give the lines of the report."""
    output = os.path.join(RESULTS, command, f"{board}-{variant}")
    subprocess.run([os.path.join(HERE, "run-board"), "-q", "-v", variant, "-o", output, board, *cases],
                   stdout=subprocess.DEVNULL, check=False, env={**os.environ, **environment})
    with open(os.path.join(output, "result.ktap"), encoding="utf-8") as file:
        return file.read().splitlines()


def simple_table(cells):
    """Rows of cells as reStructuredText; the first row is the head."""
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    rule = "  ".join("=" * width for width in widths)
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
             for row in cells]
    # An empty first cell needs a mark to be one.
    if not cells[0][0]:
        lines[0] = "\\" + lines[0][1:]
    return "\n".join([rule, lines[0], rule, *lines[1:], rule])


def split(command):
    """The command's page, and its text before, between and after the command's marks."""
    path = os.path.join(PAGES, PAGE[command])
    with open(path, encoding="utf-8") as file:
        text = file.read()
    begin, end = f".. {command}: begin\n", f".. {command}: end\n"
    if begin not in text or end not in text:
        sys.exit(f"{command}: {PAGE[command]} has no place for the table")
    head, rest = text.split(begin)
    old, tail = rest.split(end)
    return path, head + begin, old, end + tail


def read(command):
    """The text between the command's marks."""
    return split(command)[2].strip()


def write(command, text):
    """Put the text between the command's marks."""
    path, head, _, tail = split(command)
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + "\n" + text + "\n\n" + tail)
