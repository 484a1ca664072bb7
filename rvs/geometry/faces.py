"""Collects the faces of a body as points and welds them into one closed mesh."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import Outline
from rvs.geometry.polygons import convex_pieces
from rvs.geometry.rows import each_once
from rvs.geometry.surfaces import welded

DOWN, UP = (0.0, 0.0, -1.0), (0.0, 0.0, 1.0)
# corners of a face of a band: which outline, which end of its step
_ROUND = ((0, 0), (0, 1), (1, 1), (1, 0))


class Faces:
    """Growing list of faces; coinciding points become one vertex."""

    def __init__(self) -> None:
        self._points: list[Array] = []
        self._normals: list[Array] = []
        self._groups: list[int] = []
        self._group = 0

    def group(self) -> int:
        """Return the number of a new smooth group."""
        self._group += 1
        return self._group - 1

    def add(self, points: ArrayLike, normals: ArrayLike, group: int) -> None:
        """Add a face, counter-clockwise seen from outside.

        Args:
            points: Its corners (k, 3); coinciding corners are counted once.
            normals: One for all (3,), or one per corner (k, 3).
            group: Smooth group.
        """
        corners = np.asarray(points, float)
        directions = np.empty_like(corners)
        directions[:] = normals
        self._add_all(corners[None], directions[None], [group])

    def _add_all(self, corners: Array, normals: Array, groups: Sequence[int]) -> None:
        """Add n faces of k corners: corners and normals (n, k, 3), groups (n,)."""
        sizes = (corners.max(axis=1) - corners.min(axis=1)).max(axis=1)
        sizes[sizes == 0.0] = 1.0
        before = np.concatenate([corners[:, -1:], corners[:, :-1]], axis=1)
        apart = np.abs(corners - before).max(axis=2) > 1e-9 * sizes[:, None]
        for k in np.flatnonzero(apart.sum(axis=1) >= 3).tolist():
            self._points.append(corners[k, apart[k]])
            self._normals.append(normals[k, apart[k]])
            self._groups.append(groups[k])

    def flat(self, points: ArrayLike) -> None:
        """Add a face with a separate smooth group and the normal of its plane."""
        corners = np.asarray(points, float)
        normal = np.cross(corners, np.roll(corners, -1, axis=0)).sum(axis=0)
        self.add(corners, normal / np.linalg.norm(normal), self.group())

    def band(self, low: Outline, high: Outline, z: tuple[float, float], tilt: ArrayLike) -> None:
        """Add the faces between two closed outlines with equal numbers of steps, at two heights.

        Args:
            low: Outline at the lower height.
            high: Outline at the upper one.
            z: The heights, m; if the first is the larger, the band faces inwards.
            tilt: Angle of the normals above the plane at either outline (2,), rad.
        """
        groups = {int(group): self.group() for group in each_once(low.groups)}
        lift = np.asarray(tilt, float)
        outwards = 1.0 if z[1] > z[0] else -1.0
        corners, normals = np.empty((2, low.steps, 4, 3))
        for k, (top, end) in enumerate(_ROUND):
            outline = (low, high)[top]
            corners[:, k, :2], corners[:, k, 2] = outline.points[end : end + low.steps], z[top]
            normals[:, k, :2] = np.cos(lift[top]) * outline.normals[:, end]
            normals[:, k, 2] = np.sin(lift[top])
        self._add_all(corners, outwards * normals, [groups[int(one)] for one in low.groups])

    def lid(self, outline: Outline, holes: Sequence[Outline], z: float, up: bool) -> None:
        """Close an end: the area inside an outline and outside its holes, at a height."""
        loops = [outline.points[:-1], *(hole.points[:-1] for hole in holes)]
        points = np.concatenate(loops)
        lifted = np.column_stack([points, np.full(len(points), z)])
        group = self.group()
        for cycle in convex_pieces(loops[0], loops[1:]):
            corners = lifted[cycle] if up else lifted[cycle[::-1]]
            self.add(corners, UP if up else DOWN, group)

    def mesh(self, parts: Sequence[ArrayLike] | None = None) -> Mesh:
        """Return all faces as one mesh.

        Args:
            parts: Corners of convex bodies whose union fills it, each (k, 3); None if unknown.
        """
        corners = np.concatenate(self._points)
        clouds = [np.asarray(part, float) for part in parts or ()]
        vertices, place = welded(np.concatenate([corners, *clouds]))
        ends = np.cumsum([len(corners), *(len(cloud) for cloud in clouds)])
        used = each_once(place[: len(corners)])
        renumber = np.full(len(vertices), -1)
        renumber[used] = np.arange(len(used))
        bodies = [each_once(renumber[place[a:b]]) for a, b in pairwise(ends)]
        return Mesh(
            vertices[used],
            renumber[place[: len(corners)]],
            np.cumsum([0, *map(len, self._points)]),
            np.concatenate(self._normals),
            self._groups,
            None if parts is None else [body[body >= 0] for body in bodies],
        )


def slab(
    outlines: Sequence[Outline],
    heights: Sequence[float],
    tilts: Sequence[tuple[float, float]],
    holes: Sequence[Outline] = (),
) -> Mesh:
    """Return a plate whose outline changes with height, with straight holes through it.

    Args:
        outlines: Closed outlines with equal numbers of steps, from the bottom up.
        heights: Their heights, ascending.
        tilts: Inclination of the normals at the lower and upper outline of each band between them,
            rad.
        holes: Outlines of the holes, counter-clockwise.
    """
    faces = Faces()
    for k, tilt in enumerate(tilts):
        faces.band(outlines[k], outlines[k + 1], (heights[k], heights[k + 1]), tilt)
    for hole in holes:
        faces.band(hole, hole, (heights[-1], heights[0]), (0.0, 0.0))
    faces.lid(outlines[0], holes, heights[0], up=False)
    faces.lid(outlines[-1], holes, heights[-1], up=True)
    # The light that falls through holes is no matter, so what fills the outlines will do.
    return faces.mesh(_pieces(outlines, heights))


def _pieces(outlines: Sequence[Outline], heights: Sequence[float]) -> list[Array]:
    """Return convex bodies between outlines that are cut in the same manner."""
    levels = [
        np.column_stack([outline.points[:-1], np.full(outline.steps, z)])
        for outline, z in zip(outlines, heights, strict=True)
    ]
    widest = max(outlines, key=lambda outline: outline.area)
    return [
        np.concatenate([level[cycle] for level in levels])
        for cycle in convex_pieces(widest.points[:-1])
    ]
