"""Pieces of one light but several hues parted: where a glossy surface mirrors something pale."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.visibility.plane.clip import cut

Ints = NDArray[np.int64]

# Hues of one level that differ by more than this are parted, into steps of at most this.
STEP = 32 / 255
MOST = 64


@dataclass(frozen=True, eq=False)
class Hues:
    """Pieces of nearly one hue each.

    Attributes:
        source: Piece that each is of (m,).
        number: Number of its hue among those of its level (m,).
        data: Corners and what is interpolated between them (m, k, d).
        counts: Number of corners (m,).
    """

    source: Ints
    number: Ints
    data: Array
    counts: Ints


def parted(data: Array, counts: Ints, tint: Ints) -> Hues:
    """Cut pieces where their hue passes from one step to the next.

    Args:
        data: Pieces (n, k, 6): x, y, red, green, blue, and the light from 0 where their level
            begins to 1 where the next one does.
        counts: Number of corners (n,).
        tint: Level of each piece (n,).
    """
    color = data[..., 2:5]
    purity = color.max(axis=-1) - color.min(axis=-1)
    real = np.arange(data.shape[1]) < counts[:, None]
    own = real & (data[..., 5] < 1.0 + 1e-9)
    many = int(tint.max(initial=-1)) + 1
    low, high = np.full(many, np.inf), np.full(many, -np.inf)
    np.minimum.at(low, tint, np.where(own, purity, np.inf).min(axis=1))
    np.maximum.at(high, tint, np.where(own, purity, -np.inf).max(axis=1))
    span = np.where(high > low, high - low, 0.0)
    steps = np.clip(np.ceil(span / STEP), 1, MOST)
    scale = np.where(span > 0.0, steps / np.where(span > 0.0, span, 1.0), 0.0)
    start = np.where(np.isfinite(low), low, 0.0)
    level = (purity - start[tint][:, None]) * scale[tint][:, None]
    level = np.clip(level, 0.0, steps[tint][:, None])
    least = np.where(real, level, np.inf).min(axis=1)
    most = np.where(real, level, -np.inf).max(axis=1)
    least, most = np.where(counts > 0, least, 0.0), np.where(counts > 0, most, 0.0)
    first = np.minimum(np.floor(least), steps[tint] - 1)
    last = np.clip(np.ceil(most) - 1, first, steps[tint] - 1)
    return _cut(data, counts, level, first.astype(np.int64), last.astype(np.int64))


def _cut(data: Array, counts: Ints, level: Array, first: Ints, last: Ints) -> Hues:
    """Each piece between its first and its last hue; those of one hue stay whole."""
    copies = last - first + 1
    source = np.repeat(np.arange(len(counts)), copies)
    before = np.cumsum(copies) - copies
    number = np.arange(len(source)) - np.repeat(before, copies) + first[source]
    single = np.flatnonzero(copies[source] == 1)
    several = np.flatnonzero(copies[source] > 1)
    origin = source[several]
    value = level[origin] - number[several][:, None]
    columns = np.concatenate([data[origin], value[..., None]], axis=-1)
    pieces, left = cut(columns, counts[origin], value)
    pieces, left = cut(pieces, left, 1.0 - pieces[..., -1])
    wide = max(data.shape[1], pieces.shape[1])
    result = np.zeros((len(source), wide, data.shape[2]))
    total = np.zeros(len(source), np.int64)
    result[single, : data.shape[1]] = data[source[single]]
    total[single] = counts[source[single]]
    result[several, : pieces.shape[1]] = pieces[..., :-1]
    total[several] = left
    return Hues(source, number, result, total)
