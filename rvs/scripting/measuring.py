"""The robot, posture, motion and bodies for measures of designs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import degrees, inf, isfinite

import numpy as np
from numpy.typing import ArrayLike

from rvs.bodies.dynamic import dynamic_load, weighed_robot
from rvs.bodies.elastic import elastic_robot
from rvs.bodies.masses import FILL
from rvs.bodies.shown_body import body_for
from rvs.collision.check import check_of
from rvs.collision.words import signed
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import check_posture, fkine
from rvs.engine.robot import Robot
from rvs.fields.field import asked
from rvs.model.calls import Call, Calls, call_of
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.keyframes import keyframes
from rvs.model.motions.motion import Motion
from rvs.model.motions.rates import rates
from rvs.model.numbers.quantities import KILOGRAM, PURE, rate_unit, read
from rvs.model.numbers.units import UNITS, Unit
from rvs.model.robots.designing import become
from rvs.model.robots.named_numbers import following, named_numbers
from rvs.model.robots.parameter_edits import set_parameters
from rvs.scripting.cell import Cell
from rvs.scripting.subjects import (
    motion_field,
    payload_field,
    posture_field,
    robot_in,
    rows_in,
    with_cube,
)
from rvs.study.dexterity import Task
from rvs.study.dexterity.tasks import TASKS
from rvs.study.measures.cells import NamedNumber, Number, TableCell, cell_of, changed, named_values
from rvs.study.measures.measures import MEASURES, Course, Named, Setting, measures_of
from rvs.study.stiffness.deflection import ElasticRobot
from rvs.study.sweeps.designs import Range
from rvs.value_class import dataclass

# Rows of a motion that a design's tool follows, at most; rests come in addition.
FOLLOWED = 1000
# Cells of a link's mass and centre of mass that can follow from parameters.
MASSES = ("mass", "x", "y", "z")


@dataclass(frozen=True)
class Distance:
    """The least distance between the bodies of a robot alone on the floor.

    Attributes:
        placed: The robot.
    """

    placed: PlacedRobot

    def __call__(self, robot: Robot, q: Array, named: Named) -> float:
        """Return the distance in m in a posture (n,); negative for the depth of an overlap."""
        placed = self.placed
        made = Document((_design(placed, robot, named),))
        near = check_of(made, "full").near({placed.id: tuple(q.tolist())}, 0.0)
        return min(map(signed, near), default=float("inf"))


@dataclass(frozen=True)
class Elasticity:
    """The springs and beams of a robot and its designs.

    Attributes:
        placed: The robot with its load.
    """

    placed: PlacedRobot

    def __call__(self, robot: Robot, named: Named) -> ElasticRobot:
        """Return a design with its springs and beams."""
        placed = self.placed
        if _carries(placed):
            # as part of the last link, the load would count twice
            own = replace(robot.joints[-1], inertia=placed.robot.joints[-1].inertia)
            robot = robot.replace(joints=(*robot.joints[:-1], own))
        robot = robot.replace(gravity=placed.robot.gravity)
        return elastic_robot(_design(placed, robot, named))


def _design(placed: PlacedRobot, robot: Robot, named: Named) -> PlacedRobot:
    """Return a robot with a design's table and the parameters that its full model uses.

    Bounds are checked with the ranges: slopes at a bound need both sides.
    """
    if not named:
        return replace(placed, robot=robot)
    parameters = placed.parameters
    every = tuple(replace(one, least=-inf, most=inf) for one in parameters)
    wide = replace(parameters, every=every).with_values(named)
    return replace(placed, robot=robot, parameters=wide)


@dataclass(frozen=True, eq=False, kw_only=True)
class Measuring:
    """Variable numbers and measures of designs, as fields of questions."""

    vary: Sequence[str] = asked(
        (), "Vary these cells of the robot's own table, or its parameters, within ranges in m "
            "and degrees or with a unit, for example a2=0.2:0.6 or a2=200mm:600mm, or "
            "a2=0.2:0.6:41 with the count for a grid; a parameter alone, for example L1 or L1:41, "
            "varies between its bounds; all others stay fixed",
        kind="listed", usual="none", label="Numbers to vary", example=("a2=0.2:0.6:41",),
    )  # fmt: skip
    require: Sequence[str] = asked(
        (), "Require these bounds of measures, for example box-kappa<=3 or reach>=0.9",
        kind="listed", usual="none", label="Requirements", example=("reach>=0.9",),
    )  # fmt: skip
    seed: int = asked(0, "Use this seed for the sample", least=0, label="Seed for the sample")
    q: ArrayLike | None = posture_field("Evaluate posture-dependent measures in this posture")
    task: Task | None = asked(
        None, "Consider these motions of the tool in condition numbers",
        choices={task: task for task in TASKS},
        usual="pose, or position for arms with one or two joints,", label="Motions of the tool",
    )  # fmt: skip
    box: Sequence[float] | None = asked(
        None, "Use this box for measures of a box: its lower and its upper corner in the base "
        "frame", kind="numbers", unit="m", size=6, usual="none", label="Box",
    )  # fmt: skip
    payload: float = payload_field()
    motion: Motion | str | None = motion_field(
        "Evaluate the measures of a motion along this motion (or the motion with this name)"
    )
    follow: str | None = asked(
        None, "Make every design follow the tool path of the motion, or its joint values",
        choices={"tool": "tool path", "joints": "joint values"},
        usual="the tool path for six joints or more, the joint values otherwise,",
        label="Path of the designs",
    )  # fmt: skip

    def carrier(self, cell: Cell, robot: str) -> PlacedRobot:
        """Return a robot of a cell with the payload.

        Raises:
            RvsError: There is no such robot.
        """
        return with_cube(robot_in(cell, robot), self.payload)

    def subject(
        self, cell: Cell, placed: PlacedRobot, names: Sequence[str]
    ) -> tuple[Robot, Setting]:
        """Return the robot with its load, and the setting of its measures.

        Raises:
            ArgumentError: An unknown measure, or one that requires data that were not given.
        """
        robot, posture = placed.robot, cell.postures[placed.id] if self.q is None else self.q
        wanted = [MEASURES[name].needs for name in names if name in MEASURES]
        if any("masses" in needs for needs in wanted):
            robot = weighed_robot(placed)
        box = None if self.box is None else tuple(self.box)
        course = None if self.motion is None else self._course(cell, placed)
        setting = Setting(check_posture(robot, posture), self.task, box, course, Distance(placed),
                          Elasticity(placed))  # fmt: skip
        measures_of(names, setting)
        return robot, setting

    def _course(self, cell: Cell, placed: PlacedRobot) -> Course:
        rows = rows_in(cell, self.motion, placed.id)
        times, rests, q = rows.times.array, keyframes(rows), rows.rows.array
        robot = placed.robot
        pushes = None if rows.pushes is None else rows.pushes.array
        if (self.follow or ("tool" if robot.n >= 6 else "joints")) == "joints":
            return Course(times, q, rests, rates=rates(rows), pushes=pushes)
        # even steps, of which differences are more exact
        some = range(0, len(times), -(-len(times) // FOLLOWED))
        kept = np.unique([*some, *np.searchsorted(times, rests), len(times) - 1])
        moved = None if pushes is None else pushes[kept]
        return Course(times[kept], q[kept], rests, fkine(robot, q[kept]), pushes=moved)


def words_of(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the texts separately if one contains several, separated by commas.

    >>> words_of(["a2=0.2:0.6, d4=0.1:0.3", "a3=0.1:0.2"])
    ('a2=0.2:0.6', 'd4=0.1:0.3', 'a3=0.1:0.2')
    """
    parts = (part.strip() for text in texts for part in text.split(","))
    return tuple(filter(None, parts))


