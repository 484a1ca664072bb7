"""A complete collision check of a motion, without gaps between checked times.

Between two checks no body moves further than its joints move it.  If that motion could hide an
encounter, a check in between is made, as in conservative advancement (Mirtich, "Timewarp rigid body
simulation", SIGGRAPH 2000), until the motion is smaller than a resolution.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping
from typing import Generic, TypeVar

import numpy as np

from rvs.engine.arrays import Array
from rvs.study.clearance import CONTACT, Encounter
from rvs.value_class import dataclass

Name = TypeVar("Name", bound=Hashable)
Pair = tuple[Name, Name]

# No way between two looks that could hide something is longer, m.
RESOLUTION = 1e-3
# Nor is it ever looked at moments that are nearer than this, s.
SHORTEST = 1e-4
MOST_LOOKS = 200_000
FREE, NEAR, HIT = 0, 1, 2


@dataclass(frozen=True, eq=False)
class Look(Generic[Name]):
    """Nearby bodies at one time.

    Attributes:
        t: The time, s.
        near: All pairs within the requested range, and the nearest one in any case.
    """

    t: float
    near: tuple[Encounter[Name], ...]

    @property
    def least(self) -> float:
        """The least distance, m; negative for the depth of an overlap."""
        return _signed(self.near[0]) if self.near else np.inf


@dataclass(frozen=True, slots=True, eq=False)
class Episode(Generic[Name]):
    """A period in which a pair collides, or is too near.

    Attributes:
        a: Name of one body.
        b: Name of the other.
        start: Its start, s.
        end: Its end, s.
        colliding: They collide; else they are only too near.
        t: Time of the least distance or the greatest depth, s.
        least: Their distance then, m; a negative value is the depth of the overlap.
    """

    a: Name
    b: Name
    start: float
    end: float
    colliding: bool
    t: float
    least: float


@dataclass(frozen=True, eq=False)
class Passage(Generic[Name]):
    """Nearby bodies and collisions along a motion.

    Attributes:
        times: Checked times, rising (k,), s.
        distances: Least distance at each (k,), m; a negative value is the depth of an overlap.
        nearest: The corresponding pair at each time.
        episodes: Collisions first, then pairs that are too near, each by its start.
        complete: No overlap deeper than the resolution was missed; otherwise too many checks were
            necessary.
    """

    times: Array
    distances: Array
    nearest: tuple[Pair[Name] | None, ...]
    episodes: tuple[Episode[Name], ...]
    complete: bool

    @property
    def collisions(self) -> tuple[Episode[Name], ...]:
        """The periods of collisions."""
        return tuple(one for one in self.episodes if one.colliding)

    @property
    def spans(self) -> tuple[tuple[float, float], ...]:
        """Periods of any collision: start and end, s."""
        found: list[tuple[float, float]] = []
        for one in self.collisions:
            if found and one.start <= found[-1][1]:
                found[-1] = (found[-1][0], max(found[-1][1], one.end))
            else:
                found.append((one.start, one.end))
        return tuple(found)

    @property
    def least(self) -> tuple[float, float]:
        """The least distance in m, and the time at which it is first reached, in s."""
        if not len(self.times):
            return np.inf, 0.0
        least = float(np.min(self.distances))
        # Of what rests on something, rounding alone would choose the time.
        return least, float(self.times[np.argmax(self.distances <= least + CONTACT)])


@dataclass(frozen=True, eq=False)
class Survey(Generic[Name]):
    """Method and limits for the examination of a motion.

    Attributes:
        look: Returns the pairs within ``reach`` at a time, and the nearest pair in any case.
        pairs: Index of each pair in the ways; one that is missing approaches as fast as any.
        way: Returns the largest approach of each pair between two times (p,), m.
        margin: Nearer pairs are reported, m.
        reach: Pairs up to this distance are measured, m; above the margin.
    """

    look: Callable[[float], tuple[Encounter[Name], ...]]
    pairs: Mapping[Pair[Name], int]
    way: Callable[[float, float], Array]
    margin: float
    reach: float


def survey(task: Survey[Name], times: Array) -> Generator[float, None, Passage[Name]]:
    """Check a motion as often as necessary; yield the progress, 0 to 1.

    Between two checks either no pair can come nearer than the margin, or collide, without being
    detected, or the bodies move less than ``RESOLUTION``.

    Args:
        task: The method and its limits.
        times: Times that are checked in any case, rising from the start to the end, s.

    Returns:
        The nearby bodies along the motion.
    """
    looks = [Look(float(times[0]), task.look(float(times[0])))]
    count, least = 1, looks[0].least
    span = max(float(times[-1] - times[0]), 1e-300)
    for end in times[1:].tolist():
        open_ends = [Look(end, task.look(end))]
        count += 1
        while open_ends:
            ahead, behind = looks[-1], open_ends[-1]
            least = min(least, ahead.least, behind.least)
            if count < MOST_LOOKS and _hides(task, ahead, behind, least):
                middle = (ahead.t + behind.t) / 2
                open_ends.append(Look(middle, task.look(middle)))
                count += 1
            else:
                looks.append(open_ends.pop())
        yield (end - float(times[0])) / span
    return _passage(looks, task.margin, count < MOST_LOOKS)


def _hides(task: Survey[Name], ahead: Look[Name], behind: Look[Name], least: float) -> bool:
    """Return whether something undetected could happen between two checks."""
    if behind.t - ahead.t <= SHORTEST:
        return False
    ways = task.way(ahead.t, behind.t)
    most = float(ways.max(initial=0.0))
    if most <= RESOLUTION:
        return False
    before, after = _pairs(ahead), _pairs(behind)
    floor_a, floor_b = _unseen(task, ahead), _unseen(task, behind)
    # Below this a distance is news: to be less than the least one is none where bodies collide.
    news = least - RESOLUTION if least > 0.0 else -np.inf
    if _lowest(floor_a, floor_b, most) < max(task.margin, news):
        return True
    for pair in before.keys() | after.keys():
        a, b = before.get(pair, floor_a), after.get(pair, floor_b)
        own = task.pairs.get(pair)
        lowest = _lowest(a, b, most if own is None else ways.item(own))
        kinds = _kind(a, task.margin), _kind(b, task.margin)
        if kinds[0] != kinds[1] or _kind(lowest, task.margin) > kinds[0] or lowest < news:
            return True
    return False


def _lowest(a: float, b: float, way: float) -> float:
    """Return the least possible distance between two times, from the distances at both."""
    return (a + b - way) / 2


def _kind(signed: float, margin: float) -> int:
    return HIT if signed < 0.0 else NEAR if signed < margin else FREE


def _signed(one: Encounter[Name]) -> float:
    found = one.clearance
    return -found.depth if found.colliding else found.distance


def _pairs(look: Look[Name]) -> dict[Pair[Name], float]:
    return {(one.a, one.b): _signed(one) for one in look.near}


def _unseen(task: Survey[Name], look: Look[Name]) -> float:
    """Return a lower bound for the distances of all pairs that a check does not contain."""
    return max(task.reach, look.least) if look.near else np.inf


def _passage(looks: list[Look[Name]], margin: float, complete: bool) -> Passage[Name]:
    first = [look.near[0] if look.near else None for look in looks]
    pairs = {(one.a, one.b): None for look in looks for one in look.near}
    each = [_pairs(look) for look in looks]
    episodes = [
        episode
        for pair in pairs
        for kind in (HIT, NEAR)
        for episode in _episodes(pair, kind, looks, [row.get(pair, np.inf) for row in each], margin)
    ]
    episodes.sort(key=lambda one: (not one.colliding, one.start, one.least))
    return Passage(
        np.array([look.t for look in looks]),
        np.array([look.least for look in looks]),
        tuple((one.a, one.b) if one else None for one in first),
        tuple(episodes),
        complete,
    )


def _episodes(
    pair: Pair[Name], kind: int, looks: list[Look[Name]], signed: list[float], margin: float
) -> list[Episode[Name]]:
    """Return the periods in which a pair collides, or is too near without a collision."""
    inside = np.array([_kind(one, margin) == kind for one in signed] + [False])
    edges = np.flatnonzero(np.diff(np.concatenate([[False], inside]).astype(int)))
    found = []
    for begin, end in edges.reshape(-1, 2).tolist():
        deepest = begin + int(np.argmin(signed[begin:end]))
        found.append(
            Episode(
                *pair, looks[begin].t, looks[end - 1].t, kind == HIT, looks[deepest].t,
                signed[deepest],
            )
        )  # fmt: skip
    return found
