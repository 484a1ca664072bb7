"""Stops of a trajectory: the postures that it was made from, recovered from its rows."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.derived import derived
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.rates import velocities

# A joint that moves slower than this part of the fastest is taken to rest.
SLOW = 0.05
SHORT = 0.1
MOST = 200


@derived(size=4)
def keyframes(trajectory: JointTrajectory) -> Array:
    """Return the times at which all joints rest, and the first and last times.

    Returns:
        Rising times (k,) in s, each the time of a row.  A rest of more than 0.1 s has two, at its
        beginning and at its end.  A trajectory that rests more than 200 times has only its ends.
    """
    times = trajectory.times.array
    if len(times) < 2:
        return times
    _, rates = velocities(trajectory)
    # Each joint by its own measure: metres and radians do not compare.
    own = np.abs(rates).max(axis=0)
    speeds = (np.abs(rates) / np.where(own > 0.0, own, 1.0)).max(axis=1)
    at_rows = np.maximum(np.append(speeds, 0.0), np.append(0.0, speeds))
    rests: list[int] = [0]
    for first, end in _runs(at_rows < SLOW):
        rests += _ends(at_rows, times, first, end)
    rests.append(len(times) - 1)
    found = np.unique(rests)
    ends: Array = times[[0, -1]]
    return times[found] if len(found) <= MOST else ends


def _runs(slow: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> list[tuple[int, int]]:
    """Return the first index of each run of True, and the index after its last."""
    padded = np.concatenate([[False], slow, [False]]).astype(np.int8)
    steps = np.diff(padded)
    return list(
        zip(np.flatnonzero(steps == 1).tolist(), np.flatnonzero(steps == -1).tolist(), strict=True)
    )


def _ends(speeds: Array, times: Array, first: int, end: int) -> list[int]:
    """Return the slowest rows of a run: one, or the ends of a rest."""
    if first == 0 or end == len(times):
        # The run up to an end belongs to that end, unless the robot waits there.
        waits = times[end - 1] - times[first] > 3 * SHORT
        return [end - 1 if first == 0 else first] if waits else []
    part = speeds[first:end]
    slowest = first + np.flatnonzero(part <= part.min() + 1e-9)
    a, b = int(slowest[0]), int(slowest[-1])
    # At the rows beside a rest, the robot moves on one side only.
    return [a - 1, b + 1] if times[b] - times[a] > SHORT else [a]
