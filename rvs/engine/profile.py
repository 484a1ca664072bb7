"""Speed along a path of several segments, as fast as each permits, from rest to rest.

In each segment the speed rises, stays constant and falls with the acceleration of the segment, the
time-optimal profile under bounds of speed and acceleration (Lynch and Park 2017, section 9.2.2).
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.value_class import dataclass


class Along(NamedTuple):
    """Position on a path with its first two derivatives, in the shape of the times.

    >>> Along._fields
    ('s', 'ds', 'dds')
    """

    s: Array
    ds: Array
    dds: Array


@dataclass(frozen=True)
class Profile:
    """The fastest speed along consecutive segments without a stop.

    Attributes:
        lengths: Length of each segment, 0 or more, in any unit.
        speeds: Largest speed in each, above 0 and finite.
        pushes: Largest acceleration in each, likewise.

    Raises:
        ArgumentError: No segment, or a number out of range.

    >>> Profile((1.0,), (0.5,), (1.0,)).duration
    2.5
    >>> Profile((1.0,), (5.0,), (1.0,)).duration
    2.0
    """

    lengths: tuple[float, ...]
    speeds: tuple[float, ...]
    pushes: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.lengths or not len(self.lengths) == len(self.speeds) == len(self.pushes):
            raise ArgumentError("lengths: expected a speed and an acceleration for each section")
        numbers = np.array([self.lengths, self.speeds, self.pushes])
        if not (np.isfinite(numbers).all() and (numbers[0] >= 0).all() and (numbers[1:] > 0).all()):
            raise ArgumentError("lengths: expected 0 or more, speeds and accelerations above 0")

    @cached_property
    def starts(self) -> Array:
        """Starts of all segments, and the end of the last one."""
        return np.concatenate([[0.0], np.cumsum(self.lengths)])

    @cached_property
    def duration(self) -> float:
        """Duration, in s."""
        return float(self._phases[0][-1])

    @cached_property
    def reached(self) -> tuple[float, ...]:
        """The largest speed in each segment."""
        joints, rows = self._joints, zip(self.lengths, self.speeds, self.pushes, strict=True)
        return tuple(
            min(speed, float(np.sqrt((before**2 + after**2) / 2 + push * length)))
            for before, after, (length, speed, push) in zip(joints, joints[1:], rows, strict=False)
        )

    @property
    def share(self) -> float:
        """The largest fraction of its permitted speed in any segment."""
        rows = zip(self.reached, self.speeds, self.lengths, strict=True)
        return max(top / speed for top, speed, length in rows if length)

    @cached_property
    def _joints(self) -> list[float]:
        """Speed at the start of each segment, and at the end: a forward and a backward pass."""
        rows = list(zip(self.lengths, self.pushes, strict=True))
        found = [0.0, *map(min, self.speeds, self.speeds[1:]), 0.0]
        for order in (range(len(rows)), range(len(rows) - 1, -1, -1)):
            back = order.step < 0
            for k in order:
                length, push = rows[k]
                here, there = (k + 1, k) if back else (k, k + 1)
                most = float(np.sqrt(found[here] ** 2 + 2 * push * length))
                found[there] = min(found[there], most)
        return found

    @cached_property
    def _phases(self) -> tuple[Array, Array, Array, Array]:
        """Start of each phase and the final end; position, speed and acceleration there."""
        times, places, speeds, pushes = [0.0], [0.0], [], []
        for k, (length, push) in enumerate(zip(self.lengths, self.pushes, strict=True)):
            before, after, top = self._joints[k], self._joints[k + 1], self.reached[k]
            if top == 0.0:
                continue
            rise, fall = (top - before) / push, (top - after) / push
            ways = rise * (before + top) / 2, fall * (top + after) / 2
            level = max(length - sum(ways), 0.0)
            for time, way, speed, bend in (
                (rise, ways[0], before, push), (level / top, level, top, 0.0),
                (fall, ways[1], top, -push),
            ):  # fmt: skip
                if time > 0.0:
                    speeds.append(speed)
                    pushes.append(bend)
                    times.append(times[-1] + time)
                    places.append(places[-1] + way)
        return np.array(times), np.array(places), np.array(speeds), np.array(pushes)

    def at(self, t: ArrayLike) -> Along:
        """Return position, speed and acceleration at times in s; at rest before and after.

        >>> [float(x) for x in Profile((1.0,), (0.5,), (1.0,)).at(1.25)]
        [0.5, 0.5, 0.0]
        """
        times, places, speeds, pushes = self._phases
        wanted, whole = np.asarray(t, float), float(self.starts[-1])
        if not len(speeds):
            rest = np.zeros(wanted.shape)
            return Along(rest + whole, rest, rest)
        phase = np.clip(np.searchsorted(times, wanted, side="right") - 1, 0, len(speeds) - 1)
        within = np.clip(wanted, 0.0, times[-1]) - times[phase]
        moving = (wanted >= 0.0) & (wanted <= times[-1])
        s = places[phase] + within * (speeds[phase] + pushes[phase] * within / 2)
        # Rounding adds up over phases; the end is the end.
        s = np.where(wanted >= times[-1], whole, np.minimum(s, whole))
        ds = np.where(moving, np.maximum(speeds[phase] + pushes[phase] * within, 0.0), 0.0)
        return Along(s, ds, np.where(moving, pushes[phase], 0.0))


def even_ramp(way: ArrayLike, speeds: ArrayLike, pushes: ArrayLike) -> Profile:
    """Return joint values along one straight line in joint space, by fraction of the path.

    Args:
        way: Displacement of each joint (n,), of either sign, rad or m; at least one is not zero.
        speeds: Largest speed of each (n,).
        pushes: Largest acceleration of each (n,).

    Raises:
        ArgumentError: No joint moves, or nothing bounds those that do.

    >>> even_ramp([1.0, -2.0], [1.0, 1.0], [4.0, 4.0]).duration
    2.25
    """
    distance = np.abs(way)
    moving = distance > 0.0
    if not moving.any():
        raise ArgumentError("way: no joint moves")
    fast = (np.broadcast_to(speeds, distance.shape)[moving] / distance[moving]).min()
    strong = (np.broadcast_to(pushes, distance.shape)[moving] / distance[moving]).min()
    return Profile((1.0,), (float(fast),), (float(strong),))
