"""The player: converts elapsed seconds to the postures of a motion. It has no clock."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Literal

import numpy as np

from rvs.engine.arrays import Array, check_choice
from rvs.engine.errors import ArgumentError
from rvs.model.motions.motion import JointTrajectory, Motion
from rvs.model.state import Posture, Postures

Repeat = Literal["once", "loop", "ping-pong"]

REPEATS: tuple[Repeat, ...] = ("once", "loop", "ping-pong")
SLOWEST, FASTEST = 0.05, 20.0


class Player:
    """Position in a motion, and the direction in which it continues.

    Attributes:
        motion: The motion to play.
        time: Its position, from 0 to the motion's duration, in s.
        playing: Time is running.
        forward: It runs towards the end.
    """

    def __init__(self, motion: Motion, repeat: Repeat = "once", speed: float = 1.0) -> None:
        """Start at the beginning.

        Raises:
            ArgumentError: An unknown way to repeat, or a speed out of range.
        """
        self.motion = motion
        self.time = 0.0
        self.playing = False
        self.forward = True
        self.repeat = repeat
        self.speed = speed

    @property
    def repeat(self) -> Repeat:
        """Behaviour at the end: ``"once"`` stops, ``"loop"`` repeats, ``"ping-pong"`` reverses."""
        return self._repeat

    @repeat.setter
    def repeat(self, repeat: Repeat) -> None:
        check_choice(repeat, "repeat", REPEATS)
        self._repeat = repeat

    @property
    def speed(self) -> float:
        """Seconds of the motion per elapsed second, 0.05 to 20."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        if not SLOWEST <= speed <= FASTEST:
            raise ArgumentError(f"speed: expected {SLOWEST:g} to {FASTEST:g}, got {speed:g}")
        self._speed = float(speed)

    @property
    def duration(self) -> float:
        """Duration of the motion at speed 1, in s."""
        return self.motion.duration

    @property
    def postures(self) -> Postures:
        """The postures at the current time."""
        return self.motion.at(self.time)

    @property
    def key(self) -> int:
        """Number of the last passed row or key, from 0."""
        return max(int(np.searchsorted(self.motion.keys, self.time, side="right")) - 1, 0)

    def play(self) -> None:
        """Continue; at the end of a motion that plays once, start at its beginning."""
        if self.repeat == "once" and self.time == self._goal():
            self.time = 0.0 if self.forward else self.duration
        self.playing = True

    def pause(self) -> None:
        """Stop at the current time."""
        self.playing = False

    def reverse(self) -> None:
        """Reverse the direction."""
        self.forward = not self.forward

    def seek(self, time: float) -> Postures:
        """Go to a time in s, or to the nearest end; playing continues from there.

        Raises:
            ArgumentError: Not a finite number.
        """
        if not isfinite(time):
            raise ArgumentError(f"time: expected a finite number, got {time}")
        self.time = min(max(float(time), 0.0), self.duration)
        return self.postures

    def step(self, keys: int) -> Postures:
        """Stop, and move by a number of rows or keys, backwards if it is negative.

        Between two keys the first step leads to the next key in that direction.
        """
        self.pause()
        times = self.motion.keys
        side: Literal["left", "right"] = "right" if keys > 0 else "left"
        here = int(np.searchsorted(times, self.time, side=side))
        there = here + keys - 1 if keys > 0 else here + keys
        if keys:
            self.time = float(times[min(max(there, 0), len(times) - 1)])
        return self.postures

    def advance(self, elapsed: float) -> Postures:
        """Let time pass and return the resulting postures.

        Args:
            elapsed: Elapsed time, in s; 0 or more.

        Raises:
            ArgumentError: A negative time, or one that is not finite.
        """
        if not (isfinite(elapsed) and elapsed >= 0.0):
            raise ArgumentError(f"elapsed: expected 0 s or more, got {elapsed:g}")
        if self.playing:
            self._travel(elapsed * self.speed)
        return self.postures

    def _goal(self) -> float:
        return self.duration if self.forward else 0.0

    def _travel(self, way: float) -> None:
        whole = self.duration
        if self.repeat == "once":
            to = self.time + way if self.forward else self.time - way
            self.time = min(max(to, 0.0), whole)
            self.playing = self.time != self._goal()
        elif whole <= 0.0:
            self.time = 0.0
        elif self.repeat == "loop":
            self._loop(way, whole)
        else:
            self._ping_pong(way, whole)

    def _loop(self, way: float, whole: float) -> None:
        """Jump from the end to the beginning; show the end itself only if it is met exactly."""
        gone = self.time if self.forward else whole - self.time
        gone += way
        if gone > whole:
            gone %= whole
        self.time = gone if self.forward else whole - gone

    def _ping_pong(self, way: float, whole: float) -> None:
        """Unfold the motion there and back into one of twice the length."""
        gone = self.time if self.forward else 2.0 * whole - self.time
        gone = (gone + way) % (2.0 * whole)
        self.forward = gone < whole
        self.time = min(max(gone if self.forward else 2.0 * whole - gone, 0.0), whole)


# What files round, in rad and m.
NEAR = 1e-6
Standing = tuple[JointTrajectory, Posture, float]


def time_of(robots: Sequence[Standing]) -> float | None:
    """Return the first time at which robots have their current postures, or None.

    Args:
        robots: The rows of each, its posture, and the start of its rows, in s.
    """
    for time in sorted({time for one in robots for time in _passes(one).tolist()}):
        if all(_is_at(one, time) for one in robots):
            return float(time)
    return None


def _passes(robot: Standing) -> Array:
    """Return the time at which a robot is nearest to its posture between rows, if near enough."""
    trajectory, posture, start = robot
    times, rows, q = trajectory.times.array, trajectory.rows.array, np.array(posture)
    if len(rows) == 1:
        return times + start
    way = np.diff(rows, axis=0)
    square = (way**2).sum(axis=1)
    ahead = ((q - rows[:-1]) * way).sum(axis=1)
    share = np.divide(ahead, square, out=np.zeros_like(ahead), where=square > 0.0).clip(0.0, 1.0)
    off = np.abs(rows[:-1] + share[:, None] * way - q).max(axis=1)
    found = start + times[:-1] + share * np.diff(times)
    passed: Array = found[off <= NEAR]
    return passed


def _is_at(robot: Standing, time: float) -> bool:
    trajectory, posture, start = robot
    there = trajectory.posture(time - start)
    return bool(np.abs(np.array(there) - posture).max() <= 2.0 * NEAR)
