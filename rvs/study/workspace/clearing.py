"""The part of a workspace that is reached without collisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from rvs.engine.arrays import Array, Booleans, check_index
from rvs.study.workspace.cloud import cloud, posture_at, postures_at
from rvs.study.workspace.workspace import Workspace
from rvs.value_class import dataclass

# Points looked at between two answers.
BATCH = 200

Collides = Callable[[Array], bool]


@dataclass(frozen=True, eq=False)
class Clear:
    """Part of a workspace that remains among bodies.

    Attributes:
        points: Reachable points of the tool, spread evenly, in frame 0 (m, 3), m.
        free: True for each point that some posture reaches without collision (m,).
        postures: Such a posture (m, n), rad and m; NaN if there is none.
        share: Remaining fraction of the workspace, 0 to 1.
        error: Standard error of the share.
        done: Completed fraction of the search, 0 to 1.
    """

    points: Array
    free: Booleans
    postures: Array
    share: float
    error: float
    done: float


def clear(
    found: Workspace, collides: Collides, count: int = 400, tries: int = 8, seed: int = 0
) -> Clear:
    """Return the part of a workspace that is reached without collision.

    A point is considered lost if none of several postures that reach it is free, so that the share
    is a lower bound.

    Args:
        found: The workspace.
        collides: Returns whether a posture (n,) has a collision.
        count: Number of points.
        tries: Number of postures tried for each point.
        seed: Seed of the random points.
    """
    *_, last = clearing(found, collides, count, tries, seed)
    return last


def clearing(
    found: Workspace, collides: Collides, count: int = 400, tries: int = 8, seed: int = 0
) -> Iterator[Clear]:
    """Yield the results of ``clear``, point after point, for the same arguments."""
    check_index(tries, "tries", 1, 10**4)
    spread, _ = cloud(found, count, seed)
    rng = np.random.default_rng([seed, 1])
    points, postures = np.zeros((0, 3)), np.zeros((0, found.sweep.robot.n))
    for start in range(0, count, BATCH):
        part = spread[start : start + BATCH]
        q, reached = _free(found, part, collides, tries, rng)
        # cells at the border also hold points that the tool does not get to
        points = np.concatenate([points, part[reached]])
        postures = np.concatenate([postures, q[reached]])
        free = ~np.isnan(postures[:, 0])
        share = float(free.mean()) if len(free) else 0.0
        error = float(np.sqrt(share * (1.0 - share) / max(len(free), 1)))
        yield Clear(points, free, postures, share, error, min(1.0, (start + BATCH) / count))


def _free(
    found: Workspace, points: Array, collides: Collides, tries: int, rng: np.random.Generator
) -> tuple[Array, Booleans]:
    """Return a collision-free posture for each point, or NaN, and a mask of the reached points."""
    sweep = found.sweep
    answer = np.full((len(points), sweep.robot.n), np.nan)
    reached = np.zeros(len(points), dtype=bool)
    open_, starts = np.arange(len(points)), None
    for _ in range(tries):
        q, there = postures_at(found, points[open_], starts)
        reached[open_] |= there
        free = np.array([ok and not collides(one) for ok, one in zip(there, q, strict=True)])
        answer[open_[free]] = q[free]
        open_ = open_[~free]
        if not len(open_):
            break
        starts = rng.uniform(sweep.low, sweep.high, (len(open_), sweep.robot.n))
    for k in np.flatnonzero(~reached).tolist():
        last = posture_at(found, points[k])
        if last is not None:
            reached[k] = True
            if not collides(last):
                answer[k] = last
    return answer, reached
