"""All shapes of a checker as plain arrays, the form for the kernels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.study.shapes import Shape
from rvs.value_class import dataclass

Indices = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Packed:
    """Consecutive shapes; every ``starts`` has one number more than there are shapes of a kind.

    Attributes:
        points: Points of all pieces (n, 3), m.
        piece_starts: Start of the points of each piece.
        radii: Radius of each piece, m.
        body_starts: Start of the pieces of each shape.
        triangles: Triangles of all shells (t, 9), m.
        shell_starts: Start of the triangles of each shell.
        body_shells: Start of the shells of each shape.
        probes: A point of each connected piece (k, 3), m.
        body_probes: Start of the probes of each shape.
        grounds: True for each shape that is everything below z = 0.
    """

    points: Array
    piece_starts: Indices
    radii: Array
    body_starts: Indices
    triangles: Array
    shell_starts: Indices
    body_shells: Indices
    probes: Array
    body_probes: Indices
    grounds: Indices

    def __len__(self) -> int:
        return len(self.grounds)

    def arrays(self) -> tuple[NDArray[np.generic], ...]:
        """Return all of them in order."""
        return (
            self.points, self.piece_starts, self.radii, self.body_starts, self.triangles,
            self.shell_starts, self.body_shells, self.probes, self.body_probes, self.grounds,
        )  # fmt: skip


def pack(shapes: Sequence[Shape]) -> Packed:
    """Return shapes as plain arrays."""
    pieces = [piece for shape in shapes for piece in shape.pieces]
    shells = [shell for shape in shapes for shell in shape.shells]
    probes = [np.zeros((0, 3)) if one.probes is None else one.probes for one in shapes]
    return Packed(
        _stacked([piece.points for piece in pieces], 3),
        _starts(len(piece.points) for piece in pieces),
        np.array([piece.radius for piece in pieces], float),
        _starts(len(shape.pieces) for shape in shapes),
        _stacked([shell.reshape(-1, 9) for shell in shells], 9),
        _starts(map(len, shells)),
        _starts(len(shape.shells) for shape in shapes),
        _stacked(probes, 3),
        _starts(map(len, probes)),
        np.array([shape.ground for shape in shapes], np.int64),
    )


def _stacked(arrays: Sequence[Array], columns: int) -> Array:
    return np.ascontiguousarray(np.concatenate([np.zeros((0, columns)), *arrays]))


def _starts(counts: Iterable[int]) -> Indices:
    return np.cumsum([0, *counts], dtype=np.int64)
