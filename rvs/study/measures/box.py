"""A work box: the part of it that the tool point reaches, and the conditioning there.

The box is represented by 27 of its points (corners, middles of edges and faces, and the middle);
each is searched from the nearest random postures by damped least squares within the limits.  The
condition number of a point is the least of the postures found there, so the best one may be better
still.
"""

from __future__ import annotations

from itertools import product
from math import inf

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.engine.errors import ArgumentError
from rvs.engine.jacobians import fkine, jacobian
from rvs.engine.robot import Robot
from rvs.study.dexterity import Task, condition_number
from rvs.study.workspace.sweep import bounds
from rvs.value_class import dataclass

SAMPLES, STARTS, STEPS, SEED = 1500, 10, 40, 23
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
    q = low + np.random.default_rng(SEED).random((SAMPLES, robot.n)) * (high - low)
    base = robot.base
    tips = (fkine(robot, q)[:, :3, 3] - base[:3, 3]) @ base[:3, :3]
    away = np.linalg.norm(tips[None] - points[:, None], axis=-1)
    near = np.argsort(away, axis=1)[:, :STARTS]
    targets = np.repeat(points @ base[:3, :3].T + base[:3, 3], STARTS, axis=0)
    size = float(np.linalg.norm(tips, axis=1).max())
    found, there = _sought(robot, q[near.ravel()], targets, low, high, size)
    kappa = np.full(len(found), inf)
    if there.any():
        kappa[there] = condition_number(robot, found[there], task=task)
    reached = there.reshape(-1, STARTS).any(axis=1)
    best = kappa.reshape(-1, STARTS).min(axis=1)
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
