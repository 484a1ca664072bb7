"""Edges behind visible surfaces, and thin wires drawn as single strokes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.export.visibility.bodies import Bodies
from rvs.export.visibility.facets import Facets, facets
from rvs.export.visibility.line_cuts import Cover, Curtain, curtain_of
from rvs.export.visibility.order import GLASS
from rvs.export.visibility.patches import lone_edges, shared_edges
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


# What is hidden is lighter than what is seen, and not only thinner.
HIDDEN_INK = (0.45, 0.47, 0.50, 1.0)
# Dashes and gaps, in mm.
DASHES = (1.6, 0.9)
# Hidden pieces shorter than this, in units, are left out.
SHORTEST = 0.8


def hidden_edges(made: Bodies, contour: float = 0.0) -> dict[int, list[Array]]:
    """Return the hidden parts of creases and silhouettes as polylines (n, 2), by solid.

    Args:
        made: The solids.
        contour: Width of contours in units; wires thinner than two contours are omitted.
    """
    solids = made.facets.solids
    bodies = np.array([solid.layer == "body" for solid in solids], bool)
    which = np.flatnonzero((made.kind < GLASS) & bodies)
    every = facets([solids[k] for k in which], made.facets.sheet, both_sides=True)
    curtain = curtain_of(made)
    if not len(every) or curtain is None:
        return {}
    thick = ~thin_triangles(every, contour)
    depends = thick.tobytes(), curtain.pixel
    return made.once("hidden edges", depends, lambda: _hidden(curtain, every, thick, which))


def _hidden(curtain: Curtain, every: Facets, thick: Bools, which: Ints) -> dict[int, list[Array]]:
    """Return the hidden triangles that do not belong to thin wires, by solid."""
    ends, owner = _feature_edges(every)
    ends, solid = ends[thick[owner]], every.solid[owner[thick[owner]]]
    segments = every.paper[ends]
    pieces = curtain.hidden(segments)
    start = segments[pieces.segment, 0, :2]
    way = segments[pieces.segment, 1, :2] - start
    first, last = (start + part[:, None] * way for part in (pieces.first, pieces.last))
    long = np.hypot(*(last - first).T) > SHORTEST
    found: dict[int, list[Array]] = {}
    for number in np.flatnonzero(long).tolist():
        of = int(which[solid[pieces.segment[number]]])
        found.setdefault(of, []).append(np.stack([first[number], last[number]]))
    return {of: _chained(lines) for of, lines in found.items()}


def _feature_edges(every: Facets) -> tuple[Ints, Ints]:
    """Return edges between two surfaces, between front and back, or of a surface seen edge-on.

    Returns:
        Vertices at both ends (n, 2), and a triangle of each (n,).
    """
    edges = shared_edges(every)
    corner = every.corners()[..., :2]
    a, b = corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]
    front = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] < 0.0
    feature = ~edges.smooth | (front[edges.one] != front[edges.two])
    owner, ends = lone_edges(every)
    return (
        np.concatenate([edges.ends[feature], ends]),
        np.concatenate([edges.one[feature], owner]),
    )


def _chained(lines: list[Array]) -> list[Array]:
    """Return segments joined to polylines if the end of one is the start of another."""
    ends: dict[tuple[float, float], list[Array]] = {}
    chains: list[list[Array]] = []
    for line in lines:
        start, end = (tuple(np.round(point, 4).tolist()) for point in line)
        chain = ends.pop(start, None)
        if chain is None:
            chain = [line[0]]
            chains.append(chain)
        chain.append(line[1])
        ends[end] = chain
    return [np.array(chain) for chain in chains]
