"""Motions made of motions: one after the other, or side by side."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from types import MappingProxyType

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.model.motion import Glide, Moment, Motion
from rvs.model.state import Posture


@dataclass(frozen=True)
class InTurn:
    """Motions one after the other.

    Attributes:
        motions: The motions, at least one.

    Raises:
        ArgumentError: There is none.
    """

    motions: tuple[Motion, ...]

    def __post_init__(self) -> None:
        if not self.motions:
            raise ArgumentError("motions: expected at least one")

    @cached_property
    def starts(self) -> tuple[float, ...]:
        """When each motion begins, and when the last one ends, in s."""
        return tuple(accumulate((motion.duration for motion in self.motions), initial=0.0))

    @property
    def duration(self) -> float:
        """How long they all take, in s."""
        return self.starts[-1]

    @cached_property
    def keys(self) -> Array:
        """The keys of all motions, rising, in s."""
        begun = zip(self.starts, self.motions, strict=False)
        return np.unique(np.concatenate([start + motion.keys for start, motion in begun]))

    def at(self, t: float) -> Moment:
        """Return the moment of the motion that runs at a time in s."""
        running = min(max(bisect_right(self.starts, t) - 1, 0), len(self.motions) - 1)
        return self.motions[running].at(t - self.starts[running])


@dataclass(frozen=True)
class Together:
    """Tracks that begin together; one that has ended stays as it is.

    Attributes:
        tracks: A motion each, of different robots.

    Raises:
        ArgumentError: Two tracks move the same robot.
    """

    tracks: tuple[Motion, ...]

    def __post_init__(self) -> None:
        moved: set[str] = set()
        for track in self.tracks:
            robots = set(track.at(0.0).postures)
            if robots & moved:
                both = ", ".join(sorted(robots & moved))
                raise ArgumentError(f"tracks: two of them move {both}")
            moved |= robots

    @property
    def duration(self) -> float:
        """How long the longest track takes, in s."""
        return max((track.duration for track in self.tracks), default=0.0)

    @cached_property
    def keys(self) -> Array:
        """The keys of all tracks, rising, in s."""
        return np.unique(np.concatenate([[0.0], *(track.keys for track in self.tracks)]))

    def at(self, t: float) -> Moment:
        """Return what all tracks say at a time in s."""
        moments = [track.at(t) for track in self.tracks]
        return Moment(
            MappingProxyType({k: q for moment in moments for k, q in moment.postures.items()}),
            MappingProxyType({k: v for moment in moments for k, v in moment.tools.items()}),
            MappingProxyType({k: v for moment in moments for k, v in moment.held.items()}),
        )


def glides(
    robot_id: str, postures: Sequence[Posture], duration: float, scaling: str = "quintic"
) -> InTurn:
    """Return a motion through a list of postures that rests at each.

    Args:
        robot_id: The robot in the document.
        postures: Two or more postures, rad and m.
        duration: How long each part takes, in s.
        scaling: How each part speeds up and slows down.

    Raises:
        ArgumentError: Fewer than two postures, or ones of different length.
    """
    if len(postures) < 2:
        raise ArgumentError(f"postures: expected two or more, got {len(postures)}")
    return InTurn(tuple(Glide(robot_id, a, b, duration, scaling) for a, b in pairwise(postures)))
