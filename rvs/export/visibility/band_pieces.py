"""Triangles cut into bands of light, and these into steps of hue.

Pieces of equal light have several hues if a glossy surface mirrors something pale.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.export.visibility.plane.clip import areas, cut
from rvs.value_class import dataclass

Ints = NDArray[np.int64]

# Hues of one level that differ by more than this are parted, into steps of at most this.
STEP_OF_HUE = 32 / 255
MOST_HUES = 64
_MOST_LEVELS = 4096


@dataclass(frozen=True, eq=False)
class Pieces:
    """Convex pieces of nearly one colour each, which cover their bands.

    Attributes:
        points: Their corners on the sheet, one piece after the other (c, 2).
        counts: Number of corners of each (n,).
        source: Triangle of each piece (n,).
        number: Band of each piece (n,).
        tint: A number for each band and hue of each surface (n,).
        mean: Mean colour of the part below the next level (n, 3).
        weight: Area of that part (n,).
    """

    points: Array
    counts: Ints
    source: Ints
    number: Ints
    tint: Ints
    mean: Array
    weight: Array


@accelerated
def band_pieces(
    points: Array, colors: Array, levels: Array, surface: Ints, wide: float, step: float, most: int
) -> tuple[Array, Ints, Ints, Ints, Ints, Array, Array]:
    """Return the fields of the pieces of triangles.

    Args:
        points: Corners on the sheet (m, 3, 2).
        colors: Colours at the corners (m, 3, 3).
        levels: Light at the corners, 1 from one band to the next (m, 3).
        surface: Surface of each triangle, from 0 (m,).
        wide: Number of levels covered by a band.
        step: Difference above which hues of one level are separated.
        most: Largest number of steps.
    """
    source, number = _entries(levels)
    tint = np.unique(surface[source] * _MOST_LEVELS + number, return_inverse=True)[1]
    values = levels[source] - number[:, None]
    columns = (points[source], colors[source], values[..., None])
    data, counts = cut(np.concatenate(columns, axis=-1), np.full(len(source), 3), values)
    hues = _parted(data, counts, tint, step, most)
    mean, weight = _own(hues.data, hues.counts)
    data, counts = cut(hues.data, hues.counts, wide - hues.data[..., -1])
    some = np.flatnonzero(counts)
    real = np.arange(data.shape[1])[None, :] < counts[some, None]
    origin = hues.source[some]
    return (
        data[some, :, :2][real],
        counts[some],
        source[origin],
        number[origin],
        tint[origin] * most + hues.number[some],
        mean[some],
        weight[some],
    )


def _entries(levels: Array) -> tuple[Ints, Ints]:
    """Return each triangle with each band that it overlaps: triangle (n,), band (n,)."""
    first = np.maximum(np.floor(levels.min(axis=1)).astype(np.int64) - 1, 0)
    last = np.maximum(np.floor(levels.max(axis=1)).astype(np.int64), first)
    counts = last - first + 1
    source = np.repeat(np.arange(len(levels)), counts)
    before = np.cumsum(counts) - counts
    number = np.arange(int(counts.sum())) - np.repeat(before, counts) + first[source]
    return source, number


def _own(data: Array, counts: Ints) -> tuple[Array, Array]:
    """Return the mean colour and area of the part of each piece below the next level."""
    own, left = cut(data, counts, 1.0 - data[..., -1])
    real = np.arange(own.shape[1]) < left[:, None]
    mean = (own[..., 2:5] * real[..., None]).sum(axis=1) / np.maximum(left, 1)[:, None]
    return mean, np.where(left > 2, np.abs(areas(own, left)), 0.0)


@dataclass(frozen=True, eq=False)
class _Hues:
    """Pieces of nearly one hue each.

    Attributes:
        source: Source piece of each (m,).
        number: Number of its hue among those of its level (m,).
        data: Corners and the values interpolated between them (m, k, d).
        counts: Number of corners (m,).
    """

    source: Ints
    number: Ints
    data: Array
    counts: Ints


def _parted(data: Array, counts: Ints, tint: Ints, step: float, most_hues: int) -> _Hues:
    """Cut pieces where their hue passes from one step to the next.

    Args:
        data: Pieces (n, k, 6): x, y, red, green, blue, and the light from 0 at the start of their
            level to 1 at the start of the next one.
        counts: Number of corners (n,).
        tint: Level of each piece (n,).
        step: Difference above which hues of one level are separated.
        most_hues: Largest number of parts.
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
    steps = np.clip(np.ceil(span / step), 1, most_hues)
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


def _cut(data: Array, counts: Ints, level: Array, first: Ints, last: Ints) -> _Hues:
    """Return each piece divided between its first and last hue; pieces of one hue stay whole."""
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
    return _Hues(source, number, result, total)
