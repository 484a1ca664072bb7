"""Plane polygons, with or without holes, cut into convex ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError

Cycle = list[int]
Flags = NDArray[np.bool_]
FLAT = 1e-12


def convex_pieces(points: Array, holes: Sequence[Array] = ()) -> list[Cycle]:
    """Return a simple polygon as convex ones, each a counter-clockwise list of its corners.

    Holes are connected to the outside by bridges, ears are cut off, then pieces are joined again
    wherever the result stays convex (Hertel and Mehlhorn 1983: at most four times the least number
    of pieces).

    Args:
        points: Corners (n, 2), counter-clockwise.
        holes: Corners of each hole, counter-clockwise; the numbering in the pieces continues
            through them.

    Raises:
        ArgumentError: The polygon crosses itself, or a hole does not lie inside.
    """
    everything = list(range(len(points)))
    if not holes:
        if _is_convex(points, everything):
            return [everything]
        return _joined_pieces(points, _triangles(points, everything))
    together = np.concatenate([points, *holes])
    return _joined_pieces(together, _triangles(together, _bridged(together, points, holes)))


def _bridged(together: Array, points: Array, holes: Sequence[Array]) -> Cycle:
    """Return one cycle around everything: each hole is entered and left by the same bridge."""
    cycle = list(range(len(points)))
    starts = np.cumsum([len(points), *(len(hole) for hole in holes)])
    for k in sorted(range(len(holes)), key=lambda k: -float(holes[k][:, 0].max())):
        hole = holes[k]
        first = int(np.argmax(hole[:, 0]))
        inner = [int(starts[k]) + (first - i) % len(hole) for i in range(len(hole))]
        at = _visible(together, cycle, inner[0])
        cycle = [*cycle[: at + 1], *inner, inner[0], *cycle[at:]]
    return cycle


def _visible(points: Array, cycle: Cycle, corner: int) -> int:
    """Return the index of a corner visible from a hole's rightmost corner (Eberly 2002)."""
    x, y = points[corner]
    ring = points[cycle]
    after = np.roll(ring, -1, axis=0)
    crosses = (ring[:, 1] <= y) & (after[:, 1] > y)
    rise = np.where(crosses, after[:, 1] - ring[:, 1], 1.0)
    reach = ring[:, 0] + (y - ring[:, 1]) / rise * (after[:, 0] - ring[:, 0])
    reach = np.where(crosses & (reach >= x), reach, np.inf)
    edge = int(np.argmin(reach))
    if not np.isfinite(reach[edge]):
        raise ArgumentError("holes: a hole lies outside the polygon")
    best = edge if ring[edge, 0] > after[edge, 0] else (edge + 1) % len(cycle)
    hit = np.array([reach[edge], y])
    inside = _within(ring, points[corner], hit, ring[best])
    inside |= _within(ring, points[corner], ring[best], hit)
    before = np.roll(ring, 1, axis=0)
    inside &= _turns(before, ring, after) <= 0.0
    inside &= (ring != ring[best]).any(axis=1)
    near = np.flatnonzero(inside)
    if not len(near):
        return best
    away = ring[near] - points[corner]
    slope = np.abs(away[:, 1]) / np.maximum(away[:, 0], FLAT)
    return int(near[np.lexsort([np.hypot(*away.T), slope])[0]])


def _triangles(points: Array, cycle: Cycle) -> list[Cycle]:
    left = list(cycle)
    ears: list[Cycle] = []
    at, missed = 0, 0
    size = float(np.abs(points).max()) ** 2
    least = 1e-9 * size
    while len(left) > 3:
        a, b, c = left[at - 1], left[at % len(left)], left[(at + 1) % len(left)]
        if _is_ear(points, left, a, b, c, least):
            ears.append([a, b, c])
            del left[at]
            # Going on behind the next corner makes fewer slivers.
            at, missed = (at + 1) % len(left), 0
            continue
        at, missed = (at + 1) % len(left), missed + 1
        if missed > len(left):
            if least < 0.0:
                raise ArgumentError("points: the polygon crosses itself")
            least, missed = (0.0 if least else -FLAT * size), 0
    return [*ears, left]


def _is_ear(points: Array, cycle: Cycle, a: int, b: int, c: int, least: float) -> bool:
    if _cross(points, a, b, c) < least:
        return False
    ring = points[cycle]
    inside = _within(ring, points[a], points[b], points[c])
    if not inside.any():
        return True
    # Bridges double corners; a double is not an obstacle.
    doubles = (ring[inside, None] == points[[a, b, c]]).all(axis=2).any(axis=1)
    return bool(doubles.all())


def _within(ring: Array, a: Array, b: Array, c: Array) -> Flags:
    """Return which points are in a triangle or on its boundary."""
    inside: Flags = (_side(ring, a, b) >= 0) & (_side(ring, b, c) >= 0) & (_side(ring, c, a) >= 0)
    return inside


def _side(ring: Array, a: Array, b: Array) -> Array:
    side: Array = (b[0] - a[0]) * (ring[:, 1] - a[1]) - (b[1] - a[1]) * (ring[:, 0] - a[0])
    return side


def _turns(before: Array, here: Array, after: Array) -> Array:
    one, two = here - before, after - here
    turns: Array = one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]
    return turns


def _joined_pieces(points: Array, pieces: list[Cycle]) -> list[Cycle]:
    """Join pieces at their common edges, one after another, while they stay convex."""
    owner = {edge: k for k, piece in enumerate(pieces) for edge in _edges(piece)}
    whole = dict(enumerate(pieces))
    size = float(np.abs(points).max()) ** 2
    for a, b in list(owner):
        first, second = owner.get((a, b)), owner.get((b, a))
        if first is None or second is None or first == second:
            continue
        joined = _joined(whole[first], whole[second], a, b)
        if len(set(joined)) == len(joined) and _is_convex(points, joined, size):
            whole[first] = joined
            for edge in _edges(whole.pop(second)):
                owner[edge] = first
            del owner[a, b], owner[b, a]
    return list(whole.values())


def _edges(cycle: Cycle) -> list[tuple[int, int]]:
    return list(zip(cycle, cycle[1:] + cycle[:1], strict=True))


def _joined(first: Cycle, second: Cycle, a: int, b: int) -> Cycle:
    """Return two cycles joined as one, without the edge from a to b of the first."""
    i, j = first.index(b), second.index(a)
    one = first[i:] + first[:i]
    two = second[j:] + second[:j]
    return one + two[1:-1]


def _is_convex(points: Array, cycle: Cycle, size: float = 0.0) -> bool:
    size = size or float(np.abs(points).max()) ** 2
    count = len(cycle)
    return all(
        _cross(points, cycle[k - 1], cycle[k], cycle[(k + 1) % count]) >= -FLAT * size
        for k in range(count)
    )


def _cross(points: Array, a: int, b: int, c: int) -> float:
    (ax, ay), (bx, by), (cx, cy) = points[a], points[b], points[c]
    return float((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
