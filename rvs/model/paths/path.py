"""Tool paths: straight, arc, screw and corner pieces, and whole paths of them.

A piece leads from ``poses(0)`` to ``poses(1)``; its parameter is proportional to the distance
travelled.  Its ends are checked to be poses when a path is made of pieces.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from math import pi, tau

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_numbers, check_one, check_pose
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Pose
from rvs.engine.rotations import rotation
from rvs.engine.screws import exp6, log3, log6
from rvs.engine.transforms import between, inverse
from rvs.value_class import dataclass

# Sine of the angle at a via point, or part of a length, below which three points are in line.
IN_LINE = 1e-6
# Steps of the table that makes a bend even: it keeps its speed to a thousandth.
BEND_STEPS = 512
# Part of a piece by which the direction and the turning at its ends are found.
NEAR = 1e-3


class Piece:
    """One smooth part of a tool path."""

    @property
    def length(self) -> float:
        """Length of the path of the tool point, in m."""
        raise NotImplementedError

    @property
    def turn(self) -> float:
        """Angle through which the tool turns, in rad."""
        raise NotImplementedError

    def poses(self, s: Array) -> Array:
        """Return the poses (m, 4, 4) at fractions of the path from 0 to 1 (m,)."""
        raise NotImplementedError

    @cached_property
    def ends(self) -> tuple[Array, Array]:
        """Poses at the start and two steps of ``NEAR`` after it, (3, 4, 4), and at the end."""
        both = self.poses(np.array([0.0, NEAR, 2 * NEAR, 1.0, 1.0 - NEAR, 1.0 - 2 * NEAR]))
        return both[:3], both[3:]


@dataclass(frozen=True)
class Line(Piece):
    """Straight motion of the tool point, with a uniform rotation by the shortest angle.

    Attributes:
        start: First pose, as rows.
        end: Last pose.
    """

    start: Pose
    end: Pose

    @property
    def length(self) -> float:
        """Length of the path of the tool point, in m."""
        return float(np.linalg.norm(np.subtract(_point(self.end), _point(self.start))))

    @property
    def turn(self) -> float:
        """Angle through which the tool turns, in rad."""
        return turn_between(self.start, self.end)

    def poses(self, s: Array) -> Array:
        """Return the poses (m, 4, 4) at fractions of the path from 0 to 1 (m,).

        >>> line = Line(as_rows(np.eye(4)), as_rows(np.eye(4) + np.eye(4, k=3)))
        >>> line.poses(np.array([0.5]))[0, 0, 3]
        np.float64(0.5)
        """
        return between(np.array(self.start), np.array(self.end), np.asarray(s))


@dataclass(frozen=True)
class Arc(Piece):
    """Motion of the tool point around an axis, with a uniform rotation by the shortest angle.

    Attributes:
        start: First pose, as rows.
        end: Last pose; its point is the end of the arc.
        center: Point on the axis in the plane of the arc (3,), m.
        axis: Direction of the axis (3,), unit.
        angle: Angle of the arc, in rad, about the axis; a circle is a full turn.
    """

    start: Pose
    end: Pose
    center: tuple[float, float, float]
    axis: tuple[float, float, float]
    angle: float

    @property
    def radius(self) -> float:
        """Distance of the tool point from the axis, in m."""
        return float(np.linalg.norm(np.subtract(_point(self.start), self.center)))

    @property
    def length(self) -> float:
        """Length of the path of the tool point, in m."""
        return self.radius * abs(self.angle)

    @property
    def turn(self) -> float:
        """Angle through which the tool turns, in rad."""
        return turn_between(self.start, self.end)

    def poses(self, s: Array) -> Array:
        """Return the poses (m, 4, 4) at fractions of the path from 0 to 1 (m,)."""
        found = between(np.array(self.start), np.array(self.end), np.asarray(s))
        spoke = np.subtract(_point(self.start), self.center)
        turned = rotation(np.array(self.axis), np.asarray(s) * self.angle) @ spoke
        found[..., :3, 3] = turned + self.center
        return found


@dataclass(frozen=True)
class Screw(Piece):
    """The unique screw motion from one pose to another.

    Attributes:
        start: First pose, as rows.
        end: Last pose.
    """

    start: Pose
    end: Pose

    @cached_property
    def _twist(self) -> Array:
        start = np.array(self.start)
        return log6(inverse(start) @ np.array(self.end))

    @property
    def length(self) -> float:
        """Length of the path of the tool point, in m: a helix has the same speed everywhere."""
        return float(np.linalg.norm(self._twist[3:]))

    @property
    def turn(self) -> float:
        """Angle through which the tool turns, in rad."""
        return float(np.linalg.norm(self._twist[:3]))

    def poses(self, s: Array) -> Array:
        """Return the poses (m, 4, 4) at fractions of the path from 0 to 1 (m,)."""
        return np.asarray(np.array(self.start) @ exp6(np.multiply.outer(s, self._twist)))


@dataclass(frozen=True)
class Bend(Piece):
    """A rounded corner: the parabola from one straight piece smoothly into the next.

    It is the quadratic Bezier curve of three poses, by de Casteljau's construction with poses
    instead of points.

    Attributes:
        start: Pose at which the rounding begins, as rows.
        corner: The corner itself, which the tool does not reach.
        end: Pose at which the next piece is joined.
    """

    start: Pose
    corner: Pose
    end: Pose

    @cached_property
    def _ways(self) -> Array:
        """The distance travelled at even steps of the curve's own parameter (k,), in m."""
        u = np.linspace(0.0, 1.0, BEND_STEPS + 1)[:, None]
        start, corner, end = map(np.array, map(_point, (self.start, self.corner, self.end)))
        points = (1 - u) ** 2 * start + 2 * u * (1 - u) * corner + u**2 * end
        steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
        return np.concatenate([[0.0], np.cumsum(steps)])

    @property
    def length(self) -> float:
        """Length of the path of the tool point, in m."""
        return float(self._ways[-1])

    @property
    def turn(self) -> float:
        """Angle through which the tool turns, in rad."""
        return turn_between(self.start, self.corner) + turn_between(self.corner, self.end)

    def poses(self, s: Array) -> Array:
        """Return the poses (m, 4, 4) at fractions of the path from 0 to 1 (m,)."""
        if self.length == 0.0:
            return self._curve(np.asarray(s))
        own = np.linspace(0.0, 1.0, BEND_STEPS + 1)
        return self._curve(np.interp(np.asarray(s) * self.length, self._ways, own))

    def _curve(self, u: Array) -> Array:
        three = np.array((self.start, self.corner, self.end))
        first, second = between(three[:2, None], three[1:, None], u)
        return between(first, second, u)


