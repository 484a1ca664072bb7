"""Cells of a workspace: the reached ones, with postures and intervals."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers
from rvs.study.workspace.sweep import TURN
from rvs.value_class import dataclass

# Intervals along the sweep are told apart if one of so many bins lies empty between them.
BINS = 72
# A cell is divided into this number of parts along u and v.
SEEN = 2


@dataclass(frozen=True, eq=False)
class Frame:
    """Grid of the cells.

    Attributes:
        low: Least u and v (2,), m.
        step: Size of a cell (2,), m; 1 if the workspace is flat.
        shape: Numbers of cells along u and v.
        along: Least and greatest s.
    """

    low: Array
    step: Array
    shape: tuple[int, int]
    along: tuple[float, float]

    @property
    def count(self) -> int:
        """Number of cells."""
        return self.shape[0] * self.shape[1]

    def cells(self, coordinates: Array) -> Integers:
        """Return the cell of coordinates u, v, … (m, 2 or more)."""
        places = np.floor((coordinates[:, :2] - self.low) / self.step).astype(np.int64)
        i, j = np.clip(places, 0, np.array(self.shape) - 1).T
        return np.asarray(i * self.shape[1] + j)

    def bins(self, s: Array) -> Integers:
        """Return the bins of coordinates s (m,)."""
        low, high = self.along
        width = max(high - low, 1e-300)
        return np.clip(((s - low) / width * BINS).astype(np.int64), 0, BINS - 1)

    def centres(self, cells: Integers) -> Array:
        """Return the centres (m, 2) of cells."""
        i, j = np.divmod(cells, self.shape[1])
        return np.asarray(self.low + (np.column_stack([i, j]) + 0.5) * self.step)

    def neighbours(self, cells: Integers) -> Integers:
        """Return the eight cells around each (m, 8), -1 if there is none."""
        i, j = np.divmod(cells, self.shape[1])
        steps = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
        columns = []
        for a, b in steps:
            inside = (i + a >= 0) & (i + a < self.shape[0]) & (j + b >= 0) & (j + b < self.shape[1])
            columns.append(np.where(inside, (i + a) * self.shape[1] + j + b, -1))
        return np.column_stack(columns)


class Cells:
    """Facts about every cell, collected from postures in any order."""

    def __init__(self, frame: Frame, joints: int) -> None:
        """Start with nothing reached."""
        self.frame = frame
        self.hit: Booleans = np.zeros(frame.count, dtype=bool)
        self.postures: Array = np.zeros((frame.count, joints))
        self.least: Array = np.full((frame.count, BINS), np.inf)
        self.most: Array = np.full((frame.count, BINS), -np.inf)
        # Which of its parts along u and v a posture is in.
        self.seen: Booleans = np.zeros((frame.count, SEEN**2), dtype=bool)

    def add(self, q: Array, coordinates: Array) -> Integers:
        """Record postures (m, n) and their coordinates u, v, s (m, 3); return their cells.

        The position of a cell along the sweep refers to its centre: s is the value there.
        """
        cells = self.frame.cells(coordinates)
        bins = self.frame.bins(coordinates[:, 2])
        np.minimum.at(self.least, (cells, bins), coordinates[:, 2])
        np.maximum.at(self.most, (cells, bins), coordinates[:, 2])
        off = (coordinates[:, :2] - self.frame.centres(cells)) / self.frame.step + 0.5
        along, across = np.clip(off * SEEN, 0, SEEN - 1).astype(np.int64).T
        self.seen[cells, along * SEEN + across] = True
        # the first posture of a cell stays, so that more of them change nothing but the rest
        fresh = ~self.hit[cells]
        new, first = np.unique(cells[fresh], return_index=True)
        self.postures[new] = q[fresh][first]
        self.hit[new] = True
        return cells

    def join(self, other: Cells) -> None:
        """Add the facts about other cells of the same frame."""
        fresh = other.hit & ~self.hit
        self.postures[fresh] = other.postures[fresh]
        self.hit |= other.hit
        self.seen |= other.seen
        np.minimum(self.least, other.least, out=self.least)
        np.maximum(self.most, other.most, out=self.most)

    def frontier(self) -> tuple[Integers, Integers]:
        """Return pairs of a cell that is not reached and a neighbour that is."""
        hit = np.flatnonzero(self.hit)
        around = self.frame.neighbours(hit)
        fresh = (around >= 0) & ~self.hit[np.maximum(around, 0)]
        return around[fresh], np.repeat(hit, 8)[fresh.ravel()]

    def rim(self) -> Integers:
        """Return the cells that are reached, but perhaps not completely.

        A neighbour is missing or not reached, or a part has no posture: a gap may be narrower than
        a cell. If u or v does not change there are no parts.
        """
        hit = np.flatnonzero(self.hit)
        around = self.frame.neighbours(hit)
        open_ = ((around < 0) | ~self.hit[np.maximum(around, 0)]).any(axis=1)
        if min(self.frame.shape) > 1:
            open_ |= ~self.seen[hit].all(axis=1)
        return np.asarray(hit[open_])

    def intervals(
        self, cells: Integers, width: float, turns: bool
    ) -> list[list[tuple[float, float]]]:
        """Return the intervals of rising s in which cells are reached, with the first joint moving.

        Args:
            cells: The cells.
            width: Range of the first joint.
            turns: It is revolute; s is periodic.
        """
        least, most = self.least[cells], self.most[cells]
        filled = np.zeros((len(cells), BINS + 2), dtype=bool)
        filled[:, 1:-1] = least <= most
        row, start = np.nonzero(filled[:, 1:-1] & ~filled[:, :-2])
        _, end = np.nonzero(filled[:, 1:-1] & ~filled[:, 2:])
        spans: list[list[tuple[float, float]]] = [[] for _ in range(len(cells))]
        ends = zip(least[row, start].tolist(), most[row, end].tolist(), strict=True)
        for k, (low, high) in zip(row.tolist(), ends, strict=True):
            spans[k].append((low, high + width))
        return [_wrapped(_united(each)) if turns else _united(each) for each in spans]


def _united(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return found


def _wrapped(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return angles beyond a full turn, wrapped to its beginning."""
    if any(high - low >= TURN for low, high in spans):
        return [(0.0, TURN)]
    parts = []
    for low, high in spans:
        if high > TURN:
            parts += [(low, TURN), (0.0, high - TURN)]
        else:
            parts.append((low, high))
    return _united(parts)
