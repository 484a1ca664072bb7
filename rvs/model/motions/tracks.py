"""Combined motions: delayed, or in parallel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.notebooks import Shown
from rvs.model.document import PlacedRobot
from rvs.model.motions.grips import Grips, Openings
from rvs.model.motions.motion import JointTrajectory, Motion, movers
from rvs.model.state import Postures
from rvs.value_class import dataclass


@dataclass(frozen=True)
class Later(Shown):
    """A motion that begins some time after the start of the time line.

    Attributes:
        motion: The motion; until it begins, everything is as at its start.
        start: Start of the motion, 0 or more, in s.

    Raises:
        ArgumentError: It would begin before the time line, or never.

    >>> Later(Glide("arm", (0.0,), (2.0,), 1.0), 3.0).at(3.5)["arm"]
    (1.0,)
    """

    motion: Motion
    start: float

    def __post_init__(self) -> None:
        if not 0.0 <= self.start < np.inf:
            raise ArgumentError(f"start: expected 0 s or more, got {self.start:g}")

    @property
    def duration(self) -> float:
        """Its end, in s."""
        return self.start + self.motion.duration

    @cached_property
    def keys(self) -> Array:
        """The start of the time line and the keys of the motion, rising, in s."""
        return np.unique(np.concatenate([[0.0], self.start + self.motion.keys]))

    def at(self, t: float) -> Postures:
        """Return the postures at a time of the time line, in s."""
        return self.motion.at(t - self.start)


@dataclass(frozen=True)
class Together(Shown):
    """Tracks on one time line; after its end a track keeps its last posture.

    Attributes:
        tracks: The motions, of different robots.

    Raises:
        ArgumentError: Two tracks move the same robot.
    """

    tracks: tuple[Motion, ...]

    def __post_init__(self) -> None:
        moved: set[str] = set()
        for track in self.tracks:
            robots = set(track.at(0.0))
            if robots & moved:
                both = ", ".join(sorted(robots & moved))
                raise ArgumentError(f"tracks: two tracks move {both}")
            moved |= robots

    @cached_property
    def by_robot(self) -> Mapping[str, Motion]:
        """The track of each moving robot, by its id."""
        return {robot: track for track in self.tracks for robot in track.at(0.0)}

    @property
    def duration(self) -> float:
        """Duration of the longest track, in s."""
        return max((track.duration for track in self.tracks), default=0.0)

    @cached_property
    def keys(self) -> Array:
        """The keys of all tracks, rising, in s."""
        return np.unique(np.concatenate([[0.0], *(track.keys for track in self.tracks)]))

    def at(self, t: float) -> Postures:
        """Return the postures of all tracks at a time in s."""
        return MappingProxyType({k: q for track in self.tracks for k, q in track.at(t).items()})


def part_of(motion: Motion, robot_id: str) -> tuple[Motion, float]:
    """Return a robot's part of a motion, and its start on the time line, in s.

    A motion that does not move the robot is its own part.
    """
    if isinstance(motion, Together) and robot_id in motion.by_robot:
        return part_of(motion.by_robot[robot_id], robot_id)
    if isinstance(motion, Later):
        inner, start = part_of(motion.motion, robot_id)
        return inner, start + motion.start
    return motion, 0.0


def with_others(motion: Motion, loaded: Motion) -> Motion:
    """Return a motion together with the tracks of another one that move none of its robots."""
    own = set(motion.at(0.0))
    tracks = loaded.tracks if isinstance(loaded, Together) else (loaded,)
    kept = [track for track in tracks if not own & set(track.at(0.0))]
    new = motion.tracks if isinstance(motion, Together) else (motion,)
    return Together((*kept, *new)) if kept else motion


def openings_of(motion: Motion, robot_id: str) -> Openings:
    """Return the times and openings of a robot's gripper in its part of a motion."""
    part, _ = part_of(motion, robot_id)
    if isinstance(part, JointTrajectory) and part.robot_id == robot_id:
        return part.openings
    return ()


def grips_of(motion: Motion, robot_id: str) -> Grips:
    """Return the times at which a robot grips and releases objects in its part of a motion."""
    part, _ = part_of(motion, robot_id)
    if isinstance(part, JointTrajectory) and part.robot_id == robot_id:
        return part.grips
    return ()


def held_in(placed: PlacedRobot, motion: Motion | None) -> Grips:
    """Return the times at which a robot holds its payload in its part of a motion.

    The times of the motion itself are used; manually marked times are for motions without any.
    """
    if motion is None or placed.id not in movers(motion):
        return ()
    return grips_of(motion, placed.id) or placed.grips


def assumed_of(motion: Motion) -> tuple[str, ...]:
    """Return the sentences about assumptions on which the times of a motion depend."""
    if isinstance(motion, Together):
        return tuple(dict.fromkeys(one for track in motion.tracks for one in assumed_of(track)))
    if isinstance(motion, Later):
        return assumed_of(motion.motion)
    return motion.assumed if isinstance(motion, JointTrajectory) else ()


def on_one_line(tracks: Sequence[tuple[Motion, float]]) -> Motion | None:
    """Return motions of different robots as one; a single motion from 0 stays unchanged.

    Args:
        tracks: Each motion and its start, in s.

    Raises:
        ArgumentError: Two move the same robot, or one begins before the time line.
    """
    placed = [Later(motion, start) if start else motion for motion, start in tracks]
    if not placed:
        return None
    return placed[0] if len(placed) == 1 else Together(tuple(placed))