def arc_through(start: ArrayLike, via: ArrayLike, end: ArrayLike) -> Arc:
    """Return the arc from a pose (4, 4) through a point (3,), in m, to another pose.

    Raises:
        ArgumentError: The three points are collinear or coincide: no circle goes through them.
    """
    first, last = _as_pose(start, "start"), _as_pose(end, "end")
    center, axis, angles = _circle(_point(first), check_one(via, "via", 3), _point(last))
    return Arc(first, last, _triple(center), _triple(axis), angles[1])


def circle_through(start: ArrayLike, first: ArrayLike, second: ArrayLike) -> Arc:
    """Return the full circle from a pose (4, 4) through two points (3,), with fixed orientation.

    Raises:
        ArgumentError: The three points are collinear or coincide: no circle goes through them.
    """
    pose = _as_pose(start, "start")
    points = check_one(first, "first", 3), check_one(second, "second", 3)
    center, axis, _ = _circle(_point(pose), *points)
    return Arc(pose, pose, _triple(center), _triple(axis), tau)


def turn_between(start: Pose, end: Pose) -> float:
    """Return the angle from 0 to pi between two orientations, in rad."""
    R0, R1 = np.array(start)[:3, :3], np.array(end)[:3, :3]
    return min(float(np.linalg.norm(log3(R0.T @ R1))), pi)


def _circle(a: ArrayLike, b: ArrayLike, c: ArrayLike) -> tuple[Array, Array, tuple[float, float]]:
    """Return centre, axis of the circle from a through b to c, and angles of b and c from a."""
    a, b, c = np.asarray(a), np.asarray(b), np.asarray(c)
    u, v = b - a, c - a
    normal = np.cross(u, v)
    area, sides = float(np.linalg.norm(normal)), float(np.linalg.norm(u) * np.linalg.norm(v))
    if not area > IN_LINE * sides:
        raise ArgumentError(
            "via: the points of an arc are collinear; expected three points of a circle"
        )
    spoke = np.cross(u @ u * v - v @ v * u, normal) / (2 * area**2)
    axis = normal / area
    across = np.cross(axis, -spoke)

    def angle(point: Array) -> float:
        arm = point - a - spoke
        return float(np.arctan2(arm @ across, arm @ -spoke) % tau)

    return a + spoke, axis, (angle(b), angle(c))


def _point(pose: Pose) -> tuple[float, float, float]:
    return pose[0][3], pose[1][3], pose[2][3]


def _as_pose(T: ArrayLike, name: str) -> Pose:
    return as_rows(check_pose(check_one(T, name, 4, 4), name))


def as_rows(T: Array) -> Pose:
    """Return a pose (4, 4) as rows of floats."""
    return tuple(tuple(row) for row in T.tolist())


def _triple(vector: Array) -> tuple[float, float, float]:
    x, y, z = vector.tolist()
    return x, y, z


# How far apart, in m and rad, pieces may be that count as joined.
JOIN = 1e-6


