"""The command that runs a script."""

from __future__ import annotations

from pathlib import Path

from rvs.ui import file_dialogs
from rvs.ui.desk import Desk

FILTER = "Scripts in Python (*.py)"


def ask(desk: Desk) -> None:
    """Ask for a script, and whether to run it."""
    path = file_dialogs.open_file(desk.window, "Run script", "", FILTER)
    if path is not None:
        offer(desk, path)


def offer(desk: Desk, path: Path) -> None:
    """Ask whether to run a script; nothing runs before the user says so."""
    from rvs.ui.dialogs.run_script import RunScript

    RunScript(desk, path).open()
