"""The robot, posture, motion and bodies for measures of designs, and their assumptions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from math import inf, isfinite, isnan

import numpy as np
from numpy.typing import ArrayLike

from rvs.bodies.autobody.following import following_body
from rvs.bodies.beams import elastic_robot
from rvs.bodies.dynamic import check_weighed, dynamic_load, dynamic_robot, own_axes
from rvs.bodies.masses import FILL, reweighed
from rvs.bodies.robot_body import body_for
from rvs.collision.check import check_of
from rvs.collision.words import signed
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import check_posture, fkine
from rvs.engine.robot import Robot
from rvs.fields.field import asked
from rvs.model.body.fit import fit
from rvs.model.calls import Call, Calls, call_of
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.motions.rates import rates
from rvs.model.motions.recording import keyframes
from rvs.model.numbers.quantities import KILOGRAM, PURE, outside, rate_unit, read
from rvs.model.numbers.units import UNITS, Unit
from rvs.model.robots.designing import become
from rvs.model.robots.masses import unweighed
from rvs.model.robots.named_numbers import Following, following, named_numbers
from rvs.model.robots.parameter_edits import set_parameters
from rvs.model.robots.parameters import following_cells
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
from rvs.study.measures.cells import GEOMETRY, Number, TableCell, cell_of, changed, named_values
from rvs.study.measures.measures import (
    MEASURES,
    Course,
    Measure,
    Named,
    Requirement,
    Setting,
    measures_of,
)
from rvs.study.stiffness.deflection import ElasticRobot
from rvs.study.sweeps.designs import Range
from rvs.value_class import dataclass

# Cells of a link's mass and centre of mass that can follow from parameters.
MASSES, LIMITS = ("mass", "x", "y", "z"), ("lower", "upper")


@dataclass(frozen=True)
class Masses:
    """The masses of a robot and its designs.

    Attributes:
        placed: The robot with its load.
        weigh: They are those of the body of each design.
        given: Links, from 1, whose masses are varied or have expressions.
    """

    placed: PlacedRobot
    weigh: bool = False
    given: tuple[int, ...] = ()

    @classmethod
    def of(cls, placed: PlacedRobot, numbers: Sequence[Number], weigh: bool) -> Masses:
        """Return the masses of designs with other numbers."""
        rows = {one.row for one in placed.parameters.formulas if one.column in MASSES}
        rows |= {row for one in numbers for row, column in _cells(one) if column == "mass"}
        return cls(placed, weigh, tuple(sorted(row + 1 for row in rows)))

    def design(self, numbers: Sequence[Number], values: Sequence[float]) -> Robot:
        """Return the robot with other numbers, and with the masses of its links."""
        robot = changed(self.placed.robot, numbers, values)
        return self.own(robot, named_values(numbers, values))

    def design_call(self, numbers: Sequence[Number], values: Sequence[float]) -> Call | Calls:
        """Return the edit that sets other numbers of the robot, parameters by name."""
        placed, named = self.placed, named_values(numbers, values)
        made = call_of(become, placed.id, self.design(numbers, values))
        if not named:
            return made
        call = call_of(set_parameters, placed.id, named)
        alone = len(named) == len(numbers) and not self.weigh
        return call if alone else Calls((call, made))

    def own(self, robot: Robot, named: Named) -> Robot:
        """Return a design with the masses of its links.

        Raises:
            ArgumentError: Its full model does not fit.
        """
        if not self.weigh:
            return robot
        present, made = body_for(self.placed, "full"), design_of(self.placed, robot, named)
        body = body_for(made, "full")
        if present is self.placed.body and body is not made.body:
            assert made.body is not None
            raise ArgumentError(
                "the full model does not fit the design, so it has no masses: "
                f"{fit(made.body, robot).reason}"
            )
        following = following_body(self.placed.robot) if present is not self.placed.body else body
        if following is not body and fit(following, robot).ok:
            # as thick as it is now: the automatic body of a larger robot is thicker, in steps
            body = present = following
        return reweighed(robot, body, self.placed.robot, present, self.given)

    def __call__(self, robot: Robot, named: Named) -> Robot:
        """Return a design with its masses and its load, for its dynamics."""
        own = self.own(robot, named)
        if dynamic_load(self.placed).whole.volume:
            return dynamic_robot(design_of(self.placed, own, named))
        return own.replace(gravity=dynamic_robot(self.placed).gravity)

    def notes(self, numbers: Sequence[Number], names: Sequence[str]) -> list[str]:
        """Return the assumptions about masses in measures of designs, in words."""
        if not any("masses" in MEASURES[name].needs for name in names):
            return []
        robot, body = self.placed.robot, body_words(self.placed)
        links = range(1, robot.n + 1)
        if not self.weigh:
            moving = [one.name for one in numbers if any(_moves(robot, *at) for at in _cells(one))]
            follow = {row for one in numbers for row, column in _cells(one) if column == "mass"}
            fixed = [link for link in links if link - 1 not in follow]
            if not (moving and fixed):
                return []
            return [
                f"masses and centres of mass of {_links(fixed)} stay as they are while "
                f"{', '.join(moving)} {'change' if len(moving) > 1 else 'changes'}; weigh takes "
                "them from the body of each design"
            ]
        unknown = unweighed(robot)
        known = [link for link in links if link not in {*self.given, *unknown}]
        found = []
        if unknown:
            found.append(f"masses of {_links(unknown)} are those of the {body} of each design, "
                         f"{FILL * 100:g} % of it filled with material")  # fmt: skip
        if known:
            found.append(f"masses of {_links(known)} change in proportion to those of the {body} "
                         "of each design")  # fmt: skip
        return found


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
        made = Document((design_of(placed, robot, named),))
        near = check_of(made, "full").near({placed.id: tuple(q.tolist())}, 0.0)
        return min(map(signed, near), default=float("inf"))


@dataclass(frozen=True)
class Elasticity:
    """The springs and beams of a robot and its designs.

    Attributes:
        masses: Their masses.
    """

    masses: Masses

    def __call__(self, robot: Robot, named: Named) -> ElasticRobot:
        """Return a design with its springs and beams."""
        own = self.masses.own(robot, named)
        return elastic_robot(design_of(self.masses.placed, own, named))


def design_of(placed: PlacedRobot, robot: Robot, named: Named) -> PlacedRobot:
    """Return a robot with a design's table and the parameters that its full model uses.

    Bounds are checked with the ranges: slopes at a bound need both sides.
    """
    if not named:
        return replace(placed, robot=robot)
    parameters = placed.parameters
    every = tuple(replace(one, least=-inf, most=inf) for one in parameters)
    wide = replace(parameters, every=every).with_values(named)
    return replace(placed, robot=robot, parameters=wide)


def elastic_note(placed: PlacedRobot, names: Sequence[str]) -> list[str]:
    """Return the assumptions of measures of elastic robots, in words, or nothing."""
    if not {"stiffness", "deflection"} & set(names):
        return []
    return [
        f"links are beams with the sections of the {body_words(placed)} of each design, "
        f"{FILL:.0%} of them filled with material; joints without a stiffness are rigid"
    ]


def body_words(placed: PlacedRobot) -> str:
    """Return the most detailed body of a robot, in words."""
    return "full model" if body_for(placed, "full") is placed.body else "automatic body"


def _cells(number: Number) -> list[tuple[int, str]]:
    """Return rows and columns of the table that change with a number."""
    if isinstance(number, TableCell):
        return [(number.row, number.column)]
    assert isinstance(number.rule, Following)
    found = following_cells(number.rule.parameters, [number.name])
    return [(one.row, one.column) for one in found]


def _moves(robot: Robot, row: int, column: str) -> bool:
    """Return whether a cell changes the shape of the links."""
    return column in GEOMETRY or (column in LIMITS and not robot.joints[row].turns)


def _links(some: Sequence[int]) -> str:
    """Return links in words.

    >>> _links([2]), _links([1, 2, 4])
    ('link 2', 'links 1, 2, 4')
    """
    return f"link{'s' * (len(some) > 1)} {', '.join(map(str, some))}"


# Rows of a motion that a design's tool follows, at most; rests come in addition.
FOLLOWED = 1000


@dataclass(frozen=True, eq=False, kw_only=True)
class Measuring:
    """Variable numbers and measures of designs, as fields of questions."""

    vary: Sequence[str] = asked(
        (), "Vary these cells of the robot's own table, or its parameters, within ranges in its "
            "unit of length and degrees or with a unit, for example a2=0.2:0.6 or "
            "a2=200mm:600mm, or a2=0.2:0.6:41 with the count for a grid; a parameter alone, for "
            "example L1 or L1:41, varies between its bounds; all others stay fixed",
        kind="listed", usual="none", label="Numbers to vary", example=("a2=0.2:0.6:41",),
    )  # fmt: skip
    require: Sequence[str] = asked(
        (), "Require these bounds of measures, lengths in the unit of the robot or with a unit, "
            "for example box-kappa<=3 or reach>=0.9",
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
    weigh: bool = asked(
        False, "Take the masses of each design from its body: unknown masses, and the changes of "
               "known ones", label="Masses from the body",
    )  # fmt: skip

    def carrier(self, cell: Cell, robot: str) -> PlacedRobot:
        """Return a robot of a cell with the payload.

        Raises:
            RvsError: There is no such robot.
        """
        return with_cube(robot_in(cell, robot), self.payload)

    def setting(self, cell: Cell, masses: Masses, names: Sequence[str]) -> Setting:
        """Return the setting of the measures of designs.

        Raises:
            ArgumentError: An unknown measure, or one that requires data that were not given.
        """
        placed = masses.placed
        posture = cell.postures[placed.id] if self.q is None else self.q
        box = None if self.box is None else tuple(self.box)
        course = None if self.motion is None else self._course(cell, placed)
        setting = Setting(
            check_posture(placed.robot, posture), self.task, box, course, masses,
            Distance(placed), Elasticity(masses), not self.weigh, own_axes(placed, (0.0, 0.0, 1.0)),
        )  # fmt: skip
        found = measures_of(names, setting)
        heavy = any("masses" in one.needs for one in found)
        if heavy and not self.weigh:
            check_weighed(placed.robot)
        if self.weigh and not heavy:
            raise ArgumentError("weigh: no measure depends on the masses; leave it out")
        return setting

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

    Lengths are in the unit of the robot and angles in degrees unless another unit is written. A
    parameter without a range, such as ``L1`` or ``L1:41``, varies between its bounds.

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
        unit = unit_of(numbers_of(placed, [cell], name)[0], placed.unit)
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
    return ":".join(repr(shown(number, end, placed.unit)) for end in (own.least, own.most))


def _check_bounds(placed: PlacedRobot, one: Range, name: str) -> None:
    if one.name not in placed.parameters:
        return
    own = placed.parameters[one.name]
    (number,) = numbers_of(placed, [one.name], name)
    first, last, least, most = (
        shown_words(number, value, placed.unit)
        for value in (one.first, one.last, own.least, own.most)
    )
    if not own.least <= one.first <= one.last <= own.most:
        raise ArgumentError(
            f"{name}: {one.name}: the range {first} to {last} exceeds the bounds {least} and "
            f"{most}; use a narrower range or other bounds"
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


def table_cell(placed: PlacedRobot, text: str, name: str = "vary") -> TableCell:
    """Return a cell of a robot's table.

    Raises:
        ArgumentError: There is none.
    """
    try:
        return cell_of(placed.robot, text)
    except ArgumentError as error:
        known = ", ".join(one.name for one in placed.parameters)
        told = f"; the robot has the parameters {known}" if known else ""
        raise ArgumentError(f"{name}: {error}{told}") from error


def read_requirement(text: str, length: str) -> Requirement:
    """Return a requirement from a text: a measure, ``>=`` or ``<=``, and a number.

    Args:
        text: The text.
        length: The unit of a length without a unit.

    Raises:
        ArgumentError: The text has another form, or there is no such measure.

    >>> read_requirement("reach >= 900", "mm")
    Requirement(name='reach', least=True, bound=0.9)
    """
    found = re.fullmatch(r"\s*+([a-z-]++)\s*+(>=|<=)(.++)", text)
    try:
        if found is None:
            raise ValueError
        name, relation, bound = found[1], found[2], found[3].strip()
        unit = unit_of(MEASURES[name], length) if name in MEASURES else PURE
        value = read(bound, unit) if unit.dimension == "length" else float(bound)
        if isnan(value):
            raise ValueError
    except ValueError as error:
        raise ArgumentError(
            f"require: expected a measure and its bound, as reach>=0.9, got {text!r}"
        ) from error
    if name not in MEASURES:
        raise ArgumentError(f"require: {name!r} is not one of {', '.join(MEASURES)}")
    return Requirement(name, relation == ">=", value)


def broken_words(need: Requirement, value: float, length: str) -> str:
    """Return the violation of a requirement by a value of its measure, in words."""
    unit = unit_of(MEASURES[need.name], length)
    found, bound = outside(value, unit), outside(need.bound, unit)
    side = "below" if need.least else "above"
    return f"{need.name} {found:.4g} is {side} {bound:g} {unit.symbol}".rstrip()


def unit_of(one: Number | Measure, length: str) -> Unit:
    """Return the unit in which a number or a measure is shown.

    Args:
        one: The number or the measure.
        length: The unit of lengths.
    """
    base, slash, times = one.unit.partition("/")
    if base in ("m", "rad"):
        unit = UNITS[length if base == "m" else "deg"]
        return rate_unit(unit, times) if slash else unit
    return KILOGRAM if base == "kg" else replace(PURE, symbol=one.unit)


def shown(one: Number | Measure, value: float, length: str) -> float:
    """Return a value of a number or a measure in its displayed unit."""
    return outside(value, unit_of(one, length))


def shown_words(one: Number | Measure, value: float, length: str) -> str:
    """Return a value of a number or a measure with its displayed unit."""
    unit = unit_of(one, length)
    return f"{outside(value, unit):.6g} {unit.symbol}".rstrip()
