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
    """

    area: CrossSection | None
    color: Array


def bands(tones: Tones, steps: Mapping[int, float], overlap: bool = True) -> dict[int, list[Band]]:
    """Return the bands of each patch, the darkest first.

    Args:
        tones: The light on the patches.
        steps: Difference of luminance between bands for each patch.
        overlap: Let each band reach under the next, as is right for opaque ones.
    """
    found: dict[int, list[Band]] = {patch: [] for patch in steps}
    if not len(tones.patch):
        return found
    light = tones.colors @ LUMINANCE
    count = int(tones.patch.max()) + 1
    step = np.ones(count)
    step[list(steps)] = list(steps.values())
    low, high = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(low, tones.patch, light.min(axis=1))
    np.maximum.at(high, tones.patch, light.max(axis=1))
    even = high - low < step
    _even_patches(tones, even, found)
    shaded = np.flatnonzero(~even[tones.patch])
    patch = tones.patch[shaded]
    levels = (light[shaded] - low[patch][:, None]) / step[patch][:, None]
    columns = np.concatenate([tones.points[shaded], tones.colors[shaded]], axis=-1)
    _shaded_patches(patch, columns, levels, found, 2.0 if overlap else 1.0)
    return found


def _even_patches(tones: Tones, even: NDArray[np.bool_], found: dict[int, list[Band]]) -> None:
    """One band, of the mean colour, for each patch with hardly any shading."""
    some = np.flatnonzero(even[tones.patch])
    patch = tones.patch[some]
    weight = np.abs(areas(tones.points[some], np.full(len(some), 3))) + 1e-12
    total = np.bincount(patch, weight, minlength=len(even))
    mean = tones.colors[some].mean(axis=1)
    color = [np.bincount(patch, weight * mean[:, k], minlength=len(even)) for k in range(3)]
    for one in np.unique(patch).tolist():
        shade = np.array([channel[one] for channel in color]) / total[one]
        found[one].append(Band(None, shade))


def _shaded_patches(
    patch: Ints, columns: Array, levels: Array, found: dict[int, list[Band]], wide: float
) -> None:
    """Bands of patches whose light changes: band k lies between levels k and k + ``wide``."""
    source, number = _entries(levels)
    triangles = columns[source]
    values = levels[source] - number[:, None]
    owner = patch[source] * _MOST_LEVELS + number
    keys, group = np.unique(owner, return_inverse=True)
    counts = np.full(len(source), 3)
    data = np.concatenate([triangles, values[..., None]], axis=-1)
    data, counts = cut(data, counts, values)
    colors = _mean_colors(data, counts, group, len(keys))
    data, counts = cut(data, counts, wide - data[..., -1])
    outlines = _outlines(data[..., :2], counts, group, len(keys))
    for key, loops, color in zip(keys.tolist(), outlines, colors, strict=True):
        area = CrossSection(loops, FillRule.Positive).simplify(SMOOTH)
        if color[0] >= 0.0 and not area.is_empty():
            found[key // _MOST_LEVELS].append(Band(area, color))


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


def _mean_colors(data: Array, counts: Ints, group: Ints, many: int) -> Array:
    """Mean colour of each band between its own level and the next; negative where it has none."""
    own, left = cut(data, counts, 1.0 - data[..., -1])
    real = np.arange(own.shape[1]) < left[:, None]
    mean = (own[..., 2:5] * real[..., None]).sum(axis=1) / np.maximum(left, 1)[:, None]
    weight = np.where(left > 2, np.abs(areas(own, left)), 0.0)
    total = np.bincount(group, weight, minlength=many)
    safe = np.where(total > 0.0, total, 1.0)
    channels = [np.bincount(group, weight * mean[:, k], minlength=many) / safe for k in range(3)]
    return np.where(total[:, None] > 0.0, np.stack(channels, axis=1), -1.0)


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
