"""Motions: postures of all robots at each time from 0 to a duration."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_choice
from rvs.engine.errors import ArgumentError
from rvs.engine.notebooks import Shown
from rvs.engine.trajectory import SCALINGS
from rvs.model.array_value import Block, block
from rvs.model.derived import derived
from rvs.model.motions.grips import Grips, Openings
from rvs.model.state import Posture, Postures
from rvs.value_class import dataclass

EVEN = 1e-9


class Motion(Protocol):
    """A playable motion."""

    @property
    def duration(self) -> float:
        """Duration, in s; 0 or more."""

    @property
    def keys(self) -> Array:
        """Rising times of interest from 0 to the duration (k,), in s."""

    def at(self, t: float) -> Postures:
        """Return the postures of the moving robots, by their ids, at a time in s.

        Before 0 and after the end nothing moves.
        """


@derived(size=32)
def movers(motion: Motion) -> frozenset[str]:
    """Return the ids of the robots in a motion."""
    return frozenset(motion.at(0.0))


def check_moves(motion: Motion, robot_id: str) -> None:
    """Raise an error unless a motion moves a robot.

    Raises:
        ArgumentError: It does not move that robot.
    """
    if robot_id not in movers(motion):
        raise ArgumentError(f"robot_id: the motion does not move {robot_id!r}")


def check_times(times: Array, count: int, of: str) -> None:
    """Refuse times (count,) that do not rise from 0.

    Args:
        times: The times, in s.
        count: Expected number of times.
        of: The items that have times, in words.

    Raises:
        ArgumentError: A wrong number of them, or wrong times.
    """
    if times.shape != (count,):
        raise ArgumentError(f"times: expected {count} times, one per {of}, got {times.shape}")
    if times[0] != 0.0 or not (np.diff(times) > 0.0).all():
        raise ArgumentError("times: expected increasing times of 0 or more")


@dataclass(frozen=True)
class JointTrajectory(Shown):
    """Rows of joint values of one robot, with linear motion of every joint between rows.

    Attributes:
        robot_id: The robot in the document.
        times: Time of each row (m,), rising from 0, in s; arrays become blocks.
        rows: Joint values (m, n), rad and m.
        openings: Times and openings of a gripper.
        speeds: Joint velocities at the rows (m, n) if known; else None.
        accelerations: Joint accelerations at the rows, likewise.
        pushes: External efforts on the joints at the rows (m, n), N m or N, if known.
        grips: Times at which its tool grips and releases the object there, in s.
        assumed: Sentences about assumptions, not entered by anybody, on which its times depend.

    Raises:
        ArgumentError: No rows, or times or rates that do not belong to them.
    """

    robot_id: str
    times: Block
    rows: Block
    openings: Openings = ()
    speeds: Block | None = None
    accelerations: Block | None = None
    pushes: Block | None = None
    grips: Grips = ()
    assumed: tuple[str, ...] = field(default=(), compare=False)

    if TYPE_CHECKING:
        # Tables of numbers become blocks.
        def __init__(
            self,
            robot_id: str,
            times: Block | ArrayLike,
            rows: Block | ArrayLike,
            openings: Openings = (),
            speeds: Block | ArrayLike | None = None,
            accelerations: Block | ArrayLike | None = None,
            pushes: Block | ArrayLike | None = None,
            grips: Grips = (),
            assumed: tuple[str, ...] = (),
        ) -> None: ...

    def __post_init__(self) -> None:
        for name in ("times", "rows", "speeds", "accelerations", "pushes"):
            given = getattr(self, name)
            if given is not None and not isinstance(given, Block):
                try:
                    object.__setattr__(self, name, block(given))
                except ArgumentError as error:
                    raise ArgumentError(f"{name}: {str(error).removeprefix('values: ')}") from error
        times, rows = self.times.array, self.rows.array
        if rows.ndim != 2 or not rows.size:
            raise ArgumentError(f"rows: expected shape (m, n), got {rows.shape}")
        check_times(times, len(rows), "row")
        for name in ("speeds", "accelerations", "pushes"):
            known = getattr(self, name)
            if known is not None and known.array.shape != rows.shape:
                raise ArgumentError(f"{name}: expected {rows.shape}, got {known.array.shape}")

    @classmethod
    def evenly(cls, robot_id: str, rows: ArrayLike, dt: float) -> JointTrajectory:
        """Make a trajectory of rows at equal intervals.

        Args:
            robot_id: The robot in the document.
            rows: Joint values (m, n), rad and m.
            dt: Time from row to row, in s.

        Raises:
            ArgumentError: No rows, a number that is not finite, or a time not above 0.

        >>> JointTrajectory.evenly("arm", [[0.0], [1.0], [4.0]], 0.5).at(0.75)["arm"]
        (2.5,)
        """
        table = block(rows)
        if not 0.0 < dt < np.inf:
            raise ArgumentError(f"dt: expected a time above 0, got {dt:g}")
        return cls(robot_id, block(dt * np.arange(len(table))), table)

    @property
    def n(self) -> int:
        """Number of joints."""
        return int(self.rows.array.shape[1])

    @property
    def duration(self) -> float:
        """Duration, in s."""
        return float(self.times.array[-1])

    @property
    def keys(self) -> Array:
        """Times of all rows (m,), in s."""
        return self.times.array

    @property
    def rated(self) -> bool:
        """Return whether its velocities and accelerations are known."""
        return self.speeds is not None and self.accelerations is not None

    @cached_property
    def dt(self) -> float | None:
        """Time between rows in s, or None if it varies."""
        times = self.times.array
        if len(times) < 2:
            return None
        step = self.duration / (len(times) - 1)
        off = np.abs(times - step * np.arange(len(times))).max()
        return step if off <= EVEN * max(step, self.duration) else None

    def at(self, t: float) -> Postures:
        """Return the posture at a time in s, by the robot's id: a row, or an interpolation."""
        return MappingProxyType({self.robot_id: self.posture(t)})

    def posture(self, t: float) -> Posture:
        """Return the joint values at a time in s."""
        times, rows = self.times.array, self.rows.array
        before = max(int(times.searchsorted(t, "right")) - 1, 0)
        row = rows[before]
        if before + 1 < len(times) and t > times[before]:
            part = (t - times[before]) / (times[before + 1] - times[before])
            row = row + part * (rows[before + 1] - row)
        return tuple(row.tolist())


