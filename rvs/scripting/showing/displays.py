"""Notebook displays of robots, cells, postures, motions and solutions of inverse kinematics.

The values of the engine and the model call these (``rvs/engine/notebooks.py``), which loads nothing
before the first display.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rvs.engine.inverse.solution import Solutions
    from rvs.engine.robot import Robot
    from rvs.model.document import PlacedRobot
    from rvs.model.motions.motion import Motion
    from rvs.model.robots.named_posture import NamedPosture
    from rvs.model.state import State
    from rvs.scripting.cell import Cell

ROBOT_SIZE, CELL_SIZE = (420, 320), (720, 450)
HTML, SVG, PNG = "text/html", "image/svg+xml", "image/png"
SIDE_BY_SIDE = "display: flex; flex-wrap: wrap; align-items: flex-start; gap: 1.5em"


def robot_html(robot: Robot | PlacedRobot) -> str:
    """Return a picture of a robot and its Denavit-Hartenberg table as HTML."""
    from rvs.engine.errors import RvsError
    from rvs.scripting.pictures import render
    from rvs.scripting.subjects import cell_of, robot_in
    from rvs.scripting.tables import table

    shown = robot_in(cell_of(robot)).robot.name or "robot"
    parts = [f'<div style="max-width: 32em">{table(robot)._repr_html_()}</div>']
    try:
        data = b64encode(render(robot, size=ROBOT_SIZE, labels=False)._repr_png_()).decode("ascii")
        wide, high = ROBOT_SIZE
        size = f'width="{wide}" height="{high}"'
        parts.insert(0, f'<img src="data:image/png;base64,{data}" {size} alt="{escape(shown)}">')
    except RvsError:
        pass  # where nothing can draw, the table is all there is to show
    return f'<div style="{SIDE_BY_SIDE}">{"".join(parts)}</div>'


def cell_png(cell: Cell | State) -> bytes:
    """Return a picture of a cell."""
    from rvs.scripting.pictures import render

    png: bytes = render(cell, size=CELL_SIZE)._repr_png_()
    return png


def motion_svg(motion: Motion) -> str | None:
    """Return plots of the joints of a motion, with the robots of the current cell.

    None if the current cell has none of the robots that it moves.
    """
    from rvs.scripting.cell import current
    from rvs.scripting.plots import Plotted, plot

    cell, moved = current(), motion.at(0.0)
    known = {placed.id: placed.robot.n for placed in cell.robots}
    names = [name for name, q in moved.items() if known.get(name) == len(q)]
    plots = [
        replace(one, title=f"{one.title}, {name}") if len(names) > 1 else one
        for name in names
        for one in plot(cell, motion, robot=name).plots
    ]
    return Plotted(tuple(plots))._repr_svg_() if plots else None


def solutions_html(found: Solutions) -> str:
    """Return the postures found by inverse kinematics as a table, in rad and m."""
    from rvs.scripting.tables import tabulate

    # What is zero but for the last bits of the computation is zero to whoever reads it.
    rows = found.q.round(9).tolist()
    if not rows:
        return f"<p>No posture: {escape(str(found.reason))}</p>"
    caption = f"{len(rows)} posture{'s' * (len(rows) != 1)}, joint values in rad and m"
    headings = [f"q{k + 1}" for k in range(len(rows[0]))]
    return tabulate(rows, headings, caption)._repr_html_()


def posture_html(posture: NamedPosture) -> str:
    """Return a named posture as a row of joint values, in rad and m."""
    from rvs.scripting.tables import tabulate

    headings = [f"q{k + 1}" for k in range(len(posture.q))]
    caption = f"{posture.name}, joint values in rad and m"
    return tabulate([list(posture.q)], headings, caption)._repr_html_()


_MOTIONS = {
    "rvs.model.motions.motion": ("JointTrajectory", "Glide"),
    "rvs.model.motions.tracks": ("Later", "Together"),
    "rvs.model.motions.cartesian": ("ToolTrajectory",),
}
# Module and name of a type, what it is shown as, and how.
DISPLAYS: tuple[tuple[str, str, str, Callable[[Any], Any]], ...] = (
    ("rvs.engine.robot", "Robot", HTML, robot_html),
    ("rvs.model.document", "PlacedRobot", HTML, robot_html),
    ("rvs.model.robots.named_posture", "NamedPosture", HTML, posture_html),
    ("rvs.scripting.cell", "Cell", PNG, cell_png),
    ("rvs.model.state", "State", PNG, cell_png),
    ("rvs.engine.inverse.solution", "Solutions", HTML, solutions_html),
    *((home, name, SVG, motion_svg) for home, names in _MOTIONS.items() for name in names),
)


def shown(value: object, kind: str) -> Any:
    """Return a value as shown in a notebook, or None for other kinds.

    Args:
        value: A value of a type of the table.
        kind: MIME type.
    """
    home, name = type(value).__module__, type(value).__name__
    rows = (show for *row, show in DISPLAYS if row == [home, name, kind])
    return next((show(value) for show in rows), None)
