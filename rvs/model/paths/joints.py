"""Smooth joints between pieces of a tool path, at which the tool need not stop.

Two pieces meet smoothly if the tool point leaves one in the direction in which it enters the next.
If the rotation also has to begin, end or change there, it is eased: the path of the point is kept,
and the angular rate is the same on both sides.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import cos, radians

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.screws import rotation_vector
from rvs.model.paths.path import ToolPath
from rvs.model.paths.pieces import NEAR, Bend, Piece
from rvs.model.paths.spline import Spline
from rvs.value_class import dataclass

# Directions that differ by less are one: files round their numbers.
SMOOTH = radians(0.5)
# Rates of turning that differ by less than this part are equal, and below this, in rad/m, none.
ALIKE, NOTHING = 1e-3, 1e-6
# Part of a piece in which an eased turning changes its rate.
EASING = 0.25
# Steps in which a piece that turns unevenly is looked at.
STEPS = 64


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
    turns = piece.poses(np.linspace(0.0, 1.0, STEPS + 1))[:, :3, :3]
    steps = rotation_vector(np.swapaxes(turns[:-1], 1, 2) @ turns[1:])
    return STEPS * float(np.linalg.norm(steps, axis=-1).max())


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
