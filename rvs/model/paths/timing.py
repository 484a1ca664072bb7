"""Timing of a path: motions of a tool, for any robot."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from math import inf, pi, sqrt
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_array, check_choice, check_numbers, check_pose
from rvs.engine.errors import ArgumentError
from rvs.engine.profile import Along, Profile
from rvs.engine.trajectory import SCALINGS, duration, s_curve
from rvs.engine.transforms import interpolate
from rvs.model.array_value import Block, block
from rvs.model.motions.motion import check_times
from rvs.model.paths.path import Piece, ToolPath
from rvs.model.paths.smooth import steepest
from rvs.value_class import dataclass

# Short moves come near their speed at most; below this part it was hardly meant.
HALF = 0.5
# Without a given acceleration a third of the time is for speeding up: by twice the full speed over
# the time that the way would take at full speed.
AUTOMATIC = 2.0
# Mean acceleration of an S-curve that speeds up, in parts of its largest.
FLAT = 0.75


class ToolMotion(Protocol):
    """Motion of a tool from time 0 to a duration, relative to the base of its robot."""

    @property
    def duration(self) -> float:
        """Duration, in s."""

    @property
    def keys(self) -> Array:
        """Rising times of interest from 0 to the duration (k,), in s."""

    def poses(self, times: Array) -> Array:
        """Return the poses (m, 4, 4) at times (m,) in s."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Speed and accelerations with which a tool follows a path.

    Attributes:
        speed: Largest speed of the tool point, in m/s.
        turning: Largest angular speed, in rad/s.
        acceleration: Largest acceleration along the path, in m/s^2; the rotation changes in
            proportion. Infinite: a third of the time is for acceleration, a third for deceleration.
        scaling: Its time scaling, a name in ``rvs.engine.trajectory.SCALINGS``.

    Raises:
        ArgumentError: A number not above 0, or an unknown scaling.
    """

    speed: float = 0.25
    turning: float = pi / 2
    acceleration: float = inf
    scaling: str = "trapezoidal"

    def __post_init__(self) -> None:
        check_choice(self.scaling, "scaling", SCALINGS)
        for name in ("speed", "turning", "acceleration"):
            if not getattr(self, name) > 0.0:
                raise ArgumentError(f"{name}: expected a number above 0")


@dataclass(frozen=True)
class _Run:
    """Pieces followed without a rest, timed as one path from rest to rest.

    The path is measured in m, or in rad where the tool turns on the spot.
    """

    pieces: tuple[Piece, ...]
    pace: Pace

    @cached_property
    def _lengths(self) -> tuple[float, ...]:
        ways = tuple(piece.length for piece in self.pieces)
        return ways if any(ways) else tuple(piece.turn for piece in self.pieces)

    @cached_property
    def _speeds(self) -> tuple[float, ...]:
        """The largest speed in each piece: that of the point, or less if the tool turns fast."""
        pace = self.pace
        if not any(piece.length for piece in self.pieces):
            return (pace.turning,) * len(self.pieces)
        return tuple(
            min(pace.speed, pace.turning * piece.length / turn)
            if piece.length and (turn := steepest(piece))
            else pace.speed
            for piece in self.pieces
        )

    @cached_property
    def _full(self) -> float:
        """Duration at full speed from end to end, in s."""
        return sum(way / speed for way, speed in zip(self._lengths, self._speeds, strict=True))

    @cached_property
    def _timed(self) -> Profile | _Shaped:
        speeds, pace, whole = self._speeds, self.pace, self._full
        # By which part of the full speed the speed changes in a second.
        push = pace.acceleration / pace.speed if pace.acceleration < inf else AUTOMATIC / whole
        if pace.scaling == "trapezoidal":
            return Profile(self._lengths, speeds, tuple(push * speed for speed in speeds))
        slowest = min(s for s, way in zip(speeds, self._lengths, strict=True) if way)
        strong = push * slowest if pace.acceleration < inf else inf
        return _Shaped(sum(self._lengths), slowest, strong, pace.scaling)

    @cached_property
    def duration(self) -> float:
        """Duration, in s."""
        return self._timed.duration if self._full else 0.0

    @cached_property
    def share(self) -> float:
        """Fraction of the full speed that it reaches, from 0 to 1."""
        return min(self._timed.share, 1.0) if self._full else 1.0

    def poses(self, times: Array) -> Array:
        if not self._full:
            return np.asarray(self.pieces[-1].poses(np.ones(len(times))))
        way = self._timed.at(np.clip(times, 0.0, self.duration)).s
        marks = np.concatenate([[0.0], np.cumsum(self._lengths)])
        found = np.empty((len(times), 4, 4))
        which = np.clip(np.searchsorted(marks, way, side="right") - 1, 0, len(self.pieces) - 1)
        for index in np.unique(which).tolist():
            start, length = marks[index], self._lengths[index]
            mine = which == index
            share = (way[mine] - start) / length if length else np.ones(mine.sum())
            found[mine] = self.pieces[index].poses(np.clip(share, 0.0, 1.0))
        return found


@dataclass(frozen=True)
class _Shaped:
    """A path followed with one time scaling from its start to its end.

    An S-curve has a constant speed between its ends; the others change it over the whole path.
    """

    way: float
    speed: float
    push: float
    scaling: str

    @cached_property
    def _run_up(self) -> float | None:
        """The acceleration time of a bounded S-curve, in s; None for other shapes."""
        if self.scaling != "s-curve" or self.push == inf:
            return None
        # The acceleration rises and falls in a quarter of that each.
        steady = FLAT * self.push
        return min(self.speed / steady, sqrt(self.way / steady))

    @cached_property
    def duration(self) -> float:
        """Duration, in s."""
        if self._run_up is None:
            return duration([self.way], [self.speed], [self.push], self.scaling)
        return self._run_up + self.way / (FLAT * self.push * self._run_up)

    @property
    def share(self) -> float:
        """Fraction of its speed that it reaches."""
        return float(self.at(np.linspace(0.0, self.duration, 65)).ds.max()) / self.speed

    def at(self, times: Array) -> Along:
        """Return the position, speed and acceleration at times in s."""
        whole = self.duration
        if self._run_up is None:
            part = SCALINGS[self.scaling](times, whole)
        else:
            part = s_curve(times, whole, blend=min(self._run_up / whole, 0.5))
        return Along(self.way * part.s, self.way * part.ds, self.way * part.dds)


@dataclass(frozen=True, slots=True)
class SlowRun:
    """A path segment between two stops that is too short for the requested speed.

    Attributes:
        start: Its start, in s.
        end: Its end, in s.
        wanted: The requested speed, in m/s.
        reached: The speed reached.
    """

    start: float
    end: float
    wanted: float
    reached: float


@dataclass(frozen=True)
class TimedPath:
    """A path followed at a pace, from rest to rest between stops.

    Attributes:
        path: The path.
        pace: The pace.
    """

    path: ToolPath
    pace: Pace = Pace()

    @cached_property
    def _runs(self) -> tuple[_Run, ...]:
        return tuple(_Run(run, self.pace) for run in self.path.runs())

    @cached_property
    def _starts(self) -> tuple[float, ...]:
        return tuple(accumulate((run.duration for run in self._runs), initial=0.0))

    @cached_property
    def slow_runs(self) -> tuple[SlowRun, ...]:
        """Segments on which less than half of the speed is reached."""
        speed = self.pace.speed
        return tuple(
            SlowRun(start, start + run.duration, speed, run.share * speed)
            for start, run in zip(self._starts, self._runs, strict=False)
            if run.share < HALF
        )

    @property
    def duration(self) -> float:
        """Duration, in s."""
        return self._starts[-1]

    @property
    def keys(self) -> Array:
        """Times at which the tool rests (k,), in s."""
        return np.unique(self._starts)

    def poses(self, times: Array) -> Array:
        """Return the poses (m, 4, 4) at times (m,) in s.

        >>> from rvs.model.paths.path import Line
        >>> end = np.eye(4) + np.eye(4, k=3)
        >>> path = ToolPath.of(Line(tuple(map(tuple, np.eye(4))), tuple(map(tuple, end))))
        >>> TimedPath(path, Pace(speed=1.0)).poses(np.array([0.75]))[0, 0, 3].round(9)
        np.float64(0.5)
        """
        wanted = np.asarray(times, float)
        found = np.empty((len(wanted), 4, 4))
        which = [
            min(max(bisect_right(self._starts, t) - 1, 0), len(self._runs) - 1)
            for t in wanted.tolist()
        ]
        for index in sorted(set(which)):
            mine = np.array(which) == index
            found[mine] = self._runs[index].poses(wanted[mine] - self._starts[index])
        return found


@dataclass(frozen=True)
class PoseRows:
    """Poses at given times, with linear motion and uniform rotation between them.

    Attributes:
        times: Time of each pose (m,), rising from 0, in s.
        rows: The poses (m, 4, 4).

    Raises:
        ArgumentError: Not poses, or times that do not belong to them.
    """

    times: Block
    rows: Block

    def __post_init__(self) -> None:
        times, rows = self.times.array, self.rows.array
        if rows.ndim != 3 or rows.shape[1:] != (4, 4) or not len(rows):
            raise ArgumentError(f"rows: expected poses (m, 4, 4), got {rows.shape}")
        check_times(times, len(rows), "pose")

    @classmethod
    def at_times(cls, times: ArrayLike, poses: ArrayLike) -> PoseRows:
        """Make it from times (m,) in s and poses (m, 4, 4)."""
        rows = check_pose(check_array(poses, "poses", 4, 4), "poses")
        return cls(block(check_numbers(times, "times")), block(rows))

    @property
    def duration(self) -> float:
        """Duration, in s."""
        return float(self.times.array[-1])

    @property
    def keys(self) -> Array:
        """Times of all poses (m,), in s."""
        return self.times.array

    def poses(self, times: Array) -> Array:
        """Return the poses (m, 4, 4) at times (m,) in s."""
        knots, rows = self.times.array, self.rows.array
        if len(knots) == 1:
            return np.repeat(rows, len(times), axis=0)
        wanted = np.clip(times, 0.0, knots[-1])
        before = np.clip(np.searchsorted(knots, wanted, side="right") - 1, 0, len(knots) - 2)
        part = (wanted - knots[before]) / (knots[before + 1] - knots[before])
        return interpolate(rows[before], rows[before + 1], part)
