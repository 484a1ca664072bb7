"""Bands of nearly equal light: shading as plain areas of one colour each.

Opaque bands extend under the next brighter one, which is painted later, so that there are no seams
inside a patch.

Pieces of equal light have several hues if a glossy surface mirrors something pale.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from manifold3d import CrossSection, FillRule
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.export.visibility.plane.areas import areas, cut
from rvs.export.visibility.plane.rings import Welded, outlines, welded
from rvs.export.visibility.plane.rows import least, most, numbered
from rvs.export.visibility.shading import LUMINANCE, Tones
from rvs.geometry.graph import connected
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


# Differences of luminance from one band to the next, on small and on large patches.
STEP, FINE_STEP = 8 / 255, 5 / 255
# The same for flat tones.
FLAT_STEP = 34 / 255
# Places of the levels that are tried, and how far from them even parts should be, in steps.
OFFSETS, CLEAR = 8, 0.06
# Outlines may be moved by this, in units, to have fewer points.
SMOOTH = 0.03


@dataclass(frozen=True, eq=False)
class Band:
    """An area of one colour.

    Attributes:
        area: Its area; None means the whole patch.
        color: Its colour, sRGB 0 to 1 (3,).
        level: Its number, from the darkest.
        island: Number of the connected area of its surface to which it belongs.
    """

    area: CrossSection | None
    color: Array
    level: int = 0
    island: int = 0


def bands(tones: Tones, steps: Mapping[int, float], overlap: bool = True) -> dict[int, list[Band]]:
    """Return the bands of each patch, the darkest first.

    Patches of one surface have the same levels and colours, so that cuts between them do not show.

    Args:
        tones: The light on the patches.
        steps: Difference of luminance between bands for each surface.
        overlap: Extend each band under the next, which is suitable for opaque bands.
    """
    if not len(tones.patch):
        return {}
    light = tones.colors @ LUMINANCE
    surface = tones.surface
    count = int(surface.max()) + 1
    step = np.ones(count)
    step[list(steps)] = list(steps.values())
    low, high = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(low, surface, least(light))
    np.maximum.at(high, surface, most(light))
    even = (high - low < step)[surface]
    found = _even_patches(tones.where(even))
    shaded = tones.where(~even)
    surface = shaded.surface
    levels = (light[~even] - low[surface][:, None]) / step[surface][:, None]
    levels += _offsets(shaded, levels, count)[surface][:, None]
    return found | _shaded_patches(shaded, levels, 2.0 if overlap else 1.0)


def _offsets(tones: Tones, levels: Array, count: int) -> Array:
    """Return the shifts that move levels away from the broad even parts of each surface (s,).

    If a level equals the light of a large, nearly even part, its outline would be noise.
    """
    choices = np.arange(OFFSETS) / OFFSETS
    lowest, highest = least(levels) - CLEAR, most(levels) + CLEAR
    cost = np.empty((OFFSETS, count))
    for k, choice in enumerate(choices):
        crossed = np.floor(lowest + choice) != np.floor(highest + choice)
        cost[k] = np.bincount(tones.surface[crossed], tones.sizes[crossed], minlength=count)
    best: Array = choices[np.argmin(cost, axis=0)]
    return best


def _even_patches(tones: Tones) -> dict[int, list[Band]]:
    """Return one band of the mean colour for each patch of surfaces with hardly any shading."""
    colors = _weighted(tones.colors.mean(axis=1), tones.sizes + 1e-12, tones.surface)
    patch, first = np.unique(tones.patch, return_index=True)
    owner = tones.surface[first].tolist()
    return {one: [Band(None, colors[of])] for one, of in zip(patch.tolist(), owner, strict=True)}


def _weighted(values: Array, weight: Array, group: Ints) -> Array:
    """Return weighted means of rows (n, 3) by group; zero for groups without weight."""
    total = np.bincount(group, weight)
    safe = np.where(total > 0.0, total, 1.0)
    return np.stack([np.bincount(group, weight * values[:, k]) / safe for k in range(3)], axis=1)


def _shaded_patches(tones: Tones, levels: Array, wide: float) -> dict[int, list[Band]]:
    """Return bands of patches with varying light: band k is between levels k and k + ``wide``."""
    points, colors = np.ascontiguousarray(tones.points), np.ascontiguousarray(tones.colors)
    pieces = Pieces(
        *band_pieces(points, colors, levels, tones.surface, wide, STEP_OF_HUE, MOST_HUES)
    )
    together = welded(pieces.points, pieces.counts)
    island = _islands(together, pieces)
    paints = _weighted(pieces.mean, pieces.weight, island)
    rows = np.column_stack([tones.patch[pieces.source], pieces.number, island])
    sizes = rows.max(axis=0, initial=0) + 1
    first, group = numbered((rows[:, 0] * sizes[1] + rows[:, 1]) * sizes[2] + rows[:, 2])
    keys = rows[first]
    real = np.bincount(group, pieces.weight, minlength=len(keys)) > 0.0
    loops = outlines(together, group, len(keys))
    found: dict[int, list[Band]] = {}
    for k in np.flatnonzero(real).tolist():
        area = CrossSection(loops[k], FillRule.Positive).simplify(SMOOTH)
        if not area.is_empty():
            patch, level, one = keys[k].tolist()
            found.setdefault(patch, []).append(Band(area, paints[one], level, one))
    return found


def _islands(together: Welded, pieces: Pieces) -> Ints:
    """Number the connected parts of each level of each surface, for each piece (n,).

    Parts with the same light may have another hue on the far side of a highlight.
    """
    tint = np.repeat(pieces.tint, pieces.counts)
    first, node = numbered(tint * np.int64(len(together.places)) + together.number)
    start = np.repeat(node[together.first], pieces.counts)
    labels = connected(start, node, len(first))
    islands: Ints = labels[node[together.first]]
    return islands
