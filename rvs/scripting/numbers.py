"""Numbers of answers in JSON and in readable form."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.robot import Robot


def finite(values: ArrayLike) -> Any:
    """Return a number, or lists of numbers, for JSON; numbers that are not finite are null.

    >>> finite(float("inf")), finite([1.0, float("nan")])
    (None, [1.0, None])
    """
    found = np.asarray(values, dtype=float)
    told = found.astype(object)
    told[~np.isfinite(found)] = None
    return told.tolist()


def in_degrees(robot: Robot, q: ArrayLike) -> list[Any]:
    """Return postures (..., n), rad and m, in degrees and metres."""
    turning = [joint.turns for joint in robot.joints]
    found: list[Any] = np.where(turning, np.degrees(q), q).tolist()
    return found
