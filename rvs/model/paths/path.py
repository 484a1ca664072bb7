"""A tool's whole way: pieces that join."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_array, check_numbers
from rvs.engine.errors import ArgumentError
from rvs.model.paths.pieces import Bend, Line, Piece, as_rows
from rvs.value_class import dataclass

# How far apart, in m and rad, pieces may be that count as joined.
JOIN = 1e-6


@dataclass(frozen=True)
class ToolPath:
    """Pieces one after another, each beginning where the one before ends.

    Attributes:
        pieces: The pieces, at least one.
        stops: Whether the tool comes to rest behind each piece; always behind the last.

    Raises:
        ArgumentError: No pieces, two that do not join, or another number of stops.
    """

    pieces: tuple[Piece, ...]
    stops: tuple[bool, ...]

    def __post_init__(self) -> None:
        if not self.pieces:
            raise ArgumentError("pieces: expected at least one")
        if len(self.stops) != len(self.pieces):
            raise ArgumentError(f"stops: expected one for each of {len(self.pieces)} pieces")
        for index, (one, other) in enumerate(pairwise(self.pieces), 1):
            if np.abs(one.poses(_END) - other.poses(_START)).max() > JOIN:
                raise ArgumentError(f"pieces: piece {index + 1} does not begin where {index} ends")

    @classmethod
    def of(cls, *pieces: Piece) -> ToolPath:
        """Make a path that rests behind every piece."""
        return cls(pieces, (True,) * len(pieces))

    @property
    def length(self) -> float:
        """Way of the tool point, in m."""
        return sum(piece.length for piece in self.pieces)

    @property
    def start(self) -> Array:
        """First pose (4, 4)."""
        return np.asarray(self.pieces[0].poses(_START)[0])

    @property
    def end(self) -> Array:
        """Last pose (4, 4)."""
        return np.asarray(self.pieces[-1].poses(_END)[0])

    def runs(self) -> tuple[tuple[Piece, ...], ...]:
        """Return the pieces grouped by stops: within a group the tool never rests."""
        groups: list[tuple[Piece, ...]] = []
        run: list[Piece] = []
        for piece, stop in zip(self.pieces, self.stops, strict=True):
            run.append(piece)
            if stop:
                groups.append(tuple(run))
                run = []
        return tuple([*groups, tuple(run)] if run else groups)


_START, _END = np.zeros(1), np.ones(1)


def through(poses: ArrayLike, blend: ArrayLike | Sequence[float] = 0.0) -> ToolPath:
    """Return straight pieces through poses, with the corners rounded.

    Args:
        poses: The poses (k, 4, 4), two or more.
        blend: How far from each inner pose its corner is left, in m: one number or (k - 2,); at
            most half the shorter side. The tool stops at corners of 0.

    Raises:
        ArgumentError: Fewer than two poses, or a blend that is negative or too large.

    >>> line = np.tile(np.eye(4), (3, 1, 1))
    >>> line[1, 0, 3] = line[2, 0, 3] = line[2, 1, 3] = 1.0
    >>> [type(piece).__name__ for piece in through(line, 0.2).pieces]
    ['Line', 'Bend', 'Line']
    """
    via = check_array(poses, "poses", 4, 4)
    if via.ndim != 3 or len(via) < 2:
        raise ArgumentError(f"poses: expected two or more, got shape {via.shape}")
    rounding = np.broadcast_to(check_numbers(blend, "blend"), (len(via) - 2,))
    lines = [Line(as_rows(a), as_rows(b)) for a, b in pairwise(via)]
    _check_blends(lines, rounding)
    # Straight back there is no corner that could be rounded.
    rounding = np.where([_turns_back(*two) for two in pairwise(lines)], 0.0, rounding)
    pieces: list[Piece] = []
    stops: list[bool] = []
    left = lines[0].start
    for index, line in enumerate(lines):
        before = rounding[index - 1] if index else 0.0
        after = rounding[index] if index < len(rounding) else 0.0
        joined, leaving = map(as_rows, line.poses(_cuts(line, float(before), float(after))))
        if before > 0.0:
            pieces.append(Bend(left, line.start, joined))
            stops.append(False)
        pieces.append(Line(joined, leaving))
        stops.append(after == 0.0)
        left = leaving
    return ToolPath(tuple(pieces), tuple(stops))


def _turns_back(one: Line, other: Line) -> bool:
    before, after = (
        np.subtract(line.end, line.start)[:3, 3] / (line.length or 1.0) for line in (one, other)
    )
    return bool(np.linalg.norm(before + after) < JOIN)


def _cuts(line: Line, before: float, after: float) -> Array:
    length = line.length or 1.0
    return np.array([before / length, 1.0 - after / length])


def _check_blends(lines: Sequence[Line], rounding: Array) -> None:
    for index, radius in enumerate(rounding.tolist()):
        room = min(lines[index].length, lines[index + 1].length) / 2
        if not 0.0 <= radius <= room * (1 + JOIN):
            raise ArgumentError(
                f"blend: {radius:g} m at pose {index + 2}; expected 0 to {room:g} m, half the "
                "shorter side"
            )
