#!/usr/bin/env python3
"""Writes what the commands of pages print into the pages.

usage: update_examples.py PROGRAM ROOT PAGE...

The examples are those that readme_test.sh runs.  An example that leaves lines out, as "…", goes on doing so; where it
cannot be told which, that is said and the example left alone.
"""

import difflib
import os
import re
import subprocess
import sys

CONSOLE = re.compile(r"^```console *$")
COMMAND = re.compile(r"^\$ (scripts/fmplan|cat)( |$)")


def printed(program, root, command):
    """Both streams of a command, as a terminal shows them."""
    words = re.sub(r"^scripts/fmplan", lambda _: f'"{program}"', command)
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    ran = subprocess.run(["bash", "-c", words], cwd=root, env=environment, check=False, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return ran.stdout.splitlines()


def updated(shown, actual):
    """What the page is to show: `actual` but for what `shown` leaves out; None if that cannot be told."""
    if "…" not in shown:
        return actual
    result = []
    # Lines that are as they were stand around each gap; between them at most one gap can be told from what changed.
    for _, i, to_i, j, to_j in difflib.SequenceMatcher(None, shown, actual, autojunk=False).get_opcodes():
        old, new = shown[i:to_i], actual[j:to_j]
        if old.count("…") > 1:
            return None
        if "…" in old:
            before = old.index("…")
            after = len(old) - before - 1
            if before + after <= len(new):
                new = new[:before] + ["…"] + new[len(new) - after:]
        result += new
    return result


def update(program, root, page):
    with open(os.path.join(root, page), encoding="utf-8") as file:
        lines = file.read().split("\n")
    result, inside, i = [], False, 0
    while i < len(lines):
        line = lines[i]
        inside = bool(CONSOLE.match(line)) or (inside and not line.startswith("```"))
        result.append(line)
        i += 1
        if not (inside and COMMAND.match(line)):
            continue
        shown = []
        while i < len(lines) and not lines[i].startswith(("$ ", "```")):
            shown.append(lines[i])
            i += 1
        new = updated(shown, printed(program, root, line[2:]))
        if new is None:
            print(f"{page}: left alone: {line}", file=sys.stderr)
        result += shown if new is None else new
    if result != lines:
        with open(os.path.join(root, page + ".new"), "w", encoding="utf-8") as file:
            file.write("\n".join(result))
        os.replace(os.path.join(root, page + ".new"), os.path.join(root, page))
        print(page)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    for page in sys.argv[3:]:
        update(os.path.abspath(sys.argv[1]), sys.argv[2], page)


if __name__ == "__main__":
    main()
