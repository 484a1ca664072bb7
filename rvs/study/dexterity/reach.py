"""Reach of a robot: largest distance of the tool point from the base, exact for the chain."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rvs.engine.arrays import Array, check_flag, check_moving
from rvs.engine.chain import chain_frames, joint_axes
from rvs.engine.errors import ArgumentError
from rvs.engine.jacobians import fkine, jacobian
from rvs.engine.robot import Robot
from rvs.study.dexterity.descent import Box, box_of, descend

# Random postures that are looked at, how many of them go on, and steps of both descents.
SAMPLES, FIRST, LAST_FEW = 4000, 100, 8
LOOK, LAST = 30, 300
SEED = 13
# An axis this near to the origin (m) goes through it.
CENTRED = 1e-12


class Reach(NamedTuple):
    """The largest reach of a robot.

    Attributes:
        distance: Distance from the origin of the base (frame 0) to the tool point, in m.
        q: A posture with this reach (n,), rad and m; joints without influence are at home.
    """

    distance: float
    q: Array


def maximum_reach(robot: Robot, limits: bool = False, axis: bool = False) -> Reach:
    """Return the largest distance of the tool point from the origin of the base, and a posture.

    With ``axis`` it is the distance from the first axis, at right angles to it, as in data sheets
    of arms with a vertical first axis.

    It is not a sum of lengths but the maximum over all postures of the actual chain, found by
    descents from the best of 4,000 random postures with exact derivatives.  The limits of prismatic
    joints are always respected.

    Args:
        robot: The robot; its locked joints stay at home.
        limits: Respect the limits of revolute joints, too.
        axis: Measure from the first axis instead of the origin of the base.

    Raises:
        ArgumentError: A slide or helical joint has no limits, so that there is no largest distance,
            or every joint is locked; or the first joint does not turn, and there is no such axis.

    >>> reach = maximum_reach(Robot.from_dh([1, 0.5], 0, 0, 0))
    >>> round(reach.distance, 9), np.abs(reach.q.round(6)).tolist()
    (1.5, [0.0, 0.0])
    """
    within = check_flag(limits, "limits")
    for i in check_moving(robot).active:
        if robot.joints[i].kind != "revolute" and not np.isfinite(robot.limits[i]).all():
            raise ArgumentError(
                f"robot: joint {i + 1} is prismatic and has no limits, so the reach is infinite; "
                "give it limits"
            )
    across, centre = np.eye(3), robot.base[:3, 3]
    if axis:
        z, p = _first_axis(robot)
        across, centre = across - np.outer(z, z), p
    box = box_of(robot, within, 1.0, _still(robot))
    size = _size(robot, box)

    def shortness(X: Array) -> tuple[Array, Array]:
        Q, inner = box.postures(X)
        arms = (fkine(robot, Q)[:, :3, 3] - centre) @ across
        moves = jacobian(robot, Q)[:, 3:, list(box.moving)]
        slopes = -2.0 * np.einsum("bi,bij->bj", arms, moves) / size**2
        return -(arms**2).sum(axis=1) / size**2, slopes * inner

    X = box.starts(SAMPLES, SEED)
    for count, steps in ((FIRST, LOOK), (LAST_FEW, LAST)):
        order = np.argsort(shortness(X)[0], kind="stable")[:count]
        X, values = descend(shortness, X[order], steps)

    def distance(q: Array) -> float:
        return float(np.linalg.norm(across @ (fkine(robot, q)[:3, 3] - centre)))

    best = box.postures(X[np.argmin(values)][None])[0][0]
    best = box.calmed(best, distance)
    return Reach(distance(best), best)


def _first_axis(robot: Robot) -> tuple[Array, Array]:
    """Return the direction and a point of the axis of the first joint, which must be revolute."""
    if robot.joints[0].kind != "revolute":
        raise ArgumentError("robot: joint 1 is not revolute, so there is no axis to measure from")
    z, p = joint_axes(robot.chain, chain_frames(robot.chain, robot.home))
    return z[0], p[0]


def _still(robot: Robot) -> tuple[int, ...]:
    """Return the first moving joint, if it rotates the whole arm about the origin of the base."""
    first = robot.active[0]
    z, p = joint_axes(robot.chain, chain_frames(robot.chain, robot.home))
    off = np.linalg.norm(np.cross(z[first], p[first] - robot.base[:3, 3]))
    turns = robot.joints[first].kind == "revolute"
    return (first,) if turns and off < CENTRED and len(robot.active) > 1 else ()


def _size(robot: Robot, box: Box) -> float:
    places = fkine(robot, box.postures(box.starts(100, SEED))[0])[:, :3, 3] - robot.base[:3, 3]
    return float(np.linalg.norm(places, axis=1).max()) or 1.0
