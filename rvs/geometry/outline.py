"""Plane curves for profiles and sections: straight steps with the normals of the exact curve."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import ceil, hypot, isfinite, pi, tan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.geometry.polygons import area
from rvs.value_class import dataclass

ARC_STEP = pi / 12
FILLET_STEP = pi / 8
SMOOTH_WITHIN = 1e-3
# Normals at the ends of a step that differ by less than this angle are those of a straight one.
STRAIGHT = 1e-9


@dataclass(frozen=True, eq=False)
class Outline:
    """A chain of straight steps; the outside is to the right of the direction of travel.

    Attributes:
        points: Ends of the steps (n + 1, 2); the last repeats the first if the chain is closed.
        normals: Unit normals of the true curve at the start and end of each step (n, 2, 2).
        groups: Smooth piece to which each step belongs (n,).
    """

    points: Array
    normals: Array
    groups: NDArray[np.int32]

    @property
    def closed(self) -> bool:
        """Return whether the end coincides with the start."""
        return bool(np.array_equal(self.points[0], self.points[-1]))

    @property
    def steps(self) -> int:
        """Number of straight steps."""
        return len(self.groups)

    @cached_property
    def area(self) -> float:
        """Area enclosed with the ends joined; positive if counter-clockwise."""
        return area(self.points)

    @cached_property
    def turns(self) -> Array:
        """Sine of the left turn between each step and the next one in cyclic order (n,)."""
        steps = np.diff(self.points, axis=0)
        steps = steps / np.linalg.norm(steps, axis=1, keepdims=True)
        after = np.roll(steps, -1, axis=0)
        sines: Array = steps[:, 0] * after[:, 1] - steps[:, 1] * after[:, 0]
        return sines

    @cached_property
    def convex(self) -> bool:
        """Return whether the closed curve bounds a convex area."""
        return self.closed and bool((self.turns > -1e-9).all())


@dataclass(frozen=True, eq=False)
class Curve:
    """A straight or round piece of an outline.

    Attributes:
        start: Start point (2,).
        end: End point (2,).
        turn: Angle of an arc, in rad, positive counter-clockwise; 0 for a straight piece.
        center: Centre of an arc (2,).
    """

    start: Array
    end: Array
    turn: float
    center: Array


def curves(outline: Outline, curved: bool = True) -> list[Curve]:
    """Return the exact curve in the smallest number of pieces.

    Args:
        outline: The chain. Its steps are arcs if the normals at their ends differ.
        curved: It has arcs; else the steps themselves are the curve.
    """
    before, after = outline.normals[:, 0], outline.normals[:, 1]
    sines = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    turns = np.arctan2(sines, (before * after).sum(axis=1)) * curved
    near = 1e-9 * float(np.ptp(outline.points, axis=0).max())
    found: list[Curve] = []
    for k, turn in enumerate(turns.tolist()):
        start, end = outline.points[k : k + 2]
        if abs(turn) <= STRAIGHT:
            found.append(Curve(start, end, 0.0, start))
            continue
        center = start - hypot(*(end - start)) / (2 * np.sin(turn / 2)) * before[k]
        last = found[-1] if found else None
        if last and last.turn * turn > 0.0 and abs(center - last.center).max() < near:
            found[-1] = Curve(last.start, end, last.turn + turn, last.center)
        else:
            found.append(Curve(start, end, turn, center))
    return found


def line(start: ArrayLike, end: ArrayLike) -> Outline:
    """Return one straight step from ``start`` to ``end``, (2,) each.

    Raises:
        ArgumentError: A point is not finite, or the two are the same.
    """
    points = _points(np.array([start, end]), "line")
    along = points[1] - points[0]
    length = hypot(*along)
    if length == 0.0:
        raise ArgumentError("line: its two ends are the same point")
    normal = np.array([along[1], -along[0]]) / length
    return Outline(points, np.tile(normal, (1, 2, 1)), np.zeros(1, np.int32))


def arc(
    center: ArrayLike, radius: float, start: float, end: float, steps: int | None = None
) -> Outline:
    """Return a circular arc.

    Args:
        center: Centre (2,).
        radius: Radius, positive.
        start: Start angle, in rad.
        end: End angle, in rad; one smaller than ``start`` means clockwise.
        steps: Number of straight steps; about one for each 15 degrees if omitted.

    Raises:
        ArgumentError: A radius that is not positive, an empty arc, no steps.
    """
    _positive(radius, "radius")
    middle = _points(np.array([center]), "center")[0]
    sweep = end - start
    count = steps if steps is not None else max(1, ceil(abs(sweep) / ARC_STEP - 1e-9))
    if count < 1 or not isfinite(sweep) or sweep == 0.0:
        raise ArgumentError(
            f"arc: expected different angles and at least one step, got {start} "
            f"to {end} rad in {count} steps"
        )
    angles = np.linspace(start, end, count + 1)
    outward = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    points = middle + radius * outward
    normals = np.sign(sweep) * np.stack([outward[:-1], outward[1:]], axis=1)
    return Outline(points, normals, np.zeros(count, np.int32))


def joined(pieces: Sequence[Outline], closed: bool = False) -> Outline:
    """Return pieces end to end; where their normals agree the surface continues smoothly.

    Args:
        pieces: Outlines, each starting at the end of the previous one.
        closed: Let the last one end at the start of the first.

    Raises:
        ArgumentError: No pieces, or a gap between two of them.
    """
    if not pieces:
        raise ArgumentError("pieces: an outline needs at least one")
    size = max(float(np.abs(piece.points).max()) for piece in pieces)
    follows = [*pieces[1:], *pieces[:1]] if closed else pieces[1:]
    for piece, after in zip(pieces, follows, strict=False):
        if np.abs(piece.points[-1] - after.points[0]).max() > 1e-9 * size:
            raise ArgumentError(
                f"pieces: there is a gap between {piece.points[-1]} and {after.points[0]}"
            )
    points = np.concatenate([pieces[0].points[:1], *(piece.points[1:] for piece in pieces)])
    if closed:
        points[-1] = points[0]
    normals = np.concatenate([piece.normals for piece in pieces])
    inner = [np.diff(piece.groups, prepend=piece.groups[0]) != 0 for piece in pieces]
    starts = np.cumsum([0, *(piece.steps for piece in pieces)])[:-1]
    breaks = np.concatenate(inner)
    breaks[starts[1:]] = [_corner(normals[k - 1, 1], normals[k, 0]) for k in starts[1:]]
    groups = np.cumsum(breaks).astype(np.int32)
    if closed and groups[-1] > 0 and not _corner(normals[-1, 1], normals[0, 0]):
        groups[groups == groups[-1]] = groups[0]
    return Outline(points, normals, groups)


def rounded(
    corners: ArrayLike, radii: ArrayLike = 0.0, closed: bool = False, step: float = FILLET_STEP
) -> Outline:
    """Return the chain through corners, each replaced by a tangent arc of its radius.

    Args:
        corners: Corner points (n, 2).
        radii: Radius at each corner (n,) or one for all; 0 keeps the corner. The ends of an open
            chain have none.
        closed: Join the last corner to the first.
        step: Approximate angle of an arc for each straight step, in rad.

    Raises:
        ArgumentError: Too few corners, a negative radius, or arcs that do not fit between corners.
    """
    points = _points(corners, "corners")
    count = len(points)
    if count < (3 if closed else 2):
        raise ArgumentError(f"corners: expected at least {3 if closed else 2}, got {count}")
    rounds = np.broadcast_to(np.asarray(radii, float), (count,)).copy()
    if not np.isfinite(rounds).all() or (rounds < 0).any():
        raise ArgumentError("radii: every radius must be 0 or more")
    if not closed:
        rounds[[0, -1]] = 0.0
    bends = [
        _bend(points[k - 1], points[k], points[(k + 1) % count], rounds[k], step)
        for k in range(count)
    ]
    pieces: list[Outline] = []
    for k in range(count if closed else count - 1):
        pieces += bends[k].pieces
        leave, enter = bends[k].leave, bends[(k + 1) % count].enter
        pieces += _straight(leave, enter, points[(k + 1) % count] - points[k])
    return joined(pieces, closed)


def circle(radius: float, sides: int = 48, center: ArrayLike = (0.0, 0.0)) -> Outline:
    """Return a circle, counter-clockwise, about the origin or another centre (2,)."""
    return joined([arc(center, radius, 0.0, 2 * pi, sides)], closed=True)


def smooth(points: ArrayLike, crease: float, closed: bool = False) -> Outline:
    """Return the chain through points; it is smooth at turns of less than ``crease`` rad."""
    chain = rounded(points, 0.0, closed)
    normals = chain.normals.copy()
    for k in range(chain.steps if closed else chain.steps - 1):
        after = (k + 1) % chain.steps
        mean = chain.normals[k, 1] + chain.normals[after, 0]
        if normals[k, 1] @ chain.normals[after, 0] > np.cos(crease):
            normals[k, 1] = normals[after, 0] = mean / np.linalg.norm(mean)
    steps = [
        Outline(chain.points[k : k + 2], normals[k : k + 1], np.zeros(1, np.int32))
        for k in range(chain.steps)
    ]
    return joined(steps, closed)


def arc_steps(angle: float, sides: int) -> int:
    """Return the number of steps of a large arc, as fine as the sides of a full circle."""
    return max(1, round(sides * abs(angle) / (2 * pi)))


def fillet_step(sides: int) -> float:
    """Return the angle of a step in a rounded edge, a third as fine as the sides of a circle."""
    return 6 * pi / sides


@dataclass(frozen=True)
class _Bend:
    enter: Array
    leave: Array
    pieces: list[Outline]


def _bend(before: Array, corner: Array, after: Array, radius: float, step: float) -> _Bend:
    """Return the tangent arc at a corner."""
    arrive, depart = corner - before, after - corner
    lengths = hypot(*arrive), hypot(*depart)
    if radius == 0.0 or min(lengths) == 0.0:
        return _Bend(corner, corner, [])
    arrive, depart = arrive / lengths[0], depart / lengths[1]
    turn = float(np.arctan2(arrive[0] * depart[1] - arrive[1] * depart[0], arrive @ depart))
    if abs(turn) < 1e-9:
        return _Bend(corner, corner, [])
    back = radius * tan(abs(turn) / 2)
    side = np.sign(turn)
    center = corner - back * arrive + side * radius * np.array([-arrive[1], arrive[0]])
    first = float(np.arctan2(-side * arrive[0], side * arrive[1]))
    curve = arc(center, radius, first, first + turn, ceil(abs(turn) / step - 1e-9))
    return _Bend(corner - back * arrive, corner + back * depart, [curve])


def _straight(leave: Array, enter: Array, along: Array) -> list[Outline]:
    """Return the step between two bends, or none if they touch."""
    step = enter - leave
    reach = float(step @ along)
    if reach > 1e-9 * float(along @ along):
        return [line(leave, enter)]
    if reach < -1e-9 * float(along @ along):
        raise ArgumentError(f"radii: the arcs between {leave} and {enter} do not fit")
    return []


def _corner(before: Array, after: Array) -> bool:
    return bool(before @ after < 1.0 - SMOOTH_WITHIN)


def _points(values: ArrayLike, name: str) -> Array:
    points = np.array(values, dtype=float)
    if points.ndim != 2 or points.shape[1] != 2 or not np.isfinite(points).all():
        raise ArgumentError(f"{name}: expected finite plane points (n, 2)")
    return points


def _positive(value: float, name: str) -> None:
    if not (isfinite(value) and value > 0):
        raise ArgumentError(f"{name}: {value} is not a positive number")
