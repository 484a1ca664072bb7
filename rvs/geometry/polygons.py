"""Plane polygons, with or without holes, cut into convex ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError

Cycle = list[int]
Point = tuple[float, float]
# Relative to the square of the size: turns that count as straight, and areas that count as equal.
FLAT, EQUAL = 1e-12, 1e-6


def area(points: Array) -> float:
    """Return the area of a closed polygon (n, 2), positive if it is counter-clockwise."""
    x, y = points.T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2)


def convex_pieces(points: Array, holes: Sequence[Array] = ()) -> list[Cycle]:
    """Return a simple polygon as convex ones, each a counter-clockwise list of its corners.

    Triangles are joined wherever the result stays convex (Hertel and Mehlhorn 1983: at most four
    times the least number of pieces).

    Args:
        points: Corners (n, 2), counter-clockwise.
        holes: Corners of each hole, counter-clockwise; the numbering in the pieces continues
            through them.

    Raises:
        ArgumentError: The polygon crosses itself, or a hole does not lie inside.
    """
    together = np.concatenate([points, *holes])
    size = float(np.abs(together).max())
    corners = [(x / size, y / size) for x, y in together.tolist()]
    everything = list(range(len(points)))
    if not holes and _is_convex(corners, everything):
        return [everything]
    return _joined_pieces(corners, _triangles(together / size, points, holes))


def _triangles(together: Array, points: Array, holes: Sequence[Array]) -> list[Cycle]:
    from manifold3d import CrossSection, FillRule, triangulate

    ends = np.cumsum([0, len(points), *(len(hole) for hole in holes)])
    first, *rest = (np.arange(ends[k], ends[k + 1]) for k in range(len(ends) - 1))
    order = np.concatenate([first, *(ring[::-1] for ring in rest)])
    loops = [together[first], *(together[ring[::-1]] for ring in rest)]
    # what overlaps is filled once, what lies outside is not taken away
    if abs(CrossSection(loops[:1], FillRule.Positive).area() - area(loops[0])) > EQUAL:
        raise ArgumentError("points: the polygon crosses itself")
    if holes and abs(CrossSection(loops, FillRule.Positive).area() - sum(map(area, loops))) > EQUAL:
        raise ArgumentError("holes: a hole lies outside the polygon")
    triangles: list[Cycle] = order[np.asarray(triangulate(loops), np.int64)].tolist()
    return triangles


def _joined_pieces(corners: list[Point], pieces: list[Cycle]) -> list[Cycle]:
    """Join convex pieces at their common edges, one after another, while they stay convex."""
    owner = {edge: k for k, piece in enumerate(pieces) for edge in _edges(piece)}
    whole = dict(enumerate(pieces))
    for a, b in list(owner):
        first, second = owner.get((a, b)), owner.get((b, a))
        if first is None or second is None or first == second:
            continue
        joined, other = _joined(whole[first], whole[second], a, b)
        # only the corners at the edge's ends change
        if len(set(joined)) == len(joined) and all(
            _turns_left(corners, joined, k) for k in (0, other)
        ):
            whole[first] = joined
            for edge in _edges(whole.pop(second)):
                owner[edge] = first
            del owner[a, b], owner[b, a]
    return list(whole.values())


def _edges(cycle: Cycle) -> list[tuple[int, int]]:
    return list(zip(cycle, cycle[1:] + cycle[:1], strict=True))


def _joined(first: Cycle, second: Cycle, a: int, b: int) -> tuple[Cycle, int]:
    """Return two cycles as one, which starts at b, and the index of a; their edge is left out."""
    i, j = first.index(b), second.index(a)
    one = first[i:] + first[:i]
    two = second[j:] + second[:j]
    return one + two[1:-1], len(one) - 1


def _is_convex(corners: list[Point], cycle: Cycle) -> bool:
    return all(_turns_left(corners, cycle, k) for k in range(len(cycle)))


def _turns_left(corners: list[Point], cycle: Cycle, k: int) -> bool:
    """Return whether a cycle turns left or goes straight on at its corner k."""
    (ax, ay), (bx, by) = corners[cycle[k - 1]], corners[cycle[k]]
    cx, cy = corners[cycle[(k + 1) % len(cycle)]]
    return (bx - ax) * (cy - by) - (by - ay) * (cx - bx) >= -FLAT
