"""The command that runs a script.

The recorded actions of the window as a script.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QGuiApplication

from rvs.scripting.echo.recorder import PASSING
from rvs.ui import file_dialogs
from rvs.ui.desk import Desk
from rvs.ui.settings import store
from rvs.words import tr

FILTER = "Scripts in Python (*.py)"

# Whether lines of views and of what is chosen are shown, and so copied.
PASSED = "console/passing"


def ask(desk: Desk) -> None:
    """Ask for a script, and whether to run it."""
    path = file_dialogs.open_file(desk.window, "Run script", "", FILTER)
    if path is not None:
        offer(desk, path)


def offer(desk: Desk, path: Path) -> None:
    """Ask whether to run a script; nothing runs before the user agrees."""
    from rvs.ui.dialogs.run_script import RunScript

    RunScript(desk, path).open()


def copy_script(desk: Desk, first: int = 0, last: int | None = None) -> None:
    """Copy a part of the recorded actions to the clipboard, as a script.

    Views and selections are omitted if the console does not show them.

    Args:
        desk: The desk.
        first: Number of its first entry.
        last: Number of the entry after its last one; by default, all entries to the end.
    """
    desk.echo.settle()
    passing = bool(store().value(PASSED, True, bool))
    recorder = desk.echo.recorder
    if not any(passing or entry.sort not in PASSING for entry in recorder.entries[first:last]):
        desk.refuse("There is nothing to copy as a script yet")
        return
    script = recorder.script(first, last, passing)
    QGuiApplication.clipboard().setText(script)
    desk.say(tr("Copied a script of {count} lines", len(script.splitlines())))
