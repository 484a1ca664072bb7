"""How close the lines of a grid are: where they crowd on the screen, they fade."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array

FEWEST = 3
SAME_WAY = 1e-4
SAME_PLACE = 1e-6


def steps_to_neighbours(starts: Array, ends: Array) -> Array:
    """Return for each segment of a grid the step to the next line beside it (n, 3).

    Segments are of a grid if at least three lines, one beside the other in a plane, have their
    direction; all others have a step of zero.
    """
    steps = np.zeros((len(starts), 3))
    way = ends - starts
    size = np.linalg.norm(way, axis=1, keepdims=True)
    way = np.divide(way, size, out=np.zeros_like(way), where=size > 0.0)
    left = size[:, 0] > 0.0
    while left.any():
        along = way[np.argmax(left)]
        family = left & (np.abs(way @ along) > 1.0 - SAME_WAY)
        left &= ~family
        steps[family] = _step(starts[family], along)
    return steps


def _step(points: Array, along: Array) -> Array:
    """The step between neighbours of parallel lines through points (n, 3); zero if no grid."""
    aside = points - points[0]
    aside -= np.outer(aside @ along, along)
    far = aside[np.argmax(np.linalg.norm(aside, axis=1))]
    reach = float(np.linalg.norm(far))
    if reach <= SAME_PLACE * float(np.ptp(points, axis=0).max()):
        return np.zeros(3)
    across = far / reach
    places = aside @ across
    if np.abs(aside - np.outer(places, across)).max() > SAME_PLACE * reach:
        return np.zeros(3)
    gaps = np.diff(np.sort(places))
    gaps = np.sort(gaps[gaps > SAME_PLACE * reach])
    count = len(gaps)
    if count < FEWEST - 1:
        return np.zeros(3)
    # the median, without the masked arrays that NumPy's would load first
    step: Array = across * gaps[(count - 1) // 2 : count // 2 + 1].mean()
    return step
