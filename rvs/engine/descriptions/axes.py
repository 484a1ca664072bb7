"""A robot from lines in space: the axes of its joints as drawn.

The lines become unit screws (Lynch and Park 2017, eq. 3.68), and these become the table with the
fewest numbers: free constants along the first axis are included in the base, those after the last
axis in the tool.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_numbers, pose_rows
from rvs.engine.chain import screw_z
from rvs.engine.descriptions.tree_robot import tidy
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.engine.screws import screw_axis

# Drawn directions that differ by less than this sine are the same, and lines that pass each other
# at less than this part of the robot's size meet.
DRAWN = 1e-6
# Correct decimals of lengths in m: programs for CAD write 0.1 nm.
DECIMALS = 12


def robot_of_axes(
    lines: ArrayLike, kinds: str, tool: ArrayLike | None = None, name: str = ""
) -> Robot:
    """Return the robot with the given joint axes at q = 0.

    Args:
        lines: A point of each axis and its direction (n, 6), in the world, m.
        kinds: A letter for each joint: R for revolute, P for prismatic.
        tool: Pose of the tool (4, 4); at the point of the last axis, z along it, when omitted.
        name: Name of the robot.

    Raises:
        ArgumentError: Other shapes or letters, or a direction of zero length.

    >>> robot_of_axes([[0, 0, 0, 0, 0, 1], [0.5, 0, 0, 0, 0, 1]], "RR").joints[0].a
    0.5
    """
    rows = check_numbers(lines, "lines")
    if rows.ndim != 2 or rows.shape[1] != 6 or not len(rows):
        raise ArgumentError(f"lines: expected points and directions (n, 6), got {rows.shape}")
    if len(kinds) != len(rows) or set(kinds.upper()) - {"R", "P"}:
        raise ArgumentError(f"kinds: expected {len(rows)} letters from R and P, got {kinds!r}")
    lengths = np.linalg.norm(rows[:, 3:], axis=1)
    if not lengths.all():
        raise ArgumentError(f"lines: row {int(np.argmin(lengths))} has a direction of zero length")
    points, directions = rows[:, :3], _cleaned(rows[:, 3:] / lengths[:, None])
    points = _meeting(points, directions)
    pitches = [np.inf if kind == "P" else 0.0 for kind in kinds.upper()]
    screws = [screw_axis(*each) for each in zip(points, directions, pitches, strict=True)]
    home = tool_at(points[-1], directions[-1]) if tool is None else tool
    return _fewest(Robot.from_screws(home, np.transpose(screws), name=name))


def _fewest(robot: Robot) -> Robot:
    """Return the robot with screws along its first and last axis moved to base and tool."""
    first, last = robot.joints[0], robot.joints[-1]
    if "general" in (first.convention, last.convention):
        return robot
    base = robot.base if robot.n == 1 else robot.base @ _along(first)
    tool = _along(last) @ robot.tool
    ends = [_bare(one) for one in (first, last)]
    joints = (ends[1],) if robot.n == 1 else (ends[0], *robot.joints[1:-1], ends[1])
    fewest = robot.replace(
        joints=joints, base_rows=pose_rows(base, "base"), tool_rows=pose_rows(tool, "tool")
    )
    return tidy(fewest, DECIMALS)


def _bare(joint: Joint) -> Joint:
    """Return a joint without the constant screw along its axis."""
    slides = joint.kind == "prismatic"
    return replace(joint, offset=0.0, theta=0.0) if slides else replace(joint, offset=0.0, d=0.0)


def _along(joint: Joint) -> Array:
    """Return the constant screw along the axis of a joint."""
    turns = joint.kind == "revolute"
    return screw_z(joint.offset, joint.d) if turns else screw_z(joint.theta, joint.offset)


def _cleaned(directions: Array) -> Array:
    """Return directions without rounding errors, aligned with world axes and each other."""
    known = list(np.eye(3))
    found = []
    for direction in directions:
        same = (one for one in known if np.linalg.norm(np.cross(one, direction)) < DRAWN)
        near = next(same, direction)
        known.append(near)
        found.append(near * np.sign(near @ direction))
    return np.array(found)


def _meeting(points: Array, directions: Array) -> Array:
    """Return points of the same lines, moved to intersect the previous line if nearly so."""
    size = max(float(np.ptp(points, axis=0).max()), 1e-3)
    moved = points.copy()
    for k in range(1, len(points)):
        u, v, apart = directions[k - 1], directions[k], moved[k] - moved[k - 1]
        normal = np.cross(u, v)
        across = normal @ normal
        gap = (apart @ normal) / across * normal if across else apart - (apart @ u) * u
        if np.linalg.norm(gap) < DRAWN * size:
            moved[k] -= gap
    return moved


def tool_at(point: Array, direction: Array) -> Array:
    """Return a pose at a point with z along a direction of any length."""
    direction = direction / np.linalg.norm(direction)
    helper = np.eye(3)[0] if abs(direction[0]) < 0.9 else np.eye(3)[1]
    x = helper - (helper @ direction) * direction
    x /= np.linalg.norm(x)
    pose = np.eye(4)
    pose[:3, :3] = np.column_stack([x, np.cross(direction, x), direction])
    pose[:3, 3] = point
    return pose