@dataclass(frozen=True)
class ToolPath:
    """Consecutive pieces, each beginning at the end of the previous one.

    Attributes:
        pieces: The pieces, at least one.
        stops: True if the tool comes to rest after the piece; always after the last.

    Raises:
        ArgumentError: No pieces, two that do not join, or a wrong number of stops.
    """

    pieces: tuple[Piece, ...]
    stops: tuple[bool, ...]

    def __post_init__(self) -> None:
        if not self.pieces:
            raise ArgumentError("pieces: expected at least one")
        if len(self.stops) != len(self.pieces):
            raise ArgumentError(f"stops: expected one for each of {len(self.pieces)} pieces")
        for index, (one, other) in enumerate(pairwise(self.pieces), 1):
            if np.abs(one.ends[1][0] - other.ends[0][0]).max() > JOIN:
                raise ArgumentError(f"pieces: piece {index + 1} does not begin where {index} ends")

    @classmethod
    def of(cls, *pieces: Piece) -> ToolPath:
        """Make a path with a stop after every piece."""
        return cls(pieces, (True,) * len(pieces))

    @property
    def length(self) -> float:
        """Length of the path of the tool point, in m."""
        return sum(piece.length for piece in self.pieces)

    @property
    def start(self) -> Array:
        """First pose (4, 4)."""
        first: Array = self.pieces[0].ends[0][0]
        return first

    @property
    def end(self) -> Array:
        """Last pose (4, 4)."""
        last: Array = self.pieces[-1].ends[1][0]
        return last

    def runs(self) -> tuple[tuple[Piece, ...], ...]:
        """Return the pieces grouped by stops: within a group the tool never stops."""
        groups: list[tuple[Piece, ...]] = []
        run: list[Piece] = []
        for piece, stop in zip(self.pieces, self.stops, strict=True):
            run.append(piece)
            if stop:
                groups.append(tuple(run))
                run = []
        return tuple([*groups, tuple(run)] if run else groups)


def through(poses: ArrayLike, blend: ArrayLike | Sequence[float] = 0.0) -> ToolPath:
    """Return straight pieces through poses, with rounded corners.

    Args:
        poses: The poses (k, 4, 4), two or more.
        blend: Distance from each inner pose at which its corner is rounded, in m: one number or (k
            - 2,); at most half the shorter side. 0 stops the tool there.

    Raises:
        ArgumentError: Fewer than two poses, or a blend that is negative or too large.

    >>> line = np.tile(np.eye(4), (3, 1, 1))
    >>> line[1, 0, 3] = line[2, 0, 3] = line[2, 1, 3] = 1.0
    >>> [type(piece).__name__ for piece in through(line, 0.2).pieces]
    ['Line', 'Bend', 'Line']
    """
    via = check_pose(poses, "poses")
    if via.ndim != 3 or len(via) < 2:
        raise ArgumentError(f"poses: expected at least two, got shape {via.shape}")
    rounding = np.broadcast_to(check_numbers(blend, "blend"), (len(via) - 2,))
    lines = [Line(as_rows(a), as_rows(b)) for a, b in pairwise(via)]
    _check_blends(lines, rounding)
    # Straight back there is no corner that could be rounded.
    rounding = np.where([_turns_back(*two) for two in pairwise(lines)], 0.0, rounding)
    pieces: list[Piece] = []
    stops: list[bool] = []
    left = lines[0].start
    around = np.concatenate([[0.0], rounding, [0.0]])
    for line, before, after, cut in zip(
        lines, around[:-1], around[1:], _cuts(via, lines, around), strict=True
    ):
        joined, leaving = map(as_rows, cut)
        if before > 0.0:
            pieces.append(Bend(left, line.start, joined))
            stops.append(False)
        pieces.append(Line(joined, leaving))
        stops.append(bool(after == 0.0))
        left = leaving
    return ToolPath(tuple(pieces), tuple(stops))


def _turns_back(one: Line, other: Line) -> bool:
    before, after = (
        np.subtract(line.end, line.start)[:3, 3] / (line.length or 1.0) for line in (one, other)
    )
    return bool(np.linalg.norm(before + after) < JOIN)


def _cuts(via: Array, lines: Sequence[Line], around: Array) -> Array:
    """Return the ends of lines between poses (k, 4, 4), (k - 1, 2, 4, 4), without corners (k,)."""
    lengths = np.array([line.length or 1.0 for line in lines])
    parts = np.stack([around[:-1] / lengths, 1.0 - around[1:] / lengths], axis=-1)
    return between(via[:-1, None], via[1:, None], parts)


def _check_blends(lines: Sequence[Line], rounding: Array) -> None:
    for index, radius in enumerate(rounding.tolist()):
        room = min(lines[index].length, lines[index + 1].length) / 2
        if not 0.0 <= radius <= room * (1 + JOIN):
            raise ArgumentError(
                f"blend: {radius:g} m at pose {index + 2}; expected 0 to {room:g} m, half the "
                "shorter side"
            )
