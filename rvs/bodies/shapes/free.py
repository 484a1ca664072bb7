"""Shapes of any outline: extrusions, revolutions, sweeps and lofts."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from rvs.bodies.geometry import extrude, revolve
from rvs.bodies.mesh import Mesh
from rvs.bodies.outline import rounded, smooth
from rvs.bodies.polygons import convex_pieces
from rvs.bodies.shapes.faces import Faces
from rvs.bodies.shapes.paths import mitred_rings
from rvs.bodies.shapes.steps import fillet_step
from rvs.engine.arrays import Array


def extrusion(points: Array, height: float, fillet: float, sides: int) -> Mesh:
    """Return a polygon raised along +z."""
    outline = rounded(turned_left(points), fillet, closed=True, step=fillet_step(sides))
    return extrude(outline, height)


def revolution(points: Array, crease: float, sides: int) -> Mesh:
    """Return a profile turned about the z axis."""
    closed = np.array_equal(points[0], points[-1])
    chain = points[:-1] if closed else _to_axis(points)
    return revolve(smooth(chain, crease, closed), sides)


def sweep_along(section: Array, path: Array) -> Mesh:
    """Return a polygon carried along a path, mitred at its corners."""
    outline = turned_left(section)
    rings = mitred_rings(outline, path)
    cycles = convex_pieces(outline)
    faces = Faces()
    for low, high in pairwise(rings):
        after = np.roll(low, -1, axis=0), np.roll(high, -1, axis=0)
        for a, b, c, d in zip(low, after[0], after[1], high, strict=True):
            faces.flat([a, b, c, d])
    for cycle in cycles:
        faces.flat(rings[0][cycle[::-1]])
        faces.flat(rings[-1][cycle])
    spans = pairwise(rings)
    return faces.mesh([np.concatenate([a[c], b[c]]) for a, b in spans for c in cycles])


def loft(bottom: Array, top: Array, height: float) -> Mesh:
    """Return a skin between two convex polygons of as many corners."""
    low = np.column_stack([turned_left(bottom), np.zeros(len(bottom))])
    high = np.column_stack([turned_left(top), np.full(len(top), height)])
    faces = Faces()
    faces.flat(low[::-1])
    faces.flat(high)
    after = np.roll(low, -1, axis=0), np.roll(high, -1, axis=0)
    for a, b, c, d in zip(low, after[0], after[1], high, strict=True):
        normal = np.cross(b - a, d - a)
        if abs((c - a) @ normal) <= 1e-9 * float(np.linalg.norm(normal)) * height:
            faces.flat([a, b, c, d])
        else:
            faces.flat([a, b, c])
            faces.flat([a, c, d])
    return faces.mesh()


def turned_left(points: Array) -> Array:
    """Return a polygon counter-clockwise, whichever way it runs."""
    x, y = points.T
    area = float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
    return points if area > 0 else points[::-1]


def _to_axis(points: Array) -> Array:
    """A profile whose ends are joined to the axis."""
    ends = [np.array([[0.0, z]]) if r > 0.0 else np.zeros((0, 2)) for r, z in points[[0, -1]]]
    return np.concatenate([ends[0], points, ends[1]])
