"""Smooth tool paths: through many poses, and across the joints of pieces without a stop.

Two pieces meet smoothly if the tool point leaves one in the direction in which it enters the next.
If the rotation also has to begin, end or change there, it is eased: the path of the point is kept,
and the angular rate is the same on both sides.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from math import cos, pi, radians

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_pose
from rvs.engine.errors import ArgumentError
from rvs.engine.screws import rotation_quaternion, rotation_vector
from rvs.engine.trajectory import hermite, spline_speeds
from rvs.model.array_value import Block, block
from rvs.model.paths.path import NEAR, Bend, Piece, ToolPath
from rvs.value_class import dataclass

# Steps between two poses in the table that makes the way even.
STEPS = 256
# Places of it that are worked out at a time.
BLOCK = 64 * STEPS


@dataclass(frozen=True)
class Spline(Piece):
    """A cubic spline through poses: direction and curvature of the path are continuous.

    Points and unit quaternions, each with the sign nearest to the previous one, are splined over
    the length of the chords; the quaternions are normalized again.

    Attributes:
        via: The poses (k, 4, 4), two or more.

    Raises:
        ArgumentError: Fewer than two poses, or two equal ones in a row.
    """

    via: Block

    def __post_init__(self) -> None:
        if self.via.array.ndim != 3 or len(self.via) < 2:
            raise ArgumentError("via: expected at least two poses")
        if not (np.diff(self._knots) > 0.0).all():
            at = int(np.argmin(np.diff(self._knots)))
            raise ArgumentError(f"via: poses {at + 1} and {at + 2} are the same")

    @classmethod
    def through(cls, poses: ArrayLike) -> Spline:
        """Make a spline through poses (k, 4, 4)."""
        return cls(block(check_pose(poses, "poses")))

    @cached_property
    def _knots(self) -> Array:
        """The length of the chords up to each pose; a turn on the spot has a length, too."""
        ways = np.linalg.norm(np.diff(self.via.array[:, :3, 3], axis=0), axis=1)
        worth = (float(ways.mean()) or 1.0) / pi
        return np.concatenate([[0.0], np.cumsum(np.hypot(ways, worth * _turns(self.via.array)))])

    @cached_property
    def _controls(self) -> Array:
        """Points and quaternions of the poses (k, 7)."""
        turns = rotation_quaternion(self.via.array[:, :3, :3])
        turns[1:] *= np.cumprod(np.where((turns[:-1] * turns[1:]).sum(1) < 0.0, -1.0, 1.0))[:, None]
        return np.hstack([self.via.array[:, :3, 3], turns])

    @cached_property
    def _speeds(self) -> Array:
        """Derivatives of the points and quaternions at the poses (k, 7)."""
        knots, controls = self._knots, self._controls
        first, last = ((controls[i + 1] - controls[i]) / (knots[i + 1] - knots[i]) for i in (0, -2))
        return spline_speeds(controls, knots, first, last)

    @cached_property
    def _table(self) -> tuple[Array, Array]:
        """The curve parameter at many points, and the distance travelled up to each."""
        knots = self._knots
        parts = np.arange(STEPS) / STEPS
        own = np.append((knots[:-1, None] + np.diff(knots)[:, None] * parts).ravel(), knots[-1])
        # In blocks: what lies between is many times as large.
        blocks = (own[k : k + BLOCK + 1] for k in range(0, len(own) - 1, BLOCK))
        points = (self._values(block)[:, :3] for block in blocks)
        steps = [np.linalg.norm(np.diff(block, axis=0), axis=1) for block in points]
        return own, np.concatenate([[0.0], np.cumsum(np.concatenate(steps))])

    def _values(self, own: Array) -> Array:
        inside = np.clip(own, 0.0, self._knots[-1])
        return hermite(self._controls, self._speeds, self._knots, inside)[0]

    @property
    def length(self) -> float:
        """Length of the path of the tool point, in m."""
        return float(self._table[1][-1])

    @cached_property
    def turn(self) -> float:
        """Angle through which the tool turns, in rad."""
        return float(_turns(self.poses(np.linspace(0.0, 1.0, 4 * len(self.via)))).sum())

    def poses(self, s: Array) -> Array:
        """Return the poses (m, 4, 4) at fractions of the path from 0 to 1 (m,)."""
        own, ways = self._table
        if ways[-1] > 0.0:
            wanted = np.interp(np.asarray(s) * ways[-1], ways, own)
        else:
            wanted = np.asarray(s) * own[-1]
        values = self._values(wanted)
        found = np.tile(np.eye(4), (len(values), 1, 1))
        found[:, :3, 3] = values[:, :3]
        found[:, :3, :3] = _rotations(values[:, 3:])
        return found


def _turns(poses: Array) -> Array:
    """Return the angles from 0 to pi between consecutive poses (k, 4, 4), (k - 1,)."""
    R = poses[:, :3, :3]
    angles: Array = np.linalg.norm(rotation_vector(np.swapaxes(R[:-1], 1, 2) @ R[1:]), axis=1)
    return angles


def _rotations(quaternions: Array) -> Array:
    """Return the rotations (m, 3, 3) of quaternions (m, 4) of any length, scalar first."""
    unit = quaternions / np.linalg.norm(quaternions, axis=1, keepdims=True)
    s, v = unit[:, 0], unit[:, 1:]
    across = np.cross(v[:, None, :], np.eye(3)[None])
    outer = v[:, :, None] * v[:, None, :]
    straight = (2 * s**2 - 1)[:, None, None] * np.eye(3)
    return np.asarray(straight + 2 * outer + 2 * s[:, None, None] * np.swapaxes(across, 1, 2))


# Directions that differ by less are one: files round their numbers.
SMOOTH = radians(0.5)
# Rates of turning that differ by less than this part are equal, and below this, in rad/m, none.
ALIKE, NOTHING = 1e-3, 1e-6
# Part of a piece in which an eased turning changes its rate.
EASING = 0.25
# Steps in which a piece that turns unevenly is looked at.
TURN_STEPS = 64


@dataclass(frozen=True)
class Eased(Piece):
    """A piece with other rates of turning at its ends, but the same axis and total angle.

    Attributes:
        piece: The piece; the path of its point is kept.
        first: Angular rate at the start, as a fraction of the original, 0 to 1.
        last: The same at the end.
    """

    piece: Piece
    first: float
    last: float

    @property
    def length(self) -> float:
        """Length of the path of the tool point, in m."""
        return self.piece.length

    @property
    def turn(self) -> float:
        """Angle through which the tool turns, in rad."""
        return self.piece.turn

    @property
    def most(self) -> float:
        """The largest rate, relative to its mean."""
        return (1 - EASING / 2 * (self.first + self.last)) / (1 - EASING)

    def poses(self, s: Array) -> Array:
        """Return the poses (m, 4, 4) at fractions of the path from 0 to 1 (m,)."""
        found = self.piece.poses(np.asarray(s))
        found[..., :3, :3] = self.piece.poses(self._turned(np.asarray(s)))[..., :3, :3]
        return found

    def _turned(self, s: Array) -> Array:
        """Return the rotated share at path fractions: the rate changes evenly at the ends."""
        most = self.most

        def bent(end: Array) -> Array:
            within = np.clip(end, 0.0, EASING)
            return within - within**2 / (2 * EASING)

        # What the rates at the ends add to a turning at the rate between them.
        early = (self.first - most) * bent(s)
        late = (self.last - most) * (EASING / 2 - bent(1.0 - s))
        return np.clip(most * s + early + late, 0.0, 1.0)


def smoothed(path: ToolPath) -> ToolPath:
    """Return a path on which the tool stops only where its direction changes abruptly."""
    pieces, stops = list(path.pieces), list(path.stops)
    firsts, lasts = [1.0] * len(pieces), [1.0] * len(pieces)
    for k, (one, other) in enumerate(pairwise(path.pieces)):
        if stops[k] and _in_line(one, other):
            stops[k] = False
            lasts[k], firsts[k + 1] = _shared(_rate(one, 1), _rate(other, 0))
    made = (
        piece if first == last == 1.0 else Eased(piece, first, last)
        for piece, first, last in zip(pieces, firsts, lasts, strict=True)
    )
    return replace(path, pieces=tuple(made), stops=tuple(stops))


def steepest(piece: Piece) -> float:
    """Return the angle of a piece rotated at its largest angular rate throughout."""
    if isinstance(piece, Eased):
        return piece.most * steepest(piece.piece)
    if not isinstance(piece, Bend | Spline):
        return piece.turn
    turns = piece.poses(np.linspace(0.0, 1.0, TURN_STEPS + 1))[:, :3, :3]
    steps = rotation_vector(np.swapaxes(turns[:-1], 1, 2) @ turns[1:])
    return TURN_STEPS * float(np.linalg.norm(steps, axis=-1).max())


def _in_line(one: Piece, other: Piece) -> bool:
    """Return whether the path direction is continuous; a turn on the spot has no direction."""
    if not (one.length > 0.0 and other.length > 0.0):
        return False
    before, after = _direction(one, 1), _direction(other, 0)
    return bool(before @ after >= cos(SMOOTH))


def _direction(piece: Piece, end: int) -> Array:
    """Return the direction of the point at an end of a piece, by second-order differences."""
    a, b, c = piece.ends[end][:, :3, 3]
    way = (3 * a + c - 4 * b) if end else (4 * b - 3 * a - c)
    return np.asarray(way / (np.linalg.norm(way) or 1.0))


def _rate(piece: Piece, end: int) -> Array:
    """Return the angular rate of the tool at an end of a piece, rad/m, world axes (3,)."""
    here, there = piece.ends[end][:2, :3, :3]
    vector = here @ rotation_vector(here.T @ there)
    return np.asarray(vector / ((-NEAR if end else NEAR) * piece.length))


def _shared(one: Array, other: Array) -> tuple[float, float]:
    """Return one angular rate for both sides, as fractions of their own rates."""
    sizes = float(np.linalg.norm(one)), float(np.linalg.norm(other))
    if np.linalg.norm(one - other) <= max(ALIKE * max(sizes), NOTHING):
        return 1.0, 1.0
    least = min(sizes)
    along = least > NOTHING and one @ other >= cos(SMOOTH) * sizes[0] * sizes[1]
    shared = least if along else 0.0
    parts = (shared / size if size > NOTHING else 1.0 for size in sizes)
    return next(parts), next(parts)
