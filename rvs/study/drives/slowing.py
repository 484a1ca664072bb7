"""Factor by which a motion must be slowed for every drive to respect its limits."""

from __future__ import annotations

from math import inf
from typing import Literal

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.dynamics.bodies import drives
from rvs.engine.robot import Robot
from rvs.study.drives.load import Load
from rvs.value_class import dataclass

Limit = Literal["torque", "rate", "acceleration"]
# Limits that are met to rounding are kept.
SLACK = 1e-9
ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Slowing:
    """The least factor by which all times of a motion must grow.

    Attributes:
        factor: 1 if all limits are respected already; infinite if no pace respects them, because
            holding the posture exceeds them already.
        limit: The limit that requires it; None if there is none.
        joint: The joint of that limit, from 0; None if no more time is required.
        row: Row of the load at that limit; None likewise.
    """

    factor: float = 1.0
    limit: Limit | None = None
    joint: int | None = None
    row: int | None = None


def slow_down(robot: Robot, load: Load) -> Slowing:
    """Return the least factor that keeps all joint rates, accelerations and efforts within limits.

    With all times c times as long, x = 1/c, a torque is A + B x + C x^2: gravity, dry friction and
    the force at the tool do not change, viscous friction is proportional to the pace and inertial
    torques to its square.  The factor is computed from the roots, without trying paces.

    Args:
        robot: The robot with its limits.
        load: The load of the motion.
    """
    effort = np.array([joint.effort for joint in robot.joints])
    steady, viscous, square = _terms(robot, load)
    held = np.abs(steady) - effort
    if (held > SLACK * _size(effort)).any():
        row, joint = np.unravel_index(int(np.argmax(held)), held.shape)
        return Slowing(inf, "torque", int(joint), int(row))
    terms = (steady, viscous, square)
    found = _kept(Slowing(), terms, effort)
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
        found = _kept(found, terms, effort)
    return found


def _kept(found: Slowing, terms: tuple[Array, Array, Array], effort: Array) -> Slowing:
    """Return the least factor, not below a given one, that keeps all torques within limits.

    If a torque exceeds its effort at a pace x, it does so down to the next root below x.
    """
    size = _size(effort)
    most = effort + SLACK * size
    a, b, c = (np.stack([one, -one]) for one in terms)
    while True:
        pace = 1.0 / found.factor
        over = a + pace * (b + pace * c) - most > ROUNDING * size
        if not over.any():
            return found
        rows = np.argwhere(over)
        limit = np.broadcast_to(most, a.shape)[over]
        lower = _root_below(a[over] - limit, b[over], c[over], pace)
        which = int(np.argmin(lower))
        if lower[which] <= 0.0:
            return Slowing(inf, "torque", int(rows[which, 2]), int(rows[which, 1]))
        # what is left is rounding
        factor = max(1.0 / float(lower[which]), found.factor * (1.0 + ROUNDING))
        found = Slowing(factor, "torque", int(rows[which, 2]), int(rows[which, 1]))


def _terms(robot: Robot, load: Load) -> tuple[Array, Array, Array]:
    """Return the parts of a torque that stay at any pace, scale with it, and with its square."""
    viscous = drives(robot).viscous * load.speeds
    steady = load.parts["gravity"] + load.parts["tool"] + load.parts["friction"] - viscous
    square = load.parts["inertia"] + load.parts["coriolis"] + load.parts["rotor"]
    return steady, viscous, square


def _size(effort: Array) -> Array:
    return np.where(np.isfinite(effort), np.maximum(effort, 1.0), 1.0)


def _root_below(a: Array, b: Array, c: Array, x: float) -> Array:
    """Return the largest root from 0 to x of each a + b x + c x^2 (k,), 0 if there is none."""
    q = -(b + np.copysign(np.sqrt(np.maximum(b * b - 4 * a * c, 0.0)), b)) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        roots = np.stack([q / c, a / q])
    known = (roots > 0.0) & (roots <= x * (1.0 + SLACK))
    found: Array = np.where(known, np.minimum(roots, x), 0.0).max(axis=0)
    return found
