"""Bands of nearly equal light: shading as plain areas of one colour each.

Opaque bands extend under the next brighter one, which is painted later, so that there are no seams
inside a patch.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from manifold3d import CrossSection, FillRule
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.visibility.band_pieces import MOST_HUES, STEP_OF_HUE, Pieces, band_pieces
from rvs.export.visibility.plane.row_sums import least, most
from rvs.export.visibility.plane.sorting import numbered
from rvs.export.visibility.plane.welding import Welded, outlines, welded
from rvs.export.visibility.shading import LUMINANCE, Tones
from rvs.geometry.graph import connected
from rvs.value_class import dataclass

Ints = NDArray[np.int64]

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
