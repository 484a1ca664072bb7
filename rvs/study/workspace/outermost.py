"""The postures that reach farthest: of a long chain, random ones stay far behind them."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.study.workspace.sweep import Sweep

# Climbs to each side, their steps, and the share of a joint's range that the first steps take.
CLIMBS, STEPS, FIRST = 6, 80, 0.1


def outermost(sweep: Sweep, q: Array, coordinates: Array) -> Array:
    """Return postures (k, n) that reach farthest along u and v, to either side.

    Args:
        sweep: The motion of the robot's first joint.
        q: Postures to climb from (m, n).
        coordinates: What they reach (m, 3).
    """
    found = []
    for axis in (0, 1):
        for sign in (1.0, -1.0):
            best = np.argsort(-sign * coordinates[:, axis])[:CLIMBS]
            found.append(_climbed(sweep, q[best], axis, sign))
    return np.vstack(found)


def _climbed(sweep: Sweep, q: Array, axis: int, sign: float) -> Array:
    """Postures after steps of single joints, as long as these lead on; then of half the length."""
    n = q.shape[1]
    step = FIRST * (sweep.high - sweep.low)
    q, rows = q.copy(), np.arange(len(q))
    moves = np.vstack([np.eye(n), -np.eye(n)])[:, None, :]
    lengths = np.ones(len(q))
    value = sign * sweep.coordinates(q)[:, axis]
    for _ in range(STEPS):
        tried = sweep.still(
            np.clip(q + moves * step * lengths[:, None], sweep.low, sweep.high).reshape(-1, n)
        )
        reached = (sign * sweep.coordinates(tried)[:, axis]).reshape(2 * n, len(q))
        best = reached.argmax(axis=0)
        better = reached[best, rows] > value
        q[better] = tried.reshape(2 * n, len(q), n)[best, rows][better]
        value = np.where(better, reached[best, rows], value)
        lengths = np.where(better, lengths, 0.5 * lengths)
    return q
