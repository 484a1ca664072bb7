"""A whole tool path: joined pieces."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_numbers, check_pose
from rvs.engine.errors import ArgumentError
from rvs.engine.transforms import between
from rvs.model.paths.pieces import Bend, Line, Piece, as_rows
from rvs.value_class import dataclass

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
