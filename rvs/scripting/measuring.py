"""The robot, posture, motion and bodies in which measures of designs are taken."""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees, radians

import numpy as np
from numpy.typing import ArrayLike

from rvs.bodies.dynamic import dynamic_load, weighed_robot
from rvs.collision.check import check_of
from rvs.collision.words import signed
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import check_posture, fkine
from rvs.engine.robot import Robot
from rvs.fields.field import asked
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.keyframes import keyframes
from rvs.model.motions.motion import Motion
from rvs.model.numbers.quantities import KILOGRAM, PURE, rate_unit, read
from rvs.model.numbers.units import UNITS, Unit
from rvs.model.robots.designing import become
from rvs.scripting.cell import Cell
from rvs.scripting.subjects import rows_in
from rvs.study.dexterity import Task
from rvs.study.dexterity.tasks import TASKS
from rvs.study.measures.cells import TableCell, cell_of
from rvs.study.measures.measures import MEASURES, Course, Setting, measures_of
from rvs.study.sweeps.designs import Range
from rvs.value_class import dataclass

# Rows of a motion that a design's tool follows, about.
FOLLOWED = 100


@dataclass(frozen=True)
class Distance:
    """The least distance between the bodies of a robot that is alone on the floor.

    Attributes:
        placed: The robot.
    """

    placed: PlacedRobot

    def __call__(self, robot: Robot, q: Array) -> float:
        """Return the distance in m in a posture (n,); below 0 is how deep bodies overlap."""
        placed = self.placed
        made = become(Document((placed,)), placed.id, robot)
        near = check_of(made, "full").near({placed.id: tuple(q.tolist())}, 0.0)
        return min(map(signed, near), default=float("inf"))


@dataclass(frozen=True, eq=False, kw_only=True)
class Measuring:
    """Posture, motion, box and task of measures, as fields of questions."""

    q: ArrayLike | None = asked(
        None, "Take measures of a posture in this one", kind="joints", usual="the present one"
    )
    task: Task | None = asked(
        None, "Count these motions of the tool in condition numbers",
        choices={task: task for task in TASKS},
        usual="pose, or position for arms with one or two joints,",
    )  # fmt: skip
    box: Sequence[float] | None = asked(
        None, "Take measures of a box in this one: its lower and its upper corner in the base "
        "frame", kind="numbers", unit="m", size=6, usual="none",
    )  # fmt: skip
    motion: Motion | str | None = asked(
        None, "Take measures of a motion in this one, or the one of this name", kind="motion"
    )
    follow: str | None = asked(
        None, "Make every design follow the tool path of the motion, or take its joint values",
        choices={"tool": "tool path", "joints": "joint values"},
        usual="the tool path for six joints or more, the joint values otherwise,",
    )  # fmt: skip

    def subject(
        self, cell: Cell, placed: PlacedRobot, names: Sequence[str]
    ) -> tuple[Robot, Setting]:
        """Return the robot with what it carries, and what its measures are taken in.

        Raises:
            ArgumentError: An unknown measure, or one that needs what was not given.
        """
        robot, posture = placed.robot, cell.postures[placed.id] if self.q is None else self.q
        wanted = [MEASURES[name].needs for name in names if name in MEASURES]
        if any("masses" in needs for needs in wanted):
            robot = weighed_robot(placed)
        box = None if self.box is None else tuple(self.box)
        course = None if self.motion is None else self._course(cell, placed)
        setting = Setting(check_posture(robot, posture), self.task, box, course, Distance(placed))
        measures_of(names, setting)
        return robot, setting

    def _course(self, cell: Cell, placed: PlacedRobot) -> Course:
        rows = rows_in(cell, self.motion, placed.id)
        times, rests, q = rows.times.array, keyframes(rows), rows.rows.array
        robot = placed.robot
        if (self.follow or ("tool" if robot.n >= 6 else "joints")) == "joints":
            return Course(times, q, rests)
        some = np.linspace(0, len(times) - 1, min(FOLLOWED, len(times))).round().astype(int)
        kept = np.unique([*some, *np.searchsorted(times, rests)])
        return Course(times[kept], q[kept], rests, fkine(robot, q[kept]))


def words_of(texts: Sequence[str]) -> tuple[str, ...]:
    """Return texts one by one where some stand in one with commas between them.

    >>> words_of(["a2=0.2:0.6, d4=0.1:0.3", "a3=0.1:0.2"])
    ('a2=0.2:0.6', 'd4=0.1:0.3', 'a3=0.1:0.2')
    """
    parts = (part.strip() for text in texts for part in text.split(","))
    return tuple(filter(None, parts))


def ranges_of(placed: PlacedRobot, texts: Sequence[str], name: str = "vary") -> list[Range]:
    """Return what texts mean, such as ``a2=0.2:0.6:41``, with the cells of a robot's table.

    Lengths are in m and angles in degrees unless another unit is written.

    Raises:
        ArgumentError: A text means nothing, or one cell stands in two.
    """
    found = []
    for text in words_of(texts):
        cell, equals, rest = (part.strip() for part in text.partition("="))
        first, *others = (part.strip() for part in rest.split(":"))
        if not equals or not first or len(others) not in (1, 2):
            raise ArgumentError(
                f"{name}: expected a cell and its range, as a2=0.2:0.6:41, got {text!r}"
            )
        unit = unit_of(table_cell(placed, cell, name))
        try:
            low, high = read(first, unit), read(others[0], unit)
            count = int(others[1]) if len(others) == 2 else 21
        except (ArgumentError, ValueError) as error:
            raise ArgumentError(f"{name}: {text!r}: {error}") from error
        found.append(Range(cell, low, high, count))
    names = [one.name for one in found]
    twice = next((one for one in names if names.count(one) > 1), None)
    if twice is not None:
        raise ArgumentError(f"{name}: {twice} is given twice")
    return found


def table_cell(placed: PlacedRobot, text: str, name: str = "vary") -> TableCell:
    """Return a cell of a robot's table.

    Raises:
        ArgumentError: There is none, or it is the mass of a link that carries something.
    """
    try:
        cell = cell_of(placed.robot, text)
    except ArgumentError as error:
        raise ArgumentError(f"{name}: {error}") from error
    if cell.column == "mass" and cell.row == placed.robot.n - 1:
        load = dynamic_load(placed)
        if load.tool.volume + load.payload.volume > 0.0:
            raise ArgumentError(f"{name}: {text} can't change while the link carries something")
    return cell


def unit_of(cell: TableCell) -> Unit:
    """Return the unit in which a cell is read and shown: m, degrees and units of them."""
    base, slash, times = cell.unit.partition("/")
    if base in ("m", "rad"):
        unit = UNITS["m" if base == "m" else "deg"]
        return rate_unit(unit, times) if slash else unit
    return KILOGRAM if base == "kg" else PURE


def shown_value(cell: TableCell, value: float) -> float:
    """Return a value of a cell in the unit in which it is shown."""
    return degrees(value) if cell.unit.startswith("rad") else value


def si_value(cell: TableCell, value: float) -> float:
    """Return the SI value of one that is shown."""
    return radians(value) if cell.unit.startswith("rad") else value


def symbol_of(cell: TableCell) -> str:
    """Return the symbol of the unit in which a cell is shown."""
    return unit_of(cell).symbol or cell.unit
