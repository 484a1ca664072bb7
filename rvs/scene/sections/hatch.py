"""Hatching: parallel lines inside plane outlines."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin

import numpy as np

from rvs.engine.arrays import Array

MOST_LINES = 2000


def hatching(rings: Sequence[Array], angle: float, step: float) -> Array:
    """Return the segments (n, 2, 2) of parallel lines that lie inside an odd number of outlines.

    Lines of one angle are in line with each other whatever the outlines.

    Args:
        rings: Closed outlines (k, 2) each, in m.
        angle: Direction of the lines, in rad.
        step: Distance from line to line, in m.
    """
    turn = np.array([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])
    placed = [ring @ turn.T for ring in rings]
    start = np.concatenate(placed)
    end = np.concatenate([np.roll(ring, -1, axis=0) for ring in placed])
    low, high = np.sort(np.stack([start[:, 1], end[:, 1]]), axis=0) / step
    first, last = np.ceil(low).astype(int), np.ceil(high).astype(int)
    counts = last - first
    if not counts.sum() or np.ptp(np.concatenate([first, last])) > MOST_LINES:
        return np.zeros((0, 2, 2))
    side = np.repeat(np.arange(len(start)), counts)
    offset = np.arange(len(side)) - np.repeat(np.cumsum(counts) - counts, counts)
    level = (first[side] + offset) * step
    part = (level - start[side, 1]) / (end[side, 1] - start[side, 1])
    across = start[side, 0] + part * (end[side, 0] - start[side, 0])
    order = np.lexsort([across, level])
    across, level = across[order], level[order]
    points = np.stack([across, level], axis=1)[: len(across) // 2 * 2].reshape(-1, 2, 2)
    segments: Array = points @ turn
    return segments
