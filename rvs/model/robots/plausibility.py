"""Implausible numbers of a robot in other programs' files, and their corrections."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from functools import partial
from math import inf
from typing import Any

from rvs.engine.joint import NO_LIMITS, Inertia, Joint
from rvs.engine.robot import Robot
from rvs.model.numbers.quantities import significant
from rvs.model.numbers.units import UNITS
from rvs.model.pasting.meaning import MOST_RADIANS, Doubt, doubts, far_of
from rvs.model.robots.imported import LIMITS_DEG, NEW_ORDER, Imported
from rvs.model.robots.imported import NO_LIMITS as NO_LIMITS_WORD
from rvs.model.robots.table import enlarged
from rvs.value_class import dataclass

# No joint turns so far, rad; in degrees it is usual.
MOST_TURNED = 60.0
# Units that are offered where a file says none, by the one in which its numbers were taken.
OTHER = {"m": "mm", "mm": "m", "deg": "rad", "rad": "deg"}
CALLED = {"length": "lengths", "angle": "angles"}

Change = Callable[[Robot], Robot]


@dataclass(frozen=True, slots=True)
class Cure:
    """Another interpretation of the numbers of a file.

    Attributes:
        name: Name among the choices, one of ``TAKEN``.
        label: Label of its button.
        change: Function that applies it.
        said: Facts about the reading of the file, by the names of ``Imported``.
        of_table: It is suitable for a robot given only by a table, not for one with a body in the
            same numbers.
    """

    name: str
    label: str
    change: Change
    said: Mapping[str, Any] = field(default_factory=dict)
    of_table: bool = True


@dataclass(frozen=True, slots=True)
class Oddity:
    """Implausible numbers, or numbers in units that a file leaves open.

    Attributes:
        words: Effect on the robot.
        question: Possible intended meaning.
        cure: Possible correction.
        doubtful: It is hardly plausible.
    """

    words: str
    question: str
    cure: Cure
    doubtful: bool = True

    @property
    def sentence(self) -> str:
        """The doubt in one sentence."""
        return f"{self.words}; {self.question}"


def cure_named(name: str, imported: Imported) -> Cure:
    """Return another interpretation of the numbers of a file.

    Args:
        name: One of ``TAKEN``.
        imported: The reading of its file.
    """
    if name in UNITS:
        return _retaken(imported, UNITS[name].dimension, name)
    return next(one for one in (_OFF, _DEGREES, _OLD_ORDER.cure) if one.name == name)


def with_correction(imported: Imported, cure: Cure) -> Imported:
    """Return the reading of a file with a correction, which is kept when it is read again."""
    choices = replace(imported.choices, take=(*imported.choices.take, cure.name))
    return replace(imported, choices=choices, **cure.said)


def oddities(robot: Robot, imported: Imported) -> tuple[Oddity, ...]:
    """Return the implausible or ambiguous values in a robot of another program's file.

    Args:
        robot: The robot.
        imported: The reading of its file.
    """
    found = [
        Oddity(
            one.words,
            f"are {CALLED[one.dimension]} in {one.unit}?",
            _retaken(imported, one.dimension, one.unit),
        )
        for one in _doubts(robot, imported.length, imported.angle)
    ]
    doubted = {name for one in found for name in one.cure.said}
    if imported.old_order:
        found.append(_OLD_ORDER)
    found += _limits(robot)
    for name in imported.assumed:
        found += _assumed(robot, imported, name) if name not in doubted else ()
    return tuple(found)


def _doubts(robot: Robot, length: str, angle: str) -> tuple[Doubt, ...]:
    ends = far_of(robot.base_rows) + far_of(robot.tool_rows)
    return doubts(robot.joints, length, angle, ends)


def _assumed(robot: Robot, imported: Imported, dimension: str) -> tuple[Oddity, ...]:
    """Return a doubt about a unit missing in a file, if another unit is also plausible."""
    taken = {"length": imported.length, "angle": imported.angle}
    cure = _retaken(imported, dimension, OTHER.get(taken[dimension], "m"))
    units = taken | {name: unit for name, unit in cure.said.items() if name in CALLED}
    if _doubts(cure.change(robot), **units):
        return ()
    words = taken_words(imported, (dimension,))
    return (Oddity(words, "the file does not give the unit", cure, doubtful=False),)


def taken_words(imported: Imported, dimensions: Iterable[str]) -> str:
    """Return the units in which numbers of some dimensions were read, in words."""
    units = {"length": imported.length, "angle": imported.angle}
    named = [f"{CALLED[name]} # in {UNITS[units[name]].symbol}" for name in dimensions]
    return " and ".join(named).replace("#", "were taken", 1).replace(" # ", " ")


def _retaken(imported: Imported, dimension: str, unit: str) -> Cure:
    """Return the correction that reads numbers of a dimension in another unit."""
    old = imported.length if dimension == "length" else imported.angle
    ratio = UNITS[unit].factor / UNITS[old].factor
    change = (
        partial(_with_lengths, ratio=ratio)
        if dimension == "length"
        else partial(_with_angles, old=UNITS[old].factor, new=UNITS[unit].factor)
    )
    assumed = tuple(one for one in imported.assumed if one != dimension)
    said = {dimension: unit, "assumed": assumed}
    return Cure(unit, f"Read {CALLED[dimension]} in {unit}", change, said)


def _limits(robot: Robot) -> list[Oddity]:
    joints = robot.joints
    found = []
    if all(joint.limits == (0.0, 0.0) for joint in joints):
        words = "all limits are 0, so no joint can move"
        found.append(Oddity(words, "are there limits at all?", _OFF))
    far = [
        (number, bound)
        for number, joint in enumerate(joints, 1)
        for bound in map(abs, joint.limits)
        if joint.turns and MOST_TURNED < bound < inf
    ]
    if far:
        number, bound = far[0]
        words = f"joint {number} would turn to {significant(bound, 4)} rad"
        found.append(Oddity(words, "are limits in degrees?", _DEGREES))
    return found


def _changed(robot: Robot, change: Callable[[Joint], Joint]) -> Robot:
    return robot.replace(joints=tuple(map(change, robot.joints)))


def _free(robot: Robot) -> Robot:
    return _changed(robot, lambda joint: replace(joint, limits=NO_LIMITS))


def _with_limits(robot: Robot, old: float, new: float) -> Robot:
    """Return limits of revolute joints with numbers read in another unit."""

    def change(joint: Joint) -> Joint:
        lower, upper = (_retaken_number(bound, old, new) for bound in joint.limits)
        return replace(joint, limits=(lower, upper)) if joint.turns else joint

    return _changed(robot, change)


def _with_angles(robot: Robot, old: float, new: float) -> Robot:
    """Return angles with their numbers read in another unit, and limits if they share it."""
    bounds = [
        abs(bound) / old
        for joint in robot.joints
        for bound in joint.limits
        if joint.turns and abs(bound) < inf
    ]
    far = any(bound > MOST_RADIANS for bound in bounds)
    # to degrees, limits are so as well if they are large; to radians, if they are small
    if bounds and far == (new < old):
        robot = _with_limits(robot, old, new)

    def change(joint: Joint) -> Joint:
        alpha, theta = (_retaken_number(one, old, new) for one in (joint.alpha, joint.theta))
        offset = _retaken_number(joint.offset, old, new) if joint.turns else joint.offset
        return replace(joint, alpha=alpha, theta=theta, offset=offset)

    return _changed(robot, change)


def _retaken_number(value: float, old: float, new: float) -> float:
    """Return a number read in another unit, as in the file rather than rounded twice."""
    return float(f"{value / old:.15g}") * new


def _with_lengths(robot: Robot, ratio: float) -> Robot:
    """Return lengths multiplied by a factor, with the masses moved accordingly."""
    return _changed(
        enlarged(robot, ratio),
        lambda joint: replace(joint, inertia=joint.inertia and _larger(joint.inertia, ratio)),
    )


def _larger(inertia: Inertia, ratio: float) -> Inertia:
    x, y, z = (value * ratio for value in inertia.com)
    xx, yy, zz, xy, yz, xz = (value * ratio**2 for value in inertia.moments)
    return replace(inertia, com=(x, y, z), moments=(xx, yy, zz, xy, yz, xz))


def _newer(joint: Joint) -> Joint:
    """Return a joint with its four numbers read as theta, d, a, alpha, not in the old order."""
    return replace(joint, theta=joint.alpha, d=joint.a, a=joint.theta, alpha=joint.d)


_OFF = Cure(NO_LIMITS_WORD, "Remove the limits", _free, of_table=False)
_DEGREES = Cure(
    LIMITS_DEG,
    "Read limits in degrees",
    partial(_with_limits, old=1.0, new=UNITS["deg"].factor),
    of_table=False,
)
_OLD_ORDER = Oddity(
    "columns were read as alpha, a, theta, d, as in release 7 of the Robotics Toolbox",
    "later releases have theta, d, a, alpha and a header",
    Cure(
        NEW_ORDER,
        "Read columns as theta, d, a, alpha",
        partial(_changed, change=_newer),
        {"old_order": False},
    ),
)
