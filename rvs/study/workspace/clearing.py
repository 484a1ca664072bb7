"""Properties of workspace points: reached without collisions, in how many orientations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from itertools import permutations, product

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers, check_index
from rvs.engine.errors import ArgumentError
from rvs.engine.inverse import ikine, ikine_all
from rvs.engine.robot import Robot
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


# Points of one job.
TURN_BATCH = 10


@dataclass(frozen=True, eq=False)
class Service:
    """Range of orientations of the tool at points spread evenly over a workspace.

    Attributes:
        points: The points in frame 0 (m, 3), m.
        cells: The cell of each (m,).
        share: Fraction of the orientations reached at each (m,), 0 to 1.
        postures: Mean number of postures for a reached orientation (m,).
        dexterous: Fraction of the workspace in which every orientation is reached.
        mean: Mean fraction of orientations.
        done: Completed fraction of the search, 0 to 1.
    """

    points: Array
    cells: Integers
    share: Array
    postures: Array
    dexterous: float
    mean: float
    done: float = 1.0


def turns() -> Array:
    """Return the 24 rotations of the cube (24, 3, 3), orientations spread evenly."""
    found = []
    for order in permutations(range(3)):
        for signs in product((1.0, -1.0), repeat=3):
            R = np.zeros((3, 3))
            R[range(3), order] = signs
            if np.linalg.det(R) > 0:
                found.append(R)
    return np.array(found)


def service(
    found: Workspace, count: int = 200, executor: Executor | None = None, seed: int = 0
) -> Service:
    """Return the number of orientations and postures at points of a workspace.

    Args:
        found: The workspace.
        count: Number of points.
        executor: Executor of the jobs; this thread when omitted.
        seed: Seed of the random points.

    Raises:
        ArgumentError: The robot has fewer than six joints, so that it can't turn its tool freely.
    """
    *_, last = serving(found, count, executor, seed)
    return last


def serving(
    found: Workspace, count: int = 200, executor: Executor | None = None, seed: int = 0
) -> Iterator[Service]:
    """Yield the results of ``service``, some points at a time, for the same arguments."""
    robot = found.sweep.limited
    if robot.n < 6:
        raise ArgumentError(
            f"robot: {robot.n} joints can't orient the tool freely; at least six are needed"
        )
    points, cells = cloud(found, count, seed)
    jobs = [(robot, points[i : i + TURN_BATCH]) for i in range(0, count, TURN_BATCH)]
    run: Callable[..., Iterator[Array]] = map if executor is None else executor.map
    rows = np.zeros((0, 2))
    for part in run(_served, jobs):
        rows = np.concatenate([rows, part])
        share, postures = rows.T
        m = len(rows)
        yield Service(
            points[:m], cells[:m], share, postures,
            float(np.mean(share >= 1.0)), float(np.mean(share)), m / count,
        )  # fmt: skip


def _served(job: tuple[Robot, Array]) -> Array:
    """Return the fraction of orientations, and mean number of postures, at some points (k, 2)."""
    robot, points = job
    T = np.eye(4)
    rows = []
    for point in points:
        counts = []
        for T[:3, :3] in turns():
            T[:3, 3] = point
            counts.append(_count(robot, T))
        reached = [count for count in counts if count]
        rows.append((len(reached) / len(counts), np.mean(reached) if reached else 0.0))
    return np.array(rows)


def _count(robot: Robot, T: Array) -> int:
    if robot.n > 6:
        # a redundant arm has a continuum of postures; that there is one is what counts
        return int(bool(ikine(robot, T, starts=3).success))
    q = ikine_all(robot, T, limits=True).q
    # copies by whole turns are one posture
    return len(np.unique(np.round(np.exp(1j * q), 6), axis=0))
