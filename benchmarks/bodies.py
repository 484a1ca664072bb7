"""Independent computations of distances: what `collision.py` and the tests compare with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import lsq_linear

from rvs.engine.arrays import Array


def random_pose(random: np.random.Generator, spread: float = 0.8) -> Array:
    """Return a pose turned any way, its origin within a cube of that half edge."""
    basis, upper = np.linalg.qr(random.normal(size=(3, 3)))
    basis = basis * np.sign(np.diag(upper))
    if np.linalg.det(basis) < 0.0:
        basis[:, 0] *= -1.0
    found = np.eye(4)
    found[:3, :3] = basis
    found[:3, 3] = random.uniform(-spread, spread, 3)
    return found


def box_distance(edges: Array, places: Sequence[Array]) -> float:
    """Distance of two boxes: least squares over the coordinates of a point in either."""
    A, B = places
    matrix = np.hstack([A[:3, :3], -B[:3, :3]])
    target = B[:3, 3] - A[:3, 3]
    half = np.ravel(edges) / 2
    found = lsq_linear(matrix, target, (-half, half), method="bvls", tol=1e-15, max_iter=2000)
    distance = float(np.linalg.norm(matrix @ found.x - target))
    return distance if distance > 1e-12 else 0.0


def capsule_distance(lengths: Array, places: Sequence[Array]) -> float:
    """Distance of the axes of two capsules: of two segments, in closed form.

    The nearest points of two segments are those of their lines, or one of them is an end.
    """
    ends = [
        np.array([place[:3, 3] + s * length / 2 * place[:3, 2] for s in (-1.0, 1.0)])
        for length, place in zip(lengths, places, strict=True)
    ]
    (a, b), (c, d) = ends
    found = [_to_segment(p, c, d) for p in (a, b)] + [_to_segment(p, a, b) for p in (c, d)]
    across = np.cross(b - a, d - c)
    square = across @ across
    if square > 1e-24:
        s = np.cross(c - a, d - c) @ across / square
        t = np.cross(c - a, b - a) @ across / square
        if 0.0 < s < 1.0 and 0.0 < t < 1.0:
            found.append(abs((c - a) @ across) / np.sqrt(square))
    return float(min(found))


def _to_segment(point: Array, start: Array, end: Array) -> float:
    along = end - start
    part = np.clip((point - start) @ along / (along @ along), 0.0, 1.0)
    return float(np.linalg.norm(start + part * along - point))


def separating_depth(edges: Array, places: Sequence[Array]) -> float:
    """Depth of two boxes that overlap: the least over the fifteen axes that can separate them."""
    A, B = (place[:3, :3] for place in places)
    apart = places[1][:3, 3] - places[0][:3, 3]
    axes = [*A.T, *B.T, *(np.cross(a, b) for a in A.T for b in B.T)]
    depths = []
    for axis in axes:
        length = np.linalg.norm(axis)
        if length > 1e-9:
            unit = axis / length
            reach = np.abs(A.T @ unit) @ edges[0] / 2 + np.abs(B.T @ unit) @ edges[1] / 2
            depths.append(reach - abs(apart @ unit))
    return float(min(depths))
