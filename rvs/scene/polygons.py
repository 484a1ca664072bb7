"""Plane polygons cut into convex ones."""

from __future__ import annotations

from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Array

Cycle = list[int]


def convex_pieces(points: Array) -> list[Cycle]:
    """Return a simple polygon as convex ones, each a counter-clockwise list of its corners.

    Ears are cut off, then pieces are joined again wherever the result stays convex (Hertel and
    Mehlhorn 1983: at most four times the least number of pieces).

    Args:
        points: Corners (n, 2), counter-clockwise.

    Raises:
        ArgumentError: The polygon crosses itself.
    """
    everything = list(range(len(points)))
    if _is_convex(points, everything):
        return [everything]
    pieces = _triangles(points, everything)
    k = 0
    while k < len(pieces):
        merged = _join_one(points, pieces, k)
        k = k if merged else k + 1
    return pieces


def _triangles(points: Array, cycle: Cycle) -> list[Cycle]:
    left = list(cycle)
    ears: list[Cycle] = []
    while len(left) > 3:
        best = max(range(len(left)), key=lambda k: _ear_quality(points, left, k))
        if _ear_quality(points, left, best) < 0.0:
            raise ArgumentError("points: the polygon crosses itself")
        ears.append([left[best - 1], left[best], left[(best + 1) % len(left)]])
        del left[best]
    return [*ears, left]


def _ear_quality(points: Array, cycle: Cycle, k: int) -> float:
    """Area of the corner's triangle if it can be cut off, else -1."""
    a, b, c = cycle[k - 1], cycle[k], cycle[(k + 1) % len(cycle)]
    area = _cross(points, a, b, c)
    if area < 0.0:
        return -1.0
    others = (v for v in cycle if v not in (a, b, c))
    blocked = any(
        _cross(points, a, b, v) >= 0
        and _cross(points, b, c, v) >= 0
        and _cross(points, c, a, v) >= 0
        for v in others
    )
    return -1.0 if blocked else area


def _join_one(points: Array, pieces: list[Cycle], k: int) -> bool:
    """Join piece k with one that shares an edge, if the two make a convex one."""
    for other in range(k + 1, len(pieces)):
        joined = _joined(pieces[k], pieces[other])
        if joined and _is_convex(points, joined):
            pieces[k] = joined
            del pieces[other]
            return True
    return False


def _joined(first: Cycle, second: Cycle) -> Cycle | None:
    edges = {(a, b): i for i, (a, b) in enumerate(zip(first, first[1:] + first[:1], strict=True))}
    for j, (a, b) in enumerate(zip(second, second[1:] + second[:1], strict=True)):
        i = edges.get((b, a))
        if i is not None:
            return first[i + 1 :] + first[: i + 1] + (second[j + 1 :] + second[: j + 1])[1:-1]
    return None


def _is_convex(points: Array, cycle: Cycle) -> bool:
    count = len(cycle)
    size = float(abs(points).max()) ** 2
    return all(
        _cross(points, cycle[k - 1], cycle[k], cycle[(k + 1) % count]) >= -1e-12 * size
        for k in range(count)
    )


def _cross(points: Array, a: int, b: int, c: int) -> float:
    (ax, ay), (bx, by), (cx, cy) = points[a], points[b], points[c]
    return float((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
