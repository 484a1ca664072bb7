"""Tables of robots and of a script's own results, and their numbers as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import check_choice
from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.robot import Robot
from rvs.export.tables import robot_tables as of_robots
from rvs.export.tables.table import Table
from rvs.export.tables.write import html_table, latex_table, markdown_table, table_text
from rvs.files.storage.atomic import write_text
from rvs.model.numbers.quantities import TRUE_MINUS, significant
from rvs.model.robots.table_text import CellUnits
from rvs.scripting.subjects import What, cell_of, robot_in
from rvs.value_class import dataclass

TableKind = Literal["dh", "limits", "masses", "motors"]
# A number with a true minus and perhaps a unit, none, or nothing.
NUMBER = re.compile(r"(?:−?[\d.,∞]++(?:e−?\d++)?(?: ?[^\d\s][^\d]*+)?|–|)")
KINDS: tuple[TableKind, ...] = ("dh", "limits", "masses", "motors")


@dataclass(frozen=True)
class Tabled:
    """A table for reading, for notebooks, and for files.

    Attributes:
        table: Its texts.
    """

    table: Table

    def save(self, path: str | Path) -> Path:
        """Write the table as .tex, .md, .csv or .html, and return the file's path.

        Raises:
            ArgumentError: Another suffix.
            OSError: The file can't be written.
        """
        target = Path(path)
        write_text(target, table_text([self.table], target.suffix))
        return target

    def __repr__(self) -> str:
        return f"<Table of {len(self.table.rows)} rows: {self.table.caption or 'no caption'}>"

    def __str__(self) -> str:
        return markdown_table(self.table).rstrip("\n")

    def _repr_html_(self) -> str:
        return html_table(self.table)

    def _repr_latex_(self) -> str:
        return latex_table(self.table)

    def _repr_markdown_(self) -> str:
        return markdown_table(self.table)


def tabulate(
    rows: Iterable[Sequence[Any]], headings: Sequence[str], caption: str = "", digits: int = 4
) -> Tabled:
    """Return rows of numbers and texts as a table.

    Args:
        rows: The rows, each with a value for every heading.
        headings: Headings of the columns, with units where they have any.
        caption: Caption of the table.
        digits: Significant digits of numbers other than integers.

    Raises:
        ArgumentError: A row has too many values, or too few.
    """
    found = [list(row) for row in rows]
    for number, row in enumerate(found, 1):
        if len(row) != len(headings):
            raise ArgumentError(
                f"rows: row {number} has {len(row)} values, but there are {len(headings)} headings"
            )
    texts = tuple(tuple(_text(value, digits) for value in row) for row in found)
    columns = zip(*texts, strict=True) if texts else [()] * len(headings)
    align = "".join(map(_side, columns))
    return Tabled(Table(caption, tuple(headings), texts, align))


def _side(column: Sequence[str]) -> str:
    """Return the alignment of a column: numbers are at the right, those with decimals by these.

    >>> _side(("1.5", "–")), _side(("1", "12")), _side(("1.5 mm", "2 m")), _side(("a2", "1"))
    ('d', 'r', 'r', 'l')
    """
    if not column or not all(map(NUMBER.fullmatch, column)):
        return "l"
    bare = all(one.strip("−–∞e,.0123456789") == "" for one in column)
    return "d" if bare and any("." in one for one in column) else "r"


def _text(value: Any, digits: int) -> str:
    """Return a value in the form of tables: numbers have a true minus, none is a dash.

    >>> _text(-0.5, 4), _text(1 / 3, 3), _text(12, 3), _text(None, 3), _text("R", 3)
    ('−0.5', '0.333', '12', '–', 'R')
    """
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value).replace("-", TRUE_MINUS)
    number = float(value)
    if not isfinite(number):
        return "–" if number != number else "∞" if number > 0 else f"{TRUE_MINUS}∞"
    return significant(number, digits)


def table(
    what: What = None,
    kind: TableKind = "dh",
    *,
    robot: str = "",
    angle: str = "deg",
    length: str = "",
) -> Tabled:
    """Return a table of a robot, as written by *Export table* of the window.

    Args:
        what: A robot, a cell, or the name or file of one; the current cell if left out.
        kind: ``"dh"``, ``"limits"``, ``"masses"`` or ``"motors"``.
        robot: Id of a robot of the cell; the active one if left out.
        angle: Unit of angles.
        length: Unit of lengths; that of the robot's file if left out.

    Raises:
        RvsError: There is no such robot, or the contents of the table are not known.
    """
    placed = robot_in(cell_of(what), robot)
    units = of_robots.units_of(length or placed.unit, angle)
    return Tabled(table_of(kind, placed.robot, units))


def table_of(kind: str, robot: Robot, units: CellUnits) -> Table:
    """Return a table of a kind.

    Raises:
        RvsError: Its contents are not known for the robot.
    """
    check_choice(kind, "kind", KINDS)
    if kind == "dh":
        return of_robots.dh_table(robot, units)
    if kind == "limits":
        return of_robots.limits_table(robot, units)
    found = (of_robots.mass_table if kind == "masses" else of_robots.motor_table)(robot, units)
    if found is None:
        raise RvsError(f"{robot.name}: its {kind} are not known")
    return found


def finite(values: ArrayLike) -> Any:
    """Return a number, or lists of numbers, for JSON; numbers that are not finite are null.

    >>> finite(float("inf")), finite([1.0, float("nan")])
    (None, [1.0, None])
    """
    found = np.asarray(values, dtype=float)
    told = found.astype(object)
    told[~np.isfinite(found)] = None
    return told.tolist()


def in_degrees(robot: Robot, q: ArrayLike) -> list[Any]:
    """Return postures (..., n), rad and m, in degrees and metres."""
    turning = [joint.turns for joint in robot.joints]
    found: list[Any] = np.where(turning, np.degrees(q), q).tolist()
    return found
