"""Holding a posture: gravity torques, the largest payload, and the worst posture for a payload."""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_numbers, check_one
from rvs.engine.dynamics import gravload, tip_torque
from rvs.engine.robot import Robot
from rvs.study.drives.load import push
from rvs.value_class import dataclass

# A torque of 1 kg below this does not bound it, N m or N.
ENOUGH = 1e-12


@dataclass(frozen=True, slots=True)
class Payload:
    """The largest mass that can be held in a posture.

    Attributes:
        mass: In kg; 0 if the arm cannot hold itself, infinite if nothing limits it.
        joint: The joint whose effort limits it, from 0, or None.
    """

    mass: float
    joint: int | None


def holding(robot: Robot, q: ArrayLike, force: ArrayLike | None = None) -> Array:
    """Return the torques that hold a posture against gravity and a push on the tool.

    Args:
        robot: The robot with its load.
        q: Posture (n,) or (m, n), rad or m.
        force: Push on the tool point, in world axes: a force (3,) in N, or force and moment
            (6,) in N and N m.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> arm = Robot.from_dh([2], [0], [0], [0], mass=[1], com=[[0, 0, 0]], gravity=(0, -10, 0))
    >>> holding(arm, [0.0], [0, -5, 0])
    array([30.])
    """
    own = gravload(robot, q)
    if force is None:
        return own
    postures = check_numbers(q, "q")
    return own + tip_torque(robot, postures, push(robot, postures, force))


def weight_torques(robot: Robot, q: Array, at: Array | None = None) -> Array:
    """Return the torques (..., n) for 1 kg at a point of the last frame (3,), or the tool."""
    carrier = robot if at is None else robot.replace(tool=_moved(at))
    return tip_torque(carrier, q, push(carrier, q, robot.gravity))


def largest_payload(robot: Robot, q: ArrayLike, at: ArrayLike | None = None) -> Payload:
    """Return the largest mass that the joints can hold in a posture.

    Args:
        robot: The robot with its existing load.
        q: Posture (n,), rad or m.
        at: Centre of the mass in the last frame (3,), m; the tool point when None.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> arm = Robot.from_dh([2], [0], [0], [0], mass=[1], com=[[0, 0, 0]], effort=[100],
    ...                     gravity=(0, -10, 0))
    >>> largest_payload(arm, [0.0]).mass
    4.0
    """
    posture = check_one(q, "q", robot.n)
    own = gravload(robot, posture)
    place = None if at is None else check_one(at, "at", 3)
    each = weight_torques(robot, posture, place)
    found = Payload(inf, None)
    for i, joint in enumerate(robot.joints):
        if abs(own[i]) >= joint.effort:
            return Payload(0.0, i)
        if joint.effort == inf or abs(each[i]) <= ENOUGH:
            continue
        mass = float((joint.effort - np.sign(each[i]) * own[i]) / abs(each[i]))
        if mass < found.mass:
            found = Payload(mass, i)
    return found


def _moved(at: Array) -> Array:
    pose = np.eye(4)
    pose[:3, 3] = at
    return pose
