"""Copies of postures by whole turns that lie within the limits."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.engine.inverse.folding import AT_LIMIT, TURN
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot

# A joint that turns so often has no limits that matter: one copy of its angle will do.
MANY_TURNS = 10
# So many copies are returned of all postures together; of more, those with the smallest angles.
MOST_COPIES = 20_000


def copies_within(robot: Robot, Q: Array, isolated: Booleans) -> tuple[Array, Booleans]:
    """Return every copy of postures that lies within the limits, ``MOST_COPIES`` at most.

    Args:
        robot: The robot; its locked joints stay as they are.
        Q: Postures (m, n).
        isolated: A mark of each (m,).

    Returns:
        Postures (k, n) and the marks of those that they are copies of (k,).
    """
    found, which = [], []
    most = max(1, MOST_COPIES // max(1, len(Q)))
    for q, single in zip(Q.tolist(), isolated, strict=True):
        for copy in product(*_fewer(list(map(joint_copies, robot.joints, q)), most)):
            found.append(copy)
            which.append(single)
    return np.reshape(found, (-1, robot.n)), np.array(which, dtype=bool)


def _fewer(copies: list[list[float]], most: int) -> list[list[float]]:
    """Copies of each joint's value, the largest angles left out until few enough combine."""
    while prod(map(len, copies)) > most:
        longest = max(copies, key=len)
        longest.remove(max(longest, key=abs))
    return copies


def joint_copies(joint: Joint, value: float) -> list[float]:
    """Return a joint value in every copy that lies within the limits, none if there is none.

    Args:
        joint: The joint.
        value: Its value, rad or m.

    >>> joint_copies(Joint(limits=(-7.0, 7.0)), 0.5)
    [-5.783185307179586, 0.5, 6.783185307179586]
    """
    lower, upper = joint.limits
    if joint.locked:
        return [value]
    if joint.kind != "revolute":
        copies = np.array([value])
    elif upper - lower < MANY_TURNS * TURN:
        first, last = np.ceil((lower - value) / TURN - 1), np.floor((upper - value) / TURN + 1)
        copies = value + TURN * np.arange(first, last + 1)
    else:
        # the principal angle, or the copy next to it beyond a bound
        nearest = min(max(0.0, np.ceil((lower - value) / TURN)), np.floor((upper - value) / TURN))
        copies = np.array([value + TURN * nearest])
    inside = (copies >= lower - AT_LIMIT) & (copies <= upper + AT_LIMIT)
    return [float(copy) for copy in np.clip(copies[inside], lower, upper)]
