"""Edges shared by two triangles, and whether the surface is smooth across them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rvs.export.visibility.facets import EDGES, Facets
from rvs.value_class import dataclass

Ints = NDArray[np.int64]
# Cosine of the angle, 2 degrees, up to which two normals are one.
ONE_NORMAL = 0.9994


@dataclass(frozen=True, eq=False)
class SharedEdges:
    """Edges between two triangles each.

    Attributes:
        one: A triangle (n,).
        two: The other one (n,).
        ends: Vertices at both ends (n, 2).
        smooth: True if both triangles belong to one smooth surface (n,): they have the same group,
            or the same normals at both ends.
    """

    one: Ints
    two: Ints
    ends: Ints
    smooth: NDArray[np.bool_]


def shared_edges(facets: Facets) -> SharedEdges:
    """Return the edges shared by triangles."""
    ends = facets.triangles[:, EDGES].reshape(-1, 2)
    normals = facets.normals[:, EDGES].reshape(-1, 2, 3)
    upward = ends[:, 0] > ends[:, 1]
    ends[upward], normals[upward] = ends[upward, ::-1], normals[upward, ::-1]
    owner = np.repeat(np.arange(len(facets)), 3)
    group = facets.group[owner]
    order = np.lexsort((group, ends[:, 1], ends[:, 0]))
    ends, normals, owner, group = ends[order], normals[order], owner[order], group[order]
    shared = (ends[1:] == ends[:-1]).all(axis=1)
    smooth = (np.einsum("ekd,ekd->ek", normals[1:], normals[:-1]) > ONE_NORMAL).all(axis=1)
    smooth |= group[1:] == group[:-1]
    return SharedEdges(owner[:-1][shared], owner[1:][shared], ends[1:][shared], smooth[shared])


def lone_edges(facets: Facets) -> tuple[Ints, Ints]:
    """Return edges that belong to only one triangle: triangles (n,), vertices at both ends (n, 2).

    In a closed body the triangles next to them are seen edge-on, as in views along an axis.
    """
    ends = facets.triangles[:, EDGES].reshape(-1, 2)
    ends = np.sort(ends, axis=1)
    found, first, count = np.unique(ends, axis=0, return_index=True, return_counts=True)
    alone = count == 1
    return first[alone] // 3, found[alone]
