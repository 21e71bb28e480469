"""Goes through the guided example by AT-SPI: what a button is called and what it does, and no coordinates.

    atspi_test.py FMPLAN PROGRAMME
"""
import subprocess
import sys
import time

import pyatspi

PATIENCE_S = 90  # of one answer, on a slow machine
STEPS = 5


def nodes(node):
    """The node and what is shown in it, but for cells, of which there are thousands, each a question over the bus; what goes
    away meanwhile is passed over."""
    yield node
    try:
        role = node.getRoleName()
        if role in ("table", "tree", "tree table", "list") or (role != "application" and not is_shown(node)):
            return
        children = [node.getChildAtIndex(i) for i in range(node.childCount)]
    except Exception:
        return
    for child in children:
        if child is not None:
            yield from nodes(child)


def is_shown(node):
    states = node.getState()
    return states.contains(pyatspi.STATE_SHOWING) and states.contains(pyatspi.STATE_VISIBLE)


def found(root, roles, wanted):
    for node in nodes(root):
        try:
            if node.getRoleName() in roles and wanted(node.name) and is_shown(node):
                return node
        except Exception:
            continue
    return None


def until(what, get):
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        result = get()
        if result:
            return result
        time.sleep(0.1)
    sys.exit(f"waited {PATIENCE_S} s for {what}")


def label(root, wanted, what):
    return until(what, lambda: found(root, ("label",), wanted)).name


def press(root, name):
    def ready():
        button = found(root, ("push button", "button"), lambda text: text == name)
        return button if button and button.getState().contains(pyatspi.STATE_SENSITIVE) else None

    action = until(f"the button {name!r}", ready).queryAction()
    names = [action.getName(i) for i in range(action.nActions)]
    assert "Press" in names, f"{name!r} has only the actions {names}"
    action.doAction(names.index("Press"))


def application():
    for program in pyatspi.Registry.getDesktop(0):
        if program is not None and "fmplan-gui" in (program.name or ""):
            return program
    return None


def main():
    fmplan, programme = sys.argv[1:]
    printed = subprocess.run([fmplan, "programme", programme], check=True, capture_output=True, text=True).stdout
    headline = printed.splitlines()[0]

    root = until("fmplan-gui on the accessibility bus", application)
    label(root, lambda text: text == "New here?", "the offer of the guided example")
    press(root, "Start")
    for step in range(1, STEPS + 1):
        label(root, lambda text: text.startswith(f"Step {step} of {STEPS}:"), f"step {step}")
        press(root, "Show me")
        label(root, lambda text: text.startswith("Done."), f"step {step} to be done")
        if step == 3:
            changed = label(root, lambda text: "It is now: " in text, "what the change did").split("\n")
            before, after = (line.split(": ", 1)[1] for line in changed[:2])
            assert before != after, f"the change changed nothing: {changed}"
        press(root, "Finish" if step == STEPS else "Next")
    until("the panel to go", lambda: not found(root, ("label",), lambda text: text.startswith("Step ")))

    press(root, "Plan it")
    label(root, lambda text: text.startswith("Planned with "), "the programme to be planned")
    label(root, lambda text: text == headline, f"the command line's {headline!r}")
    print(f"as the command line has it: {headline}")


main()
