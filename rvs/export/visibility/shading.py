"""The light on patches: small triangles with a colour at each corner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.visibility.facets import Facets
from rvs.export.visibility.patches import Patches
from rvs.export.visibility.plane.rows import lengths, numbered
from rvs.model.appearance.materials import MATERIALS
from rvs.scene.camera import axes
from rvs.scene.light import shade
from rvs.value_class import dataclass

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

LUMINANCE = np.array([0.299, 0.587, 0.114])
# Edges along which the normal, or the way to the eye, turns by more than this are halved, in rad;
NORMAL_STEP, EYE_STEP = 0.16, 0.10
# others where the light in the middle differs by more than this from the mean of the ends.
LIGHT_STEP = 1.5 / 255
# Edges shorter than this, in units, are never halved.
SHORT = 1.5
ROUNDS = 4


@dataclass(frozen=True, eq=False)
class Tones:
    """Triangles with colours at their corners.

    Attributes:
        patch: Patch of each triangle (m,).
        surface: Surface of each triangle (m,).
        points: Corners on the sheet (m, 3, 2).
        colors: Colours at the corners, sRGB 0 to 1 (m, 3, 3).
    """

    patch: Ints
    surface: Ints
    points: Array
    colors: Array

    def where(self, which: Bools) -> Tones:
        """Return some of the triangles."""
        return Tones(self.patch[which], self.surface[which], self.points[which], self.colors[which])

    @cached_property
    def sizes(self) -> Array:
        """Areas of the triangles on the sheet (m,)."""
        one, two = self.points[:, 1] - self.points[:, 0], self.points[:, 2] - self.points[:, 0]
        area: Array = np.abs(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / 2
        return area


@dataclass(frozen=True, eq=False)
class _Points:
    """Points of surfaces: solid (p,), position, normal, direction to the eye, colour (p, 3), m."""

    solid: Ints
    world: Array
    normals: Array
    to_eye: Array
    colors: Array

    def where(self, which: Ints | Bools) -> _Points:
        return _Points(*(every[which] for every in self._all()))

    def with_more(self, more: _Points) -> _Points:
        pairs = zip(self._all(), more._all(), strict=True)
        return _Points(*(np.concatenate(pair) for pair in pairs))

    def _all(self) -> tuple[Any, ...]:
        return self.solid, self.world, self.normals, self.to_eye, self.colors


@dataclass(frozen=True, eq=False)
class _Mesh:
    """Triangles: the facet of each (m,), and its corners among points (m, 3)."""

    source: Ints
    corners: Ints

    def where(self, which: Bools) -> _Mesh:
        return _Mesh(self.source[which], self.corners[which])


def tones(patches: Patches, which: Sequence[int], matte: bool = False) -> Tones:
    """Return the light on some patches, on triangles small enough for linear interpolation.

    Args:
        patches: All patches.
        which: The requested patches.
        matte: Treat all materials as matte.
    """
    facets = patches.facets if not matte else _matte(patches.facets)
    some = np.flatnonzero(patches.of_some(which))
    points, mesh = _begun(facets, some)
    done = []
    for _ in range(ROUNDS):
        points, middle, halved = _middles(facets, points, mesh)
        split = halved[:, 0] | halved[:, 1] | halved[:, 2]
        done.append(mesh.where(~split))
        mesh = _divided(mesh.where(split), middle[split], halved[split])
    done.append(mesh)
    source = np.concatenate([one.source for one in done])
    corners = np.concatenate([one.corners for one in done])
    patch = patches.of[source]
    places = facets.sheet.place(points.world)[:, :2]
    return Tones(patch, patches.surface[patch], places[corners], points.colors[corners])


def _matte(facets: Facets) -> Facets:
    solids = tuple(replace(solid, material="matte") for solid in facets.solids)
    return replace(facets, solids=solids)


def _begun(facets: Facets, some: Ints) -> tuple[_Points, _Mesh]:
    """Return the corners of some facets, each of a solid's points once, and their triangles."""
    numbers = facets.corner[some].ravel()
    # where each number comes last: any corner of that number does
    place = np.full(int(numbers.max(initial=-1)) + 1, -1)
    place[numbers] = np.arange(len(numbers))
    used = np.flatnonzero(place >= 0)
    rank = np.empty(len(place), np.int64)
    rank[used] = np.arange(len(used))
    row, side = np.divmod(place[used], 3)
    of = some[row]
    world = facets.world[facets.triangles[of, side]]
    points = _lit(facets, facets.solid[of], world, facets.normals[of, side])
    return points, _Mesh(some, rank[numbers].reshape(-1, 3))


