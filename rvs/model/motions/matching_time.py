"""Times at which a motion passes the current postures of robots."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.motions.motion import JointTrajectory
from rvs.model.state import Posture

# What files round, in rad and m.
NEAR = 1e-6
Standing = tuple[JointTrajectory, Posture, float]


def time_of(robots: Sequence[Standing]) -> float | None:
    """Return the first time at which robots have their current postures, or None.

    Args:
        robots: The rows of each, its posture, and the start of its rows, in s.
    """
    for time in sorted({time for one in robots for time in _passes(one).tolist()}):
        if all(_is_at(one, time) for one in robots):
            return float(time)
    return None


def _passes(robot: Standing) -> Array:
    """Return the time at which a robot is nearest to its posture between rows, if near enough."""
    trajectory, posture, start = robot
    times, rows, q = trajectory.times.array, trajectory.rows.array, np.array(posture)
    if len(rows) == 1:
        return times + start
    way = np.diff(rows, axis=0)
    square = (way**2).sum(axis=1)
    ahead = ((q - rows[:-1]) * way).sum(axis=1)
    share = np.divide(ahead, square, out=np.zeros_like(ahead), where=square > 0.0).clip(0.0, 1.0)
    off = np.abs(rows[:-1] + share[:, None] * way - q).max(axis=1)
    found = start + times[:-1] + share * np.diff(times)
    passed: Array = found[off <= NEAR]
    return passed


def _is_at(robot: Standing, time: float) -> bool:
    trajectory, posture, start = robot
    there = trajectory.posture(time - start)
    return bool(np.abs(np.array(there) - posture).max() <= 2.0 * NEAR)