def ranges_of(placed: PlacedRobot, texts: Sequence[str], name: str = "vary") -> list[Range]:
    """Return the ranges in texts such as ``a2=0.2:0.6:41``, of cells or parameters of a robot.

    Lengths are in m and angles in degrees unless another unit is written. A parameter without a
    range, such as ``L1`` or ``L1:41``, varies between its bounds.

    Raises:
        ArgumentError: An unreadable text, a name in two texts, or a range beyond the bounds of
            its parameter.
    """
    found = []
    for text in words_of(texts):
        cell, equals, rest = (part.strip() for part in text.partition("="))
        if not equals:
            cell, colon, steps = (part.strip() for part in text.partition(":"))
            if cell in placed.parameters:
                rest = f"{_bounds(placed, cell, name)}{colon}{steps}"
                equals = "="
        first, *others = (part.strip() for part in rest.split(":"))
        if not equals or not first or len(others) not in (1, 2):
            raise ArgumentError(
                f"{name}: expected a cell or a parameter and its range, for example "
                f"a2=0.2:0.6:41, got {text!r}"
            )
        unit = unit_of(numbers_of(placed, [cell], name)[0])
        try:
            low, high = read(first, unit), read(others[0], unit)
            count = int(others[1]) if len(others) == 2 else 21
        except (ArgumentError, ValueError) as error:
            raise ArgumentError(f"{name}: {text!r}: {error}") from error
        found.append(Range(cell, low, high, count))
        _check_bounds(placed, found[-1], name)
    names = [one.name for one in found]
    twice = next((one for one in names if names.count(one) > 1), None)
    if twice is not None:
        raise ArgumentError(f"{name}: {twice} is given twice")
    return found


def _bounds(placed: PlacedRobot, parameter: str, name: str) -> str:
    """Return the bounds of a parameter as a range in text."""
    own = placed.parameters[parameter]
    if not (isfinite(own.least) and isfinite(own.most)):
        raise ArgumentError(
            f"{name}: {parameter} has no bounds on both sides; give them, or a range, for example "
            f"{parameter}=0.2:0.6"
        )
    (number,) = numbers_of(placed, [parameter], name)
    return f"{shown_value(number, own.least)!r}:{shown_value(number, own.most)!r}"


