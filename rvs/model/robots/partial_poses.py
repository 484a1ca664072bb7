"""Postures that meet some of the six conditions of a pose, for comparison by the user."""

from __future__ import annotations

from collections.abc import Generator
from math import inf

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.inverse import ikine
from rvs.engine.jacobians import jacobian
from rvs.engine.robot import Robot
from rvs.model.robots.branches import MOST, Branch, Branches, branch, branches
from rvs.model.robots.ranges import reach
from rvs.model.state import Posture

Mask = tuple[bool, bool, bool, bool, bool, bool]
# In the order of the engine: turns about x, y and z, then moves along them.
CONDITIONS = ("rx", "ry", "rz", "x", "y", "z")
ALL: Mask = (True,) * 6
# Starts of the search; the first is the present posture, the others are random, always the same.
STARTS = 40
SAME = 1e-5
# Below this, in parts of the largest, a singular value leaves a joint free.
FREE = 1e-7


def masked_branches(
    robot: Robot, T: Array, now: Posture, mask: Mask
) -> Generator[None, None, Branches]:
    """Search for postures whose tool meets some conditions of a pose; yield between searches.

    Args:
        robot: The robot.
        T: Pose of the tool (4, 4), relative to the place of the robot.
        now: Current posture (n,), rad and m.
        mask: Selected conditions, along the axes of the robot's place.

    Returns:
        All postures found; if joints remain free, some of infinitely many.

    Raises:
        ArgumentError: Not a pose, or a wrong joint count.
    """
    if mask == ALL:
        yield
        return branches(robot, T, now)
    if not any(mask):
        return Branches((), 0, True, True, "", "tick the conditions that the pose must meet")
    rows: list[Branch] = []
    why, nearest = "", inf
    for start in _starts(robot, now):
        yield
        found = ikine(robot, T, start, np.array(mask, float), limits=False, starts=1)
        if not found.success:
            if float(found.residual) < nearest:
                why, nearest = str(found.reason), float(found.residual)
            continue
        alone = _alone(robot, found.q, mask)
        one = branch(robot, found.q, np.array(now), False, alone)
        if not any(np.allclose(one.q, other.q, atol=SAME) for other in rows):
            rows.append(one)
    rows.sort(key=lambda row: (not row.allowed, row.move))
    infinite = not all(row.isolated for row in rows)
    # Each search counts its own start alone.
    words = "" if rows else f"not found in {STARTS} starts; {why.partition('; ')[2] or why}"
    if infinite:
        words = "infinitely many postures: there are fewer conditions than joints"
    return Branches(tuple(rows[:MOST]), len(rows), False, infinite, "", words)


def _starts(robot: Robot, now: Posture) -> list[Array]:
    low, high = robot.limits.T
    far = reach(robot) or 1.0
    turns = np.array([joint.turns for joint in robot.joints])
    low = np.where(turns, np.maximum(low, -np.pi), np.maximum(low, -far))
    high = np.where(turns, np.minimum(high, np.pi), np.minimum(high, far))
    moving = np.isin(np.arange(robot.n), robot.active)
    parts = np.random.default_rng(1).random((STARTS - 1, robot.n))
    random = np.where(moving, low + parts * (high - low), now)
    return [np.array(now), *random]


def _alone(robot: Robot, q: Array, mask: Mask) -> bool:
    """Return whether no joint can move while the task coordinates are fixed."""
    J = jacobian(robot, q, active=True) / np.repeat([1.0, reach(robot) or 1.0], 3)[:, None]
    sigma = np.linalg.svd(J[list(mask)], compute_uv=False)
    return bool(len(sigma) >= len(robot.active) and sigma[-1] > FREE * sigma[0])
