"""Regions on the sheet: flat areas without light, cut by bodies in front of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from functools import cached_property

import numpy as np
from manifold3d import CrossSection, FillRule, OpType
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.formats.drawing import Fill
from rvs.export.visibility.bodies import Bodies
from rvs.export.visibility.plane.areas import areas, cut, fill, widened
from rvs.export.visibility.sheet import Sheet
from rvs.export.visibility.triangle_overlaps import TIE
from rvs.scene.camera import axes, eye
from rvs.scene.items import GROUND_FROM_BELOW, Region
from rvs.value_class import dataclass

Ints = NDArray[np.int64]
# A plane over the sheet, and areas in it with their opacities.
_Areas = tuple[Array | None, list[tuple[CrossSection, float]]]

# Opacities are rounded to parts of the strongest one.
ALPHA_BANDS = 10
# How far areas on the floor reach under bodies; areas narrower than twice ``THIN`` are none.
BLEED, THIN, EDGE = 1.5, 0.02, 0.7
# Regions seen at a smaller area, in square units, are seen from the side.
EDGE_ON = 0.05


@dataclass(eq=False)
class Flats:
    """Draws regions among bodies.

    Attributes:
        sheet: The sheet of projection.
        bodies: The bodies that hide them; None if there are none.
    """

    sheet: Sheet
    bodies: Bodies | None
    _made: dict[tuple[object, ...], CrossSection | None] = field(default_factory=dict)
    _filled: dict[tuple[object, ...], list[Fill]] = field(default_factory=dict)
    _areas: dict[tuple[bytes, ...], _Areas] = field(default_factory=dict)

    def fills(self, region: Region) -> list[Fill]:
        """Return the visible part of a region."""
        return self._fills("before", region, self._hidden)

    def below(self, region: Region) -> list[Fill]:
        """Return the part of a region painted before the bodies; it extends slightly under them."""
        return self._fills("below", region, self._hidden_inside)

    def above(self, region: Region) -> list[Fill]:
        """Return the part of a region painted after the bodies, where they are behind it."""
        covered = self._covered
        if covered is None:
            return []
        return self._fills("above", region, lambda plane: self._outside(plane, covered))

    def _fills(
        self, what: str, region: Region, without: Callable[[Array], CrossSection | None]
    ) -> list[Fill]:
        """Return the fills of a region; those of the previous figure are cached."""
        shape = _shape(region)
        key = what, shape, region.color
        if key not in self._filled:
            if shape not in self._areas:
                self._areas[shape] = _on_page(region, self.sheet)
            found = self._cut(region, self._areas[shape], without)
            self._filled[key] = [fill for fill in found if fill is not None]
        return self._filled[key]

    def _cut(
        self, region: Region, whole: _Areas, without: Callable[[Array], CrossSection | None]
    ) -> Iterable[Fill | None]:
        plane, shares = whole
        if plane is None:
            return
        hidden = without(plane)
        red, green, blue, alpha = region.color
        if self.seen_from_below(region):
            alpha *= GROUND_FROM_BELOW
        for area, share in shares:
            left = area if hidden is None else area - hidden
            yield fill(left, (red, green, blue), alpha * share)

    @cached_property
    def _covered(self) -> CrossSection | None:
        """The area covered by visible opaque bodies."""
        if self.bodies is None or not self.bodies.seen:
            return None
        return CrossSection.batch_boolean(list(self.bodies.seen.values()), OpType.Add)

    def _hidden_inside(self, plane: Array) -> CrossSection | None:
        return self._once("inside", plane, self._made_inside)

    def _outside(self, plane: Array, covered: CrossSection) -> CrossSection:
        """Return everything except the area of visible bodies behind a plane."""
        found = self._once("outside", plane, lambda plane: self._made_outside(plane, covered))
        return CrossSection() if found is None else found

    def _made_inside(self, plane: Array) -> CrossSection | None:
        hidden = self._hidden(plane)
        return None if hidden is None else widened(hidden, -BLEED)

    def _made_outside(self, plane: Array, covered: CrossSection) -> CrossSection:
        page = CrossSection.square((self.sheet.width, self.sheet.height))
        hidden = self._hidden(plane)
        if hidden is covered:
            return page
        behind = covered if hidden is None else covered - hidden
        # where a body touches the plane rounding leaves hairlines; around others a little more
        # than their silhouette is covered, or its smoothed edge would show
        behind = widened(widened(behind, -THIN), THIN + EDGE)
        return page - (behind if hidden is None else behind - hidden)

    def seen_from_below(self, region: Region) -> bool:
        """Return whether a region is on the floor and the viewer is below it."""
        camera = self.sheet.camera
        height = axes(camera)[2, 2] if camera.parallel else eye(camera)[2]
        return bool(height < 0.0) and not np.asarray(region.points)[:, 2].any()

    def _hidden(self, plane: Array) -> CrossSection | None:
        """Return the area in which opaque bodies are nearer than a plane."""
        if self.bodies is None or not self.bodies.seen:
            return None
        bodies = self.bodies
        return self._once("before", plane, lambda plane: self._nearer_than(bodies, plane))

    def _nearer_than(self, bodies: Bodies, plane: Array) -> CrossSection | None:
        least, most = _gaps(bodies, plane)
        # most often all stands on the floor
        if (least[list(bodies.seen)] >= -TIE).all():
            return self._covered
        parts = []
        for patch, area in bodies.seen.items():
            if least[patch] >= -TIE:
                parts.append(area)
            elif most[patch] > TIE:
                parts.append(_part(bodies, patch, plane) ^ area)
        return CrossSection.batch_boolean(parts, OpType.Add) if parts else CrossSection()

    def _once(
        self, what: str, plane: Array, make: Callable[[Array], CrossSection | None]
    ) -> CrossSection | None:
        """Return the cross-section for a plane; the many regions on the floor share it."""
        key = what, *np.round(plane, 9).tolist()
        if key not in self._made:
            self._made[key] = make(plane)
        return self._made[key]


def _shape(region: Region) -> tuple[bytes, ...]:
    """Return all values that determine the location and opacity of a region."""
    alphas = b"" if region.alphas is None else np.asarray(region.alphas).tobytes()
    return np.asarray(region.points).tobytes(), np.asarray(region.starts).tobytes(), alphas


def _on_page(region: Region, sheet: Sheet) -> _Areas:
    """Return the plane of a region and its areas by opacity; no plane if it is invisible."""
    polygons, counts, plane = _on_sheet(region, sheet)
    if plane is None:
        return None, []
    page = CrossSection.square((sheet.width, sheet.height))
    return plane, [
        (CrossSection(pieces, FillRule.NonZero) ^ page, share)
        for pieces, share in _by_alpha(region, polygons, counts)
    ]


def _on_sheet(region: Region, sheet: Sheet) -> tuple[Array, Ints, Array | None]:
    """Return polygons (m, k, 3) of x, y, opacity, their corner counts, and the plane of depths."""
    points = np.asarray(region.points, float).reshape(-1, 3)
    starts = np.asarray(region.starts, np.int64)
    counts = np.diff(starts)
    if not len(counts) or not len(points):
        return np.zeros((0, 3, 3)), counts, None
    alphas = np.ones(len(points)) if region.alphas is None else np.asarray(region.alphas, float)
    place = np.minimum(np.arange(int(counts.max()))[None], np.maximum(counts[:, None] - 1, 0))
    index = starts[:-1, None] + place
    data = np.concatenate([points[index], alphas[index][..., None]], axis=-1)
    ahead = sheet.ahead(data[..., :3])
    if (ahead <= 0.0).any():
        data, counts = cut(data, counts, ahead - 1e-9)
    kept = counts > 2
    data, counts = data[kept], counts[kept]
    if not len(counts):
        return np.zeros((0, 3, 3)), counts, None
    safe = np.where(
        (np.arange(data.shape[1]) < counts[:, None])[..., None], data[..., :3], data[:, :1, :3]
    )
    flat = sheet.place(safe)
    sizes = np.abs(areas(flat, counts))
    widest = flat[int(np.argmax(sizes)), : counts[int(np.argmax(sizes))]]
    plane = _plane(widest) if sizes.sum() > EDGE_ON else None
    return np.concatenate([flat[..., :2], data[..., 3:]], axis=-1), counts, plane


def _plane(points: Array) -> Array | None:
    columns = np.column_stack([points[:, :2], np.ones(len(points))])
    plane, _, rank, _ = np.linalg.lstsq(columns, points[:, 2], rcond=None)
    return np.asarray(plane, float) if rank == 3 else None


def _by_alpha(region: Region, polygons: Array, counts: Ints) -> list[tuple[list[Array], float]]:
    """Return polygons of nearly uniform opacity, relative to that of the region."""
    if region.alphas is None:
        flat = [one[:count, :2] for one, count in zip(polygons, counts, strict=True)]
        return [(flat, 1.0)]
    top = float(polygons[..., 2].max(initial=0.0))
    if top <= 0.0:
        return []
    found = []
    level = polygons[..., 2] / top * ALPHA_BANDS
    data = np.concatenate([polygons[..., :2], level[..., None]], axis=-1)
    for k in range(ALPHA_BANDS):
        above, left = cut(data, counts, data[..., 2] - k)
        band, left = cut(above, left, k + 1.0 - above[..., 2])
        if k == ALPHA_BANDS - 1:
            band, left = above, np.where(left > 2, left, 0)
        flat = [one[:count, :2] for one, count in zip(band, left, strict=True) if count > 2]
        if flat:
            found.append((flat, (k + 0.5) / ALPHA_BANDS * top))
    return found


def _gaps(made: Bodies, plane: Array) -> tuple[Array, Array]:
    """Return the least and greatest depth of each patch in front of a plane (p,)."""
    vertices, starts = made.patches.clouds
    x, y, depth = made.facets.paper[vertices].T
    gap = plane[0] * x + plane[1] * y + plane[2] - depth
    return np.minimum.reduceat(gap, starts[:-1]), np.maximum.reduceat(gap, starts[:-1])


def _part(made: Bodies, patch: int, plane: Array) -> CrossSection:
    """Return the part of a patch that is nearer than a plane."""
    corner = made.facets.corners(made.patches.members(patch))
    gap = corner[..., :2] @ plane[:2] + plane[2] - corner[..., 2]
    points, counts = cut(corner[..., :2], np.full(len(corner), 3), gap)
    pieces = [one[:count] for one, count in zip(points, counts, strict=True) if count > 2]
    return CrossSection(pieces, FillRule.NonZero)