def _middles(facets: Facets, points: _Points, mesh: _Mesh) -> tuple[_Points, Ints, Bools]:
    """Return midpoints of edges to halve; neighbouring triangles share an edge and midpoint.

    Returns:
        The points with these midpoints, the midpoint of the edge opposite each corner (m, 3), and
        True if that edge is halved (m, 3).
    """
    ends = mesh.corners[:, [1, 2, 0]].ravel(), mesh.corners[:, [2, 0, 1]].ravel()
    low, high = np.minimum(*ends), np.maximum(*ends)
    first, number = numbered(low * np.int64(len(points.solid)) + high)
    low, high = low[first], high[first]
    flat = facets.sheet.place(points.world)[:, :2]
    long = np.flatnonzero(lengths(flat[low] - flat[high]) > SHORT)
    one, two = points.where(low[long]), points.where(high[long])
    normals = one.normals + two.normals
    length = lengths(normals)[:, None]
    normals = normals / np.where(length > 0.0, length, 1.0)
    middle = _lit(facets, one.solid, (one.world + two.world) / 2, normals)
    bent = _bent(one, two, middle)
    halved = np.zeros(len(first), bool)
    halved[long] = bent
    place = len(points.solid) + np.cumsum(halved) - 1
    shape = mesh.corners.shape
    grown = points.with_more(middle.where(bent))
    return grown, place[number].reshape(shape), halved[number].reshape(shape)


def _bent(one: _Points, two: _Points, middle: _Points) -> Bools:
    """Return whether surface or light turns too much between points (e,)."""
    far: Bools = lengths(one.normals - two.normals) > NORMAL_STEP
    far |= lengths(one.to_eye - two.to_eye) > EYE_STEP
    mean = (one.colors + two.colors) / 2
    far |= np.abs((middle.colors - mean) @ LUMINANCE) > LIGHT_STEP
    return far


def _divided(mesh: _Mesh, middle: Ints, halved: Bools) -> _Mesh:
    """Return triangles cut at the midpoints of some of their edges, at least one each."""
    number = halved.sum(axis=1)
    # turned so that the edges halved are the first ones, and with two the last is whole
    turn = np.where(number == 2, (np.argmin(halved, axis=1) + 1) % 3, np.argmax(halved, axis=1))
    place = (np.arange(3) + turn[:, None]) % 3
    row = np.arange(len(turn))[:, None]
    six = np.concatenate([mesh.corners[row, place], middle[row, place]], axis=1)
    source, corners = [], []
    for count, sides in _CUTS.items():
        here = number == count
        source.append(np.repeat(mesh.source[here], len(sides)))
        corners.append(six[here][:, sides].reshape(-1, 3))
    return _Mesh(np.concatenate(source), np.concatenate(corners))


# Triangles of corners 0 to 2 and the middles 3 to 5 of the edges opposite to them, for one edge
# halved (that opposite to 0), two (opposite to 0 and 1) and all three.
_CUTS = {
    1: [[0, 1, 3], [0, 3, 2]],
    2: [[0, 1, 3], [0, 3, 4], [4, 3, 2]],
    3: [[0, 5, 4], [5, 1, 3], [4, 3, 2], [5, 3, 4]],
}


def _lit(facets: Facets, solid: Ints, world: Array, normals: Array) -> _Points:
    """Return points of solids with their visible colours."""
    colors = np.zeros(world.shape)
    to_eye = facets.sheet.to_eye(world)
    right = axes(facets.sheet.camera)[0]
    base = np.array([one.color[:3] for one in facets.solids]).reshape(-1, 3)
    names = sorted({one.material for one in facets.solids})
    material = np.array([names.index(one.material) for one in facets.solids], np.int64)[solid]
    for number, name in enumerate(names):
        here = np.flatnonzero(material == number)
        paint, look = base[solid[here]], MATERIALS[name]
        if len(here):
            colors[here] = shade(normals[here], to_eye[here], paint, look, right)
    return _Points(solid, world, normals, to_eye, colors)
