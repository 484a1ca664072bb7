"""The light on patches: small triangles with the colour seen at each of their corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.visibility.facets import Facets
from rvs.export.visibility.patches import Patches
from rvs.model.appearance.materials import MATERIALS
from rvs.scene.camera import axes
from rvs.scene.light import shade

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
class _Mesh:
    """Triangles by their corners: facet each is of (m,), and per corner world, normal, colour."""

    source: Ints
    world: Array
    normals: Array
    colors: Array

    def where(self, which: Bools) -> _Mesh:
        return _Mesh(self.source[which], self.world[which], self.normals[which], self.colors[which])


def tones(patches: Patches, which: Sequence[int], matte: bool = False) -> Tones:
    """Return the light on some patches, on triangles small enough for linear interpolation.

    Args:
        patches: All patches.
        which: Those wanted.
        matte: Take all materials as matte.
    """
    facets = patches.facets if not matte else _matte(patches.facets)
    wanted = np.zeros(len(patches), bool)
    wanted[list(which)] = True
    some = np.flatnonzero(wanted[patches.of])
    world, normals = facets.world[facets.triangles[some]], facets.normals[some]
    mesh = _Mesh(some, world, normals, _colors(facets, some, world, normals))
    done = []
    for _ in range(ROUNDS):
        middle = _middles(facets, mesh)
        halved = _too_long(facets, mesh, middle)
        split = np.asarray(halved.any(axis=1))
        done.append(mesh.where(~split))
        mesh = _divided(mesh.where(split), middle.where(split), halved[split])
    done.append(mesh)
    source = np.concatenate([one.source for one in done])
    world = np.concatenate([one.world for one in done])
    colors = np.concatenate([one.colors for one in done])
    patch = patches.of[source]
    points = facets.sheet.place(world)[..., :2]
    return Tones(patch, patches.surface[patch], points, colors)


def _matte(facets: Facets) -> Facets:
    solids = tuple(replace(solid, material="matte") for solid in facets.solids)
    return replace(facets, solids=solids)


def _middles(facets: Facets, mesh: _Mesh) -> _Mesh:
    """The middles of the edges opposite to each corner."""
    world = (mesh.world[:, [1, 2, 0]] + mesh.world[:, [2, 0, 1]]) / 2
    normals = mesh.normals[:, [1, 2, 0]] + mesh.normals[:, [2, 0, 1]]
    length = np.linalg.norm(normals, axis=-1, keepdims=True)
    normals = normals / np.where(length > 0.0, length, 1.0)
    return _Mesh(mesh.source, world, normals, _colors(facets, mesh.source, world, normals))


def _too_long(facets: Facets, mesh: _Mesh, middle: _Mesh) -> Bools:
    """Whether the edge opposite to each corner must be halved (m, 3); neighbours agree on it."""
    one, two = [1, 2, 0], [2, 0, 1]
    to_eye = facets.sheet.to_eye(mesh.world)
    far = np.linalg.norm(mesh.normals[:, one] - mesh.normals[:, two], axis=-1) > NORMAL_STEP
    far |= np.linalg.norm(to_eye[:, one] - to_eye[:, two], axis=-1) > EYE_STEP
    mean = (mesh.colors[:, one] + mesh.colors[:, two]) / 2
    far |= np.abs((middle.colors - mean) @ LUMINANCE) > LIGHT_STEP
    flat = facets.sheet.place(mesh.world)[..., :2]
    long: Bools = np.linalg.norm(flat[:, one] - flat[:, two], axis=-1) > SHORT
    halved: Bools = far & long
    return halved


def _divided(mesh: _Mesh, middle: _Mesh, halved: Bools) -> _Mesh:
    """Triangles cut at the middles of some of their edges, at least one each."""
    number = halved.sum(axis=1)
    # turned so that the edges halved are the first ones, and with two the last is whole
    turn = np.where(number == 2, (np.argmin(halved, axis=1) + 1) % 3, np.argmax(halved, axis=1))
    place = (np.arange(3) + turn[:, None]) % 3
    row = np.arange(len(turn))[:, None]

    def six(ends: Array, middles: Array) -> Array:
        return np.concatenate([ends[row, place], middles[row, place]], axis=1)

    world, normals = six(mesh.world, middle.world), six(mesh.normals, middle.normals)
    colors = six(mesh.colors, middle.colors)
    parts = []
    for count, sides in _CUTS.items():
        here = number == count
        parts.append(
            _Mesh(
                np.repeat(mesh.source[here], len(sides)),
                *(all_[here][:, sides].reshape(-1, 3, 3) for all_ in (world, normals, colors)),
            )
        )
    return _Mesh(
        np.concatenate([part.source for part in parts]),
        np.concatenate([part.world for part in parts]),
        np.concatenate([part.normals for part in parts]),
        np.concatenate([part.colors for part in parts]),
    )


# Triangles of corners 0 to 2 and the middles 3 to 5 of the edges opposite to them, for one edge
# halved (that opposite to 0), two (opposite to 0 and 1) and all three.
_CUTS = {
    1: [[0, 1, 3], [0, 3, 2]],
    2: [[0, 1, 3], [0, 3, 4], [4, 3, 2]],
    3: [[0, 5, 4], [5, 1, 3], [4, 3, 2], [5, 3, 4]],
}


def _colors(facets: Facets, source: Ints, world: Array, normals: Array) -> Array:
    """The colour seen at points of facets (m, 3, 3)."""
    colors = np.zeros(world.shape)
    right = axes(facets.sheet.camera)[0]
    names = np.array([one.material for one in facets.solids])
    base = np.array([one.color[:3] for one in facets.solids])
    solid = facets.solid[source]
    for name in np.unique(names[solid]) if len(solid) else ():
        here = names[solid] == name
        paint = np.broadcast_to(base[solid[here], None], world[here].shape)
        to_eye = facets.sheet.to_eye(world[here])
        colors[here] = shade(normals[here], to_eye, paint, MATERIALS[str(name)], right)
    return colors
