"""Torques of a robot with a point mass at its flange, which are affine in the mass.

With the mass m at a point that moves with acceleration a, the torques are
``tau = tau0(q, qd, qdd) + m J^T (a - g)`` (Siciliano and others, *Robotics*, 2009, section 7.3).
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.dynamics import gravload, rne
from rvs.engine.jacobians import fkine, jacobian, jacobian_dot
from rvs.engine.robot import IDENTITY, Robot
from rvs.engine.screws import cross


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
    bare = _without_tool(robot)
    arms = np.einsum("mij,mj->mi", fkine(bare, q)[:, :3, :3], points)
    J = jacobian(bare, q)
    force = np.broadcast_to(-np.asarray(robot.gravity, dtype=float), arms.shape)
    if qd is None or qdd is None:
        own = gravload(robot, q)
    else:
        own = rne(robot, q, qd, qdd)
        change = jacobian_dot(bare, q, qd)
        w = np.einsum("mrn,mn->mr", J[:, :3], qd)
        last = np.einsum("mrn,mn->mr", J, qdd) + np.einsum("mrn,mn->mr", change, qd)
        force = force + last[:, 3:] + cross(last[:, :3], arms) + cross(w, cross(w, arms))
    wrench = np.concatenate([cross(arms, force), force], axis=1)
    return own, np.einsum("mrn,mr->mn", J, wrench)


# Many probes of one robot follow each other.
@lru_cache(maxsize=8)
def _without_tool(robot: Robot) -> Robot:
    """Return a robot without tool and locks: locked joints carry the payload too."""
    joints = tuple(replace(joint, locked=False) for joint in robot.joints)
    return robot.replace(tool=IDENTITY, joints=joints)


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
