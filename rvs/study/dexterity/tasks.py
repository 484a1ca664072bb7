"""Rows of the Jacobian of a task, and those that a robot can move at all."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Literal

import numpy as np

from rvs.engine.arrays import Array, Booleans, check_choice, check_moving
from rvs.engine.errors import ArgumentError
from rvs.engine.jacobians import jacobian
from rvs.engine.robot import Robot
from rvs.value_class import dataclass

Task = Literal["pose", "position", "orientation", "planar"]

TASKS: tuple[Task, ...] = ("pose", "position", "orientation", "planar")
# What a task is, in words.
TASK_WORDS: dict[Task, str] = {
    "pose": "pose, for translations of the tool point and rotations of the tool",
    "position": "position, for translations of the tool point",
    "orientation": "orientation, for rotations of the tool",
    "planar": "planar, for translations perpendicular to the first axis and rotations about it",
}
# Searches for postures keep to the joint limits where nobody says it.
WITHIN_LIMITS = True
# Random postures that show what a robot can do, and how far slides are moved in them, in metres.
SAMPLES, SLIDES = 24, 1.0
# Beside the largest, a singular value below this is none.
NOTHING = 1e-9


@dataclass(frozen=True, eq=False)
class Rows:
    """The directions of a task in which a robot can move.

    Attributes:
        angular: Unit vectors, world axes, about which the tool turns (a, 3).
        linear: Unit vectors along which the tool point moves (b, 3).
        rank: Number of these motions that are independent of each other in most postures: the
            number of relevant singular values.
        turns: True for revolute joints among those that are not locked (k,), False for prismatic
            ones.
    """

    angular: Array
    linear: Array
    rank: int
    turns: Booleans

    def seen(self, J: Array) -> tuple[Array, Array]:
        """Return the angular and linear rows (..., a or b, k) of Jacobians (..., 6, k)."""
        halves = zip((J[..., :3, :], J[..., 3:, :]), (self.angular, self.linear), strict=True)
        angular, linear = (
            half if whole else directions @ half
            for (half, directions), whole in zip(halves, self._whole, strict=True)
        )
        return angular, linear

    @cached_property
    def _whole(self) -> tuple[bool, bool]:
        """Equality of the directions with the axes of the world, as in most tasks."""
        return np.array_equal(self.angular, np.eye(3)), np.array_equal(self.linear, np.eye(3))

    @property
    def full(self) -> bool:
        """Return whether all directions are independent, so that H has full row rank."""
        return self.rank == len(self.angular) + len(self.linear)


# By value: a search for postures asks thousands of times for one robot and one task.
@lru_cache(maxsize=128)
def rows_of(robot: Robot, task: Task) -> Rows:
    """Return the directions of a task in which a robot can move.

    A planar arm cannot leave its plane and a SCARA does not tilt its tool: such rows of the
    Jacobian are 0 in every posture, and are left out.

    Args:
        robot: The robot.
        task: ``"pose"``, ``"position"``, ``"orientation"``, or ``"planar"``: the rotation about the
            first revolute axis and the motion across it (across all prismatic axes if none is
            revolute).

    Raises:
        ArgumentError: An unknown task, one that the robot cannot do, or every joint is locked.
    """
    check_choice(task, "task", TASKS)
    active = list(check_moving(robot).active)
    turns = robot.chain.turn[active] > 0
    rng = np.random.default_rng(7)
    Q = rng.uniform(-np.pi, np.pi, (SAMPLES, robot.n))
    Q = np.where(robot.chain.turn > 0, Q, SLIDES * Q / np.pi)
    Q[:, [i for i in range(robot.n) if i not in active]] = robot.home[
        [i for i in range(robot.n) if i not in active]
    ]
    J = jacobian(robot, Q, active=True)
    angular, linear = _wanted(J[0], turns, task)
    angular, linear = _made(angular, J[:, :3]), _made(linear, J[:, 3:])
    H = np.concatenate([angular @ J[:, :3], linear @ J[:, 3:] / _size(J)], axis=1)
    sigma = np.linalg.svd(H, compute_uv=False)
    rank = int((sigma > NOTHING * sigma.max(initial=0.0)).sum(axis=1).max(initial=0))
    if not rank:
        raise ArgumentError(f"task: no joint of this robot moves in a direction of {task!r}")
    return Rows(angular, linear, rank, turns)


def usual_task(robot: Robot) -> Task:
    """Return the default task.

    It is ``"pose"``, but ``"position"`` for arms that have one or two joints and move their tool
    point with each: the orientation of the tool of such an arm follows from the position of the
    tool point; if it were included, it would hide that the arm is stretched.
    """
    moving = len(check_moving(robot).active)
    if moving > 2:
        return "pose"
    try:
        free = rows_of(robot, "position").rank == moving
    except ArgumentError:
        return "pose"
    return "position" if free else "pose"


def _wanted(J: Array, turns: Booleans, task: Task) -> tuple[Array, Array]:
    """Return directions of a task: axes of required rotations, and of required translations."""
    none, all_three = np.zeros((0, 3)), np.eye(3)
    if task != "planar":
        return (
            none if task == "position" else all_three,
            none if task == "orientation" else all_three,
        )
    normal = _normal(J, turns)
    return normal[None], np.linalg.svd(normal[None])[2][1:]


def _normal(J: Array, turns: Booleans) -> Array:
    """Return the normal of the plane: the first revolute axis that no prismatic joint tilts."""
    if turns.any():
        return np.asarray(J[:3, np.flatnonzero(turns)[0]])
    # the direction along which the slides move least
    return np.asarray(np.linalg.svd(J[3:])[0][:, -1])


def _made(directions: Array, parts: Array) -> Array:
    """Return feasible directions in the span of some directions; unchanged if all are feasible."""
    moved = directions @ np.concatenate(list(parts), axis=1)
    if not len(directions) or not moved.any():
        return directions[:0]
    u, sigma, _ = np.linalg.svd(moved, full_matrices=False)
    count = int((sigma > NOTHING * sigma[0]).sum())
    return directions if count == len(directions) else np.asarray(u[:, :count].T @ directions)


def _size(J: Array) -> float:
    """Return a length that makes the linear rows as large as the angular ones."""
    return float(np.sqrt(np.mean(J[:, 3:] ** 2))) or 1.0


# Rows of the Jacobian of a task: all, and those in metres.
_COUNTS: dict[Task, tuple[int, int]] = {
    "pose": (6, 3), "position": (3, 3), "orientation": (3, 0), "planar": (3, 2)
}  # fmt: skip


def manipulability_unit(robot: Robot, task: Task = "pose") -> str:
    """Return the unit of the product of the singular values, lengths in m and angles in rad.

    With fewer joints than rows, or with redundant prismatic joints, the radicand is a sum of metres
    and radians, and no power of the metre is the unit.

    >>> manipulability_unit(Robot.from_dh([0.1] * 6, 0, 0, 0))
    'm³'
    """
    rows, linear = _COUNTS[task]
    moving = [robot.joints[i] for i in robot.active]
    slides = sum(joint.kind != "revolute" for joint in moving)
    helical = any(joint.kind == "helical" for joint in moving)
    if len(moving) < rows or helical or (slides and len(moving) > rows):
        return "m, rad"
    power = linear - slides
    return {0: "", 1: "m", 2: "m²", 3: "m³"}.get(power, f"1/m{'' if power == -1 else '²'}")
