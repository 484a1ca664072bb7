"""Ambiguities of a pasted table: zeros or a posture, units that are improbable."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import hypot, pi

from rvs.engine.joint import Joint
from rvs.engine.words import Pose
from rvs.model.numbers.quantities import (
    joint_number,
    joint_symbol,
    joint_unit,
    shown_short,
    significant,
)
from rvs.model.numbers.units import UNITS
from rvs.value_class import dataclass

# Arms that somebody may mean, in m; what is beyond is more likely in another unit.
SHORTEST, LONGEST = 0.02, 40.0
USUAL = (0.1, 10.0)
# Numbers so near to a multiple of pi/4 are not by chance.
NEAR = 1e-3
# So many numbers are named; the rest is counted.
MOST_NAMED = 4
# Radians beyond two turns are degrees.
MOST_RADIANS = 4.0 * pi


@dataclass(frozen=True, slots=True)
class Doubt:
    """An improbable unit.

    Attributes:
        words: Its effect on the robot.
        dimension: ``"length"`` or ``"angle"``.
        unit: The more likely unit.
    """

    words: str
    dimension: str
    unit: str


def with_zeros(joints: Sequence[Joint], rows: Collection[int]) -> tuple[Joint, ...]:
    """Return joints with the given numbers as the zeros of their values.

    Args:
        joints: The joints as read, with these numbers as a posture.
        rows: The rows with these numbers, from 0.
    """
    return tuple(_zeroed(joint) if i in rows else joint for i, joint in enumerate(joints))


def meanings(
    joints: Sequence[Joint], rows: Sequence[int], length: str, angle: str
) -> tuple[str, str]:
    """Return the robots whose joints have the given numbers as zeros, and as a posture.

    Args:
        joints: The joints as read, with these numbers as a posture.
        rows: The rows with these numbers, from 0.
        length: Unit of lengths.
        angle: Unit of angles.
    """
    told = [
        f"{joint_symbol(joints[i], i)} "
        f"{shown_short(joints[i].home, joint_unit(joints[i], angle, length))}"
        for i in rows
    ]
    more = len(told) - MOST_NAMED
    values = ", ".join([*told[:MOST_NAMED], f"{more} more"] if more > 0 else told)
    past = beyond(joints, length, angle)
    return (
        f"Zeros of the joints: offsets {values}, with the robot at 0",
        f"A posture: the robot is at {values}, and offsets are 0" + f"; {past}" * bool(past),
    )


def beyond(joints: Sequence[Joint], length: str, angle: str) -> str:
    """Return the joints that would start beyond their limits, in words; empty if there are none.

    Args:
        joints: The joints.
        length: Unit of lengths.
        angle: Unit of angles.
    """
    told = []
    for i, joint in enumerate(joints):
        past = max(joint.limits[0] - joint.home, joint.home - joint.limits[1])
        if past > 0.0:
            unit = UNITS[angle if joint.turns else length]
            value, far = (shown_short(number, unit) for number in (joint.home, past))
            told.append(f"{joint_symbol(joint, i)} = {value} is {far} beyond its limit")
    return ", ".join(told)


def doubts(
    joints: Sequence[Joint], length: str, angle: str, ends: float = 0.0
) -> tuple[Doubt, ...]:
    """Return the improbable values of a table.

    Args:
        joints: The joints.
        length: The unit in which lengths were read.
        angle: The unit in which angles were read.
        ends: Length of the arm beyond its joints, at base and tool, m.
    """
    found = (_length_doubt(joints, length, ends), _angle_doubt(joints, angle))
    return tuple(doubt for doubt in found if doubt is not None)


def _zeroed(joint: Joint) -> Joint:
    offset = joint.offset + joint.home
    if joint.turns:
        return replace(joint, offset=offset, theta=0.0)
    return replace(joint, offset=offset, d=0.0)


def _length_doubt(joints: Sequence[Joint], length: str, ends: float) -> Doubt | None:
    span = ends + sum(
        abs(joint.a) + abs(joint.d) + far_of(joint.before) + far_of(joint.after) for joint in joints
    )
    if span == 0.0 or SHORTEST <= span <= LONGEST:
        return None
    for name in ("mm", "m", "cm", "in"):
        if USUAL[0] <= span * UNITS[name].factor / UNITS[length].factor <= USUAL[1]:
            shown = (
                f"{significant(span, 3)} m" if span > 1.0 else f"{significant(span * 1e3, 3)} mm"
            )
            return Doubt(f"the arm would be {shown} long", "length", name)
    return None


def far_of(rows: Pose) -> float:
    """Return the distance of the origin of a pose from its frame, m."""
    return hypot(*(row[3] for row in rows[:3]))


def _angle_doubt(joints: Sequence[Joint], angle: str) -> Doubt | None:
    factor = UNITS[angle].factor
    named = [
        (f"{letter}{joint_number(i)}", value / factor)
        for i, joint in enumerate(joints)
        for letter, value in (
            ("α", joint.alpha),
            ("θ", joint.theta),
            ("θ", joint.offset if joint.turns else 0.0),
        )
        if value
    ]
    if angle == "rad":
        far = [one for one in named if abs(one[1]) > MOST_RADIANS]
        return _angles(far[0], "rad", "deg") if far else None
    eighths = [one for one in named if abs(one[1] - round(one[1] / (pi / 4)) * pi / 4) < NEAR]
    small = all(abs(value) < MOST_RADIANS / 2 + NEAR for _, value in named)
    right = [one for one in eighths if abs(one[1]) > NEAR]
    return _angles(right[0], "°", "rad") if small and right else None


def _angles(one: tuple[str, float], symbol: str, unit: str) -> Doubt:
    gap = "" if symbol == "°" else " "
    return Doubt(f"{one[0]} would be {significant(one[1], 5)}{gap}{symbol}", "angle", unit)
