"""The plane of a given direction with the largest section of some bodies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array

# Places that are tried, and which share of the largest section counts as being as large.
PLACES, NEARLY = 121, 0.9


def widest(solids: Sequence[Solid], normal: ArrayLike) -> float:
    """Return the offset along a normal at which a plane cuts the largest area of closed bodies.

    The area of a section equals the projection along the normal of the surface beyond it (the
    divergence theorem); a triangle is beyond the plane if its centre is.

    Args:
        solids: The bodies, at least one.
        normal: Unit normal of the plane (3,).
    """
    way = np.asarray(normal, float)
    found = [_shadows(solid, way) for solid in solids]
    places = np.concatenate([place for place, _ in found])
    shadows = np.concatenate([shadow for _, shadow in found])
    order = np.argsort(places)
    beyond = np.append(np.cumsum(shadows[order][::-1])[::-1], 0.0)
    tried = np.linspace(places.min(), places.max(), PLACES)
    areas = beyond[np.searchsorted(places[order], tried, side="right")]
    best = int(np.argmax(areas))
    large = areas >= NEARLY * areas[best]
    # a prism has the same section from end to end: the middle of them all
    first = best - int(np.argmin(np.append(large[best::-1], False))) + 1
    last = best + int(np.argmin(np.append(large[best:], False))) - 1
    return float((tried[first] + tried[last]) / 2)


def _shadows(solid: Solid, way: Array) -> tuple[Array, Array]:
    """Return positions of a body's triangles along a direction (t,), and signed areas (t,)."""
    mesh = solid.mesh
    corners = mesh.vertices[mesh.corners[mesh.triangles]] @ solid.pose[:3, :3].T
    corners = corners + solid.pose[:3, 3]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
    return corners.mean(axis=1) @ way, normals @ way