@dataclass(frozen=True)
class Glide(Shown):
    """Motion of a robot from one posture to another on a straight line in joint space.

    Attributes:
        robot_id: The robot in the document.
        start: Joint values at time 0, rad and m.
        end: Joint values at the end.
        duration: Its duration, in s.
        scaling: Its time scaling, a name in ``rvs.engine.trajectory.SCALINGS``.

    Raises:
        ArgumentError: Postures of different length, a negative duration or unknown scaling.

    >>> Glide("arm", (0.0,), (2.0,), 1.0).at(0.5)["arm"]
    (1.0,)
    """

    robot_id: str
    start: Posture
    end: Posture
    duration: float
    scaling: str = "quintic"

    def __post_init__(self) -> None:
        check_choice(self.scaling, "scaling", SCALINGS)
        if len(self.start) != len(self.end):
            raise ArgumentError(f"end: expected {len(self.start)} values, got {len(self.end)}")
        if not 0.0 <= self.duration < np.inf:
            raise ArgumentError(f"duration: expected 0 s or more, got {self.duration:g}")

    @property
    def keys(self) -> Array:
        """Start and end (2,), in s; one time if the duration is 0."""
        return np.array([0.0, self.duration] if self.duration > 0.0 else [0.0])

    def at(self, t: float) -> Postures:
        """Return the posture at a time in s, by the robot's id; the ends are exact."""
        return MappingProxyType({self.robot_id: self._posture(t)})

    def _posture(self, t: float) -> Posture:
        if t >= self.duration:
            return self.end
        if t <= 0.0:
            return self.start
        part = float(SCALINGS[self.scaling](t, self.duration).s)
        return tuple(a + part * (b - a) for a, b in zip(self.start, self.end, strict=True))
