"""Curves of line art, smoothed where they are polygons with many sides."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array

# Where a line turns by less than this, in rad, it is a curve; by more, it has a corner there.
CORNER = 0.6
# Chords that are off the curve by less than this, in units, stay as they are.
OFF = 0.12
ROUNDS = 3
# A line whose ends are nearer than this, in units, is closed.
SAME = 1e-3


def smoothed(points: Array) -> Array:
    """Return a polyline (n, 2) with more points along its curves; its own points are kept.

    New points come from the four-point rule of Dyn, Gregory and Levin (1987).
    """
    for _ in range(ROUNDS):
        more = _divided(points)
        if len(more) == len(points):
            break
        points = more
    return points


def _divided(points: Array) -> Array:
    if len(points) < 4:
        return points
    (x, y), (u, v) = points[[0, -1]].tolist()
    closed = max(abs(x - u), abs(y - v)) < SAME
    before = points[-2] if closed else 2 * points[0] - points[1]
    after = points[1] if closed else 2 * points[-1] - points[-2]
    around = np.vstack([before, points, after])
    ways = np.diff(around, axis=0)
    lengths = np.hypot(*ways.T)
    angles = np.arctan2(ways[:, 1], ways[:, 0])
    turns = np.abs((np.diff(angles) + np.pi) % (2 * np.pi) - np.pi)
    here, there = turns[:-1], turns[1:]
    inner = lengths[1:-1]
    # Beside much shorter pieces the rule would swing out; of longer ones a part counts.
    alike = (inner < 3 * lengths[:-2]) & (inner < 3 * lengths[2:])
    bent = inner * np.maximum(here, there) / 8.0 > OFF
    curved = (here < CORNER) & (there < CORNER) & alike & bent
    if not closed:
        curved[[0, -1]] = False
    if not curved.any():
        return points
    places = np.flatnonzero(curved)
    one, two, long = points[places], points[places + 1], inner[places, None]
    first = one - _at_most(ways[places], long)
    last = two + _at_most(ways[places + 2], long)
    found: Array = np.insert(points, places + 1, (9 * (one + two) - first - last) / 16, axis=0)
    return found


def _at_most(ways: Array, lengths: Array) -> Array:
    """Return offsets (n, 2), shortened to lengths (n, 1) if they are longer."""
    long = np.maximum(np.hypot(ways[:, :1], ways[:, 1:]), 1e-12)
    shortened: Array = ways * np.minimum(1.0, lengths / long)
    return shortened
