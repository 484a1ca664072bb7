"""Edges of solids behind visible surfaces."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.visibility.adjacency import lone_edges, shared_edges
from rvs.export.visibility.bodies import Bodies
from rvs.export.visibility.facets import Facets, facets
from rvs.export.visibility.line_cuts import Curtain, curtain_of
from rvs.export.visibility.order import GLASS
from rvs.export.visibility.wires import thin_triangles

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
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
