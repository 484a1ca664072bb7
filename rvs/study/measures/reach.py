"""Reach of tool points: the largest one, and the part of a work box.

The square of the distance of a tool point from a point is ``A + B cos(q - q0)`` in the value of a
revolute joint, and so is its height; along a prismatic joint a distance is convex, so an end is
farthest. Joint after joint is set to its best value from many starts until the value no longer
increases (cyclic coordinate ascent).  The distance from an axis is at least the one along the
current direction ``d``, with equality there, so its steps select the point that is farthest along
``d``.  Many robots with the same joints, as in a sweep, are searched together.

The box is represented by 27 of its points (corners, middles of edges and faces, and the middle);
each is searched from the nearest random postures by damped least squares within the limits.  The
condition number of a point is the least of the postures found there, so the best one may be better
still.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import inf
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, Booleans
from rvs.engine.errors import ArgumentError
from rvs.engine.jacobians import fkine, jacobian
from rvs.engine.robot import Robot
from rvs.engine.screws import cross
from rvs.study.dexterity import Task, condition_number
from rvs.study.workspace.sweep import bounds
from rvs.value_class import dataclass

Direction = Literal["any", "across", "up"]

STARTS, ENOUGH, SEED = 100, 1e-11, 19
# How many postures are improved, for how many rounds at most.
STAGES = ((24, 3), (6, 6), (2, 300))
TURN = 2.0 * np.pi
Z = (0.0, 0.0, 1.0)


def farthest(
    robots: Sequence[Robot], direction: Direction = "any", starts: int = STARTS, up: ArrayLike = Z
) -> Array:
    """Return the largest reach of each tool point within the limits of the joints (d,), m.

    Args:
        robots: Robots with joints of the same kinds; without a tool the flange is measured.
        direction: ``"any"``: distance from the origin of the base; ``"across"``: distance from the
            first axis; ``"up"``: height above the origin of the base.
        starts: Number of random initial postures.
        up: The upward direction in the frame of the robot, a unit vector (3,).

    Raises:
        ArgumentError: Joints of other kinds, a helical joint, a slide without limits, or a first
            joint that does not turn where its axis is needed.

    >>> arm = Robot.from_dh([1, 0.5], 0, 0, 0, limits=[(-3, 3), (1, 2)])
    >>> bool(np.isclose(farthest([arm])[0], np.sqrt(1.25 + np.cos(1))))
    True
    """
    found = _Stack.of(robots, direction, up)
    rng = np.random.default_rng(SEED)
    low, high = found.low[:, None], found.high[:, None]
    q = low + rng.random((starts, robots[0].n)) * (high - low)
    home = np.array([robot.home for robot in robots])
    q[:, 0] = np.clip(home, found.low, found.high)
    value = found.value(found.frames(q)[2])
    for count, rounds in STAGES:
        best = np.argsort(-value, axis=1)[:, :count]
        q, value = found.climbed(np.take_along_axis(q, best[..., None], axis=1), rounds)
    top = value.max(axis=1)
    return np.asarray(top if direction == "up" else np.sqrt(top))


@dataclass(frozen=True, eq=False)
class _Stack:
    """The chains of robots, stacked (d, 1, n, 4, 4), and the measured quantity with its centre."""

    before: Array
    after: Array
    base: Array
    tool: Array
    offset: Array
    turns: tuple[bool, ...]
    low: Array
    high: Array
    centre: Array
    normal: Array | None
    up: Array | None

    @classmethod
    def of(cls, robots: Sequence[Robot], direction: Direction, up: ArrayLike) -> _Stack:
        kinds = tuple(joint.kind for joint in robots[0].joints)
        if any(tuple(joint.kind for joint in robot.joints) != kinds for robot in robots):
            raise ArgumentError("robots: expected joints of the same kinds")
        if "helical" in kinds:
            raise ArgumentError("robot: the reach of a helical joint is not known in closed form")
        if direction == "across" and kinds[0] != "revolute":
            raise ArgumentError(
                "robot: joint 1 is not revolute, so there is no axis to measure from"
            )
        chains = [robot.chain for robot in robots]
        spans = [bounds(robot, True) for robot in robots]
        base = np.array([chain.base for chain in chains])
        before = np.array([chain.before for chain in chains])
        first = base @ before[:, 0]
        across = direction == "across"
        return cls(
            before[:, None], np.array([chain.after for chain in chains])[:, None], base[:, None],
            np.array([robot.tool[:3, 3] for robot in robots])[:, None, :, None],
            np.array([chain.offset for chain in chains])[:, None],
            tuple(kind == "revolute" for kind in kinds),
            np.array([low for low, _ in spans]), np.array([high for _, high in spans]),
            (first if across else base)[:, None, :3, 3], first[:, None, :3, 2] if across else None,
            np.asarray(up, dtype=float) if direction == "up" else None,
        )  # fmt: skip

    def frames(self, q: Array) -> tuple[Array, Array, Array]:
        """Return axes and points of joints (d, s, n, 3), and tool points (d, s, 3)."""
        moved, n = q + self.offset, q.shape[-1]
        turns = np.array(self.turns)
        motions = np.zeros((*q.shape, 4, 4))
        motions[..., 0, 0] = motions[..., 1, 1] = np.where(turns, np.cos(moved), 1.0)
        motions[..., 1, 0] = np.where(turns, np.sin(moved), 0.0)
        motions[..., 0, 1] = -motions[..., 1, 0]
        motions[..., 2, 2] = motions[..., 3, 3] = 1.0
        motions[..., 2, 3] = np.where(turns, 0.0, moved)
        pose = np.broadcast_to(self.base, (*q.shape[:-1], 4, 4))
        axes, points = np.empty((*q.shape, 3)), np.empty((*q.shape, 3))
        for i in range(n):
            pose = pose @ self.before[:, :, i]
            axes[..., i, :], points[..., i, :] = pose[..., :3, 2], pose[..., :3, 3]
            pose = pose @ motions[..., i, :, :] @ self.after[:, :, i]
        tip = pose[..., :3, 3] + (pose[..., :3, :3] @ self.tool)[..., 0]
        return axes, points - self.centre[..., None, :], tip - self.centre

    def value(self, p: Array) -> Array:
        """Return height, or square of the distance, of points from the centre (..., 3)."""
        if self.up is not None:
            return np.asarray(p @ self.up)
        square = (p**2).sum(axis=-1)
        if self.normal is None:
            return np.asarray(square)
        normal = self.normal if p.ndim == 3 else self.normal[:, :, None]
        return np.asarray(square - (p * normal).sum(axis=-1) ** 2)

    def toward(self, p: Array, middle: Array) -> Array:
        """Return the direction in which a revolute joint moves the tool point farthest."""
        if self.up is not None:
            return self.up
        if self.normal is None:
            return middle
        return np.asarray(p - (p * self.normal).sum(axis=-1, keepdims=True) * self.normal)

    def climbed(self, q: Array, most: int) -> tuple[Array, Array]:
        """Return postures (d, s, n) after at most this many rounds, and their values (d, s)."""
        before = np.full(q.shape[:-1], -np.inf)
        for _ in range(most):
            axes, points, p = self.frames(q)
            value = self.value(p)
            if (value - before <= ENOUGH * np.abs(value)).all():
                return q, value
            before = value
            # from the tool to the base, so that no axis has moved when its turn comes
            for i in reversed(range(q.shape[-1])):
                p, q[..., i] = self.step(i, p, axes[..., i, :], points[..., i, :], q[..., i])
        return q, self.value(self.frames(q)[2])

    def step(self, i: int, p: Array, z: Array, o: Array, q: Array) -> tuple[Array, Array]:
        """Return tool points (d, s, 3) and values (d, s) with one joint at its largest reach."""
        low, high = self.low[:, None, i], self.high[:, None, i]
        if not self.turns[i]:
            steps = np.stack([low - q, high - q], axis=-1)
            places = p[..., None, :] + steps[..., None] * z[..., None, :]
        else:
            middle = o + (z * (p - o)).sum(axis=-1, keepdims=True) * z
            lever = p - middle
            side = cross(z, lever)
            along = self.toward(p, middle)
            peak = np.arctan2((side * along).sum(axis=-1), (lever * along).sum(axis=-1))
            goal = q + peak
            goal = goal + TURN * np.ceil((low - goal) / TURN)
            inside = np.where(goal <= high, goal - q, 0.0)
            steps = np.stack([0.0 * q, inside, low - q, high - q], axis=-1)
            places = (
                middle[..., None, :] + np.cos(steps)[..., None] * lever[..., None, :]
                + np.sin(steps)[..., None] * side[..., None, :]
            )  # fmt: skip
        best = np.argmax(self.value(places), axis=-1)[..., None]
        moved = np.take_along_axis(steps, best, axis=-1)[..., 0]
        there = np.take_along_axis(places, best[..., None], axis=-2)[..., 0, :]
        return there, np.clip(q + moved, low, high)


SAMPLES, BOX_STARTS, STEPS, BOX_SEED = 1500, 10, 40, 23
# What counts as reached, in parts of the distance of the farthest random posture.
REACHED, DAMPING, GROW, SHRINK = 1e-6, 1e-3, 8.0, 0.3


@dataclass(frozen=True)
class Boxed:
    """Work in a box.

    Attributes:
        share: Fraction of its points that are reached, 0 to 1.
        condition: The worst of their condition numbers; infinite if one is not reached.
    """

    share: float
    condition: float


def points_of(box: tuple[float, ...]) -> Array:
    """Return the points that represent a box (k, 3), m; one fewer for a flat one.

    Args:
        box: Its lower and its upper corner (6,), m.

    Raises:
        ArgumentError: A lower number lies above the upper one.
    """
    low, high = box[:3], box[3:]
    if any(a > b for a, b in zip(low, high, strict=True)):
        raise ArgumentError("box: the lower corner must not be above the upper one")
    sides = [sorted({a, (a + b) / 2.0, b}) for a, b in zip(low, high, strict=True)]
    return np.array(list(product(*sides)))


def boxed(robot: Robot, box: tuple[float, ...], task: Task) -> Boxed:
    """Return the reach and the conditioning of a robot in a box.

    Args:
        robot: The robot.
        box: Lower and upper corner in the frame of its base (6,), m.
        task: The motions of the tool that are included in the condition number.

    Raises:
        ArgumentError: An inverted box, or a slide without limits.

    >>> arm = Robot.from_dh([1, 1], 0, 0, 0)
    >>> boxed(arm, (0.5, 0.5, 0, 1, 1, 0), "position").share
    1.0
    >>> boxed(arm, (1, 1, 0, 2, 1, 0), "position").share
    0.6666666666666666
    """
    points = points_of(box)
    low, high = bounds(robot, True)
    q = low + np.random.default_rng(BOX_SEED).random((SAMPLES, robot.n)) * (high - low)
    base = robot.base
    tips = (fkine(robot, q)[:, :3, 3] - base[:3, 3]) @ base[:3, :3]
    away = np.linalg.norm(tips[None] - points[:, None], axis=-1)
    near = np.argsort(away, axis=1)[:, :BOX_STARTS]
    targets = np.repeat(points @ base[:3, :3].T + base[:3, 3], BOX_STARTS, axis=0)
    size = float(np.linalg.norm(tips, axis=1).max())
    found, there = _sought(robot, q[near.ravel()], targets, low, high, size)
    kappa = np.full(len(found), inf)
    if there.any():
        kappa[there] = condition_number(robot, found[there], task=task)
    reached = there.reshape(-1, BOX_STARTS).any(axis=1)
    best = kappa.reshape(-1, BOX_STARTS).min(axis=1)
    return Boxed(float(reached.mean()), float(best.max()))


def _sought(
    robot: Robot, q: Array, targets: Array, low: Array, high: Array, size: float
) -> tuple[Array, Booleans]:
    """Return postures (m, n) that put the tool point at targets (m, 3), and their validity (m,)."""
    damping = np.full(len(q), DAMPING * size**2)
    free = high > low
    rest, J = _errors(robot, q, targets, free)
    for _ in range(STEPS):
        pull = np.einsum("mri,mr->mi", J, rest)
        held = ((q <= low) & (pull < 0)) | ((q >= high) & (pull > 0))
        own = np.where(held[:, None], 0.0, J)
        normal = own @ own.swapaxes(1, 2) + damping[:, None, None] * np.eye(3)
        step = np.einsum("mri,mr->mi", own, np.linalg.solve(normal, rest[..., None])[..., 0])
        tried = np.clip(q + step, low, high)
        new, slopes = _errors(robot, tried, targets, free)
        better = (new**2).sum(axis=1) < (rest**2).sum(axis=1)
        q[better], rest[better], J[better] = tried[better], new[better], slopes[better]
        damping = np.clip(damping * np.where(better, SHRINK, GROW), 1e-12 * size**2, None)
        if (np.abs(rest).max(axis=1) <= REACHED * size).all():
            break
    return q, np.abs(rest).max(axis=1) <= REACHED * size


def _errors(robot: Robot, q: Array, targets: Array, free: Booleans) -> tuple[Array, Array]:
    return targets - fkine(robot, q)[:, :3, 3], np.where(free, jacobian(robot, q)[:, 3:], 0.0)
