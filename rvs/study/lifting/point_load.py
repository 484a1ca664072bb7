"""Torques of a robot with a point mass at its flange, which are affine in the mass.

With the mass m at a point that moves with acceleration a, the torques are
``tau = tau0(q, qd, qdd) + m J^T (a - g)`` (Siciliano and others, *Robotics*, 2009, section 7.3).
The second term is that of a robot without other masses.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.dynamics import gravload, rne
from rvs.engine.robot import IDENTITY, Inertia, Joint, Robot, pose_rows

# The rotation that takes z to x, x to y and y to z.
CYCLE = np.array([[0, 0, 1, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1.0]])


def point_torques(
    robot: Robot, points: Array, q: Array, qd: Array | None, qdd: Array | None
) -> tuple[Array, Array]:
    """Return the torques of the robot alone and those of 1 kg at a point of the last frame.

    Args:
        robot: The robot with the masses of its links.
        points: Centres of the payload in the last frame (m, 3), m.
        q: Postures (m, n), rad and m.
        qd: Velocities (m, n); None at rest.
        qdd: Accelerations (m, n); None at rest.

    Returns:
        Two tables (m, n): N m or N, and N m or N per kg.

    Raises:
        ArgumentError: A link without mass.

    >>> arm = Robot.from_dh([2], [0], [0], [0], mass=[1], com=[[0, 0, 0]], gravity=(0, -10, 0))
    >>> [one.tolist() for one in point_torques(arm, np.zeros((1, 3)), np.zeros((1, 1)), None, None)]
    [[[20.0]], [[20.0]]]
    """
    carrier, n = _carrier(robot), robot.n
    carried = np.hstack([q, points])
    if qd is None or qdd is None:
        return gravload(robot, q), gravload(carrier, carried)[:, :n]
    still = np.zeros_like(points)
    speeds, accelerations = np.hstack([qd, still]), np.hstack([qdd, still])
    return rne(robot, q, qd, qdd), rne(carrier, carried, speeds, accelerations)[:, :n]


# Many probes of one robot follow each other.
@lru_cache(maxsize=8)
def _carrier(robot: Robot) -> Robot:
    """Return a robot without other masses that carries 1 kg on slides along x, y and z."""
    links = [replace(joint, inertia=Inertia(), motor=None, locked=False) for joint in robot.joints]
    masses, turns = (0.0, 0.0, 1.0), (CYCLE, CYCLE @ CYCLE, np.eye(4))
    slides = [
        Joint(
            kind="prismatic", convention="general", inertia=Inertia(mass),
            before=pose_rows(turn, "before"), after=pose_rows(turn.T, "after"),
        )
        for mass, turn in zip(masses, turns, strict=True)
    ]  # fmt: skip
    return robot.replace(joints=(*links, *slides), tool=IDENTITY)


def mass_limits(own: Array, each: Array, effort: Array) -> Array:
    """Return the largest masses that each joint can hold, exact for each posture.

    Args:
        own: Torques of the robot alone (..., n).
        each: Torques of 1 kg (..., n).
        effort: Effort of each joint (n,); infinite if none is known.

    Returns:
        Masses (..., n), kg; 0 if the joint can't hold the robot itself, infinite if the payload
        does not load the joint.

    >>> mass_limits(np.array([20.0]), np.array([20.0]), np.array([100.0])).tolist()
    [4.0]
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        found = (effort - np.sign(each) * own) / np.abs(each)
    found = np.where(np.abs(each) > IDLE, np.maximum(found, 0.0), np.inf)
    return np.where(np.abs(own) >= effort, 0.0, found)


# Torques of 1 kg below this part of a N m are rounding.
IDLE = 1e-9
