"""Export of programs: as rows of joints, as a table of poses, or as readable text."""

from __future__ import annotations

from pathlib import Path

from rvs.model.programs.program import Program
from rvs.scripting.loaded import Loaded
from rvs.ui import file_dialogs
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.desk import Desk
from rvs.words import tr

KINDS = "Readable text (*.txt);;Table of poses (*.csv);;Joint trajectory (*.jtraj)"


def ask_export(desk: Desk, program: Program, made: Loaded) -> bool:
    """Ask for a file and write a program in its format; return whether it succeeded."""
    path = file_dialogs.save_file(desk.window, "Export program", program.name, KINDS)
    return path is not None and export(desk, program, made, path)


def export(desk: Desk, program: Program, made: Loaded, path: Path) -> bool:
    """Write a program in the format of a suffix; return whether it succeeded."""
    from rvs.export.programs import write_program

    if path.suffix.lower() == trajectory_commands.SUFFIX:
        return trajectory_commands.save(desk, made, path)
    with desk.messages.telling("not saved", path) as done:
        write_program(path, program, made.placed)
    if not done:
        return False
    desk.say(tr("Saved {path}", path))
    return True
