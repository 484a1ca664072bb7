"""Pieces of a model as triangles, and touching bodies as one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manifold3d import Error, Manifold, Mesh64, OpType
from numpy.typing import NDArray

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.value_class import dataclass

Triangles = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Surface:
    """Triangles.

    Attributes:
        points: Their corners (v, 3).
        triangles: Three corners each, counter-clockwise seen from outside (t, 3).
        closed: They form a closed body.
    """

    points: Array
    triangles: Triangles
    closed: bool = True


def united(pieces: Sequence[tuple[Solid, Array]], scale: float) -> Surface:
    """Return the union of bodies: overlapping or touching ones become one closed surface.

    Open surfaces, such as a shell of a mesh file, are included unchanged.

    Args:
        pieces: The bodies, each with the pose of its node (4, 4).
        scale: Units of the result per metre.
    """
    closed, open_ones = [], []
    for piece, node in pieces:
        surface = placed(piece, node, scale)
        body = Manifold(Mesh64(surface.points, surface.triangles.astype(np.uint64)))
        # Of a shell that is drawn from both sides nothing would be left.
        if body.status() == Error.NoError and body.volume() > 0.0:
            closed.append(body)
        else:
            open_ones.append(surface)
    if closed:
        whole = Manifold.batch_boolean(closed, OpType.Add).to_mesh64()
        points, triangles = whole.vert_properties[:, :3], whole.tri_verts.astype(np.int64)
        joined = Surface(np.array(points), triangles)
    else:
        joined = Surface(np.zeros((0, 3)), np.zeros((0, 3), np.int64))
    return together([joined, *open_ones], closed=not open_ones)


def together(surfaces: Sequence[Surface], closed: bool) -> Surface:
    """Return surfaces as one, with their points in sequence."""
    counts = np.cumsum([0, *(len(one.points) for one in surfaces)])
    rows = [one.triangles + start for one, start in zip(surfaces, counts, strict=False)]
    points = np.concatenate([one.points for one in surfaces])
    return Surface(points, np.concatenate(rows), closed)


def placed(piece: Solid, node: Array, scale: float) -> Surface:
    """Return a piece in the world, in units of 1/``scale`` metres."""
    pose = node @ piece.pose
    points = scale * (piece.mesh.vertices @ pose[:3, :3].T + pose[:3, 3])
    corners = piece.mesh.corners.astype(np.int64)[piece.mesh.triangles]
    return Surface(points, corners)
