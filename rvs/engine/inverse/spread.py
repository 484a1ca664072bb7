"""Joints in surplus used to keep away from the limits."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.inverse.null_space import LOST, away_from_limits
from rvs.engine.inverse.search import Problem, descend
from rvs.engine.jacobians import pose_and_jacobian
from rvs.engine.robot import Robot

MOST_STEPS = 60
# Largest step of a joint, rad or m, and the part of a step at which to give up.
FARTHEST, SHORTEST = 0.3, 1e-3


def spread(problem: Problem, q: Array) -> Array:
    """Return a posture that reaches the same pose with its joints farther from their limits.

    Args:
        problem: What was searched for.
        q: A posture that solves it (n,).
    """
    part, cost = 1.0, _cost(problem.robot, q)
    for _ in range(MOST_STEPS):
        step = part * _idle_step(problem, q)
        tried, _ = descend(problem, q + step, problem.limits)
        cheaper = _cost(problem.robot, tried)
        if cheaper < cost - 1e-9 and problem.reached(tried) and not problem.beyond(tried):
            q, cost, part = tried, cheaper, min(1.0, 2.0 * part)
        else:
            part *= 0.5
        if part < SHORTEST:
            break
    return q


def _cost(robot: Robot, q: Array) -> float:
    """Half the sum of squares of the distances from mid-range, in parts of the ranges."""
    lower, upper = robot.limits.T
    bounded = np.isfinite(upper - lower) & (upper > lower)
    parts = (q - (lower + upper) / 2)[bounded] / (upper - lower)[bounded]
    return 0.5 * float(parts @ parts)


def _idle_step(problem: Problem, q: Array) -> Array:
    """The way from the limits that leaves what counts alone, no joint going too far."""
    _, J = pose_and_jacobian(problem.robot, q, problem.link)
    A = J[problem.rows] * problem.moving
    wanted = away_from_limits(problem.robot, q) * problem.moving
    idle = wanted - np.linalg.pinv(A, rcond=LOST) @ (A @ wanted)
    idle *= 10.0
    return np.asarray(idle / max(1.0, float(np.abs(idle).max()) / FARTHEST))
