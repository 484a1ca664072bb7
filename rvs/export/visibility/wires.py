"""Wires and slats that are thin in print: line art draws each as a single stroke."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.export.visibility.bodies import Bodies
from rvs.export.visibility.facets import Facets
from rvs.export.visibility.line_cuts import Cover, Curtain
from rvs.geometry.graph import connected
from rvs.geometry.mesh import Mesh
from rvs.model.derived import derived
from rvs.value_class import dataclass

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

# A wire is so many times as long as it is wide.
SLENDER = 6.0
# It is one stroke where it is narrower in print than so many contours.
CONTOURS = 2.0


@dataclass(frozen=True, eq=False)
class Pieces:
    """Connected pieces of a mesh.

    Attributes:
        of: Piece of each triangle (t,).
        ends: Ends of each slender one's axis (p, 2, 3), m.
        widths: Width of each slender piece (p,), m; infinite for all others.
    """

    of: Ints
    ends: Array
    widths: Array


@dataclass(frozen=True, eq=False)
class Wire:
    """Visible part of a wire: lines (n, 2, 2) on the sheet, its solid, its width in units."""

    lines: Array
    solid: int
    width: float


def thin_triangles(facets: Facets, contour: float) -> Bools:
    """Return which triangles belong to wires, for contours of a width in units (t,)."""
    found = np.zeros(len(facets), bool)
    for k in _slender(facets.solids):
        pieces, widths = _in_units(facets, k)
        thin = widths < CONTOURS * contour
        if thin.any():
            members = np.flatnonzero(facets.solid == k)
            middles = facets.world[facets.triangles[members]].mean(axis=1)
            found[members] = thin[_nearest(pieces, facets.solids[k], middles)]
    return found


def thin_patches(made: Bodies, contour: float) -> Bools:
    """Return which patches belong to wires, for contours of a width in units (p,)."""
    found = np.zeros(len(made.patches), bool)
    found[made.patches.of[thin_triangles(made.facets, contour)]] = True
    return found


def wires(made: Bodies, contour: float, thin: Bools) -> list[Wire]:
    """Return the lines of wires, the patches ``thin`` (p,), that only other wires hide."""
    sheet = made.facets.sheet
    opaque = made.patches.of_some(made.seen) & ~thin[made.patches.of]
    cover = Cover(made.facets, np.flatnonzero(opaque))
    curtain = Curtain(cover, sheet.pixel) if opaque.any() else None
    found = []
    for k in _slender(made.facets.solids):
        pieces, widths = _in_units(made.facets, k)
        which = np.flatnonzero(widths < CONTOURS * contour)
        ends = _placed(made.facets.solids[k], pieces.ends[which])
        ahead = (sheet.ahead(ends) > 0.0).all(axis=1)
        which, ends = which[ahead], ends[ahead]
        if not len(which):
            continue
        segments = sheet.place(ends)
        lines = segments[..., :2]
        if curtain is not None:
            seen = curtain.seen(segments)
            start, way = lines[seen.segment, 0], lines[seen.segment, 1] - lines[seen.segment, 0]
            lines = np.stack(
                [start + seen.first[:, None] * way, start + seen.last[:, None] * way], axis=1
            )
        if len(lines):
            found.append(Wire(lines, k, float(np.median(widths[which]))))
    return found


def _slender(solids: Sequence[Solid]) -> list[int]:
    """Return solids with wires among their pieces."""
    return [
        k
        for k, solid in enumerate(solids)
        if solid.layer == "body"
        and solid.size_in == "world"
        and np.isfinite(mesh_pieces(solid.mesh).widths).any()
    ]


def _in_units(facets: Facets, k: int) -> tuple[Pieces, Array]:
    """Return pieces of a solid, and their widths on the sheet (p,), infinite without a wire."""
    solid = facets.solids[k]
    pieces = mesh_pieces(solid.mesh)
    middles = _placed(solid, pieces.ends).mean(axis=1)
    return pieces, pieces.widths / facets.sheet.unit_size(middles)


def _placed(solid: Solid, points: Array) -> Array:
    placed: Array = points @ solid.pose[:3, :3].T + solid.pose[:3, 3]
    return placed


def _nearest(pieces: Pieces, solid: Solid, points: Array) -> Ints:
    """Return the piece to which each point of a solid's surface (n, 3) belongs."""
    mesh = solid.mesh
    local = (points - solid.pose[:3, 3]) @ np.linalg.inv(solid.pose[:3, :3]).T
    middles = mesh.vertices[mesh.corners[mesh.triangles]].mean(axis=1)
    from scipy.spatial import cKDTree  # type: ignore[import-untyped]

    return np.asarray(pieces.of[cKDTree(middles).query(local)[1]])


@derived(size=1024)
def mesh_pieces(mesh: Mesh) -> Pieces:
    """Return the connected pieces of a mesh, and which of them are slender."""
    corner = mesh.corners[mesh.triangles].astype(np.int64)
    pairs = corner[:, [0, 1]].reshape(-1, 2), corner[:, [1, 2]].reshape(-1, 2)
    rows, columns = np.concatenate(pairs).T
    labels = connected(rows.copy(), columns.copy(), len(mesh.vertices))
    number = int(labels.max(initial=-1)) + 1
    ends, widths = np.zeros((number, 2, 3)), np.full(number, np.inf)
    order = np.argsort(labels, kind="stable")
    starts = np.searchsorted(labels[order], np.arange(number + 1))
    for k in range(number):
        points = mesh.vertices[order[starts[k] : starts[k + 1]]]
        if len(points) >= 4:
            ends[k], widths[k] = _axis(points)
    return Pieces(labels[corner[:, 0]], ends, widths)


def _axis(points: Array) -> tuple[Array, float]:
    """Return ends of the axis of a piece (2, 3) and its width, infinite if it is not slender."""
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    turn = np.linalg.svd(points - points.mean(axis=0), full_matrices=False)[2]
    along = (points - middle) @ turn.T
    low, high = along.min(axis=0), along.max(axis=0)
    sizes = high - low
    centre = (low + high) / 2
    ends = np.stack([centre, centre])
    ends[:, 0] = low[0], high[0]
    slender = sizes[0] > SLENDER * sizes[1:].max()
    return middle + ends @ turn, float(sizes[1:].max()) if slender else np.inf
