"""Actions in a window as lines of Python, run again."""

from typing import Any

import rvs
from rvs.scripting.cell import Cell, working_on


def last_line(window: Any, beginning: str = "") -> str:
    """Return the last line that what was done has become, or the last one that begins so."""
    window.desk.echo.settle()
    lines = [line for entry in window.desk.echo.recorder.entries for line in entry.shown]
    return next(line for line in reversed(lines) if line.startswith(beginning))


def run(window: Any, line: str) -> None:
    """Run a line on the cell of the window."""
    with working_on(Cell(window.desk.cell_file.held, shown=True)):
        exec(line, {"rvs": rvs})


def loaded_by(window: Any) -> tuple[str, Any]:
    """Return the line that made the motion, and the motion that is loaded when it runs again.

    A line that makes it of what was loaded before runs after the one that loads that.
    """
    window.desk.echo.settle()
    lines = [line for entry in window.desk.echo.recorder.entries for line in entry.shown]
    kept = max(k for k, line in enumerate(lines) if "rvs.keep_motion(" in line)
    loads = [k for k, line in enumerate(lines) if line.startswith("rvs.load_motion(")]
    before, after = [k for k in loads if k < kept][-1:], [k for k in loads if k > kept][:1]
    for line in (lines[k] for k in (*before, kept, *after)):
        run(window, line)
    return lines[kept], window.session.state.motion
