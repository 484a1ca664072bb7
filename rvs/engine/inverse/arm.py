"""The moving joints of a robot as screw axes, the form used by closed solutions.

``T = e^(S_1 q_1) ... e^(S_n q_n) T_0`` with the axes at q = 0 (Brockett 1984), so neither
Denavit-Hartenberg convention nor offset appears.  The equation is cyclic: the first joint may be
moved to the end, with its axis moved by the required product.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.engine.chain import chain_frames, joint_axes
from rvs.engine.robot import Robot
from rvs.engine.screws import exp3
from rvs.engine.transforms import inverse
from rvs.value_class import dataclass

# Lengths (m) whose squares may vanish are none.
NO_SIZE = 1e-100


@dataclass(frozen=True, eq=False)
class Axes:
    """Consecutive screw axes and their combined rigid motion.

    Attributes:
        h: Directions (k, 3), unit.
        p: A point of each (k, 3).
        turns: True for revolute joints (k,), False for prismatic ones.
    """

    h: Array
    p: Array
    turns: Booleans

    def __len__(self) -> int:
        return len(self.h)

    def pick(self, which: Sequence[int]) -> Axes:
        """Return some of the axes, in the order given."""
        order = list(which)
        return Axes(self.h[order], self.p[order], self.turns[order])

    def moved(self, X: Array) -> Axes:
        """Return the axes after a rigid motion (4, 4)."""
        return Axes(self.h @ X[:3, :3].T, self.p @ X[:3, :3].T + X[:3, 3], self.turns)

    def followed_by(self, other: Axes) -> Axes:
        """Return these axes followed by others."""
        return Axes(
            np.vstack([self.h, other.h]),
            np.vstack([self.p, other.p]),
            np.concatenate([self.turns, other.turns]),
        )

    def motion(self, i: int, value: float) -> Array:
        """Return the rigid motion of joint i alone (4, 4)."""
        X = np.eye(4)
        if self.turns[i]:
            R = exp3(self.h[i] * value)
            X[:3, :3] = R
            X[:3, 3] = self.p[i] - R @ self.p[i]
        else:
            X[:3, 3] = self.h[i] * value
        return X

    def product(self, values: Sequence[float]) -> Array:
        """Return the combined rigid motion of the joints (4, 4)."""
        X = np.eye(4)
        for i, value in enumerate(values):
            X = X @ self.motion(i, value)
        return X

    def rolled(self, count: int, goal: Array) -> Axes:
        """Return the axes with the first ones moved to the end; the joint values stay the same.

        Args:
            count: Number of axes moved to the end.
            goal: Required product of all motions (4, 4); it is also unchanged.
        """
        if not count:
            return self
        first, rest = range(count), range(count, len(self))
        return self.pick(rest).followed_by(self.pick(first).moved(inverse(goal)))


@dataclass(frozen=True, eq=False)
class Arm:
    """Moving part of a robot.

    Attributes:
        axes: Axes of the joints that move, at q = 0.
        joints: Their numbers in the robot (k,).
        zero: Pose of the tool in the world when they are at 0 (4, 4).
        held: The robot's posture while they are at 0 (n,), with the values of the held joints.
        size: A typical length of the arm, m.
    """

    axes: Axes
    joints: tuple[int, ...]
    zero: Array
    held: Array
    size: float

    def goal(self, T: Array) -> Array:
        """Return the combined motion of the joints for a pose (4, 4)."""
        return np.asarray(T @ inverse(self.zero))

    def postures(self, values: Array) -> Array:
        """Return whole postures (m, n) from values of the moving joints (m, k)."""
        Q = np.tile(self.held, (len(values), 1))
        Q[:, list(self.joints)] = values
        return Q


def arm_of(robot: Robot, held: Array, joints: Sequence[int]) -> Arm:
    """Return the arm of some joints of a robot while the others are held.

    Args:
        robot: The robot; its joints are revolute or prismatic.
        held: Posture with the values of the held joints (n,).
        joints: The joints that move.
    """
    rest = held.copy()
    rest[list(joints)] = 0.0
    poses = chain_frames(robot.chain, rest)
    z, p = joint_axes(robot.chain, poses)
    turns = robot.chain.turn > 0.5
    axes = Axes(z, p, turns).pick(joints)
    tool = poses[-1] @ robot.chain.tool
    spread = np.vstack([axes.p, tool[:3, 3]])
    size = float(np.linalg.norm(np.diff(spread, axis=0), axis=1).sum())
    return Arm(axes, tuple(joints), tool, rest, size if size > NO_SIZE else 1.0)
