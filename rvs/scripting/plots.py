"""Plots of motions, and of a script's own numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import get_args

from numpy.typing import ArrayLike

from rvs.bodies.dynamic import weighed_robot
from rvs.engine.arrays import check_choice
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.export.formats.drawing import MM_PER_INCH, POINTS_PER_INCH
from rvs.export.formats.write import Lettering, encoded
from rvs.model.motions.motion import JointTrajectory, Motion
from rvs.model.plots.kinds import KINDS, Options, plots_of
from rvs.model.plots.plot import Axis, Plot, curve, noted
from rvs.model.plots.strokes import Telling
from rvs.scripting.subjects import What, cell_of, robot_in, rows_in
from rvs.value_class import dataclass

WIDTH, HEIGHT = 160.0, 70.0
# Rows of joint values that a table of numbers holds at most, all of them.
EVERY = 10_000_000
POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH


@dataclass(frozen=True)
class Plotted:
    """Stacked plots.

    Attributes:
        plots: The plots.
        width: Width in print, mm.
        height: Height of each plot in print, mm.
        text: Words as text, as outlines, or set by LaTeX.
        lines: Distinction of the curves.
        numbers: Makes the same plots of every row, for CSV; None if these have all rows.
    """

    plots: tuple[Plot, ...]
    width: float = WIDTH
    height: float = HEIGHT
    text: Lettering = "font"
    lines: Telling = "colour"
    numbers: Callable[[], Sequence[Plot]] | None = None

    def save(self, path: str | Path) -> Path:
        """Write the plots as .svg, .pdf, .eps or .ps, or their numbers as .csv.

        Raises:
            ArgumentError: Another suffix, or nothing to draw.
            OSError: The file can't be written.
        """
        from rvs.export.plots.data import SUFFIX, write_csv
        from rvs.export.plots.plot import write_plot

        target = Path(path)
        if target.suffix.lower() == SUFFIX:
            return write_csv(target, self.numbers() if self.numbers else self.plots)
        return write_plot(target, self.plots, *self._points, self.text, self.lines)

    def __repr__(self) -> str:
        titles = "; ".join(plot.title or plot.y.text for plot in self.plots)
        return f"<Plots, {self.width:g} mm wide: {titles:.200}>"

    @property
    def _points(self) -> tuple[float, float]:
        return POINTS_PER_MM * self.width, POINTS_PER_MM * self.height

    def _repr_svg_(self) -> str:
        from rvs.export.plots.plot import plot_drawing

        drawing = plot_drawing(self.plots, *self._points, self.lines)
        return encoded(drawing, ".svg", "paths").decode("utf-8")


def plot(
    what: What = None,
    motion: Motion | str | None = None,
    *quantities: str,
    robot: str = "",
    joint: int | None = None,
    angle: str = "deg",
    length: str = "",
    width: float = WIDTH,
    height: float = HEIGHT,
    text: Lettering = "font",
    lines: Telling = "colour",
    titles: bool = True,
    note: str = "",
) -> Plotted:
    """Return plots of a motion, as drawn by *Export plot* of the window.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        motion: The motion, or the name of one; the loaded one if left out.
        quantities: Quantities such as ``"position"``, ``"torque"`` or ``"conditioning"``; position
            if none.
        robot: Id of a robot of the cell; the active one if left out.
        joint: One joint alone, from 0, with its limits.
        angle: Unit of angles.
        length: Unit of lengths; that of the robot's file if left out.
        width: Width in print, mm.
        height: Height of each plot in print, mm.
        text: Words as text, as outlines (``"paths"``), or set by LaTeX (``"latex"``).
        lines: Distinction of the curves: ``"colour"``, ``"dashes"`` in addition, or ``"grey"``:
            black and dashed.
        titles: Add a title above each plot.
        note: A second line under the first title, such as the displayed version of a motion.

    Raises:
        RvsError: There is no such robot or motion.
        ArgumentError: There is no such quantity, joint, unit, text or line.
    """
    check_choice(text, "text", get_args(Lettering))
    check_choice(lines, "lines", get_args(Telling))
    cell = cell_of(what)
    placed = robot_in(cell, robot)
    rows = rows_in(cell, motion, placed.id)
    options = Options((angle, length or placed.unit), joint)
    if needs_masses(quantities):
        options = replace(options, carrier=weighed_robot(placed))

    make = partial(_plots, placed.robot, rows, quantities, titles, note)
    made = Plotted(make(options), width, height, text, lines)
    return replace(made, numbers=partial(make, replace(options, points=EVERY)))


def _plots(
    robot: Robot,
    rows: JointTrajectory,
    quantities: Sequence[str],
    titles: bool,
    note: str,
    options: Options,
) -> tuple[Plot, ...]:
    found = noted(tuple(plots_along(robot, rows, quantities, options)), note)
    return tuple(one if titles else replace(one, title="") for one in found)


def chart(
    x: ArrayLike,
    columns: Mapping[str, ArrayLike],
    *,
    title: str = "",
    across: str = "",
    up: str = "",
    units: tuple[str, str] = ("", ""),
    width: float = WIDTH,
    height: float = HEIGHT,
) -> Plotted:
    """Return a plot of a script's own numbers.

    Args:
        x: Abscissas of the curves (m,).
        columns: Values (m,) of each curve by its name.
        title: Its contents.
        across: Name of the horizontal axis.
        up: Name of the vertical axis.
        units: Units of both axes.
        width: Width in print, mm.
        height: Height in print, mm.

    Raises:
        ArgumentError: Unequal numbers of values, or none.
    """
    made = tuple(
        curve(x, values, name, series) for series, (name, values) in enumerate(columns.items())
    )
    drawn = Plot(title, Axis(across, units[0]), Axis(up, units[1]), made)
    return Plotted((drawn,), width, height)


def needs_masses(quantities: Sequence[str]) -> bool:
    """Return whether any of some quantities needs the masses of the links."""
    return any(KINDS[name].masses for name in quantities if name in KINDS)


def plots_along(
    robot: Robot, rows: JointTrajectory, quantities: Sequence[str], options: Options
) -> list[Plot]:
    """Return plots of quantities along a motion.

    Raises:
        ArgumentError: There is no such quantity or joint, or it can't be plotted for this robot.
    """
    joint = options.joint
    if joint is not None and not 0 <= joint < robot.n:
        raise ArgumentError(f"joint: expected 0 to {robot.n - 1}, got {joint}")
    found: list[Plot] = []
    for name in quantities or ("position",):
        check_choice(name, "quantity", tuple(KINDS))
        if joint is not None and not KINDS[name].of_joints:
            raise ArgumentError(f"joint: {name} is not a quantity of one joint")
        made = plots_of(name, robot, rows, options)
        if not made:
            raise ArgumentError(f"quantity: no joint shown has two limits, which {name} needs")
        found += made
    return found
