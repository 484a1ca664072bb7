"""Sweep of a workspace by the first joint, which moves all other links as one body.

So a workspace consists of cells of two coordinates (u, v) across that motion and of intervals of
the coordinate s along it: if the first joint is revolute, u is the distance from the axis, v the
height along it and s the angle about it; if it is prismatic, s is the length along its axis.  Only
the other joints have to be searched.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np

from rvs.engine.arrays import IDENTITY, Array, Booleans
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine, jacobian
from rvs.engine.robot import Robot
from rvs.value_class import dataclass

TURN = 2.0 * np.pi
# Below this share of its size a workspace is flat.
FLAT = 1e-9


@dataclass(frozen=True, eq=False)
class Sweep:
    """The first joint's motion.

    Attributes:
        robot: The robot without its base.
        turns: The first joint is revolute; else it is prismatic.
        origin: A point of its axis (3,), m, in frame 0.
        axes: Two directions across the axis, then its direction, as columns (3, 3).
        low: Least value of every joint (n,), rad or m; for the first one the start of its motion.
        high: Greatest value of every joint (n,).
    """

    robot: Robot
    turns: bool
    origin: Array
    axes: Array
    low: Array
    high: Array

    @property
    def width(self) -> float:
        """Range of the first joint, rad or m; no more than a turn."""
        way = float(self.high[0] - self.low[0])
        return min(way, TURN) if self.turns else way

    @property
    def whole(self) -> bool:
        """Return whether the first joint makes a full turn."""
        return self.turns and self.width >= TURN * (1.0 - 1e-9)

    @cached_property
    def limited(self) -> Robot:
        """The robot with the ranges used as its limits."""
        ranges = zip(self.robot.joints, self.low.tolist(), self.high.tolist(), strict=True)
        joints = tuple(replace(joint, limits=(low, high)) for joint, low, high in ranges)
        return replace(self.robot, joints=joints)

    def still(self, q: Array) -> Array:
        """Return postures (m, n) with the first joint at the start of its motion."""
        found = q.copy()
        found[:, 0] = self.low[0]
        return found

    def local(self, q: Array) -> Array:
        """Return the tool points of postures (m, n) across and along the axis (m, 3), m."""
        points = fkine(self.robot, q)[:, :3, 3]
        return np.asarray((points - self.origin) @ self.axes)

    def coordinates(self, q: Array) -> Array:
        """Return u, v and s (m, 3) of postures (m, n) whose first joint is at its lower end.

        s is 0 to a full turn, or any number for a prismatic joint.
        """
        return self.across(self.local(q))

    def across(self, local: Array) -> Array:
        """Return u, v and s (m, 3) of points across and along the axis (m, 3)."""
        x, y, z = local.T
        if self.turns:
            return np.column_stack([np.hypot(x, y), z, np.arctan2(y, x) % TURN])
        return np.column_stack([x, y, z])

    def slopes(self, q: Array) -> tuple[Array, Array]:
        """Return u, v and s (m, 3) of postures (m, n), and their derivatives (m, 3, n)."""
        local = self.local(q)
        J = jacobian(self.robot, q)[:, 3:].transpose(1, 0, 2)
        # one product of two tables is faster than one for each posture
        x, y, z = linear = (self.axes.T @ J.reshape(3, -1)).reshape(J.shape)
        if self.turns:
            u = np.maximum(np.hypot(local[:, :1], local[:, 1:2]), 1e-300)
            cosine, sine = local[:, :1] / u, local[:, 1:2] / u
            linear = np.stack([cosine * x + sine * y, z, (cosine * y - sine * x) / u])
        return self.across(local), linear.transpose(1, 0, 2)

    def place(self, u: Array, v: Array, s: Array) -> Array:
        """Return points of the world (m, 3) from coordinates (m,) each."""
        if self.turns:
            local = np.column_stack([u * np.cos(s), u * np.sin(s), v])
        else:
            local = np.column_stack([u, v, s])
        return np.asarray(local @ self.axes.T + self.origin)


def sweep_of(robot: Robot, limits: bool = True) -> Sweep:
    """Return the motion of a robot's first joint.

    Args:
        robot: The robot.
        limits: Respect the limits of revolute joints; those of prismatic joints are always
            respected.

    Raises:
        ArgumentError: The first joint is helical, or a joint lacks limits.
    """
    first = robot.joints[0]
    if first.kind == "helical":
        raise ArgumentError("robot: a helical first joint is not supported")
    plain = replace(robot, base_rows=IDENTITY)
    low, high = bounds(plain, limits)
    q = np.zeros(plain.n)
    J, point = jacobian(plain, q), fkine(plain, q)[:3, 3]
    if first.turns:
        along = J[:3, 0]
        # the lever of the tool about the axis leads back to it
        origin = point + np.cross(along, J[3:, 0])
        origin = origin - along * (along @ origin)
    else:
        along, origin = J[3:, 0], np.zeros(3)
    return Sweep(plain, first.turns, origin, _axes(along), low, high)


def bounds(robot: Robot, limits: bool) -> tuple[Array, Array]:
    """Return the range of every joint (n,) each, rad or m.

    Args:
        robot: The robot.
        limits: Respect the limits of revolute joints.

    Raises:
        ArgumentError: A sliding or helical joint without limits.
    """
    low, high = robot.limits.T.copy()
    for i, joint in enumerate(robot.joints):
        if joint.locked:
            low[i] = high[i] = joint.home
        elif joint.kind == "revolute" and (not limits or high[i] - low[i] >= TURN):
            low[i], high[i] = -np.pi, np.pi
        elif joint.kind == "revolute" and not np.isfinite([low[i], high[i]]).all():
            low[i], high[i] = _one_sided(low[i], high[i])
        elif not np.isfinite([low[i], high[i]]).all():
            raise ArgumentError(
                f"robot: joint {i + 1} has no limits; give it limits to find its workspace"
            )
    return low, high


def _one_sided(low: float, high: float) -> tuple[float, float]:
    """Return a full turn from the only limit."""
    if np.isfinite(low):
        return low, low + TURN
    return (high - TURN, high) if np.isfinite(high) else (-np.pi, np.pi)


def _axes(along: Array) -> Array:
    side = np.eye(3)[np.argmin(np.abs(along))]
    first = side - along * (along @ side)
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(along, first), along])


def free_joints(sweep: Sweep) -> Booleans:
    """Return the moving joints besides the first one (n,)."""
    moving = sweep.high > sweep.low
    moving[0] = False
    return np.asarray(moving)
