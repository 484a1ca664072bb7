"""Bands of nearly equal light: shading as plain areas of one colour each.

Opaque bands reach under the next brighter one, which is painted later: no seams are left inside a
patch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from manifold3d import CrossSection, FillRule
from numpy.typing import NDArray

from rvs.engine.robot import Array
from rvs.export.clip import areas, cut
from rvs.export.rings import rings
from rvs.export.shading import LUMINANCE, Tones

Ints = NDArray[np.int64]

# Differences of luminance from one band to the next, on small and on large patches.
STEP, FINE_STEP = 8 / 255, 5 / 255
# The same for flat tones.
FLAT_STEP = 34 / 255
# Places of the levels that are tried, and how far from them even parts should be, in steps.
OFFSETS, CLEAR = 8, 0.06
# Outlines may be moved by this, in units, to have fewer points.
SMOOTH = 0.03
# Points nearer than this, in units, are one.
WELD = 1e-6


@dataclass(frozen=True, eq=False)
class Band:
    """An area of one colour.

    Attributes:
        area: Where it is; None is all of the patch.
        color: Its colour, sRGB 0 to 1 (3,).
        level: Its number, from the darkest.
    """

    area: CrossSection | None
    color: Array
    level: int = 0


def bands(tones: Tones, steps: Mapping[int, float], overlap: bool = True) -> dict[int, list[Band]]:
    """Return the bands of each patch, the darkest first.

    Patches of one surface have the same levels and colours, so that cuts between them do not show.

    Args:
        tones: The light on the patches.
        steps: Difference of luminance between bands for each surface.
        overlap: Let each band reach under the next, as is right for opaque ones.
    """
    if not len(tones.patch):
        return {}
    light = tones.colors @ LUMINANCE
    surface = tones.surface
    count = int(surface.max()) + 1
    step = np.ones(count)
    step[list(steps)] = list(steps.values())
    low, high = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(low, surface, light.min(axis=1))
    np.maximum.at(high, surface, light.max(axis=1))
    even = (high - low < step)[surface]
    found = _even_patches(tones.where(even))
    shaded = tones.where(~even)
    surface = shaded.surface
    levels = (light[~even] - low[surface][:, None]) / step[surface][:, None]
    levels += _offsets(shaded, levels, count)[surface][:, None]
    return found | _shaded_patches(shaded, levels, 2.0 if overlap else 1.0)


def _offsets(tones: Tones, levels: Array, count: int) -> Array:
    """How far the levels of each surface are moved to keep clear of its broad even parts (s,).

    Where a level is that of a large part which is nearly even, its outline would be noise.
    """
    choices = np.arange(OFFSETS) / OFFSETS
    lowest, highest = levels.min(axis=1) - CLEAR, levels.max(axis=1) + CLEAR
    cost = np.empty((OFFSETS, count))
    for k, choice in enumerate(choices):
        crossed = np.floor(lowest + choice) != np.floor(highest + choice)
        cost[k] = np.bincount(tones.surface[crossed], tones.sizes[crossed], minlength=count)
    best: Array = choices[np.argmin(cost, axis=0)]
    return best


def _even_patches(tones: Tones) -> dict[int, list[Band]]:
    """One band, of the mean colour, for each patch of surfaces with hardly any shading."""
    colors = _weighted(tones.colors.mean(axis=1), tones.sizes + 1e-12, tones.surface)
    patch, first = np.unique(tones.patch, return_index=True)
    owner = tones.surface[first].tolist()
    return {one: [Band(None, colors[of])] for one, of in zip(patch.tolist(), owner, strict=True)}


def _weighted(values: Array, weight: Array, group: Ints) -> Array:
    """Weighted means of rows (n, 3) of each group; zero where nothing has weight."""
    total = np.bincount(group, weight)
    safe = np.where(total > 0.0, total, 1.0)
    return np.stack([np.bincount(group, weight * values[:, k]) / safe for k in range(3)], axis=1)


def _shaded_patches(tones: Tones, levels: Array, wide: float) -> dict[int, list[Band]]:
    """Bands of patches whose light changes: band k lies between levels k and k + ``wide``."""
    source, number = _entries(levels)
    keys, group = np.unique(tones.patch[source] * _MOST_LEVELS + number, return_inverse=True)
    tint = np.unique(tones.surface[source] * _MOST_LEVELS + number, return_inverse=True)[1]
    values = levels[source] - number[:, None]
    columns = (tones.points[source], tones.colors[source], values[..., None])
    data, counts = cut(np.concatenate(columns, axis=-1), np.full(len(source), 3), values)
    mean, weight = _own(data, counts)
    colors = _weighted(mean, weight, tint)
    first = np.unique(group, return_index=True)[1]
    real = np.bincount(group, weight, minlength=len(keys)) > 0.0
    data, counts = cut(data, counts, wide - data[..., -1])
    outlines = _outlines(data[..., :2], counts, group, len(keys))
    found: dict[int, list[Band]] = {}
    for k in np.flatnonzero(real).tolist():
        area = CrossSection(outlines[k], FillRule.Positive).simplify(SMOOTH)
        if not area.is_empty():
            patch, level = divmod(int(keys[k]), _MOST_LEVELS)
            found.setdefault(patch, []).append(Band(area, colors[tint[first[k]]], level))
    return found


_MOST_LEVELS = 4096


def _entries(levels: Array) -> tuple[Ints, Ints]:
    """Each triangle with each band that it reaches into: triangle (n,), band (n,)."""
    first = np.maximum(np.floor(levels.min(axis=1)).astype(np.int64) - 1, 0)
    last = np.maximum(np.floor(levels.max(axis=1)).astype(np.int64), first)
    counts = last - first + 1
    source = np.repeat(np.arange(len(levels)), counts)
    before = np.cumsum(counts) - counts
    number = np.arange(int(counts.sum())) - np.repeat(before, counts) + first[source]
    return source, number


def _own(data: Array, counts: Ints) -> tuple[Array, Array]:
    """Mean colour and area of the part of each piece that lies below the next level."""
    own, left = cut(data, counts, 1.0 - data[..., -1])
    real = np.arange(own.shape[1]) < left[:, None]
    mean = (own[..., 2:5] * real[..., None]).sum(axis=1) / np.maximum(left, 1)[:, None]
    return mean, np.where(left > 2, np.abs(areas(own, left)), 0.0)


def _outlines(points: Array, counts: Ints, group: Ints, many: int) -> list[list[Array]]:
    place = np.arange(points.shape[1])[None, :]
    real = place < counts[:, None]
    after = np.where(place + 1 < counts[:, None], place + 1, 0)
    vertex, places = _welded(points[real])
    number = np.zeros(real.shape, np.int64)
    number[real] = vertex
    row = np.arange(len(points))[:, None]
    # backwards, since y runs down
    starts, ends = number[row, after][real], number[real]
    return rings(np.repeat(group, counts), starts, ends, places, many)


def _welded(points: Array) -> tuple[Ints, Array]:
    """Number of each point, and the places of the numbers."""
    cell = np.round(points / WELD).astype(np.int64)
    # a hash that no two of some million cells share
    key = cell[:, 0] * np.int64(0x5851F42D4C957F2D) + cell[:, 1]
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    return number.reshape(-1), points[first]
