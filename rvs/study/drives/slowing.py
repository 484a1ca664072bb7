"""How much slower a motion must be for every drive to keep its limits."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import copysign, inf, sqrt
from typing import Literal

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.dynamics.bodies import drives
from rvs.engine.robot import Robot
from rvs.study.drives.load import Load

Limit = Literal["torque", "rate", "acceleration"]
# Limits that are met to rounding are kept.
SLACK = 1e-9


@dataclass(frozen=True, slots=True)
class Slowing:
    """The least factor by which all times of a motion must grow.

    Attributes:
        factor: 1 where all limits are kept already; infinite where no pace keeps them, because
            holding the posture takes too much already.
        limit: What asks for it; None where nothing does.
        joint: Whose limit that is, from 0; None where nothing asks for more time.
        row: At which row of the load; None likewise.
    """

    factor: float = 1.0
    limit: Limit | None = None
    joint: int | None = None
    row: int | None = None


def slow_down(robot: Robot, load: Load) -> Slowing:
    """Return the least factor that keeps rates, accelerations and efforts of all joints.

    With all times c times as long, x = 1/c, a torque is A + B x + C x^2: gravity, dry friction and
    the force at the tool stay, viscous friction falls with the pace and inertial torques with its
    square.  The factor is solved from the roots, no pace is tried.

    Args:
        robot: The robot with its limits.
        load: What the motion asks for.
    """
    effort = np.array([joint.effort for joint in robot.joints])
    steady, viscous, square = _terms(robot, load)
    held = np.abs(steady) - effort
    if (held > SLACK * _size(effort)).any():
        row, joint = np.unravel_index(int(np.argmax(held)), held.shape)
        return Slowing(inf, "torque", int(joint), int(row))
    pace, found = 1.0, Slowing()
    for low, high, place in _broken(steady, viscous, square, effort):
        if high < pace:
            break
        if low < pace:
            pace, found = low, Slowing(float(1.0 / low), "torque", place[1], place[0])
    rates = np.array([joint.rate for joint in robot.joints])
    pushes = np.array([joint.acceleration for joint in robot.joints])
    needs: tuple[tuple[Limit, Array], ...] = (
        ("rate", np.abs(load.speeds) / rates),
        ("acceleration", np.sqrt(np.abs(load.accelerations) / pushes)),
    )
    for limit, need in needs:
        if need.size and need.max() > max(1.0 + SLACK, found.factor):
            row, joint = np.unravel_index(int(np.argmax(need)), need.shape)
            found = Slowing(float(need[row, joint]), limit, int(joint), int(row))
    # a slower pace may break a torque that a faster one keeps
    if found.limit in ("rate", "acceleration"):
        found = _kept(found, (steady, viscous, square), effort)
    return found


def _kept(found: Slowing, terms: tuple[Array, Array, Array], effort: Array) -> Slowing:
    """The same, or the next factor above it at which the torques are kept too."""
    pace = 1.0 / found.factor
    for low, high, place in _broken(*terms, effort):
        if low < pace < high:
            pace, found = low, Slowing(float(1.0 / low), "torque", place[1], place[0])
    return found


def _terms(robot: Robot, load: Load) -> tuple[Array, Array, Array]:
    """What of a torque stays at any pace, what falls with it, and what with its square."""
    viscous = drives(robot).viscous * load.speeds
    steady = load.parts["gravity"] + load.parts["tool"] + load.parts["friction"] - viscous
    square = load.parts["inertia"] + load.parts["coriolis"] + load.parts["rotor"]
    return steady, viscous, square


def _size(effort: Array) -> Array:
    return np.where(np.isfinite(effort), np.maximum(effort, 1.0), 1.0)


def _broken(
    steady: Array, viscous: Array, square: Array, effort: Array
) -> list[tuple[float, float, tuple[int, int]]]:
    """Return the paces x from 0 to 1 at which a row breaks an effort, the fastest first."""
    found: list[tuple[float, float, tuple[int, int]]] = []
    # of no interest: rows that cannot break the limit at any pace
    most = np.abs(steady) + np.abs(viscous) + np.abs(square)
    for row, joint in np.argwhere(most > effort * (1.0 + SLACK)).tolist():
        place = (row, joint)
        terms = (steady[row, joint], viscous[row, joint], square[row, joint])
        limit = effort[joint] * (1.0 + SLACK)
        for sign in (1.0, -1.0):
            a, b, c = (sign * float(one) for one in terms)
            found += [(low, high, place) for low, high in _above(a - limit, b, c)]
    return sorted(found, key=lambda one: -one[1])


def _above(a: float, b: float, c: float) -> list[tuple[float, float]]:
    """Return where in (0, 1] a + b x + c x^2 is above 0."""
    ends = [0.0, *sorted(x for x in _roots(a, b, c) if 0.0 < x < 1.0), 1.0]
    spans = []
    for low, high in pairwise(ends):
        middle = (low + high) / 2
        if a + b * middle + c * middle * middle > 0.0:
            spans.append((low, high))
    return spans


def _roots(a: float, b: float, c: float) -> tuple[float, ...]:
    """Real roots of a + b x + c x^2, without loss of digits."""
    if c == 0.0:
        return (-a / b,) if b else ()
    inside = b * b - 4 * a * c
    if inside < 0.0:
        return ()
    q = -(b + copysign(sqrt(inside), b)) / 2
    return (q / c, a / q) if q else (0.0,)
