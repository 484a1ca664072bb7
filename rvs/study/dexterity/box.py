"""Joint values as functions of free variables, so that limits need no constraints."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.engine.inverse.angle_wrapping import fold
from rvs.engine.robot import Robot
from rvs.value_class import dataclass

# Values that differ by less than this part are one.
SAME = 1e-13


@dataclass(frozen=True, eq=False)
class Box:
    """Range of the joints.

    A joint between limits is ``middle + half sin u``, any other one is u itself, with prismatic
    joints in units of a length.

    Attributes:
        robot: The robot.
        moving: The joints that can move at all.
        middle: Middles of their ranges (v,), 0 if there is none.
        half: Half of their ranges (v,), or the unit of u.
        bounded: Mask of the joints that have a range (v,).
        held: A posture with the values of all other joints (n,).
    """

    robot: Robot
    moving: tuple[int, ...]
    middle: Array
    half: Array
    bounded: Booleans
    held: Array

    def postures(self, u: Array) -> tuple[Array, Array]:
        """Return postures (b, n) of variables (b, v), and derivatives of moving joints (b, v)."""
        Q = np.tile(self.held, (len(u), 1))
        values = np.where(self.bounded, self.middle + self.half * np.sin(u), self.half * u)
        Q[:, list(self.moving)] = values
        return Q, np.where(self.bounded, self.half * np.cos(u), self.half)

    def starts(self, count: int, seed: int) -> Array:
        """Return variables at random (b, v), the same on every call."""
        u = np.random.default_rng(seed).uniform(-1.0, 1.0, (count, len(self.moving)))
        turns = np.array([self.robot.joints[i].turns for i in self.moving], dtype=bool)
        spread = np.where(turns, np.pi, 1.0)
        return np.where(self.bounded, np.arcsin(u), spread * u)

    def room(self, u: Array) -> Array:
        """Return how far variables (b, v) are from the limits (b,): 0 at one, 1 in the middle."""
        distance = np.where(self.bounded, 1.0 - np.abs(np.sin(u)), 1.0)
        return np.asarray(distance.min(axis=1, initial=1.0))

    def calmed(self, q: Array, value: Callable[[Array], float]) -> Array:
        """Return a posture (n,) whose joints without influence on a value are at home.

        Args:
            q: The posture.
            value: The value that must not change.
        """
        calm, wanted = np.array(q), value(q)
        for i in reversed(self.moving):
            tried = np.array(calm)
            tried[i] = self.held[i]
            if abs(value(tried) - wanted) <= SAME * abs(wanted):
                calm = tried
        movable = np.isin(np.arange(self.robot.n), self.moving)
        # joints without limits come into theirs by whole turns, where that leads there
        return fold(self.robot, calm, self.held, True, movable)


def box_of(robot: Robot, limits: bool, length: float, still: tuple[int, ...] = ()) -> Box:
    """Return the range of the joints of a robot.

    Args:
        robot: The robot.
        limits: Respect the limits of revolute joints; prismatic and helical joints are always
            limited, since nothing else bounds their stroke.
        length: Unit of prismatic joints without limits, m.
        still: Joints without influence; they stay at home, or as near to it as the limits allow.
    """
    moving = tuple(i for i in robot.active if i not in still)
    lower, upper = robot.limits[list(moving)].T
    turns = np.array([robot.joints[i].turns for i in moving], dtype=bool)
    slides = np.array([robot.joints[i].kind != "revolute" for i in moving], dtype=bool)
    bounded = np.isfinite(upper - lower) & (slides | limits)
    free = np.where(turns, 1.0, length)
    held = np.array(robot.home)
    if limits:
        held = np.clip(held, robot.limits[:, 0], robot.limits[:, 1])
    held = np.where([joint.locked for joint in robot.joints], robot.home, held)
    with np.errstate(invalid="ignore"):
        middle, half = (lower + upper) / 2, (upper - lower) / 2
    return Box(
        robot,
        moving,
        np.where(bounded, middle, 0.0),
        np.where(bounded, half, free),
        bounded,
        held,
    )
