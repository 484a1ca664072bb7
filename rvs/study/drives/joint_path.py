"""The path of a motion through joint space, without its times: segments between rests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from rvs.engine.arrays import Array
from rvs.value_class import dataclass

# How far a stretch may be from the rows it replaces, in rad and m, and how few knots it may have.
NEAR, FEW = 1e-6, 48
# Shorter steps than this part of a stretch say nothing about its direction.
STEP = 1e-4
# A turn of the way by more than this, in rad, and by so many times its neighbours', is a corner.
TURN, SUDDEN = 0.2, 4.0


@dataclass(frozen=True, eq=False)
class Stretch:
    """A smooth part of a path from rest to rest, or a wait.

    Attributes:
        knots: Lengths along the path (k,), rising from 0; a single one for a wait.
        points: Postures there (k, n), rad and m.
        pause: Duration of a wait, in s; 0 for a motion.
        begun: Time of its start in the original motion, in s.
    """

    knots: Array
    points: Array
    pause: float
    begun: float

    @property
    def length(self) -> float:
        """Length of the path; 0 for a wait."""
        return float(self.knots[-1])

    @cached_property
    def _spline(self) -> Any:
        # Only where a path is timed again: it takes some time to load.
        from scipy.interpolate import CubicSpline  # type: ignore[import-untyped]

        return CubicSpline(self.knots, self.points, axis=0)

    @property
    def turns(self) -> Array:
        """Lengths at which a joint reverses (k,), rising."""
        found = self._spline.derivative().roots(extrapolate=False)
        every = np.unique(np.concatenate([np.ravel(one) for one in np.atleast_1d(found)]))
        inside: Array = every[(every > 0.0) & (every < self.length)]
        return inside

    def at(self, s: Array, order: int = 0) -> Array:
        """Return postures (m, n) at lengths (m,), or their derivatives with respect to length."""
        if self.length == 0.0:
            still = self.points[:1] if order == 0 else np.zeros_like(self.points[:1])
            return np.repeat(still, len(s), axis=0)
        found: Array = self._spline(s, order)
        return found


def stretches(times: Array, q: Array, rests: Array) -> tuple[Stretch, ...]:
    """Return the path of rows as smooth segments, with rests at theirs and at corners.

    Args:
        times: Rising times of the rows (m,), in s.
        q: Postures (m, n), rad and m.
        rests: Times at which the motion rests (k,), in s, each the time of a row; a rest of some
            length has two.
    """
    marks = np.unique(np.searchsorted(times, [times[0], *rests, times[-1]], side="left"))
    found = []
    for first, last in pairwise(marks.tolist()):
        rows = q[first : last + 1]
        if np.abs(rows - rows[0]).max() <= NEAR:
            pause = float(times[last] - times[first])
            found.append(Stretch(np.zeros(1), rows[:1], pause, float(times[first])))
            continue
        for a, b in pairwise(_corners(rows)):
            found.append(_fitted(rows[a : b + 1], float(times[first + a])))
    return tuple(found)


def _corners(rows: Array) -> list[int]:
    """Return first and last row, and those at which the path has a corner."""
    kept = _apart(rows, STEP)
    steps = np.diff(rows[kept], axis=0)
    units = steps / np.linalg.norm(steps, axis=1)[:, None]
    turns = np.arccos(np.clip((units[1:] * units[:-1]).sum(axis=1), -1.0, 1.0))
    padded = np.concatenate([[0.0], turns, [0.0]])
    beside = np.maximum(padded[:-2], padded[2:])
    sudden = np.flatnonzero((turns > TURN) & (turns > SUDDEN * beside))
    return [0, *(kept[1:-1][sudden].tolist()), len(rows) - 1]


def _apart(rows: Array, part: float) -> Array:
    """Return rows that are at least a fraction of the whole length apart, including both ends."""
    lengths = _lengths(rows)
    kept, least = [0], part * lengths[-1]
    for index, length in enumerate(lengths.tolist()):
        if length - lengths[kept[-1]] >= least and lengths[-1] - length >= least:
            kept.append(index)
    return np.array([*kept, len(rows) - 1])


def _lengths(rows: Array) -> Array:
    steps = np.linalg.norm(np.diff(rows, axis=0), axis=1)
    return np.concatenate([[0.0], np.cumsum(steps)])


def _fitted(rows: Array, begun: float) -> Stretch:
    """Return a curve through as many of the rows as necessary to be near all of them."""
    lengths = _lengths(rows)
    for stretch in _tries(rows, lengths, begun):
        off = np.abs(stretch.at(lengths) - rows).max()
        if off <= NEAR:
            break
    return stretch


def _tries(rows: Array, lengths: Array, begun: float) -> Iterator[Stretch]:
    count = FEW
    while True:
        kept = _apart(rows, 1.0 / count)
        yield Stretch(lengths[kept], rows[kept], 0.0, begun)
        if count >= 2 * len(rows):
            return
        count *= 2
