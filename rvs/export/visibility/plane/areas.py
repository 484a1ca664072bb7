"""Conversion between computed areas and painted areas."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manifold3d import CrossSection, FillRule, JoinType, OpType
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.export.formats.drawing import Fill
from rvs.model.appearance.colors import Rgba

# Rings around less than this, in square units, are left out.
SLIVER = 2e-3
# Gaps of twice this width, in units, are closed where areas are joined.
GLUE = 5e-4


def fill(area: CrossSection, color: ArrayLike, alpha: float = 1.0) -> Fill | None:
    """Return an area painted in a colour, sRGB 0 to 1 (3,); None if it is invisible."""
    rings = wide_rings(tuple(area.to_polygons()), SLIVER)
    if not rings:
        return None
    red, green, blue = np.clip(np.asarray(color, float), 0.0, 1.0).tolist()
    paint: Rgba = (red, green, blue, alpha)
    return Fill(rings, paint)


def joined(areas: Sequence[CrossSection]) -> CrossSection:
    """Return the union of areas, without hairlines due to rounding."""
    if len(areas) == 1:
        return areas[0]
    return _closed(CrossSection.batch_boolean(list(areas), OpType.Add))


def glued(loops: Sequence[Array]) -> CrossSection:
    """Return the area enclosed by outlines (n, 2), without hairlines due to rounding."""
    return _closed(CrossSection(list(loops), FillRule.Positive))


def _closed(area: CrossSection) -> CrossSection:
    return widened(widened(area, GLUE), -GLUE)


def widened(area: CrossSection, by: float) -> CrossSection:
    """Return an area whose outlines are moved outwards by a distance, or inwards if negative.

    Clipper determines the inside from the lowest outline alone.  If that is a hairline whose area
    is rounded to zero, everything would be lost; after a rotation, another outline is the lowest.
    """
    least = area.area() - SLIVER if by > 0.0 else 0.0
    wide = area.offset(by, JoinType.Miter)
    for turn in (90.0, 180.0, 270.0):
        if wide.area() > least or area.is_empty():
            break
        wide = area.rotate(turn).offset(by, JoinType.Miter).rotate(-turn)
    return wide


@accelerated
def wide_rings(rings: tuple[Array, ...], least: float) -> tuple[Array, ...]:
    """Return the rings (n, 2) larger than an area, in either direction."""
    return tuple(ring for ring in rings if len(ring) and abs(_ring_area(ring)) > least)


def _ring_area(ring: Array) -> float:
    """Return the area enclosed by a ring, negative if the ring is clockwise."""
    x, y = ring.T
    # corner after corner, as the kernel adds
    return float(0.5 * np.cumsum(x * np.roll(y, -1) - y * np.roll(x, -1))[-1])
