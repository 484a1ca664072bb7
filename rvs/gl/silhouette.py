"""Silhouettes of solids in whole pixels: found here where the processor draws anyway.

In a framebuffer they would be painted face by face, and had to be waited for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.geometry.mesh_edges import Indices

Mask = NDArray[np.bool_]
Whole = NDArray[np.int64]
# Left, bottom, right and top, from the lower left corner of the picture.
Page = tuple[int, int, int, int]
# Corners are placed to parts of a pixel as software renderers do; middles of pixels are whole.
STEPS = 256
# What is farther away from the middle of the picture is cut off, in pixels.
GUARD = 2.0**15


class Shape(NamedTuple):
    """Instances of a closed mesh.

    Attributes:
        vertices: Its vertices (v, 3), m.
        triangles: Vertices of its triangles, counter-clockwise seen from outside (t, 3).
        ends: Vertices that its edges go from and to (e, 2).
        sides: Triangle to the left of each edge and to its right, t where there is none (e, 2).
        first: Row of the pose of the first instance.
        instances: How many they are.
        mirrored: Their poses turn it inside out.
    """

    vertices: Array
    triangles: Indices
    ends: Indices
    sides: Indices
    first: int
    instances: int
    mirrored: bool


@accelerated
def silhouette(
    shapes: Sequence[Shape], rows: NDArray[np.float32], lens: Array, depths: tuple[float, float],
    page: Page, margin: int,
) -> tuple[Mask, int, int]:  # fmt: skip
    """Return where solids cover the middles of pixels in a box, and the box's left and bottom.

    The kernel goes along those edges alone that have the front of a solid on one side.

    Args:
        shapes: The solids.
        rows: Poses in the first three of each row (n, 5, 4).
        lens: The numbers of ``lens`` for the whole picture, in device pixels.
        depths: Between which depths things are shown, in m.
        page: The part of the picture that counts.
        margin: How many pixels around the solids the box has too, where the page goes on.
    """
    seen = [_seen(shape, rows, lens) for shape in shapes]
    points = np.concatenate([np.zeros((0, 3)), *(own for own, _ in seen)])
    counts = np.cumsum([0, *(len(own) for own, _ in seen)])
    faces = [own + count for count, (_, own) in zip(counts[:-1], seen, strict=True)]
    triangles = np.concatenate([np.zeros((0, 3), np.int64), *faces])
    inside = _inside(points, lens, depths)
    within: Mask = np.logical_and.reduce(inside >= 0.0, axis=1)
    page = _around(_placed(points, lens), page, margin) if within.all() else page
    whole = within[triangles].all(axis=1)
    crossing = triangles[~whole & (inside[triangles] >= 0.0).any(axis=1).all(axis=1)]
    pieces = [_cut(points[one], lens, depths) for one in crossing]
    corners = _placed(np.concatenate([points[triangles[whole]], *pieces]), lens)
    return _filled(corners, page), page[0], page[1]


def _seen(shape: Shape, rows: NDArray[np.float32], lens: Array) -> tuple[Array, Whole]:
    """Places to the right of the eye, above it and ahead (n, 3), and triangles (t, 3)."""
    poses = rows[shape.first : shape.first + shape.instances, :3].astype(float)
    axes = lens[3:12].reshape(3, 3) * [[1.0], [1.0], [-1.0]]
    turns = _sums(axes[:, None], poses[:, None, :, :3].swapaxes(-1, -2))
    shifts = _sums(axes, (poses[:, :, 3] - lens[:3])[:, None])
    vertices = shape.vertices.astype(np.float32)
    places = _sums(turns[:, None], vertices[:, None].astype(float)) + shifts[:, None]
    order = [0, 2, 1] if shape.mirrored else [0, 1, 2]
    triangles = shape.triangles[:, order].astype(np.int64)
    each = len(shape.vertices) * np.arange(shape.instances)[:, None, None]
    return places.reshape(-1, 3), (triangles + each).reshape(-1, 3)


def _sums(one: Array, two: Array) -> Array:
    """Products of vectors, in this order."""
    x, y, z = np.moveaxis(one * two, -1, 0)
    found: Array = x + y + z
    return found


def _inside(points: Array, lens: Array, depths: tuple[float, float]) -> Array:
    """By how much points (..., 3) lie inside of each bound of what is shown (..., 6)."""
    across, up, ahead = np.moveaxis(points, -1, 0)
    wide = GUARD * _pixels(ahead, lens)
    sides = ahead - depths[0], depths[1] - ahead, wide - across, wide + across, wide - up, wide + up
    return np.stack(sides, axis=-1)


def _pixels(ahead: Array, lens: Array) -> Array:
    """How many metres one pixel covers at depths (...,); none is behind the eye."""
    return np.full_like(ahead, lens[14]) if lens[15] else lens[14] * ahead


def _cut(triangle: Array, lens: Array, depths: tuple[float, float]) -> Array:
    """What of a triangle (3, 3) is shown, as triangles (t, 3, 3)."""
    polygon = list(triangle)
    for side in range(6):
        if not polygon:
            break
        inside = _inside(np.array(polygon), lens, depths)[:, side].tolist()
        polygon = _halved(polygon, inside)
    fan = [(polygon[0], *polygon[k : k + 2]) for k in range(1, len(polygon) - 1)]
    return np.array(fan).reshape(-1, 3, 3)


def _halved(polygon: list[Array], inside: list[float]) -> list[Array]:
    """What of a convex polygon lies inside of a bound."""
    kept = []
    for k, (point, own) in enumerate(zip(polygon, inside, strict=True)):
        before, other = polygon[k - 1], inside[k - 1]
        if (own >= 0.0) != (other >= 0.0):
            kept.append(before + (point - before) * (other / (other - own)))
        if own >= 0.0:
            kept.append(point)
    return kept


def _placed(points: Array, lens: Array) -> Whole:
    """Where points (..., 3) lie, in parts of a pixel from the middle of the first one (..., 2)."""
    places = lens[12:14] + points[..., :2] * (1.0 / _pixels(points[..., 2:], lens))
    return np.rint(places * STEPS).astype(np.int64) - STEPS // 2


def _after(place: Whole) -> Whole:
    """The first pixel whose middle is at a place or behind it."""
    return -(-place // STEPS)


def _around(places: Whole, page: Page, margin: int) -> Page:
    """The part of a page that has all places (n, 2) and a margin."""
    if not len(places):
        return page[0], page[1], page[0], page[1]
    left, bottom = (_after(places.min(axis=0)) - margin).tolist()
    right, top = (_after(places.max(axis=0)) + margin).tolist()
    left, bottom = min(max(left, page[0]), page[2]), min(max(bottom, page[1]), page[3])
    return left, bottom, max(min(right, page[2]), left), max(min(top, page[3]), bottom)


def _filled(triangles: Whole, page: Page) -> Mask:
    """Which pixels of a page are in triangles (t, 3, 2) that turn counter-clockwise."""
    left, bottom, right, top = page
    mask = np.zeros((top - bottom, right - left + 1), np.int64)
    one, two = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    triangles = triangles[one[:, 0] * two[:, 1] > one[:, 1] * two[:, 0]]
    order = np.argsort(triangles[:, :, 1], axis=1, kind="stable")
    low, middle, high = np.take_along_axis(triangles, order[:, :, None], axis=1).swapaxes(0, 1)
    first = np.clip(_after(low[:, 1]), bottom, top)
    counts = np.clip(_after(high[:, 1]), bottom, top) - first
    which = np.repeat(np.arange(len(low)), counts)
    row = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts - first, counts)
    low, middle, high = low[which], middle[which], high[which]
    lower = (row < _after(middle[:, 1]))[:, None]
    bend = np.where(lower, low, middle), np.where(lower, middle, high)
    ends = _crossing(low, high, row), _crossing(*bend, row)
    for end, step in ((np.minimum(*ends), 1), (np.maximum(*ends), -1)):
        np.add.at(mask, (row - bottom, np.clip(end, left, right) - left), step)
    return mask.cumsum(axis=1)[:, :-1] > 0


def _crossing(low: Whole, high: Whole, row: Whole) -> Whole:
    """The first pixel of rows (n,) that is not left of an edge that crosses them."""
    across, up = (high - low).T
    found: Whole = -(-(low[:, 0] * up + (row * STEPS - low[:, 1]) * across) // (STEPS * up))
    return found