def _check_bounds(placed: PlacedRobot, one: Range, name: str) -> None:
    if one.name not in placed.parameters:
        return
    own = placed.parameters[one.name]
    if not own.least <= one.first <= one.last <= own.most:
        raise ArgumentError(
            f"{name}: {one.name}: the range {own.words(one.first)} to {own.words(one.last)} "
            f"exceeds the bounds {own.words(own.least)} and {own.words(own.most)}; use a narrower "
            "range or other bounds"
        )


def numbers_of(placed: PlacedRobot, names: Sequence[str], name: str = "vary") -> tuple[Number, ...]:
    """Return numbers of a robot: cells of its table, and parameters with their consequences.

    Raises:
        ArgumentError: An unknown or ambiguous name, a parameter that can't be varied, or a cell
            beside a parameter from which it follows.
    """
    own = [one for one in names if one in placed.parameters]
    try:
        for one in own:
            _check_alone(placed, one)
        rule = following(placed.parameters, own)
    except ArgumentError as error:
        raise ArgumentError(f"{name}: {error}") from error
    follow = {(each.row, each.column): each.text for each in rule.parameters.formulas}
    load = [column for row, column in follow if row == placed.robot.n - 1 and column in MASSES]
    if load and _carries(placed):
        raise ArgumentError(
            f"{name}: {load[0]} of the last link, {follow[placed.robot.n - 1, load[0]]!r}, "
            "can't change while the link has a load"
        )
    parameters = {one.name: one for one in named_numbers(placed.parameters, rule, own)}
    found = tuple(parameters.get(one) or table_cell(placed, one, name) for one in names)
    for each in found:
        if isinstance(each, TableCell) and (each.row, each.column) in follow:
            raise ArgumentError(
                f"{name}: {each.name} follows from {follow[each.row, each.column]!r}; vary the "
                "parameter or the cell, not both"
            )
    return found


def _check_alone(placed: PlacedRobot, name: str) -> None:
    try:
        cell_of(placed.robot, name)
    except ArgumentError:
        return
    raise ArgumentError(
        f"{name!r} is both a parameter and a cell of the table; rename the parameter"
    )


def design_call(
    placed: PlacedRobot, numbers: Sequence[Number], values: Sequence[float]
) -> Call | Calls:
    """Return the edit that sets other numbers of a robot, parameters by name."""
    named = named_values(numbers, values)
    made = call_of(become, placed.id, changed(placed.robot, numbers, values))
    if not named:
        return made
    call = call_of(set_parameters, placed.id, named)
    return call if len(named) == len(numbers) else Calls((call, made))


def held_note(numbers: Sequence[Number], plain: str) -> str:
    """Return the masses that stay unchanged in designs with other numbers, in words."""
    names = [one.name for one in numbers if isinstance(one, NamedNumber)]
    if not names:
        return plain
    return f"every cell that follows {', '.join(names)} changes with it; in addition, {plain}"


def elastic_note(placed: PlacedRobot, names: Sequence[str]) -> list[str]:
    """Return the assumptions of measures of elastic robots, in words, or nothing."""
    if not {"stiffness", "deflection"} & set(names):
        return []
    which = "full model" if body_for(placed, "full") is placed.body else "automatic body"
    return [
        f"links are beams with the sections of the {which} of each design, {FILL:.0%} of them "
        "filled with material; joints without a stiffness are rigid"
    ]


def _carries(placed: PlacedRobot) -> bool:
    load = dynamic_load(placed)
    return load.tool.volume + load.payload.volume > 0.0


def table_cell(placed: PlacedRobot, text: str, name: str = "vary") -> TableCell:
    """Return a cell of a robot's table.

    Raises:
        ArgumentError: There is none, or it is the mass of a link that carries something.
    """
    try:
        cell = cell_of(placed.robot, text)
    except ArgumentError as error:
        known = ", ".join(one.name for one in placed.parameters)
        told = f"; the robot has the parameters {known}" if known else ""
        raise ArgumentError(f"{name}: {error}{told}") from error
    if cell.column == "mass" and cell.row == placed.robot.n - 1 and _carries(placed):
        raise ArgumentError(f"{name}: {text} can't change while the link has a load")
    return cell


def unit_of(cell: Number) -> Unit:
    """Return the unit of a cell: m, degrees and units of them."""
    base, slash, times = cell.unit.partition("/")
    if base in ("m", "rad"):
        unit = UNITS["m" if base == "m" else "deg"]
        return rate_unit(unit, times) if slash else unit
    return KILOGRAM if base == "kg" else PURE


def shown_value(cell: Number, value: float) -> float:
    """Return a value of a cell in its displayed unit."""
    return degrees(value) if cell.unit.startswith("rad") else value


def symbol_of(cell: Number) -> str:
    """Return the symbol of the displayed unit of a cell."""
    return unit_of(cell).symbol or cell.unit
